"""Numbers for pictures: the loss of every dataset, and a delta curve, as floats to draw."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpbi.fields import Balls
from dpbi.laws.protocol import Mechanism
from dpbi.mechanisms.exponential import FAMILY, HellingerExponential
from dpbi.privacy.delta import hockey_stick, probabilities
from dpbi.privacy.methods.hellinger import problem
from dpbi.privacy.pairs import Pairs, losses, only_under_first

F = Balls(96)


def loss_by_dataset(m: Mechanism) -> dict[Any, float]:
    """The largest loss from each dataset to a neighbour, to draw."""
    if m.family == FAMILY and (quick := _from_filter(m)):  # type: ignore[arg-type]
        return quick
    pairs = Pairs(m)
    result = dict.fromkeys(pairs.datasets, -math.inf)
    with F.scope():
        laws = pairs.laws(F)
        for x, y in pairs.ordered:
            top = math.inf
            if only_under_first(laws[x], laws[y]) is None:
                top = float(F.maximum(d for _, d in losses(laws[x], laws[y])).mid())
            result[x] = max(result[x], top)
    return result


def delta_curve(m: Mechanism, pair: tuple[Any, Any], levels: Sequence[Fraction]) -> list[float]:
    """delta of one ordered pair at each level, to draw."""
    with F.scope():
        p, q = ({r: F.exp(a) for r, a in m.log_pmf(z, F).items()} for z in pair)
        return [float(hockey_stick(p, q, F.exp(F.rational(e)), F).mid()) for e in levels]


def largest_delta_curve(m: Mechanism, levels: Sequence[Fraction]) -> list[float]:
    """delta over all pairs at each level, to draw."""
    pairs = Pairs(m)
    with F.scope():
        laws = probabilities(pairs, F)
        factors = [F.exp(F.rational(e)) for e in levels]
        return [
            max(float(hockey_stick(laws[x], laws[y], f, F).mid()) for x, y in pairs.ordered)
            for f in factors
        ]


def _from_filter(m: HellingerExponential) -> dict[Any, float] | None:
    """The filter's upper bounds, where it covers the mechanism."""
    try:
        from dpbi.privacy.filter import FastUnavailable, filtered_loss
    except ImportError:
        return None
    if m.k != 2:
        return None
    try:
        bounds = filtered_loss(problem(m), every=True).by_dataset
    except FastUnavailable:
        return None
    if bounds is None:
        return None
    return {(i, m.n - i): float(v) for i, v in enumerate(bounds)}
