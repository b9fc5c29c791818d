"""The pair of distributions that dominates a whole mechanism, on a grid of losses.

For one ordered pair, H(E) = sum_r max(0, P(r) - E Q(r)) is convex and decreasing in E >= 0.  So is
h, the largest of these at each E, with h(0) = 1 and h(E) >= 1 - E: by Zhu, Dong and Wang 2022,
Prop. 8, such a function is the profile of a pair of distributions, and this pair dominates all.
What dominates once dominates after composition (their Thm. 10).

Here h is taken at the grid points E_i = e^(i grid), rounded up, and made linear between them: a
chord of a convex function lies above it.  A piecewise linear profile with slope m_i right of E_i is
that of a loss with mass E_i (m_i - m_(i-1)) at i grid, and h(last) at infinity.  Both orders of
each pair being counted, h(E) = 1 - E + E h(1/E), so that only E >= 1 has to be computed, and one
distribution serves both directions.

Doubles choose the pairs that may attain h at a point, by a proven margin; balls and rationals give
its value.  Losses above `FARTHEST` count as infinite, which only raises h.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpbi.errors import InvalidValue, TooLarge
from dpbi.fields import Balls, Enclosure, Real, rational
from dpbi.privacy.pairs import Pairs, losses

FARTHEST = Fraction(600)  # e^600, and its quotient with any mass, are doubles
MOST_POINTS = 1 << 15  # at which h is computed; a finer grid is used at evenly spaced points
COARSEST = 16  # e^16: what is coarser says nothing
MOST_COMPARED = 50_000_000  # of the grid: dp_accounting holds a double for each
MOST_ATOMS = 2_000_000  # outputs of all pairs
BITS = 256
NOISE = Fraction(1, 1 << 160)  # what rounding makes of no mass


@dataclass(frozen=True, slots=True)
class LossMasses:
    """Masses at the losses `index * grid`, and at infinity."""

    masses: dict[int, Fraction]
    infinite: Fraction


def dominating(pairs: Pairs, grid: Fraction) -> LossMasses:
    """The distribution of a loss whose delta is at least that of every ordered pair, everywhere."""
    F = Balls(BITS)
    with F.scope():
        logs = pairs.laws(F)
        atoms = sum(len(logs[x]) for x, _ in pairs.ordered)
        if atoms > MOST_ATOMS:
            raise TooLarge("the losses of all pairs", atoms, MOST_ATOMS, each=600)
        laws = {x: {r: F.enclosure(F.exp(a)) for r, a in law.items()} for x, law in logs.items()}
        curves = []
        for x, y in pairs.ordered:
            finite = {r: F.enclosure(d) for r, d in losses(logs[x], logs[y])}
            curves.append(_Curve.of(laws[x], laws[y], finite, grid))
        last = check_cells(max(c.farthest for c in curves), grid)
        units = _Units(BITS + 3 * (last * grid).__ceil__())  # e^-loss keeps BITS bits
        points = [*range(0, last, -(-last // MOST_POINTS)), last]
        powers = [units.both(F.exp(F.rational(i * grid)), F) for i in points]
        inverses = [units.both(F.exp(F.rational(-i * grid)), F) for i in points]
    above = _largest(curves, points, grid, [lo for lo, _ in powers], units)
    least = min(sum(units.down(p.lo) for p in law.values()) for law in laws.values())
    most = max(sum(units.up(p.hi) for p in law.values()) for law in laws.values())
    below = [
        most - units.times(lo, least) + units.times(hi, h) + 1
        for (lo, hi), h in zip(inverses, above, strict=True)
    ]
    places = [-i for i in points[:0:-1]] + points
    levels = inverses[:0:-1] + powers
    return _masses(places, levels, below[:0:-1] + above, most, units)


@dataclass(frozen=True, slots=True)
class _Units:
    """Numbers as whole multiples of 2^-bits: fractions would be reduced at every step."""

    bits: int

    def down(self, value: Fraction) -> int:
        """The multiple at or below."""
        return (value.numerator << self.bits) // value.denominator

    def up(self, value: Fraction) -> int:
        """The multiple at or above."""
        return -self.down(-value)

    def both(self, ball: Real, F: Balls) -> tuple[int, int]:
        """The multiples around a ball."""
        e = F.enclosure(ball)
        return self.down(e.lo), self.up(e.hi)

    def times(self, a: int, b: int) -> int:
        """The product, rounded down."""
        return (a * b) >> self.bits

    def fraction(self, a: int) -> Fraction:
        """The number itself."""
        return Fraction(a, 1 << self.bits)


@dataclass(frozen=True, slots=True)
class _Curve:
    """H of one pair: its atoms (loss, P, Q) by descending loss, and the mass of infinite loss.

    The loss of an atom is certainly above the grid points before -`first`, and certainly not above
    those from `last` on.  In between it is left out, which loses at most the width of the loss's
    enclosure, times its mass.
    """

    atoms: list[tuple[Enclosure, Fraction, Fraction]]
    first: list[int]
    last: list[int]
    lost: Fraction

    @staticmethod
    def of(
        p: Mapping[Any, Enclosure],
        q: Mapping[Any, Enclosure],
        finite: Mapping[Any, Enclosure],
        grid: Fraction,
    ) -> _Curve:
        lost, atoms = Fraction(0), []
        for r, a in p.items():
            if r in finite and finite[r].hi <= FARTHEST:
                atoms.append((finite[r], a.hi, q[r].lo))
            else:
                lost += a.hi
        atoms.sort(key=lambda atom: -atom[0].lo)
        blur = max((loss.width for loss, _, _ in atoms), default=Fraction(0))
        return _Curve(
            atoms,
            [-(loss.lo / grid).__ceil__() for loss, _, _ in atoms],
            [((loss.lo + blur) / grid).__ceil__() for loss, _, _ in atoms],
            lost,
        )

    @property
    def farthest(self) -> Fraction:
        """The largest finite loss."""
        return max((loss.hi for loss, _, _ in self.atoms), default=Fraction(0))

    def sums(self, units: _Units) -> tuple[list[int], list[int]]:
        """P, rounded up, and Q, rounded down, of each prefix of the atoms."""
        above = accumulate((units.up(a) for _, a, _ in self.atoms), initial=units.up(self.lost))
        below = accumulate((units.down(b) for _, _, b in self.atoms), initial=0)
        return list(above), list(below)

    def near(self, i: int, count: int) -> bool:
        """Whether an atom beyond the first `count` may have its loss above i grid."""
        return count < len(self.last) and self.last[count] > i

    def doubles(self, points: NDArray[np.int64], grid: float) -> NDArray[np.float64]:
        """H at all points, nearly."""
        lost = float(self.lost)
        above = np.cumsum([lost, *(float(a) for _, a, _ in self.atoms)])
        below = np.cumsum([0.0, *(float(b) for _, _, b in self.atoms)])
        count = np.searchsorted(np.array(self.first), -points, side="left")
        return np.asarray(above[count] - np.exp(points * grid) * below[count])

    @property
    def error(self) -> float:
        """More than `doubles` can be off: sums of all terms, and e^epsilon to 700 roundings."""
        return (len(self.atoms) + 4000) * 2.0**-51


def check_cells(farthest: Fraction, grid: Fraction) -> int:
    """The grid point that no finite loss exceeds; refused where the library would hold too many."""
    last = max(1, (farthest / grid).__ceil__())
    if 2 * last > MOST_COMPARED:
        what, advice = "the privacy loss distribution", "use a coarser grid"
        raise TooLarge(what, 2 * last, MOST_COMPARED, "cells", 8, advice)
    return last


def _largest(
    curves: Sequence[_Curve],
    points: Sequence[int],
    grid: Fraction,
    powers: Sequence[int],
    units: _Units,
) -> list[int]:
    """h at each point, rounded up: the exact value of each pair that may attain it."""
    at, step = np.array(points), float(grid)
    top = np.full(len(points), -np.inf)
    for curve in curves:
        np.maximum(top, curve.doubles(at, step), out=top)
    found = [0] * len(points)
    error = 4 * max(c.error for c in curves)
    blur = 1 + units.up(
        2 * max((e.width for c in curves for e, _, _ in c.atoms), default=Fraction(0))
    )
    for curve in curves:
        above, below = curve.sums(units)
        for k in np.flatnonzero(curve.doubles(at, step) >= top - error).tolist():
            count = bisect_left(curve.first, -points[k])  # the losses that are certainly above
            value = max(above[count] - units.times(powers[k], below[count]), 0)
            found[k] = max(found[k], value + (blur if curve.near(points[k], count) else 0))
    return found


def _masses(
    places: Sequence[int],
    levels: Sequence[tuple[int, int]],
    values: Sequence[int],
    whole: int,
    units: _Units,
) -> LossMasses:
    """The loss whose profile is convex, is above the values at the levels, and above `whole` at 0.

    From the last level down: the slope to the left of a level is the one that reaches the value at
    the level before, or the slope to the right where that is steeper.  Slopes and `top`, which is
    what the slopes so far reach, are rounded down: the profile stays above the values at the lower
    bounds of the levels, as it falls, and its masses are those of their upper bounds.  What
    rounding leaves as mass moves to a larger loss.
    """
    lower, values = [0, *(lo for lo, _ in levels)], [whole, *values]
    masses: dict[int, int] = {}
    slope, top, kept, noise = 0, values[-1], places[-1], units.up(NOISE)
    for k in range(len(places) - 1, -1, -1):
        width = lower[k + 1] - lower[k]
        steeper = min(slope, ((top - values[k]) << units.bits) // width)
        mass = 1 + units.times(levels[k][1], slope - steeper)
        kept = places[k] if mass > noise else kept
        masses[kept] = masses.get(kept, 0) + (mass if slope != steeper else 0)
        slope, top = steeper, top + units.times(-steeper, width)
    fractions = {i: units.fraction(m) for i, m in masses.items() if m}
    return LossMasses(fractions, units.fraction(values[-1]))


def grid_of(value: Any) -> Fraction:
    """The interval of a distribution, as a positive double: dp_accounting takes no other number."""
    exact = value if isinstance(value, float) else rational("grid", value)
    if not 0 < exact <= COARSEST or not (number := float(exact)):
        raise InvalidValue(
            "grid", value, f"it must be a positive number such as 1e-4, at most {COARSEST}"
        )
    return Fraction(number)
