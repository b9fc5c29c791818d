"""Tails of exponential mechanisms: the chance that a release is far from the posterior, or near it.

R are the candidates and GS the global sensitivity; the weights are exp(-eps H / (2 GS)).  M_H is
Definition 6 of the long draft, with any gamma >= 0 and weights exp(-eps H / (f S(x))), f = 2, or
f = 1 as printed.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, exists, forall
from dpbi.language.expr import Like
from dpbi.language.words import (
    GS,
    H,
    S,
    c,
    datasets,
    eps,
    exp,
    gamma,
    n,
    no,
    over,
    r,
    released,
    same,
    t,
    under,
    vec,
    x,
)
from statements.candidates import CANDIDATES
from statements.terms import agree_relatively, normaliser, probability_of, weight, z

P = released("ehd", gs="true")
FARTHEST = over("maxof", "z", datasets(), H(x, z))
FARTHEST_COUNT = over("count", "w", datasets(), H(x, Expr("var", ("w",))).equals(FARTHEST))


def weight_of_utility(utility: Like) -> Expr:
    """exp(eps u / (2 GS))."""
    return exp(eps * utility / (2 * GS()))


def far_event_is_bounded() -> Formula:
    """P(-H <= c) <= |R| exp(eps c / (2 GS))."""
    return forall(probability_of(H(x, z) >= -c, P) <= CANDIDATES * weight_of_utility(c))


def far_event_is_bounded_at_candidates() -> Formula:
    """P(H >= H(x, r)) <= |R| exp(-eps H(x, r) / (2 GS))."""
    return forall(probability_of(H(x, z) >= H(x, r), P) <= CANDIDATES * weight_of_utility(-H(x, r)))


def near_event_is_bounded() -> Formula:
    """P(H <= c) <= |R| exp(eps c / (2 GS))."""
    return forall(probability_of(H(x, z) <= c, P) <= CANDIDATES * weight_of_utility(c))


def near_event_is_bounded_by_the_best() -> Formula:
    """P(H <= c) <= |R| exp(eps c / (2 GS)) / (|R_opt| exp(eps OPT / (2 GS))), OPT = max H."""
    bound = CANDIDATES * weight_of_utility(c) / (FARTHEST_COUNT * weight_of_utility(FARTHEST))
    return forall(probability_of(H(x, z) <= c, P) <= bound)


def near_event_of_the_opposite_mechanism_is_bounded() -> Formula:
    """The same for the mechanism whose weights are exp(+eps H / (2 GS))."""
    bound = CANDIDATES * weight_of_utility(c) / (FARTHEST_COUNT * weight_of_utility(FARTHEST))
    near = over("sumif", "z", datasets(), H(x, z) <= c, weight_of_utility(H(x, z)))
    return forall(near / over("sum", "z", datasets(), weight_of_utility(H(x, z))) <= bound)


def weight_at(distance: Expr, factor: int) -> Expr:
    """exp(-eps distance / (factor S(x)))."""
    return weight(distance, S(x), factor)


def normaliser_with(factor: int) -> Expr:
    """The sum of these weights."""
    return normaliser(x, S(x), factor)


def chance_of_far(mechanism: str = "mh", level: Expr = c) -> Expr:
    """P(H >= level)."""
    P = released(mechanism, gamma=gamma)
    return probability_of(H(x, z) >= level, P)


def tail_is_the_sum(factor: int, below: int, mechanism: str = "mh") -> Formula:
    """P(H >= c) is the sum of the far weights with one factor over the normaliser with another."""
    far = over("sumif", "z", datasets(), H(x, z) >= c, weight_at(H(x, z), factor))
    return forall(agree_relatively(chance_of_far(mechanism), far / normaliser_with(below)))


def tail_is_within(factor: int, below: int) -> Formula:
    """P(H >= c) <= |R| exp(-eps c/(factor S(x))) over the normaliser."""
    return forall(chance_of_far() <= CANDIDATES * weight_at(c, factor) / normaliser_with(below))


def tail_is_within_without_normaliser() -> Formula:
    """P(H >= c) <= |R| exp(-eps c/(2 S(x))) / 1."""
    return forall(chance_of_far() <= CANDIDATES * weight_at(c, 2))


AT_ONE = (under(1, 1), n.equals(1), same(x, vec(0, 1)), same(r, vec(1, 0)))
"""Prior (1, 1), one record, and the candidate that is not the posterior."""


def _with_a_number_for_one_record() -> Expr:
    """P(H >= H(x, r)) <= |R| exp(-eps H(x, r)/S(x)) / t at eps = 8/t, gamma = 1."""
    level = 8 / t
    P = released("mh", level, gamma=1)
    far = probability_of(H(x, z) >= H(x, r), P)
    return far * t <= CANDIDATES * exp(-level * H(x, r) / S(x, 1))


def some_number_serves_for_one_record() -> Formula:
    """Some N(1) = t > 0 serves at eps = 8/t, under the prior (1, 1)."""
    return exists(_with_a_number_for_one_record(), given=AT_ONE)


def no_number_serves_for_one_record() -> Formula:
    """No N(1) = t > 0 serves at eps = 8/t, under the prior (1, 1)."""
    return forall(no(_with_a_number_for_one_record()), given=AT_ONE)


def near_event_of_m_h() -> Formula:
    """P(H <= c) <= |R| exp(eps c/(2 S(x))), the utility being +H."""
    P = released("mh", gamma=gamma)
    close = probability_of(H(x, z) <= c, P)
    return forall(close <= CANDIDATES * weight_at(-c, 2))


def far_event_of_m_h() -> Formula:
    """P(-H <= c) <= |R| exp(eps c/(2 S(x))), the utility being -H."""
    return forall(chance_of_far(level=-c) <= CANDIDATES * weight_at(-c, 2))
