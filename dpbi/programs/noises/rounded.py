"""The floor of a multiple of one real noise without closed form, as a law on the integers.

An integer w with w <= k z + c < w + 1, for a noise z between ends, is tied to it by two rows and
nothing else.  Its probability is that of an interval of z, and beyond w there is no more than z has
beyond an end of that interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import TypeAlias

from dpbi.fields import Balls, Real
from dpbi.programs.families import Knot, Tree, Whole
from dpbi.programs.noises.laws import Gaussian, Gumbel, RealLaw, WholeLaw
from dpbi.programs.pieces import End

RealNoiseKind: TypeAlias = Gaussian | Gumbel


@dataclass(frozen=True, slots=True)
class RoundedNoise:
    """The floor of times * noise + constant, for low <= noise <= high."""

    noise: RealNoiseKind
    times: Fraction
    constant: Fraction
    low: End = None
    high: End = None

    @staticmethod
    def of(tree: Tree) -> RoundedNoise | None:
        """What the root of a tree is; None where it is anything else."""
        if not isinstance(tree.family, Whole) or len(tree.branches) != 1:
            return None
        (knot,) = tree.branches
        if not isinstance(knot, Knot) or len(knot.trees) != 1 or len(knot.rows) != 2:
            return None
        (inner,) = knot.trees
        noise, (under, over) = inner.family, sorted(knot.rows)
        if not isinstance(noise, RealNoiseKind) or inner.branches or not under[0] < 0 < over[0]:
            return None
        times, constant = -under[1] / under[0], -under[2] / under[0]
        if (-over[1] / over[0], 1 - over[2] / over[0]) != (times, constant):
            return None
        return RoundedNoise(noise, times, constant, inner.lo, inner.hi)

    def end(self, w: int) -> Fraction:
        """The noise at which the floor becomes w."""
        return (w - self.constant) / self.times

    def ends(self, tree: Tree) -> tuple[End, End]:
        """The least and the largest integer, also by what is asked of the root."""
        low, high = (self.low, self.high) if self.times > 0 else (self.high, self.low)
        lows, highs = [tree.lo], [tree.hi]
        if low is not None:
            lows.append(Fraction(floor(self.times * low + self.constant)))
        if high is not None:
            highs.append(Fraction(ceil(self.times * high + self.constant) - 1))
        return (
            max((e for e in lows if e is not None), default=None),
            min((e for e in highs if e is not None), default=None),
        )


class RoundedLaw(WholeLaw):
    """Its probabilities in balls."""

    def __init__(self, rounded: RoundedNoise, law: RealLaw, F: Balls) -> None:
        self.rounded, self.law, self.F = rounded, law, F
        self.start = int(rounded.constant)

    def at(self, z: int) -> Real:
        low, high = sorted((self.rounded.end(z), self.rounded.end(z + 1)))
        low = low if self.rounded.low is None else max(low, self.rounded.low)
        high = high if self.rounded.high is None else min(high, self.rounded.high)
        if low >= high:
            return self.F.rational(0)
        return self.law.mass(self.F.rational(low), self.F.rational(high))

    def beyond(self, z: int, direction: int) -> Real:
        end = self.F.rational(self.rounded.end(z if direction > 0 else z + 1))
        is_above = (direction > 0) == (self.rounded.times > 0)
        return self.law.mass(end, None) if is_above else self.law.mass(None, end)
