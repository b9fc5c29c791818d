"""Steps: how many records must be replaced to come from one candidate to another."""

from __future__ import annotations

from collections.abc import Iterable

from dpbi.formula import Expr, Formula, forall
from dpbi.formula.expr import Like
from dpbi.formula.words import H, all_of, d, over, r, s, some, total, vec, x

z = Expr("var", ("z",))


def parameters(*values: Like) -> Expr:
    """The parameters of a Dirichlet distribution."""
    return vec(*values)


def one_step_away(centre: Expr, candidates: Iterable[Expr]) -> Formula:
    """Every candidate is the centre with one unit moved: as many units in all, at distance 1."""
    a_step = all_of(d(centre, z).equals(1), total(z).equals(total(centre)))
    return forall(over("forall", "z", some(*candidates), a_step))


def step_count_of(centre: Expr, candidate: Expr, count: Like) -> Formula:
    """The candidate is so many steps from the centre."""
    return forall(d(centre, candidate).equals(count))


def steps_determine_distance(*given: Expr, number: Like | None = None) -> Formula:
    """Candidates at the same number of steps from x are at the same Hellinger distance."""
    equally_many = [d(x, r).equals(d(x, s))] if number is None else []
    exactly = [] if number is None else [d(x, r).equals(number), d(x, s).equals(number)]
    return forall(H(x, r).equals(H(x, s)), given=[*given, *equally_many, *exactly])


def distance_determines_steps(*given: Expr) -> Formula:
    """Candidates at the same Hellinger distance from x are at the same number of steps."""
    return forall(d(x, r).equals(d(x, s)), given=[*given, H(x, r).equals(H(x, s))])
