"""Pictures of exact laws: of errors, shared by the figures that redraw the drafts', and of losses.

The losses are the true epsilon against the nominal one, for every mechanism, over n and epsilon.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dpbi.report.figures.base import (
    FINITE,
    FLAT,
    FLAT3,
    LEVELS,
    LOPSIDED,
    SIZES,
    SIZES3,
    SPIKY,
    Figure,
    loss,
    named,
    of,
)
from dpbi.report.quantities import QUANTILES, Measure, Results
from dpbi.report.svg import Chart, Point, Swatch, swatch
from dpbi.report.words import MarkedTable, Part, Said, low, middle, number, say

PARTS = 50
"""Distances from 0 to 1 are accumulated in this number of steps."""


LISTED = 100
"""Up to this number of records each distance of two categories is listed with its probability."""


@dataclass(frozen=True)
class Competitor:
    """A mechanism in a comparison: its words, its colour, its parameters."""

    label: str
    name: str
    series: int
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def swatch(self) -> Swatch:
        """Its entry of a legend."""
        return swatch(self.series, self.label)


MH = Competitor("M_H, harmonic S", "mh", 0)
MHS = Competitor("exp(-ε H / S) as plotted", "mh-s", 3)
MH_EXP = Competitor("M_H, exponential S", "mh-exp", 6)
LAPLACE = Competitor("Laplace, scale 2/ε", "laplace", 1)
IMPROVED = Competitor("improved Laplace, scale 1/ε", "laplace-improved", 2)
DIMENSION = Competitor("Laplace, scale k/ε", "lsdim", 4)


@dataclass(frozen=True)
class ErrorScene:
    """One dataset under one prior and epsilon, and who competes there."""

    x: tuple[int, ...]
    prior: tuple[str, ...] = FLAT
    epsilon: str = "1"
    who: tuple[Competitor, ...] = (MH, MHS, LAPLACE, IMPROVED)

    @property
    def data(self) -> str:
        """The dataset in words."""
        return f"x = ({', '.join(map(str, self.x))})"

    @property
    def title(self) -> str:
        """Data and prior in words."""
        return f"{self.data}, {named(self.prior)}"

    def law(self, c: Competitor) -> Measure:
        """The measure of the exact error law of a competitor."""
        return Measure.of(
            "error_law",
            name=c.name,
            x=self.x,
            n=sum(self.x),
            prior=self.prior,
            epsilon=self.epsilon,
            parts=PARTS,
            atoms="yes" if len(self.x) == 2 and sum(self.x) <= LISTED else "no",
            **c.parameters,
        )

    @property
    def laws(self) -> tuple[Measure, ...]:
        """All of them."""
        return tuple(self.law(c) for c in self.who)

    def chart(self, what: str, x_label: str, y_label: str, **more: Any) -> Chart:
        """An empty picture of this scene."""
        size = {"width": 360, "height": 280}
        return Chart(what, f"{what} at {self.title}.", x_label, y_label, **{**size, **more})


def by_distance(results: Results, scene: ErrorScene) -> Chart:
    """The probability of each distance (two categories)."""
    chart = scene.chart(
        scene.data, "Hellinger distance from the truth", "probability of the distance"
    )
    for c in scene.who:
        atoms = of(results, scene.law(c))["atoms"]
        chart.line([(middle(a, "t"), middle(a, "p")) for a in atoms], c.series)
    return chart


def by_records(results: Results, scene: ErrorScene, most: int) -> Chart:
    """The probability of each number of replaced records: the drafts' steps."""
    chart = scene.chart(scene.data, "replaced records from the truth", "probability of the step")
    chart.x_range = (0, most)
    for c in scene.who:
        rows = of(results, scene.law(c))["records"]
        points: list[Point] = [(r["records"], middle(r, "p")) for r in rows]
        chart.line([p for p in points if p[0] <= most], c.series)
    return chart


def cumulated(results: Results, scene: ErrorScene) -> Chart:
    """The probability of a release within each distance."""
    chart = scene.chart(scene.data, "Hellinger distance t", "Pr[H <= t]", y_range=(0.0, 1.0))
    for c in scene.who:
        law = of(results, scene.law(c))
        rows = [(i / PARTS, middle(r, "")) for i, r in enumerate(law["within"])]
        chart.line(_staircase(law["atoms"]) if law["atoms"] else rows, c.series)
    return chart


def _staircase(atoms: Sequence[Mapping[str, Any]]) -> list[Point]:
    """The distribution function with its jumps."""
    points, height = [], 0.0
    for a in atoms:
        t = middle(a, "t")
        points.append((t, height))
        height += middle(a, "p")
        points.append((t, height))
    return points


