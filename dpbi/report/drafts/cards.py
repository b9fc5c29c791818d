"""What the margin of a draft says of a claim: its headline, the smallest counterexample, the fix.

A claim is told by one of its readings: where it fails, by the literal or intended reading that
shows it most clearly; else by the first of these.  How sure a verdict is follows from what it rests
on, and is said in one word with its reason.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from dpbi.language import Formula
from dpbi.ledger.chains import closure
from dpbi.ledger.claims import Role, is_between
from dpbi.ledger.headlines import Headline, graded
from dpbi.ledger.outcomes import Verdict
from dpbi.report.findings import DEPENDS, FAIR, FINDINGS, GRAVITY, WRONG, clarity, counterexample
from dpbi.report.words import HEADLINE_LETTERS, HEADLINE_SLUGS, VERDICTS, Text, typeset
from dpbi.support.files import Json

UNGRADED = len(GRAVITY)
AFTER = {h.value: i for i, h in enumerate(Headline)}


@dataclass(frozen=True)
class Confidence:
    """How sure a verdict is: one word, and why."""

    word: str
    reason: str


@dataclass(frozen=True)
class Folded:
    """A reading in one line, and the command that computes it again."""

    id: str
    role: str
    verdict: str
    words: str  # of the verdict
    statement: str
    why: str | None
    command: str


@dataclass(frozen=True)
class Card:
    """A claim as the margin has it."""

    claim: str
    reading: str
    place: str
    statement: str
    headline: str
    slug: str
    letter: str
    severity: str | None  # of what depends on a meaning or a parameter, the worst it can be
    wrong: bool  # in the reading that tells it
    read: str  # what the telling reading says
    why: str | None
    counterexample: Text
    why_false: str | None
    fix: str | None
    backing: str  # how good the fix is, where it does not hold outright
    confidence: Confidence
    command: str
    readings: tuple[Folded, ...]
    lines: tuple[str, ...]
    uses: tuple[str, ...]
    drafts: tuple[str, ...]  # that make the claim; where drafts differ, all of these
    is_between: bool  # it says that two passages differ, rather than what one of them says
    same: bool  # the drafts are the versions of one

    @property
    def is_finding(self) -> bool:
        """Whether the draft needs a correction here."""
        return self.headline in FINDINGS and not self.is_between

    @property
    def depends(self) -> bool:
        """Whether it is wrong in one fair sense and may be right in another."""
        return self.headline in DEPENDS and self.wrong

    @property
    def at_worst(self) -> bool:
        """Whether the draft needs a correction here if this sense is meant."""
        return self.depends and not self.is_between

    @property
    def is_open(self) -> bool:
        """Whether the margin shows all of it at once."""
        return self.depends or self.headline in FINDINGS

    @property
    def grade(self) -> str | None:
        """The severity in words."""
        return graded(self.headline, self.severity)

    @property
    def gravity(self) -> tuple[int, bool, int]:
        """The gravest first; of one severity, what is wrong before what may be."""
        severity = GRAVITY.get(self.severity or "", UNGRADED)
        return severity, self.headline in DEPENDS, AFTER[self.headline]

    @property
    def to_change(self) -> tuple[str, ...]:
        """Where drafts differ, those that the fix names, or none if it names none."""
        drafts, said = self.drafts, self.fix or ""
        if not self.is_between:
            return ()
        if len(drafts) == 1 or "in both" in said:
            return drafts
        if right := [d for d in drafts if f"as {d} says" in said]:
            return tuple(d for d in drafts if d not in right)
        named = tuple(d for d in drafts if re.search(rf"\b{re.escape(d)}\b", said))
        return named or (drafts if self.same else ())  # two versions say the same


def card(
    claim: Json, formulas: Mapping[str, Any], versions: Container[tuple[str, ...]] = ()
) -> Card:
    """The card of a row of claims.json; `formulas` are the ledger's, `versions` those of drafts."""
    reading = telling(claim)
    key = f"{claim['id']}/{reading['id']}"
    formula = formulas.get(key)
    shown = reading["witness"] if reading["verdict"] == Verdict.FAILS.value else None
    at = None if formula is None else Formula.parse(formula)
    return Card(
        claim=claim["id"],
        reading=reading["id"],
        place=claim["location"],
        statement=typeset(claim["statement"]),
        headline=claim["headline"],
        slug=HEADLINE_SLUGS[claim["headline"]],
        letter=HEADLINE_LETTERS[claim["headline"]],
        severity=claim["severity"] if claim["headline"] in FINDINGS | DEPENDS else None,
        wrong=reading["verdict"] in WRONG,
        read=typeset(reading["statement"]),
        why=typeset(reading["note"] or reading["why"] or "") or None,
        counterexample=() if shown is None else counterexample(key, shown, at),
        why_false=typeset(reading.get("why_false") or "") or None,
        fix=fix(claim, reading),
        backing=backing(claim, reading),
        confidence=confidence(reading),
        command=command(key),
        readings=tuple(_folded(claim["id"], r) for r in claim["readings"]),
        lines=tuple(claim["lines"]),
        uses=tuple(claim["uses"]),
        drafts=tuple(claim["drafts"]),
        is_between=is_between(claim),
        same=tuple(claim["drafts"]) in versions,
    )


