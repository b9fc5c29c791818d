"""The formulas of the reference laws, each computed a second way."""

import math
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpbi import privacy_loss
from dpbi.errors import InvalidValue
from dpbi.fields.polynomial import Q, at_rational, polynomial
from dpbi.libraries import Scores, textbook
from dpbi.libraries.laws import clamped_two_sided, folded_two_sided, noisy_max, permute_and_flip

gaps = st.lists(st.integers(0, 4), min_size=1, max_size=4).map(lambda g: [a - min(g) for a in g])
QUARTER = Fraction(1, 4)


def two_sided(z, q):
    return (1 - q) / (1 + q) * q ** abs(z)


def one_sided(z, q):
    return (1 - q) * q**z if z >= 0 else Fraction(0)


@given(gaps)
@settings(max_examples=40, deadline=None)
def test_permute_and_flip_is_what_going_through_all_orders_gives(gaps):
    weights = [Q**g for g in gaps]
    law = [polynomial(0)] * len(gaps)
    for order in permutations(range(len(gaps))):
        none_yet = polynomial(Fraction(1, math.factorial(len(gaps))))
        for i in order:
            law[i] = law[i] + none_yet * weights[i]
            none_yet = none_yet * (1 - weights[i])
        assert none_yet == polynomial(0)  # one of the weights is 1
    assert permute_and_flip(weights) == law


@given(gaps)
@settings(max_examples=40, deadline=None)
def test_permute_and_flip_is_the_integral_of_exponential_noise(gaps):
    # with t = exp(-noise of the winner): w_i times the integral over (0, 1) of prod (1 - t w_j)
    at = [QUARTER**g for g in gaps]
    for i, p in enumerate(permute_and_flip([Q**g for g in gaps])):
        in_t = polynomial(at[i])
        for j, w in enumerate(at):
            if j != i:
                in_t = in_t * polynomial([1, -w])
        assert at_rational(p, QUARTER) == at_rational(in_t.integral(), Fraction(1))


@pytest.mark.parametrize("noise", [one_sided, two_sided])
@pytest.mark.parametrize("gaps", [[0], [0, 0], [0, 2], [3, 0], [0, 1, 0], [2, 0, 1]])
def test_noisy_max_is_what_going_through_all_noise_vectors_gives(gaps, noise):
    most = 40 // len(gaps) ** 2 + 4
    masses = {z: noise(z, QUARTER) for z in range(-most, most + 1)}
    masses = {z: p for z, p in masses.items() if p}
    brute = [Fraction(0)] * len(gaps)
    for zs in product(masses, repeat=len(gaps)):
        values = [z - g for z, g in zip(zs, gaps, strict=True)]
        brute[values.index(max(values))] += math.prod(masses[z] for z in zs)
    law = [at_rational(p, QUARTER) for p in noisy_max(gaps, two_sided=noise is two_sided)]
    missing = 1 - sum(brute)
    assert 0 < missing < Fraction(1, 10**4)
    for p, b in zip(law, brute, strict=True):
        assert b <= p / sum(law) <= b + missing


@given(gaps, st.booleans())
@settings(max_examples=30, deadline=None)
def test_noisy_max_has_the_same_sum_whatever_the_scores(gaps, sided):
    zeros = noisy_max([0] * len(gaps), two_sided=sided)
    law = noisy_max(gaps, two_sided=sided)
    assert sum(law, polynomial(0)) == sum(zeros, polynomial(0))


def reflected(value, lower, upper):
    """The rule itself: reflect at the bound that is crossed, until inside."""
    while not lower <= value <= upper:
        value = 2 * lower - value if value < lower else 2 * upper - value
    return value


@pytest.mark.parametrize(
    ("law", "twice_lower", "twice_upper"),
    [("clamped", 0, 2), ("clamped", 0, 6)]  # only folding takes halves
    + [("folded", *ends) for ends in ((0, 2), (0, 6), (-1, 5), (-3, 4), (1, 9))],
)
def test_two_sided_noise_within_bounds_is_what_its_values_one_by_one_give(
    law, twice_lower, twice_upper
):
    lower, upper = Fraction(twice_lower, 2), Fraction(twice_upper, 2)
    inside = range(math.ceil(lower), math.floor(upper) + 1)
    for x in inside:
        brute = dict.fromkeys(inside, Fraction(0))
        for z in range(-30, 31):
            clamped = min(max(x + z, lower), upper)
            r = clamped if law == "clamped" else reflected(x + z, lower, upper)
            brute[int(r)] += two_sided(z, QUARTER)
        weights = (
            clamped_two_sided(x, int(lower), int(upper))
            if law == "clamped"
            else folded_two_sided(x, twice_lower, twice_upper)
        )
        at = {r: at_rational(w, QUARTER) for r, w in weights.items()}
        for r in inside:
            assert 0 <= at[r] / sum(at.values()) - brute[r] <= 1 - sum(brute.values())


@given(st.integers(0, 6), st.integers(1, 6))
def test_clamped_two_sided_weights_sum_to_one_plus_q(x, width):
    assert sum(clamped_two_sided(min(x, width), 0, width).values(), polynomial(0)) == 1 + Q


