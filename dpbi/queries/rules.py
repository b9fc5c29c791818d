"""How an offer loses value on its way: by a factor a step, or by a term of its reciprocal.

Dataset y offers LS(y), a number whose square is rational, to a dataset at distance d.  There it is
worth LS(y) e^(-beta d), or 1/(1/LS(y) + gamma d).  Which of two offers is worth more is always
decided, by exact arithmetic and by what is known of e.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from dpbi.errors import NOTHING, InvalidValue
from dpbi.fields import (
    Balls,
    Enclosure,
    ExactInput,
    ExactNumber,
    Level,
    Rational,
    positive_level,
    positive_rational,
)
from dpbi.queries.sizes import BITS, Size


class Rule(ABC):
    """How an offer loses value from one dataset to its neighbour."""

    kind: ClassVar[str]

    @property
    @abstractmethod
    def told(self) -> str:
        """The rule in a few words."""

    @abstractmethod
    def order(self, p: Fraction, q: Fraction, k: int) -> int:
        """1, 0 or -1: an offer sqrt(p) > 0, k steps further, beats sqrt(q) > 0, ties, or loses.

        k may be negative: then it is nearer.
        """

    @abstractmethod
    def score(self, p: Fraction, F: Balls) -> Any:
        """A number for an offer sqrt(p), the larger the better: each step takes `cost` from it."""

    @abstractmethod
    def cost(self, F: Balls) -> Any:
        """What a step takes from the score."""

    @abstractmethod
    def exactly(self, p: Fraction, d: int) -> Fraction | None:
        """The value of an offer sqrt(p) at distance d, where it is known to be rational."""

    @abstractmethod
    def enclosed(self, p: Fraction, d: int, F: Balls) -> Any:
        """The same in balls."""

    def value(self, p: Fraction, d: int, bits: int = BITS) -> Enclosure:
        """The same between two rationals."""
        if (exact := self.exactly(p, d)) is not None:
            return Enclosure.exactly(exact)
        F = Balls(bits)
        with F.scope():
            return F.enclosure(self.enclosed(p, d, F))


@dataclass(frozen=True, slots=True)
class ByFactor(Rule):
    """The exponential rule: each step divides by e^beta."""

    beta: ExactNumber
    kind: ClassVar[str] = "exponential"

    @property
    def told(self) -> str:
        return f"beta = {self.beta}"

    def order(self, p: Fraction, q: Fraction, k: int) -> int:
        """The sign of ln(p/q) - 2 beta k.

        Where beta has a rational part, and p/q is not decided by k = 0, it is never 0: a rational
        power of e, not 1, times an algebraic number is not rational (Lindemann 1882).
        """
        step = Level.of(self.beta) * (2 * k)
        if not (step.plain or step.times):
            return (p > q) - (p < q)
        if not step.plain:
            ratio = Level.ln(p / q)
            return (ratio > step) - (ratio < step)
        bits = 64
        while True:
            F = Balls(bits)
            with F.scope():
                gap = F.log(F.rational(p / q)) - step.value(F)
                if gap > 0 or gap < 0:
                    return 1 if gap > 0 else -1
            bits *= 2

    def score(self, p: Fraction, F: Balls) -> Any:
        """ln sqrt(p)."""
        return F.log(F.rational(p)) / 2

    def cost(self, F: Balls) -> Any:
        """beta."""
        return Level.of(self.beta).value(F)

    def exactly(self, p: Fraction, d: int) -> Fraction | None:
        """Where there is no step, or e^beta is rational."""
        step = Level.of(self.beta) * (2 * d)
        bits = max(step.base.numerator.bit_length(), step.base.denominator.bit_length())
        if step.plain or step.times.denominator != 1 or abs(step.times) * bits > MOST_BITS:
            return None
        return Size(p / step.base**step.times.numerator).exact

    def enclosed(self, p: Fraction, d: int, F: Balls) -> Any:
        """sqrt(p) e^(-beta d)."""
        return Size(p).value(F) * F.exp(-(Level.of(self.beta) * d).value(F))


MOST_BITS = 20_000  # of a power of e^beta, which is multiplied out where it is rational


@dataclass(frozen=True, slots=True)
class ByTerm(Rule):
    """The harmonic rule: each step adds gamma to the reciprocal."""

    gamma: Fraction
    kind: ClassVar[str] = "harmonic"

    @property
    def told(self) -> str:
        return f"gamma = {self.gamma}"

    def order(self, p: Fraction, q: Fraction, k: int) -> int:
        """The sign of 1/sqrt(q) - (1/sqrt(p) + gamma k): by squaring twice, exactly."""
        return -sign_of(1 / p, 1 / q, self.gamma * k)

    def score(self, p: Fraction, F: Balls) -> Any:
        """-1/sqrt(p)."""
        return -1 / Size(p).value(F)

    def cost(self, F: Balls) -> Any:
        """gamma."""
        return F.rational(self.gamma)

    def exactly(self, p: Fraction, d: int) -> Fraction | None:
        """Where LS is rational."""
        if (size := Size(p).exact) is None:
            return None
        return 1 / (1 / size + self.gamma * d) if size else Fraction(0)

    def enclosed(self, p: Fraction, d: int, F: Balls) -> Any:
        """1/(1/sqrt(p) + gamma d)."""
        return 1 / (1 / Size(p).value(F) + F.rational(self.gamma * d))


def sign_of(u: Fraction, v: Fraction, c: Fraction) -> int:
    """The sign of sqrt(u) + c - sqrt(v)."""
    if c < 0:
        return -sign_of(v, u, -c)
    rest = v - u - c * c  # both sides are >= 0: squared, it is that of 2 c sqrt(u) - rest
    if rest < 0:
        return 1
    left, right = 4 * c * c * u, rest * rest
    return (left > right) - (left < right)


def rule(beta: ExactInput | None, gamma: Rational | None) -> Rule:
    """The rule that is asked for: exponential by beta, harmonic by gamma."""
    if beta is not None and gamma is not None:
        raise InvalidValue("gamma", gamma, "beta asks for the exponential form already")
    if beta is not None:
        return ByFactor(positive_level("beta", beta, zero=True))
    if gamma is not None:
        return ByTerm(positive_rational("gamma", gamma, zero=True))
    raise InvalidValue("beta", NOTHING, "write beta (exponential) or gamma (harmonic)")
