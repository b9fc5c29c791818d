"""McKenna and Sheldon 2020: the mechanisms of the paper as programs.

A dataset is the vector of the scores of all candidates, and neighbours differ by at most the
sensitivity, which is 1, in every score.  A coin that shows heads with probability e^-g is an
exponential noise above g.
"""

from fractions import Fraction
from itertools import product

import dpbi


def near(q, z):
    """Whether no score differs by more than the sensitivity."""
    return q != z and all(abs(a - b) <= 1 for a, b in zip(q, z, strict=True))


def selection(candidates, highest, epsilon):
    """A decorator: a mechanism on all vectors of whole scores from 0 to the highest."""
    scores = list(product(range(highest + 1), repeat=candidates))
    pairs = [(q, z) for q in scores for z in scores if near(q, z)]
    return dpbi.program(datasets=scores, neighbours=pairs, epsilon=epsilon)


def heads(gap, epsilon, rng):
    """A coin that shows heads with probability e^(-epsilon gap / 2)."""
    return rng.exponential(1) > Fraction(epsilon) * gap / 2


def permute_and_flip(eps=1, candidates=2, highest=3):
    """Algorithm 1: a coin for each candidate, in random order, until one shows heads."""

    @selection(candidates, highest, eps)
    def program(q, rng):
        left, best = list(range(len(q))), max(q)
        while True:
            r = left.pop(rng.integer(len(left)))
            if heads(best - q[r], eps, rng):
                return r

    return program


def with_replacement(eps=1, candidates=2, highest=3):
    """Algorithm 2: the same, but a candidate may come up again."""

    @selection(candidates, highest, eps)
    def program(q, rng):
        best = max(q)
        while True:
            r = rng.integer(len(q))
            if heads(best - q[r], eps, rng):
                return r

    return program


def noisy_max(eps=1, candidates=2, highest=3):
    """Not of the paper: the largest score after exponential noise."""

    @selection(candidates, highest, eps)
    def program(q, rng):
        return rng.argmax([score + rng.exponential(2 / Fraction(eps)) for score in q])

    return program
