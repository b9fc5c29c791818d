"""Ball arithmetic: python-flint's `arb`, the numbers that decide.

Every result encloses the exact value.  flint keeps one global precision, so a `Balls` value opens
it as a scope around the whole question (`with F.scope():`); outside a scope results stay sound but
are as coarse as flint's default.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from flint import arb, ctx, fmpq

from dpbi.errors import OutOfRange
from dpbi.numbers.enclosure import Enclosure
from dpbi.numbers.field import OnOrderedNumbers, Real

EXPONENT = 1 << 21
"""Ends of enclosures are multiples of 2^-EXPONENT, below 2^EXPONENT: about 600,000 digits."""


@dataclass(frozen=True, slots=True)
class Balls:
    """Real numbers as balls with `bits` bits of midpoint."""

    bits: int = 128

    @property
    def guaranteed(self) -> bool:
        """True: a ball encloses."""
        return True

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Set flint's precision, and put the old one back."""
        with ctx.workprec(self.bits):
            yield

    def deeper(self, bits: int) -> Balls:
        """Balls with `bits` more bits."""
        return Balls(self.bits + bits)

    def rational(self, value: Fraction | int) -> Real:
        """A rational number, rounded into a ball."""
        if isinstance(value, int):
            return arb(value)
        return arb(fmpq(value.numerator, value.denominator))

    def pi(self) -> Real:
        """The circle's constant."""
        return arb.pi()

    def exp(self, a: Real) -> Real:
        """e^a."""
        return a.exp()

    def expm1(self, a: Real) -> Real:
        """e^a - 1 without cancellation near 0."""
        return a.expm1()

    def log(self, a: Real) -> Real:
        """The natural logarithm."""
        return a.log()

    def sqrt(self, a: Real) -> Real:
        """The root of the part of the ball that is >= 0, where the true number is known to be."""
        return a.nonnegative_part().sqrt()

    def lgamma_ladder(self, start: Fraction, count: int) -> list[Real]:
        """By Gamma(x+1) = x Gamma(x) from two values of arb's own lgamma (DLMF 5.5.1)."""
        half = Fraction(1, 2)
        ladder = [self.rational(start).lgamma(), self.rational(start + half).lgamma()]
        point, one = self.rational(start), arb(1)
        halves = (point, self.rational(start + half))
        steps = [h.log() for h in halves]
        for j in range(2, count):
            ladder.append(ladder[j - 2] + steps[j % 2])
            steps[j % 2] = (halves[j % 2] + (j // 2) * one).log()
        return ladder[:count]

    def maximum(self, values: Iterable[Real]) -> Real:
        """The largest, enclosed; the builtin max is unsound on balls."""
        return reduce(arb.max, values)

    def minimum(self, values: Iterable[Real]) -> Real:
        """The smallest, enclosed; the builtin min is unsound on balls."""
        return reduce(arb.min, values)

    def less(self, a: Real, b: Real) -> bool | None:
        """True or False when certain for every point of both balls, else None."""
        return True if a < b else False if a >= b else None

    def less_equal(self, a: Real, b: Real) -> bool | None:
        """True or False when certain for every point of both balls, else None."""
        return True if a <= b else False if a > b else None

    def monotone(
        self, function: OnOrderedNumbers, values: Sequence[Real], step: Real
    ) -> list[Real]:
        """Apply `function` to all lower ends and to all upper ends, as exact fixed-point integers.

        Ends are rounded outward to multiples of 2^-bits, on which order is total and addition
        exact; the function being non-decreasing, the two results enclose.
        """
        lows, highs = zip(*(self._fixed_point(v) for v in (*values, step)), strict=True)
        below, above = function(lows[:-1], lows[-1]), function(highs[:-1], highs[-1])
        return [self._from_fixed_point(lo, hi) for lo, hi in zip(below, above, strict=True)]

    def enclosure(self, a: Real) -> Enclosure:
        """The ends of a ball as exact rationals, whatever the precision in force.

        Exponents have no bound, memory has: ends are rounded outward to multiples of 2^-EXPONENT,
        and a ball that reaches 2^EXPONENT is refused.
        """
        middle, radius = _parts(a.mid()), _parts(a.rad())
        unit = max(-EXPONENT, min(middle[1], radius[1], 0))
        lo = _down(*middle, unit) + _down(-radius[0], radius[1], unit)
        hi = -_down(-middle[0], middle[1], unit) - _down(-radius[0], radius[1], unit)
        if unit == -EXPONENT:  # what is too small for this unit keeps its sign
            lo, hi = max(lo, 0) if a > 0 else lo, min(hi, 0) if a < 0 else hi
        return Enclosure(Fraction(lo, 1 << -unit), Fraction(hi, 1 << -unit))

    def from_enclosure(self, e: Enclosure) -> Real:
        """A ball that covers an enclosure."""
        return self.rational(e.lo).union(self.rational(e.hi))

    def _fixed_point(self, a: Real) -> tuple[int, int]:
        scale = 1 << self.bits
        e = self.enclosure(a)
        return (e.lo * scale).__floor__(), (e.hi * scale).__ceil__()

    def _from_fixed_point(self, lo: int, hi: int) -> Real:
        scale = 1 << self.bits
        return (arb(lo) / scale).union(arb(hi) / scale)


def _parts(a: Any) -> tuple[int, int]:
    """(m, e) with m 2^e the value of an arb of radius zero."""
    if not a.is_finite():
        raise OutOfRange(EXPONENT)
    mantissa, exponent = a.man_exp()
    m, e = int(mantissa), int(exponent)
    if m and m.bit_length() + e > EXPONENT:
        raise OutOfRange(EXPONENT)
    return (m, e) if m else (0, 0)


def _down(m: int, e: int, unit: int) -> int:
    """m 2^e in units of 2^unit, rounded down."""
    return m << e - unit if e >= unit else m >> unit - e
