"""True epsilon of any mechanism, in balls, with as much precision as the answer needs."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpbi.audit.pairs import Pairs, losses, only_under_first
from dpbi.audit.results import PrivacyLoss, Witness
from dpbi.mechanisms.base import Mechanism
from dpbi.numbers import Balls, Real
from dpbi.numbers.ladder import MOST_BITS


def loss_in_balls(m: Mechanism, tolerance: Fraction, bits: int = 128) -> PrivacyLoss:
    """eps* over all ordered pairs and outputs, to a width of `tolerance`.

    Precision doubles until the width is reached; where it cannot be (a mechanism whose own
    constants are inexact), the widest sound answer is returned with the width that it has.
    """
    pairs = Pairs(m)
    while True:
        result = _at_precision(m, pairs, Balls(bits))
        if result.width <= tolerance or bits >= MOST_BITS:
            return replace(result, counted=pairs.counted)
        bits *= 2


def _at_precision(m: Mechanism, pairs: Pairs, F: Balls) -> PrivacyLoss:
    """One pass to enclose the maximum, a second over what may attain it to find the witness."""
    claimed = m.claimed_epsilon
    with F.scope():
        laws = pairs.laws(F)
        largest = {}
        for x, y in pairs.different(F):
            if (r := only_under_first(laws[x], laws[y])) is not None:
                return PrivacyLoss(math.inf, math.inf, Witness(x, y, r), ("support",), claimed)
            largest[x, y] = F.maximum(d for _, d in losses(laws[x], laws[y]))
        top = F.maximum(largest.values())
        best: tuple[Real, Witness] | None = None
        for (x, y), value in largest.items():
            if F.less(value, top) is True:
                continue
            ds = [(r, d) for r, d in losses(laws[x], laws[y]) if F.less(d, top) is not True]
            best = _highest(best, ds, x, y, F)
        hi = F.enclosure(top).hi
    assert best is not None  # the maximum overlaps one of its terms
    return PrivacyLoss(F.enclosure(best[0]).lo, hi, best[1], ("ball",), claimed)


def _highest(
    best: tuple[Real, Witness] | None, ds: list[tuple[Any, Real]], x: Any, y: Any, F: Balls
) -> tuple[Real, Witness] | None:
    """The loss with the highest lower end, the first of several, and where it is.

    At twice the precision a lower end is a ball without radius, and such are compared exactly.
    """
    with F.deeper(F.bits + 64).scope():
        ends = None if best is None else best[0].lower()
        for r, d in ds:
            if ends is None or d.lower() > ends:
                best, ends = (d, Witness(x, y, r)), d.lower()
    return best
