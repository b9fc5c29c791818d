"""Ties decided exactly: against the same sums written out a second way, on both sides of a tie."""

from fractions import Fraction

import pytest
from checked import EXAMPLES
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp, mpf

import dpbi
from dpbi.audit import ties
from dpbi.audit.ties import delta_against, exact_weights, loss_against
from dpbi.numbers import Balls
from dpbi.regression.targets import load
from dpbi.tables import LogWeights, Polynomials, Table

SMALL = st.fractions(-3, 3, max_denominator=4)


class Geometric:
    """Two datasets, log-weights -rate |r - x| over 0..top, over exp of a shift and with ln k."""

    def __init__(self, rate, top, factor=1):
        self.rate, self.top, self.factor = Fraction(rate), top, Fraction(factor)

    def datasets(self):
        return [0, 1]

    def neighbours(self, x):
        return [1 - x]

    def log_weights(self, x, F):
        step = -F.rational(self.rate)
        extra = F.log(F.rational(self.factor))
        return {r: step * abs(r - x) + (extra if r == 0 else 0) for r in range(self.top + 1)}

    def law(self, x):
        """The probabilities with mpmath at 60 digits."""
        weights = [
            mp.exp(-mpf(self.rate.numerator) / self.rate.denominator * abs(r - x))
            for r in range(self.top + 1)
        ]
        weights[0] *= mpf(self.factor.numerator) / self.factor.denominator
        norm = mp.fsum(weights)
        return [w / norm for w in weights]


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
    floats = LogWeights.of({0: {"a": 0.5, "b": 0.0}, 1: {"a": 0.0, "b": 0.5}})
    assert exact_weights(floats, 0) is None


def test_too_much_work_is_declined(monkeypatch):
    m = load(str(EXAMPLES / "right.py:Histogram"), {})
    assert loss_against(m, Fraction(1)) == 0
    monkeypatch.setattr(ties, "WORK", 100)
    assert loss_against(m, Fraction(1)) is None


def test_the_exact_weights_are_the_weights_of_the_law():
    m = dpbi.adapt(Geometric("7/3", 3, "1/3"))
    F = Balls(128)
    with F.scope():
        law = m.log_pmf(0, F)
        weights = {r: w.value(F) for r, w in exact_weights(m, 0).items()}
        norm = sum(weights.values(), F.rational(0))
        for r, w in weights.items():
            assert F.less(abs(w / norm - F.exp(law[r])), F.rational(Fraction(1, 10**30)))
