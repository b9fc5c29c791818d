"""One reading of a claim, computed here and now, with all that shows its verdict.

Where its sections are, the reading is decided again as an audit does: at its recorded instance, or
on its whole grid.  Of a folder that has a report alone the formulas are evaluated at the instances
of the ledger, and the kernel is asked; what neither can settle is said to be as recorded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from dpbi import kernel
from dpbi.errors import NOTHING, InvalidValue, UnknownName
from dpbi.language import Formula
from dpbi.language.text import text
from dpbi.ledger import recorded, shipped
from dpbi.ledger.claims import Claim, Reading
from dpbi.ledger.deciding import CERTAIN, REFUTED, assignment, basis, plain, shown
from dpbi.ledger.earning import today
from dpbi.ledger.evaluate import truth_at
from dpbi.ledger.folders.finding import Folder, folder_named
from dpbi.ledger.headlines import Headline, headline_of
from dpbi.ledger.outcomes import Outcome, Verdict
from dpbi.report.steps import PartValue, steps
from dpbi.support.files import Json

SHOWS = {
    "refuted": "it refutes the reading",
    "exists": "it shows that there is such an instance",
    "true": "it shows the reading true at the instances that it lists",
    "proved": "it proves the reading on its whole domain",
}


@dataclass(frozen=True)
class Explained:
    """A reading as it is today; `row` is its row of claims.json, made of today's outcome.

    `outcome` is None where it could not be computed here, and then the row is the recorded one.
    """

    row: Json
    outcome: Outcome | None
    changed: str | None  # how it differs from the record
    sides: tuple[str, ...]
    steps: tuple[PartValue, ...]
    certificate: str | None  # what the kernel says of it now
    recorded: bool = True

    @property
    def verdict(self) -> Verdict:
        """Today's, or the recorded one."""
        return Verdict(self.row["verdict"])

    def json(self) -> Json:
        """For programs."""
        return {
            **self.row,
            "computed": self.outcome is not None,
            "as_recorded": self.changed is None,
            "changed": self.changed,
            "sides": list(self.sides),
            "steps": [{"expression": s.text, "value": dict(s.value)} for s in self.steps],
            "certificate_checked": self.certificate,
        }


@dataclass(frozen=True)
class Explanation:
    """A claim with its readings explained; its headline is today's where all were computed.

    `judged` is False where a reading was neither computed nor recorded: then it has no headline.
    """

    row: Json
    readings: tuple[Explained, ...]
    judged: bool = True

    def json(self) -> Json:
        """For programs."""
        headline = self.row["headline"] if self.judged else None
        readings = [r.json() for r in self.readings]
        return {"schema": 1, **self.row, "headline": headline, "readings": readings}


def explanation(name: str, folder: Folder | None = None) -> Explanation:
    """The claim or the reading of this name, computed now; UnknownName where there is none."""
    folder = folder or folder_named(None)
    wanted, slash, reading = folder.layout.current(name).partition("/")
    if wanted and slash and not reading:
        raise InvalidValue("reading", NOTHING, "name one after the /, or leave the / out")
    sections = _likely_first(folder, wanted)
    if not sections:
        return _from_report(folder, wanted, reading)
    known: list[str] = []
    seen = recorded.KnownNames()
    for section in sections:
        claims = recorded.claims_in(section.path, folder.root)
        recorded.only_once(claims, section.path, seen)
        for claim in claims:
            if claim.id == wanted:
                _only_there(wanted, section, sections, folder.root, seen)
                names = _chosen(wanted, reading, [r.id for r in claim.readings])
                return _decided_in(folder, section.draft.name, claim, names)
            known.append(claim.id)
    raise UnknownName("claim", name, tuple(known))


def _only_there(
    claim: str,
    found: recorded.SectionFile,
    sections: list[recorded.SectionFile],
    root: Path,
    seen: recorded.KnownNames,
) -> None:
    """BrokenFolder where a section that was not read yet has the claim, too.

    Of these, only what names the claim is read.
    """
    for section in sections[sections.index(found) + 1 :]:
        if recorded.line_of(section.path, claim):
            recorded.only_once(recorded.claims_in(section.path, root), section.path, seen)


def _likely_first(folder: Folder, claim: str) -> list[recorded.SectionFile]:
    """The sections of a folder, first those of the draft that the first word of an id names."""
    first = claim.partition(".")[0]
    names = {d.name: {d.name, *(v.name for v in d.texts)} for d in folder.layout.folders}
    return sorted(
        recorded.in_order(folder.root), key=lambda section: first not in names[section.draft.name]
    )


def _chosen(claim: str, reading: str, known: list[str]) -> list[str]:
    """The readings that are asked for: one, or all."""
    if reading and reading not in known:
        raise UnknownName(f"reading of {claim}", reading, tuple(known))
    return [reading] if reading else known


