"""What the short drafts define before their algorithms: parameter vectors and the distance.

Parameter vectors of a multinomial are quantified as x/n, x a dataset: all rational vectors of
probabilities.  B(p, q) of integers is 1 / (p C(p + q - 1, p)), which needs no gamma function.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import var
from dpbi.language.words import (
    all_of,
    binomial,
    hellinger,
    n,
    over,
    prior,
    size,
    sqrt,
    steps,
    total,
    variable,
    vec,
    x,
)
from statements.terms import agree

I = var("i")
CUBE = [variable(name, "rational", "0", "1", "[]") for name in ("u", "v")]


def _fractions(condition: Expr) -> Expr:
    return over("forall", "i", steps(0, size(prior) - 1), condition)


PART = Expr("at", (x, I)) / n
IN_THE_CUBE = _fractions(all_of(PART >= 0, PART <= 1))


def fractions_lie_in_the_cube() -> Formula:
    """0 <= x_i / n <= 1 for every category."""
    return forall(IN_THE_CUBE)


def fractions_lie_in_the_simplex() -> Formula:
    """The same, and the fractions add up to 1."""
    return forall(all_of(IN_THE_CUBE, (total(x) / n).equals(1)))


def cube_is_the_simplex() -> Formula:
    """u + v = 1 for all u, v in [0, 1]: two categories."""
    return forall((var("u") + var("v")).equals(1), where=CUBE)


def _beta(p: Expr, q: Expr) -> Expr:
    """B(p, q) of positive integers."""
    return 1 / (p * binomial(p + q - 1, p))


def affinity_is_a_quotient_of_binomials() -> Formula:
    """H of Beta(p, q) and Beta(p + 2i, q + 2j), integers, from factorials, to 20 digits."""
    p, q, i, j = map(var, ("p", "q", "i", "j"))
    first, second = (p, q), (p + 2 * i, q + 2 * j)
    root = sqrt(_beta(*first) * _beta(*second))
    printed = 1 - _beta(p + i, q + j) / root
    distance = hellinger(vec(*first), vec(*second))
    domains = [
        variable(name, "int", low, None) for name, low in zip("pqij", (1, 1, 0, 0), strict=True)
    ]
    return forall(agree(distance * distance, printed, 20), where=domains)


def others_cancel() -> Formula:
    """H of (u + 1, v, w) and (u, v + 1, w) is that of (u + 1, v) and (u, v + 1)."""
    u, v, w = map(var, ("u", "v", "w"))
    three = hellinger(vec(u + 1, v, w), vec(u, v + 1, w))
    two = hellinger(vec(u + 1, v), vec(u, v + 1))
    positive = [variable(name, "rational", "0", None, "()") for name in "uvw"]
    return forall(three.equals(two), where=positive)
