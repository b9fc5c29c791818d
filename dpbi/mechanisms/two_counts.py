"""The first draft's mechanism: continuous Laplace noise on both counts.

It has a density and an exact privacy loss, no finite law: it is a `Continuous` mechanism, listed
beside the finite ones so that its claim can be read and checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from dpbi.bayes.data import Counts
from dpbi.errors import InvalidValue
from dpbi.fields import Field, Real, rational
from dpbi.language.expr import var
from dpbi.language.words import at, eps, x
from dpbi.laws.protocol import Continuous
from dpbi.mechanisms.counts import OnCounts, one_of
from dpbi.mechanisms.stated import Noise
from dpbi.sampling import SYSTEM, BitSource, floored_laplace

REAL_COORDINATE = at(x, var("i")) + var("Y")
"""A count with noise Y, as it is."""


@dataclass(frozen=True)
class LaplaceTwoCounts(OnCounts, Continuous):
    """Both counts get independent Laplace noise.  lproof.

    The note writes Lap(eps/2) and then uses the density exp(-|t| eps/2): its parameter is a rate,
    the scale is 2/eps (`reading="rate"`).  Read as a scale it is eps/2 (`reading="scale"`).
    """

    name: ClassVar[str] = "laplace-2counts"
    stated = Noise(
        var("reading"),
        last=REAL_COORDINATE,
        coordinate=REAL_COORDINATE,
        meanings={"reading": {"rate": 2 / eps, "scale": eps / 2}},
    )
    place: ClassVar[str] = "lproof"
    reading: str = "rate"

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of("reading", self.reading, ("rate", "scale"))
        if self.k != 2:
            raise InvalidValue("prior", self.prior, f"{self.name} is for two categories")

    @property
    def scale(self) -> Fraction:
        """b of the density exp(-|t|/b) / (2b)."""
        return 1 / self.stated.rate(self)

    @property
    def privacy_loss(self) -> Fraction:
        """2/b exactly: the supremum of the log-ratio of densities over outputs and neighbours.

        Replacing a record moves both counts by one, in opposite directions; each coordinate
        contributes (|s - c'| - |s - c|)/b <= 1/b, with equality for both at once at s = (n, 0)
        and beyond.  That is eps in the rate reading and 4/eps in the scale reading.
        """
        return 2 / self.scale

    @property
    def attained(self) -> tuple[Counts, Counts, Counts]:
        """The loss is attained at (n, 0) and beyond."""
        far = (self.n, 0)
        return far, (self.n - 1, 1), far

    def density(self, x: Iterable[object], point: tuple[Any, Any], F: Field) -> Real:
        """The density at `point`, two real counts given as exact numbers."""
        c = self.check_dataset(x)
        s = [rational("point", t) for t in point]
        deviation = sum((abs(t - count) for t, count in zip(s, c, strict=True)), Fraction(0))
        return F.exp(-F.rational(deviation / self.scale)) / F.rational(4 * self.scale**2)

    def sample(
        self, x: Iterable[object], rng: BitSource = SYSTEM, resolution: int = 32
    ) -> tuple[Fraction, Fraction]:
        """Both noisy counts, rounded down to multiples of 2^-resolution, exactly in law.

        floor(2^p Y) for Y ~ Laplace(b) is floor of a Laplace variable of scale 2^p b.
        """
        unit = 1 << resolution
        rate = 1 / (self.scale * unit)
        a, b = (c + Fraction(floored_laplace(rate, rng), unit) for c in self.check_dataset(x))
        return a, b