def test_score_neighbours_are_within_the_distance_and_monotonic_ones_move_one_way():
    every, one_way = Scores.grid(2, 2), Scores.grid(2, 2, monotonic=True)
    for x, y in product(product(range(3), repeat=2), repeat=2):
        steps = [a - b for a, b in zip(x, y, strict=True)]
        near = x != y and all(abs(s) <= 1 for s in steps)
        assert (y in every.near[x]) == near
        assert (y in one_way.near[x]) == (near and math.prod(steps) >= 0)


def test_the_sensitivity_of_a_score_is_its_largest_change_between_neighbours():
    scores = Scores.of({"a": [0, "1/2"], "b": [2, 1], "c": [9, 9]}, [("a", "b")])
    assert scores.sensitivity == 2
    assert scores.gaps("a") == [1, 0]
    assert scores.unit == Fraction(1, 2)
    assert scores.gaps("b", negate=True) == [2, 0]


def test_scores_may_be_named_in_short():
    short = textbook.PermuteAndFlip("2x3", "1")
    assert short == textbook.PermuteAndFlip(Scores.grid(2, 3), "1")
    listed = textbook.PermuteAndFlip([(0, 0), (1, 0)], "1")
    assert list(listed.datasets()) == [(0, 0), (1, 0)]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: textbook.PermuteAndFlip("2", "1"),
        lambda: textbook.PermuteAndFlip(2, "1"),
        lambda: textbook.PermuteAndFlip("0x2", "1"),
        lambda: Scores.of({"a": [0, 1], "b": [0]}, [("a", "b")]),
        lambda: Scores.of({"a": [0, 1]}, [("a", "b")]),
        lambda: textbook.KaryRandomisedResponse(1, "1"),
        lambda: textbook.BinaryRandomisedResponse(3, "1"),
        lambda: textbook.TruncatedGeometric(3, "0"),
        lambda: textbook.TruncatedGeometric(3, "1", lower=3),
        lambda: textbook.TruncatedGeometric(3, "1", sensitivity=0),
        lambda: textbook.ExponentialMechanism(Scores.of({1: [0], 2: [0]}, [(1, 2)]), "1"),
        lambda: textbook.ReportNoisyMax(Scores.grid(2, 1), "1", "gauss"),
    ],
)
def test_parameters_without_sense_are_refused(wrong):
    with pytest.raises(InvalidValue):
        wrong()


TEXTBOOK = [
    textbook.KaryRandomisedResponse(4, "1/3"),
    textbook.BinaryRandomisedResponse(epsilon="2"),
    textbook.TruncatedGeometric(5, "1"),
    textbook.TruncatedGeometric(5, "1", lower=-2, sensitivity=3),
    textbook.PermuteAndFlip(Scores.grid(3, 2), "1"),
    textbook.PermuteAndFlip(Scores.grid(3, 2, monotonic=True), "1", monotonic=True),
    textbook.ReportNoisyMax(Scores.grid(3, 2), "1", "geometric"),
    textbook.ReportNoisyMax(Scores.grid(3, 2), "1", "exponential"),
]


@pytest.mark.parametrize("m", TEXTBOOK, ids=lambda m: f"{m.name}-{m.epsilon}")
def test_the_textbook_mechanisms_spend_exactly_their_epsilon(m):
    loss = privacy_loss(m)
    assert loss.exact == "epsilon"
    assert loss.within(m.epsilon) is True
    assert loss.within(m.epsilon - Fraction(1, 10**9)) is False


@given(st.integers(2, 5), st.fractions("1/10", 5, max_denominator=20))
@settings(max_examples=20, deadline=None)
def test_the_exponential_mechanism_keeps_to_its_epsilon_and_has_slack(candidates, epsilon):
    scores = Scores.vectors([[g] + [0] * (candidates - 1) for g in range(4)])
    loss = privacy_loss(textbook.ExponentialMechanism(scores, epsilon))
    q = math.exp(-epsilon / 2)  # worst at scores that are all equal, or nearly so
    k = candidates - 1
    ratios = [(1 + k * q ** (g + 1)) / (1 + k * q**g) for g in range(3)]
    losses = [max(-math.log(r), -math.log(q) + math.log(r)) for r in ratios]
    assert float(loss.hi) == pytest.approx(max(losses), rel=1e-9)
    assert loss.within(epsilon) is True


def test_noise_that_is_drawn_again_until_it_fits_costs_more_than_its_epsilon():
    m = textbook.BoundedDiscreteLaplace(5, "1")
    loss = privacy_loss(m)
    q = math.exp(-1)
    norms = [sum(q ** abs(r - x) for r in range(6)) for x in range(6)]
    assert float(loss.lo) == pytest.approx(1 + math.log(norms[1] / norms[0]), rel=1e-12)
    assert loss.within(Fraction(1)) is False
    assert loss.within(Fraction(2)) is True


@pytest.mark.parametrize("m", [*TEXTBOOK, textbook.ReportNoisyMax(Scores.grid(2, 2), "1")])
def test_every_law_sums_to_one(m):
    for x in list(m.datasets())[:5]:
        law = m.law(x)
        assert sum(p.lo for p in law.values()) <= 1 <= sum(p.hi for p in law.values())
        assert m.sample(x) in law
