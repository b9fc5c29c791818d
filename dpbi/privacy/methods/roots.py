"""The smallest epsilon for a delta, of the Hellinger exponential family, through the filter.

Every pass asks for several levels at once, and keeps the pairs that may still exceed the target at
the largest level where some pair certainly does: the others are within it from there on, as every
delta falls.  What doubles leave open, balls decide for the pairs that are left.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from dpbi.fields import Level
from dpbi.fields.field import MOST_BITS
from dpbi.privacy.methods.hellinger import SPARE_BITS, problem
from dpbi.privacy.methods.sums import SumsByFilter, excess_at_pair, level_factors, rows_in_balls

if TYPE_CHECKING:
    from dpbi.privacy.filter.sweeps import Sweep

AT_ONCE = 8  # levels of one pass
DOUBLINGS = 4  # of the precision of balls, before a level is left undecided


@dataclass
class Root:
    """The smallest epsilon with delta(epsilon) <= target is above a, and at most b, for certain."""

    by: SumsByFilter
    sweep: Sweep
    target: Fraction
    b: Fraction
    bits: int
    a: Fraction = Fraction(-1)
    stuck: bool = False
    _balls: dict[int, Any] = field(default_factory=dict)

    @staticmethod
    def of(m: Any, target: Fraction, width: Fraction) -> Root | None:
        """The question about m, where the filter covers it: from its true loss on, delta is 0."""
        if (by := SumsByFilter.of(m)) is None:
            return None
        try:
            from dpbi.privacy.filter import FastUnavailable, filtered_loss
            from dpbi.privacy.filter.deltas import LARGEST_LEVEL
            from dpbi.privacy.filter.sweeps import sweep_pairs
        except ImportError:
            return None
        try:
            loss = filtered_loss(problem(m), threads=by.threads).hi
            if loss > LARGEST_LEVEL:
                return None
            found = sweep_pairs(problem(m), by.threads)
            found.bounds(np.ones(1), by.threads)
        except FastUnavailable:
            return None
        return Root(by, found, target, loss, SPARE_BITS + width.denominator.bit_length())

    def holds(self, epsilon: Fraction) -> bool | None:
        """Whether delta(epsilon) is within the target; None where that is not decided."""
        while self.a < epsilon < self.b and not self.stuck:
            self._narrow()
        self._ask([epsilon])
        if epsilon >= self.b or epsilon <= self.a:
            return epsilon >= self.b
        answer = self._in_balls(epsilon)
        if answer is True:
            self.b = epsilon
        elif answer is False:
            self.a = epsilon
        return answer

    def _narrow(self) -> None:
        """One pass over the levels between a and b."""
        start, before = max(self.a, Fraction(0)), self.b - self.a
        steps = range(self.a >= 0, AT_ONCE + 1)
        self._ask([Fraction(float(start + (self.b - start) * j / (AT_ONCE + 1))) for j in steps])
        if self.b - self.a > before / 2:
            finer = self.sweep.finer()
            self.sweep, self.stuck = finer or self.sweep, finer is None

    def _ask(self, levels: list[Fraction]) -> None:
        """What doubles say about levels between a and b."""
        if levels := [v for v in levels if self.a < v < self.b]:
            low, high = self.sweep.bounds(np.array(level_factors(levels)), self.by.threads)
            axes = tuple(range(low.ndim - 1))
            most, least = (v.max(axis=axes).tolist() for v in (high, low))
            within = [
                v for v, top in zip(levels, most, strict=True) if Fraction(top) <= self.target
            ]
            beyond = [e for e, top in enumerate(least) if Fraction(top) > self.target]
            self.b = min([self.b, *within])
            if beyond:
                self.a = levels[beyond[-1]]
                below = np.nextafter(float(self.target), 0)
                self.sweep = self.sweep.only(high[..., beyond[-1]] > below)

    def _in_balls(self, epsilon: Fraction) -> bool | None:
        """By all the pairs that are left."""
        from dpbi.privacy.filter.tables import flint_precision

        for doubling in range(DOUBLINGS):
            bits = min(self.bits << doubling, MOST_BITS)
            if bits not in self._balls:
                self._balls[bits] = rows_in_balls(
                    problem(self.by.mechanism), self.sweep.model, bits
                )
            F, balls = self._balls[bits]
            with flint_precision(F.bits):
                factor = F.exp(Level.of(epsilon).value(F))
                values = [excess_at_pair(balls, pair, factor) for pair in self.sweep.pairs()]
                if any(v > F.rational(self.target) for v in values):
                    return False
                if all(v <= F.rational(self.target) for v in values):
                    return True
        return None
