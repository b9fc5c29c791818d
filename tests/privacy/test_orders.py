"""Renyi divergences and rho exactly at what is promised, and a hundredth digit off."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from weighted import Logs, Votes, Written, times_power

import dpbi
from dpbi.fields import Level
from dpbi.laws.tables import LogWeights, Table
from dpbi.privacy import concentrated
from dpbi.privacy.orders import exactly
from dpbi.privacy.orders.exactly import (
    compare_renyi,
    compare_rho,
    is_one,
    renyi_against,
    rho_against,
)

OFF = [Fraction(0), Fraction(1, 10**40), Fraction(-1, 10**40)]


def response(p):
    """Randomised response: the truth with probability p."""
    p = Fraction(p)
    return Table.of({x: {r: p if r == x else 1 - p for r in (0, 1)} for x in (0, 1)})


@pytest.mark.parametrize("off", OFF)
@pytest.mark.parametrize("p", ["3/4", "2/3", "9/10"])
def test_rho_of_randomised_response_is_its_kullback_leibler_divergence(p, off):
    p = Fraction(p)
    rho = Level.ln(p / (1 - p), 2 * p - 1)  # (p - (1-p)) ln(p / (1-p))
    assert rho_against(response(p), rho + off) == (off < 0) - (off > 0)


@pytest.mark.parametrize("off", OFF)
def test_a_renyi_divergence_of_whole_order_ties_with_the_logarithm_that_it_is(off):
    three = Fraction(9, 16) / Fraction(1, 4) + Fraction(1, 16) / Fraction(3, 4)
    assert renyi_against(response("3/4"), Fraction(2), Level.ln(three) + off) == sign(-off)
    cubes = Fraction(27, 64) * 16 + Fraction(1, 64) * Fraction(16, 9)
    half = Level.ln(cubes, Fraction(1, 2))
    assert renyi_against(response("3/4"), Fraction(3), half + off) == sign(-off)


def sign(v):
    return (v > 0) - (v < 0)


@pytest.mark.parametrize("off", OFF)
def test_a_renyi_divergence_of_exponentials_ties_at_orders_that_are_not_whole(off):
    # Weights 1 and e against e and 1: at order 3/2 the sum is e^(3/2) + e^(-1/2), over 1 + e.
    m = dpbi.adapt(Written({x: {r: times_power(1, r ^ x) for r in (0, 1)} for x in (0, 1)}))
    assert renyi_against(m, Fraction(2), Fraction(1, 2) + off) == 1, "ln(e - 1 + 1/e) is 0.73"
    shifted = Written(
        {0: {0: times_power(1, 0)}, 1: {0: times_power(1, 7)}}  # one output: equal laws
    )
    assert renyi_against(dpbi.adapt(shifted), Fraction(3, 2), off if off > 0 else Fraction(0)) == (
        -1 if off > 0 else 0
    )


def test_equal_laws_tie_at_zero_and_impossible_outputs_never():
    equal = dpbi.adapt(Written({x: {0: times_power(x + 1, x)} for x in (0, 1)}))
    assert rho_against(equal, Fraction(0)) == 0
    assert rho_against(equal, Fraction(1, 10**40)) == -1
    apart = Table.of({0: {"a": 1}, 1: {"a": "1/2", "b": "1/2"}})
    assert rho_against(apart, Fraction(10**9)) == 1
    assert renyi_against(apart, Fraction(2), Fraction(10**9)) == 1


def test_rho_above_the_limit_at_one_is_not_taken_for_it():
    """The largest D_a / a of this pair is at an order near 3, above the limit."""
    p, q = Fraction(1, 100), Fraction(1, 10**6)
    m = Table.of({0: {0: p, 1: 1 - p}, 1: {0: q, 1: 1 - q}})
    limit = sum(float(s) * math.log(s / t) for s, t in ((p, q), (1 - p, 1 - q)))
    assert rho_against(m, Fraction(limit)) == 1
    found = dpbi.zero_concentrated(m, tolerance=Fraction(1, 10**20))
    assert found.at > 1
    assert rho_against(m, found.lo - Fraction(1, 10**20)) == 1
    assert rho_against(m, found.hi + Fraction(1, 10**20)) == -1


def test_a_limit_that_ties_is_no_tie_where_a_later_order_is_larger():
    """KL(P||Q) = ln(1/(4q(1-q)))/2 for P even, and D_a / a is larger at order 3/2."""
    q = Fraction(1, 10**6)
    m = Table.of({0: {0: "1/2", 1: "1/2"}, 1: {0: q, 1: 1 - q}})
    limit = Level.ln(1 / (4 * q * (1 - q)), Fraction(1, 2))
    assert dpbi.zero_concentrated(m).lo > limit
    assert rho_against(m, limit) == 1
    assert not concentrated.bounded_by_limit(m, limit.enclosure(512), lambda x, y: True)


def test_what_would_be_needed_is_said(monkeypatch):
    m = dpbi.adapt(Logs(lambda F: F.pi() - F.pi()))
    found = compare_renyi(m, Fraction(2), Fraction(1, 2))
    assert found.sign == 1, "balls see it"
    one = dpbi.adapt(Votes(2))
    known = dpbi.renyi_divergence(one, 2, tolerance=Fraction(1, 10**60))
    assert compare_renyi(one, Fraction(2), (known.lo + known.hi) / 2).sign in (-1, 1)
    monkeypatch.setattr(exactly, "DIGITS", (6, 12))
    rho = dpbi.zero_concentrated(one, tolerance=Fraction(1, 10**20))
    close = compare_rho(one, (rho.lo + rho.hi) / 2)
    assert close.sign is None
    assert "exact arithmetic decides rho only where it is 0" in close.reason


def test_rows_of_floats_are_divided_by_their_sums():
    rounded = 1 - 2.0**-53
    m = Table.of({0: {"a": 0.5, "b": 0.5}, 1: {"a": rounded / 2, "b": rounded / 2}})
    assert renyi_against(m, Fraction(2), Fraction(0)) == 0
    assert rho_against(m, Fraction(0)) == 0
    apart = Table.of({0: {"a": 0.5, "b": 0.5}, 1: {"a": 0.5, "b": rounded / 2}})
    assert rho_against(apart, Fraction(0)) == 1
    floats = LogWeights.of({0: {"a": 0.5, "b": 0.0}, 1: {"a": 1.5, "b": 1.0}})
    assert renyi_against(floats, Fraction(2), Fraction(0)) == 0
    assert rho_against(floats, Fraction(0)) == 0


def test_a_bound_whose_power_fills_the_memory_is_not_multiplied_out():
    """e^((a - 1) bound) has the factor base^29999 here, a number of 300 million digits."""
    order, base = 30000, 10**10000 + 1
    found = dpbi.renyi_divergence(response("2/3"), order, tolerance=Fraction(1, 10**200))
    plain = (found.lo - Level.ln(base).enclosure(1000).lo).limit_denominator(10**90)
    close = compare_renyi(dpbi.adapt(response("2/3")), Fraction(order), Level.ln(base) + plain)
    assert close.sign is None
    assert "the power 29999" in close.reason


@given(st.lists(st.tuples(st.fractions("1/60", 60, max_denominator=60), st.integers(-4, 4))))
def test_a_product_of_powers_is_one_where_it_is_multiplied_out_to_one(powers):
    product = math.prod((v**e for v, e in powers), start=Fraction(1))
    assert is_one(powers) is (product == 1)
    assert is_one([*powers, (product, -1)])
    assert not is_one([*powers, (product * 2, -1)])
