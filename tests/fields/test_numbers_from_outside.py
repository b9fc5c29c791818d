"""Numbers from outside: one grammar, one bound, one sentence; nothing is built unread."""

import re
import tracemalloc
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from hypothesis import example, given
from hypothesis import strategies as st

import dpbi
from dpbi.accuracy import crossings
from dpbi.bayes import sensitivity
from dpbi.bayes.data import whole
from dpbi.errors import (
    BadMechanism,
    BadTarget,
    DpbiError,
    InexactInput,
    InvalidValue,
    NotEnclosed,
    TooLarge,
    UnknownName,
    WrongCounts,
)
from dpbi.fields import Balls, Level
from dpbi.fields.balls import TINIEST
from dpbi.fields.enclosure import Enclosure, decimal
from dpbi.fields.rational import MOST_BITS, MOST_DIGITS, positive_rational, rational, whole_number
from dpbi.laws.forms import checked_row, exact_polynomial
from dpbi.laws.promise import Promise
from dpbi.libraries.declared import double
from dpbi.libraries.laws import as_scores
from dpbi.mechanisms import registry
from dpbi.promises.asserting import priors, simplest

F = Balls(128)
FORM = "write an integer, a fraction or a decimal"


def slow(text):
    """The number by the grammar, character by character; None for what is not a number.

    Independent of `rational`: no regular expression, no int() of more than one digit.
    """
    while text and text[0] in "\x20\x09\x0a\x0d\x0c\x0b":
        text = text[1:]
    while text and text[-1] in "\x20\x09\x0a\x0d\x0c\x0b":
        text = text[:-1]
    sign = 1
    if text[:1] in ("+", "-"):
        sign, text = (-1 if text[0] == "-" else 1), text[1:]

    def digits(some):
        value, count = 0, 0
        while some and some[0] in "0123456789":
            value, count, some = 10 * value + "0123456789".index(some[0]), count + 1, some[1:]
        return value, count, some

    top, before, rest = digits(text)
    if rest[:1] == "/":
        bottom, count, rest = digits(rest[1:])
        return Fraction(sign * top, bottom) if before and count and bottom and not rest else None
    part, after = 0, 0
    if rest[:1] == ".":
        part, after, rest = digits(rest[1:])
    if before + after == 0:
        return None
    shift = 0
    if rest[:1] in ("e", "E") and rest:
        rest, down = rest[1:], 1
        if rest[:1] in ("+", "-"):
            down, rest = (-1 if rest[0] == "-" else 1), rest[1:]
        shift, count, rest = digits(rest)
        if not count:
            return None
        shift *= down
    if rest:
        return None
    return sign * (top + Fraction(part, 10**after)) * Fraction(10) ** shift


@given(st.text("0123456789+-./eE \t_\xb2\uff11x", max_size=9))
@example("1.")
@example(".5e-3")
@example("+.")
@example("-0")
@example("1e+05")
@example("00/7")
@example("1\x0b")
@example("\xa01")
@example("1\u2003")
def test_the_parser_reads_what_a_slow_reading_of_the_grammar_reads(text):
    meant = slow(text)
    try:
        found = rational("x", text)
    except InvalidValue as error:
        found = None if error.need.startswith("write an integer") else meant  # or it is too long
    assert found == meant


@given(st.fractions(), st.integers(-60, 60))
def test_whatever_python_writes_is_read_back(value, shift):
    assert rational("x", str(value)) == value
    number = Decimal(value.numerator).scaleb(shift)
    assert rational("x", number) == rational("x", str(number)) == Fraction(number)


REFUSED = [
    "",
    " ",
    "+",
    ".",
    "e5",
    "1e",
    "1e+",
    "+-3",
    "--3",
    "1 / 2",
    "1/ 2",
    "1 2",
    "- 3",
    "1/-2",
    "1/2/3",
    "1/2e3",
    "1.5/2",
    "1_000",
    "1e9_999_999",
    "1e\xb2",
    "\xb2",
    "\uff11",
    "\u0661",
    "1\u00a0",
    "\ufeff1",
    "0x10",
    "1,5",
    "inf",
    "nan",
    "Infinity",
    "1j",
    "1\x00",
    "\ud800",
]


