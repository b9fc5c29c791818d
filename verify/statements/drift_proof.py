"""The steps of the proof of (eps', delta)-privacy: from x to its neighbour y, output by output.

u = +H, S the exponential smooth sensitivity, P proportional to exp(-eps H / (2S)), NL its sum of
weights; two categories.  The proof slides the event u = u(x, r) by k = u(y, r) - u(x, r), at the
cost 2 exp(eps k / (2 S(x))) (`drift`), and then dilates by (S(x) / S(y)) ln(NL(x) / NL(y))
(`STRETCH`), which is positive only where NL(y) < NL(x).

The proof that replaces it compares weights of single candidates.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, exists, forall
from dpbi.language.expr import Like, num
from dpbi.language.words import (
    PAIRS,
    C,
    H,
    adjacent,
    all_of,
    any_of,
    datasets,
    delta,
    eps,
    exp,
    gamma,
    hockey_stick,
    largest,
    log,
    over,
    r,
    s,
    t,
    x,
    y,
)
from statements.dilation import STRETCH, P, drift, event, normaliser, smooth, tail
from statements.dilation_proof import weight_at
from statements.terms import agree_relatively, z

NEIGHBOURS = (PAIRS, adjacent(x, y))
DEFINED = (*NEIGHBOURS, normaliser(y) < normaliser(x))
"""Where the stretch is positive."""
REST = 1 - tail(STRETCH)
HAS_TAIL = any_of(STRETCH < 1, STRETCH > 1)
"""The tail divides by 1 - STRETCH, which is 0 for some eps: Coq asked for this hypothesis."""
"""What the dilation leaves, delta' / 2 as the draft has it."""
DILATED = STRETCH * H(y, r)
FEW = tail(exp(gamma))
"""(n + 1) exp(eps / (2 (1 - e^gamma))): the delta of the repaired lemma."""
RARE = exp(eps / (2 * (1 - exp(gamma))))
"""Its share for one candidate."""


def outputs_suffice(multiple: Like) -> Formula:
    """P(x, z) <= e^t P(y, z) + delta for every output z gives (t, multiple delta)-privacy."""
    each = over("forall", "z", datasets(), P(x, z) <= exp(t) * P(y, z) + delta)
    excess = hockey_stick("mh-exp", x, y, t, beta=gamma)
    return forall(excess <= multiple * delta, given=[*NEIGHBOURS, each])


def private_by_tail() -> Formula:
    """(3 eps / 2, (n + 1) exp(eps / (2 (1 - e^gamma))))-privacy, gamma > 0."""
    excess = hockey_stick("mh-exp", x, y, eps * "3/2", beta=gamma)
    return forall(excess <= FEW, given=[*NEIGHBOURS, gamma > 0])


def private_by_tail_at(*given: Expr) -> Formula:
    """The same for single outputs."""
    bound = exp(eps * "3/2") * P(y, r) + FEW
    return forall(P(x, r) <= bound, given=[*NEIGHBOURS, gamma > 0, *given])


# Sliding to the neighbour's distance. ------------------------------------------------------------


def divided_by_multiplicity() -> Formula:
    """P(x, r) = P(u = u(x, r)) / C(x, r)."""
    return forall(P(x, r).equals(event(H(x, r)) / C(x, r)), given=[PAIRS])


REACHED = over("exists", "z", datasets(), H(x, z).equals(H(y, r)))
"""Some candidate is as far from x as r is from y."""


def slides_to_the_neighbour(*given: Expr) -> Formula:
    """P(u = u(x, r)) <= drift P(u = u(y, r)), all at x."""
    return forall(event(H(x, r)) <= drift(r) * event(H(y, r)), given=[*NEIGHBOURS, *given])


def stated_factor_is_used() -> Formula:
    """2 exp(-eps k / (2S)), as the lemma is stated, is 2 exp(+eps k / (2S)), as it is used."""
    stated = 2 * exp(-eps * (H(y, r) - H(x, r)) / (2 * smooth(x)))
    return forall(stated.equals(drift(r)), given=[*NEIGHBOURS])


def weights_slide() -> Formula:
    """exp(-eps H(x, r) / (2 S(y))) <= e^(eps/2) exp(-eps H(y, r) / (2 S(y)))."""
    moved = exp(-eps * H(x, r) / (2 * smooth(y)))
    return forall(moved <= exp(eps / 2) * weight_at(y, r), given=[*NEIGHBOURS])


# Dilating. ---------------------------------------------------------------------------------------


def stretch_is_positive() -> Formula:
    """(S(x) / S(y)) ln(NL(x) / NL(y)) > 0, as e^lam is."""
    return forall(STRETCH > 0, given=[*NEIGHBOURS])


def dilates_by_the_stretch() -> Formula:
    """P(u = u(y, r)) <= e^(eps/2) P(u = e^lam u(y, r)) + 1 - tail, all at x."""
    bound = exp(eps / 2) * event(DILATED) + REST
    return forall(event(H(y, r)) <= bound, given=[*DEFINED])


def weights_dilate() -> Formula:
    """weight_at(x, r) <= e^(eps/2) exp(-eps H(x, r) / (2 S(y))) + exp(eps / (2 (1 - e^gamma)))."""
    other = exp(-eps * H(x, r) / (2 * smooth(y)))
    return forall(weight_at(x, r) <= exp(eps / 2) * other + RARE, given=[*NEIGHBOURS, gamma > 0])


def stretched_candidate_exists() -> Formula:
    """Some candidate has the distance e^lam u(y, r) from x."""
    return forall(over("exists", "z", datasets(), H(x, z).equals(DILATED)), given=[*DEFINED])


