"""Six mechanisms that break their promise, in the ways in which such code goes wrong.

`dpbi check tests/examples/wrong.py:HalfTheNoise` shows the datasets and the output.
"""

from fractions import Fraction

from right import BoundedSum, Histogram, Mode, NoisyCount


class LocalNoise(NoisyCount):
    """A median with noise for the local sensitivity at the data, used as if it were global."""

    values = (0, 1, 2)

    def __init__(self, n=3, epsilon=1):
        super().__init__(n, epsilon)

    def truth(self, x):
        return sorted(x)[self.n // 2]

    def top(self):
        return max(self.values)

    def rate(self, x):
        reach = max(abs(self.truth(x) - self.truth(y)) for y in self.neighbours(x))
        return self.epsilon / max(reach, Fraction(1, 2))


class HalfTheNoise(NoisyCount):
    """A count with noise of rate 2 epsilon."""

    def rate(self, x):
        return 2 * self.epsilon


class OffByOne(BoundedSum):
    """Clips each record at 3 where the noise is made for 2."""

    clip = 3


class SeenOnly(Mode):
    """The candidates are the values that occur: what is impossible tells who is absent."""

    def candidates(self, x):
        return sorted(set(x))


class OneCoordinate(Histogram):
    """Noise of rate epsilon for each count, as if a replaced record moved one count only."""

    moved = 1


class UnpaidNormaliser(Mode):
    """All of epsilon for the count; the normaliser moves as well, and nothing is paid for it."""

    half = Fraction(1)
