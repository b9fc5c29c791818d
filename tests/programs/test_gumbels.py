"""Gumbel noise in closed form: softmax, the exponential mechanism, and orders one after another."""

from fractions import Fraction
from itertools import permutations, product

import mpmath
import numpy as np
import pytest

import dpbi
from dpbi.fields import Balls
from dpbi.fields.logsum import LogSums
from dpbi.libraries.laws import Scores
from dpbi.libraries.textbook import ExponentialMechanism
from dpbi.programs.families import Branch, Tree
from dpbi.programs.masses import Masses
from dpbi.programs.noises import gumbels
from dpbi.programs.noises.laws import Gumbel
from dpbi.programs.noises.trees import Enclosed
from dpbi.programs.pieces import Scalars

mp = mpmath.mp.clone()
mp.dps = 50
SCORES = list(product((0, 1, 2), repeat=3))


def on(*datasets):
    return dpbi.program(datasets=datasets, neighbours="all")


def number(value):
    value = Fraction(value)
    return mp.mpf(value.numerator) / value.denominator


def agrees(made, x, wanted):
    law = made.law(x)
    assert law.keys() == wanted.keys()
    for r, p in wanted.items():
        assert number(law[r].lo) - mp.mpf(10) ** -30 <= p <= number(law[r].hi) + mp.mpf(10) ** -30
        assert law[r].hi - law[r].lo < Fraction(1, 10**30)


def by_argmax(x, rng):
    return rng.argmax([c + rng.gumbel(4) for c in x])


def by_max(x, rng):
    noisy = [c + rng.gumbel(4) for c in x]
    return max(range(len(x)), key=lambda i: noisy[i])


def by_comparing(x, rng):
    best, place = x[0] + rng.gumbel(4), 0
    for i in range(1, len(x)):
        other = x[i] + rng.gumbel(4)
        if other > best:
            best, place = other, i
    return place


def near(x):
    """The vectors in which each score differs by 1 at most."""
    return [y for y in SCORES if y != x and all(abs(a - b) <= 1 for a, b in zip(x, y, strict=True))]


@pytest.mark.parametrize("way", [by_argmax, by_max])
def test_it_is_the_exponential_mechanism(way):
    """Scores that move by 1 and scale 2/epsilon: the same law and the same loss, exactly."""
    made = dpbi.program(datasets=SCORES, neighbours=near)(way)
    pairs = [(x, y) for x in SCORES for y in near(x)]
    wanted = ExponentialMechanism(Scores.of({x: list(x) for x in SCORES}, pairs), "1/2", 1)
    one, other = dpbi.privacy_loss(made), dpbi.privacy_loss(wanted)
    assert one.lo <= other.hi
    assert other.lo <= one.hi
    assert dpbi.closed_form(one) == "ln((1 + 2*exp(1/2)) / 3)"  # q = e^-1/4 in the next
    assert dpbi.closed_form(other) == "ln((2 + q^2) / (3 q^2)), q = exp(-epsilon/2)"
    by_hand = {x: {r: Fraction(c, 4) for r, c in enumerate(x)} for x in SCORES}
    written = dpbi.LogWeights.of(by_hand, neighbours=pairs)
    assert dpbi.closed_form(dpbi.privacy_loss(written)) == dpbi.closed_form(one)
    for x in SCORES[::5]:
        for r, p in wanted.law(x).items():
            assert abs(number(made.law(x)[r].lo) - number(p.lo)) < mp.mpf(10) ** -15


def test_its_probabilities_are_exact_numbers():
    made, F = on((0, 0, 1), (2, 1, 0))(by_argmax), LogSums()
    for x in ((0, 0, 1), (2, 1, 0)):
        found = made.log_weights(x, F)
        weights = [F.exp(F.rational(Fraction(c, 4))) for c in x]
        total = sum(weights[1:], weights[0])
        assert all(found[r] == F.log(w / total) for r, w in enumerate(weights))


def test_a_tie_with_epsilon_is_decided():
    """Of two scores that move against each other, as far as their difference moves in scales."""
    made = on((0, 1), (1, 0))(by_argmax)
    assert dpbi.closed_form(dpbi.privacy_loss(made)) == "1/4"
    assert dpbi.is_private(made, "1/4")
    assert not dpbi.is_private(made, "0.2499999999999999999999999")


def test_comparisons_one_after_another_are_the_same_law():
    made, wanted = on((0, 1, 1), (1, 0, 2))(by_comparing), on((0, 1, 1), (1, 0, 2))(by_argmax)
    for x in ((0, 1, 1), (1, 0, 2)):
        total = mp.fsum(mp.exp(number(Fraction(c, 4))) for c in x)
        law = {i: mp.exp(number(Fraction(c, 4))) / total for i, c in enumerate(x)}
        agrees(made, x, law)
        agrees(wanted, x, law)