def _folded(claim: str, reading: Json) -> Folded:
    return Folded(
        reading["id"],
        reading["role"],
        reading["verdict"],
        VERDICTS[reading["verdict"]],
        typeset(reading["statement"]),
        typeset(reading["why"] or "") or None,
        command(f"{claim}/{reading['id']}"),
    )


def telling(claim: Json) -> Json:
    """The reading by which a claim is told."""
    fair = [r for r in claim["readings"] if r["role"] in FAIR]
    wrong = [r for r in fair if r["verdict"] in WRONG]
    if wrong:
        return max(wrong, key=clarity)  # the first of the clearest
    found: Json = (fair or claim["readings"])[0]
    return found


def fix(claim: Json, reading: Json) -> str | None:
    """The change that makes a claim true: of this reading, of another, or a repair that holds.

    Where no small change does, that is said first, and then what holds in its place.
    """
    if reading["verdict"] not in WRONG:
        return None
    if claim["no_repair"]:
        instead = f" What holds: {reading['repair']}." if reading["repair"] else ""
        return typeset(f"none: {claim['no_repair']}{instead}")
    if reading["repair"]:
        return typeset(reading["repair"])
    others = [r for r in claim["readings"] if r["role"] in FAIR and r["verdict"] in WRONG]
    said = [r["repair"] for r in others if r["repair"]]
    holds = (Verdict.HOLDS.value, Verdict.HOLDS_BOUNDED.value)
    meant = (Role.REPAIR.value, Role.INTENDED.value)
    said += [
        r["statement"]
        for role in meant
        for r in claim["readings"]
        if r["role"] == role and r["verdict"] in holds
    ]
    return typeset(said[0]) if said else None


BACKED = {
    Verdict.HOLDS.value: "",
    Verdict.HOLDS_BOUNDED.value: "this fix holds up to a bound",
    Verdict.UNDECIDED.value: "this fix is not decided",
}
"""What is said of a fix whose reading has this verdict, the best first."""


def backing(claim: Json, reading: Json) -> str:
    """How good the fix is, where no reading that holds outright stands behind it; else nothing.

    Behind it are the repairs; where there is none, the other fair readings.  Where no fix is
    known, or drafts only differ, none has to hold.
    """
    if fix(claim, reading) is None or claim["no_repair"] or is_between(claim):
        return ""
    others = [r for r in claim["readings"] if r["id"] != reading["id"]]
    repairs = [r["verdict"] for r in others if r["role"] == Role.REPAIR.value]
    behind = repairs or [r["verdict"] for r in others if r["role"] in FAIR]
    said = (words for verdict, words in BACKED.items() if verdict in behind)
    return next(said, "this fix does not hold" if repairs else "this fix was not checked")


def command(key: str) -> str:
    """What computes a reading again, as a shell takes it."""
    return f"dpbi explain {shlex.quote(key)}"


def confidence(reading: Json) -> Confidence:
    """How sure the verdict on a reading is, from what it rests on."""
    trusts, verdict = reading["trusts"], reading["verdict"]
    if verdict == Verdict.UNDECIDED.value:
        return Confidence("open", "neither shown nor refuted")
    if reading.get("proof") or "coq" in trusts:
        return Confidence("proved", "Coq has checked a proof")
    if trusts == ["kernel"]:
        return Confidence("certain", "one small program, dpbi/kernel.py, has checked it by itself")
    if verdict == Verdict.HOLDS_BOUNDED.value:
        tried = f", and in {reading['tries']} cases beyond them" if reading.get("tries") else ""
        return Confidence("tested", f"certified in {reading['instances']} cases{tried}")
    if "argument" in trusts:
        beside = f", and certified in {reading['certified']} cases" if reading["certified"] else ""
        return Confidence("argued", f"an argument in prose{beside}")
    if trusts:
        return Confidence("computed", "exact arithmetic, or with guaranteed bounds on every error")
    return Confidence("evident", "what is printed has no value; the reason is in the reading")


def relying(cards: Iterable[Card], on: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """{claim: those of `on` that it relies on, directly or through others}."""
    named = set(on)
    uses = {c.claim: c.uses for c in cards}
    reached = {claim: closure(claim, uses) for claim in uses}
    return {
        claim: tuple(n for n in below if n in named)
        for claim, below in reached.items()
        if named.intersection(below)
    }