LAW = dpbi.Table.of({x: dict.fromkeys((0, 1), "1/2") for x in (0, 1)})
EHDS = dpbi.mechanism("ehds", prior=(1, 1), n=2, epsilon=1)
EXACT = {
    "epsilon": lambda v: dpbi.is_private(LAW, v),
    "slack": lambda v: dpbi.is_private(LAW, 1, slack=v),
    "tolerance": lambda v: dpbi.total_variation(EHDS, tolerance=v),
    "order": lambda v: dpbi.renyi_divergence(LAW, v),
    "prior parameter": lambda v: dpbi.Beta(v, 1),
    "ln's argument": Level.ln,
    "level": Level.of,
    "beta": sensitivity.FixedBeta,
    "delta": lambda v: dpbi.mechanism("mh-exp", prior=(1, 1), n=2, epsilon=1, delta=v),
    "gamma": lambda v: sensitivity.harmonic(dpbi.Beta(1, 1), 2, v, F),
    "low": lambda v: simplest(v, 2),
}
WHOLE = {
    "digits": [
        EHDS.law((1, 1))[0, 2].json,  # without digits a loss has a tolerance
        lambda v: dpbi.privacy_loss(LAW, digits="none" if v is None else v),
    ],
    "bits": [lambda v: LAW.law(0, v), lambda v: EHDS.law((1, 1), v), Balls],
    "count": [lambda v: dpbi.Beta(1, 1).update((v, 1)), lambda v: EHDS.law((v, 1))],
    "releases": [lambda v: dpbi.composed_delta(LAW, v, 1)],
    "most": [lambda v: dpbi.releases_within(LAW, 1, "1/9", most=v)],
    "denominator": [lambda v: simplest(0, 1, denominator=v)],
    "categories": [priors],
    "n": [
        lambda v: dpbi.mechanism("ehds", prior=(1, 1), n=v, epsilon=1),
        lambda v: sensitivity.all_local(dpbi.Beta(1, 1), v, F),
        lambda v: crossings(lambda n: EHDS, lambda n: EHDS, lambda n: (1, 1), [v]),
    ],
}


@pytest.mark.parametrize("name", EXACT)
def test_a_number_is_read_by_the_one_reader_whoever_asks(name):
    for value in (0.1, np.float64(3), float("nan"), True, Decimal("nan"), "1e999999999", "x", None):
        with pytest.raises(DpbiError) as expected:
            rational(name, value)
        with pytest.raises(DpbiError) as refused:
            EXACT[name](value)
        assert str(refused.value).startswith(str(expected.value))


@pytest.mark.parametrize(("name", "ask"), [(k, ask) for k, asks in WHOLE.items() for ask in asks])
def test_a_whole_number_is_read_by_the_one_reader_whoever_asks(name, ask):
    for value in (2.0, np.float64(3), float("nan"), True, Decimal("nan"), "1e999999999", "x", None):
        with pytest.raises(InvalidValue, match=f"^{name} = .* is refused: write a whole number"):
            ask(value)


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_number_is_refused_with_one_sentence_everywhere(text):
    for read in (rational, positive_rational):
        with pytest.raises(InvalidValue, match=FORM):
            read("x", text)
    with pytest.raises(InvalidValue, match=FORM):
        Promise.epsilon(text)
    with pytest.raises(InvalidValue, match=FORM):
        dpbi.mechanism("ehd", prior=(1, text), n=3, epsilon=1)


TOO_LONG = [
    "1e999999999 ",
    "1e9999999999999999999999",
    "1e-999999999",
    "1e4000",
    "1e-4000",
    "0e999999999",
    "7" * 4001,
    "1/" + "7" * 4001,
    "7" * 4001 + "/1",
    "." + "0" * 4000 + "1",
    "0" * 4001,
    "1" * 10_000_000,
    "1e" + "1" * 10_000_000,
    Decimal("1e999999"),
    Decimal("1e-999999"),
    Decimal("1e999999999999999999"),
    Decimal("7" * 4001),
]


@pytest.mark.parametrize("number", TOO_LONG, ids=lambda n: str(n)[:12])
def test_what_is_too_long_is_refused_before_it_is_built(number):
    tracemalloc.start()
    try:
        with pytest.raises(InvalidValue, match="at most 4000 digits, written out") as refused:
            rational("x", number)
        assert len(str(refused.value)) < 400
        assert tracemalloc.get_traced_memory()[1] < 100_000_000, "10^999999999 has 400 MB"
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "text",
    [
        "1e3999",
        "1e-3999",
        "7" * 4000,
        "1/" + "7" * 4000,
        "." + "7" * 4000,
        "1e400",
        "000.001e-3990",
    ],
)
def test_up_to_the_bound_every_decimal_is_exact_and_prints(text):
    number = rational("x", text)
    assert number == slow(text)
    assert str(number)
    assert positive_rational("x", text) == number
    assert str(Promise.epsilon(text))


