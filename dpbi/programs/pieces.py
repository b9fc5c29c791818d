"""Piecewise exponential polynomials of one variable, on the integers or on the real line.

A function is a sum of terms c z^d e^(-k z) on each of finitely many segments, and 0 elsewhere.  All
densities of the noises that programs draw are of this kind, and the kind is closed under what a
probability needs: products, shifts, and sums (on Z) or integrals (on R) over a window that moves.

Segments are half-open, lo <= z < hi, with None for an infinite end.  So one formula serves both
lines: the sum or integral over a segment is S(hi) - S(lo), where S(z + 1) - S(z) = f(z) on Z, and
S' = f on R.  Exponents and ends are exact rationals; coefficients are numbers of any field, balls
or exact ones, and are never asked for their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TypeAlias

from dpbi.fields import Field, Real

Terms: TypeAlias = dict[tuple[int, Fraction], Real]
"""{(d, k): c}: the sum of c z^d e^(-k z)."""

End: TypeAlias = Fraction | None
"""The end of a segment; None is infinite."""


class Scalars:
    """The numbers of one field, and the sums of single terms, each made once."""

    def __init__(self, F: Field) -> None:
        self.F = F
        self.zero, self.one = F.rational(0), F.rational(1)
        self._rationals: dict[Fraction, Real] = {}
        self._powers: dict[Fraction, Real] = {}
        self._sums: dict[tuple[bool, int, Fraction], Terms] = {}

    def rational(self, value: Fraction) -> Real:
        """A rational number."""
        if value not in self._rationals:
            self._rationals[value] = self.F.rational(value)
        return self._rationals[value]

    def power(self, exponent: Fraction) -> Real:
        """e^exponent."""
        if exponent not in self._powers:
            self._powers[exponent] = self.F.exp(self.F.rational(exponent))
        return self._powers[exponent]

    def sum_of(self, d: int, k: Fraction, *, continuous: bool) -> Terms:
        """An S for the one term z^d e^(-k z)."""
        key = (continuous, d, k)
        if key not in self._sums:
            if not k:
                self._sums[key] = self._of_power(d, continuous=continuous)
            else:
                make = self._integral if continuous else self._sum
                self._sums[key] = make(d, k)
        return self._sums[key]

    def _of_power(self, d: int, *, continuous: bool) -> Terms:
        """An S for z^d: z^(d+1) / (d+1) on R.  On Z the coefficients from the highest down."""
        p = {d + 1: Fraction(1, d + 1)}
        for j in range(d, 0, -1) if not continuous else ():
            rest = sum(comb(i, j - 1) * c for i, c in p.items() if i > j)
            p[j] = -rest / Fraction(j)
        return {(i, Fraction(0)): self.rational(c) for i, c in p.items() if c}

    def _integral(self, d: int, k: Fraction) -> Terms:
        """The coefficients p of e^(-k z) satisfy (j + 1) p_(j+1) - k p_j = [j = d]."""
        p, terms = -1 / k, {(d, k): self.rational(-1 / k)}
        for j in range(d - 1, -1, -1):
            p = (j + 1) * p / k
            terms[j, k] = self.rational(p)
        return terms

    def _sum(self, d: int, k: Fraction) -> Terms:
        """With w = e^-k they satisfy p_j (w - 1) = [j = d] - w * sum over i > j of C(i, j) p_i."""
        w = self.power(-k)
        p: dict[int, Real] = {}
        for j in range(d, -1, -1):
            rest = self.one if j == d else self.zero
            for i in range(j + 1, d + 1):
                rest = rest - w * p[i] * comb(i, j)
            p[j] = rest / (w - self.one)
        return {(j, k): c for j, c in p.items()}


@dataclass(frozen=True, slots=True)
class Segment:
    """The terms on lo <= z < hi."""

    lo: End
    hi: End
    terms: Terms


@dataclass(frozen=True, slots=True)
class Pieces:
    """A function: its segments in order, none empty, and 0 between them."""

    numbers: Scalars
    continuous: bool
    segments: tuple[Segment, ...]

    def at(self, z: Fraction) -> Real:
        """The value at z."""
        for s in self.segments:
            if (s.lo is None or s.lo <= z) and (s.hi is None or z < s.hi):
                return self._value(s.terms, z)
        return self.numbers.zero

    def within(self, lo: End, hi: End) -> Pieces:
        """The function on lo <= z < hi, 0 elsewhere."""
        cut = (Segment(_larger(s.lo, lo), _smaller(s.hi, hi), s.terms) for s in self.segments)
        return self._with(s for s in cut if _is_before(s.lo, s.hi))

    def shifted(self, by: Fraction) -> Pieces:
        """z -> f(z + by)."""
        if not by:
            return self
        return self._with(
            Segment(_moved(s.lo, -by), _moved(s.hi, -by), self._shifted(s.terms, by))
            for s in self.segments
        )

    def mirrored(self) -> Pieces:
        """z -> f(-z); on Z the points lo .. hi - 1 become 1 - hi .. -lo."""
        last = Fraction(0 if self.continuous else 1)
        return self._with(
            Segment(
                None if s.hi is None else last - s.hi,
                None if s.lo is None else last - s.lo,
                {(d, -k): -c if d % 2 else c for (d, k), c in s.terms.items()},
            )
            for s in reversed(self.segments)
        )

    def times(self, other: Pieces) -> Pieces:
        """The product of two functions."""
        found = []
        for s in self.segments:
            for t in other.segments:
                lo, hi = _larger(s.lo, t.lo), _smaller(s.hi, t.hi)
                if _is_before(lo, hi):
                    found.append(Segment(lo, hi, _product(s.terms, t.terms)))
        return self._with(found)

    def minus(self, other: Pieces) -> Pieces:
        """The difference of two functions."""
        negative = other._with(
            Segment(s.lo, s.hi, {key: -c for key, c in s.terms.items()}) for s in other.segments
        )
        parts = (*self.segments, *negative.segments)
        cuts = sorted({end for s in parts for end in (s.lo, s.hi) if end is not None})
        found = []
        for lo, hi in zip([None, *cuts], [*cuts, None], strict=True):
            terms: Terms = {}
            for s in parts:
                if _is_inside(lo, hi, s):
                    _add(terms, s.terms)
            if terms:
                found.append(Segment(lo, hi, terms))
        return self._with(found)

    def below(self) -> Pieces:
        """t -> the sum or integral over z < t."""
        found: list[Segment] = []
        done, end = self.numbers.zero, None
        for s in self.segments:
            if found and end != s.lo:
                found.append(Segment(end, s.lo, self._constant(done)))
            sums = self._summed(s.terms)
            before = done - self._start(sums, s.lo)
            here = dict(sums)
            _add(here, self._constant(before))
            found.append(Segment(s.lo, s.hi, here))
            end = s.hi
            if end is not None:
                done = before + self._value(sums, end)
        if found and end is not None:
            found.append(Segment(end, None, self._constant(done)))
        return self._with(found)

    def from_on(self) -> Pieces:
        """t -> the sum or integral over z >= t.

        Not the total less `below`, which would lose all digits in the tail.
        """
        step = Fraction(0 if self.continuous else 1)
        return self.mirrored().below().shifted(step).mirrored()

    def window(self, lo: End, hi: End) -> Pieces:
        """t -> the sum or integral over t + lo <= z <= t + hi, an end being None for infinite."""
        if lo is None and hi is None:
            raise ValueError("a window has an end")
        step = Fraction(0 if self.continuous else 1)
        if hi is None:
            assert lo is not None
            return self.from_on().shifted(lo)
        if lo == hi and not self.continuous:
            return self.shifted(hi)
        below = self.below()
        return (
            below.shifted(hi + step)
            if lo is None
            else below.shifted(hi + step).minus(below.shifted(lo))
        )

    def total(self) -> Real:
        """The sum or integral over all z."""
        whole = self.numbers.zero
        for s in self.segments:
            sums = self._summed(s.terms)
            if s.hi is not None:
                whole = whole + self._value(sums, s.hi)
            elif any(k <= 0 for _, k in sums):
                raise ValueError("a sum that is not finite")
            whole = whole - self._start(sums, s.lo)
        return whole

    def _start(self, sums: Terms, lo: End) -> Real:
        """S at the lower end of a segment; 0 at minus infinity, where all terms must vanish."""
        if lo is not None:
            return self._value(sums, lo)
        if any(k >= 0 for _, k in sums):
            raise ValueError("a sum that is not finite")
        return self.numbers.zero

    def _with(self, segments: Iterator[Segment] | list[Segment]) -> Pieces:
        return Pieces(self.numbers, self.continuous, tuple(segments))

    def _constant(self, value: Real) -> Terms:
        return {(0, Fraction(0)): value}

    def _value(self, terms: Terms, z: Fraction) -> Real:
        value = self.numbers.zero
        for (d, k), c in terms.items():
            part = c * self.numbers.power(-k * z) if k and z else c
            value = value + (part * self.numbers.rational(z**d) if d else part)
        return value

    def _shifted(self, terms: Terms, by: Fraction) -> Terms:
        """By the binomial theorem."""
        found: Terms = {}
        for (d, k), c in terms.items():
            part = c * self.numbers.power(-k * by) if k else c
            for i in range(d + 1):
                times = self.numbers.rational(comb(d, i) * by ** (d - i))
                _add(found, {(i, k): part * times})
        return found

    def _summed(self, terms: Terms) -> Terms:
        found: Terms = {}
        for (d, k), c in terms.items():
            one = self.numbers.sum_of(d, k, continuous=self.continuous)
            _add(found, {key: c * v for key, v in one.items()})
        return found


def _add(terms: Terms, more: Terms) -> None:
    for key, c in more.items():
        terms[key] = terms[key] + c if key in terms else c


def _product(a: Terms, b: Terms) -> Terms:
    found: Terms = {}
    for (d, k), c in a.items():
        for (e, j), v in b.items():
            _add(found, {(d + e, k + j): c * v})
    return found


def _moved(end: End, by: Fraction) -> End:
    return None if end is None else end + by


def _larger(a: End, b: End) -> End:
    """Of two lower ends."""
    return b if a is None else a if b is None else max(a, b)


def _smaller(a: End, b: End) -> End:
    """Of two upper ends."""
    return b if a is None else a if b is None else min(a, b)


def _is_before(lo: End, hi: End) -> bool:
    return lo is None or hi is None or lo < hi


def _is_inside(lo: End, hi: End, s: Segment) -> bool:
    above = s.lo is None or (lo is not None and s.lo <= lo)
    return above and (s.hi is None or (hi is not None and hi <= s.hi))
