"""The Laplace mechanisms of the drafts, by name: they differ in scale and last coordinate."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from dpbi.data import Counts
from dpbi.errors import NoPosterior
from dpbi.mechanisms.clamped_laplace import ClampedLaplace
from dpbi.mechanisms.counts import one_of
from dpbi.posteriors import Dirichlet


@dataclass(frozen=True)
class Laplace(ClampedLaplace):
    """Scale Delta/eps, Delta the l1 sensitivity of the parameters.  tailoring 4.1.3.

    By its definition Delta = 2 for every k; the text also calls it proportional to the dimension
    (`sensitivity="dimension"` takes Delta = k).  The two agree at k = 2.
    """

    name: ClassVar[str] = "laplace"
    formula: ClassVar[str] = "clamp(floor(count + Lap(D/eps))), D = 2 (or k, as is also said)"
    place: ClassVar[str] = "tailoring 4.1.3"
    sensitivity: str = "defined"

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of("sensitivity", self.sensitivity, ("defined", "dimension"))

    @property
    def numerator(self) -> Fraction:
        """Delta."""
        return Fraction(2 if self.sensitivity == "defined" else self.k)


def histogram_scale(k: int) -> Fraction:
    """1 for two categories, 2 for more."""
    return Fraction(1 if k == 2 else 2)


@dataclass(frozen=True)
class LaplaceImproved(ClampedLaplace):
    """Scale 1/eps for two categories, 2/eps for more.  tailoring 4.1.4."""

    name: ClassVar[str] = "laplace-improved"
    formula: ClassVar[str] = "clamp(floor(count + Lap(s/eps))), s = 1 for k = 2, else 2"
    place: ClassVar[str] = "tailoring 4.1.4"

    @property
    def numerator(self) -> Fraction:
        """1 or 2."""
        return histogram_scale(self.k)


@dataclass(frozen=True)
class _SubtractingLast(ClampedLaplace):
    """The last line of the short drafts' algorithms subtracts noisy counts: drawn before, or anew.

    `noise="same"` reuses the noise of the loop; `noise="fresh"` draws it again, as short-a's
    LSDim, which binds no eta, can be read.
    """

    noise: str = "same"

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of("noise", self.noise, ("same", "fresh"))

    @property
    def last(self) -> str:
        """Computed from the same noise, or from fresh noise."""
        return "rest" if self.noise == "same" else "fresh"


@dataclass(frozen=True)
class LSHist(_SubtractingLast):
    """Scale 1/eps for two categories, 2/eps for more.  short, Algorithm LSHist."""

    name: ClassVar[str] = "lshist"
    formula: ClassVar[str] = "clamp(floor(count + Lap(s/eps))), s = 1 for k = 2, else 2"
    place: ClassVar[str] = "short, Alg. LSHist"

    @property
    def numerator(self) -> Fraction:
        """1 or 2."""
        return histogram_scale(self.k)


@dataclass(frozen=True)
class LSDim(_SubtractingLast):
    """Scale k/eps.  short, Algorithm LSDim."""

    name: ClassVar[str] = "lsdim"
    formula: ClassVar[str] = "clamp(floor(count + Lap(k/eps)))"
    place: ClassVar[str] = "short, Alg. LSDim"

    @property
    def numerator(self) -> Fraction:
        """k."""
        return Fraction(self.k)


@dataclass(frozen=True)
class _ZhangScale(ClampedLaplace):
    """Scale 2k/eps, as short-a's Algorithm 1 prints it."""

    @property
    def numerator(self) -> Fraction:
        """2k."""
        return Fraction(2 * self.k)


@dataclass(frozen=True)
class LSZhang(_ZhangScale):
    """Scale 2k/eps, the last coordinate never set.  short-a, Algorithm 1 to the letter.

    The output lists the k-1 counts that are set.  The last parameter stays 0, which is no
    Dirichlet: the law exists, the posterior does not.
    """

    name: ClassVar[str] = "lszhang"
    formula: ClassVar[str] = "clamp(floor(count + Lap(2k/eps))), last parameter never set"
    place: ClassVar[str] = "short-a, Alg. 1"

    @property
    def last(self) -> str:
        """Never set."""
        return "absent"

    def posterior(self, output: Counts) -> Dirichlet:
        """Refused: a Dirichlet needs positive parameters."""
        raise NoPosterior(
            self.label,
            "its last parameter is never set and stays 0 (short-a, Algorithm 1); "
            "lszhang-rest, lszhang-all and lszhang-theorem are repaired variants",
        )


@dataclass(frozen=True)
class LSZhangRest(_ZhangScale):
    """short-a, Algorithm 1, repaired: the last coordinate from the clamped rest, as in LSDim."""

    name: ClassVar[str] = "lszhang-rest"
    formula: ClassVar[str] = "lszhang with the last coordinate from the clamped rest"
    place: ClassVar[str] = "repair of short-a, Alg. 1"


@dataclass(frozen=True)
class LSZhangAll(_ZhangScale):
    """short-a, Algorithm 1, repaired: the loop runs to k, all coordinates noised independently."""

    name: ClassVar[str] = "lszhang-all"
    formula: ClassVar[str] = "lszhang with noise on all k coordinates"
    place: ClassVar[str] = "repair of short-a, Alg. 1"

    @property
    def last(self) -> str:
        """Noised like the others."""
        return "noised"


@dataclass(frozen=True)
class LSZhangTheorem(LSZhangAll):
    """All coordinates noised, with the scale 2/eps that the exponents of Theorem 4.5 imply.

    short-a, Theorem 4.5, squares one probability: two independent coordinates at k = 2.
    """

    name: ClassVar[str] = "lszhang-theorem"
    formula: ClassVar[str] = "lszhang-all with scale 2/eps"
    place: ClassVar[str] = "needed by short-a, Thm 4.5"

    @property
    def numerator(self) -> Fraction:
        """2."""
        return Fraction(2)
