"""The global sensitivity of the Hellinger distance, and the constant sqrt(1 - pi/4).

A neighbour of x moves one record from i to j.  With u, v the parameters of i without that record
and of j, H^2 = 1 - g(u) g(v), g(u) = Gamma(u + 1/2) / sqrt(Gamma(u) Gamma(u + 1)); g increases, as
digamma is concave, and g(1)^2 = pi/4.  So the constant is H(Beta(2, 1), Beta(1, 2)).
"""

from __future__ import annotations

from collections.abc import Sequence

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import num, var
from dpbi.language.words import (
    GS,
    LS,
    at,
    hellinger,
    over,
    pi,
    prior,
    size,
    sqrt,
    steps,
    vec,
    x,
)
from dpbi.mechanisms.counts import PRINTED_GS
from statements.terms import agree


def constants_agree(digits: str) -> Formula:
    """sqrt(1 - pi/4) is the number of these digits."""
    return forall(sqrt(1 - pi / 4).equals(num(digits)))


PRINTED_DISTANCE = hellinger(vec(2, 1), vec(1, 2))
"""The same number as a Hellinger distance, which compares exactly with others."""

MONOTONE = (
    "One record moved from i to j changes the distance by H with H^2 = 1 - g(u) g(v), where u >= "
    "alpha_i and v >= alpha_j are the parameters of i without the record and of j, and g(u) = "
    "Gamma(u+1/2)/sqrt(Gamma(u)Gamma(u+1)).  The derivative of ln g is psi(u+1/2) - (psi(u) + "
    "psi(u+1))/2 > 0, digamma being strictly concave, so g increases; g(1)^2 = pi/4.  By the "
    "triangle inequality the largest |H(x, r) - H(y, r)| over r is H(x, y)."
)


def parameter(i: Expr) -> Expr:
    """A component of the prior."""
    return at(prior, i)


def at_least(value: int | str) -> Expr:
    """Every prior parameter is at least `value`."""
    i = var("i")
    return over("forall", "i", steps(0, size(prior) - 1), parameter(i) >= value)


def two_equal_one() -> list[Expr]:
    """k >= 3, all parameters >= 1, two of them 1."""
    ones = over("count", "i", steps(0, size(prior) - 1), parameter(var("i")).equals(1))
    return [size(prior) >= 3, at_least(1), ones >= 2]


def global_sensitivity_is_the_constant(given: Sequence[Expr] = ()) -> Formula:
    """GS = sqrt(1 - pi/4), as an exact comparison of two distances."""
    return forall(GS().equals(PRINTED_DISTANCE), given=given)


def constant_to_many_digits(given: Sequence[Expr] = ()) -> Formula:
    """|GS - sqrt(1 - pi/4)| < 10^-25."""
    return forall(agree(GS(), PRINTED_GS, 25), given=given)


def global_sensitivity_within_the_constant(given: Sequence[Expr] = ()) -> Formula:
    """GS <= sqrt(1 - pi/4)."""
    return forall(GS() <= PRINTED_DISTANCE, given=given)


def local_sensitivity_is_the_constant(given: Sequence[Expr] = ()) -> Formula:
    """LS(x) = sqrt(1 - pi/4) at every dataset."""
    return forall(LS(x).equals(PRINTED_DISTANCE), given=given)
