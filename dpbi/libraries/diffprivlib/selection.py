"""diffprivlib's mechanisms on integers and on scores: geometric within bounds, and selection.

The geometric mechanisms are the ideal laws: x + Z with Pr[z] = (1-q) q^|z| / (1+q),
q = exp(-eps/sensitivity); what falls out of the bounds goes to the nearest one (truncated), or is
reflected until it is inside (folded).

Selection is Exponential, ideal and as drawn, and PermuteAndFlip.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from dpbi.errors import BadMechanism, InvalidValue
from dpbi.fields import rational
from dpbi.fields.polynomial import Polynomial, Q, polynomial
from dpbi.laws.forms import Exact, QuotientInQ
from dpbi.libraries.declared import Declared, diffprivlib, double, positive_double
from dpbi.libraries.diffprivlib.categorical import UNIFORMS
from dpbi.libraries.laws import (
    ByPermuteAndFlip,
    OverScores,
    Scores,
    WithGeometricNoise,
    as_scores,
    check_line,
    check_noise,
    clamped_two_sided,
    folded_two_sided,
)
from dpbi.mechanisms.counts import set_exactly


class _Geometric(Declared, WithGeometricNoise):
    """Sensitivity, epsilon as a double, and the library's class."""

    @abstractmethod
    def mechanism(self, random_state: int | None = None) -> Any:
        """The library's own."""

    def made(self, kind: Any, lower: Any, upper: Any, random_state: int | None) -> Any:
        """A class of the library with the numbers that it takes."""
        return kind(
            epsilon=float(self.epsilon),
            sensitivity=self.sensitivity,
            lower=lower,
            upper=upper,
            random_state=random_state,
        )

    def declared(self) -> Fraction:
        """Its epsilon."""
        return self.epsilon


@dataclass(frozen=True)
class GeometricTruncated(_Geometric):
    """Clamped to lower .. upper."""

    name: ClassVar[str] = "diffprivlib-geometric-truncated"
    epsilon: Fraction
    lower: int
    upper: int
    sensitivity: int = 1

    def __post_init__(self) -> None:
        check_line(self)
        check_noise(self, positive_double)

    def mechanism(self, random_state: int | None = None) -> Any:
        """The library's GeometricTruncated."""
        kind = diffprivlib().GeometricTruncated
        return self.made(kind, self.lower, self.upper, random_state)

    def weights(self, x: int) -> dict[int, Polynomial]:
        """1+q times the probability."""
        return clamped_two_sided(x, self.lower, self.upper)


