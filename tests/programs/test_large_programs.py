"""Programs of ten noises and of a thousand datasets, against sums that are written out here.

The sums are over the values of one noise alone, given which all others are independent: products of
the discrete Laplace law's distribution function, in numbers of 50 digits.  The one noise has scale
2, so what it is beyond 250 has a probability below 2 e^-125 < 10^-53, less than is rounded away.
"""

from functools import cache, partial
from itertools import product

import mpmath
import pytest

import dpbi

REACH, ERROR = 250, mpmath.mpf("1e-45")


def cube(n):
    return list(product((0, 1), repeat=n))


def program(n):
    return dpbi.program(datasets=cube(n), neighbours="all")


def ratio_of(scale):
    return mpmath.exp(-mpmath.mpf(1) / scale)


@cache
def below(scale, z):
    """The probability that discrete Laplace noise is at most z."""
    q = ratio_of(scale)
    return 1 - q ** (z + 1) / (1 + q) if z >= 0 else q**-z / (1 + q)


@cache
def masses(scale):
    """The probability of each value within reach."""
    q = ratio_of(scale)
    return [(z, (1 - q) / (1 + q) * q ** abs(z)) for z in range(-REACH, REACH + 1)]


@cache
def wins(own, before, after):
    """Place i is the first largest; `before` and `after` it are so many zeros and ones."""
    total = mpmath.mpf(0)
    for z, p in masses(2):
        for gap, (zeros, ones) in ((1, before), (0, after)):
            p *= below(2, z + own - gap) ** zeros * below(2, z + own - 1 - gap) ** ones
        total += p
    return total


@cache
def falls(scale, below_zero, below_one, above_zero, above_one):
    """Of so many zeros and ones with noise, these are at most the threshold, those above it."""
    total = mpmath.mpf(0)
    for t, p in masses(2):
        zero, one = below(scale, t), below(scale, t - 1)
        p *= zero**below_zero * one**below_one * (1 - zero) ** above_zero * (1 - one) ** above_one
        total += p
    return total


def law_of_maximum(x):
    def counts(part):
        return len(part) - sum(part), sum(part)

    return {i: wins(x[i], counts(x[:i]), counts(x[i + 1 :])) for i in range(len(x))}


def answer(x, bits, scale):
    seen = [sum((q, b) == pair for q, b in zip(x, bits, strict=False)) for pair in cube(2)]
    zero_below, zero_above, one_below, one_above = seen
    return falls(scale, zero_below, one_below, zero_above, one_above)


def law_of_answers(x):
    return {bits: answer(x, bits, 2) for bits in product((False, True), repeat=len(x))}


def law_of_first_answer(x):
    stopped = [(False,) * i + (True,) for i in range(len(x))]
    return {bits: answer(x, bits, 4) for bits in (*stopped, (False,) * len(x))}


def noisy_max(x, rng):
    noisy = [q + rng.discrete_laplace(2) for q in x]
    return max(range(len(x)), key=lambda i: noisy[i])


def sparse_vector(x, rng, *, scale, stop):
    threshold, bits = rng.discrete_laplace(2), []
    for q in x:
        bits.append(q + rng.discrete_laplace(scale) > threshold)
        if stop and bits[-1]:
            break
    return tuple(bits)


CASES = {
    "noisy max of ten answers": (10, noisy_max, law_of_maximum),
    "six answers, no end": (6, partial(sparse_vector, scale=2, stop=False), law_of_answers),
    "six answers, one above": (6, partial(sparse_vector, scale=4, stop=True), law_of_first_answer),
}


@pytest.mark.parametrize("name", CASES)
def test_a_large_program_has_the_loss_that_sums_over_one_noise_have(name):
    n, function, law = CASES[name]
    made = program(n)(function)
    loss = dpbi.privacy_loss(made)
    with mpmath.workdps(50):
        laws = {x: law(x) for x in cube(n)}
        ends = {r: [p[r] for p in laws.values()] for r in laws[(0,) * n]}
        largest = max(mpmath.log(max(several) / min(several)) for several in ends.values())
        error = 4 * ERROR / min(map(min, ends.values()))
        assert error < 1e-30
        assert number(loss.lo) - error <= largest <= number(loss.hi) + error
        assert loss.hi - loss.lo < 1e-17
        for x in ((0,) * n, (1,) * (n - 1) + (0,), (0, 1) * (n // 2)):
            assert abs(sum(laws[x].values()) - 1) < 1e-40
            said = made.law(x)
            assert said.keys() == laws[x].keys()
            for r, p in laws[x].items():
                assert number(said[r].lo) - ERROR <= p <= number(said[r].hi) + ERROR


def number(end):
    return mpmath.mpf(end.numerator) / end.denominator
