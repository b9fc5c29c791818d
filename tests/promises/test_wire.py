"""What travels between two processes comes home as it left, and nothing else comes home."""

import json
import math
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpbi
from dpbi.fields import Enclosure
from dpbi.laws.promise import Promise
from dpbi.privacy.deciding import decide
from dpbi.privacy.finding import Finding, Violation
from dpbi.privacy.results import PrivacyLoss
from dpbi.promises.checking import Check, Checked, Failing
from dpbi.promises.child import LONGEST, Garbled, decode, encode

numbers = st.fractions() | st.integers().map(Fraction)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**3999), 10**3999) | st.text(),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)
enclosures = st.tuples(numbers, numbers).map(lambda ends: Enclosure(min(ends), max(ends)))
maybe = st.none() | enclosures
instances = st.builds(Violation, plain, plain, plain, maybe, maybe, maybe)
promises = st.sampled_from(
    [
        *(Promise.epsilon("1/3"), Promise.delta(1, "1e-6"), Promise.rho(2)),
        *(Promise.renyi("3/2", 1), Promise.renyi(0, 1), Promise.renyi(1, "ln(2)")),
    ]
)
findings = st.builds(
    Finding,
    label=st.text(),
    promise=promises,
    verdict=st.sampled_from(["holds", "fails", "undecided"]),
    lo=numbers | st.just(math.inf),
    hi=numbers | st.just(math.inf),
    worst=instances,
    trusts=st.lists(st.text(), max_size=3).map(tuple),
    witness=st.none() | instances,
    smallest=st.booleans(),
    exact=st.none() | st.text(),
    deviation=st.none() | numbers,
)


def home(kind, value):
    return decode(kind, json.loads(json.dumps(encode(value))))


@given(findings)
def test_a_finding_comes_home_as_it_left(finding):
    again = home(Finding, finding)
    assert again == finding
    assert repr(again) == repr(finding), "types too: 1 is not True, an integer no fraction"


@given(findings)
def test_a_check_and_a_violation_come_home_as_they_left(f):
    check = Check("x.py:X", (("n", "3"),), (f.promise,), None)
    checked = Checked(check, f.label, f.lo, f.hi, (f, f), {"a": {"lo": "1"}}, (("n", "3"),))
    assert home(Checked, checked) == checked
    assert home(Failing, ({"n": "3"}, f)) == ({"n": "3"}, f)
    assert home(Failing, None) is None


@pytest.mark.parametrize("name", ["ehds", "lshist", "laplace"])
def test_what_the_auditor_finds_comes_home(name):
    m = dpbi.mechanism(name, prior=(1, 1), n=4, epsilon=1)
    found = decide(m, Promise.epsilon(1)).plain()
    assert home(Finding, found) == found
    loss = dpbi.privacy_loss(m)
    assert home(PrivacyLoss, loss) == loss


def test_a_field_that_is_added_travels_without_a_word():
    @dataclass(frozen=True)
    class More:
        over: tuple[tuple[str, int], ...]
        inner: Enclosure | None = None
        other: dict[str, str] | None = None

    More.__annotations__ = {
        "over": tuple[tuple[str, int], ...],
        "inner": Enclosure | None,
        "other": dict[str, str] | None,
    }
    for value in (
        More((("datasets", 3), ("pairs", 6))),
        More((), Enclosure.exactly(2), {"a": "b"}),
    ):
        assert home(More, value) == value


@pytest.mark.parametrize("sign", [1, -1])
def test_bounds_of_absurdly_many_digits_are_rounded_outward(sign):
    tiny = sign * Fraction(3, 7 ** (LONGEST + 1))
    again = home(Enclosure, Enclosure(tiny, tiny))
    assert again.lo <= tiny <= again.hi
    assert again.width <= Fraction(1, 2 ** (LONGEST // 2))
    assert (again.lo >= 0) == (sign > 0)
    with pytest.raises(Garbled, match="too long"):
        encode(Enclosure.exactly(7**LONGEST))


VALID = encode(
    Finding(
        Fraction(1), Fraction(2), "m", Promise.epsilon(1), "holds", Violation(0, (1,)), ("ball",)
    )
)


def without(name):
    return {k: v for k, v in VALID.items() if k != name}


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        "x",
        {},
        without("label"),
        VALID | {"more": 1},
        VALID | {"lo": 1},
        VALID | {"lo": 1.0},
        VALID | {"lo": "1"},
        VALID | {"lo": "1/0"},
        VALID | {"lo": "1/00"},
        VALID | {"lo": "+1/1"},
        VALID | {"lo": " 1/1"},
        VALID | {"lo": "1_0/1"},
        VALID | {"lo": "\uff11/1"},
        VALID | {"lo": "1/-1"},
        VALID | {"lo": "nan"},
        VALID | {"lo": "-inf"},
        VALID | {"lo": None},
        VALID | {"lo": "f" * LONGEST + "/1"},
        VALID | {"label": 3},
        VALID | {"smallest": 1},
        VALID | {"smallest": "true"},
        VALID | {"trusts": "ball"},
        VALID | {"trusts": [1]},
        VALID | {"worst": None},
        VALID | {"worst": VALID["worst"] | {"x": 0.5}},
        VALID | {"worst": VALID["worst"] | {"p": {"lo": "2/1", "hi": "1/1"}}},
        VALID | {"promise": ["epsilon"]},
        VALID | {"deviation": "inf"},
    ],
)
def test_whatever_is_not_exactly_a_finding_is_garbled(document):
    assert decode(Finding, VALID).label == "m"
    with pytest.raises(Garbled):
        decode(Finding, document)


def test_a_dataset_of_many_depths_is_garbled_and_does_not_overflow():
    deep = []
    for _ in range(400):
        deep = [deep]
    with pytest.raises(Garbled, match="deeply"):
        decode(Finding, VALID | {"worst": VALID["worst"] | {"x": deep}})


@pytest.mark.parametrize(
    "value",
    [0.5, math.nan, -math.inf, object(), {1: 2}, b"x", 10**5000],
    ids=lambda v: type(v).__name__,
)
def test_what_does_not_travel_does_not_leave(value):
    with pytest.raises(Garbled):
        encode(replace(Violation(0, 1), x=value))
