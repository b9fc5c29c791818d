"""Ties against the best adversary, decided exactly.

A mass is a quotient of exponential sums, found as the weights of the law against a uniform
adversary are (`privacy/weights.py`), and divided by the probability of its choices.  The largest
sum is found by the tree of histories with exact numbers: balls tell most options apart, and the
sign of an exact difference the others.

    delta    the value of a history is A - e^eps B, for A and B the masses at x and at y of the
             transcripts after it where P > e^eps Q
    Renyi    the value is the sum of P^a Q^(1-a), for a < 1 less than 0 by as much
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from dpbi.fields import Balls, ExactNumber, Level, Real
from dpbi.fields.expsums import ONE, ZERO, ExpQuotient, NotExact, sum_of_multiples
from dpbi.laws.interactive import Interactive
from dpbi.privacy.adaptive.playing import Game
from dpbi.privacy.orders.order import RenyiOrder
from dpbi.privacy.weights import BITS, Sums, Weights, difference, power_of


@dataclass(frozen=True, slots=True)
class Gain:
    """above - e^level below, exactly and in a ball."""

    above: ExpQuotient
    below: ExpQuotient
    ball: Real


class Exactly:
    """The best adversary at one level, by exact numbers."""

    def __init__(self, m: Interactive, level: Level) -> None:
        self.game, self.level = Game(m), level
        self.weights = Weights(m.against_uniform())
        self.sums = Sums(self.weights)
        self.F = Balls(BITS)

    def delta(self, delta: Fraction) -> int:
        """The sign of delta(level) less delta: the largest over pairs."""
        return max((self.delta_of(x, y, delta) for x, y in self._near(delta)), default=-1)

    def delta_of(self, x: Any, y: Any, delta: Fraction) -> int:
        """The sign of delta(level) from x to y, less delta."""

        def value(p: ExpQuotient, q: ExpQuotient) -> Gain:
            gain = self._gain(p, q)
            return gain if self._sign(gain) > 0 else self._gain(ZERO, ZERO)

        best = self._best(x, y, value)
        return self._sign(self._gain(best.above - ExpQuotient(delta), best.below))

    def renyi(self, order: RenyiOrder) -> int:
        """The sign of D_order less its bound, e^level being e^((order - 1) bound)."""

        def value(p: ExpQuotient, q: ExpQuotient) -> Gain:
            if ZERO in (p, q):
                return self._gain(ZERO, ZERO)
            term = power_of(p / q, order.value) * q
            return self._gain(term if order.sign > 0 else ZERO - term, ZERO)

        largest = -1
        for x, y in self.game.pairs.different(self.F):
            laws = self.game.pairs.laws(self.F)
            if order.value > 1 and order.is_infinite(laws[x], laws[y]):
                return 1
            best = self._best(x, y, value).above
            total = best if order.sign > 0 else ZERO - best
            largest = max(largest, order.sign * self._sign(self._gain(total, ONE)))
        return largest

    def _near(self, delta: Fraction) -> list[tuple[Any, Any]]:
        """The pairs whose delta is not certainly below this one."""
        F, masses = self.F, self.game.masses(self.F)
        with F.scope():
            factor, bound = F.exp(self.level.value(F)), F.rational(delta)

            def below(x: Any, y: Any) -> bool:
                values = self.game.excess(masses[x], masses[y], factor, F)
                return F.less(values[0], bound) is True

            return [(x, y) for x, y in self.game.pairs.different(F) if not below(x, y)]

    def _best(self, x: Any, y: Any, value: Callable[[ExpQuotient, ExpQuotient], Gain]) -> Gain:
        """The value of all transcripts."""
        here, there = self._masses(x), self._masses(y)

        def of(r: Any) -> Gain:
            return value(here.get(r, ZERO), there.get(r, ZERO))

        with self.F.scope():
            return self.game.tree.best(of, self._added, self._largest)[0]

    def _masses(self, x: Any) -> dict[Any, ExpQuotient]:
        row = self.weights.rows[self.weights.row(x)]
        values = (self.weights.values[k] for k in row.numbers.tolist())
        share = self.game.tree.share
        return {r: v / ExpQuotient(share(r)) for r, v in zip(row.outputs, values, strict=True)}

    def _gain(self, above: ExpQuotient, below: ExpQuotient) -> Gain:
        F = self.F
        with F.scope():
            ball = above.value(F)
            if below != ZERO:
                ball = ball - F.exp(self.level.value(F)) * below.value(F)
            return Gain(above, below, ball)

    def _added(self, parts: Sequence[Gain]) -> Gain:
        above, below = (sum_of_multiples((p, 1) for p in side) for side in _sides(parts))
        return Gain(above, below, sum((g.ball for g in parts), self.F.rational(0)))

    def _largest(self, parts: Sequence[Gain]) -> Gain:
        top = self.F.maximum(g.ball for g in parts)
        near = [g for g in parts if self.F.less(g.ball, top) is not True]
        return reduce(self._larger, near)

    def _larger(self, a: Gain, b: Gain) -> Gain:
        if a.above == b.above and a.below == b.below:
            return a
        more = Gain(b.above - a.above, b.below - a.below, b.ball - a.ball)
        return b if self._sign(more) > 0 else a

    def _sign(self, gain: Gain) -> int:
        """The sign of above - e^level below."""
        if gain.ball > 0 or gain.ball < 0:
            return 1 if gain.ball > 0 else -1
        self.sums.spend(gain.above, gain.below)
        return difference(gain.above, gain.below, self.level)


def _sides(parts: Sequence[Gain]) -> tuple[list[ExpQuotient], list[ExpQuotient]]:
    return [g.above for g in parts], [g.below for g in parts]


def delta_sign(m: Interactive, epsilon: ExactNumber, delta: Fraction) -> int:
    """The sign of delta(epsilon) less delta; `NotExact` where masses are no such numbers."""
    return Exactly(m, Level.of(epsilon)).delta(delta)


def delta_exceeds(
    m: Interactive, x: Any, y: Any, epsilon: ExactNumber, delta: Fraction
) -> bool | None:
    """Whether delta(epsilon) from x to y is above delta; None where that is not decided."""
    try:
        return Exactly(m, Level.of(epsilon)).delta_of(x, y, delta) > 0
    except NotExact:
        return None


def renyi_sign(m: Interactive, order: Fraction, value: ExactNumber) -> int:
    """The sign of D_order less the value; `NotExact` where masses have no such powers."""
    if order == 1:
        raise NotExact("a Kullback-Leibler divergence against an adversary")
    return Exactly(m, Level.of(value) * (order - 1)).renyi(RenyiOrder(order))
