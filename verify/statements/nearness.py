"""Steps about the chance of a release near the posterior: what is near, and how it is weighed.

Two categories unless said otherwise: x = (c, n - c), and the event {H < t} is {c - L, .., c + R}
(accuracy.py).  The steps of the drafts bound a sum of weights exp(-eps H / (2 s)), s the printed
global sensitivity or LS(x), over that event, and the sum over all candidates.
"""

from __future__ import annotations

from collections.abc import Sequence

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num, var
from dpbi.language.words import (
    LS,
    PAIRS,
    C,
    H,
    absolute,
    all_of,
    at,
    ceil,
    datasets,
    eps,
    exp,
    floor,
    hellinger,
    implies,
    j,
    n,
    no,
    outputs,
    over,
    plus,
    prior,
    r,
    released,
    s,
    same,
    smallest,
    sqrt,
    steps,
    t,
    vec,
    x,
)
from dpbi.mechanisms.counts import PRINTED_GS
from statements.accuracy import C as TWICE_PRINTED
from statements.accuracy import (
    EventAt,
    below,
    chance,
    good,
    left,
    right,
    tied,
    two_tails,
)
from statements.terms import agree, w, weight, z

o = var("o")

Q = exp(-eps)

A = at(prior, 0) + at(x, 0)
"""The first parameter of the posterior."""

UPPER = (
    "The event holds L + R + 1 <= 2k + 1 outputs of weight <= 1; all n + 1 weights exceed "
    "e^(-eps/(2s)), s the sensitivity in use, as H < 1."
)
LOWER = (
    "The event holds at least 2k + 1 outputs, and the weight of each exceeds that of every output "
    "outside; so its probability is at least (2k + 1)/(n + 1), and for k = 0 it is more, unless "
    "the event holds further outputs, and then it is at least 2/(n + 1)."
)
ONE_SIDED = "The definition's words give the steps a + k' to the right."
EITHER_SIDE = (
    "The proof counts 2k + 1 outputs within t, so k may be meant as the reach to either side."
)
WEAKEST = (
    "As k is not clear, this takes the smallest value that it can have, which asks least of the "
    "bound."
)


# which steps stay within t


def some_printed_step_is_near() -> Formula:
    """Some integer j has H(Beta(a, b), Beta(a + j, n - floor(a + j))) < t, where that is a Beta."""
    moved = vec(A + j, n - floor(A + j))
    possible = steps(1 - ceil(A), n - floor(A) - 1)
    found = over("exists", "j", possible, hellinger(plus(prior, x), moved) < t)
    return forall(found, given=[PAIRS])


def _off(z: Expr) -> Expr:
    return absolute(at(z, 0) - at(x, 0))


def near_exactly_up_to_the_right_reach() -> Formula:
    """Of the steps i >= 0 from c, those within t are 0 .. R."""
    up, reached = at(x, 0) <= at(z, 0), at(z, 0) <= at(x, 0) + right(tied)
    both = all_of(implies(tied(z), reached), implies(reached, tied(z)))
    return forall(over("forall", "z", datasets(), implies(up, both)), given=[PAIRS])


def near_at_most_up_to(k: Expr) -> Formula:
    """Everything within t is at most k steps off, and something is k steps off."""
    within = over("forall", "z", datasets(), implies(tied(z), _off(z) <= k))
    attained = over("exists", "z", datasets(), all_of(tied(z), _off(z).equals(k)))
    return forall(all_of(within, attained), given=[PAIRS])


def near_at_least_up_to(k: Expr) -> Formula:
    """Everything at most k steps off is within t."""
    return forall(over("forall", "z", datasets(), implies(_off(z) <= k, tied(z))), given=[PAIRS])


def right_end_is_not_near() -> Formula:
    """H(x, (n, 0)) >= t: clamped steps to the right leave the event in the end."""
    return forall(H(x, vec(n, 0)) >= t, given=[PAIRS])


def reaches_agree(given: Sequence[Expr] = ()) -> Formula:
    """L = R."""
    return forall(left(tied).equals(right(tied)), given=[PAIRS, *given])


