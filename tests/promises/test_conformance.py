"""Statistics with stated rates: right samplers pass, wrong ones are found, bounds hold."""

import random
from fractions import Fraction
from math import comb, factorial, prod

import pytest
from flint import arb
from later import special, stats

import dpbi
from dpbi.errors import DpbiError
from dpbi.fields import Enclosure
from dpbi.promises.conformance import (
    FIELD,
    Conformance,
    SampledBound,
    clopper_pearson,
    conforms,
    epsilon_from_samples,
    likely,
    tail,
)

EHDS = dpbi.mechanism("ehds", prior=(1, 1), n=6, epsilon=2)
X = (2, 4)


def drawing(law, seed):
    """A sampler of {output: probability} by floats: close enough for a few thousand draws."""
    rng, outputs = random.Random(seed), list(law)
    weights = [float(law[r]) for r in outputs]
    return lambda x: rng.choices(outputs, weights)[0]


def of_seed(seed):
    rng = dpbi.not_private(seed)
    return lambda x: EHDS.sample(x, rng)


@pytest.mark.parametrize("seed", range(5))
def test_the_exact_sampler_is_compatible_with_its_law_under_every_fixed_seed(seed):
    found = conforms(EHDS, of_seed(seed), X, draws=1500)
    assert found, found
    assert "statistical, not certified" in str(found)
    assert found == conforms(EHDS, of_seed(seed), X, draws=1500), "the same seed, the same answer"


WRONG = {
    "the law of a neighbour": lambda law: EHDS.law((5, 1)),
    "an eighth of epsilon": lambda law: dpbi.mechanism(
        "ehds", prior=(1, 1), n=6, epsilon="1/4"
    ).law(X),
    "an output missing": lambda law: {r: p for r, p in law.items() if r != X},
    "uniform": lambda law: dict.fromkeys(law, 1),
    "two outputs swapped": lambda law: law | {(0, 6): law[(2, 4)], (2, 4): law[(0, 6)]},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_sampler_is_found(name):
    found = conforms(EHDS, drawing(WRONG[name](EHDS.law(X)), 0), X, draws=5000)
    assert not found
    assert "came" in found.evidence


def test_a_small_shift_of_everything_is_found_by_the_cumulative_frequencies():
    law = {r: Fraction(1, 200) for r in range(200)}
    shifted = {r: 1.15 if r < 100 else 0.85 for r in range(200)}
    found = conforms(law, drawing(shifted, 3), 0, draws=8000)
    assert not found
    assert found.evidence.startswith("outputs up to")


def test_an_impossible_output_is_certain_evidence():
    found = conforms({"a": 1}, lambda x: "b", 0, draws=10)
    assert found.evidence == "output b is impossible under the law"
    assert not conforms({"a": 1, "b": 0}, lambda x: "b", 0, draws=10)


def test_outputs_of_probability_one_and_enclosures_are_taken():
    assert conforms({"a": 1}, lambda x: "a", 0, draws=100)
    wide = {
        "a": Enclosure(Fraction(1, 4), Fraction(3, 4)),
        "b": Enclosure(Fraction(1, 4), Fraction(3, 4)),
    }
    assert conforms(wide, drawing({"a": 3, "b": 1}, 1), 0, draws=1000), "within what is enclosed"
    assert not conforms(wide, drawing({"a": 97, "b": 3}, 1), 0, draws=1000)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: conforms({"a": "1/2"}, lambda x: "a", 0),
        lambda: conforms({"a": 0.5, "b": 0.5}, lambda x: "a", 0),
        lambda: conforms({"a": 1}, lambda x: ["a"], 0),
        lambda: conforms({"a": 1}, lambda x: "a", 0, draws=3),
        lambda: conforms({"a": 1}, lambda x: "a", 0, false_alarm=0),
        lambda: conforms({"a": 1}, lambda x: "a", 0, false_alarm="1"),
        lambda: conforms({"a": 1}, lambda x: "a", 0, false_alarm=1e-6),
        lambda: epsilon_from_samples(lambda x: "a", 0, 1, confidence="1"),
        lambda: epsilon_from_samples(lambda x: {}, 0, 1),
    ],
)
def test_nonsense_is_refused(ask):
    with pytest.raises(DpbiError):
        ask()


