"""Which mechanism misses by less on average, in the setting of the plots.

eps = 1, delta = 10^-8, two categories, equal prior parameters, as many ones as zeros (so n is
even).  The smoothed mechanism appears in each form that the drafts give it: weights exp(-eps H /
(c S)) with c = 2, 1 or 4 and S harmonic (gamma = 1) or exponential with the smoothing exponent of
eps and delta.
"""

from __future__ import annotations

from dpbi.checks.experiments import mean_error
from dpbi.checks.sliding import smoothing_exponent
from dpbi.formula import Expr, Formula, exists, forall
from dpbi.formula.expr import Like, num
from dpbi.formula.words import (
    GS,
    LS,
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
    r,
    released,
    x,
    y,
)

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
    """The probability that a release is at most so many replaced records off."""
    P = released(mechanism, ONE, **options)
    z = Expr("var", ("z",))
    near = any_of(*(at(z, 0).equals(at(x, 0) + j) for j in range(-steps, steps + 1)))
    return over("sumif", "z", datasets(), near, P(x, z))


def likelier_than_the_baseline(
    mechanism: str, steps: int, *given: Expr, **options: Like
) -> Formula:
    """Within so many steps: likelier than the baseline is, less likely than the improved one."""
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
