"""What a promise is: exact numbers, a slack that is always said, text and JSON that come back."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpbi.errors import InexactPromise, InvalidValue, NothingPromised
from dpbi.fields import Level
from dpbi.laws.promise import Promise, promises, shortest

exact = st.fractions(0, 9, max_denominator=20) | st.builds(
    lambda b, d: Level.ln(b, Fraction(1, d)).simplest, st.fractions(1, 30), st.integers(1, 4)
)
slacks = st.sampled_from([0, "1e-9", "1/3", Fraction(1, 7)])
made = st.one_of(
    st.builds(lambda e, s: Promise.epsilon(e, slack=s), exact, slacks),
    st.builds(lambda e, d, s: Promise.delta(e, d, slack=s), exact, st.fractions(0, 1), slacks),
    st.builds(lambda r, s: Promise.rho(r, slack=s), exact, slacks),
    st.builds(lambda a, e, s: Promise.renyi(a, e, slack=s), st.fractions(0, 9), exact, slacks),
)


@given(made)
def test_a_promise_comes_back_from_its_json(promise):
    document = promise.json()
    assert Promise.of_json(document) == promise
    assert all(isinstance(v, str) for v in document.values())
    assert ("slack" in document) == ("slack" in str(promise)) == bool(promise.slack)


@given(made)
def test_what_is_allowed_is_the_value_and_the_slack(promise):
    assert promise.allowed == promise.value + promise.slack
    assert (promise.allowed > promise.value) == (promise.slack > 0)


def test_promises_are_written_as_people_write_them():
    assert str(Promise.epsilon("ln(9)/2")) == "ln(3)-DP"
    assert str(Promise.epsilon("1/2 + ln(3)")) == "(1/2 + ln(3))-DP"
    assert str(Promise.delta("ln(2)", "1e-6")) == "(ln(2), 1/1000000)-DP"
    assert str(Promise.renyi("3/2", "2*ln(3)", slack="1e-9")) == (
        "(3/2, ln(9))-Renyi DP with slack 1e-9"
    )
    assert str(Promise.rho("1/8", slack="1/3")) == "1/8-zCDP with slack 1/3"


def test_a_delta_of_zero_is_epsilon_dp_and_its_slack_one_of_epsilon():
    assert Promise.delta("1", 0, slack="1/10") == Promise.epsilon("1", slack="0.1")


def test_slack_goes_with_every_promise_that_is_made_and_with_what_is_claimed():
    own = (Promise.epsilon(1), Promise.rho(2))
    assert promises(slack="1/8", default=lambda: own) == (
        Promise.epsilon(1, slack="1/8"),
        Promise.rho(2, slack="1/8"),
    )
    several = promises(epsilon=1, delta="1/2", rho=1, renyi=(2, 1), slack="1/8")
    assert [p.slack for p in several] == [Fraction(1, 8)] * 3
    assert promises(delta="1/2", default=lambda: (Promise.delta("ln(3)", "1/9"),)) == (
        Promise.delta("ln(3)", "1/2"),
    )
    with pytest.raises(NothingPromised):
        promises(slack="1/8")


BAD = [
    ("epsilon", {"epsilon": -1}),
    ("slack", {"epsilon": 1, "slack": "-1e-9"}),
    ("delta", {"epsilon": 1, "delta": "3/2"}),
    ("delta", {"epsilon": 1, "delta": "ln(3)"}),
    ("alpha", {"renyi": (-1, 1)}),
    ("renyi", {"renyi": (2,)}),
    ("renyi", {"renyi": 2}),
    ("renyi", {"renyi": "2,1"}),
    ("rho", {"rho": "-ln(3)"}),
]


@pytest.mark.parametrize("bad", BAD)
def test_what_makes_no_promise_is_refused_by_name(bad):
    name, given = bad
    with pytest.raises(InvalidValue, match=f"^{name} = "):
        promises(**given)


@pytest.mark.parametrize("name", ["epsilon", "rho"])
def test_a_float_is_told_what_exact_numbers_and_slack_are_for(name):
    with pytest.raises(InexactPromise, match=r'write "0.1".*--slack 1e-9') as refused:
        promises(**{name: 0.1})
    assert (refused.value.name, refused.value.value) == (name, 0.1)


@given(st.fractions())
def test_a_short_number_is_the_number(value):
    text = shortest(abs(value))
    assert Fraction(text) == abs(value)
