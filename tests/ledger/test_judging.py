"""Comparisons case by case: what refutes, what is open, and that nothing seen is nothing said."""

from fractions import Fraction

import pytest

from dpbi.fields import Enclosure
from dpbi.ledger.deciding import NothingMet
from dpbi.ledger.outcomes import Outcome, Verdict
from statements.arguments import both
from statements.contests import judged

pytestmark = pytest.mark.study


def compared(n, answer, left, right):
    return [({"n": n}, answer, *(Enclosure.exactly(Fraction(v)) for v in (left, right)))]


def test_without_a_case_nothing_is_said():
    with pytest.raises(NothingMet):
        judged([], "no size", "")


@pytest.mark.parametrize(
    ("answers", "exhaustive", "verdict"),
    [
        ((True, True), True, Verdict.HOLDS),
        ((True, True), False, Verdict.HOLDS_BOUNDED),
        ((True, None), True, Verdict.UNDECIDED),
        ((None, False), True, Verdict.FAILS),
    ],
)
def test_one_open_case_is_enough_to_leave_it_open_and_one_lost_case_to_refute(
    answers, exhaustive, verdict
):
    cases = [compared(n, a, 1, 2) for n, a in enumerate(answers)]
    assert judged(cases, "", "", exhaustive=exhaustive).verdict is verdict


def test_the_first_lost_case_is_the_witness_and_the_widest_is_the_worst():
    lost = [compared(0, True, 1, 2), compared(1, False, 3, 2), compared(2, False, 5, 2)]
    found = judged([*lost, compared(3, False, 4, 2)], "", "so it is")
    assert (found.witness["n"], found.worst["n"], found.instances) == (1, 2, 4)
    assert found.worst["_sides"]["left"] == {"lo": "5", "hi": "5"}


def test_missing_a_zero_is_the_worst_of_all():
    found = judged([compared(1, False, 9, 1), compared(2, False, 1, 0)], "", "")
    assert (found.witness["n"], found.worst["n"]) == (1, 2)


@pytest.mark.parametrize("weak", [v for v in Verdict if "holds" not in v.value])
def test_two_statements_hold_only_if_both_hold(weak):
    one, other = (lambda v=v: Outcome(v, "") for v in (Verdict.HOLDS, weak))
    assert both(one, other, "")().verdict is weak
    assert both(other, one, "", complete=True)().verdict is weak
