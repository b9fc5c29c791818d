"""Sums of c * e^r with rational c and r: numbers whose order is always decided.

By Lindemann and Weierstrass, e^r for distinct rational r are linearly independent over the
rationals: such a sum is zero only if it has no terms.  Any other sum is separated from zero by
balls at some precision.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpz, fmpz_poly

from dpbi.numbers.balls import Balls
from dpbi.numbers.field import Field, Real

MOST = 4_000_000  # coefficients of a polynomial
FEW = 256  # products of terms that are formed one by one: polynomials pay beyond


@dataclass(frozen=True, slots=True)
class ExpSum:
    """The sum of coefficient * e^exponent over the terms; no coefficient is zero, sorted."""

    terms: tuple[tuple[Fraction, Fraction], ...]

    @staticmethod
    def of(terms: dict[Fraction, Fraction]) -> ExpSum:
        """From {exponent: coefficient}."""
        return ExpSum(tuple(sorted((r, c) for r, c in terms.items() if c)))

    @staticmethod
    def rational(value: Fraction | int) -> ExpSum:
        """A rational number."""
        return ExpSum.of({Fraction(0): Fraction(value)})

    @property
    def as_rational(self) -> Fraction | None:
        """The value, where it is rational: where no exponent but 0 is left."""
        if not self.terms:
            return Fraction(0)
        ((r, c), *others) = self.terms
        return c if not others and r == 0 else None

    def __add__(self, other: ExpSum) -> ExpSum:
        terms = dict(self.terms)
        for r, c in other.terms:
            terms[r] = terms.get(r, Fraction(0)) + c
        return ExpSum.of(terms)

    def __neg__(self) -> ExpSum:
        return ExpSum(tuple((r, -c) for r, c in self.terms))

    def __sub__(self, other: ExpSum) -> ExpSum:
        return self + -other

    def __mul__(self, other: ExpSum) -> ExpSum:
        many = len(self.terms) * len(other.terms)
        if many > FEW and (product := _as_polynomials(self, other)) is not None:
            return product
        terms: dict[Fraction, Fraction] = {}
        for r, c in self.terms:
            for s, d in other.terms:
                terms[r + s] = terms.get(r + s, Fraction(0)) + c * d
        return ExpSum.of(terms)

    def inverse(self) -> ExpSum | None:
        """1/self, where there is a single term."""
        if len(self.terms) != 1:
            return None
        ((r, c),) = self.terms
        return ExpSum(((-r, 1 / c),))

    def exp(self) -> ExpSum | None:
        """e^self, where self is rational."""
        value = self.as_rational
        return None if value is None else ExpSum.of({value: Fraction(1)})

    def log(self) -> ExpSum | None:
        """ln self, where self is a single power of e."""
        if len(self.terms) == 1 and self.terms[0][1] == 1:
            return ExpSum.rational(self.terms[0][0])
        return None

    def value(self, F: Field) -> Real:
        """The number in a field."""
        return sum(
            (F.rational(c) * F.exp(F.rational(r)) if r else F.rational(c) for r, c in self.terms),
            F.rational(0),
        )

    def sign(self) -> int:
        """-1, 0 or 1, always decided."""
        if not self.terms:
            return 0
        if (value := self.as_rational) is not None:
            return 1 if value > 0 else -1
        bits = 64
        while True:
            F = Balls(bits)
            with F.scope():
                ball = self.value(F)
                if ball > 0:
                    return 1
                if ball < 0:
                    return -1
            bits *= 2


def _as_polynomials(a: ExpSum, b: ExpSum) -> ExpSum | None:
    """The product by way of polynomials in e^step, where all exponents lie on one short lattice.

    With exponents u + i * step and v + j * step, i and j >= 0, the sums are e^u A(e^step) and
    e^v B(e^step); coefficients are brought to one denominator each.  None where A or B would have
    many more coefficients than there are products of terms.
    """
    u, v = a.terms[0][0], b.terms[0][0]
    offsets = [[r - t.terms[0][0] for r, _ in t.terms] for t in (a, b)]
    unit = math.lcm(*(r.denominator for part in offsets for r in part))
    places = [[r.numerator * (unit // r.denominator) for r in part] for part in offsets]
    step = math.gcd(*places[0], *places[1]) or 1
    length = (places[0][-1] + places[1][-1]) // step
    if length > min(len(a.terms) * len(b.terms), MOST):
        return None
    whole, shares = [], Fraction(1)
    for part, at in zip((a, b), places, strict=True):
        common = math.lcm(*(c.denominator for _, c in part.terms))
        row = [fmpz(0)] * (at[-1] // step + 1)
        for i, (_, c) in zip(at, part.terms, strict=True):
            row[i // step] = fmpz(c.numerator * (common // c.denominator))
        whole.append(fmpz_poly(row))
        shares /= common
    size, start = Fraction(step, unit), u + v
    product = (whole[0] * whole[1]).coeffs()
    return ExpSum(tuple((start + i * size, int(c) * shares) for i, c in enumerate(product) if c))
