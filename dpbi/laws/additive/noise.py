"""The noise that a mechanism adds: what each family says of itself, and how one is named.

A whole-numbered noise lists its probabilities and bounds what is beyond them; a continuous one has
no probability to list, and what is known of it are `PairFacts`.

                         probability or density at z             module
    discrete_laplace     (1-q)/(1+q) q^|z|,  q = e^(-1/scale)    whole.py
    geometric            (1-q) q^z,  z = 0, 1, ..                whole.py
    poisson              e^(-mean) mean^z / z!,  z = 0, 1, ..    whole.py
    discrete_gaussian    in proportion to e^(-z^2/(2 variance))  gaussians.py
    gaussian             the density in proportion to it         gaussians.py
    laplace              e^(-|z|/scale) / (2 scale)              laplace.py
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from fractions import Fraction
from importlib import import_module
from math import isqrt
from typing import Any, ClassVar

from dpbi.errors import brief
from dpbi.fields import Balls, ExactNumber, Rational, Real, positive_rational
from dpbi.laws.partial import PairFacts


class Noise(ABC):
    """A random number that does not depend on the data.

    >>> import dpbi
    >>> print(dpbi.Noise.discrete_gaussian(4), dpbi.Noise.laplace("1/2"), sep=", ")
    discrete_gaussian(4), laplace(1/2)
    """

    name: ClassVar[str]

    @staticmethod
    def discrete_laplace(scale: Rational) -> Noise:
        """An integer z, in proportion to e^(-|z|/scale)."""
        return _made("whole", "DiscreteLaplaceNoise", "scale", scale)

    @staticmethod
    def geometric(scale: Rational) -> Noise:
        """z = 0, 1, 2, .., in proportion to e^(-z/scale)."""
        return _made("whole", "GeometricNoise", "scale", scale)

    @staticmethod
    def poisson(mean: Rational) -> Noise:
        """z = 0, 1, 2, .., in proportion to mean^z / z!."""
        return _made("whole", "PoissonNoise", "mean", mean)

    @staticmethod
    def discrete_gaussian(variance: Rational) -> Noise:
        """An integer z, in proportion to e^(-z^2/(2 variance)): sigma^2 is what is given."""
        return _made("gaussians", "DiscreteGaussianNoise", "variance", variance)

    @staticmethod
    def gaussian(variance: Rational) -> Noise:
        """A real number with the normal law of mean 0 and this variance, sigma^2."""
        return _made("gaussians", "GaussianNoise", "variance", variance)

    @staticmethod
    def laplace(scale: Rational) -> Noise:
        """A real number with a density in proportion to e^(-|z|/scale)."""
        return _made("laplace", "LaplaceNoise", "scale", scale)

    @property
    def parameter(self) -> Fraction:
        """Its scale, mean or variance: the one field of its family."""
        (only,) = fields(self)  # type: ignore[arg-type]  # each is a dataclass
        found: Fraction = getattr(self, only.name)
        return found

    @abstractmethod
    def facts(self, shift: Fraction) -> PairFacts | None:
        """What is proved of the noise moved up by `shift` (P) beside the noise itself (Q)."""

    def __str__(self) -> str:
        return f"{self.name}({brief(self.parameter, 40)})"


class WholeNoise(Noise):
    """Noise on the integers."""

    least: ClassVar[int | None] = None
    """The smallest value, None where there is none."""

    @abstractmethod
    def reach(self, tolerance: Fraction) -> int:
        """How far to go from 0 until about `tolerance` is left; no bound rests on this."""

    @abstractmethod
    def masses(self, reach: int, F: Balls) -> tuple[list[Real], Real]:
        """Probabilities of z = 0 .. reach, and a ball around that of all z beyond reach.

        Two-sided noise is symmetric, and has as much again below -reach.
        """

    def tail_ratio(self, shift: int, F: Balls) -> Real | None:
        """An upper bound of p(z - shift)/p(z) over all z where p(z) > 0; None for no bound."""
        return None


class RealNoise(Noise):
    """Noise with a density."""


@dataclass(frozen=True, slots=True)
class Unmoved(PairFacts):
    """Twice the same law."""

    of_every_order = True

    def loss(self) -> ExactNumber:
        """No output is more likely."""
        return Fraction(0)

    def hockey_stick(self, epsilon: ExactNumber, F: Balls) -> Real:
        """No set is."""
        return F.rational(0)

    def log_moment(self, order: Fraction, F: Balls) -> Real:
        """ln 1."""
        return F.rational(0)

    def renyi(self, order: Fraction) -> Fraction:
        """0 at every order."""
        return Fraction(0)

    def rho(self) -> Fraction:
        """0."""
        return Fraction(0)


def log_above(tolerance: Fraction) -> int:
    """A whole number that is at least ln(1/tolerance)."""
    bits = tolerance.denominator.bit_length() - tolerance.numerator.bit_length() + 1
    return max(1, -(-bits * 7 // 10))


def root_above(value: Fraction) -> int:
    """A whole number that is at least the square root."""
    return isqrt(value.__ceil__()) + 1


def _made(module: str, kind: str, name: str, value: Any) -> Noise:
    """A family from its module, which is loaded where it is asked for."""
    number = positive_rational(name, value)
    found: Noise = getattr(import_module(f"dpbi.laws.additive.{module}"), kind)(number)
    return found
