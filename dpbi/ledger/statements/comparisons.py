"""The setting of the plots: which mechanism misses by less on average, and which distances recur.

eps = 1, delta = 10^-8, two categories, equal prior parameters, as many ones as zeros (so n is
even).  The smoothed mechanism appears in each form that the drafts give it: weights exp(-eps H /
(c S)) with c = 2, 1 or 4 and S harmonic (gamma = 1) or exponential with the smoothing exponent of
eps and delta.

Multiplicities: C(x, r) counts the candidates z with H(x, z) = H(x, r).  For two categories the
squared affinity is log-concave along the candidates, so a distance occurs at most once on either
side of x, and twice only where a mirror image (or an accident of gamma values) makes it.  These
readings are about two categories unless they say otherwise.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, exists, forall
from dpbi.language.expr import Like, num
from dpbi.language.words import (
    GS,
    LS,
    PAIRS,
    C,
    H,
    adjacent,
    all_of,
    any_of,
    at,
    d,
    datasets,
    exp,
    floor,
    implies,
    largest,
    loss,
    n,
    over,
    prior,
    r,
    released,
    s,
    same,
    x,
    y,
)
from dpbi.ledger.statements.experiments import mean_error
from dpbi.mechanisms.exponential import smoothing_exponent

ONE = num(1)
DELTA = num("1/100000000")
FIGURE_DELTA = num("1/2000")
EXPONENT = smoothing_exponent(n + 1, ONE, DELTA)
FIGURE_EXPONENT = smoothing_exponent(n + 1, ONE, FIGURE_DELTA)

BALANCED = at(x, 0).equals(at(x, 1))

BASELINE = mean_error("laplace", ONE, sensitivity="defined")
IMPROVED = mean_error("laplace-improved", ONE)
BOTH = largest(BASELINE, IMPROVED)
EXPONENTIAL_2S = mean_error("mh-exp", ONE, beta=EXPONENT)
HARMONIC_2S = mean_error("mh", ONE, gamma=1)
EXPONENTIAL_S = mean_error("mh-s-exp", ONE, beta=EXPONENT)
HARMONIC_S = mean_error("mh-s", ONE, gamma=1)
HARMONIC_4S = mean_error("ehds-4s", ONE, gamma=1)


def smaller_somewhere(first: Expr, second: Expr, *given: Expr) -> Formula:
    """One mean error is below another at some instance."""
    return exists(first < second, given=given)


def between(low: Expr, middle: Expr, high: Expr, *given: Expr) -> Formula:
    """Three mean errors are in this order."""
    return forall(all_of(low < middle, middle < high), given=given)


def not_larger(mechanism: str, other: str, options: dict[str, Like], others: Like) -> Formula:
    """The mean error of a smoothed mechanism is at most that of ehd, whatever eps."""
    return forall(mean_error(mechanism, **options) <= mean_error(other, gs=others))


def within(first: Expr, second: Expr, factor: Like, *given: Expr) -> Formula:
    """Two mean errors differ by at most a factor, either way."""
    return forall(all_of(first <= num(factor) * second, second <= num(factor) * first), given=given)


def chance_within(mechanism: str, steps: int, **options: Like) -> Expr:
    """The probability that a release is at most `steps` replaced records off."""
    P = released(mechanism, ONE, **options)
    z = Expr("var", ("z",))
    near = any_of(*(at(z, 0).equals(at(x, 0) + j) for j in range(-steps, steps + 1)))
    return over("sumif", "z", datasets(), near, P(x, z))


def likelier_than_the_baseline(
    mechanism: str, steps: int, *given: Expr, **options: Like
) -> Formula:
    """Within `steps`: likelier than the baseline is, less likely than the improved one."""
    base = chance_within("laplace", steps, sensitivity="defined")
    improved = chance_within("laplace-improved", steps)
    middle = chance_within(mechanism, steps, **options)
    return forall(all_of(base < middle, middle < improved), given=given)


def gap_at_the_middle(*given: Expr) -> Formula:
    """LS < GS where the numbers of ones and zeros differ by at most one."""
    ones, zeros = at(x, 0), at(x, 1)
    return forall(LS(x) < GS(), given=[ones <= zeros, zeros <= ones + 1, *given])


def gap_somewhere(*given: Expr) -> Formula:
    """LS < GS at some dataset of every size."""
    z = Expr("var", ("z",))
    return forall(over("exists", "z", datasets(), LS(z) < GS()), given=given)


def no_gap_anywhere(*given: Expr) -> Formula:
    """LS = GS at every dataset."""
    return forall(LS(x).equals(GS()), given=given)


def parameters_move_within(amount: Like) -> Formula:
    """The l1 distance of neighbours' posterior parameters is at most this."""
    return forall(2 * d(x, y) <= amount, given=[adjacent(x, y)])


def concrete_below(mechanism: str, level: Like, *given: Expr, **options: Like) -> Formula:
    """The true loss at eps = 1 is below a level."""
    return forall(loss(mechanism, ONE, **options) < level, given=given)


def concrete_below_at_the_data(mechanism: str, *given: Expr, **options: Like) -> Formula:
    """The same for one dataset and its neighbours: no output is e times as likely at one."""
    P, e = released(mechanism, ONE, **options), exp(ONE)
    both = all_of(P(x, r) < e * P(y, r), P(y, r) < e * P(x, r))
    return forall(both, given=[adjacent(x, y), *given])


def concrete_below_somewhere(mechanism: str, **options: Like) -> Formula:
    """Some prior, size and eps have a true loss below eps."""
    eps = Expr("var", ("eps",))
    return exists(loss(mechanism, **options) < eps)


def _some_split(percent: tuple[int, ...]) -> Expr:
    """Some dataset of n records has exactly these shares."""
    z = Expr("var", ("z",))
    shares = [(100 * at(z, i)).equals(p * n) for i, p in enumerate(percent)]
    return over("exists", "z", datasets(n, len(percent)), all_of(*shares))


def split_into_percent(*percent: int) -> Formula:
    """Some dataset of n records has exactly these shares."""
    return forall(_some_split(percent))


def split_exists_for_multiples(*percent: int) -> Formula:
    """Such a dataset exists where 100 divides n, and nowhere else."""
    multiple, split = floor(n / 100).equals(n / 100), _some_split(percent)
    return forall(all_of(implies(multiple, split), implies(split, multiple)))


def split_is_most_balanced(*percent: int) -> Formula:
    """Data with these shares have counts that differ by at most one."""
    shares = [(100 * at(x, i)).equals(p * n) for i, p in enumerate(percent)]
    k = range(len(percent))
    even = all_of(*(at(x, i) <= at(x, j) + 1 for i in k for j in k if i != j))
    return forall(even, given=shares)


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


def multiplicities_within_two() -> Formula:
    """C(x, r) <= 2 C(x, s)."""
    return forall(C(x, r) <= 2 * C(x, s), given=[PAIRS])


Z = Expr("var", ("z",))
