"""Every certificate of the ledger, judged by an evaluator of its own: see ledger_evaluator."""

import json
from pathlib import Path

import ledger_evaluator
import pytest

import dpbi
from dpbi.ledger import recorded
from dpbi.ledger.deciding import plain
from dpbi.ledger.shipped import formulas_shipped

pytestmark = pytest.mark.study

ROOT = Path(dpbi.__file__).parent.parent
FILES = sorted((ROOT / "reports" / "certificates").rglob("*.json"))
READINGS = formulas_shipped()["readings"]
PARTS = 8
MOST = 25  # of the instances of a finite domain, spread over it


def assignments(certificate, readings):
    """The instances that a certificate is about; for a whole domain, some of the reading's."""
    if certificate["says"] != "holds":
        return certificate.get("assignments") or [certificate["assignment"]]
    reading = readings[f"{certificate['claim']}/{certificate['reading']}"]
    found = [
        {name: plain(value) for name, value in instance.items()}
        for instance in reading.grid.instances(reading.formula)
    ]
    formula = READINGS[f"{certificate['claim']}/{certificate['reading']}"]
    met = [a for a in found if cheaply_met(formula, a)]
    return met[:: 1 + len(met) // MOST]


def cheaply_met(formula, assignment):
    return ledger_evaluator.truth({**formula, "conclusion": ["true"]}, assignment)[0]


@pytest.fixture(scope="module")
def readings():
    claims = recorded.all_claims(ROOT / "verify")
    return {recorded.key(c, r): r for c in claims for r in c.readings}


@pytest.mark.parametrize("part", range(PARTS))
def test_every_certificate_is_true_for_an_evaluator_that_knows_neither_dpbi_nor_the_kernel(
    part, readings
):
    seen = 0
    for file in FILES[part::PARTS]:
        certificate = json.loads(file.read_text(encoding="utf-8"))
        formula = READINGS[f"{certificate['claim']}/{certificate['reading']}"]
        wanted = certificate["says"] != "conclusion false"
        ledger_evaluator.forget()
        for assignment in assignments(certificate, readings):
            met, holds = ledger_evaluator.truth(formula, assignment)
            assert met, file
            assert holds is wanted, file
            seen += 1
    assert seen >= len(FILES) // PARTS
