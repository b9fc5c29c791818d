"""The exponential mechanisms over posteriors, scored by Hellinger distance.

All of them draw a candidate r, a dataset of the same size that stands for the posterior BI(r).
Each states the weight of r at x, and everything else about its law is read from that: the line of
text, the mathematics of its page, the factor and the sensitivity that its numbers are made with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from dpbi.bayes import data
from dpbi.bayes.affinities import Affinities, distance_of, guard_bits, nearest_moves
from dpbi.bayes.data import Counts
from dpbi.bayes.dirichlet import posteriors
from dpbi.bayes.near import (
    distance_of_square,
    far_distance,
    floor_bits,
    near_bits,
    on_a_line,
    windows,
)
from dpbi.bayes.sensitivity import BetaRule, Calibration
from dpbi.errors import InvalidValue
from dpbi.fields import Balls, Field, Real, positive_rational
from dpbi.language.expr import Expr, Like, num, var
from dpbi.language.words import GS, LS, H, S, Sexp, delta, eps, exp, gamma, log, n, r, x
from dpbi.laws.forms import Weighted
from dpbi.mechanisms.counts import (
    PRINTED_GS,
    Meanings,
    OfCounts,
    Weight,
    beta_rule,
    one_of,
    says_the_same,
    set_exactly,
)

EXPERIMENTS_DELTA = Fraction(1, 10**8)
"""The delta of tailoring's experiments (7.2.2), and the default where one is needed."""


def smoothing_exponent(
    records: Like, epsilon: Like = eps, slack: Like = delta, inner: Like = 2
) -> Expr:
    """ln(1 - epsilon / (2 ln(slack / (inner records)))) (notes, section 2.3.1).

    For 0 < slack < inner records the inner logarithm is negative, so the exponent is positive.
    """
    return log(1 - epsilon / (2 * log(slack / (inner * num(records)))))


BETA = var("beta")
NOTES_BETA: Meanings = {
    "beta": {None: smoothing_exponent(var("records"))},
    "records": {"n+1": n + 1, "n": n},
}
"""The exponent of the exponential smooth sensitivity, if it is not given."""


FAMILY = "Hellinger exponential"


class HellingerExponential(OfCounts, Weighted):
    """A mechanism that states a weight exp(-eps H(x, r) / (factor * sensitivity))."""

    stated: ClassVar[Weight]

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

    @property
    def told(self) -> str:
        """The parameter of the sensitivity."""
        return self.calibration.told if self.family else ""

    def uses_floats(self) -> bool:
        """No: the formula is one over the field."""
        return False

    @cached_property
    def factor(self) -> Fraction:
        """The constant beside the sensitivity."""
        return self.stated.strength(self)[0]

    @cached_property
    def calibration(self) -> Calibration:
        """The sensitivity that scales the noise."""
        return self.stated.strength(self)[1]

    def number_of_outputs(self) -> int:
        """As many as there are datasets."""
        return self.number_of_datasets()

    def log_weights(self, x: Counts, F: Field) -> dict[Counts, Real]:
        """The logarithm of the weight of every candidate."""
        data.check_enumerable(f"the law of {self.label}", self.number_of_outputs())
        outputs = list(self.datasets())
        sensitivity = self.calibration.at(self.prior, x, F)
        scale = -F.rational(self.epsilon / self.factor) / sensitivity
        distances = posteriors(self.prior, self.n, F).distances(x, outputs)
        return {r: scale * h for r, h in zip(outputs, distances, strict=True)}

    def sensitivity_at(self, x: Counts, F: Balls) -> Real:
        """The sensitivity that the noise is calibrated to, from the moves near x alone."""
        return self.calibration.by_moves(lambda: nearest_moves(self.prior, x, F), self.n, F)

    def strength_at(self, x: Counts, F: Balls) -> Real:
        """c of the weights exp(-c H(x, r)), in a scope."""
        return F.rational(self.epsilon / self.factor) / self.sensitivity_at(x, F)

    def drawing_weights(self, x: Counts, F: Balls) -> tuple[Sequence[Counts], Sequence[Real]]:
        """Outputs and exp(-c H(x, r)) from one table for each category, as for one x it is less."""
        if not self.family:
            return super().drawing_weights(x, F)
        data.check_enumerable(f"the law of {self.label}", self.number_of_outputs())
        return self._line_weights(x, F) if self.k == 2 else self._simplex_weights(x, F)

    def _line_weights(self, x: Counts, F: Balls) -> tuple[Sequence[Counts], Sequence[Real]]:
        """Two categories: all that is farther than a window from x has one ball for its weight."""
        n, G = self.n, F.deeper(near_bits(self.prior, self.n))
        with G.scope():
            c = -self.strength_at(x, G)
            floor = floor_bits(F.bits, c)
            first, squares = on_a_line(windows(self.prior, x, floor, G), n)
            far = (c * far_distance(floor)).exp()
            near = [(c * distance_of_square(s)).exp() for s in squares]
        beyond = n + 1 - first - len(near)
        return [(r, n - r) for r in range(n + 1)], [far] * first + near + [far] * beyond

    def _simplex_weights(self, x: Counts, F: Balls) -> tuple[Sequence[Counts], Sequence[Real]]:
        """More categories: every weight for itself."""
        G, outputs = F.deeper(guard_bits(self.prior, self.n)), list(self.datasets())
        with G.scope():
            rho, c = Affinities.of(self.prior, x, self.n, G).rho, -self.strength_at(x, G)
            first, second, *more = rho
            affinities = [first[r[0]] * second[r[1]] for r in outputs]
            for j, table in enumerate(more, 2):
                affinities = [a * table[r[j]] for a, r in zip(affinities, outputs, strict=True)]
            return outputs, [(c * distance_of(a)).exp() for a in affinities]


