"""Claims at their lines in a reader's copy of a draft.

Each claim has one card, at the first of its passages.  A passage that is not there as it was says
so at its own place and nowhere else; what relies on such a claim says that.  Where drafts differ,
one of them may be right: that neither colours a line nor counts among the claims of the draft.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from dpbi.ledger.claims import Passage, versions_in
from dpbi.ledger.folders.layout import BETWEEN
from dpbi.ledger.passages import Copy, Whereabouts
from dpbi.report.drafts.cards import Card, card, relying
from dpbi.report.drafts.source import DraftRow, rows
from dpbi.support.files import Json

NO_CLAIM = "none"


@dataclass(frozen=True)
class Note:
    """A card at a line of the copy; `changed` says that its passage is not as it was."""

    card: Card
    line: int
    passage: str  # in the draft as it was checked
    changed: bool = False
    missing: bool = False
    was: int = 0
    relies_on: tuple[str, ...] = ()  # claims whose passage has changed

    @property
    def moved(self) -> bool:
        """Whether the passage is there as it was, on another line."""
        return not self.changed and self.was != self.line


@dataclass(frozen=True)
class Again:
    """A further passage of a claim whose card is elsewhere."""

    claim: str
    passage: str
    changed: bool = False


@dataclass(frozen=True)
class Annotated:
    """A row of the copy with what the margin says beside it."""

    row: DraftRow
    status: str  # the headline of the gravest claim that covers it, BETWEEN, or NO_CLAIM
    fresh: bool  # it has words that the draft did not have
    notes: tuple[Note, ...] = ()
    again: tuple[Again, ...] = ()


@dataclass(frozen=True)
class Margin:
    """A copy of a draft with its claims: row by row, and those that have no line in it."""

    draft: str
    share: float
    rows: tuple[Annotated, ...]
    unplaced: tuple[Card, ...]

    @property
    def notes(self) -> tuple[Note, ...]:
        """Every card, in the order of the copy."""
        return tuple(note for row in self.rows for note in row.notes)

    @property
    def blocks(self) -> tuple[tuple[Annotated, ...], ...]:
        """The rows in groups, each up to the next row beside which something is said."""
        found: list[list[Annotated]] = []
        for row in self.rows:
            if not found or row.notes or row.again:
                found.append([])
            found[-1].append(row)
        return tuple(map(tuple, found))

    @property
    def own(self) -> tuple[Note, ...]:
        """The claims of the draft itself, in the order of the copy."""
        return tuple(n for n in self.notes if not n.card.is_between)

    @property
    def findings(self) -> tuple[Note, ...]:
        """What needs a correction, the gravest first; not what has changed since."""
        return _gravest(n for n in self.notes if n.card.is_finding and not n.changed)

    @property
    def at_worst(self) -> tuple[Note, ...]:
        """What needs a correction if one sense of it is meant, or one parameter."""
        return _gravest(n for n in self.notes if n.card.at_worst and not n.changed)

    @property
    def graded(self) -> tuple[tuple[str, tuple[Note, ...]], ...]:
        """Both of these under their severities, the gravest first."""
        every = _gravest((*self.findings, *self.at_worst))
        groups = groupby(every, key=lambda n: n.card.grade or "")
        return tuple((grade, tuple(notes)) for grade, notes in groups)

    @property
    def between(self) -> tuple[Note, ...]:
        """Where drafts differ, or passages of one, in the order of the copy."""
        found = (n for n in self.notes if n.card.is_between and n.card.wrong and not n.changed)
        return tuple(sorted(found, key=lambda n: n.line))

    @property
    def changed(self) -> tuple[tuple[str, int], ...]:
        """The claims with a passage that is not as it was, each with its line."""
        notes = [(n.card.claim, n.line) for n in self.notes if n.changed]
        again = [(a.claim, r.row.first) for r in self.rows for a in r.again if a.changed]
        return tuple(notes + again)


def _gravest(notes: Iterable[Note]) -> tuple[Note, ...]:
    return tuple(sorted(notes, key=lambda n: (n.card.gravity, n.line)))


@dataclass
class _Place:
    """What is found at a row before it is finished."""

    notes: list[Note] = field(default_factory=list)
    again: list[Again] = field(default_factory=list)
    over: list[Card] = field(default_factory=list)


def margin(copy: Copy, text: str, claims: Iterable[Json], formulas: Mapping[str, Any]) -> Margin:
    """The claims of a draft beside a copy of it."""
    pieces = list(rows(text))
    known = list(claims)
    versions = versions_in(known)
    cards = [card(c, formulas, versions) for c in known]
    own = {c.claim: _passages(c, copy.draft) for c in cards}
    placed = {name: [(p, copy.where(p)) for p in passages] for name, passages in own.items()}
    gone = [name for name, found in placed.items() if not all(w.intact for _, w in found)]
    shaken = relying(cards, gone)
    at = [_Place() for _ in pieces]
    for c in cards:
        for i, (passage, where) in enumerate(placed[c.claim]):
            _put(at, pieces, c, passage, where, first=i == 0, shaken=shaken.get(c.claim, ()))
    new = copy.new()
    return Margin(
        draft=copy.draft,
        share=copy.share,
        rows=tuple(_annotated(p, place, new) for p, place in zip(pieces, at, strict=True)),
        unplaced=tuple(c for c in cards if not own[c.claim] and _speaks_of(c, copy.draft)),
    )


def _passages(c: Card, draft: str) -> list[Passage]:
    return [p for p in map(Passage.read, c.lines) if p.draft == draft]


def _speaks_of(c: Card, draft: str) -> bool:
    """Whether a claim without lines is one of this draft."""
    return not c.lines and draft in c.drafts


def _put(
    at: list[_Place],
    pieces: list[DraftRow],
    c: Card,
    passage: Passage,
    where: Whereabouts,
    *,
    first: bool,
    shaken: tuple[str, ...],
) -> None:
    """The card, or a hint to it, at the row where a passage begins; its colour at all its rows."""
    start = _row_at(pieces, where.first)
    if first:
        changed = not where.intact
        note = Note(c, where.first, str(passage), changed, where.missing, where.was, shaken)
        at[start].notes.append(note)
    else:
        at[start].again.append(Again(c.claim, str(passage), changed=not where.intact))
    if not where.missing:
        for i in range(start, len(pieces)):
            if pieces[i].first > where.last:
                break
            at[i].over.append(c)


def _row_at(pieces: list[DraftRow], line: int) -> int:
    """The row that a line is in, or the next one."""
    return min(bisect_left([p.last for p in pieces], line), len(pieces) - 1)


def _annotated(row: DraftRow, place: _Place, new: frozenset[int]) -> Annotated:
    own = [c for c in place.over if not c.is_between]
    gravest = min(own, key=lambda c: (not c.is_finding, c.gravity), default=None)
    fresh = not new.isdisjoint(range(row.first, row.last + 1))
    notes = tuple(sorted(place.notes, key=lambda n: (n.card.is_between, n.card.gravity)))
    alone = BETWEEN if place.over else NO_CLAIM
    status = alone if gravest is None else gravest.slug
    return Annotated(row, status, fresh, notes, tuple(place.again))
