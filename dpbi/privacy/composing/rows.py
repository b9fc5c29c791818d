"""Losses of laws with many outputs, all of a pair at once, in doubles whose errors are proved.

The losses of a pair are differences of two rows of logarithms, raised by what they can be off; the
masses are lowered.  COMPOSITION.md, section 7, is the proof: it trusts + - * / and rounding to
nearest, and no function of a library.  Balls do what doubles cannot: masses of more than one word,
and grids so coarse that nothing is gained.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpbi.fields import Balls, Real
from dpbi.privacy.composing.fixed import WORD, TooFine, most_cells
from dpbi.privacy.composing.losses import (
    ALIKE,
    NOTHING,
    Losses,
    LossLaw,
    LossLikeness,
    magnitude,
)

DoubleArray = NDArray[np.float64]

LOWERED = 1 - 2.0**-50  # a mass: eight roundings
SLACK = 1.01  # of sums of a few bounds
LEAST = 2.0**-1000  # a radius that is no double
SHARE_ERROR = 2.0**-47  # of t, of which 28 of these 64 units are needed
HALF = 32  # bits
TOGETHER = 1 << 20  # whole numbers of so many bits: their sums are exact in doubles
FARTHEST = 2.0**22  # cells from 0
COARSEST, STEPS = 256, 10  # the largest step; so often halved it is at most 1/4
FINEST = Fraction(1, 1 << 200)
BLUR = 2.0**20
TERMS = 14  # of (1 - e^-x) / x: the next one is below x^14 / 15!


@dataclass(frozen=True, slots=True, eq=False)
class DoubleRow:
    """A law: logarithms to an absolute error of `off`, masses that are at most the true ones."""

    logs: DoubleArray
    off: float
    masses: DoubleArray
    whole: Real

    @staticmethod
    @np.errstate(all="ignore")  # also where a target has made numpy raise
    def of(law: Mapping[Any, Real], F: Balls) -> DoubleRow | None:
        """None where a logarithm is not a finite number, known well."""
        logs = np.array([float(v.mid()) for v in law.values()])
        off = SLACK * max(float(v.rad()) for v in law.values()) + LEAST
        off += SLACK * 2.0**-52 * float(np.abs(logs).max())
        if not (np.isfinite(logs).all() and off < 2.0**-20):
            return None
        masses = [F.exp(v) for v in law.values()]
        whole = sum(masses, F.rational(0))
        lowered = np.maximum([float(v.lower()) for v in masses], 0.0) * LOWERED
        return DoubleRow(logs, off, lowered, whole)


@dataclass(frozen=True, slots=True, eq=False)
class RowLosses:
    """The losses of two laws with the same outputs, all of which are possible under both.

    `listed` has the same losses in balls; None where these are too many.
    """

    p: DoubleRow
    q: DoubleRow
    zero: Real
    in_balls: Callable[[], Losses]
    few: bool

    def with_words(self, w: int) -> LossLaw:
        """What has masses of w words."""
        return self if w == 1 or not self.few else self.in_balls()

    @property
    def whole(self) -> Real:
        """All of P."""
        return self.p.whole

    @property
    def finite(self) -> Real:
        """No loss is infinite."""
        return self.p.whole

    @property
    def infinite(self) -> Real:
        """The same."""
        return self.zero

    @property
    def loose(self) -> Real:
        """Every loss is known."""
        return self.zero

    @property
    def astray(self) -> Real:
        """Both laws are."""
        return self.zero

    @property
    @np.errstate(all="ignore")
    def raised(self) -> Fraction:
        """By `_losses`, and by `split` as losses are put into cells."""
        losses, slack = self._losses()
        return Fraction(2 * slack + 2.0**-49 * float(np.abs(losses).max()))

    @property
    @np.errstate(all="ignore")
    def blurred(self) -> bool:
        """Whether the losses are so small that doubles hardly tell one from another."""
        size = float(np.abs(self.p.logs - self.q.logs).max())
        return size < BLUR * (self.p.off + self.q.off)

    @property
    @np.errstate(all="ignore")
    def likeness(self) -> LossLikeness:
        """All losses, relative to the largest, and all masses to so many digits."""
        losses = self.p.logs - self.q.logs
        size = float(np.abs(losses).max())
        losses = np.round(losses / (size if size > NOTHING else math.inf), ALIKE) + 0.0
        masses = np.round(np.log2(self.p.masses), ALIKE)
        order = np.lexsort((masses, losses))
        sizes = magnitude(size), magnitude(float(self.whole))
        return losses[order].tobytes(), masses[order].tobytes(), *sizes

    @np.errstate(all="ignore")
    def doubles(self) -> tuple[list[float], list[float]]:
        """The losses and their masses, nearly."""
        return self._losses()[0].tolist(), self.p.masses.tolist()

    @np.errstate(all="ignore")
    def split(self, step: Fraction, w: int, spare: float, F: Balls) -> tuple[dict[int, int], Real]:
        """The masses of split atoms in units, rounded down, by grid point; the largest spread."""
        if not FINEST <= step <= COARSEST:
            return self.in_balls().split(step, w, spare, F)
        losses, masses = self._kept(spare)
        if not len(losses):
            return {}, F.rational(0)
        place = _places(losses, step)
        cell = np.floor(place)
        if cell[-1] - cell[0] >= most_cells(w):
            raise TooFine
        t = _shares(place - cell, float(step), -float(F.expm1(F.rational(-step)).mid()))
        up, down = masses * (t * (1 - SHARE_ERROR)), masses * np.maximum(1 - t - SHARE_ERROR, 0.0)
        first = int(cell[0])
        at = (cell - cell[0]).astype(np.int64)
        units = _units(np.concatenate([at, at + 1]), np.concatenate([down, up]))
        spread = Fraction(min(float((t * (1 - t)).max()) + 2 * SHARE_ERROR, 0.25))
        found = {first + i: n << WORD * (w - 1) for i, n in units.items()}
        return found, F.rational(spread)

    def _losses(self) -> tuple[DoubleArray, float]:
        """The losses, each raised by 0 to 2 * slack; slack."""
        losses = self.p.logs - self.q.logs
        slack = SLACK * (self.p.off + self.q.off + 2.0**-51 * float(np.abs(losses).max()))
        return losses + slack, slack

    def _kept(self, spare: float) -> tuple[DoubleArray, DoubleArray]:
        """In order of loss, without those at either end that have little mass, together."""
        losses, _ = self._losses()
        order = np.argsort(losses, kind="stable")
        losses, masses = losses[order], self.p.masses[order]
        low = int(np.searchsorted(np.cumsum(masses), spare, side="right"))
        high = int(np.searchsorted(np.cumsum(masses[::-1]), spare, side="right"))
        kept = slice(low, max(len(masses) - high, low))
        return losses[kept], masses[kept]


def _places(losses: DoubleArray, step: Fraction) -> DoubleArray:
    """How many steps each loss is from 0, or a little more: times the step, no loss is smaller."""
    place = losses / float(step)
    farthest = float(np.abs(place).max())
    if not farthest <= FARTHEST:
        raise TooFine
    return place + 2.0**-51 * farthest


def _shares(f: DoubleArray, h: float, whole: float) -> DoubleArray:
    """(1 - e^-(f h)) / (1 - e^-h) for 0 <= f < 1, to SHARE_ERROR; `whole` is 1 - e^-h."""
    x = f * (h * 2.0**-STEPS)
    series = np.ones_like(x)
    for j in range(TERMS, 1, -1):
        series = 1 - x * (1 / j) * series
    part = x * series
    for _ in range(STEPS):
        part = part * (2 - part)
    return np.minimum(part / whole, 1.0)


def _units(places: NDArray[np.int64], masses: DoubleArray) -> dict[int, int]:
    """The sums of masses at each place, each mass first rounded down to a multiple of 2^-64."""
    units = np.floor(masses * 2.0**WORD)
    high = np.floor(units * 2.0**-HALF)
    halves, cells = (high, units - high * 2.0**HALF), int(places.max()) + 1
    sums = np.zeros((2, cells), np.int64)
    for first in range(0, len(places), TOGETHER):
        some = slice(first, first + TOGETHER)
        for total, half in zip(sums, halves, strict=True):
            total += np.bincount(places[some], half[some], cells).astype(np.int64)
    there = np.flatnonzero(sums[0] | sums[1])
    tops, rests = (total[there].tolist() for total in sums)
    return {
        i: (top << HALF) + rest for i, top, rest in zip(there.tolist(), tops, rests, strict=True)
    }
