"""Expected errors along one variable: the curves, and where one mechanism certainly errs less."""

from __future__ import annotations

from dataclasses import dataclass

from dpbi.measures import Measure, Results
from dpbi.report.figures.errors import DIMENSION, IMPROVED, LAPLACE, Competitor
from dpbi.report.figures.settings import error, of
from dpbi.report.marks import Part, Said, high, low, middle, number, say
from dpbi.report.svg import Chart


@dataclass(frozen=True)
class Series:
    """Expected errors of competitors along one variable: a value, a dataset, a prior each."""

    title: str
    x_label: str
    points: tuple[tuple[int, tuple[int, ...], tuple[str, ...]], ...]
    who: tuple[Competitor, ...]

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
            "E[H] (logarithmic)",
            width=360,
            height=290,
            log_x=True,
            log_y=True,
        )
        ratio = Chart(
            "Divided by that of Laplace, scale 2/ε",
            f"The same divided by the error of the Laplace mechanism, {self.title}.",
            f"{self.x_label} (logarithmic)",
            "ratio (logarithmic)",
            width=360,
            height=290,
            log_x=True,
            log_y=True,
        )
        base = [middle(of(results, self.measure(LAPLACE, i)), "error") for i in self._places]
        for c in self.who:
            own = [middle(of(results, self.measure(c, i)), "error") for i in self._places]
            xs = [float(p[0]) for p in self.points]
            drawn.line(list(zip(xs, own, strict=True)), c.series)
            ratio.line([(x, a / b) for x, a, b in zip(xs, own, base, strict=True)], c.series)
        return [drawn, ratio]

    @property
    def _places(self) -> range:
        return range(len(self.points))

    def better(self, results: Results, c: Competitor, than: Competitor) -> list[int]:
        """The points at which a competitor certainly has the smaller expected error."""
        return [
            self.points[i][0]
            for i in self._places
            if below(results, self.measure(c, i), self.measure(than, i))
        ]

    def undecided(self, results: Results, c: Competitor, than: Competitor) -> list[int]:
        """The points at which it is not decided which of the two errs less."""
        return [
            self.points[i][0]
            for i in self._places
            if below(results, self.measure(c, i), self.measure(than, i)) is None
        ]

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
