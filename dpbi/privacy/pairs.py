"""The laws of a mechanism at all its datasets, and the ordered neighbouring pairs, checked.

`Pairs` lists them.  Nothing is sampled: an audit goes through every ordered pair.  What breaks the
protocol is refused with the dataset that shows it: a neighbour that is not a dataset, a relation
that is not symmetric, a probability that is not a number.

`Laid` has the same laws by position: arrays for the filter, exact numbers for the decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpbi.bayes.data import RATIONAL, ROW, check_enumerable
from dpbi.errors import BadMechanism, TooLarge, brief
from dpbi.fields import Balls, Real
from dpbi.laws.cells import Cells, Relation, from_rows
from dpbi.laws.forms import float_kind
from dpbi.laws.protocol import Mechanism
from dpbi.privacy.results import Witness
from dpbi.support.progress import counted

DATASETS_LIMIT = 200_000
Counted: TypeAlias = tuple[int, int, int] | None
"""Datasets, ordered pairs of neighbours, and outputs possible somewhere, where they are known."""


class Pairs:
    """The datasets and the neighbour relation of a mechanism."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.datasets = self._enumerate()
        self._laws: dict[Balls, dict[Any, Mapping[Any, Real]]] = {}
        self._check()

    def _enumerate(self) -> list[Any]:
        """All datasets; refused, before anything is built, where they are too many."""
        size = self.mechanism.number_of_datasets()
        most = 0 if size > DATASETS_LIMIT else DATASETS_LIMIT + 1
        listed = list(islice(self.mechanism.datasets(), most))
        if (count := max(size, len(listed))) > DATASETS_LIMIT:
            raise TooLarge("the list of datasets", count, DATASETS_LIMIT, "datasets", each=0)
        return listed

    @cached_property
    def ordered(self) -> list[tuple[Any, Any]]:
        """All ordered pairs of neighbours."""
        return [(self.datasets[i], self.datasets[j]) for i, j in self.places]

    @cached_property
    def positions(self) -> tuple[Indices, Indices]:
        """All ordered pairs of neighbours by the places of the two in `datasets`, in order."""
        if isinstance(relation := self._relation, Relation) and relation.kind != "pairs":
            return relation.positions()
        counts = [len(near) for near in self._near]
        second = np.fromiter((j for near in self._near for j in near), np.int64, sum(counts))
        return np.repeat(np.arange(len(counts)), counts), second

    @property
    def places(self) -> Iterator[tuple[int, int]]:
        """The same one by one: integers are quick to look up."""
        first, second = self.positions
        return zip(first.tolist(), second.tolist(), strict=True)

    @property
    def counted(self) -> Counted:
        """How much there is: datasets, ordered pairs, outputs; None before any law was made."""
        for laws in self._laws.values():
            return len(self.datasets), len(self.positions[0]), len(set().union(*laws.values()))
        return None

    def laws(self, F: Balls) -> dict[Any, Mapping[Any, Real]]:
        """{dataset: {output: ln of its probability}} in balls, each a finite number; kept."""
        if F in self._laws:
            return self._laws[F]
        check_enumerable(
            "the table of all laws", len(self.datasets) * self.mechanism.number_of_outputs()
        )
        result: dict[Any, Mapping[Any, Real]] = {}
        with F.scope():
            for x in counted("laws", self.datasets):
                result[x] = law = law_at(self.mechanism, x, F)
                if len(result) == 1:
                    check_enumerable("the table of all laws", len(self.datasets) * len(law))
        self._laws = {F: result}  # only the last precision: tables are large
        return result

    def different(self, F: Balls) -> list[tuple[Any, Any]]:
        """Ordered pairs of neighbours, the first of all those that have the same two rows of balls.

        Whatever is concluded from the balls of one pair is concluded from those of the others.
        """
        first, second = self.different_positions(F)
        return [
            (self.datasets[i], self.datasets[j])
            for i, j in zip(first.tolist(), second.tolist(), strict=True)
        ]

    def different_positions(self, F: Balls) -> tuple[Indices, Indices]:
        """The same by the places of the two in `datasets`."""
        laws, seen = self.laws(F), _Seen()
        return self.first_of([seen.number(laws[x]) for x in self.datasets])

    def first_of(self, numbers: Sequence[int]) -> tuple[Indices, Indices]:
        """The first pair of all those whose two datasets have the same numbers, in order."""
        (first, second), number = self.positions, np.array(numbers, dtype=np.int64)
        if len(set(numbers)) == len(numbers):
            return first, second
        codes = number[first] * (int(number.max()) + 1) + number[second]
        kept = np.sort(np.unique(codes, return_index=True)[1])
        return first[kept], second[kept]

    @cached_property
    def _relation(self) -> Relation | None:
        """Who neighbours whom, where that was checked when the mechanism was made."""
        relation: Relation | None = self.mechanism.known_relation
        return relation

    def _check(self) -> None:
        if self._relation is not None and self._relation.kind != "pairs":
            check_enumerable(
                "the list of neighbouring pairs", self._relation.number_of_ordered_pairs
            )
            return
        label, place = self.mechanism.label, {x: i for i, x in enumerate(self.datasets)}
        if len(place) < len(self.datasets):
            raise BadMechanism(label, "it lists a dataset twice")
        self._near: list[dict[int, None]] = []
        found = 0
        for i, x in enumerate(self.datasets):
            near: dict[int, None] = {}
            for y in self.mechanism.neighbours(x):
                if (j := place.get(y)) is None:
                    raise BadMechanism(label, f"its neighbour {y} is not one of the datasets", x)
                near[j] = None
            near.pop(i, None)
            self._near.append(near)
            found += len(near)
            check_enumerable("the list of neighbouring pairs", found)
        for i, near in enumerate(self._near):
            if (j := next((j for j in near if i not in self._near[j]), None)) is not None:
                x, y = self.datasets[i], self.datasets[j]
                raise BadMechanism(label, f"{y} is its neighbour, but not the other way", x)
        if not any(self._near):
            raise BadMechanism(label, "no two of its datasets are neighbours")


