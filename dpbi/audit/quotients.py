"""The loss of quotients of polynomials in q, with ties seen as ties."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from functools import reduce
from typing import Any, TypeAlias

from dpbi.audit.exact import Largest, RatioInQ, infinite, state_in_q
from dpbi.audit.pairs import Pairs, only_under_first
from dpbi.audit.results import PrivacyLoss, Witness
from dpbi.errors import BadMechanism
from dpbi.mechanisms.quotients import QuotientInQ
from dpbi.numbers import Balls
from dpbi.numbers.ladder import MOST_BITS
from dpbi.numbers.polynomial import Polynomial, polynomial

Laws: TypeAlias = dict[Any, dict[Any, Polynomial]]


def quotient_loss(m: QuotientInQ, tolerance: Fraction, bits: int = 256) -> PrivacyLoss:
    """The largest w_x(r) N_y / (w_y(r) N_x), N the sum of the weights w.

    Balls of `bits` leave the few ratios that may be largest; these are compared exactly, at q.
    """
    pairs, rate = Pairs(m), Fraction(m.rate)
    laws = {x: m.checked(x) for x in pairs.datasets}
    for x, y in pairs.ordered:
        if (r := only_under_first(laws[x], laws[y])) is not None:
            pairs.laws(Balls(MOST_BITS))  # refuses what is not a valid law
            return infinite(m, Witness(x, y, r))
    best: Largest[RatioInQ] | None = None
    for ratio, w in _different(_suspects(pairs, bits), laws):
        if best is None or ratio.compare(best.ratio, rate) > 0:
            best = Largest(ratio, w)
    assert best is not None  # the maximum overlaps one of its terms
    return state_in_q(m, best, tolerance)  # type: ignore[arg-type]  # rate and claim suffice


def _suspects(pairs: Pairs, bits: int) -> list[Witness]:
    """Where the loss may be largest.  Weights that cancel down to little may need more bits."""
    F = Balls(bits)
    with F.scope():
        try:
            laws = pairs.laws(F)
        except BadMechanism:
            if bits >= MOST_BITS:
                raise
            return _suspects(pairs, 2 * bits)
        losses = [
            (Witness(x, y, r), a - laws[y][r]) for x, y in pairs.ordered for r, a in laws[x].items()
        ]
        top = F.maximum(d for _, d in losses)
        return [w for w, d in losses if F.less(d, top) is not True]


def _different(suspects: Iterable[Witness], laws: Laws) -> Iterable[tuple[RatioInQ, Witness]]:
    """The ratios there, each once: symmetric mechanisms attain their loss at many pairs."""
    sums = {x: reduce(lambda a, b: a + b, law.values(), polynomial(0)) for x, law in laws.items()}
    seen: set[Hashable] = set()
    for w in suspects:
        parts = (laws[w.x][w.output], sums[w.y], laws[w.y][w.output], sums[w.x])
        if (key := tuple(map(str, parts))) not in seen:
            seen.add(key)
            yield RatioInQ.of(parts[0] * parts[1], parts[2] * parts[3]), w
