"""Exact samplers: random bits, the discrete geometric law, and inversion of an enclosed law.

No float decides an outcome, and every sampler draws from exactly the law that is audited.

- `geometric`, `discrete_laplace`, `discrete_gaussian`: Canonne, Kamath and Steinke 2020 (The
  Discrete Gaussian for Differential Privacy), Algorithms 1 to 3; `poisson`, by rejection: rational
  arithmetic and coin flips only.
- `Inversion`: a uniform number in [0, 1) is known to finitely many random bits, the cumulative law
  to finitely many bits; both are refined until they leave one outcome only (after Knuth and Yao).
"""

from __future__ import annotations

import dataclasses
import os
import random
import threading
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import ceil, floor, isqrt
from typing import Generic, Protocol, TypeVar

from dpbi.bayes.data import whole
from dpbi.fields import Balls, Enclosure, Real

T = TypeVar("T")

_SYSTEM = random.SystemRandom()
"""The operating system's bits, by the class that `secrets` draws from; it keeps nothing."""


class BitSource(Protocol):
    """Anything that hands out random bits, as `random.Random` does."""

    def getrandbits(self, k: int, /) -> int:
        """A uniform integer in [0, 2^k)."""


class SystemBits(threading.local):
    """Bits from the operating system's generator, fetched a kilobyte at a time.

    No bit is ever handed out twice: each thread has a pool of its own, and a forked child starts
    with an empty one.
    """

    def __init__(self) -> None:
        self.forget()
        self._forks = _FORKS.count

    def forget(self) -> None:
        """Drop the bits fetched so far."""
        self._pool, self._left = 0, 0

    def getrandbits(self, k: int, /) -> int:
        """A uniform integer in [0, 2^k)."""
        if self._forks != _FORKS.count:
            self._forks = _FORKS.count
            self.forget()
        if k > self._left:
            self._pool, self._left = _SYSTEM.getrandbits(8192 + k), 8192 + k
        value = self._pool & ((1 << k) - 1)
        self._pool >>= k
        self._left -= k
        return value


class _Forks:
    """How often a process forked on the way to this one; never, where nothing forks (Windows)."""

    def __init__(self) -> None:
        self.count = 0
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.one_more)

    def one_more(self) -> None:
        self.count += 1


_FORKS = _Forks()


def not_private(seed: int) -> BitSource:
    """Reproducible bits for tests: whoever knows the seed can undo the noise.

    >>> import dpbi
    >>> dpbi.not_private(7).getrandbits(16) == dpbi.not_private(7).getrandbits(16)
    True
    """
    return random.Random(whole("seed", seed))  # noqa: S311  (the name says it)


SYSTEM = SystemBits()


def below(bound: int, bits: BitSource) -> int:
    """A uniform integer in [0, bound)."""
    width = (bound - 1).bit_length()
    while (value := bits.getrandbits(width) if width else 0) >= bound:
        pass
    return value


def bernoulli_exp(numerator: int, denominator: int, bits: BitSource) -> bool:
    """True with probability exp(-numerator/denominator), for a ratio in [0, 1].

    CKS 2020, Algorithm 1: with A_k true with probability (ratio / k), the index of the first
    failure is odd with exactly that probability.
    """
    k = 1
    while below(denominator * k, bits) < numerator:
        k += 1
    return k % 2 == 1


def geometric(rate: Fraction, bits: BitSource) -> int:
    """G >= 0 with Pr[G = g] = (1 - q) q^g, q = exp(-rate), rate > 0.

    CKS 2020, Algorithm 2 without its sign: a geometric variable of rate 1/denominator is a
    remainder below the denominator plus a multiple of it; division by the numerator gives G.
    """
    s, t = rate.numerator, rate.denominator
    while True:
        remainder = below(t, bits)
        if bernoulli_exp(remainder, t, bits):
            break
    multiple = 0
    while bernoulli_exp(1, 1, bits):
        multiple += 1
    return (remainder + t * multiple) // s