# Laplace noise


def laplace_reach_at_least() -> Formula:
    """P(H < t) >= 1 - (e^(-L eps) + e^(-(R+1) eps)) / 2 for lshist."""
    missed = exp(-eps * left(tied)) + exp(-eps * (right(tied) + 1))
    return forall(chance("lshist", tied) >= 1 - missed / 2, given=[PAIRS])


def tails_of_the_noise() -> Formula:
    """F(k + 1) - F(-k) for the distribution function F of Laplace noise of scale 1/eps."""
    upper, lower = 1 - exp(-eps * (j + 1)) / 2, exp(-eps * j) / 2
    return forall((upper - lower).equals(two_tails(j)))


def two_noisy_parameters_at_least() -> Formula:
    """P(H < t) >= (1 - (e^(-j eps/2) + e^(-(j+1) eps/2))/2)^2 with both counts noised apart.

    Provided that all outputs within j steps in both counts are within t.
    """
    P = released("lszhang-theorem")
    every = outputs("lszhang-theorem")
    near = hellinger(plus(prior, x), plus(prior, o)) < t
    steps_off = [absolute(at(o, i) - at(x, i)) <= j for i in (0, 1)]
    inside = over("forall", "o", every, implies(all_of(*steps_off), near))
    p = over("sumif", "o", every, near, P(x, o))
    return forall(p >= two_tails(j, eps / 2) ** 2, given=[PAIRS, inside])


# sums of weights


def _share(event: Expr, summand: Expr, sensitivity: Expr) -> Expr:
    inside = over("sumif", "z", datasets(), event, summand)
    return inside / over("sum", "w", datasets(), weight(H(x, w), sensitivity))


def nearer(z: Expr) -> Expr:
    """H(x, z) < t with t = H(x, s)."""
    return H(x, z) < H(x, s)


def up_to(z: Expr) -> Expr:
    """H(x, z) <= t: c >= -t with the utility c = -H(x, z) and t = H(x, s)."""
    return H(x, z) <= H(x, s)


def is_a_share(
    mechanism: str,
    summed: EventAt,
    sensitivity: Expr,
    near: EventAt = nearer,
    *,
    once: bool = False,
    **options: Like,
) -> Formula:
    """P(near) is the share of the weights of what is summed, with s other than x.

    `once`: a value of H that several outputs have is summed once.  Any number of categories.
    """
    each = weight(H(x, z), sensitivity)
    share = _share(summed(z), each / C(x, z) if once else each, sensitivity)
    return forall(chance(mechanism, near, **options).equals(share), given=[no(same(x, s))])


def is_a_share_to_many_digits(
    mechanism: str, near: EventAt, sensitivity: Expr, **options: Like
) -> Formula:
    """P(near) and its share of the weights differ by less than 10^-25."""
    share = _share(near(z), weight(H(x, z), sensitivity), sensitivity)
    return forall(agree(chance(mechanism, near, **options), share, 25))


def at_most_weighed(
    mechanism: str, k: Expr, least: Expr, size: Expr, given: Sequence[Expr] = (), **options: Like
) -> Formula:
    """P(H < t) <= (2k + 1) / (size least)."""
    bound = (2 * k + 1) / (size * least)
    return forall(chance(mechanism, tied, **options) <= bound, given=[PAIRS, *given])


def at_least_weighed(
    mechanism: str, k: Expr, weight: Expr, size: Expr, given: Sequence[Expr] = (), **options: Like
) -> Formula:
    """P(H < t) >= (2k weight + 1) / size."""
    bound = (2 * k * weight + 1) / size
    return forall(chance(mechanism, below, **options) >= bound, given=[PAIRS, *given])


def good_at_most(bound: Expr, given: Sequence[Expr] = ()) -> Formula:
    """P(H <= LS(x)) <= bound for ehd with the printed sensitivity."""
    return forall(chance("ehd", good, gs="printed") <= bound, given=given)


