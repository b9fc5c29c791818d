"""Ball arithmetic: python-flint's `arb`, the numbers that decide.

Every result encloses the exact value.  flint keeps one global precision, so a `Balls` value opens
it as a scope around the whole question (`with F.scope():`); outside a scope results stay sound but
are as coarse as flint's default.

Every bound on doubles in dpbi assumes that operations round to nearest and that numbers below
2^-1022 are not replaced by zero.  Both are settings of a thread that any C code may change: a
library compiled with -ffast-math sets flush-to-zero when it is loaded.  The first functions below
detect the settings at run time, by a few operations:

- without numbers below 2^-1022 the filters are not used: balls and rationals decide;
- with directed rounding nothing is decided: flint multiplies large numbers by transforms of doubles
  that must round to nearest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from flint import arb, ctx, fmpq

from dpbi.errors import DpbiError, InvalidValue, NotEnclosed
from dpbi.fields.enclosure import Enclosure
from dpbi.fields.field import OnOrderedNumbers, Real

_ONE, _HALF, _FAR = 1.0, 0.5, 2.0**600
_SMALLEST_NORMAL, _SMALLEST, _SPACING = 2.0**-1022, 5e-324, 2.0**-52


class DirectedRounding(DpbiError):
    """A thread whose floating-point operations do not round to nearest."""

    def __str__(self) -> str:
        return (
            "floating-point numbers are not rounded to nearest in this thread: "
            "some library has changed the rounding mode (fesetround), and nothing can be decided"
        )


def rounds_to_nearest() -> bool:
    """Whether this thread rounds to nearest: three sums, each wrong in one of the other modes."""
    up = _ONE + _HALF * _SPACING == _ONE
    down = -_ONE - _HALF * _SPACING == -_ONE
    return up and down and _ONE + 0.75 * _SPACING == _ONE + _SPACING


def keeps_tiny_numbers() -> bool:
    """Whether results (flush-to-zero) and operands (denormals-are-zero) below 2^-1022 are kept."""
    return _SMALLEST_NORMAL * _HALF != 0 and _SMALLEST * _FAR == 2.0**-474


def filters_hold() -> bool:
    """Whether the doubles of this thread are those that the filters' proofs are about."""
    return rounds_to_nearest() and keeps_tiny_numbers()


def require_nearest() -> None:
    """Refuse to go on where rounding has a direction."""
    if not rounds_to_nearest():
        raise DirectedRounding


MOST_EXPONENT = 1 << 18  # about 80,000 digits: Python writes and divides them at once
TINIEST = Fraction(1, 1 << MOST_EXPONENT)


@dataclass(frozen=True, slots=True)
class Balls:
    """Real numbers as balls with `bits` bits of midpoint.

    >>> import dpbi
    >>> F = dpbi.Balls(64)
    >>> with F.scope():
    ...     print(F.enclosure(F.exp(F.rational(1))))
    [2.718281828459045234, 2.718281828459045236]
    """

    bits: int = 128

    def __post_init__(self) -> None:
        if type(self.bits) is not int or self.bits < 2:
            raise InvalidValue("bits", self.bits, "write a whole number, at least 2")

    @property
    def guaranteed(self) -> bool:
        """True: a ball encloses."""
        return True

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Set flint's precision, and put the old one back."""
        require_nearest()
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
        lows, highs = zip(*(self.fixed_point(v, self.bits) for v in (*values, step)), strict=True)
        below, above = function(lows[:-1], lows[-1]), function(highs[:-1], highs[-1])
        return [self._from_fixed_point(lo, hi) for lo, hi in zip(below, above, strict=True)]

    def enclosure(self, a: Real) -> Enclosure:
        """The ends of a ball as exact rationals, whatever the precision in force.

        A number below 2^-2^18 is enclosed by that and 0: its own ends would fill the memory.
        """
        m, r = _parts(a.mid()), _parts(a.rad())
        if m is not None and r is not None:  # whole numbers over one power of two: two fractions
            k = max(0, -m[1], -r[1])
            center, reach = m[0] << (m[1] + k), r[0] << (r[1] + k)
            return Enclosure(Fraction(center - reach, 1 << k), Fraction(center + reach, 1 << k))
        middle = Fraction(0) if m is None else _fraction(*m)
        radius = (Fraction(0) if r is None else _fraction(*r)) + 2 * TINIEST
        zero = Fraction(0)
        lo, hi = middle - radius, middle + radius
        return Enclosure(max(lo, zero) if a >= 0 else lo, min(hi, zero) if a <= 0 else hi)

    def from_enclosure(self, e: Enclosure) -> Real:
        """A ball that covers an enclosure."""
        return self.rational(e.lo).union(self.rational(e.hi))

    def fixed_point(self, a: Real, bits: int) -> tuple[int, int]:
        """The ends of a ball times 2^bits, rounded outward to whole numbers."""
        m, r = _parts(a.mid()), _parts(a.rad())
        below, above = (-1, 1) if m is None else (_shifted(*m, bits), -_shifted(-m[0], m[1], bits))
        reach = 1 if r is None else -_shifted(-r[0], r[1], bits)
        return below - reach, above + reach

    def _from_fixed_point(self, lo: int, hi: int) -> Real:
        scale = 1 << self.bits
        return (arb(lo) / scale).union(arb(hi) / scale)


def _parts(a: Any) -> tuple[int, int] | None:
    """(m, e), an arb of radius zero being m 2^e; None where it is nearer to 0 than `TINIEST`."""
    if not a.is_finite():
        raise NotEnclosed("is infinite or undefined")
    mantissa, exponent = a.man_exp()
    m, e = int(mantissa), int(exponent)
    if e > MOST_EXPONENT:
        raise NotEnclosed(f"exceeds 2^{MOST_EXPONENT}")
    return None if e < 0 and m.bit_length() + e <= -MOST_EXPONENT else (m, e)


def _shifted(m: int, e: int, bits: int) -> int:
    """The largest whole number up to m 2^(e + bits)."""
    return m << (e + bits) if e + bits >= 0 else m >> -(e + bits)


def _fraction(m: int, e: int) -> Fraction:
    """m 2^e."""
    return Fraction(m << e) if e >= 0 else Fraction(m, 1 << -e)
