"""Laws of which a part is not listed: no enclosure misses, wherever what is left may be."""

import math
import os
from fractions import Fraction

import pytest
from hidden import Hidden, hidden_laws
from hypothesis import given, settings
from hypothesis import strategies as st

import dpbi
from dpbi.fields import Level

MANY = int(os.environ.get("DPBI_TAILS", "150"))  # cases of each law below
F = Fraction
FACTORS = st.sampled_from((F(1), F(5, 4), F(2), F(7)))


def logarithm(ratio):
    """ln of a rational, enclosed; None is infinity."""
    if ratio is None:
        return math.inf, math.inf
    e = Level.ln(max(ratio, F(1))).enclosure(256)
    return e.lo, e.hi


def holds(bounds, value):
    """Whether bounds enclose a value that is enclosed itself."""
    lo, hi = value
    return bounds.lo <= hi and lo <= bounds.hi


@settings(max_examples=MANY, deadline=None)
@given(hidden_laws())
def test_the_loss_is_enclosed_wherever_what_is_left_may_be(m):
    true = max((logarithm(m.true_ratio(x)) for x in (0, 1)), key=lambda e: e[0])
    loss = dpbi.privacy_loss(m)
    assert holds(loss, true), (loss, true)
    for epsilon in ("0", "ln(2)", "ln(7)"):
        finding = dpbi.decide(m, dpbi.Promise.epsilon(epsilon))
        limit = Level.ln({"0": 1, "ln(2)": 2, "ln(7)": 7}[epsilon])
        ratios = [m.true_ratio(x) for x in (0, 1)]
        kept = None not in ratios and max(Level.ln(max(r, F(1))) for r in ratios) <= limit
        assert finding.verdict != ("fails" if kept else "holds")


@settings(max_examples=MANY, deadline=None)
@given(hidden_laws(), FACTORS)
def test_delta_is_enclosed_wherever_what_is_left_may_be(m, factor):
    (delta,) = dpbi.privacy_profile(m, [f"ln({factor})"])
    assert delta.lo <= m.true_delta(factor) <= delta.hi
    pairs = [dpbi.pair_profile(m, x, 1 - x, [f"ln({factor})"])[0] for x in (0, 1)]
    assert max(d.lo for d in pairs) <= m.true_delta(factor) <= max(d.hi for d in pairs)


@settings(max_examples=MANY, deadline=None)
@given(hidden_laws(), st.sampled_from((F(1, 100), F(1, 5), F(1, 2))))
def test_the_smallest_epsilon_is_enclosed_wherever_what_is_left_may_be(m, delta):
    found = dpbi.smallest_epsilon(m, delta, digits=3)
    if found.lo > 0:  # at a little less it fails
        below = F(math.exp(min(float(found.lo), 700)) * (1 - 1e-9))
        assert below <= 1 or m.true_delta(below) > delta
    if found.hi != math.inf:
        assert m.true_delta(F(math.exp(float(found.hi)) * (1 + 1e-9))) <= delta


