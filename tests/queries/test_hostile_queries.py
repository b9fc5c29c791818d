"""Queries that are careless, malformed or lie: each is refused in one sentence that says why."""

import itertools
import math
import random
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import dpbi
from dpbi.errors import InvalidValue


def answering(answer):
    """A query on three datasets, with this answer at each."""
    return dpbi.query(datasets=[0, 1, 2], neighbours="line")(answer)


def generator(x):
    yield x


ANSWERS = {
    "NaN": (lambda x: math.nan, "its answer is NaN, which is not a number"),
    "numpy's NaN": (lambda x: np.float32("nan"), "its answer is NaN"),
    "decimal NaN": (lambda x: Decimal("NaN"), "its answer is NaN"),
    "a signalling NaN": (lambda x: Decimal("sNaN"), "NaN|raised"),
    "infinity": (lambda x: -math.inf, "its answer is infinite"),
    "decimal infinity": (lambda x: Decimal("Infinity"), "its answer is infinite"),
    "infinity in a list": (lambda x: [1, math.inf], "a part of its answer is infinite"),
    "complex": (lambda x: 1 + 1j, "a complex number"),
    "numpy's complex": (lambda x: np.complex128(1), "a complex number"),
    "a truth value": (lambda x: x > 1, r"a truth value: write int\(..\) around it"),
    "numpy's truth value": (lambda x: np.bool_(True), "a truth value"),
    "truth values in an array": (lambda x: np.array([True, False]), "a truth value"),
    "text": (lambda x: "yes", "the text 'yes'"),
    "a number as text": (lambda x: "1", "the text '1'"),
    "bytes": (lambda x: b"1", "the text"),
    "nothing": (lambda x: None, "its answer is None: write a number, or a list of numbers"),
    "a set": (lambda x: {1, 2}, "its answer is a set"),
    "a dict": (lambda x: {"a": 1}, "its answer is a dict"),
    "a generator": (generator, "its answer is a generator"),
    "an empty list": (lambda x: [], "an empty list"),
    "a list in a list": (lambda x: [[1]], "a part of its answer is a list"),
    "a table": (lambda x: np.zeros((2, 2)), "a table: write one flat list"),
    "lists of two lengths": (lambda x: [0] * (1 + x), "has 2 numbers, and 1 number at dataset 0"),
    "a number and a list": (lambda x: 0 if x else [1, 2], "has 1 number, and 2 numbers"),
    "a huge decimal": (lambda x: Decimal("1e999999999"), "more than 4000 digits"),
    "a huge integer": (lambda x: 1 << 20_000, "more than 4000 digits"),
    "an object": (lambda x: object(), "its answer is a object"),
    "a function": (lambda x: len, "its answer is a builtin_function_or_method"),
    "an error": (lambda x: [][x], "it raised IndexError"),
    "an exit": (lambda x: exit(0), r"it called sys\.exit"),
    "a skip": (lambda x: pytest.skip("no"), "it raised Skipped"),
    "a recursion": (lambda x: ANSWERS["a recursion"][0](x), "RecursionError"),
    "chance": (lambda x: random.random(), "when it is asked again: a query must depend on x alone"),
    "chance in a vector": (lambda x: [1, random.getrandbits(99)], "when it is asked again"),
}


@pytest.mark.parametrize("why", ANSWERS)
def test_an_answer_that_is_no_exact_number_is_refused(why):
    answer, sentence = ANSWERS[why]
    with pytest.raises(dpbi.DpbiError, match=sentence) as refused:
        dpbi.sensitivity(answering(answer))
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 600


def counter(step):
    calls = itertools.count()
    return lambda x: next(calls) // step


@pytest.mark.parametrize("step", [1, 2, 3, 5])
def test_a_query_that_counts_its_calls_is_refused(step):
    with pytest.raises(dpbi.DpbiError, match="must depend on x alone"):
        dpbi.sensitivity(answering(counter(step)))


def test_a_query_that_answers_in_turn_is_refused_whatever_the_period():
    for period in range(2, 7):
        turn = itertools.cycle(range(period))
        with pytest.raises(dpbi.DpbiError, match="must depend on x alone"):
            dpbi.sensitivity(answering(lambda x, turn=turn: next(turn)))


def test_a_query_that_remembers_what_it_was_asked_is_refused():
    seen = []

    def average(x):
        seen.append(x)
        return Fraction(sum(seen), len(seen))

    with pytest.raises(dpbi.DpbiError, match="must depend on x alone"):
        dpbi.sensitivity(answering(average))


def test_a_cache_is_no_hidden_state_that_matters():
    known = {}
    assert dpbi.sensitivity(answering(lambda x: known.setdefault(x, 2 * x))).value == 2


def test_a_list_that_is_changed_after_it_was_returned_is_not_what_was_answered():
    shared = [0]

    def answer(x):
        shared[0] = x
        return shared

    assert dpbi.sensitivity(answering(answer)).value == 1


def declared(datasets=(0, 1, 2), neighbours=lambda x: [1 - x] if x < 2 else []):
    return dpbi.query(datasets=datasets, neighbours=neighbours)(lambda x: x)


class Loose:
    """Neither datasets nor neighbours."""