def binomial(n, k, p):
    return comb(n, k) * p**k * (1 - p) ** (n - k)


def exactly(n, p, accused):
    """The probability under Bin(n, p) of the counts that are accused: a rational number."""
    return sum(binomial(n, k, p) for k in range(n + 1) if accused(k))


@pytest.mark.parametrize("p", [Fraction(1, 2), Fraction(1, 10), Fraction(9, 10), Fraction(1, 100)])
@pytest.mark.parametrize("rate", [Fraction(1, 20), Fraction(1, 5), Fraction(1, 2)])
def test_a_right_sampler_is_accused_at_most_as_often_as_is_said(p, rate):
    n, law = 24, {"a": p, "b": 1 - p}

    def accused(k):
        outputs = iter(["a"] * k + ["b"] * (n - k))
        return not conforms(law, lambda x: next(outputs), 0, draws=n, false_alarm=rate)

    assert exactly(n, p, accused) <= rate


def compositions(n, parts):
    """All counts of the given number of outputs that sum to n."""
    if parts == 1:
        yield (n,)
        return
    for first in range(n + 1):
        yield from ((first, *rest) for rest in compositions(n - first, parts - 1))


@pytest.mark.parametrize("rate", [Fraction(1, 2), Fraction(1, 5)])
def test_nor_more_often_where_there_are_many_outputs(rate):
    n, outputs = 10, 5
    law, accused = dict.fromkeys(range(outputs), Fraction(1, outputs)), 0
    for counts in compositions(n, outputs):
        drawn = iter([r for r, c in enumerate(counts) for _ in range(c)])
        if not conforms(law, lambda x, d=drawn: next(d), 0, draws=n, false_alarm=rate):
            accused += factorial(n) // prod(map(factorial, counts))
    assert Fraction(accused, outputs**n) <= rate


def test_and_the_rate_is_used_a_stricter_one_accuses_less():
    n, p = 24, Fraction(1, 2)

    def accused(rate):
        def by(k):
            outputs = iter(["a"] * k + ["b"] * (n - k))
            return not conforms(
                {"a": p, "b": 1 - p}, lambda x: next(outputs), 0, draws=n, false_alarm=rate
            )

        return exactly(n, p, by)

    assert 0 < accused("1/1000") < accused("1/2") < Fraction(1, 2)


@pytest.mark.parametrize("n", [1, 7, 24])
@pytest.mark.parametrize("level", [Fraction(1, 100), Fraction(1, 4)])
def test_one_sided_bounds_miss_at_most_as_often_as_is_said(n, level):
    lower = [clopper_pearson(k, n, level, upper=False) for k in range(n + 1)]
    upper = [clopper_pearson(k, n, level, upper=True) for k in range(n + 1)]
    assert lower == sorted(lower)
    assert upper == sorted(upper)
    # The worst case is a probability just beside a bound: there, and on a grid.
    tiny = Fraction(1, 10**15)
    beside = {b + s for b in (*lower, *upper) for s in (-tiny, tiny)}
    for p in {Fraction(i, 40) for i in range(41)} | {p for p in beside if 0 <= p <= 1}:
        assert exactly(n, p, lambda k, p=p: lower[k] > p) <= level
        assert exactly(n, p, lambda k, p=p: upper[k] < p) <= level


@pytest.mark.parametrize(
    ("k", "n"), [(0, 10), (1, 10), (5, 10), (10, 10), (37, 2000), (1999, 2000)]
)
@pytest.mark.parametrize("level", ["1/100", "1/20"])
def test_bounds_are_those_of_scipy_rounded_outward(k, n, level):
    level = Fraction(level)
    sure = float(1 - level)
    low = stats.binomtest(k, n, alternative="greater").proportion_ci(sure, "exact").low
    high = stats.binomtest(k, n, alternative="less").proportion_ci(sure, "exact").high
    found_low, found_high = (clopper_pearson(k, n, level, upper=u) for u in (False, True))
    assert float(found_low) == pytest.approx(low, rel=1e-8)
    assert float(1 - found_high) == pytest.approx(1 - high, rel=1e-8)
    assert float(found_low) <= low + 1e-12
    assert float(found_high) >= high - 1e-12


