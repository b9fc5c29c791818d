"""Mechanisms that others wrote, as the auditor reads them.

Whatever follows the protocol is wrapped (`Foreign`), so that an audit relies on nothing that
foreign code may do wrong:

- a row is copied when it is read, by keys that tell outputs apart (`laws/identity.py`);
- datasets, neighbours and laws are read twice, and refused if the two readings differ: the second
  pass begins when the first is complete and goes backwards, and what was read is cached, so that no
  later question costs another reading (of probabilities that do not fit in memory a hash is kept,
  and rows are read whenever they are asked for);
- what foreign code raises is reported in one sentence, with the line where it happened
  (`laws/blame.py`).

Datasets and neighbours are read by `laws/listed.py`, which reads those of queries too.  The forms
of foreign laws are in `laws/adapting.py`.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from itertools import islice
from numbers import Integral
from typing import Any, ClassVar

from dpbi.bayes.data import BALL, ROW, check_enumerable
from dpbi.errors import DpbiError, TooLarge, brief
from dpbi.fields import ExactNumber
from dpbi.laws.blame import OURS as OURS
from dpbi.laws.blame import Blame as Blame
from dpbi.laws.blame import ForeignErrors as ForeignErrors
from dpbi.laws.blame import where as where
from dpbi.laws.forms import float_kind
from dpbi.laws.identity import Outputs
from dpbi.laws.listed import MOST_DATASETS, DeclaredDatasets
from dpbi.laws.promise import Promise
from dpbi.laws.protocol import Mechanism, Randomised

MOST_BITS = 12_000  # Python writes integers of up to 4300 digits
OTHER_LAW = "it has another law when it is asked again{}: a mechanism must depend on x alone"


class Foreign(DeclaredDatasets, Mechanism):
    """What all wrapped mechanisms share: their datasets, neighbours and name, read with care."""

    _in_turn: ClassVar[bool] = False  # whether rows that do not fit in memory are read in turn

    def __init__(self, target: Any, label: str) -> None:
        super().__init__(target, label)
        self._outputs = Outputs(label)
        self._rows: dict[Any, dict[Any, Any]] = {}
        self._other: DpbiError | None = None
        self._digests: dict[Any, int] = {}

    def __getattr__(self, name: str) -> Any:
        """The fields of a subclass of `Mechanism`, which was itself before it was wrapped."""
        target = vars(self).get("target")
        if name.startswith("_") or not isinstance(target, Mechanism):
            raise AttributeError(f"{type(self).__name__} has no {name}")
        return getattr(target, name)

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
        """The claim as an exact number; anything else is refused."""
        if isinstance(self.target, Mechanism):
            with Blame(self.label, "its claim cannot be read"):
                return self.target.claimed_epsilon
        return super().claimed_epsilon

    def promises(self) -> tuple[Promise, ...]:
        """What the target's own `promises()` says; else its epsilon, with a delta if it has one."""
        said = self._attribute("promises")
        if not callable(said) or getattr(said, "__func__", None) is Randomised.promises:
            return super().promises()
        with self._blame("promises()"):
            found = tuple(said())
        if not all(isinstance(promise, Promise) for promise in found):
            self._refuse("its promises() must return values such as Promise.epsilon(1)")
        return found

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

    def check_dataset(self, x: Any) -> Any:
        """x as the target lists it, refused if it is not one of its datasets."""
        if self._is_endless:
            with self._blame("check_dataset(x)", x):
                return self.target.check_dataset(x)
        return super().check_dataset(x)

    def _row(self, x: Any) -> dict[Any, Any]:
        """The row at x, read once; when all rows have been, all is read a second time."""
        x = self.check_dataset(x)
        if self._is_endless:
            return self._read(x)
        if self._other is not None:
            raise self._other
        if self._digests:
            return self._row_again(x, self._read(x))
        if x not in self._rows:
            row = self._read(x)
            if not self._rows:
                each = ROW if any(map(float_kind, islice(row.values(), 1))) else BALL
                try:
                    check_enumerable("the rows of all laws", len(self._place) * len(row), each)
                except TooLarge:
                    if not self._in_turn:
                        raise
                    return self._row_again(x, row)
            self._rows[x] = row
            if len(self._rows) == len(self._place):
                self._confirm()
        return self._rows[x]

    def _row_again(self, x: Any, row: dict[Any, Any]) -> dict[Any, Any]:
        """A row of a law that is not held: it must be what it was, as far as its hash tells."""
        digest = hash(frozenset(row.items()))
        if self._digests.setdefault(x, digest) != digest:
            self._other = self._bad(self.label, OTHER_LAW.format(""), x)
            raise self._other
        if len(self._digests) == len(self._place) and not self._outputs.settled:
            self._confirm()
        return row

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
        self._check_listed()
        for x, row in reversed(self._rows.items()):  # rows handed out in turn would come again
            self._check_near(x)
            self._check_same(x, row, self._read(x))
        for x in reversed(self._digests):
            self._check_near(x)
            self._row_again(x, self._read(x))

    def _check_same(self, x: Any, row: dict[Any, Any], again: dict[Any, Any]) -> None:
        """Refuse two readings of a row that do not agree, and say where."""
        if self._equal(row, again):
            return
        for r, p in row.items():
            if r not in again:
                self._refuse(OTHER_LAW.format(f" (output {brief(r)} is gone)"), x)
            if not self._agree(p, again[r]):
                self._refuse(OTHER_LAW.format(self._moved(r, p, again[r])), x)
        for r in again.keys() - row.keys():
            self._refuse(OTHER_LAW.format(f" (output {brief(r)} is new)"), x)

    def _equal(self, row: dict[Any, Any], again: dict[Any, Any]) -> bool:
        """Whether all of two readings agree, as far as one comparison tells."""
        return row == again

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
        call = f"{self.form}({', '.join(['x', 'F'][: 1 + len(arguments)])})"
        with self._blame(call, x):
            found = getattr(self.target, self.form)(x, *arguments)
            if not isinstance(found, Mapping):
                kind = "None" if found is None else f"a {type(found).__name__}"
                self._refuse(f"{call} returned {kind}: return a dict {{output: number}}", x)
            check_enumerable("the table of all laws", len(found))
            return self._outputs.row(x, found)


def unwrapped(m: Any) -> Any:
    """The object itself: a mechanism that others wrote, as they handed it in."""
    return m.target if isinstance(m, Foreign) else m


def at_home(value: Any) -> Any:
    """Texts, integers, truth values and tuples of them; of anything else its text.

    Integers too long to be written in decimals become text in base 16.
    """
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        return hex(value)
    if value is None or type(value) in (int, str, bool):
        return value
    if isinstance(value, Enum):
        return str(value)
    if isinstance(value, str):
        return "".join(value)
    if isinstance(value, Integral):
        return at_home(int(value))
    if type(value) is tuple:
        return tuple(map(at_home, value))
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(str(at_home(v)) for v in value)) + "}"
    try:
        return re.sub(r" at 0x[0-9a-fA-F]+", "", str(value))
    except Exception:
        return f"<{type(value).__name__} that cannot be written>"