def boxes(results: Results, scene: ErrorScene, title: str) -> Chart:
    """Exact quantiles of the error, a box for each competitor; its mean as a dot."""
    chart = scene.chart(title, "mechanism, in the order of the legend", "Hellinger distance")
    chart.x_range, chart.y_range = (0.4, len(scene.who) + 0.6), (0.0, 1.0)
    for i, c in enumerate(scene.who, start=1):
        law = of(results, scene.law(c))
        chart.boxes([(float(i), *(middle(q, "t") for q in law["quantiles"]))], c.series)
        chart.crosses([(float(i), middle(law, "mean"))], c.series)
    return chart


def record_boxes(results: Results, scene: ErrorScene, title: str) -> Chart:
    """The same by replaced records: half the l1 distance where totals agree."""
    chart = scene.chart(title, "mechanism, in the order of the legend", "replaced records")
    chart.x_range = (0.4, len(scene.who) + 0.6)
    for i, c in enumerate(scene.who, start=1):
        found = of(results, scene.law(c))["record_quantiles"]
        chart.boxes([(float(i), *(middle(q, "records") for q in found))], c.series)
    return chart


def means(results: Results, scene: ErrorScene) -> Said:
    """The expected errors of a scene in one sentence, the smallest first."""
    ranked = sorted(scene.who, key=lambda c: low(of(results, scene.law(c)), "mean"))
    words = "; ".join(f"{c.label} {{}}" for c in ranked)
    numbers = [number(results, scene.law(c), "mean") for c in ranked]
    return say(f"Expected Hellinger error at {scene.title}: {words}.", *numbers)


def table(results: Results, scenes: Iterable[ErrorScene]) -> MarkedTable:
    """Mean, median, quartiles and the probability of the truth."""
    rows: list[tuple[Part, ...]] = []
    for scene in scenes:
        for c in scene.who:
            m = scene.law(c)
            quartiles = [number(results, m, f"quantiles.{i}.t") for i in range(len(QUANTILES))]
            ends = (number(results, m, "mean"), *quartiles, number(results, m, "exact"))
            rows.append((f"{c.label}, {scene.title}", *ends))
    head = ("mechanism and data", "mean", "5 %", "25 %", "median", "75 %", "95 %", "Pr[truth]")
    return MarkedTable(head, tuple(rows))


def measures(scenes: Sequence[ErrorScene]) -> tuple[Measure, ...]:
    """All laws of some scenes."""
    return tuple(m for scene in scenes for m in scene.laws)


def legend(scenes: Sequence[ErrorScene]) -> tuple[Swatch, ...]:
    """One entry for each competitor."""
    return tuple(dict.fromkeys(c.swatch for scene in scenes for c in scene.who))


CLAIMS = (
    "short.thm-3.1.lsdim",
    "short.thm-3.1.lshist",
    "short.thm-3.1.ehd",
    "short-a.thm-3.1.ehds",
    "short-b.thm-3.1.ehds",
    "tailoring.ehdl.nondp",
    "tailoring.lemma-5.6",
    "tailoring.improved.enough",
    "tailoring.expmech.dp",
)
PRIORS = (FLAT, SPIKY, LOPSIDED, FLAT3)
COLOURS = (0, 3, 4, 2)
LEGEND = (
    *(swatch(c, named(p)) for c, p in zip(COLOURS, PRIORS, strict=True)),
    swatch(1, "epsilon", "level"),
)
N = 20


def _sizes(prior: tuple[str, ...]) -> tuple[int, ...]:
    return SIZES if len(prior) == 2 else SIZES3


def over_n(name: str, prior: tuple[str, ...]) -> list[tuple[int, Measure]]:
    """The losses of a mechanism at each size drawn."""
    return [(n, loss(name, prior, n)) for n in _sizes(prior)]


def _over_epsilon(name: str, prior: tuple[str, ...]) -> list[tuple[float, Measure]]:
    n = N if len(prior) == 2 else N // 2
    return [(float(Fraction(e)), loss(name, prior, n, e)) for e in LEVELS]


def _exceeding(results: Results, measures: list[Measure]) -> list[Measure]:
    """Those whose loss is certified to exceed epsilon."""
    return [m for m in measures if of(results, m)["within"] is False]


def _argument(m: Measure, name: str) -> str:
    value = dict(m.arguments)[name]
    return value if isinstance(value, str) else named(value)


