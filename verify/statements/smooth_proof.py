"""The two proofs about the harmonic smooth sensitivity, display by display.

Definition 5 and Theorem 5.1: S is gamma-smooth if 1/S(x) - 1/S(y) <= gamma for neighbours, and
1/S(x) = min over z of (1/LS(z) + gamma d(x, z)) is.  Here s is the dataset that the proof compares
with, whatever it is.

Lemma 5.6: a chain that begins with the probability of r at x and ends with a multiple of the one at
y.  Every member of it is a function below, as printed and, where the print is not what is meant,
as meant.  Scores are u = H, weights exp(-eps u / (2 S)), S harmonic with any gamma >= 0.  Where a
bound variable is printed outside of the sum that binds it, it is s: any candidate.

Two members that a line calls equal agree to a part in 10^20 of the second (`agree_relatively`):
balls cannot tell more of numbers that are not rational.  That they are equal is what the arguments
say.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num
from dpbi.language.words import (
    LS,
    PAIRS,
    POSITIVE,
    H,
    S,
    absolute,
    adjacent,
    all_of,
    d,
    datasets,
    eps,
    exp,
    gamma,
    hockey_stick,
    implies,
    log,
    loss,
    over,
    r,
    released,
    s,
    t,
    variable,
    x,
    y,
)
from statements.neighbours import AGREEING_ONCE
from statements.terms import agree_relatively, normaliser, weight, z


def of_neighbours(*conclusion: Expr) -> Formula:
    """All of this for all neighbours, whatever else is free."""
    return forall(all_of(*conclusion), given=[adjacent(x, y)])


# Definition 5 and Theorem 5.1. -------------------------------------------------------------------


def reach(v: Expr, w: Expr) -> Expr:
    """1/LS(w) + gamma d(v, w), whose smallest value over w is 1/S(v)."""
    return 1 / LS(w) + gamma * d(v, w)


def smooth_is_at_least_local() -> Formula:
    """A constant t that Definition 5 admits as S is at least LS."""
    return forall(implies(1 / t - 1 / t <= gamma, LS(x) <= t))


def smooth_alone_is_private() -> Formula:
    """With a constant t > 0 in place of S the mechanism loses at most 2 eps."""
    level = eps * 2
    return forall(loss("ehd", gs=t) <= level, where=[variable("t", *POSITIVE)])


def smooth_both_ways() -> Formula:
    """|1/S(x) - 1/S(y)| <= gamma."""
    return of_neighbours(absolute(1 / S(x) - 1 / S(y)) <= gamma)


def maximum_bounds_each() -> Formula:
    """S(x) >= 1/(1/LS(s) + gamma d(x, s)), and 1/S(x) <= 1/LS(s) + gamma d(x, s)."""
    return forall(all_of(S(x) >= 1 / reach(x, s), 1 / S(x) <= reach(x, s)))


def one_step_nearer() -> Formula:
    """d(x, s) <= d(x, y) + d(y, s) <= 1 + d(y, s)."""
    between = d(x, y) + d(y, s)
    return of_neighbours(d(x, s) <= between, between <= 1 + d(y, s))


def one_step_nearer_when_agreeing_once() -> Formula:
    """The same for x, y that records agreeing in at most one place have, two categories."""
    return forall(d(x, s) <= 1 + d(y, s), given=[PAIRS, AGREEING_ONCE])


def one_step_further() -> Formula:
    """gamma d(x, s) <= gamma (1 + d(y, s)), and 1/LS(s) plus the right side is gamma + reach(y, s).

    The summand 1/LS(s) of both sides is left out of the inequality, which is then exact.
    """
    shifted = gamma * (1 + d(y, s))
    return of_neighbours(
        gamma * d(x, s) <= shifted, agree_relatively(1 / LS(s) + shifted, gamma + reach(y, s))
    )


def reach_of_any_is_the_smallest() -> Formula:
    """gamma + 1/LS(s) + gamma d(y, s) = gamma + 1/S(y) for every s."""
    return forall(agree_relatively(gamma + reach(y, s), gamma + 1 / S(y)))


def reach_of_the_maximiser_is_the_smallest() -> Formula:
    """The same for some s, the one that attains the maximum in S(y)."""
    attained = agree_relatively(gamma + reach(y, z), gamma + 1 / S(y))
    return forall(over("exists", "z", datasets(), attained))


def reach_of_any_is_at_least_the_smallest() -> Formula:
    """gamma + 1/LS(s) + gamma d(y, s) >= gamma + 1/S(y) for every s."""
    return forall(gamma + reach(y, s) >= gamma + 1 / S(y))


# Lemma 5.6. --------------------------------------------------------------------------------------


def probability() -> Expr:
    """P(x, r) of Definition 6, with any gamma."""
    return released("mh", gamma=gamma)(x, r)


NL = normaliser(x, S(x))
DRIFT = 1 / S(y) - 1 / S(x)
HEAD = exp(eps / 2 + eps / 2 * gamma)
HALF = exp(-eps / 2)
START = weight(H(x, r), S(x)) / NL
"""Line 703."""


def candidates_have_a_law() -> Formula:
    """The quotients of Definition 6 (gamma = 1) are positive and add up to 1."""
    sensitivity = S(x, 1)
    sum_of_all = normaliser(x, sensitivity)
    quotients = weight(H(x, z), sensitivity) / sum_of_all
    whole = over("sum", "z", datasets(), quotients)
    positive = weight(H(x, r), sensitivity) / sum_of_all > 0
    return forall(all_of(positive, agree_relatively(whole, num(1))))


def pointwise(level: Like) -> Formula:
    """P(x, r) <= e^level P(y, r) for neighbours and every candidate, gamma = 1."""
    P = released("mh", gamma=1)
    return of_neighbours(P(x, r) <= exp(num(level)) * P(y, r))


def pointwise_equal(level: Like) -> Formula:
    """The same with = in place of <=."""
    P = released("mh", gamma=1)
    return of_neighbours(P(x, r).equals(exp(num(level)) * P(y, r)))


def outputs_are_enough() -> Formula:
    """If P(x, z) <= e^t P(y, z) for every z, no event exceeds e^t times its weight at y; gamma = 1.

    What exceeds it, the hockey-stick divergence, is the largest excess of an event.
    """
    P = released("mh", gamma=1)
    each = over("forall", "z", datasets(), P(x, z) <= exp(t) * P(y, z))
    excess = hockey_stick("mh", x, y, t, gamma=1)
    return forall(excess <= 0, given=[adjacent(x, y), each])


def definition_is_spelled_out() -> Formula:
    """P(x, r) is the quotient of line 703."""
    return forall(agree_relatively(probability(), START))


def nothing_is_added() -> Formula:
    """Line 705: u(x, r) + u(y, r) - u(y, r) in place of u(x, r)."""
    inserted = weight(H(x, r) + H(y, r) - H(y, r), S(x)) / NL
    return of_neighbours(agree_relatively(START, inserted))


CHANGE = H(y, r) - H(x, r)
FACTOR = exp(eps * CHANGE / (2 * S(x)))
PRINTED_707 = weight(CHANGE, S(x)) / NL * FACTOR
MEANT_707 = weight(H(y, r), S(x)) / NL * FACTOR
LINE_711 = weight(H(y, r), S(x)) / NL * exp(eps / 2)


def factored(*, printed: bool) -> Formula:
    """Line 707 equals line 703."""
    return of_neighbours(agree_relatively(PRINTED_707 if printed else MEANT_707, START))


def sensitivities_are_ordered() -> Formula:
    """S(x) >= LS(x) >= u(y, r) - u(x, r)."""
    return of_neighbours(S(x) >= LS(x), LS(x) >= CHANGE)


def half_a_budget_bounds_the_factor() -> Formula:
    """Line 711: what line 707 means is at most e^(eps/2) times the rest."""
    return of_neighbours(MEANT_707 <= LINE_711)


def one_inserted(*, printed: bool) -> Formula:
    """Line 713 equals line 711; printed, its normaliser has S(y) in place of S(x)."""
    back = exp(eps * H(y, r) / (2 * S(y))) * weight(H(y, r), S(y))
    below = normaliser(x, S(y) if printed else S(x))
    return of_neighbours(
        agree_relatively(exp(eps / 2) * weight(H(y, r), S(x)) / below * back, LINE_711)
    )


COMMON = exp(eps / 2) * weight(H(y, r), S(y)) / NL


def collected() -> Formula:
    """Line 715 equals line 711."""
    return of_neighbours(agree_relatively(COMMON * exp(eps * H(y, r) / 2 * DRIFT), LINE_711))


def score_replaced_by_one() -> Formula:
    """exp(eps u(y, r)/2 (1/S(y) - 1/S(x))) <= exp(eps/2 (1/S(y) - 1/S(x)))."""
    return of_neighbours(exp(eps * H(y, r) / 2 * DRIFT) <= exp(eps / 2 * DRIFT))


def score_and_drift_bounded() -> Formula:
    """The left side of that is at most e^(eps gamma/2)."""
    return of_neighbours(exp(eps * H(y, r) / 2 * DRIFT) <= exp(eps / 2 * gamma))


def score_replaced_where_drift_is_positive() -> Formula:
    """The inequality of the draft where S(y) <= S(x)."""
    bound = exp(eps * H(y, r) / 2 * DRIFT) <= exp(eps / 2 * DRIFT)
    return forall(bound, given=[adjacent(x, y), S(y) < S(x)])


LINE_725 = HEAD * weight(H(y, r), S(y)) / NL


def drift_bounded() -> Formula:
    """1/S(y) - 1/S(x) <= gamma, so line 719 is at most line 723, which is line 725."""
    line_723 = COMMON * exp(eps / 2 * gamma)
    line_719 = COMMON * exp(eps / 2 * DRIFT)
    return of_neighbours(gamma >= DRIFT, line_719 <= line_723, agree_relatively(line_723, LINE_725))


# The denominator. --------------------------------------------------------------------------------

ABOVE = HEAD * weight(H(y, r), S(y))
SPLIT = over("sum", "z", datasets(), weight(H(y, z), S(x)) * weight(H(x, z) - H(y, z), S(x)))
NL_Y = normaliser(y, S(y))


def denominator_split(*, printed: bool) -> Formula:
    """Line 729 equals line 725; printed, its second numerator has u(y, s) + u(y, s)."""
    unchanged = over("sum", "z", datasets(), weight(H(x, z) + H(y, z) - H(y, z), S(x)))
    score = H(y, s) + H(y, s) if printed else H(y, r)
    second = HEAD * weight(score, S(y)) / SPLIT
    return of_neighbours(
        agree_relatively(ABOVE / unchanged, LINE_725), agree_relatively(second, LINE_725)
    )


MEANT_733 = ABOVE / (normaliser(y, S(x)) * HALF)
PRINTED_733 = ABOVE / (NL_Y * HALF)


def denominator_bounded() -> Formula:
    """-eps (u(x, s) - u(y, s)) / (2 S(x)) >= -eps/2, and line 733 as meant is at least line 725."""
    bounded = -eps * (H(x, s) - H(y, s)) / (2 * S(x)) >= -eps / 2
    return of_neighbours(bounded, LINE_725 <= MEANT_733)


def denominator_bounded_with_the_other_sensitivity() -> Formula:
    """Line 733 as printed, with S(y) below, is at least line 725: NL(x) >= e^(-eps/2) NL(y).

    Both lines have the same numerator, which is positive, and P(x, x) = 1/NL(x), as u(x, x) = 0.
    """
    P = released("mh", gamma=gamma)
    return of_neighbours(P(x, x) <= exp(eps / 2) * P(y, y))


def denominator_inserted(*, printed: bool) -> Formula:
    """Line 735 equals line 733, both as printed or both as meant."""
    if printed:
        above = HEAD * weight(H(y, s), S(x)) * weight(H(y, r), S(y))
        below = weight(H(y, z), S(x)) * weight(H(y, z), S(y)) * weight(H(y, z), S(y))
        return of_neighbours(
            agree_relatively(above / over("sum", "z", datasets(), below), PRINTED_733)
        )
    back = exp(eps * H(y, z) / (2 * S(y))) * weight(H(y, z), S(y))
    below = over("sum", "z", datasets(), weight(H(y, z), S(x)) * back * HALF)
    return of_neighbours(agree_relatively(ABOVE / below, MEANT_733))


PULL = 1 / S(x) - 1 / S(y)
MEANT_737 = ABOVE / over(
    "sum", "z", datasets(), weight(H(y, z), S(y)) * exp(-eps * H(y, z) / 2 * PULL) * HALF
)


def denominator_collected(*, printed: bool) -> Formula:
    """Line 737 equals line 735 as printed, or as meant line 733."""
    if not printed:
        return of_neighbours(agree_relatively(MEANT_737, MEANT_733))
    above = HEAD * weight(H(y, s), S(x)) * weight(H(y, r), S(y))
    below = weight(H(y, z), S(x)) * weight(H(y, z), S(y)) * weight(H(y, z), S(y))
    line_735 = above / over("sum", "z", datasets(), below)
    squared = HEAD * weight(H(y, s), S(y)) * weight(H(y, s), S(y))
    mixed = over("sum", "z", datasets(), weight(H(y, z), S(y)) * weight(H(x, z), S(y)))
    return of_neighbours(agree_relatively(squared / mixed, line_735))


def denominator_terms_bounded() -> Formula:
    """(u(x, s) - u(y, s)) / (2 S(x)) <= 1/2, and -eps u(x, s)/2 >= -eps/2."""
    change = (H(x, s) - H(y, s)) / (2 * S(x))
    return of_neighbours(change <= "1/2", -eps * H(x, s) / 2 >= -eps / 2)


def denominator_score_replaced() -> Formula:
    """exp(-eps u(y, s)/2 (1/S(x) - 1/S(y))) >= exp(-eps/2 (1/S(x) - 1/S(y))), term by term."""
    return of_neighbours(exp(-eps * H(y, s) / 2 * PULL) >= exp(-eps / 2 * PULL))


def denominator_without_half() -> Formula:
    """Line 741, from which e^(-eps/2) is missing, is at least line 737 as meant."""
    return of_neighbours(ABOVE / (NL_Y * exp(-eps / 2 * PULL)) >= MEANT_737)


def denominator_term_bounded_at_once() -> Formula:
    """exp(-eps u(y, s)/2 (1/S(x) - 1/S(y))) >= e^(-eps gamma/2), term by term."""
    return of_neighbours(exp(-eps * H(y, s) / 2 * PULL) >= exp(-eps / 2 * gamma))


def denominator_bounded_in_the_end() -> Formula:
    """NL(x) >= e^(-eps/2 - eps gamma/2) NL(y)."""
    return of_neighbours(exp(-eps / 2 - eps / 2 * gamma) * NL_Y <= NL)


def constants_taken_out(*, printed: bool) -> Formula:
    """The third member of line 745 equals the fourth; printed, its sum has u(y, r)."""
    term = weight(H(y, r if printed else z), S(y)) * exp(-eps / 2 - eps / 2 * gamma)
    third = ABOVE / over("sum", "z", datasets(), term)
    return of_neighbours(
        agree_relatively(third, exp(eps + eps * gamma) * weight(H(y, r), S(y)) / NL_Y)
    )


def chain_ends() -> Formula:
    """ln P(x, r) <= eps + eps gamma + ln P(y, r)."""
    P = released("mh", gamma=gamma)
    return of_neighbours(log(P(x, r)) - log(P(y, r)) <= eps + eps * gamma)
