"""delta and Renyi divergences against the best adversary, enclosed.

Both are maxima over pairs of neighbours and adversaries of a sum over transcripts, which
`laws/interactive.py` takes from the leaves of the tree to its root.  D_a is ln of the largest sum
over a - 1, as ln rises.
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
from dpbi.privacy.pairs import only_under_first
from dpbi.privacy.results import Divergence

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
        found = _renyi(game, order, Balls(bits))
        if found.width <= width or bits >= MOST_BITS:
            return replace(found, counted=game.pairs.counted)
        bits *= 2


def _renyi(game: Game, order: Fraction, F: Balls) -> Divergence:
    masses, best, hi = game.masses(F), None, ZERO
    with F.scope():
        for x, y in game.pairs.different(F):
            if only_under_first(masses[x], masses[y]) is not None:
                found = Divergence(math.inf, math.inf, x, y, ("support",), at=order)
                return replace(found, quantity="renyi")
            values = game.moment(masses[x], masses[y], order, F)
            value = F.enclosure(F.log(values[0]))
            hi = max(hi, value.hi / (order - 1))
            if best is None or value.lo > best[0]:
                best = value.lo, x, y, values
        assert best is not None  # Pairs has seen a pair
        lo, x, y, values = best
        said = game.strategy(values, F)
    return Divergence(
        max(lo / (order - 1), ZERO), hi, x, y, at=order, quantity="renyi", strategy=said
    )
