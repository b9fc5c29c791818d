"""The probability of a condition on several noises, as a function of one of them.

A product of exponential polynomials is summed or integrated over a region, unknown by unknown
(`faces.py`): what is left at each step is a sum of terms

    c * product of z_i^(d_i) * e^-(sum of k_i z_i)

on a region of one unknown less, until a function of unknown 0 is left.  Where an unknown has no
end on one side, its terms vanish there: the densities fall towards everything that is infinitely
far, and each term is a value of theirs at a point of the region.  It is checked all the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TypeAlias

from dpbi.fields import Real
from dpbi.programs.conditions.byclass import ByClass, Portion, overlaid
from dpbi.programs.conditions.faces import (
    Classes,
    Face,
    TooManyParts,
    interval,
    next_unknown,
    parts,
    rescaled,
    sides,
    substituted_row,
)
from dpbi.programs.conditions.possible import has_points
from dpbi.programs.conditions.rows import Inequality, Kinds, tight, together
from dpbi.programs.pieces import Pieces, Scalars, Segment

Powers: TypeAlias = tuple[int, ...]
Exponents: TypeAlias = tuple[Powers, tuple[Fraction, ...]]
Product: TypeAlias = dict[Exponents, Real]
"""{(d_1 ..., k_1 ...): c}."""

MOST_REGIONS = 100_000
"""Of one condition."""


@dataclass(eq=False)
class Summing:
    """One region, and what has been found of the function of unknown 0."""

    numbers: Scalars
    kinds: Kinds
    found: list[Portion]
    regions: int = 0

    def sum_up(
        self, rows: tuple[Inequality, ...], terms: Product, left: list[int], on: tuple[int, int]
    ) -> None:
        """Sum over the unknowns that are left; unknown 0 is m w + r, `on` being (m, r)."""
        self.regions += 1
        if self.regions > MOST_REGIONS:
            raise TooManyParts(MOST_REGIONS)
        if not terms:  # a sum of which all terms are 0, as 1 + ... + 1 over no values
            return
        if not left:
            if (ends := interval(rows, self.kinds[0])) is not None:
                plain = {(d[0], k[0]): c for (d, k), c in terms.items()}
                self.found.append((on, Segment(*ends, plain)))
            return
        v = next_unknown(rows, left, self.kinds)
        rest = [u for u in left if u != v]
        if self.kinds[v]:
            self._over_ends(rows, terms, v, rest, on)
            return
        for fine in rescaled(rows, v, self.kinds):
            m, r = fine.classes[0]
            inner = (on[0] * m, on[0] * r + on[1])
            self._over_ends(fine.rows, self._on_classes(terms, fine.classes), v, rest, inner)

    def _over_ends(
        self,
        rows: tuple[Inequality, ...],
        terms: Product,
        v: int,
        rest: list[int],
        on: tuple[int, int],
    ) -> None:
        """S at each upper end of v less S at each lower one."""
        lower, upper, _ = sides(rows, v)
        fall = [k[v] for _, k in terms]
        endless = (not upper and min(fall) <= 0) or (not lower and max(fall) >= 0)
        if endless:
            if has_points(rows, self.kinds):
                raise ValueError("a sum that is not finite")
            return
        for part in parts(rows, v, self.kinds):
            self.sum_up(part.rows, self._at_end(terms, part), rest, on)

    def _at_end(self, terms: Product, part: Face) -> Product:
        """S at the end of an unknown, with its sign; on the integers S takes what is below it."""
        v, real = part.v, self.kinds[part.v]
        *slopes, c = part.end
        c += 1 if part.upper and not real else 0
        powers = _Powers((*slopes, c))
        found: Product = {}
        for (d, k), coefficient in terms.items():
            at = coefficient if part.upper else -coefficient
            if k[v] and c:
                at = at * self.numbers.power(-k[v] * c)
            rates = tuple(
                Fraction(0) if i == v else rate + k[v] * a
                for i, (rate, a) in enumerate(zip(k, slopes, strict=True))
            )
            for (j, _), p in self.numbers.sum_of(d[v], k[v], continuous=real).items():
                for more, times in powers.of(j).items():
                    exponents = tuple(
                        e if i == v else old + e
                        for i, (old, e) in enumerate(zip(d, more, strict=True))
                    )
                    _add(found, (exponents, rates), at * p * self.numbers.rational(times))
        return found

    def _on_classes(self, terms: Product, classes: Classes) -> Product:
        """The terms in w, where z_i = m_i w_i + r_i."""
        for i, (m, r) in enumerate(classes):
            if (m, r) != (1, 0):
                terms = self._on_class(terms, i, m, r)
        return terms

    def _on_class(self, terms: Product, i: int, m: int, r: int) -> Product:
        found: Product = {}
        for (d, k), c in terms.items():
            at = c * self.numbers.power(-k[i] * r) if k[i] and r else c
            rates = (*k[:i], k[i] * m, *k[i + 1 :])
            for j in range(d[i] + 1) if r else (d[i],):
                times = self.numbers.rational(Fraction(comb(d[i], j) * m**j * r ** (d[i] - j)))
                _add(found, ((*d[:i], j, *d[i + 1 :]), rates), at * times)
        return found


class _Powers:
    """The powers of a linear form, multiplied out."""

    def __init__(self, form: Inequality) -> None:
        *slopes, c = form
        width = len(slopes)
        none = (0,) * width
        self._base = {(*none[:i], 1, *none[i + 1 :]): a for i, a in enumerate(slopes) if a}
        if c:
            self._base[none] = c
        self._made: list[dict[Powers, Fraction]] = [{none: Fraction(1)}]

    def of(self, j: int) -> dict[Powers, Fraction]:
        """form^j."""
        while len(self._made) <= j:
            longer: dict[Powers, Fraction] = {}
            for d, a in self._made[-1].items():
                for e, b in self._base.items():
                    key = tuple(x + y for x, y in zip(d, e, strict=True))
                    longer[key] = longer.get(key, Fraction(0)) + a * b
            self._made.append(longer)
        return self._made[j]


def _add(terms: Product, key: Exponents, more: Real) -> None:
    terms[key] = terms[key] + more if key in terms else more


def function_of_first(
    numbers: Scalars,
    kinds: Kinds,
    rows: tuple[Inequality, ...],
    functions: list[Pieces | ByClass],
) -> Pieces | ByClass:
    """z_0 -> the sum over the other unknowns, weighted by their functions, where all rows hold."""
    work = Summing(numbers, kinds, [])
    width = len(kinds)
    still: tuple[int, ...] = (0,) * width
    flat = (Fraction(0),) * width
    for one in _choices(functions, 1, [((1, 0), None)]):
        classes = tuple(on for on, _ in one)
        conditions = [tight(substituted_row(row, classes), kinds) for row in rows]
        terms: Product = {(still, flat): numbers.one}
        for i, (_, s) in enumerate(one):
            if s is not None:
                conditions += _ends(s, i, width, kinds)
                terms = _times(terms, s, i)
        found = together(conditions)
        if found is not None:
            work.sum_up(found, terms, list(range(1, width)), (1, 0))
    return overlaid(numbers, kinds[0], work.found)


def _choices(
    functions: list[Pieces | ByClass],
    place: int,
    chosen: list[tuple[tuple[int, int], Segment | None]],
) -> Iterable[list[tuple[tuple[int, int], Segment | None]]]:
    """One segment of each function, in all ways."""
    if not functions:
        yield chosen
        return
    first, *others = functions
    whole = first if isinstance(first, ByClass) else ByClass((first,))
    for on, segment in whole.portions():
        yield from _choices(others, place + 1, [*chosen, (on, segment)])


def _ends(s: Segment, i: int, width: int, kinds: Kinds) -> list[Inequality | None]:
    """lo <= z_i < hi as rows."""
    one = tuple(Fraction(int(j == i)) for j in range(width))
    rows: list[Inequality | None] = []
    if s.lo is not None:
        rows.append(tight((*one, -s.lo), kinds))
    if s.hi is not None:
        rows.append(tight((*(-a for a in one), s.hi), kinds, strict=True))
    return rows


def _times(terms: Product, s: Segment, i: int) -> Product:
    """The terms times those of a segment of unknown i."""
    found: Product = {}
    for (d, k), c in terms.items():
        for (e, rate), b in s.terms.items():
            key = ((*d[:i], d[i] + e, *d[i + 1 :]), (*k[:i], k[i] + rate, *k[i + 1 :]))
            _add(found, key, c * b)
    return found
