"""A proof step or a definition with one symbol changed is refuted, and the kernel agrees."""

import json

import pytest
from one_symbol import CHOSEN, KINDS, changed, changes, decided
from study import claims, readings

from dpbi import kernel
from dpbi.language import Formula
from dpbi.ledger.deciding import outcome
from dpbi.ledger.outcomes import Verdict

pytestmark = pytest.mark.study

PLANTED = json.loads(CHOSEN.read_text(encoding="utf-8"))


def test_forty_claims_and_more_have_a_planted_slip():
    assert len({name.partition("/")[0] for name in PLANTED}) >= 40
    assert {claims()[name.partition("/")[0]].kind for name in PLANTED} <= set(KINDS)


@pytest.mark.parametrize("name", PLANTED)
def test_a_slip_of_one_symbol_changes_the_verdict(name):
    path, symbol = PLANTED[name]
    reading = readings()[name]
    document = reading.formula.json()
    assert decided(reading, reading.formula) is Verdict.HOLDS_BOUNDED
    assert decided(reading, changed(document, path, symbol)) is Verdict.FAILS


@pytest.mark.parametrize("name", list(PLANTED)[::3])
def test_the_kernel_refutes_the_slip_at_its_witness(name):
    path, symbol = PLANTED[name]
    reading = readings()[name]
    false = changed(reading.formula.json(), path, symbol)
    found = outcome(type(reading)("slip", "a slip", false, reading.grid))
    assignment = {k: v for k, v in found.witness.items() if not k.startswith("_")}
    certificate = {
        "schema": 1,
        "claim": "any.claim",
        "reading": "slip",
        "says": "conclusion false",
        "assignment": assignment,
    }
    ledger = {"schema": 1, "readings": {"any.claim/slip": false.json()}}
    assert kernel.check(certificate, ledger) == "refuted"


def test_changes_change_one_symbol():
    document = {
        "conclusion": ["le", ["add", ["num", "1"], ["var", "n"]], ["num", "2"]],
        "hypotheses": [],
    }
    found = list(changes(document))
    assert (["conclusion", 0], "lt") in found
    assert (["conclusion", 1, 0], "sub") in found
    assert (["conclusion", 2, 1], "3") in found
    whole = Formula.parse(
        {"quantifier": "forall", "variables": [["n", ["int", 1, None]]], **document}
    )
    for path, symbol in found:
        assert changed(whole.json(), path, symbol) != whole
