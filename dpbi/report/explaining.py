"""One reading of a claim, computed here and now, with all that shows its verdict.

Where verify/ is, the reading is decided again as an audit does: at its recorded instance, or on its
whole grid.  Elsewhere the formulas of the package are evaluated at the instances of the ledger, and
the kernel is asked; what neither can settle is said to be as recorded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path

from dpbi import kernel
from dpbi.errors import NOTHING, InvalidValue, UnknownName
from dpbi.language import Formula
from dpbi.language.text import text
from dpbi.ledger import recorded, shipped
from dpbi.ledger.claims import Claim, Reading, folder_of
from dpbi.ledger.deciding import CERTAIN, REFUTED, assignment, basis, plain, shown
from dpbi.ledger.earning import today
from dpbi.ledger.evaluate import truth_at
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
    """A claim with its readings explained; its headline is today's where all were computed."""

    row: Json
    readings: tuple[Explained, ...]

    def json(self) -> Json:
        """For programs."""
        return {"schema": 1, **self.row, "readings": [r.json() for r in self.readings]}


def explanation(name: str) -> Explanation:
    """The claim or the reading of this name, computed now; UnknownName where there is none."""
    wanted, slash, reading = recorded.current(name).partition("/")
    if wanted and slash and not reading:
        raise InvalidValue("reading", NOTHING, "name one after the /, or leave the / out")
    root = clone()
    if root is None:
        return _from_package(wanted, reading)
    paths = [p for p in recorded.sections(root) if p.parent.name == folder_of(wanted)]
    claims = [c for path in paths for c in recorded.claims_in(path)]
    claim = next((c for c in claims if c.id == wanted), None)
    if claim is None:
        known = tuple(c.id for c in claims or recorded.all_claims(root))
        raise UnknownName("claim", name, known)
    return _from_clone(root, claim, _chosen(wanted, reading, [r.id for r in claim.readings]))


def clone() -> Path | None:
    """The folder verify/ of the clone that this package is in, or of the one we are in."""
    package = Path(str(resources.files("dpbi"))).parent
    for root in (package / "verify", Path("verify")):
        if any(recorded.sections(root)):
            return root
    return None


def _chosen(claim: str, reading: str, known: list[str]) -> list[str]:
    """The readings that are asked for: one, or all."""
    if reading and reading not in known:
        raise UnknownName(f"reading of {claim}", reading, tuple(known))
    return [reading] if reading else known


def _from_clone(root: Path, claim: Claim, names: list[str]) -> Explanation:
    outcomes = recorded.recorded(root, folder_of(claim.id))
    chosen = [r for r in claim.readings if r.id in names]
    explained = tuple(_decided(claim, r, outcomes.get(recorded.key(claim, r))) for r in chosen)
    now = {e.row["id"]: e.outcome for e in explained}
    every = [now.get(r.id) or outcomes.get(recorded.key(claim, r)) for r in claim.readings]
    found = [o for o in every if o is not None]
    whole = len(found) == len(every)  # without an outcome of each reading none is derived
    headline = headline_of(claim, found) if whole else Headline.NOT_DECIDED
    rows = [e.row for e in explained]
    return Explanation(shipped.claim_row(claim, headline, rows), explained)


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
    return _explained(row, formula, outcome, moved, checked)


def _from_package(claim: str, reading: str) -> Explanation:
    rows = {c["id"]: c for c in shipped.shipped()["claims"]}
    if claim not in rows:
        raise UnknownName("claim", claim, tuple(rows))
    row = rows[claim]
    names = _chosen(claim, reading, [r["id"] for r in row["readings"]])
    known = shipped.formulas_shipped()["readings"]
    chosen = [r for r in row["readings"] if r["id"] in names]
    explained = tuple(_evaluated(claim, r, known.get(f"{claim}/{r['id']}")) for r in chosen)
    return Explanation({**row, "readings": [e.row for e in explained]}, explained)


def _evaluated(claim: str, row: Json, document: Json | None) -> Explained:
    """A reading at its instance of the ledger, or by the kernel, with the package alone."""
    if document is None:
        return _explained(row, None, None, None, None)
    formula, key = Formula.parse(document), f"{claim}/{row['id']}"
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
