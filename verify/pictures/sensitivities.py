"""Local, smooth and global sensitivity over the data, with the constants that the drafts print."""

from __future__ import annotations

from dataclasses import dataclass

from dpbi.report.figures.base import FLAT, Figure, listed, named, of
from dpbi.report.quantities import Measure, Results
from dpbi.report.svg import Chart
from dpbi.report.words import MarkedTable, Part, Said, at, high, middle, number, say

SEVEN_FOUR, SEVEN_FOUR_FIVE = ("7", "4"), ("7", "4", "5")


def sensitivities(
    prior: tuple[str, ...], n: int, epsilon: str = "1", delta: str = "1/100000000"
) -> Measure:
    """Every sensitivity of every dataset; the exponential one with the notes' beta, n as used."""
    return Measure.of(
        "sensitivities",
        prior=prior,
        n=n,
        gammas=("1", "1/10"),
        epsilon=epsilon,
        delta=delta,
        records="n",
    )


LINES = tuple(sensitivities(p, n) for p in (FLAT, SEVEN_FOUR) for n in (20, 100))
KINDS = (
    ("local", "local", 0),
    ("harmonic, gamma = 1", "harmonic.1", 2),
    ("harmonic, gamma = 1/10", "harmonic.1/10", 6),
    ("exponential", "exponential", 3),
)
"""What each is called, where it is in a result, and its colour."""
SHORT = {
    "local": "local",
    "harmonic.1": "gamma = 1",
    "harmonic.1/10": "gamma = 1/10",
    "exponential": "exponential",
}
"""What each is called beside its line."""


@dataclass(frozen=True)
class Printed:
    """The two sensitivities in a caption of the notes, and the size that it names."""

    n: int
    local: str
    smooth: str


PRINTED = (Printed(100, "0.08", "0.09"), Printed(120, "0.0945", "0.096"))
PRINTED_GLOBAL = "0.239992747797"
"""Captions of the notes' figures 3 and 4 (lines 210 and 220)."""
CELLS = 400
"""Each dot of the cloud is a square of side 1/400."""


def cloud(prior: tuple[str, ...], n: int, epsilon: str, delta: str) -> Measure:
    """Local against exponential sensitivity, for more datasets than there are dots."""
    return Measure.of(
        "cloud", prior=prior, n=n, epsilon=epsilon, delta=delta, records="n", cells=CELLS
    )


CLOUDS = tuple(cloud(SEVEN_FOUR_FIVE, p.n, "4/5", "4/5") for p in PRINTED)


def _prior(m: Measure) -> tuple[str, ...]:
    value = dict(m.arguments)["prior"]
    assert isinstance(value, tuple)
    return value


def _title(m: Measure) -> str:
    return f"{named(_prior(m))}, n = {dict(m.arguments)['n']}"


def _line_panels(results: Results) -> list[Chart]:
    charts = []
    for m in LINES:
        result = of(results, m)
        chart = Chart(
            _title(m),
            f"Local and smooth sensitivity of every dataset, {_title(m)}.",
            "records in the first category",
            "sensitivity, a Hellinger distance",
            width=360,
            height=260,
            y_range=(0, 0.5),
        )
        for _, path, series in KINDS:
            rows = zip(result["x"], at(result, path), strict=True)
            chart.line([(x[0], middle(v, "")) for x, v in rows], series, SHORT[path])
        chart.level(middle(result, "global"), 4, "true global")
        chart.level(middle(result, "printed"), 1, "printed global")
        charts.append(chart)
    return charts


def _middle(results: Results, m: Measure) -> int:
    """Where in the list of datasets the first category has half of the records."""
    return len(of(results, m)["x"]) // 2


def _line_found(results: Results) -> Said:
    """How far the local sensitivity lies below the global one, true and printed."""
    m = LINES[1]
    words = (
        f"At {_title(m)} the local sensitivity falls to {{}}; "
        "the true global one is {}, the printed one {}"
    )
    local = [high(v, "") for v in of(results, m)["local"]]
    paths = (f"local.{local.index(min(local))}", "global", "printed")
    return say(words, *(number(results, m, path) for path in paths))


def _line_findings(results: Results) -> list[Said]:
    m = LINES[1]
    i = _middle(results, m)
    return [
        say(
            "{}: in the middle the local sensitivity is {}, the harmonic one {} for gamma = 1 and "
            "{} for gamma = 1/10, the exponential one {}; the true global one is {} and the "
            "printed constant {}.",
            _title(m),
            number(results, m, f"local.{i}"),
            number(results, m, f"harmonic.1.{i}"),
            number(results, m, f"harmonic.1/10.{i}"),
            number(results, m, f"exponential.{i}"),
            number(results, m, "global"),
            number(results, m, "printed"),
        )
    ]


