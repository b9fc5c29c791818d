"""Privacy as formulas: of any mechanism, of continuous Laplace noise, and of smooth sensitivities.

Differential privacy of a mechanism is said output by output and as a loss.

Continuous Laplace noise on counts: the density of m independent Laplace variables of rate b is
proportional to exp(-b |.|_1), and their l1 norm is a Gamma variable:
Pr[|Y|_1 >= t / b] = e^-t (1 + t + ... + t^(m-1) / (m-1)!).

Smoothness of sensitivities: how much one replaced record changes 1/S, or log S.
"""

from __future__ import annotations

from collections.abc import Sequence

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, Variable, num
from dpbi.language.words import (
    LS,
    POSITIVE,
    REAL,
    S,
    Sexp,
    absolute,
    adjacent,
    all_of,
    any_of,
    at,
    d,
    datasets,
    eps,
    exp,
    gamma,
    hockey_stick,
    lam,
    log,
    loss,
    n,
    over,
    prior,
    r,
    released,
    size,
    variable,
    x,
    y,
)


def private(mechanism: str, level: Like = eps, **options: Like) -> Formula:
    """P(r | x) <= e^level P(r | y) for all neighbours x, y and every output r."""
    P = released(mechanism, **options)
    level = level if isinstance(level, Expr) else eps * 0 + level
    return forall(P(x, r) <= exp(level) * P(y, r), given=[adjacent(x, y)])


def loss_within(mechanism: str, level: Like = eps, **options: Like) -> Formula:
    """The true privacy loss, over all neighbours and outputs, is at most `level`."""
    return forall(loss(mechanism, **options) <= level)


def private_up_to(mechanism: str, level: Like, slack: Like, **options: Like) -> Formula:
    """(level, slack)-privacy: the part of P(. | x) above e^level P(. | y) is at most `slack`."""
    return forall(hockey_stick(mechanism, x, y, level, **options) <= slack, given=[adjacent(x, y)])


def private_when_agreeing_once(mechanism: str, level: Like = eps, **options: Like) -> Formula:
    """The same for two categories and x, y that some records agreeing in at most one place have.

    Records of counts x and y agree in at least |x_0 + y_0 - n| places, some in exactly as many.
    """
    P = released(mechanism, **options)
    agreeing = absolute(at(x, 0) + at(y, 0) - n) <= 1
    level = level if isinstance(level, Expr) else eps * 0 + level
    return forall(P(x, r) <= exp(level) * P(y, r), given=[size(prior).equals(2), agreeing])


def loss_is(mechanism: str, level: Like, given: Sequence[Expr] = (), **options: Like) -> Formula:
    """The true privacy loss is `level`."""
    return forall(loss(mechanism, **options).equals(level), given=given)


ANY_REAL = ("rational", None, None, "()")
first, second = Expr("var", ("s1",)), Expr("var", ("s2",))
tail_mass = Expr("var", ("g",))
TAIL = Variable("g", ("rational", "0", "1", "()"))


def density_ratio_within(rate: Expr, level: Like = eps, *given: Expr) -> Formula:
    """Two counts with Laplace noise of this rate: f(s | x) <= e^level f(s | y) at every real s.

    Adding the prior's parameters to the outputs shifts both densities alike.
    """

    def density(v: Expr) -> Expr:
        return exp(-(absolute(first - at(v, 0)) + absolute(second - at(v, 1))) * rate)

    return forall(
        density(x) <= exp(num(level)) * density(y),
        given=[adjacent(x, y), *given],
        where=[variable("s1", *ANY_REAL), variable("s2", *ANY_REAL), variable("eps", *POSITIVE)],
    )


def l1_tail(m: int, multiple: Like) -> Expr:
    """Pr[|Y|_1 >= multiple ln(m/g) / rate] for m variables: (g/m)^multiple times a polynomial."""
    t = log(m / tail_mass) * multiple
    polynomial = num(1)
    for i in range(m - 1, 0, -1):
        polynomial = 1 + t / i * polynomial
    return (tail_mass / m) ** num(multiple) * polynomial


def l1_tail_within(m: int) -> Formula:
    """Pr[|Y|_1 >= n ln(m/g) / rate] <= g, n records in m categories, any n."""
    return forall(l1_tail(m, n) <= tail_mass, where=[TAIL])


def l1_tail_within_for(orders: tuple[int, ...], *, dimension: bool) -> Formula:
    """The same for several m: with the dimension m in place of n, or for all n >= m."""
    if dimension:
        bounds = [l1_tail(m, m) <= tail_mass for m in orders]
        return forall(all_of(*bounds), where=[TAIL])
    within = [any_of(n < m, l1_tail(m, n) <= tail_mass) for m in orders]
    return forall(all_of(*within), where=[TAIL])


def floored_tail_within(m: int) -> Formula:
    """m floored variables of rate eps/2, threshold T = m ln(m/g) 2/eps in (0, 1]: tail <= g.

    Sums of integers reach T exactly when one of them is not 0, and floor Y = 0 has probability
    (1 - e^(-eps/2)) / 2.  Counts that are neither 0 nor n make clamping to [0, n] irrelevant here.
    """
    threshold = m * log(m / tail_mass) * 2 / eps
    missed = ((1 - exp(-eps / 2)) / 2) ** num(m)
    return forall(1 - missed <= tail_mass, given=[threshold <= 1], where=[TAIL])


Z = Expr("var", ("z",))


def reciprocal_is_smooth() -> Formula:
    """1/S(x) - 1/S(y) <= gamma for neighbours, S harmonic with gamma >= 0."""
    return forall(1 / S(x) - 1 / S(y) <= gamma, given=[adjacent(x, y)])


def reciprocal_is_smooth_with_negative_gamma() -> Formula:
    """The same with S(x) = max over z of 1 / (1/LS(z) + lam d(x, z)) spelled out, lam < 0."""

    def spelled(v: Expr) -> Expr:
        return over("maxof", "z", datasets(), 1 / (1 / LS(Z) + lam * d(v, Z)))

    return forall(
        1 / spelled(x) - 1 / spelled(y) <= lam,
        given=[lam < 0, adjacent(x, y)],
        where=[variable("lam", *REAL)],
    )


def reciprocal_of_exponential_is_smooth() -> Formula:
    """1/S(x) - 1/S(y) <= gamma for neighbours, S the exponential smooth sensitivity."""
    return forall(1 / Sexp(x, gamma) - 1 / Sexp(y, gamma) <= gamma, given=[adjacent(x, y)])


def exponential_is_smooth() -> Formula:
    """S(x) <= e^gamma S(y) for neighbours, S the exponential smooth sensitivity."""
    return forall(Sexp(x, gamma) <= exp(gamma) * Sexp(y, gamma), given=[adjacent(x, y)])
