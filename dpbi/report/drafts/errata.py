"""The corrections that a draft needs: one entry for each finding, in the draft's order.

An entry says what is printed in our words, as the draft's text is not ours.  Given a reader's copy,
places are the lines of the copy, and what has changed since is only named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dpbi.errors import UnknownName
from dpbi.ledger.claims import BETWEEN, Passage, drafts_of, folder_of
from dpbi.ledger.deciding import REFUTED
from dpbi.ledger.passages import FILES, Copy, Whereabouts
from dpbi.report.drafts.cards import Card, card, telling
from dpbi.report.findings import FINDINGS, WRONG, instance
from dpbi.report.words import DRAFTS, plain, typeset
from dpbi.support.files import Json

LAST = 10**9  # the place of what has no line


@dataclass(frozen=True)
class Entry:
    """A correction: where, what is printed, what it should be, where it fails, how sure that is."""

    claim: str
    line: int
    place: str
    severity: str
    printed: str
    should_be: str
    counterexample: str
    confidence: str
    command: str

    @property
    def cells(self) -> tuple[str, ...]:
        """What a row of a table has, in the order of `HEAD`."""
        return (
            self.place, self.printed, self.should_be, self.counterexample, self.confidence,
            self.command,
        )  # fmt: skip


NOTATION = "In counterexamples x and y are neighbouring datasets, r and s outputs, as counts."
HEAD = ("Line", "Printed", "Should be", "Smallest counterexample", "Confidence", "See it happen")


@dataclass(frozen=True)
class Errata:
    """The corrections of a draft; apart, where drafts differ; and what has changed since."""

    draft: str
    entries: tuple[Entry, ...]
    between: tuple[Entry, ...]
    changed: tuple[str, ...]

    @property
    def title(self) -> str:
        """The heading of the list."""
        return f"Errata: {DRAFTS[self.draft]}"

    @property
    def lead(self) -> str:
        """How many there are, in a sentence."""
        count = len(self.entries)
        number = "one correction" if count == 1 else f"{count} corrections"
        changed = f" {len(self.changed)} more have changed since." if self.changed else ""
        order = f"in the order of the draft ({self.draft})"
        return f"{number[0].upper()}{number[1:]}, {order}.{changed} {NOTATION}"

    @property
    def parts(self) -> tuple[tuple[str, tuple[Entry, ...]], ...]:
        """The lists with their headings; those that are empty are left out."""
        parts = (("", self.entries), ("Where the drafts differ", self.between))
        return tuple((heading, entries) for heading, entries in parts if entries)


def errata(
    draft: str, claims: Iterable[Json], formulas: Mapping[str, Any], copy: Copy | None = None
) -> Errata:
    """The corrections of a draft, by its name; `copy` is a reader's own."""
    if draft not in FILES:
        raise UnknownName("draft", draft, tuple(FILES))
    own, between, changed = list[Entry](), list[Entry](), list[str]()
    for claim in claims:
        if draft not in drafts_of(claim["id"]) or not _needs_one(claim):
            continue
        passages = _passages(claim, draft)
        places: list[Passage | Whereabouts] = [*passages]
        if copy is not None:
            there = [copy.where(p) for p in passages]
            if there and not there[0].intact:
                changed.append(claim["id"])
                continue
            places = [p for p in there if p.intact]
        found = _entry(claim, formulas, places)
        (between if folder_of(claim["id"]) == BETWEEN else own).append(found)
    own.sort(key=lambda e: e.line)
    between.sort(key=lambda e: e.line)
    return Errata(draft, tuple(own), tuple(between), tuple(changed))


def _needs_one(claim: Json) -> bool:
    """Whether a claim is a finding; of a contradiction, whether it is one."""
    if folder_of(claim["id"]) == BETWEEN:
        return telling(claim)["verdict"] in WRONG
    return claim["headline"] in FINDINGS


def _passages(claim: Json, draft: str) -> list[Passage]:
    """The passages of a draft that make a claim, the one that states it first."""
    return [p for p in map(Passage.read, claim["lines"]) if p.draft == draft]


def _entry(
    claim: Json, formulas: Mapping[str, Any], places: Sequence[Passage | Whereabouts]
) -> Entry:
    told = card(claim, formulas)
    lines = [f"{p.first}" if p.first == p.last else f"{p.first}\u2013{p.last}" for p in places]
    return Entry(
        claim=told.claim,
        line=places[0].first if places else LAST,
        place=", ".join(lines) or claim["location"],
        severity=told.severity or "",
        printed=told.statement,
        should_be=told.fix or "not known",
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
