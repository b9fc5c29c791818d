"""What is handed to a public function and is not what it takes: one sentence each."""

import copy
import itertools
from fractions import Fraction

import numpy as np
import pytest
from fuzz.values import Agreeable

import dpbi
from dpbi.errors import DpbiError
from dpbi.support.arguments import listed

EHDS = dpbi.mechanism("ehds", prior=(1, 1), n=2, epsilon=1)
LSHIST = dpbi.mechanism("lshist", prior=(1, 1), n=2, epsilon=1)
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
    "a coefficient that is not a number": lambda: dpbi.Polynomials.of({0: {0: "/"}, 1: {0: 1}}, 1),
    "a matrix that is a number": lambda: dpbi.Table.from_arrays(3),
    "a matrix of numbers": lambda: dpbi.Table.from_arrays([1, 2]),
    "datasets that are an array without dimensions": lambda: dpbi.Table.from_arrays(
        [[1], [1]], np.array(3)
    ),
    "neighbours that are a number": lambda: dpbi.Table.of(ROWS, 3),
    "neighbours of one dataset that are a number": lambda: dpbi.Table.of(ROWS, {"a": 1, "b": []}),
    "digits of a calibration that are a float": lambda: dpbi.calibrate(EHDS, 1, digits=2.0),
    "a family that makes no mechanisms": lambda: dpbi.calibrate(len, "1e-3"),
    "a grid that is too coarse": lambda: dpbi.to_pld(EHDS, grid=2**40),
    "a file's name of ten thousand letters": lambda: dpbi.load_law("9" * 10_000),
    "threads that are a text": lambda: dpbi.privacy_loss(EHDS, threads="many"),
    "epsilons that are a number": lambda: dpbi.privacy_profile(EHDS, 3),
    "an endless list of counts": lambda: EHDS.law(itertools.count()),
    "a prior that is an array without dimensions": lambda: dpbi.Dirichlet(np.array(3)),
    "more records than can be written": lambda: dpbi.mechanism(
        "ehds", prior=(1, 1), n=10**5000, epsilon=1
    ),
    "a composition without end": lambda: dpbi.composed_delta(EHDS, 10**30, 1),
    "a rounded table's name that is an array": lambda: dpbi.Table.rounded(EHDS, np.array([1, 2])),
    "neighbours that are a class": lambda: dpbi.Table.of(ROWS, Fraction),
    "neighbours that are a long text": lambda: dpbi.Table.of(ROWS, "9" * 10_000),
    "a matrix of a type that answers everything": lambda: dpbi.Table.from_arrays(Agreeable()),
    "bits that are a text": lambda: dpbi.expected_distance(LSHIST, (0, 2), bits="many"),
    "a truth value that is none": lambda: dpbi.to_pld(EHDS, pessimistic=NotImplemented),
    "a promise that is an array": lambda: dpbi.assert_private(EHDS, rho=np.array([1, 2])),
    "a file's name that cannot be written": lambda: dpbi.dump_law(dpbi.Table.of(ROWS), "\ud800"),
    "a table's name that is a number": lambda: dpbi.Table.of(ROWS, name=3),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_it_is_refused_in_one_sentence(call):
    with pytest.raises(DpbiError) as refused:
        call()
    assert 0 < len(str(refused.value)) < 300
    assert "\n" not in str(refused.value)


def test_a_loss_of_nothing_is_calibrated_to_an_end_and_not_divided_by():
    with pytest.raises(DpbiError, match="every nominal epsilon tried stays within"):
        dpbi.calibrate(lambda epsilon: dpbi.Table.of(ROWS), 1)


def test_a_pair_of_bounds_can_be_copied():
    found = dpbi.smallest_epsilon(EHDS, "1/10")
    assert copy.copy(found) == found
    assert copy.copy(found).asked == found.asked


@pytest.mark.parametrize("value", [np.array([1, 2]), ["defined"], 3, None, "Defined"], ids=str)
def test_a_word_is_one_of_those_allowed_or_refused(value):
    with pytest.raises(DpbiError, match=r"^sensitivity = .* is refused: write "):
        dpbi.mechanism("laplace", prior=(1, 1), n=3, epsilon=1, sensitivity=value)


@pytest.mark.parametrize("most", [0, 1, 3])
def test_as_many_items_are_read_as_are_allowed_and_one_more_is_refused(most):
    """What is longer is not cut off in silence, whether it has a length or not."""
    for made in (list, iter):
        assert listed("counts", made(range(most)), most=most) == [*range(most)]
        for more in (1, 2):
            with pytest.raises(DpbiError, match=f"at most {most} items are read"):
                listed("counts", made(range(most + more)), most=most)
