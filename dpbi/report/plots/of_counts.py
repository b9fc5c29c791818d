"""What `--plot` draws: the law of a release, the law of its error, a privacy loss.

- A law: bars over the counts for two categories, over the distance from the truth for more.
- An error: the probability of each distance, and of all distances up to each.
- A loss: the largest from each dataset to a neighbour, and the delta needed at each epsilon.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from dpbi.accuracy import ErrorLaw
from dpbi.bayes.data import Counts
from dpbi.bayes.dirichlet import hellinger
from dpbi.errors import NoPosterior
from dpbi.fields import FLOATS, Enclosure
from dpbi.mechanisms.counts import OfCounts
from dpbi.privacy import PrivacyLoss
from dpbi.privacy.methods.pictures import delta_curve, largest_delta_curve, loss_by_dataset
from dpbi.report.svg import Chart, Point, stacked

LABEL = "Hellinger distance from the true posterior"


def error_plot(laws: Mapping[str, ErrorLaw]) -> str:
    """Two charts as one SVG, for one mechanism or several at one dataset; {label: law}."""
    at = {law.x for law in laws.values()}
    title = f"Error of {' and '.join(laws)} at {', '.join(map(str, sorted(at)))}"
    return stacked([_probabilities(laws), _cumulated(laws)], title)


def _probabilities(laws: Mapping[str, ErrorLaw]) -> Chart:
    means = "; ".join(f"{label}: mean {float(law.mean):.4g}" for label, law in laws.items())
    chart = Chart("Probability of each distance", f"{means}.", LABEL, "probability")
    for i, (label, law) in enumerate(laws.items()):
        chart.stems([(float(a.distance), float(a.probability)) for a in law.atoms], i, label)
    return chart


def _cumulated(laws: Mapping[str, ErrorLaw]) -> Chart:
    halves = "; ".join(
        f"{label}: median {float(law.quantile('1/2')):.4g}" for label, law in laws.items()
    )
    chart = Chart("Probability of an error up to that distance", f"{halves}.", LABEL, "probability")
    for i, (label, law) in enumerate(laws.items()):
        chart.line(_staircase(law), i, label)
    return chart


def _staircase(law: ErrorLaw) -> list[Point]:
    """The distribution function, from 0 to 1."""
    points, height = [], 0.0
    for a in law.atoms:
        points.append((float(a.distance), height))
        height += float(a.probability)
        points.append((float(a.distance), height))
    return [*points, (1.0, height)]


def law_plot(m: OfCounts, x: Counts, law: Mapping[Counts, Enclosure]) -> str:
    """The law of m at x as SVG."""
    probabilities = {r: float(p) for r, p in law.items()}
    mode = max(probabilities, key=lambda r: probabilities[r])
    chart = Chart(
        title=f"{m.label} at {x}, epsilon = {m.epsilon}",
        description=(
            f"The probability of each of {len(law)} outputs of {m.label} with prior {m.prior}; "
            f"the most probable output is {mode} with probability {probabilities[mode]:.4g}."
        ),
        x_label="released count of the first category",
        y_label="probability",
        whole_x=m.k == 2,
    )
    if m.k == 2:
        chart.bars([(r[0], p) for r, p in probabilities.items()])
        return chart.render()
    chart.x_label, distance = _axis(m, x)
    chart.bars(sorted((distance(r), p) for r, p in probabilities.items()))
    return chart.render()


def _axis(m: OfCounts, x: Counts) -> tuple[str, Callable[[Counts], float]]:
    """What outputs are lined up by: Hellinger distance, or l1 where there is no posterior."""
    truth = m.prior.update(x)

    def by_distance(r: Counts) -> float:
        return float(hellinger(truth, m.posterior(r), FLOATS))

    def by_counts(r: Counts) -> float:
        return float(sum(abs(a - b) for a, b in zip(r, x, strict=False)))

    try:
        m.posterior(x)
    except NoPosterior:
        return "l1 distance from the true counts", by_counts
    return "Hellinger distance from the true posterior", by_distance


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
