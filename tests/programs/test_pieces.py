"""Piecewise exponential polynomials against plain sums, and against mpmath's integrals."""

from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpbi.fields import Balls
from dpbi.fields.logsum import LogSums
from dpbi.programs.families import Branch, Family, Tree
from dpbi.programs.masses import Masses
from dpbi.programs.pieces import Pieces, Scalars, Segment

F = Balls(128)
NUMBERS = Scalars(F)
RATES = st.sampled_from([Fraction(n, 2) for n in (-3, -1, 0, 0, 1, 2)])
SMALL = st.integers(-4, 4)


@st.composite
def functions(draw, continuous):
    """Up to three segments with up to three terms, on a bounded part of the line."""
    ends = sorted(draw(st.sets(st.integers(-5, 6), min_size=2, max_size=4)))
    segments = []
    for lo, hi in pairwise(ends):
        keys = st.tuples(st.integers(0, 3), RATES)
        terms = draw(st.dictionaries(keys, SMALL.map(Fraction), min_size=1, max_size=3))
        exact = {key: F.rational(c) for key, c in terms.items()}
        if draw(st.integers(0, 3)):
            segments.append(Segment(Fraction(lo), Fraction(hi), exact))
    return Pieces(NUMBERS, continuous, tuple(segments))


def agree(a, b):
    """Whether two balls can be one number, and are both narrow."""
    return (a - b).contains(0) and (a - b).rad() < 1e-20


@given(functions(False), functions(False), SMALL, SMALL)
def test_on_the_integers_each_operation_is_what_its_name_says(f, g, by, z):
    with F.scope():
        point, shift = Fraction(z), Fraction(by)
        assert agree(f.times(g).at(point), f.at(point) * g.at(point))
        assert agree(f.minus(g).at(point), f.at(point) - g.at(point))
        assert agree(f.shifted(shift).at(point), f.at(point + shift))
        assert agree(f.mirrored().at(point), f.at(-point))
        assert agree(f.below().at(point), added(f, -20, z - 1))
        assert agree(f.from_on().at(point), added(f, z, 20))
        assert agree(f.total(), added(f, -20, 20))
        lo, hi = sorted((by, z))
        for t in range(-3, 4):
            both = f.window(Fraction(lo), Fraction(hi)).at(Fraction(t))
            assert agree(both, added(f, t + lo, t + hi))
        assert agree(f.window(None, shift).at(point), added(f, -20, z + by))
        assert agree(f.window(shift, None).at(point), added(f, z + by, 20))
        cut = f.within(Fraction(lo), Fraction(hi))
        assert agree(cut.total(), added(f, lo, hi - 1))


def added(f, lo, hi):
    return sum((f.at(Fraction(z)) for z in range(lo, hi + 1)), F.rational(0))


@given(functions(True), SMALL, SMALL)
def test_on_the_real_line_sums_are_integrals(f, by, z):
    with F.scope():
        lo, hi = sorted((Fraction(by, 2), Fraction(z, 3)))
        assert agree(f.within(lo, hi).total(), integral(f, lo, hi))
        assert agree(f.window(lo, hi).at(Fraction(0)), integral(f, lo, hi))
        assert agree(f.below().at(hi), integral(f, Fraction(-20), hi))
        assert agree(f.from_on().at(hi), integral(f, hi, Fraction(20)))
        assert agree(f.shifted(hi).at(lo), f.at(lo + hi))


def integral(f, lo, hi):
    """By mpmath: what is integrated is entire, so that quadrature finds all digits."""
    whole = F.rational(0)
    for s in f.segments:
        a, b = max(s.lo, lo), min(s.hi, hi)
        if a < b:
            with mpmath.workdps(40):
                ends = [number(a), number((a + b) / 2), number(b)]
                value = mpmath.quad(lambda z, s=s: at(s, z), ends)
                whole += F.rational(Fraction(mpmath.nstr(value, 36)))
    error = F.rational(Fraction(1, 10**24))
    return whole + error.union(-error)


def number(value):
    return mpmath.mpf(value.numerator) / value.denominator


def at(s, z):
    total = mpmath.mpf(0)
    for (d, k), c in s.terms.items():
        exact = F.enclosure(c).lo
        total += number(exact) * z**d * mpmath.exp(-number(k) * z)
    return total


FAMILIES = [
    Family("noise", Fraction(rate), continuous, two_sided)
    for rate in ("1/2", "3")
    for continuous in (False, True)
    for two_sided in (False, True)
]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_density_has_mass_one_in_balls_and_exactly(family):
    for field in (F, LogSums()):
        total = family.density(Scalars(field)).total()
        if field is F:
            assert total.overlaps(1)
        else:
            assert (total - 1).sign() == 0


@pytest.mark.parametrize("family", FAMILIES)
def test_of_two_equal_noises_each_is_the_larger_one_half_of_the_time(family):
    """On the integers up to ties, whose probability is the other half."""
    free, zero = Tree(family, family.least, None), Fraction(0)
    over = Tree(family, family.least, None, (Branch(zero, None, free),))
    tie = Tree(family, family.least, None, (Branch(zero, zero, free),))
    masses = Masses(LogSums())
    ties = 0 if family.continuous else masses.of(tie)
    assert (masses.of(over) * 2 - ties - 1).sign() == 0


def test_a_sum_that_is_not_finite_is_no_probability():
    one = Pieces(NUMBERS, False, (Segment(Fraction(0), None, {(0, Fraction(0)): F.rational(1)}),))
    with pytest.raises(ValueError, match="not finite"):
        one.total()
    with pytest.raises(ValueError, match="not finite"):
        one.mirrored().below()
