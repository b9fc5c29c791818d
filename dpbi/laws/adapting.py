"""Foreign laws in each of their forms, and the taking of foreign objects.

Any object with `datasets`, `neighbours` and one of the methods of `laws/protocol.py`, or the method
`window` of `laws/partial.py`, is read as `laws/foreign.py` says.  The classes below are the forms:
exact probabilities, polynomials in q, and formulas over a number field (`laws/guarding.py`); laws
of which a part is not listed are in `laws/windowed.py`.

`adapted` chooses the form.  A subclass of `Mechanism` is foreign too, unless dpbi itself defines
it: a class is believed for where it was written, not for what it inherits.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from contextlib import suppress
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, cached_property
from inspect import Parameter, signature
from pathlib import Path
from types import FunctionType
from typing import Any

from dpbi.errors import (
    BadMechanism,
    ContinuousLaw,
    InvalidValue,
    brief,
)
from dpbi.fields import Balls, Field, Real
from dpbi.fields.logsum import LogSums
from dpbi.fields.polynomial import Polynomial
from dpbi.fields.rational import plain_fraction
from dpbi.laws.foreign import OURS, Blame, Foreign
from dpbi.laws.forms import (
    Exact,
    InQ,
    QuotientInQ,
    Weighted,
    exact_polynomial,
    float_kind,
    saying_what_is_not_exact,
)
from dpbi.laws.guarding import InField, exact
from dpbi.laws.partial import Partial
from dpbi.laws.protocol import Continuous, Mechanism, read_by
from dpbi.laws.windowed import ForeignPartial, ForeignWindow

READY = {int, float, Fraction}
"""Types of probabilities that nothing has to be asked of."""


class ForeignExact(Foreign, Exact):
    """A law of probabilities."""

    _in_turn = True

    def probabilities(self, x: Any) -> dict[Any, Any]:
        """The row as it was first read."""
        return self._row(x)

    def _read(self, x: Any) -> dict[Any, Any]:
        row = self._given(x)
        types = set(map(type, row.values()))
        if types <= READY:
            return {r: _plain(p) for r, p in row.items()} if Fraction in types else row
        with self._blame("probabilities(x)", x):
            return {r: self._number(r, p) for r, p in row.items()}

    def _number(self, r: Any, p: Any) -> Any:
        """A probability as Python or numpy has it, asked of its class once."""
        kind = float_kind(p)
        if not kind:
            return exact(f"the probability of output {brief(r)}", p)
        return float(p) if kind == "float" else p.dtype.type(p)  # an array is not a number yet


def _plain(p: Any) -> Any:
    return plain_fraction(p) if type(p) is Fraction else p


class _InQ(Foreign):
    """What laws of polynomials in q share: the rate, a positive number, and how they are read."""

    @cached_property
    def rate(self) -> Fraction:
        """The rate of q = exp(-rate)."""
        found = self._attribute("rate")
        if found is None:
            self._refuse("its rate is missing: polynomials are in q = exp(-rate)")
        if callable(found):
            self._refuse("its rate is a method: write a number, or put @property above it")
        if (number := exact("rate", found)) <= 0:
            raise InvalidValue("rate", number, "it must be > 0")
        return number

    def _read(self, x: Any) -> dict[Any, Any]:
        row = self._given(x)
        with self._blame(f"{self.form}(x)", x):
            return {r: exact_polynomial(p) for r, p in row.items()}


class ForeignInQ(_InQ, InQ):
    """A law of polynomials in q."""

    def polynomials(self, x: Any) -> dict[Any, Polynomial]:
        """The row as it was first read."""
        return self._row(x)


class ForeignQuotient(_InQ, QuotientInQ):
    """A law of polynomials in q over their sum."""

    def weights(self, x: Any) -> dict[Any, Polynomial]:
        """The row as it was first read."""
        return self._row(x)


class ForeignWeighted(InField, Weighted):
    """A law of log-weights."""

    def log_weights(self, x: Any, F: Field) -> dict[Any, Real]:
        """The target's log-weights as bare numbers."""
        return self._over(x, F)

    def uses_floats(self) -> bool:
        """Whether some log-weight is a plain float."""
        self._first = self._first or Balls(128)
        return any(float_kind(w) for x in self.datasets() for w in self._row(x).values())


class ForeignLaw(InField):
    """A subclass of `Mechanism` that says its `log_pmf` itself, and perhaps its exact terms."""

    def log_pmf(self, x: Any, F: Field) -> dict[Any, Real]:
        """The logarithms as bare numbers, once they are seen to be a law."""
        given = self._over(x, F).items()
        found = {r: _real(v, F) for r, v in given if not isinstance(v, float) or v > -math.inf}
        if isinstance(F, Balls):
            with F.scope():
                if not sum((F.exp(v) for v in found.values()), F.rational(0)).overlaps(1):
                    self._refuse("its probabilities do not sum to 1", x)
        return found

    def exact_terms(self, x: Any, F: LogSums) -> Mapping[Any, Any]:
        """What a form of somebody else's says; it is confirmed by `log_pmf` over balls."""
        with saying_what_is_not_exact(), self._blame("exact_terms(x, F)", x):
            return self.target.exact_terms(self.check_dataset(x), F)  # type: ignore[no-any-return]


