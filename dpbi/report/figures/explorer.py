"""The explorer: true losses over epsilon, n and prior, and M_H against the Laplace mechanisms.

All numbers are in tables of the page, as `dpbi loss` and `dpbi accuracy` print them, so that they
can be read without a script; explorer.js draws from these tables and shows one number at a time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from dpbi.fields.enclosure import ends
from dpbi.report.figures.base import CALLED, FINITE, FLAT, LEVELS, PRIORS, listed, named, of
from dpbi.report.figures.laws import (
    IMPROVED,
    LAPLACE,
    MH,
    MH_EXP,
    MHS,
    RECORDS,
    Competitor,
    expected,
)
from dpbi.report.quantities import DIGITS, Measure, Results
from dpbi.report.words import shown

SIZES = (1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100, 200)
SIZES3 = (1, 2, 3, 5, 8, 12, 20)
EXPONENTIAL, OF_LAPLACE = (MH, MH_EXP, MHS), (LAPLACE, IMPROVED)
WHO = (*EXPONENTIAL, *OF_LAPLACE)
CLAIMED = (
    "laplace",
    "laplace-improved",
    "lszhang",
    "lsdim",
    "lshist",
    "ehd",
    "ehds",
    "ehds-4s",
)
"""Of these a draft claims that they are epsilon-private; the others have a nominal epsilon."""
FIRST = {"mechanism": "ehd", "prior": "1/100,1/100", "n": "1", "epsilon": "1"}
"""The setting that is shown at first."""


def losses(name: str, prior: tuple[str, ...]) -> Measure:
    """The measure of the losses of a mechanism under a prior, all that the page has."""
    sizes = SIZES if len(prior) == 2 else SIZES3
    return Measure.of("losses", name=name, prior=prior, sizes=sizes, epsilons=LEVELS)


MEASURES = tuple(losses(name, prior) for name in FINITE for prior in PRIORS)
"""Those of errors are shared with the map of errors."""


@dataclass(frozen=True)
class Cell:
    """A number as a command prints it; whether it is within what is claimed."""

    said: str
    within: bool | None = True

    @property
    def mark(self) -> str:
        """What stands before a number that is not certified to be within."""
        return {True: "", False: "beyond ", None: "undecided "}[self.within]

    @property
    def ends(self) -> tuple[Fraction | float, Fraction | float]:
        """The bounds of the number."""
        if self.said == "infinite":
            return math.inf, math.inf
        low, *high = self.said.rpartition("= ")[2].strip("[]").split(", ")
        return Fraction(low), Fraction(*high or [low])


@dataclass(frozen=True)
class NumberGrid:
    """The numbers of one table: a row for each n, a column for each epsilon."""

    key: str  # of its measure, where it is a single one
    name: str
    title: str
    prior: str  # as the option of a command
    rows: tuple[tuple[int, tuple[Cell, ...]], ...]

    @property
    def cells(self) -> list[tuple[int, str, Cell]]:
        """Every number with its n and its epsilon."""
        return [(n, e, c) for n, row in self.rows for e, c in zip(LEVELS, row, strict=True)]


@dataclass(frozen=True)
class Group:
    """The tables of a mechanism, one for each prior, and what is seen in them."""

    name: str
    called: str
    grids: tuple[NumberGrid, ...]

    @property
    def epsilon(self) -> str:
        """What its epsilon is called."""
        return "claimed" if self.name in CLAIMED else "nominal"

    @property
    def settings(self) -> int:
        """How many numbers there are."""
        return sum(len(g.cells) for g in self.grids)

    @property
    def beyond(self) -> int:
        """In how many settings more than epsilon is lost."""
        return sum(c.within is False for g in self.grids for _, _, c in g.cells)

    @property
    def open(self) -> int:
        """In how many settings it is undecided."""
        return sum(c.within is None for g in self.grids for _, _, c in g.cells)

    @property
    def worst(self) -> Setting:
        """The setting whose loss is the largest multiple of epsilon."""
        places = (Setting(g, n, e, c) for g in self.grids for n, e, c in g.cells)
        return max(places, key=lambda p: (p.multiple[0], p.epsilon == FIRST["epsilon"]))


@dataclass(frozen=True)
class Setting:
    """One setting of a mechanism and the loss there."""

    grid: NumberGrid
    n: int
    epsilon: str
    cell: Cell

    @property
    def multiple(self) -> tuple[Fraction | float, Fraction | float]:
        """The bounds of the loss divided by epsilon."""
        low, high = self.cell.ends
        return low / Fraction(self.epsilon), high / Fraction(self.epsilon)

    @property
    def times(self) -> str:
        """The same, as far as both bounds agree; a fraction where it is one."""
        low, high = self.multiple
        if low == high and isinstance(low, Fraction):
            return str(low)
        bounds = ends(low, high, digits=DIGITS)
        return shown(bounds["lo"], bounds["hi"], 4)

    @property
    def address(self) -> str:
        """The setting as the explorer remembers it."""
        return (
            f"mechanism={self.grid.name}&prior={self.grid.prior}&n={self.n}&epsilon={self.epsilon}"
        )


@dataclass(frozen=True)
class Explorer:
    """All that the page has."""

    groups: tuple[Group, ...]
    errors: tuple[NumberGrid, ...]
    levels = LEVELS
    first = FIRST

    @property
    def found(self) -> str:
        """In how many settings more than epsilon is lost, and by whom; how many are open."""
        every = sum(g.settings for g in self.groups)
        left = sum(g.open for g in self.groups)
        failing = sorted((g for g in self.groups if g.beyond), key=lambda g: -g.beyond)
        total = sum(g.beyond for g in failing)
        who = listed([f"{g.called} in {g.beyond}" for g in failing])
        words = f"More than epsilon is lost in {total} of {every} settings"
        open_ = f"; {left} are undecided" if left else ""
        return f"{words}: {who}{open_}" if failing else f"{words}{open_}"

    @property
    def exponential(self) -> tuple[NumberGrid, ...]:
        """The errors of the mechanisms that are compared with the others."""
        return self.errors[: len(EXPONENTIAL)]

    @property
    def of_laplace(self) -> tuple[NumberGrid, ...]:
        """The errors of the Laplace mechanisms."""
        return self.errors[len(EXPONENTIAL) :]


def view(results: Results) -> Explorer:
    """The explorer, from the results of its measures and of the map of errors."""
    groups = (Group(name, CALLED[name], tuple(_grids(results, name))) for name in FINITE)
    return Explorer(tuple(groups), tuple(_errors(results, c) for c in WHO))


def _grids(results: Results, name: str) -> Iterable[NumberGrid]:
    for prior in PRIORS:
        m = losses(name, prior)
        sizes = SIZES if len(prior) == 2 else SIZES3
        rows = (tuple(Cell(c["loss"], c["within"]) for c in row) for row in of(results, m)["rows"])
        cells = tuple(zip(sizes, rows, strict=True))
        yield NumberGrid(m.key, name, named(prior), ",".join(prior), cells)


def _errors(results: Results, c: Competitor) -> NumberGrid:
    """The expected errors of a competitor at balanced data."""

    def cell(n: str, epsilon: str) -> Cell:
        error = of(results, expected(c, n, epsilon))["error"]
        low, high = error["lo"], error["hi"]
        return Cell(low if low == high else f"[{low}, {high}]")

    rows = tuple((int(n), tuple(cell(n, e) for e in LEVELS)) for n in RECORDS)
    return NumberGrid("", c.name, c.label, ",".join(FLAT), rows)
