"""How exact numbers are written: the text, read back by sympy, is the number."""

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from later import sympy

from dpbi.fields.expsums import ExpQuotient, ExpSum
from dpbi.fields.polynomial import Q, polynomial
from dpbi.fields.written import factored, factors, logarithm, quotient


def of(terms):
    """The sum of c e^r for {r: c}."""
    return ExpQuotient.of(ExpSum.of({Fraction(r): Fraction(c) for r, c in terms.items()}))


def read(text):
    """What sympy takes the text for, exactly."""
    spelled = re.sub(r"(\d) q", r"\1*q", text)
    return sympy.sympify(spelled, locals={"ln": sympy.log}, rational=True, convert_xor=True)


def in_sympy(value):
    """The same number, made of its parts by sympy."""
    r = sympy.Rational
    made = r(value.coefficient.numerator, value.coefficient.denominator)
    made *= sympy.exp(r(value.exponent.numerator, value.exponent.denominator))
    for base, times in value.factors:
        terms = (
            r(c.numerator, c.denominator) * sympy.exp(r(s.numerator, s.denominator))
            for s, c in base.terms
        )
        made *= sympy.Add(*terms) ** times
    return made


half = Fraction(1, 2)
WRITTEN = {
    "0": of({0: 1}),
    "2": of({2: 1}),
    "ln(77/45)": of({0: Fraction(77, 45)}),
    "1/2 + ln(3)": of({half: 3}),
    "ln(-1 + exp(1/2))": (of({0: 1}) - of({1: 1}))
    / of({0: -1, half: -1}),  # 1 - e over -1 - sqrt e
    "ln((3 + 2*exp(1)) / 6)": of({0: half, 1: Fraction(1, 3)}),
    "ln(4 / (1 + exp(1))^2)": of({0: 4}) / of({0: 1, 1: 1}) ** 2,
    "-1 + ln((2 + exp(3)) / 5)": of({-1: 2, 2: 1}) / of({0: 5}),
    "ln((1 + exp(1)) / ((3 + exp(1))*(5 + exp(2))))": of({0: 1, 1: 1})
    / (of({0: 3, 1: 1}) * of({0: 5, 2: 1})),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_a_logarithm_is_written_in_lowest_terms(text):
    assert logarithm(WRITTEN[text]) == text


exponents = st.sampled_from([Fraction(0), Fraction(1, 3), half, Fraction(1), Fraction(2)])
numbers = st.fractions(-3, 3, max_denominator=3).filter(bool)
sums = st.dictionaries(exponents, numbers, min_size=1, max_size=3).map(of)
quotients = st.lists(st.tuples(sums, st.sampled_from([-2, -1, 1, 2])), min_size=1, max_size=3)


@given(quotients)
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_the_number(parts):
    value = of({0: 1})
    for base, times in parts:
        value *= base**times
    assert (factored(value) - value).sign() == 0
    if value.sign() > 0:
        found, given_ = read(logarithm(value)), sympy.log(in_sympy(value))
        assert abs((found - given_).evalf(60, maxn=400)) < 1e-40


def test_a_wrong_factorisation_is_not_used(monkeypatch):
    p = (1 - Q) ** 3 * (2 + Q)
    assert len(factors(p)) > 1
    q = sympy.symbols("q")
    wrong = lambda self: (sympy.Integer(1), [(sympy.Poly(q - 2, q), 4)])  # noqa: E731
    monkeypatch.setattr(sympy.Poly, "factor_list", wrong)
    assert factors(p) == [p]
    value = of({0: 1, 1: 2, 2: 1})
    assert factored(value) == value


@pytest.mark.parametrize(
    ("top", "bottom", "text"),
    [
        (2 - Q, Q, "(2 - q) / q"),
        (polynomial(1), 1 - Q, "1 / (1 - q)"),
        (polynomial(half), Q**2, "1 / (2 q^2)"),
        ((1 - Q) ** 9, 3 * (1 + Q) ** 9, "(1 - q)^9 / (3*(1 + q)^9)"),
        ((1 - Q) ** 4 * (2 + Q), (1 + Q) ** 3 * Q, "(2 + q)*(1 - q)^4 / (q*(1 + q)^3)"),
        ((1 - Q) ** 9 * (1 + Q + Q**2), polynomial(1), "(1 - q)^9*(1 + q + q^2)"),
    ],
)
def test_a_quotient_of_polynomials_is_written_in_factors_where_that_is_shorter(top, bottom, text):
    assert quotient(top, bottom) == text


small = st.lists(st.fractions(-3, 3, max_denominator=4), min_size=1, max_size=4).filter(any)


@given(small, small, st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_a_quotient_of_polynomials_is_read_back(above, below, times):
    text = quotient(polynomial(above) ** times, polynomial(below))
    q = sympy.symbols("q")
    values = [sum(sympy.Rational(c) * q**i for i, c in enumerate(cs)) for cs in (above, below)]
    assert sympy.simplify(read(text) - values[0] ** times / values[1]) == 0
