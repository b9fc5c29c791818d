"""The Laplace mechanisms: noise on the counts, floored and clamped to 0 .. n, or left continuous.

The clamped mechanisms differ in the scale of the noise and in what becomes of the last coordinate;
each states both, and everything else about its law is read from that.  With q = exp(-1/scale) the
probabilities are polynomials in q, so that ties are decided exactly.  The last coordinate is

    rest     what the others leave of n: post-processing, which costs no privacy
    fresh    the same with noise drawn anew, as a second reading of the algorithms has it
    noised   noised like the others
    absent   never set

`LaplaceTwoCounts` is the first draft's mechanism, continuous Laplace noise on both counts.  It has
a density and an exact privacy loss but no finite law, so it is a `Continuous` mechanism, listed
beside the finite ones so that its claim can be read and checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, ClassVar

from dpbi.bayes import data
from dpbi.bayes.data import Counts
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.errors import InvalidValue, NoPosterior
from dpbi.fields import Field, Real, rational
from dpbi.fields.polynomial import Polynomial, Q
from dpbi.language.expr import function, num, var
from dpbi.language.words import at, eps, k, largest, n, r, s, smallest, total, x
from dpbi.laws.forms import InQ
from dpbi.laws.protocol import Continuous
from dpbi.mechanisms.counts import (
    COORDINATE,
    REST,
    CountNoise,
    Meanings,
    OfCounts,
    OnCounts,
    one_of,
    says_the_same,
)
from dpbi.sampling import SYSTEM, BitSource, floored_laplace


def clamped_floor_law(count: int, n: int, q: Any) -> list[Any]:
    """Pr[clamp(floor(count + Y), 0, n) = j] for j = 0 .. n, over any ring that holds q.

    With Z = floor(Y): Pr[Z = z] = (1-q) q^z / 2 for z >= 0 and (1-q) q^(-z-1) / 2 for z < 0, so
    Pr[Z >= z] = q^z / 2 for z >= 0 and Pr[Z <= -z] = q^(z-1) / 2 for z >= 1; n >= 1.
    """
    powers = [q**0]
    for _ in range(n):
        powers.append(powers[-1] * q)
    at_zero = powers[count - 1] / 2 if count else 1 - q / 2
    step = (1 - q) / 2
    below = [step * powers[count - j - 1] for j in range(1, min(count, n))]
    above = [step * powers[j - count] for j in range(max(count, 1), n)]
    return [at_zero, *below, *above, powers[n - count] / 2]


def clamped_rest_law(counts: Counts, n: int, q: Any) -> list[Any]:
    """Pr[clamp(n - sum of the clamped noisy counts, 0, n) = j], noise independent of any other."""
    sums = [q**0]
    for c in counts:
        law = clamped_floor_law(c, n, q)
        longer = [0 * q] * (len(sums) + n)
        for i, a in enumerate(sums):
            for j, b in enumerate(law):
                longer[i + j] = longer[i + j] + a * b
        sums = longer
    return [sum(sums[n:], 0 * q), *reversed(sums[:n])]


left_over = function(REST)

FAMILY = "clamped Laplace"
LAW = ("log_pmf", "polynomials", "coordinate_laws", "outputs", "completed", "datasets")


class ClampedLaplace(OfCounts, InQ):
    """A mechanism that states the scale of its noise and its last coordinate."""

    stated: ClassVar[CountNoise]

    @property
    def family(self) -> str:
        """This one, unless a subclass says another law."""
        return FAMILY if says_the_same(self, ClampedLaplace, *LAW) else ""

    @property
    def definition(self) -> tuple[Any, ...] | None:
        """The law depends on the rate and on what becomes of the last coordinate."""
        return (FAMILY, self.prior, self.n, self.rate, self.last) if self.family else None

    @cached_property
    def last(self) -> str:
        """What becomes of the last coordinate: rest, fresh, noised or absent."""
        return self.stated.last_of(self)

    @cached_property
    def rate(self) -> Fraction:
        """1/scale, so that q = exp(-rate)."""
        return self.stated.rate(self)

    @property
    def noised(self) -> int:
        """How many coordinates get Laplace noise of their own."""
        return self.k if self.last == "noised" else self.k - 1

    @property
    def independent(self) -> int:
        """How many independent coordinates an output is made of."""
        return self.noised + (self.last == "fresh")

    def number_of_outputs(self) -> int:
        """Every value of every independent coordinate."""
        return int((self.n + 1) ** self.independent)

    def outputs(self) -> Iterator[Counts]:
        """All that can be released, in the order of the independent coordinates."""
        return iter(_outputs(self))

    def completed(self, noisy: Counts) -> Counts:
        """The output made of the independent coordinates."""
        return (*noisy, self._rest(noisy)) if self.last == "rest" else noisy

    def coordinate_laws(self, x: Counts, q: Any) -> list[list[Any]]:
        """The law of each independent coordinate, over any ring that holds q."""
        laws = [clamped_floor_law(c, self.n, q) for c in x[: self.noised]]
        return [*laws, clamped_rest_law(x[:-1], self.n, q)] if self.last == "fresh" else laws

    def polynomials(self, x: Counts) -> dict[Counts, Polynomial]:
        """The probability of each output as a polynomial in q."""
        self._check_size()
        law = {}
        for output, factors in zip(
            self.outputs(), product(*self.coordinate_laws(x, Q)), strict=True
        ):
            probability = factors[0]
            for factor in factors[1:]:
                probability *= factor
            law[output] = probability
        return law

    def log_pmf(self, x: Counts, F: Field) -> dict[Counts, Real]:
        """The sum of the coordinates' logarithms; every output is possible."""
        self._check_size()
        q = F.exp(-F.rational(self.rate))
        logs = [[F.log(p) for p in law] for law in self.coordinate_laws(x, q)]
        zero = F.rational(0)
        return {
            r: sum(terms, zero) for r, terms in zip(self.outputs(), product(*logs), strict=True)
        }

    def sample(self, x: Counts, rng: BitSource = SYSTEM) -> Counts:
        """The algorithm itself, with floor(Y) drawn exactly."""
        shown = self.check_dataset(x)[: self.noised]
        noisy = self._noisy(shown, rng)
        if self.last == "fresh":
            return (*noisy, self._rest(self._noisy(shown, rng)))
        return self.completed(noisy)

    def _noisy(self, counts: Counts, rng: BitSource) -> Counts:
        n, rate = self.n, self.rate
        return tuple(min(max(c + floored_laplace(rate, rng), 0), n) for c in counts)

    def _rest(self, noisy: Counts) -> int:
        rest: int = left_over({"n": self.n, "r": noisy})
        return rest

    def _check_size(self) -> None:
        data.check_enumerable(f"the law of {self.label}", self.number_of_outputs())


