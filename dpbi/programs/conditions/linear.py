"""Conditions on noises by their numbers, and the rows of those that hang together.

Differences of two noises are in the matrix of a zone; all other conditions are kept here, each in
the tight form of `rows.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from dpbi.programs.conditions.possible import has_points, span
from dpbi.programs.conditions.rows import NEVER, Inequality, Kinds, tight, together

Matrix: TypeAlias = Sequence[Mapping[int, Fraction]]
"""The bounds of a zone: [i][j] is that of z_i - z_j, and 0 is the constant."""


@dataclass(frozen=True, slots=True)
class Linear:
    """sum of coefficient * noise + constant >= 0, with the noises in order."""

    coefficients: tuple[tuple[int, Fraction], ...]
    constant: Fraction

    @property
    def noises(self) -> frozenset[int]:
        """Those that it is about."""
        return frozenset(i for i, _ in self.coefficients)

    def moved(self, by: int) -> Linear:
        """The same of noises that were counted from so many on."""
        return Linear(tuple((i - by, a) for i, a in self.coefficients), self.constant)

    def row(self, order: Sequence[int]) -> Inequality:
        """The same over these noises."""
        found = dict(self.coefficients)
        return (*(found.get(i, Fraction(0)) for i in order), self.constant)


def linear(
    coefficients: Mapping[int, Fraction],
    constant: Fraction,
    kinds: Mapping[int, bool],
    *,
    strict: bool = False,
) -> Linear | None:
    """The tight form of a condition on two noises or more; None where it never holds."""
    order = sorted(coefficients)
    row = (*(coefficients[i] for i in order), constant)
    found = tight(row, tuple(kinds[i] for i in order), strict=strict)
    if found is None or found == NEVER:
        return None
    return Linear(tuple(zip(order, found, strict=False)), found[-1])


@dataclass(frozen=True, slots=True)
class Region:
    """Noises that hang together: their numbers, their kinds, and all that is asked of them."""

    order: tuple[int, ...]
    kinds: Kinds
    bounds: tuple[Linear, ...]
    differences: tuple[Linear, ...]
    others: tuple[Linear, ...]

    @property
    def ties(self) -> tuple[Linear, ...]:
        """All that is asked of two noises or more."""
        return (*self.differences, *self.others)

    @property
    def is_a_tree(self) -> bool:
        """Whether differences alone tie the noises, without a cycle."""
        pairs = {t.noises for t in self.differences}
        return not self.others and len(pairs) < len(self.order)

    @property
    def rows(self) -> tuple[Inequality, ...] | None:
        """All conditions as rows; None where one never holds."""
        several = (c.row(self.order) for c in (*self.bounds, *self.ties))
        return together(tight(row, self.kinds) for row in several)

    @property
    def is_possible(self) -> bool:
        """Whether they have a probability above 0."""
        rows = self.rows
        return rows is not None and has_points(rows, self.kinds)

    def span(
        self, coefficients: Mapping[int, Fraction], constant: Fraction
    ) -> tuple[Fraction | None, Fraction | None]:
        """Bounds of a sum of multiples of noises."""
        form = Linear(tuple(coefficients.items()), constant).row(self.order)
        return span(form, self.rows or ())


def region(
    start: Iterable[int],
    kinds: Mapping[int, bool],
    within: Matrix,
    differences: Sequence[Linear],
    others: Sequence[Linear],
) -> Region:
    """The noises that hang together with some."""
    found, ties = set(start), (*differences, *others)
    while more := {i for t in ties if t.noises & found for i in t.noises} - found:
        found |= more
    order = tuple(sorted(found))
    bounds = tuple(b for i in order for b in _bounds(i, within))
    near, far = (tuple(t for t in ts if t.noises <= found) for ts in (differences, others))
    return Region(order, tuple(kinds[i] for i in order), bounds, near, far)


def _bounds(i: int, within: Matrix) -> Iterable[Linear]:
    """The least and the largest value of a noise."""
    if i in within[0]:
        yield Linear(((i, Fraction(1)),), within[0][i])
    if 0 in within[i]:
        yield Linear(((i, Fraction(-1)),), within[i][0])


def differences(within: Matrix) -> tuple[Linear, ...]:
    """z_i - z_j <= c, where that is more than the bounds of z_i and z_j say."""
    return tuple(
        bounded_difference(i, j, c)
        for i, row in enumerate(within)
        for j, c in row.items()
        if i and j and not (0 in row and j in within[0] and row[0] + within[0][j] <= c)
    )


def bounded_difference(i: int, j: int, c: Fraction) -> Linear:
    """z_i - z_j <= c."""
    return Linear(tuple(sorted(((i, Fraction(-1)), (j, Fraction(1))))), c)
