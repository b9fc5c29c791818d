"""Noises whose probabilities are no piecewise exponential polynomials.

    discrete Gaussian    on Z           in proportion to e^(-z^2/2v), v = sigma^2
    Poisson              on 0, 1, ..    e^-m m^z / z!
    Gaussian             on R           a density in proportion to e^(-z^2/2v)
    Gumbel               on R           the distribution function e^-e^(-z/scale)

A tree of conditions on an integer noise is summed up value by value, from where the noise mostly is
outwards, until what is beyond is too little to matter; a bound of that is added to the ball.  So a
law says its probability at a point, and bounds what is beyond one.

Beyond z > 0 the weights of the discrete Gaussian fall by e^(-(2z+1)/2v) or faster, as the square
grows by 2z+1 or more at each step.  From z > m upwards those of a Poisson law fall by m/(z+1) or
faster, and from z < m downwards by z/m or faster.  Each tail is at most that of a geometric series.

Of a real noise the density and the probability of an interval are functions of complex numbers,
without poles, so that they can be integrated (`integrals.py`).  Each is written in the way that has
no cancellation where the interval is far out; all ways are one and the same function.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from dpbi.fields import Balls, Real
from dpbi.laws.additive.gaussians import DiscreteGaussianNoise
from dpbi.laws.additive.noise import root_above
from dpbi.programs.pieces import End


class WholeLaw(ABC):
    """The law of one integer, in balls."""

    start: int
    """Near where most of it is: sums begin there."""

    @abstractmethod
    def at(self, z: int) -> Real:
        """The probability of z."""

    @abstractmethod
    def beyond(self, z: int, direction: int) -> Real:
        """A bound of the probability of all values from z on, upwards (1) or downwards (-1)."""


class OnBothSides:
    """A noise without a smallest or a largest value."""

    __slots__ = ()
    least: ClassVar[None] = None
    most: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class DiscreteGaussian(OnBothSides):
    """In proportion to e^(-z^2 / (2 variance)) on the integers."""

    variance: Fraction

    name = "discrete_gaussian"
    continuous = False

    def law(self, F: Balls) -> WholeLaw:
        """Its probabilities."""
        return _DiscreteGaussianLaw(F, self.variance)


@dataclass(frozen=True, slots=True)
class Poisson:
    """e^-mean mean^z / z! for z = 0, 1, 2, ..."""

    mean: Fraction

    name = "poisson"
    continuous = False
    most = None

    @property
    def least(self) -> End:
        """The smallest value."""
        return Fraction(0)

    def law(self, F: Balls) -> WholeLaw:
        """Its probabilities."""
        return _PoissonLaw(F, self.mean)


class RealLaw(ABC):
    """The law of one real number, in balls, of real and complex arguments."""

    unit: Fraction
    """About its width."""

    @abstractmethod
    def density(self, z: Real) -> Real:
        """The density at z."""

    @abstractmethod
    def mass(self, a: Real | None, b: Real | None) -> Real:
        """The probability of a <= z <= b, None being infinite."""


@dataclass(frozen=True, slots=True)
class Gaussian(OnBothSides):
    """The normal law of mean 0."""

    variance: Fraction

    name = "gaussian"
    continuous = True

    def law(self, F: Balls) -> RealLaw:
        """Its density and its integrals."""
        return _GaussianLaw(F, self.variance)


@dataclass(frozen=True, slots=True)
class Gumbel(OnBothSides):
    """The law of the largest of many: Pr[noise <= z] = e^-e^(-z/scale)."""

    scale: Fraction

    name = "gumbel"
    continuous = True

    def law(self, F: Balls) -> RealLaw:
        """Its density and its integrals."""
        return _GumbelLaw(F, self.scale)


class _GaussianLaw(RealLaw):
    """Phi(z) = erfc(-z / sqrt(2v)) / 2."""

    def __init__(self, F: Balls, variance: Fraction) -> None:
        self.unit = Fraction(root_above(variance)) if variance > 1 else variance
        self.one, self.half = F.rational(1), F.rational(Fraction(1, 2))
        self.width = F.sqrt(F.rational(2 * variance))
        self.top = self.one / (self.width * F.sqrt(F.pi()))

    def density(self, z: Real) -> Real:
        t = z / self.width
        return self.top * (-(t * t)).exp()

    def mass(self, a: Real | None, b: Real | None) -> Real:
        if a is None:
            return self.one if b is None else self._above(-b)
        if b is None:
            return self._above(a)
        if _middle(a) > 0:
            return self._above(a) - self._above(b)
        if _middle(b) < 0:
            return self._above(-b) - self._above(-a)
        return self.one - self._above(b) - self._above(-a)

    def _above(self, a: Real) -> Real:
        return self.half * (a / self.width).erfc()


class _GumbelLaw(RealLaw):
    """With A = e^(-a/scale) and B = e^(-b/scale) the mass is e^-B - e^-A = e^-B (1 - e^-(A-B))."""

    def __init__(self, F: Balls, scale: Fraction) -> None:
        self.unit, self.scale, self.one = scale, F.rational(scale), F.rational(1)

    def density(self, z: Real) -> Real:
        t = -z / self.scale
        return (t - t.exp()).exp() / self.scale

    def mass(self, a: Real | None, b: Real | None) -> Real:
        below = self.one if b is None else (-((-b / self.scale).exp())).exp()
        if a is None:
            return below
        rest = (-a / self.scale).exp()  # A - B, as A (1 - e^-((b-a)/scale))
        if b is not None:
            rest = -rest * ((a - b) / self.scale).expm1()
        return -below * (-rest).expm1()


def _middle(z: Real) -> Any:
    """The middle of the real part."""
    return z.real.mid()


class _DiscreteGaussianLaw(WholeLaw):
    def __init__(self, F: Balls, variance: Fraction) -> None:
        self.F, self.variance, self.start = F, variance, 0
        (self.top,), _ = DiscreteGaussianNoise(variance).masses(0, F)

    def at(self, z: int) -> Real:
        return self.top * self._power(z * z)

    def beyond(self, z: int, direction: int) -> Real:
        one, n = self.F.rational(1), z * direction
        return one if n <= 0 else self.at(n) / (one - self._power(2 * n + 1))

    def _power(self, square: int) -> Real:
        return self.F.exp(self.F.rational(-Fraction(square) / (2 * self.variance)))


class _PoissonLaw(WholeLaw):
    def __init__(self, F: Balls, mean: Fraction) -> None:
        self.F, self.mean, self.start = F, mean, int(mean)
        self.number, self.none = F.rational(mean), F.exp(F.rational(-mean))

    def at(self, z: int) -> Real:
        if z < 0:
            return self.F.rational(0)
        return self.none * self.number**z / self.F.rational(z + 1).gamma()

    def beyond(self, z: int, direction: int) -> Real:
        one = self.F.rational(1)
        if direction > 0:
            return one if z < self.mean else self.at(z) / (one - self.number / (z + 1))
        return one if z >= self.mean else self.at(z) / (one - self.F.rational(z) / self.number)
