"""Neighbouring datasets: how records, counts and posterior parameters differ between them.

One record is replaced.  Records whose counts are x and y agree in at least |x_0 + y_0 - n| places
(two categories), some in exactly as many.
"""

from __future__ import annotations

from collections.abc import Sequence

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, var
from dpbi.language.words import (
    PAIRS,
    absolute,
    adjacent,
    all_of,
    any_of,
    at,
    d,
    datasets,
    n,
    near,
    no,
    over,
    plus,
    prior,
    same,
    size,
    steps,
    x,
    y,
)
from statements.terms import w, z

i = var("i")
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


def parameters_move_within(amount: Like) -> Formula:
    """The l1 distance of neighbours' posterior parameters is at most this."""
    return forall(2 * d(x, y) <= amount, given=[adjacent(x, y)])


def one_replacement_leaves_few_agreements() -> Formula:
    """Datasets with one record replaced agree in at most one place."""
    return forall(n - d(x, y) <= 1, given=[adjacent(x, y)])


def one_replacement_moves_parameters_by_two() -> Formula:
    """Datasets with one record replaced: one place differs, the l1 distance of counts is 2."""
    return forall(all_of(d(x, y).equals(1), 2 * d(x, y) <= 2), given=[adjacent(x, y)])


def count_moves_by(amount: Like) -> Formula:
    """Two categories: a replaced record moves the first count by this."""
    return forall(absolute(at(x, 0) - at(y, 0)).equals(amount), given=[PAIRS, adjacent(x, y)])


def parameters_move_by(amount: Like) -> Formula:
    """The l1 distance of neighbours' posterior parameters is this."""
    return forall((2 * d(x, y)).equals(amount), given=[adjacent(x, y)])


def parameters_move_by_the_dimension() -> Formula:
    """The l1 distance of neighbours' posterior parameters is the number of categories."""
    return parameters_move_by(size(prior))
