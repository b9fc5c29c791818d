"""The candidates of an exponential mechanism: how many there are, and which distributions they are.

Candidates are the posteriors after n records over k categories.  Different counts give different
parameters, so candidates are counted as count vectors.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num, var
from dpbi.language.words import (
    PAIRS,
    C,
    H,
    all_of,
    binomial,
    datasets,
    k,
    n,
    over,
    plus,
    prior,
    same,
    size,
    steps,
    total,
    true,
    vec,
    x,
)
from statements.terms import z

i = var("i")
COMPOSITIONS = binomial(n + size(prior) - 1, size(prior) - 1)
"""C(n+m-1, m-1), the number of datasets of n records over m categories."""
CANDIDATES = over("count", "z", datasets(), true)
"""|R|, over as many categories as the prior has."""


def candidates(categories: Like) -> Expr:
    """|R|, over the given number of categories."""
    return over("count", "z", datasets(n, categories), true)


def candidates_number_for_all(claimed: Like) -> Formula:
    """|R| is this number, for every n and k."""
    return forall(candidates(k).equals(claimed))


def candidates_number_for(categories: int, claimed: Like) -> Formula:
    """|R| is this number, for every n and one k."""
    return forall(candidates(categories).equals(claimed))


def candidates_of_one_dataset() -> Formula:
    """The candidates with the counts of one given dataset number n + 1, two categories."""
    count = over("count", "z", datasets(), same(plus(prior, z), plus(prior, x)))
    return forall(count.equals(n + 1), given=[PAIRS])


def one_record_takes(values: Like) -> Formula:
    """There are `values` datasets of one record."""
    return forall(over("sum", "z", datasets(1), num(1)).equals(values))


def candidates_are(number: Like, *given: Expr) -> Formula:
    """The candidates number so many."""
    return forall(over("sum", "z", datasets(), num(1)).equals(number), given=given)


def parameters_add_up_to(value: Like, *given: Expr) -> Formula:
    """The parameters of every candidate add up to this."""
    return forall(total(plus(prior, x)).equals(value), given=given)


def every_beta_is_a_posterior(least: int, *given: Expr) -> Formula:
    """k = 2: all (i, n + 2 - i) with both at least `least` are the prior plus a dataset."""
    found = over("exists", "z", datasets(), same(plus(prior, z), vec(i, n + 2 - i)))
    everyone = over("forall", "i", steps(least, n + 2 - least), found)
    return forall(everyone, given=[PAIRS, *given])


def exactly_the_posteriors(*given: Expr) -> Formula:
    """k = 2: the posteriors are the (i, n + 2 - i) with 1 <= i <= n + 1, which number n + 1."""
    number = over("sum", "z", datasets(), num(1)).equals(n + 1)
    pair = vec(i, n + 2 - i)
    found = over("exists", "z", datasets(), same(plus(prior, z), pair))
    among = over("exists", "i", steps(1, n + 1), same(plus(prior, z), pair))
    there = over("forall", "i", steps(1, n + 1), found)
    back = over("forall", "z", datasets(), among)
    return forall(all_of(number, there, back), given=[PAIRS, *given])


def one_dataset_per_posterior() -> Formula:
    """Different datasets have different posteriors: x alone is at distance 0 from x."""
    return forall(C(x, x).equals(1))


def counts_agree(categories: Like = k) -> Formula:
    """C(n+1, k-1) = n + 1, for every number of categories, or for one."""
    return forall(binomial(n + 1, num(categories) - 1).equals(n + 1))


def best_score_is_zero() -> Formula:
    """The smallest distance from x to a candidate is 0."""
    return forall(over("minof", "z", datasets(), H(x, z)).equals(0))