DECLARED = {
    "no datasets": (lambda: declared([]), "no two of its datasets are neighbours"),
    "one dataset": (lambda: declared([0], "all"), "no two of its datasets are neighbours"),
    "no neighbours": (lambda: declared(neighbours=lambda x: []), "no two of its datasets"),
    "only itself": (lambda: declared(neighbours=lambda x: [x]), "no two of its datasets"),
    "a stranger": (lambda: declared(neighbours=lambda x: [x + 1]), "neighbour 3 is not one of"),
    "a dataset twice": (lambda: declared([0, 1, 1]), "it lists a dataset twice"),
    "True and 1": (lambda: declared([1, True]), "lists a dataset twice, as 1 and as True"),
    "nan": (lambda: declared([math.nan, 1]), "is not equal to itself"),
    "unhashable": (lambda: declared([[0], [1]]), "must be hashable"),
    "unhashable neighbours": (lambda: declared(neighbours=lambda x: [[0]]), "must be hashable"),
    "None as neighbours": (lambda: declared(neighbours=lambda x: None), "returned None"),
    "an error": (lambda: declared(neighbours=lambda x: 1 / 0), "ZeroDivisionError"),
    "endless datasets": (lambda: declared(itertools.count()), "more than the 200,000"),
    "endless neighbours": (
        lambda: declared(neighbours=lambda x: itertools.cycle([0, 1])),
        "goes on after",
    ),
    "text as datasets": (lambda: declared("abc"), "datasets = abc is refused"),
    "a number as datasets": (lambda: declared(3), "datasets = 3 is refused"),
    "another word": (lambda: declared(neighbours="ring"), "neighbours = ring is refused"),
    "an array as neighbours": (lambda: declared(neighbours=np.zeros(2)), "neighbours = "),
    "too many pairs": (
        lambda: declared(range(10_000), "all"),
        "the list of neighbouring pairs would",
    ),
    "a list as neighbours": (lambda: declared(neighbours=[0, 1]), "neighbours = "),
    "a bare function": (lambda: len, "it is a function without datasets"),
    "a class with nothing": (lambda: Loose, "it has no method datasets"),
    "a number": (lambda: 3, "it has no method datasets"),
    "None": (lambda: None, "it has no method datasets"),
    "a mechanism": (
        lambda: dpbi.mechanism("ehd", prior=(1, 1), n=2, epsilon=1),
        "it has no method query: write query",
    ),
    "a program of a mechanism": (
        lambda: dpbi.program(datasets=(0, 1), neighbours="all")(lambda x, rng: x),
        "<lambda> is not a valid query: it has no method query: write query",
    ),
}


@pytest.mark.parametrize("why", DECLARED)
def test_a_declaration_that_breaks_the_protocol_is_refused(why):
    make, sentence = DECLARED[why]
    with pytest.raises(dpbi.DpbiError, match=sentence) as refused:
        dpbi.sensitivity(make())
    assert "\n" not in str(refused.value)
    assert "mechanism" not in str(refused.value) or why in ("a mechanism",)


def test_neighbours_that_are_others_when_they_are_asked_again_are_refused():
    given = itertools.cycle([[1], [0], [], [1]])
    with pytest.raises(dpbi.DpbiError, match=r"neighbours.* when it is asked again"):
        dpbi.sensitivity(declared([0, 1, 2], lambda x: [y for y in next(given) if y != x]))


def test_datasets_that_are_others_when_they_are_asked_again_are_refused():
    sizes = itertools.count(3)
    with pytest.raises(dpbi.DpbiError, match="lists others when it is asked again"):
        dpbi.sensitivity(declared(lambda: range(next(sizes)), lambda x: [0] if x else []))


@pytest.mark.parametrize("norm", ["L1", "l3", 2, None, "", ["l1"]])
def test_a_norm_is_one_of_three(norm):
    with pytest.raises(dpbi.DpbiError, match="write one of l1, l2, linf"):
        dpbi.sensitivity(declared(), norm=norm)


@pytest.mark.parametrize("x", [7, [0], None, "0"])
def test_what_is_not_a_dataset_is_refused(x):
    s = dpbi.sensitivity(declared())
    for ask in (s.local, s.answer, lambda x: s.smooth(x, beta=1)):
        with pytest.raises(dpbi.DpbiError, match="not one of its datasets"):
            ask(x)


def test_over_needs_datasets_and_neighbours():
    with pytest.raises(dpbi.DpbiError, match="no method datasets, which over= needs"):
        dpbi.sensitivity(len, over=[1, 2])
    with pytest.raises(dpbi.DpbiError, match="write a function of a dataset"):
        dpbi.sensitivity(3, over=declared())


def test_a_property_that_raises_is_told():
    class Angry:
        @property
        def datasets(self):
            raise ValueError("not today")

    with pytest.raises(dpbi.DpbiError, match="its datasets: it raised ValueError: not today"):
        dpbi.sensitivity(Angry())


def test_neighbours_of_a_query_may_be_pairs_or_a_dict():
    def worth(x):
        return x * x

    for near in ([(0, 1), (1, 3)], {0: [1], 1: [3], 3: []}):
        found = dpbi.sensitivity(dpbi.query(datasets=(0, 1, 3), neighbours=near)(worth))
        assert found.value == max(abs(0 - 1), abs(1 - 9))


@pytest.mark.parametrize("near", [[], 3, "ring", [(0, 1, 3)], [0]])
def test_neighbours_that_are_nothing_of_the_kind_are_refused(near):
    with pytest.raises(InvalidValue, match="a list of pairs, a dict"):
        dpbi.query(datasets=(0, 1, 3), neighbours=near)(abs)
