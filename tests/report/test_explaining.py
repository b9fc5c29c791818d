"""`dpbi explain` decides a claim anew, in a clone and without one; the steps to it are right."""

import pytest
from small_draft import CLAIMS, FORMULA, FORMULAS, LEDGER, LEMMA, THEOREM, claim, reading

from dpbi.errors import UnknownName
from dpbi.language import forall
from dpbi.language.expr import var
from dpbi.language.words import (
    LS,
    S,
    adjacent,
    at,
    define,
    eps,
    exp,
    gamma,
    loss,
    near,
    over,
    plus,
    r,
    released,
    t,
    x,
    y,
)
from dpbi.ledger import shipped
from dpbi.ledger.deciding import assignment
from dpbi.ledger.headlines import Headline
from dpbi.ledger.outcomes import Verdict
from dpbi.report import explaining
from dpbi.report.drafts.cards import telling
from dpbi.report.steps import steps

P = released("ehdl")


@pytest.fixture
def alone(monkeypatch, tmp_path):
    """A folder without sections, with a small ledger."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ledger.toml").write_text(LEDGER, "utf-8")
    monkeypatch.setattr(shipped, "shipped", lambda *_: {"schema": 1, "claims": CLAIMS})
    monkeypatch.setattr(shipped, "formulas_shipped", lambda *_: {"schema": 1, "readings": FORMULAS})


def test_without_verify_a_formula_is_evaluated_at_its_instance_and_the_kernel_is_asked(alone):
    (found,) = explaining.explanation(f"{LEMMA}/all-x").readings
    assert found.outcome.verdict is Verdict.FAILS
    assert found.certificate == "it refutes the reading"
    assert found.sides == ("H(x, r)", "LS(x) / 2")
    assert [s.text for s in found.steps] == ["LS(x)"]


def test_what_cannot_be_computed_here_is_said_to_be_as_recorded(alone):
    (found,) = explaining.explanation(f"{THEOREM}/private").readings
    assert found.outcome is None
    assert found.json()["computed"] is False
    assert found.verdict is Verdict.FAILS


def test_a_verdict_that_no_longer_holds_is_changed(alone, monkeypatch):
    mended = forall(FORMULA.conclusion.args[0] <= LS(x)).json()
    known = {"schema": 1, "readings": {f"{LEMMA}/all-x": mended}}
    monkeypatch.setattr(shipped, "formulas_shipped", lambda *_: known)
    (found,) = explaining.explanation(f"{LEMMA}/all-x").readings
    assert found.outcome.verdict is Verdict.UNDECIDED
    assert found.changed == "fails is recorded"
    assert found.certificate.startswith("not accepted: ")


@pytest.mark.parametrize("name", ["nobody.claims", f"{LEMMA}/no-such-reading", "", "/", "a/b/c"])
def test_a_name_that_is_none_is_refused(alone, name):
    with pytest.raises(UnknownName):
        explaining.explanation(name)


@pytest.mark.study
@pytest.mark.parametrize("name", ["nobody.claims", "short.thm-3.1.ehd/no-such-reading", "", "/"])
def test_a_name_that_is_none_is_refused_in_a_clone(name):
    with pytest.raises(UnknownName):
        explaining.explanation(name)


AT = assignment(
    {"n": 2, "prior": ["1", "1"], "eps": "1", "gamma": "1", "x": [0, 2], "y": [1, 1], "r": [0, 2]}
)


def test_steps_are_the_short_parts_with_their_values_inner_ones_first():
    formula = forall(P(x, r) <= exp(eps) * P(y, r), given=[adjacent(x, y)])
    found = steps(formula, AT)
    assert [s.text for s in found] == ["e^ε", "P[ehdl](r | y)"]
    assert str(found[0]).startswith("e^ε in [2.71828182845")


def test_steps_show_where_a_loss_is_attained():
    formula = forall(loss("ehdl") <= eps)
    one, two = steps(formula, AT)
    assert one.text.startswith("P[ehdl]((")
    ratio = float(one.value["lo"]) / float(two.value["hi"])
    (sides,) = (steps(forall(exp(loss("ehdl")) <= 1), AT)[-1:],)
    assert ratio == pytest.approx(2.718281828 ** float(sides[0].value["lo"]), rel=1e-8)


def test_steps_show_the_terms_of_an_extremum_over_a_small_set():
    formula = forall(S(x, gamma) <= over("maxof", "w", near(x), LS(var("w"))))
    assert [s.text for s in steps(formula, AT)] == ["LS(w) at w = (1, 1)"]


def test_steps_show_a_call_by_name_with_its_value_and_what_it_unfolds_to():
    half = define("half", "a:N", var("a") / 2)
    less = define("less", "a:N, b:N", half(var("a")) - half(1) / var("b"))
    small = define("small", "a:N", less(var("a"), 4) <= 0)
    for formula in (forall(exp(less(t, 4)) <= less(t, 4)), forall(small(t))):
        found = {s.text: s.value["lo"] for s in steps(formula, {"t": 3})}
        told = {"half(t) = t / 2": "1.5", "half(1) = 1 / 2": "0.5", "half(1) / 4": "0.125"}
        assert told.items() <= found.items()
        assert found["less(t, 4) = half(t) - half(1) / 4"] == "1.375"
        assert ("e^less(t, 4)" in found) is False  # a side of the conclusion, told apart


def test_steps_show_calls_that_give_vectors_that_are_plain_and_that_are_long():
    first = define("first", "v:V", at(plus(var("v"), var("v")), 0))
    twice = define("twice", "v:V", plus(var("v"), var("v")))
    same = define("same_number", "a:N", var("a"))
    long = define("a_name_that_is_rather_long", "a:N", (var("a") + 1) * (var("a") + 2) ** 3)
    sides = first(y) + at(twice(y), 0) + same(t), long(long(t))
    told = [s.text for s in steps(forall(sides[0] <= sides[1]), {"y": (1, 2), "t": 3})]
    assert "first(y) = (y ⊕ y)[0]" in told
    assert "twice(y)[0]" in told
    assert "same_number(t)" in told
    assert any(line.startswith("a_name_that_is_rather_long(t)") for line in told)
    assert all(len(line) <= 76 for line in told)


@pytest.mark.study
def test_the_headline_is_derived_anew():
    found = explaining.explanation("tailoring.count-dirichlet")
    assert found.row["headline"] == Headline.FALSE_AS_WRITTEN.value
    assert len(found.readings) == len(found.row["readings"]) > 1


def test_a_claim_with_one_reading_that_fails_is_told_by_it():
    row = claim("short-b.y", ["short-b:5"], Headline.FALSE, reading("a", verdict="fails"))
    assert telling(row)["id"] == "a"
