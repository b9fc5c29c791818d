"""Outcomes become certificates: an assignment and the name of the reading, exact and nothing else.

What the reading asserts is in the ledger.  A refutation names the instance that refutes, an
existence the instance that there is; what the kernel proves on a finite domain needs no instance;
what was certified otherwise names a few of the instances, smallest first.
"""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

from dpbi.claims import Claim, Outcome, Reading, Verdict
from dpbi.deciding import plain
from dpbi.formula.evaluate import decide

INSTANCES = 3
LOOKED_AT = 400


def certificate(claim: Claim, reading: Reading, outcome: Outcome) -> dict[str, Any] | None:
    """The certificate of an outcome, or None where it rests on no instance."""
    if reading.formula is None:
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
        met, holds, _ = decide(formula, instance)
        if met and holds:
            found.append({name: plain(value) for name, value in instance.items()})
            if len(found) == INSTANCES:
                break
    return found


def write(certificate: dict[str, Any], folder: Path) -> Path:
    """Write a certificate where others look for it; the same input gives the same bytes."""
    path: Path = folder / certificate["claim"] / f"{certificate['reading']}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(certificate, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return path
