"""Functions on the real line that are integrated, in balls with a proven error.

Such a function is a density times what branches come to, each a probability given z.  Between
finitely many cuts each factor is one formula without poles in the complex plane, so that
`acb_calc_integrate` (Petras 2002, Johansson 2018) encloses the integral.  An infinite end is cut
off where the density has less than 2^-bits of the integral beyond it, and a ball from 0 to that is
added: what branches come to is at most 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, Protocol, TypeAlias

from flint import acb, arb

from dpbi.fields import Balls, Real
from dpbi.programs.noises.laws import RealLaw
from dpbi.programs.pieces import End, Pieces

SPARE = 16
"""Bits by which what is cut off is below the field's."""

FURTHEST = 64
"""2^-bits to this power: what is less likely is not told from 0 in a field of so many bits."""

SAMPLES = 64
"""Values by which the size of an integral is guessed."""

ATTEMPTS = 12
"""Of finding where to cut off; whatever is left then is part of the ball."""

ComplexFunction: TypeAlias = Callable[[Any], Any]
"""z -> the value, of a complex ball."""

EndOfWindow: TypeAlias = tuple[Fraction, Fraction]
"""(a, c): t -> a t + c."""


class OnLine(Protocol):
    """A function that is one formula between cuts."""

    @property
    def cuts(self) -> set[Fraction]:
        """Where the formula may change."""

    def on(self, z: Fraction) -> ComplexFunction | None:
        """The formula on the interval around z that has no cut inside; None for 0."""


@dataclass(frozen=True, slots=True)
class OfLaw:
    """The density of a law."""

    law: RealLaw
    cuts: set[Fraction] = field(default_factory=set)

    def on(self, z: Fraction) -> ComplexFunction:
        """One formula everywhere."""
        return self.law.density

    def beyond(self, z: Fraction, direction: int, F: Balls) -> Real:
        """The probability from z on."""
        end = F.rational(z)
        return self.law.mass(end, None) if direction > 0 else self.law.mass(None, end)


@dataclass(frozen=True, slots=True)
class InPieces:
    """A function in closed form."""

    function: Pieces
    unit = Fraction(1)

    @property
    def cuts(self) -> set[Fraction]:
        """The ends of its segments."""
        return {e for s in self.function.segments for e in (s.lo, s.hi) if e is not None}

    def on(self, z: Fraction) -> ComplexFunction | None:
        """The terms of the segment."""
        several = [
            s
            for s in self.function.segments
            if (s.lo is None or s.lo <= z) and (s.hi is None or z < s.hi)
        ]
        if not several:
            return None
        rational = self.function.numbers.rational
        terms = [(d, rational(-k), c) for (d, k), c in several[0].terms.items()]

        def value(t: Any) -> Any:
            return sum(((t * k).exp() * t**d * c for d, k, c in terms), acb(0))

        return value

    def beyond(self, z: Fraction, direction: int, F: Balls) -> Real:
        """The integral from z on."""
        return (self.function.from_on() if direction > 0 else self.function.below()).at(z)


@dataclass(frozen=True, slots=True)
class BetweenEnds:
    """t -> the probability that a noise is between the largest and the smallest of some lines."""

    law: RealLaw
    lows: tuple[EndOfWindow, ...]
    highs: tuple[EndOfWindow, ...]
    F: Balls

    @property
    def cuts(self) -> set[Fraction]:
        """Where two of the lines meet."""
        lines = (*self.lows, *self.highs)
        return {(d - c) / (a - b) for a, c in lines for b, d in lines if a != b}

    def on(self, z: Fraction) -> ComplexFunction | None:
        """The ends that count there."""
        low = max(self.lows, key=lambda line: line[0] * z + line[1], default=None)
        high = min(self.highs, key=lambda line: line[0] * z + line[1], default=None)
        if low and high and (low[0] - high[0]) * z + low[1] >= high[1]:
            return None
        low_end, high_end = self._end(low), self._end(high)
        return lambda t: self.law.mass(low_end and low_end(t), high_end and high_end(t))

    def _end(self, line: EndOfWindow | None) -> ComplexFunction | None:
        if line is None:
            return None
        a, c = self.F.rational(line[0]), self.F.rational(line[1])
        return lambda t: a * t + c


@dataclass(frozen=True, slots=True)
class Repeated:
    """The product of several factors that are equal."""

    factor: OnLine
    times: int

    @property
    def cuts(self) -> set[Fraction]:
        """Those of the factor."""
        return self.factor.cuts

    def on(self, z: Fraction) -> ComplexFunction | None:
        """A power of the factor."""
        formula, times = self.factor.on(z), self.times
        return formula and (lambda t: formula(t) ** times)


