"""Losses of three published mechanisms a second way: products of exponentials, written out.

Between the points where some absolute value turns over, every density and distribution function of
Laplace noise is a sum of exponentials.  Products of such sums are multiplied out and integrated
term by term, with 50 digits.
"""

import math
from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
from examples import published

import dpbi

mp = mpmath.mp.clone()
mp.dps = 50


UNIT = 120
"""Rates are whole numbers of 1/120."""


class Laplace:
    """Of scale b around s: functions of a place, as {rate: coefficient} there."""

    def __init__(self, s, b):
        self.s, self.rate = mp.mpf(s), UNIT // b
        self.up = mp.exp(self.s * self.rate / UNIT)

    def density(self, t):
        height = mp.mpf(self.rate) / UNIT / 2
        return {-self.rate: height * self.up} if t > self.s else {self.rate: height / self.up}

    def below(self, t):
        if t < self.s:
            return {self.rate: 1 / self.up / 2}
        return {0: mp.one, -self.rate: -self.up / 2}

    def above(self, t):
        return less({0: mp.one}, self.below(t))

    def cell(self, k):
        """t -> the probability between t + k and t + k + 1."""
        low, high = (Laplace(self.s - by, UNIT // self.rate) for by in (k, k + 1))
        return lambda t: less(high.below(t), low.below(t))

    def far(self, t):
        """What the cell of a large k is in proportion to."""
        return {-self.rate: self.up}


def less(one, other):
    return {r: one.get(r, mp.zero) - other.get(r, mp.zero) for r in one | other}


def times(one, other):
    found = {}
    for r, a in one.items():
        for s, b in other.items():
            found[r + s] = found.get(r + s, mp.zero) + a * b
    return found


def integral(factors, turns):
    """Over the line, of a product of functions that change at `turns` alone."""
    ends = [-mp.inf, *sorted({mp.mpf(t) for t in turns}), mp.inf]
    total = mp.zero
    for a, b in pairwise(ends):
        inside = (a + b) / 2 if mp.isfinite(a + b) else b - 1 if a == -mp.inf else a + 1
        terms = {0: mp.one}
        for factor in factors:
            terms = times(terms, factor(inside))
        for r, c in terms.items():
            if r and c:
                total += c * (mp.exp(r * b / UNIT) - mp.exp(r * a / UNIT)) * UNIT / r
            elif c:
                total += c * (b - a)
    return total


def test_the_integral_of_exponentials_is_that_of_mpmath():
    one, two = Laplace(1, 20), Laplace("0.5", 40)
    found = integral([one.density, two.below, two.cell(3)], [1, "0.5", "-2.5", "-3.5"])

    def f(t):
        def below(u):
            return mp.exp(u / 40) / 2 if u < 0 else 1 - mp.exp(-u / 40) / 2

        u = t - mp.mpf("0.5")
        return mp.exp(-abs(t - 1) / 20) / 40 * below(u) * (below(u + 4) - below(u + 3))

    cuts = [-2000, -1000, -300, -100, -3.5, -2.5, 0.5, 1, 100, 300, 1000, 2000]
    assert abs(found - mp.quad(f, cuts)) < mp.mpf(10) ** -25


def sparse(x, threshold, answers, last):
    """The probabilities of the places, with what follows at the place; of no place at all, too."""
    t, noises = Laplace(1, threshold), [Laplace(q, answers) for q in x]
    turns = [1, *x]
    for i in range(len(x)):
        parts = [t.density, *(n.below for n in noises[:i])]
        yield from last(i, parts, noises[i], turns)
    yield "none", integral([t.density, *(n.below for n in noises)], turns)


def plain(i, parts, noise, turns):
    yield i, integral([*parts, noise.above], turns)


CELLS = (*range(12), 20, 40, 80, 160, 320)


def gaps(i, parts, noise, turns):
    """By how much it is above: some cells, and what all far ones are in proportion to."""
    for k in CELLS:
        ends = [noise.s - k, noise.s - k - 1]
        yield (i, k), integral([*parts, noise.cell(k)], [*turns, *ends])
    yield (i, "far"), integral([*parts, noise.far], turns)


def leads(x):
    """Noisy maximum with gap: each place by the gaps to the largest of the others."""
    for i in range(len(x)):
        noise, rest = Laplace(x[i], 20), [Laplace(q, 20) for j, q in enumerate(x) if j != i]
        for j in range(len(rest)):  # which of the others is the largest
            parts = [rest[j].density, *(n.below for k, n in enumerate(rest) if k != j)]
            yield from gaps(i, parts, noise, list(x))


def law(several):
    found = {}
    for r, p in several:
        found[r] = found.get(r, mp.zero) + p
    return found


def loss(mechanism, of):
    """The largest over the pairs, in both directions, of the outputs that are written out."""
    datasets = mechanism.datasets()
    laws = {x: law(of(x)) for x in datasets}
    found = mp.zero
    for x in datasets:
        for y in mechanism.neighbours(x):
            for r, p in laws[x].items():
                more = abs(x[r] - y[r]) / mp.mpf(30) if isinstance(r, int) else 0
                found = max(found, mp.log(p / laws[y][r]) + more)
    return found


MECHANISMS = {
    # the answer has noise of its own, of scale 30: cells far on one side have e^(1/30)
    "numerical_sparse_vector": lambda x: sparse(x, 30, 60, plain),
    "gap_sparse_vector": lambda x: sparse(x, 20, 40, gaps),
    "noisy_max_with_gap": leads,
}
SAID = {
    "numerical_sparse_vector": "0.0920611690265",
    "gap_sparse_vector": "0.0617929357341",
    "noisy_max_with_gap": "0.1",
}


@pytest.mark.parametrize("name", MECHANISMS)
def test_a_published_loss_is_that_of_sums_of_exponentials(name):
    mechanism = getattr(published, name)
    said, found = dpbi.privacy_loss(mechanism), loss(mechanism, MECHANISMS[name])
    assert abs(found - mp.mpf(SAID[name])) < mp.mpf(10) ** -12
    near = Fraction(1, 10**20)
    true = Fraction(str(found))
    assert said.lo - near <= true <= said.hi + near
    assert said.hi - said.lo < Fraction(1, 10**11)
    assert math.isfinite(said.hi)
