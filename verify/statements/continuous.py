"""Continuous Laplace noise on counts: its density, and the tails of its l1 norm and of its maximum.

The density of m independent Laplace variables of rate b is proportional to exp(-b |.|_1), and their
l1 norm is a Gamma variable: Pr[|Y|_1 >= t / b] = e^-t (1 + t + ... + t^(m-1) / (m-1)!).

With T = ln(m/g) 2/eps and noise of scale 2/eps an error reaches T with probability g/m, so the
largest of m reaches it with probability 1 - (1 - g/m)^m; eps cancels.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, Variable, num
from dpbi.language.words import (
    POSITIVE,
    absolute,
    adjacent,
    all_of,
    any_of,
    at,
    eps,
    exp,
    log,
    m,
    n,
    variable,
    x,
    y,
)

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


def largest_error_tail(categories: Like) -> Expr:
    """1 - (1 - g/m)^m."""
    return 1 - (1 - tail_mass / categories) ** categories


def l1_tail_within_largest(orders: tuple[int, ...]) -> Formula:
    """Pr[|Y|_1 >= m T] <= Pr[max |Y_i| >= T], for these m."""
    bounds = [l1_tail(k, k) <= largest_error_tail(k) for k in orders]
    return forall(all_of(*bounds), where=[TAIL])


def largest_error_tail_is() -> Formula:
    """Pr[max |Y_i| >= T] = g, for every m >= 2."""
    return forall(largest_error_tail(m).equals(tail_mass), where=[TAIL])


def largest_error_tail_within() -> Formula:
    """Pr[max |Y_i| >= T] <= g, for every m >= 2."""
    return forall(largest_error_tail(m) <= tail_mass, where=[TAIL])
