"""OpenDP's selection of the highest score: permute-and-flip, or Gumbel noise under zCDP."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from dpbi.errors import InvalidValue
from dpbi.mechanisms.counts import set_exactly
from dpbi.mechanisms.forms import InQ
from dpbi.mechanisms.quotients import QuotientInQ
from dpbi.numbers.polynomial import Polynomial, Q
from dpbi.reference.declared import (
    Declared,
    DeclaredRho,
    opendp,
    positive_double,
    rounded_up,
)
from dpbi.reference.laws import permute_and_flip
from dpbi.reference.scores import OverScores, Scores, as_scores


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
        if opendp() is not None:
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
        dp: Any = opendp()
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
