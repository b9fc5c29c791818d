"""The laws of a mechanism at all its datasets, and the ordered neighbouring pairs, checked.

`Pairs` lists them.  Nothing is sampled: an audit goes through every ordered pair.  What breaks the
protocol is refused with the dataset that shows it: a neighbour that is not a dataset, a relation
that is not symmetric, a probability that is not a number.

The same laws by position, as arrays, are in `methods/laid.py`.  Here arrays are made only when they
are asked for: loading numpy takes longer than a small question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from dpbi.bayes.data import check_enumerable
from dpbi.errors import BadMechanism, TooLarge, brief
from dpbi.fields import Balls, Real
from dpbi.laws.protocol import Mechanism
from dpbi.support.progress import counted

if TYPE_CHECKING:
    from dpbi.laws.cells import Relation
    from dpbi.privacy.methods.laid import Indices

DATASETS_LIMIT = 200_000
FEW = 20_000
"""Pairs times outputs up to which balls alone are quick."""
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

    @property
    def number(self) -> int:
        """How many ordered pairs of neighbours there are."""
        if (by_rule := self._by_rule) is not None:
            return by_rule.number_of_ordered_pairs
        return sum(map(len, self._near))

    @property
    def places(self) -> Iterator[tuple[int, int]]:
        """All ordered pairs of neighbours by the places of the two in `datasets`, in order."""
        if (by_rule := self._by_rule) is not None:
            first, second = by_rule.positions()
            return zip(first.tolist(), second.tolist(), strict=True)
        return ((i, j) for i, near in enumerate(self._near) for j in near)

    @cached_property
    def positions(self) -> tuple[Indices, Indices]:
        """The same as two arrays."""
        import numpy as np

        if (by_rule := self._by_rule) is not None:
            return by_rule.positions()
        counts = [len(near) for near in self._near]
        second = np.fromiter((j for near in self._near for j in near), np.int64, sum(counts))
        return np.repeat(np.arange(len(counts)), counts), second

    @property
    def counted(self) -> Counted:
        """How much there is: datasets, ordered pairs, outputs; None before any law was made."""
        for laws in self._laws.values():
            return len(self.datasets), self.number, len(set().union(*laws.values()))
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
        numbers = self._row_numbers(F)
        if len(set(numbers)) == len(numbers):
            return self.ordered
        first, second = self.first_of(numbers)
        return [
            (self.datasets[i], self.datasets[j])
            for i, j in zip(first.tolist(), second.tolist(), strict=True)
        ]

    def different_positions(self, F: Balls) -> tuple[Indices, Indices]:
        """The same by the places of the two in `datasets`."""
        return self.first_of(self._row_numbers(F))

    def _row_numbers(self, F: Balls) -> list[int]:
        """One number for each dataset: the same for the same rows of balls."""
        laws, seen = self.laws(F), _Seen()
        return [seen.number(laws[x]) for x in self.datasets]

    def first_of(self, numbers: Sequence[int]) -> tuple[Indices, Indices]:
        """The first pair of all those whose two datasets have the same numbers, in order."""
        import numpy as np

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

    @property
    def _by_rule(self) -> Relation | None:
        """The same where it is a rule and no list."""
        relation = self._relation
        return None if relation is None or relation.kind == "pairs" else relation

    def _check(self) -> None:
        if (by_rule := self._by_rule) is not None:
            check_enumerable("the list of neighbouring pairs", by_rule.number_of_ordered_pairs)
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