@pytest.mark.parametrize("draws", [7, 60])
@pytest.mark.parametrize("level", [Fraction(1, 10), Fraction(1, 10**6), Fraction(1, 10**400)])
def test_what_scipy_passes_over_is_above_the_level(draws, level):
    """The other way round costs time only: all that is below the level is left to balls."""
    for p in (Fraction(1, 100), Fraction(2, 7), Fraction(99, 100)):
        for k in range(draws + 1):
            for upper in (True, False):
                side = (lambda j, k=k: j >= k) if upper else (lambda j, k=k: j <= k)
                if exactly(draws, p, side) <= level:
                    assert not likely(k, draws, p, upper=upper, level=level)
    assert likely(draws // 2, draws, Fraction(1, 2), upper=True, level=Fraction(1, 10**6))


@pytest.mark.parametrize("wrong", [0.5, 1 - 1e-6, 1.0 + 1e-6, 1.5])
def test_a_bound_holds_whatever_scipy_proposes(wrong, monkeypatch):
    right = special.betaincinv
    monkeypatch.setattr("scipy.special.betaincinv", lambda a, b, y: wrong * right(a, b, y))
    for k in (1, 5, 9, 10):
        low = clopper_pearson(k, 10, Fraction(1, 20), upper=False)
        high = clopper_pearson(k, 10, Fraction(1, 20), upper=True)
        assert exactly(10, low, lambda j, k=k: j >= k) <= Fraction(1, 20)
        assert k == 10 or exactly(10, high, lambda j, k=k: j <= k) <= Fraction(1, 20)


@pytest.mark.parametrize("k", range(8))
def test_tails_are_sums_of_binomial_probabilities(k):
    p = Fraction(2, 7)
    with FIELD.scope():
        for upper, expected in (
            (True, sum(binomial(7, j, p) for j in range(k, 8))),
            (False, sum(binomial(7, j, p) for j in range(k + 1))),
        ):
            found = arb(tail(k, 7, FIELD.rational(p), upper=upper))
            assert found.overlaps(FIELD.rational(expected))
            assert found.rad() < 1e-20


def respond(seed, truth=0.75):
    rng = random.Random(seed)
    return lambda x: x if rng.random() < truth else 1 - x


def test_a_lower_bound_from_samples_is_close_to_the_loss_and_below_it():
    ln3 = 1.0986122886681098
    for seed in range(10):
        bound = epsilon_from_samples(respond(seed), 0, 1, draws=20_000)
        assert 0.9 < bound.epsilon < ln3
        assert bound.certified is False
        assert "not certified" in str(bound)


def test_a_sampler_that_tells_nothing_yields_nothing_and_one_that_tells_all_a_lot():
    assert epsilon_from_samples(respond(1, 0.5), 0, 1, draws=4000).epsilon < Fraction(1, 10)
    sure = epsilon_from_samples(lambda x: x, 0, 1, draws=20_000)
    # 10 000 of 10 000 against none: ln(0.0005^(1/10000) / (1 - 0.0005^(1/10000))) is 7.18
    assert 7.1 < sure.epsilon < 7.2


def test_the_confidence_is_kept_by_enumeration():
    # Both counts measured are binomial: over all outcomes, how often is the bound above the truth?
    from dpbi.promises.conformance import _log_ratio

    n, miss, p, q = 12, Fraction(1, 5), Fraction(3, 4), Fraction(1, 4)
    truth = Fraction(10986122886681098, 10**16)
    wrong = sum(
        binomial(n, a, p) * binomial(n, b, q)
        for a in range(n + 1)
        for b in range(n + 1)
        if _log_ratio(a, b, n, miss) > truth
    )
    assert 0 < wrong <= miss


def test_sentences_round_bounds_to_the_safe_side():
    third, two = Fraction(1, 3), Fraction(2, 3)
    bound = SampledBound(two, two, 0, 1, ("a",), (3, 1), 10)
    assert "epsilon >= 0.6666 with confidence 0.6666:" in str(bound)
    assert "at most 0.3334;" in str(Conformance(True, 10, third, "none"))
