"""Sums over atoms in order of distance, from below and from above.

The numbers are integers, multiples of one power of two to which ends were rounded outward, or
rationals where atoms are given with such ends: all sums are exact, and so they are enclosures.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

NOTHING, ALL = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Staircase:
    """What atoms in order add to, and where, in integers or rationals.

    Distances are written as multiples of 1 / `measure`, probabilities as multiples of 1 / `unit`.

    `most[i]` is at least the distance of every atom up to the i-th, `least[i]` at most that of
    every atom from it on; the first i atoms have at least lo[i] and at most hi[i].  `cut` says of
    two counts of atoms whether they differ in the lump that the last step stands for.
    """

    measure: int
    unit: int
    least: list[Any]
    most: list[Any]
    lo: list[Any]
    hi: list[Any]
    firsts: list[int]
    lasts: list[int]
    lumped: bool = False

    @staticmethod
    def of(
        rows: Iterable[tuple[Any, Any, Any, Any, int, int]],
        measure: int = 1,
        unit: int = 1,
        *,
        lumped: bool = False,
    ) -> Staircase:
        """From rows (distance lo, hi, probability lo, hi, first, last), the atoms in order."""
        near, far, low, high, firsts, lasts = map(list, zip(*rows, strict=True))
        return Staircase(
            measure,
            unit,
            list(accumulate(reversed(near), min))[::-1],
            list(accumulate(far, max)),
            list(accumulate(low, initial=0)),
            list(accumulate(high, initial=0)),
            firsts,
            lasts,
            lumped,
        )

    def least_from(self, i: int) -> Fraction:
        """A bound below the distance of every atom from the i-th on."""
        return ALL if i >= len(self.least) else Fraction(self.least[i]) / self.measure

    def most_to(self, i: int, otherwise: Fraction | None) -> Fraction:
        """A bound above the distance of every atom up to the i-th; `otherwise` if it has none."""
        if i >= len(self.most) and otherwise is not None:
            return otherwise
        return Fraction(self.most[min(i, len(self.most) - 1)]) / self.measure

    def cut(self, some: int, more: int) -> bool:
        """Whether the lump is among the first `more` and not among the first `some`."""
        return self.lumped and some < len(self.firsts) == more
