"""The contents of a table: its numbers, checked once, and its neighbour relation.

`Cells` has one row per dataset and one column per output.  `matrix` holds the doubles nearest to
the probabilities, for the filter of the audit.  Where every entry is a float they are the
probabilities themselves; otherwise `entries` holds the exact values.  Row sums of floats are first
computed in doubles, with compensation; the rows that may be the furthest from 1 are then summed
exactly.

`Relation` says who neighbours whom, in the ways people write it down:

    "line"                  each dataset and the next one, in the order listed
    "all"                   every two datasets
    [("a", "b"), ..]        these pairs, both ways round
    {"a": ["b"], ..}        what each dataset neighbours; must be symmetric
    function(x)             the same, as a function

A relation is kept as positions, so that a line of a thousand datasets costs nothing to check.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpbi.bayes.data import DOUBLE, IN_TURN, RATIONAL, check_enumerable
from dpbi.errors import BadMechanism, brief
from dpbi.fields.balls import filters_hold
from dpbi.laws.foreign import Blame
from dpbi.laws.forms import (
    PER_OUTPUT,
    allowed_deviation,
    check_deviation,
    checked_row,
    exact_sum,
    float_kind,
)
from dpbi.support import arguments

NORMAL = 2.0**-1000
"""Positive entries of at least this size are rounded to doubles with a relative error of 2^-53."""

_FLOAT_TYPES: set[type] = {float, np.float64}


@dataclass(frozen=True, eq=False)
class Cells:
    """Probabilities by position.

    `entries` is None where the matrix is exact.  `deviation` is the largest |row sum - 1| where
    floats occur, None where none does; `kind` says of which type the floats are.
    """

    outputs: tuple[Any, ...]
    matrix: NDArray[np.float64]
    support: NDArray[np.bool_]
    entries: list[list[Fraction | float]] | None
    deviation: Fraction | None
    kind: str = ""

    def at(self, i: int, j: int) -> Fraction:
        """The exact probability of output j at dataset i."""
        value = float(self.matrix[i, j]) if self.entries is None else self.entries[i][j]
        return Fraction(value)

    def ratio_at(self, i: int, j: int) -> tuple[int, int]:
        """The same as a numerator and a denominator."""
        value = float(self.matrix[i, j]) if self.entries is None else self.entries[i][j]
        return value.as_integer_ratio()

    def sum(self, i: int, outputs: NDArray[np.int64]) -> Fraction:
        """The exact probability of a set of outputs, by position, at dataset i."""
        if self.entries is None:
            return _sum_of_doubles(self.matrix[i, outputs])
        return exact_sum(Fraction(self.entries[i][j]) for j in outputs.tolist())

    def row(self, i: int) -> list[Any]:
        """The row of dataset i as it was given: Fractions and floats."""
        if self.entries is None:
            return list(self.matrix[i].tolist())
        return list(self.entries[i])

    @property
    def rounding(self) -> bool:
        """Whether the matrix differs from the probabilities by rounding to doubles."""
        return self.entries is not None

    @property
    def within_range(self) -> bool:
        """Whether that rounding is known to be relative: no entry is as small as underflow."""
        if self.entries is None:
            return True
        smallest = self.matrix[self.support].min(initial=1.0)
        return bool(smallest >= NORMAL)


def from_rows(label: str, datasets: Sequence[Any], rows: Sequence[Mapping[Any, Any]]) -> Cells:
    """The cells of rows that may list their outputs in any order, or leave impossible ones out."""
    outputs: dict[Any, None] = {}
    for row in rows:
        if row.keys() != outputs.keys():
            outputs.update(dict.fromkeys(row))
    check_outputs(label, outputs)
    types = set().union(*(set(map(type, row.values())) for row in rows))
    doubles = bool(types & _FLOAT_TYPES and types <= _FLOAT_TYPES | {int})
    size = len(rows) * len(outputs)
    check_enumerable("the table of all laws", size, DOUBLE if doubles else RATIONAL, advice=IN_TURN)
    if doubles:
        with suppress(OverflowError):  # an integer beyond the doubles is refused by its exact value
            return from_floats(label, datasets, tuple(outputs), _matrix(rows, outputs), "float")
    return _mixed(label, datasets, tuple(outputs), rows)


@np.errstate(all="ignore")  # what the caller has set is about the caller's numbers
def from_floats(
    label: str,
    datasets: Sequence[Any],
    outputs: tuple[Any, ...],
    matrix: NDArray[np.float64],
    kind: str,
) -> Cells:
    """The cells of a matrix of doubles, each taken as the number that it is."""
    _check_numbers(label, datasets, outputs, matrix)
    most = allowed_deviation([kind], matrix.shape[1])
    found = [(_deviation(matrix[i]), i) for i in _furthest(matrix)]
    deviation, worst = max(found, key=lambda pair: abs(pair[0]))
    check_deviation(label, datasets[worst], deviation, most)
    matrix.setflags(write=False)
    return Cells(outputs, matrix, matrix > 0, None, abs(deviation), kind)


def check_outputs(label: str, outputs: Iterable[Any]) -> None:
    """Refuse outputs that cannot be told apart or read."""
    seen = set()
    for r in outputs:
        if r is None:
            raise BadMechanism(label, "None cannot be an output: give it a name")
        if not isinstance(r, Hashable):
            told = f"output {brief(r)} is not hashable: write it as a tuple or text"
            raise BadMechanism(label, told)
        if r in seen:
            raise BadMechanism(label, f"it lists output {brief(r)} twice")
        seen.add(r)
    if not seen:
        raise BadMechanism(label, "it has no outputs")


def _matrix(rows: Sequence[Mapping[Any, Any]], outputs: Mapping[Any, None]) -> NDArray[np.float64]:
    names = list(outputs)
    matrix = np.zeros((len(rows), len(names)))
    for i, row in enumerate(rows):
        same = len(row) == len(names) and list(row) == names
        matrix[i] = list(row.values()) if same else [row.get(r, 0.0) for r in names]
    return matrix


def _check_numbers(
    label: str, datasets: Sequence[Any], outputs: tuple[Any, ...], matrix: NDArray[np.float64]
) -> None:
    """Refuse what is not a probability, with the first place where it occurs."""
    for wrong, said in (
        (~np.isfinite(matrix), "not a number to work with"),
        (matrix < 0, "below zero"),
    ):
        if wrong.any():
            i, j = (int(v) for v in np.argwhere(wrong)[0])
            told = f"output {brief(outputs[j])} has probability {matrix[i, j]}, {said}"
            raise BadMechanism(label, told, datasets[i], outputs[j])
    large = np.flatnonzero(matrix.max(axis=1) > 2)  # so large that sums may overflow
    if large.size:
        i = int(large[0])
        total = exact_sum(map(Fraction, matrix[i].tolist()))
        check_deviation(label, datasets[i], total - 1, Fraction(1))


def _furthest(matrix: NDArray[np.float64]) -> list[int]:
    """The rows whose sums may be the furthest from 1, by compensated sums of all rows at once.

    Ogita, Rump and Oishi 2005, Sum2: the plain sum s of m entries p >= 0, and the errors of its
    additions summed apart, c, give the sum up to u |s + c| + (m u / (1 - m u))^2 sum p, u = 2^-53;
    the first term is their last addition, which is not made here.  Instead s - 1 rounds by at most
    u |s - 1|, and adding c by u |s - 1 + c|, with |c| <= m u sum p.  As sum p < 2, all of it is
    below 4 (m u)^2 + 4 u |d| for the distance d that is found.
    """
    if not filters_hold():
        return list(range(matrix.shape[0]))
    total = np.zeros(matrix.shape[0])
    rest = np.zeros(matrix.shape[0])
    for column in matrix.T:
        new = total + column
        back = new - total
        rest += (total - (new - back)) + (column - back)
        total = new
    found = np.abs((total - 1.0) + rest)
    slack = 4 * (matrix.shape[1] * 2.0**-53) ** 2 + 4 * 2.0**-53 * found
    least = np.max(found - slack)
    return [int(i) for i in np.flatnonzero(found + slack >= least)]


def _deviation(row: NDArray[np.float64]) -> Fraction:
    """The sum less 1, exactly."""
    return _sum_of_doubles(row) - 1


def _sum_of_doubles(row: NDArray[np.float64]) -> Fraction:
    """The sum, exactly: whole multiples of the least power of two among the entries."""
    parts, exponents = np.frexp(row[row != 0])
    least = int(exponents.min(initial=0))
    units = (parts * 2.0**53).astype(np.int64).tolist()
    shifts = (exponents - least).tolist()
    total: int = sum(u << s for u, s in zip(units, shifts, strict=True))
    return total * Fraction(2) ** (least - 53)


def _mixed(
    label: str,
    datasets: Sequence[Any],
    outputs: tuple[Any, ...],
    rows: Sequence[Mapping[Any, Any]],
) -> Cells:
    """Exact entries, some of which may be floats."""
    entries: list[list[Fraction | float]] = []
    deviations: list[Fraction] = []
    kinds: set[str] = set()
    zero = Fraction(0)
    for x, row in zip(datasets, rows, strict=True):
        checked = checked_row(label, x, row)
        law, binary = checked.law, {r: float_kind(p) for r, p in row.items()}
        kinds.update(k for k in binary.values() if k)
        entries.append([float(row[r]) if binary.get(r) else law.get(r, zero) for r in outputs])
        if checked.deviation is not None:
            deviations.append(abs(checked.deviation))
    matrix = np.array([[float(p) for p in row] for row in entries])
    support = np.array([[p > 0 for p in row] for row in entries])
    kind = max(kinds, key=PER_OUTPUT.__getitem__, default="")
    return Cells(outputs, matrix, support, entries, max(deviations, default=None), kind)


Neighbours: TypeAlias = (
    str | Iterable[tuple[Any, Any]] | Mapping[Any, Iterable[Any]] | Callable[[Any], Iterable[Any]]
)

WORDS = ("line", "all")


@dataclass(frozen=True)
class Relation:
    """A symmetric relation on the positions 0 .. count-1: a word, or pairs i < j, sorted."""

    count: int
    kind: str
    pairs: tuple[tuple[int, int], ...] = ()

    @staticmethod
    def of(label: str, datasets: Sequence[Any], given: Neighbours) -> Relation:
        """The relation that is given in one of the ways above."""
        if len(datasets) < 2:
            has = "one dataset" if datasets else "no dataset"
            raise BadMechanism(label, f"it has {has}, and privacy compares two")
        if isinstance(given, str):
            if given not in WORDS:
                raise BadMechanism(
                    label, f'its neighbours are {brief(given)!r}: write "line", "all" or the pairs'
                )
            return Relation(len(datasets), given)
        place = {x: i for i, x in enumerate(datasets)}
        named = _Named(label, place)
        if isinstance(given, Mapping):
            unknown = next((x for x in given if x not in place), None)
            if unknown is not None:
                raise BadMechanism(label, f"neighbours are given of {unknown}, no dataset of it")
            near = {x: given.get(x, ()) for x in datasets}
            pairs = named.adjacent({x: _near(label, x, near[x]) for x in datasets})
        elif callable(given):
            pairs = named.adjacent({x: _asked(label, x, given) for x in datasets})
        else:
            need = 'write "line", "all", the pairs, or who neighbours whom'
            pairs = named.listed(arguments.listed("neighbours", given, need))
        if not pairs:
            raise BadMechanism(label, "no two of its datasets are neighbours")
        check_enumerable("the list of neighbouring pairs", 2 * len(pairs))
        return Relation(len(datasets), "pairs", tuple(sorted(pairs)))

    def both_ways(self) -> Iterator[tuple[int, int]]:
        """Every ordered pair of neighbouring positions, by the first, then the second."""
        for i in range(self.count):
            for j in self.near(i):
                yield i, j

    def positions(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The same pairs as two arrays."""
        n = self.count
        if self.kind == "all":
            first, second = np.divmod(np.arange(n * n, dtype=np.int64), n)
            return first[first != second], second[first != second]
        if self.kind == "line":
            first = np.repeat(np.arange(n, dtype=np.int64), 2)
            second = first + np.tile(np.array([-1, 1], dtype=np.int64), n)
            return first[1:-1], second[1:-1]
        ordered = np.array(list(self.both_ways()), dtype=np.int64)
        return ordered[:, 0], ordered[:, 1]

    @property
    def number_of_ordered_pairs(self) -> int:
        """How many ordered pairs of neighbours there are."""
        words = {"line": 2 * (self.count - 1), "all": self.count * (self.count - 1)}
        return words.get(self.kind, 2 * len(self.pairs))

    def near(self, i: int) -> Iterable[int]:
        """The positions that neighbour position i, ascending."""
        if self.kind == "line":
            return [j for j in (i - 1, i + 1) if 0 <= j < self.count]
        if self.kind == "all":
            return [j for j in range(self.count) if j != i]
        return self._adjacent[i]

    @cached_property
    def _adjacent(self) -> list[list[int]]:
        near: list[list[int]] = [[] for _ in range(self.count)]
        for i, j in self.pairs:
            near[i].append(j)
            near[j].append(i)
        return [sorted(n) for n in near]