@dataclass(eq=False)
class OnReals:
    """lo <= z <= hi -> the density at z times all factors."""

    F: Balls
    density: OfLaw | InPieces
    lo: End
    hi: End
    factors: tuple[OnLine, ...] = ()

    def between(self, lo: End, hi: End) -> Real:
        """The integral over lo <= z <= hi."""
        lows = [end for end in (self.lo, lo) if end is not None]
        highs = [end for end in (self.hi, hi) if end is not None]
        first, last = max(lows, default=None), min(highs, default=None)
        if first is not None and last is not None and first >= last:
            return self.F.rational(0)
        if isinstance(self.density, OfLaw) and not self.factors:
            ends = (None if end is None else self.F.rational(end) for end in (first, last))
            return self.density.law.mass(*ends)
        return self._integral(first, last)

    def _integral(self, lo: End, hi: End) -> Real:
        """Ends that are infinite are moved out until what is beyond is too little to matter."""
        furthest = FURTHEST * self.F.bits
        depth = min(furthest, self.F.bits + SPARE + self._zeros(self._most(lo, hi)))
        little = self.F.rational(Fraction(1, 1 << self.F.bits + SPARE))
        for _ in range(ATTEMPTS):
            first = self._reach(hi, -1, depth) if lo is None else lo
            last = self._reach(lo, 1, depth) if hi is None else hi
            found, rest = self._whole(first, last), self.F.rational(0)
            if lo is None:
                rest = rest + self.density.beyond(first, -1, self.F)
            if hi is None:
                rest = rest + self.density.beyond(last, 1, self.F)
            if rest <= found * little or depth == furthest:
                break
            more = self.F.bits + 2 * SPARE + self._zeros(found) if found > 0 else 0
            depth = min(furthest, max(more, 2 * depth))
        return found + self.F.rational(0).union(rest)

    def _most(self, lo: End, hi: End) -> Real:
        """What the density has between the ends, or more."""
        if lo is not None and lo > 0:
            return self.density.beyond(lo, 1, self.F)
        if hi is not None and hi < 0:
            return self.density.beyond(hi, -1, self.F)
        return self.F.rational(1)

    def _zeros(self, value: Real) -> int:
        """About -log2 of a number above 0."""
        mantissa, exponent = value.mid().man_exp()
        return max(0, -(int(exponent) + int(mantissa).bit_length()))

    def _reach(self, start: End, direction: int, depth: int) -> Fraction:
        """Where less than 2^-depth is beyond, on the far side of the other end."""
        little = self.F.rational(Fraction(1, 1 << depth))
        unit = self.density.law.unit if isinstance(self.density, OfLaw) else Fraction(1)
        begin = Fraction(0) if start is None else direction * max(Fraction(0), start * direction)
        steps = 1
        while not self.density.beyond(at := begin + direction * steps * unit, direction, self.F) < (
            little
        ):
            steps += steps // 4 + 1
        return at

    def _whole(self, first: Fraction, last: Fraction) -> Real:
        """The integral between two ends, from cut to cut."""
        parts = (self.density, *self.factors)
        inside = {c for part in parts for c in part.cuts if first < c < last}
        pieces = []
        for a, b in pairwise(sorted({first, last, *inside})):
            formulas = [part.on((a + b) / 2) for part in parts]
            if all(f is not None for f in formulas):
                pieces.append((_product([f for f in formulas if f is not None]), a, b))
        guess = sum((self._guess(*piece) for piece in pieces), arb(0))
        little = guess * self.F.rational(Fraction(1, 1 << self.F.bits + SAMPLES.bit_length()))
        little = little.max(self.F.rational(Fraction(1, 1 << FURTHEST * self.F.bits)))
        total = self.F.rational(0)
        for formula, a, b in pieces:
            total = total + self._piece(formula, a, b, little)
        return total

    def _guess(self, formula: ComplexFunction, a: Fraction, b: Fraction) -> Any:
        """About the integral, by some values: no bound rests on it."""
        step = (b - a) / SAMPLES
        points = (acb(self.F.rational(a + step * Fraction(2 * i + 1, 2))) for i in range(SAMPLES))
        values = (formula(z).real.mid() for z in points)
        return sum((v for v in values if v.is_finite()), arb(0)) * self.F.rational(step)

    def _piece(self, formula: ComplexFunction, a: Fraction, b: Fraction, little: Any) -> Real:
        """To within 2^-bits of itself, or of what the whole integral seems to be."""
        ends = acb(self.F.rational(a)), acb(self.F.rational(b))
        stopped: list[BaseException] = []

        def value(z: Any, _: bool) -> Any:
            """Unknown everywhere once something was raised: C code in between would lose it."""
            try:
                return acb("nan") if stopped else formula(z)
            except BaseException as error:  # Ctrl-C, a limit of time
                stopped.append(error)
                return acb("nan")

        found = acb.integral(value, *ends, abs_tol=abs(little.mid())).real
        if stopped:
            raise stopped[0]
        return found


def _product(formulas: list[ComplexFunction]) -> ComplexFunction:
    """All of them multiplied."""

    def value(z: Any) -> Any:
        found = formulas[0](z)
        for f in formulas[1:]:
            found = found * f(z)
        return found

    return value
