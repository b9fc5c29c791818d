"""K(a) of a pair against the best adversary, as a curve of which `methods/supremum.py` finds rho.

K(a) = ln of the largest sum of P^a Q^(1-a) over adversaries.  Of each adversary it is convex and 0
at a = 1, and so is the largest of them; its slope there is the largest Kullback-Leibler divergence,
a sum over transcripts as well, and P/Q is at most e^top at every transcript.  That is all that the
tail and the chords ask for.  It is not analytic where the best adversary changes, so there is no
Taylor series.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpbi.fields import Balls, Real
from dpbi.privacy.adaptive.playing import Game, MassesAt
from dpbi.privacy.methods.supremum import Curve
from dpbi.privacy.orders.order import RenyiOrder

COST = 40  # products of balls that one order takes for each transcript


@dataclass
class AdaptiveCurve(Curve):
    """K as the largest over adversaries."""

    game: Any = None
    masses: tuple[MassesAt, MassesAt] = ({}, {})

    @property
    def work(self) -> int:
        """What one interval takes."""
        return COST * (1 + len(self.masses[0])) * (1 + self.F.bits // 256)

    def at(self, order: Fraction) -> Real:
        """K(order)."""
        if order not in self.known:
            values = self.game.terms(*self.masses, RenyiOrder(order), self.F)
            assert values is not None  # a curve is of a finite loss
            self.known[order] = self.F.log(values[0])
        return self.known[order]

    def _by_taylor(self, a: Fraction, b: Fraction, T: Fraction) -> bool:
        """It has none."""
        return False


class Curves:
    """Makes the curves of one interactive mechanism."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __call__(
        self,
        p: Mapping[Any, Real],
        q: Mapping[Any, Real],
        F: Balls,
        pair: tuple[Any, Any],
        terms: int,
    ) -> AdaptiveCurve:
        """From the logarithms of two laws against a uniform adversary."""
        here, there = (self.game.without_shares(law, F) for law in (p, q))
        zero = F.rational(0)
        gaps = {r: p[r] - q[r] for r in p}
        slope = self.game.values(lambda r: here[r] * gaps[r] if r in p else zero, F)[0]
        top = F.maximum(gaps.values())
        return AdaptiveCurve(
            F, pair, [], [], slope, top, terms, game=self.game, masses=(here, there)
        )
