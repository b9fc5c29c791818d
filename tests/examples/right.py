"""Six mechanisms that keep their promise: `dpbi check tests/examples/right.py:NoisyCount`."""

from fractions import Fraction
from itertools import product


class OfRecords:
    """n records from a few values, as tuples; neighbours differ in one record."""

    values = (0, 1)

    def __init__(self, n=2, epsilon=1):
        self.n, self.epsilon = n, Fraction(epsilon)

    def datasets(self):
        return list(product(self.values, repeat=self.n))

    def neighbours(self, x):
        return [(*x[:i], v, *x[i + 1 :]) for i in range(self.n) for v in self.values if v != x[i]]


def clamped_geometric(center, top, rate, F):
    """ln of the weights of center plus geometric noise, clamped to 0..top; their sum is 1 + q.

    Noise z has weight (1-q) q^|z|; an end takes all that lies beyond it, which is q^|z| in sum.
    """
    inner, rate = F.log(1 - F.exp(-F.rational(rate))), F.rational(rate)
    at = {r: -rate * abs(r - center) for r in range(top + 1)}
    return {r: w if r in (0, top) else w + inner for r, w in at.items()}


class RandomisedResponse:
    """Tell the truth with probability 3/4: the loss is ln 3."""

    epsilon = Fraction(11, 10)

    def datasets(self):
        return ["no", "yes"]

    def neighbours(self, x):
        return ["yes" if x == "no" else "no"]

    def probabilities(self, x):
        return {y: Fraction(3, 4) if y == x else Fraction(1, 4) for y in self.datasets()}


class NameAndShame(RandomisedResponse):
    """With probability 1/1000 publish the answer as it is: (11/10, 1/1000)-DP, and not less."""

    epsilon = None

    def probabilities(self, x):
        rest = Fraction(999, 1000)
        return {r: rest * p for r, p in super().probabilities(x).items()} | {
            f"certainly {x}": 1 - rest
        }


class NoisyCount(OfRecords):
    """How many bits are set, with noise of rate epsilon."""

    def rate(self, x):
        return self.epsilon

    def top(self):
        return self.n

    def truth(self, x):
        return sum(x)

    def log_weights(self, x, F):
        return clamped_geometric(self.truth(x), self.top(), self.rate(x), F)


class BoundedSum(NoisyCount):
    """A sum in which each record counts 2 at most, with noise of rate epsilon/2."""

    values = (0, 1, 2, 3, 4)
    clip = 2

    def rate(self, x):
        return self.epsilon / 2

    def top(self):
        return 2 * self.n

    def truth(self, x):
        return sum(min(v, self.clip) for v in x)


class Histogram(OfRecords):
    """Three counts with noise of rate epsilon/2 each: a replaced record moves two of them."""

    values = ("a", "b", "c")
    moved = 2

    def log_weights(self, x, F):
        rate = self.epsilon / self.moved
        laws = [clamped_geometric(x.count(v), self.n, rate, F) for v in self.values]
        outputs = product(range(self.n + 1), repeat=len(self.values))
        return {r: sum(law[c] for law, c in zip(laws, r, strict=True)) for r in outputs}


class Mode(OfRecords):
    """The most frequent value by the exponential mechanism; counts move by 1.

    Half of epsilon is for the count, half for the normaliser, which depends on the data too.
    """

    values = ("a", "b", "c")
    half = Fraction(1, 2)

    def candidates(self, x):
        return self.values

    def log_weights(self, x, F):
        step = F.rational(self.epsilon * self.half)
        return {v: step * x.count(v) for v in self.candidates(x)}
