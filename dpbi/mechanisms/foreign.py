"""Mechanisms that others wrote, as the auditor reads them.

Whatever follows the protocol is wrapped, so that nothing depends on the manners of foreign code:

- a row is copied when it is read, by keys that tell outputs apart (`mechanisms/identity.py`);
- datasets, neighbours and laws are read twice, and refused if the two readings differ: the second
  pass begins when the first is complete, and what was read is kept, so that no later question costs
  another reading;
- a formula gets numbers that refuse what balls cannot decide (`numbers/guarded.py`); an undecided
  comparison is tried again with more bits, a refusal that the formula swallows refuses the law;
- what foreign code raises is told in one sentence (`mechanisms/blame.py`).

A subclass of `Mechanism` is foreign too, unless dpbi itself defines it: a class is believed for
where it was written, not for what it inherits.
"""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, cached_property
from inspect import Parameter, signature
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

from dpbi.data import check_enumerable
from dpbi.errors import (
    BadMechanism,
    DpbiError,
    InvalidValue,
    LostGuarantee,
    TooLarge,
    UndecidedComparison,
)
from dpbi.mechanisms.base import Mechanism
from dpbi.mechanisms.blame import OURS, Blame
from dpbi.mechanisms.forms import Exact, InQ, Weighted, exact_polynomial
from dpbi.mechanisms.identity import Outputs
from dpbi.mechanisms.quotients import QuotientInQ
from dpbi.mechanisms.rows import binary, checked_row, float_kind
from dpbi.numbers import Balls, Field, Real, rational
from dpbi.numbers.guarded import Guard, bare
from dpbi.numbers.polynomial import Polynomial

MOST_DATASETS = 200_000
MOST_BITS = 1 << 14  # of balls, for a comparison that needs them
READY = {int, float, Fraction}
"""Types of probabilities that nothing has to be asked of."""

LIBRARIES = ("opendp", "diffprivlib")
OTHER_LAW = "it has another law when it is asked again: a mechanism must depend on x alone"


class Foreign(Mechanism):
    """What all wrapped mechanisms share: their datasets, neighbours and name, read with care."""

    method = ""

    def __init__(self, target: Any, label: str) -> None:
        self.target, self._label = target, label
        self._outputs = Outputs(label)
        self._near: dict[Any, tuple[Any, ...]] = {}
        self._rows: dict[Any, dict[Any, Any]] = {}
        self._confirmed = False

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
        return self._attribute("delta")

    @property
    def claimed_epsilon(self) -> Fraction | None:
        """The claim as a number; None where it is none, which is said where it is used."""
        found = getattr(self.target, "claimed_epsilon", None) or self._attribute("epsilon")
        try:
            return Fraction(found) if isinstance(found, float) else rational("epsilon", found)
        except (DpbiError, ValueError, OverflowError):
            return None

    def number_of_datasets(self) -> int:
        """What a subclass of `Mechanism` says."""
        if not isinstance(self.target, Mechanism):
            return 0
        with self._blame("number_of_datasets()"):
            return int(self.target.number_of_datasets())

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
            found = list(islice(self._several("datasets()", self.target.datasets()), MOST_DATASETS + 1))
            if len(found) > MOST_DATASETS:
                raise TooLarge("the table of laws at all datasets", len(found), MOST_DATASETS)
            seen: dict[Any, Any] = {}
            for x in found:
                if x != x:
                    self._refuse(f"dataset {x} is not equal to itself: write it as text")
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
            found = dict.fromkeys(islice(given, 2 * most + 1))
            if len(found) > most:
                y = next(y for y in found if y not in self._place)
                self._refuse(f"its neighbour {y} is none of the datasets", x)
            return tuple(self._own.get(y, y) for y in found)

    @cached_property
    def _own(self) -> dict[Any, Any]:
        """Each dataset as `datasets` has it: neighbours may say True for 1."""
        return {x: x for x in self._place}

    def check_dataset(self, x: Any) -> Any:
        """x as the target lists it, refused if it is none of its datasets."""
        try:
            return self._own[x]
        except (KeyError, TypeError):
            raise BadMechanism(self.label, "this is not one of its datasets", x) from None

    def _row(self, x: Any) -> dict[Any, Any]:
        """The row at x, read once; when all rows have been, all is read a second time."""
        x = self.check_dataset(x)
        if x not in self._rows:
            self._rows[x] = self._read(x)
            if len(self._rows) == 1:
                size = len(self._place) * len(self._rows[x])
                check_enumerable("the table of all laws", size)
            if len(self._rows) == len(self._place):
                self._confirm()
        return self._rows[x]

    def _confirm(self) -> None:
        """Read everything again, and refuse what differs."""
        if self._listed() != list(self._place):
            self._refuse("datasets() lists others when it is asked again")
        for x, row in self._rows.items():
            if x in self._near and set(self._near[x]) != set(self._neighbours(x)):
                self._refuse("neighbours(x) lists others when it is asked again", x)
            if not self._same(row, self._read(x)):
                self._refuse(OTHER_LAW, x)

    def _same(self, row: dict[Any, Any], again: dict[Any, Any]) -> bool:
        """Whether two readings of a row agree."""
        return row == again

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
        if isinstance(found, (str, bytes)) or not hasattr(found, "__iter__"):
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


