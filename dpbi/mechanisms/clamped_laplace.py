"""The Laplace family: noise on the counts, floored and clamped to 0 .. n.

A noised coordinate is clamp(floor(count + Y), 0, n) with Y ~ Laplace of scale s/eps.  With
q = exp(-eps/s) its probabilities are polynomials in q, so that ties are decided exactly.  The
mechanisms differ in the scale s and in what becomes of the last coordinate:

    rest     n minus the clamped others, clamped: post-processing, which costs no privacy
    fresh    the same with noise drawn anew, as a second reading of the algorithms has it
    noised   noised like the others
    absent   never set
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from dpbi import data
from dpbi.data import Counts
from dpbi.mechanisms.counts import OfCounts
from dpbi.mechanisms.forms import InQ
from dpbi.numbers import Field, Real
from dpbi.numbers.polynomial import Polynomial, Q
from dpbi.sampling import SYSTEM, BitSource, floored_laplace


def clamped_floor_law(count: int, n: int, q: Any) -> list[Any]:
    """Pr[clamp(floor(count + Y), 0, n) = j] for j = 0 .. n, over any ring that holds q.

    With Z = floor(Y): Pr[Z = z] = (1-q) q^z / 2 for z >= 0 and (1-q) q^(-z-1) / 2 for z < 0, so
    Pr[Z >= z] = q^z / 2 for z >= 0 and Pr[Z <= -z] = q^(z-1) / 2 for z >= 1; n >= 1.
    """
    powers = [q**0]
    for _ in range(n):
        powers.append(powers[-1] * q)
    at_zero = powers[count - 1] / 2 if count else 1 - q / 2
    step = (1 - q) / 2
    below = [step * powers[count - j - 1] for j in range(1, min(count, n))]
    above = [step * powers[j - count] for j in range(max(count, 1), n)]
    return [at_zero, *below, *above, powers[n - count] / 2]


def clamped_rest_law(counts: Counts, n: int, q: Any) -> list[Any]:
    """Pr[clamp(n - sum of the clamped noisy counts, 0, n) = j], noise independent of any other."""
    sums = [q**0]
    for c in counts:
        law = clamped_floor_law(c, n, q)
        longer = [0 * q] * (len(sums) + n)
        for i, a in enumerate(sums):
            for j, b in enumerate(law):
                longer[i + j] = longer[i + j] + a * b
        sums = longer
    return [sum(sums[n:], 0 * q), *reversed(sums[:n])]


class ClampedLaplace(OfCounts, InQ):
    """Laplace noise of scale s/eps on coordinates; a subclass names s and the last coordinate."""

    @property
    def last(self) -> str:
        """What becomes of the last coordinate: rest, fresh, noised or absent."""
        return "rest"

    @property
    @abstractmethod
    def numerator(self) -> Fraction:
        """s: the noise has scale s/eps."""

    @property
    def rate(self) -> Fraction:
        """eps/s, so that q = exp(-rate)."""
        return self.epsilon / self.numerator

    @property
    def noised(self) -> int:
        """How many coordinates get Laplace noise of their own."""
        return self.k if self.last == "noised" else self.k - 1

    @property
    def independent(self) -> int:
        """How many independent coordinates an output is made of."""
        return self.noised + (self.last == "fresh")

    def number_of_outputs(self) -> int:
        """Every value of every independent coordinate."""
        return int((self.n + 1) ** self.independent)

    def outputs(self) -> Iterator[Counts]:
        """All that can be released, in the order of the independent coordinates."""
        return map(self.completed, product(range(self.n + 1), repeat=self.independent))

    def completed(self, noisy: Counts) -> Counts:
        """The output made of the independent coordinates."""
        return (*noisy, self._rest(noisy)) if self.last == "rest" else noisy

    def coordinate_laws(self, x: Counts, q: Any) -> list[list[Any]]:
        """The law of each independent coordinate, over any ring that holds q."""
        laws = [clamped_floor_law(c, self.n, q) for c in x[: self.noised]]
        return [*laws, clamped_rest_law(x[:-1], self.n, q)] if self.last == "fresh" else laws

    def polynomials(self, x: Counts) -> dict[Counts, Polynomial]:
        """The probability of each output as a polynomial in q."""
        self._check_size()
        law = {}
        for output, factors in zip(
            self.outputs(), product(*self.coordinate_laws(x, Q)), strict=True
        ):
            probability = factors[0]
            for factor in factors[1:]:
                probability *= factor
            law[output] = probability
        return law

    def log_pmf(self, x: Counts, F: Field) -> dict[Counts, Real]:
        """The sum of the coordinates' logarithms; every output is possible."""
        self._check_size()
        q = F.exp(-F.rational(self.rate))
        logs = [[F.log(p) for p in law] for law in self.coordinate_laws(x, q)]
        zero = F.rational(0)
        return {
            r: sum(terms, zero) for r, terms in zip(self.outputs(), product(*logs), strict=True)
        }

    def sample(self, x: Counts, rng: BitSource = SYSTEM) -> Counts:
        """The algorithm itself, with floor(Y) drawn exactly."""
        shown = self.check_dataset(x)[: self.noised]
        noisy = self._noisy(shown, rng)
        if self.last == "fresh":
            return (*noisy, self._rest(self._noisy(shown, rng)))
        return self.completed(noisy)

    def _noisy(self, counts: Counts, rng: BitSource) -> Counts:
        n, rate = self.n, self.rate
        return tuple(min(max(c + floored_laplace(rate, rng), 0), n) for c in counts)

    def _rest(self, noisy: Counts) -> int:
        return max(self.n - sum(noisy), 0)

    def _check_size(self) -> None:
        data.check_enumerable(f"the law of {self.label}", self.number_of_outputs())
