"""Laws of rational or float probabilities beyond memory: a window of datasets at a time.

A mechanism that computes its rows is asked for them in turn.  A window has as many datasets as fit,
with the pairs of neighbours among them that no window before had; each pair is in one window.  The
largest ratio, and the largest delta, are those of the windows, compared exactly, and of equal ones
the first pair counts.  Along a line each row is asked for about once; a relation that leads far
asks for rows again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from dpbi.bayes import data
from dpbi.bayes.data import RATIONAL, ROW
from dpbi.fields import ExactNumber
from dpbi.laws.cells import Relation, from_rows
from dpbi.laws.forms import Exact, float_kind
from dpbi.privacy.methods.excess import Excess
from dpbi.privacy.methods.laid import Laid
from dpbi.privacy.pairs import Pairs
from dpbi.privacy.results import Divergence

WINDOW = 20
"""Part of the memory that the rows of one window take; two are held, and what is made of them."""


@dataclass
class Windows:
    """The laws of a mechanism, window by window; what was seen of all of them is kept."""

    mechanism: Exact
    memory: int | None = None
    pairs: Pairs = field(init=False)
    deviation: Fraction | None = None
    _outputs: dict[Any, None] = field(default_factory=dict)
    _last: dict[int, Mapping[Any, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pairs = Pairs(self.mechanism)

    @property
    def counted(self) -> tuple[int, int, int]:
        """Datasets, ordered pairs, and outputs that were possible somewhere."""
        return len(self.pairs.datasets), self.pairs.number, len(self._outputs)

    def __iter__(self) -> Iterator[Laid]:
        """Tables with the pairs that are to be compared; last, datasets without neighbours."""
        most, members, near = self._most(), dict[int, None](), list[tuple[int, int]]()
        first, second = self.pairs.positions
        once = first < second
        seen = set[int]()
        for i, j in zip(first[once].tolist(), second[once].tolist(), strict=True):
            if len(members) + (i not in members) + (j not in members) > most:
                yield self._laid(list(members), near)
                seen.update(members)
                members, near = {}, []
            members[i] = members[j] = None
            near.append((i, j))
        yield self._laid(list(members), near)
        seen.update(members)
        for i in range(len(self.pairs.datasets)):
            if i not in seen:
                self._laid([i], [])

    def _most(self) -> int:
        """How many datasets are in a window; two at least."""
        row = self._row(0)
        each = ROW if any(map(float_kind, row.values())) else RATIONAL
        memory = data.MEMORY // WINDOW if self.memory is None else self.memory
        return max(2, memory // (each * max(1, len(row))))

    def _row(self, i: int) -> Mapping[Any, Any]:
        row: Mapping[Any, Any] | None = self._last.get(i)
        return self.mechanism.probabilities(self.pairs.datasets[i]) if row is None else row

    def _laid(self, members: list[int], near: list[tuple[int, int]]) -> Laid:
        """The table of some datasets, checked, and their pairs by their places in it."""
        members.sort()
        self._last = {i: self._row(i) for i in members}
        names = [self.pairs.datasets[i] for i in members]
        cells = from_rows(self.mechanism.label, names, list(self._last.values()))
        held = np.flatnonzero(cells.support.any(axis=0)).tolist()
        self._outputs.update((cells.outputs[r], None) for r in held)
        if cells.deviation is not None:
            self.deviation = max(self.deviation or cells.deviation, cells.deviation)
        place = {i: k for k, i in enumerate(members)}
        pairs = sorted((place[i], place[j]) for i, j in near)
        return Laid(names, cells, Relation(len(names), "pairs", tuple(pairs)))


@dataclass(frozen=True)
class StreamedExcess:
    """delta(epsilon) over all ordered pairs, all levels window by window."""

    mechanism: Exact
    memory: int | None = None

    def profile(self, levels: Sequence[ExactNumber], tolerance: Fraction) -> list[Divergence]:
        """delta at each level, to the tolerance."""
        windows = Windows(self.mechanism, self.memory)
        found: list[Divergence] = []
        for laid in windows:
            here = Excess(laid).profile(levels, tolerance)
            found = [_larger(a, b) for a, b in zip(found, here, strict=True)] if found else here
        return [replace(d, deviation=windows.deviation, counted=windows.counted) for d in found]


def _larger(one: Divergence, two: Divergence) -> Divergence:
    """The bounds of the larger of two, with the pair that attains the lower one."""
    best = two if two.lo > one.lo else one
    trusts = tuple(dict.fromkeys((*one.trusts, *two.trusts)))
    return replace(best, hi=max(one.hi, two.hi), trusts=trusts)
