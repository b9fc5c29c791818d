"""Ties decided exactly: against the same sums written out a second way, on both sides of a tie."""

import math
from fractions import Fraction
from functools import reduce
from itertools import permutations, product

import pytest
from checked import EXAMPLES
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf
from weighted import WEIGHTS, Geometric, Logs, OnALine, Votes, Written, rows, times_power

import dpbi
from dpbi.fields import Balls, Level
from dpbi.fields.expsums import ExpSum
from dpbi.laws.forms import Weighted
from dpbi.laws.tables import LogWeights, Polynomials, Table
from dpbi.mechanisms.targets import load
from dpbi.privacy import weights as sums
from dpbi.privacy import weights as weights_module
from dpbi.privacy.results import Witness
from dpbi.privacy.ties import Places, compare_delta, compare_loss, delta_against, loss_against
from dpbi.privacy.weights import Weights

SMALL = st.fractions(-3, 3, max_denominator=4)


mp.dps = 60


@given(
    st.sampled_from(["1/2", "1", "2", "7/3"]),
    st.integers(1, 4),
    st.sampled_from(["1", "2", "1/3"]),
    st.sampled_from(["0", "1/2", "1", "2", "5/2"]),
    st.sampled_from(["0", "1/10", "1/3"]),
)
def test_signs_agree_with_fifty_digits_wherever_those_decide(rate, top, factor, level, delta):
    m = Geometric(rate, top, factor)
    p, q = m.law(0), m.law(1)
    eps, most = (mpf(Fraction(v).numerator) / Fraction(v).denominator for v in (level, delta))
    loss = max(abs(mp.log(a / b)) for a, b in zip(p, q, strict=True))
    excess = max(
        mp.fsum(max(mpf(0), a - mp.exp(eps) * b) for a, b in zip(one, two, strict=True))
        for one, two in ((p, q), (q, p))
    )
    for value, found in (
        (loss - eps, loss_against(dpbi.adapt(m), Fraction(level))),
        (excess - most, delta_against(dpbi.adapt(m), Fraction(level), Fraction(delta))),
    ):
        if abs(value) > mpf(10) ** -50:
            assert found == mp.sign(value)
        else:
            assert found == 0


@pytest.mark.parametrize(("name", "tie"), [("NoisyCount", 1), ("BoundedSum", 1), ("Histogram", 1)])
@pytest.mark.parametrize("off", [Fraction(0), Fraction(1, 10**100), Fraction(-1, 10**100)])
def test_a_tie_and_a_miss_by_the_hundredth_digit_are_told_apart(name, tie, off):
    m = load(str(EXAMPLES / f"right.py:{name}"), {})
    assert loss_against(m, tie + off) == (off < 0) - (off > 0)


def test_delta_ties_of_rational_and_polynomial_laws_are_seen():
    table = Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    assert delta_against(table, Fraction(0), Fraction(1, 2)) == 0
    assert delta_against(table, Fraction(0), Fraction(1, 2) + Fraction(1, 10**80)) == -1
    laws = {
        0: {"a": [1, Fraction(-1, 2)], "b": [0, Fraction(1, 2)]},
        1: {"a": [0, Fraction(1, 2)], "b": [1, Fraction(-1, 2)]},
    }
    m = Polynomials.of(laws, "1")
    # Pr = 1 - q/2 against q/2 with q = 1/e: the loss is ln(2e - 1), delta(1) is 1 - q/2 - 1/2.
    q = mp.exp(-1)
    assert loss_against(m, Fraction(1)) == 1
    assert delta_against(m, Fraction(1), Fraction(1, 2)) == -1
    assert abs((1 - q / 2 - mp.e * q / 2) - (mpf(1) / 2 - q / 2)) < mpf(10) ** -50


def test_an_impossible_output_is_an_infinite_loss_and_counts_in_delta():
    m = Table.of({0: {"a": 1}, 1: {"a": "1/2", "b": "1/2"}})
    assert loss_against(m, Fraction(10**6)) == 1
    assert delta_against(m, Fraction(5), Fraction(1, 2)) == 0


class Rooted(Geometric):
    def log_weights(self, x, F):
        return {r: F.sqrt(F.rational(2)) * (r - x) for r in range(3)}