def test_an_order_is_one_softmax_after_another():
    """The law of Plackett and Luce."""

    def ranked(x, rng):
        a, b, c = (v + rng.gumbel(2) for v in x)
        return a > b and b > c

    made = on((0, 1, 2), (2, 1, 0), (0, 0, 0))(ranked)
    for x in ((0, 1, 2), (2, 1, 0), (0, 0, 0)):
        w = [mp.exp(mp.mpf(v) / 2) for v in x]
        p = w[0] / sum(w) * w[1] / (w[1] + w[2])
        agrees(made, x, {True: p, False: 1 - p})


def test_the_smallest_is_a_sum_over_orders():
    def smallest(x, rng):
        noisy = [c + rng.gumbel(1) for c in x]
        return min(range(len(x)), key=lambda i: noisy[i])

    made, x = on((0, 1, 1, 3), (1, 1, 1, 1))(smallest), (0, 1, 1, 3)
    w = [mp.exp(v) for v in x]
    wanted = dict.fromkeys(range(4), mp.mpf(0))
    for order in permutations(range(4)):
        p = mp.mpf(1)
        for k, i in enumerate(order):
            p *= w[i] / mp.fsum(w[j] for j in order[k:])
        wanted[order[-1]] += p
    agrees(made, x, wanted)


def test_a_difference_within_a_window_is_logistic():
    made = on(0, 1)(lambda x, rng: abs(x + rng.gumbel(2) - rng.gumbel(2)) < 1)

    def below(z):
        return 1 / (1 + mp.exp(-z / 2))

    for x in (0, 1):
        p = below(mp.mpf(1 - x)) - below(mp.mpf(-1 - x))
        agrees(made, x, {True: p, False: 1 - p})


def leaf(*branches):
    return Tree(Gumbel(Fraction(2)), None, None, branches)


def tied(lo, hi, *branches):
    ends = (None if end is None else Fraction(end) for end in (lo, hi))
    return Branch(*ends, leaf(*branches))


STARS = [
    leaf(tied(0, None), tied(-1, None)),
    leaf(tied(0, None), tied(0, None), tied(None, "1/3")),
    leaf(tied(-2, "5/2"), tied(None, 1), tied(3, 4)),
]


@pytest.mark.parametrize("tree", STARS)
def test_a_star_is_what_its_integral_is(tree):
    F = Balls(128)
    with F.scope():
        closed = Masses(F)
        found, integral = closed.of(tree), Enclosed(F, closed).total(tree)
        assert found.overlaps(integral)
        assert abs(found - integral) < 1e-30


def test_a_deep_tree_is_a_double_integral():
    """The root above one noise, within 1 of another that is above a third."""
    tree = leaf(tied(0, None), tied(-1, 1, tied("1/2", None)))

    def density(z):
        return np.exp(-z / 2 - np.exp(-z / 2)) / 2

    def below(z):
        return np.exp(-np.exp(-z / 2))

    nodes, weights = np.polynomial.legendre.leggauss(40)
    wanted = 0.0
    for start in range(-12, 90):
        for u, w in zip(start + (nodes + 1) / 2, weights / 2, strict=True):
            inside = (density(u + nodes) * below(u + nodes - 0.5) * weights).sum()
            wanted += w * density(u) * below(u) * inside
    F = Balls(128)
    with F.scope():
        assert abs(Masses(F).of(tree) - F.rational(Fraction(wanted))) < 1e-13


def test_what_is_too_long_is_integrated(monkeypatch):
    F, tree = Balls(128), STARS[2]
    with F.scope():
        short = Masses(F).of(tree)
        monkeypatch.setattr(gumbels, "MOST_TERMS", 2)
        assert gumbels.softmax(tree, Scalars(F)) is None
        assert Masses(F).of(tree).overlaps(short)


def test_other_scales_and_ends_are_no_softmax():
    other = Branch(Fraction(0), None, Tree(Gumbel(Fraction(3)), None, None))
    ended = Branch(Fraction(0), None, Tree(Gumbel(Fraction(2)), None, Fraction(1)))
    assert gumbels.is_of_gumbels(STARS[0])
    assert not gumbels.is_of_gumbels(leaf(other))
    assert not gumbels.is_of_gumbels(leaf(ended))
    assert not gumbels.is_of_gumbels(Tree(Gumbel(Fraction(2)), None, Fraction(1), (tied(0, None),)))
