"""Sliding and dilation of scores in the long draft: what shifting or scaling a score does.

u = +H, S the exponential smooth sensitivity S(x) = max LS(y) e^(-gamma d(x, y)), P proportional to
exp(-eps H / (2 S(x))).  Sliding compares the events u = u(x, r) and u = u(x, r) + c, dilation the
events u = u(x, r) and u = e^lam u(x, r).  Where the second value is attained, it is u(x, s) for a
candidate s, and shift and factor are expressed by H itself, so that nothing is solved for.
Sliding, dilation and what follows from them are about two categories.
"""

from __future__ import annotations

from collections.abc import Sequence

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like
from dpbi.language.words import (
    NONNEGATIVE,
    PAIRS,
    C,
    H,
    Sexp,
    adjacent,
    all_of,
    c,
    datasets,
    eps,
    exp,
    gamma,
    implies,
    lam,
    log,
    n,
    no,
    over,
    r,
    released,
    s,
    variable,
    x,
    y,
)
from statements.terms import normaliser as sum_of_weights
from statements.terms import probability_of, z

P = released("mh-exp", beta=gamma)
EPS_FROM_ZERO = variable("eps", *NONNEGATIVE)


def smooth(v: Expr) -> Expr:
    """S of a dataset."""
    return Sexp(v, gamma)


def event(value: Like) -> Expr:
    """The probability at x of the event u = value."""
    return probability_of(H(x, z).equals(value), P)


def normaliser(v: Expr) -> Expr:
    """NL of a dataset: the sum of its weights."""
    return sum_of_weights(v, smooth(v))


# Equal distances and equal probabilities. --------------------------------------------------------


def equal_distance_iff_equal_probability() -> Formula:
    """H(x, r) = H(x, s) if and only if P(x, r) = P(x, s), for eps > 0."""
    distances, probabilities = H(x, r).equals(H(x, s)), P(x, r).equals(P(x, s))
    return forall(all_of(implies(distances, probabilities), implies(probabilities, distances)))


def equal_probability_means_equal_distance_without_budget() -> Formula:
    """P(x, r) = P(x, s) implies H(x, r) = H(x, s), for eps = 0."""
    flat = released("mh-exp", 0, beta=gamma)
    return forall(H(x, r).equals(H(x, s)), given=[flat(x, r).equals(flat(x, s))])


def event_is_multiplicity_times_probability() -> Formula:
    """The event u = u(x, r) has probability C(x, r) P(x, r)."""
    return forall(event(H(x, r)).equals(C(x, r) * P(x, r)))


def event_has_equal_terms() -> Formula:
    """The event has C(x, r) elements, each as probable as r."""
    at_distance = H(x, z).equals(H(x, r))
    return forall(
        all_of(
            over("count", "z", datasets(), at_distance).equals(C(x, r)),
            over("forall", "z", datasets(), implies(at_distance, P(x, z).equals(P(x, r)))),
        )
    )


# Sliding. ----------------------------------------------------------------------------------------


def slides(sign: int, slack: int) -> Formula:
    """P(u = u(r)) <= slack e^(sign eps c / (2S)) P(u = u(r) + c), for every real c."""
    bound = slack * exp(sign * eps * c / (2 * smooth(x))) * event(H(x, r) + c)
    return forall(event(H(x, r)) <= bound, given=[PAIRS, H(x, r) + c >= 0], where=[EPS_FROM_ZERO])


def slides_to_attained(sign: int, slack: int, given: Sequence[Expr] = ()) -> Formula:
    """The same where u(r) + c = u(s) for a candidate s."""
    bound = slack * exp(sign * eps * (H(x, s) - H(x, r)) / (2 * smooth(x))) * event(H(x, s))
    return forall(event(H(x, r)) <= bound, given=[PAIRS, *given], where=[EPS_FROM_ZERO])


