"""What the libraries declare against the exact losses: where they agree, and how closely."""

import importlib.util
import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpbi.errors import InvalidValue, LibraryMissing
from dpbi.fields.polynomial import Q, coefficients, polynomial
from dpbi.libraries import Scores, compare, declared, diffprivlib, opendp

GRID = Scores.grid(3, 2)
ONE_WAY = Scores.grid(3, 2, monotonic=True)
EPSILON = 4.1588830833596715
TIGHT = Fraction(1, 10**14)


@pytest.mark.parametrize(
    "m",
    [
        opendp.RandomizedResponse(5, "0.5"),
        opendp.RandomizedResponseBool("0.9"),
        opendp.RandomizedResponseBitvec(1, "0.25", (3,)),
        opendp.Laplace("0.7", -2, 3),
        opendp.Geometric("3", 0, 5, d_in=2),
        opendp.GeometricAsDrawn("0.7", 0, 5),
        opendp.NoisyMax(GRID, "0.7"),
        opendp.NoisyMax(ONE_WAY, "0.7"),
        opendp.NoisyMax(GRID, "0.7", negate=True),
        diffprivlib.Binary("0.1"),
        diffprivlib.GeometricTruncated("0.1", -1, 4, 2),
        diffprivlib.PermuteAndFlip(GRID, "0.3"),
        diffprivlib.PermuteAndFlip(ONE_WAY, "0.3", monotonic=True),
        diffprivlib.exponential_hierarchical("1", [["a", "b"], ["c", "d"]]),
    ],
    ids=lambda m: m.name,
)
def test_what_is_declared_holds_and_is_spent(m):
    found = compare(m)
    assert found.holds is True
    assert 0 <= found.slack < TIGHT
    assert found.excess <= 0


@pytest.mark.parametrize(
    "m",
    [
        opendp.GumbelMax(GRID, "1.5"),
        opendp.GumbelMax(ONE_WAY, "1.5"),
        diffprivlib.GeometricFolded("1", 0, 4),
        diffprivlib.GeometricFolded("1", "-1/2", "9/2"),
        diffprivlib.Exponential(GRID, "1"),
        diffprivlib.Exponential(GRID, "1", measure=("1", "2", "3")),
        diffprivlib.ExponentialAsDrawn(GRID, "1"),
    ],
    ids=lambda m: m.name,
)
def test_what_is_declared_holds_with_room(m):
    found = compare(m)
    assert found.holds is True
    assert found.slack > Fraction(1, 10**4)


@given(st.integers(2, 6), st.floats(0.01, 0.99))
@settings(max_examples=40, deadline=None)
def test_opendp_declares_no_less_than_the_loss_of_randomised_response(k, above):
    prob = 1 / k + (1 - 1 / k) * above * 0.999
    m = opendp.RandomizedResponse(k, prob)
    found, p = compare(m), Fraction(prob)
    assert found.holds is True
    assert float(found.found.lo) == pytest.approx(math.log(p * (k - 1) / (1 - p)), rel=1e-9)


@given(st.floats(0.05, 20), st.integers(1, 4))
@settings(max_examples=40, deadline=None)
def test_opendp_declares_no_less_than_the_loss_of_its_noise(scale, d_in):
    ideal = compare(opendp.Laplace(scale, 0, 4, d_in))
    assert ideal.holds is True
    assert float(ideal.found.hi) == pytest.approx(d_in / scale)
    assert compare(opendp.GeometricAsDrawn(scale, 0, 4)).holds is True


def test_the_constant_time_geometric_can_miss_its_map_in_the_last_bits_beyond_distance_one():
    near, far = (opendp.GeometricAsDrawn(3.6082396666835597, 0, 9, d) for d in (1, 7))
    assert compare(near).holds is True
    found = compare(far)
    assert found.holds is False
    assert 0 < found.excess < Fraction(1, 10**15)
    assert far.step**-7 > near.step**-1  # rational, both
    assert float(-7 * math.log(far.step)) == pytest.approx(float(far.declared()), rel=1e-14)


