"""Fields without a guarantee: Python floats for searching, mpmath for a second opinion.

Neither decides anything.  mpmath's interval context is not used at all: it is not an enclosure
(mpmath issue 1181, and inverted intervals from its loggamma below 1/2).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from dpbi.errors import InvalidValue
from dpbi.fields.field import OnOrderedNumbers, Real


class _Unproved:
    """What the fields without a guarantee share: the order of their elements as they are."""

    __slots__ = ()

    @property
    def guaranteed(self) -> bool:
        """False: rounding is not accounted for."""
        return False

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Nothing to set: elements have their precision."""
        yield

    def maximum(self, values: Iterable[Real]) -> Real:
        """The largest."""
        return max(values)

    def minimum(self, values: Iterable[Real]) -> Real:
        """The smallest."""
        return min(values)

    def less(self, a: Real, b: Real) -> bool | None:
        """As the numbers say, which is not a proof."""
        return bool(a < b)

    def less_equal(self, a: Real, b: Real) -> bool | None:
        """As the numbers say, which is not a proof."""
        return bool(a <= b)

    def monotone(
        self, function: OnOrderedNumbers, values: Sequence[Real], step: Real
    ) -> list[Real]:
        """The function itself."""
        return list(function(values, step))


@dataclass(frozen=True, slots=True)
class Floats(_Unproved):
    """IEEE doubles: fast, and for proposing only."""

    def deeper(self, bits: int) -> Floats:
        """Doubles have one precision."""
        return self

    def rational(self, value: Fraction | int) -> Real:
        """The nearest double."""
        return float(value)

    def pi(self) -> Real:
        """The circle's constant, nearly."""
        return math.pi

    def exp(self, a: Real) -> Real:
        """e^a, infinite beyond the range of doubles."""
        return math.exp(a) if a < 709 else math.inf

    def expm1(self, a: Real) -> Real:
        """e^a - 1."""
        return math.expm1(a) if a < 709 else math.inf

    def log(self, a: Real) -> Real:
        """The natural logarithm, -inf at 0."""
        return math.log(a) if a > 0 else -math.inf

    def sqrt(self, a: Real) -> Real:
        """The root; rounding below zero counts as zero."""
        return math.sqrt(a) if a > 0 else 0.0

    def lgamma_ladder(self, start: Fraction, count: int) -> list[Real]:
        """One library call each: a recurrence would pile up rounding."""
        return [math.lgamma(start + Fraction(j, 2)) for j in range(count)]


FLOATS = Floats()


@cache
def _mpmath(digits: int) -> Any:
    """An mpmath context of our own, so that nobody's global precision is touched."""
    from mpmath.ctx_mp import MPContext

    context = MPContext()
    context.dps = digits
    return context


@dataclass(frozen=True, slots=True)
class MultiPrecision(_Unproved):
    """mpmath at `digits` decimal digits: a second opinion that never decides."""

    digits: int = 60

    def __post_init__(self) -> None:
        if type(self.digits) is not int or self.digits < 1:
            raise InvalidValue("digits", self.digits, "write a whole number, at least 1")

    @property
    def context(self) -> Any:
        """The mpmath context of these digits: elements are its numbers."""
        return _mpmath(self.digits)

    def deeper(self, bits: int) -> MultiPrecision:
        """The digits are chosen with room to spare; elements stay in one context."""
        return self

    def rational(self, value: Fraction | int) -> Real:
        """A rational, rounded to nearest."""
        mp, value = _mpmath(self.digits), Fraction(value)
        return mp.mpf(value.numerator) / value.denominator

    def pi(self) -> Real:
        """The circle's constant."""
        return +_mpmath(self.digits).pi

    def exp(self, a: Real) -> Real:
        """e^a."""
        return _mpmath(self.digits).exp(a)

    def expm1(self, a: Real) -> Real:
        """e^a - 1."""
        return _mpmath(self.digits).expm1(a)

    def log(self, a: Real) -> Real:
        """The natural logarithm."""
        return _mpmath(self.digits).log(a)

    def sqrt(self, a: Real) -> Real:
        """The root; rounding below zero counts as zero."""
        return _mpmath(self.digits).sqrt(a if a > 0 else 0)

    def lgamma_ladder(self, start: Fraction, count: int) -> list[Real]:
        """One call each, so that it shares nothing with the recurrence of the balls."""
        mp = _mpmath(self.digits)
        return [mp.loggamma(self.rational(start + Fraction(j, 2))) for j in range(count)]
