"""Every certificate of the ledger, judged by an evaluator of its own: see ledger_evaluator."""

import json
from functools import cache
from pathlib import Path

import ledger_evaluator
import pytest
from study import formulas

import dpbi
from dpbi.ledger import recorded
from dpbi.ledger.deciding import plain

pytestmark = pytest.mark.study

ROOT = Path(dpbi.__file__).parent.parent
FILES = sorted((ROOT / "reports" / "certificates").rglob("*.json"))
PARTS, FEW = 8, 12
MOST = 25  # of the instances of a finite domain, spread over it


def assignments(certificate):
    """The instances that a certificate is about; for a whole domain, some of the reading's."""
    if certificate["says"] != "holds":
        return certificate.get("assignments") or [certificate["assignment"]]
    reading = readings()[f"{certificate['claim']}/{certificate['reading']}"]
    found = [
        {name: plain(value) for name, value in instance.items()}
        for instance in reading.grid.instances(reading.formula)
    ]
    formula = formulas()[f"{certificate['claim']}/{certificate['reading']}"]
    met = [a for a in found if cheaply_met(formula, a)]
    return met[:: 1 + len(met) // MOST]


def cheaply_met(formula, assignment):
    return ledger_evaluator.truth({**formula, "conclusion": ["true"]}, assignment)[0]


@cache
def readings():
    """All readings of the study; only certificates of whole domains need them."""
    claims = recorded.all_claims(ROOT / "verify")
    return {recorded.key(c, r): r for c in claims for r in c.readings}


def judged(files, most=None):
    """How many instances of these certificates are true, which all of them have to be."""
    seen = 0
    for file in files:
        certificate = json.loads(file.read_text(encoding="utf-8"))
        formula = formulas()[f"{certificate['claim']}/{certificate['reading']}"]
        wanted = certificate["says"] != "conclusion false"
        ledger_evaluator.forget()
        for assignment in assignments(certificate)[:most]:
            met, holds = ledger_evaluator.truth(formula, assignment)
            assert met, file
            assert holds is wanted, file
            seen += 1
    return seen


def says(file):
    return json.loads(file.read_text(encoding="utf-8"))["says"]


@pytest.mark.parametrize("kind", ["holds", "conclusion false", "conclusion true"])
def test_some_certificates_of_each_kind_are_true_for_that_evaluator(kind):
    """The smallest files, whose instances cost least; below, it judges them all."""
    files = [f for f in sorted(FILES, key=lambda f: (f.stat().st_size, f)) if says(f) == kind]
    assert judged(files[:FEW], most=3) >= min(FEW, len(files)) > 0


@pytest.mark.parametrize("part", range(PARTS))
def test_every_certificate_is_true_for_an_evaluator_that_knows_neither_dpbi_nor_the_kernel(part):
    files = FILES[part::PARTS]
    assert judged(files) >= len(files)