def test_what_leaves_the_field_is_declined_and_not_guessed():
    assert loss_against(dpbi.adapt(Rooted(1, 2)), Fraction(1)) == -1, "balls alone see this"
    assert loss_against(dpbi.adapt(Rooted(1, 2)), Fraction(0)) is None, "it is 0"
    ehds = dpbi.mechanism("ehds", prior=(1, 1), n=3, epsilon=1)
    assert loss_against(ehds, Fraction(1, 2)) == -1, "balls alone see this too: it is 0.3207"


LEVELS = [Fraction(v) for v in ("0", "1/2", "1", "3/2", "2")]
LEVELS += [Level.ln(2), Level.ln(2) + 1, Level.ln(2, Fraction(1, 2)), Level.ln(4) + Fraction(1, 2)]


def as_sums(law):
    """{output: weight} over one denominator for all, as sums, and their sum."""
    whole = ExpSum.of({Fraction(0): Fraction(1), Fraction(1): Fraction(1)})
    found = {}
    for r, name in law.items():
        _, top, bottom = WEIGHTS[name]
        top = ExpSum.of({Fraction(k): Fraction(v) for k, v in top.items()})
        found[r] = top if len(bottom) > 1 else top * whole
    return found, reduce(lambda a, b: a + b, found.values())


def against(left, right, level):
    """The sign of left - e^level right for right >= 0, by powers of both sides."""
    level = Level.of(level)
    if left.sign() < 0 or (not right.terms and not left.terms):
        return left.sign() if not right.terms else -1
    m = level.power
    left, right = (reduce(lambda a, b: a * b, [v] * m) for v in (left, right))
    return (left - level.factor * right).sign()


def by_hand(law, level, delta):
    """The signs of loss less level and of delta(level) less delta, place by place."""
    losses, deltas = {-1}, {-1}
    for x, y in permutations(law, 2):
        (p, one), (q, two) = as_sums(law[x]), as_sums(law[y])
        here, there, zero = ExpSum.rational(0), ExpSum.rational(0), ExpSum.rational(0)
        for r, w in p.items():
            sign = against(w * two, q.get(r, zero) * one, level)
            losses.add(sign)
            if sign > 0:
                here, there = here + w * two, there + q.get(r, zero) * one
        deltas.add(against(here - ExpSum.rational(delta) * one * two, there, level))
    return max(losses), max(deltas)


@given(
    st.lists(rows, min_size=2, max_size=3),
    st.sampled_from(LEVELS),
    st.sampled_from([Fraction(v) for v in ("0", "1/4", "1/3", "1/2")]),
)
@settings(max_examples=300, deadline=None)
def test_every_sign_is_that_of_all_places_gone_through_one_by_one(laws, level, delta):
    law = dict(enumerate(laws))
    m = dpbi.adapt(Written({x: {r: WEIGHTS[w][0] for r, w in law[x].items()} for x in law}))
    loss, excess = by_hand(law, level, delta)
    assert loss_against(m, level) == loss
    assert delta_against(m, level, delta) == excess
    places = Places(m, level)
    for x, y in permutations(law, 2):
        (p, one), (q, two) = as_sums(law[x]), as_sums(law[y])
        for r, w in p.items():
            there = q.get(r, ExpSum.rational(0)) * one
            assert places.loss_exceeds(Witness(x, y, r)) is (against(w * two, there, level) > 0)


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=9), st.integers(0, 3))
def test_rows_whose_weights_are_only_moved_or_scaled_tie_as_their_ratios_do(powers, scale):
    turned = powers[1:] + powers[:1]
    m = Written(
        {
            0: {r: times_power(1, k) for r, k in enumerate(powers)},
            1: {r: times_power(2**scale, k) for r, k in enumerate(turned)},
        }
    )
    loss = max(a - b for a, b in zip(powers, turned, strict=True))
    loss = max(loss, max(b - a for a, b in zip(powers, turned, strict=True)))
    assert loss_against(dpbi.adapt(m), Fraction(loss)) == 0
    assert loss_against(dpbi.adapt(m), Fraction(loss) + Fraction(1, 10**90)) == -1
    if loss:
        assert loss_against(dpbi.adapt(m), Fraction(loss) - Fraction(1, 10**90)) == 1


@pytest.mark.parametrize(("m", "most"), [(OnALine(120), 4), (Votes(8), 4), (OnALine(60), 4)])
def test_thousands_of_tied_places_cost_a_few_exact_comparisons(m, most, monkeypatch):
    calls = []
    monkeypatch.setattr(
        sums, "difference", lambda *a, exactly=sums.difference: calls.append(a) or exactly(*a)
    )
    assert loss_against(dpbi.adapt(m), Fraction(1)) == 0
    assert len(calls) <= most


