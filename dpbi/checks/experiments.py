"""Experiments as statements: what a release misses on average, and how often it is good.

The error of a release is its Hellinger distance from the true posterior.  A figure compares errors
at one prior and one dataset; its caption names neither eps nor delta, so they stay variables here.
Exponential mechanisms release datasets of the same size; the Laplace family may release counts of
another total, whose posterior is alpha plus those counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from dpbi.checks.accuracy import chance, good, steps_within
from dpbi.checks.domains import PAIRS, under
from dpbi.formula import Expr, Formula, forall
from dpbi.formula.expr import Like, num, var
from dpbi.formula.words import (
    LS,
    H,
    absolute,
    ceil,
    datasets,
    eps,
    log,
    n,
    near,
    no,
    outputs,
    over,
    r,
    released,
    s,
    same,
    variable,
    vec,
    x,
)

z, w = var("z"), var("w")


def mean_error(mechanism: str, epsilon: Like = eps, **options: Like) -> Expr:
    """E H(x, z) of an exponential mechanism's release z."""
    P = released(mechanism, epsilon, **options)
    return over("sum", "z", datasets(), P(x, z) * H(x, z))


def mean_error_of_counts(mechanism: str, epsilon: Like = eps, **options: Like) -> Expr:
    """The same for a Laplace mechanism with its last count computed, whatever the total."""
    P = released(mechanism, epsilon, **options)
    return over("sum", "z", outputs(mechanism, **options), P(x, z) * H(x, z))


def baseline(epsilon: Like = eps) -> Expr:
    """The mean error of the baseline Laplace mechanism, noise of scale 2/eps on each count."""
    return mean_error_of_counts("laplace", epsilon, sensitivity="defined")


def shown_at(parameters: Sequence[int], counts: Sequence[int]) -> list[Expr]:
    """The prior and the dataset of a figure."""
    return [under(*parameters), n.equals(sum(counts)), same(x, vec(*counts))]


def less_on_average(first: Expr, second: Expr, given: Sequence[Expr]) -> Formula:
    """One mean error is below another."""
    return forall(first < second, given=given)


def less_but_not_by_much(first: Expr, second: Expr, part: Like, given: Sequence[Expr]) -> Formula:
    """One mean error is below another, by at most a part of it."""
    return forall((1 - num(part)) * second <= first, given=[*given, first < second])


def ordered(first: Expr, second: Expr, given: Sequence[Expr] = ()) -> Formula:
    """One mean error is at most another."""
    return forall(first <= second, given=given)


def largest_difference(candidate: Expr) -> Expr:
    """max over neighbours w of |H(x, candidate) - H(w, candidate)|."""
    return over("maxof", "w", near(x), absolute(H(x, candidate) - H(w, candidate)))


def largest_at_the_truth() -> Formula:
    """No candidate has a larger difference than the true posterior has."""
    return forall(largest_difference(r) <= largest_difference(x))


def smaller_elsewhere() -> Formula:
    """Every other candidate has a smaller difference than the true posterior, which has LS(x)."""
    return forall(largest_difference(r) < LS(x), given=[no(same(x, r))])


def missed_by_more_than_the_noise(multiple: Like) -> Formula:
    """k = 2, noise of scale 2/eps: the error stays within so many records but for probability g.

    With probability at least 1 - g it is at most the largest distance within
    ceil(multiple ln(multiple/g) 2/eps) replaced records.
    """
    g = var("g")
    reach = ceil(num(multiple) * log(num(multiple) / g) * 2 / eps)
    within = chance("laplace", steps_within(reach), sensitivity="defined")
    tail = variable("g", "rational", "0", "1", "()")
    return forall(within >= 1 - g, given=[PAIRS], where=[tail])


def nearer_at_every_distance(
    first: str, second: str, beta: Expr, given: Sequence[Expr] = ()
) -> Formula:
    """Two categories, every dataset s: P(H <= H(x, s)) is at least as large under the first.

    The first has exponential smooth sensitivity, the second is a Laplace mechanism.
    """

    def within(candidate: Expr) -> Expr:
        return H(x, candidate) <= H(x, s)

    ours, theirs = chance(first, within, beta=beta), chance(second, within, sensitivity="defined")
    return forall(ours >= theirs, given=given)


def good_more_often(first: str, second: str, beta: Expr, given: Sequence[Expr] = ()) -> Formula:
    """Two categories: an error of at most LS(x) is likelier under the first of the same two."""
    ours = chance(first, good, beta=beta)
    return forall(ours > chance(second, good, sensitivity="defined"), given=given)
