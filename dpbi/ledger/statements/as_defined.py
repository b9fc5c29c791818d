"""Definitions as pages print them: privacy, neighbours, sensitivities, candidates, released laws.

A definition is tried on what the draft itself says of it: privacy on a mechanism that is said to be
private, neighbours on the records that are said to differ, a sensitivity on its use as a divisor.

Laws of exponential mechanisms are compared with the printed weights to 20 digits, being enclosed;
those of the Laplace family exactly (noised_counts.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num, var
from dpbi.language.words import (
    GS,
    LS,
    PAIRS,
    H,
    Sexp,
    absolute,
    adjacent,
    all_of,
    any_of,
    at,
    d,
    datasets,
    delta,
    eps,
    exp,
    gamma,
    hockey_stick,
    largest,
    n,
    near,
    no,
    over,
    plus,
    prior,
    r,
    released,
    s,
    same,
    size,
    steps,
    t,
    x,
    y,
)

i, u, v, w, z = map(var, ("i", "u", "v", "w", "z"))
real = var("a")
FINE = "1/100000000000000000000"

POSITIVE = (
    "n >= 1 and neighbours have different posteriors, so the sensitivity is positive and every "
    "weight a positive number; there are finitely many, and each over their sum is a probability."
)
TRIANGLE = (
    "H is a metric, so |H(x, v) - H(y, v)| <= H(x, y) for every candidate v, with equality at v = "
    "x, where it is |0 - H(x, y)|.  "
)


# Privacy. ----------------------------------------------------------------------------------------


def everything_weighs_as_much(slack: Like = 0) -> Formula:
    """For the event of all outputs: P_x = e^eps P_y + slack, under the exponential mechanism."""
    P = released("ehd", gs="true")
    both = [over("sum", "z", datasets(), P(dataset, z)) for dataset in (x, y)]
    claimed = exp(eps) * both[1] + num(slack)
    return forall(both[0].equals(claimed), given=[adjacent(x, y)])


def exponential_mechanism_within(slack: Expr = delta) -> Formula:
    """P_x(B) <= e^eps P_y(B) + slack for every event B, under the exponential mechanism."""
    most = hockey_stick("ehd", x, y, eps, gs="true")
    return forall(most <= slack, given=[adjacent(x, y)])


def private_by_distance_is_private() -> Formula:
    """If all events about H(s, .) lose at most t, so do single outputs; s is one fixed dataset."""
    P = released("ehd", gs="true")

    def event(dataset: Expr) -> Expr:
        return over("sumif", "v", datasets(), H(s, v).equals(H(s, u)), P(dataset, v))

    every = event(z) <= exp(t) * event(w)
    for name, elements in (("u", datasets()), ("w", near(z)), ("z", datasets())):
        every = over("forall", name, elements, every)
    return forall(P(x, r) <= exp(t) * P(y, r), given=[adjacent(x, y), every])


# Neighbours. -------------------------------------------------------------------------------------


AGREEING_ONCE = absolute(at(x, 0) + at(y, 0) - n) <= 1
"""Two categories: some records with these counts agree in at most one place."""


def agreeing_once_is_one_replaced() -> Formula:
    """Two categories: records that agree in at most one place differ by one replaced record."""
    return forall(d(x, y) <= 1, given=[PAIRS, AGREEING_ONCE])


def differing_once_is_one_replaced() -> Formula:
    """Records that differ in at most one place: the same counts, or one unit moved."""
    return forall(any_of(same(x, y), adjacent(x, y)), given=[d(x, y) <= 1])


def l1_of_posteriors(first: Expr, second: Expr) -> Expr:
    """The sum of the absolute differences of the posteriors' parameters."""
    p, q = plus(prior, first), plus(prior, second)
    return over("sum", "i", steps(0, size(prior) - 1), absolute(at(p, i) - at(q, i)))


def parameters_move_at_most(amount: Like, given: Sequence[Expr]) -> Formula:
    """The l1 distance of the posteriors' parameters is at most this, for such x and y."""
    return forall(l1_of_posteriors(x, y) <= amount, given=given)


