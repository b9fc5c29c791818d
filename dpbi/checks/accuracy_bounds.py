"""The accuracy bound of an exponential mechanism, with utility -H or +H.

R are the candidates, GS the global sensitivity, and the weights are exp(-eps H / (2 GS)) unless
said otherwise.
"""

from __future__ import annotations

from dpbi.checks.counting import CANDIDATES
from dpbi.formula import Expr, Formula, forall
from dpbi.formula.expr import Like
from dpbi.formula.words import GS, H, c, datasets, eps, exp, over, r, released, x

P = released("ehd", gs="true")
Z = Expr("var", ("z",))
FARTHEST = over("maxof", "z", datasets(), H(x, Z))
FARTHEST_COUNT = over("count", "w", datasets(), H(x, Expr("var", ("w",))).equals(FARTHEST))


def weight(utility: Like) -> Expr:
    """exp(eps u / (2 GS))."""
    return exp(eps * utility / (2 * GS()))


def probability(condition: Expr) -> Expr:
    """The probability at x of an event about the output z."""
    return over("sumif", "z", datasets(), condition, P(x, Z))


def far_event_is_bounded() -> Formula:
    """P(-H <= c) <= |R| exp(eps c / (2 GS))."""
    return forall(probability(H(x, Z) >= -c) <= CANDIDATES * weight(c))


def far_event_is_bounded_at_candidates() -> Formula:
    """P(H >= H(x, r)) <= |R| exp(-eps H(x, r) / (2 GS))."""
    return forall(probability(H(x, Z) >= H(x, r)) <= CANDIDATES * weight(-H(x, r)))


def near_event_is_bounded() -> Formula:
    """P(H <= c) <= |R| exp(eps c / (2 GS))."""
    return forall(probability(H(x, Z) <= c) <= CANDIDATES * weight(c))


def near_event_is_bounded_by_the_best() -> Formula:
    """P(H <= c) <= |R| exp(eps c / (2 GS)) / (|R_opt| exp(eps OPT / (2 GS))), OPT = max H."""
    bound = CANDIDATES * weight(c) / (FARTHEST_COUNT * weight(FARTHEST))
    return forall(probability(H(x, Z) <= c) <= bound)


def near_event_of_the_opposite_mechanism_is_bounded() -> Formula:
    """The same for the mechanism whose weights are exp(+eps H / (2 GS))."""
    bound = CANDIDATES * weight(c) / (FARTHEST_COUNT * weight(FARTHEST))
    near = over("sumif", "z", datasets(), H(x, Z) <= c, weight(H(x, Z)))
    return forall(near / over("sum", "z", datasets(), weight(H(x, Z))) <= bound)
