"""Whether two formulas for the same thing agree."""

from __future__ import annotations

from dpbi.formula import Formula, forall
from dpbi.formula.expr import Expr, Like, num
from dpbi.formula.words import (
    adjacent,
    binomial,
    d,
    delta,
    eps,
    exp,
    gamma,
    k,
    log,
    n,
    released,
    size,
    x,
    y,
)
from dpbi.formula.words import prior as alpha
from dpbi.formula.words import r as output


def same_law(first: str, second: str) -> Formula:
    """Two mechanisms with a parameter gamma release everything with the same probability."""
    P, Q = (released(name, gamma=gamma) for name in (first, second))
    return forall(P(x, output).equals(Q(x, output)))


def same_factor(first: Expr, second: Like) -> Formula:
    """Two constants beside one sensitivity are equal."""
    return forall(first.equals(second))


def smoothing_exponent(records: Like) -> Expr:
    """ln(1 - eps / (2 ln(delta / (2 N)))) for N records."""
    return log(1 - eps / (2 * log(delta / (2 * records))))


def same_exponent() -> Formula:
    """The smoothing exponents made with n + 1 and with n are equal."""
    return forall(smoothing_exponent(n + 1).equals(smoothing_exponent(n)))


def parameters_move_by(amount: Like) -> Formula:
    """The l1 distance of neighbours' posterior parameters is this."""
    return forall((2 * d(x, y)).equals(amount), given=[adjacent(x, y)])


def parameters_move_by_the_dimension() -> Formula:
    """The l1 distance of neighbours' posterior parameters is the number of categories."""
    return parameters_move_by(size(alpha))


def counts_agree(categories: Like = k) -> Formula:
    """C(n+1, k-1) = n + 1, for every number of categories, or for one."""
    return forall(binomial(n + 1, num(categories) - 1).equals(n + 1))


def a_probability_below_one_is_above_one() -> Formula:
    """e^(-eps) >= 1, which e^(O(eps)) with a positive constant would make it."""
    return forall(exp(-eps) >= 1)
