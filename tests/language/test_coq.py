"""Statements of Coq: what they ask for, so that they say no less than the ledger's formulas."""

from pathlib import Path

import pytest

from dpbi.language import Formula
from dpbi.language.coq import UNSAID, Statements, Unsayable, statement_name, statements
from dpbi.language.coq_scope import TAKEN, CoqScope, argument, identifier
from dpbi.language.coq_terms import number, proposition
from dpbi.language.coq_words import SETS, WORDS
from dpbi.language.expr import Expr, Options, Variable, num, var
from dpbi.language.signatures import OPERATIONS, IllFormed
from dpbi.language.words import (
    GS,
    LS,
    C,
    H,
    S,
    all_of,
    any_of,
    at,
    datasets,
    eps,
    exists,
    exp,
    forall,
    gamma,
    hellinger,
    implies,
    j,
    log,
    loss,
    n,
    near,
    o,
    outputs,
    over,
    prior,
    r,
    released,
    shifted,
    size,
    sqrt,
    steps,
    t,
    variable,
    vec,
    x,
    y,
)

WHOLE = variable("j", "int", 0, None)


def said(formula: Formula) -> Statements:
    return statements(formula)


def asked(formula):
    """What a statement asks for its values, in the order in which it asks."""
    lines = [line.strip() for line in said(formula).reading.splitlines()]
    return [line.removesuffix(" /\\") for line in lines if line.endswith("/\\")]


def test_the_value_of_a_difference_is_asked_before_the_hypothesis_that_has_it():
    """At j = 0 Coq's j - 1 is 0, where the ledger's is -1, and datasets of -1 records have none."""
    formula = forall(num(0) < 1, given=[over("count", "z", datasets(j - 1, 2), eps < 1) < 1])
    text = said(formula).reading
    assert "(1%nat <= j)%nat) /\\" in text
    assert text.index("(1%nat <= j)%nat") < text.index("Rltb eps 1")


def test_a_difference_that_the_domain_makes_natural_is_not_asked_for():
    assert asked(forall(over("count", "z", datasets(n - 1, 2), eps < 1) < 1)) == []


def test_a_quotient_asks_that_its_divisor_is_not_0_in_a_refutation_too():
    """Coq proves 1 / 0 = 0, and with it what the ledger gives no value."""
    formula = forall((1 / t).equals(1 / t), where=[variable("t", "rational", None, None, "()")])
    assert asked(formula) == ["(t <> 0)"]
    assert "(t <> 0) /\\" in said(formula).refuted


def test_a_quotient_by_what_is_positive_asks_for_nothing():
    assert asked(forall(1 / (eps * 1) < 1 / (n + 1))) == ["((eps * 1) <> 0)"]


def test_an_index_out_of_range_is_asked_for():
    assert asked(forall(at(prior, 2) < 1)) == ["((2%nat < length prior)%nat)"]
    assert asked(forall(at(x, j) < 1)) == ["((j < length x)%nat)"]
    assert asked(forall(at(prior, 1) + at(x, 0) < 1)) == []


def test_an_index_that_runs_to_the_last_one_is_in_range():
    every = over("forall", "i", steps(0, size(prior) - 1), at(prior, var("i")) < 1)
    beyond = over("forall", "i", steps(0, size(prior)), at(prior, var("i")) < 1)
    assert asked(forall(every)) == []
    (only,) = asked(forall(beyond))
    assert "(i < length prior)%nat" in only
    assert only.startswith("(forall i, In i (range 0%nat (length prior)) -> ")


def test_the_largest_of_nothing_is_asked_for():
    assert asked(forall(over("maxof", "i", steps(2, j), var("i")) < 1)) == ["((2%nat <= j)%nat)"]
    empty = over("minof", "z", near(o), size(var("z")))
    assert asked(forall(empty < 1)) == ["((neighbours o) <> [])"]
    assert asked(forall(over("maxof", "z", near(x), H(x, var("z"))) < 1)) == []


