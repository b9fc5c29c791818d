"""The figures of the notes, redrawn from exact laws: no run, no average, the law itself."""

from __future__ import annotations

from fractions import Fraction

from dpbi.report.figures import laws
from dpbi.report.figures.base import FLAT, FLAT3, Figure, named, of
from dpbi.report.figures.laws import DIMENSION, IMPROVED, LAPLACE, MH, MHS, Competitor, ErrorScene
from dpbi.report.quantities import Measure, Results
from dpbi.report.svg import QUIET, Chart
from dpbi.report.words import MarkedTable, Part, Said, high, low, middle, number, say

GAPS = tuple(
    Measure.of("gaps", prior=prior, x=x)
    for prior, x in ((FLAT, (10, 10)), (FLAT, (3, 17)), (("7", "4"), (10, 10)), (FLAT, (0, 20)))
)


def _gap_title(m: Measure) -> str:
    values = dict(m.arguments)
    x, prior = values["x"], values["prior"]
    assert isinstance(x, tuple)
    assert isinstance(prior, tuple)
    return f"{named(prior)}, x = ({', '.join(x)})"


def _gap_panels(results: Results) -> list[Chart]:
    charts = []
    for m in GAPS:
        result = of(results, m)
        chart = Chart(
            _gap_title(m),
            f"The largest difference of scores between x and a neighbour, {_gap_title(m)}.",
            "count of the candidate r",
            "largest |H(x,r) - H(y,r)|",
            width=360,
            height=250,
            whole_x=True,
            y_range=(0, 1.25 * max(middle(g, "") for g in result["gap"])),
        )
        own, second, _ = _ranked(results, m)
        points = [(r[0], middle(g, "")) for r, g in _rows(result)]
        chart.stems([p for i, p in enumerate(points) if i not in (own, second)], QUIET)
        chart.stems([points[second]], 1, "largest elsewhere")
        chart.stems([points[own]], 0, "at r = x")
        charts.append(chart)
    return charts


def _rows(result: dict[str, list[dict[str, str]]]) -> list[tuple[list[int], dict[str, str]]]:
    return list(zip(result["r"], result["gap"], strict=True))  # type: ignore[arg-type]


def _ranked(results: Results, m: Measure) -> tuple[int, int, int]:
    """The places of r = x, of the largest gap elsewhere, and of the smallest."""
    x, gaps = dict(m.arguments)["x"], of(results, m)["gap"]
    own = [tuple(map(str, r)) for r in of(results, m)["r"]].index(tuple(x))
    others = sorted((j for j in range(len(gaps)) if j != own), key=lambda j: high(gaps[j], ""))
    return own, others[-1], others[0]


def _gap_found(results: Results) -> Said:
    """In how many cases another gap certainly exceeds that at r = x; the nearest of all."""
    beyond = sum(_share(results, m) > 1 for m in GAPS)
    nearest = max(GAPS, key=lambda m: _share(results, m))
    own, second, _ = _ranked(results, nearest)
    words = (
        f"Scores differ more elsewhere than at r = x in {beyond or 'none'} of {len(GAPS)} cases: "
        f"at {_gap_title(nearest)} by {{}} at r = x, and by at most {{}} elsewhere"
    )
    return say(words, *(number(results, nearest, f"gap.{j}") for j in (own, second)))


def _share(results: Results, m: Measure) -> Fraction:
    """The largest gap elsewhere, as a multiple of that at r = x, at least."""
    gaps, (own, second, _) = of(results, m)["gap"], _ranked(results, m)
    return low(gaps[second], "") / high(gaps[own], "")


def _gap_findings(results: Results) -> list[Said]:
    said = []
    for m in GAPS:
        own, second, _ = _ranked(results, m)
        numbers = (number(results, m, f"gap.{j}") for j in (own, second))
        words = f"{_gap_title(m)}: {{}} at r = x, and the largest elsewhere is {{}}."
        said.append(say(words, *numbers))
    return said


def _gap_table(results: Results) -> MarkedTable:
    rows: list[tuple[Part, ...]] = []
    for m in GAPS:
        places = _ranked(results, m)
        rows.append((_gap_title(m), *(number(results, m, f"gap.{j}") for j in places)))
    return MarkedTable(("prior and data", "at r = x", "largest elsewhere", "smallest"), tuple(rows))


