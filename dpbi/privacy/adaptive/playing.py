"""The best adversary against two datasets, for a sum over transcripts, in balls.

The value of the best adversary is enclosed: sums and maxima of balls hold those of the numbers in
them.  `strategy` names the options with the largest values; at a tie any of them will do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from dpbi.fields import Balls, Real
from dpbi.laws.interactive import Interactive
from dpbi.laws.transcripts import Histories
from dpbi.privacy.orders.order import RenyiOrder
from dpbi.privacy.pairs import Pairs

MassesAt: TypeAlias = Mapping[Any, Real]
"""{transcript: its probability given the choices in it}."""

MOST_TOLD = 50
"""Choices of an adversary that are put into words."""


class Game:
    """An interactive mechanism, its pairs of neighbours, and its masses."""

    def __init__(self, m: Interactive) -> None:
        self.m, self.tree = m, m.tree()
        self.pairs = Pairs(m.against_uniform())

    def masses(self, F: Balls) -> dict[Any, MassesAt]:
        """{dataset: its masses}."""
        laws = self.pairs.laws(F)
        with F.scope():
            return {x: self.without_shares(law, F) for x, law in laws.items()}

    def without_shares(self, law: Mapping[Any, Real], F: Balls) -> MassesAt:
        """MassesAt, from the logarithms of probabilities against a uniform adversary."""
        return {r: F.exp(p) / F.rational(self.tree.share(r)) for r, p in law.items()}

    def values(self, value: Callable[[Any], Real], F: Balls) -> list[Real]:
        """The value of each history, for a value of each transcript; the first is of them all."""
        zero = F.rational(0)
        return self.tree.best(value, lambda parts: sum(parts, zero), F.maximum)

    def excess(self, p: MassesAt, q: MassesAt, factor: Real, F: Balls) -> list[Real]:
        """Of sum (P - factor Q)^+."""
        zero = F.rational(0)

        def value(r: Any) -> Real:
            return zero.max(p.get(r, zero) - factor * q.get(r, zero))

        return self.values(value, F)

    def terms(self, p: MassesAt, q: MassesAt, order: RenyiOrder, F: Balls) -> list[Real] | None:
        """Of the sum of all terms of a Renyi divergence, times the sign of the order.

        None where every adversary may see something that makes it infinite, for orders from 1 on.
        """
        zero = F.rational(0)

        def value(r: Any) -> Real:
            both = r in p and r in q
            return order.sign * order.term(F.log(p[r]), F.log(q[r]), F) if both else zero

        if order.sign > 0 and order.is_infinite(p, q):
            return None
        return self.values(value, F)

    def strategy(self, values: list[Real], F: Balls) -> tuple[str, ...]:
        """How the best adversary chooses."""
        return strategy(self.tree, values, F)

    def reached(self, values: list[Real], F: Balls) -> list[Any]:
        """The transcripts that the best adversary may see."""
        return reached(self.tree, values, F)


def picked(tree: Histories, values: list[Real], F: Balls) -> dict[int, int]:
    """{history: the one after the best option}, for the histories that are reached."""
    found, waiting = {}, [0]
    while waiting:
        at = waiting.pop()
        here = tree.histories[at]
        waiting += here.others
        if here.options:
            best = here.options[0]
            for k in here.options[1:]:
                best = k if F.less(values[best], values[k]) is True else best
            found[at] = best
            waiting.append(best)
    return found


def strategy(tree: Histories, values: list[Real], F: Balls) -> tuple[str, ...]:
    """The same in words, one line for each choice; none where there are too many."""
    best = picked(tree, values, F)
    if len(best) > MOST_TOLD:
        return ()
    said, waiting = [], [(0, "")]
    while waiting:
        at, seen = waiting.pop(0)
        here = tree.histories[at]
        after = list(here.others)
        if at in best:
            after.append(best[at])
            said.append(f"{seen}{' -> ' if seen else ''}{tree.histories[best[at]].told}")
        for k in after:
            told = tree.histories[k].told
            waiting.append((k, f"{seen} -> {told}" if seen else told))
    return tuple(said)


def reached(tree: Histories, values: list[Real], F: Balls) -> list[Any]:
    """The transcripts that the best adversary may see."""
    best, found, waiting = picked(tree, values, F), [], [0]
    while waiting:
        at = waiting.pop()
        here = tree.histories[at]
        if here.ends is not None:
            found.append(here.ends)
        waiting += [*here.others, *([best[at]] if at in best else [])]
    return found
