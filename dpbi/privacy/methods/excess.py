"""delta(epsilon) of a table: a filter with a proven bound, then rational numbers.

For one ordered pair, with A the outputs where P > e^eps Q,

    delta = sum_r max(0, P(r) - e^eps Q(r)) = P(A) - e^eps Q(A),

and P(A), Q(A) are rational.  For rational eps > 0, e^eps is irrational (Lindemann 1882):
P(r) = e^eps Q(r) never holds, so enclosures of e^eps decide A.  Where Q(A) = 0, or e^eps is
rational (eps = 0, or ln of a rational), the value is rational and known exactly: a claim that is
met with equality is seen to be met.

Filter.  Let u = 2^-53, E = e^eps, and Ê its double, within a factor 1 +- 2u.  P, Q have doubles
within 1 +- u (exact for floats).  Then fl(Ê Q) = E Q (1 + t) + s with |t| <= 5u and s at most the
smallest double.  Where E Q <= 2P the difference is computed with an error of at most
11u P, and one more rounding of at most 2u P; where E Q > 2P its positive part is 0, and computed as
at most s.  So each term errs by at most 16u P + s, and all of them by 17u in sum, the rows being
laws.  Adding n terms >= 0 in any order errs by at most (n-1)u (1 + n u) times their sum, which is
below 1.02.  Altogether the error is below (n + 32) 2u, with room to spare.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dpbi.errors import TooLarge
from dpbi.fields import Balls, Enclosure, ExactNumber, Level
from dpbi.fields.balls import filters_hold
from dpbi.privacy.methods.laid import Doubles, Indices, Laid
from dpbi.privacy.results import Divergence

FEW = 2_000
TINY, FAR = 2.0**-1070, 2.0**-900
LARGEST = Fraction(600)  # e^eps stays in the range of doubles, and times 2^-1000 below 2^-134
MOST_KEPT = 20_000_000  # pairs that may attain the maximum: half a gigabyte
AT_LEAST = 8  # candidates are settled exactly while they are as few as this


@dataclass(frozen=True)
class Excess:
    """delta(epsilon) over all ordered pairs of a table."""

    laid: Laid
    few: int = FEW

    def profile(self, levels: Iterable[ExactNumber], tolerance: Fraction) -> list[Divergence]:
        """delta at each level, to the tolerance; exactly where that is possible and 0 is asked."""
        return [self.at(level, tolerance) for level in levels]

    @np.errstate(all="ignore")
    def at(self, level: ExactNumber, tolerance: Fraction) -> Divergence:
        """delta(level): the best pair exactly, the others exactly or by the filter's bound."""
        factor = Power(level)
        first, second, bounds = self._candidates(factor)
        best, hi, pair = Enclosure.exactly(0), Fraction(0), (int(first[0]), int(second[0]))
        for count, k in enumerate(np.argsort(-bounds, kind="stable")):
            bound = Fraction(float(bounds[k]))
            if count and bound <= best.lo:
                break
            if count >= AT_LEAST and max(hi, bound) - best.lo <= tolerance:
                hi = max(hi, bound)
                break
            i, j = int(first[k]), int(second[k])
            value = self._value(i, j, factor, tolerance)
            hi = max(hi, value.hi)
            if not count or value.lo > best.lo:
                best, pair = value, (i, j)
        x, y = (self.laid.names[i] for i in pair)
        trusts = ("filter", "ball") if self._filters(factor) else ("symbolic", "ball")
        found = Divergence(best.lo, hi, x, y, trusts, counted=self.laid.counted, at=level)
        return found.of_floats(self.laid.cells.deviation)

    @np.errstate(all="ignore")
    def of_pair(self, i: int, j: int, level: ExactNumber, tolerance: Fraction) -> Divergence:
        """delta(level) from dataset i to dataset j, neighbours or not."""
        value, names = self._value(i, j, Power(level), tolerance), self.laid.names
        trusts = ("filter", "ball") if self._filters(Power(level)) else ("symbolic", "ball")
        found = Divergence(value.lo, value.hi, names[i], names[j], trusts, at=level)
        return found.of_floats(self.laid.cells.deviation)

    def _filters(self, factor: Power) -> bool:
        """Whether doubles are used: where they pay, and their bound is proven."""
        many = self.laid.comparisons > self.few
        proven = many and factor.level <= LARGEST and self.laid.cells.within_range
        return proven and filters_hold()

    def _candidates(self, factor: Power) -> tuple[Indices, Indices, Doubles]:
        """Pairs that may attain the maximum, with an upper bound of the delta of each."""
        laid, filters = self.laid, self._filters(factor)
        error, least, kept = (laid.cells.matrix.shape[1] + 32) * 2.0**-52, -math.inf, 0
        double = factor.double if filters else 0.0
        found: list[tuple[Indices, Indices, Doubles]] = []
        for i, j in laid.blocks():
            tops = np.full(len(i), 2.0)
            if filters:
                tops = _excess(laid.cells.matrix, i, j, double)
                least = max(least, float(tops.max(initial=-math.inf)) - 3 * error)
            near = tops >= least
            found.append((i[near], j[near], tops[near]))
            kept += int(near.sum())
            if kept > MOST_KEPT:
                raise TooLarge("the list of pairs that tie", kept, MOST_KEPT, "pairs", each=24)
        first, second, tops = (np.concatenate(parts) for parts in zip(*found, strict=True))
        near = tops >= least
        return first[near], second[near], tops[near] + (2 * error if filters else 0.0)

    def _value(self, i: int, j: int, factor: Power, tolerance: Fraction) -> Enclosure:
        """P(A) - e^eps Q(A) of one pair: exact where it is rational."""
        sure, unsure = np.zeros(0, dtype=np.int64), np.flatnonzero(self.laid.cells.support[i])
        if self._filters(factor):
            sure, unsure = self._by_doubles(i, j, factor.double)
            sure, unsure = self._by_pairs_of_doubles(i, j, factor, sure, unsure)
        at = self.laid.fraction
        more = [r for r in unsure.tolist() if factor.exceeded(at(i, r), at(j, r))]
        used = np.concatenate([sure, np.array(more, dtype=np.int64)])
        above, below = (self.laid.cells.sum(k, used) for k in (i, j))
        return factor.difference(above, below, tolerance)

    def _by_doubles(self, i: int, j: int, E: float) -> tuple[Indices, Indices]:
        """Where P > e^eps Q for certain, and where doubles leave it open.

        Both sides together have at most 8u of relative error, and Ê Q underflows by at most half
        the smallest double, as does its product with 1 +- 16u; TINY is sixteen times that double.
        """
        p, q = self.laid.cells.matrix[i], E * self.laid.cells.matrix[j]
        sure = p > q * (1 + 2.0**-49) + TINY
        lost = (p == 0) | (p < q * (1 - 2.0**-49) - TINY)
        unsure = ~sure & ~lost & self.laid.cells.support[i]
        return np.flatnonzero(sure), np.flatnonzero(unsure)

    def _by_pairs_of_doubles(
        self, i: int, j: int, factor: Power, sure: Indices, unsure: Indices
    ) -> tuple[Indices, Indices]:
        """The same for floats that tie in doubles, as e^-1 does with what a program makes of it.

        E is within 2^-105 of Ê + e, and Ê Q = v + w exactly (Dekker 1971) far from underflow.  As
        P and v are within 2^-47, P - v is exact, and t = P - v - w - e Q errs by at most
        2^-100 v + u t.
        """
        p, q = (self.laid.cells.matrix[k][unsure] for k in (i, j))
        if self.laid.cells.rounding or not unsure.size:
            return sure, unsure
        v, w = _product(factor.double, q)
        t = ((p - v) - w) - factor.rest * q
        clear = (np.minimum(p, q) >= FAR) & (np.abs(t) > 2.0**-99 * v)
        return np.concatenate([sure, unsure[clear & (t > 0)]]), unsure[~clear]


