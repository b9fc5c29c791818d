"""Mechanisms written as programs: what people write, with a generator that is handed to them."""

import math
from fractions import Fraction
from itertools import product

import dpbi

BITS = list(product((0, 1), repeat=3))


@dpbi.program(datasets=BITS, neighbours="all")
def vote(x, rng):
    """Noisy max with discrete noise."""
    noisy = [q + rng.discrete_laplace(2) for q in x]
    return max(range(len(x)), key=lambda i: noisy[i])


@dpbi.program(datasets=BITS, neighbours="all")
def vote_on_the_line(x, rng):
    """Noisy max with continuous noise."""
    noisy = [q + rng.laplace(2) for q in x]
    return max(range(len(x)), key=lambda i: noisy[i])


@dpbi.program(datasets=BITS, neighbours="all", epsilon=1)
def vote_on_one_side(x, rng):
    """Noisy max with geometric noise."""
    noisy = [q + rng.geometric(2) for q in x]
    return max(range(len(x)), key=lambda i: noisy[i])


@dpbi.program(datasets=BITS, neighbours="all", outputs=(0, 1, 2))
def largest(x, rng):
    """The noisy maximum itself, clamped."""
    return max(0, min(2, max(q + rng.discrete_laplace(2) for q in x)))


@dpbi.program(datasets=BITS, neighbours="all", epsilon=1)
def svt(x, rng):
    """Sparse vector, one answer above the threshold (Lyu, Su and Li 2017, Algorithm 1)."""
    t = rng.discrete_laplace(2)
    for i, q in enumerate(x):
        if q + rng.discrete_laplace(4) > t:
            return i
    return "none"


@dpbi.program(datasets=BITS, neighbours="all", epsilon=1)
def svt_of_lee_and_clifton(x, rng):
    """The same with noise for one answer, whatever their number (their Algorithm 4)."""
    t = rng.discrete_laplace(4)
    for i, q in enumerate(x):
        if q + rng.discrete_laplace(Fraction(4, 3)) > t:
            return i
    return "none"


@dpbi.program(datasets=BITS, neighbours="all", epsilon=1)
def svt_without_cutoff(x, rng):
    """All answers, with noise for one (their Algorithm 6)."""
    t = rng.discrete_laplace(2)
    return tuple(q + rng.discrete_laplace(2) > t for q in x)


@dpbi.program(datasets=[(c, 4 - c) for c in range(5)], neighbours="line")
def hist(x, rng):
    """Two cells, each with continuous noise, rounded down and clamped."""
    return tuple(max(0, min(4, math.floor(c + rng.laplace(1)))) for c in x)


@dpbi.program(datasets=range(5), neighbours="line", epsilon=1)
def cell(c, rng):
    """One cell of it."""
    return max(0, min(4, math.floor(c + rng.laplace(1))))


@dpbi.program(datasets=["no", "yes"], neighbours="all")
def response(x, rng):
    """Randomised response."""
    return x if rng.bernoulli("3/4") else {"no": "yes", "yes": "no"}[x]


def low(x):
    """How many of the first two records are 1."""
    return x[0] + x[1]


def high(x):
    """How many of the last two."""
    return x[1] + x[2]


@dpbi.program(datasets=BITS, neighbours="all", epsilon=1)
def adaptive_svt(x, rng):
    """Sparse vector whose analyst picks the next query after seeing the last answer."""
    t = rng.discrete_laplace(2)
    for _ in range(2):
        q = rng.choose((low, high))
        if rng.show(q(x) + rng.discrete_laplace(4) >= t):
            break


@dpbi.program(datasets=("no", "yes"), neighbours="all", epsilon="ln(9)")
def interview(x, rng):
    """Two answers, each with the coin that the interviewer picks: the worst add up."""
    for _ in range(2):
        honest = rng.bernoulli(rng.choose(("3/4", "2/3", "1/2")))
        rng.show(x if honest else {"no": "yes", "yes": "no"}[x])


@dpbi.program(datasets=(0, 1), neighbours="all", paths=100)
def endless(x, rng):
    """A loop that has no last round; runs are not merged where a set is in use."""
    apart = {x}
    while rng.bernoulli("1/2"):
        x = 1 - x
    apart.add(x)
    return x


@dpbi.program(datasets=(0, 1), neighbours="all")
def rounding(x, rng):
    """What cannot be followed."""
    return float(x + rng.laplace(1)) > 0
