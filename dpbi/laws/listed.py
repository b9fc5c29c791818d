"""Datasets and neighbours that others wrote, read with care.

Whoever says `datasets()` and `neighbours(x)` is read here: foreign mechanisms, and queries.  What
breaks the protocol is refused in one sentence, with the dataset that shows it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar, NoReturn

from dpbi.errors import BadMechanism, TooLarge, brief
from dpbi.laws.blame import Blame

MOST_DATASETS = 200_000
MOST_REPEATED = 10_000  # neighbours that may be listed more than once


class DeclaredDatasets:
    """Something that says its datasets and their neighbours, as they were when first listed."""

    _bad: ClassVar[type[BadMechanism]] = BadMechanism
    _everything: ClassVar[str] = "the table of laws at all datasets"

    def __init__(self, target: Any, label: str) -> None:
        self.target, self._label = target, label
        self._near: dict[Any, tuple[Any, ...]] = {}

    @property
    def label(self) -> str:
        """The target's name for itself."""
        return self._label

    def number_of_datasets(self) -> int:
        """How many datasets there are, where that is known without listing them; else 0."""
        return 0

    def datasets(self) -> list[Any]:
        """The target's datasets, as they were when first listed."""
        return list(self._place)

    @cached_property
    def _place(self) -> dict[Any, int]:
        """{dataset: its position}."""
        if (size := self.number_of_datasets()) > MOST_DATASETS:
            raise TooLarge(self._everything, size, MOST_DATASETS)
        return {x: i for i, x in enumerate(self._listed())}

    def _listed(self) -> list[Any]:
        """The datasets as the target lists them now."""
        with self._blame("datasets()"):
            given = self._several("datasets()", self.target.datasets())
            found = list(islice(given, MOST_DATASETS + 1))
            if len(found) > MOST_DATASETS:
                raise TooLarge(self._everything, len(found), MOST_DATASETS)
            seen: dict[Any, Any] = {}
            for x in found:
                if x != x:
                    self._refuse(f"dataset {brief(x)} is not equal to itself: write it as text")
                if x in seen:
                    told = "" if type(x) is type(seen[x]) else f", as {seen[x]!r} and as {x!r}"
                    self._refuse(f"it lists a dataset twice{told}", x)
                seen[x] = x
        return found

    def _check_listed(self) -> None:
        """Refuse datasets that are not what they were."""
        if self._listed() != list(self._place):
            self._refuse("datasets() lists others when it is asked again")

    def _check_near(self, x: Any) -> None:
        """Refuse neighbours that are not what they were."""
        if x in self._near and set(self._near[x]) != set(self._neighbours(x)):
            self._refuse("neighbours(x) lists others when it is asked again", x)

    def neighbours(self, x: Any) -> tuple[Any, ...]:
        """The target's neighbours of x, as they were when first listed, as `datasets` has them."""
        x = self.check_dataset(x)
        if x not in self._near:
            self._near[x] = self._neighbours(x)
        return self._near[x]

    def _neighbours(self, x: Any) -> tuple[Any, ...]:
        most = len(self._place)
        with self._blame("neighbours(x)", x):
            given = self._several("neighbours(x)", self.target.neighbours(x), x)
            if isinstance(given, str) and (given in self._place) == (len(given) != 1):
                self._refuse(f"neighbours(x) returned the text {given!r}: return a list", x)
            listed = list(islice(given, most + MOST_REPEATED + 1))
            found = dict.fromkeys(listed)
            if len(found) > most:
                y = next(y for y in found if y not in self._place)
                self._refuse(f"its neighbour {brief(y)} is not one of the datasets", x)
            if len(listed) > most + MOST_REPEATED:
                self._refuse(f"neighbours(x) goes on after {len(listed):,} of them", x)
            return tuple(self._own.get(y, y) for y in found)

    @cached_property
    def _own(self) -> dict[Any, Any]:
        """Each dataset as `datasets` has it: neighbours may say True for 1."""
        return {x: x for x in self._place}

    def check_dataset(self, x: Any) -> Any:
        """x as the target lists it, refused if it is not one of its datasets."""
        try:
            return self._own[x]
        except (KeyError, TypeError):
            raise self._bad(self.label, "this is not one of its datasets", x) from None

    def _several(self, call: str, found: Any, x: Any = None) -> Iterable[Any]:
        """What was returned, if one thing after another can be had from it."""
        if not (hasattr(found, "__iter__") or hasattr(type(found), "__getitem__")):
            kind = "None" if found is None else f"a {type(found).__name__}"
            self._refuse(f"{call} returned {kind}: return a list of datasets", x)
        return found  # type: ignore[no-any-return]

    def _attribute(self, name: str) -> Any:
        with self._blame(f"its {name}"):
            return getattr(self.target, name, None)

    def _blame(self, what: str, x: Any = None) -> Blame:
        return Blame(self.label, what, x, self._bad)

    def _refuse(self, reason: str, x: Any = None) -> NoReturn:
        raise self._bad(self.label, reason, x)
