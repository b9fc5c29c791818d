"""What all tables share: datasets and neighbours written out, a name, and perhaps a claim."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from dpbi import arguments
from dpbi.errors import BadMechanism
from dpbi.mechanisms.base import Mechanism
from dpbi.numbers import ExactNumber, positive_level, positive_rational
from dpbi.tables.relation import Neighbours, Relation


@dataclass(frozen=True)
class Layout:
    """The datasets of a table, who neighbours whom, and what it claims for itself."""

    title: str
    names: tuple[Any, ...]
    relation: Relation
    epsilon: ExactNumber | None = None
    delta: Fraction | None = None

    @staticmethod
    def of(
        title: str,
        names: Iterable[Any],
        neighbours: Neighbours,
        epsilon: Any = None,
        delta: Any = None,
    ) -> Layout:
        """The layout, checked."""
        title = arguments.text("name", title)
        known = tuple(arguments.listed("datasets", names, "list them"))
        _check_names(title, known)
        return Layout(
            title,
            known,
            Relation.of(title, known, neighbours),
            None if epsilon is None else positive_level("epsilon", epsilon, zero=True),
            None if delta is None else positive_rational("delta", delta, zero=True),
        )

    @cached_property
    def place(self) -> Mapping[Any, int]:
        """Where each dataset stands."""
        return {x: i for i, x in enumerate(self.names)}


def rows(laws: Any) -> dict[Any, Mapping[Any, Any]]:
    """{dataset: its row}, copied, once both levels are seen to be mappings."""
    need = "write {dataset: {output: value}}"
    outer = arguments.mapping("laws", laws, need)
    return {x: arguments.mapping("laws", row, need) for x, row in outer.items()}


class Listed(Mechanism):
    """A mechanism whose datasets are written out."""

    layout: Layout

    @property
    def label(self) -> str:
        """The table's own name."""
        return self.layout.title

    @property
    def epsilon(self) -> ExactNumber | None:
        """The epsilon that is claimed, if one is."""
        return self.layout.epsilon

    @property
    def delta(self) -> Fraction | None:
        """The delta that is claimed, if one is."""
        return self.layout.delta

    @property
    def relation(self) -> Relation:
        """Who neighbours whom, by position."""
        return self.layout.relation

    def datasets(self) -> Sequence[Any]:
        """All datasets, in the order given."""
        return self.layout.names

    def number_of_datasets(self) -> int:
        """How many there are."""
        return len(self.layout.names)

    def neighbours(self, x: Any) -> list[Any]:
        """The datasets that neighbour x."""
        return [self.layout.names[j] for j in self.relation.near(self.layout.place[x])]

    def check_dataset(self, x: Any) -> Any:
        """x, refused if it is no dataset of the table."""
        return self.layout.names[self.position(x)]

    def position(self, x: Any) -> int:
        """Where x stands among the datasets."""
        if not isinstance(x, Hashable) or x not in self.layout.place:
            raise BadMechanism(self.label, "this is not one of its datasets", x)
        return self.layout.place[x]


def _check_names(title: str, names: Sequence[Any]) -> None:
    seen = set()
    for x in names:
        if not isinstance(x, Hashable):
            raise BadMechanism(title, f"dataset {x!r} is not hashable: write it as a tuple or text")
        if x in seen:
            raise BadMechanism(title, "it lists this dataset twice", x)
        seen.add(x)
