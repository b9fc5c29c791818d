"""Tables as they are given: the ways to give one agree, and what is none is refused."""

from fractions import Fraction

import numpy as np
import pytest

from dpbi import Table, privacy_loss
from dpbi.errors import BadMechanism, Unnormalised


def test_the_ways_to_give_a_table_agree():
    rows = {"a": {"x": "1/4", "y": "3/4"}, "b": {"y": "0.5", "x": "0.5"}}
    matrix = [[Fraction(1, 4), Fraction(3, 4)], ["1/2", "1/2"]]
    table = Table.of(rows, "all")
    again = Table.from_arrays(matrix, ["a", "b"], ["x", "y"], "all")
    assert table == again
    assert hash(table) == hash(again)
    assert table != Table.of(rows, "line")
    assert Table.from_arrays(*table.to_arrays(), "all") == table
    assert dict(table.probabilities("b")) == {"x": Fraction(1, 2), "y": Fraction(1, 2)}


@pytest.mark.parametrize(
    "neighbours",
    [
        "line",
        [(0, 1), (1, 2)],
        [(1, 0), [2, 1]],
        {0: [1], 1: [0, 2], 2: [1]},
        lambda x: [y for y in range(3) if abs(x - y) == 1],
    ],
)
def test_the_ways_to_say_who_neighbours_whom_agree(neighbours):
    table = Table.from_arrays([["1", "0"]] * 3, neighbours=neighbours)
    assert [list(table.neighbours(x)) for x in range(3)] == [[1], [0, 2], [1]]
    assert table.relation.number_of_ordered_pairs == 4
    assert list(table.relation.both_ways()) == [(0, 1), (1, 0), (1, 2), (2, 1)]


def test_a_pandas_frame_goes_there_and_back():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame([[0.25, 0.75], [0.5, 0.5]], index=["a", "b"], columns=["x", "y"])
    table = Table.from_frame(frame, "all", name="framed", epsilon="1")
    assert table.to_frame().equals(frame)
    assert (table.label, table.epsilon) == ("framed", 1)
    assert privacy_loss(table).largest_ratio == 2
    exact = Table.of({(0, 1): {"x": "1/3", "y": "2/3"}, (1, 0): {"x": 1}})
    assert Table.from_frame(exact.to_frame()) == exact


GOOD = {"a": {"x": "1/2", "y": "1/2"}, "b": {"x": 1}}


@pytest.mark.parametrize(
    ("laws", "neighbours", "sentence"),
    [
        ({"a": {"x": 1}}, "line", "it has one dataset, and privacy compares two"),
        ({}, "line", "it has no dataset, and privacy compares two"),
        (GOOD, [], "no two of its datasets"),
        (GOOD, {"a": ["b"]}, "b is its neighbour, but not the other way"),
        (GOOD, lambda x: ["b"] if x == "a" else [], "not the other way"),
        (GOOD, [("a", "c")], "names 'c', which is not one of its datasets"),
        (GOOD, {"c": ["a"]}, "c, no dataset"),
        (GOOD, [("a", "a")], "its own neighbour"),
        (GOOD, [("a", "b", "c")], "not a pair"),
        (GOOD, "ring", '"line", "all" or the pairs'),
        ({"a": {"x": "1/2"}, "b": {"x": 1}}, "line", "sum to 1/2, not to 1"),
        ({"a": {"x": "3/2", "y": "-1/2"}, "b": {"x": 1}}, "line", "y has probability -1/2, below"),
        ({"a": {}, "b": {}}, "line", "no outputs"),
        ({"a": {None: 1}, "b": {None: 1}}, "line", "None cannot be an output"),
        ({"a": {"x": 10**400, "y": 0.5}, "b": {"x": 1.0}}, "line", r"sum to .*E\+400"),
    ],
)
def test_what_is_no_table_is_refused_in_one_sentence(laws, neighbours, sentence):
    with pytest.raises(BadMechanism, match=sentence):
        Table.of(laws, neighbours)


def test_an_unnormalised_row_is_shown_with_its_exact_sum():
    with pytest.raises(Unnormalised) as caught:
        Table.of({"a": {"x": 1}, "b": {"x": "1/3", "y": "1/7"}})
    assert (caught.value.dataset, caught.value.total) == ("b", Fraction(10, 21))
    assert "dataset b" in str(caught.value)
    assert "10/21" in str(caught.value)


@pytest.mark.parametrize(
    ("matrix", "sentence"),
    [
        (np.ones((2, 2, 2)), "3 dimensions"),
        (np.ones((2, 1), np.float16), "float16 is not read"),
        (np.ones((2, 1), np.complex128), "complex128 is not read"),
        ([[1], [1, 0]], "2 different lengths"),
    ],
)
def test_what_is_no_matrix_is_refused(matrix, sentence):
    with pytest.raises(BadMechanism, match=sentence):
        Table.from_arrays(matrix)


@pytest.mark.parametrize(
    ("datasets", "outputs", "sentence"),
    [
        (["a"], None, "1 datasets"),
        (["a", "a"], None, "twice"),
        (["a", ["b"]], None, "not hashable"),
        (None, ["x", "x"], "lists output x twice"),
        (None, ["x", {}], "not hashable"),
    ],
)
def test_names_that_do_not_fit_are_refused(datasets, outputs, sentence):
    with pytest.raises(BadMechanism, match=sentence):
        Table.from_arrays([[1, 0], [0, 1]], datasets, outputs)
