"""Readings that the kernel proves on the whole of a finite domain, which it finds by itself."""

import pytest
from kernels import num, reading, var, vec

from dpbi.kernel import Rejected, check

N, PRIOR, X, Q = (var(name) for name in ("n", "prior", "x", "q"))
FLAT = ["same", PRIOR, vec((1, 1))]
COUNTED = [["n", ["int", 1, None]], ["prior", ["prior"]], ["x", ["dataset"]]]
INTEGER = [["n", ["int", None, None]]]
RATIONAL = [["q", ["rational", "0", "1", "(]"]]]
FALSE = ["not", ["true"]]


def judged(formula):
    certificate = {"schema": 1, "claim": "a", "reading": "b", "says": "holds"}
    return check(certificate, {"schema": 1, "readings": {"a/b": formula}})


def between(low, high):
    return [["le", num(low), N], ["lt", N, num(high)]]


def test_local_and_global_sensitivity_agree_up_to_three_records_and_not_at_four():
    same = ["eq", ["LS", PRIOR, X], ["GS", PRIOR, N]]
    assert judged(reading(COUNTED, same, [FLAT, ["le", N, num(3)]])) == "proved"
    with pytest.raises(Rejected, match="The conclusion is false"):
        judged(reading(COUNTED, same, [FLAT, ["le", N, num(4)]]))


@pytest.mark.parametrize("exception", range(-2, 7))
def test_every_value_that_the_hypotheses_leave_is_looked_at_and_no_other(exception):
    conclusion = ["not", ["eq", N, num(exception)]]
    for variables, hypotheses, left in (
        ([["n", ["int", 0, 4]]], [], range(0, 5)),
        ([["n", ["int", "0", "4"]]], [], range(0, 5)),
        ([["n", ["int", 0, None]]], [["le", N, num("9/2")]], range(0, 5)),
        ([["n", ["int", None, 4]]], [["lt", num("-1/2"), N]], range(0, 5)),
        (INTEGER, between(0, 4), range(0, 4)),
        (INTEGER, [*between(-5, 9), *between(0, 4)], range(0, 4)),
        (INTEGER, [["eq", N, num(2)]], [2]),
        (INTEGER, [["or", ["eq", N, num(0)], ["eq", N, num(3)]]], [0, 3]),
        (INTEGER, [["or", ["eq", N, num(0)], ["eq", N, num(3)]], ["lt", num(1), N]], [3]),
        (INTEGER, [*between(0, 4), ["not", ["eq", N, num(1)]]], [0, 2, 3]),
        ([["n", ["rational", None, None, "()"]]], [["eq", N, num(2)]], [2]),
    ):
        formula = reading(variables, conclusion, hypotheses)
        if exception in left:
            with pytest.raises(Rejected, match="The conclusion is false"):
                judged(formula)
        else:
            assert judged(formula) == "proved"


@pytest.mark.parametrize(
    ("variables", "hypotheses"),
    [
        (INTEGER, []),
        (INTEGER, [["le", num(1), N]]),
        (INTEGER, [["le", N, num(1)]]),
        (INTEGER, [["or", ["eq", N, num(1)], ["lt", num(1), N]]]),
        (INTEGER, [["not", ["eq", N, num(1)]]]),
        (INTEGER, [["forall", "n", ["list", num(1)], ["eq", N, num(1)]]]),
        (INTEGER, [["le", ["add", N, num(0)], num(1)], ["le", num(0), N]]),
        (RATIONAL, []),
        (RATIONAL, [["le", num(0), Q], ["le", Q, num(0)]]),
        (COUNTED, [FLAT]),
        (COUNTED, [["eq", N, num(1)]]),
        (COUNTED, [["eq", N, num(1)], ["same", vec((1, 1)), PRIOR]]),
        ([["v", ["vector"]]], []),
        ([["v", ["vector"]]], [["eq", ["total", var("v")], num(0)]]),
    ],
    ids=str,
)
def test_a_domain_that_is_not_seen_to_be_finite_proves_nothing(variables, hypotheses):
    with pytest.raises(Rejected, match="finitely many values"):
        judged(reading(variables, ["true"], hypotheses))


def test_hypotheses_that_are_never_true_prove_nothing_nor_do_undecided_ones():
    two = ["mul", ["sqrt", num(2)], ["sqrt", num(2)]]
    for hypothesis, sentence in (
        (FALSE, "never true"),
        (["eq", two, num(2)], "A hypothesis is undecided"),
        (["lt", ["log", num(0)], num(1)], "A hypothesis is undecided"),
        (["eq", N, num(9)], "never true"),
    ):
        with pytest.raises(Rejected, match=sentence):
            judged(reading([["n", ["int", 0, 4]]], ["true"], [hypothesis]))
    with pytest.raises(Rejected, match="never true"):
        judged(reading([["n", ["int", 1, 0]]], ["true"]))
    for conclusion in (["eq", two, num(2)], ["lt", ["log", N], num(9)]):
        with pytest.raises(Rejected, match="The conclusion is undecided"):
            judged(reading([["n", ["int", 0, 4]]], conclusion))


def test_values_outside_the_domain_are_not_looked_at():
    either = ["or", ["eq", Q, num(0)], ["eq", Q, num(1)], ["eq", Q, num(2)]]
    assert judged(reading(RATIONAL, ["eq", Q, num(1)], [either])) == "proved"
    pinned = [FLAT, ["eq", N, num(2)], ["same", X, vec((1, 2))]]
    with pytest.raises(Rejected, match="never true"):
        judged(reading(COUNTED, ["true"], pinned))
    pinned[2] = ["or", ["same", X, vec((1, 2))], ["same", X, vec((2, 0))]]
    assert judged(reading(COUNTED, ["eq", ["at", X, num(0)], num(2)], pinned)) == "proved"


def test_there_are_no_datasets_of_fewer_than_no_records():
    variables = [["n", ["int", -3, 1]], *COUNTED[1:]]
    assert judged(reading(variables, ["le", num(0), N], [FLAT])) == "proved"
    variables[0] = ["n", ["int", -3, -1]]
    with pytest.raises(Rejected, match="never true"):
        judged(reading(variables, ["true"], [FLAT]))


def test_only_a_reading_that_begins_with_forall_holds_on_a_domain():
    with pytest.raises(Rejected, match="begins with forall"):
        judged(reading([], ["true"], quantifier="exists"))
    assert judged(reading([], ["true"])) == "proved"


def test_a_domain_that_is_too_large_is_refused_before_it_is_gone_through():
    for hypotheses in (between(0, 10**30), between(0, 10**9)):
        with pytest.raises(Rejected, match="more work"):
            judged(reading(INTEGER, ["true"], hypotheses))
