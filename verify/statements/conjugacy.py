"""Bayes' rule and the Dirichlet distribution, as statements about integrals of monomials.

For integers a, b >= 1 everything is rational: with B the beta function,

    1/B(a, b) = a binomial(a + b - 1, a),
    the integral of t^(a-1) (1-t)^(b-1) = sum over j of (-1)^j binomial(b-1, j) / (a + j),

the second by expanding (1-t)^(b-1).  So densities at a rational point are compared exactly.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num, var
from dpbi.language.words import (
    PAIRS,
    at,
    binomial,
    log,
    over,
    prior,
    size,
    steps,
    t,
    total,
    variable,
    whole,
    x,
)

A, B = at(prior, 0), at(prior, 1)
POINT = variable("t", "rational", "0", "1", "()")
i = var("i")
j = var("j")


def one_over_beta(a: Expr, b: Expr) -> Expr:
    """1/B(a, b) for integers a, b >= 1."""
    return a * binomial(a + b - 1, a)


def integral(a: Expr, b: Expr) -> Expr:
    """The integral of t^(a-1) (1-t)^(b-1), for integers a, b >= 1."""
    term = num(-1) ** j * binomial(b - 1, j) / (a + j)
    return over("sum", "j", steps(0, b - 1), term)


def density(a: Expr, b: Expr) -> Expr:
    """The density of Beta(a, b) at t."""
    return one_over_beta(a, b) * t ** (a - 1) * (1 - t) ** (b - 1)


def density_integrates_to_one(excess: Like) -> Formula:
    """k = 2, integer prior: t^(a-1+excess) (1-t)^(b-1+excess) / B(a, b) integrates to 1."""
    mass = one_over_beta(A, B) * integral(A + excess, B + excess)
    return forall(mass.equals(1), given=[PAIRS, whole()])


def product_of_powers_integrates_to_one() -> Formula:
    """The product of xi_i^alpha_i over B(alpha) integrates to 1, any number of categories.

    The integral is B(alpha + 1)/B(alpha), the product of the alpha_i over T (T+1) .. (T+k-1), T the
    sum of the alpha_i: its logarithm is 0.
    """
    term = log(at(prior, i)) - log(total(prior) + i)
    return forall(over("sum", "i", steps(0, size(prior) - 1), term).equals(0))


def posterior_is(*counts: Expr) -> Formula:
    """Bayes' rule for k = 2 and an integer prior: the posterior after x is Beta(a + c0, b + c1).

    Likelihood times prior density, divided by its integral, is that density at every t.
    """
    likelihood = t ** at(x, 0) * (1 - t) ** at(x, 1)
    evidence = one_over_beta(A, B) * integral(A + at(x, 0), B + at(x, 1))
    updated = density(A + counts[0], B + counts[1])
    rule = updated.equals(likelihood * density(A, B) / evidence)
    return forall(rule, given=[PAIRS, whole()], where=[POINT])


def independent_given_the_parameters() -> Formula:
    """k = 2: two records that are averaged over the prior are independent, each of mean a/(a+b)."""
    both = A / (A + B) * (A + 1) / (A + B + 1)
    return forall(both.equals((A / (A + B)) ** 2), given=[PAIRS])