def few_parameters_move() -> Formula:
    """Neighbours' posteriors differ in at most two parameters, by at most 2 in all."""
    p, q = plus(prior, x), plus(prior, y)
    moved = over("count", "i", steps(0, size(prior) - 1), no(at(p, i).equals(at(q, i))))
    return forall(all_of(moved <= 2, l1_of_posteriors(x, y) <= 2), given=[adjacent(x, y)])


def largest_move_is(amount: Like) -> Formula:
    """The largest l1 distance of posteriors' parameters over neighbours, two categories."""
    moves = over("maxof", "w", near(z), l1_of_posteriors(z, w))
    return forall(over("maxof", "z", datasets(), moves).equals(amount), given=[PAIRS])


# Candidates. -------------------------------------------------------------------------------------


def candidates_of_one_dataset() -> Formula:
    """The candidates with the counts of one given dataset number n + 1, two categories."""
    count = over("count", "z", datasets(), same(plus(prior, z), plus(prior, x)))
    return forall(count.equals(n + 1), given=[PAIRS])


# Sensitivities. ----------------------------------------------------------------------------------


def largest_difference(first: Expr, second: Expr) -> Expr:
    """max over candidates v of |H(first, v) - H(second, v)|."""
    return over("maxof", "v", datasets(), absolute(H(first, v) - H(second, v)))


def global_sensitivity_is_largest_distance() -> Formula:
    """max over neighbours and candidates of |H - H| is GS, the largest distance of neighbours."""
    printed = over("maxof", "z", datasets(), over("maxof", "w", near(z), largest_difference(z, w)))
    return forall(absolute(printed - GS()) < FINE)


def local_sensitivity_is_largest_distance() -> Formula:
    """max over neighbours w and candidates of |H(x, v) - H(w, v)| is LS(x), and positive."""
    printed = over("maxof", "w", near(x), largest_difference(x, w))
    return forall(all_of(absolute(printed - LS(x)) < FINE, LS(x) > 0))


def local_sensitivity_of_itself_is_positive() -> Formula:
    """max over neighbours w and candidates v of |H(w, v) - H(w, v)| is positive."""
    differs = no(H(w, v).equals(H(w, v)))
    return forall(over("exists", "w", near(x), over("exists", "v", datasets(), differs)))


NEIGHBOURS_ONLY = over("maxof", "w", near(x), LS(w) * exp(-gamma * d(x, w)))
"""max over the neighbours w of x, x itself left out, of LS(w) e^(-gamma d(x, w))."""


def neighbours_only_is_above_local() -> Formula:
    """LS(x) <= S(x), with the maximum of S over the neighbours other than x."""
    return forall(LS(x) <= NEIGHBOURS_ONLY)


def neighbours_and_itself_is_smooth(*given: Expr) -> Formula:
    """S(x) <= e^gamma S(y) for neighbours, with the maximum of S over x and its neighbours."""

    def S(dataset: Expr) -> Expr:
        around = over("maxof", "w", near(dataset), LS(w) * exp(-gamma))
        return largest(LS(dataset), around)

    return forall(S(x) <= exp(gamma) * S(y), given=[adjacent(x, y), *given])


def smooth_sensitivity_within_its_parameter() -> Formula:
    """S(x) <= gamma."""
    return forall(Sexp(x, gamma) <= gamma)


# Released laws. ----------------------------------------------------------------------------------


def weights_are(mechanism: str, sensitivity: Expr, **options: Like) -> Formula:
    """P(x, r) = w(r) / sum of the w, with w(z) = exp(-eps H(x, z) / (2 sensitivity)), 20 digits."""
    P = released(mechanism, **options)

    def weight(candidate: Expr) -> Expr:
        return exp(-eps * H(x, candidate) / (2 * sensitivity))

    normaliser = over("sum", "z", datasets(), weight(z))
    return forall(absolute(P(x, r) - weight(r) / normaliser) < FINE)
