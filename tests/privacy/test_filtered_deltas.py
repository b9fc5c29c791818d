"""Deltas through the filter are those in balls, with the same pair, and narrower where asked."""

from fractions import Fraction

import pytest

import dpbi
from dpbi.privacy import delta
from dpbi.privacy.methods import sums

pytest.importorskip("numba")
LEVELS = [Fraction(0), Fraction(1, 10), Fraction(1, 3), Fraction(1)]


def both_ways(m, levels, tolerance, monkeypatch):
    """The answers through the filter, and those of balls over all pairs."""
    monkeypatch.setattr(sums, "FEW", 0)
    return delta._profiler(m)(levels, tolerance), delta._over_pairs(m)(levels, tolerance)


@pytest.mark.parametrize("name", ["ehd", "ehdl", "ehds", "mh-exp", "mh-s"])
@pytest.mark.parametrize("prior", [(1, 1), ("1/2", "3/2"), (1, 12)])
@pytest.mark.parametrize("n", [1, 2, 7, 12])
def test_the_filter_names_the_pair_that_balls_name(name, prior, n, monkeypatch):
    m = dpbi.mechanism(name, prior=prior, n=n, epsilon=2)
    for digits in (12, 40):
        tolerance = Fraction(1, 10**digits)
        for quick, slow in zip(*both_ways(m, LEVELS, tolerance, monkeypatch), strict=True):
            assert (quick.x, quick.y, quick.counted) == (slow.x, slow.y, slow.counted)
            assert quick.lo <= slow.hi
            assert slow.lo <= quick.hi
            assert quick.width <= tolerance
            assert "filter" in quick.trusts
            assert (quick.hi == 0) == (slow.hi == 0)


@pytest.mark.parametrize("prior", [(1, 1, 1), (1, 2, 3), (2, "1/2", 2), (1, 1, 2, 2)])
@pytest.mark.parametrize("n", [1, 4])
def test_the_pair_of_more_categories_is_the_first_of_its_images(prior, n, monkeypatch):
    m = dpbi.mechanism("ehds", prior=prior, n=n, epsilon=2)
    for quick, slow in zip(*both_ways(m, LEVELS, Fraction(1, 10**12), monkeypatch), strict=True):
        assert (quick.x, quick.y, quick.counted) == (slow.x, slow.y, slow.counted)
        assert quick.lo <= slow.hi
        assert slow.lo <= quick.hi
        assert "filter" in quick.trusts


def test_where_all_deltas_are_nothing_the_first_pair_is_named(monkeypatch):
    m = dpbi.mechanism("ehds", prior=(1, 1), n=9, epsilon=1)
    quick, slow = both_ways(m, [Fraction(2)], Fraction(1, 10**12), monkeypatch)
    assert quick[0].lo == quick[0].hi == 0
    assert (quick[0].x, quick[0].y) == (slow[0].x, slow[0].y) == ((0, 9), (1, 8))


def test_of_pairs_that_tie_the_first_is_named_when_balls_decide(monkeypatch):
    """At n = 1 both orders have one delta, and balls of any precision overlap."""
    m = dpbi.mechanism("ehd", prior=(1, "3/2"), n=1, epsilon=1)
    quick, slow = both_ways(m, [Fraction(1, 5)], Fraction(1, 10**40), monkeypatch)
    assert (quick[0].x, quick[0].y) == (slow[0].x, slow[0].y)


def test_thousands_of_records_take_no_table_of_all_laws():
    m = dpbi.mechanism("ehds", prior=(1, 2), n=4000, epsilon=1)
    zero, more = dpbi.privacy_profile(m, [0, "ln(5/4)"])
    assert zero.trusts == ("filter",)
    assert 0 < more.lo < more.hi < zero.lo < Fraction(1, 5)
    assert zero.width <= Fraction(1, 10**12)
    (pair,) = dpbi.pair_profile(m, zero.x, zero.y, [0])
    assert zero.lo <= pair.lo <= pair.hi <= zero.hi


def test_what_the_filter_does_not_cover_goes_to_balls(monkeypatch):
    m = dpbi.mechanism("ehds", prior=(1, 1), n=3, epsilon=1)
    monkeypatch.setattr(sums, "FEW", 0)
    (far,) = dpbi.privacy_profile(m, [65])
    assert far.trusts == ("ball",)
    huge = dpbi.mechanism("ehds", prior=(2**41, 1), n=3, epsilon=1)
    (refused,) = dpbi.privacy_profile(huge, [0])
    assert refused.trusts == ("ball",)


def images(prior, x, y):
    """The pairs that a symmetry of two categories makes of one."""
    return {(x, y)} | ({(x[::-1], y[::-1])} if prior[0] == prior[1] else set())


@pytest.mark.parametrize("order", ["3/2", "17", "1025/1024", "0", "1/3", "1/2", "1"])
@pytest.mark.parametrize(
    ("name", "prior", "n"),
    [("ehd", (1, 1), 1), ("ehds", (1, 1), 8), ("mh-exp", (1, 3), 9), ("ehdl", ("1/2", 1), 7)],
)
def test_renyi_divergences_through_the_filter_are_those_in_balls(
    name, prior, n, order, monkeypatch
):
    m = dpbi.mechanism(name, prior=prior, n=n, epsilon=2)
    for digits in (11, 30):
        monkeypatch.setattr(sums, "FEW", 1 << 60)
        slow = dpbi.renyi_divergence(m, order, digits=digits)
        monkeypatch.setattr(sums, "FEW", 0)
        quick = dpbi.renyi_divergence(m, order, digits=digits)
        assert quick.lo <= slow.hi
        assert slow.lo <= quick.hi
        assert quick.width <= Fraction(1, 10**digits)
        same = images(prior, quick.x, quick.y)
        if order == "1/2":  # the sum of sqrt(P Q) has no direction
            same |= images(prior, quick.y, quick.x)
        assert order == "0" or (slow.x, slow.y) in same, "D_0 is 0 of all pairs"
        assert (quick.at, quick.counted, quick.quantity) == (slow.at, slow.counted, "renyi")
        assert quick.trusts[0] == "filter"


@pytest.mark.parametrize("order", [2, 1, "1/3", "1/2"])
def test_a_renyi_divergence_of_three_categories_goes_through_the_filter(order, monkeypatch):
    m = dpbi.mechanism("ehds", prior=(1, 1, 2), n=4, epsilon=2)
    slow = dpbi.renyi_divergence(m, order)
    monkeypatch.setattr(sums, "FEW", 0)
    quick = dpbi.renyi_divergence(m, order)
    assert quick.trusts == ("filter",)
    assert quick.lo <= slow.hi
    assert slow.lo <= quick.hi


def test_an_order_beyond_the_filter_is_answered_by_balls(monkeypatch):
    m = dpbi.mechanism("ehds", prior=(1, 1), n=3, epsilon=1)
    monkeypatch.setattr(sums, "FEW", 0)
    found = dpbi.renyi_divergence(m, 10**9)
    assert found.trusts == ("ball",)
    assert found.reached
