"""What drafts take from other works: as far as the drafts themselves decide it."""

from __future__ import annotations

from dpbi.claims import Check, Outcome, Verdict
from dpbi.formula import Formula, forall
from dpbi.formula.expr import num
from dpbi.formula.words import LS, S, Sexp, adjacent, all_of, exp, gamma, x, y


def outside(why: str) -> Check:
    """A statement about a cited work, which nothing at hand settles."""
    return lambda: Outcome(Verdict.UNDECIDED, why)


def exponential_is_a_smooth_upper_bound() -> Formula:
    """LS(x) <= S(x) <= e^gamma S(y) for neighbours, S the exponential one."""
    bound = all_of(LS(x) <= Sexp(x, gamma), Sexp(x, gamma) <= exp(gamma) * Sexp(y, gamma))
    return forall(bound, given=[adjacent(x, y)])


def harmonic_is_a_smooth_upper_bound() -> Formula:
    """The same for the harmonic S."""
    bound = all_of(LS(x) <= S(x), S(x) <= exp(gamma) * S(y))
    return forall(bound, given=[adjacent(x, y)])


def harmonic_is_exponential(at: int) -> Formula:
    """The harmonic and the exponential S are equal at one parameter."""
    return forall(S(x, num(at)).equals(Sexp(x, num(at))))
