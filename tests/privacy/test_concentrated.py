"""rho: attacked by brute force at 500 bits, on laws that are nearly equal, far apart, or tiny."""

from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf

import dpbi
from dpbi import zero_concentrated
from dpbi.laws.tables import LogWeights
from dpbi.privacy import concentrated
from dpbi.privacy.methods import supremum

DIGITS = 150  # 500 bits


def real(v):
    return mpf(v.numerator) / v.denominator


def law_of(logs):
    """Probabilities from log-weights, at 500 bits."""
    weights = [mp.exp(real(Fraction(w))) for w in logs]
    return [w / mp.fsum(weights) for w in weights]


def ratio_at(p, q, a):
    """D_a / a; at 1 its limit, the Kullback-Leibler divergence."""
    if a == 1:
        return mp.fsum(s * mp.log(s / t) for s, t in zip(p, q, strict=True))
    total = mp.fsum(mp.exp(a * mp.log(s) + (1 - a) * mp.log(t)) for s, t in zip(p, q, strict=True))
    return mp.log(total) / (a * (a - 1))


def by_brute_force(p, q):
    """The largest value over a grid of orders, refined three times around the best."""
    grid = [mpf(1)] + [1 + mpf(2) ** (mpf(k) / 2) for k in range(-40, 40)]
    for _ in range(3):
        values = [ratio_at(p, q, a) for a in grid]
        best = values.index(max(values))
        low, high = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
        grid = [low + (high - low) * i / 12 for i in range(13)]
    return max(values)


LOGS = st.one_of(
    st.fractions(-3, 3, max_denominator=8),
    st.fractions(-800, 800, max_denominator=3),
    st.integers(-6, 6).map(lambda k: Fraction(k, 10**9)),
    st.integers(-6, 6).map(lambda k: Fraction(k, 10**30)),
)
PAIRS = st.integers(2, 4).flatmap(
    lambda n: st.tuples(*[st.lists(LOGS, min_size=n, max_size=n) for _ in range(2)])
)


def audited(rows, tolerance):
    m = Two([list(map(Fraction, row)) for row in rows])
    return zero_concentrated(m, tolerance=Fraction(tolerance))


class Two:
    """Two neighbouring datasets with these log-weights."""

    def __init__(self, rows):
        self.rows = rows

    def datasets(self):
        return range(len(self.rows))

    def neighbours(self, x):
        return [y for y in self.datasets() if abs(x - y) == 1]

    def log_weights(self, x, F):
        return {r: F.rational(w) for r, w in enumerate(self.rows[x])}


@given(PAIRS, st.sampled_from(["1e-6", "1e-12", "1e-25"]))
@settings(max_examples=25, deadline=None)
@example(([0, -700], [-700, 0]), "1e-12")
@example(([0, 0], [0, Fraction(1, 10**30)]), "1e-25")
@example(([0, -300, -600], [-600, -300, 0]), "1e-12")
def test_rho_is_enclosed_to_the_tolerance_asked(rows, tolerance):
    found = audited(rows, tolerance)
    with mp.workdps(DIGITS):
        p, q = map(law_of, rows)
        best = max(by_brute_force(p, q), by_brute_force(q, p))
        assert best <= real(found.hi) * (1 + mpf(10) ** -140) + mpf(10) ** -140
        sides = {(0, 1): (p, q), (1, 0): (q, p)}[found.x, found.y]
        at = ratio_at(*sides, mpf(found.at.numerator) / found.at.denominator)
        assert real(found.lo) <= at + mpf(10) ** -120, "the order named attains the lower bound"
    assert found.width <= Fraction(tolerance)


