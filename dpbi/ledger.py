"""The ledger as it ships: every claim with its outcomes, and every formula for the kernel.

Built from verify/ (`dpbi ledger`), read everywhere else: `dpbi claims` works outside the
repository, and `python dpbi/kernel.py` finds what a certificate's reading asserts.
"""

from __future__ import annotations

import json
import shutil
from importlib import resources
from pathlib import Path
from typing import Any

from dpbi import certify, kernel, recorded
from dpbi.claims import Claim, Outcome, Reading
from dpbi.data import number_of_datasets
from dpbi.errors import UnknownName
from dpbi.formula.text import sentence

FORMULAS, CLAIMS = "ledger.json", "claims.json"
LARGEST = 300  # datasets; beyond, the kernel takes longer than anybody waits


def shipped() -> dict[str, Any]:
    """The claims that came with the package, with what was found of them."""
    return _packaged(CLAIMS)


def formulas_shipped() -> dict[str, Any]:
    """The formulas that came with the package, as the kernel reads them."""
    return _packaged(FORMULAS)


def _packaged(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(resources.files("dpbi").joinpath(name).read_text("utf-8"))
    return document


def readings_of(name: str) -> dict[str, Any]:
    """The formulas of a claim, or of one of its readings: {"claim/reading": formula}."""
    known: dict[str, Any] = formulas_shipped()["readings"]
    chosen = {k: v for k, v in known.items() if name in (k, k.partition("/")[0])}
    if not chosen:
        raise UnknownName("claim with a formula", name, tuple({k.partition("/")[0] for k in known}))
    return chosen


def formulas(claims: list[Claim]) -> dict[str, Any]:
    """What the kernel reads: {"claim/reading": formula}."""
    return {
        "schema": 1,
        "readings": {
            recorded.key(c, r): r.formula.json() for c in claims for r in c.readings if r.formula
        },
    }


def build(root: Path, package: Path, certificates: Path) -> dict[str, Any]:
    """Write ledger.json, claims.json and all certificates from verify/ and its records."""
    claims = recorded.all_claims(root)
    outcomes = {k: v for d in recorded.DRAFTS for k, v in recorded.recorded(root, d).items()}
    ledger = formulas(claims)
    _write_lines(package / FORMULAS, ledger)
    shutil.rmtree(certificates, ignore_errors=True)
    rows = []
    for claim in claims:
        readings = []
        for reading in claim.readings:
            outcome = outcomes[recorded.key(claim, reading)]
            document = certify.certificate(claim, reading, outcome)
            if document is not None and not accepted(document, ledger):
                document = None
            if document is not None:
                certify.write(document, certificates)
            readings.append(reading_row(reading, outcome, document))
        rows.append(claim_row(claim, readings))
    document = {"schema": 1, "claims": rows}
    _write(package / CLAIMS, document)
    return document


def accepted(document: dict[str, Any], ledger: dict[str, Any]) -> bool:
    """Whether the kernel accepts a certificate; what it cannot decide is not certified by it."""
    instances = document.get("assignments") or [document.get("assignment", {})]
    if any(datasets_of(a) > LARGEST for a in instances):
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


def claim_row(claim: Claim, readings: list[dict[str, Any]]) -> dict[str, Any]:
    """A claim as reports have it."""
    return {
        "id": claim.id,
        "kind": claim.kind,
        "drafts": list(claim.drafts),
        "location": claim.place,
        "statement": claim.statement,
        "uses": list(claim.uses),
        "readings": readings,
    }


def reading_row(
    reading: Reading, outcome: Outcome, certificate: dict[str, Any] | None
) -> dict[str, Any]:
    """A reading as reports have it; what a certificate settles rests on the kernel alone."""
    settled = certificate is not None and certify.settles(certificate, reading)
    trusts = ["kernel"] if settled else list(outcome.trusts)
    return {
        "id": reading.id,
        "catalogue": reading.catalogue,
        "statement": reading.statement,
        "formula": sentence(reading.formula) if reading.formula else None,
        "verdict": outcome.verdict.value,
        "evidence": outcome.evidence,
        "domain": outcome.domain,
        "instances": outcome.instances,
        "tries": outcome.tries,
        "witness": outcome.witness,
        "worst": outcome.worst,
        "repair": reading.repair or None,
        "note": reading.note or None,
        "certificate": None if certificate is None else certify.place(certificate),
        "trusts": trusts,
    }


def _write_lines(path: Path, ledger: dict[str, Any]) -> None:
    """The formulas, a reading a line, so that a change is seen as a changed line."""
    lines = [f"{json.dumps(k)}: {json.dumps(v)}" for k, v in ledger["readings"].items()]
    text = '{"schema": 1, "readings": {\n' + ",\n".join(lines) + "\n}}\n"
    path.write_text(text, encoding="utf-8")


def _write(path: Path, document: dict[str, Any]) -> None:
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
