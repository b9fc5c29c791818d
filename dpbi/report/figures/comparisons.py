"""Who errs less, over n and epsilon: the exponential mechanisms against the Laplace ones."""

from __future__ import annotations

from dpbi.measures import Measure, Results
from dpbi.report.figures.base import Figure
from dpbi.report.figures.cells import CellMap, counted, legend
from dpbi.report.figures.errors import IMPROVED, LAPLACE, MH, MH_EXP, MHS, Competitor
from dpbi.report.figures.series import below
from dpbi.report.figures.settings import error
from dpbi.report.marks import Part, Said, Table, number, say

SIZES = ("4", "10", "20", "40", "100", "200", "300", "400", "1000", "2000")
EPSILONS = ("1/16", "1/8", "1/4", "1/2", "1", "2", "4", "8")
PAIRS = tuple((a, b) for a in (MH, MH_EXP, MHS) for b in (LAPLACE, IMPROVED))


def _error(c: Competitor, n: str, epsilon: str) -> Measure:
    half = int(n) // 2
    return error(c.name, (half, half), epsilon=epsilon, **c.parameters)


def _answers(results: Results, a: Competitor, b: Competitor) -> dict[tuple[str, str], bool | None]:
    """For each n and epsilon, whether a certainly has the smaller expected error."""
    return {
        (n, e): below(results, _error(a, n, e), _error(b, n, e)) for n in SIZES for e in EPSILONS
    }


def _words(a: Competitor, b: Competitor) -> str:
    return f"{a.name} against {b.name}"


def _panels(results: Results) -> list[CellMap]:
    panels = []
    for a, b in PAIRS:
        answers = _answers(results, a, b)
        n = counted(answers)
        description = (
            f"Of {len(answers)} cells {a.name} has the smaller expected error in {n['yes']}, "
            f"{b.name} in {n['no']}; {n['open']} are undecided."
        )
        panels.append(CellMap(_words(a, b), description, "n", "epsilon", SIZES, EPSILONS, answers))
    return panels


def _findings(results: Results) -> list[Said]:
    said = []
    for a, b in PAIRS:
        answers = _answers(results, a, b)
        at_one = [n for n in SIZES if answers[n, "1"]]
        where = f"n = {', '.join(at_one)}" if at_one else "no n drawn"
        open_ = [n for n in SIZES if answers[n, "1"] is None]
        left = f"; undecided at n = {', '.join(open_)}" if open_ else ""
        words = f"{a.label} against {b.label}, epsilon = 1: smaller error at {where}{left}."
        said.append(say(words))
    return said


def _table(results: Results) -> Table:
    who = (MH, MH_EXP, MHS, LAPLACE, IMPROVED)
    rows: list[tuple[Part, ...]] = [
        (f"n = {n}, epsilon = {e}", *(number(results, _error(c, n, e), "error") for c in who))
        for n in SIZES
        for e in ("1/4", "1", "4")
    ]
    return Table(("setting", *(c.name for c in who)), tuple(rows))


FAMILY = (
    Figure(
        id="errors-over-n-epsilon",
        title="Which mechanism errs less, over the number of records and epsilon",
        caption=(
            "Balanced data of two categories, prior Beta(1, 1). Each cell compares two exact "
            "expected Hellinger errors."
        ),
        claims=(
            "tailoring.lt300",
            "tailoring.gt300",
            "tailoring.concl1",
            "tailoring.contrib-better",
            "tailoring.abstract",
        ),
        measures=tuple(
            _error(c, n, e)
            for c in (MH, MH_EXP, MHS, LAPLACE, IMPROVED)
            for n in SIZES
            for e in EPSILONS
        ),
        panels=_panels,
        findings=_findings,
        table=_table,
        legend=legend("the first has the smaller expected error", "the second has"),
    ),
)
