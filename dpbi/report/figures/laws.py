"""Pictures of exact laws of errors, shared by the figures that redraw the drafts'."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from dpbi.report.figures.base import FLAT, error, listed, named, of
from dpbi.report.quantities import QUANTILES, Measure, Results
from dpbi.report.svg import Chart, Point
from dpbi.report.words import MarkedTable, Part, Said, high, low, middle, number, say

PARTS = 50
"""Distances from 0 to 1 are accumulated in this number of steps."""
STEPS = f"With more than two categories, steps are drawn at multiples of 1/{PARTS} and exact there."
"""What is said beneath the steps of many distances."""


LISTED = 100
"""Up to this number of records each distance of two categories is listed with its probability."""


@dataclass(frozen=True)
class Competitor:
    """A mechanism in a comparison: words, colour, parameters, and a short name for charts."""

    label: str
    name: str
    series: int
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)
    short: str = ""


MH = Competitor("M_H (harmonic)", "mh", 0, short="M_H")
MHS = Competitor("M_H as plotted", "mh-s", 3, short="as plotted")
MH_EXP = Competitor("M_H (exponential)", "mh-exp", 6, short="M_H exp.")
LAPLACE = Competitor("Laplace 2/ε", "laplace", 1, short="Laplace")
IMPROVED = Competitor("improved Laplace 1/ε", "laplace-improved", 2, short="improved")
DIMENSION = Competitor("Laplace k/ε", "lsdim", 4, short="scale k/ε")
RECORDS = ("4", "10", "20", "40", "100", "200", "300", "400", "1000", "2000")
"""The sizes of balanced data at which expected errors are compared."""


def expected(c: Competitor, n: str, epsilon: str) -> Measure:
    """The expected error of a competitor at balanced data of two categories."""
    half = int(n) // 2
    return error(c.name, (half, half), epsilon=epsilon, **c.parameters)


@dataclass(frozen=True)
class ErrorScene:
    """One dataset under one prior and epsilon, and who competes there."""

    x: tuple[int, ...]
    prior: tuple[str, ...] = FLAT
    epsilon: str = "1"
    who: tuple[Competitor, ...] = (MH, MHS, LAPLACE, IMPROVED)

    @property
    def point(self) -> str:
        """The dataset as counts."""
        return f"({', '.join(map(str, self.x))})"

    @property
    def data(self) -> str:
        """The dataset in words."""
        return f"x = {self.point}"

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
        f"Each distance, {scene.data}",
        "Hellinger distance from the truth (0 to 1)",
        "probability of the distance",
    )
    for c in scene.who:
        atoms = of(results, scene.law(c))["atoms"]
        chart.stems([(middle(a, "t"), middle(a, "p")) for a in atoms], c.series, c.short)
    return chart


def by_records(results: Results, scene: ErrorScene, most: int) -> Chart:
    """The probability of each number of replaced records: the drafts' steps."""
    chart = scene.chart(
        f"Each number of records, {scene.data}",
        "records replaced, of the truth",
        "probability of the number",
    )
    chart.x_range = (-0.7, most + 0.3)
    for c in scene.who:
        rows = of(results, scene.law(c))["records"]
        points: list[Point] = [(r["records"], middle(r, "p")) for r in rows]
        chart.stems([p for p in points if p[0] <= most], c.series, c.short)
    return chart


def cumulated(results: Results, scene: ErrorScene) -> Chart:
    """The probability of a release within each distance, as steps.

    More than two categories have thousands of distances: their steps are drawn as `STEPS` says.
    """
    chart = scene.chart(
        f"Up to each distance, {scene.data}",
        "Hellinger distance t (0 to 1)",
        "Pr[H ≤ t]",
        y_range=(0.0, 1.0),
    )
    for c in scene.who:
        law = of(results, scene.law(c))
        rows = [(i / PARTS, middle(r, "")) for i, r in enumerate(law["within"])]
        jumps = _accumulated(law["atoms"]) or rows
        chart.line(_staircase(jumps), c.series, c.short)
    return chart


def _accumulated(atoms: Sequence[Mapping[str, Any]]) -> list[Point]:
    """Each distance, and the probability of all up to it."""
    heights = accumulate(middle(a, "p") for a in atoms)
    return [(middle(a, "t"), height) for a, height in zip(atoms, heights, strict=True)]


def _staircase(jumps: Sequence[Point]) -> list[Point]:
    """A distribution function, flat between its jumps."""
    before = [0.0, *(height for _, height in jumps)]
    rises = (((t, low), (t, high)) for low, (t, high) in zip(before, jumps, strict=False))
    return [point for pair in rises for point in pair]


def boxes(results: Results, scene: ErrorScene, title: str) -> Chart:
    """Exact quantiles of the error, a box for each competitor; its mean as a cross."""
    chart = _box_chart(scene, title, "Hellinger distance (0 to 1)")
    chart.y_range = (0.0, 1.0)
    for i, c in enumerate(scene.who, start=1):
        law = of(results, scene.law(c))
        chart.boxes([(float(i), *(middle(q, "t") for q in law["quantiles"]))], c.series)
        chart.crosses([(float(i), middle(law, "mean"))], c.series)
    return chart


def record_boxes(results: Results, scene: ErrorScene, title: str) -> Chart:
    """The same by replaced records: half the l1 distance where totals agree."""
    chart = _box_chart(scene, title, "replaced records")
    for i, c in enumerate(scene.who, start=1):
        found = of(results, scene.law(c))["record_quantiles"]
        chart.boxes([(float(i), *(middle(q, "records") for q in found))], c.series)
    return chart


def _box_chart(scene: ErrorScene, title: str, y_label: str) -> Chart:
    chart = scene.chart(title, "mechanism", y_label)
    chart.x_range = (0.4, len(scene.who) + 0.6)
    chart.x_names = {float(i): c.short for i, c in enumerate(scene.who, start=1)}
    return chart


def duel(
    results: Results, scenes: Sequence[ErrorScene], one: Competitor, other: Competitor
) -> Said:
    """Which of two competitors errs less on average, and by how much, at each of some data."""
    pairs = [(scene.law(one), scene.law(other)) for scene in scenes]
    orders = [_order(of(results, a), of(results, b)) for a, b in pairs]
    numbers = [number(results, m, "mean") for pair in pairs for m in pair]
    said = {"<": "errs less than", ">": "errs more than"}.get("".join(set(orders)), "against")
    between = [sign if said == "against" else "against" for sign in orders]
    each = [f"{{}} {w} {{}} at x = {s.point}" for w, s in zip(between, scenes, strict=True)]
    return say(f"{one.label} {said} {other.label}: on average {listed(each)}", *numbers)


def _order(a: Mapping[str, Any], b: Mapping[str, Any]) -> str:
    """How two means compare, if that is certain."""
    if high(a, "mean") < low(b, "mean"):
        return "<"
    return ">" if low(a, "mean") > high(b, "mean") else "and"


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
