"""One mechanism in pictures, for its page: its loss, its privacy profile and its error.

A profile is the delta that is needed at each epsilon.
"""

from __future__ import annotations

from fractions import Fraction

from dpbi.report.figures import laws
from dpbi.report.figures.base import (
    CALLED,
    COLOURS,
    FLAT,
    PRIORS,
    SIZES,
    Figure,
    named,
    of,
    over_n,
    worst,
)
from dpbi.report.figures.laws import Competitor, ErrorScene
from dpbi.report.quantities import Measure, Results
from dpbi.report.svg import Chart, Point
from dpbi.report.words import MarkedTable, Said, low, middle, number, say

N = 20
LEVELS = tuple(f"{i}/20" for i in range(27))
PROMISED = f"profile.{LEVELS.index('20/20')}.delta"
"""Where a profile has the delta at nominal epsilon."""
FLOOR = 1e-3
"""The lowest delta drawn."""


def profile(name: str, n: int = N, epsilon: str = "1", levels: tuple[str, ...] = LEVELS) -> Measure:
    """The measure of a delta curve at the flat prior."""
    return Measure.of("profile", name=name, prior=FLAT, n=n, epsilon=epsilon, levels=levels)


def points(results: Results, measure: Measure) -> list[Point]:
    """The curve, down to the lowest delta drawn."""
    curve = of(results, measure)["profile"]
    drawn = [(float(Fraction(d["epsilon"])), middle(d, "delta")) for d in curve]
    return [(e, d) for e, d in drawn if d >= FLOOR]


X = (10, 10)
WITHOUT_POSTERIOR = ("lszhang",)
"""Mechanisms whose release is not a posterior, so that it has no Hellinger error."""


def scene(name: str) -> ErrorScene:
    """The dataset at which the error is drawn."""
    return ErrorScene(X, FLAT, "1", (Competitor(CALLED[name], name, 0),))


def _loss_chart(results: Results, name: str) -> Chart:
    chart = Chart(
        "True loss",
        f"True loss of {CALLED[name]} at epsilon 1 against n, for {len(PRIORS)} priors.",
        "n, records (logarithmic)",
        "true loss",
        width=360,
        height=260,
        log_x=True,
        x_range=(1, SIZES[-1]),
        y_range=(0, 1.6),
    )
    chart.level(1.0, 1, "nominal epsilon")
    for colour, prior in zip(COLOURS, PRIORS, strict=True):
        rows = [(n, middle(of(results, m), "loss")) for n, m in over_n(name, prior)]
        chart.line(rows, colour, named(prior))
    return chart


def _delta_chart(results: Results, name: str) -> Chart:
    chart = Chart(
        "Privacy profile",
        f"The smallest delta of {CALLED[name]} at each epsilon, {named(FLAT)}.",
        "epsilon",
        "delta (logarithmic)",
        width=360,
        height=260,
        log_y=True,
        x_range=(0, 1.3),
        y_range=(FLOOR, 1),
    )
    chart.upright(1.0, 1, "nominal epsilon")
    chart.line(points(results, profile(name)), 0, "delta needed")
    return chart


def _own_panels(results: Results, name: str) -> list[Chart]:
    charts = [_loss_chart(results, name), _delta_chart(results, name)]
    if name not in WITHOUT_POSTERIOR:
        charts.append(laws.cumulated(results, scene(name)))
    return charts


def measures(name: str) -> tuple[Measure, ...]:
    """What the figure of a mechanism is made of."""
    losses = tuple(m for prior in PRIORS for _, m in over_n(name, prior))
    of_error = () if name in WITHOUT_POSTERIOR else scene(name).laws
    return (*losses, profile(name), *of_error)


def _own_found(results: Results, name: str) -> Said:
    """The largest loss drawn, and whether it is within the nominal epsilon."""
    drawn = [m for prior in PRIORS for _, m in over_n(name, prior)]
    over = worst(results, drawn)
    top = over or max(drawn, key=lambda m: low(of(results, m), "loss"))
    kept = all(of(results, m)["within"] for m in drawn)
    verdict = "beyond" if over else "within" if kept else "not certified to be within"
    where = dict(top.arguments)
    prior = where["prior"]
    assert isinstance(prior, tuple)
    words = f"The true loss reaches {{}} at {named(prior)}, n = {where['n']}: {verdict} epsilon = 1"
    return say(words, number(results, top, "loss"))


def _own_findings(results: Results, name: str) -> list[Said]:
    start = number(results, profile(name), "profile.0.delta")
    said = [say("The largest total variation distance between neighbours: {}.", start)]
    if name not in WITHOUT_POSTERIOR:
        truth = number(results, scene(name).laws[0], "exact")
        said.append(
            say(f"At {scene(name).title} the truth is released with probability {{}}.", truth)
        )
    return said


def _own_table(results: Results, name: str) -> MarkedTable:
    levels = of(results, profile(name))["profile"]
    shown = range(0, len(levels), 4)
    rows = (
        (levels[i]["epsilon"], number(results, profile(name), f"profile.{i}.delta")) for i in shown
    )
    return MarkedTable(("epsilon", "delta"), tuple(rows))


def figure(name: str) -> Figure:
    """Loss over n, delta over epsilon, and the distribution of the error."""
    return Figure(
        id=f"own-{name}",
        title=f"{CALLED[name]} in pictures",
        caption=(
            "At nominal epsilon 1, dashed: the true loss over n for four priors; "
            f"the privacy profile for {named(FLAT)}, n = {sum(X)}"
            + (
                "."
                if name in WITHOUT_POSTERIOR
                else "; how near to the true posterior a release is."
            )
        ),
        claims=(),
        measures=measures(name),
        found=lambda results: _own_found(results, name),
        panels=lambda results: _own_panels(results, name),
        findings=lambda results: _own_findings(results, name),
        table=lambda results: _own_table(results, name),
    )
