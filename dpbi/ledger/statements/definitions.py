"""The notes' definitions: score, sensitivities, candidates, and the laws of their mechanisms.

What is equal by definition is compared to thirty digits, since enclosures never show that two
expressions have one value; where a reading holds, its argument shows that the equality is exact.
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num, var
from dpbi.language.words import (
    GS,
    LS,
    PAIRS,
    C,
    H,
    Sexp,
    absolute,
    adjacent,
    all_of,
    any_of,
    d,
    datasets,
    eps,
    exp,
    largest,
    n,
    near,
    over,
    plus,
    prior,
    r,
    released,
    same,
    steps,
    under,
    vec,
    x,
    y,
)

v, w, z, i = var("v"), var("w"), var("z"), var("i")
THIRTY_DIGITS = "1/1000000000000000000000000000000"


def agree(a: Like, b: Like) -> Expr:
    """Two numbers agree to thirty digits."""
    return absolute(num(a) - num(b)) < THIRTY_DIGITS


def score_is_best_at_the_truth() -> Formula:
    """-H(x, r) is 0 for r = x, and less for every other candidate."""
    return forall(any_of(same(x, r), -H(x, r) < 0))


def score_is_symmetric() -> Formula:
    """The order of the two arguments does not matter."""
    return forall((-H(x, r)).equals(-H(r, x)))


def weight(centre: Expr, candidate: Expr, sensitivity: Expr) -> Expr:
    """exp(eps u / (2 sensitivity)) with u = -H."""
    return exp(-eps * H(centre, candidate) / (2 * sensitivity))


def normaliser(centre: Expr, sensitivity: Expr) -> Expr:
    """The sum of all weights."""
    return over("sum", "z", datasets(), weight(centre, z, sensitivity))


def law_is(mechanism: str, sensitivity: Expr, **options: Like) -> Formula:
    """A probability is a weight over the sum of weights; all are positive and add up to 1."""
    P = released(mechanism, **options)
    quotient = weight(x, r, sensitivity) / normaliser(x, sensitivity)
    total = over("sum", "z", datasets(), P(x, z))
    return forall(all_of(P(x, r) > 0, agree(P(x, r), quotient), agree(total, 1)))


def global_sensitivity_is_the_largest_difference() -> Formula:
    """max over neighbours v, w and candidates z of |H(v, z) - H(w, z)| is GS, and positive."""
    gap = over("maxof", "z", datasets(), absolute(H(v, z) - H(w, z)))
    printed = over("maxof", "v", datasets(), over("maxof", "w", near(v), gap))
    return forall(all_of(agree(printed, GS()), GS() > 0))


def local_sensitivity_is(*, signed: bool) -> Formula:
    """max over neighbours w of x and candidates z of H(x, z) - H(w, z), or its size, is LS(x)."""
    gap = H(x, z) - H(w, z)
    inner = over("maxof", "z", datasets(), gap if signed else absolute(gap))
    return forall(all_of(agree(over("maxof", "w", near(x), inner), LS(x)), LS(x) > 0))


def every_beta_is_a_posterior(least: int, *given: Expr) -> Formula:
    """k = 2: all (i, n + 2 - i) with both at least `least` are the prior plus a dataset."""
    found = over("exists", "z", datasets(), same(plus(prior, z), vec(i, n + 2 - i)))
    everyone = over("forall", "i", steps(least, n + 2 - least), found)
    return forall(everyone, given=[PAIRS, *given])


def exactly_the_posteriors(*given: Expr) -> Formula:
    """k = 2: the posteriors are the (i, n + 2 - i) with 1 <= i <= n + 1, which number n + 1."""
    number = over("sum", "z", datasets(), num(1)).equals(n + 1)
    pair = vec(i, n + 2 - i)
    found = over("exists", "z", datasets(), same(plus(prior, z), pair))
    among = over("exists", "i", steps(1, n + 1), same(plus(prior, z), pair))
    there = over("forall", "i", steps(1, n + 1), found)
    back = over("forall", "z", datasets(), among)
    return forall(all_of(number, there, back), given=[PAIRS, *given])


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
    return forall(agree(to_the_letter(x, beta), LS(x)))


def maximum_is_a_smooth_bound(beta: Expr) -> Formula:
    """LS(x) <= S(x) <= e^beta S(y) for neighbours, S(x) = max over y of LS(y) e^(-beta d(x, y))."""
    bound = all_of(LS(x) <= Sexp(x, beta), Sexp(x, beta) <= exp(beta) * Sexp(y, beta))
    return forall(bound, given=[adjacent(x, y)])


def one_dataset_per_posterior() -> Formula:
    """Different datasets have different posteriors: x alone is at distance 0 from x."""
    return forall(C(x, x).equals(1))


ONES = under(1, 1)
