"""Numbers a + ln b: the laws of arithmetic, against Fractions and against mpmath at 60 digits."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from mpmath import mp, mpf

from dpbi.fields.logsum import LogSum, LogSums, NotExact


@pytest.fixture(autouse=True, scope="module")
def _digits():
    """For these tests only, whatever other files have set."""
    with mp.workdps(60):
        yield


F = LogSums()
NUMBERS = st.fractions(-4, 4, max_denominator=6)
POSITIVE = st.fractions(Fraction(1, 6), 6, max_denominator=6)


def real(v):
    return mpf(v.numerator) / v.denominator


def value(number):
    """The number at 60 digits, summed up from its parts here."""
    return quotient(number.a) + mp.log(quotient(number.b))


def quotient(part):
    """The product of its powers, each base summed up."""
    result = real(part.coefficient) * mp.exp(real(part.exponent))
    for base, m in part.factors:
        result *= mp.fsum(real(c) * mp.exp(real(r)) for r, c in base.terms) ** m
    return result


@st.composite
def pairs(draw):
    """A number of the field, and what it is at 60 digits, both made from the same steps."""
    r, s, t = draw(NUMBERS), draw(POSITIVE), draw(NUMBERS)
    kind = draw(st.integers(0, 6))
    if kind == 0:
        return F.rational(r), real(r)
    if kind == 1:
        return F.log(F.rational(s)), mp.log(real(s))
    if kind == 2:
        return F.exp(F.rational(r)) * s, mp.exp(real(r)) * real(s)
    if kind == 3:
        return F.rational(t) + F.log(s + F.exp(F.rational(r))), real(t) + mp.log(
            real(s) + mp.exp(real(r))
        )
    if kind == 4:
        return 1 / (F.exp(F.rational(r)) + s), 1 / (mp.exp(real(r)) + real(s))
    if kind == 5:
        e, x = F.exp(F.rational(r)), mp.exp(real(r))
        return F.log(e / (e + s)) * 3 - t, mp.log(x / (x + real(s))) * 3 - real(t)
    return F.expm1(F.rational(r)) - t, mp.expm1(real(r)) - real(t)


def close(number, expected):
    return abs(value(number) - expected) < mpf(10) ** -50


def tried(operation):
    """The result, or the example is passed over because the field declines it."""
    try:
        return operation()
    except NotExact:
        assume(False)


@given(pairs(), pairs())
def test_sums_differences_and_products_are_what_they_are(one, two):
    (a, x), (b, y) = one, two
    assert close(a + b, x + y)
    assert close(tried(lambda: a - b), x - y)
    assert close(tried(lambda: a * b), x * y)


@given(pairs(), pairs())
def test_order_and_equality_are_decided_and_never_contradict_each_other(one, two):
    (a, x), (b, y) = one, two
    less, equal = tried(lambda: a < b), tried(lambda: a == b)
    if abs(x - y) > mpf(10) ** -50:
        assert (less, equal) == (x < y, False)
    else:
        assert (less, equal) == (False, True)
    assert [less, equal, a > b].count(True) == 1
    assert (a <= b, a >= b) == (less or equal, not less)


@given(pairs(), pairs(), st.integers(-3, 3))
def test_quotients_and_powers_are_what_they_are(one, two, n):
    (a, x), (b, y) = one, two
    assert close(tried(lambda: a / b), x / y if y else mp.inf)
    assert close(tried(lambda: a**n), x**n if x or n > 0 else mp.inf)
    assert close(tried(lambda: (a / b + b) / (a - 1 / b)), (x / y + y) / (x - 1 / y))


@given(pairs(), st.integers(2, 4))
def test_a_root_undoes_a_power(one, n):
    a, x = one
    power = tried(lambda: a**n).a
    assume(power.sign() > 0)
    assert power.root(n) == (a.a if a.sign() > 0 else -a.a) or close(LogSum(power.root(n)), abs(x))
    assert F.sqrt(a * a) == abs(a)


@given(POSITIVE, st.integers(1, 5), st.integers(1, 5))
def test_the_same_number_written_differently_is_equal(r, n, m):
    q = F.exp(F.rational(-r))
    assert (1 - q**2) / (1 - q) == 1 + q
    assert (1 - q ** (n * m)) / (1 - q**n) == sum(q ** (n * i) for i in range(m))
    assert F.log(1 / (1 + q)) + F.log(1 - q**2) == F.log(1 - q)
    assert 1 / (q + 1) + q / (q + 1) == 1


@given(NUMBERS, NUMBERS)
def test_rational_numbers_behave_as_fractions(r, s):
    a, b = F.rational(r), F.rational(s)
    assert (a + b, a - s, r - b, a * b) == (r + s, r - s, r - s, r * s)
    assert (a < b, abs(a) == abs(r), bool(a)) == (r < s, True, r != 0)
    assert s == 0 or a / b == r / s
    assert F.maximum([a, b]) == max(r, s)
    assert F.minimum([a, b]) == min(r, s)


@given(NUMBERS, st.integers(-5, 5))
def test_powers_and_logarithms_undo_exponentials(r, n):
    q = F.exp(F.rational(r))
    assert F.log(q) == r
    assert q**n == F.exp(F.rational(r * n))
    assert n * F.log(q) == r * n
    assert F.exp(F.log(F.rational(3)) * 4 + r) == 81 * q


@given(POSITIVE, POSITIVE, st.integers(0, 6))
def test_a_polynomial_is_multiplied_out(r, s, n):
    q = F.exp(F.rational(-r))
    assert close((1 - q * s) ** n, (1 - mp.exp(-real(r)) * real(s)) ** n)
    assert close(F.log(s + q) * n, n * mp.log(real(s) + mp.exp(-real(r))))


def test_ties_are_ties_however_they_are_written():
    q = F.exp(F.rational(Fraction(-1, 3)))
    assert F.log((1 - q) * q) - F.log(q) == F.log(1 - q) + 0
    assert F.log(q * q * q) == -1
    assert not F.log(q**3) + 1


@pytest.mark.parametrize(
    "leaves",
    [
        lambda: F.sqrt(F.rational(2)),
        lambda: F.pi(),
        lambda: F.exp(F.exp(F.rational(1))),
        lambda: F.log(F.rational(0)),
        lambda: F.log(F.rational(-1)),
        lambda: F.rational(1) / F.rational(0),
        lambda: F.sqrt(1 + F.exp(F.rational(1))),
        lambda: F.sqrt(F.rational(-4)),
        lambda: F.log(F.rational(2)) * Fraction(1, 2),
        lambda: F.log(F.rational(2)) * F.log(F.rational(3)),
        lambda: F.rational(2) + 0.5,
        lambda: F.exp(F.rational(1)) ** 10**9,
        lambda: F.log(F.rational(2)) * 10**9,
        lambda: hash(F.rational(1)),
        lambda: LogSum.of("1"),
    ],
)
def test_what_leaves_the_field_is_declined(leaves):
    with pytest.raises(NotExact):
        leaves()


@pytest.mark.parametrize("digits", [25, 60, 200])
def test_a_logarithm_beside_an_exponential_is_ordered_up_to_the_last_rung(digits):
    with mp.workdps(digits + 20):
        near = mp.exp(mp.e)  # ln of a rational beside it is nearly e
        below = Fraction(int(mp.floor(near * mpf(10) ** digits)), 10**digits)
    e = F.exp(F.rational(Fraction(1)))
    assert F.log(F.rational(below)) < e < F.log(F.rational(below + Fraction(1, 10**digits)))
