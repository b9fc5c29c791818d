"""Smoothness of sensitivities: how much one replaced record changes 1/S, or log S."""

from __future__ import annotations

from dpbi.formula import Expr, Formula, forall
from dpbi.formula.words import (
    LS,
    REAL,
    S,
    Sexp,
    adjacent,
    d,
    datasets,
    exp,
    gamma,
    lam,
    over,
    variable,
    x,
    y,
)

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