def _real(value: Any, F: Field) -> Real:
    """A plain number in the field, exactly."""
    return F.rational(Fraction(value)) if isinstance(value, (int, Fraction, float)) else value


LIBRARIES = ("opendp", "diffprivlib")
FORMS: dict[str, type[Foreign]] = {
    "probabilities": ForeignExact,
    "log_weights": ForeignWeighted,
    "polynomials": ForeignInQ,
    "window": ForeignWindow,
}
BY_CLASS: tuple[tuple[type[Mechanism], type[Foreign]], ...] = (
    (Exact, ForeignExact),
    (QuotientInQ, ForeignQuotient),
    (Weighted, ForeignWeighted),
    (InQ, ForeignInQ),
    (Partial, ForeignPartial),
    (Mechanism, ForeignLaw),
)

SAY_A_LAW = (*FORMS, "weights", "checked", "row", "known", "log_pmf", "law")
"""Methods that a law can be asked of; all but one are made of that one, in each form."""


def adapted(target: Any) -> Mechanism:
    """`target` as a `Mechanism`: itself if dpbi defines it, wrapped if it follows the protocol."""
    if is_ours(target):
        return target.in_form()  # type: ignore[no-any-return]
    if isinstance(target, Continuous):
        raise ContinuousLaw(target.label)
    label = _label(target)
    if isinstance(target, type):
        return adapted(_made(target, label))
    if isinstance(target, Mechanism):
        form, wrap = next(found for found in BY_CLASS if isinstance(target, found[0]))
        said = [name for name in SAY_A_LAW if _says(target, name, form)]
        _check_one_law(label, [wrap.form, *(name for name in said if name != wrap.form)])
        return wrap(target, label)
    with Blame(label, "its methods"):
        _check_methods(target, label)
        found = [method for method in FORMS if callable(getattr(target, method, None))]
        _check_one_law(label, found)
        return FORMS[found[0]](target, label)


def is_ours(target: Any) -> bool:
    """Whether it is a mechanism that dpbi defines."""
    return isinstance(target, Mechanism) and _is_ours(type(target))


def _says(target: Mechanism, name: str, form: type[Mechanism]) -> bool:
    """Whether a law is said by this method, which is not one of ours."""
    owner = next((k for k in type(target).__mro__ if name in vars(k)), None)
    theirs = name in getattr(target, "__dict__", {}) or (owner is not None and not _is_ours(owner))
    return theirs and (name in FORMS or hasattr(form, name)) and callable(getattr(target, name))


def _check_one_law(label: str, methods: list[str]) -> None:
    """Refuse a law that is missing, or said twice: another one may be meant than is audited."""
    if not methods:
        raise BadMechanism(label, f"its law is missing: it needs one of {', '.join(FORMS)}")
    if len(methods) > 1:
        told = f"it says its law twice, by {methods[0]} and by {methods[1]}"
        raise BadMechanism(label, f"{told}: keep one, and set the other to None")


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
    name = None
    with suppress(Exception, SystemExit):
        is_one = isinstance(target, Mechanism)
        name = target.label if is_one else getattr(target, "name", None)
    if isinstance(name, str) and name:
        return str.__str__(name)
    return target.__name__ if isinstance(target, FunctionType) else kind.__name__


def _made(kind: type, label: str) -> Any:
    """A class as a mechanism, where nothing is needed to make one."""
    with Blame(label, "making it"):
        try:
            takes = list(signature(kind).parameters.values())
        except (TypeError, ValueError):
            takes = []
        variable = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
        needs = [p.name for p in takes if p.default is p.empty and p.kind not in variable]
        if needs:
            named = ", ".join(f"{n}=..." for n in needs)
            raise BadMechanism(label, f"it is a class: hand over what {label}({named}) makes")
        return kind()


def is_sampler(target: Any) -> bool:
    """Whether it is a mechanism of a library, which can be run and not be read."""
    return type(target).__module__.partition(".")[0] in LIBRARIES


OF_A_FUNCTION = (
    "call it, and hand over what it returns; where it draws noise itself, write "
    "@dpbi.program(datasets=.., neighbours=..) above it"
)


def _check_methods(target: Any, label: str) -> None:
    """Refuse what has no datasets or neighbours, with what is there in their place."""
    if is_sampler(target):
        raise BadMechanism(
            label,
            "it draws outputs and does not say their law: dpbi.libraries has the exact laws of "
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
            raise BadMechanism(label, f"it is a function: {OF_A_FUNCTION}")
        others = [n for n in dir(target) if isinstance(n, str) and n != needed]
        near = get_close_matches(needed, others, 1, 0.8)
        hint = f" (it has {brief(near[0], 40)})" if near else ""
        raise BadMechanism(label, f"it has no method {needed}{hint}")


read_by(adapted)