@lru_cache(maxsize=2)
def _outputs(m: ClampedLaplace) -> tuple[Counts, ...]:
    """The outputs of a mechanism, which the laws at all its datasets share."""
    return tuple(map(m.completed, product(range(m.n + 1), repeat=m.independent)))


@dataclass(frozen=True)
class Laplace(ClampedLaplace):
    """Noise calibrated to Delta, the l1 sensitivity of the parameters.  tailoring 4.1.3.

    By its definition Delta = 2 for every k; the text also calls it proportional to the dimension
    (`sensitivity="dimension"` takes Delta = k).  The two agree at k = 2.
    """

    name: ClassVar[str] = "laplace"
    stated = CountNoise(
        var("sensitivity") / eps, meanings={"sensitivity": {"defined": num(2), "dimension": k}}
    )
    place: ClassVar[str] = "tailoring 4.1.3"
    sensitivity: str = "defined"

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of("sensitivity", self.sensitivity, ("defined", "dimension"))


HISTOGRAM = smallest(k - 1, 2)
"""How far replacing a record moves the first k - 1 counts: the drafts say 1 if k = 2, else 2."""


@dataclass(frozen=True)
class LaplaceImproved(ClampedLaplace):
    """Noise calibrated to what replacing a record moves.  tailoring 4.1.4."""

    name: ClassVar[str] = "laplace-improved"
    stated = CountNoise(HISTOGRAM / eps)
    place: ClassVar[str] = "tailoring 4.1.4"


