"""The mechanisms of the textbooks: exact laws, under the relation that each of them names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from dpbi.bayes.data import whole
from dpbi.errors import InvalidValue
from dpbi.fields import positive_rational
from dpbi.fields.polynomial import Polynomial, Q
from dpbi.laws.forms import QuotientInQ
from dpbi.libraries.laws import (
    ByPermuteAndFlip,
    OverScores,
    Scores,
    WithGeometricNoise,
    as_scores,
    check_line,
    check_noise,
    clamped_two_sided,
    noisy_max,
    permute_and_flip,
)
from dpbi.mechanisms.counts import one_of, set_exactly


@dataclass(frozen=True)
class KaryRandomisedResponse(QuotientInQ):
    """The true one of k values with weight 1, each other e^-eps.  Warner 1965 for k = 2.

    Datasets are the values 0 .. k-1, any two are neighbours (one person's answer).
    """

    name: ClassVar[str] = "randomised-response"
    k: int
    epsilon: Fraction

    def __post_init__(self) -> None:
        k = whole("k", self.k)
        if k < 2:
            raise InvalidValue("k", k, "randomised response needs two values (k >= 2)")
        set_exactly(self, k=k, epsilon=positive_rational("epsilon", self.epsilon))

    def datasets(self) -> range:
        """The k values."""
        return range(self.k)

    def neighbours(self, x: int) -> Iterator[int]:
        """Any other value."""
        return (y for y in range(self.k) if y != x)

    @property
    def rate(self) -> Fraction:
        """eps."""
        return self.epsilon

    def weights(self, x: int) -> dict[int, Polynomial]:
        """1 for the truth, q for a lie."""
        return {r: Q ** (r != x) for r in range(self.k)}


@dataclass(frozen=True)
class BinaryRandomisedResponse(KaryRandomisedResponse):
    """Randomised response on one bit: the truth with probability e^eps / (1 + e^eps)."""

    name: ClassVar[str] = "binary-randomised-response"
    k: int = 2
    epsilon: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.k != 2:
            raise InvalidValue("k", self.k, "write KaryRandomisedResponse for more than two values")


@dataclass(frozen=True)
class TruncatedGeometric(WithGeometricNoise):
    """clamp(x + Z, lower, upper), Z two-sided geometric: Pr[z] ~ q^|z|, q = exp(-eps/sensitivity).

    Ghosh, Roughgarden, Sundararajan 2012, Def. 2.1.  A count of n records is lower = 0, upper = n.
    """

    name: ClassVar[str] = "truncated-geometric"
    upper: int
    epsilon: Fraction
    lower: int = 0
    sensitivity: int = 1

    def __post_init__(self) -> None:
        check_line(self)
        check_noise(self, positive_rational)

    def weights(self, x: int) -> dict[int, Polynomial]:
        """(1+q) times the probability."""
        return clamped_two_sided(x, self.lower, self.upper)


@dataclass(frozen=True)
class BoundedDiscreteLaplace(TruncatedGeometric):
    """The same noise drawn again until it lies within the bounds: Pr[r] ~ q^|r-x| on the range.

    A normaliser that depends on the data, and is not paid for: the loss exceeds the nominal eps.
    """

    name: ClassVar[str] = "bounded-discrete-laplace"

    def weights(self, x: int) -> dict[int, Polynomial]:
        """q to the distance."""
        return {r: Q ** abs(r - x) for r in self.datasets()}


class Selection(OverScores):
    """What the textbook selections share: scores, eps, and the sensitivity they are set to."""

    scores: Scores
    epsilon: Fraction
    sensitivity: Fraction | None
    monotonic: bool

    @property
    def rate(self) -> Fraction:
        """What one unit of score is worth: eps unit / (2 sensitivity), without 2 if monotonic."""
        worst = self.sensitivity or self.scores.sensitivity
        return self.epsilon * self.scores.unit / (worst * (1 if self.monotonic else 2))


def check_selection(m: Selection) -> None:
    """eps and sensitivity as exact numbers; without a sensitivity, the true one is meant."""
    set_exactly(m, scores=as_scores(m.scores))
    sensitivity = m.sensitivity
    if sensitivity is not None:
        sensitivity = positive_rational("sensitivity", sensitivity)
    elif not m.scores.sensitivity:
        raise InvalidValue("scores", "constant", "no score changes: name a sensitivity")
    set_exactly(m, epsilon=positive_rational("epsilon", m.epsilon), sensitivity=sensitivity)


@dataclass(frozen=True)
class _OfScores(Selection):
    """A selection that is given nothing else."""

    scores: Scores
    epsilon: Fraction
    sensitivity: Fraction | None = None
    monotonic: bool = False

    def __post_init__(self) -> None:
        check_selection(self)


@dataclass(frozen=True)
class ExponentialMechanism(_OfScores, QuotientInQ):
    """Pr[r] ~ exp(eps score(x, r) / (2 sensitivity)).  McSherry and Talwar 2007, section 3."""

    name: ClassVar[str] = "exponential"

    def weights(self, x: Any) -> dict[int, Polynomial]:
        """q for each unit below the best."""
        return {r: Q**g for r, g in enumerate(self.scores.gaps(x))}


@dataclass(frozen=True)
class PermuteAndFlip(_OfScores, ByPermuteAndFlip):
    """Candidates in random order, each taken with probability exp(-eps gap / (2 sensitivity)).

    McKenna and Sheldon 2020, Algorithm 1.
    """

    name: ClassVar[str] = "permute-and-flip"


@dataclass(frozen=True)
class ReportNoisyMax(Selection, QuotientInQ):
    """The index of the largest score + noise, the first of several; scores count in whole units.

    noise: "geometric" (one-sided), "two-sided" (discrete Laplace), each of parameter q = exp(-eps
    unit / (2 sensitivity)); or "exponential", whose continuous law is permute-and-flip's (Ding,
    Kifer, Steinke, Wang, Xiao, Zhang 2021).
    """

    name: ClassVar[str] = "report-noisy-max"
    scores: Scores
    epsilon: Fraction
    noise: str = "two-sided"
    sensitivity: Fraction | None = None
    monotonic: bool = False

    def __post_init__(self) -> None:
        check_selection(self)
        one_of("noise", self.noise, ("geometric", "two-sided", "exponential"))

    def weights(self, x: Any) -> dict[int, Polynomial]:
        """`noisy_max`, or `permute_and_flip`."""
        gaps = self.scores.gaps(x)
        if self.noise == "exponential":
            return dict(enumerate(permute_and_flip([Q**g for g in gaps])))
        return dict(enumerate(noisy_max(gaps, two_sided=self.noise == "two-sided")))
