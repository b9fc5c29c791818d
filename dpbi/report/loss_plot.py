"""The picture of an audit: the loss of every dataset, and the delta curve."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from dpbi.audit import PrivacyLoss
from dpbi.audit.picture import delta_curve, largest_delta_curve, loss_by_dataset
from dpbi.mechanisms.counts import OfCounts
from dpbi.report.svg import Chart, stacked

POINTS = 48
SMALL = 200  # datasets; above, the curve is drawn for the worst pair alone


def loss_plot(m: OfCounts, loss: PrivacyLoss) -> str:
    """Two charts as one SVG: loss per dataset, and delta against epsilon."""
    title = f"True privacy loss of {m.label}, prior {m.prior}, n = {m.n}, epsilon = {m.epsilon}"
    return stacked([_per_dataset(m, loss), _curve(m, loss)], title)


def _per_dataset(m: OfCounts, loss: PrivacyLoss) -> Chart:
    losses = loss_by_dataset(m)
    chart = Chart(
        title=f"{m.label}: loss from each dataset to a neighbour",
        description=(
            f"The largest loss is {float(loss.hi):.6g}, between {loss.witness.x} and "
            f"{loss.witness.y}; the claim is {m.epsilon}."
        ),
        x_label="count of the first category",
        y_label="privacy loss",
        whole_x=True,
    )
    points = [(x[0], v) for x, v in losses.items() if not math.isinf(v)]
    (chart.line if m.k == 2 else chart.dots)(points, 0, "true loss")
    chart.level(float(m.epsilon), 1, "claimed epsilon")
    return chart


def _curve(m: OfCounts, loss: PrivacyLoss) -> Chart:
    top = Fraction(loss.hi) * Fraction(11, 10)
    levels = [top * i / POINTS for i in range(POINTS + 1)]
    everywhere = sum(1 for _ in zip(m.datasets(), range(SMALL + 1), strict=False)) <= SMALL
    pair: tuple[Any, Any] = (loss.witness.x, loss.witness.y)
    curve = largest_delta_curve(m, levels) if everywhere else delta_curve(m, pair, levels)
    whose = "all pairs" if everywhere else f"the pair {pair[0]}, {pair[1]}"
    chart = Chart(
        title=f"{m.label}: delta against epsilon",
        description=f"delta of {whose}: {curve[0]:.4g} at 0, zero from {float(loss.hi):.6g} on.",
        x_label="epsilon",
        y_label="delta",
    )
    chart.line([(float(e), d) for e, d in zip(levels, curve, strict=True)], 0, f"delta, {whose}")
    return chart