def _asked(label: str, x: Any, given: Callable[[Any], Iterable[Any]]) -> list[Any]:
    """The neighbours that somebody's function names."""
    with Blame(label, "its neighbours cannot be told", x):
        return _near(label, x, given(x))


def _near(label: str, x: Any, near: Any) -> list[Any]:
    """The neighbours of one dataset; a text is not a list of letters."""
    if isinstance(near, (str, bytes)) or not isinstance(near, Iterable):
        raise BadMechanism(label, "its neighbours are not a list", x)
    return list(near)


@dataclass(frozen=True)
class _Named:
    """The reading of relations that name datasets."""

    label: str
    place: Mapping[Any, int]

    def listed(self, given: Iterable[Any]) -> set[tuple[int, int]]:
        """Unordered pairs."""
        pairs = set()
        for entry in given:
            two = tuple(entry) if isinstance(entry, (tuple, list)) else ()
            if len(two) != 2:
                raise BadMechanism(self.label, f"{entry!r} is not a pair of datasets")
            i, j = (self.position(x, entry) for x in two)
            if i == j:
                raise BadMechanism(self.label, "it is said to be its own neighbour", two[0])
            pairs.add((min(i, j), max(i, j)))
        return pairs

    def adjacent(self, given: Mapping[Any, Iterable[Any]]) -> set[tuple[int, int]]:
        """What each dataset neighbours, once it is seen to be symmetric."""
        order = list(self.place)
        near = {self.place[x]: {self.position(y, x) for y in ys} for x, ys in given.items()}
        for i, js in near.items():
            for j in js:
                if i not in near[j]:
                    raise BadMechanism(
                        self.label, f"{order[j]} is its neighbour, but not the other way", order[i]
                    )
        return {(min(i, j), max(i, j)) for i, js in near.items() for j in js if i != j}

    def position(self, x: Any, shown: Any) -> int:
        """The position of a dataset, refused if there is no such dataset."""
        try:
            return self.place[x]
        except (KeyError, TypeError):
            raise BadMechanism(
                self.label, f"{shown!r} names {x!r}, which is not one of its datasets"
            ) from None
