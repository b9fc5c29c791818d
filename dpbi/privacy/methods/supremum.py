"""The supremum of K(a) / (a (a - 1)) over all orders a > 1, for a convex K with K(1) = 0.

It is rho of one ordered pair where K(a) = ln sum_r Q(r) e^(a d(r)), d = ln P/Q, as in
`privacy/concentrated.py`, which says why.

A lower bound is the value at any order, or the limit.  T is an upper bound where

    K(a) <= T a (a - 1)     for all a > 1,                                                      (*)

which is shown on intervals that cover all orders, by one of these:

Tail.   P/Q <= e^top gives K(a) <= (a - 1) top, so (*) holds from a = top / T on.

Chord.  On [a, b] the convex K lies below its chord, and T t (t - 1) less the chord is a quadratic
        polynomial whose least value is at an end or at its vertex.  For a = 1 it is
        (t - 1) (T t - slope), which is >= 0 where T >= slope = K(b) / (b - 1).

Taylor. Under the law with probabilities proportional to Q e^(c d), let m be the mean of d and
        u = d - m.  Then K(c + h) = K(c) + m h + ln E e^(h u), and as E u = 0, for complex |h| <= R

            |E e^(h u) - 1| = |E (e^(h u) - 1 - h u)| <= E (e^(R |u|) - 1 - R |u|) = beta.

        If beta < 1, ln E e^(h u) = sum over j >= 2 of k_j h^j is analytic there and at most
        M = -ln(1 - beta) in size, so |k_j| <= M / R^j (Cauchy), and for |h| <= w = R/2 the terms
        from j = N on sum to at most 2 M 2^-N.  What is left is a polynomial: up to degree 2 its
        least value is taken, and beyond it |k_j| w^j.  Around c = 1, K(1) = 0 and m = KL, and (*)
        is divided by h first: (T - m) + (T - k_2) h - rest(h) >= 0 for 0 < h <= w.  The rest has no
        terms below h^2, so rest(h) <= (h/w) rest(w), and T >= m with (T - k_2) w >= rest(w) is
        enough; or the line is above rest(w) at both ends.

The chord alone would need 10^15 intervals for a law like the discrete Gaussian's, whose D_a / a is
the same at all orders to thirty digits; there the k_j for j >= 3 are as small.

Intervals where none of these succeeds are halved; the value in the middle raises the lower bound,
and with it T = lower bound + tolerance.  D_t is increasing in t, so an interval that is given up
still has D_t / t <= D_b / a.

No optimiser of scipy's looks for the order: its best guess would raise the lower bound alone, which
halving reaches on the way to the upper one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Any, TypeAlias

from dpbi.fields import Balls, Real
from dpbi.privacy.pairs import Pairs, losses, normalised, only_under_first
from dpbi.privacy.results import Divergence
from dpbi.support.progress import counted

MOST_STEPS = 2000  # intervals of one pair that are halved; a supremum needs some dozens
WORK = 30_000_000  # products of balls of a few words in all: about ten seconds
ONE = Fraction(1)


CurveMaker: TypeAlias = Callable[..., "Curve"]
"""(logarithms of two laws, field, pair, terms of a series) -> their curve, as `Curve.of`."""


@dataclass
class Supremum:
    """The best lower bound so far, and the upper bounds of what was given up."""

    pairs: Pairs
    tolerance: Fraction
    F: Balls
    fixed: Fraction | None = None
    best: Divergence = field(init=False)
    given_up: Fraction = Fraction(0)
    tied: bool = False
    work: int = WORK
    of: CurveMaker = field(default_factory=lambda: Curve.of)

    def find(self, ties: Callable[[Any, Any], bool] | None = None) -> Divergence:
        """All pairs, those that promise most first: they raise T for the others."""
        F, zero, terms = self.F, Fraction(0), 24 + (1 / self.tolerance).__ceil__().bit_length()
        laws = normalised(self.pairs, F)
        with F.scope():
            curves = []
            for x, y in counted("pairs", self.pairs.different(F)):
                if only_under_first(laws[x], laws[y]) is not None:
                    return Divergence(
                        math.inf, math.inf, x, y, ("support",), at=ONE, quantity="rho"
                    )
                curves.append(self.of(laws[x], laws[y], F, (x, y), terms))
            self.best = Divergence(zero, zero, *curves[0].pair, at=ONE)
            for curve in curves:
                self.see(curve, ONE, curve.slope)
                if ties is not None and curve.slope.overlaps(F.rational(self.target)):
                    curve.tied = ties(*curve.pair)
                    self.tied = self.tied or curve.tied
            for curve in sorted(curves, key=lambda c: float(c.slope), reverse=True):
                self.cover(curve)
            most = F.enclosure(F.maximum(c.top for c in curves)).hi  # D_a / a <= D_a <= top
        d = self.best
        hi = max(d.lo, min(most, max(self.target, self.given_up)))
        return Divergence(d.lo, hi, d.x, d.y, at=d.at, quantity="rho")

    @property
    def target(self) -> Fraction:
        """T."""
        if self.fixed is not None:
            return self.fixed
        return Fraction(self.best.lo) + self.tolerance

    def see(self, curve: Curve, order: Fraction, value: Real) -> None:
        """Take a value of D_a / a into account."""
        lo = self.F.enclosure(value).lo
        if lo > self.best.lo:
            self.best = Divergence(lo, lo, *curve.pair, at=order)

    def cover(self, curve: Curve) -> None:
        """Show (*) for all orders of one pair, or give up what is left.

        The intervals that may have the largest values come first: they raise T for the others.
        """
        F, finest = self.F, Fraction(1, 1 << self.F.bits // 2)
        open_, last = [], ONE
        while last == 1 or not curve.ends_by(last, self.target):
            open_.append((last, 2 * last))
            last *= 2
            self.see(curve, last, curve.at(last) / F.rational(last * (last - 1)))
        queue = [(-float(curve.most(a, b)), a, b) for a, b in open_]
        heapify(queue)
        steps = 0
        while queue:
            _, a, b = heappop(queue)
            if curve.ends_by(a, self.target) or curve.below(a, b, self.target):
                continue
            steps += 1 if self.best.lo <= self.target else MOST_STEPS  # a fixed T may be refuted
            self.work -= curve.work
            if steps > MOST_STEPS or self.work <= 0 or b - a < a * finest:
                self.given_up = max(self.given_up, F.enclosure(curve.most(a, b)).hi)
                continue
            middle = (a + b) / 2
            self.see(curve, middle, curve.at(middle) / F.rational(middle * (middle - 1)))
            for part in ((a, middle), (middle, b)):
                heappush(queue, (-float(curve.most(*part)), *part))


@dataclass
class Curve:
    """K of one ordered pair in balls; `slope` is KL, `top` the largest d."""

    F: Balls
    pair: tuple[Any, Any]
    q: list[Real]
    d: list[Real]
    slope: Real
    top: Real
    terms: int
    tied: bool = False
    known: dict[Fraction, Real] = field(default_factory=dict)

    @property
    def work(self) -> int:
        """What one interval takes: the powers of each gap, the cumulants, and their length."""
        return self.terms * (len(self.d) + self.terms) * (1 + self.F.bits // 256)

    @staticmethod
    def of(p: Any, q: Any, F: Balls, pair: tuple[Any, Any], terms: int) -> Curve:
        """From two laws as logarithms; `terms` are summed of a series."""
        gaps = dict(losses(p, q))
        slope = sum((F.exp(p[r]) * d for r, d in gaps.items()), F.rational(0))
        rest = [q[r] for r in gaps]
        return Curve(F, pair, rest, list(gaps.values()), slope, F.maximum(gaps.values()), terms)

    def at(self, order: Fraction) -> Real:
        """K(order)."""
        if order not in self.known:
            F, a = self.F, self.F.rational(order)
            terms = (F.exp(q + a * d) for q, d in zip(self.q, self.d, strict=True))
            self.known[order] = F.log(sum(terms, F.rational(0)))
        return self.known[order]

    def most(self, a: Fraction, b: Fraction) -> Real:
        """D_b / a, which is at least D_t / t on [a, b]."""
        return self.at(b) / self.F.rational((b - 1) * a)

    def ends_by(self, a: Fraction, T: Fraction) -> bool:
        """Whether the tail begins at a or before."""
        return bool(self.top <= self.F.rational(a * T))

    def below(self, a: Fraction, b: Fraction, T: Fraction) -> bool:
        """Whether (*) is seen to hold on [a, b], 1 <= a < b."""
        return self._by_chord(a, b, T) or self._by_taylor(a, b, T)

    def _by_chord(self, a: Fraction, b: Fraction, T: Fraction) -> bool:
        F, t, k = self.F, self.F.rational(T), self.at(b)
        if a == 1:
            return bool(k <= F.rational(T * (b - 1)))
        slope = (k - self.at(a)) / F.rational(b - a)
        start = self.at(a) - slope * F.rational(a)  # of the chord, at 0
        if not (self.at(a) <= F.rational(T * a * (a - 1)) and k <= F.rational(T * b * (b - 1))):
            return False
        vertex = (t + slope) / (2 * t)
        if vertex <= F.rational(a) or vertex >= F.rational(b):
            return True
        return bool((t + slope) ** 2 <= -4 * t * start)

    def _by_taylor(self, a: Fraction, b: Fraction, T: Fraction) -> bool:
        F = self.F
        near_one = a == 1
        c, w = (a, b - a) if near_one else ((a + b) / 2, (b - a) / 2)
        found = self._around(c, w)
        if found is None:
            return False
        mean, k, rest = found
        t, width = F.rational(T), F.rational(w)
        if near_one:
            flat, rise = t - mean, t - k[0]
            rest = rest / width
            if (self.tied or flat >= 0) and rise * width >= rest:
                return True
            return bool(flat >= rest and flat + rise * width >= rest)
        p0 = F.rational(T * c * (c - 1)) - self.at(c)
        p1, p2 = F.rational(T * (2 * c - 1)) - mean, t - k[0]
        return bool(_least(p0, p1, p2, width) >= rest)

    def _around(self, c: Fraction, w: Fraction) -> tuple[Real, list[Real], Real] | None:
        """(m, [k_2], a bound of the sum over j >= 3 of |k_j| w^j); None where beta is near 1."""
        F, order = self.F, self.F.rational(c)
        weights = [F.exp(q + order * d) for q, d in zip(self.q, self.d, strict=True)]
        norm = sum(weights, F.rational(0))
        weights = [p / norm for p in weights]
        mean = sum((p * d for p, d in zip(weights, self.d, strict=True)), F.rational(0))
        u = [d - mean for d in self.d]
        R = F.rational(2 * w)
        beta = sum(
            (p * (F.expm1(R * abs(v)) - R * abs(v)) for p, v in zip(weights, u, strict=True)),
            F.rational(0),
        )
        if not beta < F.rational(Fraction(9, 10)):
            return None
        terms = self.terms
        k = _cumulants(weights, u, terms, F)
        width, rest = F.rational(w), -F.log(1 - beta) * 2 / F.rational(1 << terms)
        for j in range(terms - 1, 2, -1):
            rest += abs(k[j - 2]) * width**j
        return mean, k, rest


def _cumulants(weights: Sequence[Real], u: Sequence[Real], terms: int, F: Balls) -> list[Real]:
    """k_2 .. k_(terms-1) of ln(1 + sum of s_j h^j), s_j = E u^j / j!, s_0 = 1, s_1 = 0.

    The derivative of the logarithm times the series is the derivative of the series:
    j k_j = j s_j - sum over 2 <= i <= j - 2 of i k_i s_(j-i).
    """
    powers, s = list(weights), [F.rational(1), F.rational(0)]
    powers = [p * v for p, v in zip(powers, u, strict=True)]
    for j in range(2, terms):
        powers = [p * v / j for p, v in zip(powers, u, strict=True)]
        s.append(sum(powers, F.rational(0)))
    k = [F.rational(0), F.rational(0)]
    for j in range(2, terms):
        inner = sum((i * k[i] * s[j - i] for i in range(2, j - 1)), F.rational(0))
        k.append(s[j] - inner / j)
    return k[2:]


def _least(p0: Real, p1: Real, p2: Real, w: Real) -> Real:
    """A lower bound of p0 + p1 h + p2 h^2 over |h| <= w."""
    ends = (p0 + p1 * w + p2 * w * w).min(p0 - p1 * w + p2 * w * w)
    if p2 <= 0:
        return ends
    if not p2 > 0:
        return p0 - abs(p1) * w - abs(p2) * w * w
    if abs(p1) >= 2 * p2 * w:
        return ends
    return ends.min(p0 - p1 * p1 / (4 * p2))
