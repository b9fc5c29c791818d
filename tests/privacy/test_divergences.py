"""Delta, total variation, Renyi, zCDP, composition and calibration, computed a second way."""

import math
from fractions import Fraction
from itertools import product

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_tables import Table, tables
from strategies import encloses, exact, settings_of_mechanisms

import dpbi
from dpbi import mechanism, privacy_loss
from dpbi import privacy as audit
from dpbi.errors import InvalidValue
from dpbi.fields import Balls
from dpbi.privacy import delta
from dpbi.privacy.pairs import Pairs

LEVELS = ["0", "1/4", "1/2", "1"]


@pytest.fixture
def ehds():
    return mechanism("ehds", prior=(1, "1/2"), n=5, epsilon=2)


def test_the_finest_width_that_may_be_asked_for_is_reached_by_every_question():
    m, other = (mechanism(name, prior=(1, 1), n=2, epsilon=1) for name in ("ehds", "ehd"))
    width = Fraction(1, 10**2000)
    found = [
        *audit.privacy_profile(m, ["1/4"], tolerance=width),
        *audit.pair_profile(m, (0, 2), (1, 1), ["1/4"], tolerance=width),
        audit.total_variation(m, tolerance=width),
        audit.renyi_divergence(m, "3/2", tolerance=width),
        audit.compare_laws(m, other, tolerance=width),
        privacy_loss(m, digits=2000),
    ]
    for answer in found:
        assert 0 < answer.width <= width
        assert answer.reached


def laws_of(m):
    """The laws by the oracle, for ehds with gamma 1."""
    return lambda x: oracle.ehds_law(m.prior.alpha, x, m.epsilon, 1)


def test_the_profile_is_what_the_oracle_says(ehds):
    for d in audit.privacy_profile(ehds, LEVELS):
        truth, *_ = oracle.privacy_delta(laws_of(ehds), ehds.n, 2, d.at)
        assert encloses(d, exact(truth))
        assert d.width <= Fraction(1, 10**12)
        p, q = laws_of(ehds)(d.x), laws_of(ehds)(d.y)
        assert exact(oracle.delta(p, q, d.at)) >= d.lo - Fraction(1, 10**40)


@pytest.mark.parametrize("bits", [64, 128, 129, 200, 333])
def test_of_pairs_with_the_same_delta_the_first_is_named_however_it_is_rounded(bits):
    m = mechanism("ehds", prior=(1, 1), n=6, epsilon=1)
    pairs = Pairs(m)
    (found,) = delta._profile(pairs, [Fraction(0)], Balls(bits))
    mirrored = (found.x[::-1], found.y[::-1]), (found.y, found.x), (found.y[::-1], found.x[::-1])
    ordered = list(pairs.ordered)
    assert ordered.index((found.x, found.y)) < min(ordered.index(other) for other in mirrored)


def test_renyi_and_total_variation_are_what_the_oracle_says(ehds):
    laws = laws_of(ehds)
    pairs = oracle.ordered_pairs(ehds.n, 2)
    for order in ("3/2", "2", "17"):
        truth = max(oracle.renyi(laws(x), laws(y), order) for x, y in pairs)
        assert encloses(audit.renyi_divergence(ehds, order), exact(truth))
    truth = max(oracle.total_variation(laws(x), laws(y)) for x, y in pairs)
    assert encloses(audit.total_variation(ehds), exact(truth))


@given(tables)
def test_delta_at_zero_is_total_variation(m):
    (d,) = audit.privacy_profile(m, [0])
    truth = max(
        sum(abs(p - q) for p, q in zip(m.rows[x], m.rows[y], strict=True)) / 2
        for x, y in product(m.datasets(), repeat=2)
        if abs(x - y) == 1
    )
    assert d.lo <= truth <= d.hi


@given(settings_of_mechanisms(most=(6, 3, 2)))
@settings(max_examples=40)
def test_delta_vanishes_from_the_true_epsilon_on_and_not_below(case):
    m, _ = case
    loss = privacy_loss(m)
    above, at = loss.hi + Fraction(1, 10**9), Fraction(loss.hi)
    below = max(Fraction(loss.lo) * Fraction(99, 100), Fraction(0))
    last, tie, before = audit.privacy_profile(m, [above, at, below])
    assert last.hi == 0
    assert tie.lo == 0
    assert tie.hi < Fraction(1, 10**12)
    assert before.lo > 0


class Merged(dpbi.Exact):
    """Post-processing: the outputs of a table, some of them merged."""

    def __init__(self, inner, target):
        self.inner, self.target = inner, target

    def datasets(self):
        return self.inner.datasets()

    def neighbours(self, x):
        return self.inner.neighbours(x)

    def probabilities(self, x):
        merged = dict.fromkeys(self.target, Fraction(0))
        for r, p in self.inner.probabilities(x).items():
            merged[self.target[r]] += p
        return merged


