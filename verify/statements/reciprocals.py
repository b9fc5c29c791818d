"""How much 1/LS of neighbours differs, two categories, and what mechanisms lose by it.

Write g(u) = Gamma(u + 1/2) / sqrt(Gamma(u) Gamma(u + 1)), phi = 1 - g, and s_c for the distance of
the datasets with c and c + 1 ones, so that s_c^2 = 1 - g(alpha + c) g(beta + n - 1 - c).  The
arguments are in this module, and the numbers that they take for granted are certified in it, in
balls.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from dpbi.fields import Balls, Real
from dpbi.language import Formula, forall
from dpbi.language.words import LS, PAIRS, absolute, adjacent, x, y

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
