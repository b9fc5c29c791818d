"""Functions on the integers of which each value is known in balls, and their sums.

Such a function is a law times factors between 0 and 1.  A sum goes outwards, away from where the
law mostly is, until what the law has beyond is less than 2^-bits of the sum, and then adds a ball
from 0 to that.  So it is narrow beside itself however small it is: the probability of a far tail
has as many digits as one near 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import TypeAlias

from dpbi.fields import Balls, Real
from dpbi.programs.noises.laws import WholeLaw
from dpbi.programs.pieces import End

FAR = 32
"""Times the bits of the field: so little of what the law has is left in any case, were all 0."""

FEW = 64
"""Values that are added up one by one, and not as the difference of two tails."""

SPARE = 16
"""Bits that a sum which is kept may be short of those of the field."""

Factor: TypeAlias = Callable[[int], Real]
"""z -> a number between 0 and 1."""


@dataclass(eq=False)
class OnIntegers:
    """lo <= z <= hi -> the law at z times all factors."""

    F: Balls
    law: WholeLaw
    lo: End
    hi: End
    factors: tuple[Factor, ...] = ()
    _little: Real = field(init=False)
    _least: Real = field(init=False)
    _values: dict[int, Real] = field(default_factory=dict)
    _tails: dict[tuple[int, int], Real] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._little = self.F.rational(Fraction(1, 1 << self.F.bits + SPARE))
        self._least = self._little**FAR

    def at(self, z: int) -> Real:
        """The value at z, which is between the ends."""
        if z not in self._values:
            value = self.law.at(z)
            for factor in self.factors:
                value = value * factor(z)
            self._values[z] = value
        return self._values[z]

    def has(self, z: int) -> bool:
        """Whether z is between the ends."""
        return (self.lo is None or self.lo <= z) and (self.hi is None or z <= self.hi)

    def times(self, factor: Factor) -> OnIntegers:
        """With one factor more."""
        return OnIntegers(self.F, self.law, self.lo, self.hi, (*self.factors, factor))

    def between(self, lo: End, hi: End) -> Real:
        """The sum over lo <= z <= hi."""
        first, last = self._ends(lo, hi)
        if first is not None and last is not None and last - first < FEW:
            return sum(map(self.at, range(first, last + 1)), self.F.rational(0))
        middle = self.law.start
        if first is not None and first > middle:
            return self._tail(first, 1) - self._past(last, 1)
        if last is not None and last < middle:
            return self._tail(last, -1) - self._past(first, -1)
        both = self._tail(middle, 1) + self._tail(middle - 1, -1)
        return both - self._past(last, 1) - self._past(first, -1)

    def _ends(self, lo: End, hi: End) -> tuple[int | None, int | None]:
        """The first and the last integer of the interval and of all values."""
        lows = [ceil(end) for end in (self.lo, lo) if end is not None]
        highs = [floor(end) for end in (self.hi, hi) if end is not None]
        return max(lows, default=None), min(highs, default=None)

    def _past(self, z: int | None, direction: int) -> Real:
        """The sum beyond z."""
        return self.F.rational(0) if z is None else self._tail(z + direction, direction)

    def _tail(self, z: int, direction: int) -> Real:
        """The sum from z on, upwards (1) or downwards (-1); it is kept where it is narrow."""
        walked: list[Real] = []
        total, first = self.F.rational(0), self.law.beyond(z, direction)
        while (rest := self._rest(z, direction, total, first if walked else None)) is None:
            walked.append(self.at(z))
            total = total + walked[-1]
            z += direction
        for value in reversed(walked):
            z -= direction
            rest = rest + value
            if rest.rel_accuracy_bits() >= self.F.bits - SPARE:
                self._tails[z, direction] = rest
        return rest

    def _rest(self, z: int, direction: int, before: Real, first: Real | None) -> Real | None:
        """The sum from z on, where it is known, or too little to matter beside what is before.

        `first` is what the law has from the first value on, once a value has been added.
        """
        end = self.hi if direction > 0 else self.lo
        if end is not None and (z - end) * direction > 0:
            return self.F.rational(0)
        if first is None or (z, direction) in self._tails:
            return self._tails.get((z, direction))
        most = self.law.beyond(z, direction)
        is_nothing = not most > 0  # nearer to 0 than any ball: it does not get less on the way
        if is_nothing or most < before * self._little or most < first * self._least:
            return self.F.rational(0).union(most)
        return None
