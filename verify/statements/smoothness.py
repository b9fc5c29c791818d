"""Smooth sensitivities: how much one replaced record changes 1/S, or log S, and wrong maxima for S.

S harmonic is max of 1/(1/LS(z) + gamma d(x, z)), exponential max of LS(z) e^(-gamma d(x, z)), over
all datasets z.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import num
from dpbi.language.words import (
    GS,
    LS,
    REAL,
    S,
    Sexp,
    absolute,
    adjacent,
    all_of,
    d,
    datasets,
    exp,
    gamma,
    lam,
    largest,
    near,
    over,
    variable,
    x,
    y,
)
from statements.terms import w, z

NEIGHBOURS_ONLY = over("maxof", "w", near(x), LS(w) * exp(-gamma * d(x, w)))
"""max over the neighbours w of x, x itself left out, of LS(w) e^(-gamma d(x, w))."""


def neighbours_only_is_above_local() -> Formula:
    """LS(x) <= S(x), with the maximum of S over the neighbours other than x."""
    return forall(LS(x) <= NEIGHBOURS_ONLY)


def neighbours_and_itself_is_smooth(*given: Expr) -> Formula:
    """S(x) <= e^gamma S(y) for neighbours, with the maximum of S over x and its neighbours."""

    def S(dataset: Expr) -> Expr:
        around = over("maxof", "w", near(dataset), LS(w) * exp(-gamma))
        return largest(LS(dataset), around)

    return forall(S(x) <= exp(gamma) * S(y), given=[adjacent(x, y), *given])


def smooth_sensitivity_within_its_parameter() -> Formula:
    """S(x) <= gamma."""
    return forall(Sexp(x, gamma) <= gamma)


def reciprocal_is_smooth() -> Formula:
    """1/S(x) - 1/S(y) <= gamma for neighbours, S harmonic with gamma >= 0."""
    return forall(1 / S(x) - 1 / S(y) <= gamma, given=[adjacent(x, y)])


def reciprocal_is_smooth_with_negative_gamma() -> Formula:
    """The same with S(x) = max over z of 1 / (1/LS(z) + lam d(x, z)) spelled out, lam < 0."""

    def spelled(v: Expr) -> Expr:
        return over("maxof", "z", datasets(), 1 / (1 / LS(z) + lam * d(v, z)))

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


def to_the_letter(centre: Expr, beta: Expr) -> Expr:
    """The maximum as printed: LS at the centre itself stands under the inner maximum."""
    inner = over("maxof", "w", datasets(), LS(centre) * exp(-beta * d(centre, w)))
    return largest(LS(centre), inner)


def printed_maximum_is_smooth(beta: Expr) -> Formula:
    """The printed maximum changes by a factor of at most e^beta between neighbours."""
    return forall(
        to_the_letter(x, beta) <= exp(beta) * to_the_letter(y, beta), given=[adjacent(x, y)]
    )


def printed_maximum_is_local(beta: Expr) -> Formula:
    """The printed maximum is LS(x)."""
    return forall(to_the_letter(x, beta).equals(LS(x)))


def smooth_between_local_and_global() -> Formula:
    """LS(x) <= S(x) <= GS, and |1/S(x) - 1/S(y)| <= gamma for neighbours, up to 10^-20.

    Without this margin most instances are ties, which balls leave open.
    """
    margin = num("1/100000000000000000000")
    between = all_of(LS(x) <= S(x) + margin, S(x) <= GS() + margin)
    change = absolute(1 / S(x) - 1 / S(y)) <= gamma + margin
    return forall(all_of(between, change), given=[adjacent(x, y)])


def exponential_is_a_smooth_upper_bound(smoothing: Expr = gamma) -> Formula:
    """LS(x) <= S(x) <= e^smoothing S(y) for neighbours, S the exponential one."""
    here, there = Sexp(x, smoothing), Sexp(y, smoothing)
    bound = all_of(LS(x) <= here, here <= exp(smoothing) * there)
    return forall(bound, given=[adjacent(x, y)])


def harmonic_is_a_smooth_upper_bound() -> Formula:
    """The same for the harmonic S."""
    bound = all_of(LS(x) <= S(x), S(x) <= exp(gamma) * S(y))
    return forall(bound, given=[adjacent(x, y)])


def harmonic_is_exponential(at: int) -> Formula:
    """The harmonic and the exponential S are equal at one parameter."""
    return forall(S(x, num(at)).equals(Sexp(x, num(at))))
