"""How a region of several unknowns is summed up, one unknown after the other, without an error.

The sum or integral over one unknown between its ends is S(upper) - S(lower).  Its upper end is the
least of several forms in the other unknowns: the others are divided into parts where one of these
is the least, the first of those that are, and so for the lower end.  So each part is a region of
one unknown less, and the parts are the faces of the first region.  Nothing is lost: a part that is
empty is seen to be so where a single unknown is left.

    real unknowns        come first: their ends are forms with rational coefficients
    integer unknowns     an end is a floor or a ceiling of a form, which is affine on each residue
                         class of the others (Bernstein, Presburger, and Pugh's Omega test 1992)

Unknown 0 is kept: what is summed up is a function of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, gcd, lcm, prod
from typing import TypeAlias

from dpbi.errors import DpbiError
from dpbi.programs.conditions.rows import Inequality, Kinds, row_difference, solved, tight, together

MOST_CLASSES = 10_000
"""Residue classes of one step."""


@dataclass(eq=False)
class TooManyParts(DpbiError):
    """A region that falls into more parts than there is time for."""

    limit: int

    def __str__(self) -> str:
        return f"a condition on several noises at once falls into more than {self.limit:,} parts"


Classes: TypeAlias = tuple[tuple[int, int], ...]
"""Of each unknown, (m, r): it is m w + r, with w the new unknown."""


@dataclass(frozen=True, slots=True)
class Rescaled:
    """The unknowns by residue classes."""

    classes: Classes
    rows: tuple[Inequality, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """Where unknown v has this end, its `upper` or its lower one."""

    v: int
    end: Inequality
    upper: bool
    rows: tuple[Inequality, ...]


def next_unknown(rows: Sequence[Inequality], left: Sequence[int], kinds: Kinds) -> int:
    """Which unknown to sum up next: real ones first, then what falls into the fewest parts."""

    def cost(v: int) -> tuple[bool, int]:
        ends = sum(1 for row in rows if row[v])
        return not kinds[v], ends * (1 if kinds[v] else prod(moduli(rows, v)))

    return min(left, key=cost)


def moduli(rows: Sequence[Inequality], v: int) -> list[int]:
    """For each unknown, by which number it is divided so that the ends of v are affine."""
    found = [1] * (len(rows[0]) - 1) if rows else []
    for row in rows:
        if row[v]:
            a = abs(int(row[v]))
            for i, b in enumerate(row[:-1]):
                if i != v and b:
                    found[i] = lcm(found[i], a // gcd(a, int(b)))
    return found


def rescaled(rows: tuple[Inequality, ...], v: int, kinds: Kinds) -> Iterator[Rescaled]:
    """The same region by residue classes on which the ends of the integer v are affine."""
    several = moduli(rows, v)
    if prod(several) > MOST_CLASSES:
        raise TooManyParts(MOST_CLASSES)
    for rest in product(*(range(m) for m in several)):
        classes = tuple(zip(several, rest, strict=True))
        found = together(tight(substituted_row(row, classes), kinds) for row in rows)
        if found is not None:
            yield Rescaled(classes, found)


def substituted_row(row: Inequality, classes: Classes) -> list[Fraction]:
    """The row in w, where z_i = m_i w_i + r_i."""
    *several, c = row
    shift = sum((a * r for a, (_, r) in zip(several, classes, strict=True)), Fraction(0))
    return [*(a * m for a, (m, _) in zip(several, classes, strict=True)), c + shift]


def sides(
    rows: Sequence[Inequality], v: int
) -> tuple[list[Inequality], list[Inequality], list[Inequality]]:
    """The lower ends of v, its upper ends, and the rows without it."""
    lower = [solved(row, v) for row in rows if row[v] > 0]
    upper = [solved(row, v) for row in rows if row[v] < 0]
    return lower, upper, [row for row in rows if not row[v]]


def parts(rows: Sequence[Inequality], v: int, kinds: Kinds) -> Iterator[Face]:
    """Where each of the ends of v is the one that counts; integers have been rescaled before."""
    lower, upper, rest = sides(rows, v)
    for ends, others, is_upper in ((upper, lower, True), (lower, upper, False)):
        for number, end in enumerate(ends):
            conditions: list[Inequality | None] = list(rest)
            for place, other in enumerate(ends):
                if place != number:
                    gap = row_difference(other, end) if is_upper else row_difference(end, other)
                    conditions.append(tight(gap, kinds, strict=place < number))
            for other in others:
                gap = row_difference(end, other) if is_upper else row_difference(other, end)
                conditions.append(tight(gap, kinds, strict=kinds[v]))  # an interval has a length
            found = together(conditions)
            if found is not None:
                yield Face(v, end, is_upper, found)


def projections(
    rows: tuple[Inequality, ...], v: int, kinds: Kinds
) -> Iterator[tuple[Inequality, ...]]:
    """Regions of the other unknowns, which hold all points above which v has a value."""
    lower, upper, rest = sides(rows, v)
    if not lower or not upper:
        yield tuple(rest)
        return
    wanted = len(upper) <= len(lower)
    for fine in [rows] if kinds[v] else (r.rows for r in rescaled(rows, v, kinds)):
        for part in parts(fine, v, kinds):
            if part.upper == wanted:
                yield part.rows


def interval(
    rows: Sequence[Inequality], real: bool
) -> tuple[Fraction | None, Fraction | None] | None:
    """lo <= z < hi of unknown 0, the only one left; None where it is empty."""
    lower, upper, rest = sides(rows, 0)
    assert not rest
    lo = max((row[-1] for row in lower), default=None)
    hi = min((row[-1] for row in upper), default=None)
    if not real:
        lo = None if lo is None else Fraction(ceil(lo))
        hi = None if hi is None else Fraction(hi.__floor__() + 1)
    return None if lo is not None and hi is not None and lo >= hi else (lo, hi)
