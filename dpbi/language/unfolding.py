"""A formula without definitions: each call replaced by what it stands for.

Names that a definition binds are changed where an argument speaks of a variable of that name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from dpbi.language.definitions import Definition
from dpbi.language.expr import Expr, Options, Variable, var
from dpbi.language.formula import Formula, free
from dpbi.language.signatures import BINDERS


def without_definitions(formula: Formula) -> Formula:
    """The same formula, in the words of the language alone."""
    return replace(
        formula,
        variables=tuple(
            Variable(v.name, ("in", unfolded(v.domain[1]))) if v.domain[0] == "in" else v
            for v in formula.variables
        ),
        hypotheses=tuple(map(unfolded, formula.hypotheses)),
        conclusion=unfolded(formula.conclusion),
    )


def unfolded(e: Expr) -> Expr:
    """An expression without calls."""
    if e.op == "defined":
        return _called(e.args[0], unfolded(e.args[0].value), map(unfolded, e.args[1:]))
    return Expr(e.op, tuple(_in_argument(a, unfolded) for a in e.args))


def unfolded_once(call: Expr) -> Expr:
    """What a call stands for; the calls in it stay."""
    return _called(call.args[0], call.args[0].value, call.args[1:])


def _called(definition: Definition, value: Expr, arguments: Iterable[Expr]) -> Expr:
    """The value of a definition, or the same unfolded, at these arguments."""
    names = (name for name, _ in definition.parameters)
    return _put(value, dict(zip(names, arguments, strict=True)))


def _in_argument(a: Any, change: Callable[[Expr], Expr]) -> Any:
    if isinstance(a, Expr):
        return change(a)
    if isinstance(a, Options):
        return Options((k, _in_argument(v, change)) for k, v in a)
    return a


def _put(e: Expr, given: Mapping[str, Expr]) -> Expr:
    """Arguments in place of parameters."""
    if e.op == "var":
        return given.get(e.args[0], e)
    if e.op not in BINDERS:
        return Expr(e.op, tuple(_in_argument(a, lambda b: _put(b, given)) for a in e.args))
    name, elements, *body = e.args
    inner = {k: v for k, v in given.items() if k != name}
    taken = set().union(*map(free, inner.values()))
    fresh = name
    if name in taken:
        taken |= set().union(*map(free, body)) | {name}
        fresh = next(other for i in count(1) if (other := f"{name}{i}") not in taken)
        inner = {**inner, name: var(fresh)}
    return Expr(e.op, (fresh, _put(elements, given), *(_put(b, inner) for b in body)))
