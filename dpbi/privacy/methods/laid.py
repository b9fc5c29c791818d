"""The laws of a mechanism by position: arrays for the filter, exact numbers for the decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpbi.bayes.data import RATIONAL, ROW, check_enumerable
from dpbi.errors import TooLarge
from dpbi.laws.cells import Cells, Relation, from_rows
from dpbi.laws.forms import float_kind
from dpbi.laws.protocol import Mechanism
from dpbi.privacy.pairs import Pairs
from dpbi.privacy.results import Witness

Indices: TypeAlias = NDArray[np.int64]
Doubles: TypeAlias = NDArray[np.float64]

BLOCK = 1 << 18  # entries read together: two megabytes an array


@dataclass(frozen=True, eq=False)
class Laid:
    """Datasets, cells and relation of a mechanism with rational or float probabilities."""

    names: Sequence[Any]
    cells: Cells
    relation: Relation

    @staticmethod
    def of(m: Mechanism) -> Laid | None:
        """The mechanism laid out, where it has probabilities and a table of them fits in memory."""
        if not m.is_given_exactly:
            return None
        if (table := m.laid_out()) is not None:
            return Laid(*table)
        pairs = Pairs(m)
        try:
            rows = _rows(m, pairs.datasets)
            cells = from_rows(m.label, pairs.datasets, rows)
        except TooLarge:
            return None
        place = {x: i for i, x in enumerate(pairs.datasets)}
        near = {(place[x], place[y]) for x, y in pairs.ordered}
        half = tuple(sorted((i, j) for i, j in near if i < j))
        return Laid(pairs.datasets, cells, Relation(len(place), "pairs", half))

    @property
    def comparisons(self) -> int:
        """How many pairs of probabilities there are to compare."""
        return self.relation.number_of_ordered_pairs * len(self.cells.outputs)

    @property
    def counted(self) -> tuple[int, int, int]:
        """Datasets, ordered pairs of neighbours, and outputs that are possible somewhere."""
        possible = int(self.cells.support.any(axis=0).sum())
        return len(self.names), self.relation.number_of_ordered_pairs, possible

    def blocks(self) -> Iterator[tuple[Indices, Indices]]:
        """All ordered pairs as two arrays of positions, a block at a time, in order."""
        count = self.relation.count
        size = max(1, BLOCK // len(self.cells.outputs))
        if self.relation.kind == "all":
            step = max(1, size // count)
            for start in range(0, count, step):
                i = np.arange(start, min(start + step, count))
                first, second = np.repeat(i, count), np.tile(np.arange(count), len(i))
                yield first[first != second], second[first != second]
            return
        ordered = np.array(list(self.relation.both_ways()), dtype=np.int64)
        for start in range(0, len(ordered), size):
            block = ordered[start : start + size]
            yield block[:, 0], block[:, 1]

    def pairs(self) -> Iterator[tuple[Any, Any]]:
        """All ordered pairs of neighbouring datasets."""
        return ((self.names[i], self.names[j]) for i, j in self.relation.both_ways())

    def laws(self) -> dict[Any, dict[Any, Fraction]]:
        """{dataset: {possible output: its exact probability}}."""
        outputs, support = self.cells.outputs, self.cells.support
        return {
            x: {outputs[r]: self.fraction(i, r) for r in np.flatnonzero(support[i]).tolist()}
            for i, x in enumerate(self.names)
        }

    def fraction(self, i: int, r: int) -> Fraction:
        """The exact probability of output r at dataset i."""
        return self.cells.at(int(i), int(r))

    def witness(self, i: int, j: int, r: int) -> Witness:
        """The datasets or outputs at given positions."""
        return Witness(self.names[int(i)], self.names[int(j)], self.cells.outputs[int(r)])


def _rows(m: Any, datasets: Sequence[Any]) -> list[Mapping[Any, Any]]:
    """The rows as they are given, for as long as they fit in memory."""
    rows: list[Mapping[Any, Any]] = []
    entries = 0
    for x in datasets:
        rows.append(row := m.probabilities(x))
        entries += len(row)
        floats = any(float_kind(p) for p in islice(row.values(), 1))
        each = ROW if floats else RATIONAL
        if len(rows) == 1:  # more are asked for one window after the other, not for nothing
            check_enumerable("the rows of all laws", len(datasets) * entries, each)
        check_enumerable("the rows of all laws", entries, each)
    return rows
