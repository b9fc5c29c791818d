"""What a generator draws from infinite sets: each noise is a symbol, whose law is kept apart.

    rng.uniform(a, b)       the density is 1/(b - a) between a and b

    rng.staircase(epsilon, sensitivity, gamma)   falls by e^-epsilon at each step, and is symmetric:
        its density is h e^(-k epsilon)        for k D <= |z| < (k + gamma) D, D = sensitivity,
                       h e^(-(k + 1) epsilon)  for (k + gamma) D <= |z| < (k + 1) D

The staircase is sign * D * (k + v), with a sign, a geometric k, and v on [0, 1] with two heights,
all of them independent, as its authors draw it (Geng, Kairouz, Oh and Viswanath 2015): the sign
splits the run, and the other two are noises in closed form.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpbi.errors import DpbiError
from dpbi.fields import positive_rational
from dpbi.fields.rational import rational
from dpbi.programs.families import Family, NoiseLaw, TwoHeights
from dpbi.programs.made_for import MadeFor
from dpbi.programs.noises.laws import DiscreteGaussian, Gaussian, Gumbel, Poisson
from dpbi.programs.running import Run, Way
from dpbi.programs.unknown import Unknown
from dpbi.programs.values import Noisy

REALS = "reals"
"""What is assumed where continuous noise is drawn: that it is a real number, and no double."""


class Noises:
    """The noises of a run."""

    __slots__ = ("_run",)

    def __init__(self, run: Run) -> None:
        self._run = run

    def geometric(self, scale: Any, *, of: Any = None) -> Noisy:
        """Noise on 0, 1, 2, ..."""
        return self._noise("geometric", scale, of, continuous=False, two_sided=False)

    def discrete_laplace(self, scale: Any, *, of: Any = None) -> Noisy:
        """Noise on the integers."""
        return self._noise("discrete_laplace", scale, of, continuous=False, two_sided=True)

    def discrete_gaussian(self, variance: Any, *, of: Any = None) -> Noisy:
        """Noise on the integers, in proportion to e^(-z^2 / (2 variance)): sigma^2 is given."""
        law = DiscreteGaussian(self._positive("variance", variance))
        return self._symbol(law, f"discrete_gaussian({law.variance})", of)

    def poisson(self, mean: Any, *, of: Any = None) -> Noisy:
        """Noise on 0, 1, 2, ..., in proportion to mean^z / z!."""
        law = Poisson(self._positive("mean", mean))
        return self._symbol(law, f"poisson({law.mean})", of)

    def exponential(self, scale: Any, *, of: Any = None) -> Noisy:
        """Noise on the positive real numbers."""
        return self._noise("exponential", scale, of, continuous=True, two_sided=False)

    def laplace(self, scale: Any, *, of: Any = None) -> Noisy:
        """Noise on the real numbers."""
        return self._noise("laplace", scale, of, continuous=True, two_sided=True)

    def gaussian(self, variance: Any, *, of: Any = None) -> Noisy:
        """Noise with the normal law of mean 0; its variance sigma^2 is given, not sigma."""
        law = Gaussian(self._positive("variance", variance))
        return self._symbol(law, f"gaussian({law.variance})", of)

    def gumbel(self, scale: Any, *, of: Any = None) -> Noisy:
        """Noise that is at most z with probability e^-e^(-z/scale)."""
        law = Gumbel(self._positive("scale", scale))
        return self._symbol(law, f"gumbel({law.scale})", of)

    def uniform(self, a: Any, b: Any, *, of: Any = None) -> Noisy:
        """Noise with the same density all over a <= z <= b."""
        low, high = self._number("end", a), self._number("end", b)
        if not low < high:
            self._run.refuse(f"it draws a uniform noise from {low} to {high}, which is no interval")
        width = high - low
        law = TwoHeights(width, width, Fraction(0))
        found: Noisy = self._symbol(law, f"uniform({low}, {high})", of) + low
        return found

    def staircase(self, epsilon: Any, sensitivity: Any, gamma: Any, *, of: Any = None) -> Noisy:
        """Noise in steps: `gamma` is how much of the sensitivity the higher half of one takes."""
        fall = self._positive("epsilon", epsilon)
        by = self._positive("sensitivity", sensitivity)
        at = self._positive("gamma", gamma, zero=True)
        if at > 1:
            self._run.refuse(f"it draws staircase noise with gamma {at}, above 1")
        one = Fraction(1)
        within = TwoHeights(one, at, fall) if 0 < at < 1 else TwoHeights(one, one, Fraction(0))
        steps = self._symbol(Family("geometric", fall, continuous=False, two_sided=False), "", None)
        size = steps + self._symbol(within, f"staircase({fall}, {by}, {at})", of)
        half = Fraction(1, 2)
        found: Noisy = size * by * self._draw(("sign",), {1: half, -1: half})
        return found

    def _noise(self, name: str, scale: Any, of: Any, *, continuous: bool, two_sided: bool) -> Noisy:
        rate = 1 / self._positive("scale", scale)
        law = Family(name, rate, continuous, two_sided)
        return self._symbol(law, f"{name}({1 / rate})", of)

    def _symbol(self, law: NoiseLaw, draw: str, of: Any) -> Noisy:
        """A new noise, and what it is said to be made for (`made_for.py`)."""
        if of is not None:
            try:
                self._run.made_for.append(MadeFor.of(draw, of))
            except DpbiError as error:
                self._run.refuse(f"its draw is refused: {error}")
        if law.continuous:
            self._run.assumes.add(REALS)
        number = self._run.draw(law)
        kind = float if law.continuous else int
        return Noisy(self._run, {number: Fraction(1)}, Fraction(0), kind)

    def _draw(self, asked: Any, shares: dict[Any, Fraction]) -> Any:
        """One of the values that are possible."""
        zone = self._run.zone
        return self._run.decide(
            asked, lambda: [Way(v, zone, p, float(p)) for v, p in shares.items() if p]
        )

    def _positive(self, name: str, value: Any, *, zero: bool = False) -> Fraction:
        if issubclass(type(value), Unknown):
            self._run.refuse(f"it draws with a {name} that is a noise itself")
        try:
            return positive_rational(name, value, zero=zero)
        except DpbiError as error:
            self._run.refuse(f"its draw is refused: {error}")

    def _number(self, name: str, value: Any) -> Fraction:
        if issubclass(type(value), Unknown):
            self._run.refuse(f"it draws with an {name} that is a noise itself")
        try:
            return rational(name, value)
        except DpbiError as error:
            self._run.refuse(f"its draw is refused: {error}")
