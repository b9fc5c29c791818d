"""A report as plain data: its score, its gravest findings, every claim, reading and figure.

`building` makes the tree; `site` and `markdown` only write it down.  Every number in it is a
`MarkedNumber`, which remembers the outcome it was read from.  A claim counts by its headline, which
the ledger derives from the roles and verdicts of its readings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dpbi.language import Formula
from dpbi.ledger.chains import Chain
from dpbi.ledger.folders.layout import BETWEEN, Draft, FolderLayout
from dpbi.report.drafts.cards import command
from dpbi.report.fronts import Front
from dpbi.report.graph import Graph
from dpbi.report.tallies import Score, Scored
from dpbi.report.words import SCORED, FigureView, MarkedNumber


@dataclass(frozen=True)
class InstanceRow:
    """A quantity of an instance: its symbol or formula, in words, and its values."""

    symbol: str
    meaning: str
    values: tuple[tuple[MarkedNumber, ...] | None, ...]
    side: int | None = None  # 0 and 1 for the sides of the conclusion


@dataclass(frozen=True)
class Instances:
    """The smallest counterexample (or the example), and the one that misses by most."""

    columns: tuple[str, ...]
    rows: tuple[InstanceRow, ...]


@dataclass(frozen=True)
class ProofView:
    """The theorem that shows a reading, where it stands, what Coq was asked, the command."""

    theorem: str
    file: str
    line: MarkedNumber
    statement: str
    command: str


@dataclass(frozen=True)
class ReadingView:
    """One reading, with all that a page says of it."""

    key: str
    id: str
    statement: str
    role: str
    why: str | None
    chosen: str | None
    verdict: str
    formula: Formula | None
    evidence: str
    domain: str
    instances: MarkedNumber
    certified: MarkedNumber | None
    tries: MarkedNumber | None
    table: Instances | None
    why_false: str | None
    repair: str | None
    note: str | None
    trusts: tuple[str, ...]
    certificate: str | None
    uncertified: str | None
    proof: ProofView | None
    rerun: str
    recheck: str | None


@dataclass(frozen=True)
class Rest:
    """A claim that another one uses, or that uses it, and its headline.

    Without a headline it is not part of this audit.
    """

    id: str
    headline: str | None


@dataclass(frozen=True)
class ClaimView:
    """One claim, its headline, and what becomes of its proof."""

    id: str
    kind: str
    drafts: tuple[str, ...]
    section: str  # the folder on whose page it is; versions are read together
    place: str
    statement: str
    headline: str
    severity: str | None
    front: Front
    remarks: tuple[str, ...]  # why it has no repair, or claims nothing
    chain: Chain
    uses: tuple[Rest, ...]
    used_by: tuple[Rest, ...]
    shaken_by: tuple[str, ...]
    pictures: tuple[tuple[str, str], ...]  # names and titles of the figures that show it
    readings: tuple[ReadingView, ...]

    @property
    def further(self) -> tuple[str, ...]:
        """The claims that fail and that it rests on through others alone."""
        direct = {u.id for u in self.uses}
        return tuple(name for name in self.shaken_by if name not in direct)


@dataclass(frozen=True)
class DraftSection:
    """The claims of a draft, in its order."""

    of: Draft
    claims: tuple[ClaimView, ...]
    score: Score
    graph: Graph

    @property
    def statements(self) -> dict[str, str]:
        """What each of its claims says."""
        return {c.id: c.statement for c in self.claims}

    @property
    def draft(self) -> str:
        """The folder that it is in."""
        return self.of.name

    @property
    def name(self) -> str:
        """What the draft is called in short; versions are read together."""
        return self.of.label

    @property
    def title(self) -> str:
        """The title of the draft."""
        return self.of.title


@dataclass(frozen=True)
class DraftBlock:
    """What the index says of a draft: its score, its gravest findings, the section they are in."""

    score: Score
    section: str
    title: str
    gravest: tuple[ClaimView, ...]

    @property
    def chosen(self) -> dict[str, str]:
        """What its section is narrowed to, where two drafts share it."""
        return {} if self.score.draft == self.section else {"draft": self.score.draft}


@dataclass(frozen=True)
class Report:
    """All that a report says."""

    layout: FolderLayout
    summary: Scored
    scores: tuple[Score, ...]
    total: Score
    sections: tuple[DraftSection, ...]
    blocks: tuple[DraftBlock, ...]
    digest: str
    version: str
    figures: tuple[FigureView, ...]
    pages: tuple[str, ...]
    second: Mapping[str, Any] | None = None

    @property
    def title(self) -> str:
        """What it is called."""
        return self.layout.title

    @property
    def scored(self) -> str:
        """The rule of the score."""
        return f"{SCORED} {self.layout.remark}".rstrip()

    @property
    def second_opinion(self) -> str:
        """What mpmath confirmed, in a sentence; nothing where it was not asked."""
        if self.second is None:
            return ""
        readings, numbers = self.second["readings"], self.second["numbers"]
        digits = [part["fewest digits"] for part in (readings, numbers)]
        fewest = min((d for d in digits if d is not None), default=self.second["digits"])
        return (
            f"Second opinion: mpmath, with {self.second['digits']} digits and on a path of its "
            f"own, computed again {_share_of(readings)} readings, where they were decided or at a "
            f"few instances of their grid, and {_share_of(numbers)} numbers of the report. It "
            f"agrees with all of these: to {fewest} digits or more where numbers are compared, and "
            f"in {readings['truth']} readings on what is true."
        )

    @property
    def sizes(self) -> tuple[MarkedNumber, MarkedNumber]:
        """How many claims, and how many readings."""
        readings = str(sum(self.summary.readings.values()))
        claims = str(self.total.claims)
        return (
            MarkedNumber("score", "claims", claims, claims),
            MarkedNumber("score", "readings", readings, readings),
        )

    @property
    def example(self) -> str:
        """A command that shows why something is false: the gravest finding's."""
        worst = next(iter(self.summary.findings), None)
        return "dpbi list" if worst is None else command(f"{worst.claim}/{worst.reading}")

    @property
    def audited(self) -> tuple[tuple[str, str], ...]:
        """The drafts whose claims are scored, each with its title."""
        drafts = (s.draft for s in self.scores if s.draft != BETWEEN)
        return tuple((d, self.layout.title_of(d) or d) for d in drafts)

    @property
    def claims(self) -> tuple[ClaimView, ...]:
        """Every claim, in the order of the drafts."""
        return tuple(c for s in self.sections for c in s.claims)


def _share_of(part: Mapping[str, Any]) -> str:
    """How many of how many."""
    return f"{part['confirmed']} of {part['confirmed'] + len(part['without'])}"
