"""Mechanisms of which formulas speak: a law by hand, a program, and some that cannot be said."""

from fractions import Fraction

import dpbi


class Response:
    """k-ary randomised response: the truth with probability p, else any other answer."""

    def __init__(self, k, p):
        self.k, self.p = k, p

    def datasets(self):
        return range(self.k)

    def neighbours(self, x):
        return [y for y in self.datasets() if y != x]

    def probabilities(self, x):
        other = Fraction(1 - self.p) / (self.k - 1)
        return {y: self.p if y == x else other for y in self.datasets()}


@dpbi.program(datasets=[(0, 0), (0, 1), (1, 0), (1, 1)], neighbours="all")
def vote(x, rng):
    """Which of two noisy counts is larger."""
    noisy = [q + rng.discrete_laplace(2) for q in x]
    return max(range(2), key=lambda i: noisy[i])


@dpbi.program(datasets=[(0,), (1,)], neighbours="all")
def shown(x, rng):
    """The bit itself, now and then."""
    return (x[0],) if rng.bernoulli("1/10") else ()


WORDS = dpbi.Table.of({0: {"yes": "1/2", "no": "1/2"}, 1: {"yes": "1/4", "no": "3/4"}})
TWICE = dpbi.Table.of({0: {1: "1/2", (1,): "1/2"}, 1: {1: "1/4", (1,): "3/4"}})
