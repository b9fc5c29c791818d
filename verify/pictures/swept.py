"""The map of every exponential mechanism: what share of epsilon it spends, over n and epsilon.

The priors, and the ends of both axes, are those of verify/sweeps/true-epsilon.toml, which has more
between them; each cell has the largest share over the priors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from dpbi.report.figures.base import CALLED, EXPONENTIAL, Figure, listed, named, of
from dpbi.report.figures.cells import SHADES, CellMap, shaded_legend
from dpbi.report.quantities import Measure, Results
from dpbi.report.words import MarkedTable, Part, Said, at, high, low, number, say

PRIORS = (("1", "1"), ("1/2", "1/2"), ("2", "1"), ("7", "4"), ("1/10", "1/10"), ("5", "5"))
SIZES = ("1", "2", "5", "10", "30", "100", "300", "1000")
LEVELS = ("1/100", "1/10", "1/2", "1", "2", "5", "10")


class ShareCell(NamedTuple):
    """A setting: its measure, and the path to its share of epsilon there."""

    measure: Measure
    path: str
    prior: tuple[str, ...]
    n: str
    epsilon: str

    def share(self, results: Results, end: Callable[[Any, str], Fraction] = low) -> Fraction:
        """An end of the loss over epsilon."""
        return end(of(results, self.measure), f"{self.path}.ratio")

    def within(self, results: Results) -> bool | None:
        """Whether the loss is certified to be within epsilon."""
        answer: bool | None = at(of(results, self.measure), f"{self.path}.within")
        return answer


def shares(name: str, prior: tuple[str, ...]) -> Measure:
    """The measure of all shares of a mechanism at a prior."""
    return Measure.of("ratios", name=name, prior=prior, sizes=SIZES, epsilons=LEVELS)


def cells(name: str) -> Iterator[ShareCell]:
    """Every setting of a mechanism."""
    for prior in PRIORS:
        for i, n in enumerate(SIZES):
            for j, e in enumerate(LEVELS):
                yield ShareCell(shares(name, prior), f"rows.{i}.{j}", prior, n, e)


def most(results: Results, among: Iterable[ShareCell]) -> ShareCell:
    """The setting that spends the largest share."""
    return max(among, key=lambda cell: cell.share(results))


def least(results: Results, among: Iterable[ShareCell]) -> ShareCell:
    """The setting with the most slack."""
    return min(among, key=partial(ShareCell.share, results=results, end=high))


def _panel(results: Results, name: str) -> CellMap:
    """The answers over all priors, and the largest share where all are within epsilon."""
    answers: dict[tuple[str, str], bool | None] = {}
    shades: dict[tuple[str, str], int] = {}
    for n in SIZES:
        for e in LEVELS:
            here = [cell for cell in cells(name) if (cell.n, cell.epsilon) == (n, e)]
            said = {cell.within(results) for cell in here}
            answers[n, e] = False if False in said else None if None in said else True
            top = max(cell.share(results, high) for cell in here)
            shades[n, e] = min(SHADES - 1, int(SHADES * top))
    words = f"The largest share of epsilon that {CALLED[name]} spends, over six priors."
    axes = ("n, records", "epsilon", SIZES, LEVELS)
    return CellMap(CALLED[name], words, *axes, answers, shades)


def _number(results: Results, cell: ShareCell) -> Part:
    return number(results, cell.measure, f"{cell.path}.ratio")


def _where(cell: ShareCell) -> str:
    return f"{named(cell.prior)}, n = {cell.n}, epsilon = {cell.epsilon}"


def _found(results: Results) -> Said:
    """The largest share of each mechanism."""
    tops = [most(results, cells(name)) for name in EXPONENTIAL]
    words = ", ".join(f"{CALLED[name]} {{}}" for name in EXPONENTIAL)
    many = len(PRIORS) * len(SIZES) * len(LEVELS)
    said = f"The largest share of epsilon that is spent in {many} settings each: {words}"
    return say(said, *(_number(results, top) for top in tops))


def _findings(results: Results) -> list[Said]:
    """Where each spends most, and where least."""
    said = []
    for name in EXPONENTIAL:
        top, low_ = most(results, cells(name)), least(results, cells(name))
        words = "{} spends most at {}: {} of epsilon; and least at {}: {}."
        parts = (_where(top), _number(results, top), _where(low_), _number(results, low_))
        said.append(say(words, CALLED[name], *parts))
    return said


def _table(results: Results) -> MarkedTable:
    def row(name: str) -> tuple[Part, ...]:
        """The largest share at each size."""
        tops = [most(results, [c for c in cells(name) if c.n == n]) for n in SIZES]
        return (CALLED[name], *(_number(results, top) for top in tops))

    head = ("mechanism", *(f"n = {n}" for n in SIZES))
    return MarkedTable(head, tuple(map(row, EXPONENTIAL)))


SHARE = (
    "less than a quarter is spent",
    "less than a half",
    "less than three quarters",
    "up to all of it",
)
FAMILY = (
    Figure(
        id="shares-over-n-epsilon",
        title="What share of epsilon is spent, over n and epsilon",
        caption=(
            "One panel per exponential mechanism: the largest true loss over epsilon among the "
            f"priors {listed([named(p) for p in PRIORS])}. What is not spent is slack: a larger "
            "nominal epsilon would keep the same promise. The sweep beneath has every n from 1 to "
            "1000 and 13 epsilons; calibrated.toml beside it, the nominal epsilons that spend all."
        ),
        claims=(
            "short.thm-3.1.ehd",
            "short-a.thm-3.1.ehds",
            "short-b.thm-3.1.ehds",
            "tailoring.ehdl.nondp",
            "tailoring.lemma-5.6",
        ),
        measures=tuple(shares(name, prior) for name in EXPONENTIAL for prior in PRIORS),
        found=_found,
        also=("dpbi sweep verify/sweeps/true-epsilon.toml",),
        panels=lambda results: [_panel(results, name) for name in EXPONENTIAL],
        findings=_findings,
        table=_table,
        legend=shaded_legend(SHARE, "more than epsilon is lost"),
    ),
)
