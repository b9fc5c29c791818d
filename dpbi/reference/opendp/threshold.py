"""OpenDP's release of noisy counts above a threshold, for the fate of one key."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from dpbi.data import whole
from dpbi.errors import InvalidValue
from dpbi.mechanisms.counts import set_exactly
from dpbi.mechanisms.quotients import QuotientInQ
from dpbi.numbers.polynomial import Polynomial, Q
from dpbi.reference.declared import DeclaredDelta, opendp, positive_double, rounded_up

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
        dp: Any = opendp()
        domain = dp.map_domain(dp.atom_domain(T=str), dp.atom_domain(T=int))
        metric = dp.l01inf_distance(dp.absolute_distance(T=int))
        scale = float(self.scale)
        return dp.m.make_laplace_threshold(domain, metric, scale=scale, threshold=self.threshold)

    def declared(self) -> tuple[Fraction, Fraction]:
        """The (epsilon, delta) of the map at (1, 1, 1)."""
        if opendp() is not None:
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