THREE = (
    "H(x, .) grows on either side of c.  For c = 0 or n, R_g is x and its neighbour.  For c >= 1 "
    "and c + 2 <= n, with P = p - 1 >= alpha and q > 2, p and q the posterior's parameters, "
    "BC(c, c+2)^2 = (P+1)(q-2)/((P+2)(q-1)) and BC(c, c-1)^2 = P/(P+s) q/(q+s') with s, s' <= 1/pi "
    "by Watson's bound on gamma ratios.  q/(q+s') > (q-2)/(q-1), and P/(P+s) >= (P+1)/(P+2) as P "
    ">= 1/2 > s/(1-s): so H(c, c+2) > H(c, c-1), and H(c, c+2) > H(c, c+1); c - 2 is the same with "
    "the categories exchanged.  So R_g is x and its neighbours, at most three outputs"
)

GOOD = over("count", "z", datasets(), good(z))
"""How many outputs are within LS(x)."""

NEAREST = over("minof", "y", Expr("neighbours", (x,)), H(x, var("y")))
"""The distance of the nearest neighbour."""

W_PRINTED = exp(-eps / TWICE_PRINTED)
"""What every weight exceeds that is made with the printed sensitivity."""


def good_of_all_outputs(mechanism: str) -> Expr:
    """P(H <= LS(x)) over all that a mechanism of counts can release, whatever its total."""
    near = hellinger(plus(prior, x), plus(prior, o)) <= LS(x)
    return over("sumif", "o", outputs(mechanism), near, released(mechanism)(x, o))


def good_laplace_at_least(given: Sequence[Expr] = ()) -> Formula:
    """P(H <= LS(x)) >= 1 - (q + q^2)/2 > 1 - q for lshist, q = e^-eps, whatever the categories."""
    bound = two_tails(1)
    return forall(all_of(good_of_all_outputs("lshist") >= bound, bound > 1 - Q), given=given)


def good_laplace_better(given: Sequence[Expr]) -> Formula:
    """P(H <= LS(x)) is larger for lshist than for ehd, over any number of categories."""
    return forall(good_of_all_outputs("lshist") > chance("ehd", good, gs="printed"), given=given)


def good_is_a_share_once() -> Formula:
    """P(H <= LS(x)) of ehd is the share of the values of H that are within LS(x), each once."""
    share = _share(good(z), weight(H(x, z), PRINTED_GS) / C(x, z), PRINTED_GS)
    return forall(chance("ehd", good, gs="printed").equals(share))


def every_output_is_good() -> Formula:
    """H(x, r) <= LS(x) for every candidate r."""
    return forall(good(r))


def good_outputs_hold_the_neighbours() -> Formula:
    """R_g holds x and every neighbour of x, and is what the condition H <= LS selects."""
    near = over("forall", "z", Expr("neighbours", (x,)), good(z))
    return forall(all_of(good(x), near))


SMALLER = smallest(at(x, 0), at(x, 1))
"""The smaller count m of a dataset."""


def local_sensitivity_falls() -> Formula:
    """LS(x)^2 <= 2 / (1 + 2 pi (m - 1)), m >= 1 the smaller count."""
    bound = 2 / (1 + 2 * Expr("pi") * (SMALLER - 1))
    return forall(LS(x) ** 2 <= bound, given=[PAIRS, SMALLER >= 1])


def local_weight_falls() -> Formula:
    """e^(-eps / (2 LS(x))) <= e^(-eps sqrt((1 + 2 pi (m - 1)) / 8)), m >= 1 the smaller count."""
    bound = exp(-eps * sqrt((1 + 2 * Expr("pi") * (SMALLER - 1)) / 8))
    return forall(exp(-eps / (2 * LS(x))) <= bound, given=[PAIRS, SMALLER >= 1])


def local_sensitivity_stays(bound: Like) -> Formula:
    """LS(x) > bound at x = (0, n), prior (1, 1)."""
    at_the_end = [same(prior, vec(1, 1)), at(x, 0).equals(0)]
    return forall(LS(x) > num(bound), given=at_the_end)
