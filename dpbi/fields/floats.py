"""Fields without a guarantee: Python floats for searching, mpmath for a second opinion.

Neither decides anything.  mpmath's interval context is not used at all: it is not an enclosure
(mpmath issue 1181, and inverted intervals from its loggamma below 1/2).

A second opinion asks whether a number lies between bounds (`confirmed`).  One that seems
to lie outside is computed again with more digits before that is believed, and one that is close to
0 with as many more as it has zeros after the point: a difference of numbers near 1 loses that many.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from dpbi.errors import Disagreement, InvalidValue, NoOpinion, brief
from dpbi.fields.enclosure import Enclosure, Extended
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


DIGITS, SPARE = 50, 25
ATTEMPTS = 3
"""Precisions, each twice the one before, until a value outside the bounds is believed."""
MOST_ZEROS = 2000
"""Zeros after the point, beyond which a number is not computed a second time."""


def confirmed(
    what: str, compute: Callable[[int], Any], lo: Extended, hi: Extended, *, ours: bool = True
) -> int:
    """To how many digits a number lies between bounds, computed with at least the given digits.

    `ours` says that the number follows from a definition, and not from somebody's own code.
    """
    zeros = zeros_of(lo)
    wanted = max(DIGITS, digits_of(lo, hi) - zeros)
    if zeros > MOST_ZEROS:
        raise NoOpinion(f"the value has more than {MOST_ZEROS} zeros after the point")
    for attempt in range(ATTEMPTS):
        try:
            value = compute((wanted + zeros + SPARE) << attempt)
        except NoOpinion:
            if attempt + 1 == ATTEMPTS:
                raise
            continue  # a value may be lost in rounding
        if (agreed := agreement(value, lo, hi, wanted)) is not None:
            return agreed
    short = MultiPrecision(25).context
    second = short.nstr(+short.mpf(value), 25)  # rounded first: Python refuses long integers
    raise Disagreement(what, bounds(lo, hi), second, ours=ours)


def agreement(value: Any, lo: Extended, hi: Extended, wanted: int = DIGITS) -> int | None:
    """How many digits a value shares with all that lies between bounds; None if it is outside."""
    if value == math.inf or not isinstance(lo, Fraction):
        return None if value != hi else wanted if lo == hi else 0
    mp = value.context if hasattr(value, "context") else MultiPrecision(wanted + SPARE).context
    below, above = mp.mpf(lo.numerator) / lo.denominator, None
    if isinstance(hi, Fraction):
        above = mp.mpf(hi.numerator) / hi.denominator
    scale = max(abs(v) for v in (value, below, above) if v is not None)
    scale = scale if lo > 0 or hi < 0 else max(scale, mp.one)  # beside 0, digits after the point
    room = mp.mpf(10) ** -wanted * scale
    if value < below - room or (above is not None and value > above + room):
        return None
    if above is None:
        return 0
    apart = max(abs(value - below), abs(value - above))
    if apart <= room:
        return wanted
    return max(0, int(mp.floor(-mp.log10(apart / scale))))


def digits_of(lo: Extended, hi: Extended) -> int:
    """How close bounds are, in digits."""
    if not isinstance(lo, Fraction) or not isinstance(hi, Fraction) or lo == hi:
        return 0
    return max(0, (1 / (hi - lo)).numerator.bit_length() * 3 // 10 + 1)


def zeros_of(lo: Extended) -> int:
    """Nearly the zeros after the point of a number above 0, in steps, so that precisions recur."""
    if not isinstance(lo, Fraction) or lo <= 0:
        return 0
    bits = lo.denominator.bit_length() - lo.numerator.bit_length()
    return max(0, bits * 3 // (10 * SPARE)) * SPARE


def bounds(lo: Extended, hi: Extended) -> str:
    """Bounds in a sentence."""
    if not isinstance(lo, Fraction) or not isinstance(hi, Fraction):
        return "infinite" if lo == math.inf else f"at least {brief(lo)}"
    return str(Enclosure(lo, hi))
