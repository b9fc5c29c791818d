"""The setting of the plots: which mechanism misses by less on average.

eps = 1, delta = 10^-8, two categories, equal prior parameters, as many ones as zeros (so n is
even).  The smoothed mechanism appears in each form that the drafts give it: weights exp(-eps H /
(c S)) with c = 2, 1 or 4 and S harmonic (gamma = 1) or exponential with the smoothing exponent of
eps and delta.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, exists, forall
from dpbi.language.expr import Like, num
from dpbi.language.words import (
    all_of,
    any_of,
    at,
    datasets,
    floor,
    implies,
    largest,
    n,
    over,
    released,
    x,
)
from dpbi.mechanisms.exponential import smoothing_exponent
from statements.experiments import mean_error
from statements.terms import probability_of

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


def not_larger(mechanism: str, other: str, options: dict[str, Like], others: Like) -> Formula:
    """The mean error of a smoothed mechanism is at most that of ehd, whatever eps."""
    return forall(mean_error(mechanism, **options) <= mean_error(other, gs=others))


def chance_within(mechanism: str, steps: int, **options: Like) -> Expr:
    """The probability that a release is at most `steps` replaced records off."""
    P = released(mechanism, ONE, **options)
    z = Expr("var", ("z",))
    near = any_of(*(at(z, 0).equals(at(x, 0) + j) for j in range(-steps, steps + 1)))
    return probability_of(near, P)


def likelier_than_the_baseline(
    mechanism: str, steps: int, *given: Expr, **options: Like
) -> Formula:
    """Within `steps`: likelier than the baseline is, less likely than the improved one."""
    base = chance_within("laplace", steps, sensitivity="defined")
    improved = chance_within("laplace-improved", steps)
    middle = chance_within(mechanism, steps, **options)
    return forall(all_of(base < middle, middle < improved), given=given)


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