@pytest.mark.parametrize("value", [True, False, np.True_])
def test_a_truth_value_is_no_number(value):
    with pytest.raises(InvalidValue, match="it is a truth value"):
        rational("x", value)


@pytest.mark.parametrize("value", [0.5, float("nan"), float("inf"), np.float64(0.5), np.float32(2)])
def test_a_float_is_refused_and_told_what_to_write(value):
    with pytest.raises(InexactInput, match="x = "):
        rational("x", value)


class Odd:
    def __float__(self):
        raise ValueError("no")

    def __str__(self):
        raise OSError("no text")


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        (1,),
        {},
        b"1",
        1j,
        Odd(),
        np.array([1.5, 2.5]),
        Decimal("nan"),
        Decimal("inf"),
        Decimal("-inf"),
        Decimal("snan"),
    ],
    ids=lambda v: type(v).__name__,
)
def test_all_else_is_refused_in_one_sentence(value):
    with pytest.raises(InvalidValue, match=FORM) as refused:
        rational("x", value)
    assert str(refused.value).isprintable()


HUGE = 10**100_000


@pytest.mark.parametrize(
    "refuse",
    [
        lambda: positive_rational("x", -HUGE),
        lambda: positive_rational("x", HUGE),
        lambda: positive_rational("x", Fraction(1, HUGE)),
        lambda: Promise.delta(1, Fraction(HUGE, 3)),
        lambda: dpbi.mechanism("ehd", prior=(1, 1), n=-HUGE, epsilon=1),
        lambda: dpbi.mechanism("ehd", prior=(1, 1, 1), n=HUGE, epsilon=1).law((1, 1, 1)),
        lambda: dpbi.bayes.data.counts((HUGE, -HUGE)),
        lambda: dpbi.bayes.data.counts((HUGE, 1), n=HUGE),
        lambda: dpbi.bayes.data.check_enumerable("all", HUGE),
        lambda: dpbi.bayes.data.check_enumerable("all", 10**400),
        lambda: checked_row("m", HUGE, {0: Fraction(1, HUGE), 1: 1}),
        lambda: checked_row("m", "x", {0: -HUGE, 1: 1}),
        lambda: checked_row("m", "x", {HUGE: -1, 1: 1}),
        lambda: checked_row("m", "x", {HUGE: float("nan"), 1: 1}),
        lambda: whole("n", "7" * 5000),
    ],
)
def test_what_is_refused_is_said_however_long_it_is(refuse):
    with pytest.raises(DpbiError) as refused:
        refuse()
    said = str(refused.value)
    assert said.isprintable()
    assert len(said) < 600


def test_huge_integers_are_measured():
    for digits in (4301, 5000, 123_457):
        for value in (10 ** (digits - 1), 10**digits - 1):
            said = str(InvalidValue("x", value, "no"))
            (measured,) = re.findall(r"\(an integer of about (\d+) digits\)", said)
            assert abs(int(measured) - digits) <= 1
    assert "a fraction of about 5000 digits" in str(InvalidValue("x", Fraction(1, 10**4999), "no"))


def test_long_values_are_cut_and_say_how_long_they_were():
    said = str(WrongCounts((10**4000, 1), "no"))
    assert "characters)" in said
    assert len(said) < 300
    assert str(WrongCounts((3, 4), "no")) == "counts 3,4 are refused: no"
    assert "10^3999" in str(TooLarge("x", 10**3999, 5))
    assert len(str(BadMechanism("m", "no", dataset="x" * 10**6))) < 300


def test_an_enclosure_of_any_size_prints():
    value = Fraction(3**5000, 7**9000)
    assert str(Enclosure(value, value)).startswith("[")
    assert repr(Enclosure.exactly(10**5000))


@given(st.integers(-(10**6), 10**6), st.integers(-400, 400), st.integers(0, 2000))
def test_the_ends_of_a_ball_are_exact_where_their_exponents_are_usual(m, e, radius):
    power = Fraction(2) ** e
    ball = arb(m) * F.rational(power) + arb(0, radius) * F.rational(power)
    middle, spread = (
        int(part) * Fraction(2) ** int(place)
        for part, place in (ball.mid().man_exp(), ball.rad().man_exp())
    )
    assert radius * power <= spread
    found = F.enclosure(ball)
    assert (found.lo, found.hi) == (middle - spread, middle + spread)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_ball_far_below_any_double_is_enclosed_in_little_memory(sign):
    tracemalloc.start()
    found = F.enclosure(sign * F.exp(F.rational(-(10**11))))
    near, far = (found.lo, found.hi) if sign > 0 else (found.hi, found.lo)
    assert near == 0
    assert 0 < sign * far <= 4 * TINIEST
    with pytest.raises(NotEnclosed):
        F.enclosure(sign * F.exp(F.rational(10**11)))
    assert repr(found)
    assert tracemalloc.get_traced_memory()[1] < 100_000_000, "2^-(10^11) has 18 GB"
    tracemalloc.stop()


