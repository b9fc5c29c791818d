"""Exact input, balls that enclose, enclosures that round outward."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import enclosed, encloses, parameters

from dpbi.errors import DpbiError, InexactInput, InvalidValue
from dpbi.fields import FLOATS, Balls, Enclosure, MultiPrecision, positive_rational, rational
from dpbi.fields.enclosure import decimal, total
from dpbi.fields.polynomial import Q, coefficients, evaluate, polynomial

F = Balls(128)
rationals = st.fractions(-1000, 1000, max_denominator=1000)


@given(rationals)
def test_every_spelling_of_a_number_means_the_same(value):
    assert rational("x", value) == rational("x", str(value)) == value
    assert rational("x", f" {value} ") == value


def test_decimals_are_read_exactly():
    assert rational("x", "0.1") == Fraction(1, 10)
    assert rational("x", "1e-8") == Fraction(1, 10**8)
    assert rational("x", Decimal("2.5")) == Fraction(5, 2)


def test_a_float_is_refused_with_what_to_write_instead():
    with pytest.raises(InexactInput, match=r'write "0\.1" or Fraction\("0\.1"\)') as caught:
        rational("epsilon", 0.1)
    assert caught.value.name == "epsilon"
    assert caught.value.value == 0.1


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_nan_and_infinity_are_refused(value):
    with pytest.raises(InexactInput, match="not a number"):
        rational("epsilon", value)


@pytest.mark.parametrize("value", ["", "abc", "1/0", "nan", "1,5", True, None, [], "1e999999999"])
def test_what_is_no_number_is_refused(value):
    with pytest.raises(DpbiError):
        rational("x", value)


@pytest.mark.parametrize("value", [0, -1, "-1/2"])
def test_a_positive_number_must_be_positive(value):
    with pytest.raises(InvalidValue, match="> 0"):
        positive_rational("epsilon", value)


def test_zero_is_allowed_where_it_is_said_to_be():
    assert positive_rational("gamma", 0, zero=True) == 0


@given(rationals, rationals.filter(bool))
def test_balls_enclose_what_exact_arithmetic_says(a, b):
    with F.scope():
        p, q = F.rational(a), F.rational(b)
        for ball, truth in ((p + q, a + b), (p - q, a - b), (p * q, a * b), (p / q, a / b)):
            assert truth in enclosed(ball)
            assert enclosed(ball).width <= (abs(a) + abs(b) + abs(truth)) / 2**120


@given(rationals, rationals)
def test_balls_order_exact_numbers_as_they_are(a, b):
    with F.scope():
        p, q = F.rational(a), F.rational(b)
        assert F.less(p, q) in (a < b, None)
        assert F.less_equal(p, q) in (a <= b, None)
        assert max(a, b) in enclosed(F.maximum([p, q]))
        assert min(a, b) in enclosed(F.minimum([p, q]))


def test_a_comparison_that_is_not_certain_is_none():
    wide = F.from_enclosure(Enclosure(Fraction(0), Fraction(1)))
    assert F.less(wide, F.rational(Fraction(1, 2))) is None
    assert F.less_equal(wide, wide) is None
    assert F.less(wide, F.rational(2)) is True
    assert F.less(F.rational(2), wide) is False


@given(parameters, st.integers(1, 30))
def test_the_ladder_of_log_gammas_is_what_mpmath_says_rung_by_rung(start, count):
    mp = MultiPrecision(60)
    with F.scope():
        ladder = F.lgamma_ladder(start, count)
    assert len(ladder) == count
    for ball, value, rough in zip(
        ladder, mp.lgamma_ladder(start, count), FLOATS.lgamma_ladder(start, count), strict=True
    ):
        assert encloses(enclosed(ball), value)
        assert abs(float(value) - rough) <= 1e-9 * (1 + abs(rough))


def test_the_scope_sets_precision_and_puts_the_old_one_back():
    with Balls(64).scope():
        with Balls(512).scope():
            fine = enclosed(Balls(512).pi())
        coarse = enclosed(F.pi())
    assert fine.width < Fraction(1, 2**500) < Fraction(1, 2**70) < coarse.width


def test_the_root_of_a_ball_around_zero_is_taken_where_the_number_must_be():
    with F.scope():
        around_zero = F.from_enclosure(Enclosure(Fraction(-1, 10**9), Fraction(1, 10**8)))
        root = enclosed(F.sqrt(around_zero))
    assert root.lo <= 0
    assert root.hi >= Fraction(1, 10**4)


@given(rationals, st.integers(1, 25))
def test_decimals_are_rounded_to_the_side_that_is_asked_for(value, digits):
    below, above = (Fraction(decimal(value, digits, up=up)) for up in (False, True))
    assert below <= value <= above
    assert above - below <= abs(value) * Fraction(10) ** (1 - digits)


@given(st.fractions(-1, 1), st.fractions(0, 1, max_denominator=10**30))
def test_an_enclosure_in_json_still_encloses(lo, width):
    e = Enclosure(lo, lo + width)
    text = e.json(12)
    assert Fraction(text["lo"]) <= e.lo <= e.hi <= Fraction(text["hi"])


def test_tiny_and_huge_numbers_are_written_in_scientific_notation():
    assert decimal(Fraction(1, 10**30), 5, up=True) == "1e-30"
    assert Fraction(decimal(Fraction(10**40 + 1), 5, up=True)) > 10**40


@pytest.mark.parametrize("exponent", [4299, 5000, -5000, -20_000])
def test_numbers_that_python_would_not_write_are_written(exponent):
    value = Fraction(10) ** exponent
    assert decimal(value, 5, up=True) == decimal(value, 5, up=False) == f"1e{exponent}"
    assert decimal(value * 2 / 3, 3, up=False) == f"6.66e{exponent - 1}"


def test_an_enclosure_needs_its_ends_in_order():
    with pytest.raises(ValueError, match="lo <= hi"):
        Enclosure(Fraction(1), Fraction(0))


def test_decimals_go_up_and_down_around_a_third():
    third = Fraction(1, 3)
    assert decimal(third, 3, up=False) == "0.333"
    assert decimal(third, 3, up=True) == "0.334"
    assert decimal(-third, 3, up=False) == "-0.334"


@given(st.lists(st.tuples(rationals, rationals)))
def test_the_total_of_enclosures_is_the_sum_of_their_ends(pairs):
    parts = [Enclosure(min(p), max(p)) for p in pairs]
    assert total(parts) == Enclosure(
        sum((e.lo for e in parts), Fraction(0)), sum((e.hi for e in parts), Fraction(0))
    )


def test_a_monotone_function_is_applied_to_both_ends():
    with F.scope():
        values = [F.from_enclosure(Enclosure(Fraction(i), Fraction(i + 1, 1))) for i in range(3)]
        shifted = F.monotone(
            lambda v, s: [a + 2 * s for a in v], values, F.rational(Fraction(1, 3))
        )
    for i, ball in enumerate(shifted):
        e = enclosed(ball)
        assert e.lo <= i + Fraction(2, 3) <= i + 1 + Fraction(2, 3) <= e.hi
        assert e.width < 1 + Fraction(1, 2**25)


@given(st.lists(rationals, min_size=1, max_size=6), st.fractions(0, 1, max_denominator=50))
def test_polynomials_keep_their_coefficients_and_their_values(values, at):
    p = polynomial(values)
    while values and values[-1] == 0:
        values.pop()
    assert coefficients(p) == values
    truth = sum((c * at**i for i, c in enumerate(values)), Fraction(0))
    with F.scope():
        assert truth in enclosed(evaluate(p, F.rational(at), F))
    assert polynomial(3) + Q == polynomial([3, 1])
