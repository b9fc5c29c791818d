"""The variables that a hypothesis fixes: `k.equals(2)`, or `g.equals(f + 1)`.

A draw that misses such a hypothesis says nothing, so the value is put in.  Where all variables are
fixed to constants, or are in finite sets, the domain is exhausted by the instances that meet that.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from dpbi.fields import Balls
from dpbi.language import Expr, Formula
from dpbi.language.formula import free
from dpbi.ledger.evaluate import PRECISIONS, Evaluation
from dpbi.ledger.grids import inside

NUMBERS = ("int", "rational")


@lru_cache(maxsize=512)
def fixed(formula: Formula) -> dict[str, Expr]:
    """Numeric variables with what a hypothesis says they equal, each after those it speaks of."""
    numbers = {v.name for v in formula.variables if v.domain[0] in NUMBERS}
    wanted: dict[str, Expr] = {}
    for h in formula.hypotheses:
        if h.op != "eq":
            continue
        for one, other in (h.args, h.args[::-1]):
            if one.op == "var" and one.args[0] in numbers - set(wanted):
                needs = _needs(other, wanted)
                if one.args[0] not in needs and needs <= numbers:
                    wanted[one.args[0]] = other
                    break
    order = sorted(wanted, key=lambda name: len(_chain(wanted[name], wanted)))
    return {name: wanted[name] for name in order}


def _needs(e: Expr, wanted: Mapping[str, Expr]) -> set[str]:
    """The variables on which an expression depends, through others that are fixed."""
    names = free(e)
    return names.union(*(_needs(wanted[name], wanted) for name in names & set(wanted)))


def _chain(e: Expr, wanted: Mapping[str, Expr]) -> set[str]:
    return _needs(e, wanted) & set(wanted)


def put_in(formula: Formula, drawn: Mapping[str, Any]) -> dict[str, Any]:
    """The same numbers, with those that hypotheses fix at their values, where they have any."""
    found = dict(drawn)
    domains = {v.name: v.domain for v in formula.variables}
    for name, e in fixed(formula).items():
        value = _value(e, {k: found[k] for k in free(e) if k in found})
        kind, *ends = domains[name]
        whole = kind == "int"
        if value is not None and inside(value, *ends) and not (whole and value.denominator > 1):
            found[name] = int(value) if whole else value
    return found


def _value(e: Expr, at: Mapping[str, Any]) -> Fraction | None:
    """The rational value of an expression at an assignment of its variables, if it has one."""
    if free(e) - set(at):
        return None
    return _rational(e, tuple(sorted(at.items())))


@lru_cache(maxsize=512)
def _rational(e: Expr, at: tuple[tuple[str, Any], ...]) -> Fraction | None:
    (found,) = Evaluation(Balls(PRECISIONS[0])).values([e], dict(at))
    return None if found is None or found.rational is None else Fraction(found.rational)


def constants(formula: Formula) -> set[str]:
    """The variables that are fixed to constants, by way of each other at most."""
    found = set[str]()
    for name, e in fixed(formula).items():
        if free(e) <= found:
            found.add(name)
    return found
