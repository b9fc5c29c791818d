"""The picture of errors: the probability of each distance, and of all distances up to one."""

from __future__ import annotations

from collections.abc import Mapping

from dpbi.accuracy import ErrorLaw
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
        chart.dots([(float(a.distance), float(a.probability)) for a in law.atoms], i, label)
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
