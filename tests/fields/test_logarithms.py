"""Sums of logarithms of rationals: ties are decided, as by multiplying the arguments out."""

from fractions import Fraction

import hypothesis.strategies as st
from hypothesis import example, given

from dpbi.fields import Balls
from dpbi.fields.level import Level
from dpbi.fields.logarithms import Logarithms
from dpbi.ledger.values import Arithmetic, exactly

FACTORS = st.fractions(-3, 3, max_denominator=4)
BASES = st.fractions(Fraction(1, 9), 9, max_denominator=9)
SUMS = st.lists(st.tuples(FACTORS, BASES), min_size=1, max_size=4)


def evaluated(terms, plain=Fraction(0)):
    """plain + the sum of c ln b, as a formula computes it."""
    F = Balls(128)
    with F.scope():
        a = Arithmetic(F)
        logs = [a._mul(exactly(c, F), a._log(exactly(b, F))) for c, b in terms]
        return a._add(exactly(plain, F), *logs), a


@given(SUMS, SUMS, st.sampled_from((0, Fraction(1, 3))))
@example([(Fraction(2), Fraction(3))], [(Fraction(1), Fraction(9))], 0)
@example([(Fraction(1, 2), Fraction(9))], [(Fraction(-1), Fraction(1, 3))], Fraction(1, 3))
def test_two_sums_are_equal_where_the_products_of_powers_are(one, two, plain):
    a, arithmetic = evaluated(one, plain)
    b, _ = evaluated(two, plain)
    twelve = [Fraction(1), Fraction(1)]  # both sides to the 12th power, which clears denominators
    for i, terms in enumerate((one, two)):
        for c, base in terms:
            twelve[i] *= base ** int(12 * c)
    with arithmetic.F.scope():
        assert arithmetic._eq(a, b) is (twelve[0] == twelve[1])
        assert arithmetic._le(a, b) is (twelve[0] <= twelve[1])
        assert arithmetic._lt(a, b) is (twelve[0] < twelve[1])


@given(SUMS)
def test_the_level_of_a_sum_lies_in_its_enclosure(terms):
    value, arithmetic = evaluated(terms, Fraction(1, 2))
    level = Level.of(value.level)
    F = arithmetic.F
    with F.scope():
        assert level.value(F).overlaps(value.approximate)


def test_a_power_with_too_many_digits_has_no_level():
    huge = Logarithms(Fraction(0), ((Fraction(3), Fraction(10**6)), (Fraction(2), Fraction(1))))
    assert huge.level is None
    assert Logarithms(Fraction(1), ((Fraction(2), Fraction(1)),)).level == Level.ln(2) + 1


def test_the_power_of_whole_multiples_is_the_product_of_the_bases_and_of_others_there_is_none():
    two, three = Logarithms.ln(Fraction(2)), Logarithms.ln(Fraction(3))
    both = two.times(Fraction(3)) + three.times(Fraction(-1))
    assert both.power == Fraction(8, 3)
    assert (both + Logarithms(Fraction(5))).power == Fraction(8, 3)
    assert two.times(Fraction(1, 2)).power is None
    assert two.times(Fraction(10**9)).power is None