def _line_table(results: Results) -> MarkedTable:
    rows: list[tuple[Part, ...]] = []
    for m in LINES:
        i = _middle(results, m)
        cells = [number(results, m, f"{path}.{j}") for j in (0, i) for _, path, _ in KINDS]
        last = [number(results, m, "global"), number(results, m, "printed")]
        rows.append((_title(m), *cells, *last))
    places = ("all in the second", "in the middle")
    head = [f"{kind}, {where}" for where in places for kind, _, _ in KINDS]
    return MarkedTable(("prior and n", *head, "true global", "printed global"), tuple(rows))


def _cloud_panels(results: Results) -> list[Chart]:
    charts = []
    for m, printed in zip(CLOUDS, PRINTED, strict=True):
        result = of(results, m)
        chart = Chart(
            _title(m),
            "A dot where there are datasets, and one cross where the caption's numbers lie.",
            "local sensitivity, a Hellinger distance",
            "exponential smooth sensitivity",
            width=360,
            height=270,
            x_range=(0.04, 0.26),
            y_range=(0.04, 0.26),
        )
        chart.dots([((i + 0.5) / CELLS, (j + 0.5) / CELLS) for i, j in result["squares"]], 0)
        chart.level(middle(result, "global"), 4, "true global")
        chart.level(float(PRINTED_GLOBAL), 1, "printed global")
        x, y = float(printed.local), float(printed.smooth)
        chart.crosses([(x, y)], 5, f"printed: {printed.local}, {printed.smooth}")
        charts.append(chart)
    return charts


def _cloud_found(results: Results) -> Said:
    parts = [f"{{}} at {_title(m)}" for m in CLOUDS]
    numbers = [number(results, m, "global", 6) for m in CLOUDS]
    words = f"Two captions print {PRINTED_GLOBAL} as global sensitivity; the true one is"
    return say(f"{words} {listed(parts)}", *numbers)


def _cloud_findings(results: Results) -> list[Said]:
    m = CLOUDS[0]
    words = (
        f"The captions print {PRINTED_GLOBAL} as global sensitivity; the true one of {_title(m)} "
        "is {}. The printed exponents were computed with n where the text has n + 1: beta is {} "
        "for n = {}."
    )
    return [
        say(words, number(results, m, "global", 12), number(results, m, "beta"), str(PRINTED[0].n))
    ]


def _cloud_table(results: Results) -> MarkedTable:
    rows = tuple(
        (
            _title(m),
            p.local,
            p.smooth,
            PRINTED_GLOBAL,
            number(results, m, "global", 6),
            number(results, m, "beta", 6),
        )
        for m, p in zip(CLOUDS, PRINTED, strict=True)
    )
    head = ("prior and n", "LS printed", "S printed", "GS printed", "true GS", "beta computed")
    return MarkedTable(head, rows)


OVER_X = Figure(
    id="sensitivities",
    title="Local, smooth and global sensitivity over the data",
    caption=(
        "Sensitivity of the Hellinger score at every dataset, the exponential one "
        "for epsilon = 1 and delta = 1e-8. Dashed: the true global sensitivity "
        "of the prior and n, and the constant sqrt(1 - pi/4) of the short drafts."
    ),
    claims=(
        "tailoring.gap",
        "short.prelim.gs",
        "tailoring.theorem-5.1",
        "tailoring.smooth-def-cite",
    ),
    measures=LINES,
    found=_line_found,
    panels=_line_panels,
    findings=_line_findings,
    table=_line_table,
    place="tailoring, figure 1",
    printed="the gap between local and global sensitivity is what a smooth bound can use.",
)
PRINTED_SENSITIVITIES = Figure(
    id="printed-sensitivities",
    title="Sensitivities printed in captions, among those that exist",
    caption=(
        "Prior Dirichlet(7, 4, 5), epsilon = delta = 4/5: local and exponential smooth sensitivity "
        "of every dataset (dots), the pair that a caption prints (cross), the global sensitivity "
        "computed and printed (dashed)."
    ),
    claims=("notes.fig3.ls", "notes.fig3.gs", "notes.fig3.beta-100", "notes.fig3.beta-120"),
    measures=CLOUDS,
    found=_cloud_found,
    panels=_cloud_panels,
    findings=_cloud_findings,
    table=_cloud_table,
    place="notes, figures 3 and 4",
    printed="a local and a smooth sensitivity and a global one stand beside the plots.",
)
FAMILY = (OVER_X, PRINTED_SENSITIVITIES)
