"""The gravest findings say in a sentence why they fail, and its numbers are those of the instance.

A number of the sentence is found in the instance, in the formula, in the fix, or in the value of a
part of the formula there, rounded to as many digits as the sentence has.  What is the value of no
part of the formula is computed by an expression below.
"""

import re
from fractions import Fraction
from functools import cache

import pytest
from study import document, outcomes, reading_rows, readings

from dpbi.fields import Balls
from dpbi.language.signatures import BINDERS, OPERATIONS
from dpbi.language.text import sentence
from dpbi.language.words import LS, H, S, eps, free, gamma, pi, r, released, sqrt, vec, x, y
from dpbi.ledger.claims import Verdict
from dpbi.ledger.deciding import assignment
from dpbi.ledger.evaluate import PRECISIONS, Evaluation
from dpbi.report.findings import findings, gravest
from dpbi.report.steps import steps

pytestmark = pytest.mark.study

MOST = 20
EXPLAINED = [name for name, row in reading_rows().items() if row["why_false"]]
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:/\d+)?")
"""A number of a sentence; digits within a name, as in S_1, are none."""

LEFT, RIGHT, END = vec(0, 1, 11), vec(0, 0, 12), vec(0, 12, 0)
FURTHER = {
    "short-b.thm-3.1.ehds/any-gammage0": (
        LS(LEFT), LS(RIGHT), S(LEFT, gamma) - LS(LEFT), S(RIGHT, gamma) - LS(RIGHT),
        eps / 4 * (H(RIGHT, END) / S(RIGHT, gamma) - H(LEFT, END) / S(LEFT, gamma)),
    ),
    "short-a.thm-4.5.lszhang/two-independent-lap-2-eps-both-clamped": (H(x, vec(1, 0)),),
    "tailoring.cr12.iff/all-x": (H(x, r),),
    "short.thm-3.1.ehd/gs-eq-sqrt-1-pi-4-constant-all-alphagt0": (
        H(vec(1, 0), vec(0, 1)), sqrt(1 - pi / 4),
    ),
    "notes.lemma-2.3/literal-s-beta-eq-ls-other-priors": (LS(x), LS(y)),
    "short.elap.def/literal-min": (released("lshist")(x, x),),
    "tailoring.lemma-5.5.cases/c-r-in-case-1-3-eq-2": (H(x, r),),
    "tailoring.lemma-5.5.target/literal": (H(x, x), H(x, vec(0, 2)), H(x, vec(2, 0))),
    "tailoring.lemma-5.3.t/any-k": (H(x, x), H(x, vec(1, 0))),
}  # fmt: skip


@cache
def exact(name):
    """The numbers as written in the instance, in the formula and in the fix."""
    reading, outcome = readings()[name], outcomes()[name]
    words = [reading.statement, reading.repair, outcome.evidence]
    words += [str({k: v for k, v in (outcome.witness or {}).items() if k != "_sides"})]
    words += [sentence(reading.formula)] if reading.formula else []
    if reading.formula and any(e.op == "loss" for e in reading.formula.conclusion.walk()):
        words += [step.text for step in steps(reading.formula, assignment(outcome.witness))]
    return {number for text in words for number in NUMBER.findall(text)}


@cache
def enclosed(name):
    """The values of all parts of the formula at the instance, and of the further expressions."""
    formula, outcome = readings()[name].formula, outcomes()[name]
    if formula is None or outcome.witness is None:
        return []
    given = assignment(outcome.witness)
    F = Balls(PRECISIONS[0])
    parts = [*formula.conclusion.walk(), *(e for h in formula.hypotheses for e in h.walk())]
    known = [e for e in dict.fromkeys(parts) if e.op in OPERATIONS and numeric(e, set(given))]
    values = Evaluation(F).values([*known, *FURTHER.get(name, ())], given)
    return [F.enclosure(v.approximate) for v in values if v is not None]


def numeric(e, names):
    bound = {part.args[0] for part in e.walk() if part.op in BINDERS}
    return OPERATIONS[e.op].gives == "N" and free(e) <= names and not (bound & names)


def found(number, name):
    """Whether a number of a sentence is one of those, up to its sign."""
    if number in exact(name):
        return True
    decimals = number.partition(".")[2]
    digits = len(decimals) if "/" not in number else 12
    half, said = Fraction(1, 2 * 10**digits), Fraction(number)
    return any(
        abs(abs(v.lo) - said) <= half and abs(abs(v.hi) - said) <= half for v in enclosed(name)
    )


def grave():
    every = findings(document()["claims"], {})  # formulas say its words, not its place
    return [f"{f.claim}/{f.reading}" for f in dict.fromkeys((*every[:MOST], *gravest(every, MOST)))]


@pytest.mark.parametrize("name", grave())
def test_each_of_the_gravest_findings_says_why_it_fails(name):
    assert readings()[name].why_false


def test_the_report_has_every_why_of_the_claims():
    assert [name for name, reading in readings().items() if reading.why_false] == EXPLAINED


@pytest.mark.parametrize("name", EXPLAINED)
def test_each_number_of_a_why_is_of_its_instance(name):
    assert outcomes()[name].verdict in (Verdict.FAILS, Verdict.ILL_DEFINED)
    strange = [a for a in NUMBER.findall(readings()[name].why_false) if not found(a, name)]
    assert not strange, f"{name}: {readings()[name].why_false}"
