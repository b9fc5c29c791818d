"""Quotients of polynomials in q: their loss by exact comparison, and by balls alone."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from mpmath import mp

from dpbi import privacy_loss
from dpbi.errors import BadMechanism, InexactInput
from dpbi.fields.polynomial import Q, polynomial
from dpbi.laws.forms import QuotientInQ
from dpbi.privacy.loss import loss_in_balls
from dpbi.privacy.methods.exact import RatioInQ
from dpbi.privacy.methods.polynomials import loss_in_q
from dpbi.promises.asserting import NotPrivate, assert_private

TOLERANCE = Fraction(1, 10**20)


@dataclass(frozen=True)
class Rows(QuotientInQ):
    """A law that is written down: rows of coefficients, every two datasets neighbours."""

    rows: tuple
    rate: Fraction = Fraction(1, 3)

    def datasets(self):
        return range(len(self.rows))

    def neighbours(self, x):
        return (y for y in self.datasets() if y != x)

    def weights(self, x):
        return {r: polynomial(c) for r, c in enumerate(self.rows[x])}


weights = st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(any).map(tuple)
laws = st.integers(1, 4).flatmap(
    lambda outputs: st.lists(st.tuples(*[weights] * outputs), min_size=2, max_size=4)
)


@given(laws, st.integers(4, 40))
@settings(max_examples=60, deadline=None)
def test_the_loss_of_a_quotient_is_the_one_that_balls_enclose(rows, bits):
    m = Rows(tuple(rows))
    exact, balls = loss_in_q(m, TOLERANCE, bits), loss_in_balls(m, TOLERANCE)
    assert exact.lo <= balls.hi
    assert balls.lo <= exact.hi  # however many ratios the few bits left to compare
    assert exact.width <= TOLERANCE


@given(
    st.lists(st.integers(-4, 4), min_size=1, max_size=4),
    st.lists(st.integers(-4, 4), min_size=1, max_size=4),
    st.sampled_from([Fraction(1, 3), Fraction(1), Fraction(3)]),
)
@example([1], [-1, 4], Fraction(1))  # lowest terms of 1/(4q-1) are negative above and below
def test_ratios_compare_as_their_values_whatever_the_signs_of_their_coefficients(a, b, rate):
    q = math.exp(-rate)
    top, bottom = (sum(c * q**i for i, c in enumerate(p)) for p in (a, b))
    assume(min(abs(top), abs(bottom)) > 1e-6)
    a, top = ([-c for c in a], -top) if top < 0 else (a, top)
    b, bottom = ([-c for c in b], -bottom) if bottom < 0 else (b, bottom)
    assume(abs(top - bottom) > 1e-6)
    ratio, one = (RatioInQ.of(polynomial(n), polynomial(d)) for n, d in ((a, b), ([1], [1])))
    assert ratio.compare(one, rate) == -one.compare(ratio, rate) == (1 if top > bottom else -1)


def test_floats_among_the_coefficients_of_weights_are_refused():
    for weights in ([0.5, 1], [np.float64(1)]):
        with pytest.raises(InexactInput):
            Floats((1, 2), Fraction(1), weights).checked(1)


@dataclass(frozen=True)
class Floats(Rows):
    """A law whose weights are handed over as they are."""

    given: object = None

    def weights(self, x):
        return {0: self.given}


def test_a_loss_that_is_a_multiple_of_the_rate_is_seen_as_such():
    m = Rows((((1,), (0, 1)), ((0, 1), (1,))))
    loss = privacy_loss(m)
    assert loss.exact_value == m.rate
    assert loss.within(m.rate) is True


def test_an_output_that_is_possible_on_one_side_only_is_an_infinite_loss():
    loss = privacy_loss(Rows((((1,), (0, 1)), ((1,), (0, 0)))))
    assert loss.lo == float("inf")
    assert loss.witness == (0, 1, 1)


def test_weights_that_cancel_down_to_little_get_the_bits_that_they_need():
    tiny = Rows((((1, -2, 1), (1,)), ((2, -4, 2), (1,))), Fraction(1, 10**30))
    assert float(loss_in_q(tiny, TOLERANCE, 8).hi) == pytest.approx(math.log(2))


def test_a_weight_below_zero_is_refused_with_its_dataset():
    with pytest.raises(BadMechanism, match="at dataset 1: output 0 has no positive weight"):
        privacy_loss(Rows((((1,), (1,)), ((1, -2), (1,)))))
    assert Rows((((1, -1),), ((1,),))).checked(0) == {0: 1 - Q}


def just_below_q(digits):
    """e^-1 cut off after the given number of digits, by mpmath."""
    with mp.workdps(digits + 30):
        return Fraction(int(mp.floor(mp.exp(-1) * mp.mpf(10) ** digits)), 10**digits)


@pytest.mark.parametrize("digits", [30, 100, 300])
def test_a_polynomial_that_nearly_vanishes_is_told_from_zero_through_every_door(digits):
    low = just_below_q(digits)
    rest, whole = (-low, 1), (1,)
    m = Rows(((whole, rest), (rest, whole)), rate=Fraction(1))
    with mp.workdps(2 * digits + 60):
        expected = -mp.log(mp.exp(-1) - mp.mpf(low.numerator) / low.denominator)
        loss = privacy_loss(m, digits=20)
        assert abs(expected - mp.mpf(loss.lo.numerator) / loss.lo.denominator) < mp.mpf(10) ** -19
    with pytest.raises(NotPrivate):
        assert_private(m, epsilon=1)
    assert_private(m, epsilon=3 * digits)
    assert_private(Rows(((whole, rest), (whole, rest)), rate=Fraction(1)), epsilon=0)