@dataclass(frozen=True)
class GeometricFolded(_Geometric):
    """Reflected into lower .. upper, which may be halves of integers."""

    name: ClassVar[str] = "diffprivlib-geometric-folded"
    epsilon: Fraction
    lower: Any
    upper: Any
    sensitivity: int = 1

    def __post_init__(self) -> None:
        lower, upper = rational("lower", self.lower), rational("upper", self.upper)
        if (2 * lower).denominator != 1 or (2 * upper).denominator != 1 or lower >= upper:
            raise InvalidValue("bounds", (lower, upper), "write multiples of 1/2, lower first")
        set_exactly(self, lower=lower, upper=upper)
        check_noise(self, positive_double)

    def datasets(self) -> range:
        """The integers within the bounds."""
        return range(-(-self.lower // 1), self.upper // 1 + 1)

    def number_of_datasets(self) -> int:
        """As many as there are."""
        return len(self.datasets())

    def mechanism(self, random_state: int | None = None) -> Any:
        """The library's GeometricFolded."""
        kind = diffprivlib().GeometricFolded
        return self.made(kind, float(self.lower), float(self.upper), random_state)

    def weights(self, x: int) -> dict[int, Polynomial]:
        """The probability times a factor that is the same for all x."""
        return folded_two_sided(x, int(2 * self.lower), int(2 * self.upper))


class _Selection(Declared, OverScores):
    """Scores (the library's utility), epsilon, sensitivity, monotonic."""

    scores: Scores
    epsilon: Fraction
    sensitivity: Fraction
    monotonic: bool

    @property
    def rate(self) -> Fraction:
        """What one unit of score is worth: eps unit / (2 sensitivity), without 2 if monotonic."""
        return self.epsilon * self.scores.unit / (self.sensitivity * (2 - self.monotonic))

    def declared(self) -> Fraction:
        """Its epsilon."""
        return self.epsilon

    def utility(self, x: Any) -> list[Any]:
        """The scores as the library gets them: integers, or doubles where one is not an integer."""
        row = self.scores.rows[x]
        whole = all(s.denominator == 1 for s in row)
        return [int(s) if whole else float(s) for s in row]

    def arguments(self, x: Any, random_state: int | None) -> dict[str, Any]:
        """What the library's constructor is called with at x."""
        return {
            "epsilon": float(self.epsilon),
            "sensitivity": float(self.sensitivity),
            "utility": self.utility(x),
            "monotonic": self.monotonic,
            "random_state": random_state,
        }

    def check_selection(self) -> None:
        """Numbers as doubles; what the scores do not keep is refused: nobody promises that.

        That is a sensitivity below the true one, and `monotonic` where scores move both ways.
        """
        set_exactly(self, scores=as_scores(self.scores))
        sensitivity = positive_double("sensitivity", self.sensitivity)
        if sensitivity < self.scores.sensitivity:
            true = self.scores.sensitivity
            raise InvalidValue("sensitivity", sensitivity, f"a score changes by {true}")
        if self.monotonic and not self.scores.monotonic:
            raise InvalidValue("monotonic", True, "between neighbours scores move both ways")
        for row in self.scores.rows.values():
            for s in row:
                if Fraction(float(s)) != s:
                    raise InvalidValue("scores", s, "scores must be doubles")
        epsilon = positive_double("epsilon", self.epsilon)
        set_exactly(self, epsilon=epsilon, sensitivity=sensitivity)


@dataclass(frozen=True)
class _Exponential(_Selection):
    """What the two laws of Exponential share: a measure on the candidates, the library's own."""

    scores: Scores
    epsilon: Fraction
    sensitivity: Fraction = Fraction(1)
    monotonic: bool = False
    measure: tuple[Fraction, ...] | None = None

    def __post_init__(self) -> None:
        self.check_selection()
        if self.measure is not None:  # a positive double for each candidate
            measure = tuple(positive_double("measure", a) for a in self.measure)
            if {len(measure)} != {len(row) for row in self.scores.rows.values()}:
                raise InvalidValue("measure", len(measure), "give one for each candidate")
            set_exactly(self, measure=measure)

    def mechanism(self, x: Any, random_state: int | None = None) -> Any:
        """The library's Exponential at x."""
        measure = None if self.measure is None else [float(a) for a in self.measure]
        return diffprivlib().Exponential(**self.arguments(x, random_state), measure=measure)


@dataclass(frozen=True)
class Exponential(_Exponential, QuotientInQ):
    """Pr[r] ~ measure_r exp(eps utility_r / (2 sensitivity)), without the 2 if monotonic."""

    name: ClassVar[str] = "diffprivlib-exponential"

    def weights(self, x: Any) -> dict[int, Polynomial]:
        """measure q^gap."""
        gaps = self.scores.gaps(x)
        measure = self.measure or (1,) * len(gaps)
        return {r: Q**g * polynomial(a) for r, (g, a) in enumerate(zip(gaps, measure, strict=True))}


@dataclass(frozen=True)
class ExponentialAsDrawn(_Exponential, Exact):
    """The first candidate whose cumulative probability, a double, is at least the uniform k / 2^53.

    A uniform above the last one goes to the last candidate while the two are close (1e-5).  The
    first candidate owns k = 0 even where its probability underflows to 0; a later one that does
    not raise the cumulative sum past another k / 2^53 is impossible.
    """

    name: ClassVar[str] = "diffprivlib-exponential-as-drawn"

    def cumulative(self, x: Any) -> list[Fraction]:
        """The cumulative probabilities, in doubles, in the library's order of operations."""
        scale = float(self.epsilon) / float(self.sensitivity) / (2 - self.monotonic)
        utility = np.array(self.utility(x))
        weights = np.exp(scale * (utility - utility.max()))
        if self.measure is not None:
            weights = weights * np.array([float(a) for a in self.measure])
        if not (total := weights.sum()) > 0:
            raise BadMechanism(self.label, "all its weights underflow, and it draws nothing", x)
        return [double("cumulative", c) for c in np.cumsum(weights / total)]

    def probabilities(self, x: Any) -> dict[int, Fraction]:
        """How many of the 2^53 uniforms go to each candidate."""
        sums = self.cumulative(x)
        if 1 - sums[-1] > Fraction(1, 10**6):
            raise BadMechanism(self.label, "its cumulative probabilities end far below 1", x)
        reached = [min(int(c * UNIFORMS) + 1, UNIFORMS) for c in sums]
        reached[-1] = UNIFORMS
        return {
            r: Fraction(here - before, UNIFORMS)
            for r, (before, here) in enumerate(zip([0, *reached], reached, strict=False))
        }


@dataclass(frozen=True)
class PermuteAndFlip(_Selection, ByPermuteAndFlip):
    """Candidates in random order, each taken with probability exp(-eps gap / (2 sensitivity))."""

    name: ClassVar[str] = "diffprivlib-permute-and-flip"
    scores: Scores
    epsilon: Fraction
    sensitivity: Fraction = Fraction(1)
    monotonic: bool = False

    def __post_init__(self) -> None:
        self.check_selection()

    def mechanism(self, x: Any, random_state: int | None = None) -> Any:
        """The library's PermuteAndFlip at x."""
        return diffprivlib().PermuteAndFlip(**self.arguments(x, random_state))
