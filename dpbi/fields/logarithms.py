"""Exact forms of logarithms: a + c ln(p) + d ln(q) + ..., with rational coefficients.

An exponential sum says e^r but not ln 3.  A value that is a sum of logarithms of rationals keeps
this form beside its enclosure, so that ties are decided exactly: `2 ln(3) = ln(9)`, or a loss that
is the promise itself.  Terms are kept as they come; only where a tie asks for it are they brought
to one `Level`, whose order is always decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, prod

from dpbi.fields.level import MOST_BITS, Level

MOST_TERMS = 8


@dataclass(frozen=True)
class Logarithms:
    """plain + the sum of times * ln(base) over the terms; every base is a positive rational."""

    plain: Fraction
    terms: tuple[tuple[Fraction, Fraction], ...] = ()

    @staticmethod
    def ln(base: Fraction) -> Logarithms:
        """ln(base), for base > 0."""
        return Logarithms(Fraction(0), ((base, Fraction(1)),))

    def __add__(self, other: Logarithms) -> Logarithms | None:
        powers = dict(self.terms)
        for base, times in other.terms:
            powers[base] = powers.get(base, Fraction(0)) + times
        terms = tuple((b, c) for b, c in powers.items() if c)
        return Logarithms(self.plain + other.plain, terms) if len(terms) <= MOST_TERMS else None

    def times(self, factor: Fraction) -> Logarithms:
        """The same, multiplied by a rational."""
        terms = tuple((b, c * factor) for b, c in self.terms) if factor else ()
        return Logarithms(self.plain * factor, terms)

    @cached_property
    def power(self) -> Fraction | None:
        """e to the value without its plain part, a product of powers of the bases.

        None if it is not a rational number as written, or has too many digits.
        """
        if any(c.denominator > 1 for _, c in self.terms):
            return None
        powers = [(b, int(c)) for b, c in self.terms]
        size = sum(abs(m) * max(b.numerator, b.denominator).bit_length() for b, m in powers)
        return None if 2 * size > MOST_BITS else prod((b**m for b, m in powers), start=Fraction(1))

    @cached_property
    def level(self) -> Level | None:
        """The value as one level; None where a power of a base has too many digits."""
        unit = lcm(*(c.denominator for _, c in self.terms))
        powers = [(b, int(c * unit)) for b, c in self.terms]
        size = sum(abs(m) * max(b.numerator, b.denominator).bit_length() for b, m in powers)
        if 2 * size > MOST_BITS:
            return None
        power = prod((b**m for b, m in powers), start=Fraction(1))
        return Level.ln(power, Fraction(1, unit)) + self.plain
