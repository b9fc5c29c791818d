"""A report as one tree of plain data, which `html` and `markdown` only write down.

`building` makes it.  Every number is a `Number`, which remembers the outcome it was read from.
"""

from __future__ import annotations

from dataclasses import dataclass

from dpbi.formula import Formula
from dpbi.report.graph import Graph
from dpbi.report.marks import Number
from dpbi.report.ranking import Summary


@dataclass(frozen=True)
class Row:
    """A quantity of an instance: its symbol or formula, in words, and its values."""

    symbol: str
    meaning: str
    values: tuple[tuple[Number, ...] | None, ...]
    side: int | None = None  # 0 and 1 for the sides of the conclusion


@dataclass(frozen=True)
class Instances:
    """The smallest counterexample (or the example), and the one that misses by most."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class ReadingView:
    """One reading, with all that a page says of it."""

    key: str
    id: str
    statement: str
    added: bool
    verdict: str
    formula: Formula | None
    evidence: str
    domain: str
    instances: Number
    tries: Number | None
    table: Instances | None
    repair: str | None
    note: str | None
    trusts: tuple[str, ...]
    certificate: str | None
    rerun: str
    recheck: str | None


@dataclass(frozen=True)
class Rest:
    """A claim that another one rests on, or that rests on it, and how it fares.

    Without a verdict it is not part of this audit.
    """

    id: str
    verdict: str | None
    fails_elsewhere: bool


@dataclass(frozen=True)
class ClaimView:
    """One claim, scored by its leading reading."""

    id: str
    kind: str
    drafts: tuple[str, ...]
    place: str
    statement: str
    verdict: str
    leading: str
    fails_elsewhere: bool
    uses: tuple[Rest, ...]
    used_by: tuple[Rest, ...]
    shaken_by: tuple[str, ...]
    pictures: tuple[tuple[str, str], ...]  # names and titles of the figures that show it
    readings: tuple[ReadingView, ...]


@dataclass(frozen=True)
class Section:
    """The claims of a draft, in its order."""

    draft: str
    claims: tuple[ClaimView, ...]


@dataclass(frozen=True)
class Score:
    """How the claims of a draft fare, by their leading readings, and how many depend on that."""

    draft: str
    claims: int
    verdicts: tuple[tuple[str, Number], ...]
    otherwise: Number


@dataclass(frozen=True)
class FigureView:
    """A figure, drawn and in words."""

    id: str
    title: str
    html: str
    words: str


@dataclass(frozen=True)
class Report:
    """All that a report says."""

    title: str
    summary: Summary
    scores: tuple[Score, ...]
    total: Score
    sections: tuple[Section, ...]
    graph: Graph
    figures: tuple[FigureView, ...]
    pages: tuple[str, ...]

    @property
    def sizes(self) -> tuple[Number, Number]:
        """How many claims, and how many readings."""
        readings = str(sum(self.summary.readings.values()))
        claims = str(self.total.claims)
        return (
            Number("score", "claims", claims, claims),
            Number("score", "readings", readings, readings),
        )

    @property
    def claims(self) -> tuple[ClaimView, ...]:
        """Every claim, in the order of the drafts."""
        return tuple(c for s in self.sections for c in s.claims)
