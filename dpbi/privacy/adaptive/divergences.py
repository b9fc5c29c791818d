"""delta and Renyi divergences against the best adversary, enclosed.

Both are maxima over pairs of neighbours and adversaries of a sum over transcripts, which
`laws/interactive.py` takes from the leaves of the tree to its root.  The sum of the terms of D_a
(`privacy/orders/order.py`) is linear in the probabilities of the adversary's choices, which P and Q
have in common, so no adversary that draws does better than one that does not.  ln rises, so D_a is
the largest for the largest sum, for a < 1 the smallest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpbi.fields import Balls, ExactNumber, Level
from dpbi.fields.field import MOST_BITS
from dpbi.laws.interactive import Interactive
from dpbi.privacy.adaptive.playing import Game
from dpbi.privacy.orders.order import RenyiOrder
from dpbi.privacy.results import Divergence, Extended

BITS = 128
ZERO, ONE = Fraction(0), Fraction(1)


class AdaptiveDeltas:
    """delta over all pairs, or of one."""

    def __init__(self, m: Interactive, between: tuple[Any, Any] | None = None) -> None:
        self.game, self.between = Game(m), between

    def profile(self, levels: Sequence[ExactNumber], width: Fraction) -> list[Divergence]:
        """delta at each level, enclosed to the width where balls reach it."""
        return [self._narrowed(level, width) for level in levels]

    def _narrowed(self, level: ExactNumber, width: Fraction) -> Divergence:
        bits = BITS
        while True:
            found = self._at(level, Balls(bits))
            if found.width <= width or bits >= MOST_BITS:
                return replace(found, counted=self.game.pairs.counted)
            bits *= 2

    def _at(self, level: ExactNumber, F: Balls) -> Divergence:
        game, best, hi = self.game, None, ZERO
        masses = game.masses(F)
        with F.scope():
            factor = F.exp(Level.of(level).value(F))
            for x, y in game.pairs.different(F) if self.between is None else [self.between]:
                values = game.excess(masses[x], masses[y], factor, F)
                value = F.enclosure(values[0])
                hi = max(hi, value.hi)
                if best is None or value.lo > best[0]:
                    best = value.lo, x, y, values
            assert best is not None  # Pairs has seen a pair
            lo, x, y, values = best
            said = game.strategy(values, F)
        lo, hi = (min(max(end, ZERO), ONE) for end in (lo, hi))
        return Divergence(lo, hi, x, y, at=level, strategy=said)


def adaptive_renyi(m: Interactive, order: Fraction, width: Fraction) -> Divergence:
    """The largest D_order over ordered pairs and adversaries."""
    game, bits = Game(m), 2 * BITS
    while True:
        found = _renyi(game, RenyiOrder(order), Balls(bits))
        if found.width <= width or bits >= MOST_BITS:
            return replace(found, counted=game.pairs.counted)
        bits *= 2


def _renyi(game: Game, order: RenyiOrder, F: Balls) -> Divergence:
    masses, best, hi = game.masses(F), None, ZERO
    with F.scope():
        for x, y in game.pairs.different(F):
            values = game.terms(masses[x], masses[y], order, F)
            if values is None or (order.sign < 0 and values[0] == 0):
                said = () if values is None else game.strategy(values, F)
                return _found(order, (math.inf, math.inf), (x, y), said, "support")
            value = F.enclosure(order.gain(order.sign * values[0], F))
            hi = max(hi, value.hi / order.divisor)
            if best is None or value.lo > best[0]:
                best = value.lo, x, y, values
        assert best is not None  # Pairs has seen a pair
        lo, x, y, values = best
        if all(order.is_zero(masses[x], masses[y]) for x, y in game.pairs.different(F)):
            return _found(order, (ZERO, ZERO), (x, y), (), "support")
        said = game.strategy(values, F)
    return _found(order, (max(lo / order.divisor, ZERO), hi), (x, y), said, "ball")


def _found(
    order: RenyiOrder,
    ends: tuple[Extended, Extended],
    pair: tuple[Any, Any],
    strategy: tuple[str, ...],
    trusts: str,
) -> Divergence:
    found = Divergence(*ends, *pair, (trusts,), at=order.value, quantity="renyi")
    return replace(found, strategy=strategy)