NOTE_S = {"delta": "4/5", "records": "n"}
NOTE_MH = Competitor("M_H (exponential, δ = 4/5)", "mh-exp", 0, NOTE_S, "M_H exp.")
FOUR = (
    Competitor("EHD (true sensitivity)", "ehd", 4, {"gs": "true"}, "EHD"),
    Competitor("EHDL", "ehdl", 2, short="EHDL"),
    NOTE_MH,
    LAPLACE,
)
BETA = tuple(ErrorScene((n // 2, n // 2), ("7", "4"), "1/2", FOUR) for n in (500, 300))
DIRICHLET = tuple(
    ErrorScene(x, ("7", "4", "5"), "4/5", FOUR) for x in ((34, 33, 33), (40, 40, 40), (50, 50, 50))
)


def _box_figure(
    name: str,
    place: str,
    title: str,
    scenes: tuple[ErrorScene, ...],
    claims: tuple[str, ...],
    said: str,
) -> Figure:
    return Figure(
        id=name,
        title=title,
        caption=(
            "The exact law of the error, a box for each mechanism: 5 and 95 per cent at the "
            "whiskers, quartiles and median in the box, a cross at the mean. The draft names no "
            "data; balanced data are drawn."
        ),
        claims=claims,
        measures=laws.measures(scenes),
        found=lambda results: laws.duel(results, scenes, NOTE_MH, LAPLACE),
        panels=lambda results: [
            laws.boxes(results, s, f"n = {sum(s.x)}, epsilon = {s.epsilon}") for s in scenes
        ],
        findings=lambda results: [laws.means(results, s) for s in scenes],
        table=lambda results: laws.table(results, scenes),
        place=place,
        printed=said,
    )


def _steps_figure(number_: int, scene: ErrorScene, most: int, said: str) -> Figure:
    def panels(results: Results) -> list[Chart]:
        near = (
            laws.by_distance(results, scene)
            if len(scene.x) == 2
            else laws.by_records(results, scene, most)
        )
        box = laws.boxes(results, scene, f"Error, epsilon = {scene.epsilon}")
        return [box, near, laws.cumulated(results, scene)]

    return Figure(
        id=f"notes-{number_}",
        title=f"Errors of the mechanisms at {scene.title}",
        caption=(
            "The exact law of the error as boxes, by steps from the true posterior, and "
            f"accumulated over Hellinger distance. The draft names no epsilon; {scene.epsilon} is "
            "drawn, and the smooth sensitivity is the harmonic one, gamma = 1. A cross is a mean."
            + (f" {laws.STEPS}" if len(scene.x) > 2 else "")
        ),
        claims=(f"notes.fig{number_}", "notes.steps.equalH"),
        measures=scene.laws,
        found=lambda results: laws.duel(results, [scene], MH, LAPLACE),
        panels=panels,
        findings=lambda results: [laws.means(results, scene)],
        table=lambda results: laws.table(results, [scene]),
        place=f"notes, figure {number_}",
        printed=said,
    )


MORE = (MH, MHS, LAPLACE, DIMENSION)
ONE = Figure(
    id="notes-1",
    title="Where the local sensitivity is attained",
    caption=(
        "For every candidate r, how far the scores of x and of a neighbour y differ at most. The "
        "draft names no data; four cases are drawn. As H is symmetric, r = y ties with r = x."
    ),
    claims=("notes.fig1",),
    measures=GAPS,
    found=_gap_found,
    panels=_gap_panels,
    findings=_gap_findings,
    table=_gap_table,
    place="notes, figure 1; tailoring, figure 2",
    printed="the maximum over candidates is always at the true posterior.",
)
FOUR_L1 = Figure(
    id="notes-4",
    title="Errors of four mechanisms under Dirichlet(7, 4, 5), by distance and in records",
    caption=(
        "The exact law of the error at balanced data, first as Hellinger distance, then as the "
        "number of replaced records (half the l1 distance, where totals agree): boxes of 5, 25, "
        "50, 75 and 95 per cent."
    ),
    claims=("notes.fig4.beta-150", "notes.fig3.dp", "notes.laplace-l1"),
    measures=DIRICHLET[2].laws,
    found=lambda results: laws.duel(results, DIRICHLET[2:], NOTE_MH, LAPLACE),
    panels=lambda results: [
        laws.boxes(results, DIRICHLET[2], "Hellinger distance, n = 150"),
        laws.record_boxes(results, DIRICHLET[2], "Replaced records, n = 150"),
    ],
    findings=lambda results: [laws.means(results, DIRICHLET[2])],
    table=lambda results: laws.table(results, DIRICHLET[2:]),
    place="notes, figure 4",
    printed="four mechanisms compared by Hellinger distance and by l1 norm.",
)
FAMILY = (
    ONE,
    _box_figure(
        "notes-2",
        "notes, figure 2",
        "Errors of four mechanisms under Beta(7, 4)",
        BETA,
        ("notes.fig2",),
        "the accuracy of four algorithms under one configuration.",
    ),
    _box_figure(
        "notes-3",
        "notes, figure 3",
        "Errors of four mechanisms under Dirichlet(7, 4, 5)",
        DIRICHLET[:2],
        ("notes.fig3.dp", "notes.fig3.ls"),
        "the same with three categories; global and smooth calibration are called private.",
    ),
    FOUR_L1,
    _steps_figure(
        5,
        ErrorScene((49, 49), FLAT, "1", (MH, MHS, LAPLACE, IMPROVED)),
        40,
        "the exponential mechanism is better than Laplace, in experiments and in theory.",
    ),
    _steps_figure(
        6,
        ErrorScene((20, 20, 20), FLAT3, "1", MORE),
        40,
        "Laplace performs better to some extent, not significantly.",
    ),
    _steps_figure(
        7,
        ErrorScene((20, 20, 20, 20), ("1",) * 4, "1", MORE),
        60,
        "Laplace is clearly better, and gives good answers with much higher probability.",
    ),
    _steps_figure(
        8,
        ErrorScene((1, 1, 1, 77), ("1",) * 4, "1", MORE),
        80,
        "at an edge Laplace is clearly better as well.",
    ),
)
