"""The Laplace mechanisms as pages print them: noised counts, cut to whole numbers from 0 to n.

The laws are exact at a rational eps, so that the printed probabilities are compared exactly.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num, var
from dpbi.language.words import (
    PAIRS,
    POSITIVE,
    REAL,
    TRIPLES,
    absolute,
    adjacent,
    all_of,
    any_of,
    at,
    eps,
    exp,
    floor,
    gamma,
    implies,
    largest,
    n,
    outputs,
    over,
    plus,
    prior,
    r,
    released,
    size,
    smallest,
    steps,
    total,
    variable,
    x,
    y,
)
from statements.terms import probability_of, z

i = var("i")
real = var("a")

CUT = (
    "For a whole count c, Pr[floor(c + Y) <= m] = Pr[Y < m + 1 - c], and (1 + e^(b min(t, 0)) - "
    "e^(-b max(t, 0))) / 2 is the distribution function of Laplace noise of scale 1/b.  Cutting to "
    "[0, n] moves what lies beyond to the ends.  "
)


def cut_to_size(count: Expr, released_count: Expr, rate: Expr) -> Expr:
    """Pr[clamp(floor(count + Y), 0, n) = released_count], Y Laplace with density ~ e^(-rate |y|).

    Pr[Y < m] for a whole m is (1 + e^(rate min(m, 0)) - e^(-rate max(m, 0))) / 2; the two ends of
    the range take all that lies beyond.
    """

    def below(m: Expr) -> Expr:
        return (1 + exp(rate * smallest(m, 0)) - exp(-rate * largest(m, 0))) / 2

    not_last, not_first = smallest(1, n - released_count), smallest(1, released_count)
    up_to = 1 - not_last + not_last * below(released_count + 1 - count)
    return up_to - not_first * below(released_count - count)


def binary_law_is(mechanism: str, rate: Expr, **options: Like) -> Formula:
    """Two categories: the first count is noised and cut to [0, n], the second is the rest."""
    P = released(mechanism, **options)
    return forall(P(x, r).equals(cut_to_size(at(x, 0), at(r, 0), rate)), given=[PAIRS])


def ternary_law_is(mechanism: str, rate: Expr, **options: Like) -> Formula:
    """Three categories: two counts are noised and cut, the last is what they leave, or 0."""
    P = released(mechanism, **options)
    first, second = (cut_to_size(at(x, j), at(z, j), rate) for j in (0, 1))
    last = at(z, 2).equals(largest(0, n - at(z, 0) - at(z, 1)))
    is_so = all_of(last, P(x, z).equals(first * second))
    return forall(over("forall", "z", outputs(mechanism, **options), is_so), given=[TRIPLES])


def releases_have_total(mechanism: str, *given: Expr, **options: Like) -> Formula:
    """Every release of positive probability has counts that add up to n."""
    P = released(mechanism, **options)
    is_so = implies(P(x, z) > 0, total(z).equals(n))
    return forall(over("forall", "z", outputs(mechanism, **options), is_so), given=given)


def releases_have_positive_parameters(mechanism: str, **options: Like) -> Formula:
    """Every release has positive parameters, so that it is a distribution."""
    parameter = at(plus(prior, z), i)
    positive = over("forall", "i", steps(0, size(prior) - 1), parameter > 0)
    return forall(over("forall", "z", outputs(mechanism, **options), positive))


def total_is_n_or_the_last_is_empty(mechanism: str, **options: Like) -> Formula:
    """The counts of a release add up to n, or to more and the last is 0."""
    last = at(z, size(prior) - 1)
    is_so = any_of(total(z).equals(n), all_of(total(z) >= n, last.equals(0)))
    return forall(over("forall", "z", outputs(mechanism, **options), is_so))


def first_count_density_within(rate: Expr, level: Expr = eps) -> Formula:
    """Two categories, continuous noise of this rate on the first count: f(a | x) <= e^level f."""

    def density(dataset: Expr) -> Expr:
        return exp(-absolute(real - at(dataset, 0)) * rate)

    return forall(
        density(x) <= exp(level) * density(y),
        given=[PAIRS, adjacent(x, y)],
        where=[variable("a", *REAL), variable("eps", *POSITIVE)],
    )


def absolute_value_is_a_count() -> Formula:
    """min(|a|, n) is a whole number for every real a."""
    cut = smallest(absolute(real), n)
    return forall(cut.equals(floor(cut)), where=[variable("a", *REAL), variable("n")])


def l1_error_tail(*, of_the_prior: bool = False) -> Formula:
    """Pr[l1 error >= gamma] <= exp(-(gamma/2 - 1) eps/2) for the baseline, two categories.

    The error is that of the released parameters against the posterior's, or the prior's.
    """
    P = released("laplace", sensitivity="defined")
    true = [num(0) if of_the_prior else at(x, j) for j in (0, 1)]
    error = absolute(at(z, 0) - true[0]) + absolute(at(z, 1) - true[1])
    tail = probability_of(error >= gamma, P)
    return forall(tail <= exp(-(gamma / 2 - 1) * eps / 2), given=[PAIRS])


def releases_have_a_total(relation: str, *given: Expr, **options: Like) -> Formula:
    """Every release of the Laplace mechanism has total n, or has at most n."""
    o = var("o")
    right = total(o).equals(n) if relation == "eq" else total(o) <= n
    every = over("forall", "o", outputs("laplace", **options), right)
    return forall(every, given=[size(prior) >= 2, *given])
