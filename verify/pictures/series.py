"""Expected errors compared: as curves along one variable, as a map over n and epsilon.

Both say where one mechanism certainly errs less than another, and where that is undecided; the map
compares the exponential mechanisms with the Laplace ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dpbi.report.figures.base import LEVELS, Figure, error, listed, of
from dpbi.report.figures.cells import CellMap, counted, legend
from dpbi.report.figures.laws import (
    DIMENSION,
    IMPROVED,
    LAPLACE,
    MH,
    MH_EXP,
    MHS,
    RECORDS,
    Competitor,
    expected,
)
from dpbi.report.quantities import Measure, Results
from dpbi.report.svg import Chart
from dpbi.report.words import MarkedTable, Part, Said, high, low, middle, number, say


@dataclass(frozen=True)
class Series:
    """Expected errors of competitors along one variable: a value, a dataset, a prior each."""

    title: str
    x_label: str
    points: tuple[tuple[int, tuple[int, ...], tuple[str, ...]], ...]
    who: tuple[Competitor, ...]
    printed: int | None = None
    """Where the draft says that the order changes."""

    def measure(self, c: Competitor, place: int) -> Measure:
        """The expected error of a competitor at one of the points."""
        _, x, prior = self.points[place]
        return error(c.name, x, prior, **c.parameters)

    @property
    def measures(self) -> tuple[Measure, ...]:
        """All of them."""
        return tuple(self.measure(c, i) for c in self.who for i in range(len(self.points)))

    def charts(self, results: Results) -> list[Chart]:
        """The errors, and the errors as multiples of that of the first Laplace mechanism."""
        drawn = Chart(
            f"Expected error, {self.title}",
            f"Expected Hellinger error of {len(self.who)} mechanisms, {self.title}.",
            f"{self.x_label} (logarithmic)",
            "expected Hellinger distance",
            width=360,
            height=290,
            log_x=True,
            log_y=True,
        )
        ratio = Chart(
            "Divided by that of Laplace, scale 2/ε",
            f"The same divided by the error of the Laplace mechanism, {self.title}.",
            f"{self.x_label} (logarithmic)",
            "multiple of Laplace's error",
            width=360,
            height=290,
            log_x=True,
            log_y=True,
        )
        base = [middle(of(results, self.measure(LAPLACE, i)), "error") for i in self._places]
        for c in self.who:
            own = [middle(of(results, self.measure(c, i)), "error") for i in self._places]
            xs = [float(p[0]) for p in self.points]
            drawn.line(list(zip(xs, own, strict=True)), c.series, c.short)
            ratios = [(x, a / b) for x, a, b in zip(xs, own, base, strict=True)]
            ratio.line(ratios, c.series, c.short)
        if self.printed is not None:
            for chart in (drawn, ratio):
                chart.upright(self.printed, 5, f"the draft's {self.printed}")
        return [drawn, ratio]

    @property
    def _places(self) -> range:
        return range(len(self.points))

    def _below(
        self, results: Results, c: Competitor, than: Competitor
    ) -> Iterator[tuple[int, bool | None]]:
        """Each point, and whether a competitor errs less there."""
        for i in self._places:
            yield self.points[i][0], below(results, self.measure(c, i), self.measure(than, i))

    def better(self, results: Results, c: Competitor, than: Competitor) -> list[int]:
        """The points at which a competitor certainly has the smaller expected error."""
        return [point for point, less in self._below(results, c, than) if less]

    def undecided(self, results: Results, c: Competitor, than: Competitor) -> list[int]:
        """The points at which it is not decided which of the two errs less."""
        return [point for point, less in self._below(results, c, than) if less is None]

    def _where(self, at: list[int]) -> str:
        """Points in words, neighbours on the axis as a span."""
        if len(at) in (0, len(self.points)):
            return f"at {'every' if at else 'no'} {self.x_label} drawn"
        runs: list[list[int]] = []
        for i in self._places:
            if self.points[i][0] not in at:
                continue
            if runs and runs[-1][-1] == i - 1:
                runs[-1].append(i)
            else:
                runs.append([i])
        spans = [dict.fromkeys((self.points[r[0]][0], self.points[r[-1]][0])) for r in runs]
        return f"at {self.x_label} = " + " and ".join(" to ".join(map(str, s)) for s in spans)

    def found(self, results: Results, c: Competitor, rivals: Iterable[Competitor]) -> str:
        """Where one competitor certainly errs less than each of some rivals."""
        parts = [f"than {r.label} {self._where(self.better(results, c, r))}" for r in rivals]
        return f"{self.title}: {c.label} errs less {listed(parts)}"

    def findings(self, results: Results) -> list[Said]:
        """Where each exponential mechanism certainly beats each Laplace mechanism."""
        rivals = [c for c in self.who if c in (LAPLACE, IMPROVED, DIMENSION)]
        said = []
        for c in self.who:
            if c in rivals:
                continue
            for rival in rivals:
                at = self.better(results, c, rival)
                left = self.undecided(results, c, rival)
                open_ = f"; undecided {self._where(left)}" if left else ""
                words = f"{self.title}: {{}} against {{}}: smaller error {{}}{{}}."
                said.append(say(words, c.label, rival.label, self._where(at), open_))
        return said

    def rows(self, results: Results) -> list[tuple[Part, ...]]:
        """A row for each point."""
        rows: list[tuple[Part, ...]] = []
        for i in self._places:
            numbers = [number(results, self.measure(c, i), "error") for c in self.who]
            rows.append((f"{self.x_label} = {self.points[i][0]}", *numbers))
        return rows


def below(results: Results, a: Measure, b: Measure) -> bool | None:
    """Whether one expected error is certainly below another; None where it is not decided."""
    left, right = of(results, a), of(results, b)
    if high(left, "error") < low(right, "error"):
        return True
    return False if low(left, "error") >= high(right, "error") else None


PAIRS = tuple((a, b) for a in (MH, MH_EXP, MHS) for b in (LAPLACE, IMPROVED))


def _answers(results: Results, a: Competitor, b: Competitor) -> dict[tuple[str, str], bool | None]:
    """For each n and epsilon, whether a certainly has the smaller expected error."""
    return {
        (n, e): below(results, expected(a, n, e), expected(b, n, e))
        for n in RECORDS
        for e in LEVELS
    }


def _words(a: Competitor, b: Competitor) -> str:
    return f"{a.label} against {b.short}"


def _panels(results: Results) -> list[CellMap]:
    panels = []
    for a, b in PAIRS:
        answers = _answers(results, a, b)
        n = counted(answers)
        description = (
            f"Of {len(answers)} cells {a.label} has the smaller expected error in {n['yes']}, "
            f"{b.label} in {n['no']}; {n['open']} are undecided."
        )
        panels.append(
            CellMap(_words(a, b), description, "n, records", "epsilon", RECORDS, LEVELS, answers)
        )
    return panels


def _found(results: Results) -> Said:
    """In how many settings M_H certainly errs less than each Laplace mechanism."""
    parts = []
    for other in (LAPLACE, IMPROVED):
        n = counted(_answers(results, MH, other))
        parts.append(f"than {other.label} in {n['yes']}")
    return say(f"Of {len(RECORDS) * len(LEVELS)} settings, {MH.label} errs less {listed(parts)}")


def _findings(results: Results) -> list[Said]:
    said = []
    for a, b in PAIRS:
        answers = _answers(results, a, b)
        at_one = [n for n in RECORDS if answers[n, "1"]]
        where = f"n = {', '.join(at_one)}" if at_one else "no n drawn"
        open_ = [n for n in RECORDS if answers[n, "1"] is None]
        left = f"; undecided at n = {', '.join(open_)}" if open_ else ""
        words = f"{a.label} against {b.label}, epsilon = 1: smaller error at {where}{left}."
        said.append(say(words))
    return said


def _table(results: Results) -> MarkedTable:
    who = (MH, MH_EXP, MHS, LAPLACE, IMPROVED)
    rows: list[tuple[Part, ...]] = [
        (f"n = {n}, epsilon = {e}", *(number(results, expected(c, n, e), "error") for c in who))
        for n in RECORDS
        for e in ("1/4", "1", "4")
    ]
    return MarkedTable(("setting", *(c.label for c in who)), tuple(rows))


FAMILY = (
    Figure(
        id="errors-over-n-epsilon",
        title="Which mechanism errs less, over n and epsilon",
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
            expected(c, n, e)
            for c in (MH, MH_EXP, MHS, LAPLACE, IMPROVED)
            for n in RECORDS
            for e in LEVELS
        ),
        found=_found,
        also=("dpbi accuracy mh --prior 1,1 --epsilon 1 --counts 10,10 --mean --against laplace",),
        panels=_panels,
        findings=_findings,
        table=_table,
        legend=legend("the first has the smaller expected error", "the second has"),
    ),
)