def test_vectors_of_a_distance_have_to_be_positive_and_of_one_length():
    assert asked(forall(hellinger(vec(1, 2), vec(2, 1)) < 1)) == []
    for p, q in ((vec(1, 2), vec(2, 0)), (vec(1, 2), vec(1, 2, 3)), (vec(1), vec(2))):
        (only,) = asked(forall(hellinger(p, q) < 1))
        assert only.startswith("(comparable [")
    assert asked(forall(H(x, shifted(y, 1)) < 1))[-1] == (
        "(length [((nth 0%nat y 0%nat) + 1%nat)%nat; ((nth 1%nat y 0%nat) - 1%nat)%nat]"
        " = length prior)"
    )


FREE = [variable("t", "rational", None, None, "()")]


@pytest.mark.parametrize(
    ("law", "wanted"),
    [
        (released("ehd", gs=t), ["(0 < t)"]),
        (released("ehds", gamma=t), ["(0 <= t)"]),
        (released("mh", gamma=t), ["(0 <= t)"]),
        (released("mh-exp", beta=t), []),
        (released("ehdl", epsilon=t), ["(0 <= t)"]),
        (released("lsdim", epsilon=t), ["(0 < t)"]),
    ],
)
def test_a_mechanism_without_a_law_is_asked_for(law, wanted):
    assert asked(forall(law(x, r) < 1, where=FREE)) == wanted


def test_a_law_at_no_records_is_asked_for():
    none = variable("n", "int", 0, None)
    wanted = {"((1%nat <= n)%nat)", "((1 <= n)%nat)", "((1 <= list_sum x)%nat)"}
    for e in (released("ehdl")(x, r), loss("ehdl"), GS(), LS(x), S(x)):
        found = asked(forall(e < 1, where=[none]))
        assert len(found) == 1, e
        assert set(found) <= wanted


def test_values_within_a_condition_are_asked_for_where_it_is_not_settled_before():
    condition = all_of(eps < 1, log(1 - eps) < 1)
    assert asked(forall(condition)) == ["((eps < 1) -> 0 < (1 - eps))"]
    assert asked(forall(implies(eps < 1, sqrt(1 - eps) < 1))) == ["((eps < 1) -> 0 <= (1 - eps))"]
    assert asked(forall(any_of(eps < 1, 1 / (1 - eps) < 1))) == ["(~ (eps < 1) -> (1 - eps) <> 0)"]


def test_values_of_what_is_summed_are_asked_for_the_elements_that_are_chosen():
    z = var("z")
    chosen = over("sumif", "z", steps(0, j), z >= 1, 1 / z)
    assert asked(forall(chosen < 1)) == [
        "(forall z, In z (range 0%nat j) -> (1 <= INR z) -> INR z <> 0)"
    ]


@pytest.mark.parametrize(
    "formula",
    [  # each is false, and Coq proves the statement whose binder catches the name of the set
        forall(over("forall", "j", steps(j + 1, 5), j < 0), where=[WHOLE]),
        forall(over("exists", "j", steps(j, 9), Expr("eq", (j, num("0")))), where=[WHOLE]),
        forall(over("forall", "x", near(x), Expr("lt", (num("1"), num("0"))))),
        forall(over("sum", "j", steps(j + 1, 5), 1 / (j - 3)) < 9, where=[WHOLE]),
    ],
)
def test_a_set_that_speaks_of_a_name_of_its_elements_is_refused(formula):
    with pytest.raises(Unsayable, match="in it are called"):
        statements(formula)


def test_what_was_said_of_a_name_is_not_said_of_another_that_hides_it():
    hidden = over("forall", "eps", Expr("list", (num("-1/2"), num("1/2"))), log(eps) < 1)
    assert asked(forall(all_of(eps < 1, hidden)))[-1].endswith("-> 0 < eps)")
    inner = over("forall", "n", steps(0, 3), H(x, x) < var("n"))
    assert asked(forall(inner)) == ["(length x = length prior)"]  # x has the records of another n


def test_a_name_that_could_be_the_stroke_of_another_is_refused():
    two = [variable(name, "rational", None, None, "()") for name in ("S", "S_")]
    with pytest.raises(Unsayable, match="'S_' is not a name there"):
        statements(forall(var("S") < var("S_"), where=two))


