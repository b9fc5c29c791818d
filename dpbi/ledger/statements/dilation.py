"""Sliding and dilation of scores, steps and distances, and how much 1/LS of neighbours differs.

u = +H, S the exponential smooth sensitivity S(x) = max LS(y) e^(-gamma d(x, y)), P proportional to
exp(-eps H / (2 S(x))).  Sliding compares the events u = u(x, r) and u = u(x, r) + c, dilation the
events u = u(x, r) and u = e^lam u(x, r).  Where the second value is attained, it is u(x, s) for a
candidate s, and shift and factor are expressed by H itself, so that nothing is solved for.
Sliding, dilation and what follows from them are about two categories.

Steps: how many records must be replaced to come from one candidate to another.

Neighbours' 1/LS, two categories (`reciprocals_differ_by_less_than_two`).  Write
g(u) = Gamma(u + 1/2) / sqrt(Gamma(u) Gamma(u + 1)), phi = 1 - g, and s_c for the distance of the
datasets with c and c + 1 ones, so that s_c^2 = 1 - g(alpha + c) g(beta + n - 1 - c).  The arguments
are in this module, and the numbers that they take for granted are certified in it, in balls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from dpbi.bayes import data
from dpbi.bayes.dirichlet import Dirichlet, hellinger
from dpbi.fields import Balls, Real
from dpbi.language import Expr, Formula, exists, forall
from dpbi.language.expr import Like
from dpbi.language.words import (
    LS,
    NONNEGATIVE,
    PAIRS,
    C,
    H,
    Sexp,
    absolute,
    adjacent,
    all_of,
    c,
    d,
    datasets,
    eps,
    exp,
    gamma,
    implies,
    lam,
    log,
    loss,
    n,
    no,
    over,
    r,
    released,
    s,
    some,
    t,
    total,
    variable,
    vec,
    x,
    y,
)
from dpbi.ledger.claims import Checking
from dpbi.ledger.outcomes import Outcome, Verdict

P = released("mh-exp", beta=gamma)
Z = Expr("var", ("z",))
EPS_FROM_ZERO = variable("eps", *NONNEGATIVE)


def smooth(v: Expr) -> Expr:
    """S of a dataset."""
    return Sexp(v, gamma)


def event(value: Like) -> Expr:
    """The probability at x of the event u = value."""
    return over("sumif", "z", datasets(), H(x, Z).equals(value), P(x, Z))


def normaliser(v: Expr) -> Expr:
    """NL of a dataset: the sum of its weights."""
    return over("sum", "z", datasets(), exp(-eps * H(v, Z) / (2 * smooth(v))))


# Equal distances and equal probabilities. --------------------------------------------------------


def equal_distance_iff_equal_probability() -> Formula:
    """H(x, r) = H(x, s) if and only if P(x, r) = P(x, s), for eps > 0."""
    distances, probabilities = H(x, r).equals(H(x, s)), P(x, r).equals(P(x, s))
    return forall(all_of(implies(distances, probabilities), implies(probabilities, distances)))


def equal_probability_means_equal_distance_without_budget() -> Formula:
    """P(x, r) = P(x, s) implies H(x, r) = H(x, s), for eps = 0."""
    flat = released("mh-exp", 0, beta=gamma)
    return forall(H(x, r).equals(H(x, s)), given=[flat(x, r).equals(flat(x, s))])


def event_is_multiplicity_times_probability() -> Formula:
    """The event u = u(x, r) has probability C(x, r) P(x, r)."""
    return forall(event(H(x, r)).equals(C(x, r) * P(x, r)))


def event_has_equal_terms() -> Formula:
    """The event has C(x, r) elements, each as probable as r."""
    at_distance = H(x, Z).equals(H(x, r))
    return forall(
        all_of(
            over("count", "z", datasets(), at_distance).equals(C(x, r)),
            over("forall", "z", datasets(), implies(at_distance, P(x, Z).equals(P(x, r)))),
        )
    )


# Sliding. ----------------------------------------------------------------------------------------


def slides(sign: int, slack: int) -> Formula:
    """P(u = u(r)) <= slack e^(sign eps c / (2S)) P(u = u(r) + c), for every real c."""
    bound = slack * exp(sign * eps * c / (2 * smooth(x))) * event(H(x, r) + c)
    return forall(event(H(x, r)) <= bound, given=[PAIRS, H(x, r) + c >= 0], where=[EPS_FROM_ZERO])


def slides_to_attained(sign: int, slack: int, given: Sequence[Expr] = ()) -> Formula:
    """The same where u(r) + c = u(s) for a candidate s."""
    bound = slack * exp(sign * eps * (H(x, s) - H(x, r)) / (2 * smooth(x))) * event(H(x, s))
    return forall(event(H(x, r)) <= bound, given=[PAIRS, *given], where=[EPS_FROM_ZERO])


def slides_exactly() -> Formula:
    """P(u = u(r)) = e^(eps (u(s) - u(r)) / (2S)) P(u = u(s)) where C(x, r) = C(x, s)."""
    factor = exp(eps * (H(x, s) - H(x, r)) / (2 * smooth(x)))
    return forall(
        event(H(x, r)).equals(factor * event(H(x, s))),
        given=[PAIRS, C(x, r).equals(C(x, s))],
        where=[EPS_FROM_ZERO],
    )


# Dilation. ---------------------------------------------------------------------------------------


def tail(factor: Expr) -> Expr:
    """(n + 1) exp(eps / (2 (1 - factor))), the bound on a tail where factor > 1."""
    return (n + 1) * exp(eps / (2 * (1 - factor)))


def dilates(slack: Expr, *given: Expr) -> Formula:
    """P(u = u(r)) <= e^(eps/2) P(u = e^lam u(r)) + slack."""
    bound = exp(eps / 2) * event(exp(lam) * H(x, r)) + slack
    return forall(event(H(x, r)) <= bound, given=[PAIRS, *given])


def dilation_bound_is_negative(slack: Expr, *given: Expr) -> Formula:
    """e^(eps/2) P(u = e^lam u(r)) + slack < 0."""
    negative = exp(eps / 2) * event(exp(lam) * H(x, r)) + slack < 0
    return forall(negative, given=[PAIRS, *given])


def dilates_to_attained(slack: Expr, *given: Expr, factor: Like = 1) -> Formula:
    """The same where lam > 0 and e^lam u(r) = u(s) for a candidate s, with factor e^(eps/2)."""
    scale = exp(eps / 2) if factor == 1 else factor * exp(eps / 2)
    bound = scale * event(H(x, s)) + slack
    between = H(x, r) > 0, H(x, r) < H(x, s)
    return forall(event(H(x, r)) <= bound, given=[PAIRS, *between, *given])


def contracts_to_attained() -> Formula:
    """P(u = u(r)) <= 2 e^(eps/2) P(u = u(s)) where u(s) <= u(r): lam <= 0."""
    bound = 2 * exp(eps / 2) * event(H(x, s))
    return forall(event(H(x, r)) <= bound, given=[PAIRS, H(x, s) <= H(x, r)])


LITERAL = 1 - tail(exp(lam))
"""Half the delta' that makes 1 - delta'/2 the bound on the tail."""
TAIL = tail(exp(lam))
FACTOR = H(x, s) / H(x, r)
UNATTAINED = no(over("exists", "z", datasets(), H(x, Z).equals(exp(lam) * H(x, r))))


def dilated_candidate_exists() -> Formula:
    """Some candidate t has u(t) = e^lam u(r), and C(x, t) = C(x, r)."""
    found = all_of(H(x, Z).equals(exp(lam) * H(x, r)), C(x, Z).equals(C(x, r)))
    return forall(over("exists", "z", datasets(), found), given=[PAIRS])


# What follows for privacy. -----------------------------------------------------------------------

STRETCH = smooth(x) / smooth(y) * log(normaliser(x) / normaliser(y))
"""The factor e^lam that the argument for (eps', delta) chooses."""


def drift(at: Expr) -> Expr:
    """2 e^(eps (H(y, at) - H(x, at)) / (2 S(x)))."""
    return 2 * exp(eps * (H(y, at) - H(x, at)) / (2 * smooth(x)))


def private_with_drift(at: Expr) -> Formula:
    """P(x, r) <= 2 drift e^(eps/2) P(y, r) + drift (1 - tail), where NL(y) < NL(x)."""
    e, slack = drift(at), drift(at) * (1 - tail(STRETCH))
    bound = 2 * e * exp(eps / 2) * P(y, r) + slack
    given = [PAIRS, adjacent(x, y), normaliser(y) < normaliser(x)]
    return forall(P(x, r) <= bound, given=given)


def drift_slack_is_negative() -> Formula:
    """delta < 0 where 0 < e^lam < 1."""
    slack = drift(r) * (1 - tail(STRETCH))
    given = [PAIRS, adjacent(x, y), normaliser(y) < normaliser(x), STRETCH < 1]
    return forall(slack < 0, given=given)


def loss_passes(mechanism: str, times: Like = 1, **options: Like) -> Formula:
    """Some loss exceeds `times` eps."""
    return exists(loss(mechanism, **options) > times * eps)


def loss_passes_everything(mechanism: str, **options: Like) -> Formula:
    """Every loss exceeds every number t > 0."""
    return forall(loss(mechanism, **options) > t)


def loss_is_finite(mechanism: str, sensitivity: Expr, **options: Like) -> Formula:
    """The loss is at most eps over the smallest sensitivity (an expression in z)."""
    least = over("minof", "z", datasets(), sensitivity)
    return forall(loss(mechanism, **options) <= eps / least)


BITS = 128
z = Expr("var", ("z",))


def parameters(*values: Like) -> Expr:
    """The parameters of a Dirichlet distribution."""
    return vec(*values)


def one_step_away(centre: Expr, candidates: Iterable[Expr]) -> Formula:
    """Every candidate is the centre with one unit moved: as many units in all, at distance 1."""
    a_step = all_of(d(centre, z).equals(1), total(z).equals(total(centre)))
    return forall(over("forall", "z", some(*candidates), a_step))


def steps_determine_distance(*given: Expr, number: Like | None = None) -> Formula:
    """Candidates at the same number of steps from x are at the same Hellinger distance."""
    equally_many = [d(x, r).equals(d(x, s))] if number is None else []
    exactly = [] if number is None else [d(x, r).equals(number), d(x, s).equals(number)]
    return forall(H(x, r).equals(H(x, s)), given=[*given, *equally_many, *exactly])


def distance_determines_steps(*given: Expr) -> Formula:
    """Candidates at the same Hellinger distance from x are at the same number of steps."""
    return forall(d(x, r).equals(d(x, s)), given=[*given, H(x, r).equals(H(x, s))])


def tie_at_unequal_steps(
    counts: data.Counts,
    one: data.Counts,
    other: data.Counts,
    *,
    first: tuple[str, str],
    second: str,
) -> Checking:
    """Some real prior (alpha, second), alpha within `first`, has both equally far from `counts`.

    They are not as many steps away, so the tie refutes that equal distances mean equal steps.  At
    the ends of the interval the difference of the distances has certified opposite signs; gamma is
    continuous on the positive numbers, so it is 0 in between.
    """

    def decide() -> Outcome:
        ends = [_difference(alpha, second, counts, one, other) for alpha in first]
        signs = [sign for sign, _ in ends]
        where = {"n": sum(counts), "x": list(counts), "r": list(one), "s": list(other)}
        domain = f"one x; priors (alpha, {second}), {first[0]} < alpha < {first[1]} real"
        if data.distance(counts, one) == data.distance(counts, other) or 0 in signs:
            return Outcome(Verdict.UNDECIDED, "no such tie is certified", domain, len(ends))
        if signs[0] == signs[1]:
            return Outcome(Verdict.UNDECIDED, "the difference has one sign", domain, len(ends))
        evidence = (
            f"H(x, r) - H(x, s) is {ends[0][1]} at alpha = {first[0]} and {ends[1][1]} at alpha = "
            f"{first[1]}; it is continuous in alpha, so it is 0 at some real alpha in between, "
            f"while r is {data.distance(counts, one)} and s {data.distance(counts, other)} steps "
            "from x"
        )
        between = {**where, "alpha": f"between {first[0]} and {first[1]}", "beta": second}
        trusts = ("argument", "ball")
        return Outcome(Verdict.FAILS, evidence, domain, len(ends), between, between, trusts)

    return decide


def _difference(
    alpha: str, beta: str, x: data.Counts, r: data.Counts, s: data.Counts
) -> tuple[int, Any]:
    """The certain sign of H(x, r) - H(x, s), 0 if it is not certain, and its enclosure in words."""
    F, prior = Balls(BITS), Dirichlet((alpha, beta))
    with F.scope():
        post = prior.update(x)
        gap = hellinger(post, prior.update(r), F) - hellinger(post, prior.update(s), F)
        zero = F.rational(0)
        sign = 1 if F.less(zero, gap) else -1 if F.less(gap, zero) else 0
        ends = F.enclosure(gap).json(8)
    return sign, f"between {ends['lo']} and {ends['hi']}"


F = Balls(128)
CELL, FAR = Fraction(1, 50), Fraction(6, 5)
LAST = 18
"""From here on the bound on F is small enough for the prior (1, 1)."""

LOSS = (
    "Let S >= LS, f > 0 and weights exp(-eps H(x, r)/(f S(x))); for neighbours x, y let B = "
    "1/min(S(x), S(y)) and A = 1/max(S(x), S(y)), and h = H(x, y).  h <= LS at x and at y, so h <= "
    "1/B.  If S(y) <= S(x): B H(y, r) - A H(x, r) = (B - A) H(y, r) + A (H(y, r) - H(x, r)) <= "
    "B - A + A h, as 0 <= H <= 1; and A H(x, r) - B H(y, r) <= A (H(x, r) - H(y, r)) <= A h.  One "
    "of the two bounds the exponents' difference at r, the other one all terms of one normaliser "
    "against those of the other, so either order of x and y loses at most eps/f (B - A + 2 A h) <= "
    "eps/f (B - A + 2 A/B).  If S(x) < S(y), exchange x and y.  "
)
GAP = (
    "1/LS differs by less than 2 between neighbours: take c and c + 1 ones and LS(c) > LS(c + 1), "
    "the other case being its mirror image.  LS(c) is s_c or s_(c-1), the larger, and LS(c + 1) >= "
    "s_c, so LS(c) = s_(c-1) and c >= 1.  With u = alpha + c - 1 > 0 and v = beta + n - 1 - c > 0: "
    "s_c^2 = 1 - g(u + 1) g(v) and s_(c-1)^2 = 1 - g(u) g(v + 1) <= 1 - g(u) g(v), as g increases "
    "(the derivative of ln g is psi(u + 1/2) - (psi(u) + psi(u + 1))/2 > 0, digamma being strictly "
    "concave).  So 1/LS(c + 1) - 1/LS(c) <= 1/s_c - 1/s_(c-1) <= (1 - t g(u + 1))^(-1/2) - "
    "(1 - t g(u))^(-1/2) with t = g(v) < 1; this grows with t, g(u + 1) being larger than g(u), so "
    "it is below F(u) = phi(u + 1)^(-1/2) - phi(u)^(-1/2).  Bounds on phi: g(u) g(u + 1/2) = "
    "(u/(u + 1/2))^(1/2), the gamma values cancelling, so g(u)^4 < u/(u + 1/2) = 1 - y, y = "
    "1/(2u + 1), and 1/phi(u) = (1 + g)(1 + g^2)/(1 - g^4) < (1 + q + q^2 + q^3)/y with q = "
    "(1 - y)^(1/4); by Bernoulli q^i <= 1 - i y/4, so 1/phi(u) < 8u + 5/2.  For u > 1/2 likewise "
    "g(u)^4 > (u - 1/2)/u = 1 - z, z = 1/(2u), so 1/phi(u) > (1 + q + q^2 + q^3)/z with q = "
    "(1 - z)^(1/4), which is at least (1 + 3 q^4)/z = (4 - 3z)/z = 8u - 3.  So for u > 1/2 F(u) < "
    "sqrt(8u + 21/2) - sqrt(8u - 3) = (27/2)/(sqrt(8u + 21/2) + sqrt(8u - 3)), which decreases; it "
    "is below 2 at u = 6/5 (certified).  On [0, 6/5] F is below phi(b + 1)^(-1/2) - phi(a)^(-1/2) "
    "on each cell [a, b] of width 1/50, phi decreasing, and that is below 2 on every cell "
    "(certified in balls).  "
)
UNIFORM = (
    "Prior (1, 1): u = c >= 1 is an integer there.  B - A <= F(u), and B <= 1/s_c < "
    "phi(u + 1)^(-1/2).  As A/B = 1 - (B - A)/B, B - A + 2 A/B = 2 + (B - A)(1 - 2/B), which is at "
    "most 2 for B <= 2, and else at most 2 + F(u)(1 - 2 phi(u + 1)^(1/2)).  Half of it is at most "
    "1.285: for u = 1, .., 17 certified in balls, and for u >= 18 since F(u) < 0.57 by the bound "
    "that decreases (certified at u = 18)."
)


def reciprocals_differ_by_less_than_two() -> Formula:
    """|1/LS(x) - 1/LS(y)| < 2 for neighbours."""
    return forall(absolute(1 / LS(x) - 1 / LS(y)) < 2, given=[PAIRS, adjacent(x, y)])


MOST = Fraction("1.285")


@cache
def gap_below_two() -> bool:
    """F < 2: on the cells of [0, 6/5], and at 6/5 by the bound that decreases."""
    with F.scope():
        two = F.rational(2)
        cells = [(CELL * i, CELL * (i + 1)) for i in range(int(FAR / CELL))]
        near = all(F.less(_root(b + 1) - _root(a), two) for a, b in cells)
        return near and F.less(_far(FAR), two) is True


@cache
def within_1285() -> bool:
    """1 + F(u) (1 - 2 sqrt(phi(u + 1)))/2 <= 1.285 for every integer u >= 1."""
    with F.scope():
        most = F.rational(2 * (MOST - 1))
        near = all(
            F.less_equal((_root(u + 1) - _root(u)) * (1 - 2 / _root(u + 1)), most)
            for u in map(Fraction, range(1, LAST))
        )
        return near and F.less_equal(_far(Fraction(LAST)), most) is True


def _root(u: Fraction) -> Real:
    """phi(u)^(-1/2); phi(0) = 1."""
    if u == 0:
        return F.rational(1)
    low, middle, high = F.lgamma_ladder(u, 3)
    return 1 / F.sqrt(-F.expm1(middle - (low + high) / 2))


def _far(u: Fraction) -> Real:
    """(27/2) / (sqrt(8u + 21/2) + sqrt(8u - 3))."""
    ends = F.sqrt(F.rational(8 * u + Fraction(21, 2))), F.sqrt(F.rational(8 * u - 3))
    return F.rational(Fraction(27, 2)) / (ends[0] + ends[1])
