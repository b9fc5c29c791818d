"""The exponential mechanisms over posteriors, scored by Hellinger distance.

All of them draw a candidate r, a dataset of the same size that stands for the posterior BI(r), by

    Pr[r]  proportional to  exp(-eps H(x, r) / (factor * sens(x)))

and differ only in the factor and in the sensitivity to which they are calibrated.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from dpbi.bayes import data
from dpbi.bayes.data import Counts
from dpbi.bayes.dirichlet import posteriors
from dpbi.bayes.sensitivity import (
    BetaFromDelta,
    Calibration,
    Exponential,
    FixedBeta,
    Harmonic,
    Local,
    PrintedGlobal,
    TrueGlobal,
)
from dpbi.errors import InvalidValue
from dpbi.fields import Field, Real, positive_rational
from dpbi.laws.forms import Weighted
from dpbi.mechanisms.counts import OfCounts, one_of, says_the_same, set_exactly

EXPERIMENTS_DELTA = Fraction(1, 10**8)
"""The delta of tailoring's experiments (7.2.2), and the default where one is needed."""


FAMILY = "Hellinger exponential"


class HellingerExponential(OfCounts, Weighted):
    """exp(-eps H / (factor * sens)); a subclass names the factor and the calibration."""

    @property
    def family(self) -> str:
        """This one, unless a subclass says another law, or another kind of calibration."""
        said = says_the_same(self, HellingerExponential, "log_weights", "log_pmf", "datasets")
        return FAMILY if said and isinstance(self.calibration, Calibration) else ""

    @property
    def definition(self) -> tuple[Any, ...] | None:
        """The law depends on the ratio of epsilon and factor only."""
        if not self.family:
            return None
        return FAMILY, self.prior, self.n, self.epsilon / self.factor, self.calibration

    def uses_floats(self) -> bool:
        """No: the formula is one over the field."""
        return False

    @property
    @abstractmethod
    def factor(self) -> Fraction:
        """The constant beside the sensitivity."""

    @property
    @abstractmethod
    def calibration(self) -> Calibration:
        """The sensitivity that scales the noise."""

    def number_of_outputs(self) -> int:
        """As many as there are datasets."""
        return self.number_of_datasets()

    def log_weights(self, x: Counts, F: Field) -> dict[Counts, Real]:
        """-eps H(x, r) / (factor * sens(x)) for every candidate r."""
        data.check_enumerable(f"the law of {self.label}", self.number_of_outputs())
        outputs = list(self.datasets())
        sensitivity = self.calibration.at(self.prior, x, F)
        scale = -F.rational(self.epsilon / self.factor) / sensitivity
        distances = posteriors(self.prior, self.n, F).distances(x, outputs)
        return {r: scale * h for r, h in zip(outputs, distances, strict=True)}


@dataclass(frozen=True)
class EHD(HellingerExponential):
    """exp(-eps H / (2 GS)): GS the constant sqrt(1 - pi/4) as printed, or the true one.

    short, Algorithm EHD (4 in short-a, 3 in short-b); notes 2.1; tailoring 4.1.1.
    """

    name: ClassVar[str] = "ehd"
    formula: ClassVar[str] = "exp(-eps H / (2 GS)), GS = sqrt(1 - pi/4) or the true one"
    place: ClassVar[str] = "short, Alg. EHD; notes 2.1; tailoring 4.1.1"
    factor = Fraction(2)
    gs: str = "printed"

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of("gs", self.gs, ("printed", "true"))

    @property
    def calibration(self) -> Calibration:
        """GS, the same for every dataset."""
        return PrintedGlobal() if self.gs == "printed" else TrueGlobal()


@dataclass(frozen=True)
class EHDL(HellingerExponential):
    """exp(-eps H / (2 LS(x))).

    short, Algorithm EHDL (5 in short-a, 4 in short-b); notes 2.2; tailoring 4.1.2.
    """

    name: ClassVar[str] = "ehdl"
    formula: ClassVar[str] = "exp(-eps H / (2 LS(x)))"
    place: ClassVar[str] = "short, Alg. EHDL; notes 2.2; tailoring 4.1.2"
    factor = Fraction(2)
    calibration = Local()


@dataclass(frozen=True)
class _WithGamma(HellingerExponential):
    """Calibrated to the harmonic smooth sensitivity (tailoring, Theorem 5.1)."""

    gamma: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        super().__post_init__()
        set_exactly(self, gamma=positive_rational("gamma", self.gamma, zero=True))

    @property
    def calibration(self) -> Calibration:
        """S(x) with parameter gamma."""
        return Harmonic(self.gamma)


