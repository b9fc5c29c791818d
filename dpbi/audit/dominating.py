"""A pair of distributions that dominates every pair of neighbours of a mechanism.

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

from dpbi.audit.pairs import Pairs
from dpbi.errors import InvalidValue, TooLarge
from dpbi.numbers import Balls, Enclosure

FARTHEST = Fraction(600)  # e^600, and its quotient with any mass, are doubles
MOST_POINTS = 1 << 15  # at which h is computed; a finer grid is used at every so many points
MOST_CELLS = 50_000_000  # of the grid: dp_accounting holds a double for each
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
        laws = {
            x: {r: F.enclosure(F.exp(a)) for r, a in law.items()}
            for x, law in pairs.laws(F).items()
        }
        atoms = sum(len(laws[x]) for x, _ in pairs.ordered)
        if atoms > MOST_ATOMS:
            raise TooLarge("the losses of all pairs", atoms, MOST_ATOMS, each=600)
        curves = [_Curve.of(laws[x], laws[y], F) for x, y in pairs.ordered]
        points = _points(max(c.farthest for c in curves), grid)
        powers = [F.enclosure(F.exp(F.rational(i * grid))) for i in points]
        inverses = [F.enclosure(F.exp(F.rational(-i * grid))) for i in points]
    above = _largest(curves, points, grid, powers)
    least = min(sum(p.lo for p in law.values()) for law in laws.values())
    most = max(sum((p.hi for p in law.values()), Fraction(0)) for law in laws.values())
    below = [most - e.lo * least + e.hi * h for e, h in zip(inverses, above, strict=True)]
    places = [-i for i in points[:0:-1]] + points
    levels = [e.lo for e in inverses[:0:-1]] + [e.lo for e in powers]
    return _masses(places, levels, below[:0:-1] + above, most)


@dataclass(frozen=True, slots=True)
class _Curve:
    """H of one pair: atoms by descending loss, with the sums of P and Q over the first so many.

    Sums of P are rounded up, those of Q down.  `losses` are lower ends; `blur` is the widest
    enclosure of a loss: an atom left out although its loss is above may add so much.
    """

    losses: list[Fraction]
    above: list[Fraction]
    below: list[Fraction]
    blur: Fraction
    farthest: Fraction

    @staticmethod
    def of(p: Mapping[Any, Enclosure], q: Mapping[Any, Enclosure], F: Balls) -> _Curve:
        lost = sum((a.hi for r, a in p.items() if r not in q), Fraction(0))
        atoms = []
        for r, a in p.items():
            if r in q:
                loss = F.enclosure(F.log(F.from_enclosure(a) / F.from_enclosure(q[r])))
                if loss.hi > FARTHEST:
                    lost += a.hi
                else:
                    atoms.append((loss, a.hi, q[r].lo))
        atoms.sort(key=lambda atom: -atom[0].lo)
        return _Curve(
            [-loss.lo for loss, _, _ in atoms],
            list(accumulate((a for _, a, _ in atoms), initial=lost)),
            list(accumulate((b for _, _, b in atoms), initial=Fraction(0))),
            max((loss.width for loss, _, _ in atoms), default=Fraction(0)),
            max((loss.hi for loss, _, _ in atoms), default=Fraction(0)),
        )

    def at(self, epsilon: Fraction, power: Enclosure) -> Fraction:
        """An upper bound of H(e^epsilon)."""
        count = bisect_left(self.losses, -epsilon)  # the losses that are certainly above
        near = count < len(self.losses) and -self.losses[count] + self.blur > epsilon
        value = self.above[count] - power.lo * self.below[count]
        return max(value, Fraction(0)) + (self.blur * 2 if near else 0)

    def doubles(self, epsilons: NDArray[np.float64]) -> NDArray[np.float64]:
        """H at all points, nearly."""
        losses, above, below = (
            np.array([float(v) for v in part]) for part in (self.losses, self.above, self.below)
        )
        count = np.searchsorted(losses, -epsilons, side="left")
        return np.asarray(above[count] - np.exp(epsilons) * below[count])

    @property
    def error(self) -> float:
        """More than `doubles` can be off: sums of so many terms, and e^epsilon to 700 roundings."""
        return (len(self.losses) + 4000) * 2.0**-51


def _points(farthest: Fraction, grid: Fraction) -> list[int]:
    """Indices from 0 to the first that no finite loss exceeds, in equal steps but for the last."""
    last = check_cells(farthest, grid)
    return [*range(0, last, -(-last // MOST_POINTS)), last]


def check_cells(farthest: Fraction, grid: Fraction) -> int:
    """The grid point that no finite loss exceeds; refused where the library would hold too many."""
    last = max(1, (farthest / grid).__ceil__())
    if 2 * last > MOST_CELLS:
        what, advice = "the privacy loss distribution", "use a coarser grid"
        raise TooLarge(what, 2 * last, MOST_CELLS, "cells", 8, advice)
    return last


def _largest(
    curves: Sequence[_Curve], points: Sequence[int], grid: Fraction, powers: Sequence[Enclosure]
) -> list[Fraction]:
    """h at each point, rounded up: the exact value of each pair that may attain it."""
    at = np.array([float(i * grid) for i in points])
    top = np.full(len(points), -np.inf)
    for curve in curves:
        np.maximum(top, curve.doubles(at), out=top)
    found = [Fraction(0)] * len(points)
    error = 4 * max(c.error for c in curves)
    for curve in curves:
        for k in np.flatnonzero(curve.doubles(at) >= top - error).tolist():
            found[k] = max(found[k], curve.at(points[k] * grid, powers[k]))
    return found


def _masses(
    places: Sequence[int], levels: Sequence[Fraction], values: Sequence[Fraction], whole: Fraction
) -> LossMasses:
    """The loss whose profile is convex, is above the values at the levels, and above `whole` at 0.

    From the last level down: the slope to the left of a level is the one that reaches the value at
    the level before, or the slope to the right where that is steeper.  Slopes are rounded down, so
    that they stay short.  What rounding leaves as mass moves to a larger loss.
    """
    levels, values = [Fraction(0), *levels], [whole, *values]
    masses: dict[int, Fraction] = {}
    slope, top, kept = Fraction(0), values[-1], places[-1]
    for k in range(len(places) - 1, -1, -1):
        width = levels[k + 1] - levels[k]
        steeper = _down(min(slope, (top - values[k]) / width))
        mass = levels[k + 1] * (slope - steeper)
        kept = places[k] if mass > NOISE else kept
        masses[kept] = masses.get(kept, Fraction(0)) + mass
        slope, top = steeper, top - steeper * width
    return LossMasses({i: m for i, m in masses.items() if m}, values[-1])


def _down(value: Fraction) -> Fraction:
    """The next multiple of 2^-1400 below: e^-600 is about 2^-866."""
    return Fraction((value * (1 << 1400)).__floor__(), 1 << 1400)


def grid_of(value: Any) -> Fraction:
    """The interval of a distribution, a positive double as dp_accounting takes it."""
    number = float(value) if isinstance(value, (int, float, Fraction)) else float("nan")
    if isinstance(value, bool) or not 0 < number < float("inf"):
        raise InvalidValue("grid", value, "it must be a positive number such as 1e-4")
    return Fraction(number)
