"""Renyi divergences and zero-concentrated privacy, enclosed.

D_a(P||Q) = 1/(a-1) ln sum_r P(r)^a Q(r)^(1-a),  a > 1      (Renyi 1961; Mironov 2017)
rho = sup over a > 1 of D_a / a, over all ordered pairs     (Bun and Steinke 2016, Def. 1.1)

A law of floats is divided by its exact row sums first (`floats.py` says why).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dpbi.audit import asked
from dpbi.audit.floats import deviation, normalised
from dpbi.audit.pairs import Pairs, losses, only_under_first
from dpbi.audit.results import Divergence
from dpbi.errors import InvalidValue
from dpbi.mechanisms.forms import adapt
from dpbi.numbers import Balls, Enclosure, Real, rational

TOLERANCE = Fraction(1, 10**12)
RHO_TOLERANCE = Fraction(1, 10**6)
NEAR_ONE = Fraction(1, 1 << 24)


def renyi_divergence(mechanism: Any, order: Any, *, tolerance: Fraction = TOLERANCE) -> Divergence:
    """The largest D_order over ordered neighbouring pairs."""
    a, width = rational("order", order), asked.tolerance(tolerance)
    if a <= 1:
        raise InvalidValue("order", a, "it must be > 1")
    audit = _Orders(Pairs(adapt(mechanism)))
    return replace(audit.divergence(asked.bounded("order", a), width), asked=width)


def zero_concentrated(mechanism: Any, *, tolerance: Fraction = RHO_TOLERANCE) -> Divergence:
    """rho, the sup over all real orders of D_a / a, with the order that attains lo.

    Put K(a) = (a-1) D_a, largest over pairs.  It is convex as a maximum of cumulant generating
    functions, and K(0) = K(1) = 0.  So between two orders a < b, K lies below its chord
    c + m t, and D_t/t = K(t)/(t(t-1)) <= (c + m t)/(t(t-1)) = A/t - B/(t-1) with A = -c and
    B = -(c + m), both >= 0 because the chord extended to 0 and to 1 lies below K.  That bound has
    one stationary point, a maximum, at (t-1)/t = sqrt(B/A); hence its largest value on [a, b] is
    there, or at the nearer end.  Below the first order D_t/t <= D_a; above the last one
    D_t/t <= eps*/t, and K(t) <= (t-1) eps*.  Intervals are halved until the bounds meet.
    """
    width = asked.tolerance(tolerance)
    audit = _Orders(Pairs(adapt(mechanism)))
    if isinstance(top := audit.worst_loss(), Divergence):
        return top
    return replace(_Supremum(audit, top, width).find(), asked=width)


class _Orders:
    """K(a) = ln sum P^a Q^(1-a), the largest over pairs, in balls."""

    def __init__(self, pairs: Pairs, bits: int = 256) -> None:
        self.pairs, self.bits = pairs, bits
        self.deviation = deviation(pairs.mechanism)
        self._laws: dict[int, dict[Any, dict[Any, Real]]] = {}

    def laws(self, F: Balls) -> dict[Any, dict[Any, Real]]:
        """The logarithms of the laws; kept."""
        if F.bits not in self._laws:
            self._laws = {F.bits: normalised(self.pairs, F)}
        return self._laws[F.bits]

    def worst_loss(self) -> Fraction | Divergence:
        """An upper bound of eps*, or the infinite divergence."""
        F = Balls(self.bits)
        laws = self.laws(F)
        with F.scope():
            tops = []
            for x, y in self.pairs.ordered:
                if only_under_first(laws[x], laws[y]) is not None:
                    found = Divergence(Fraction(1), math.inf, math.inf, x, y, ("support",))
                    return found.of_floats(self.deviation)
                tops.append(F.maximum(d for _, d in losses(laws[x], laws[y])))
            return F.enclosure(F.maximum(tops)).hi

    def divergence(self, a: Fraction, tolerance: Fraction) -> Divergence:
        """The largest D_a, to the tolerance."""
        if isinstance(top := self.worst_loss(), Divergence):
            return replace(top, at=a)
        bits = self.bits
        while True:
            value, x, y = self.largest(a, bits)
            lo, hi = (max(v / (a - 1), Fraction(0)) for v in (value.lo, value.hi))
            if hi - lo <= tolerance or bits > 1 << 12:
                found = Divergence(a, lo, hi, x, y, counted=self.pairs.counted)
                return found.of_floats(self.deviation)
            bits *= 2

    def largest(self, a: Fraction, bits: int | None = None) -> tuple[Enclosure, Any, Any]:
        """K(a) over all pairs, and a pair whose K is at least the lower bound."""
        bits = bits or self.bits
        F = Balls(bits)
        laws = self.laws(F)
        with F.scope():
            power, best, highest = F.rational(a), None, F.rational(0)
            for x, y in self.pairs.ordered:
                p, q = laws[x], laws[y]
                terms = (F.exp(q[r] + power * d) for r, d in losses(p, q))
                value = F.enclosure(F.log(sum(terms, F.rational(0))))
                highest = highest.max(F.from_enclosure(value))
                if best is None or value.lo > best[0]:
                    best = (value.lo, x, y)
            assert best is not None  # Pairs has seen a pair
            return Enclosure(best[0], max(best[0], F.enclosure(highest).hi)), best[1], best[2]


@dataclass(frozen=True, slots=True)
class _At:
    """An order and K there."""

    order: Fraction
    k: Enclosure


class _Supremum:
    """Branch and bound over orders, as the docstring of `zero_concentrated` proves."""

    def __init__(self, audit: _Orders, worst: Fraction, tolerance: Fraction) -> None:
        self.audit, self.worst, self.tolerance = audit, worst, tolerance
        self.best = Divergence(Fraction(1), Fraction(0), Fraction(0), *audit.pairs.ordered[0])

    def find(self) -> Divergence:
        near = self.at(1 + NEAR_ONE)
        open_ended, last = near.k.hi / NEAR_ONE, near
        intervals: list[tuple[Fraction, _At, _At]] = []
        while last.order < 2 or self.worst / last.order > self.best.lo:
            if last.order > 2 and self.worst / last.order <= self.tolerance:
                break
            nxt = self.at(1 + 2 * (last.order - 1))
            intervals.append((self.bound(last, nxt), last, nxt))
            last = nxt
        tail = self.worst / last.order
        while True:
            hi = max([open_ended, tail, *(bound for bound, _, _ in intervals)])
            widest = max(range(len(intervals)), key=lambda i: intervals[i][0])
            if hi - self.best.lo <= self.tolerance or intervals[widest][0] < hi:
                d = self.best
                found = Divergence(d.at, d.lo, max(hi, Fraction(d.lo)), d.x, d.y)
                return found.of_floats(self.audit.deviation)
            _, a, b = intervals.pop(widest)
            middle = self.at((a.order + b.order) / 2)
            intervals += [(self.bound(a, middle), a, middle), (self.bound(middle, b), middle, b)]

    def at(self, order: Fraction) -> _At:
        """K at an order; the best lower bound of rho so far is kept."""
        k, x, y = self.audit.largest(order)
        lo = max(k.lo / (order * (order - 1)), Fraction(0))
        if lo > self.best.lo:
            self.best = Divergence(order, lo, lo, x, y)
        return _At(order, k)

    def bound(self, a: _At, b: _At) -> Fraction:
        """The largest value on [a, b] of the chord's bound, from upper ends of K."""
        F = Balls(self.audit.bits)
        slope = (b.k.hi - a.k.hi) / (b.order - a.order)
        start = a.k.hi - slope * a.order
        big_a, big_b = -start, -(start + slope)
        ends = max(big_a / t - big_b / (t - 1) for t in (a.order, b.order))
        if not (big_a > big_b > 0):
            return ends
        with F.scope():  # the stationary value is (sqrt A - sqrt B)^2
            root = F.sqrt(F.rational(big_a)) - F.sqrt(F.rational(big_b))
            peak = F.enclosure(root * root).hi
            ratio = F.enclosure(F.sqrt(F.rational(big_b / big_a)))
        left, right = (a.order - 1) / a.order, (b.order - 1) / b.order
        return max(ends, peak) if ratio.hi >= left and ratio.lo <= right else ends
