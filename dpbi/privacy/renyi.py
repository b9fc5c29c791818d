"""Renyi divergences: enclosed, and compared with what is claimed, exactly where that is possible.

    D_a(P||Q) = 1/(a-1) ln sum_r P(r)^a Q(r)^(1-a),  a > 1      (Renyi 1961; Mironov 2017)

A law of floats is divided by its exact row sums before it is enclosed (`normalised`, `pairs.py`).

The comparison

    D_a <= v    sum_r w_x(r)^a w_y(r)^(1-a) / (Z_x^a Z_y^(1-a)) <= e^((a-1) v)

is about quotients of exponential sums where a is whole, or the weights have the roots that it asks
for: a tie is seen as one (`privacy/ties.py`).  rho is the supremum over all orders
(`privacy/concentrated.py`), and a tie of it is seen where it is 0, or where it is the
Kullback-Leibler divergence of rational probabilities,

    KL = sum_r P(r) ln P(r)/Q(r) = c ln b    if and only if    product of (P/Q)^(L P) = b^(L c)

for any L that makes the exponents whole, and everything else stays below.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from dpbi.errors import InvalidValue, TooLarge
from dpbi.fields import Balls, Enclosure, ExactNumber, Level, Rational, Real, rational
from dpbi.fields.expsums import ExpQuotient, NotExact, sum_of_multiples
from dpbi.fields.field import LADDER, MOST_BITS
from dpbi.laws import promise
from dpbi.laws.forms import adapt, exact_sum
from dpbi.laws.interactive import Interactive
from dpbi.laws.partial import Partial
from dpbi.laws.protocol import AnyMechanism, Mechanism
from dpbi.mechanisms.exponential import FAMILY
from dpbi.privacy.adaptive.divergences import adaptive_renyi
from dpbi.privacy.adaptive.exactly import renyi_sign
from dpbi.privacy.concentrated import bounded_by_limit, zero_concentrated
from dpbi.privacy.methods.doubles import MOST_ORDER, LawsInDoubles
from dpbi.privacy.methods.sums import SumsByFilter
from dpbi.privacy.pairs import FEW, Pairs, losses, normalised, only_under_first
from dpbi.privacy.results import Divergence, Extended
from dpbi.privacy.tails.moments import tail_renyi
from dpbi.privacy.ties import Answer, Places, because, compare_loss
from dpbi.privacy.weights import difference, power_of
from dpbi.support.progress import counted

TOLERANCE = Fraction(1, 10**12)


def renyi_divergence(
    mechanism: AnyMechanism,
    order: Rational,
    *,
    tolerance: Rational = TOLERANCE,
    digits: int | None = None,
) -> Divergence:
    """The largest D_order over ordered neighbouring pairs.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> print(dpbi.renyi_divergence(coin, 2, digits=6))
    [0.84729786038720361371, 0.84729786038720361372]
    """
    a, width = rational("order", order), promise.width(tolerance, digits, TOLERANCE)
    if a <= 1:
        raise InvalidValue("order", a, "it must be > 1")
    a, m = promise.bounded("order", a), adapt(mechanism)
    if isinstance(m, Partial):
        return replace(tail_renyi(m, a, width), asked=width)
    if isinstance(m, Interactive):
        return replace(adaptive_renyi(m, a, width), asked=width)
    return replace(_largest(m, a, width), asked=width)


def _largest(m: Mechanism, a: Fraction, width: Fraction) -> Divergence:
    """The largest D_a: through the filter where it covers the law, else in balls over all pairs."""
    reason = ""
    if m.family == FAMILY and (filtered := SumsByFilter.of(m)) is not None:
        if isinstance(found := filtered.renyi(a, width), Divergence):
            return found
        reason = found
    try:
        return _Orders(Pairs(m)).divergence(a, width)
    except TooLarge as error:
        because = f"the compiled filter takes more, but not this: {reason}" if reason else ""
        raise replace(error, because=error.because or because) from None


class _Orders:
    """K(a) = ln sum P^a Q^(1-a), the largest over pairs, in balls."""

    def __init__(self, pairs: Pairs, bits: int = 256) -> None:
        self.pairs, self.bits = pairs, bits
        self.deviation = pairs.mechanism.deviation()
        self._laws: dict[int, dict[Any, dict[Any, Real]]] = {}

    def laws(self, F: Balls) -> dict[Any, dict[Any, Real]]:
        """The logarithms of the laws; kept."""
        if F.bits not in self._laws:
            self._laws = {F.bits: normalised(self.pairs, F)}
        return self._laws[F.bits]

    def infinite(self) -> Divergence | None:
        """The infinite divergence, where some output is possible at one of two neighbours only."""
        F = Balls(self.bits)
        laws = self.laws(F)
        for x, y in self.pairs.different(F):
            if only_under_first(laws[x], laws[y]) is not None:
                found = Divergence(
                    math.inf, math.inf, x, y, ("support",), at=Fraction(1), quantity="renyi"
                )
                return found.of_floats(self.deviation)
        return None

    def divergence(self, a: Fraction, tolerance: Fraction) -> Divergence:
        """The largest D_a, to the tolerance."""
        if (found := self.infinite()) is not None:
            return replace(found, at=a)
        bits = self.bits
        while True:
            value, x, y = self.largest(a, bits)
            lo, hi = (max(v / (a - 1), Fraction(0)) for v in (value.lo, value.hi))
            if hi - lo <= tolerance or bits >= MOST_BITS:
                found = Divergence(lo, hi, x, y, counted=self.pairs.counted, at=a, quantity="renyi")
                return found.of_floats(self.deviation)
            bits *= 2

    def _near(self, a: Fraction, F: Balls) -> list[tuple[Any, Any]]:
        """The pairs that may have the largest K(a); doubles dismiss the others for whole orders."""
        names, laws = self.pairs.datasets, self.laws(F)
        first, second = self.pairs.different_positions(F)
        many = len(first) * len(laws[names[0]]) > FEW
        if many and a.denominator == 1 and a <= MOST_ORDER:
            rows = [{r: F.exp(v) for r, v in laws[x].items()} for x in names]
            kept = LawsInDoubles.of(rows, 0.0).largest_powers(first, second, int(a))
            first, second = first[kept], second[kept]
        return [(names[i], names[j]) for i, j in zip(first.tolist(), second.tolist(), strict=True)]

    def largest(self, a: Fraction, bits: int | None = None) -> tuple[Enclosure, Any, Any]:
        """K(a) over all pairs, and a pair whose K is at least the lower bound."""
        bits = bits or self.bits
        F = Balls(bits)
        laws = self.laws(F)
        with F.scope():
            power, best, highest = F.rational(a), None, F.rational(0)
            for x, y in counted("pairs", self._near(a, F)):
                p, q = laws[x], laws[y]
                terms = (F.exp(q[r] + power * d) for r, d in losses(p, q))
                value = F.enclosure(F.log(sum(terms, F.rational(0))))
                highest = highest.max(F.from_enclosure(value))
                if best is None or value.lo > best[0]:
                    best = (value.lo, x, y)
            assert best is not None  # Pairs has seen a pair
            return Enclosure(best[0], max(best[0], F.enclosure(highest).hi)), best[1], best[2]


BITS, ZERO = LADDER[-1].bits, Fraction(0)
DIGITS = tuple(rung.digits for rung in LADDER)
"""By which rho is narrowed; a tie is tried after the first."""


def renyi_against(m: Mechanism, order: Fraction, value: ExactNumber) -> int | None:
    """The sign of the largest D_order less the value, 0 for a tie; None where not decided."""
    return compare_renyi(m, order, value).sign


def rho_against(m: Mechanism, rho: ExactNumber) -> int | None:
    """The sign of rho(m) less the bound, 0 for a tie; None where that is not decided."""
    return compare_rho(m, rho).sign


def compare_renyi(m: Mechanism, order: Fraction, value: ExactNumber) -> Answer:
    """As `renyi_against`, with the reason where there is no sign."""
    found = renyi_divergence(m, order, tolerance=Fraction(1, 10 ** DIGITS[1]))
    if (sign := _apart(found.lo, found.hi, value)) is not None:
        return Answer(sign)
    try:
        if isinstance(m, Interactive):
            return Answer(renyi_sign(m, order, value))
        return Answer(_renyi_sign(m, order, Level.of(value) * (order - 1)))
    except NotExact as why:
        return Answer(None, because(str(why)))


def compare_rho(m: Mechanism, rho: ExactNumber) -> Answer:
    """As `rho_against`, with the reason where there is no sign."""
    if Level.of(rho).sign() == 0:  # it is 0 where all laws are the same, and so are these:
        exact = not m.deviation()
        return compare_loss(m, ZERO) if exact else compare_renyi(m, Fraction(2), ZERO)
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


def _renyi_sign(m: Mechanism, order: Fraction, level: Level) -> int:
    """The largest sign over pairs of the sum above less e^level."""
    places, largest = _normalised(m), -1
    for i, j in places.different():
        left, right = _sides(places, i, j, order)
        places.sums.spend(left, right)
        if (sign := difference(left, right, level)) > 0:
            return 1
        largest = max(largest, sign)
    return largest


def _sides(places: Places, i: int, j: int, a: Fraction) -> tuple[ExpQuotient, ExpQuotient]:
    """The sum of w_x^a w_y^(1-a), and Z_x^a Z_y^(1-a), of two rows on the same outputs."""
    codes, times = np.unique(places.codes(i, j), return_counts=True)
    values, parts = places.weights.values, []
    for (here, there), n in zip(places.decoded(codes), times.tolist(), strict=True):
        if there < 0:
            raise NotExact("an output that is impossible at a neighbour")
        parts.append((power_of(values[here] / values[there], a) * values[there], n))
    x, y = places.sums.same(i, j)
    one, two = places.sums.of(x), places.sums.of(y)
    return sum_of_multiples(parts), one if x == y else power_of(one / two, a) * two


def _normalised(m: Mechanism) -> Places:
    """The places of a law whose rows are divided by their sums, be they floats or not."""
    places = Places(m, ZERO)
    places.weights.given = False
    return places


def _ties_at_one(m: Mechanism, rho: Level) -> bool:
    """Whether rho is the Kullback-Leibler divergence of some pair, and larger at none."""
    places, limit = _normalised(m), rho.enclosure(BITS)
    row = {x: places.weights.row(x) for x in places.pairs.datasets}
    if rho.plain or not all(v.as_rational for v in places.weights.values):
        raise NotExact("weights, or a bound, with a power of e")

    def ties(x: Any, y: Any) -> bool:
        laws = [_rational_law(places, row[z]) for z in (x, y)]
        return _is_logarithm(laws[0], laws[1], rho)

    return bounded_by_limit(m, limit, ties)


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
