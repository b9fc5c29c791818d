"""The largest ratio of two piecewise exponential polynomials over all integers, without a window.

Beyond the last end of a segment each is a sum of terms c z^d e^(-k z).  The one with the least k,
and among these the highest d, leads: the function is that term times 1 + r(z), with

    |r(z)| <= R(v) = sum of |c_j / c| v^(d_j - d) e^(-(k_j - k) v)          for all z >= v,

once no term of R rises beyond v: where d_j - d <= (k_j - k) v.  So for z >= v

    f(z)/g(z) <= (c/c') z^(d - d') e^(-(k - k') z) (1 + R(v)) / (1 - R'(v)),

and where the power and exponential do not rise beyond v either, v itself is the worst.  So it is on
every stretch where both functions have one form, from its end that is nearer to 0; what is left of
it, and short stretches, are looked at one by one.  Whether f <= e^s g with
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
    """f/g is at most `value`, None where no bound is known; `grows`: there certainly is none."""

    value: Real | None
    grows: bool = False


def top_ratio(f: Pieces, g: Pieces, F: Balls, tolerance: Fraction) -> TopRatio:
    """The largest f(z)/g(z) over the integers z with f(z) > 0."""
    one, two = f.at(Fraction(0)), g.at(Fraction(0))
    found = [_largest([one], [two], F)]
    for p, q in ((f, g), (f.mirrored(), g.mirrored())):
        for cell in _cells(p, q):
            found.append(_within(cell, F, tolerance))
    bounds = [each.value for each in found if each.value is not None]
    if len(bounds) < len(found):
        return TopRatio(None, any(each.grows for each in found))
    return TopRatio(F.maximum(bounds))


@dataclass(frozen=True, slots=True)
class _Cell:
    """The integers low <= z < high, all above 0, on which each function has one form."""

    low: int
    high: int | None
    f: Pieces
    g: Pieces

    def terms(self, f: Pieces) -> Terms:
        """Those of a function here, but for what is surely 0."""
        found = [s.terms for s in f.segments if _covers(s, self.low)]
        return {key: c for terms in found for key, c in terms.items() if not bool(c == 0)}


def _covers(s: Segment, z: int) -> bool:
    return (s.lo is None or s.lo <= z) and (s.hi is None or z < s.hi)


def _cells(f: Pieces, g: Pieces) -> list[_Cell]:
    """The integers above 0, divided at the ends of all segments."""
    ends = {ceil(e) for h in (f, g) for s in h.segments for e in (s.lo, s.hi) if e is not None}
    cuts = sorted({1, *(e for e in ends if e > 1)})
    return [_Cell(lo, hi, f, g) for lo, hi in zip(cuts, [*cuts[1:], None], strict=True)]


def _within(cell: _Cell, F: Balls, tolerance: Fraction) -> TopRatio:
    """The largest ratio in a cell: all of a short one is looked at, of a long one its start."""
    rest, high = TopRatio(F.rational(0)), cell.high
    if high is None or high - cell.low > FARTHEST:
        rest, high = _beyond(cell, F, tolerance)
    if rest.value is None:
        return rest
    last = high - 1
    near = _largest(values(cell.f, cell.low, last), values(cell.g, cell.low, last), F)
    return near if near.value is None else TopRatio(near.value.max(rest.value))


def _largest(here: list[Real], there: list[Real], F: Balls) -> TopRatio:
    """The largest of ratios that are written out."""
    best: Real = F.rational(0)
    for p, q in zip(here, there, strict=True):
        if p == 0:
            continue
        if not q > 0:
            return TopRatio(None)
        best = best.max(p / q)
    return TopRatio(best)


def _beyond(cell: _Cell, F: Balls, tolerance: Fraction) -> tuple[TopRatio, int]:
    """A bound for all z of a cell from some z on, and that z."""
    start = cell.low
    a, b = (_Lead.among(t, F) if t else None for t in map(cell.terms, (cell.f, cell.g)))
    if a is None:
        return TopRatio(F.rational(0)), start
    if b is None or not (a.c > 0 and b.c > 0):
        return TopRatio(None), start
    k, d = a.k - b.k, a.d - b.d
    if k < 0 or (k == 0 and d > 0):
        return TopRatio(None, grows=cell.high is None), start
    v, step = start, 1
    while v - start <= FARTHEST:
        r, s = a.rest(v), b.rest(v)
        near = r is not None and s is not None and _is_falling(d, k, v) and s < 1
        if near and r is not None and s is not None and r + s < F.rational(tolerance):
            there = F.rational(Fraction(v) ** d) * F.exp(F.rational(-k * v))
            return TopRatio((a.c / b.c * there * (1 + r) / (1 - s)).upper()), v
        v, step = v + step, 2 * step
    return TopRatio(None), start


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