@dataclass(frozen=True)
class EHD(HellingerExponential):
    """The exponential mechanism, calibrated to the global sensitivity: as printed, or the true one.

    short, Algorithm EHD (4 in short-a, 3 in short-b); notes 2.1; tailoring 4.1.1.
    """

    name: ClassVar[str] = "ehd"
    stated = Weight(
        exp(-eps * H(x, r) / (2 * var("gs"))),
        meanings={"gs": {"printed": PRINTED_GS, "true": GS()}},
    )
    place: ClassVar[str] = "short, Alg. EHD; notes 2.1; tailoring 4.1.1"
    gs: str = "printed"

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of("gs", self.gs, ("printed", "true"))


@dataclass(frozen=True)
class EHDL(HellingerExponential):
    """The exponential mechanism, calibrated to the local sensitivity.

    short, Algorithm EHDL (5 in short-a, 4 in short-b); notes 2.2; tailoring 4.1.2.
    """

    name: ClassVar[str] = "ehdl"
    stated = Weight(exp(-eps * H(x, r) / (2 * LS(x))))
    place: ClassVar[str] = "short, Alg. EHDL; notes 2.2; tailoring 4.1.2"


@dataclass(frozen=True)
class _WithGamma(HellingerExponential):
    """Calibrated to the harmonic smooth sensitivity (tailoring, Theorem 5.1)."""

    gamma: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        super().__post_init__()
        set_exactly(self, gamma=positive_rational("gamma", self.gamma, zero=True))


@dataclass(frozen=True)
class EHDS(_WithGamma):
    """Calibrated to the harmonic smooth sensitivity, with its gamma.  short-a, Algorithm 6."""

    name: ClassVar[str] = "ehds"
    stated = Weight(exp(-eps * H(x, r) / (2 * (1 + gamma) * S(x))))
    place: ClassVar[str] = "short-a, Alg. 6"


@dataclass(frozen=True)
class EHDS4S(_WithGamma):
    """Calibrated to the harmonic smooth sensitivity, whatever gamma is.  short-b, Algorithm 5."""

    name: ClassVar[str] = "ehds-4s"
    stated = Weight(exp(-eps * H(x, r) / (4 * S(x))))
    place: ClassVar[str] = "short-b, Alg. 5"


@dataclass(frozen=True)
class MH(_WithGamma):
    """Calibrated to the harmonic smooth sensitivity, gamma = 1 by default.  tailoring, Def. 6."""

    name: ClassVar[str] = "mh"
    stated = Weight(exp(-eps * H(x, r) / (2 * S(x))))
    place: ClassVar[str] = "tailoring, Def. 6"


@dataclass(frozen=True)
class _WithBeta(HellingerExponential):
    """Calibrated to the exponential smooth sensitivity."""

    delta: Fraction = EXPERIMENTS_DELTA
    records: str = "n+1"
    beta: Fraction | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_smoothing(self)


@dataclass(frozen=True)
class MHExp(_WithBeta):
    """Calibrated to the exponential smooth sensitivity.

    notes Def. 2.1 in its evident meaning, tailoring Def. 3.  beta is given, or it is made of
    epsilon and delta as the notes say, with n + 1 records, or with n (`records="n"`), which is
    what the numbers in the notes' captions need.
    """

    name: ClassVar[str] = "mh-exp"
    stated = Weight(exp(-eps * H(x, r) / (2 * Sexp(x, BETA))), meanings=NOTES_BETA)
    place: ClassVar[str] = "notes, Def. 2.1; tailoring, Def. 3"


@dataclass(frozen=True)
class MHS(HellingerExponential):
    """Without the 2 beside S: the formula of tailoring 6.2 and of the notes' figures.

    S is the harmonic one with gamma, as tailoring has it by then (Def. 6); `smooth="exponential"`
    takes the notes' own (section 4.4) with the parameters of mh-exp.
    """

    name: ClassVar[str] = "mh-s"
    stated = Weight(
        exp(-eps * H(x, r) / var("smooth")),
        meanings={"smooth": {"harmonic": S(x), "exponential": Sexp(x, BETA)}, **NOTES_BETA},
    )
    place: ClassVar[str] = "tailoring 6.2; notes 4.4"
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


@dataclass(frozen=True)
class MHSExp(_WithBeta):
    """The notes' own mh-s, by a name of its own: mh-s with `smooth="exponential"`."""

    name: ClassVar[str] = "mh-s-exp"
    stated = Weight(exp(-eps * H(x, r) / Sexp(x, BETA)), meanings=NOTES_BETA)
    place: ClassVar[str] = "notes 4.4"


def check_smoothing(m: _WithBeta | MHS) -> None:
    """Bring delta, records and beta into their exact form, or refuse them."""
    delta = positive_rational("delta", m.delta)
    if delta >= 1:
        raise InvalidValue("delta", delta, "it must be below 1")
    one_of("records", m.records, ("n+1", "n"))
    beta = None if m.beta is None else positive_rational("beta", m.beta, zero=True)
    set_exactly(m, delta=delta, beta=beta)


def notes_beta(epsilon: Fraction, delta: Fraction, records: str = "n+1") -> BetaRule:
    """The exponent that mh-exp has by default, as a rule for every n."""
    given = {"beta": None, "records": records, "eps": epsilon, "delta": delta}
    return beta_rule(MHExp.stated.chosen(BETA, given), given)
