"""Textbook code run unchanged: what is found, and the same from the functions themselves."""

import math
import random
from collections import Counter
from fractions import Fraction

import pytest
from examples import textbook
from libraries import ALL, counted, exact_law

import dpbi
from dpbi.errors import DpbiError

FAILED = "ValueError"


@pytest.fixture
def double(monkeypatch):
    """double(k, f, x): f(x) where random() is k * 2^-53."""

    def at(k, function, *given):
        with monkeypatch.context() as patch:
            patch.setattr(random, "random", lambda: k / ALL)
            return function(*given)

    return at


@pytest.mark.parametrize("made", [textbook.RESPONSE, textbook.COINS], ids=["double", "coins"])
def test_randomised_response_holds_exactly(made):
    law = {x: exact_law(made, x) for x in textbook.BITS}
    assert law == {x: {x: Fraction(3, 4), not x: Fraction(1, 4)} for x in textbook.BITS}
    assert dpbi.is_private(made, "ln(3)") is True


def by_counting(double, function, x, cuts):
    """The law from how many doubles lead to each output; it rises or falls between cuts."""
    found = Counter()
    for lo, hi in cuts:
        found.update(counted(lambda k: double(k, function, x), lo, hi))
    return {r: Fraction(n, ALL) for r, n in found.items()}


def test_weights_are_rounded_so_a_response_of_many_just_exceeds_epsilon(double):
    made, names = textbook.COLOURS, textbook.CHOICES
    for x in names:

        def choose(colour):
            weights = [math.exp(1.0) if c == colour else 1.0 for c in names]
            total = sum(weights[:2]) + weights[2]
            below = random.random() * total
            return names[0 if below < weights[0] else 1 if below < sum(weights[:2]) else 2]

        assert exact_law(made, x) == by_counting(double, choose, x, [(0, ALL)])
    assert 0 < dpbi.privacy_loss(made, digits=20).lo - 1 < 4e-16
    assert dpbi.is_private(made, 1) is False


HALVES = [(1, ALL // 2), (ALL // 2, ALL)]


def test_inverse_laplace_noise_fails_at_zero_and_just_exceeds_epsilon(double):
    made = textbook.COUNT
    for x in made.datasets():
        law = by_counting(double, textbook.noisy_count, x, HALVES)
        assert exact_law(made, x) == law | {FAILED: Fraction(1, ALL)}
    with pytest.raises(ValueError, match="math domain error"):
        double(0, textbook.noisy_count, 1)
    assert 0 < dpbi.privacy_loss(made, digits=20).lo - 1 < 2e-15
    assert dpbi.is_private(made, 1) is False


def test_without_a_clamp_the_ends_of_that_noise_tell_the_count(double):
    made = textbook.UNCLAMPED
    laws = [by_counting(double, textbook.unclamped_count, x, HALVES) for x in (0, 1)]
    assert [exact_law(made, x) for x in (0, 1)] == [
        law | {FAILED: Fraction(1, ALL)} for law in laws
    ]
    loss = dpbi.privacy_loss(made)
    assert loss.lo == math.inf
    x, y, r = loss.witness
    assert r in laws[x]
    assert r not in laws[y]
    assert double(1, textbook.unclamped_count, 0) == min(laws[0]) == -36
    assert double(1, textbook.unclamped_count, 1) == min(laws[1]) == -35


def test_noisy_max_by_inverse_geometric_noise(double):
    made = textbook.MAXIMUM
    noise = by_counting(double, textbook.geometric, 3.0, [(0, ALL)])
    for x in made.datasets():
        first = sum(
            p * q for a, p in noise.items() for b, q in noise.items() if x[0] + a >= x[1] + b
        )
        assert exact_law(made, x) == {0: first, 1: 1 - first}
    loss = dpbi.privacy_loss(made, digits=20)
    assert 0 < loss.lo - 3 < 1e-13
    assert dpbi.is_private(made, 3) is False


@pytest.mark.parametrize(
    ("made", "witness", "share"),
    [
        (textbook.TOSSES, (0, 1, 0), Fraction(1, 2)),
        (textbook.RESERVOIR, ("aab", "aaa", "b"), Fraction(1, 3)),
        (textbook.SHUFFLED, ("ab", "aa", "ba"), Fraction(1, 2)),
    ],
    ids=["tosses", "reservoir", "shuffled"],
)
def test_what_is_sampled_or_shuffled_without_noise_is_not_private(made, witness, share):
    x, y, r = witness
    assert dpbi.privacy_loss(made).lo == math.inf
    assert exact_law(made, x)[r] == share
    assert r not in exact_law(made, y)


def test_noise_of_two_uniform_numbers_is_refused_in_one_sentence():
    with pytest.raises(DpbiError, match=r"two numbers computed from random\(\)") as refused:
        textbook.quotient.law(0)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["RESPONSE", "COLOURS", "COUNT", "MAXIMUM", "TOSSES"])
def test_they_are_drawn_for_real_from_the_law_that_is_audited(name):
    made = getattr(textbook, name)
    for x in list(made.datasets())[:2]:
        assert made.sample(x) in made.law(x)
