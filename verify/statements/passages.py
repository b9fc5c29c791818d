"""Passages that say one thing in two ways, with the small change or the meaning that fits both."""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, var
from dpbi.language.words import (
    H,
    S,
    Sexp,
    absolute,
    c,
    datasets,
    eps,
    exp,
    gamma,
    log,
    over,
    r,
    released,
    x,
)
from statements.candidates import CANDIDATES
from statements.contradictions import alike
from statements.tails import chance_of_far


def score_is_at_most_zero(sign: int) -> Formula:
    """u(x, r) <= 0 for u = +H or u = -H."""
    return forall(sign * H(x, r) <= 0)


def law_printed_with(factor: int) -> Formula:
    """exp(-eps H / (factor S)), normalised, is the law of Definition 3 to 20 digits."""

    def weight(z: Expr) -> Expr:
        return exp(-eps * H(x, z) / (factor * Sexp(x, gamma)))

    share = weight(r) / over("sum", "z", datasets(), weight(var("z")))
    return alike(released("mh-exp", beta=gamma)(x, r), share)


def minus_eps_is_of_order_eps() -> Formula:
    """|-eps| <= 1 eps."""
    return forall(absolute(-eps) <= 1 * eps)


def level_of_line_642_is_within(bound: Like) -> Formula:
    """eps/2 + 2 ln 2, below the eps' of line 642, is at most this at eps = 1."""
    return forall(eps / 2 + 2 * log(2) <= bound, given=[eps.equals(1)])


def tail_is_within_a_number_of_the_size() -> Formula:
    """P(H >= c) <= |R| exp(-eps c/S(x)) / N with N = exp(-eps / min S), over n records."""
    number = exp(-eps / over("minof", "z", datasets(), S(var("z"))))
    return forall(chance_of_far() <= CANDIDATES * exp(-eps * c / S(x)) / number)