def stretched_event() -> Formula:
    """The event u = e^lam u(y, r) is the event u = u(x, s), where u(x, s) = e^lam u(y, r)."""
    given = [*DEFINED, H(x, s).equals(DILATED)]
    return forall(event(DILATED).equals(event(H(x, s))), given=given)


def bracket_moves(*, outside: bool) -> Formula:
    """D (A + B) = D A + B, or = D A + D B; D the drift, A the dilated event, B the rest.

    The second, which is true, is certified to a part in 10^20.
    """
    cost, first = drift(r), exp(eps / 2) * event(DILATED)
    if outside:
        return forall((cost * (first + REST)).equals(cost * first + REST), given=[*DEFINED])
    parts = cost * first + cost * REST
    multiplied = agree_relatively(cost * (first + REST), parts)
    return forall(multiplied, given=[*DEFINED, HAS_TAIL])


# From x's law to y's. ----------------------------------------------------------------------------

STRETCHED = exp(-eps * DILATED / (2 * smooth(x))) / normaliser(x)
THEIRS = weight_at(y, r) / normaliser(y)


def stretch_turns_the_law(*, exactly: bool) -> Formula:
    """exp(-eps e^lam u(y, r) / (2 S(x))) / NL(x) = (or <=) exp(-eps u(y, r) / (2 S(y))) / NL(y)."""
    conclusion = STRETCHED.equals(THEIRS) if exactly else STRETCHED <= THEIRS
    return forall(conclusion, given=[*DEFINED])


def shift_turns_the_law() -> Formula:
    """The same, to a part in 10^20, at (S(x) / S(y)) u(y, r) + (2 S(x) / eps) ln(NL(y) / NL(x))."""
    change = 2 * smooth(x) / eps * log(normaliser(y) / normaliser(x))
    distance = smooth(x) / smooth(y) * H(y, r) + change
    ours = exp(-eps * distance / (2 * smooth(x))) / normaliser(x)
    return forall(agree_relatively(ours, THEIRS), given=[*NEIGHBOURS])


def normalisers_within() -> Formula:
    """NL(y) <= e^eps NL(x) + (n + 1) exp(eps / (2 (1 - e^gamma)))."""
    bound = exp(eps) * normaliser(x) + FEW
    return forall(normaliser(y) <= bound, given=[*NEIGHBOURS, gamma > 0])


def smaller_sensitivity_smaller_sum() -> Formula:
    """NL(y) <= e^(eps/2) NL(x) where S(y) <= S(x)."""
    bound = exp(eps / 2) * normaliser(x)
    return forall(normaliser(y) <= bound, given=[*NEIGHBOURS, smooth(y) <= smooth(x)])


# Parameters, cases, their maximum. ---------------------------------------------------------------


def private_in_case(ratio: Like, share: Like, *given: Expr) -> Formula:
    """P(x, r) <= ratio drift e^(eps/2) P(y, r) + share drift (1 - tail)."""
    bound = ratio * drift(r) * exp(eps / 2) * P(y, r) + share * drift(r) * REST
    return forall(P(x, r) <= bound, given=[*DEFINED, *given])


def private_without_negative_delta() -> Formula:
    """The same for r = BI(x) in the parameters, with 0 for a negative delta."""
    slack = largest(0, drift(x) * REST)
    bound = 2 * drift(x) * exp(eps / 2) * P(y, r) + slack
    return forall(P(x, r) <= bound, given=[*DEFINED])


CASES = {
    1: (H(x, r) > 0, H(y, r) > 0),
    2: (H(x, r).equals(0), H(y, r) > 0),
    3: (H(x, r) > 0, H(y, r).equals(0)),
    4: (H(x, r).equals(0), H(y, r).equals(0)),
}


def both_zero_somewhere() -> Formula:
    """u(x, r) = 0 = u(y, r) for some neighbours x, y and some r."""
    return exists(all_of(*CASES[4]), given=[*NEIGHBOURS])


def never_both_zero() -> Formula:
    """u(y, r) > 0 for all neighbours x, y where u(x, r) = 0."""
    return forall(H(y, r) > 0, given=[*NEIGHBOURS, H(x, r).equals(0)])


def header_factor(numerator: Like) -> Formula:
    """numerator / 2 = 1/2."""
    return forall((num(numerator) / 2).equals("1/2"))


def ordered_factors() -> Formula:
    """2 >= 1 >= 1/2."""
    return forall(all_of(num(2) >= 1, num(1) >= "1/2"))


def same_for_the_exchanged_pair() -> Formula:
    """exp(eps H(x, y) / (2 S(x))) = exp(eps H(x, y) / (2 S(y)))."""
    one, other = (exp(eps * H(x, y) / (2 * smooth(v))) for v in (x, y))
    return forall(one.equals(other), given=[*NEIGHBOURS])


def drift_is_largest_at_the_posterior() -> Formula:
    """(C(x, s) / C(x, r)) drift(r) <= 2 drift(x)."""
    return forall(C(x, s) / C(x, r) * drift(r) <= 2 * drift(x), given=[*NEIGHBOURS])


def rest_is_largest_at_the_posterior(*, not_negative: bool = False) -> Formula:
    """drift(r) / C(x, r) (1 - tail) <= drift(x) (1 - tail), or only where 1 - tail >= 0."""
    given = [*DEFINED, HAS_TAIL, REST >= 0] if not_negative else [*DEFINED]
    return forall(drift(r) / C(x, r) * REST <= drift(x) * REST, given=given)


def one_factor_for_all_pairs() -> Formula:
    """2 drift(x) e^(eps/2) <= 4 e^eps."""
    return forall(2 * drift(x) * exp(eps / 2) <= 4 * exp(eps), given=[*NEIGHBOURS])
