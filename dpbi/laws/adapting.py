"""Which mechanisms are foreign, and what wraps them.

A subclass of `Mechanism` is foreign too, unless dpbi itself defines it: a class is believed for
where it was written, not for what it inherits.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from inspect import Parameter, signature
from pathlib import Path
from types import FunctionType
from typing import Any

from dpbi.errors import BadMechanism, ContinuousLaw, brief
from dpbi.laws.foreign import OURS, Blame, Foreign
from dpbi.laws.foreign_laws import (
    ForeignExact,
    ForeignInQ,
    ForeignLaw,
    ForeignQuotient,
    ForeignWeighted,
)
from dpbi.laws.forms import Exact, InQ, QuotientInQ, Weighted
from dpbi.laws.protocol import Continuous, Mechanism, read_by

LIBRARIES = ("opendp", "diffprivlib")
FORMS: dict[str, type[Foreign]] = {
    "probabilities": ForeignExact,
    "log_weights": ForeignWeighted,
    "polynomials": ForeignInQ,
}
BY_CLASS: tuple[tuple[type[Mechanism], type[Foreign]], ...] = (
    (Exact, ForeignExact),
    (QuotientInQ, ForeignQuotient),
    (Weighted, ForeignWeighted),
    (InQ, ForeignInQ),
    (Mechanism, ForeignLaw),
)

SAY_A_LAW = (*FORMS, "weights", "checked", "row", "log_pmf", "law")
"""Methods that a law can be asked of; all but one are made of that one, in each form."""


def adapted(target: Any) -> Mechanism:
    """`target` as a `Mechanism`: itself if dpbi defines it, wrapped if it follows the protocol."""
    if isinstance(target, Mechanism) and _is_ours(type(target)):
        return target
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


def _says(target: Mechanism, name: str, form: type[Mechanism]) -> bool:
    """Whether a law is said by this method, which is none of ours."""
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


def _check_methods(target: Any, label: str) -> None:
    """Refuse what has no datasets or neighbours, with what is there in their place."""
    if is_sampler(target):
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
        others = [n for n in dir(target) if isinstance(n, str) and n != needed]
        near = get_close_matches(needed, others, 1, 0.8)
        hint = f" (it has {brief(near[0], 40)})" if near else ""
        raise BadMechanism(label, f"it has no method {needed}{hint}")


read_by(adapted)
