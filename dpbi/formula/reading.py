"""A reading's formula: quantified variables, hypotheses, conclusion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from dpbi.formula.expr import Expr, Options, Variable, parse
from dpbi.formula.words import DOMAINS

BINDERS = {"sum", "maxof", "minof", "sumif", "count", "forall", "exists"}


@dataclass(frozen=True, slots=True)
class Formula:
    """For all (or for some) values of the variables: the hypotheses imply (with) the conclusion."""

    quantifier: str
    variables: tuple[Variable, ...]
    hypotheses: tuple[Expr, ...]
    conclusion: Expr

    def json(self) -> dict[str, Any]:
        """The JSON object that the kernel reads."""
        return {
            "quantifier": self.quantifier,
            "variables": [v.json() for v in self.variables],
            "hypotheses": [h.json() for h in self.hypotheses],
            "conclusion": self.conclusion.json(),
        }

    @staticmethod
    def parse(document: dict[str, Any]) -> Formula:
        """The formula behind a JSON object."""
        return Formula(
            document["quantifier"],
            tuple(Variable(name, tuple(domain)) for name, domain in document["variables"]),
            tuple(parse(h) for h in document["hypotheses"]),
            parse(document["conclusion"]),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the quantified variables."""
        return tuple(v.name for v in self.variables)


def forall(
    conclusion: Expr, *, given: Sequence[Expr] = (), where: Iterable[Variable] = ()
) -> Formula:
    """For all values of the free variables; `where` gives domains that differ from the usual."""
    return _quantified("forall", conclusion, given, where)


def exists(
    conclusion: Expr, *, given: Sequence[Expr] = (), where: Iterable[Variable] = ()
) -> Formula:
    """For some values of the free variables."""
    return _quantified("exists", conclusion, given, where)


def _quantified(
    quantifier: str, conclusion: Expr, given: Sequence[Expr], where: Iterable[Variable]
) -> Formula:
    special = {v.name: v for v in where}
    used = set(special)
    for condition in (*given, conclusion):
        used |= free(condition)
    if used & {"x", "y", "r", "s"}:
        used |= {"n", "prior"}
    unknown = used - set(DOMAINS) - set(special)
    if unknown:
        raise ValueError(f"no domain is known for {', '.join(sorted(unknown))}")
    order = [*DOMAINS, *(name for name in special if name not in DOMAINS)]
    variables = [special.get(v) or Variable(v, DOMAINS[v]) for v in order if v in used]
    return Formula(quantifier, tuple(variables), tuple(given), conclusion)


def free(e: Expr) -> set[str]:
    """The names of variables that no binder within e binds."""
    if e.op == "var":
        return {e.args[0]}
    names: set[str] = set()
    if e.op in BINDERS:
        bound, elements, *body = e.args
        for b in body:
            names |= free(b)
        return (names - {bound}) | free(elements)
    for child in children(e):
        names |= free(child)
    return names


def children(e: Expr) -> list[Expr]:
    """The expressions directly below e, those within options included."""
    below: list[Expr] = []
    for a in e.args:
        if isinstance(a, Expr):
            below.append(a)
        elif isinstance(a, Options):
            below += list(a.values())
    return below
