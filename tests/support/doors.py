"""Mechanisms for `test_one_answer.py`; most lose exactly what they are asked about."""

from fractions import Fraction


class Two:
    """Two datasets that neighbour each other."""

    def datasets(self):
        return [0, 1]

    def neighbours(self, x):
        return [1 - x]


class Response(Two):
    """The truth with probability 3/4: the loss is ln 3, delta(0) = 1/2, delta(ln 2) = 1/4."""

    def probabilities(self, x):
        return {y: Fraction(3 if y == x else 1, 4) for y in (0, 1)}


class Kary:
    """k-ary response with log-weights epsilon and 0: the loss is epsilon."""

    def __init__(self, k=3, rate=1):
        self.k, self.rate = k, Fraction(rate)

    def datasets(self):
        return list(range(self.k))

    def neighbours(self, x):
        return [y for y in range(self.k) if y != x]

    def log_weights(self, x, F):
        return {r: F.rational(self.rate if r == x else 0) for r in range(self.k)}


class Careless(Kary):
    """The same, where whoever wrote it thought of k = 2 only: the others are too rare."""

    def log_weights(self, x, F):
        last = -F.rational(self.rate) * (self.k - 2)
        return super().log_weights(x, F) | {(x + 1) % self.k: last}


class Logarithm(Two):
    """Log-weights ln 3 and 0."""

    def log_weights(self, x, F):
        return {r: F.log(F.rational(3)) if r == x else F.rational(0) for r in (0, 1)}


class Floor(Two):
    """Probabilities 1 - q/2 and q/2 with q = 1/e: the loss is ln(2e - 1)."""

    rate = 1

    def polynomials(self, x):
        half = Fraction(1, 2)
        return {r: [1, -half] if r == x else [0, half] for r in (0, 1)}


class Powers(Two):
    """Weights 1 and q over 1 + q in doubles: the loss is 1 up to a rounding, on the wrong side."""

    def probabilities(self, x):
        return {r: 0.7310585786300049 if r == x else 0.2689414213699951 for r in (0, 1)}


class Leak(Two):
    """Publishes 1 with probability 1/4 at dataset 1 only."""

    def probabilities(self, x):
        return {"nothing": 1 - Fraction(x, 4), "one": Fraction(x, 4)}


class Circle(Two):
    """The loss is pi/pi: no exact form is known for it, and balls never decide 1."""

    def log_weights(self, x, F):
        return {r: F.pi() / F.pi() if r == x else F.rational(0) for r in (0, 1)}


def half():
    return Kary(2, "1/2")


def tenths():
    return Kary(4, "3/10")


def needy(epsilon):
    return Kary(2, epsilon)
