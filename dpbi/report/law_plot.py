"""The picture of a law: bars over the counts for two categories, sticks over distance for more."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dpbi.data import Counts
from dpbi.errors import NoPosterior
from dpbi.mechanisms.counts import OfCounts
from dpbi.numbers import FLOATS, Enclosure
from dpbi.posteriors import hellinger
from dpbi.report.svg import Chart


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