def _excess(matrix: Doubles, first: Indices, second: Indices, E: float) -> Doubles:
    """The filter's value of each pair."""
    terms = matrix[first] - E * matrix[second]
    sums: Doubles = np.maximum(terms, 0.0).sum(axis=1)
    return sums


def _product(a: float, b: Doubles) -> tuple[Doubles, Doubles]:
    """a b as a double and its exact error, by Veltkamp's halves of 26 bits."""
    product = a * b
    halves = []
    for factor in (a, b):
        large = factor * (2.0**27 + 1)
        high = large - (large - factor)
        halves.append((high, factor - high))
    (a_high, a_low), (b_high, b_low) = halves
    error = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)
    return product, error


def _bits(value: Fraction) -> int:
    """b with 2^(b-1) < value < 2^(b+1)."""
    return value.numerator.bit_length() - value.denominator.bit_length()


class Power:
    """E = e^eps for eps >= 0, compared with rationals: exactly where it is one, else enclosed."""

    def __init__(self, level: ExactNumber) -> None:
        self.level = level
        exact = Level.of(level)
        self.rational = exact.factor.as_rational if exact.power == 1 else None
        self._known: dict[int, Enclosure] = {}

    def enclosure(self, bits: int) -> Enclosure:
        """E to a relative width of about 2^-bits."""
        if self.rational is not None:
            return Enclosure.exactly(self.rational)
        if bits not in self._known:
            F = Balls(bits)
            with F.scope():
                self._known[bits] = F.enclosure(F.exp(Level.of(self.level).value(F)))
        return self._known[bits]

    @property
    def double(self) -> float:
        """A double within a factor 1 +- 2^-52 of E, where it has one."""
        return float(self.enclosure(128).lo)

    @property
    def rest(self) -> float:
        """What the double is short of E, as a double: with it, E is known to within 2^-105."""
        return float(self.enclosure(256).lo - Fraction(self.double))

    def exceeded(self, p: Fraction, q: Fraction) -> bool:
        """Whether p > E q, for p > 0: always decided, as E is irrational or known exactly.

        E itself is formed only where it can be near p / q: beyond, it has no place in memory.
        """
        if q == 0:
            return True
        if self.level >= _bits(p) - _bits(q) + 2:  # p / q is below that power of 2, and 2 < e
            return False
        bits = 128
        while True:
            E = self.enclosure(bits)
            if p > E.hi * q:
                return True
            if p <= E.lo * q:
                return False
            bits *= 2

    def difference(self, above: Fraction, below: Fraction, tolerance: Fraction) -> Enclosure:
        """above - E below to the tolerance, but to 2^-256 at least; never below 0."""
        if below == 0 or self.rational is not None:
            return Enclosure.exactly(max(above - (self.rational or 0) * below, Fraction(0)))
        spare = max(256, tolerance.denominator.bit_length() + 64 if tolerance else 256)
        E = self.enclosure(spare + 2 * int(Level.of(self.level).enclosure().hi) + 2)
        unit = 1 << spare
        lo = ((above - E.hi * below) * unit).__floor__()
        hi = ((above - E.lo * below) * unit).__ceil__()
        return Enclosure(Fraction(max(lo, 0), unit), Fraction(max(hi, 0), unit))
