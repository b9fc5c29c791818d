"""Random programs with infinitely many outputs; `tests/support/endless_fuzz.py` tries more."""

import math
from collections import Counter

import endless_fuzz
import pytest
from seeds import PATIENT, seeds, soon

PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
def test_masses_deltas_and_losses_are_those_of_all_values(part):
    kinds = Counter()
    for seed in soon("endless")[part::PARTS]:
        kind, wrong = endless_fuzz.misses(seed, PATIENT)
        assert not wrong, (seed, wrong)
        kinds[kind] += 1
    assert kinds["not waited for"] == 0, kinds
    assert kinds.total() > kinds["refused"], kinds


def test_those_of_other_programs_too():
    """What is not walked in its time says nothing; in the deep tier these are new each time."""
    for seed in seeds(40, at=1000):
        _, wrong = endless_fuzz.misses(seed, patience=0.5)
        assert not wrong, (seed, wrong)


def test_the_sums_know_the_law_of_a_returned_noise():
    returned = ("floor", ("sum", ((0, 1),), 1))
    body = ("draw", 0, ("return", ("a", returned)))
    q = math.exp(-2)
    found, left = endless_fuzz.on_grid(body, [("discrete_laplace", "1/2")])
    assert left < 1e-80
    for z in range(-9, 9):
        assert abs(found["a", z + 1] - (1 - q) / (1 + q) * q ** abs(z)) < 1e-15
    found, left = endless_fuzz.of_reals(body, [("exponential", "1/2")])
    assert left < 1e-14
    for z in range(9):
        assert abs(found["a", z + 1] - (1 - q) * q**z) < 1e-15


def test_wrong_answers_are_seen():
    truth = ({0: 0.75, 1: 0.25}, 1e-12), ({0: 0.5, 1: 0.5}, 1e-12)
    bounds = [endless_fuzz.dpbi.Bounds(v, v) for v in (0.25, 0.5 - 0.25 * math.exp(0.5), 0)]
    assert not endless_fuzz.wrong_deltas(bounds, truth)
    assert endless_fuzz.wrong_deltas([bounds[2]] * 3, truth)
    for value, is_wrong in ((math.log(2), False), (math.log(1.5), True), (2.0, True)):
        assert (
            bool(endless_fuzz.wrong_loss(endless_fuzz.dpbi.Bounds(value, value), truth)) == is_wrong
        )
