"""The steps of the notes' proof of the sliding property (Lemma 2.1).

A step that is algebra is stated about any numbers: u for the score, c for the shift D, t for the
sensitivity S, m for the normaliser NL.  Terms e^q with rational q are compared exactly.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import num, var
from dpbi.language.words import C, H, c, eps, exp, r, t, variable, x
from statements.dilation import EPS_FROM_ZERO
from statements.sliding import mass_at
from statements.terms import LawTerm, normaliser, weight

u = var("u")
NL = var("w")
SCORE = variable("u", "rational", None, "0", "(]")
SUM_OF_WEIGHTS = variable("w", "rational", "0", None, "()")


def score_has_the_mass_of_one(P: LawTerm, sensitivity: Expr) -> Formula:
    """Pr[u = u(r)] = exp(eps u(r) / (2S)) / NL."""
    one = weight(H(x, r), sensitivity) / normaliser(x, sensitivity)
    return forall(mass_at(P, x, H(x, r)).equals(one))


def score_has_the_mass_of_its_candidates(P: LawTerm, sensitivity: Expr) -> Formula:
    """Pr[u = u(r)] = C(x, r) exp(eps u(r) / (2S)) / NL, eps >= 0."""
    all_of_them = C(x, r) * weight(H(x, r), sensitivity) / normaliser(x, sensitivity)
    return forall(mass_at(P, x, H(x, r)).equals(all_of_them), where=[EPS_FROM_ZERO])


def any_value_has_the_mass_of_one(P: LawTerm, sensitivity: Expr) -> Formula:
    """Pr[u = -t] = exp(-eps t / (2S)) / NL for every t > 0, attained or not."""
    one = exp(-eps * t / (2 * sensitivity)) / normaliser(x, sensitivity)
    return forall(mass_at(P, x, t).equals(one))


def score_has_at_least_the_mass_of_one(P: LawTerm, sensitivity: Expr) -> Formula:
    """exp(eps u(r) / (2S)) / NL <= Pr[u = u(r)], where u(r) is the score of a candidate."""
    one = weight(H(x, r), sensitivity) / normaliser(x, sensitivity)
    return forall(one <= mass_at(P, x, H(x, r)))


def shift_is_split_off(*, twice: bool) -> Formula:
    """exp(eps (u + c - c) / (2t)) / NL = exp(eps (u + c) / (2t)) / NL * e^(-eps c / (2t)).

    Twice: with -eps c / (2t) in the first exponent as well, as the last line displays it.
    """
    moved, back = eps * (u + c) / (2 * t), -eps * c / (2 * t)
    last = exp(moved + back if twice else moved) / NL * exp(back)
    equation = (exp(eps * (u + c - c) / (2 * t)) / NL).equals(last)
    return forall(equation, where=[SCORE, SUM_OF_WEIGHTS])


def shift_costs_half_of_eps() -> Formula:
    """e^(-eps c / (2t)) <= e^(eps/2) for every shift c >= -t."""
    return forall(exp(-eps * c / (2 * t)) <= exp(eps / num(2)), given=[c >= -t])
