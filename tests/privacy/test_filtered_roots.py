"""The smallest epsilon for a delta through the filter is the one in balls, digit for digit."""

from fractions import Fraction

import numpy as np
import pytest

import dpbi
from dpbi.privacy.methods import roots, sums

pytest.importorskip("numba")
TARGETS = ["1/1000", "1/10", "1/4", Fraction(1, 10**30)]
CASES = [
    ("ehds", (1, 1), 7),
    ("ehds", (1, "1/2"), 6),
    ("mh-exp", (1, 3), 9),
    ("ehdl", ("1/2", 1), 8),
    ("ehd", (2, 1), 5),
    ("ehds", (1, 1, 2), 3),
]


def both_ways(m, target, monkeypatch, **width):
    """By balls over all pairs, and through the filter."""
    monkeypatch.setattr(sums, "FEW", 1 << 60)
    slow = dpbi.smallest_epsilon(m, target, **width)
    monkeypatch.setattr(sums, "FEW", 0)
    return slow, dpbi.smallest_epsilon(m, target, **width)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("name", "prior", "n"), CASES)
def test_the_filter_changes_no_digit(name, prior, n, target, monkeypatch):
    m = dpbi.mechanism(name, prior=prior, n=n, epsilon=2)
    slow, quick = both_ways(m, target, monkeypatch)
    assert slow == quick


def test_balls_decide_what_doubles_cannot(monkeypatch):
    m = dpbi.mechanism("ehds", prior=(1, 1), n=6, epsilon=2)
    slow, quick = both_ways(m, "1/100", monkeypatch, digits=25)
    assert slow == quick
    assert 0 < quick.width <= Fraction(1, 10**25)


def test_every_pass_keeps_the_pair_that_is_largest_in_the_end(monkeypatch):
    """The number of levels at once changes the way, and not the answer."""
    m = dpbi.mechanism("ehds", prior=(1, 1), n=60, epsilon=1)
    found = dpbi.smallest_epsilon(m, "1/1000")
    for at_once in (1, 3, 20):
        monkeypatch.setattr(roots, "AT_ONCE", at_once)
        assert dpbi.smallest_epsilon(m, "1/1000") == found
    at, below = (
        dpbi.privacy_profile(m, [e])[0]
        for e in (Fraction(found.hi), Fraction(found.lo) - Fraction(1, 10**9))
    )
    assert at.hi <= Fraction(1, 1000) + Fraction(1, 10**12)
    assert below.lo > Fraction(1, 1000)


def test_pairs_are_dropped_where_they_are_within_the_target_only():
    m = dpbi.mechanism("ehds", prior=(1, 2), n=60, epsilon=1)
    root = roots.Root.of(m, Fraction(1, 100), Fraction(1, 10**12))
    all_pairs = list(root.sweep.pairs())
    root._ask([Fraction(0), Fraction(1, 5)])
    kept, level = set(root.sweep.pairs()), root.a
    assert level in (0, Fraction(1, 5))
    assert kept < set(all_pairs)
    low, _ = roots.Root.of(m, Fraction(1, 100), Fraction(1)).sweep.bounds(
        np.array(sums.level_factors([level])), 1
    )
    beyond = np.argwhere(low[..., 0] > 0.01).tolist()
    for i, turn in beyond:
        assert ((i + turn, 60 - i - turn), (i + 1 - turn, 59 - i + turn)) in kept
