"""Who neighbours whom in a table, in the ways people write it down.

    "line"                  each dataset and the next one, in the order listed
    "all"                   every two datasets
    [("a", "b"), ..]        these pairs, both ways round
    {"a": ["b"], ..}        what each dataset neighbours; must be symmetric
    function(x)             the same, as a function

A relation is kept as positions, so that a line of a thousand datasets costs nothing to check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from dpbi import arguments
from dpbi.data import check_enumerable
from dpbi.errors import BadMechanism, brief
from dpbi.mechanisms.blame import Blame

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
            raise BadMechanism(label, f"it has {len(datasets)} dataset, and privacy compares two")
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
                raise BadMechanism(self.label, f"{entry!r} is no pair of two datasets")
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
        """Where a dataset stands, refused if it is none."""
        try:
            return self.place[x]
        except (KeyError, TypeError):
            raise BadMechanism(
                self.label, f"{shown!r} names {x!r}, which is none of its datasets"
            ) from None
