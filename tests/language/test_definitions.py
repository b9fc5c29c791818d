"""Definitions of a paper's own: printed by name, unfolded by the kernel, decided alike."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpbi import kernel
from dpbi.language import Formula
from dpbi.language.coq import Unsayable, statements
from dpbi.language.definitions import TwoDefinitions, definitions_in
from dpbi.language.expr import Expr, num, var
from dpbi.language.signatures import IllFormed
from dpbi.language.text import equation, sentence, text
from dpbi.language.unfolding import unfolded, without_definitions
from dpbi.language.words import (
    define,
    eps,
    exp,
    forall,
    free,
    ledger_of,
    over,
    size,
    some,
    steps,
    variable,
    vec,
)
from dpbi.ledger.evaluate import truth_at

q, i = var("q"), var("i")
LAST = define("last", "q:V", size(q) - 1)
TOP = define("top", "q:V", over("maxof", "i", steps(0, LAST(q)), Expr("at", (q, i))))
HEADS = define(
    "heads", "q:V, i:I, eps:N", exp(eps * (Expr("at", (q, i)) - TOP(q)) / 2), place="Algorithm 1"
)
ROOT = define("rt", "a:N", Expr("sqrt", (var("a"),)), given=num(1) <= var("a"))


def kernel_says(formula, **assignment):
    """True or False as the kernel finds it; the sentence where it rejects."""
    for says, truth in (("conclusion true", True), ("conclusion false", False)):
        document = {"schema": 1, "claim": "a", "reading": "b", "says": says}
        try:
            kernel.check({**document, "assignment": assignment}, ledger_of({"a/b": formula}))
        except kernel.Rejected as why:
            said = str(why)
            continue
        return truth
    return said


def test_a_definition_is_what_it_stands_for():
    for entries in product(range(3), repeat=3):
        for place, e in product(range(3), ("1/2", "3")):
            value = exp(num(Fraction(e) * (entries[place] - max(entries)) / 2))
            formula = forall(HEADS(vec(*entries), place, eps).equals(value), where=[EPS])
            assert truth_at(formula, {"eps": Fraction(e)})[1] is True
            assert kernel_says(formula, eps=e) is True


EPS = variable("eps", "rational", "0", None, "()")


def test_a_definition_is_printed_by_its_name_and_listed_after_what_it_calls():
    formula = forall(HEADS(vec(1, 2), 0, eps) <= 1)
    assert sentence(formula) == "for all \u03b5 > 0: heads((1, 2), 0, \u03b5) \u2264 1"
    assert [d["name"] for d in formula.json()["definitions"]] == ["last", "top", "heads"]
    assert equation(HEADS) == "heads(q, i, \u03b5) = e^(\u03b5 (q[i] - top(q)) / 2) (Algorithm 1)"
    assert equation(ROOT) == "rt(a) = sqrt(a) where 1 \u2264 a"


def test_a_formula_with_definitions_comes_back_from_its_json():
    formula = forall(HEADS(vec(1, 2), 0, eps) <= 1)
    back = Formula.parse(formula.json())
    assert back == formula
    assert truth_at(back, {"eps": Fraction(1)})[1] is True


def test_a_formula_without_definitions_is_as_it_was():
    assert set(forall(eps <= 1).json()) == {"quantifier", "variables", "hypotheses", "conclusion"}


def test_outside_its_domain_a_definition_has_no_value():
    formula = forall(ROOT(eps) >= 1)
    assert truth_at(formula, {"eps": Fraction(4)})[1] is True
    met, holds, gaps = truth_at(formula, {"eps": Fraction(1, 2)})
    assert (met, holds, gaps) == (True, None, {"rt outside its domain"})
    assert "is undecided" in kernel_says(formula, eps="1/2")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: define("top", "q", size(q)), 'write "q:V, i:I"'),
        (lambda: define("top", "q:Z", size(q)), "q:Z in top is of no kind"),
        (lambda: define("max", "q:V", size(q)), "a definition cannot be called 'max'"),
        (lambda: define("a b", "q:V", size(q)), "a definition cannot be called 'a b'"),
        (lambda: define("f", "q:V, q:N", size(q)), "two parameters of f have one name"),
        (lambda: define("f", "q:V", size(var("w"))), "the variable 'w' is neither quantified"),
        (lambda: define("f", "q:V", steps(0, 1)), "range is a set of numbers where a number or"),
        (lambda: forall(TOP(eps) <= 1), "q is a number in top, which takes a vector there"),
        (lambda: forall(TOP(vec(1), 1) <= 1), "top takes 1 arguments, and here has 2"),
        (lambda: forall(TOP(vec(1))), "top is a number where a condition belongs"),
    ],
)
def test_what_is_no_definition_or_no_call_is_refused_in_one_sentence(make, sentence):
    with pytest.raises(IllFormed) as refused:
        make()
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_two_definitions_of_one_name_in_a_ledger_are_refused():
    other = define("top", "q:V", size(q))
    with pytest.raises(TwoDefinitions, match="two different definitions are called 'top'"):
        ledger_of({"a/b": forall(TOP(vec(1)) <= 1), "a/c": forall(other(vec(1)) <= 1)})


def changed(**entries):
    document = ledger_of({"a/b": forall(TOP(vec(1)) <= 1)})
    document["readings"]["a/b"]["definitions"][1] |= entries
    return document


def without_list():
    document = ledger_of({"a/b": forall(TOP(vec(1)) <= 1)})
    document["readings"]["a/b"]["definitions"] = "all"
    return document


SELF = [*TOP.json()["value"][:3], ["defined", "top", ["var", "q"]]]


@pytest.mark.parametrize(
    ("ledger", "sentence"),
    [
        (changed(value=SELF), "There is no definition 'top', or it comes later."),
        (changed(value=["defined", "bottom", ["var", "q"]]), "There is no definition 'bottom'"),
        (changed(parameters=[["q", "M"]]), "is not a new parameter of 'top' with its kind"),
        (changed(parameters=[["q", "V"], ["q", "V"]]), "is not a new parameter of 'top'"),
        (changed(parameters="q"), "is not a new parameter of 'top'"),
        (changed(name="last"), "or it is defined twice"),
        (changed(name=3), "is not the name of a definition"),
        (changed(value=["var", "z"]), "The variable 'z' is not bound."),
        (changed(more=1), "has an unknown entry 'more'"),
        (changed(given=["num", "1"]), "is of the wrong sort where it is"),
        (without_list(), "The definitions of the reading are not a list."),
    ],
)
def test_the_kernel_rejects_a_ledger_whose_definitions_are_none(ledger, sentence):
    certificate = {"schema": 1, "claim": "a", "reading": "b", "says": "holds"}
    with pytest.raises(kernel.Rejected, match=sentence.replace("(", r"\(")):
        kernel.check(certificate, ledger)


def test_the_kernel_forgets_the_definitions_of_the_reading_before():
    assert kernel_says(forall(TOP(vec(1, 2)).equals(2))) is True
    document = ledger_of({"a/b": forall(TOP(vec(1, 2)).equals(2))})
    del document["readings"]["a/b"]["definitions"]
    certificate = {"schema": 1, "claim": "a", "reading": "b", "says": "conclusion true"}
    with pytest.raises(kernel.Rejected, match="There is no definition 'top'"):
        kernel.check({**certificate, "assignment": {}}, document)


def test_unfolding_renames_what_would_catch_a_variable_of_an_argument():
    summed = define("summed", "a:N", over("sum", "i", steps(0, 2), var("i") * var("a")))
    call = over("maxof", "i", steps(1, 3), summed(i + 1))
    bare = unfolded(call)
    assert not list(definitions_in([bare]))
    assert free(bare) == set()
    assert text(bare) == "max[i in 1 .. 3] \u2211[i1 in 0 .. 2] i1 (i + 1)"
    for e, equal in ((call, bare), (call, num(12)), (bare, num(12))):
        assert truth_at(forall(e.equals(equal)), {})[1] is True


def summed(n):
    return sum(i * n + 1 for i in range(n + 1))


def products(a, b):
    return prod(summed(i + a) - summed(i) for i in range(1, b + 1))


@given(st.integers(0, 4), st.integers(0, 4), st.integers(1, 4))
def test_a_formula_and_its_unfolding_are_decided_alike(a, b, c):
    i, n = var("i"), var("a")
    f = define("f", "a:N", over("sum", "i", steps(0, n), i * n + 1))
    g = define("g", "a:N, b:I", over("prod", "i", steps(1, var("b")), f(i + n) - f(i)))
    formula = forall(g(a, b) <= f(c) * g(c, a))
    bare = without_definitions(formula)
    true = products(a, b) <= summed(c) * products(c, a)
    assert truth_at(formula, {})[1] is truth_at(bare, {})[1] is true
    assert kernel_says(formula) is kernel_says(bare) is true


def test_coq_is_told_what_a_definition_stands_for():
    formula = forall(LAST(var("x")).equals(size(var("x")) - 1))
    assert statements(formula) == statements(without_definitions(formula))
    with pytest.raises(Unsayable, match="a part of its arguments alone"):
        statements(forall(ROOT(eps) >= 1))


@pytest.mark.parametrize(
    "formula",
    [
        lambda: forall(define("f", "i:I", i)(eps).equals(eps)),
        lambda: forall(define("g", "a:N", num(0))(Expr("log", (eps - 1,))) <= 0),
    ],
)
def test_coq_is_not_told_of_a_call_that_has_no_value_where_what_it_stands_for_has_one(formula):
    """At eps = 1/2 neither is decided; what each stands for is true everywhere."""
    met, holds, gaps = truth_at(formula(), {"eps": Fraction(1, 2)})
    assert (met, holds, bool(gaps)) == (True, None, True)
    with pytest.raises(Unsayable, match="a part of its arguments alone"):
        statements(formula())


def test_a_deep_chain_of_definitions_is_listed_in_no_time():
    last = define("f0", "a:N", var("a"))
    for depth in range(1, 60):
        last = define(f"f{depth}", "a:N", last(var("a")) + last(var("a")))
    assert len(forall(last(eps) >= 0).definitions()) == 60


@pytest.mark.parametrize("name", ["Var*", "a b", "2nd", "", "\u03bb", "a-b"])
def test_a_name_with_other_characters_is_refused_by_saying_which_it_may_have(name):
    allowed = "a name has letters a to z and A to Z, digits and _, and no digit first"
    with pytest.raises(IllFormed) as refused:
        define(name, "a:N", var("a"))
    assert str(refused.value).endswith(f"a definition cannot be called {name!r}: {allowed}")
    with pytest.raises(IllFormed, match="a parameter of twice cannot be called"):
        define("twice", f"{name}:N", num(2))


@pytest.mark.parametrize("name", ["exp", "ln", "vectors", "where", "e"])
def test_a_definition_is_not_called_what_has_a_meaning(name):
    with pytest.raises(IllFormed, match="that has a meaning already"):
        define(name, "a:N", var("a"))


def test_a_variable_is_not_called_what_has_a_meaning():
    with pytest.raises(IllFormed, match="a variable cannot be called 'e'"):
        forall(var("e") > 0, where=[variable("e", "rational", None, None, "()")])
    with pytest.raises(IllFormed, match="prior cannot be in a set"):
        forall(size(var("prior")) > 0, where=[variable("prior", "in", some(vec(1, 1)))])
