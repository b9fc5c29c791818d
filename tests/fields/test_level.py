"""Exact bounds a + c ln b: their order is always decided, their text parses back."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpbi.errors import DpbiError, InexactInput, InvalidValue
from dpbi.fields import Balls
from dpbi.fields.level import Level, level, log_at_most, positive_level

small = st.fractions(min_value=-4, max_value=4, max_denominator=6)
bases = st.fractions(min_value=Fraction(1, 12), max_value=40, max_denominator=12).filter(
    lambda b: b > 0
)
levels = st.builds(lambda a, c, b: Level.ln(b, c) + a, small, small, bases)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("ln(3)", Level.ln(3)),
        ("ln(9)/2", Level.ln(3)),
        ("2*ln(3)", Level.ln(9)),
        ("ln(77/45)", Level.ln(Fraction(77, 45))),
        ("0.5*ln(9)", Level.ln(3)),
        ("1/2 * ln(9)", Level.ln(3)),
        ("ln( 9 ) * 1/2", Level.ln(3)),
        ("-ln(1/3)", Level.ln(3)),
        ("ln(0.125)/-1", None),
        ("1/2 + ln(3)", Level.ln(3) + Fraction(1, 2)),
        ("ln(1)", Fraction(0)),
        ("1/2", Fraction(1, 2)),
        ("0.3", Fraction(3, 10)),
        (Decimal("0.3"), Fraction(3, 10)),
        (2, Fraction(2)),
        (Level.ln(4, Fraction(1, 2)), Level.ln(2)),
    ],
)
def test_a_level_is_read_from_the_forms_that_people_write(text, same):
    if same is None:
        with pytest.raises(InvalidValue):
            level("epsilon", text)
    else:
        assert level("epsilon", text) == same


@pytest.mark.parametrize(
    "bad", [0.3, True, float("nan"), Decimal("nan"), None, "ln(0)", "ln(-1)", "ln(3", "log(3)",
            "ln(3)/0", "ln(ln(3))", "ln(3)/2/3", "", "1e9*ln(3)", "ln(3)" * 200, "l" * 10**6]
)  # fmt: skip
def test_what_is_no_exact_number_is_refused_in_a_sentence(bad):
    with pytest.raises(DpbiError) as refused:
        level("epsilon", bad)
    assert str(refused.value).startswith("epsilon = ")
    assert len(str(refused.value)) < 700


def test_a_float_is_refused_with_the_sentence_of_rational_numbers():
    with pytest.raises(InexactInput, match="is a binary float"):
        level("epsilon", 0.3)
    with pytest.raises(InvalidValue, match="it must be > 0"):
        positive_level("epsilon", "-ln(3)")
    with pytest.raises(InvalidValue, match="it must be > 0"):
        positive_level("epsilon", "ln(1)")


@given(levels)
def test_a_level_is_read_back_from_its_own_text(a):
    assert level("epsilon", str(a)) == a


@given(levels, levels)
def test_levels_are_ordered_as_their_balls_are(a, b):
    F = Balls(256)
    with F.scope():
        x, y = a.value(F), b.value(F)
        assert (x < y) <= (a < b)
        assert (x > y) <= (a > b)
        assert x.overlaps(y) or a != b
    assert (a == b) == (not a < b and not b < a)
    assert a.simplest == a
    assert hash(a.simplest) == hash(a)
    assert (a < b.plain) == (a < Level.of(b.plain))


@given(bases, st.integers(1, 6), st.integers(1, 6), st.integers(1, 4))
def test_equal_logarithms_are_equal_levels_however_they_are_written(b, m, d, k):
    assert Level.ln(b**m, Fraction(1, d)) == Level.ln(b ** (m * k), Fraction(1, d * k))
    assert Level.ln(b, Fraction(m, d)) == Level.ln(1 / b, Fraction(-m, d))


@given(levels)
def test_the_factor_is_e_to_the_power_times_the_level(a):
    F = Balls(256)
    with F.scope():
        assert a.factor.value(F).overlaps(F.exp(a.value(F) * a.power))
        assert a.factor.log() is not None or a.times


@given(levels, small)
def test_sums_and_multiples_are_those_of_the_numbers(a, t):
    F = Balls(256)
    with F.scope():
        assert (a + t).value(F).overlaps(a.value(F) + F.rational(t))
        assert (a * t).value(F).overlaps(a.value(F) * F.rational(t))
        assert (t - a).value(F).overlaps(F.rational(t) - a.value(F))
    assert a.sign() == (a > 0) - (a < 0)
    e = a.enclosure()
    assert e.lo <= a <= e.hi
    assert float(a) == pytest.approx(float(e))


@given(bases, levels, st.integers(1, 3))
def test_a_logarithm_is_compared_with_a_level_as_levels_are(ratio, bound, power):
    assert log_at_most(ratio, bound) == (Level.ln(ratio) <= bound)
    assert log_at_most(ratio, Level.ln(ratio**power, Fraction(1, power)))
    assert not log_at_most(ratio, Level.ln(ratio) - Fraction(1, 10**40))
    assert log_at_most(ratio, Level.ln(ratio) + Fraction(1, 10**40))


def test_a_level_that_is_handed_in_is_brought_to_its_normal_form():
    assert level("x", Level(Fraction(0), Fraction(1, 2), Fraction(9))) == level("x", "ln(3)")


def test_a_level_that_is_handed_in_is_no_longer_than_one_that_is_written():
    with pytest.raises(InvalidValue, match="too many digits"):
        level("x", Level.ln(3, 10**8))


def test_a_fraction_before_a_logarithm_needs_its_star():
    assert level("x", "1/2*ln(9)") == level("x", "ln(3)")
    with pytest.raises(InvalidValue, match="after a fraction"):
        level("x", "1/2ln(9)")