@pytest.mark.parametrize("tie", [Fraction(1, 10), Fraction(1, 7)])
def test_a_delta_that_ties_at_every_pair_of_a_line_is_decided(tie):
    m = dpbi.adapt(OnALine(40, tie))
    assert delta_against(m, Fraction(1), tie) == 0
    assert delta_against(m, Fraction(1), tie + Fraction(1, 10**80)) == -1
    assert delta_against(m, Fraction(1), tie - Fraction(1, 10**80)) == 1


TINY = Fraction(1, 10**80)  # far below what balls of the first precision tell apart


def test_sums_that_balls_cannot_tell_apart_are_not_taken_for_the_same():
    one, more = times_power(1, 0), times_power(1, TINY)
    m = dpbi.adapt(Written({0: {0: one, 1: one}, 1: {0: one, 1: more}}))
    assert loss_against(m, 3 * TINY / 4) == -1, "it is a little above half of it"
    assert loss_against(m, TINY / 2) == 1


def test_a_pair_that_ties_does_not_speak_for_one_that_almost_does():
    half = Fraction(1, 2)
    laws = {0: half / 2, 1: 3 * half / 2, 2: half / 2 - TINY}
    m = Table.of({x: {"a": p, "b": 1 - p} for x, p in laws.items()})
    assert delta_against(m, Fraction(0), half) == 1
    del laws[2]
    m = Table.of({x: {"a": p, "b": 1 - p} for x, p in laws.items()})
    assert delta_against(m, Fraction(0), half) == 0


def test_rows_that_are_alike_in_doubles_only_are_different_rows():
    tiny = Fraction(1, 10**30)
    rows = [times_power(1, 0), times_power(1, 0), times_power(1, tiny)]
    m = dpbi.adapt(Written({x: {0: times_power(1, 0), 1: w} for x, w in enumerate(rows)}))
    loss = dpbi.privacy_loss(m, digits=40)
    assert tiny / 3 < loss.lo <= loss.hi < tiny


class UnaryEncoding:
    """Optimised unary encoding as its paper prints it: a bit of the truth is kept with 1/2."""

    def __init__(self, k, epsilon):
        self.k, self.epsilon = k, Fraction(epsilon)

    def datasets(self):
        return range(self.k)

    def neighbours(self, x):
        return [y for y in range(self.k) if y != x]

    def log_weights(self, x, F):
        e, half = F.exp(F.rational(self.epsilon)), F.log(F.rational(Fraction(1, 2)))
        on, off = F.log(1 / (e + 1)), F.log(e / (e + 1))
        return {
            bits: sum(half if i == x else (on if bit else off) for i, bit in enumerate(bits))
            for bits in product((0, 1), repeat=self.k)
        }


@pytest.mark.parametrize("epsilon", ["1", "1/3", "5"])
def test_optimised_unary_encoding_ties_as_its_paper_prints_it(epsilon):
    m = dpbi.adapt(UnaryEncoding(4, epsilon))
    assert loss_against(m, Fraction(epsilon)) == 0
    assert loss_against(m, Fraction(epsilon) - Fraction(1, 10**60)) == 1


def test_float_log_weights_tie_as_the_binary_numbers_that_they_are():
    floats = LogWeights.of({0: {"a": 0.5, "b": 0.0}, 1: {"a": 0.0, "b": 0.5}})
    assert loss_against(floats, Fraction(1, 2)) == 0
    tenth = LogWeights.of({0: {"a": 0.1, "b": 0.0}, 1: {"a": 0.0, "b": 0.1}})
    assert loss_against(tenth, Fraction(0.1)) == 0
    assert loss_against(tenth, Fraction(1, 10)) == 1, "the double 0.1 is above one tenth"
    tiny = LogWeights.of({0: {"a": 5e-324, "b": 0.0}, 1: {"a": 0.0, "b": 5e-324}})
    assert loss_against(tiny, Fraction(5e-324)) == 0
    assert loss_against(tiny, Fraction(0)) == 1
    gone = LogWeights.of({0: {"a": 0.25, "b": -math.inf}, 1: {"a": 0.0, "b": -math.inf}})
    assert loss_against(gone, Fraction(0)) == 0
    wide = LogWeights.of(
        {x: {r: float(abs(r - x)) / 3 - 5e-324 for r in range(60)} for x in range(2)}
    )
    assert loss_against(wide, Fraction(1)) == -1


