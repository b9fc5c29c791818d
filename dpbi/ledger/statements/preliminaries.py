"""What the short drafts define before their algorithms: parameters, distance, score, sensitivity.

Parameter vectors of a multinomial are quantified as x/n, x a dataset: all rational vectors of
probabilities.  B(p, q) of integers is 1 / (p C(p + q - 1, p)), which needs no gamma function.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import num, var
from dpbi.language.words import (
    GS,
    LS,
    H,
    S,
    absolute,
    adjacent,
    all_of,
    any_of,
    binomial,
    gamma,
    hellinger,
    implies,
    n,
    near,
    over,
    prior,
    r,
    same,
    size,
    sqrt,
    steps,
    total,
    variable,
    vec,
    x,
    y,
)

I, Y = var("i"), var("y")
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
    return forall(
        absolute(distance * distance - printed) < "1/100000000000000000000", where=domains
    )


def others_cancel() -> Formula:
    """H of (u + 1, v, w) and (u, v + 1, w) is that of (u + 1, v) and (u, v + 1)."""
    u, v, w = map(var, ("u", "v", "w"))
    three = hellinger(vec(u + 1, v, w), vec(u, v + 1, w))
    two = hellinger(vec(u + 1, v), vec(u, v + 1))
    positive = [variable(name, "rational", "0", None, "()") for name in "uvw"]
    return forall(three.equals(two), where=positive)


def score_has_its_largest_value_at_the_posterior() -> Formula:
    """u = -H is 0 at the posterior of x and negative at every other candidate."""
    return forall(all_of(any_of(same(x, r), -H(x, r) < 0), implies(same(x, r), -H(x, r) >= 0)))


def local_sensitivity_is_the_largest_step() -> Formula:
    """|H(x, r) - H(y, r)| <= LS(x) for neighbours, and some neighbour is at the distance LS(x)."""
    attained = over("exists", "y", near(x), H(x, Y).equals(LS(x)))
    bounded = absolute(H(x, r) - H(y, r)) <= LS(x)
    return forall(all_of(bounded, attained), given=[adjacent(x, y)])


def smooth_between_local_and_global() -> Formula:
    """LS(x) <= S(x) <= GS, and |1/S(x) - 1/S(y)| <= gamma for neighbours, up to 10^-20.

    Without this margin most instances are ties, which balls leave open.
    """
    margin = num("1/100000000000000000000")
    between = all_of(LS(x) <= S(x) + margin, S(x) <= GS() + margin)
    change = absolute(1 / S(x) - 1 / S(y)) <= gamma + margin
    return forall(all_of(between, change), given=[adjacent(x, y)])
