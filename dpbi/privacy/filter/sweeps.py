"""Pairs that are asked again and again, at other levels each time, while they become fewer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from dpbi.privacy.filter.arithmetic import require_ieee
from dpbi.privacy.filter.deltas import first_bounds, simplex_bounds, term_bounds
from dpbi.privacy.filter.line import Line, unsummed
from dpbi.privacy.filter.problem import Counts, Problem
from dpbi.privacy.filter.simplex import Corner, corner
from dpbi.privacy.filter.tables import Array


class Sweep(Protocol):
    """Pairs, and bounds of the delta of each."""

    @property
    def model(self) -> Line | Corner: ...

    def bounds(self, scale: Array, threads: int) -> tuple[Array, Array]:
        """Bounds [.., e] for factors e; 0 for places without a pair."""

    def only(self, keep: Array) -> Sweep:
        """The pairs where `keep`, an array of the shape of the bounds of one level."""

    def finer(self) -> Sweep | None:
        """The same pairs with narrower bounds, if there are any."""

    def pairs(self) -> Iterator[tuple[Counts, Counts]]:
        """The pairs that are left, one for each of those that symmetry makes alike."""


@dataclass(frozen=True)
class LineSweep:
    """k = 2: the pairs (i, i + 1) and (i + 1, i), for i in `index`."""

    model: Line
    index: Array
    wanted: Array
    fine: bool = False

    def bounds(self, scale: Array, threads: int) -> tuple[Array, Array]:
        """All at once, or term by term."""
        wanted = np.repeat(self.wanted[..., None], len(scale), axis=2)
        if self.fine:
            return term_bounds(self.model, self.index, wanted, scale)
        low, high = first_bounds(self.model, self.index, scale, threads)
        return np.where(wanted, low, 0.0), np.where(wanted, high, 0.0)

    def only(self, keep: Array) -> LineSweep:
        """The pairs that are kept."""
        keep = keep & self.wanted
        rows = keep.any(axis=1)
        return replace(self, index=self.index[rows], wanted=keep[rows])

    def finer(self) -> LineSweep | None:
        """Term by term."""
        return None if self.fine else replace(self, fine=True)

    def pairs(self) -> Iterator[tuple[Counts, Counts]]:
        """By index."""
        for p, turn in np.argwhere(self.wanted).tolist():
            i = int(self.index[p])
            yield self.model.counts(i + turn), self.model.counts(i + 1 - turn)


@dataclass(frozen=True)
class CornerSweep:
    """k >= 3: the pairs from the representative i to to[i, j], where h > 0."""

    model: Corner
    to: Array
    h: Array

    def bounds(self, scale: Array, threads: int) -> tuple[Array, Array]:
        """Term by term."""
        return simplex_bounds(self.model, self.to, self.h, scale, threads)

    def only(self, keep: Array) -> CornerSweep:
        """The pairs that are kept."""
        return replace(self, h=np.where(keep, self.h, -1.0))

    def finer(self) -> None:
        """There is nothing finer."""

    def pairs(self) -> Iterator[tuple[Counts, Counts]]:
        """By representative."""
        for i, j in np.argwhere(self.h > 0).tolist():
            yield (
                tuple(self.model.space.representatives[i].tolist()),
                tuple(self.to[i, j].tolist()),
            )


def sweep_pairs(problem: Problem, threads: int) -> Sweep:
    """All pairs, one for each of those that symmetry makes alike."""
    require_ieee()
    if len(problem.prior) > 2:
        return CornerSweep(*corner(problem, threads))
    n = problem.n
    index = np.arange((n + 1) // 2 if problem.prior[0] == problem.prior[1] else n)
    return LineSweep(unsummed(problem, threads), index, np.ones((len(index), 2), bool))
