"""OpenDP's choices among categories: randomised responses, and selection of the highest score.

Randomised responses are on categories, on one bit, and on a vector of bits.  Selection is
permute-and-flip under pure privacy, or Gumbel noise under zCDP.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

from dpbi.bayes.data import whole
from dpbi.errors import InvalidValue
from dpbi.fields.polynomial import Polynomial, Q
from dpbi.laws.forms import Exact, InQ, QuotientInQ
from dpbi.libraries.declared import (
    Declared,
    DeclaredRho,
    double,
    has_opendp,
    log_ratio,
    opendp,
    positive_double,
    rounded_up,
)
from dpbi.libraries.laws import OverScores, Scores, as_scores, permute_and_flip
from dpbi.mechanisms.counts import set_exactly

OTHER = "other"
"""Any input that is not one of the categories: the library accepts it, and answers uniformly."""


@dataclass(frozen=True)
class RandomizedResponse(Declared, Exact):
    """make_randomized_response(categories, prob): the truth with probability prob, else a lie.

    Datasets are the categories 0 .. k-1 and `OTHER`; under the discrete distance any two are
    neighbours.  Map: ln(prob (k-1) / (1 - prob)).  With prob below 1/k (the nearest double of 1/3
    is) the lies are likelier than the truth, which this formula takes for no loss at all.
    """

    name: ClassVar[str] = "opendp-randomized-response"
    categories: int
    prob: Fraction

    def __post_init__(self) -> None:
        k, prob = whole("categories", self.categories), double("prob", self.prob)
        if k < 2:
            raise InvalidValue("categories", k, "there must be at least 2")
        if not double("1/k", 1 / k) <= prob < 1:
            raise InvalidValue("prob", prob, f"it must be within [1/{k}, 1)")
        set_exactly(self, categories=k, prob=prob)

    def measurement(self) -> Any:
        """The library's own, on the names "0" .. "k-1"."""
        names = [str(i) for i in range(self.categories)]
        dp = opendp()
        return dp.m.make_randomized_response(names, float(self.prob))

    def declared(self) -> Fraction:
        """The map at distance 1."""
        if has_opendp():
            return Fraction(self.measurement().map(1))
        said = rounded_up(log_ratio(self.prob * (self.categories - 1) / (1 - self.prob)))
        return max(said, Fraction(0))

    def datasets(self) -> tuple[Any, ...]:
        """The categories, and an input that is not one of them."""
        return (*range(self.categories), OTHER)

    def neighbours(self, x: Any) -> Iterator[Any]:
        """Every other dataset."""
        return (y for y in self.datasets() if y != x)

    def probabilities(self, x: Any) -> dict[int, Fraction]:
        """prob for the truth, the rest shared by the others."""
        k = self.categories
        if x == OTHER:
            return dict.fromkeys(range(k), Fraction(1, k))
        return {r: self.prob if r == x else (1 - self.prob) / (k - 1) for r in range(k)}


@dataclass(frozen=True)
class RandomizedResponseBool(Declared, Exact):
    """make_randomized_response_bool(prob).  Map: ln(prob / (1 - prob))."""

    name: ClassVar[str] = "opendp-randomized-response-bool"
    prob: Fraction

    def __post_init__(self) -> None:
        prob = double("prob", self.prob)
        if not Fraction(1, 2) <= prob < 1:
            raise InvalidValue("prob", prob, "it must be within [1/2, 1)")
        set_exactly(self, prob=prob)

    def measurement(self) -> Any:
        """The library's own."""
        dp = opendp()
        return dp.m.make_randomized_response_bool(float(self.prob))

    def declared(self) -> Fraction:
        """The map at distance 1."""
        if has_opendp():
            return Fraction(self.measurement().map(1))
        return rounded_up(log_ratio(self.prob / (1 - self.prob)))

    def datasets(self) -> tuple[bool, bool]:
        """False and True."""
        return (False, True)

    def neighbours(self, x: bool) -> tuple[bool]:
        """The other one."""
        return (not x,)

    def probabilities(self, x: bool) -> dict[bool, Fraction]:
        """prob for the truth."""
        return {x: self.prob, not x: 1 - self.prob}


