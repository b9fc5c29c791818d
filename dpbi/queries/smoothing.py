"""Smooth sensitivity on the graph of declared neighbours: exponential and harmonic.

    exponential   S(x) = max over y of LS(y) e^(-beta d(x, y))        (Nissim, Raskhodnikova, Smith
                                                                       2007, Definition 2.2)
    harmonic      1/S(x) = min over y of 1/LS(y) + gamma d(x, y)

d is the distance in the graph, infinite where there is no path.  Both are one search: a dataset
offers its LS to the others, an offer loses value with every step (`queries/rules.py`), and each
dataset takes the best.  Which of two offers is better is decided exactly, so the dataset y that
attains S(x) is certain: at a tie the nearest one, and of those the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import ceil, floor
from typing import Any

from dpbi.errors import printable
from dpbi.fields import Balls, Bounds, Enclosure
from dpbi.fields.enclosure import ends
from dpbi.queries.rules import Rule
from dpbi.queries.sizes import BITS, Size


@dataclass(frozen=True, slots=True, repr=False)
class SmoothSensitivity(Bounds):
    """S(x): bounds, the dataset `source` whose local sensitivity attains it, and how far that is.

    `exact` is the number itself where it is rational and known; `source` is None where S(x) = 0.

    >>> import dpbi
    >>> @dpbi.query(datasets=range(5), neighbours="line")
    ... def square(x):
    ...     return x**2
    >>> dpbi.sensitivity(square).smooth(0, gamma="1/10")
    <SmoothSensitivity 5/2 at 0, from 2 at distance 2>
    """

    x: Any
    source: Any
    distance: int | None
    exact: Fraction | None
    told: str

    def json(self, digits: int = 20) -> dict[str, Any]:
        """For programs."""
        exact = None if self.exact is None else Size(self.exact**2).text
        return {"exact": exact, **ends(self.lo, self.hi, digits), "distance": self.distance}

    def short(self) -> str:
        """The number where it is short, else bounds to twelve digits."""
        if self.exact is not None:
            return str(Size(self.exact**2))
        shown = ends(self.lo, self.hi, 12)
        return f"[{shown['lo']}, {shown['hi']}]"

    def __float__(self) -> float:
        return float(Enclosure(Fraction(self.lo), Fraction(self.hi)))

    def __repr__(self) -> str:
        where = "" if self.distance is None else f", from {self.source} at distance {self.distance}"
        return printable(f"<SmoothSensitivity {self} at {self.x}{where}>")

    def rows(self) -> list[tuple[str, object]]:
        """For a table in a notebook."""
        return [("smooth sensitivity", self), (self.told, f"at {self.x}"), ("from", self.source)]


@dataclass(frozen=True, slots=True)
class Offer:
    """The best offer of a dataset: its square, whose it is, and how far away."""

    square: Fraction
    distance: int
    source: int


class Better:
    """Which of two offers is better: by scores between integers, exactly where those overlap."""

    def __init__(self, rule: Rule, squares: Sequence[Fraction]) -> None:
        self.rule, self.known = rule, dict[tuple[Fraction, Fraction, int], int]()
        F = Balls(BITS)
        with F.scope():
            self.cost = _scaled(F.enclosure(rule.cost(F)))
            known = {p: _scaled(F.enclosure(rule.score(p, F))) for p in set(squares) if p}
        self.scores = [known.get(p, (0, 0)) for p in squares]  # nobody offers 0

    def __call__(self, a: Offer, b: Offer) -> bool:
        """Whether a is better; at a tie it is nearer, or as near and before."""
        k = a.distance - b.distance
        least, most = self.cost if k >= 0 else self.cost[::-1]
        (a_lo, a_hi), (b_lo, b_hi) = self.scores[a.source], self.scores[b.source]
        if a_lo - most * k > b_hi:
            return True
        if a_hi - least * k < b_lo:
            return False
        key = (a.square, b.square, k)
        if (sign := self.known.get(key)) is None:
            sign = self.known[key] = self.rule.order(*key)
        return sign > 0 if sign else (a.distance, a.source) < (b.distance, b.source)


def _scaled(e: Enclosure) -> tuple[int, int]:
    """The ends in units of 2^-128, rounded outward."""
    return floor(e.lo * (1 << BITS)), ceil(e.hi * (1 << BITS))


def best_offers(
    squares: Sequence[Fraction], near: Sequence[Sequence[int]], rule: Rule
) -> list[Offer | None]:
    """What attains S at each dataset; None where every LS within reach is 0.

    Dijkstra's search from all datasets at once: a step never makes an offer better, and of two
    offers never changes which is better.
    """
    better = Better(rule, squares)

    class Waiting:
        """An offer that waits at a dataset, the best first."""

        __slots__ = ("at", "offer")

        def __init__(self, offer: Offer, at: int) -> None:
            self.offer, self.at = offer, at

        def __lt__(self, other: Waiting) -> bool:
            return better(self.offer, other.offer)

    best: list[Offer | None] = [Offer(s, 0, i) if s else None for i, s in enumerate(squares)]
    heap = [Waiting(offer, i) for i, offer in enumerate(best) if offer is not None]
    heapify(heap)
    while heap:
        first = heappop(heap)
        offer = first.offer
        if best[first.at] is not offer:
            continue
        further = Offer(offer.square, offer.distance + 1, offer.source)
        for j in near[first.at]:
            if (there := best[j]) is None or better(further, there):
                best[j] = further
                heappush(heap, Waiting(further, j))
    return best
