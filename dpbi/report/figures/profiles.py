"""Privacy profiles: the delta that is needed at each epsilon."""

from __future__ import annotations

from dpbi.measures import Measure, Results
from dpbi.report.figures.base import Figure
from dpbi.report.figures.settings import FINITE, FLAT, of
from dpbi.report.marks import Said, Table, low, middle, number, say
from dpbi.report.svg import QUIET, Chart, Point, swatch

N = 20
LEVELS = tuple(f"{i}/20" for i in range(27))
FLOOR = 1e-3
"""The lowest delta drawn."""


def profile(name: str, n: int = N, epsilon: str = "1", levels: tuple[str, ...] = LEVELS) -> Measure:
    """The measure of a delta curve at the flat prior."""
    return Measure.of("profile", name=name, prior=FLAT, n=n, epsilon=epsilon, levels=levels)


def points(results: Results, measure: Measure) -> list[Point]:
    """The curve, down to the lowest delta drawn."""
    curve = of(results, measure)["profile"]
    drawn = [(_level(d["epsilon"]), middle(d, "delta")) for d in curve]
    return [(e, d) for e, d in drawn if d >= FLOOR]


def _level(text: str) -> float:
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or 1)


def _panels(results: Results) -> list[Chart]:
    curves = {name: points(results, profile(name)) for name in FINITE}
    charts = []
    for name in FINITE:
        chart = Chart(
            title=name,
            description=f"delta of {name} against epsilon; all other mechanisms in grey.",
            x_label="epsilon",
            y_label="delta",
            width=180,
            height=156,
            log_y=True,
            x_range=(0, 1.3),
            y_range=(FLOOR, 1),
            small=True,
        )
        for other in FINITE:
            if other != name:
                chart.line(curves[other], QUIET)
        chart.line(curves[name], 0)
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
            least,
            number(results, profile(most), "profile.0.delta"),
            most,
        )
    ]


def _table(results: Results) -> Table:
    columns = (0, 4, 8, 12, 16, 20)
    return Table(
        ("mechanism", *(f"delta({_level(LEVELS[i]):g})" for i in columns)),
        tuple(
            (name, *(number(results, profile(name), f"profile.{i}.delta") for i in columns))
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
        panels=_panels,
        findings=_findings,
        table=_table,
        legend=(swatch(0, "the mechanism named"), swatch(QUIET, "all others")),
    ),
)
