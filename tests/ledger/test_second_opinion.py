"""The second opinion on readings: formulas in mpmath where their verdicts were decided."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from study import outcomes, reading_rows, readings

from dpbi.errors import Disagreement
from dpbi.language import exists, forall
from dpbi.language.words import GS, LS, H, all_of, any_of, log, loss, n, num, r, sqrt, x, y
from dpbi.ledger import earning, recorded
from dpbi.ledger.claims import Reading
from dpbi.ledger.grids import Grid, priors
from dpbi.ledger.multiprecision import Evaluator, environment
from dpbi.ledger.outcomes import Outcome, Verdict
from dpbi.ledger.second_opinion import GRID, confirm
from dpbi.privacy.definitions import Definitions

pytestmark = pytest.mark.study

VERIFY = Path(__file__).parents[2] / "verify"
SMALL = Grid(n=2, priors=priors("1,1", "1/2,3"))
NO_NUMBERS = {  # by an argument or a gap alone, of the short drafts' readings with a formula
    "short-a.thm-4.5.lszhang/algorithm-1-literal",
    "short.cor-4.4.1.eq1/floored-out-of-range",  # ill-defined at every instance
}


RECORD = json.loads((VERIFY / "recorded" / "short.json").read_text("utf-8"))
SHORT = [name for name, row in reading_rows().items() if name in RECORD and row["formula"]]
"""The readings of the short drafts that have a formula."""


def test_no_reading_of_the_short_drafts_with_a_formula_is_left_out():
    sections = sorted((VERIFY / "short").glob("section_*.py"))
    every = [c for section in sections for c in recorded.claims_in(section)]
    stated = [recorded.key(c, r) for c in every for r in c.readings if r.formula is not None]
    assert stated == SHORT


@pytest.mark.parametrize("name", SHORT)
def test_every_verdict_of_the_short_drafts_that_rests_on_numbers_is_confirmed(name):
    found = confirm(readings()[name], outcomes()[name], name)
    if name in NO_NUMBERS:
        assert found is None
        return
    assert 1 <= found.instances <= GRID
    assert found.digits is None or found.digits >= 10


def decided(formula, **more):
    reading = Reading("it", "it", formula, SMALL, **more)
    return reading, earning.today(reading, None, name="a/it")


def test_sides_that_are_off_are_contradicted():
    reading, found = decided(forall(H(x, r) <= LS(x) / 2))
    assert found.verdict is Verdict.FAILS
    assert confirm(reading, found, "a/it").digits >= 11
    sides = found.witness["_sides"]
    off = {"lo": "0.41", "hi": "0.42"}
    wrong = {**found.witness, "_sides": {**sides, "right": off}}
    with pytest.raises(Disagreement, match=r"a/it at n = 1, .* on the right side"):
        confirm(reading, replace(found, witness=wrong), "a/it")
    with pytest.raises(Disagreement):
        confirm(reading, replace(found, worst=wrong), "a/it")


def test_a_witness_that_does_not_refute_is_contradicted():
    reading, found = decided(forall(H(x, r) <= LS(x) / 2))
    same = {**found.witness, "r": found.witness["x"]}
    del same["_sides"]
    with pytest.raises(Disagreement, match="that it is False"):
        confirm(reading, replace(found, witness=same, worst=None), "a/it")


def test_a_witness_outside_the_hypotheses_is_contradicted():
    reading, found = decided(forall(H(x, r) <= LS(x) / 2, given=[n > 1]))
    smaller = {"n": 1, "prior": ["1", "1"], "x": [0, 1], "r": [1, 0]}
    with pytest.raises(Disagreement, match="its hypotheses are true"):
        confirm(reading, replace(found, witness=smaller, worst=None), "a/it")


def test_a_grid_on_which_the_reading_is_false_is_contradicted():
    reading, found = decided(forall(H(x, r) <= LS(x) / 2))
    holds = replace(found, verdict=Verdict.HOLDS_BOUNDED, witness=None, worst=None)
    with pytest.raises(Disagreement, match="that it is True"):
        confirm(reading, holds, "a/it")


def test_instances_far_apart_in_the_grid_are_confirmed_where_the_hypotheses_are_met():
    reading, found = decided(forall(H(x, r) <= 1, given=[n > 1]))
    assert found.verdict is Verdict.HOLDS_BOUNDED
    assert confirm(reading, found, "a/it").instances == GRID
    reading, found = decided(forall(H(x, r) <= 1, given=[n > 5, n < 5]), argument="no n is both")
    assert found.verdict is Verdict.VACUOUS
    assert confirm(reading, found, "a/it") is None


def test_existence_is_confirmed_at_its_witness():
    reading, found = decided(exists(H(x, r) <= LS(x) / 2))
    assert found.verdict is Verdict.HOLDS
    assert confirm(reading, found, "a/it").instances == 1


def test_what_rests_on_no_formula_has_no_second_opinion():
    nothing = Reading("it", "it", check=lambda: Outcome(Verdict.HOLDS, "so"))
    assert confirm(nothing, Outcome(Verdict.HOLDS, "so"), "a/it") is None
    undecided = replace(decided(forall(H(x, r) <= 1))[1], verdict=Verdict.UNDECIDED)
    assert confirm(decided(forall(H(x, r) <= 1))[0], undecided, "a/it") is None


AT = {"n": 4, "prior": (Fraction(1), Fraction(1)), "x": (1, 3), "y": (3, 1), "r": (0, 4)}


@pytest.mark.parametrize(
    ("condition", "answer"),
    [
        (H(x, r).equals(H(y, r)), False),
        (LS(x).equals(LS(y)), True),  # by symmetry, which only digits show
        (LS(x) < LS(y), False),
        (LS(x) <= LS(y), True),
        (LS(x) <= GS(), True),
        (any_of(num(1) / (n - 4) < 0, n.equals(4)), True),  # no value, but that is not needed
        (all_of(n < 4, num(1) / (n - 4) < 0), False),
        (sqrt(n) <= 2, True),
        (log(n - 3).equals(0), True),
        (loss("lshist", num(1)).equals(1), True),
    ],
    ids=str,
)
def test_conditions_are_read_to_all_digits_that_there_are(condition, answer):
    e = Evaluator(Definitions(75))
    assert e.condition(condition, environment(AT)) is answer


def test_a_large_loss_is_taken_at_the_auditors_worst_pair():
    e = Evaluator(Definitions(75))
    at = environment({"n": 120, "prior": (Fraction(1), Fraction(1))})
    found = e.number(loss("ehdl", num(1)), at)
    every = [
        e.d.row("ehdl", {}, at["prior"], Fraction(1), z).log
        for z in [(i, 120 - i) for i in range(121)]
    ]
    pairs = [pair for p, q in pairwise(every) for pair in ((p, q), (q, p))]
    largest = max(max(p[z] - q[z] for z in p) for p, q in pairs)
    assert abs(found - largest) <= e.close
