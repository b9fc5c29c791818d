"""Random programs against grids and lines: `python tests/support/grid_fuzz.py` tries any number."""

from collections import Counter
from fractions import Fraction

import grid_fuzz
import numpy as np
import pytest
from seeds import PATIENT, seeds, soon

PARTS = 20


@pytest.mark.parametrize("part", range(PARTS))
def test_no_enclosure_misses_what_a_grid_or_an_integral_finds(part):
    kinds = Counter()
    for seed in soon("grid")[part::PARTS]:
        kind, wrong = grid_fuzz.misses(seed, PATIENT)
        assert not wrong, (seed, wrong)
        kinds[kind] += 1
    assert kinds
    assert set(kinds) <= {"integers", "one real noise", "two real noises"}


@pytest.mark.parametrize("part", range(4))
def test_no_enclosure_misses_what_is_rounded_several_times(part):
    found = [grid_fuzz.nested_misses(seed, PATIENT) for seed in soon("nested")[part::4]]
    assert len(found) >= 5
    assert found == [("integers", [])] * len(found)


@pytest.mark.parametrize("misses", [grid_fuzz.misses, grid_fuzz.nested_misses])
def test_no_enclosure_of_other_programs_misses_either(misses):
    """What is not walked in its time says nothing; in the deep tier these are new each time."""
    for seed in seeds(100, at=1000):
        _, wrong = misses(seed, patience=0.2)
        assert not wrong, (seed, wrong)


def test_a_sum_of_which_all_terms_vanish_is_zero():
    """Found by the fuzz: a power of a form that is 0 everywhere leaves no term at all."""
    kind, wrong = grid_fuzz.misses(1225)
    assert (kind, wrong) == ("integers", [])


@pytest.mark.parametrize("op", grid_fuzz.COMPARE)
@pytest.mark.parametrize("family", ["geometric", "discrete_laplace", "laplace"])
def test_a_ceiling_is_compared_like_the_integer_it_is(op, family):
    """Against integers, and what lies between them: it is the floor of what is turned over."""
    if family == "laplace" and op in ("==", "!="):
        op = "<="
    raised = ("ceil", ("sum", ((0, 1),), Fraction(1, 2)))
    for number in (-1, 0, Fraction(1, 2), 1):
        asked = (op, raised, ("sum", (), Fraction(number)))
        body = ("draw", 0, ("if", asked, ("label", 1), ("label", 0)))
        assert grid_fuzz.contradicted(body, [(family, "2/3")], 1.0) == ("", [])


def test_grids_and_lines_know_a_law_that_is_written_out():
    """Two Laplace noises of scale 1/2, one of them 1 higher: 1/2 e^-2 (1 + 2/2) from above."""
    families = [("laplace", "1/2"), ("laplace", "1/2")]
    higher = (">", ("sum", ((0, 1),), 0), ("sum", ((1, 1),), 1))
    body = ("draw", 0, ("draw", 1, ("if", higher, ("label", 1), ("label", 0))))
    found, left = grid_fuzz.by_points(body, families)
    assert left == 0
    assert abs(found[1] - np.exp(-2)) < grid_fuzz.ROUNDING
    whole = [("geometric", "1/2"), ("geometric", "1/2")]
    found, left = grid_fuzz.by_points(body, whole)
    q = np.exp(-2)
    assert found[1] - 1e-12 <= q * q / (1 + q) <= found[1] + left