class ForeignExact(Foreign, Exact):
    """A law of probabilities."""

    method = "probabilities"

    def probabilities(self, x: Any) -> dict[Any, Any]:
        """The row as it was first read."""
        return self._row(x)

    def _read(self, x: Any) -> dict[Any, Any]:
        row = self._given(x)
        if set(map(type, row.values())) <= READY:
            return row
        with self._blame("probabilities(x)", x):
            return {
                r: p if float_kind(p) else rational(f"the probability of output {r}", p)
                for r, p in row.items()
            }


class ForeignInQ(Foreign, InQ):
    """A law of polynomials in q."""

    method = "polynomials"

    @cached_property
    def rate(self) -> Fraction:  # type: ignore[override]
        """The rate, a positive number."""
        return _rate(self)

    def polynomials(self, x: Any) -> dict[Any, Polynomial]:
        """The row as it was first read."""
        return self._row(x)

    def _read(self, x: Any) -> dict[Any, Any]:
        return _polynomials(self, x)


class ForeignQuotient(Foreign, QuotientInQ):
    """A law of polynomials in q over their sum."""

    method = "weights"

    @cached_property
    def rate(self) -> Fraction:  # type: ignore[override]
        """The rate, a positive number."""
        return _rate(self)

    def weights(self, x: Any) -> dict[Any, Polynomial]:
        """The row as it was first read."""
        return self._row(x)

    def _read(self, x: Any) -> dict[Any, Any]:
        return _polynomials(self, x)


class _InField(Foreign):
    """A law that is a formula over a number field."""

    def __init__(self, target: Any, label: str) -> None:
        super().__init__(target, label)
        self._guards: dict[Any, Guard] = {}
        self._first: Field | None = None
        self._least = 0  # bits, once some comparison needed them

    def _over(self, x: Any, F: Field) -> dict[Any, Real]:
        """The formula at x over F: the first field is read twice, others must agree with it."""
        if not isinstance(F, Balls):
            return self._evaluated(x, F)
        self._first = self._first or F
        row = self._row(x)
        if F == self._first:
            return row
        found = self._evaluated(self.check_dataset(x), F)
        if not self._same(row, found):
            self._refuse(OTHER_LAW, x)
        return found

    def _read(self, x: Any) -> dict[Any, Any]:
        assert self._first is not None  # _over has set it
        return self._evaluated(x, self._first)

    def _same(self, row: dict[Any, Any], again: dict[Any, Any]) -> bool:
        """Whether both can be enclosures of one law."""
        return row.keys() == again.keys() and all(_agree(v, again[r]) for r, v in row.items())

    def _evaluated(self, x: Any, F: Field) -> dict[Any, Real]:
        """The formula over guarded numbers, with more bits where a comparison needs them."""
        if not F.guaranteed:
            return self._plain(x, self._given(x, F), F)
        while True:
            if isinstance(F, Balls) and F.bits < self._least:
                F = Balls(self._least)
            guard = self._guards.setdefault(F, Guard(F))
            scope = F.scope() if isinstance(F, Balls) else guard.scope()
            try:
                with scope:
                    return self._plain(x, self._given(x, guard), F)
            except UndecidedComparison as undecided:
                if not isinstance(F, Balls) or F.bits >= MOST_BITS:
                    self._refuse(str(undecided), x)
                self._least = min(4 * F.bits, MOST_BITS)
            except LostGuarantee as lost:
                self._refuse(str(lost), x)

    def _plain(self, x: Any, row: dict[Any, Any], F: Field) -> dict[Any, Real]:
        """The numbers without their guard, once it is seen that nothing was refused."""
        guard = self._guards.get(F)
        if guard is not None and guard.watch.refused:
            self._swallowed(guard.watch.refused, x)
        with self._blame(f"{self.method}(x, F)", x):
            return {r: self._number(x, r, w, F) for r, w in row.items()}

    def _swallowed(self, refused: Exception, x: Any) -> NoReturn:
        """A refusal that the formula caught: what it made of it cannot be believed."""
        self._refuse(f"it went on after this was refused to it: {refused}", x)

    def _number(self, x: Any, r: Any, w: Any, F: Field) -> Real:
        """A number of the field; a plain exact one as Fraction, a float as it is."""
        found = bare(w, F)
        if found is not w or not F.guaranteed and not isinstance(w, (str, int, Fraction)):
            return found
        if kind := float_kind(w):
            if float(w) != float("-inf"):
                binary(self.label, x, r, w, "log-weight")
            return w if kind == "float" else float(w)
        return rational(f"the log-weight of output {r}", w)


class ForeignWeighted(_InField, Weighted):
    """A law of log-weights."""

    method = "log_weights"

    def log_weights(self, x: Any, F: Field) -> dict[Any, Real]:
        """The target's log-weights as bare numbers."""
        return self._over(x, F)

    def uses_floats(self) -> bool:
        """Whether some log-weight is a plain float."""
        self._first = self._first or Balls(128)
        return any(float_kind(w) for x in self.datasets() for w in self._row(x).values())


