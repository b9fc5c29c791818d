"""The steps of the notes' proof of privacy (Lemma 2.3), and the proof of what is true instead.

P is the mechanism with exponential smooth sensitivity S, u = -H the score, w_x(r) = eps H(x, r) /
(2 S(x)) the negative logarithm of a weight, NL(x) the sum of the e^-w_x.  A set of outputs is one
candidate r here where one is enough to refute; U is then the set of its one score.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import num
from dpbi.language.words import (
    PAIRS,
    H,
    Sexp,
    adjacent,
    all_of,
    any_of,
    delta,
    eps,
    exp,
    log,
    n,
    no,
    r,
    released,
    s,
    same,
    vec,
    x,
    y,
)
from dpbi.mechanisms.exponential import smoothing_exponent
from statements.sliding import mass_at
from statements.terms import agree, normaliser, probability_of, z

BETA = smoothing_exponent(n + 1)
P = released("mh-exp", beta=BETA)
NEAR = adjacent(x, y)
HALF = eps / 2

THREE_HALVES = (
    "Let N be the number of candidates, w_x(r) = eps H(x, r)/(2 S(x)), L = ln(2N/delta) > 0, so "
    "e^beta - 1 = eps/(2L); NL is the sum of the e^-w, at least 1 since w_x(x) = 0; h = H(x, y) "
    "<= LS <= S at both ends, and S changes by a factor of at most e^beta between neighbours.  "
    "(a) If S(u) >= S(v), then w_u(r) <= eps (H(v, r) + h)/(2 S(u)) <= w_v(r) + eps/2.  (b) If "
    "S(u) <= S(v), then w_u(r) <= eps (H(v, r) + h)/(2 S(u)) <= e^beta w_v(r) + eps/2, which is "
    "at most w_v(r) + eps where w_v(r) <= L; and the e^-w_v(r) with w_v(r) > L add up to less "
    "than N e^-L = delta/2.  Let E be a set of outputs.  If S(y) < S(x): by (a) with u = x, v = "
    "y, NL(y) <= e^(eps/2) NL(x); by (b) with u = y, v = x, e^-w_x(r) <= e^eps e^-w_y(r) unless "
    "w_x(r) > L, and those r together have P_x below delta/2.  So P_x(E) <= e^(3 eps/2) P_y(E) + "
    "delta/2.  If S(y) >= S(x): by (a) with u = y, v = x, e^-w_x(r) <= e^(eps/2) e^-w_y(r); by "
    "(b) with u = x, v = y, NL(y) <= e^eps NL(x) + delta/2, so 1/NL(x) <= e^eps/(NL(y) - delta/2) "
    "<= e^eps/(NL(y) (1 - delta/2)), as NL(y) >= 1.  So P_x(E) (1 - delta/2) <= e^(3 eps/2) "
    "P_y(E), and P_x(E) <= e^(3 eps/2) P_y(E) + delta/2, as P_x(E) <= 1.  "
)


def smooth(v: Expr) -> Expr:
    """S at a dataset."""
    return Sexp(v, BETA)


def strength(v: Expr, candidate: Expr) -> Expr:
    """w_v(candidate)."""
    return eps * H(v, candidate) / (2 * smooth(v))


def sum_of_weights(v: Expr) -> Expr:
    """NL."""
    return normaliser(v, smooth(v))


def shift(candidate: Expr) -> Expr:
    """u(y, candidate) - u(x, candidate)."""
    return H(x, candidate) - H(y, candidate)


def score_has_twice_the_mass() -> Formula:
    """2 Pr[z = r] = Pr[u = u(r)]: the set is {r}."""
    return forall((2 * P(x, r)).equals(mass_at(P, x, H(x, r))), given=[PAIRS])


def set_has_at_most_the_mass_of_its_scores() -> Formula:
    """Pr[z in {r, s}] <= Pr[u(x, z) is a score of r or of s]."""
    either = any_of(H(x, z).equals(H(x, r)), H(x, z).equals(H(x, s)))
    scores = probability_of(either, P)
    return forall(P(x, r) + P(x, s) <= scores, given=[PAIRS, no(same(r, s))])


def shift_leads_to_the_other_score(*, divided: bool) -> Formula:
    """u(x, r) + U_1 = u(y, r), with U_1 = u(y, r) - u(x, r) or that over S(x)."""
    if divided:
        moved = -H(x, r) + shift(r) / smooth(x)
        return forall(moved.equals(-H(y, r)), given=[PAIRS, NEAR])
    return forall(agree(-H(x, r) + shift(r), -H(y, r)), given=[PAIRS, NEAR])


def one_shift_serves_all() -> Formula:
    """U_1 is the same for all candidates."""
    return forall(shift(r).equals(shift(s)), given=[PAIRS, NEAR])


def third_set_gives_the_law_at_y(*, added: bool) -> Formula:
    """exp(eps U_3 / (2 S(x))) / NL(x) = Pr_y[z = r].

    U_3 is u(y, r) S(x)/S(y) times ln(NL(x)/NL(y)), or plus 2 S(x)/eps times that logarithm.
    """
    scaled = -H(y, r) * smooth(x) / smooth(y)
    logarithm = log(sum_of_weights(x) / sum_of_weights(y))
    third = scaled + 2 * smooth(x) / eps * logarithm if added else scaled * logarithm
    value = exp(eps * third / (2 * smooth(x))) / sum_of_weights(x)
    claim = agree(value, P(y, r)) if added else value.equals(P(y, r))
    return forall(claim, given=[PAIRS, NEAR])


def shift_is_above(*, divided: bool) -> Formula:
    """U_1 >= -S(x)."""
    return forall(
        (shift(r) / smooth(x) if divided else shift(r)) >= -smooth(x), given=[PAIRS, NEAR]
    )


EXPONENTIAL_OF_BETA = 1 - eps / (2 * log(delta / (2 * (n + 1))))


def scaling_is_within_beta() -> Formula:
    """S(x)/S(y) <= e^beta."""
    return forall(smooth(x) / smooth(y) <= EXPONENTIAL_OF_BETA, given=[PAIRS, NEAR])


def product_is_within_beta() -> Formula:
    """(S(x)/S(y)) ln(NL(x)/NL(y)) <= e^beta for x = (1, n-1) and its neighbour y = (2, n-2)."""
    product = smooth(x) / smooth(y) * log(sum_of_weights(x) / sum_of_weights(y))
    pair = [PAIRS, same(x, vec(1, n - 1)), same(y, vec(2, n - 2))]
    return forall(product <= EXPONENTIAL_OF_BETA, given=pair)


def strengths_differ_by_eps() -> Formula:
    """w_x(r) <= w_y(r) + eps/2 if S(x) >= S(y); else w_x(r) <= w_y(r) + eps where w_y(r) <= L."""
    threshold = log(2 * (n + 1) / delta)
    down = any_of(smooth(x) < smooth(y), strength(x, r) <= strength(y, r) + HALF)
    up = any_of(strength(y, r) > threshold, strength(x, r) <= strength(y, r) + eps)
    return forall(all_of(down, up), given=[PAIRS, NEAR])


def normalisers_differ_by_eps() -> Formula:
    """NL(y) <= e^eps NL(x) + delta/2."""
    bound = exp(eps) * sum_of_weights(x) + delta / 2
    return forall(sum_of_weights(y) <= bound, given=[PAIRS, NEAR])


def chain_ends_at_x() -> Formula:
    """Pr_y[u(y, z) = u(x, r)] = 2 Pr_x[z = r], the last link as printed."""
    return forall(mass_at(P, y, H(x, r)).equals(2 * P(x, r)), given=[PAIRS, NEAR])


def chain_ends_at_y() -> Formula:
    """Pr_y[u(y, z) = u(y, r)] = 2 Pr_y[z = r], the last link with y."""
    return forall(mass_at(P, y, H(y, r)).equals(2 * P(y, r)), given=[PAIRS, NEAR])


def chain_begins() -> Formula:
    """Pr_x[u(x, z) = u(x, r)] <= e^(eps/2) Pr_x[u(x, z) = u(y, r)], the first inequality."""
    return forall(slides(), given=[PAIRS, NEAR])


def slides() -> Expr:
    """The first inequality at one candidate."""
    return mass_at(P, x, H(x, r)) <= exp(eps / num(2)) * mass_at(P, x, H(y, r))


def every_link_holds() -> Formula:
    """The correspondence at x and at y, and the first inequality."""
    first = (2 * P(x, r)).equals(mass_at(P, x, H(x, r)))
    last = mass_at(P, y, H(y, r)).equals(2 * P(y, r))
    return forall(all_of(first, slides(), last), given=[PAIRS, NEAR])
