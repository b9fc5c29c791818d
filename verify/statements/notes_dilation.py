"""The steps of the notes' proof of the dilation property (Lemma 2.2).

u is the score of a release, S the smooth sensitivity, NL the sum of weights, l the exponent of the
dilation.  The event G of the proof is {u <= S / (1 - e^lam)} as printed; the outcomes with a small
change of probability are the others, {u >= S / (1 - e^lam)}, since 1 - e^lam < 0 for lam > 0.

A step that is algebra is stated about any numbers: u for the score, q for e^lam, t for S.  Terms
e^p with rational p are compared exactly.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num, var
from dpbi.language.words import (
    PAIRS,
    H,
    Sexp,
    all_of,
    datasets,
    delta,
    eps,
    exp,
    implies,
    lam,
    n,
    no,
    over,
    r,
    released,
    same,
    t,
    variable,
    x,
)
from dpbi.mechanisms.exponential import smoothing_exponent
from statements.dilation import EPS_FROM_ZERO
from statements.sliding import mass_at
from statements.terms import normaliser, probability_of, weight, z

BETA = smoothing_exponent(n + 1)
P = released("mh-exp", beta=BETA)
S = Sexp(x, BETA)
APART = no(same(x, r))
u = var("u")
q = var("q")
SCORE = variable("u", "rational", None, "0", "(]")
SHRUNK = variable("q", "rational", "0", "1", "()")
STRETCHED = variable("q", "rational", "1", None, "()")
NEGATIVE = variable("lam", "rational", None, "0", "()")
POSITIVE = variable("lam", "rational", "0", None, "()")
THRESHOLD = S / (1 - exp(lam))
WITHIN_BETA = [PAIRS, lam <= BETA]

TAIL = (
    "Each candidate z with u(z) <= c has the weight exp(eps u(z)/(2S)) <= exp(eps c/(2S)), and "
    "there are at most |R| of them; the normaliser is at least the weight of the best candidates."
)
HALF_DELTA = (
    "For 0 < lam <= beta: e^lam - 1 <= e^beta - 1 = eps/(2L) with L = ln(2(n+1)/delta) > 0, so "
    "eps/(2(e^lam - 1)) >= L and (n+1) exp(-eps/(2(e^lam - 1))) <= (n+1) e^-L = delta/2."
)
AT_MOST = TAIL + "  Here |R| = n+1, the best score is 0, and c = S/(1 - e^lam).  "


def h_at(candidate: Expr, multiple: Like, *given: Expr) -> Formula:
    """Pr[u = u(candidate)] = multiple exp(eps u / (2S)) / NL, k = 2."""
    printed = num(multiple) * weight(H(x, candidate), S) / normaliser(x, S)
    return forall(mass_at(P, x, H(x, candidate)).equals(printed), given=[PAIRS, *given])


def h_agrees(multiple: Like, *given: Expr) -> Formula:
    """The same for every candidate r, eps >= 0."""
    printed = num(multiple) * weight(H(x, r), S) / normaliser(x, S)
    equation = mass_at(P, x, H(x, r)).equals(printed)
    return forall(equation, given=[PAIRS, *given], where=[EPS_FROM_ZERO])


def log_ratio() -> Expr:
    """ln h(u)/h(q u), h being a constant times exp(eps u / (2t))."""
    return eps / 2 * u * (1 - q) / t


def ratio() -> Expr:
    """exp(eps u / (2t)) over exp(eps q u / (2t))."""
    return exp(eps * u / (2 * t)) / exp(eps * (q * u) / (2 * t))


def about_scores(conclusion: Expr, *, stretched: bool) -> Formula:
    """For every score u <= 0 and q = e^lam above or below 1."""
    return forall(conclusion, where=[SCORE, STRETCHED if stretched else SHRUNK])


def below_threshold() -> Expr:
    """Pr[u <= S / (1 - e^lam)]."""
    return probability_of(-H(x, z) <= THRESHOLD, P)


def event_has_probability(value: Like) -> Formula:
    """Pr[u <= S / (1 - e^lam)] is `value`, for 0 < lam <= beta."""
    return forall(below_threshold().equals(value), given=WITHIN_BETA, where=[POSITIVE])


def event_has_probability_at_most(value: Like) -> Formula:
    """Pr[u <= S / (1 - e^lam)] <= value, for 0 < lam <= beta."""
    return forall(below_threshold() <= value, given=WITHIN_BETA, where=[POSITIVE])


def other_event_is_good() -> Formula:
    """u >= S / (1 - e^lam) has a small log-ratio, and probability at least 1 - delta/2."""
    small = implies(-H(x, r) >= THRESHOLD, -H(x, r) * (1 - exp(lam)) <= S)
    likely = probability_of(-H(x, z) >= THRESHOLD, P) >= 1 - delta / 2
    return forall(all_of(small, likely), given=WITHIN_BETA, where=[POSITIVE])


def suffices(*, above: bool) -> Formula:
    """u (1 - q) <= t wherever u <= t / (1 - q); or, above, exactly where u >= t / (1 - q)."""
    wanted, bound = u * (1 - q) <= t, t / (1 - q)
    if not above:
        return about_scores(implies(u <= bound, wanted), stretched=True)
    both = all_of(implies(u >= bound, wanted), implies(wanted, u >= bound))
    return about_scores(both, stretched=True)


def tail(number: Expr) -> Expr:
    """`number` times exp(eps S / (1 - e^lam) / (2S))."""
    return number * exp(eps * THRESHOLD / (2 * S))


def accuracy_bound(number: Expr) -> Formula:
    """Pr[u <= c] <= |R| exp(eps c / (2S)) / (|R_OPT| exp(eps OPT / (2S))), c = S / (1 - e^lam)."""
    best = -over("minof", "z", datasets(), H(x, z))
    how_many = over("count", "z", datasets(), H(x, z).equals(0))
    bound = tail(number) / (how_many * exp(eps * best / (2 * S)))
    return forall(below_threshold() <= bound, where=[POSITIVE])


def tail_is(*, equal: bool) -> Formula:
    """Pr[u <= S / (1 - e^lam)] = (n + 1) exp(eps S / (1 - e^lam) / (2S)), or <=; k = 2."""
    left, right = below_threshold(), tail(n + 1)
    statement = left.equals(right) if equal else left <= right
    return forall(statement, given=[PAIRS], where=[POSITIVE])


def sensitivity_cancels() -> Formula:
    """exp(eps t / (1 - q) / (2t)) = exp(eps / (2 (1 - q)))."""
    cancelled = exp(eps * (t / (1 - q)) / (2 * t)).equals(exp(eps / (2 * (1 - q))))
    return forall(cancelled, where=[STRETCHED])


def threshold_gives_half_delta(*, positive: bool) -> Formula:
    """(n + 1) exp(eps / (2 (1 - e^lam))) <= delta/2 for lam <= beta, lam > 0 or lam <= 0."""
    bound = (n + 1) * exp(eps / (2 * (1 - exp(lam)))) <= delta / 2
    sign = POSITIVE if positive else NEGATIVE
    return forall(bound, given=[lam <= BETA], where=[sign])
