"""diffprivlib's geometric mechanisms within bounds, the ideal laws.

x + Z with Pr[z] = (1-q) q^|z| / (1+q), q = exp(-eps/sensitivity); what falls out of the bounds goes
to the nearest one (truncated), or is reflected until it is inside (folded).
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from dpbi.data import whole
from dpbi.errors import InvalidValue
from dpbi.mechanisms.counts import set_exactly
from dpbi.mechanisms.quotients import QuotientInQ
from dpbi.numbers import rational
from dpbi.numbers.polynomial import Polynomial
from dpbi.reference.declared import Declared, diffprivlib, positive_double
from dpbi.reference.laws import clamped_two_sided, folded_two_sided
from dpbi.reference.line import OnALine, check_line


class _Geometric(Declared, OnALine, QuotientInQ):
    """Sensitivity, epsilon, and the library's class."""

    epsilon: Fraction
    sensitivity: int

    @property
    def reach(self) -> int:
        """The sensitivity."""
        return self.sensitivity

    @property
    def rate(self) -> Fraction:
        """eps / sensitivity."""
        return self.epsilon / self.sensitivity

    def check_noise(self) -> None:
        """eps as a double, the sensitivity a whole number from 1 on."""
        if (sensitivity := whole("sensitivity", self.sensitivity)) < 1:
            raise InvalidValue("sensitivity", sensitivity, "it must be >= 1")
        epsilon = positive_double("epsilon", self.epsilon)
        set_exactly(self, epsilon=epsilon, sensitivity=sensitivity)

    @abstractmethod
    def mechanism(self, random_state: int | None = None) -> Any:
        """The library's own."""

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
        self.check_noise()

    def mechanism(self, random_state: int | None = None) -> Any:
        """The library's GeometricTruncated."""
        return _library().GeometricTruncated(
            epsilon=float(self.epsilon),
            sensitivity=self.sensitivity,
            lower=self.lower,
            upper=self.upper,
            random_state=random_state,
        )

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
        self.check_noise()

    def datasets(self) -> range:
        """The integers within the bounds."""
        return range(-(-self.lower // 1), self.upper // 1 + 1)

    def number_of_datasets(self) -> int:
        """As many as there are."""
        return len(self.datasets())

    def mechanism(self, random_state: int | None = None) -> Any:
        """The library's GeometricFolded."""
        return _library().GeometricFolded(
            epsilon=float(self.epsilon),
            sensitivity=self.sensitivity,
            lower=float(self.lower),
            upper=float(self.upper),
            random_state=random_state,
        )

    def weights(self, x: int) -> dict[int, Polynomial]:
        """The probability times a factor that is the same for all x."""
        return folded_two_sided(x, int(2 * self.lower), int(2 * self.upper))


def _library() -> Any:
    return diffprivlib()
