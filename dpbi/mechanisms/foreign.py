"""Mechanisms that others wrote, as the auditor reads them.

Whatever follows the protocol is wrapped, so that nothing depends on the manners of foreign code:

- a row is copied when it is read, by keys that tell outputs apart (`mechanisms/identity.py`);
- datasets, neighbours and laws are read twice, and refused if the two readings differ: the second
  pass begins when the first is complete and goes backwards, and what was read is kept, so that no
  later question costs another reading;
- what foreign code raises is told in one sentence (`mechanisms/blame.py`).

The forms of laws have files of their own: `mechanisms/foreign_laws.py`, and `formulas.py` for those
that are formulas over a number field.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import islice
from typing import Any, NoReturn

from dpbi.data import BALL, ROW, check_enumerable
from dpbi.errors import (
    BadMechanism,
    DpbiError,
    TooLarge,
    brief,
)
from dpbi.mechanisms.base import Mechanism
from dpbi.mechanisms.blame import Blame
from dpbi.mechanisms.identity import Outputs
from dpbi.mechanisms.rows import float_kind
from dpbi.numbers import ExactNumber

MOST_DATASETS = 200_000
MOST_REPEATED = 10_000  # neighbours that may be listed more than once
OTHER_LAW = "it has another law when it is asked again{}: a mechanism must depend on x alone"


class Foreign(Mechanism):
    """What all wrapped mechanisms share: their datasets, neighbours and name, read with care."""

    method = ""

    def __init__(self, target: Any, label: str) -> None:
        self.target, self._label = target, label
        self._outputs = Outputs(label)
        self._near: dict[Any, tuple[Any, ...]] = {}
        self._rows: dict[Any, dict[Any, Any]] = {}
        self._other: DpbiError | None = None

    def __getattr__(self, name: str) -> Any:
        """The fields of a subclass of `Mechanism`, which was itself before it was wrapped."""
        target = vars(self).get("target")
        if name.startswith("_") or not isinstance(target, Mechanism):
            raise AttributeError(f"{type(self).__name__} has no {name}")
        return getattr(target, name)

    @property
    def label(self) -> str:
        """The target's name for itself."""
        return self._label

    @property
    def epsilon(self) -> Any:
        """The target's claim, if it makes one."""
        found = self._attribute("epsilon")
        if callable(found):
            self._refuse("its epsilon is a method: write a number, or put @property above it")
        return found

    @property
    def delta(self) -> Any:
        """The delta of its claim, if it names one."""
        found = self._attribute("delta")
        if callable(found):
            self._refuse("its delta is a method: write a number, or put @property above it")
        return found

    @property
    def claimed_epsilon(self) -> ExactNumber | None:
        """The claim as an exact number, refused where it is none."""
        if isinstance(self.target, Mechanism):
            with Blame(self.label, "its claim cannot be read"):
                return self.target.claimed_epsilon
        return super().claimed_epsilon

    def number_of_datasets(self) -> int:
        """What a subclass of `Mechanism` says."""
        if not isinstance(self.target, Mechanism):
            return 0
        with self._blame("number_of_datasets()"):
            return int(self.target.number_of_datasets())

    @cached_property
    def _is_endless(self) -> bool:
        """Whether there are too many datasets to list: single laws can be had all the same."""
        return self.number_of_datasets() > MOST_DATASETS

    def datasets(self) -> list[Any]:
        """The target's datasets, as they were when first listed."""
        return list(self._place)

    @cached_property
    def _place(self) -> dict[Any, int]:
        """{dataset: where it stands}."""
        if (size := self.number_of_datasets()) > MOST_DATASETS:
            raise TooLarge("the table of laws at all datasets", size, MOST_DATASETS)
        return {x: i for i, x in enumerate(self._listed())}

    def _listed(self) -> list[Any]:
        """The datasets as the target lists them now."""
        with self._blame("datasets()"):
            given = self._several("datasets()", self.target.datasets())
            found = list(islice(given, MOST_DATASETS + 1))
            if len(found) > MOST_DATASETS:
                raise TooLarge("the table of laws at all datasets", len(found), MOST_DATASETS)
            seen: dict[Any, Any] = {}
            for x in found:
                if x != x:
                    self._refuse(f"dataset {brief(x)} is not equal to itself: write it as text")
                if x in seen:
                    told = "" if type(x) is type(seen[x]) else f", as {seen[x]!r} and as {x!r}"
                    self._refuse(f"it lists a dataset twice{told}", x)
                seen[x] = x
        return found

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
                self._refuse(f"its neighbour {brief(y)} is none of the datasets", x)
            if len(listed) > most + MOST_REPEATED:
                self._refuse(f"neighbours(x) goes on after {len(listed):,} of them", x)
            return tuple(self._own.get(y, y) for y in found)

    @cached_property
    def _own(self) -> dict[Any, Any]:
        """Each dataset as `datasets` has it: neighbours may say True for 1."""
        return {x: x for x in self._place}

    def check_dataset(self, x: Any) -> Any:
        """x as the target lists it, refused if it is none of its datasets."""
        if self._is_endless:
            with self._blame("check_dataset(x)", x):
                return self.target.check_dataset(x)
        try:
            return self._own[x]
        except (KeyError, TypeError):
            raise BadMechanism(self.label, "this is not one of its datasets", x) from None

    def _row(self, x: Any) -> dict[Any, Any]:
        """The row at x, read once; when all rows have been, all is read a second time."""
        x = self.check_dataset(x)
        if self._is_endless:
            return self._read(x)
        if self._other is not None:
            raise self._other
        if x not in self._rows:
            self._rows[x] = self._read(x)
            if len(self._rows) == 1:
                row = self._rows[x]
                each = ROW if any(map(float_kind, islice(row.values(), 1))) else BALL
                check_enumerable("the rows of all laws", len(self._place) * len(row), each)
            if len(self._rows) == len(self._place):
                self._confirm()
        return self._rows[x]

    def _confirm(self) -> None:
        """Read everything again; what differs is refused, now and whenever it is asked for."""
        self._outputs.settled = True
        try:
            self._compare()
        except DpbiError as error:
            self._other = error
            raise

    def _compare(self) -> None:
        """Refuse datasets, neighbours and rows that are not what they were."""
        if self._listed() != list(self._place):
            self._refuse("datasets() lists others when it is asked again")
        for x, row in reversed(self._rows.items()):  # rows handed out in turn would come again
            if x in self._near and set(self._near[x]) != set(self._neighbours(x)):
                self._refuse("neighbours(x) lists others when it is asked again", x)
            self._check_same(x, row, self._read(x))

    def _check_same(self, x: Any, row: dict[Any, Any], again: dict[Any, Any]) -> None:
        """Refuse two readings of a row that do not agree, and say where."""
        for r, p in row.items():
            if r not in again:
                self._refuse(OTHER_LAW.format(f" (output {brief(r)} is gone)"), x)
            if not self._agree(p, again[r]):
                self._refuse(OTHER_LAW.format(self._moved(r, p, again[r])), x)
        for r in again.keys() - row.keys():
            self._refuse(OTHER_LAW.format(f" (output {brief(r)} is new)"), x)

    def _agree(self, a: Any, b: Any) -> bool:
        """Whether two readings of a number agree; other values are refused elsewhere."""
        return bool(a == b or (a != a and b != b))

    def _moved(self, r: Any, a: Any, b: Any) -> str:
        return f" (output {brief(r)} has {brief(a, 60)}, then {brief(b, 60)})"

    @abstractmethod
    def _read(self, x: Any) -> dict[Any, Any]:
        """The row at x as the target says it now."""

    def _given(self, x: Any, *arguments: Any) -> dict[Any, Any]:
        """What the target's method returns, copied by keys that tell outputs apart."""
        call = f"{self.method}({', '.join(['x', 'F'][: 1 + len(arguments)])})"
        with self._blame(call, x):
            found = getattr(self.target, self.method)(x, *arguments)
            if not isinstance(found, Mapping):
                kind = "None" if found is None else f"a {type(found).__name__}"
                self._refuse(f"{call} returned {kind}: return a dict {{output: number}}", x)
            check_enumerable("the table of all laws", len(found))
            return self._outputs.row(x, found)

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
        return Blame(self.label, what, x)

    def _refuse(self, reason: str, x: Any = None) -> NoReturn:
        raise BadMechanism(self.label, reason, x)
