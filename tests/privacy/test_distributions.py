"""The exported privacy loss distribution dominates every pair of neighbours, at every epsilon."""

import math
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_tables import tables

from dpbi import LogWeights, Table, mechanism
from dpbi import privacy as audit
from dpbi.fields import Balls
from dpbi.privacy.distributions import dominating
from dpbi.privacy.pairs import Pairs


@pytest.fixture(autouse=True, scope="module")
def accounting():
    """Loaded when a test runs, with the statistics of scipy: that takes a second."""
    pytest.importorskip("dp_accounting", reason="the extra `accounting` is not installed")


# One pair has the largest loss, on little mass; the other has the larger delta at small epsilons.
TWO_PAIRS = Table.of(
    {
        "a": {0: "0.001", 1: "0.499", 2: "0.5"},
        "b": {0: "0.05", 1: "0.45", 2: "0.5"},
        "c": {0: "0.05", 1: "0.85", 2: "0.1"},
    }
)
MECHANISMS = {
    "two pairs": TWO_PAIRS,
    "ehd": mechanism("ehd", prior=(1, 3), n=4, epsilon=2),
    "ehds": mechanism("ehds", prior=(1, "1/2", 2), n=2, epsilon=3),
    "ehdl": mechanism("ehdl", prior=("1/2", 5), n=6, epsilon=1),
    "laplace": mechanism("laplace-improved", prior=(1, 1), n=4, epsilon="1/2"),
    "lsdim": mechanism("lsdim", prior=(1, 1, 1), n=2, epsilon=1),
    "floats": Table.rounded(mechanism("ehdl", prior=(1, 4), n=4, epsilon=2)),
    "infinite loss": Table.of(
        {0: {0: "0.9", 1: "0.1"}, 1: {0: "0.3", 1: "0.6", 2: "0.1"}, 2: {0: "0.2", 1: "0.8"}}
    ),
    "disjoint": Table.of({0: {0: 1}, 1: {1: 1}}),
    "without loss": Table.of({0: {0: "1/3", 1: "2/3"}, 1: {0: "1/3", 1: "2/3"}}),
    "far": LogWeights.of({0: {0: 0, 1: -700}, 1: {0: 0, 1: -10}, 2: {0: 0, 1: 3}}),
}
LEVELS = [Fraction(i, 23) for i in range(40)] + [Fraction(3), Fraction(7), Fraction(50)]


def profile(found, grid, E, F):
    """H(E) of masses at losses i grid, in balls: inf + sum m max(0, 1 - E e^(-i grid))."""
    zero, total = F.rational(0), F.rational(found.infinite)
    for i, m in found.masses.items():
        total += F.rational(m) * zero.max(1 - E * F.exp(F.rational(-i * grid)))
    return total


@pytest.mark.parametrize("name", MECHANISMS)
def test_the_dominating_profile_is_above_that_of_every_ordered_pair(name):
    """By the definition, on E below and above 1: ordinary balls against the masses as rationals."""
    m, grid, F = MECHANISMS[name], Fraction(1, 50), Balls(1200)
    pairs = Pairs(m)
    found = dominating(pairs, grid)
    assert all(mass > 0 for mass in found.masses.values())
    assert found.infinite >= 0
    with F.scope():
        zero = F.rational(0)
        laws = {x: {r: F.exp(a) for r, a in law.items()} for x, law in pairs.laws(F).items()}
        for level in [-v for v in LEVELS] + LEVELS:
            E = F.exp(F.rational(level))
            top = profile(found, grid, E, F)
            for x, y in pairs.ordered:
                p, q = laws[x], laws[y]
                true = sum((zero.max(a - E * q.get(r, zero)) for r, a in p.items()), zero)
                assert true.lower() <= top.upper(), (x, y, level)


