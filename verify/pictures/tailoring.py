"""The figures of tailoring, redrawn from exact laws, at the settings that it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dpbi.report.figures import laws
from dpbi.report.figures.base import FLAT, FLAT3, Figure, listed, loss, named, of
from dpbi.report.figures.laws import (
    DIMENSION,
    IMPROVED,
    LAPLACE,
    MH,
    MH_EXP,
    MHS,
    Competitor,
    ErrorScene,
)
from dpbi.report.quantities import Measure, Results
from dpbi.report.svg import Chart
from dpbi.report.words import MarkedTable, Said, low, middle, number, say
from pictures.series import Series

FLAT4 = ("1",) * 4
TWO = (MH, MH_EXP, MHS, LAPLACE, IMPROVED)
MORE = (MH, MH_EXP, MHS, LAPLACE, DIMENSION)
SCENES = (
    ErrorScene((50, 50), FLAT, "1", TWO),
    ErrorScene((33, 33, 34), FLAT3, "1", MORE),
    ErrorScene((20, 20, 20, 20), FLAT4, "1", MORE),
)


PRINTED = 300
"""The number of records from which on tailoring calls M_H better than Laplace."""


def _balanced(n: int, k: int) -> tuple[int, ...]:
    """n records over k categories, as evenly as possible, the larger ones last."""
    return tuple(n // k + (i >= k - n % k) for i in range(k))


def _over_n(prior: tuple[str, ...], sizes: Sequence[int], who: tuple[Competitor, ...]) -> Series:
    points = tuple((n, _balanced(n, len(prior)), prior) for n in sizes)
    return Series(named(prior), "n", points, who, PRINTED if sizes[-1] > PRINTED else None)


BETA_SIZES = (10, 20, 40, 60, 100, 150, 200, 250, 300, 400, 600, 1000, 2000, 4000, 8000, 15000)
FOURTH = (_over_n(FLAT, BETA_SIZES, TWO),)
FIFTH = (
    _over_n(FLAT3, (6, 12, 30, 60, 90, 150, 300, 450), MORE),
    _over_n(FLAT4, (8, 16, 24, 40, 60, 80), MORE),
)
PRIOR_VALUES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
PRIORS = (
    Series(
        "x = (50, 50), priors (a, a)",
        "a",
        tuple((a, (50, 50), (str(a), str(a))) for a in PRIOR_VALUES),
        TWO,
    ),
)


def _series_figure(
    name: str,
    title: str,
    place: str,
    said: str,
    claims: tuple[str, ...],
    series: tuple[Series, ...],
    also: tuple[str, ...],
) -> Figure:
    return Figure(
        id=name,
        title=title,
        caption=(
            "Expected Hellinger distance of a release from the true posterior, exact, at "
            "epsilon = 1 and delta = 1e-8; then the same as a multiple of the Laplace "
            "mechanism of scale 2/ε."
        ),
        claims=claims,
        measures=tuple(m for s in series for m in s.measures),
        found=lambda results: _found(results, series),
        panels=lambda results: [c for s in series for c in s.charts(results)],
        findings=lambda results: [f for s in series for f in s.findings(results)],
        table=lambda results: MarkedTable(
            ("point", *(c.label for c in series[0].who)),
            tuple((f"{s.title}, {row[0]}", *row[1:]) for s in series for row in s.rows(results)),
        ),
        place=place,
        printed=said,
        also=also,
    )


def _found(results: Results, series: tuple[Series, ...]) -> Said:
    """Where M_H certainly errs less than the Laplace mechanisms."""
    rivals = [c for c in (LAPLACE, IMPROVED) if c in series[0].who]
    return say("; ".join(s.found(results, MH, rivals) for s in series))


THIRD = Figure(
    id="tailoring-3",
    title="Probability of a release, by its distance from the truth",
    caption=(
        "Balanced data, epsilon = 1, delta = 1e-8; the draft names no n. For two categories the "
        "probability of each distance, for more of each step; then accumulated over distance. The "
        "formula without the 2 is what the draft plots; it spends more than epsilon."
        f" {laws.STEPS}"
    ),
    claims=("tailoring.fig3", "tailoring.fig3.bins"),
    measures=laws.measures(SCENES),
    found=lambda results: laws.duel(results, SCENES, MH, LAPLACE),
    panels=lambda results: [
        chart
        for scene in SCENES
        for chart in (
            laws.by_distance(results, scene)
            if len(scene.x) == 2
            else laws.by_records(results, scene, 40),
            laws.cumulated(results, scene),
        )
    ],
    findings=lambda results: [laws.means(results, s) for s in SCENES],
    table=lambda results: laws.table(results, SCENES),
    place="tailoring, figure 3",
    printed=(
        "M_H gives small distances with larger probability than the baseline Laplace, and the "
        "improved Laplace is better than M_H."
    ),
)

CONCRETE_DELTA = "1/2000"
CONCRETE_SIZES = (2, 4, 8, 12, 20, 30, 50, 100, 200, 400, 1000)
VERDICTS = {True: "no more than", False: "beyond the claim", None: "undecided"}
SMALL_SIZES = tuple(n for n in CONCRETE_SIZES if n <= 50)
CONCRETE = (
    MH,
    replace(MH_EXP, parameters={"delta": CONCRETE_DELTA}),
    MHS,
)


def _concrete(c: Competitor, n: int) -> Measure:
    return loss(c.name, FLAT, n, **c.parameters)


def _smallest(c: Competitor, n: int) -> Measure:
    return Measure.of(
        "smallest",
        name=c.name,
        prior=FLAT,
        n=n,
        epsilon="1",
        at_delta=CONCRETE_DELTA,
        **c.parameters,
    )


def _concrete_panels(results: Results) -> list[Chart]:
    titles = ("True epsilon (delta = 0)", f"Smallest epsilon for delta = {CONCRETE_DELTA}")
    charts = []
    for title in titles:
        chart = Chart(
            title,
            f"{title} over n, nominal epsilon 1, prior {named(FLAT)}.",
            "n, records (logarithmic)",
            "epsilon",
            width=360,
            height=280,
            log_x=True,
            x_range=(2, 1000),
            y_range=(0, 2),
        )
        chart.level(1.0, 1, "claimed: at most 1")
        charts.append(chart)
    for c in CONCRETE:
        first = [(float(n), middle(of(results, _concrete(c, n)), "loss")) for n in CONCRETE_SIZES]
        second = [(float(n), middle(of(results, _smallest(c, n)), "epsilon")) for n in SMALL_SIZES]
        charts[0].line(first, c.series, c.short)
        charts[1].line(second, c.series, c.short)
    return charts


def _largest(results: Results, c: Competitor) -> Measure:
    """Where the true epsilon of a competitor is largest."""
    return max((_concrete(c, n) for n in CONCRETE_SIZES), key=lambda m: low(of(results, m), "loss"))


def _concrete_found(results: Results) -> Said:
    """The largest true epsilon of each, those within the claim first."""
    tops = {c: _largest(results, c) for c in CONCRETE}
    words, numbers = [], []
    for answer, verdict in VERDICTS.items():
        who = [c for c, m in tops.items() if of(results, m)["within"] is answer]
        if who:
            words.append(f"{verdict} {listed([f'{{}} for {c.label}' for c in who])}")
            numbers += [number(results, tops[c], "loss") for c in who]
    return say(f"Claimed to be at most 1, the true epsilon reaches {'; '.join(words)}", *numbers)


def _concrete_findings(results: Results) -> list[Said]:
    said = []
    for c in CONCRETE:
        top = _largest(results, c)
        value, n = number(results, top, "loss"), dict(top.arguments)["n"]
        said.append(say(f"{c.label}: the largest true epsilon drawn is {{}}, at n = {n}.", value))
    return said


def _concrete_table(results: Results) -> MarkedTable:
    rows = []
    for n in CONCRETE_SIZES:
        first = [number(results, _concrete(c, n), "loss") for c in CONCRETE]
        second = [
            number(results, _smallest(c, n), "epsilon") if n in SMALL_SIZES else "not computed"
            for c in CONCRETE
        ]
        rows.append((f"n = {n}", *first, *second))
    labels = [c.label for c in CONCRETE]
    head = (
        "n",
        *(f"{x}, delta 0" for x in labels),
        *(f"{x}, delta {CONCRETE_DELTA}" for x in labels),
    )
    return MarkedTable(head, tuple(rows))


SIXTH = Figure(
    id="tailoring-6",
    title="Concrete epsilon over the number of records",
    caption=(
        f"Prior {named(FLAT)}, nominal epsilon 1 (dashed), delta = {CONCRETE_DELTA}. First the "
        "true epsilon over all neighbouring datasets, then the smallest epsilon once that delta is "
        f"spent, up to n = {SMALL_SIZES[-1]}. The scale of n is logarithmic."
    ),
    claims=("tailoring.fig6", "tailoring.concl3", "tailoring.lemma-5.6"),
    measures=(
        *(_concrete(c, n) for c in CONCRETE for n in CONCRETE_SIZES),
        *(_smallest(c, n) for c in CONCRETE for n in SMALL_SIZES),
    ),
    found=_concrete_found,
    panels=_concrete_panels,
    findings=_concrete_findings,
    table=_concrete_table,
    place="tailoring, figure 6",
    printed="the concrete epsilon stays below the upper bound 1.",
)
FAMILY = (
    THIRD,
    _series_figure(
        "tailoring-4",
        "Expected error over the number of records, two categories",
        "tailoring, figure 4",
        "below 300 records both Laplace mechanisms are better than M_H; beyond, M_H is better than "
        "the baseline and approaches the improved one.",
        ("tailoring.lt300", "tailoring.gt300", "tailoring.asym", "tailoring.concl1"),
        FOURTH,
        (
            "dpbi accuracy mh --prior 1,1 --epsilon 1 --against laplace --n-range 10:300:10",
            "dpbi accuracy mh --prior 1,1 --epsilon 1 --against laplace-improved "
            "--n-range 10:300:10",
        ),
    ),
    _series_figure(
        "tailoring-5",
        "Expected error over the number of records, three and four categories",
        "tailoring, figure 5 (a) and (b)",
        "the tendencies are those of two categories.",
        ("tailoring.tendency-dl", "tailoring.gt300"),
        FIFTH,
        ("dpbi accuracy mh --prior 1,1,1 --epsilon 1 --against laplace --n-range 6:30:6",),
    ),
    _series_figure(
        "tailoring-5-priors",
        "Expected error over balanced priors",
        "tailoring, figure 5 (priors)",
        "the baseline is outperformed after a while, and M_H comes very close to the improved one.",
        ("tailoring.prior-vary", "tailoring.concl2"),
        PRIORS,
        ("dpbi accuracy mh --prior 50,50 --epsilon 1 --counts 50,50 --mean --against laplace",),
    ),
    SIXTH,
)
