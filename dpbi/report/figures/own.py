"""One mechanism in pictures, for its page, and the privacy profiles of all of them.

A profile is the delta that is needed at each epsilon.  The pictures of one mechanism show its loss,
its profile and its error.
"""

from __future__ import annotations

from fractions import Fraction

from dpbi.report.figures import laws
from dpbi.report.figures.base import CALLED, FINITE, FLAT, SIZES, Figure, named, of
from dpbi.report.figures.laws import Competitor, ErrorScene
from dpbi.report.figures.losses import COLOURS, PRIORS, over_n, worst
from dpbi.report.quantities import Measure, Results
from dpbi.report.svg import QUIET, Chart, Point, swatch
from dpbi.report.words import MarkedTable, Said, high, low, middle, number, say

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


def _needy(results: Results) -> list[str]:
    """The mechanisms that certainly need a delta at their nominal epsilon, the largest first."""
    delta = {name: low(of(results, profile(name)), PROMISED) for name in FINITE}
    return sorted((n for n in FINITE if delta[n] > 0), key=lambda n: -delta[n])


def _found(results: Results) -> Said:
    """How many need no delta at their nominal epsilon, and what the others need."""
    needy = _needy(results)
    none = sum(high(of(results, profile(name)), PROMISED) == 0 for name in FINITE)
    others = [f"{CALLED[name]} needs {{}}" for name in needy]
    words = f"{none} of {len(FINITE)} mechanisms need no delta at their nominal epsilon"
    numbers = (number(results, profile(name), PROMISED) for name in needy)
    return say("; ".join([words, *others]), *numbers)


def _panels(results: Results) -> list[Chart]:
    curves = {name: points(results, profile(name)) for name in FINITE}
    charts = []
    for name in FINITE:
        chart = Chart(
            title=CALLED[name],
            description=f"delta of {CALLED[name]} against epsilon; all other mechanisms in grey.",
            x_label="epsilon",
            y_label="delta",
            width=190,
            height=176,
            log_y=True,
            x_range=(0, 1.3),
            y_range=(FLOOR, 1),
            small=True,
        )
        for other in FINITE:
            if other != name:
                chart.line(curves[other], QUIET)
        chart.line(curves[name], 0)
        if name in _needy(results):
            delta = number(results, profile(name), PROMISED)
            chart.note((1.0, middle(of(results, profile(name)), PROMISED)), delta.shown)
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
            CALLED[least],
            number(results, profile(most), "profile.0.delta"),
            CALLED[most],
        )
    ]


def _table(results: Results) -> MarkedTable:
    columns = (0, 4, 8, 12, 16, 20)
    return MarkedTable(
        ("mechanism", *(f"delta({float(Fraction(LEVELS[i])):g})" for i in columns)),
        tuple(
            (CALLED[name], *(number(results, profile(name), f"profile.{i}.delta") for i in columns))
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
        found=_found,
        panels=_panels,
        findings=_findings,
        table=_table,
        legend=(swatch(0, "the mechanism named"), swatch(QUIET, "all others")),
    ),
)


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
