"""Scores: what a selection mechanism sees of a dataset, and which datasets are neighbours.

A dataset gives each candidate a score.  Where nothing else is said, the dataset *is* its vector of
scores, and two of them are neighbours if no score differs by more than the sensitivity; with
`monotonic`, only if moreover all scores differ in the same direction, as they do when a record is
added and every record can only raise them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm
from typing import Any, TypeAlias

from dpbi.data import check_enumerable
from dpbi.errors import InvalidValue
from dpbi.mechanisms.base import Mechanism
from dpbi.numbers import positive_rational, rational, whole_number

Vector: TypeAlias = tuple[Fraction, ...]


@dataclass(frozen=True)
class Scores:
    """The score vector of every dataset, and the unordered pairs of neighbours."""

    table: tuple[tuple[Hashable, Vector], ...]
    pairs: tuple[tuple[Hashable, Hashable], ...]

    @staticmethod
    def of(table: Mapping[Any, Iterable[Any]], pairs: Iterable[tuple[Any, Any]]) -> Scores:
        """Any finite score: {dataset: scores of the candidates}, and who neighbours whom."""
        rows = {x: tuple(rational("score", s) for s in row) for x, row in table.items()}
        if len({len(row) for row in rows.values()}) != 1:
            raise InvalidValue("scores", list(map(len, rows.values())), "give as many everywhere")
        for pair in (pairs := tuple(pairs)):
            if not rows.keys() >= set(pair):
                raise InvalidValue("pairs", pair, "name two datasets of the table")
        return Scores(tuple(rows.items()), pairs)

    @staticmethod
    def vectors(
        vectors: Iterable[Iterable[Any]], distance: Any = 1, *, monotonic: bool = False
    ) -> Scores:
        """Datasets that are their score vectors, neighbours within a distance in every score."""
        most = positive_rational("distance", distance)
        rows = [tuple(rational("score", s) for s in v) for v in vectors]
        pairs = []
        for i, x in enumerate(rows):
            for y in rows[:i]:
                steps = [a - b for a, b in zip(x, y, strict=True)]
                one_way = min(steps) >= 0 or max(steps) <= 0
                if max(map(abs, steps)) <= most and (one_way or not monotonic):
                    pairs.append((y, x))
        named = {x: tuple(int(s) if s.denominator == 1 else s for s in x) for x in rows}
        return Scores.of({named[x]: x for x in rows}, [(named[x], named[y]) for x, y in pairs])

    @staticmethod
    def grid(candidates: int, top: int, distance: Any = 1, *, monotonic: bool = False) -> Scores:
        """All vectors of scores 0 .. top."""
        every = product(range(top + 1), repeat=candidates)
        return Scores.vectors(every, distance, monotonic=monotonic)

    @cached_property
    def rows(self) -> dict[Hashable, Vector]:
        """{dataset: its scores}."""
        return dict(self.table)

    @cached_property
    def near(self) -> dict[Hashable, tuple[Hashable, ...]]:
        """{dataset: its neighbours}."""
        near: dict[Hashable, list[Hashable]] = {x: [] for x in self.rows}
        for x, y in self.pairs:
            near[x].append(y)
            near[y].append(x)
        return {x: tuple(ys) for x, ys in near.items()}

    @property
    def sensitivity(self) -> Fraction:
        """The true sensitivity: the largest change of one score between neighbours."""
        changes = (
            abs(a - b)
            for x, y in self.pairs
            for a, b in zip(self.rows[x], self.rows[y], strict=True)
        )
        return max(changes, default=Fraction(0))

    @cached_property
    def monotonic(self) -> bool:
        """Whether all scores differ in one direction wherever two datasets are neighbours."""
        rows = self.rows
        return all(
            min(d) >= 0 or max(d) <= 0
            for x, y in self.pairs
            for d in [[a - b for a, b in zip(rows[x], rows[y], strict=True)]]
        )

    @cached_property
    def unit(self) -> Fraction:
        """The largest 1/d of which every difference of scores is a multiple."""
        return Fraction(1, lcm(*(s.denominator for row in self.rows.values() for s in row)))

    def gaps(self, x: Hashable, *, negate: bool = False) -> list[int]:
        """How far below the best each candidate's score is, in units; `negate`: above the least."""
        row = [-s if negate else s for s in self.rows[x]]
        best = max(row)
        return [int((best - s) / self.unit) for s in row]


def as_scores(value: Any) -> Scores:
    """Scores as they are, as a list of score vectors, or as "3x2": 3 candidates, scores 0 .. 2."""
    if isinstance(value, Scores):
        return value
    if isinstance(value, str):
        candidates, top = (whole_number(part) for part in (*value.split("x"), "", "")[:2])
        if candidates is None or top is None or candidates < 1 or top < 0 or value.count("x") != 1:
            raise InvalidValue("scores", value, 'write "3x2" for 3 candidates with scores 0 .. 2')
        check_enumerable("a vector of scores", candidates)
        check_enumerable("the grid of scores", (top + 1) ** min(candidates, 64))
        return Scores.grid(candidates, top)
    if not isinstance(value, Iterable):
        raise InvalidValue("scores", value, 'write "3x2" for 3 candidates with scores 0 .. 2')
    return Scores.vectors(value)


class OverScores(Mechanism):
    """What the selection mechanisms share: datasets and neighbours are those of the scores."""

    scores: Scores

    def datasets(self) -> Iterator[Any]:
        """The datasets of the table."""
        return iter(self.scores.rows)

    def number_of_datasets(self) -> int:
        """As many as there are rows."""
        return len(self.scores.rows)

    def neighbours(self, x: Any) -> tuple[Any, ...]:
        """The datasets paired with x."""
        return self.scores.near[x]