def test_what_falls_back_on_the_formula_agrees_with_the_library(monkeypatch):
    if importlib.util.find_spec("opendp") is None:
        pytest.skip("opendp is not installed")
    audited = [
        opendp.RandomizedResponse(5, "0.5"),
        opendp.RandomizedResponseBool("0.9"),
        opendp.RandomizedResponseBitvec(2, "0.25", (3,)),
        opendp.Laplace("0.7", -2, 3, 2),
        opendp.NoisyMax(ONE_WAY, "0.7"),
        opendp.GumbelMax(GRID, "1.5"),
        opendp.LaplaceThreshold("0.7", 4),
    ]
    asked = [m.declared() for m in audited]
    monkeypatch.setattr(declared, "find_spec", lambda name: None)
    for m, known in zip(audited, asked, strict=True):
        stated = m.declared()
        pairs = zip(known, stated, strict=True) if isinstance(known, tuple) else [(known, stated)]
        for a, b in pairs:
            assert float(b) == pytest.approx(float(a), rel=1e-14)


def test_a_library_that_is_not_installed_is_named_with_what_installs_it(monkeypatch):
    monkeypatch.setattr(declared, "find_spec", lambda name: None)
    with pytest.raises(LibraryMissing, match=r"needs opendp.*dpbi\[opendp\]"):
        opendp.RandomizedResponseBool("0.9").measurement()
    with pytest.raises(LibraryMissing, match=r"needs diffprivlib.*dpbi\[diffprivlib\]"):
        diffprivlib.GeometricTruncated(1, 0, 3).mechanism()


def test_doubles_are_taken_as_the_binary_numbers_that_they_are():
    assert declared.double("p", "0.1") == declared.double("p", 0.1) == Fraction(0.1)
    assert declared.double("p", "0.1") != Fraction(1, 10)
    third = declared.rounded_up(lambda F: F.rational(Fraction(1, 3)))
    assert Fraction(math.nextafter(float(third), 0)) < Fraction(1, 3) <= third
    assert declared.rounded_down(lambda F: F.rational(Fraction(1, 3))) < third


@given(st.integers(2, 6), st.integers(1, 9), st.integers(0, 9))
def test_the_fates_of_a_key_have_the_same_sum_whatever_its_count(threshold, top, count):
    m = opendp.LaplaceThreshold("1", threshold, top)
    weights = m.weights(min(count, top))
    assert sum(weights.values(), polynomial(0)) == 1 + Q
    assert all(coefficients(w)[0] >= 0 for w in weights.values() if w != polynomial(0))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: opendp.RandomizedResponse(3, "0.3"),
        lambda: opendp.RandomizedResponse(1, "0.7"),
        lambda: opendp.RandomizedResponseBool("1"),
        lambda: opendp.RandomizedResponseBitvec(1, "0", (2,)),
        lambda: opendp.Laplace("-1", 0, 4),
        lambda: opendp.LaplaceThreshold("1", 1),
        lambda: opendp.NoisyMax(Scores.grid(2, 1, "1/2"), float("inf")),
        lambda: opendp.NoisyMax(Scores.vectors([[0, "1/2"], [1, 1]]), "1"),
        lambda: diffprivlib.BinaryAsDrawn("710"),
        lambda: diffprivlib.Exponential(GRID, "1", sensitivity="0.5"),
        lambda: diffprivlib.Exponential(GRID, "1", measure=("1", "2")),
        lambda: diffprivlib.PermuteAndFlip(GRID, "1", monotonic=True),
        lambda: diffprivlib.ExponentialAsDrawn(GRID, "1", monotonic=True),
        lambda: diffprivlib.GeometricFolded("1", 0, "1/3"),
        lambda: diffprivlib.ExponentialCategorical("1", (("a", "b", 1), ("b", "c", 1))),
        lambda: diffprivlib.exponential_hierarchical("1", ["a", ["b"]]),
    ],
)
def test_what_the_library_would_refuse_or_nobody_promises_is_refused(wrong):
    with pytest.raises(InvalidValue):
        wrong()
