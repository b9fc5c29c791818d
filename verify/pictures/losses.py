"""True losses against the nominal epsilon: every mechanism, over n and over epsilon."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from dpbi.report.figures.base import (
    CALLED,
    COLOURS,
    FINITE,
    FLAT,
    FLAT3,
    LEVELS,
    LOPSIDED,
    PRIORS,
    SIZES,
    SPIKY,
    Figure,
    listed,
    loss,
    named,
    of,
    over_n,
    worst,
)
from dpbi.report.quantities import Measure, Results
from dpbi.report.svg import Chart, Point, swatch
from dpbi.report.words import MarkedTable, Said, low, middle, number, say

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
LEGEND = (
    *(swatch(c, named(p)) for c, p in zip(COLOURS, PRIORS, strict=True)),
    swatch(1, "the nominal epsilon", "level"),
)
N = 20
Drawn = Sequence[tuple[float, Measure]]


def _over_epsilon(name: str, prior: tuple[str, ...]) -> list[tuple[float, Measure]]:
    n = N if len(prior) == 2 else N // 2
    return [(float(Fraction(e)), loss(name, prior, n, e)) for e in LEVELS]


def _argument(m: Measure, name: str) -> str:
    value = dict(m.arguments)[name]
    return value if isinstance(value, str) else named(value)


def _of(measures: Sequence[Measure], name: str) -> list[Measure]:
    return [m for m in measures if _argument(m, "name") == name]


def _exceeding(results: Results, measures: Sequence[Measure]) -> dict[str, Measure]:
    """{mechanism that exceeds epsilon: where it does so most}, the farthest first."""
    found = {name: worst(results, _of(measures, name)) for name in FINITE}
    over = {name: m for name, m in found.items() if m is not None}
    return dict(sorted(over.items(), key=lambda item: -low(of(results, item[1]), "ratio")))


def _keeping(results: Results, measures: Sequence[Measure]) -> list[str]:
    """The mechanisms that are certified to keep epsilon everywhere drawn."""
    return [n for n in FINITE if all(of(results, m)["within"] for m in _of(measures, n))]


def _found(results: Results, measures: Sequence[Measure]) -> Said:
    """How far beyond epsilon each goes that exceeds it, and how many keep it."""
    over, kept = _exceeding(results, measures), len(_keeping(results, measures))
    keep = f"{kept} of {len(FINITE)} mechanisms keep epsilon wherever they are drawn"
    if not over:
        return say(keep)
    first, *others = (f"for {CALLED[name]}" for name in over)
    parts = [f"{{}} times epsilon {first}", *(f"{{}} {other}" for other in others)]
    words = f"The true loss reaches {listed(parts)}; {keep}"
    return say(words, *(number(results, m, "ratio") for m in over.values()))


def _findings(results: Results, measures: Sequence[Measure]) -> list[Said]:
    """For each mechanism that exceeds epsilon, the setting drawn here where it does so most."""
    words = "{} reaches {} times epsilon at prior {}, n = {}, epsilon = {}."
    said = []
    for name, top in _exceeding(results, measures).items():
        where = (_argument(top, part) for part in ("prior", "n", "epsilon"))
        said.append(say(words, CALLED[name], number(results, top, "ratio"), *where))
    kept = [CALLED[name] for name in _keeping(results, measures)]
    said.append(say("Within epsilon everywhere drawn: {}.", "; ".join(kept) or "none"))
    return said


def _panels(
    results: Results,
    path: str,
    points: Callable[[str, tuple[str, ...]], list[tuple[float, Measure]]],
    axes: tuple[str, str, tuple[float, float]],
) -> list[Chart]:
    """A panel for each mechanism; where it exceeds epsilon most is marked with the number."""
    x_label, y_label, x_range = axes
    charts = []
    for name in FINITE:
        said = f"{y_label} of {CALLED[name]} against {x_label}, for {len(PRIORS)} priors."
        chart = Chart(CALLED[name], said, x_label, y_label, width=190, height=176, small=True)
        chart.log_x, chart.x_range, chart.y_range = True, x_range, (0, 1.6)
        chart.level(1.0, 1)
        drawn: list[tuple[float, Measure]] = []
        for colour, prior in zip(COLOURS, PRIORS, strict=True):
            line: list[Point] = [(x, middle(of(results, m), path)) for x, m in points(name, prior)]
            chart.line(line, colour)
            drawn += points(name, prior)
        if top := worst(results, [m for _, m in drawn]):
            x = next(x for x, m in drawn if m is top)
            text = number(results, top, path).shown
            chart.note((x, middle(of(results, top), path)), text)
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
            (CALLED[name], *(number(results, loss(name, p, n), "loss") for p, n in columns))
            for name in FINITE
        ),
    )


def _epsilon_table(results: Results) -> MarkedTable:
    return MarkedTable(
        ("mechanism", *(f"epsilon = {e}" for e in LEVELS)),
        tuple(
            (CALLED[name], *(number(results, m, "ratio") for _, m in _over_epsilon(name, FLAT)))
            for name in FINITE
        ),
    )


N_MEASURES = tuple(m for name in FINITE for p in PRIORS for _, m in over_n(name, p))
EPSILON_MEASURES = tuple(m for name in FINITE for p in PRIORS for _, m in _over_epsilon(name, p))

OVER_N = Figure(
    id="loss-over-n",
    title="True loss over the number of records",
    caption=(
        "One panel per mechanism: the true loss against n (logarithmic) at nominal epsilon 1, the "
        "dashed line. Above it the mechanism is not 1-differentially private; a number says how "
        "far above. Theorem 3.1 claims privacy of LSDim, LSHist, EHD and both EHDS; no draft "
        "claims it of EHDL, and tailoring claims twice as much of M_H. EHD has the printed "
        "constant as sensitivity; M_H as plotted is exp(-ε H / S), without the 2 of Definition 6."
    ),
    claims=CLAIMS,
    measures=N_MEASURES,
    legend=LEGEND,
    found=lambda results: _found(results, N_MEASURES),
    panels=lambda results: _panels(
        results, "loss", over_n, ("n, records", "true loss", (1, SIZES[-1]))
    ),
    findings=lambda results: _findings(results, N_MEASURES),
    table=_n_table,
)
OVER_EPSILON = Figure(
    id="loss-over-epsilon",
    title="True loss as a share of epsilon, over epsilon",
    caption=(
        "The true loss divided by epsilon, against epsilon (logarithmic), with "
        f"{N} records for two categories and {N // 2} for three. The dashed line is epsilon "
        "itself; what lies below it is budget that is not spent."
    ),
    claims=CLAIMS,
    measures=EPSILON_MEASURES,
    legend=LEGEND,
    found=lambda results: _found(results, EPSILON_MEASURES),
    panels=lambda results: _panels(
        results, "ratio", _over_epsilon, ("nominal epsilon", "loss / epsilon", (1 / 16, 8))
    ),
    findings=lambda results: _findings(results, EPSILON_MEASURES),
    table=_epsilon_table,
)
FAMILY = (OVER_N, OVER_EPSILON)
