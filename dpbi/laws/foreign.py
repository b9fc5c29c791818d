"""Mechanisms that others wrote, as the auditor reads them.

Whatever follows the protocol is wrapped (`Foreign`), so that an audit relies on nothing that
foreign code may do wrong:

- a row is copied when it is read, by keys that tell outputs apart (`laws/identity.py`);
- datasets, neighbours and laws are read twice, and refused if the two readings differ: the second
  pass begins when the first is complete and goes backwards, and what was read is cached, so that no
  later question costs another reading;
- what foreign code raises is reported in one sentence, with the line where it happened
  (`ForeignErrors`).

The forms of foreign laws are in `laws/adapting.py`.
"""

from __future__ import annotations

import re
import sysconfig
import traceback
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cached_property
from itertools import islice
from numbers import Integral
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn

from dpbi.bayes.data import BALL, ROW, check_enumerable
from dpbi.errors import (
    BadMechanism,
    BadTarget,
    DpbiError,
    InexactInput,
    InvalidValue,
    TooLarge,
    brief,
    printable,
)
from dpbi.fields import ExactNumber
from dpbi.laws.forms import float_kind
from dpbi.laws.identity import Outputs
from dpbi.laws.promise import Promise
from dpbi.laws.protocol import Mechanism, Randomised

OURS = Path(__file__).resolve().parent.parent
LIBRARY = Path(sysconfig.get_paths()["stdlib"]).resolve()
LONGEST = 300
MOST_BITS = 12_000  # Python writes integers of up to 4300 digits
NUMBER = "'Number'"  # how Python calls a number of F


class Blame:
    """with Blame(label, what, x): whatever is raised in here becomes a `BadMechanism`.

    Even `SystemExit`, and what test runners raise to pass a test over: a law that is not known is
    never audited.
    """

    def __init__(self, label: str, what: str, x: Any = None) -> None:
        self.label, self.what, self.x = label, what, x

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: object, error: BaseException | None, tb: TracebackType | None) -> None:
        if isinstance(error, (InvalidValue, InexactInput)) and (place := where(error, tb)):
            said_there = f"{self.what}: {printable(said(error))}{place}"
            raise BadMechanism(self.label, said_there, self.x) from error
        if error is None or isinstance(error, (DpbiError, KeyboardInterrupt)):
            return
        reason = f"{self.what}: {printable(what_was_raised(error))}{where(error, tb)}"
        raise BadMechanism(self.label, reason, self.x) from error


def what_was_raised(error: BaseException) -> str:
    """What was raised, in a few words."""
    text = said(error)
    if isinstance(error, SystemExit):
        return f"it called sys.exit({text})"
    if isinstance(error, TypeError) and "unhashable" in text:
        return f"its datasets and outputs must be hashable, such as tuples or text: {text}"
    if isinstance(error, TypeError) and NUMBER in text and re.search("ufunc|ndarray", text):
        return f"numpy does not take numbers of F: write F.exp, and one number at a time ({text})"
    found = f"it raised {type(error).__name__}"
    return f"{found}: {text}"[:LONGEST] if text else found


def where(error: BaseException, tb: TracebackType | None, *, ours: bool = False) -> str:
    """The last line of the target's own code; with `ours`, the last line of all as well."""
    if isinstance(error, SyntaxError):
        return ""  # its message has the place
    frames = [(Path(f.filename), f.lineno) for f in traceback.extract_tb(tb)]
    frames = [f for f in frames if f[0].is_file()]
    theirs = [f for f in frames if _is_theirs(f[0])]
    named = dict.fromkeys(_place(*f) for f in (theirs[-1:] + frames[-1:] * ours))
    return f" ({', in '.join(named)})" if named else ""


def _is_theirs(path: Path) -> bool:
    """Neither ours, nor of a library."""
    parents = set(path.resolve().parents)
    return "site-packages" not in path.parts and not {OURS, LIBRARY} & parents


def _place(path: Path, line: int | None) -> str:
    ours = OURS in path.parents
    return f"line {line} of {path.relative_to(OURS.parent) if ours else path.name}"


def said(error: BaseException) -> str:
    """What an error says, on one line; somebody else's text may refuse to be written."""
    try:
        return printable(" ".join(str(error).split()))
    except Exception:
        return "(it cannot be printed)"


class ForeignErrors:
    """with Foreign(target): whatever is raised in here becomes a `BadTarget`.

    An error of our own would be one too, so the sentence always says the file and the line.
    """

    def __init__(self, target: str) -> None:
        self.target = target

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: object, error: BaseException | None, tb: TracebackType | None) -> None:
        if error is None or isinstance(error, (DpbiError, KeyboardInterrupt)):
            return
        raise BadTarget(
            self.target, printable(what_was_raised(error)) + where(error, tb, ours=True)
        ) from error


MOST_DATASETS = 200_000
MOST_REPEATED = 10_000  # neighbours that may be listed more than once
OTHER_LAW = "it has another law when it is asked again{}: a mechanism must depend on x alone"


class Foreign(Mechanism):
    """What all wrapped mechanisms share: their datasets, neighbours and name, read with care."""

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

    def datasets(self) -> list[Any]:
        """The target's datasets, as they were when first listed."""
        return list(self._place)

    @cached_property
    def _place(self) -> dict[Any, int]:
        """{dataset: its position}."""
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
        call = f"{self.form}({', '.join(['x', 'F'][: 1 + len(arguments)])})"
        with self._blame(call, x):
            found = getattr(self.target, self.form)(x, *arguments)
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