@pytest.mark.parametrize("p", ["1/100", "1/3", "1/2", "1/1000"])
@pytest.mark.parametrize("q", ["1e-6", "1e-9", "1/200"])
def test_a_supremum_inside_is_not_missed(p, q):
    p, q = Fraction(p), Fraction(q)
    m = dpbi.Table.of({0: {0: p, 1: 1 - p}, 1: {0: q, 1: 1 - q}})
    found = zero_concentrated(m, tolerance=Fraction(1, 10**12))
    with mp.workdps(40):
        laws = [[real(v), 1 - real(v)] for v in (p, q)]
        for one, two in (laws, laws[::-1]):
            low, high = mpf(1), mpf(9)
            for _ in range(60):  # the best of three parts holds the best of all: one peak
                a, b = low + (high - low) / 3, high - (high - low) / 3
                low, high = (low, b) if ratio_at(one, two, a) > ratio_at(one, two, b) else (a, high)
            assert ratio_at(one, two, low) <= real(found.hi)
    assert found.width <= Fraction(1, 10**12)


@pytest.mark.parametrize("epsilon", [Fraction(1, 100), 1, 20, 300, 5000])
@pytest.mark.parametrize("tolerance", ["1e-6", "1e-15"])
def test_the_tolerance_is_kept_at_any_epsilon(epsilon, tolerance):
    rows = [[0, -epsilon], [-epsilon, 0]]
    found = audited(rows, tolerance)
    assert found.width <= Fraction(tolerance)
    with mp.workdps(DIGITS):
        e = real(Fraction(epsilon))
        assert real(found.lo) <= e * mp.tanh(e / 2) + mpf(10) ** -130 <= real(found.hi), "KL"


def gaussian(n, x, sigma2=4):
    return [-Fraction((r - x) ** 2, 2 * sigma2) for r in range(n + 1)]


@pytest.mark.parametrize("n", [12, 20])
def test_the_clamped_discrete_gaussian_is_decided_at_its_canonical_rho(n):
    m = Two([gaussian(n, x) for x in range(n + 1)])
    found = zero_concentrated(m, tolerance=Fraction(1, 10**12))
    assert found.width <= Fraction(1, 10**12)
    assert found.hi < Fraction(1, 8)
    with mp.workdps(DIGITS):
        middle = [law_of(row) for row in m.rows[n // 2 - 1 : n // 2 + 1]]
        assert by_brute_force(*middle) <= real(found.hi)


def test_a_flat_supremum_needs_few_intervals(monkeypatch):
    """Between two middle datasets D_a / a is 1/8 to 49 digits, over orders from 1 to 30."""
    m = Two([gaussian(60, 30), gaussian(60, 31)])
    asked = []
    below = supremum.Curve.below
    monkeypatch.setattr(supremum.Curve, "below", lambda *a: asked.append(a) or below(*a))
    found = zero_concentrated(m, tolerance=Fraction(1, 10**20))
    assert found.width <= Fraction(1, 10**20)
    assert abs(found.lo - Fraction(1, 8)) <= Fraction(1, 10**20)
    assert len(asked) < 400


def test_what_is_given_up_is_told_by_the_width_and_still_encloses(monkeypatch):
    rows = [[0, -1, -9], [-2, 0, -1]]
    narrow = audited(rows, "1e-20")
    monkeypatch.setattr(supremum, "MOST_STEPS", 3)
    monkeypatch.setattr(concentrated, "TRIES", 1)
    wide = audited(rows, "1e-20")
    assert wide.width > Fraction(1, 10**20)
    assert wide.lo <= narrow.lo <= narrow.hi <= wide.hi


def test_rho_of_equal_laws_is_zero_and_of_floats_that_of_their_sums():
    assert audited([[1, 2], [1, 2]], "1e-30").hi <= Fraction(1, 10**30)
    floats = LogWeights.of({0: {"a": 0.1, "b": 0.0}, 1: {"a": 0.0, "b": 0.1}})
    found = zero_concentrated(floats, tolerance=Fraction(1, 10**12))
    assert found.implemented
    with mp.workdps(DIGITS):
        e = real(Fraction(0.1))
        assert real(found.lo) <= e * mp.tanh(e / 2) <= real(found.hi)


def test_rho_where_an_output_is_impossible_is_infinite():
    m = dpbi.Table.of({0: {"a": 1}, 1: {"a": "1/2", "b": "1/2"}})
    assert zero_concentrated(m).lo == zero_concentrated(m).hi == float("inf")
