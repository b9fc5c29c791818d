"""The privacy profiles of all mechanisms: the delta that is needed at each epsilon."""

from __future__ import annotations

from fractions import Fraction

from dpbi.report.figures.base import CALLED, FINITE, Figure, of
from dpbi.report.figures.own import FLOOR, LEVELS, PROMISED, N, points, profile
from dpbi.report.quantities import Results
from dpbi.report.svg import QUIET, Chart, swatch
from dpbi.report.words import MarkedTable, Said, high, low, middle, number, say


def _needy(results: Results) -> list[str]:
    """The mechanisms that certainly need a delta at their nominal epsilon, the largest first."""
    delta = {name: low(of(results, profile(name)), PROMISED) for name in FINITE}
    return sorted((n for n in FINITE if delta[n] > 0), key=lambda n: -delta[n])


def _found(results: Results) -> Said:
    """How many need no delta at their nominal epsilon, and what the others need."""
    needy = _needy(results)
    none = sum(high(of(results, profile(name)), PROMISED) == 0 for name in FINITE)
    others = [f"{CALLED[name]} needs {{}}" for name in needy]
    words = f"{none} of {len(FINITE)} mechanisms need no delta at their nominal epsilon"
    numbers = (number(results, profile(name), PROMISED) for name in needy)
    return say("; ".join([words, *others]), *numbers)


def _panels(results: Results) -> list[Chart]:
    curves = {name: points(results, profile(name)) for name in FINITE}
    charts = []
    for name in FINITE:
        chart = Chart(
            title=CALLED[name],
            description=f"delta of {CALLED[name]} against epsilon; all other mechanisms in grey.",
            x_label="epsilon",
            y_label="delta",
            width=190,
            height=176,
            log_y=True,
            x_range=(0, 1.3),
            y_range=(FLOOR, 1),
            small=True,
        )
        for other in FINITE:
            if other != name:
                chart.line(curves[other], QUIET)
        chart.line(curves[name], 0)
        if name in _needy(results):
            delta = number(results, profile(name), PROMISED)
            chart.note((1.0, middle(of(results, profile(name)), PROMISED)), delta.shown)
        charts.append(chart)
    return charts


def _findings(results: Results) -> list[Said]:
    zero = {name: low(of(results, profile(name)), "profile.0.delta") for name in FINITE}
    least, most = min(FINITE, key=zero.__getitem__), max(FINITE, key=zero.__getitem__)
    return [
        say(
            "At epsilon 0 delta is the largest total variation distance between neighbours: from "
            "{} for {} to {} for {}.",
            number(results, profile(least), "profile.0.delta"),
            CALLED[least],
            number(results, profile(most), "profile.0.delta"),
            CALLED[most],
        )
    ]


def _table(results: Results) -> MarkedTable:
    columns = (0, 4, 8, 12, 16, 20)
    return MarkedTable(
        ("mechanism", *(f"delta({float(Fraction(LEVELS[i])):g})" for i in columns)),
        tuple(
            (CALLED[name], *(number(results, profile(name), f"profile.{i}.delta") for i in columns))
            for name in FINITE
        ),
    )


FAMILY = (
    Figure(
        id="profiles",
        title="Privacy profiles",
        caption=(
            f"The smallest delta for which each mechanism is (epsilon, delta)-differentially "
            f"private, over epsilon, at nominal epsilon 1, prior Beta(1, 1), n = {N}. The delta "
            f"axis is logarithmic and ends at {FLOOR:g}; where a line ends, delta falls below "
            "that or is 0."
        ),
        claims=("short.thm-3.1.lshist", "short.thm-3.1.ehd", "notes.lemma-2.3"),
        measures=tuple(profile(name) for name in FINITE),
        found=_found,
        panels=_panels,
        findings=_findings,
        table=_table,
        legend=(swatch(0, "the mechanism named"), swatch(QUIET, "all others")),
    ),
)
