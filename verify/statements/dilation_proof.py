"""The steps of the proof of dilation: the events and the weights that it compares.

u = +H or -H, S the exponential smooth sensitivity, P proportional to exp(-eps H / (2S)); two
categories.  Where the dilated distance is attained by a candidate s, e^lam is H(x, s) / H(x, r), so
u (1 - e^lam) is H(x, r) - H(x, s) for u = +H and H(x, s) - H(x, r) for u = -H.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like
from dpbi.language.words import (
    PAIRS,
    C,
    H,
    all_of,
    c,
    datasets,
    delta,
    eps,
    exp,
    lam,
    n,
    over,
    r,
    s,
    x,
)
from statements.dilation import EPS_FROM_ZERO, TAIL, P, event, normaliser, smooth
from statements.terms import agree, probability_of, w, weight, z
from statements.terms import equivalent as both_ways

SCALE = 2 * smooth(x)
THRESHOLD = smooth(x) / (1 - exp(lam))
"""S / (1 - e^lam), negative for lam > 0."""
ATTAINED = (H(x, r) > 0, H(x, s) > 0)


def close(a: Expr, b: Expr) -> Expr:
    """What balls can certify of an equation."""
    return agree(a, b, 25)


def mass(condition: Expr) -> Expr:
    """The probability of a condition on the release z, under P."""
    return probability_of(condition, P)


def mass_at(value: Like) -> Expr:
    """The probability of u = value, where the value may speak of the bound z."""
    return over("sumif", "w", datasets(), H(x, w).equals(value), P(x, w))


# The bracketed proof. ----------------------------------------------------------------------------


def stretch_of_negative(*, above: bool) -> Formula:
    """1 < e^lam, or e^lam < 1, for lam < 0."""
    return forall(exp(lam) > 1 if above else exp(lam) < 1, given=[lam < 0])


SHARE = exp(eps * -H(x, r) / SCALE) / normaliser(x)
"""exp(eps u(r) / (2S)) / NL, u = -H."""


def density_without_multiplicity() -> Formula:
    """P(u = u(r)) = exp(eps u(r) / (2S)) / NL, u = -H."""
    return forall(event(H(x, r)).equals(SHARE), given=[PAIRS])


def score_has_its_multiplicity() -> Formula:
    """P(u = u(r)) = C_r exp(eps u(r) / (2S)) / NL, u = -H, eps >= 0."""
    counted = C(x, r) * SHARE
    return forall(event(H(x, r)).equals(counted), given=[PAIRS], where=[EPS_FROM_ZERO])


def score_is_not_positive() -> Formula:
    """-H <= 0."""
    return forall(-H(x, r) <= 0, given=[PAIRS])


LOG_RATIO = eps * -H(x, r) * (1 - exp(lam)) / SCALE
"""ln of h(c) / h(e^lam c) at c = u(r), u = -H."""


def contraction_log_ratio() -> Formula:
    """For lam < 0 the logarithm of h(c) / h(e^lam c) is at most eps / 2."""
    return forall(eps / 2 >= LOG_RATIO, given=[PAIRS, lam < 0])


def log_ratio_on_the_event(*, above: bool) -> Formula:
    """For lam > 0 the log-ratio is at most eps / 2 where u <= (or >=) S / (1 - e^lam), u = -H."""
    inside = -H(x, r) >= THRESHOLD if above else -H(x, r) <= THRESHOLD
    ratio = LOG_RATIO
    return forall(ratio <= eps / 2, given=[PAIRS, lam > 0, inside])


# The reductions. ---------------------------------------------------------------------------------


def failure_over_the_release() -> Formula:
    """If a release z breaks the inequality at z with probability <= delta, it holds up to delta."""
    broken = mass_at(H(x, z)) > exp(eps / 2) * mass_at(exp(lam) * H(x, z))
    bound = exp(eps / 2) * event(exp(lam) * H(x, r)) + delta
    return forall(event(H(x, r)) <= bound, given=[PAIRS, mass(broken) <= delta])


def failure_of_the_condition() -> Formula:
    """If H (e^lam - 1) > S at a release with probability <= delta, the dilation holds up to delta.

    lam > 0, e^lam u(r) = u(s), and C_r <= C_s.
    """
    stretch = H(x, s) / H(x, r)
    rare = mass(H(x, z) * (stretch - 1) > smooth(x)) <= delta
    given = [PAIRS, H(x, r) > 0, H(x, r) < H(x, s), C(x, r) <= C(x, s), rare]
    return forall(event(H(x, r)) <= exp(eps / 2) * event(H(x, s)) + delta, given=given)


def dilated_event() -> Formula:
    """The event u = e^lam u(r) is the event u = u(s), where u(s) = e^lam u(r)."""
    same_event = event(exp(lam) * H(x, r)).equals(event(H(x, s)))
    return forall(same_event, given=[PAIRS, H(x, s).equals(exp(lam) * H(x, r))])


def event_by_multiplicity(at: Expr) -> Formula:
    """P(u = u(at)) = C P(at), for two categories."""
    return forall(event(H(x, at)).equals(C(x, at) * P(x, at)), given=[PAIRS])


def multiplicities_drop(factor: Like, *given: Expr) -> Formula:
    """P(r) <= e^(eps/2) P(s) gives C_r P(r) <= factor e^(eps/2) C_s P(s)."""
    single = P(x, r) <= exp(eps / 2) * P(x, s)
    with_all = C(x, r) * P(x, r) <= factor * exp(eps / 2) * C(x, s) * P(x, s)
    return forall(with_all, given=[PAIRS, *ATTAINED, *given, single])


def weight_at(v: Expr, w: Expr) -> Expr:
    """exp(-eps H(v, w) / (2 S(v)))."""
    return weight(H(v, w), smooth(v))


def law_by_weights(v: Expr) -> Formula:
    """P(v, r) is the weight over the sum of weights, for two categories and eps >= 0."""
    share = weight_at(v, r) / normaliser(v)
    return forall(P(v, r).equals(share), given=[PAIRS], where=[EPS_FROM_ZERO])


WITHIN = P(x, r) <= exp(eps / 2) * P(x, s)


def simplified(difference: Expr) -> Formula:
    """P(r) <= e^(eps/2) P(s) if and only if the difference is at most S."""
    return forall(both_ways(difference <= smooth(x), WITHIN), given=[PAIRS, *ATTAINED])


def simplified_for_every_stretch() -> Formula:
    """exp(-a u) <= e^(eps/2) exp(-a e^lam u) iff u (e^lam - 1) <= S, a = eps / (2S), u = H."""
    u = H(x, r)
    weights = exp(-eps * u / SCALE) <= exp(eps / 2) * exp(-eps * exp(lam) * u / SCALE)
    return forall(both_ways(u * (exp(lam) - 1) <= smooth(x), weights), given=[PAIRS])


# The two cases. ----------------------------------------------------------------------------------


def contraction(sign: int) -> Formula:
    """lam <= 0: u (1 - e^lam) <= 0 <= S, u = sign H."""
    first = sign * H(x, r) * (1 - exp(lam)) <= 0
    return forall(all_of(first, smooth(x) >= 0), given=[PAIRS, lam <= 0])


def contraction_below_zero(sign: int) -> Formula:
    """lam <= 0: u (1 - e^lam) <= 0, u = sign H."""
    return forall(sign * H(x, r) * (1 - exp(lam)) <= 0, given=[PAIRS, lam <= 0])


def contraction_within() -> Formula:
    """lam <= 0: u (1 - e^lam) <= S, u = H."""
    return forall(H(x, r) * (1 - exp(lam)) <= smooth(x), given=[PAIRS, lam <= 0])


def no_contraction() -> Formula:
    """lam = 0: u (1 - e^lam) <= 0 <= S, u = H."""
    at_zero = all_of(H(x, r) * (1 - exp(lam)) <= 0, smooth(x) >= 0)
    return forall(at_zero, given=[PAIRS, lam.equals(0)])


def contraction_reversed() -> Formula:
    """lam <= 0: u (e^lam - 1) <= 0 <= S, u = H."""
    first = H(x, r) * (exp(lam) - 1) <= 0
    return forall(all_of(first, smooth(x) >= 0), given=[PAIRS, lam <= 0])


def divided_reversed() -> Formula:
    """lam > 0: u (e^lam - 1) <= S if and only if u <= S / (e^lam - 1), u = H."""
    factor = exp(lam) - 1
    product, quotient = H(x, r) * factor <= smooth(x), H(x, r) <= smooth(x) / factor
    return forall(both_ways(product, quotient), given=[PAIRS, lam > 0])


def divided(sign: int, *, above: bool, equivalent: bool) -> Formula:
    """lam > 0: u <= (or >=) S / (1 - e^lam) gives (or is the same as) u (1 - e^lam) <= S."""
    u = sign * H(x, r)
    product = u * (1 - exp(lam)) <= smooth(x)
    quotient = u >= THRESHOLD if above else u <= THRESHOLD
    if equivalent:
        return forall(both_ways(product, quotient), given=[PAIRS, lam > 0])
    return forall(product, given=[PAIRS, lam > 0, quotient])


# The accuracy bound. -----------------------------------------------------------------------------


def low_score_is_rare(sign: int) -> Formula:
    """P(u <= c) <= (n + 1) exp(eps c / (2S)), u = sign H, for every real c."""
    rare = mass(sign * H(x, z) <= c) <= (n + 1) * exp(eps * c / SCALE)
    return forall(rare, given=[PAIRS])


LOW = {sign: mass(sign * H(x, z) <= THRESHOLD) for sign in (1, -1)}
"""P(u <= S / (1 - e^lam)), u = sign H."""
BAD = mass(H(x, z) * (exp(lam) - 1) > smooth(x))
"""The probability that a release's distance is too large for the dilation."""


def on_stretches(conclusion: Expr, *given: Expr) -> Formula:
    """For two categories and lam > 0."""
    return forall(conclusion, given=[PAIRS, lam > 0, *given])


def low_score_equals_bound(sign: int) -> Formula:
    """P(u <= S / (1 - e^lam)) = (n + 1) exp(eps / (2 (1 - e^lam)))."""
    return on_stretches(LOW[sign].equals(TAIL))


def low_score_within_bound(sign: int) -> Formula:
    """The same with <=."""
    return on_stretches(LOW[sign] <= TAIL)


def low_score_at_least_bound(sign: int) -> Formula:
    """The same with >=, where the bound is at most 1: u <= S / (1 - e^lam) is as likely as that."""
    return on_stretches(LOW[sign] >= TAIL, TAIL <= 1)


def bad_release_is_rare() -> Formula:
    """P(H (e^lam - 1) > S) <= (n + 1) exp(eps / (2 (1 - e^lam)))."""
    return on_stretches(BAD <= TAIL)
