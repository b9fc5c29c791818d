"""Renyi divergences, enclosed.

D_a(P||Q) = 1/(a-1) ln sum_r P(r)^a Q(r)^(1-a),  a > 1      (Renyi 1961; Mironov 2017)

A law of floats is divided by its exact row sums first (`floats.py` says why).
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpbi.audit import asked
from dpbi.audit.floats import deviation, normalised
from dpbi.audit.pairs import Pairs, losses, only_under_first
from dpbi.audit.results import Divergence
from dpbi.errors import InvalidValue
from dpbi.mechanisms.forms import adapt
from dpbi.numbers import Balls, Enclosure, Real, rational
from dpbi.numbers.ladder import MOST_BITS

TOLERANCE = Fraction(1, 10**12)


def renyi_divergence(mechanism: Any, order: Any, *, tolerance: Fraction = TOLERANCE) -> Divergence:
    """The largest D_order over ordered neighbouring pairs."""
    a, width = rational("order", order), asked.tolerance(tolerance)
    if a <= 1:
        raise InvalidValue("order", a, "it must be > 1")
    audit = _Orders(Pairs(adapt(mechanism)))
    return replace(audit.divergence(asked.bounded("order", a), width), asked=width)


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
            for x, y in self.pairs.different(F):
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
            if hi - lo <= tolerance or bits >= MOST_BITS:
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
            for x, y in self.pairs.different(F):
                p, q = laws[x], laws[y]
                terms = (F.exp(q[r] + power * d) for r, d in losses(p, q))
                value = F.enclosure(F.log(sum(terms, F.rational(0))))
                highest = highest.max(F.from_enclosure(value))
                if best is None or value.lo > best[0]:
                    best = (value.lo, x, y)
            assert best is not None  # Pairs has seen a pair
            return Enclosure(best[0], max(best[0], F.enclosure(highest).hi)), best[1], best[2]
