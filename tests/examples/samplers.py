"""Exact samplers as their authors published them, with the draws of `rng`.

Canonne, Kamath and Steinke 2020, "The Discrete Gaussian for Differential Privacy": Algorithm 1
(`bernoulli_exp`), 2 (`discrete_laplace`) and 3 (`discrete_gaussian`).
"""

from fractions import Fraction
from math import floor, isqrt

HALF = Fraction(1, 2)


def bernoulli_exp1(gamma, rng):
    """True with probability e^-gamma, for gamma between 0 and 1."""
    k = 1
    while rng.bernoulli(gamma / k):
        k += 1
    return k % 2 == 1


def bernoulli_exp(gamma, rng):
    """Algorithm 1: True with probability e^-gamma."""
    while gamma > 1:
        if not bernoulli_exp1(Fraction(1), rng):
            return False
        gamma -= 1
    return bernoulli_exp1(gamma, rng)


def discrete_laplace(t, s, rng):
    """Algorithm 2: an integer z in proportion to e^(-abs(z) s / t)."""
    while True:
        u = rng.integer(t)
        if not bernoulli_exp(Fraction(u, t), rng):
            continue
        v = 0
        while bernoulli_exp(Fraction(1), rng):
            v += 1
        y = (u + t * v) // s
        negative = rng.bernoulli(HALF)
        if negative and y == 0:
            continue
        return -y if negative else y


def discrete_gaussian(variance, rng):
    """Algorithm 3: an integer z in proportion to e^(-z^2 / (2 variance))."""
    t = isqrt(floor(variance)) + 1
    while True:
        y = discrete_laplace(t, 1, rng)
        if bernoulli_exp((abs(y) - variance / t) ** 2 / (2 * variance), rng):
            return y