def slides_exactly() -> Formula:
    """P(u = u(r)) = e^(eps (u(s) - u(r)) / (2S)) P(u = u(s)) where C(x, r) = C(x, s)."""
    factor = exp(eps * (H(x, s) - H(x, r)) / (2 * smooth(x)))
    return forall(
        event(H(x, r)).equals(factor * event(H(x, s))),
        given=[PAIRS, C(x, r).equals(C(x, s))],
        where=[EPS_FROM_ZERO],
    )


# Dilation. ---------------------------------------------------------------------------------------


def tail(factor: Expr) -> Expr:
    """(n + 1) exp(eps / (2 (1 - factor))), the bound on a tail where factor > 1."""
    return (n + 1) * exp(eps / (2 * (1 - factor)))


def dilates(slack: Expr, *given: Expr) -> Formula:
    """P(u = u(r)) <= e^(eps/2) P(u = e^lam u(r)) + slack."""
    bound = exp(eps / 2) * event(exp(lam) * H(x, r)) + slack
    return forall(event(H(x, r)) <= bound, given=[PAIRS, *given])


def dilation_bound_is_negative(slack: Expr, *given: Expr) -> Formula:
    """e^(eps/2) P(u = e^lam u(r)) + slack < 0."""
    negative = exp(eps / 2) * event(exp(lam) * H(x, r)) + slack < 0
    return forall(negative, given=[PAIRS, *given])


def dilates_to_attained(slack: Expr, *given: Expr, factor: Like = 1) -> Formula:
    """The same where lam > 0 and e^lam u(r) = u(s) for a candidate s, with factor e^(eps/2)."""
    scale = exp(eps / 2) if factor == 1 else factor * exp(eps / 2)
    bound = scale * event(H(x, s)) + slack
    between = H(x, r) > 0, H(x, r) < H(x, s)
    return forall(event(H(x, r)) <= bound, given=[PAIRS, *between, *given])


def contracts_to_attained() -> Formula:
    """P(u = u(r)) <= 2 e^(eps/2) P(u = u(s)) where u(s) <= u(r): lam <= 0."""
    bound = 2 * exp(eps / 2) * event(H(x, s))
    return forall(event(H(x, r)) <= bound, given=[PAIRS, H(x, s) <= H(x, r)])


LITERAL = 1 - tail(exp(lam))
"""Half the delta' that makes 1 - delta'/2 the bound on the tail."""
TAIL = tail(exp(lam))
FACTOR = H(x, s) / H(x, r)
UNATTAINED = no(over("exists", "z", datasets(), H(x, z).equals(exp(lam) * H(x, r))))


def dilated_candidate_exists() -> Formula:
    """Some candidate t has u(t) = e^lam u(r), and C(x, t) = C(x, r)."""
    found = all_of(H(x, z).equals(exp(lam) * H(x, r)), C(x, z).equals(C(x, r)))
    return forall(over("exists", "z", datasets(), found), given=[PAIRS])


# What follows for privacy. -----------------------------------------------------------------------

STRETCH = smooth(x) / smooth(y) * log(normaliser(x) / normaliser(y))
"""The factor e^lam that the argument for (eps', delta) chooses."""


def drift(at: Expr) -> Expr:
    """2 e^(eps (H(y, at) - H(x, at)) / (2 S(x)))."""
    return 2 * exp(eps * (H(y, at) - H(x, at)) / (2 * smooth(x)))


def private_with_drift(at: Expr) -> Formula:
    """P(x, r) <= 2 drift e^(eps/2) P(y, r) + drift (1 - tail), where NL(y) < NL(x)."""
    e, slack = drift(at), drift(at) * (1 - tail(STRETCH))
    bound = 2 * e * exp(eps / 2) * P(y, r) + slack
    given = [PAIRS, adjacent(x, y), normaliser(y) < normaliser(x)]
    return forall(P(x, r) <= bound, given=given)


def drift_slack_is_negative() -> Formula:
    """delta < 0 where 0 < e^lam < 1."""
    slack = drift(r) * (1 - tail(STRETCH))
    given = [PAIRS, adjacent(x, y), normaliser(y) < normaliser(x), STRETCH < 1]
    return forall(slack < 0, given=given)
