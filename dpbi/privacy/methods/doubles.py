"""Laws in balls, looked at in doubles first: few pairs are left for balls to decide.

Let u = 2^-53.  A ball with midpoint m is the double v = m (1 + d), |d| <= 2u: one of the two
doubles next to m.

Loss.  Let A be the largest |v| of all logarithms of probabilities, and R the largest radius.  Then
|v - ln p| <= 2u A + R (1 + 2u), and D = fl(v - v') rounds by at most u (2A)(1 + u): D is off by
less than 8u A + 3R.  The place that attains the maximum is below the largest D by at most twice
that, and one rounding of the bound.  128u A + 16 R is allowed, as `methods/polynomials.py` takes
differences of four logarithms.

delta.  Where balls have 60 bits, a probability p has the double p (1 + d) + s with |d| <= 3u and
|s| <= 2^-1074, and so has the factor e^eps.  As in `methods/excess.py`, each term errs by at most
20u p + 2^100 |s|, the factor being below 2^100, and a sum of n terms by less than (n + 32) 2u; of
two pairs that is twice as much, and the bound is rounded.

Renyi.  For a whole order a, Q (P/Q)^a takes one division and a products.  As each probability is
off by 3u, its relative error is below u (3a + 3a + 3 + a + a)(1 + 2^-40), and adding n of them, all
above 0, adds n u.  Sums are compared by their ratio: what is below 1 - (8a + n + 16) 4u times the
largest is dismissed.  Doubles above 2^-200 and a <= 64 keep what underflows below 2^-800, and a sum
is 9/10 at least (Jensen, for rows that sum to almost 1); what overflows is not compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dpbi.fields import Real
from dpbi.fields.balls import filters_hold
from dpbi.privacy.methods.laid import BLOCK, Doubles, Indices

SMALLEST, MOST_ORDER, MOST_FACTOR = 2.0**-200, 64, 2.0**100
ENOUGH = 60
"""Bits of balls that are taken for doubles."""


def spare(most: float, radius: float) -> float:
    """How far below the largest difference of logarithms one may be that is not below it."""
    return 2.0**-46 * most + 16 * radius


def blocks(first: Indices, second: Indices, width: int) -> Iterator[tuple[Indices, Indices]]:
    """Pairs by position, as many at a time as fill a few megabytes."""
    size = max(1, BLOCK // max(1, width))
    for start in range(0, len(first), size):
        yield first[start : start + size], second[start : start + size]


@dataclass(frozen=True, eq=False)
class LawsInDoubles:
    """One row per dataset, one column per output; `empty` where an output is impossible."""

    matrix: Doubles
    outputs: list[Any]
    radius: float
    bits: int

    @staticmethod
    def of(laws: Sequence[Mapping[Any, Real]], empty: float) -> LawsInDoubles:
        """The midpoints; the largest radius, and the fewest bits that balls are known to."""
        place: dict[Any, int] = {}
        for law in laws:
            if law.keys() != place.keys():
                for r in law:
                    place.setdefault(r, len(place))
        matrix, order, radius = np.full((len(laws), len(place)), empty), list(place), 0.0
        bits = ENOUGH
        for i, law in enumerate(laws):
            values = list(map(float, law.values()))
            matrix[i, slice(None) if list(law) == order else [place[r] for r in law]] = values
            radius = max(radius, max(float(v.rad()) for v in law.values()))
            bits = min(bits, min(v.rel_accuracy_bits() for v in law.values()))
        return LawsInDoubles(matrix, order, radius, bits)

    @np.errstate(all="ignore")
    def highest_losses(
        self, first: Indices, second: Indices
    ) -> tuple[int, int] | dict[tuple[int, int], list[Any]]:
        """A pair with an infinite loss, or by pair the outputs whose loss may be the largest."""
        possible = self.matrix > -math.inf
        most = float(np.abs(self.matrix[possible]).max())
        slack, least = spare(most, self.radius) if filters_hold() else math.inf, -math.inf
        found: list[tuple[Indices, Indices, Indices, Doubles]] = []
        for i, j in blocks(first, second, len(self.outputs)):
            if (lost := np.flatnonzero((possible[i] & ~possible[j]).any(axis=1))).size:
                return int(i[lost[0]]), int(j[lost[0]])
            losses = np.where(possible[i], self.matrix[i] - self.matrix[j], -math.inf)
            if slack < math.inf:
                least = max(least, float(losses.max()) - slack)
            k, r = np.nonzero(possible[i] & ~(losses < least))
            found.append((i[k], j[k], r, losses[k, r]))
        near: dict[tuple[int, int], list[Any]] = {}
        for i, j, r, losses in found:
            kept = ~(losses < least)
            for a, b, c in zip(*(v[kept].tolist() for v in (i, j, r)), strict=True):
                near.setdefault((a, b), []).append(self.outputs[c])
        return near

    @np.errstate(all="ignore")
    def largest_excesses(self, first: Indices, second: Indices, factor: float) -> Indices:
        """Which of the pairs may have the largest delta, for probabilities."""
        n = len(self.outputs)
        if not (filters_hold() and self.bits >= ENOUGH and factor < MOST_FACTOR):
            return np.arange(len(first))
        tops = [
            np.maximum(self.matrix[i] - factor * self.matrix[j], 0.0).sum(axis=1)
            for i, j in blocks(first, second, n)
        ]
        values = np.concatenate(tops)
        return np.flatnonzero(values >= values.max() - 3 * (n + 32) * 2.0**-52)

    @np.errstate(all="ignore")
    def largest_powers(self, first: Indices, second: Indices, order: int) -> Indices:
        """Which of the pairs may have the largest sum of Q (P/Q)^order, for probabilities."""
        n, possible = len(self.outputs), self.matrix > 0
        least = float(self.matrix[possible].min())
        proven = self.bits >= ENOUGH and least > SMALLEST and order <= MOST_ORDER
        if not (filters_hold() and proven):
            return np.arange(len(first))
        tops = [self._powers(i, j, order) for i, j in blocks(first, second, n)]
        values = np.concatenate(tops)
        if not np.isfinite(values).all():
            return np.arange(len(first))
        return np.flatnonzero(values >= values.max() * (1 - (8 * order + n + 16) * 2.0**-51))

    def _powers(self, i: Indices, j: Indices, order: int) -> Doubles:
        p, q = self.matrix[i], self.matrix[j]
        ratio = np.divide(p, q, out=np.zeros_like(p), where=p > 0)
        total = q.copy()
        for _ in range(order):
            total *= ratio
        sums: Doubles = total.sum(axis=1)
        return sums