def discrete_laplace(rate: Fraction, bits: BitSource) -> int:
    """Z with Pr[Z = z] proportional to exp(-rate |z|): CKS 2020, Algorithm 2, zero has one sign."""
    while True:
        negative, z = bits.getrandbits(1), geometric(rate, bits)
        if z or not negative:
            return -z if negative else z


def discrete_gaussian(variance: Fraction, bits: BitSource) -> int:
    """Z with Pr[Z = z] proportional to exp(-z^2 / (2 variance)).

    CKS 2020, Algorithm 3: Y with rate 1/t, t = floor(sigma) + 1, is kept with probability
    exp(-(|Y| - variance/t)^2 / (2 variance)); in the product, the terms with |Y| cancel.
    """
    t = isqrt(floor(variance)) + 1
    while True:
        y = discrete_laplace(Fraction(1, t), bits)
        if bernoulli_exp_any((abs(y) - variance / t) ** 2 / (2 * variance), bits):
            return y


def bernoulli_exp_any(power: Fraction, bits: BitSource) -> bool:
    """True with probability exp(-power), for any power >= 0: a product of those up to 1."""
    ones = floor(power)
    if not all(bernoulli_exp(1, 1, bits) for _ in range(ones)):
        return False
    rest = power - ones
    return bernoulli_exp(rest.numerator, rest.denominator, bits)


def poisson(mean: Fraction, bits: BitSource) -> int:
    """Z with Pr[Z = z] proportional to mean^z / z!, as the sum of Poisson numbers of mean m <= 1/2.

    Of those: z, with probability 2^-(z+1), is kept with probability (2 m)^z / z!, the product of
    2 m / k over k = 1 .. z; so what is kept is z in proportion to m^z / z!.
    """
    parts = ceil(2 * mean)
    share = 2 * mean / parts
    total, wanted = 0, parts
    while wanted:
        z = 0
        while bits.getrandbits(1):
            z += 1
        if all(below(share.denominator * k, bits) < share.numerator for k in range(1, z + 1)):
            total, wanted = total + z, wanted - 1
    return total


def floored_laplace(rate: Fraction, bits: BitSource) -> int:
    """floor(Y) for Y ~ Laplace of scale 1/rate: G or -1-G with equal probability.

    Pr[floor Y = j] = (1-q) q^j / 2 for j >= 0 and (1-q) q^(-j-1) / 2 for j < 0.
    """
    g = geometric(rate, bits)
    return g if bits.getrandbits(1) else -1 - g


class Inversion(Generic[T]):
    """Draws from a finite law whose probabilities can be enclosed as tightly as is asked for.

    `enclose(p)` returns, in the order of `outcomes`, enclosures of width about 2^-p of the
    probabilities of one and the same law.
    """

    def __init__(
        self, outcomes: Sequence[T], enclose: Callable[[int], Sequence[Enclosure]], start: int = 64
    ) -> None:
        self._outcomes, self._enclose, self._start = outcomes, enclose, start
        self._bounds: dict[int, tuple[list[int], list[int]]] = {}

    def draw(self, bits: BitSource) -> T:
        """One outcome; every outcome has exactly its probability."""
        precision = self._start
        uniform = bits.getrandbits(precision)
        while True:
            index = self._decide(uniform, precision)
            if index is not None:
                return self._outcomes[index]
            uniform = (uniform << precision) | bits.getrandbits(precision)
            precision *= 2

    def _decide(self, uniform: int, precision: int) -> int | None:
        """The outcome i with C(i-1) <= u < C(i) for all u in [uniform, uniform+1) / 2^precision.

        C(i) = p_0 + .. + p_i.  Certain only if the upper bound of C(i-1) is <= uniform and the
        lower bound of C(i) is >= uniform + 1.
        """
        lower, upper = self._cumulative(precision)
        i = bisect_right(lower, uniform)
        certain = i < len(lower) and lower[i] >= uniform + 1 and (i == 0 or upper[i - 1] <= uniform)
        return i if certain else None

    def _cumulative(self, precision: int) -> tuple[list[int], list[int]]:
        """Bounds of C(i) 2^precision as integers; C of the last outcome is 1 exactly."""
        if precision not in self._bounds:
            guard = precision + 8 + len(self._outcomes).bit_length()
            law, unit = self._enclose(guard), 1 << guard
            lows = accumulate((e.lo * unit).__floor__() for e in law)
            highs = accumulate((e.hi * unit).__ceil__() for e in law)
            drop = guard - precision
            lower = [c >> drop for c in lows]
            upper = [-(-c >> drop) for c in highs]
            lower[-1] = upper[-1] = 1 << precision
            self._bounds[precision] = (lower, upper)
        return self._bounds[precision]


