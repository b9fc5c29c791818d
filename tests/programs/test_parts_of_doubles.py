"""Bits and remainders of `random()`: each at all its points, and the rounding it rests on."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import dpbi
from dpbi.errors import DpbiError
from dpbi.programs.doubles import pipelines

POINTS = 64


@pytest.fixture
def few_points(monkeypatch):
    """random() is one of 64 numbers, so that all of them can be tried."""
    monkeypatch.setattr(pipelines, "POINTS", POINTS)
    monkeypatch.setattr(pipelines, "UNIT", 1 / POINTS)


def law(function):
    made = dpbi.program(datasets=(0, 1), neighbours="all")(lambda x, rng: function(rng.random()))
    found = {}
    for path in made.paths(0):
        found[path.output] = found.get(path.output, 0) + path.weight
    return found


def tried(function):
    found = {}
    for k in range(POINTS):
        r = function(k / POINTS)
        found[r] = found.get(r, 0) + Fraction(1, POINTS)
    return found


def snapped(v, m):
    """To the nearest multiple of m, as Mironov's mechanism is usually written."""
    rest = v % m
    return v - rest + m if rest > m / 2 else v - rest


OF_ONE = [
    lambda u: math.floor(u * 40) % 7,
    lambda u: (u * 9 - 5) % 2.0 > 0.75,
    lambda u: (u * 9 - 5) % -2.0 > -0.75,
    lambda u: (u * 9 - 5) % 0.7 < 0.3,
    lambda u: snapped(u * 9 - 5, 2.0),
    lambda u: snapped(np.float64(3) * u - 2, 0.5),
    lambda u: math.floor(u * 30) | 256,
    lambda u: 32 | math.floor(u * 30),
    lambda u: math.floor(u * 30) | 5,
    lambda u: math.floor(u * 40 - 10).bit_length(),
    lambda u: math.ldexp(math.floor(u * 30), math.floor(u * 2) - 3),
    lambda u: float(np.ldexp(math.floor(u * 30), 3)),
    lambda u: math.floor(u * 9) - math.floor(u * 9) % 4,
]


@pytest.mark.parametrize("function", OF_ONE, ids=range(len(OF_ONE)))
def test_each_has_the_law_of_all_its_points(function, few_points):
    assert law(function) == tried(function)


def test_bits_above_are_added_without_looking_at_those_below():
    made = dpbi.program(datasets=(0, 1), neighbours="all")(
        lambda x, rng: 1 << 60 | rng.as_random().getrandbits(60) >= 3 << 59
    )
    assert {p.output: p.weight for p in made.paths(0)} == {
        True: Fraction(1, 2),
        False: Fraction(1, 2),
    }


@pytest.mark.parametrize(
    "function",
    [
        lambda u: u % 1e-9 > 0,
        lambda u: (1 << 40 | math.floor(u * 2**50)) > 0,
        lambda u: u * 5 - (u * 3) % 2.0 > 1,
        lambda u: u * 5 - (u * 5) % 0.75 > 1,
    ],
)
def test_what_does_not_keep_order_is_refused(function):
    with pytest.raises(DpbiError, match=r"more than 1000 values|two numbers"):
        law(function)


def test_the_remainder_of_a_constant_is_the_programs_own_error():
    with pytest.raises(DpbiError, match="ZeroDivisionError"):
        law(lambda u: u % 0.0 > 1)
    with pytest.raises(DpbiError, match="AttributeError"):
        law(lambda u: u.bit_length())


finite = st.floats(-1e30, 1e30, allow_nan=False)
powers = st.integers(-40, 40).map(lambda e: 2.0**e)


@settings(max_examples=2000, deadline=None)
@given(finite, st.one_of(powers, finite.filter(bool)))
@example(-1e-300, 1.0)
@example(-(2.0**-54), 1.0)
@example(-(2.0**-53), 1.0)
@example(math.nextafter(-1, 0), 1.0)
def test_a_remainder_is_the_exact_one_rounded(v, m):
    exact = Fraction(v) - Fraction(m) * math.floor(Fraction(v) / Fraction(m))
    assert v % m == float(exact) == float(np.float64(v) % m)


@settings(max_examples=3000, deadline=None)
@given(finite, powers)
@example(-1e-300, 1.0)
@example(-(2.0**-54), 1.0)
@example(-3 * 2.0**-55, 1.0)
@example(-(2.0**-53), 1.0)
@example(math.nextafter(-1, 0), 1.0)
@example(math.nextafter(-2, 0), 1.0)
@example(-(2.0**60), 1.0)
def test_what_is_left_without_the_remainder_is_a_multiple_for_powers_of_two(v, m):
    assert Fraction(v - v % m) == Fraction(m) * math.floor(Fraction(v) / Fraction(m))
