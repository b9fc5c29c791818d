"""Where polynomials are below zero, decided by signs, and a second way by sympy's isolation."""

import random
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from later import sympy

from dpbi.fields.polynomial import (
    at_rational,
    coefficients,
    may_vanish_between,
    negative_between,
    polynomial,
    vanishes_between,
)

ZERO, ONE = Fraction(0), Fraction(1)


def in_sympy(p):
    values = [sympy.Rational(c.numerator, c.denominator) for c in reversed(coefficients(p))]
    return sympy.Poly.from_list(values or [0], sympy.symbols("q"))


def roots_inside(p, a, b):
    """{isolating interval: multiplicity} of the real roots in the open interval (a, b)."""
    low, high = (sympy.Rational(end.numerator, end.denominator) for end in (a, b))
    found = in_sympy(p).intervals(inf=low, sup=high)
    return {ends: times for ends, times in found if ends not in ((low, low), (high, high))}


def made_of(roots, factor=1):
    p = polynomial(factor)
    for root in roots:
        p *= polynomial([-root.numerator, root.denominator])
    return p


small = st.lists(st.integers(-3, 3), min_size=1, max_size=5)


@given(small, small, st.sampled_from([(ZERO, ONE), (Fraction(1, 3), Fraction(2, 3))]))
@example([-1, 2], [-1, 2], (ZERO, ONE))  # a double root in the middle
@example([-1, 4], [-1, 8, 0, 0, 1], (ZERO, ONE))
@example([1, -1], [0, 1], (ZERO, ONE))  # roots at both ends
@example([-1, 2], [1, -2], (ZERO, ONE))
@example([0, -1], [0, 1], (ZERO, ONE))
def test_a_polynomial_is_below_zero_where_sympys_roots_and_signs_say_so(first, second, ends):
    p = polynomial(first) * polynomial(second)
    found = negative_between(p, *ends)
    if p == polynomial(0):
        assert found is None
        return
    roots = roots_inside(p, *ends)
    crosses = any(times % 2 for times in roots.values())
    samples = [ends[0] + (ends[1] - ends[0]) * Fraction(i, 101) for i in range(1, 101)]
    below = crosses or any(at_rational(p, t) < 0 for t in samples)
    assert (found is not None) == below
    assert found is None or (ends[0] < found < ends[1] and at_rational(p, found) < 0)
    assert vanishes_between(p, *ends) == bool(roots)
    assert may_vanish_between(p, *ends) or not roots


@pytest.mark.parametrize("seed", range(8))
def test_roots_that_a_polynomial_is_made_of_are_found_between_all_others(seed):
    rng = random.Random(seed)
    roots = sorted({Fraction(rng.randint(1, 99), 100) for _ in range(9)})
    p = made_of(roots) * polynomial([rng.randint(2, 9), 1, 1])
    for low, high in zip([ZERO, *roots], [*roots, ONE], strict=True):
        inside = (low + high) / 2
        assert (negative_between(p, low, high) is not None) == (at_rational(p, inside) < 0)
        assert not vanishes_between(p, low, high)
    for i, root in enumerate(roots):
        around = (roots[i - 1] if i else ZERO, roots[i + 1] if i + 1 < len(roots) else ONE)
        at = negative_between(p, *around)
        assert vanishes_between(p, *around)
        assert at_rational(p, at) < 0
        assert around[0] < at < around[1]
        assert at != root


def test_roots_a_hair_apart_are_told_apart_and_a_pair_that_just_misses_the_axis_is_no_root():
    hair = Fraction(1, 10**60)
    third = Fraction(1, 3)
    dip = made_of([third, third + hair])
    assert third < negative_between(dip, ZERO, ONE) < third + hair
    above = made_of([third, third]) + polynomial(hair)
    assert negative_between(above, ZERO, ONE) is None
    assert not vanishes_between(above, ZERO, ONE)
    assert vanishes_between(made_of([third, third]), ZERO, ONE)
    assert negative_between(made_of([third, third]), ZERO, ONE) is None
