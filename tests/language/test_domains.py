"""What an author misspells in a domain, a hypothesis or a name is refused when it is written."""

from fractions import Fraction

import pytest

from dpbi.errors import DpbiError, InexactInput
from dpbi.language import Variable
from dpbi.language.signatures import IllFormed
from dpbi.language.words import (
    define,
    exists,
    forall,
    n,
    over,
    quantile,
    steps,
    t,
    var,
    variable,
)

u = var("u")


@pytest.mark.parametrize(
    ("domain", "said"),
    [
        (("ratonal", "0", None, "()"), "unknown kind 'ratonal'; did you mean 'rational'?"),
        (("real",), "unknown kind 'real': write one of int, rational, in"),
        (("rational", "0", "1"), "'rational', '0', '1' is not a domain of u: write it as in"),
        (("rational", "0", "1", "<>"), "is not a domain of u"),
        (("rational", "zero", None, "[]"), "is not a domain of u"),
        (("rational", n, None, "[]"), "rational is not a domain of u"),
        (("int", 0), 'write it as in "int", 0, None'),
        (("int", "1/2", None), "is not a domain of u"),
        (("in", "steps"), 'write it as in "in", steps(0, 3)'),
        (("word",), "is not a domain of u"),
        (("dataset", 3), "is not a domain of u"),
        ((), "unknown kind ''"),
    ],
)
def test_what_is_not_a_domain_is_refused_with_how_one_is_written(domain, said):
    with pytest.raises(IllFormed) as error:
        forall(u < 1, where=[Variable("u", domain)])
    assert said in str(error.value)


def test_every_kind_of_domain_is_one_as_it_is_printed_in_a_refusal():
    from dpbi.language.domains import KINDS

    for kind, written in KINDS.items():
        made = eval(f"variable('w', {written})", {"variable": variable, "steps": steps})  # noqa: S307
        assert made.domain[0] == kind
        assert forall(t < 1, where=[made])


def test_ends_of_a_domain_may_be_numbers_and_become_texts():
    assert variable("u", "rational", 0, Fraction(1, 2), "()").domain == (
        "rational",
        "0",
        "1/2",
        "()",
    )


def test_a_float_is_refused_wherever_a_formula_has_a_number():
    for write in (lambda: t < 0.1, lambda: variable("u", "rational", 0.5, None, "()")):
        with pytest.raises(InexactInput, match="is a binary float: write"):
            write()


def test_a_variable_without_a_usual_domain_needs_one():
    with pytest.raises(IllFormed, match="'u' has no usual domain: write variable"):
        variable("u")


@pytest.mark.parametrize("word", ["e", "not", "ε", ""])
def test_no_name_is_given_that_could_not_be_printed(word):
    writes = (
        lambda: forall(over("sum", word, steps(1, n), 1) <= n),
        lambda: forall(quantile(word, steps(1, 6), "1/6", var(word), "1/2") <= n),
        lambda: define("f", f"{word}:N", t),
        lambda: exists(t < 1, where=[Variable(word, ("int", 0, None))]),
    )
    for write in writes:
        with pytest.raises(IllFormed, match="cannot be called"):
            write()


@pytest.mark.parametrize(
    ("write", "said"),
    [
        (lambda: forall(t < 1, given=t > 0), r"given is not a list: write given=\[u > 0\]"),
        (lambda: forall(t < 1, where=variable("t")), "where is not a list"),
        (lambda: forall(t < 1, where=[t > 0]), "where has a Expr in it"),
        (lambda: forall(t == 1), r"the conclusion has a bool in it: write a.equals\(b\)"),
    ],
)
def test_what_is_no_list_and_no_condition_is_refused_in_a_sentence(write, said):
    with pytest.raises(DpbiError, match=said):
        write()


def test_a_chain_of_comparisons_is_told_how_it_is_written():
    with pytest.raises(TypeError, match="write all_of"):
        forall(0 < t < 1)