def law_at(m: Mechanism, x: Any, F: Balls) -> dict[Any, Real]:
    """{output: ln of its probability} at one dataset, in balls, each a finite number."""
    law = dict(m.log_pmf(x, F))
    for r, p in list(law.items()):
        if r is None:
            raise BadMechanism(m.label, "None cannot be an output: name it", x)
        if not p.is_finite():
            if p < 0 and not p.is_nan():
                del law[r]  # ln 0: the output is impossible
                continue
            raise BadMechanism(
                m.label,
                f"output {brief(r)} has no probability, or none that balls can hold",
                x,
            )
    if not law:
        raise BadMechanism(m.label, "no output is possible", x)
    return law


class _Seen:
    """Rows of balls by number: one number for rows that are the same, ball by ball."""

    def __init__(self) -> None:
        self.rows: list[Mapping[Any, Real]] = []
        self._near: dict[Any, list[int]] = {}

    def number(self, row: Mapping[Any, Real]) -> int:
        """The number of this row; doubles find the few that can be the same."""
        near = self._near.setdefault((tuple(row), tuple(map(float, row.values()))), [])
        for i in near:
            if all(map(_same, row.values(), self.rows[i].values())):
                return i
        self.rows.append(row)
        near.append(len(self.rows) - 1)
        return near[-1]


def _same(a: Real, b: Real) -> bool:
    """Whether two balls have one midpoint and one radius; these are exact, so == decides."""
    return bool(a.mid() == b.mid() and a.rad() == b.rad())


def losses(p: Mapping[Any, Real], q: Mapping[Any, Real]) -> Iterator[tuple[Any, Real]]:
    """(r, ln p(r) - ln q(r)) over the outputs that are possible under both."""
    for r, a in p.items():
        if (b := q.get(r)) is not None:
            yield r, a - b


def only_under_first(p: Mapping[Any, Real], q: Mapping[Any, Real]) -> Any:
    """An output that is possible under p and impossible under q, or None."""
    if p.keys() <= q.keys():
        return None
    return next(r for r in p if r not in q)


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


def normalised(pairs: Pairs, F: Balls) -> dict[Any, dict[Any, Real]]:
    """The logarithms of the laws, each row divided by its exact sum.

    A Renyi divergence near order 1 is the logarithm of a sum divided by almost 0: of a row that
    misses 1 by a rounding it would say nothing about privacy.
    """
    laws, m = pairs.laws(F), pairs.mechanism
    if not m.deviation():
        return {x: dict(law) for x, law in laws.items()}
    with F.scope():
        shifts = {x: F.log(F.rational(m.row_sum(x))) for x in laws}
        return {x: {r: p - shifts[x] for r, p in law.items()} for x, law in laws.items()}
