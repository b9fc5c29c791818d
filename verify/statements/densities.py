"""Densities of beta and Dirichlet distributions, likelihoods and posteriors, as exact formulas.

Masses: with B(a + i, b + j) = B(a, b) a^(i) b^(j) / (a + b)^(i + j), rising powers, the mass of a
density is the sum of its integrals against theta and against 1 - theta; B itself cancels.

Integrals of polynomials: for whole parameters, t^(p-1) (1-t)^(q-1) is expanded and integrated term
by term, which gives B(p, q) without a gamma function.

Points of a simplex: theta_i proportional to e^(t r_i), with r any count vector and t > 0.  There
every density is an exponential of a rational over a power of the sum of the e^(t r_i), so that two
of them are compared exactly after multiplication by these powers.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import num, var
from dpbi.language.words import (
    BETWEEN,
    PAIRS,
    H,
    adjacent,
    all_of,
    at,
    binomial,
    d,
    datasets,
    exp,
    floor,
    hellinger,
    hockey_stick,
    implies,
    n,
    over,
    plus,
    prior,
    r,
    released,
    same,
    size,
    sqrt,
    steps,
    t,
    total,
    variable,
    vec,
    whole,
    x,
    y,
)
from statements.terms import agree, z

i = var("i")
u = var("u")
POINT = variable("t", *BETWEEN)


# Masses of densities. ----------------------------------------------------------------------------


def rising(a: Expr, m: int) -> Expr:
    """a (a + 1) ... (a + m - 1)."""
    product = num(1)
    for step in range(m):
        product = product * (a + step)
    return product


def against(first: int, second: int) -> Expr:
    """The integral of theta^(alpha - 1 + first) (1 - theta)^(beta - 1 + second) over B."""
    a, b = at(prior, 0), at(prior, 1)
    return rising(a, first) * rising(b, second) / rising(a + b, first + second)


def beta_mass_is_one(excess: int) -> Formula:
    """The density with exponents alpha - 1 + excess, beta - 1 + excess over B has mass 1."""
    mass = against(excess + 1, excess) + against(excess, excess + 1)
    return forall(mass.equals(1), given=[PAIRS])


def dirichlet_mass_is_one() -> Formula:
    """The same for the Dirichlet density on the simplex: its means add up to 1."""
    means = over("sum", "i", steps(0, size(prior) - 1), at(prior, i) / total(prior))
    return forall(means.equals(1))


def dirichlet_mass_on_the_square_is_one() -> Formula:
    """theta1^(a-1) theta2^(b-1) / B(a, b) over the unit square: Gamma(a+b)/(Gamma(a+1) Gamma(b+1)).

    For whole a and b that is C(a + b, a) / (a + b).
    """
    a, b = at(prior, 0), at(prior, 1)
    return forall((binomial(a + b, a) / (a + b)).equals(1), given=[PAIRS, whole()])


def distance_is_that_of_the_raised_parameters() -> Formula:
    """H is the same when every parameter is one larger."""

    def raised(v: Expr) -> Expr:
        return plus(plus(prior, v), vec(1, 1))

    return forall(H(x, r).equals(hellinger(raised(x), raised(r))), given=[PAIRS])


# Likelihoods. ------------------------------------------------------------------------------------


def binary_likelihood_adds_up(*, ordered: bool) -> Formula:
    """theta^c (1 - theta)^(n - c) adds up to 1 over all sequences, or over all counts c."""
    count = binomial(n, i) if ordered else num(1)
    terms = count * t**i * (1 - t) ** (n - i)
    return forall(over("sum", "i", steps(0, n), terms).equals(1), where=[POINT, variable("n")])


def likelihood_of_three_adds_up() -> Formula:
    """The same for three categories of probabilities t, u, 1 - t - u, over all sequences."""
    first, second, third = (at(z, j) for j in range(3))
    sequences = binomial(n, first) * binomial(n - first, second)
    terms = sequences * t**first * u**second * (1 - t - u) ** third
    sum_ = over("sum", "z", datasets(n, 3), terms)
    return forall(sum_.equals(1), given=[t + u < 1], where=[POINT, variable("u", *BETWEEN)])


# Posteriors. -------------------------------------------------------------------------------------


def posterior_is_likelihood_times_prior() -> Formula:
    """DL(alpha + x) has the density of DL(alpha) times the likelihood of x, up to a constant.

    At theta proportional to e^(t r_i), relative to the middle of the simplex.
    """
    posterior = plus(prior, x)
    every = steps(0, size(prior) - 1)
    added = over("sum", "i", every, (at(posterior, i) - at(prior, i)) * t * at(r, i))
    likely = over("sum", "i", every, at(x, i) * t * at(r, i))
    whole_sum = over("sum", "i", every, exp(t * at(r, i)))
    mass = total(posterior) - total(prior)
    left, right = exp(added) * whole_sum**n, exp(likely) * whole_sum**mass
    return forall(left.equals(right))


def integral(p: Expr, q: Expr) -> Expr:
    """B(p, q) for whole q: t^(p-1) (1-t)^(q-1) expanded and integrated term by term."""
    terms = binomial(q - 1, i) * num(-1) ** i / (p + i)
    return over("sum", "i", steps(0, q - 1), terms)


def bayes_rule_at_every_point() -> Formula:
    """posterior(t) Pr(x) = Pr(x | t) prior(t), two categories, whole parameters.

    The constants of both densities are a C(a + b - 1, a) for parameters a, b; Pr(x) is the integral
    of the right side, expanded and integrated term by term.
    """

    def density(a: Expr, b: Expr) -> Expr:
        return a * binomial(a + b - 1, a) * t ** (a - 1) * (1 - t) ** (b - 1)

    a, b = at(prior, 0), at(prior, 1)
    ones, zeros = at(x, 0), at(x, 1)
    evidence = a * binomial(a + b - 1, a) * integral(a + ones, b + zeros)
    left = density(a + ones, b + zeros) * evidence
    right = t**ones * (1 - t) ** zeros * density(a, b)
    return forall(left.equals(right), given=[PAIRS, whole()], where=[POINT])


# Distances between distributions. ----------------------------------------------------------------


def hellinger_is_the_integral() -> Formula:
    """The formula agrees to 25 digits with 1 - the integral of sqrt(p q), term by term.

    Two categories, whole parameters; sqrt(p q) is a polynomial where x and r differ by an even
    number of records.
    """
    p, q = plus(prior, x), plus(prior, r)
    middle = integral((at(p, 0) + at(q, 0)) / 2, (at(p, 1) + at(q, 1)) / 2)
    masses = integral(at(p, 0), at(p, 1)) * integral(at(q, 0), at(q, 1))
    even = (d(x, r) / 2).equals(floor(d(x, r) / 2))
    same_value = agree(H(x, r) ** 2, 1 - middle / sqrt(masses), 25)
    return forall(same_value, given=[PAIRS, whole(), even])


def parameters_determine_distributions() -> Formula:
    """Two candidates have the same distribution if and only if they have the same counts."""
    equal = H(x, r).equals(0)
    return forall(all_of(implies(equal, same(x, r)), implies(same(x, r), equal)))


def total_variation_within_hellinger() -> Formula:
    """H^2 <= TV <= H sqrt(2 - H^2) for the laws of the exponential mechanism at neighbours."""
    P = released("ehd", gs="true")
    affinity = over("sum", "z", datasets(), sqrt(P(x, z) * P(y, z)))
    variation = hockey_stick("ehd", x, y, 0, gs="true")
    bounds = all_of(1 - affinity <= variation, variation <= sqrt(1 - affinity**2))
    return forall(bounds, given=[adjacent(x, y)])
