"""The largest ratio of two piecewise exponential polynomials over all integers, without a window.

Beyond the last end of a segment each is a sum of terms c z^d e^(-k z).  The one with the least k,
and among these the highest d, leads: the function is that term times 1 + r(z), with

    |r(z)| <= R(v) = sum of |c_j / c| v^(d_j - d) e^(-(k_j - k) v)          for all z >= v,

once no term of R rises beyond v: where d_j - d <= (k_j - k) v.  So for z >= v

    f(z)/g(z) <= (c/c') z^(d - d') e^(-(k - k') z) (1 + R(v)) / (1 - R'(v)),

and where the power and exponential do not rise beyond v either, v itself is the worst.  All other
integers are between two such points, and are looked at one by one.  Whether f <= e^s g with
equality somewhere is decided by the terms of e^s g - f in exact numbers, of which those that are 0
are seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from dpbi.fields import Balls, Real
from dpbi.programs.infinite.products import values
from dpbi.programs.pieces import Pieces, Scalars, Segment, Terms

FARTHEST = 20_000
"""Integers that are looked at one by one."""


@dataclass(frozen=True, slots=True)
class TopRatio:
    """f/g is at most `value`, None where no bound is known; `grows` where there certainly is none.

    The integers between `low` and `high` were looked at, the others are in the tails.
    """

    value: Real | None
    low: int = 0
    high: int = 0
    grows: bool = False


def top_ratio(f: Pieces, g: Pieces, F: Balls, tolerance: Fraction) -> TopRatio:
    """The largest f(z)/g(z) over the integers z with f(z) > 0."""
    right = _beyond(f, g, F, tolerance)
    left = _beyond(f.mirrored(), g.mirrored(), F, tolerance)
    if right.value is None or left.value is None:
        return TopRatio(None, grows=right.grows or left.grows)
    low, high = 1 - left.high, right.high - 1
    best = right.value.max(left.value)
    for p, q in zip(values(f, low, high), values(g, low, high), strict=True):
        if p == 0:
            continue
        if not q > 0:
            return TopRatio(None)
        best = best.max(p / q)
    return TopRatio(best, low, high)


def _beyond(f: Pieces, g: Pieces, F: Balls, tolerance: Fraction) -> TopRatio:
    """A bound for all z >= its `high`, which is above all ends of segments."""
    start = last_end(f, g)
    a, b = _Lead.of(f, F), _Lead.of(g, F)
    if a is None:
        return TopRatio(F.rational(0), high=start)
    if b is None or not (a.c > 0 and b.c > 0):
        return TopRatio(None)
    k, d = a.k - b.k, a.d - b.d
    if k < 0 or (k == 0 and d > 0):
        return TopRatio(None, grows=True)
    v, step = start, 1
    while v - start <= FARTHEST:
        r, s = a.rest(v), b.rest(v)
        near = r is not None and s is not None and _is_falling(d, k, v) and s < 1
        if near and r is not None and s is not None and r + s < F.rational(tolerance):
            there = F.rational(Fraction(v) ** d) * F.exp(F.rational(-k * v))
            return TopRatio((a.c / b.c * there * (1 + r) / (1 - s)).upper(), high=v)
        v, step = v + step, 2 * step
    return TopRatio(None)


def last_end(*functions: Pieces) -> int:
    """The first integer >= 1 from which on all are in their last segments."""
    ends = [e for f in functions for s in f.segments for e in (s.lo, s.hi) if e is not None]
    return max([1, *map(ceil, ends)])


def last_terms(f: Pieces) -> Terms:
    """The terms beyond all ends; none where the function is 0 there."""
    return next((s.terms for s in f.segments if s.hi is None), {})


def _is_falling(d: int, k: Fraction, v: int) -> bool:
    """Whether z^d e^(-k z) does not rise for z >= v."""
    return d <= k * v


@dataclass(frozen=True)
class _Lead:
    """The term that leads, and the others."""

    c: Real
    d: int
    k: Fraction
    others: Terms
    F: Balls

    @staticmethod
    def of(f: Pieces, F: Balls) -> _Lead | None:
        """Of the last segment; None where the function is 0 there."""
        terms = {key: c for key, c in last_terms(f).items() if not bool(c == 0)}
        return _Lead.among(terms, F) if terms else None

    @staticmethod
    def among(terms: Terms, F: Balls) -> _Lead:
        """Of some terms."""
        d, k = min(terms, key=lambda key: (key[1], -key[0]))
        others = {key: c for key, c in terms.items() if key != (d, k)}
        return _Lead(terms[d, k], d, k, others, F)

    def rest(self, v: int) -> Real | None:
        """R(v); None where a term of it may still rise."""
        total = self.F.rational(0)
        for (d, k), c in self.others.items():
            if not _is_falling(d - self.d, k - self.k, v):
                return None
            power = self.F.rational(Fraction(v) ** (d - self.d))
            total += abs(c / self.c) * power * self.F.exp(self.F.rational((self.k - k) * v))
        return total


@dataclass(frozen=True, slots=True)
class Tie:
    """f <= e^s g everywhere, with equality at `at`; None where it is only the limit of ratios."""

    at: int | None


def tie(f: Pieces, g: Pieces, s: Fraction, F: Balls) -> Tie | None:
    """Whether e^s is the supremum of f/g, both in exact numbers; None where it is not seen to be.

    The terms of e^s g - f are looked at segment by segment: where none is left, both are equal.
    """
    factor, at, is_limit = f.numbers.power(s), None, False
    scaled = [
        Segment(t.lo, t.hi, {key: factor * c for key, c in t.terms.items()}) for t in g.segments
    ]
    rest = Pieces(f.numbers, False, tuple(scaled)).minus(f)
    for segment in rest.segments:
        terms = {key: c for key, c in segment.terms.items() if c.sign()}
        ends = _looked_at(terms, segment, F)
        if ends is None:
            return None
        low, high = ends
        if low > high:
            continue
        if not terms:
            at = low if at is None and f.at(Fraction(low)).sign() > 0 else at
            continue
        is_limit = is_limit or _is_limit(f, terms, segment)
        for z in _not_positive(terms, low, high, F):
            sign = rest.at(Fraction(z)).sign()
            if sign < 0:
                return None
            if sign == 0 and at is None and f.at(Fraction(z)).sign() > 0:
                at = z
    return Tie(at) if at is not None or is_limit else None


def _looked_at(terms: Terms, segment: Segment, F: Balls) -> tuple[int, int] | None:
    """The integers of a segment beyond which the sign of the terms is that of their lead."""
    lo, hi = (None if e is None else ceil(e) for e in (segment.lo, segment.hi))
    if lo is None and hi is None:
        above = _looked_at(terms, Segment(Fraction(0), None, terms), F)
        below = _looked_at(terms, Segment(None, Fraction(0), terms), F)
        return None if above is None or below is None else (below[0], above[1])
    if lo is None:
        assert hi is not None
        turned = {(d, -k): -c if d % 2 else c for (d, k), c in terms.items()}
        found = _looked_at(turned, Segment(Fraction(1 - hi), None, turned), F)
        return None if found is None else (-found[1], -found[0])
    if hi is not None:
        return (lo, hi - 1) if hi - lo <= FARTHEST else None
    if not terms:
        return lo, lo
    if _Lead.among(terms, F).c.sign() < 0:
        return None
    lead = _Lead.among({key: c.value(F) for key, c in terms.items()}, F)
    v, step = max(1, lo), 1
    while v - lo <= FARTHEST:
        rest = lead.rest(v)
        if rest is not None and rest < 1:
            return lo, v
        v, step = v + step, 2 * step
    return None


def _is_limit(f: Pieces, terms: Terms, segment: Segment) -> bool:
    """Whether f, on an infinite segment, falls more slowly than these terms."""
    if segment.lo is not None and segment.hi is not None:
        return False
    mirrored = segment.lo is None
    own = last_terms(f.mirrored() if mirrored else f)
    own = {key: c for key, c in own.items() if c.sign()}
    if not own:
        return False
    sign = -1 if mirrored else 1
    lead = min((sign * k, -d) for d, k in terms)
    return lead > min((k, -d) for d, k in own)


def _not_positive(terms: Terms, low: int, high: int, F: Balls) -> list[int]:
    """The integers at which balls do not show that the terms are above 0."""
    in_balls = {key: c.value(F) for key, c in terms.items()}
    whole = Pieces(Scalars(F), False, (Segment(None, None, in_balls),))
    return [z for z, p in enumerate(values(whole, low, high), low) if not p > 0]
