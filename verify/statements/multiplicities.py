"""Multiplicities: C(x, r) counts the candidates z with H(x, z) = H(x, r), r among them.

For two categories the squared affinity is log-concave along the candidates, so a distance occurs at
most once on either side of x, and twice only where a mirror image (or an accident of gamma values)
makes it.  {u = u(r)} is the set of the C(x, r) candidates as far from x as r, all equally probable.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like
from dpbi.language.words import (
    PAIRS,
    C,
    H,
    all_of,
    any_of,
    at,
    datasets,
    floor,
    implies,
    j,
    n,
    over,
    prior,
    r,
    s,
    same,
    size,
    steps,
    vec,
    x,
)
from statements.dilation import EPS_FROM_ZERO
from statements.sliding import i, level, mass_at
from statements.terms import LawTerm, z


def proportional_to_distance(P: LawTerm, *given: Expr) -> Formula:
    """P(x, r) : P(x, s) = H(x, r) : H(x, s)."""
    crossed = (P(x, r) * H(x, s)).equals(P(x, s) * H(x, r))
    return forall(crossed, given=given)


def equal_at_equal_distance(P: LawTerm, *given: Expr) -> Formula:
    """P(x, r) = P(x, s) for candidates that are equally far from x, eps >= 0."""
    equation, equally_far = P(x, r).equals(P(x, s)), H(x, r).equals(H(x, s))
    return forall(equation, given=[equally_far, *given], where=[EPS_FROM_ZERO])


def level_is_a_multiple(P: LawTerm, *given: Expr) -> Formula:
    """Pr[u = u(r)] = C(x, r) Pr[z = r], eps >= 0."""
    equation = mass_at(P, x, H(x, r)).equals(level(P, x, r))
    return forall(equation, given=given, where=[EPS_FROM_ZERO])


def candidate_is_a_part_of_its_level(P: LawTerm, *given: Expr) -> Formula:
    """Pr[z = r] = Pr[u = u(r)] / C(x, r), eps >= 0."""
    equation = P(x, r).equals(mass_at(P, x, H(x, r)) / C(x, r))
    return forall(equation, given=given, where=[EPS_FROM_ZERO])


HERE: tuple[Expr, ...] = (H(x, r).equals(0),)
AWAY: tuple[Expr, ...] = (H(x, r) > 0,)
EVEN = (at(prior, 0) + at(x, 0)).equals(at(prior, 1) + at(x, 1))
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
    return forall(EVEN, given=[PAIRS, *INTEGERS, C(x, r).equals(2)])


def once_and_twice_partition() -> Formula:
    """The candidates of multiplicity 1 and those of multiplicity 2 are all, without overlap."""
    once, twice = (over("count", "z", datasets(), C(x, z).equals(i)) for i in (1, 2))
    return forall((once + twice).equals(n + 1), given=[PAIRS])


def some_are_met_twice() -> Formula:
    """Some candidate has multiplicity 2."""
    return forall(over("exists", "z", datasets(), C(x, z).equals(2)), given=[PAIRS])


def only_the_posterior_is_met_once() -> Formula:
    """C(x, r) = 1 if and only if r = x."""
    once = C(x, r).equals(1)
    both_ways = implies(once, same(r, x)), implies(same(r, x), once)
    return forall(all_of(*both_ways), given=[PAIRS])


def multiplicities_within_two() -> Formula:
    """C(x, r) <= 2 C(x, s)."""
    return forall(C(x, r) <= 2 * C(x, s), given=[PAIRS])


def multiplicity_ratio() -> Formula:
    """C(x, s) <= 2 C(x, r), and C(x, r) <= 2 C(x, s)."""
    return forall(all_of(C(x, s) <= 2 * C(x, r), C(x, r) <= 2 * C(x, s)), given=[PAIRS])


def half(P: LawTerm, *given: Expr) -> Formula:
    """P(x, r) is half the probability of all candidates as far from x as r."""
    return forall(P(x, r).equals(mass_at(P, x, H(x, r)) / 2), given=given)


def multiplicity_is(value: Like, *given: Expr) -> Formula:
    """k = 2: exactly `value` candidates are as far from x as r."""
    return forall(C(x, r).equals(value), given=[PAIRS, *given])


def balanced(v: Expr) -> Expr:
    """All parameters of the posterior after v are equal."""
    first = at(prior, 0) + at(v, 0)
    return over("forall", "i", steps(1, size(prior) - 1), (at(prior, i) + at(v, i)).equals(first))


def axial_symmetry(*given: Expr) -> Formula:
    """k = 2: candidates at j steps on either side of x are equally far from x."""
    left, right = (vec(at(x, 0) + e * j, at(x, 1) - e * j) for e in (-1, 1))
    inside = [PAIRS, j >= 1, j <= at(x, 0), j <= at(x, 1)]
    return forall(H(x, left).equals(H(x, right)), given=[*inside, *given])


def multiplicities_are_equal(*given: Expr) -> Formula:
    """k = 2, C(x, r) = C(x, s): multiplicities can be dropped from both sides of an inequality."""
    return forall(C(x, r).equals(C(x, s)), given=[PAIRS, *given])
