"""Small mechanisms with log-weights, tied or nearly so."""

from fractions import Fraction
from itertools import product

from hypothesis import strategies as st
from mpmath import mp, mpf


class Geometric:
    """Two datasets, log-weights -rate |r - x| over 0..top, over exp of a shift and with ln k."""

    def __init__(self, rate, top, factor=1):
        self.rate, self.top, self.factor = Fraction(rate), top, Fraction(factor)

    def datasets(self):
        return [0, 1]

    def neighbours(self, x):
        return [1 - x]

    def log_weights(self, x, F):
        step = -F.rational(self.rate)
        extra = F.log(F.rational(self.factor))
        return {r: step * abs(r - x) + (extra if r == 0 else 0) for r in range(self.top + 1)}

    def law(self, x):
        """The probabilities with mpmath at 60 digits."""
        weights = [
            mp.exp(-mpf(self.rate.numerator) / self.rate.denominator * abs(r - x))
            for r in range(self.top + 1)
        ]
        weights[0] *= mpf(self.factor.numerator) / self.factor.denominator
        norm = mp.fsum(weights)
        return [w / norm for w in weights]


class Written:
    """A law written down: {dataset: {output: its weight}}, all datasets neighbours."""

    def __init__(self, rows):
        self.rows = rows

    def datasets(self):
        return list(self.rows)

    def neighbours(self, x):
        return [y for y in self.rows if y != x]

    def log_weights(self, x, F):
        return {r: F.log(made(F)) for r, made in self.rows[x].items()}


def times_power(c, r):
    """c e^r, in any field."""
    return lambda F: F.exp(F.rational(Fraction(r))) * F.rational(Fraction(c))


WEIGHTS = {  # in a field, and the same as a sum over a sum of c e^r
    "1": (times_power(1, 0), {0: 1}, {0: 1}),
    "2": (times_power(2, 0), {0: 2}, {0: 1}),
    "e": (times_power(1, 1), {1: 1}, {0: 1}),
    "1/e": (times_power(1, -1), {-1: 1}, {0: 1}),
    "2 sqrt e": (times_power(2, "1/2"), {Fraction(1, 2): 2}, {0: 1}),
    "1 + e": (lambda F: 1 + F.exp(F.rational(1)), {0: 1, 1: 1}, {0: 1}),
    "1/(1 + e)": (lambda F: 1 / (1 + F.exp(F.rational(1))), {0: 1}, {0: 1, 1: 1}),
    "e/(1 + e)": (
        lambda F: F.exp(F.rational(1)) / (1 + F.exp(F.rational(1))),
        {1: 1},
        {0: 1, 1: 1},
    ),
    "1 - 1/e": (lambda F: 1 - F.exp(F.rational(-1)), {0: 1, -1: -1}, {0: 1}),
}


rows = st.dictionaries(st.sampled_from("abcd"), st.sampled_from(sorted(WEIGHTS)), min_size=1)


class OnALine:
    """A count on a line, with two-sided geometric noise that is clamped."""

    def __init__(self, n, extra=0):
        self.n, self.extra = n, extra

    def datasets(self):
        return range(self.n + 1)

    def neighbours(self, x):
        return [y for y in (x - 1, x + 1) if 0 <= y <= self.n]

    def log_weights(self, x, F):
        inner = F.log(1 - F.exp(F.rational(-1)))
        law = {r: F.rational(-abs(r - x)) for r in range(self.n + 1)}
        law = {r: w if r in (0, self.n) else w + inner for r, w in law.items()}
        if self.extra:  # and the truth itself, once in a while
            share = F.log(F.rational(self.extra) * (1 + F.exp(F.rational(-1))))
            law["certainly", x] = share - F.log(F.rational(1 - self.extra))
        return law


class Votes(OnALine):
    """The same of the sum of n bits: few different rows at many datasets."""

    def datasets(self):
        return list(product((0, 1), repeat=self.n))

    def neighbours(self, x):
        return [(*x[:i], 1 - x[i], *x[i + 1 :]) for i in range(self.n)]

    def log_weights(self, x, F):
        return super().log_weights(sum(x), F)


class Logs(Geometric):
    """Two outputs, e apart, and something in both that the exact field does not hold."""

    def __init__(self, weight):
        self.weight = weight

    def log_weights(self, x, F):
        return {r: F.rational(int(r == x)) + self.weight(F) for r in (0, 1)}
