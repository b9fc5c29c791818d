"""What is handed to a public function and is not what it takes: one sentence each."""

import numpy as np
import pytest

import dpbi
from dpbi.errors import DpbiError

EHDS = dpbi.mechanism("ehds", prior=(1, 1), n=2, epsilon=1)
ROWS = {"a": {0: 1}, "b": {0: 1}}
CALLS = {
    "a dataset that is a number": lambda: EHDS.law(3),
    "a dataset that is a text": lambda: EHDS.sample("11"),
    "the name of a mechanism that is a number": lambda: dpbi.mechanism(1),
    "a file's name that is a number": lambda: dpbi.load_law(3),
    "a file's name that is empty": lambda: dpbi.load_law(""),
    "a folder to write a law to": lambda: dpbi.dump_law(dpbi.Table.of(ROWS), "/"),
    "a seed that is a list": lambda: dpbi.not_private([1]),
    "laws that are a list": lambda: dpbi.Table.of([1]),
    "a row that is a list": lambda: dpbi.Table.of({"a": [1], "b": [1]}),
    "log-weights that are a text": lambda: dpbi.LogWeights.of("a"),
    "polynomials that are nothing": lambda: dpbi.Polynomials.of(None, 1),
    "coefficients that are nothing": lambda: dpbi.Polynomials.of({0: {0: None}, 1: {0: 1}}, 1),
    "a coefficient that is no number": lambda: dpbi.Polynomials.of({0: {0: "/"}, 1: {0: 1}}, 1),
    "a matrix that is a number": lambda: dpbi.Table.from_arrays(3),
    "a matrix of numbers": lambda: dpbi.Table.from_arrays([1, 2]),
    "datasets that are an array without dimensions": lambda: dpbi.Table.from_arrays(
        [[1], [1]], np.array(3)
    ),
    "neighbours that are a number": lambda: dpbi.Table.of(ROWS, 3),
    "neighbours of one dataset that are a number": lambda: dpbi.Table.of(ROWS, {"a": 1, "b": []}),
    "a table's name that is a number": lambda: dpbi.Table.of(ROWS, name=3),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_it_is_refused_in_one_sentence(call):
    with pytest.raises(DpbiError) as refused:
        call()
    assert 0 < len(str(refused.value)) < 300
    assert "\n" not in str(refused.value)
