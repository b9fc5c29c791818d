"""The figure of one mechanism, for its page: its loss, its delta and its error."""

from __future__ import annotations

from dpbi.measures import Measure, Results
from dpbi.report.figures import errors
from dpbi.report.figures.base import Figure
from dpbi.report.figures.errors import Competitor, Scene
from dpbi.report.figures.losses import COLOURS, PRIORS, over_n
from dpbi.report.figures.profiles import FLOOR, points, profile
from dpbi.report.figures.settings import FLAT, SIZES, named, of
from dpbi.report.marks import Said, Table, middle, number, say
from dpbi.report.svg import Chart, swatch

X = (10, 10)
WITHOUT_POSTERIOR = ("lszhang",)
"""Mechanisms whose release is no posterior, so that it has no Hellinger error."""


def scene(name: str) -> Scene:
    """The dataset at which the error is drawn."""
    return Scene(X, FLAT, "1", (Competitor(name, name, 0),))


def _loss_chart(results: Results, name: str) -> Chart:
    chart = Chart(
        "True loss",
        f"True loss of {name} at epsilon 1 against n, for {len(PRIORS)} priors.",
        "n (logarithmic)",
        "true loss",
        width=360,
        height=260,
        log_x=True,
        x_range=(1, SIZES[-1]),
        y_range=(0, 1.6),
    )
    chart.level(1.0, 1)
    for colour, prior in zip(COLOURS, PRIORS, strict=True):
        rows = [(float(n), middle(of(results, m), "loss")) for n, m in over_n(name, prior)]
        chart.line(rows, colour)
    return chart


def _delta_chart(results: Results, name: str) -> Chart:
    chart = Chart(
        "Privacy profile",
        f"The smallest delta of {name} at each epsilon, {named(FLAT)}.",
        "epsilon",
        "delta (logarithmic)",
        width=360,
        height=260,
        log_y=True,
        x_range=(0, 1.3),
        y_range=(FLOOR, 1),
    )
    chart.line(points(results, profile(name)), 0)
    return chart


def _panels(results: Results, name: str) -> list[Chart]:
    charts = [_loss_chart(results, name), _delta_chart(results, name)]
    if name not in WITHOUT_POSTERIOR:
        charts.append(errors.cumulated(results, scene(name)))
    return charts


def measures(name: str) -> tuple[Measure, ...]:
    """What the figure of a mechanism is made of."""
    losses = tuple(m for prior in PRIORS for _, m in over_n(name, prior))
    laws = () if name in WITHOUT_POSTERIOR else scene(name).laws
    return (*losses, profile(name), *laws)


def _findings(results: Results, name: str) -> list[Said]:
    start = number(results, profile(name), "profile.0.delta")
    said = [say("The largest total variation distance between neighbours: {}.", start)]
    if name not in WITHOUT_POSTERIOR:
        truth = number(results, scene(name).laws[0], "exact")
        said.append(
            say(f"At {scene(name).title} the truth is released with probability {{}}.", truth)
        )
    return said


def _table(results: Results, name: str) -> Table:
    levels = of(results, profile(name))["profile"]
    shown = range(0, len(levels), 4)
    rows = (
        (levels[i]["epsilon"], number(results, profile(name), f"profile.{i}.delta")) for i in shown
    )
    return Table(("epsilon", "delta"), tuple(rows))


def figure(name: str) -> Figure:
    """Loss over n, delta over epsilon, and the distribution of the error."""
    return Figure(
        id=f"own-{name}",
        title=f"{name} in pictures",
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
        panels=lambda results: _panels(results, name),
        findings=lambda results: _findings(results, name),
        table=lambda results: _table(results, name),
        legend=(
            *(swatch(c, named(p)) for c, p in zip(COLOURS, PRIORS, strict=True)),
            swatch(1, "epsilon", "level"),
        ),
    )
