"""Exact losses: rational ratios, and ratios of polynomials in q = exp(-rate) or of their quotients.

Two ratios are compared at q exactly (`sign_at_exp`), so the largest is found exactly and a tie is
seen as a tie: where the largest ratio is q^-c, the loss *is* c * rate.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from math import prod
from typing import Any, Generic, TypeAlias, TypeVar

from dpbi.bayes.data import RATIONAL, check_enumerable
from dpbi.errors import BadMechanism
from dpbi.fields import Balls, Enclosure, ExactNumber, Real
from dpbi.fields.field import MOST_BITS
from dpbi.fields.polynomial import (
    Polynomial,
    Q,
    coefficients,
    polynomial,
    sign_at_exp,
    value_at_exp,
)
from dpbi.fields.written import quotient
from dpbi.laws.forms import Exact, InQ, QuotientInQ
from dpbi.laws.protocol import Mechanism
from dpbi.privacy.pairs import Pairs, only_under_first
from dpbi.privacy.results import PrivacyLoss, Witness
from dpbi.support.progress import counted

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
        """The sign of self - other at q = exp(-rate)."""
        cross = self.numerator * other.denominator - other.numerator * self.denominator
        sides = (cross, self.denominator, other.denominator)
        return prod(sign_at_exp(p, rate) for p in sides)

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


def exact_loss(m: Exact, tolerance: Fraction) -> PrivacyLoss:
    """The loss of a mechanism with rational probabilities: the logarithm of a rational."""
    pairs, rows, entries = Pairs(m), {}, 0
    for x in pairs.datasets:
        rows[x] = m.row(x)
        entries += len(rows[x].law)
        check_enumerable("the rows of all laws", entries, RATIONAL)
    misses = [abs(row.deviation) for row in rows.values() if row.deviation is not None]
    found = largest_rational(pairs.ordered, {x: row.law for x, row in rows.items()})
    return state_rational(m, found, tolerance).of_floats(max(misses, default=None))


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


def loss_in_q(m: InQ, tolerance: Fraction) -> PrivacyLoss:
    """The loss of a mechanism with polynomial probabilities, by comparing ratios exactly."""
    found = _largest_in_q(m)
    return infinite(m, found) if isinstance(found, Witness) else state_in_q(m, found, tolerance)


def state_in_q(m: InQ, found: Largest[RatioInQ], tolerance: Fraction) -> PrivacyLoss:
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


def _largest_in_q(m: InQ) -> Largest[RatioInQ] | Witness:
    """Balls leave the few ratios that may be largest; exact comparison picks one of them."""
    pairs, rate = Pairs(m), Fraction(m.rate)
    laws = {x: m.checked(x) for x in pairs.datasets}
    F = Balls(128)
    with F.scope():
        values = pairs.laws(F)
        tops = []
        for x, y in counted("pairs", pairs.ordered):
            if (r := only_under_first(laws[x], laws[y])) is not None:
                return Witness(x, y, r)
            tops += [(Witness(x, y, r), a - values[y][r]) for r, a in values[x].items()]
        top = F.maximum(d for _, d in tops)
        suspects = [w for w, d in tops if F.less(d, top) is not True]
    best: Largest[RatioInQ] | None = None
    for w in suspects:
        ratio = RatioInQ.of(laws[w.x][w.output], laws[w.y][w.output])
        if best is None or ratio.compare(best.ratio, rate) > 0:
            best = Largest(ratio, w)
    assert best is not None  # the maximum overlaps one of its terms
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
    if not isinstance(epsilon, Fraction) or not epsilon:
        return str(value)
    t = value / epsilon
    top = "epsilon" if t.numerator == 1 else f"{t.numerator}*epsilon"
    return top if t.denominator == 1 else f"{top}/{t.denominator}"


Laws: TypeAlias = dict[Any, dict[Any, Polynomial]]


def quotient_loss(m: QuotientInQ, tolerance: Fraction, bits: int = 256) -> PrivacyLoss:
    """The largest w_x(r) N_y / (w_y(r) N_x), N the sum of the weights w.

    Balls of `bits` leave the few ratios that may be largest; these are compared exactly, at q.
    """
    pairs, rate = Pairs(m), Fraction(m.rate)
    laws = {x: m.checked(x) for x in pairs.datasets}
    for x, y in counted("pairs", pairs.ordered):
        if (r := only_under_first(laws[x], laws[y])) is not None:
            pairs.laws(Balls(MOST_BITS))  # refuses what is not a law
            return infinite(m, Witness(x, y, r))
    best: Largest[RatioInQ] | None = None
    for ratio, w in _different(_suspects(pairs, bits), laws):
        if best is None or ratio.compare(best.ratio, rate) > 0:
            best = Largest(ratio, w)
    assert best is not None  # the maximum overlaps one of its terms
    return state_in_q(m, best, tolerance)  # type: ignore[arg-type]  # rate and claim suffice


def _suspects(pairs: Pairs, bits: int) -> list[Witness]:
    """Where the loss may be largest.  Weights that cancel down to little may need more bits."""
    F = Balls(bits)
    with F.scope():
        try:
            laws = pairs.laws(F)
        except BadMechanism:
            if bits >= MOST_BITS:
                raise
            return _suspects(pairs, 2 * bits)
        losses = [
            (Witness(x, y, r), a - laws[y][r]) for x, y in pairs.ordered for r, a in laws[x].items()
        ]
        top = F.maximum(d for _, d in losses)
        return [w for w, d in losses if F.less(d, top) is not True]


def _different(suspects: Iterable[Witness], laws: Laws) -> Iterable[tuple[RatioInQ, Witness]]:
    """The ratios there, each once: symmetric mechanisms attain their loss at many pairs."""
    sums = {x: reduce(lambda a, b: a + b, law.values(), polynomial(0)) for x, law in laws.items()}
    seen: set[Hashable] = set()
    for w in suspects:
        parts = (laws[w.x][w.output], sums[w.y], laws[w.y][w.output], sums[w.x])
        if (key := tuple(map(str, parts))) not in seen:
            seen.add(key)
            yield RatioInQ.of(parts[0] * parts[1], parts[2] * parts[3]), w
