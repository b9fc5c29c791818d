"""The corrections that a draft needs: one entry for each finding, in the draft's order.

An entry says what is printed in our words, as the draft's text is not ours.  Given a reader's copy,
places are the lines of the copy, and what has changed since is only named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dpbi.errors import UnknownName
from dpbi.language import Formula
from dpbi.ledger.claims import Passage, versions_in
from dpbi.ledger.deciding import REFUTED
from dpbi.ledger.folders.finding import usual_layout
from dpbi.ledger.folders.layout import FolderLayout
from dpbi.ledger.passages import Copy, Whereabouts
from dpbi.report.drafts.cards import Card, card, telling
from dpbi.report.findings import instance
from dpbi.report.words import plain, typeset
from dpbi.support.files import Json

LAST = 10**9  # the place of what has no line


@dataclass(frozen=True)
class Entry:
    """A correction: where, what is printed, what it should be, where it fails, how sure that is.

    The confidence is that in the counterexample; `of_fix` says how good the correction is, where it
    does not hold outright.
    """

    claim: str
    line: int
    place: str
    severity: str
    printed: str
    should_be: str
    of_fix: str
    counterexample: str
    confidence: str
    command: str

    @property
    def cells(self) -> tuple[str, ...]:
        """What a row of a table has, in the order of `HEAD`."""
        should_be = f"{self.should_be} ({self.of_fix})" if self.of_fix else self.should_be
        return (
            self.place, self.printed, should_be, self.counterexample, self.confidence, self.command,
        )  # fmt: skip


SENSE = "what was meant, or on parameters not given"
SOME = "in one sense not true"
NOTATION = "In counterexamples x and y are neighbouring datasets, r and s outputs, as counts."
HEAD = ("Line", "Printed", "Should be", "Smallest counterexample", "Confidence", "See it happen")


@dataclass(frozen=True)
class Errata:
    """The corrections of a draft; apart, what depends, where drafts differ, what has changed."""

    draft: str
    draft_title: str
    entries: tuple[Entry, ...]
    depending: tuple[Entry, ...]
    between: tuple[Entry, ...]
    changed: tuple[str, ...]
    of_counts: bool  # a counterexample has datasets, as counts

    @property
    def title(self) -> str:
        """The heading of the list."""
        return f"Errata: {self.draft_title}"

    @property
    def lead(self) -> str:
        """How many there are, and how datasets are written where there are any."""
        return f"{self.count} {NOTATION}" if self.of_counts else self.count

    @property
    def count(self) -> str:
        """How many there are, in a sentence."""
        found = len(self.entries)
        number = "one correction" if found == 1 else f"{found} corrections"
        changed = f" {len(self.changed)} more have changed since." if self.changed else ""
        order = f"in the order of the draft ({self.draft})"
        more = f" {len(self.depending)} more depend{'s' * (len(self.depending) == 1)} on {SENSE}."
        depending = more if self.depending else ""
        return f"{number[0].upper()}{number[1:]}, {order}.{depending}{changed}"

    @property
    def parts(self) -> tuple[tuple[str, tuple[Entry, ...]], ...]:
        """The lists with their headings; those that are empty are left out."""
        parts = (
            ("", self.entries),
            (f"Depends on {SENSE}", self.depending),
            ("Where the drafts differ", self.between),
        )
        return tuple((heading, entries) for heading, entries in parts if entries)


def errata(
    draft: str,
    claims: Iterable[Json],
    formulas: Mapping[str, Any],
    copy: Copy | None = None,
    layout: FolderLayout | None = None,
) -> Errata:
    """The corrections of a draft of a folder, by its name; `copy` is a reader's own."""
    layout = layout or usual_layout()
    if draft not in layout.texts:
        raise UnknownName("draft", draft, tuple(layout.texts))
    known = list(claims)
    versions = versions_in(known)
    own, depending, between = list[Entry](), list[Entry](), list[Entry]()
    changed, of_counts = list[str](), False
    for claim in known:
        if draft not in claim["drafts"]:
            continue
        told = card(claim, formulas, versions)
        apart = told.is_between and told.wrong
        if not (told.is_finding or told.at_worst or apart):
            continue
        passages = _passages(claim, draft)
        places: list[Passage | Whereabouts] = [*passages]
        if copy is not None:
            there = [copy.where(p) for p in passages]
            if there and not there[0].intact:
                changed.append(claim["id"])
                continue
            places = [p for p in there if p.intact]
        of_counts |= _speaks_of_counts(formulas.get(f"{claim['id']}/{told.reading}"))
        (between if apart else own if told.is_finding else depending).append(
            _entry(claim, told, places, partly=len(places) < len(passages))
        )
    own, depending, between = (
        sorted(entries, key=lambda e: e.line) for entries in (own, depending, between)
    )
    title = layout.title_of(draft) or draft
    found = (tuple(own), tuple(depending), tuple(between), tuple(changed))
    return Errata(draft, title, *found, of_counts)


def _speaks_of_counts(formula: Json | None) -> bool:
    """Whether a formula of the ledger has a dataset of counts among its variables."""
    variables = () if formula is None else Formula.parse(formula).variables
    return any(v.domain[0] == "dataset" for v in variables)


def _passages(claim: Json, draft: str) -> list[Passage]:
    """The passages of a draft that make a claim, the one that states it first."""
    return [p for p in map(Passage.read, claim["lines"]) if p.draft == draft]


def _entry(
    claim: Json, told: Card, places: Sequence[Passage | Whereabouts], *, partly: bool
) -> Entry:
    """A correction; `partly` says that the copy changed at another passage of the claim."""
    since = " (another passage has changed since)" if partly else ""
    lines = [f"{p.first}" if p.first == p.last else f"{p.first}\u2013{p.last}" for p in places]
    return Entry(
        claim=told.claim,
        line=places[0].first if places else LAST,
        place=(", ".join(lines) or claim["location"]) + since,
        severity=told.grade or "",
        printed=f"{told.statement} ({told.grade or SOME})" if told.depends else told.statement,
        should_be=told.fix or "not known",
        of_fix=told.backing,
        counterexample=_counterexample(claim, told),
        confidence=told.confidence.word,
        command=told.command,
    )


def _counterexample(claim: Json, told: Card) -> str:
    """Where it fails and why: by the sentence written by hand, by both sides, by the reason."""
    reading = telling(claim)
    at = plain(instance("", reading["witness"] or {}))
    if told.why_false:
        return f"{at}: {told.why_false}" if at else f"none: {told.why_false}"
    reason = told.read if reading["evidence"] == REFUTED else typeset(reading["evidence"])
    return plain(told.counterexample) or f"none: {reason}"