@given(tables, st.lists(st.integers(0, 1), min_size=3, max_size=3))
def test_post_processing_raises_nothing(m, target):
    merged = Merged(m, target)
    assert privacy_loss(merged).lo <= privacy_loss(m).hi
    for coarse, fine in zip(
        audit.privacy_profile(merged, LEVELS), audit.privacy_profile(m, LEVELS), strict=True
    ):
        assert coarse.lo <= fine.hi
    assert audit.renyi_divergence(merged, 2).lo <= audit.renyi_divergence(m, 2).hi


@given(tables, st.fractions("1/1000", "9/10"))
def test_the_smallest_epsilon_for_a_delta_has_that_delta_around_it(m, delta):
    if privacy_loss(m).hi == math.inf:
        return
    lo, hi = audit.smallest_epsilon(m, delta)
    assert 0 <= hi - lo <= Fraction(1, 10**11)
    at, before = audit.privacy_profile(m, [hi, max(lo - Fraction(1, 10**9), Fraction(0))])
    assert at.lo <= delta
    assert lo == 0 or before.hi > delta


TARGETS = ["1/1000", "1/10", "1/4", Fraction(1, 10**30)]


@pytest.mark.parametrize("name", ["ehds", "lshist"])
@pytest.mark.parametrize("target", TARGETS)
def test_a_root_in_floats_saves_questions_and_changes_no_digit(name, target, monkeypatch):
    m, asked = mechanism(name, prior=(1, 1), n=7, epsilon=1), []

    def counting(pairs, levels, F, profile=delta._profile):
        asked.extend(levels)
        return profile(pairs, levels, F)

    monkeypatch.setattr(delta, "_profile", counting)
    plainly, times = audit.smallest_epsilon(m, target), len(asked)
    monkeypatch.setattr(delta, "LARGE", 0)
    asked.clear()
    assert audit.smallest_epsilon(m, target) == plainly
    beyond = Fraction(target) < Fraction(1, 10**20)  # what the first look in balls resolves
    assert len(asked) <= (times * 3 / 5 if times > 9 and not beyond else times + 60)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("guess", [0.0, 1e-3, 0.3, 0.99, 1.0])
def test_a_wrong_root_in_floats_changes_no_digit_either(target, guess, monkeypatch):
    m = mechanism("ehds", prior=(1, 1), n=7, epsilon=1)
    plainly = audit.smallest_epsilon(m, target)
    monkeypatch.setattr(delta, "LARGE", 0)
    monkeypatch.setattr("scipy.optimize.brentq", lambda f, a, b, **_: a + guess * (b - a))
    assert audit.smallest_epsilon(m, target) == plainly


def test_divergences_where_supports_differ_are_infinite():
    m = Table((Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1, 2)))
    assert audit.renyi_divergence(m, 2).lo == math.inf
    assert audit.zero_concentrated(m).hi == math.inf
    (d,) = audit.privacy_profile(m, [20])
    assert d.lo <= Fraction(1, 2) <= d.hi
    with pytest.raises(InvalidValue, match="no epsilon"):
        audit.smallest_epsilon(m, "1/4")


def test_a_refusal_names_a_target_that_cannot_be_written():
    class Unwritten:
        datasets = staticmethod(lambda: [0, 1])
        neighbours = staticmethod(lambda x: [1 - x])
        probabilities = staticmethod(lambda x: {x: 1})

        def __repr__(self):
            raise OSError

    with pytest.raises(InvalidValue, match="for Unwritten"):
        audit.smallest_epsilon(Unwritten(), "1/4")


@pytest.mark.parametrize("order", ["-1/2", "-3", "inf"])
def test_a_renyi_order_is_a_number_not_below_zero(order, ehds):
    with pytest.raises(InvalidValue):
        audit.renyi_divergence(ehds, order)


@pytest.mark.parametrize("delta", ["0", "1", "2"])
def test_a_delta_lies_between_zero_and_one(delta, ehds):
    with pytest.raises(InvalidValue):
        audit.smallest_epsilon(ehds, delta)


@given(tables)
@settings(max_examples=25)
def test_rho_is_the_largest_renyi_divergence_divided_by_its_order(m):
    if privacy_loss(m).hi == math.inf:
        return
    rho = audit.zero_concentrated(m)
    assert 0 <= rho.width <= Fraction(1, 10**6)
    for order in (Fraction(1001, 1000), Fraction(3, 2), Fraction(2), Fraction(5), Fraction(50)):
        assert audit.renyi_divergence(m, order).lo / order <= rho.hi
    if rho.at > 1:
        at = audit.renyi_divergence(m, rho.at)
        assert at.hi / rho.at >= rho.lo