class ForeignLaw(_InField):
    """A subclass of `Mechanism` that says its `log_pmf` itself, and nothing else."""

    method = "log_pmf"

    def log_pmf(self, x: Any, F: Field) -> dict[Any, Real]:
        """The logarithms as bare numbers, once they are seen to be a law."""
        found = {r: _real(v, F) for r, v in self._over(x, F).items()}
        if isinstance(F, Balls):
            with F.scope():
                if not sum((F.exp(v) for v in found.values()), F.rational(0)).overlaps(1):
                    self._refuse("its probabilities do not sum to 1", x)
        return found


def _real(value: Any, F: Field) -> Real:
    return F.rational(value) if isinstance(value, (int, Fraction, float)) else value


def _agree(a: Any, b: Any) -> bool:
    """Whether two numbers may be the same; plain ones are themselves."""
    return bool(a.overlaps(b)) if hasattr(a, "overlaps") and hasattr(b, "overlaps") else a is b or (
        type(a) is type(b) and bool(a == b)
    )


def _rate(m: Foreign) -> Fraction:
    found = m._attribute("rate")
    if found is None:
        m._refuse("its rate is missing: polynomials are in q = exp(-rate)")
    if callable(found):
        m._refuse("its rate is a method: write a number, or put @property above it")
    if (number := rational("rate", found)) <= 0:
        raise InvalidValue("rate", number, "it must be > 0")
    return number


def _polynomials(m: Foreign, x: Any) -> dict[Any, Polynomial]:
    row = m._given(x)
    with m._blame(f"{m.method}(x)", x):
        return {r: exact_polynomial(p) for r, p in row.items()}


FORMS: dict[str, Callable[[Any, str], Foreign]] = {
    "probabilities": ForeignExact,
    "log_weights": ForeignWeighted,
    "polynomials": ForeignInQ,
}
BY_CLASS: tuple[tuple[type[Mechanism], Callable[[Any, str], Foreign]], ...] = (
    (Exact, ForeignExact),
    (QuotientInQ, ForeignQuotient),
    (Weighted, ForeignWeighted),
    (InQ, ForeignInQ),
    (Mechanism, ForeignLaw),
)


def adapted(target: Any) -> Mechanism:
    """`target` as a `Mechanism`: itself if dpbi defines it, wrapped if it says what one must say."""
    if isinstance(target, Mechanism) and _is_ours(type(target)):
        return target
    label = _label(target)
    if isinstance(target, type):
        return adapted(_made(target, label))
    if isinstance(target, Mechanism):
        return next(wrap for kind, wrap in BY_CLASS if isinstance(target, kind))(target, label)
    with Blame(label, "its methods"):
        _check_methods(target, label)
        for method, wrap in FORMS.items():
            if callable(getattr(target, method, None)):
                return wrap(target, label)
    raise BadMechanism(label, f"its law is missing: it needs one of {', '.join(FORMS)}")


@cache
def _is_ours(kind: type) -> bool:
    """Whether a class was written in this package, and is what it is called there."""
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None)
    return (
        file is not None
        and OURS in Path(file).resolve().parents
        and getattr(module, kind.__qualname__, None) is kind
    )


def _label(target: Any) -> str:
    """What the target calls itself, if that is a text; else the name of its class."""
    kind = target if isinstance(target, type) else type(target)
    try:
        name = getattr(target, "name", None)
        if isinstance(target, Mechanism):
            name = target.label
    except Exception:
        name = None
    return str.__str__(name) if isinstance(name, str) and name else kind.__name__


def _made(kind: type, label: str) -> Any:
    """A class as a mechanism, where nothing is needed to make one."""
    with Blame(label, "making it"):
        try:
            takes = signature(kind).parameters.values()
        except (TypeError, ValueError):
            takes = ()
        variable = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
        needs = [p.name for p in takes if p.default is p.empty and p.kind not in variable]
        if needs:
            named = ", ".join(f"{n}=..." for n in needs)
            raise BadMechanism(label, f"it is a class: hand over what {label}({named}) makes")
        return kind()


def _check_methods(target: Any, label: str) -> None:
    """Refuse what has no datasets or neighbours, with what is there in their place."""
    if type(target).__module__.partition(".")[0] in LIBRARIES:
        raise BadMechanism(
            label,
            "it draws outputs and does not say their law: dpbi/reference has the exact laws of "
            "some of its kind, and a class with datasets, neighbours and probabilities says others",
        )
    for needed in ("datasets", "neighbours"):
        found = getattr(target, needed, None)
        if callable(found):
            continue
        if found is not None:
            kind = type(found).__name__
            raise BadMechanism(label, f"its {needed} is a {kind}: write a method that returns it")
        if callable(target):
            raise BadMechanism(label, "it is a function: call it, and hand over what it returns")
        raise BadMechanism(label, f"it has no method {needed}")
