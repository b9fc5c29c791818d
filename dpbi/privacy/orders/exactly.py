"""Renyi divergences and rho against what is claimed, exactly where that is possible.

The comparison, for a > 1 (the other way round for a < 1, as a - 1 is below 0 there)

    D_a <= v    sum_r w_x(r)^a w_y(r)^(1-a) / (Z_x^a Z_y^(1-a)) <= e^((a-1) v)

is about quotients of exponential sums where a is whole, or the weights have the roots that it asks
for, but for one that all have in common: a tie is seen as one (`privacy/ties.py`).  For a > 0 a
divergence is 0 only of equal laws, which are compared as such.  Of rational probabilities the
Kullback-Leibler divergence is

    KL = sum_r P(r) ln P(r)/Q(r) = c ln b    if and only if    product of (P/Q)^(L P) = b^(L c)

for any L that makes the exponents whole.  rho is the supremum of D_a / a over all orders above 1
(`privacy/concentrated.py`), and a tie of it is seen where it is 0, or where it is that divergence,
and everything else stays below.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from dpbi.fields import Balls, ExactNumber, Level
from dpbi.fields.expsums import ONE, ExpQuotient, NotExact, sum_of_multiples
from dpbi.fields.field import LADDER
from dpbi.laws.forms import exact_sum
from dpbi.laws.interactive import Interactive
from dpbi.laws.protocol import Mechanism
from dpbi.privacy.adaptive.exactly import renyi_sign
from dpbi.privacy.concentrated import bounded_by_limit, zero_concentrated
from dpbi.privacy.orders.order import RenyiOrder
from dpbi.privacy.renyi import renyi_divergence
from dpbi.privacy.results import Extended
from dpbi.privacy.ties import Answer, Places, because, compare_loss
from dpbi.privacy.weights import difference, power_of

BITS, ZERO = LADDER[-1].bits, Fraction(0)
DIGITS = tuple(rung.digits for rung in LADDER)
"""By which rho is narrowed; a tie is tried after the first."""
MOST_RAISED = 16
"""The power that both sides are raised to, where a root is not one of such numbers."""


def renyi_against(m: Mechanism, order: Fraction, value: ExactNumber) -> int | None:
    """The sign of the largest D_order less the value, 0 for a tie; None where not decided."""
    return compare_renyi(m, order, value).sign


def rho_against(m: Mechanism, rho: ExactNumber) -> int | None:
    """The sign of rho(m) less the bound, 0 for a tie; None where that is not decided."""
    return compare_rho(m, rho).sign


def compare_renyi(m: Mechanism, order: Fraction, value: ExactNumber) -> Answer:
    """As `renyi_against`, with the reason where there is no sign."""
    if 0 < order <= 1 and Level.of(value).sign() == 0:
        return _compare_with_zero(m)
    found = renyi_divergence(m, order, tolerance=Fraction(1, 10 ** DIGITS[1]))
    if (sign := _apart(found.lo, found.hi, value)) is not None:
        return Answer(sign)
    try:
        if isinstance(m, Interactive):
            return Answer(renyi_sign(m, order, value))
        if order == 1:
            return Answer(_limit_sign(m, Level.of(value)))
        return Answer(_renyi_sign(m, RenyiOrder(order), Level.of(value) * (order - 1)))
    except NotExact as why:
        return Answer(None, because(str(why)))


def _compare_with_zero(m: Mechanism) -> Answer:
    """The sign of any divergence of an order above 0: it is 0 where all laws are the same."""
    exact = not m.deviation()
    return compare_loss(m, ZERO) if exact else compare_renyi(m, Fraction(2), ZERO)


def compare_rho(m: Mechanism, rho: ExactNumber) -> Answer:
    """As `rho_against`, with the reason where there is no sign."""
    if Level.of(rho).sign() == 0:
        return _compare_with_zero(m)
    reason = OPEN
    for digits in DIGITS:
        found = zero_concentrated(m, tolerance=Fraction(1, 10**digits))
        if (sign := _apart(found.lo, found.hi, rho)) is not None:
            return Answer(sign)
        try:
            if digits == DIGITS[0] and _ties_at_one(m, Level.of(rho)):
                return Answer(0)
        except NotExact as why:
            reason = f"{OPEN}; here the law has {why}"
        if not found.reached:
            return Answer(None, f"its bounds could not be narrowed to 10^-{digits}")
    return Answer(None, reason)


OPEN = (
    f"it is within 10^-{DIGITS[-1]} of the bound, and exact arithmetic decides rho only where it "
    "is 0, or the Kullback-Leibler divergence of rational probabilities"
)


def _apart(lo: Extended, hi: Extended, value: ExactNumber) -> int | None:
    """The sign where bounds tell it."""
    limit = Level.of(value).enclosure(BITS)
    return 1 if lo > limit.hi else -1 if hi < limit.lo else None


def _renyi_sign(m: Mechanism, order: RenyiOrder, level: Level) -> int:
    """The largest sign over pairs of D_a less the bound: of the sum above less e^level, or back."""
    places, largest = _normalised(m), -1
    for i, j in places.different():
        left, right, at = _sides(places, i, j, order.value, level)
        places.sums.spend(left, right)
        if (sign := order.sign * difference(left, right, at)) > 0:
            return 1
        largest = max(largest, sign)
    return largest


def _sides(
    places: Places, i: int, j: int, a: Fraction, level: Level
) -> tuple[ExpQuotient, ExpQuotient, Level]:
    """L, R and l, by which L - e^l R has the sign of S - e^level, for two rows.

    With c the first w_x/w_y, or 1 for whole orders, S is (c Z_y / Z_x)^a times the sum of
    (w_x/w_y / c)^a w_y / Z_y, which is without a root that all terms have in common.  Where what is
    in front has no such power, both sides are raised to the denominator of a.
    """
    codes, times = np.unique(places.codes(i, j), return_counts=True)
    values, first = places.weights.values, ONE
    parts: list[tuple[ExpQuotient, int]] = []
    for (here, there), n in zip(places.decoded(codes), times.tolist(), strict=True):
        if there >= 0:
            ratio = values[here] / values[there]
            first = first if parts or a.denominator == 1 else ratio
            parts.append((power_of(ratio / first, a) * values[there], n))
        elif a > 1:
            raise NotExact("an output that is impossible at a neighbour")
    x, y = places.sums.same(i, j)
    one, two, total = places.sums.of(x), places.sums.of(y), sum_of_multiples(parts)
    common = first if x == y else first * two / one
    try:
        return power_of(common, a) * total, two, level
    except NotExact:
        if (k := a.denominator) > MOST_RAISED:
            raise
    return common**a.numerator * total**k, two**k, level * k


def _limit_sign(m: Mechanism, level: Level) -> int:
    """The largest sign over pairs of KL less the bound, of rational laws on the same outputs."""
    places, limit, largest, F = _normalised(m), level.enclosure(BITS), -1, Balls(BITS)
    laws = _rational_laws(places, level)
    for i, j in places.different():
        p, q = laws[i], laws[j]
        with F.scope():
            logs = ((w, F.log(F.rational(w / q[r]))) for r, w in p.items())
            value = F.enclosure(sum((F.rational(w) * d for w, d in logs), F.rational(0)))
        if value.lo > limit.hi:
            return 1
        if value.hi >= limit.lo:
            if not _is_logarithm(p, q, level):
                raise NotExact("a Kullback-Leibler divergence that close to the bound")
            largest = 0
    return largest


def _normalised(m: Mechanism) -> Places:
    """The places of a law whose rows are divided by their sums, be they floats or not."""
    places = Places(m, ZERO)
    places.weights.given = False
    return places


def _ties_at_one(m: Mechanism, rho: Level) -> bool:
    """Whether rho is the Kullback-Leibler divergence of some pair, and larger at none."""
    places = _normalised(m)
    row = {x: places.weights.row(x) for x in places.pairs.datasets}
    laws = _rational_laws(places, rho)

    def ties(x: Any, y: Any) -> bool:
        return _is_logarithm(laws[row[x]], laws[row[y]], rho)

    return bounded_by_limit(m, rho.enclosure(BITS), ties)


def _rational_laws(places: Places, level: Level) -> list[dict[Any, Fraction]]:
    """The law of each row; `NotExact` unless it, and the bound, are as `_is_logarithm` needs."""
    for x in places.pairs.datasets:
        places.weights.row(x)
    if level.plain or not all(v.as_rational for v in places.weights.values):
        raise NotExact("weights, or a bound, with a power of e")
    return [_rational_law(places, i) for i in range(len(places.weights.rows))]


def _rational_law(places: Places, i: int) -> dict[Any, Fraction]:
    row, values = places.weights.rows[i], places.weights.values
    law = {r: values[k].coefficient for r, k in zip(row.outputs, row.numbers.tolist(), strict=True)}
    norm = exact_sum(law.values())
    return {r: w / norm for r, w in law.items()}


def _is_logarithm(p: dict[Any, Fraction], q: dict[Any, Fraction], level: Level) -> bool:
    """Whether KL(P||Q) = c ln b."""
    whole = math.lcm(level.times.denominator, *(w.denominator for w in p.values()))
    powers = [(w / q[r], int(w * whole)) for r, w in p.items()]
    return is_one([*powers, (level.base, int(-level.times * whole))])


def is_one(powers: Iterable[tuple[Fraction, int]]) -> bool:
    """Whether the product of powers of positive rationals is 1.

    Integers are split by their common divisors until no two share one; powers of such are 1 in
    product only if each is.
    """
    coprime: dict[int, int] = {}
    open_ = [(n, m) for v, e in powers for n, m in ((v.numerator, e), (v.denominator, -e))]
    while open_:
        n, e = open_.pop()
        if n == 1 or e == 0:
            continue
        for other in coprime:
            if (common := math.gcd(n, other)) > 1:
                more = coprime.pop(other)
                open_ += [(common, e + more), (other // common, more), (n // common, e)]
                break
        else:
            coprime[n] = e
    return not coprime
