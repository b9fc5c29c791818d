"""A law of which a part is not listed, looked at more and more closely.

`Tails` groups the ordered pairs of neighbours: pairs with the same proved facts have one answer, so
one of them stands for all.  `rounds` says how closely to look, one round after the other: each
halves the number of digits left open by more than the one before.  A question stops when it is
answered, when a round brings nothing, or when a window becomes too large to list.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from dpbi.errors import TooLarge
from dpbi.fields import Balls
from dpbi.fields.field import MOST_BITS
from dpbi.laws.partial import Known, PairFacts, Partial, checked
from dpbi.privacy.pairs import Pairs
from dpbi.privacy.results import Extended
from dpbi.privacy.tails.bounds import Seen
from dpbi.privacy.tails.played import SeenPlay

T = TypeVar("T")
ROUNDS = 7
INFINITE = 3  # rounds without any upper bound
SPARE = 64  # bits beyond those of the tolerance, squared


@dataclass(frozen=True, slots=True)
class Closeness:
    """How closely: the mass that may be left, and the balls."""

    tolerance: Fraction
    F: Balls


def rounds(width: Fraction) -> Iterator[Closeness]:
    """An eighth of the width, then 2^-16, 2^-48, 2^-112, .. of that."""
    for k in range(ROUNDS):
        tolerance = width / 8 / (1 << (16 * ((1 << k) - 1)))
        bits = tolerance.denominator.bit_length() - tolerance.numerator.bit_length()
        yield Closeness(tolerance, Balls(min(SPARE + 2 * max(bits, 32), MOST_BITS)))


@dataclass(frozen=True, slots=True)
class TailPair:
    """An ordered pair of neighbours, and what is proved of it; it stands for all with the same."""

    x: Any
    y: Any
    facts: PairFacts


class Tails:
    """The pairs of a `Partial`, and what is known of its laws at one look."""

    def __init__(self, m: Partial) -> None:
        self.m, self.pairs = m, Pairs(m)
        self._known: dict[Any, Known] = {}
        self._look: Closeness | None = None

    @cached_property
    def ordered(self) -> list[TailPair]:
        """One pair for each that is different, as far as proved facts tell."""
        found: dict[Any, TailPair] = {}
        for x, y in self.pairs.ordered:
            facts = self.m.facts(x, y)
            pair = TailPair(x, y, PairFacts() if facts is None else facts)
            found.setdefault((x, y) if facts is None else facts, pair)
        return list(found.values())

    def pair(self, x: Any, y: Any) -> TailPair:
        """Two datasets, neighbours or not."""
        return TailPair(x, y, self.m.facts(x, y) or PairFacts())

    def known(self, x: Any, look: Closeness) -> Known:
        """The law at x, kept for as long as one looks no closer."""
        if look != self._look:
            self._known, self._look = {}, look
        if x not in self._known:
            self._known[x] = checked(self.m, x, look.tolerance, look.F)
        return self._known[x]

    def seen(self, pair: TailPair, look: Closeness) -> Seen:
        """Both laws of a pair."""
        ratio = self.m.tail_ratio(pair.x, pair.y, look.tolerance, look.F)
        here, there = self.known(pair.x, look), self.known(pair.y, look)
        if (tree := self.m.tree()) is not None:
            return SeenPlay(here, there, look.F, self.m.closed, tree=tree)
        return Seen(here, there, look.F, self.m.closed, ratio)

    def narrowed(
        self,
        width: Fraction,
        answer: Callable[[Closeness], T],
        width_of: Callable[[T], Extended],
        hopeless: Callable[[T], bool] = lambda _: False,
    ) -> T:
        """What is answered at the closest look that is needed, or that brings something.

        `hopeless` tells where no closer look helps.
        """
        best: T | None = None
        least: Extended = math.inf
        for turn, look in enumerate(rounds(width), 1):
            try:
                with look.F.scope():
                    found = answer(look)
            except TooLarge:
                if best is None:
                    raise
                break
            wide = width_of(found)
            stuck = least != math.inf and 2 * wide > least
            if wide <= least:
                best, least = found, wide
            infinite = wide == math.inf and turn >= INFINITE
            if wide <= width or stuck or infinite or hopeless(found):
                break
        assert best is not None  # there is a first round
        return best
