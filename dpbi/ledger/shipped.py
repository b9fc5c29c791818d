"""The ledger of a folder as it is written: all claims with outcomes, all formulas for the kernel.

`dpbi ledger` and `dpbi audit` write it, everything else reads it.  The formulas are the ledger.json
of the report, where the kernel finds what a certificate's reading asserts.  The claims with their
outcomes are its claims.json.  The folder says where the report is (`folders.layout`).

Outcomes become certificates (`certificate`): an assignment and the name of the reading, exact and
nothing else.  A refutation names the instance that refutes, an existence the instance that exists;
what the kernel proves on a finite domain needs no instance; what was certified otherwise names a
few of the instances, smallest first.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from dpbi import kernel
from dpbi.bayes.data import number_of_datasets
from dpbi.errors import DpbiError, UnknownName
from dpbi.language.formula import ledger_of
from dpbi.language.text import equation, sentence
from dpbi.ledger import recorded
from dpbi.ledger.claims import Claim, Reading
from dpbi.ledger.deciding import of_the_kernel, plain
from dpbi.ledger.evaluate import truth_at
from dpbi.ledger.folders.finding import Folder, folder_named
from dpbi.ledger.headlines import Headline, headline_of
from dpbi.ledger.outcomes import Outcome, Verdict
from dpbi.ledger.proving import proofs
from dpbi.support.files import as_json, as_lines, write_all

INSTANCES = 3
LOOKED_AT = 400


def certificate(claim: Claim, reading: Reading, outcome: Outcome) -> dict[str, Any] | None:
    """The certificate of an outcome, or None where it rests on no instance."""
    if reading.formula is None or not of_the_kernel(reading.formula):
        return None
    head = {"schema": 1, "claim": claim.id, "reading": reading.id}
    if outcome.witness is not None:
        false = outcome.verdict is Verdict.FAILS
        says = "conclusion false" if false else "conclusion true"
        assignment = {k: v for k, v in outcome.witness.items() if not k.startswith("_")}
        return {**head, "says": says, "assignment": assignment}
    if outcome.verdict is Verdict.HOLDS and outcome.trusts == ("kernel",):
        return {**head, "says": "holds"}
    if outcome.verdict in (Verdict.HOLDS, Verdict.HOLDS_BOUNDED):
        instances = _true_instances(reading)
        if instances:
            return {**head, "says": "conclusion true", "assignments": instances}
    return None


def settles(certificate: dict[str, Any], reading: Reading) -> bool:
    """Whether a certificate settles its reading, and does not only show it true at instances."""
    exists = reading.formula is not None and reading.formula.quantifier == "exists"
    return exists or certificate["says"] in ("conclusion false", "holds")


def place(certificate: dict[str, Any]) -> str:
    """The path of a certificate below the reports."""
    return f"certificates/{certificate['claim']}/{certificate['reading']}.json"


def _true_instances(reading: Reading) -> list[dict[str, Any]]:
    """The smallest instances at which hypotheses and conclusion are certainly true."""
    formula, found = reading.formula, []
    assert formula is not None  # the caller has seen it
    for instance in islice(reading.grid.instances(formula), LOOKED_AT):
        met, holds, _ = truth_at(formula, instance)
        if met and holds:
            found.append({name: plain(value) for name, value in instance.items()})
            if len(found) == INSTANCES:
                break
    return found


CLAIMS = "claims.json"
LARGEST, LARGEST_REFUTED = 300, 2000
"""Datasets of an instance; beyond, the kernel takes longer than anybody waits.  For a refutation,
which is nothing without its certificate, one waits longer."""


@dataclass(eq=False)
class NotShipped(DpbiError):
    """A file of the ledger that was not written yet."""

    path: Path
    writes: str = "dpbi audit"

    def __str__(self) -> str:
        return f"{self.path} is missing: `{self.writes}` writes it"


@dataclass(eq=False)
class NotRecorded(DpbiError):
    """A reading without an outcome on record."""

    reading: str

    def __str__(self) -> str:
        return (
            f"{self.reading} was never recorded: `pytest FOLDER --dpbi-record` decides and records"
        )


def shipped(folder: Folder | None = None) -> dict[str, Any]:
    """The claims of a folder, or of the usual one, with what was found.

    Where they were not written yet, what is wrong with a section comes first: it cannot be audited.
    """
    folder = folder or folder_named(None)
    if not (folder.report / CLAIMS).is_file():
        recorded.all_claims(folder.root)
    return read_document(folder.report / CLAIMS)


def formulas_shipped(folder: Folder | None = None) -> dict[str, Any]:
    """The formulas of a folder, or of the usual one, as the kernel reads them.

    Where they were not written yet, they are read from its sections.
    """
    folder = folder or folder_named(None)
    if not folder.formulas.is_file():
        return formulas(recorded.all_claims(folder.root))
    return read_document(folder.formulas)


def read_document(file: Path) -> dict[str, Any]:
    """A file of the ledger; NotShipped where it is not there."""
    try:
        document: dict[str, Any] = json.loads(file.read_text("utf-8"))
    except FileNotFoundError as error:
        raise NotShipped(file) from error
    return document


def readings_of(name: str, folder: Folder | None = None) -> dict[str, Any]:
    """The formulas of a claim, or of one of its readings: {"claim/reading": formula}."""
    folder = folder or folder_named(None)
    known: dict[str, Any] = formulas_shipped(folder)["readings"]
    name = folder.layout.current(name)
    chosen = {k: v for k, v in known.items() if name in (k, k.partition("/")[0])}
    if not chosen:
        claims = dict.fromkeys(k.partition("/")[0] for k in known)  # in the order of the ledger
        raise UnknownName("claim with a formula", name, tuple(claims))
    return chosen


def formulas(claims: list[Claim]) -> dict[str, Any]:
    """What the kernel reads: {"claim/reading": formula}."""
    return ledger_of(
        {recorded.key(c, r): r.formula for c in claims for r in c.readings if r.formula}
    )


def build(folder: Folder) -> dict[str, Any]:
    """Write the ledger of a folder, and claims.json and all certificates of its report."""
    root, reports = folder.root, folder.report
    claims = recorded.all_claims(root)
    drafts = folder.layout.folders
    outcomes = {k: v for d in drafts for k, v in recorded.recorded(root, d.name).items()}
    ledger = formulas(claims)
    files = {folder.formulas: as_ledger(ledger)}
    rows = []
    for claim in claims:
        readings = []
        found = [_recorded(outcomes, claim, reading) for reading in claim.readings]
        for reading, outcome in zip(claim.readings, found, strict=True):
            document = certificate(claim, reading, outcome)
            if document is not None and not accepted(document, ledger):
                document = None
            if document is not None:
                files[reports / place(document)] = as_json(document, sort_keys=True)
            readings.append(reading_row(claim, reading, outcome, document))
        rows.append(claim_row(claim, headline_of(claim, found), readings))
    document = {"schema": 1, "claims": rows}
    shutil.rmtree(reports / "certificates", ignore_errors=True)
    write_all({**files, reports / CLAIMS: as_json(document)})
    return document


def _recorded(outcomes: dict[str, Outcome], claim: Claim, reading: Reading) -> Outcome:
    key = recorded.key(claim, reading)
    if key not in outcomes:
        raise NotRecorded(key)
    return outcomes[key]


def accepted(document: dict[str, Any], ledger: dict[str, Any]) -> bool:
    """Whether the kernel accepts a certificate; what it cannot decide is not certified by it."""
    instances = document.get("assignments") or [document.get("assignment", {})]
    most = LARGEST_REFUTED if document["says"] == "conclusion false" else LARGEST
    if any(datasets_of(a) > most for a in instances):
        return False
    try:
        kernel.check(document, ledger)
    except kernel.Rejected:
        return False
    return True


def datasets_of(assignment: dict[str, Any]) -> int:
    """How many datasets the kernel would have to go through."""
    n, prior = assignment.get("n"), assignment.get("prior")
    return number_of_datasets(n, len(prior)) if isinstance(n, int) and prior else 1


def claim_row(claim: Claim, headline: Headline, readings: list[dict[str, Any]]) -> dict[str, Any]:
    """A claim as reports have it."""
    return {
        "id": claim.id,
        "kind": claim.kind,
        "drafts": list(claim.drafts),
        "location": claim.place,
        "statement": claim.statement,
        "lines": list(claim.lines),
        "headline": headline.value,
        "severity": claim.severity and claim.severity.value,
        "uses": list(claim.uses),
        "gaps": dict(claim.gaps),
        "repaired": list(claim.repaired),
        "no_repair": claim.no_repair or None,
        "claims_nothing": claim.claims_nothing or None,
        "shared": claim.shared or None,
        "readings": readings,
    }


FOUND = ("verdict", "evidence", "domain", "instances", "certified", "tries", "witness", "worst")
"""Of an outcome, in the order of claims.json."""


def reading_row(
    claim: Claim, reading: Reading, outcome: Outcome, certificate: dict[str, Any] | None
) -> dict[str, Any]:
    """A reading as reports have it; what a certificate settles rests on the kernel alone."""
    settled = certificate is not None and settles(certificate, reading)
    name = recorded.key(claim, reading)
    found = outcome.json()
    return {
        "id": reading.id,
        "role": reading.role.value,
        "why": reading.why or None,
        "chosen": reading.chosen or None,
        "catalogue": recorded.in_catalogue(name, reading),
        "statement": reading.statement,
        "formula": sentence(reading.formula) if reading.formula else None,
        **_where(reading),
        **{name: found[name] for name in FOUND},
        "why_false": reading.why_false or None,
        "repair": reading.repair or None,
        "note": reading.note or None,
        "certificate": None if certificate is None else place(certificate),
        "proof": proof_row(reading),
        "trusts": ["kernel"] if settled else found["trusts"],
    }


def _where(reading: Reading) -> dict[str, Any]:
    """What the definitions in a formula say, in text; nothing where it has none."""
    called = [] if reading.formula is None else reading.formula.definitions()
    return {"where": [equation(d) for d in called]} if called else {}


def proof_row(reading: Reading) -> dict[str, Any] | None:
    """The theorem that shows a reading, as reports have it, with what Coq was asked."""
    if reading.proved is None:
        return None
    shown = reading.proved
    return {
        "theorem": shown.theorem,
        "file": f"{reading.proved_in}/{shown.file}",
        "line": shown.line,
        "shows": shown.shows,
        "statement": proofs.statement_of(reading, shown.shows),
        "digest": shown.digest,
    }


def as_ledger(ledger: dict[str, Any]) -> str:
    """The formulas, one reading per line, so that a change is seen as a changed line."""
    return '{"schema": 1, "readings": ' + as_lines(ledger["readings"]).rstrip() + "}\n"