@given(st.integers(1, 10**6), st.integers(-3000, 3000), st.integers(1, 60), st.booleans())
def test_a_decimal_is_on_the_side_that_was_asked_for_and_close(numerator, power, digits, up):
    value = Fraction(numerator, 7) * Fraction(2) ** power
    found = Fraction(decimal(value, digits, up=up))
    assert found >= value if up else found <= value
    assert abs(found - value) <= value * Fraction(10) ** (1 - digits)


@pytest.mark.parametrize("text", ["3", " 3 ", "+3", "-3", "003"])
def test_whole_numbers_are_read_in_the_same_digits(text):
    assert whole("n", text) == whole_number(text) == int(text)


@pytest.mark.parametrize("text", ["3.0", "3/1", "3e0", "\uff13", "1_0", "+-3", "", ".5", "\xb2"])
def test_what_is_no_whole_number_is_refused(text):
    assert whole_number(text) is None
    with pytest.raises(InvalidValue, match="write a whole number"):
        whole("n", text)


@pytest.mark.parametrize(
    "text", ["9x99999999999", "999999999x0", "99999999x9", "\xb2x2", "3x", "x"]
)
def test_a_grid_of_scores_is_bounded_before_it_is_counted(text):
    with pytest.raises(DpbiError):
        as_scores(text)


def test_the_bound_is_below_what_python_writes():
    assert len(str(2**MOST_BITS)) < 4300
    assert len(str(10**MOST_DIGITS - 1)) == MOST_DIGITS


class Claims:
    """A mechanism of somebody else, with an epsilon of any kind."""

    def __init__(self, epsilon):
        self.epsilon = epsilon

    def datasets(self):
        return [0, 1]

    def neighbours(self, x):
        return [1 - x]

    def probabilities(self, x):
        return {x: Fraction(3, 4), 1 - x: Fraction(1, 4)}


@pytest.mark.parametrize(
    "epsilon", ["1e999999999 ", "1e9_9", Decimal("1e999999"), "x", Decimal("nan")]
)
def test_the_claim_of_a_mechanism_is_read_as_strictly(epsilon, tmp_path):
    with pytest.raises(InvalidValue):
        dpbi.privacy_loss(Claims(epsilon))
    with pytest.raises(InvalidValue):
        dpbi.assert_private(Claims(epsilon))
    with pytest.raises(InvalidValue):
        dpbi.dump_law(Claims(epsilon), tmp_path / "law.json")


@pytest.mark.parametrize("given", ["12", "1/2", True, Decimal("0.5"), "1e999999999"])
def test_the_text_of_a_number_is_no_list_of_coefficients(given):
    try:
        found = exact_polynomial(given)
    except InvalidValue:
        assert given is True or given == "1e999999999"
    else:
        assert list(map(str, found.coeffs())) == [str(rational("x", given))]


@pytest.mark.parametrize("value", ["1e400", 10**400, "1e-999999999", "nan"])
def test_the_double_of_a_library_is_finite(value):
    with pytest.raises(InvalidValue):
        double("scale", value)


class Entry:
    def __init__(self, name, error=None):
        self.name, self.error = name, error

    def load(self):
        if self.error is not None:
            raise self.error
        return Claims


def test_a_package_that_does_not_load_hides_no_other(monkeypatch):
    entries = [Entry("good"), Entry("bad", SystemExit(0)), Entry("worse", ImportError("x" * 10**6))]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: entries)
    assert "good" in registry.registered()
    assert not {"bad", "worse"} & set(registry.registered())
    assert registry.find("good") is Claims
    for name in ("bad", "worse"):
        with pytest.raises(BadTarget, match="the package that registers it cannot be loaded"):
            registry.find(name)
    with pytest.raises(UnknownName, match="did you mean good"):
        registry.find("goood")


def test_zeros_before_an_exponent_do_not_count():
    assert rational("x", "1e" + "0" * 3000 + "1") == 10
    assert rational("x", "1e-" + "0" * 3000 + "2") == Fraction(1, 100)
