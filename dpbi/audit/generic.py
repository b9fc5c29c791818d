"""True epsilon of any mechanism, in balls, with as much precision as the answer needs."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from dpbi.audit.pairs import Pairs, losses, only_under_first
from dpbi.audit.results import PrivacyLoss, Witness
from dpbi.mechanisms.base import Mechanism
from dpbi.numbers import Balls
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
        for x, y in pairs.ordered:
            if (r := only_under_first(laws[x], laws[y])) is not None:
                return PrivacyLoss(math.inf, math.inf, Witness(x, y, r), ("support",), claimed)
            largest[x, y] = F.maximum(d for _, d in losses(laws[x], laws[y]))
        top = F.maximum(largest.values())
        lo, witness = None, None
        for (x, y), value in largest.items():
            if F.less(value, top) is True:
                continue
            for r, d in losses(laws[x], laws[y]):
                if F.less(d, top) is True:
                    continue
                bound = F.enclosure(d).lo
                if lo is None or bound > lo:
                    lo, witness = bound, Witness(x, y, r)
        hi = F.enclosure(top).hi
    assert lo is not None  # the maximum overlaps one of its terms
    assert witness is not None
    return PrivacyLoss(lo, hi, witness, ("ball",), claimed)