def _worst(results: Results, measures: tuple[Measure, ...]) -> list[Said]:
    """For each mechanism that exceeds epsilon, the setting drawn here where it does so most."""
    said = []
    for name in FINITE:
        own = [m for m in measures if _argument(m, "name") == name]
        if over := _exceeding(results, own):
            top = max(over, key=lambda m: low(of(results, m), "ratio"))
            said.append(
                say(
                    "{} reaches {} times epsilon at prior {}, n = {}, epsilon = {}.",
                    name,
                    number(results, top, "ratio"),
                    _argument(top, "prior"),
                    _argument(top, "n"),
                    _argument(top, "epsilon"),
                )
            )
    kept = [n for n in FINITE if all(of(results, m)["within"] for m in _of(measures, n))]
    said.append(say("Within epsilon everywhere drawn: {}.", ", ".join(kept) or "none"))
    return said


def _of(measures: tuple[Measure, ...], name: str) -> list[Measure]:
    return [m for m in measures if _argument(m, "name") == name]


def _panel(title: str, x: str, **axes: object) -> Chart:
    chart = Chart(title, title, x, "true loss", width=180, height=156, small=True)
    for name, value in axes.items():
        setattr(chart, name, value)
    chart.level(1.0, 1)
    return chart


def _over_n_panels(results: Results) -> list[Chart]:
    charts = []
    for name in FINITE:
        chart = _panel(name, "n", log_x=True, x_range=(1, SIZES[-1]), y_range=(0, 1.6))
        chart.description = f"True loss of {name} at epsilon = 1 against n, for four priors."
        for i, prior in enumerate(PRIORS):
            points = [(float(n), middle(of(results, m), "loss")) for n, m in over_n(name, prior)]
            chart.line(points, COLOURS[i])
        charts.append(chart)
    return charts


def _over_epsilon_panels(results: Results) -> list[Chart]:
    charts = []
    for name in FINITE:
        chart = _panel(name, "epsilon", log_x=True, x_range=(1 / 16, 8), y_range=(0, 1.6))
        chart.description = f"True loss of {name} divided by epsilon, for four priors."
        for i, prior in enumerate(PRIORS):
            points: list[Point] = [
                (e, middle(of(results, m), "ratio")) for e, m in _over_epsilon(name, prior)
            ]
            chart.line(points, COLOURS[i])
        charts.append(chart)
    return charts


def _n_table(results: Results) -> MarkedTable:
    columns = [
        (FLAT, 1),
        (FLAT, N),
        (FLAT, SIZES[-1]),
        (SPIKY, 1),
        (LOPSIDED, SIZES[-1]),
        (FLAT3, N),
    ]
    return MarkedTable(
        ("mechanism", *(f"{named(p)}, n = {n}" for p, n in columns)),
        tuple(
            (name, *(number(results, loss(name, p, n), "loss") for p, n in columns))
            for name in FINITE
        ),
    )


def _epsilon_table(results: Results) -> MarkedTable:
    return MarkedTable(
        ("mechanism", *(f"epsilon = {e}" for e in LEVELS)),
        tuple(
            (name, *(number(results, m, "ratio") for _, m in _over_epsilon(name, FLAT)))
            for name in FINITE
        ),
    )


N_MEASURES = tuple(m for name in FINITE for p in PRIORS for _, m in over_n(name, p))
EPSILON_MEASURES = tuple(m for name in FINITE for p in PRIORS for _, m in _over_epsilon(name, p))

OVER_N = Figure(
    id="loss-over-n",
    title="True epsilon against nominal epsilon, over the number of records",
    caption=(
        "One panel per mechanism: the true loss against n (logarithmic) at nominal epsilon 1, the "
        "dashed line. Above it the mechanism is not 1-differentially private. Theorem 3.1 claims "
        "that of lsdim, lshist, ehd and both ehds; no draft claims it of ehdl, and tailoring "
        "claims twice as much of mh. ehd has the printed constant as sensitivity."
    ),
    claims=CLAIMS,
    measures=N_MEASURES,
    legend=LEGEND,
    panels=_over_n_panels,
    findings=lambda results: _worst(results, N_MEASURES),
    table=_n_table,
)
OVER_EPSILON = Figure(
    id="loss-over-epsilon",
    title="True epsilon as a share of the nominal one, over epsilon",
    caption=(
        "The true loss divided by epsilon, against epsilon (logarithmic), with "
        f"{N} records for two categories and {N // 2} for three. The dashed line is epsilon "
        "itself; what lies below it is budget that is not spent."
    ),
    claims=CLAIMS,
    measures=EPSILON_MEASURES,
    legend=LEGEND,
    panels=_over_epsilon_panels,
    findings=lambda results: _worst(results, EPSILON_MEASURES),
    table=_epsilon_table,
)
FAMILY = (OVER_N, OVER_EPSILON)