def _decided_in(folder: Folder, draft: str, claim: Claim, names: list[str]) -> Explanation:
    outcomes = recorded.recorded(folder.root, draft)
    chosen = [r for r in claim.readings if r.id in names]
    explained = tuple(_decided(claim, r, outcomes.get(recorded.key(claim, r))) for r in chosen)
    now = {e.row["id"]: e.outcome for e in explained}
    every = [now.get(r.id) or outcomes.get(recorded.key(claim, r)) for r in claim.readings]
    found = [o for o in every if o is not None]
    whole = len(found) == len(every)  # without an outcome of each reading none is derived
    headline = headline_of(claim, found) if whole else Headline.NOT_DECIDED
    rows = [e.row for e in explained]
    return Explanation(shipped.claim_row(claim, headline, rows), explained, judged=whole)


def _decided(claim: Claim, reading: Reading, known: Outcome | None) -> Explained:
    """A reading decided as an audit decides it."""
    key = recorded.key(claim, reading)
    outcome = today(reading, known, name=key)
    difference = recorded.change(key, known, outcome, proof=reading.proved)
    document = shipped.certificate(claim, reading, outcome)
    formula = reading.formula
    ledger = {key: formula.json()} if formula else {}
    checked = None if document is None else _checked(document, ledger)
    accepted = document if checked in SHOWS.values() else None
    row = shipped.reading_row(claim, reading, outcome, accepted)
    moved = None if difference is None else str(difference)
    found = _explained(row, formula, outcome, moved, checked)
    return replace(found, recorded=known is not None)


def _from_report(folder: Folder, claim: str, reading: str) -> Explanation:
    rows = {c["id"]: c for c in shipped.shipped(folder)["claims"]}
    if claim not in rows:
        raise UnknownName("claim", claim, tuple(rows))
    row = rows[claim]
    names = _chosen(claim, reading, [r["id"] for r in row["readings"]])
    known = shipped.formulas_shipped(folder)["readings"]
    chosen = [r for r in row["readings"] if r["id"] in names]
    documents = ((r, known.get(f"{claim}/{r['id']}")) for r in chosen)
    explained = tuple(_evaluated(claim, r, d, folder.root) for r, d in documents)
    return Explanation({**row, "readings": [e.row for e in explained]}, explained)


def _evaluated(claim: str, row: Json, document: Json | None, root: Path) -> Explained:
    """A reading at its instance of the ledger, or by the kernel, with the package alone."""
    if document is None:
        return _explained(row, None, None, None, None)
    formula, key = Formula.parse(document, root), f"{claim}/{row['id']}"
    head = {"schema": 1, "claim": claim, "reading": row["id"]}
    outcome: Outcome | None = None
    says: Json = {"says": "holds"}
    if row["witness"] is not None:
        wanted = formula.quantifier == "exists"
        given = assignment(row["witness"])
        met, conclusion, _ = truth_at(formula, given)
        same = bool(met) and conclusion is wanted
        verdict = (Verdict.HOLDS if wanted else Verdict.FAILS) if same else Verdict.UNDECIDED
        evidence = CERTAIN if wanted else REFUTED
        outcome = Outcome(verdict, evidence, row["domain"], row["instances"], shown(formula, given))
        outcome = replace(outcome, trusts=basis(formula))
        told = "conclusion true" if wanted else "conclusion false"
        bare = {name: plain(value) for name, value in given.items()}
        says = {"says": told, "assignment": bare}
    certified = row["witness"] is not None or row["trusts"] == ["kernel"]
    checked = _checked({**head, **says}, {key: document}) if certified else None
    if outcome is None and checked == SHOWS["proved"]:
        outcome = Outcome(Verdict.HOLDS, row["evidence"], row["domain"], row["instances"])
    now = row if outcome is None else {**row, "verdict": outcome.verdict.value}
    moved = None if now["verdict"] == row["verdict"] else f"{row['verdict']} is recorded"
    return _explained(now, formula, outcome, moved, checked)


def _checked(document: Json, formulas: Json) -> str:
    """What the kernel says of a certificate, now."""
    instances = document.get("assignments") or [document.get("assignment", {})]
    refuted = document["says"] == "conclusion false"
    most = shipped.LARGEST_REFUTED if refuted else shipped.LARGEST
    if any(shipped.datasets_of(a) > most for a in instances):
        return "not checked: it would go through too many datasets"
    try:
        return SHOWS[kernel.check(document, {"schema": 1, "readings": formulas})]
    except kernel.Rejected as error:
        return f"not accepted: {error}"


def _explained(
    row: Json,
    formula: Formula | None,
    outcome: Outcome | None,
    changed: str | None,
    checked: str | None,
) -> Explained:
    witness = row["witness"] if outcome is None else outcome.witness
    found: tuple[PartValue, ...] = ()
    sides: tuple[str, ...] = ()
    if formula is not None and witness is not None:
        found = steps(formula, assignment(witness))
        if "_sides" in witness:
            sides = tuple(map(text, formula.conclusion.args))
    return Explained(row, outcome, changed, sides, found, checked)
