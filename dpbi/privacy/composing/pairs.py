"""delta of all releases over pairs of datasets: coarse grids first, finer ones where they matter.

A pair whose upper bound is below the largest lower bound of all is looked at no further; what it
had at a smaller epsilon is such a bound, as delta never increases with epsilon.  Pairs that seem to
have the same losses, such as mirror images, are one `PairKind`: what is enclosed is then true of
each of them (`on_grid` takes the mass that all of them have at least).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from dpbi.fields import Balls, Enclosure
from dpbi.privacy.composing.fixed import MOST_CELLS, TooFine, most_cells
from dpbi.privacy.composing.losses import LossLaw
from dpbi.privacy.composing.steps import (
    COARSEST,
    FEW,
    USUAL,
    common_step,
    finer,
    first_step,
    lost_for,
    spare_for,
    words_for,
)
from dpbi.privacy.composing.sums import LossSum

ShareDone: TypeAlias = Callable[[float], object]
"""Called with the part of the work that is done, from 0 to 1."""

ZERO, ONE = Fraction(0), Fraction(1)
UNKNOWN = Enclosure(ZERO, ONE)


@dataclass(eq=False)
class PairKind:
    """Ordered pairs that seem to have the same losses, and what is known of them.

    `exactly` answers without a grid, where outputs are few.  Tails and roundings may lose `lost` of
    the mass, or what goes with the width that is asked for.
    """

    pairs: list[tuple[Any, Any]]
    releases: list[tuple[int, list[LossLaw]]]
    exactly: Callable[[Enclosure], Enclosure] | None = None
    lost: float | None = None
    sum: LossSum | None = None
    common: bool = False
    finest: bool = False
    answered: list[tuple[Fraction, Enclosure]] = field(default_factory=list)

    def enclosed(self, epsilon: Enclosure, F: Balls) -> Enclosure:
        """delta, from the finest grid so far."""
        if self.exactly is not None:
            found = self.exactly(epsilon)
        else:
            found = UNKNOWN if self.sum is None else self.sum.delta(epsilon, F)
        self.answered.append((epsilon.lo, found))
        return found

    def at_most(self, epsilon: Enclosure) -> Fraction:
        """What delta cannot exceed after the answers at smaller epsilons."""
        return min((e.hi for at, e in self.answered if at <= epsilon.lo), default=ONE)

    @property
    def last(self) -> Fraction:
        """The lower end of the last answer."""
        return self.answered[-1][1].lo if self.answered else ZERO

    def refine(self, width: Fraction, goal: Fraction, F: Balls) -> None:
        """A grid on which the width is likely to reach the goal; `finest` where there is none."""
        if self.exactly is not None or self.finest:
            self.finest = True
            return
        if self.sum is not None and (2 * self.sum.open > width or 8 * self.sum.noisy < width):
            self.finest = True
            return
        step = self._next_step(width, goal)
        lost = lost_for(goal) if self.lost is None else self.lost
        k = sum(count for count, _ in self.releases)
        spare = spare_for(lost, k)
        while step is not None and step <= COARSEST:
            cells = 0.0 if self.sum is None else len(self.sum.law) * float(self.sum.step / step)
            try:
                w = words_for(lost, k, cells)
                self.sum = LossSum.of(self.releases, step, spare, w, F)
                return
            except TooFine:
                step = None if self.sum is not None else step * 2
        self.finest = True

    def _next_step(self, width: Fraction, goal: Fraction) -> Fraction | None:
        """The first step, or a finer one; None where none is worth its time."""
        if self.sum is not None:
            return finer(self.sum.step, width, goal, self.sum.law, whole=self.common)
        first = [(k, alike[0]) for k, alike in self.releases]
        usual, common = first_step(first), common_step(first)
        if common is None or common * min(MOST_CELLS, USUAL) <= usual * FEW:
            return usual
        self.common = True
        return common


@dataclass(frozen=True, slots=True)
class LargestComposed:
    """The largest delta of all pairs, and a pair that has at least `lo`."""

    lo: Fraction
    hi: Fraction
    pair: tuple[Any, Any]


def largest_delta(
    kinds: Sequence[PairKind],
    epsilons: Sequence[Enclosure],
    goal: Fraction,
    F: Balls,
    progress: ShareDone | None = None,
) -> list[LargestComposed]:
    """At each epsilon, enclosed to the goal or as closely as grids allow."""
    told = _Told(progress, goal)
    known = _first_look(kinds, epsilons, goal, F, told)
    while True:
        tops = [max(row[j].lo for row in known) for j in range(len(epsilons))]
        open_ = [
            (width, i)
            for i, kind in enumerate(kinds)
            if not kind.finest and (width := _open(known[i], tops, goal)) > 0
        ]
        if not open_:
            break
        told.width(max(open_)[0])
        width, i = max(open_)
        kinds[i].refine(width, goal, F)
        known[i] = [
            Enclosure(max(a.lo, b.lo), max(a.lo, b.lo, min(a.hi, b.hi)))
            for a, b in zip(known[i], (kinds[i].enclosed(e, F) for e in epsilons), strict=True)
        ]
    told.part(1.0)
    return [_of_all(kinds, [row[j] for row in known]) for j in range(len(epsilons))]


def _first_look(
    kinds: Sequence[PairKind],
    epsilons: Sequence[Enclosure],
    goal: Fraction,
    F: Balls,
    told: _Told,
) -> list[list[Enclosure]]:
    """What is known of each kind: on its grid, or from smaller epsilons where it cannot matter.

    The kind that had the largest delta is asked first.
    """
    known: list[list[Enclosure]] = [[] for _ in kinds]
    tops = [ZERO] * len(epsilons)
    order = sorted(range(len(kinds)), key=lambda i: kinds[i].last, reverse=True)
    for done, i in enumerate(order, 1):
        kind = kinds[i]
        if kind.exactly is None and kind.sum is None:
            kind.refine(ONE, goal, F)
        for j, epsilon in enumerate(epsilons):
            most = kind.at_most(epsilon)
            found = Enclosure(ZERO, most) if most <= tops[j] else kind.enclosed(epsilon, F)
            tops[j] = max(tops[j], found.lo)
            known[i].append(found)
        told.part(done / len(kinds) / 2)
    return known


def _open(row: Sequence[Enclosure], tops: Sequence[Fraction], goal: Fraction) -> Fraction:
    """How wide a kind is where it keeps the largest delta from being known; 0 where nowhere."""
    matters = (e.width for e, top in zip(row, tops, strict=True) if e.hi > top + goal)
    return max(matters, default=Fraction(0))


def _of_all(kinds: Sequence[PairKind], found: Sequence[Enclosure]) -> LargestComposed:
    best = max(range(len(kinds)), key=lambda i: found[i].lo)
    return LargestComposed(found[best].lo, max(e.hi for e in found), kinds[best].pairs[0])


def grid_needed(kinds: Sequence[PairKind], width: Fraction, asked: Fraction, goal: Fraction) -> str:
    """What it takes, about, to be as close as was asked, where a finer grid would do.

    The width of an answer falls with the square of the step; `goal` is the width of its deltas.
    """
    if not 0 < asked < width:
        return ""
    grids = [k.sum for k in kinds if k.sum is not None and 2 * k.sum.open <= goal]
    if not grids:
        return ""
    law = max((grid.law for grid in grids), key=len)
    most = most_cells(law.words.shape[1])
    if 2 * len(law) < most:
        return ""
    cells = round(len(law) * math.exp(_log(width / asked) / 2))
    rounded = round(cells, 2 - len(str(cells)))
    return f"a grid of about {rounded:,} cells, and the largest has {most:,}"


def _log(ratio: Fraction) -> float:
    """ln of a rational that may be beyond the doubles, about."""
    return math.log(ratio.numerator) - math.log(ratio.denominator)


@dataclass(eq=False)
class _Told:
    """What a progress callback has been told: never less than before."""

    progress: ShareDone | None
    goal: Fraction
    said: float = 0.0
    widest: float = 0.0

    def part(self, done: float) -> None:
        """So much is done."""
        self.said = max(self.said, min(done, 1.0))
        if self.progress is not None:
            self.progress(self.said)

    def width(self, width: Fraction) -> None:
        """Half was the first look; the rest goes with the logarithm of the width."""
        now = _log(width / self.goal) if width > self.goal else 0.0
        self.widest = max(self.widest, now)
        self.part(0.5 + 0.49 * (1 - now / self.widest if self.widest else 0.0))