@pytest.mark.parametrize(
    ("weight", "told"),
    [
        (lambda F: F.sqrt(F.rational(2)) * 0, "a square root"),
        (lambda F: F.log(F.rational(3)) / 2 - F.log(F.rational(3)) / 2, "1/2 times a logarithm"),
        (lambda F: F.pi() - F.pi(), "pi"),
        (lambda F: F.exp(F.exp(F.rational(1))) * 0, "the exponential of an exponential"),
    ],
)
def test_what_would_be_needed_is_said_in_a_sentence(weight, told):
    m = dpbi.adapt(Logs(weight))
    found = compare_loss(m, Fraction(1))
    assert found.sign is None
    assert told in found.reason
    assert found.reason.startswith("it may be a tie, and only exact arithmetic decides ties: ")
    assert compare_delta(m, Fraction(0), 1 - 2 / (1 + Fraction(1))).sign in (None, 1)
    assert compare_loss(m, Fraction(2)).sign == -1, "balls alone see this"


class TwoFaced(Geometric, Weighted):
    """Another law for exact numbers than for balls: `adapt` would hide the field from it."""

    def log_weights(self, x, F):
        exact = not isinstance(F, Balls)
        return {r: F.rational(-abs(r - x)) * (1 if exact else 2) for r in (0, 1)}


def test_a_law_that_tells_the_fields_apart_is_never_decided_by_the_wrong_one():
    found = compare_loss(TwoFaced(1, 1), Fraction(2))
    assert found.sign is None
    assert "another one over exact numbers" in found.reason
    assert loss_against(TwoFaced(1, 1), Fraction(1)) == 1, "balls say 2"


def test_rows_of_floats_are_audited_as_they_are_and_not_divided_by_their_sums():
    rounded = 1 - 2.0**-53
    m = Table.of({0: {"a": 0.5, "b": 0.5}, 1: {"a": rounded / 2, "b": 0.5}})
    assert loss_against(m, Level.ln(1 / Fraction(rounded))) == 0
    assert loss_against(m, Level.ln(1 / Fraction(rounded)) - Fraction(1, 10**40)) == 1


def test_too_much_work_is_declined(monkeypatch):
    m = Written(
        {
            0: {0: WEIGHTS["1 + e"][0], 1: times_power(1, 0)},
            1: {0: times_power(1, 0), 1: WEIGHTS["1 + e"][0], 2: times_power(1, -2)},
        }
    )
    m.rows[0][2] = times_power(1, -1)
    assert loss_against(dpbi.adapt(m), Fraction(1)) == 1
    scaled = dpbi.adapt(Written({0: m.rows[0], 1: {r: doubled(w) for r, w in m.rows[0].items()}}))
    assert loss_against(scaled, Fraction(0)) == 0
    monkeypatch.setattr(sums, "WORK", 1)
    assert loss_against(scaled, Fraction(0)) is None
    assert "sums of more than 1 exponentials" in compare_loss(scaled, Fraction(0)).reason


def doubled(weight):
    return lambda F: 2 * weight(F)


def test_more_weights_than_are_kept_are_declined(monkeypatch):
    monkeypatch.setattr(weights_module, "MOST_WEIGHTS", 3)
    assert loss_against(dpbi.adapt(OnALine(1)), Fraction(1)) == 0
    assert "more than 3 different weights" in compare_loss(dpbi.adapt(OnALine(6)), 1).reason


def exact_weights(m, x):
    """{output: its weight at x} of a law that has that form."""
    weights = Weights(m)
    row = weights.rows[weights.row(x)]
    return {r: weights.values[i] for r, i in zip(row.outputs, row.numbers.tolist(), strict=True)}


def test_the_exact_weights_are_the_weights_of_the_law():
    m = dpbi.adapt(Geometric("7/3", 3, "1/3"))
    F = Balls(128)
    with F.scope():
        law = m.log_pmf(0, F)
        weights = {r: w.value(F) for r, w in exact_weights(m, 0).items()}
        norm = sum(weights.values(), F.rational(0))
        for r, w in weights.items():
            assert F.less(abs(w / norm - F.exp(law[r])), F.rational(Fraction(1, 10**30)))