@dataclass(frozen=True)
class RandomizedResponseBitvec(Declared, Exact):
    """make_randomized_response_bitvec(bitvector_domain(max_weight), discrete_distance(), f).

    Each bit flips with probability f/2.  Map: 2 max_weight ln((2-f)/f).  Datasets are the bit
    vectors of the given lengths with at most max_weight ones: the domain does not fix a length, so
    vectors of different lengths are neighbours too (opendp issue 2930), and the output tells them
    apart.  Over the wire the library takes whole bytes; the law does not depend on that.
    """

    name: ClassVar[str] = "opendp-randomized-response-bitvec"
    max_weight: int
    f: Fraction
    lengths: tuple[int, ...]

    def __post_init__(self) -> None:
        given: Any = self.lengths
        given = given.split(",") if isinstance(given, str) else given
        f, lengths = double("f", self.f), tuple(whole("length", n) for n in given)
        if not 0 < f <= 1:
            raise InvalidValue("f", f, "it must be within (0, 1]")
        set_exactly(self, f=f, lengths=lengths, max_weight=whole("max_weight", self.max_weight))

    def measurement(self) -> Any:
        """The library's own."""
        dp = opendp()
        space = dp.bitvector_domain(max_weight=self.max_weight), dp.discrete_distance()
        return dp.m.make_randomized_response_bitvec(*space, f=float(self.f))

    def declared(self) -> Fraction:
        """The map at distance 1."""
        if has_opendp():
            return Fraction(self.measurement().map(1))
        return rounded_up(lambda F: log_ratio((2 - self.f) / self.f)(F) * 2 * self.max_weight)

    def datasets(self) -> Iterator[tuple[int, ...]]:
        """The bit vectors of the domain."""
        every = (x for n in self.lengths for x in product((0, 1), repeat=n))
        return (x for x in every if sum(x) <= self.max_weight)

    def neighbours(self, x: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Any other vector of the domain."""
        return (y for y in self.datasets() if y != x)

    def probabilities(self, x: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
        """f/2 for each bit that differs, 1 - f/2 for each that agrees."""
        flip = self.f / 2
        law = {}
        for r in product((0, 1), repeat=len(x)):
            flips = sum(a != b for a, b in zip(x, r, strict=True))
            law[r] = flip**flips * (1 - flip) ** (len(x) - flips)
        return law


@dataclass(frozen=True)
class Selecting(OverScores, ABC):
    """What the two selections share: score vectors, scale, the distance of the map, the map."""

    measure: ClassVar[str]
    scores: Scores
    scale: Fraction
    negate: bool = False

    def __post_init__(self) -> None:
        self.check_scores()
        set_exactly(self, scale=positive_double("scale", self.scale))

    @property
    @abstractmethod
    def formula_of_the_map(self) -> Fraction:
        """What the map computes, without its rounding."""

    def declared(self) -> Fraction:
        """The map at d_in, asked of the library where it is installed."""
        if has_opendp():
            return Fraction(self.measurement().map(int(self.d_in)))
        return rounded_up(lambda F: F.rational(self.formula_of_the_map))

    @property
    def d_in(self) -> Fraction:
        """The largest change of a score between neighbours."""
        return self.scores.sensitivity

    @property
    def rate(self) -> Fraction:
        """What one unit of score is worth."""
        return self.scores.unit / self.scale

    @property
    def monotonic(self) -> bool:
        """Whether all scores differ in one direction wherever two datasets are neighbours."""
        return self.scores.monotonic

    def check_scores(self) -> None:
        """Scores are whole numbers here: the library's other types would need their own doubles."""
        set_exactly(self, scores=as_scores(self.scores))
        if self.scores.unit != 1:
            raise InvalidValue("scores", f"multiples of {self.scores.unit}", "use whole numbers")

    def measurement(self) -> Any:
        """The library's make_noisy_max on vectors of integers."""
        dp = opendp()
        metric = dp.linf_distance(T=int, monotonic=self.monotonic)
        return dp.m.make_noisy_max(
            dp.vector_domain(dp.atom_domain(T=int)),
            metric,
            getattr(dp, self.measure)(),
            scale=float(self.scale),
            negate=self.negate,
        )

    @property
    def range_distance(self) -> Fraction:
        """How much the difference of two scores can change: 2 d_in, or d_in if monotonic."""
        return self.d_in * (1 if self.monotonic else 2)


@dataclass(frozen=True)
class NoisyMax(Selecting, Declared, InQ):
    """make_noisy_max under max_divergence(): permute-and-flip with exp(-gap / scale).

    Map: 2 d_in / scale, or d_in / scale for a monotonic metric.
    """

    name: ClassVar[str] = "opendp-noisy-max"
    measure: ClassVar[str] = "max_divergence"

    @property
    def formula_of_the_map(self) -> Fraction:
        """2 d_in / scale."""
        return self.range_distance / self.scale

    def polynomials(self, x: Any) -> dict[int, Polynomial]:
        """`permute_and_flip` of the powers of q."""
        gaps = self.scores.gaps(x, negate=self.negate)
        return dict(enumerate(permute_and_flip([Q**g for g in gaps])))


@dataclass(frozen=True)
class GumbelMax(Selecting, DeclaredRho, QuotientInQ):
    """make_noisy_max under zero_concentrated_divergence(): Gumbel noise, Pr[r] ~ exp(score/scale).

    The map declares rho = (2 d_in / scale)^2 / 8, without the 2 for a monotonic metric.  In 0.15.1
    permute-and-flip stood under this map, which does not bound it (opendp issue 2911).
    """

    name: ClassVar[str] = "opendp-gumbel-max"
    measure: ClassVar[str] = "zero_concentrated_divergence"

    @property
    def formula_of_the_map(self) -> Fraction:
        """(2 d_in / scale)^2 / 8."""
        return (self.range_distance / self.scale) ** 2 / 8

    def weights(self, x: Any) -> dict[int, Polynomial]:
        """q for each unit below the best."""
        return {r: Q**g for r, g in enumerate(self.scores.gaps(x, negate=self.negate))}
