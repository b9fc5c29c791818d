"""Noises that are drawn: integers by exact samplers, real numbers as intervals that are refined.

A real noise is F^-1(U), where F is its distribution function and U is uniform on [0, 1).  Of U only
finitely many bits are drawn, so the noise is known to lie between two values of F^-1, which balls
enclose.  Whoever compares it draws more bits until the answer is certain; the bits that nobody asks
for are never drawn (the idea is Knuth and Yao's, 1976; for real numbers Flajolet and Saheb, 1986).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from dpbi.fields import Balls, Real
from dpbi.programs.families import Family, NoiseLaw, TwoHeights
from dpbi.programs.noises.laws import DiscreteGaussian, Gaussian, Gumbel, Poisson
from dpbi.programs.pieces import End
from dpbi.sampling import BitSource, discrete_gaussian, discrete_laplace, geometric, poisson

STEP = 32
"""How many bits of a uniform number are drawn at once."""

SPARE = 32
"""Bits of the balls beyond those of the uniform number."""


@dataclass(slots=True)
class Lazy:
    """A real noise of which `known` bits are drawn: its U is in [a, a + 1] 2^-known."""

    quantile: Callable[[Fraction, Balls], Real | None]
    bits: BitSource
    a: int = 0
    known: int = 0
    _ends: tuple[End, End] | None = None

    def refine(self) -> None:
        """Draw more bits."""
        self.a = (self.a << STEP) | self.bits.getrandbits(STEP)
        self.known += STEP
        self._ends = None

    def ends(self) -> tuple[End, End]:
        """Between which numbers it lies; None is infinite."""
        if self._ends is None:
            F, unit = Balls(self.known + SPARE), 1 << self.known
            with F.scope():
                low = self.quantile(Fraction(self.a, unit), F)
                high = self.quantile(Fraction(self.a + 1, unit), F)
                self._ends = (
                    None if low is None else F.enclosure(low).lo,
                    None if high is None else F.enclosure(high).hi,
                )
        return self._ends


def drawn(law: NoiseLaw, bits: BitSource) -> int | Lazy:
    """A noise: its value, or where it is real an interval of it."""
    if isinstance(law, DiscreteGaussian):
        return discrete_gaussian(law.variance, bits)
    if isinstance(law, Poisson):
        return poisson(law.mean, bits)
    if isinstance(law, Gaussian):
        return Lazy(normal(law.variance), bits)
    if isinstance(law, Gumbel):
        return Lazy(of_gumbel(law.scale), bits)
    if isinstance(law, TwoHeights):
        return Lazy(of_step(law), bits)
    if law.continuous:
        return Lazy(quantile(law), bits)
    return (discrete_laplace if law.two_sided else geometric)(law.rate, bits)


def quantile(family: Family) -> Callable[[Fraction, Balls], Real | None]:
    """The inverse of the distribution function, None where it is infinite."""
    rate = family.rate

    def one_sided(u: Fraction, F: Balls) -> Real | None:
        return None if u == 1 else -F.log(F.rational(1 - u)) / F.rational(rate)

    def two_sided(u: Fraction, F: Balls) -> Real | None:
        if u in (0, 1):
            return None
        below = 2 * u < 1
        size = -F.log(F.rational(2 * (u if below else 1 - u))) / F.rational(rate)
        return -size if below else size

    return two_sided if family.two_sided else one_sided


def normal(variance: Fraction) -> Callable[[Fraction, Balls], Real | None]:
    """The inverse of Phi(z / sigma) = erfc(-z / (sigma sqrt 2)) / 2."""

    def inverse(u: Fraction, F: Balls) -> Real | None:
        if u in (0, 1):
            return None
        return -F.sqrt(F.rational(2 * variance)) * F.rational(2 * u).erfcinv()

    return inverse


def of_gumbel(scale: Fraction) -> Callable[[Fraction, Balls], Real | None]:
    """The inverse of e^-e^(-z/scale)."""

    def inverse(u: Fraction, F: Balls) -> Real | None:
        if u in (0, 1):
            return None
        return -F.rational(scale) * F.log(-F.log(F.rational(u)))

    return inverse


def of_step(law: TwoHeights) -> Callable[[Fraction, Balls], Real | None]:
    """The inverse of a line that bends down at `at`: the larger of two lines."""

    def inverse(u: Fraction, F: Balls) -> Real | None:
        if law.at in (0, law.width):
            return F.rational(u * law.width)
        before, after = law.heights(F)
        return F.maximum(
            [F.rational(u) / before, F.rational(law.width) - F.rational(1 - u) / after]
        )

    return inverse