class InversionOfBalls(Inversion[T]):
    """Draws from a finite law that is known in balls, up to a factor.

    `row(bits)` returns outcomes and weights of about so many bits.  With S(i) = w_0 + .. + w_i and
    S the sum of all, outcome i has the numbers in [S(i-1)/S, S(i)/S).  It is drawn where all of
    [uniform, uniform + 1) / 2^precision is certain to lie there: from an integer that is at least
    the upper end of the ball S(i-1)/S 2^precision, to one that is at most the lower end of the
    ball S(i)/S 2^precision (`_cell`).  How i was found does not matter: doubles guess it, and
    where theirs is not proved, a search by halves over balls.  Where none is proved, more bits of
    the uniform number and of the weights are asked for, of the same number and the same law.  The
    numbers for which i is drawn so fill its interval but for its ends, two numbers of probability
    0: each outcome has exactly its probability.
    """

    def __init__(self, row: Callable[[int], tuple[Sequence[T], Sequence[Real]]]) -> None:
        self._row, self._start = row, 64
        self._rows: dict[int, _Sums] = {}
        self._sums(self._start)

    def _sums(self, precision: int) -> _Sums:
        """Balls of 32 bits more than asked for, and of those that their sums lose."""
        if precision not in self._rows:
            self._outcomes, weights = self._row(precision + 32)
            F = Balls(precision + 32 + len(weights).bit_length())
            with F.scope():
                sums = list(accumulate(weights))
                unit = sums[-1] / (1 << precision)
                self._rows[precision] = _Sums(precision, F, sums, list(map(float, sums)), unit)
        return self._rows[precision]

    def _decide(self, uniform: int, precision: int) -> int | None:
        """The outcome whose interval certainly has all of [uniform, uniform + 1) / 2^precision."""
        row = self._sums(precision)
        for find in (row.guess, row.search):
            i = find(uniform)
            first, end = row.cell(i)
            if first <= uniform < end:
                return i
        return None


@dataclass
class _Sums:
    """S(i) of `InversionOfBalls` in balls and in doubles, and S / 2^precision."""

    precision: int
    field: Balls
    sums: list[Real]
    doubles: list[float]
    unit: Real
    cells: dict[int, tuple[int, int]] = dataclasses.field(default_factory=dict)

    def guess(self, uniform: int) -> int:
        """Where doubles have it."""
        share = uniform / (1 << self.precision) * self.doubles[-1]
        return min(bisect_right(self.doubles, share), len(self.doubles) - 1)

    def search(self, uniform: int) -> int:
        """By halves: S(i-1) is certainly at most the number, and S(i) is not."""
        low, high = 0, len(self.sums) - 1
        with self.field.scope():
            at = self.unit * uniform
            while low < high:
                middle = (low + high) // 2
                if self.sums[middle] <= at:
                    low = middle + 1
                else:
                    high = middle
        return low

    def cell(self, i: int) -> tuple[int, int]:
        """Integers within which outcome i is certain, kept; S of the last outcome is S."""
        if i not in self.cells:
            with self.field.scope():
                low, high = 0, 1 << self.precision
                if i > 0:
                    low = _ceiling((self.sums[i - 1] / self.unit).upper())
                if i < len(self.sums) - 1:
                    high = -_ceiling(-(self.sums[i] / self.unit).lower())
            self.cells[i] = low, high
        return self.cells[i]


def _ceiling(end: Real) -> int:
    """The least integer that is at least a ball without radius."""
    mantissa, exponent = end.man_exp()
    m, e = int(mantissa), int(exponent)
    return m << e if e >= 0 else -(-m >> -e)
