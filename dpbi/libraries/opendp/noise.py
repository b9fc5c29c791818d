"""OpenDP's noise on integers: the discrete Laplace law, unbounded and within bounds.

`LaplaceThreshold` is its release of noisy counts above a threshold, as it treats one key.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from dpbi.bayes.data import whole
from dpbi.errors import InvalidValue
from dpbi.fields.polynomial import Polynomial, Q, at_rational
from dpbi.laws.forms import Exact, QuotientInQ
from dpbi.libraries.declared import (
    Declared,
    DeclaredDelta,
    has_opendp,
    opendp,
    positive_double,
    rounded_down,
    rounded_up,
)
from dpbi.libraries.laws import OnALine, check_line, clamped_two_sided
from dpbi.mechanisms.counts import set_exactly


@dataclass(frozen=True)
class _Window(Declared, OnALine):
    """What the laws within bounds share: the scale, a double, and the distance of the map."""

    scale: Fraction
    lower: int
    upper: int
    d_in: int = 1

    def __post_init__(self) -> None:
        check_line(self)
        set_exactly(self, scale=positive_double("scale", self.scale), d_in=whole("d_in", self.d_in))

    @property
    def reach(self) -> int:
        """The distance at which the map is asked."""
        return self.d_in


@dataclass(frozen=True)
class Laplace(_Window, QuotientInQ):
    """make_laplace or make_geometric on integers, seen through a window: x + Z, Pr[z] ~ q^|z|.

    q = exp(-1/scale), the scale a double.  Datasets are lower .. upper; outputs beyond are gathered
    at the ends, a post-processing that keeps the largest loss, which is attained between them.
    Map: d_in / scale, rounded up.
    """

    name: ClassVar[str] = "opendp-laplace"

    @property
    def rate(self) -> Fraction:
        """1 / scale."""
        return 1 / self.scale

    def measurement(self) -> Any:
        """The library's own."""
        dp = opendp()
        space = dp.atom_domain(T=int), dp.absolute_distance(T=int)
        return dp.m.make_laplace(*space, scale=float(self.scale))

    def declared(self) -> Fraction:
        """The map at distance d_in."""
        if has_opendp():
            return Fraction(self.measurement().map(self.d_in))
        return rounded_up(lambda F: F.rational(self.d_in / self.scale))

    def weights(self, x: int) -> dict[int, Polynomial]:
        """1+q times the probability."""
        return clamped_two_sided(x, self.lower, self.upper)


@dataclass(frozen=True)
class Geometric(Laplace):
    """make_geometric(scale, bounds=(lower, upper)): the ideal law, clamped at the bounds."""

    name: ClassVar[str] = "opendp-geometric"

    def measurement(self) -> Any:
        """The library's own."""
        dp = opendp()
        space = dp.atom_domain(T=int), dp.absolute_distance(T=int)
        bounds = (self.lower, self.upper)
        return dp.m.make_geometric(*space, scale=float(self.scale), bounds=bounds)


@dataclass(frozen=True)
class GeometricAsDrawn(_Window, Exact):
    """make_geometric(scale, bounds) as its constant-time sampler draws it, by its source.

    upper - lower Bernoulli trials of a double p, each rounding towards more noise:
    a = exp(-(1/scale)) rounded up, with 1/scale to the nearest; p = 1 - a rounded down.  The law is
    that of `Geometric` with 1 - p for q, hence rational.  Nothing seen from outside shows the last
    bit, so this law is as good as the reading of the source.  As 1/scale may be rounded down as
    well as up, d_in steps can cost more than d_in/scale, by less than 10^-15.
    """

    name: ClassVar[str] = "opendp-geometric-as-drawn"

    @property
    def step(self) -> Fraction:
        """1 - p: what one step away costs."""
        inverse = Fraction(1 / float(self.scale))
        above = rounded_up(lambda F: F.exp(F.rational(-inverse)))
        return 1 - rounded_down(lambda F: F.rational(1 - above))

    def declared(self) -> Fraction:
        """As for `Geometric`."""
        return Geometric(self.scale, self.lower, self.upper, self.d_in).declared()

    def probabilities(self, x: int) -> dict[int, Fraction]:
        """The polynomials of `Geometric` at the step, over 1 + step."""
        a = self.step
        law = clamped_two_sided(x, self.lower, self.upper)
        return {r: at_rational(w, a) / (1 + a) for r, w in law.items()}


WITHHELD = "withheld"


@dataclass(frozen=True)
class LaplaceThreshold(DeclaredDelta, QuotientInQ):
    """make_laplace_threshold on integer counts, for the fate of one key.

    The key's count gets two-sided geometric noise, q = exp(-1/scale), and is released if the sum is
    at least the threshold.  Datasets are counts 0 .. top, where 0 is the map without the key; one
    record more or less is distance (1, 1, 1).  Outputs above threshold + top are gathered, a
    post-processing that can only lower delta.  Map: (1/scale, delta), and delta is the tail
    *beyond* threshold - 1, although the threshold itself is released too (opendp issue 2922).
    """

    name: ClassVar[str] = "opendp-laplace-threshold"
    scale: Fraction
    threshold: int
    top: int = 2

    def __post_init__(self) -> None:
        threshold, top = whole("threshold", self.threshold), whole("top", self.top)
        if threshold < 2 or top < 1:
            raise InvalidValue("threshold", threshold, "it must be > 1, the top count >= 1")
        scale = positive_double("scale", self.scale)
        set_exactly(self, scale=scale, threshold=threshold, top=top)

    @property
    def rate(self) -> Fraction:
        """1 / scale."""
        return 1 / self.scale

    def measurement(self) -> Any:
        """The library's own, on maps from text to integers."""
        dp = opendp()
        domain = dp.map_domain(dp.atom_domain(T=str), dp.atom_domain(T=int))
        metric = dp.l01inf_distance(dp.absolute_distance(T=int))
        scale = float(self.scale)
        return dp.m.make_laplace_threshold(domain, metric, scale=scale, threshold=self.threshold)

    def declared(self) -> tuple[Fraction, Fraction]:
        """The (epsilon, delta) of the map at (1, 1, 1)."""
        if has_opendp():
            epsilon, delta = self.measurement().map((1, 1, 1))
            return Fraction(epsilon), Fraction(delta)
        rate, t = self.rate, self.threshold
        return rounded_up(lambda F: F.rational(rate)), rounded_up(
            lambda F: F.exp(F.rational(-rate * t)) / (F.rational(1) + F.exp(F.rational(-rate)))
        )

    def datasets(self) -> range:
        """The counts."""
        return range(self.top + 1)

    def neighbours(self, x: int) -> list[int]:
        """One more, one less."""
        return [y for y in (x - 1, x + 1) if 0 <= y <= self.top]

    def weights(self, x: int) -> dict[Any, Polynomial]:
        """1+q times the probability: withheld below the threshold, the noisy count from there."""
        if not x:
            return {WITHHELD: 1 + Q}
        t, last = self.threshold, self.threshold + self.top
        below = 1 + Q - Q ** (t - x) if x < t else Q ** (x - t + 1)
        inner = {v: (1 - Q) * Q ** abs(v - x) for v in range(t, last)}
        return {WITHHELD: below, **inner, last: Q ** (last - x)}