@settings(max_examples=MANY // 4, deadline=None)
@given(hidden_laws(), st.sampled_from((2, 3, 5)))
def test_divergences_are_enclosed_wherever_what_is_left_may_be(m, order):
    lo, hi = logarithm(m.true_moment(order))
    found = dpbi.renyi_divergence(m, order)
    assert holds(found, (lo / (order - 1), hi / (order - 1)))
    rho = dpbi.zero_concentrated(m, digits=2)
    assert rho.hi >= lo / (order * (order - 1))
    if rho.lo == math.inf:
        assert lo == math.inf
    elif rho.at != 1 and F(rho.at).denominator == 1:
        attained, _ = logarithm(m.true_moment(int(rho.at)))
        assert rho.lo <= attained / (rho.at * (rho.at - 1)) + F(1, 10**9)


HALF = F(1, 2)
EVEN = {"a": HALF, "b": HALF}


def test_a_closed_set_makes_the_loss_finite_and_its_absence_infinite():
    listed = {"a": F(49, 100), "b": F(49, 100)}
    open_, closed = (Hidden((EVEN, EVEN), (listed, listed), c) for c in (None, frozenset("ab")))
    assert dpbi.privacy_loss(open_).hi == math.inf
    found = dpbi.privacy_loss(closed)
    assert abs(found.hi - Level.ln(F(51, 49)).enclosure(128).hi) < F(1, 10**30)
    assert dpbi.is_private(closed, "ln(51/49)") in (True, None)
    assert dpbi.is_private(closed, "0.04") is None
    assert dpbi.is_private(closed, "0.041") is True
    assert dpbi.is_private(open_, 10) is None


def test_a_finding_without_an_upper_end_says_the_delta_that_covers_it():
    listed = {"a": F(49, 100), "b": F(49, 100)}
    m = Hidden((EVEN, EVEN), (listed, listed))
    found = dpbi.decide(m, dpbi.Promise.epsilon(1))
    assert found.verdict == "undecided"
    assert F(1, 50) <= found.covered.value <= F("0.0201")
    assert "its upper end is infinite" in found.reason
    assert f"but it is            (1, {float(found.covered.value)})-DP" in str(found)
    assert found.json()["value"]["hi"] == "inf"
    assert found.json()["covered"] == {"epsilon": "1", "delta": str(found.covered.value)}
    with pytest.raises(dpbi.NotDecided, match="upper end is infinite"):
        dpbi.assert_private(m, epsilon=1)


def test_an_output_that_is_impossible_at_a_neighbour_is_an_infinite_loss():
    m = Hidden((EVEN, {"b": F(1)}), ({"a": HALF}, {"a": F(0)}))
    loss = dpbi.privacy_loss(m)
    assert loss.lo == math.inf
    assert tuple(loss.witness) == (0, 1, "a")
    unlisted = Hidden((EVEN, {"b": F(1)}), ({"a": HALF}, {"b": F(9, 10)}))
    assert abs(dpbi.privacy_loss(unlisted).lo - Level.ln(5).enclosure(128).lo) < F(1, 10**30)
    assert dpbi.privacy_loss(unlisted).hi == math.inf


def test_a_tail_ratio_is_used_in_its_direction_and_not_where_mass_may_be_at_atoms():
    p = {"a": F(8, 10), "b": F(2, 10)}
    q = {"a": F(9, 10), "b": F(1, 10)}
    m = Hidden((p, q), ({"a": p["a"]}, {"a": q["a"]}), says_ratio=True)
    assert dpbi.privacy_loss(m).exact is None
    assert dpbi.privacy_loss(m).hi - Level.ln(2).enclosure(128).hi < F(1, 10**30)
    (delta,) = dpbi.privacy_profile(m, ["ln(2)"])
    assert delta.hi < F(1, 10**12)
    (delta,) = dpbi.pair_profile(m, 1, 0, ["ln(9/8)"])
    assert delta.hi < F(1, 10**12)
    part = Hidden((p, q), ({"a": p["a"] - F(1, 100)}, {"a": q["a"]}), says_ratio=True)
    assert dpbi.privacy_loss(part).hi == math.inf


def test_a_tail_ratio_says_nothing_of_outputs_that_the_neighbour_alone_lists():
    """At c the ratio is 1/4; at b, where what is left of the first may be, it is 4."""
    p = {"a": HALF, "b": F(4, 10), "c": F(1, 10)}
    q = {"a": HALF, "b": F(1, 10), "c": F(4, 10)}
    m = Hidden((p, q), ({"a": HALF}, {"a": HALF, "b": q["b"]}), says_ratio=True)
    assert m.tail_ratio(0, 1, F(0), None) == F(1, 4)
    (delta,) = dpbi.pair_profile(m, 0, 1, ["0"])
    assert delta.lo <= F(3, 10) <= delta.hi
