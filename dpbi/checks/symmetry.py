"""Multiplicities: how many candidates lie at one distance from the posterior.

C(x, r) counts the candidates z with H(x, z) = H(x, r).  For two categories the squared affinity
is log-concave along the candidates, so a distance occurs at most once on either side of x, and
twice only where a mirror image (or an accident of gamma values) makes it.  Readings are about two
categories unless they say otherwise.
"""

from __future__ import annotations

from dpbi.checks.domains import PAIRS
from dpbi.formula import Expr, Formula, forall
from dpbi.formula.words import (
    C,
    H,
    all_of,
    any_of,
    at,
    datasets,
    floor,
    implies,
    n,
    over,
    prior,
    r,
    s,
    same,
    x,
)

HERE: tuple[Expr, ...] = (H(x, r).equals(0),)
AWAY: tuple[Expr, ...] = (H(x, r) > 0,)

BALANCED = (at(prior, 0) + at(x, 0)).equals(at(prior, 1) + at(x, 1))
"""The posterior of x has equal parameters."""

CENTRAL = (at(prior, 0).equals(at(prior, 1)), at(x, 0).equals(at(x, 1)))
"""A symmetric prior and as many records of either kind."""

INTEGERS = tuple(floor(at(prior, i)).equals(at(prior, i)) for i in (0, 1))
"""A prior with integer parameters."""


def once_or_twice(*given: Expr) -> Formula:
    """C(x, r) is 1 or 2, over any number of categories unless `given` says otherwise."""
    return forall(any_of(C(x, r).equals(1), C(x, r).equals(2)), given=given)


def one_at_the_posterior_two_elsewhere(*given: Expr) -> Formula:
    """C = 1 exactly where H(x, r) = 0, and C = 2 exactly where it is not."""
    once, twice = C(x, r).equals(1), C(x, r).equals(2)
    here, away = HERE[0], AWAY[0]
    both_ways = implies(once, here), implies(here, once), implies(twice, away), implies(away, twice)
    return forall(all_of(*both_ways), given=[PAIRS, *given])


def one_at_the_posterior() -> Formula:
    """C = 1 where H(x, r) = 0, over any number of categories."""
    return forall(C(x, r).equals(1), given=HERE)


def twice_only_if_balanced() -> Formula:
    """With integer priors C = 2 means that the posterior is balanced."""
    return forall(BALANCED, given=[PAIRS, *INTEGERS, C(x, r).equals(2)])


def once_and_twice_partition() -> Formula:
    """The candidates of multiplicity 1 and those of multiplicity 2 are all, without overlap."""
    once, twice = (over("count", "z", datasets(), C(x, Z).equals(i)) for i in (1, 2))
    return forall((once + twice).equals(n + 1), given=[PAIRS])


def some_are_met_twice() -> Formula:
    """Some candidate has multiplicity 2."""
    return forall(over("exists", "z", datasets(), C(x, Z).equals(2)), given=[PAIRS])


def only_the_posterior_is_met_once() -> Formula:
    """C(x, r) = 1 if and only if r = x."""
    once = C(x, r).equals(1)
    both_ways = implies(once, same(r, x)), implies(same(r, x), once)
    return forall(all_of(*both_ways), given=[PAIRS])


def equal_multiplicities(*given: Expr) -> Formula:
    """C(x, r) = C(x, s)."""
    return forall(C(x, r).equals(C(x, s)), given=[PAIRS, *given])


def multiplicities_within_two() -> Formula:
    """C(x, r) <= 2 C(x, s)."""
    return forall(C(x, r) <= 2 * C(x, s), given=[PAIRS])


Z = Expr("var", ("z",))
