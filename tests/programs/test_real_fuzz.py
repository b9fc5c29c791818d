"""Random programs of Gaussian and Gumbel noise: `python tests/support/real_fuzz.py` tries more."""

from collections import Counter
from fractions import Fraction

import mpmath
import pytest
import real_fuzz
from cells import Cells
from flint import ctx

COUNT, PARTS = 40, 4


@pytest.mark.parametrize("part", range(PARTS))
def test_no_enclosure_misses_what_cells_come_to(part):
    kinds = Counter()
    for seed in range(part, COUNT, PARTS):
        kind, wrong = real_fuzz.misses(seed)
        assert not wrong, (seed, wrong)
        kinds[kind] += 1
    assert kinds["refused"] + kinds["not waited for"] <= COUNT / PARTS / 3, kinds


def test_cells_know_laws_that_are_written_out():
    """The difference of two normal noises is normal, and of two Gumbel noises logistic."""
    known = {
        ("gaussian", "2/3", "1/3"): mpmath.erfc(-1 / mpmath.sqrt(2)) / 2,
        ("gumbel", "1/2", "1/2"): 1 / (1 + mpmath.exp(-2)),
        ("laplace", "1/2", "1/2"): 1 - mpmath.exp(-2),
        ("exponential", "1/2", "1/2"): 1 - mpmath.exp(-2) / 2,
    }
    for (name, one, other), true in known.items():
        lower = ("<=", ("sum", ((0, 1), (1, -1)), Fraction(-1)), ("sum", (), Fraction(0)))
        body = ("draw", 0, ("draw", 1, ("if", lower, ("label", 1), ("label", 0))))
        with ctx.workprec(192):
            found = Cells(body, [(name, one), (name, other)], [0, 1], {}).law()
            assert abs(float(found[1]) - float(true)) < 1e-15
            assert (found[0] + found[1]).overlaps(1)
            assert found[1].rad() < 1e-24


def test_cells_of_one_noise_have_the_masses_of_its_distribution_function():
    inside = ("number", ("sum", ((0, 1),), Fraction(0)))
    for name, true in {
        "gaussian": mpmath.erf(1) / 2,
        "gumbel": mpmath.exp(-mpmath.exp(-2)) - mpmath.exp(-1),
    }.items():
        found = Cells(("draw", 0, inside), [(name, "1/2")], [0], {}).law()
        assert abs(float(found[10]) - float(true)) < 1e-15