@dataclass(frozen=True)
class EHDS(_WithGamma):
    """exp(-eps H / (2 (1+gamma) S(x))), S harmonic.  short-a, Algorithm 6."""

    name: ClassVar[str] = "ehds"
    formula: ClassVar[str] = "exp(-eps H / (2 (1+gamma) S(x))), S harmonic"
    place: ClassVar[str] = "short-a, Alg. 6"

    @property
    def factor(self) -> Fraction:
        """2 (1 + gamma)."""
        return 2 * (1 + self.gamma)


@dataclass(frozen=True)
class EHDS4S(_WithGamma):
    """exp(-eps H / (4 S(x))), S harmonic, whatever gamma is.  short-b, Algorithm 5."""

    name: ClassVar[str] = "ehds-4s"
    formula: ClassVar[str] = "exp(-eps H / (4 S(x))), S harmonic, any gamma"
    place: ClassVar[str] = "short-b, Alg. 5"
    factor = Fraction(4)


@dataclass(frozen=True)
class MH(_WithGamma):
    """exp(-eps H / (2 S(x))), S harmonic, gamma = 1 unless said otherwise.  tailoring, Def. 6."""

    name: ClassVar[str] = "mh"
    formula: ClassVar[str] = "exp(-eps H / (2 S(x))), S harmonic, gamma = 1"
    place: ClassVar[str] = "tailoring, Def. 6"
    factor = Fraction(2)


@dataclass(frozen=True)
class MHExp(HellingerExponential):
    """exp(-eps H / (2 S(x))), S(x) = max_y LS(y) e^(-beta d(x, y)).

    notes Def. 2.1 in its evident meaning, tailoring Def. 3.  beta is given, or it is made of
    epsilon and delta as the notes say, with n + 1 records, or with n (`records="n"`), which is
    what the numbers in the notes' captions need.
    """

    name: ClassVar[str] = "mh-exp"
    formula: ClassVar[str] = "exp(-eps H / (2 S(x))), S exponential with beta(eps, delta)"
    place: ClassVar[str] = "notes, Def. 2.1; tailoring, Def. 3"
    factor = Fraction(2)
    delta: Fraction = EXPERIMENTS_DELTA
    records: str = "n+1"
    beta: Fraction | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_smoothing(self)

    @property
    def calibration(self) -> Calibration:
        """S(x) with exponent beta."""
        return exponential_calibration(self)


@dataclass(frozen=True)
class MHS(HellingerExponential):
    """exp(-eps H / S(x)), without the 2: the formula of tailoring 6.2 and of the notes' figures.

    S is the harmonic one with gamma, as tailoring has it by then (Def. 6); `smooth="exponential"`
    takes the notes' own (section 4.4) with the parameters of mh-exp.
    """

    name: ClassVar[str] = "mh-s"
    formula: ClassVar[str] = "exp(-eps H / S(x))"
    place: ClassVar[str] = "tailoring 6.2; notes 4.4"
    factor = Fraction(1)
    gamma: Fraction = Fraction(1)
    smooth: str = "harmonic"
    delta: Fraction = EXPERIMENTS_DELTA
    records: str = "n+1"
    beta: Fraction | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of("smooth", self.smooth, ("harmonic", "exponential"))
        set_exactly(self, gamma=positive_rational("gamma", self.gamma, zero=True))
        check_smoothing(self)

    @property
    def calibration(self) -> Calibration:
        """S(x), harmonic or exponential."""
        return Harmonic(self.gamma) if self.smooth == "harmonic" else exponential_calibration(self)


def check_smoothing(m: MHExp | MHS) -> None:
    """Bring delta, records and beta into their exact form, or refuse them."""
    delta = positive_rational("delta", m.delta)
    if delta >= 1:
        raise InvalidValue("delta", delta, "it must be below 1")
    one_of("records", m.records, ("n+1", "n"))
    beta = None if m.beta is None else positive_rational("beta", m.beta, zero=True)
    set_exactly(m, delta=delta, beta=beta)


def exponential_calibration(m: MHExp | MHS) -> Exponential:
    """The exponential smooth sensitivity with the beta that the mechanism names or implies."""
    if m.beta is not None:
        return Exponential(FixedBeta(m.beta))
    return Exponential(BetaFromDelta(m.epsilon, m.delta, extra=1 if m.records == "n+1" else 0))
