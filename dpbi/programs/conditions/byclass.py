"""Functions on the integers that are piecewise exponential polynomials on each residue class.

Conditions with factors, such as 2 a > 3 b, leave such functions: ends are floors of quotients.
On the real line, and where no factor is in the way, there is one class.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, comb, lcm
from typing import TypeAlias

from dpbi.fields import Real
from dpbi.programs.pieces import End, Pieces, Scalars, Segment, Terms

Portion: TypeAlias = tuple[tuple[int, int], Segment]
"""A segment in w on the class z = m w + r, as ((m, r), segment); portions may overlap."""


@dataclass(frozen=True, slots=True)
class ByClass:
    """f(m w + r) is the r-th of m functions at w."""

    functions: tuple[Pieces, ...]

    @property
    def modulus(self) -> int:
        """The number of classes."""
        return len(self.functions)

    def times(self, other: Pieces | ByClass) -> ByClass:
        """The product, on the classes of both."""
        that = other if isinstance(other, ByClass) else ByClass((other,))
        m = lcm(self.modulus, that.modulus)
        pairs = zip(self._refined(m), that._refined(m), strict=True)
        return ByClass(tuple(f.times(g) for f, g in pairs))

    def at(self, z: Fraction) -> Real:
        """The value at an integer z."""
        w, r = divmod(int(z), self.modulus)
        return self.functions[r].at(Fraction(w))

    def total(self) -> Real:
        """The sum or integral over everything."""
        first, *others = (f.total() for f in self.functions)
        return sum(others, first)

    def portions(self) -> list[Portion]:
        """All segments, each with its class."""
        m = self.modulus
        return [((m, r), s) for r, f in enumerate(self.functions) for s in f.segments]

    def _refined(self, m: int) -> tuple[Pieces, ...]:
        """The functions of m classes, a multiple of those that there are."""
        if m == self.modulus:
            return self.functions
        found = []
        for r in range(m):
            f = self.functions[r % self.modulus]
            step, start = m // self.modulus, r // self.modulus
            cut = (on_class(f.numbers, s, step, start) for s in f.segments)
            found.append(Pieces(f.numbers, f.continuous, tuple(s for s in cut if s is not None)))
        return tuple(found)


def product_by_class(f: Pieces | ByClass, g: Pieces | ByClass) -> Pieces | ByClass:
    """f times g."""
    if isinstance(f, Pieces) and isinstance(g, Pieces):
        return f.times(g)
    return (f if isinstance(f, ByClass) else ByClass((f,))).times(g)


def on_class(numbers: Scalars, s: Segment, m: int, r: int) -> Segment | None:
    """The segment at m w + r as one in w; None where no integer w is in it."""
    lo, hi = (None if end is None else Fraction(ceil((end - r) / m)) for end in (s.lo, s.hi))
    if lo is not None and hi is not None and lo >= hi:
        return None
    terms: Terms = {}
    for (d, k), c in s.terms.items():
        part = c * numbers.power(-k * r) if k and r else c
        for i in range(d + 1) if r else (d,):
            times = Fraction(comb(d, i) * m**i * r ** (d - i))
            key = (i, k * m)
            more = part * numbers.rational(times)
            terms[key] = terms[key] + more if key in terms else more
    return Segment(lo, hi, terms)


def overlaid(numbers: Scalars, continuous: bool, portions: Sequence[Portion]) -> Pieces | ByClass:
    """The sum of portions that may overlap."""
    m = lcm(*(step for (step, _), _ in portions))
    several: list[list[Segment]] = [[] for _ in range(m)]
    for (step, start), segment in portions:
        for r in range(start, m, step):
            found = segment if step == m else on_class(numbers, segment, m // step, r // step)
            if found is not None:
                several[r].append(found)
    functions = tuple(Pieces(numbers, continuous, _disjoint(s)) for s in several)
    return functions[0] if m == 1 else ByClass(functions)


def _disjoint(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """The sum of segments, cut at all their ends."""
    several = list(segments)
    cuts: list[Fraction] = sorted({e for s in several for e in (s.lo, s.hi) if e is not None})
    found = []
    ends: list[End] = [None, *cuts, None]
    for lo, hi in pairwise(ends):
        terms: Terms = {}
        for s in several:
            starts = s.lo is None or (lo is not None and s.lo <= lo)
            if starts and (s.hi is None or (hi is not None and hi <= s.hi)):
                for key, c in s.terms.items():
                    terms[key] = terms[key] + c if key in terms else c
        if terms:
            found.append(Segment(lo, hi, terms))
    return tuple(found)