LEFT = largest(n - total(var("noise")), 0)
SUBTRACTING: Meanings = {"noise": {"same": r, "fresh": s}}


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


@dataclass(frozen=True)
class LSHist(_SubtractingLast):
    """Noise calibrated to what replacing a record moves.  short, Algorithm LSHist."""

    name: ClassVar[str] = "lshist"
    stated = CountNoise(HISTOGRAM / eps, LEFT, meanings=SUBTRACTING)
    place: ClassVar[str] = "short, Alg. LSHist"


@dataclass(frozen=True)
class LSDim(_SubtractingLast):
    """Noise calibrated to the dimension.  short, Algorithm LSDim."""

    name: ClassVar[str] = "lsdim"
    stated = CountNoise(k / eps, LEFT, meanings=SUBTRACTING)
    place: ClassVar[str] = "short, Alg. LSDim"


ZHANG = 2 * k / eps


@dataclass(frozen=True)
class LSZhang(ClampedLaplace):
    """Noise calibrated to twice the dimension.  short-a, Algorithm 1 to the letter.

    The output lists the k-1 counts that are set.  The last parameter stays 0, which is no
    Dirichlet: the law exists, the posterior does not.
    """

    name: ClassVar[str] = "lszhang"
    stated = CountNoise(ZHANG, last=None)
    place: ClassVar[str] = "short-a, Alg. 1"

    def posterior(self, output: Counts) -> Dirichlet:
        """Refused: a Dirichlet needs positive parameters."""
        raise NoPosterior(
            self.label,
            "its last parameter is never set and stays 0 (short-a, Algorithm 1); "
            "lszhang-rest, lszhang-all and lszhang-theorem are repaired variants",
        )


@dataclass(frozen=True)
class LSZhangRest(ClampedLaplace):
    """short-a, Algorithm 1, repaired: the last coordinate from the clamped rest, as in LSDim."""

    name: ClassVar[str] = "lszhang-rest"
    stated = CountNoise(ZHANG)
    place: ClassVar[str] = "repair of short-a, Alg. 1"


@dataclass(frozen=True)
class LSZhangAll(ClampedLaplace):
    """short-a, Algorithm 1, repaired: the loop runs to k, all coordinates noised independently."""

    name: ClassVar[str] = "lszhang-all"
    stated = CountNoise(ZHANG, last=COORDINATE)
    place: ClassVar[str] = "repair of short-a, Alg. 1"


@dataclass(frozen=True)
class LSZhangTheorem(ClampedLaplace):
    """All coordinates noised, with the scale that the exponents of Theorem 4.5 imply.

    short-a, Theorem 4.5, squares one probability: two independent coordinates at k = 2.
    """

    name: ClassVar[str] = "lszhang-theorem"
    stated = CountNoise(2 / eps, last=COORDINATE)
    place: ClassVar[str] = "needed by short-a, Thm 4.5"


REAL_COORDINATE = at(x, var("i")) + var("Y")
"""A count with noise Y, as it is."""


@dataclass(frozen=True)
class LaplaceTwoCounts(OnCounts, Continuous):
    """Both counts get independent Laplace noise.  lproof.

    The note writes Lap(eps/2) and then uses the density exp(-|t| eps/2): its parameter is a rate,
    the scale is 2/eps (`reading="rate"`).  Read as a scale it is eps/2 (`reading="scale"`).
    """

    name: ClassVar[str] = "laplace-2counts"
    stated = CountNoise(
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
