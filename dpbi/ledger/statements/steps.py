"""Two categories: how far 1/LS of neighbours can lie apart, and what follows for privacy.

Write g(u) = Gamma(u + 1/2) / sqrt(Gamma(u) Gamma(u + 1)), phi = 1 - g, and s_c for the distance of
the datasets with c and c + 1 ones, so that s_c^2 = 1 - g(alpha + c) g(beta + n - 1 - c).  The
arguments stand here, and the numbers that they take for granted are certified here, in balls.

Steps: how many records must be replaced to come from one candidate to another.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Any

from dpbi.bayes import data
from dpbi.bayes.dirichlet import Dirichlet, hellinger
from dpbi.fields import Balls, Real
from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like
from dpbi.language.words import (
    LS,
    H,
    absolute,
    adjacent,
    all_of,
    d,
    over,
    r,
    s,
    some,
    total,
    vec,
    x,
    y,
)
from dpbi.ledger.claims import Checking, Outcome, Verdict
from dpbi.ledger.statements.domains import PAIRS

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
