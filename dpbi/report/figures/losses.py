"""True epsilon against the nominal one, for every mechanism, over n and over epsilon."""

from __future__ import annotations

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
from dpbi.report.marks import MarkedTable, Said, low, middle, number, say
from dpbi.report.quantities import Measure, Results
from dpbi.report.svg import Chart, Point, swatch

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
    return [(_float(e), loss(name, prior, n, e)) for e in LEVELS]


def _float(text: str) -> float:
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or 1)


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
    for field, value in axes.items():
        setattr(chart, field, value)
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
        "One panel a mechanism: the true loss against n (logarithmic) at nominal epsilon 1, the "
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
