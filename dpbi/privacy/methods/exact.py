"""Exact losses: rational ratios, and ratios of polynomials in q = exp(-rate) or of their quotients.

Two ratios are compared at q exactly (`sign_at_exp`), so the largest is found exactly and a tie is
seen as a tie: where the largest ratio is q^-c, the loss *is* c * rate.  `polynomials.py` finds it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Any, Generic, TypeVar

from dpbi.fields import Balls, Enclosure, ExactNumber, Real
from dpbi.fields.polynomial import (
    Polynomial,
    Q,
    coefficients,
    polynomial,
    sign_at_exp,
    value_at_exp,
)
from dpbi.fields.written import quotient
from dpbi.laws.forms import InQ, QuotientInQ
from dpbi.laws.protocol import Mechanism
from dpbi.privacy.pairs import only_under_first
from dpbi.privacy.results import PrivacyLoss, Witness

R = TypeVar("R")
MOST_BITS_SHOWN = 12_000  # Python writes integers of up to 4300 digits


@dataclass(frozen=True, slots=True)
class Largest(Generic[R]):
    """The largest ratio of probabilities, and where it is attained."""

    ratio: R
    witness: Witness


@dataclass(frozen=True, slots=True)
class RatioInQ:
    """numerator / denominator without common factors, polynomials whose ratio is positive at q.

    Both may be negative there: a common factor, or the lowest coefficient, may have been.
    """

    numerator: Polynomial
    denominator: Polynomial

    @staticmethod
    def of(numerator: Polynomial, denominator: Polynomial) -> RatioInQ:
        """The ratio in lowest terms, the lowest coefficient of the denominator 1."""
        common = numerator.gcd(denominator)
        top, bottom = divmod(numerator, common)[0], divmod(denominator, common)[0]
        unit = next(c for c in coefficients(bottom) if c)
        return RatioInQ(top * polynomial(1 / unit), bottom * polynomial(1 / unit))

    def compare(self, other: RatioInQ, rate: Fraction) -> int:
        """The sign of self - other at q = exp(-rate); 0 where a product of polynomials is 0."""
        cross = self.numerator * other.denominator - other.numerator * self.denominator
        if cross.is_zero():
            return 0
        return prod(sign_at_exp(p, rate) for p in (cross, self.denominator, other.denominator))

    @property
    def power(self) -> int | None:
        """The c of q^-c, where the ratio is just that."""
        c = self.denominator.degree()
        return c if self == RatioInQ(polynomial(1), Q**c) else None

    def log(self, rate: Fraction, F: Balls) -> Real:
        """ln of the ratio at q = exp(-rate)."""
        top, bottom = (value_at_exp(p, rate, F) for p in (self.numerator, self.denominator))
        return F.log(top / bottom)

    def __str__(self) -> str:
        return quotient(self.numerator, self.denominator)


def state_rational(
    m: Mechanism,
    found: Largest[Fraction] | Witness,
    tolerance: Fraction,
    trusts: tuple[str, ...] = (),
) -> PrivacyLoss:
    """The loss that a largest ratio amounts to; `trusts` is what finding it rests on."""
    if isinstance(found, Witness):
        return infinite(m, found)
    ratio = found.ratio
    bounds = enclose(lambda F: F.log(F.rational(ratio)), tolerance)
    short = max(ratio.numerator, ratio.denominator).bit_length() <= MOST_BITS_SHOWN
    named = f"ln({ratio})" if short else None
    exact, value = ("0", Fraction(0)) if ratio == 1 else (named, None)
    loss = _result(m, bounds, found.witness, exact, value)
    return replace(loss, trusts=(*trusts, *loss.trusts), largest_ratio=ratio)


def state_in_q(m: InQ | QuotientInQ, found: Largest[RatioInQ], tolerance: Fraction) -> PrivacyLoss:
    """The loss that a largest ratio amounts to, named in terms of the mechanism's epsilon."""
    ratio, rate = found.ratio, Fraction(m.rate)
    if (c := ratio.power) is not None:
        value = c * rate
        name = multiple_of_epsilon(value, m.claimed_epsilon)
        return _result(m, Enclosure.exactly(value), found.witness, name, value)
    bounds = enclose(lambda F: ratio.log(rate, F), tolerance)
    base = multiple_of_epsilon(rate, m.claimed_epsilon)
    return _result(m, bounds, found.witness, f"ln({ratio}), q = exp(-{base})", None)


def enclose(value: Any, tolerance: Fraction) -> Enclosure:
    """value(F) in balls, to the tolerance."""
    bits = 128
    while True:
        F = Balls(bits)
        with F.scope():
            e = F.enclosure(value(F))
        if e.width <= tolerance:
            return e
        bits *= 2


def infinite(m: Mechanism, witness: Witness) -> PrivacyLoss:
    """The loss where an output is possible at one of two neighbours only."""
    return PrivacyLoss(math.inf, math.inf, witness, ("support",), m.claimed_epsilon)


def largest_rational(
    pairs: Iterable[tuple[Any, Any]], laws: Mapping[Any, Mapping[Any, Fraction]]
) -> Largest[Fraction] | Witness:
    """The largest ratio of possible outputs over ordered pairs, or where it is infinite."""
    best: Largest[Fraction] | None = None
    for x, y in pairs:
        p, q = laws[x], laws[y]
        if (r := only_under_first(p, q)) is not None:
            return Witness(x, y, r)
        for r, a in p.items():
            if best is None or a > best.ratio * q[r]:
                best = Largest(a / q[r], Witness(x, y, r))
    assert best is not None  # Pairs has seen a pair, and a law has an output
    return best


def _result(
    m: Mechanism, bounds: Enclosure, witness: Witness, exact: str | None, value: Fraction | None
) -> PrivacyLoss:
    trusts = ("symbolic",) if value is not None else ("symbolic", "ball")
    return PrivacyLoss(
        bounds.lo, bounds.hi, witness, trusts, m.claimed_epsilon, exact=exact, exact_value=value
    )


def multiple_of_epsilon(value: Fraction, epsilon: ExactNumber | None) -> str:
    """A number in terms of the claimed epsilon, if rational: "epsilon", "2*epsilon/3"."""
    if not (value and epsilon and isinstance(epsilon, Fraction)):
        return str(value)
    t = value / epsilon
    top = "epsilon" if t.numerator == 1 else f"{t.numerator}*epsilon"
    return top if t.denominator == 1 else f"{top}/{t.denominator}"
