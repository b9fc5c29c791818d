"""The long draft's proofs about equal distances: what each displayed line says.

P is the mechanism with weights exp(-eps u(x, r) / (2 S(x))), u = H and S the exponential smooth
sensitivity; R is the set of the candidates as far from x as r, and C(x, r) is their number.  In the
sliding proof t is a candidate with u(t) = u(r) + k; here it is called s.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num
from dpbi.language.words import (
    PAIRS,
    C,
    H,
    all_of,
    any_of,
    c,
    datasets,
    eps,
    exp,
    implies,
    log,
    no,
    over,
    r,
    s,
    same,
    x,
)
from statements.dilation import EPS_FROM_ZERO, P, event, normaliser, smooth
from statements.terms import probability_of, w, weight, z

FREE = [EPS_FROM_ZERO]

HERE, THERE = H(x, r).equals(0), H(x, s).equals(0)
AWAY, BEYOND = H(x, r) > 0, H(x, s) > 0
FURTHER, CLOSER = H(x, s) >= H(x, r), H(x, s) < H(x, r)
SHIFT = H(x, s) - H(x, r)
"""k."""


def weight_of(score: Expr) -> Expr:
    """exp(-eps score / (2 S))."""
    return weight(score, smooth(x))


def share(score: Expr) -> Expr:
    """The fraction of Definition 3."""
    return weight_of(score) / normaliser(x)


def growth(shift: Expr = SHIFT) -> Expr:
    """e^(eps k / (2S))."""
    return exp(eps * shift / (2 * smooth(x)))


def multiplicities(first: Like, second: Like) -> list[Expr]:
    """C(x, r) and C(x, s) have these values."""
    return [C(x, r).equals(first), C(x, s).equals(second)]


def each_equal(lines: Sequence[Expr]) -> Expr:
    """A chain of equations."""
    return all_of(*(a.equals(b) for a, b in pairwise(lines)))


# The score. --------------------------------------------------------------------------------------


def score_grows_with_distance() -> Formula:
    """u >= 0, u = 0 at the posterior of x alone, and the larger u, the less probable."""
    alone = all_of(H(x, r) >= 0, implies(HERE, same(r, x)), implies(same(r, x), HERE))
    return forall(all_of(alone, implies(H(x, r) < H(x, s), P(x, r) > P(x, s))))


# Lemma 5.1. --------------------------------------------------------------------------------------


def equal_distances_give_equal_lines() -> Formula:
    """From H(x, r) = H(x, s): equal weights, equal fractions, equal probabilities."""
    a, b = H(x, r), H(x, s)
    lines = weight_of(a).equals(weight_of(b)), share(a).equals(share(b)), P(x, r).equals(P(x, s))
    return forall(all_of(*lines), given=[a.equals(b)], where=FREE)


def probabilities_are_the_fractions() -> Formula:
    """From P(x, r) = P(x, s): both are the fractions of Definition 3, so these are equal."""
    a, b = share(H(x, r)), share(H(x, s))
    lines = P(x, r).equals(a), P(x, s).equals(b), a.equals(b)
    return forall(all_of(*lines), given=[P(x, r).equals(P(x, s))], where=FREE)


def equal_probabilities_give_equal_distances() -> Formula:
    """P(x, r) = P(x, s) implies H(x, r) = H(x, s), for eps > 0."""
    return forall(H(x, r).equals(H(x, s)), given=[P(x, r).equals(P(x, s))])


# Definition 4 and Lemma 5.2. ---------------------------------------------------------------------

IN_R = H(x, z).equals(H(x, r))


def number_of_equal_distances() -> Formula:
    """C(x, r) is the number of candidates as far from x as r, and r is one of them."""
    number = over("count", "z", datasets(), IN_R)
    return forall(all_of(C(x, r).equals(number), C(x, r) >= 1))


def not_every_candidate_is_as_far() -> Formula:
    """C(x, r) is less than the number of candidates."""
    return forall(C(x, r) < over("sum", "z", datasets(), num(1)))


def member(v: Expr) -> Expr:
    """v is an element of R."""
    found = all_of(same(w, v), H(x, w).equals(H(x, r)))
    return over("exists", "w", datasets(), found)


def event_is_membership() -> Formula:
    """Pr[u(z) = u(r)] = Pr[z in R]."""
    inside = probability_of(member(z), P)
    return forall(event(H(x, r)).equals(inside), where=FREE)


def joint(v: Expr, w: Expr) -> Expr:
    """The probability that the release is v and is w."""
    return probability_of(all_of(same(z, v), same(z, w)), P)


TWO_MEMBERS = [H(x, r).equals(H(x, s)), no(same(r, s))]


def members_are_independent() -> Formula:
    """For two elements of R: Pr[z = r and z = s] = P(x, r) P(x, s)."""
    return forall(joint(r, s).equals(P(x, r) * P(x, s)), given=TWO_MEMBERS)


def members_exclude_each_other() -> Formula:
    """For two elements of R: Pr[z = r and z = s] = 0, so Pr[z = r or z = s] = P(x, r) + P(x, s)."""
    either = probability_of(any_of(same(z, r), same(z, s)), P)
    lines = joint(r, s).equals(0), either.equals(P(x, r) + P(x, s))
    return forall(all_of(*lines), given=TWO_MEMBERS, where=FREE)


def members_are_equally_probable() -> Formula:
    """Any two elements of R are equally probable."""
    inside = [H(x, s).equals(H(x, r))]
    every = over("forall", "z", datasets(), implies(IN_R, P(x, z).equals(P(x, s))))
    return forall(every, given=inside, where=FREE)


def members_sum_to_multiples() -> Formula:
    """The sum over R of the probabilities is C(x, r) P(x, r)."""
    inside = probability_of(member(z), P)
    return forall(inside.equals(C(x, r) * P(x, r)), where=FREE)


# Lemma 5.3: multiplicities, the choice of t, the cases. ------------------------------------------


def once_here_at_most_twice_elsewhere() -> Formula:
    """k = 2: C = 1 where u = 0, and C is 1 or 2 where it is not."""
    elsewhere = any_of(C(x, r).equals(1), C(x, r).equals(2))
    return forall(all_of(implies(HERE, C(x, r).equals(1)), elsewhere), given=[PAIRS])


def shifted_score_is_attained() -> Formula:
    """For every real k with u(r) + k >= 0 some candidate t has u(t) = u(r) + k."""
    found = over("exists", "z", datasets(), H(x, z).equals(H(x, r) + c))
    return forall(found, given=[PAIRS, H(x, r) + c >= 0])


def score_of_a_candidate_is_attained() -> Formula:
    """The same where k = u(s) - u(r) for some candidate s."""
    found = over("exists", "z", datasets(), H(x, z).equals(H(x, s)))
    return forall(found, given=[PAIRS])


def one_case_each(first: Expr = FURTHER) -> Formula:
    """Each pair r, t is in exactly one of the five cases; `first` is the condition of the first."""
    cases = [
        all_of(AWAY, BEYOND, first),
        all_of(AWAY, BEYOND, CLOSER),
        all_of(HERE, BEYOND),
        all_of(AWAY, THERE),
        all_of(HERE, THERE),
    ]
    apart = [no(all_of(a, b)) for i, a in enumerate(cases) for b in cases[:i]]
    return forall(all_of(any_of(*cases), *apart), given=[PAIRS])


def these_multiplicities(first: Like, second: Like, *given: Expr) -> Formula:
    """C(x, r) and C(x, s) have these values."""
    return forall(all_of(*multiplicities(first, second)), given=[PAIRS, *given])


def multiplicity_of_t(value: Like, *given: Expr) -> Formula:
    """C(x, t) has this value."""
    return forall(C(x, s).equals(value), given=[PAIRS, *given])


# Lemma 5.3: the chains. --------------------------------------------------------------------------


def chain(first: int, second: int) -> list[Expr]:
    """The lines of a case in which C(x, r) is `first` and C(x, t) is `second`."""
    scored = H(x, r)
    return [
        event(scored),
        C(x, r) * P(x, r),
        C(x, r) * share(scored),
        first * share(scored),
        first * share(scored + SHIFT - SHIFT),
        first * weight_of(scored + SHIFT) * growth() / normaliser(x),
        first * share(H(x, s)) * growth(),
        growth() * first * P(x, s),
        growth() * num(first) / second * C(x, s) * P(x, s),
        growth() * num(first) / second * event(H(x, s)),
    ]


def chain_holds(first: int, second: int, *given: Expr) -> Formula:
    """Each line of the chain equals the next, and the first is at most 2 e^(eps k/(2S)) Pr."""
    bound = event(H(x, r)) <= 2 * growth() * event(H(x, s))
    lines = all_of(each_equal(chain(first, second)), bound)
    return forall(lines, given=[PAIRS, *given], where=FREE)


def chain_with_equal_multiplicities() -> Formula:
    """The chain where C(x, r) = C(x, s), whatever the number: both cancel."""
    lines = [event(H(x, r)), C(x, r) * share(H(x, s)) * growth(), growth() * event(H(x, s))]
    given = [PAIRS, C(x, r).equals(C(x, s))]
    return forall(each_equal(lines), given=given, where=FREE)


def case_is_bounded(*given: Expr) -> Formula:
    """Pr[u = u(r)] <= 2 e^(eps k/(2S)) Pr[u = u(t)]."""
    bound = event(H(x, r)) <= 2 * growth() * event(H(x, s))
    return forall(bound, given=[PAIRS, *given], where=FREE)


def scanned_without_parentheses() -> Formula:
    """exp(-eps u(r)/(2S)) = exp((-eps u(r) + k)/(2S)) e^(eps k/(2S))."""
    printed = exp((-eps * H(x, r) + SHIFT) / (2 * smooth(x))) * growth()
    return forall(weight_of(H(x, r)).equals(printed), given=[PAIRS, AWAY, BEYOND])


def scanned_without_the_factor() -> Formula:
    """exp(-eps u(r)/(2S)) = exp(-eps (u(r) + k)/(2S))."""
    return forall(
        weight_of(H(x, r)).equals(weight_of(H(x, s))), given=[PAIRS, AWAY, BEYOND, CLOSER]
    )


def scanned_with_the_other_sign() -> Formula:
    """exp(-eps u(r)/(2S)) = exp(-eps (u(r) + k)/(2S)) e^(-eps k/(2S))."""
    printed = weight_of(H(x, s)) * growth(-SHIFT)
    return forall(weight_of(H(x, r)).equals(printed), given=[PAIRS, HERE, BEYOND])


def slack_of_two() -> Formula:
    """e^(eps k/(2S)) Pr[u = u(t)] <= e^(eps k/(2S) + ln 2) Pr[u = u(t)]."""
    larger = exp(eps * SHIFT / (2 * smooth(x)) + log(2)) * event(H(x, s))
    return forall(growth() * event(H(x, s)) <= larger, given=[PAIRS], where=FREE)


def no_slack() -> Formula:
    """The two sides of the same are equal."""
    larger = exp(eps * SHIFT / (2 * smooth(x)) + log(2)) * event(H(x, s))
    return forall(larger.equals(growth() * event(H(x, s))), given=[PAIRS], where=FREE)


def nothing_moves(*given: Expr) -> Formula:
    """Pr[u = u(r)] = Pr[u = u(r) + 0] = Pr[u = u(t)] <= 2 e^(eps k/(2S)) Pr[u = u(t)]."""
    lines = [event(H(x, r)), event(H(x, r) + 0), event(H(x, s))]
    bound = lines[-1] <= 2 * growth() * event(H(x, s))
    return forall(all_of(each_equal(lines), bound), given=[PAIRS, *given], where=FREE)


def once_each_with_the_factor() -> Formula:
    """Where C = 1 at r and at t: Pr[u = u(r)] = e^(eps k/(2S)) Pr[u = u(t)]."""
    lines = event(H(x, r)).equals(growth() * event(H(x, s)))
    return forall(lines, given=[PAIRS, *multiplicities(1, 1)], where=FREE)
