"""A sensitivity of one's own: verdicts that are never stronger than what was seen."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp, mpf

import dpbi

mp.dps = 60


@pytest.fixture
def squares():
    """x^2 at 0..4 on a line: LS is 1, 3, 5, 7, 7."""
    return dpbi.sensitivity(dpbi.query(datasets=range(5), neighbours="line")(lambda x: x * x))


def verdicts(findings):
    return [f.verdict for f in findings]


VALUES = st.lists(st.integers(0, 9) | st.fractions(0, 9, max_denominator=4), min_size=5, max_size=5)


@given(VALUES, st.sampled_from(["0", "1/4", "1"]), st.sampled_from(["0", "1/10"]))
def test_the_exponential_verdict_and_its_witness_are_those_of_the_definition(values, beta, slack):
    s = dpbi.sensitivity(dpbi.query(datasets=range(5), neighbours="line")(lambda x: x * x))
    bound, smooth = s.judge(values.__getitem__, beta=beta, slack=slack)
    local, factor = (
        [1, 3, 5, 7, 7],
        mp.exp(mpf(Fraction(beta).numerator) / Fraction(beta).denominator),
    )
    allowed = Fraction(slack)
    low = [i for i in range(5) if local[i] > values[i] + allowed]
    assert (bound.verdict, bound.x) == (("fails", low[0]) if low else ("holds", None))
    pairs = [(i, j) for i in range(5) for j in (i - 1, i + 1) if 0 <= j < 5]
    exactly = [mpf(v.numerator) / v.denominator for v in (*map(Fraction, values), allowed)]
    bad = [
        (i, j) for i, j in pairs if exactly[i] - exactly[5] > factor * exactly[j] + mpf(10) ** -40
    ]
    assert (smooth.verdict, smooth.x, smooth.y) == (
        ("fails", *bad[0]) if bad else ("holds", None, None)
    )


@given(VALUES, st.sampled_from(["0", "1/4", "2"]), st.sampled_from(["0", "1/10"]))
def test_the_harmonic_verdict_and_its_witness_are_those_of_the_definition(values, gamma, slack):
    s = dpbi.sensitivity(dpbi.query(datasets=range(5), neighbours="line")(lambda x: x * x))
    _, smooth = s.judge(values.__getitem__, gamma=gamma, slack=slack)

    def beyond(a, b):
        if not a:
            return b > 0  # 1/0 is infinite
        return bool(b) and 1 / Fraction(a) - 1 / Fraction(b) > Fraction(gamma) + Fraction(slack)

    pairs = [(i, j) for i in range(5) for j in (i - 1, i + 1) if 0 <= j < 5]
    bad = [(i, j) for i, j in pairs if beyond(values[i], values[j])]
    assert (smooth.verdict, smooth.x, smooth.y) == (
        ("fails", *bad[0]) if bad else ("holds", None, None)
    )


@given(st.lists(st.integers(0, 9), min_size=5, max_size=5), st.sampled_from(["1/3", "1", "5"]))
def test_the_smooth_sensitivity_itself_is_a_bound_and_smooth(answers, gamma):
    s = dpbi.sensitivity(dpbi.query(datasets=range(5), neighbours="line")(answers.__getitem__))
    own = {x: s.smooth(x, gamma=gamma).exact for x in range(5)}
    assert verdicts(s.judge(own.get, gamma=gamma)) == ["holds", "holds"]


def test_enclosures_that_tie_are_undecided_and_a_slack_decides_them(squares):
    def own(x):
        return squares.smooth(x, beta="1/4")

    bound, smooth = squares.judge(own, beta="1/4")
    assert (bound.verdict, smooth.verdict, smooth.holds) == ("holds", "undecided", None)
    assert "not decided at" in str(smooth)
    assert "ball" in smooth.trusts
    assert verdicts(squares.judge(own, beta="1/4", slack="1e-30")) == ["holds", "holds"]


def test_a_formula_over_a_field_is_refined_until_it_is_decided(squares):
    seen = []

    def own(x, F):
        seen.append(x)
        return F.rational(7) + F.exp(F.rational(-100))  # above 7 by less than 96 bits show

    (bound,) = squares.judge(own)
    assert bound.holds
    assert len(seen) > 10

    def half(x, F):
        return F.rational(7) * F.exp(F.rational(-x)) + F.rational("1/2")

    assert verdicts(squares.judge(half, beta=1)) == ["fails", "holds"]
    assert verdicts(squares.judge(half, beta="1/2")) == ["fails", "fails"]


WIDE = st.tuples(st.integers(0, 8), st.integers(0, 3)).map(
    lambda pair: dpbi.Enclosure(Fraction(pair[0], 2), Fraction(sum(pair), 2))
)


@given(WIDE, WIDE, st.sampled_from(["beta", "gamma"]), st.sampled_from(["0", "1/4", "1"]))
def test_of_enclosures_a_verdict_holds_for_every_number_that_they_can_stand_for(a, b, form, step):
    pair = dpbi.sensitivity(dpbi.query(datasets=range(2), neighbours="all")(lambda x: 0))
    found = pair.judge([a, b].__getitem__, **{form: step})[1].holds

    def points(e):
        return {e.lo, (e.lo + e.hi) / 2, e.hi}

    exact = [
        pair.judge([u, v].__getitem__, **{form: step})[1].holds
        for u in points(a)
        for v in points(b)
    ]
    assert (found is True) == all(exact)
    assert found is not False or not any(exact)


def test_a_value_near_zero_is_seen_to_be_above_it_with_more_bits_and_refused_where_it_may_be_zero():
    flat = dpbi.sensitivity(dpbi.query(datasets=range(2), neighbours="all")(lambda x: 0))

    def tiny(x, F):
        return F.exp(F.rational(Fraction(1, 10**40))) - 1  # 96 bits do not tell it from 0

    assert verdicts(flat.judge(tiny, beta=1)) == ["holds", "holds"]
    assert verdicts(flat.judge(tiny, gamma=0)) == ["holds", "undecided"]  # as 1/S - 1/S of balls

    def zero(x, F):
        return F.exp(F.rational(1)) / F.exp(F.rational(1)) - 1

    with pytest.raises(dpbi.DpbiError, match="is not certainly >= 0"):
        flat.judge(zero)


def test_an_exact_exponential_along_a_line_is_a_tie_that_balls_do_not_decide(squares):
    def own(x, F):
        return F.rational(7) * F.exp(F.rational(Fraction(4 - x)))

    bound, smooth = squares.judge(own, beta=1)
    assert (bound.holds, smooth.holds) == (True, None)
    assert squares.judge(own, beta="1/2")[1].holds is False
    assert squares.judge(own, beta="11/10")[1].holds is True


def test_a_certain_failure_is_said_although_an_earlier_pair_is_not_decided(squares):
    def own(x):
        return {4: Fraction(1, 100)}.get(x, squares.smooth(x, beta="1/4"))

    _, smooth = squares.judge(own, beta="1/4")
    assert (smooth.verdict, smooth.x, smooth.y) == ("fails", 3, 4)


def test_floats_are_taken_as_they_are_so_roundings_count(squares):
    def own(x):
        return max(7 * math.exp(-abs(x - 3) / 4), 7 * math.exp(-abs(x - 4) / 4))

    bound, smooth = squares.judge(own, beta="1/4")
    assert bound.holds
    assert "exact binary" in bound.trusts
    assert squares.judge(own, beta="1/4", slack="1e-12")[1].holds
    assert smooth.holds == all(
        own(i) <= mp.exp(mpf(1) / 4) * own(j)
        for i in range(5)
        for j in (i - 1, i + 1)
        if 0 <= j < 5
    )


def test_a_slack_is_one_of_the_inequality_as_it_is_written():
    step = dpbi.sensitivity(dpbi.query(datasets=range(2), neighbours="all")(lambda x: x))
    own = [Fraction(2), Fraction(3)]  # 1/2 - 1/3 = 1/6, and 3 - 2 e^0 = 1
    for form, missing in (({"gamma": "1/10"}, "1/15"), ({"beta": 0}, "1")):
        assert step.judge(own.__getitem__, **form, slack=missing)[1].holds
        less = Fraction(missing) - Fraction(1, 10**40)
        assert step.judge(own.__getitem__, **form, slack=less)[1].holds is False
    (bound,) = step.judge(lambda x: Fraction(1, 2), slack="1/2")
    assert bound.holds
    (bound,) = step.judge(lambda x: Fraction(1, 2), slack="0.4999")
    assert bound.holds is False


def test_a_verdict_says_on_how_many_datasets(squares):
    bound, smooth = squares.judge(lambda x: 7, gamma=0)
    assert str(bound) == (
        "<lambda> is an upper bound on the local sensitivity, on the 5 declared datasets"
    )
    assert str(smooth).endswith("(harmonic, gamma = 0), on the 5 declared datasets")
    (bound,) = squares.judge(lambda x: 6, slack=1)
    assert "with slack 1, on the 5" in str(bound)
    (bound,) = squares.judge(lambda x: 6)
    assert str(bound).endswith("not so at 3: S = 6, and LS = 7")
    assert bound.json()["verdict"] == "fails"


def test_zero_beside_zero_is_smooth_and_beside_more_it_is_not():
    flat = dpbi.sensitivity(dpbi.query(datasets=range(3), neighbours="line")(lambda x: 0))
    for form in ({"beta": 1}, {"gamma": 1}):
        assert verdicts(flat.judge(lambda x: 0, **form)) == ["holds", "holds"]
        bound, smooth = flat.judge(lambda x: int(x == 2), **form)
        assert (bound.holds, smooth.holds) == (True, False)


REFUSED = {
    "negative": (lambda x: -1, "its value -1 is not certainly >= 0"),
    "nan": (lambda x: math.nan, "its value is NaN"),
    "infinite": (lambda x: math.inf, "its value is infinite"),
    "infinite bounds": (lambda x: dpbi.Bounds(Fraction(1), math.inf), "its value is infinite"),
    "text": (lambda x: "7", "its value is the text '7'"),
    "none": (lambda x: None, "its value is None"),
    "list": (lambda x: [7], "its value is a list"),
    "truth": (lambda x: True, "truth value"),
    "complex": (lambda x: 1j, "complex"),
    "raises": (lambda x: 1 / 0, "ZeroDivisionError"),
    "exits": (lambda x: exit(0), r"sys\.exit"),
    "a negative formula": (lambda x, F: F.rational(-1), "not certainly >= 0"),
    "a formula that compares": (
        lambda x, F: F.rational(7) if F.exp(F.rational(1)) == F.exp(F.rational(1)) else 8,
        "cannot be decided",
    ),
    "a formula that rounds": (lambda x, F: float(F.exp(F.rational(1))), "loses its guarantee"),
    "a formula without a value": (lambda x, F: None, "its value is None"),
    "a formula that is infinite": (lambda x, F: F.log(F.rational(0)), "not a finite number"),
}


@pytest.mark.parametrize("why", REFUSED)
def test_what_is_no_bound_is_refused_in_one_sentence(why, squares):
    own, sentence = REFUSED[why]
    with pytest.raises(dpbi.DpbiError, match=sentence) as refused:
        squares.judge(own, beta=1)
    assert "\n" not in str(refused.value)


def test_a_bound_with_hidden_state_is_refused(squares):
    calls = []

    def own(x):
        calls.append(x)
        return 7 + len(calls)

    with pytest.raises(dpbi.DpbiError, match="when it is asked again: it must depend on x alone"):
        squares.judge(own)


def test_what_cannot_be_called_is_refused(squares):
    with pytest.raises(dpbi.DpbiError, match="write a function of a dataset"):
        squares.judge(7)


@pytest.mark.parametrize("form", [{"beta": 1}, {"gamma": 1}])
def test_a_planted_error_in_a_bound_is_found_where_it_is_smallest(form):
    """The bound by Nissim et al. for the median, with one neighbour too few."""
    n, top = 5, 3
    tables = [(*(0,) * (n - k), *(top,) * k) for k in range(n + 1)]
    s = dpbi.sensitivity(
        dpbi.query(datasets=tables, neighbours="line")(lambda x: sorted(x)[n // 2])
    )
    right = {x: s.smooth(x, **form) for x in tables}
    wrong = {x: 0 if s.local(x).value == 0 else right[x].exact for x in tables}
    assert all(f.holds is not False for f in s.judge(right.get, **form))
    bound, smooth = s.judge(wrong.get, **form)
    assert (bound.holds, smooth.holds) == (True, False)