def test_rho_is_found_inside_the_range_of_orders():
    p, q = Fraction(1, 100), Fraction(1, 10**6)
    rho = audit.zero_concentrated(Table((p, 1 - p), (q, 1 - q)))

    def renyi(a):
        logs = [(math.log(s), math.log(t)) for s, t in ((p, q), (1 - p, 1 - q))]
        return math.log(sum(math.exp(a * s + (1 - a) * t) for s, t in logs)) / (a - 1)

    best = max(renyi(1 + i / 1000) / (1 + i / 1000) for i in range(1, 9000))
    assert abs(float(rho.lo) - best) < 1e-4
    assert float(rho.hi) >= best - 1e-12
    assert 1 + Fraction(1, 100) < rho.at < 9


@given(tables, st.sampled_from(LEVELS))
def test_one_release_composed_is_itself(m, level):
    (single,) = audit.privacy_profile(m, [level])
    composed = audit.composed_delta(m, 1, level)
    assert single.lo <= composed.hi
    assert composed.lo <= single.hi


@given(tables, st.sampled_from(["0", "1/2", "2"]))
@settings(max_examples=40)
def test_composition_is_the_law_of_independent_draws(m, level):
    k, e = 3, math.exp(float(Fraction(level)))
    found = audit.composed_delta(m, k, level)
    best = 0.0
    for x, y in product(m.datasets(), repeat=2):
        if abs(x - y) == 1:
            total = 0.0
            for outputs in product(range(3), repeat=k):
                p, q = (math.prod(float(m.rows[z][r]) for r in outputs) for z in (x, y))
                total += max(0.0, p - e * q)
            best = max(best, total)
    assert float(found.lo) - 1e-9 <= best <= float(found.hi) + 1e-9


def test_dp_accounting_brackets_the_exact_composition(ehds):
    pytest.importorskip("dp_accounting", reason="the extra `accounting` is not installed")
    found = audit.composed_delta(ehds, 6, "1/2")
    above = audit.to_pld(ehds, (found.x, found.y), grid=1e-3)
    below = audit.to_pld(ehds, (found.x, found.y), pessimistic=False, grid=1e-3)
    upper, lower = (d.self_compose(6).get_delta_for_epsilon(0.5) for d in (above, below))
    assert lower - 1e-9 <= float(found.lo) <= float(found.hi) <= upper + 1e-9
    assert upper - lower < 0.01


def test_dp_accounting_sees_both_directions_of_the_pair():
    pytest.importorskip("dp_accounting", reason="the extra `accounting` is not installed")
    m = Table((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 10), Fraction(9, 10)))
    pld = audit.to_pld(m)
    assert abs(pld.get_epsilon_for_delta(0.0) - math.log(5)) < 1e-3


@pytest.mark.parametrize("name", ["ehds", "ehdl", "mh-exp", "lsdim", "lszhang-theorem"])
@pytest.mark.parametrize("n", [1, 8])
def test_calibration_is_certified_and_nearly_spends_the_target(name, n):
    target = Fraction(3, 2)
    found = audit.calibrate(mechanism(name, prior=(1, 1), n=n, epsilon=1), target)
    assert found.loss.within(target) is True
    assert found.mechanism.epsilon == found.nominal
    assert privacy_loss(found.mechanism).hi <= target
    assert found.loss.lo >= target * (1 - Fraction(1, 10**8))


def test_calibration_is_exact_where_the_loss_is():
    m = mechanism("lsdim", prior=(1, 1, 1), n=9, epsilon=1)
    found = audit.calibrate(m, "1/2")
    assert found.nominal == Fraction(3, 4)
    assert found.loss.exact_value == Fraction(1, 2)


def test_calibration_does_not_assume_that_loss_grows_with_nominal_epsilon():
    def family(nominal):
        bump = Fraction(3, 4) if 1 <= nominal <= Fraction(5, 4) else Fraction(1, 2)
        p = min(bump + nominal / 1000, Fraction(9, 10))
        return Table((p, 1 - p), (1 - p, p))

    found = audit.calibrate(family, 1)
    assert found.nominal > Fraction(5, 4)
    assert found.loss.within(Fraction(1)) is True


def test_the_expected_distance_is_the_mean_over_the_law():
    m = mechanism("lshist", prior=(1, 2), n=4, epsilon=1)
    x = (1, 3)
    law = oracle.lshist_law(x, 1)
    truth = sum(
        p * oracle.hellinger(oracle.posterior((1, 2), x), oracle.posterior((1, 2), r))
        for r, p in law.items()
    )
    assert encloses(dpbi.expected_distance(m, x), exact(truth), Fraction(1, 10**30))