def test_two_variables_of_one_name_are_refused():
    t = variable("t", "rational", "0", None, "()")
    twice = Formula("forall", (t, t), (), var("t") < 0)
    with pytest.raises(Unsayable, match="one name"):
        statements(twice)
    with pytest.raises(IllFormed, match="one name"):
        twice.checked()


def test_hypotheses_come_in_their_order_each_after_its_values():
    formula = forall(exp(eps) < 1, given=[1 / (eps - 1) < 1, log(eps - 2) < 1])
    text = said(formula).reading.replace("\n", " ")
    places = [text.index(w) for w in ("<> 0", "(1 / (eps - 1))", "0 < (eps - 2)", "(ln ", "(exp")]
    assert places == sorted(places)
    assert text.count("(") == text.count(")")


def test_a_refutation_has_rational_witnesses_and_all_values():
    formula = forall(1 / (eps - 1) < 1, given=[log(eps - 2) < gamma])
    lines = said(formula).refuted.splitlines()
    assert lines[0] == "exists (eps : R) (gamma : R),"
    for wanted in ("rational eps", "rational gamma", "(0 < (eps - 2))", "((eps - 1) <> 0)", "(~ "):
        assert any(wanted in line for line in lines), wanted
    assert all(line.endswith(("/\\", ",")) for line in lines[:-1])


def test_an_existence_has_rational_witnesses_and_its_refutation_covers_all():
    found = said(exists(1 / (eps - 1) < 1, given=[gamma < 1]))
    assert "rational eps /\\" in found.reading
    assert found.refuted.splitlines()[0].startswith("forall (eps : R)")
    assert "((eps - 1) <> 0) /\\" in found.refuted
    assert found.vacuous == ""


def test_a_vacuous_reading_has_a_statement_of_its_own():
    formula = forall(exp(eps) < 1, given=[1 / (eps - 1) < 1])
    text = said(formula).vacuous.replace("\n", " ")
    assert text.endswith("((1 / (eps - 1)) < 1) ->   False)")
    assert "exp" not in text
    assert said(forall(exp(eps) < 1)).vacuous == ""


@pytest.mark.parametrize(
    "formula",
    [
        forall(var("i") < 1, where=[Variable("i", ("int", None, None))]),
        forall(at(prior, -1) < 1),
        forall(Expr("P", ("nothing", Options(), prior, eps, x, r)) < 1),
        forall(Expr("P", ("ehds", Options(), prior, eps, x, r)) < 1),
    ],
)
def test_what_has_no_words_there_is_refused_with_the_reason(formula):
    with pytest.raises(Unsayable, match="cannot be said in Coq: "):
        statements(formula)


def test_no_variable_hides_a_word_of_the_statement():
    for word in sorted(TAKEN - {"_"}):
        assert identifier(word) not in TAKEN
    with pytest.raises(Unsayable):
        identifier("x'; Admitted")


def test_every_operation_has_words_there():
    """Of each, some use can be said; the printers have no table that a test could compare."""
    places = [Path(f.__code__.co_filename) for f in (number, WORDS["H"])]
    source = "".join(place.read_text(encoding="utf-8") for place in places)
    missing = [head for head in OPERATIONS if f'"{head}"' not in source]
    assert set(missing) == UNSAID


def test_a_term_is_put_in_parentheses_unless_it_has_them():
    assert argument("INR n") == "(INR n)"
    assert argument("(a + b)") == "(a + b)"
    assert argument("(a) + (b)") == "((a) + (b))"
    assert argument("[1; 2]") == "[1; 2]"


def test_names_of_statements_say_what_a_theorem_of_them_shows():
    assert statement_name("a.b-1/c", "refuted") == "refuted_a_b_1_c"


def test_conditions_that_pick_elements_are_booleans():
    scope = CoqScope(WORDS, SETS)
    assert proposition(num(1).equals(2), scope) == "(1 = 2)"
    text = said(forall(over("count", "z", datasets(), over("exists", "w", near(var("z")),
        Expr("same", (var("w"), x)))) < C(x, x))).reading  # fmt: skip
    assert "(existsb (fun w => (same_counts w x)) (neighbours z))" in text
    assert "outputs" in said(forall(over("sum", "z", outputs("lsdim"), size(o)) < 1)).reading
