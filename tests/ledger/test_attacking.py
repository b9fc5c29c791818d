"""An argument in prose is attacked: a certain counterexample is an error, and is said."""

import math
from dataclasses import replace

import pytest

from dpbi.language import exists, forall
from dpbi.language.expr import HERE
from dpbi.language.words import any_of, binomial, eps, exp, log, loss, over, steps, var, variable
from dpbi.ledger import attacking, earning
from dpbi.ledger.attacking import ArgumentContradicted, Attack, NotExhausted
from dpbi.ledger.claims import Grid, Reading
from dpbi.ledger.deciding import excess, outcome
from dpbi.ledger.earning import today
from dpbi.ledger.outcomes import Verdict
from dpbi.support import deadline

BIG = Grid(values={"eps": ("2", "4")})
FALSE = forall(exp(eps) >= 3)  # from ln 3 on, and the grid begins behind it


def argued(formula, grid=BIG, **more):
    return Reading("claimed", "it is so", formula, grid, argument="It is plain.", **more)


def test_a_false_claim_with_an_argument_is_contradicted_beyond_its_grid():
    assert outcome(argued(FALSE)).verdict is Verdict.HOLDS  # on the grid nothing speaks against it
    with pytest.raises(ArgumentContradicted) as error:
        today(argued(FALSE), None, name="paper.thm-1/claimed")
    assert str(error.value).startswith(
        "paper.thm-1/claimed: its argument is contradicted at eps = 1"
    )
    assert "the conclusion is certainly false there" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_recorded_verdict_does_not_protect_an_argument():
    with pytest.raises(ArgumentContradicted):
        today(argued(FALSE), outcome(argued(FALSE)))


def test_an_argument_is_contradicted_on_its_grid_and_at_a_recorded_witness():
    reading = argued(FALSE, Grid(values={"eps": ("1", "2")}))
    known = outcome(replace(reading, argument=""))
    assert known.verdict is Verdict.FAILS
    for record in (None, known):
        with pytest.raises(ArgumentContradicted, match="at eps = 1, left side 3"):
            today(reading, record)


def test_an_argument_that_there_is_none_is_contradicted_by_one():
    wrong = argued(exists(exp(eps) <= 2))
    assert outcome(wrong).verdict is Verdict.FAILS
    with pytest.raises(ArgumentContradicted, match="what it excludes is certainly so"):
        today(wrong, None)


def test_an_argument_that_nothing_is_met_is_contradicted_by_what_is():
    wrong = argued(forall(eps >= 9, given=[eps <= 1]))
    assert outcome(wrong).verdict is Verdict.VACUOUS
    with pytest.raises(ArgumentContradicted, match="never met are certainly met"):
        today(wrong, None)


def test_a_true_argument_withstands_and_nothing_is_recorded_of_the_attack():
    reading = argued(forall(exp(eps) >= 7, given=[eps >= 2]))
    found = today(reading, None)
    assert (found.verdict, found.tries) == (Verdict.HOLDS, 0)
    assert found == outcome(reading) == today(reading, found)


def test_an_attack_ends_within_one_long_evaluation(monkeypatch):
    K = variable("k", "int", 0, None)
    many = steps(0, 10**4)
    long = over("sum", "j", many, over("sum", "i", many, binomial(var("k"), var("i")))) >= 1
    monkeypatch.setattr(earning, "outcome", lambda *_, **__: held)
    held = replace(outcome(argued(forall(exp(eps) >= 7, given=[eps >= 2]))), witness=None)
    assert today(argued(forall(long, where=[K]), Grid()), held) == held


def test_a_side_that_no_float_holds_misses_by_most():
    assert excess(forall(eps >= 10**400), {"eps": 1}) == math.inf


K, k = variable("k", "int", 2, None), var("k")
NEAR_TWO = Grid(values={"k": ("2", "3")})


@pytest.mark.parametrize(
    ("formula", "what"),
    [
        (forall(1 / (k - 5) <= 1, where=[K]), "a division by zero"),
        (forall(k >= 2, given=[1 / (k - 5) <= 1], where=[K]), "a division by zero"),
        (forall(log(6 - k) <= 2, where=[K]), "the logarithm of a number <= 0"),
    ],
)
def test_what_has_no_value_beyond_the_grid_is_ill_defined_with_an_argument_or_without(
    formula, what
):
    """It is on the grid, and an instance that was tried is no weaker evidence."""
    with pytest.raises(ArgumentContradicted, match="there is no value"):
        today(argued(formula, NEAR_TWO), None)
    found = today(Reading("r", "r", formula, NEAR_TWO), None)
    assert (found.verdict, found.trusts) == (Verdict.ILL_DEFINED, ())
    assert found.evidence.startswith("it has no value at k = ")
    assert found.evidence.endswith(what)


def test_a_violation_beyond_the_grid_is_one_whatever_has_no_value_elsewhere():
    formula = forall(1 / (k - 5) <= "1/20", given=[k >= 4], where=[K])
    assert today(Reading("r", "r", formula, Grid(values={"k": ("4",)})), None).verdict is (
        Verdict.FAILS
    )


def test_what_is_decided_by_its_other_part_needs_no_value():
    formula = forall(any_of(k.equals(5), 1 / (k - 5) <= 1), where=[K])
    assert today(argued(formula, NEAR_TWO), None).verdict is Verdict.HOLDS


def test_a_grid_that_is_said_to_be_the_whole_domain_is_not_believed_against_an_instance():
    whole = Reading("r", "r", forall(k <= 10, where=[K]), NEAR_TWO, exhaustive=True)
    assert outcome(whole).verdict is Verdict.HOLDS
    with pytest.raises(NotExhausted, match="meets the hypotheses too; leave exhaustive out"):
        today(whole, None, name="paper.thm-1/r")
    bounded = replace(whole, formula=forall(k <= 10, given=[k <= 3], where=[K]))
    assert today(bounded, None).verdict is Verdict.HOLDS


ENDLESS = """
from fractions import Fraction


class Endless:
    def __init__(self, k):
        self.k = k

    def datasets(self):
        return [0, 1]

    def neighbours(self, x):
        return [1 - x]

    def probabilities(self, x):
        while self.k > 3:
            pass
        return {0: Fraction(1 + x, 3), 1: Fraction(2 - x, 3)}
"""


@pytest.mark.skipif(not hasattr(deadline.signal, "setitimer"), reason="it takes an alarm")
def test_code_that_never_ends_beyond_the_grid_does_not_hold_an_argument_up(tmp_path, monkeypatch):
    (tmp_path / "endless.py").write_text(ENDLESS, "utf-8")
    monkeypatch.setattr(attacking, "FIRST", Attack(60, 0.2))
    before = HERE.set((str(tmp_path), str(tmp_path)))
    try:
        formula = forall(loss("endless.py:Endless", k=k) <= log(2), where=[K])
        found = today(argued(formula, NEAR_TWO), None)  # or this test never ends
    finally:
        HERE.reset(before)
    assert (found.verdict, found.certified) == (Verdict.HOLDS, 2)
