"""Where a mechanism is epsilon-private: each cell is a true loss, enclosed, against epsilon."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dpbi.report.figures.base import CALLED, Figure, loss, named, of
from dpbi.report.figures.cells import CellMap, counted, legend
from dpbi.report.quantities import Measure, Results
from dpbi.report.words import MarkedTable, Said, low, number, say

MapCells = Mapping[tuple[str, str], Measure]
PARAMETERS = ("1/1000", "1/100", "1/10", "1/2", "1", "2", "5", "25", "100", "1000")
EPSILONS = ("1/1000", "1/100", "1/10", "1/2", "1", "2", "4", "8", "16")
COUNTS = ("1", "2", "3", "4", "6", "8", "12", "16", "20")
GAMMAS = ("0", "1/3", "1", "2", "3", "10", "30", "100")
FAR3, EVEN3 = ("1000", "1000", "1000000"), ("50", "50", "50")


@dataclass(frozen=True)
class Map:
    """One panel: whose losses, a title, what the axes are, and the loss behind each cell."""

    who: str
    title: str
    x_label: str
    y_label: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: MapCells

    def answers(self, results: Results) -> dict[tuple[str, str], bool | None]:
        """Whether each loss is certified to be within its claim."""
        return {place: of(results, m)["within"] for place, m in self.cells.items()}

    def panel(self, results: Results) -> CellMap:
        """The picture."""
        answers = self.answers(results)
        n = counted(answers)
        description = (
            f"Of {len(answers)} cells the loss is within epsilon in {n['yes']}, beyond it in "
            f"{n['no']} and undecided in {n['open']}."
        )
        axes = (self.x_label, self.y_label, self.columns, self.rows)
        return CellMap(self.title, description, *axes, answers)

    def worst(self, results: Results) -> tuple[tuple[str, str], Measure]:
        """The cell whose loss is the largest multiple of its claim."""
        return max(self.cells.items(), key=lambda c: low(of(results, c[1]), "ratio"))


def over_priors(name: str, n: int, epsilon: str, **parameters: Any) -> Map:
    """Both parameters of a Beta prior."""
    cells = {
        (a, b): loss(name, (a, b), n, epsilon, **parameters) for a in PARAMETERS for b in PARAMETERS
    }
    sensitivity = f" with the {parameters['gs']} sensitivity" if "gs" in parameters else ""
    who = f"{CALLED[name]}{sensitivity}"
    title, axes = f"{who}, n = {n}, epsilon = {epsilon}", ("first parameter", "second parameter")
    return Map(who, title, *axes, PARAMETERS, PARAMETERS, cells)


def over_n(name: str, prior: tuple[str, ...], **parameters: Any) -> Map:
    """Records and epsilon."""
    cells = {(n, e): loss(name, prior, int(n), e, **parameters) for n in COUNTS for e in EPSILONS}
    who = CALLED[name]
    return Map(who, f"{who}, {named(prior)}", "n, records", "epsilon", COUNTS, EPSILONS, cells)


def over_gamma(name: str, prior: tuple[str, ...], n: int) -> Map:
    """gamma and epsilon."""
    epsilons = ("1/10", "1/2", "1", "2", "4", "8", "16", "40", "80")
    cells = {(g, e): loss(name, prior, n, e, gamma=g) for g in GAMMAS for e in epsilons}
    who = CALLED[name]
    return Map(who, f"{who}, n = {n}", "gamma", "epsilon", GAMMAS, epsilons, cells)


def _figure(
    name: str, title: str, caption: str, claims: tuple[str, ...], maps: tuple[Map, ...]
) -> Figure:
    return Figure(
        id=name,
        title=title,
        caption=caption,
        claims=claims,
        measures=tuple(m for one in maps for m in one.cells.values()),
        found=lambda results: _found(results, maps),
        panels=lambda results: [one.panel(results) for one in maps],
        findings=lambda results: _findings(results, maps),
        table=lambda results: _table(results, maps),
        legend=legend("epsilon-private in this cell", "not epsilon-private"),
    )


def _found(results: Results, maps: tuple[Map, ...]) -> Said:
    """In how many cells each mechanism loses more than epsilon, and by which factor at most."""
    words, numbers = [], []
    for who in dict.fromkeys(m.who for m in maps):
        own = [m for m in maps if m.who == who]
        tallies = [counted(m.answers(results)) for m in own]
        no, every = sum(n["no"] for n in tallies), sum(len(m.cells) for m in own)
        if not no:
            words.append(f"{who} in none of {every}")
            continue
        _, top = max((m.worst(results) for m in own), key=lambda w: low(of(results, w[1]), "ratio"))
        words.append(f"{who} in {no} of {every}, where it reaches {{}} times epsilon")
        numbers.append(number(results, top, "ratio"))
    return say(f"Cells in which more than epsilon is lost: {'; '.join(words)}", *numbers)


def _findings(results: Results, maps: tuple[Map, ...]) -> list[Said]:
    clean = [m for m in maps if not counted(m.answers(results))["no"]]
    open_ = [m for m in maps if counted(m.answers(results))["open"]]
    said = []
    for one in maps:
        if one in clean:
            continue
        (x, y), top = one.worst(results)
        where = f"{one.x_label} {x}, {one.y_label} {y}"
        words = "{}: fails in the crossed cells, by most at {}: the true loss is {} times epsilon."
        said.append(say(words, one.title, where, number(results, top, "ratio")))
    if clean:
        said.append(say("No cell fails for: {}.", "; ".join(m.title for m in clean)))
    if open_:
        words = "Where a cell is undecided the loss ties with epsilon to all digits computed: {}."
        said.append(say(words, "; ".join(m.title for m in open_)))
    return said


def _table(results: Results, maps: tuple[Map, ...]) -> MarkedTable:
    rows = []
    for one in maps:
        n = counted(one.answers(results))
        place, top = one.worst(results)
        where = f"{one.x_label} {place[0]}, {one.y_label} {place[1]}"
        most = number(results, top, "ratio")
        rows.append((one.title, str(n["yes"]), str(n["no"]), str(n["open"]), where, most))
    head = ("map", "within", "beyond", "undecided", "largest share of epsilon at", "loss / epsilon")
    return MarkedTable(head, tuple(rows))


EHDL = _figure(
    "ehdl-over-priors",
    "EHDL over Beta priors",
    "EHDL has no claim in Theorem 3.1 and is called not private elsewhere. Each cell is one prior: "
    "is the mechanism epsilon-differentially private for every pair of neighbours?",
    ("notes.ehdl.nondp", "tailoring.ehdl.nondp", "short.ehdl-not-claimed"),
    (
        over_priors("ehdl", 5, "1"),
        over_priors("ehdl", 40, "1/100"),
        over_priors("ehdl", 40, "1"),
        over_priors("ehdl", 200, "1"),
    ),
)
EHD = _figure(
    "ehd-over-priors",
    "EHD over Beta priors",
    "The short drafts print one constant as global sensitivity for all priors. Each cell is one "
    "prior; the last map has the true global sensitivity in its place.",
    ("short.thm-3.1.ehd", "short.prelim.gs"),
    (
        over_priors("ehd", 1, "1"),
        over_priors("ehd", 5, "1"),
        over_priors("ehd", 40, "1"),
        over_priors("ehd", 5, "1", gs="true"),
    ),
)
SMOOTH = _figure(
    "smooth-over-n",
    "Smooth sensitivity over n and epsilon",
    "Three categories, a flat and a concentrated prior. Tailoring claims (epsilon, delta) and, of "
    "M_H, 2 epsilon; the cells ask for epsilon alone, which is more. M_H as plotted, without the 2 "
    "of its definition, is what its figures show.",
    ("tailoring.lemma-5.6", "notes.lemma-2.3"),
    (
        over_n("mh", ("1", "1", "1")),
        over_n("mh", EVEN3),
        over_n("mh-exp", EVEN3),
        over_n("mh-s", ("1", "1", "1")),
    ),
)
GAMMA = _figure(
    "ehds-over-gamma",
    "Both forms of EHDS over gamma and epsilon",
    f"Prior {named(FAR3)}. One draft divides by 2 (1 + gamma) S(x), the other by 4 S(x) whatever "
    "gamma is.",
    ("short-a.thm-3.1.ehds", "short-b.thm-3.1.ehds", "between.short-a+short-b.ehds-factor"),
    (over_gamma("ehds", FAR3, 12), over_gamma("ehds-4s", FAR3, 12)),
)
FAMILY = (EHDL, EHD, SMOOTH, GAMMA)
