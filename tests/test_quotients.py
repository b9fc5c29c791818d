"""Quotients of polynomials in q: their loss by exact comparison, and by balls alone."""

import math
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpbi import privacy_loss
from dpbi.audit.generic import loss_in_balls
from dpbi.audit.quotients import quotient_loss
from dpbi.errors import BadMechanism
from dpbi.mechanisms.quotients import QuotientInQ
from dpbi.numbers.polynomial import Q, polynomial

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
    exact, balls = quotient_loss(m, TOLERANCE, bits), loss_in_balls(m, TOLERANCE)
    assert exact.lo <= balls.hi
    assert balls.lo <= exact.hi  # however many ratios the few bits left to compare
    assert exact.width <= TOLERANCE


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
    assert float(quotient_loss(tiny, TOLERANCE, 8).hi) == pytest.approx(math.log(2))


def test_a_weight_below_zero_is_refused_with_its_dataset():
    with pytest.raises(BadMechanism, match="at dataset 1: output 0 has no positive weight"):
        privacy_loss(Rows((((1,), (1,)), ((1, -2), (1,)))))
    assert Rows((((1, -1),), ((1,),))).checked(0) == {0: 1 - Q}
