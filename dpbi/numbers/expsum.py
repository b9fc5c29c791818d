"""Sums of c * e^r with rational c and r: numbers whose order is always decided.

By Lindemann and Weierstrass, e^r for distinct rational r are linearly independent over the
rationals: such a sum is zero only if it has no terms.  Any other sum is separated from zero by
balls at some precision.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dpbi.numbers.balls import Balls
from dpbi.numbers.field import Field, Real


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
