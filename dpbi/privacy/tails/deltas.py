"""delta of a law of which a part is not listed, on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpbi.fields import ExactNumber, Level
from dpbi.laws.partial import Partial
from dpbi.privacy.results import Divergence
from dpbi.privacy.tails.looking import Closeness, TailPair, Tails
from dpbi.support.progress import counted

ZERO, ONE = Fraction(0), Fraction(1)


class TailDeltas:
    """delta over all pairs, or of some."""

    def __init__(self, m: Partial, between: tuple[Any, Any] | None = None) -> None:
        self.tails = Tails(m)
        self.ordered = self.tails.ordered if between is None else [self.tails.pair(*between)]

    def profile(self, levels: Sequence[ExactNumber], width: Fraction) -> list[Divergence]:
        """delta at each level, enclosed to the width where that can be reached."""
        return [self._at(level, width) for level in levels]

    def _at(self, level: ExactNumber, width: Fraction) -> Divergence:
        def answer(look: Closeness) -> Divergence:
            found = [
                (pair, *self._of_pair(pair, level, look)) for pair in counted("pairs", self.ordered)
            ]
            pair, lo, _, trusts = max(found, key=lambda each: each[1])
            hi = max(each[2] for each in found)
            said = self._strategy(pair, level, look)
            return Divergence(lo, max(lo, hi), pair.x, pair.y, trusts, at=level, strategy=said)

        return self.tails.narrowed(width, answer, lambda delta: delta.width)

    def _strategy(self, pair: TailPair, level: ExactNumber, look: Closeness) -> tuple[str, ...]:
        """How an adversary chooses that comes to the lower end, if there is one."""
        if self.tails.m.tree() is None:
            return ()
        return self.tails.seen(pair, look).strategy(look.F.exp(Level.of(level).value(look.F)))

    def _of_pair(
        self, pair: TailPair, level: ExactNumber, look: Closeness
    ) -> tuple[Fraction, Fraction, tuple[str, ...]]:
        """At least, at most, and what that rests on."""
        F = look.F
        proved = pair.facts.hockey_stick(level, F)
        if proved is None:
            factor = F.exp(Level.of(level).value(F))
            lower, upper = self.tails.seen(pair, look).excess(factor)
        else:
            lower = upper = proved
        ends = F.enclosure(lower).lo, F.enclosure(upper).hi
        lo, hi = (min(max(end, ZERO), ONE) for end in ends)
        return lo, hi, ("ball",) if proved is None else ("argument", "ball")
