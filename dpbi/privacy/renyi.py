"""Renyi divergences of every order a >= 0, enclosed; what they are is in `privacy/orders/order.py`.

A law of floats is divided by its exact row sums before it is enclosed (`normalised`, `pairs.py`).
Near order 1 ln S is almost 0 and so is its divisor: what the logarithm loses, more bits bring back.
How they compare with what is claimed is in `privacy/orders/exactly.py`.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpbi.errors import TooLarge
from dpbi.fields import Balls, Enclosure, Rational, Real
from dpbi.fields.field import MOST_BITS
from dpbi.laws import promise
from dpbi.laws.forms import adapt
from dpbi.laws.interactive import Interactive
from dpbi.laws.partial import Partial
from dpbi.laws.protocol import AnyMechanism, Mechanism
from dpbi.mechanisms.exponential import FAMILY
from dpbi.privacy.adaptive.divergences import adaptive_renyi
from dpbi.privacy.methods.doubles import MOST_ORDER, LawsInDoubles
from dpbi.privacy.methods.sums import SumsByFilter
from dpbi.privacy.orders.order import RenyiOrder
from dpbi.privacy.pairs import FEW, Pairs, normalised
from dpbi.privacy.results import Divergence, Extended
from dpbi.privacy.tails.moments import tail_renyi
from dpbi.support.progress import counted

TOLERANCE = Fraction(1, 10**12)


def renyi_divergence(
    mechanism: AnyMechanism,
    order: Rational,
    *,
    tolerance: Rational = TOLERANCE,
    digits: int | None = None,
) -> Divergence:
    """The largest D_order over ordered neighbouring pairs, for an order >= 0.

    Order 1 is the Kullback-Leibler divergence.  Below 1 it is finite unless two neighbours have no
    possible output in common.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> print(dpbi.renyi_divergence(coin, 2, digits=6))
    [0.84729786038720361371, 0.84729786038720361372]
    >>> print(dpbi.renyi_divergence(coin, 1, digits=6))
    [0.54930614433405484569, 0.5493061443340548457]
    """
    a, width = promise.order_of_renyi("order", order), promise.width(tolerance, digits, TOLERANCE)
    m = adapt(mechanism)
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
    """D_a, the largest over pairs, in balls."""

    def __init__(self, pairs: Pairs, bits: int = 256) -> None:
        self.pairs, self.bits = pairs, bits
        self.deviation = pairs.mechanism.deviation()
        self._laws: dict[int, dict[Any, dict[Any, Real]]] = {}

    def laws(self, F: Balls) -> dict[Any, dict[Any, Real]]:
        """The logarithms of the laws; kept."""
        if F.bits not in self._laws:
            self._laws = {F.bits: normalised(self.pairs, F)}
        return self._laws[F.bits]

    def by_support(self, order: RenyiOrder) -> Divergence | None:
        """The divergence, where the outputs that are possible make it infinite, or 0."""
        F = Balls(self.bits)
        laws, pairs = self.laws(F), self.pairs.different(F)
        for x, y in pairs:
            if order.is_infinite(laws[x], laws[y]):
                return self._of_support(order, math.inf, x, y)
        if all(order.is_zero(laws[x], laws[y]) for x, y in pairs):
            return self._of_support(order, Fraction(0), *pairs[0])
        return None

    def _of_support(self, order: RenyiOrder, value: Extended, x: Any, y: Any) -> Divergence:
        seen = None if value == math.inf else self.pairs.counted
        found = Divergence(
            value, value, x, y, ("support",), counted=seen, at=order.value, quantity="renyi"
        )
        return found.of_floats(self.deviation)

    def divergence(self, a: Fraction, tolerance: Fraction) -> Divergence:
        """The largest D_a, to the tolerance."""
        order, bits = RenyiOrder(a), self.bits
        if (found := self.by_support(order)) is not None:
            return found
        while True:
            gain, x, y = self.largest(order, bits)
            lo, hi = (max(v / order.divisor, Fraction(0)) for v in (gain.lo, gain.hi))
            if hi - lo <= tolerance or bits >= MOST_BITS:
                found = Divergence(lo, hi, x, y, counted=self.pairs.counted, at=a, quantity="renyi")
                return found.of_floats(self.deviation)
            bits *= 2

    def _near(self, a: Fraction, F: Balls) -> list[tuple[Any, Any]]:
        """The pairs that may have the largest D_a; doubles dismiss the others for whole orders."""
        names, laws = self.pairs.datasets, self.laws(F)
        first, second = self.pairs.different_positions(F)
        many = len(first) * len(laws[names[0]]) > FEW
        if many and a.denominator == 1 and 1 < a <= MOST_ORDER:
            rows = [{r: F.exp(v) for r, v in laws[x].items()} for x in names]
            kept = LawsInDoubles.of(rows, 0.0).largest_powers(first, second, int(a))
            first, second = first[kept], second[kept]
        return [(names[i], names[j]) for i, j in zip(first.tolist(), second.tolist(), strict=True)]

    def largest(self, order: RenyiOrder, bits: int | None = None) -> tuple[Enclosure, Any, Any]:
        """The gain of the order over all pairs, and a pair whose own is at least the lower bound.

        No pair has an infinite one.
        """
        F = Balls(bits or self.bits)
        laws = self.laws(F)
        with F.scope():
            best, highest = None, F.rational(0)
            for x, y in counted("pairs", self._near(order.value, F)):
                p, q = laws[x], laws[y]
                terms = (order.term(v, q[r], F) for r, v in p.items() if r in q)
                value = F.enclosure(order.gain(sum(terms, F.rational(0)), F))
                highest = highest.max(F.from_enclosure(value))
                if best is None or value.lo > best[0]:
                    best = (value.lo, x, y)
            assert best is not None  # Pairs has seen a pair
            return Enclosure(best[0], max(best[0], F.enclosure(highest).hi)), best[1], best[2]