@pytest.mark.parametrize("seed", range(12))
def test_the_dominating_profile_is_above_even_where_no_loss_lies_between_grid_points(seed):
    """There both are the same line, and any rounding that goes the wrong way is seen."""
    random, grid, F = Random(seed), Fraction(0.01), Balls(1200)
    rows = [[random.randint(1, 10**20) for _ in range(3)] for _ in range(2)]
    first, second = [[Fraction(w, sum(row)) for w in row] for row in rows]
    found = dominating(
        Pairs(Table.of({0: dict(enumerate(first)), 1: dict(enumerate(second))})), grid
    )
    for i in range(-300, 301):
        with F.scope():
            E = F.exp(F.rational(i * grid + grid / 10**10))
            top = profile(found, grid, E, F)
            for p, q in ((first, second), (second, first)):
                parts = (F.rational(a) - E * F.rational(b) for a, b in zip(p, q, strict=True))
                true = sum((F.rational(0).max(part) for part in parts), F.rational(0))
                assert true.lower() <= top.upper(), i


@pytest.mark.parametrize("name", MECHANISMS)
def test_the_dominating_profile_is_close_to_the_largest_delta(name):
    m, grid = MECHANISMS[name], Fraction(1, 1000)
    found, F = dominating(Pairs(m), grid), Balls(128)
    with F.scope():
        for truth in audit.privacy_profile(m, LEVELS):
            top = F.enclosure(profile(found, grid, F.exp(F.rational(truth.at)), F))
            assert truth.lo <= top.hi + Fraction(1, 1 << 100)
            assert top.lo <= truth.hi + Fraction(1, 500)


@pytest.mark.parametrize("name", MECHANISMS)
def test_delta_of_the_export_is_never_below_the_certified_delta(name):
    m = MECHANISMS[name]
    pld = audit.to_pld(m, grid=1e-3)
    for truth in audit.privacy_profile(m, LEVELS):
        theirs = pld.get_delta_for_epsilon(float(truth.at))
        assert theirs >= float(truth.lo) - 1e-14, truth


@pytest.mark.parametrize("name", ["two pairs", "ehd", "lsdim", "floats", "infinite loss"])
def test_the_export_still_dominates_after_composition(name):
    m, k = MECHANISMS[name], 4
    pld = audit.to_pld(m, grid=1e-2).self_compose(k)
    for level in ("0", "1/2", "1", "2", "4"):
        truth = audit.composed_delta(m, k, level)
        assert pld.get_delta_for_epsilon(float(Fraction(level))) >= float(truth.lo) - 1e-12


def test_the_pair_of_largest_loss_alone_understates_delta():
    witness = audit.privacy_loss(TWO_PAIRS).witness
    alone = audit.to_pld(TWO_PAIRS, (witness.x, witness.y), grid=1e-3)
    (truth,) = audit.privacy_profile(TWO_PAIRS, ["1/2"])
    assert alone.get_delta_for_epsilon(0.5) < float(truth.lo) / 3
    assert audit.to_pld(TWO_PAIRS, grid=1e-3).get_delta_for_epsilon(0.5) >= float(truth.lo)


def test_an_optimistic_export_is_below():
    pld = audit.to_pld(TWO_PAIRS, pessimistic=False, grid=1e-3)
    for truth in audit.privacy_profile(TWO_PAIRS, LEVELS):
        assert pld.get_delta_for_epsilon(float(truth.at)) <= float(truth.hi) + 1e-14


@given(tables, st.fractions("1/200", "1/3"))
@settings(max_examples=40)
def test_random_tables_are_dominated(m, grid):
    found, F = dominating(Pairs(m), grid), Balls(200)
    with F.scope():
        for truth in audit.privacy_profile(m, [0, "1/7", "1/2", "1", "2", "5"]):
            top = F.enclosure(profile(found, grid, F.exp(F.rational(truth.at)), F))
            assert truth.lo <= top.hi + Fraction(1, 1 << 150)


def test_both_directions_are_the_same_distribution():
    pld = audit.to_pld(MECHANISMS["infinite loss"], grid=1e-2)
    assert pld._pmf_add is pld._pmf_remove
    assert pld.get_epsilon_for_delta(0.05) == math.inf
