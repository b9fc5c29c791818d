"""Sums of c * e^r with rational c and r, and quotients of them: their order is always decided.

Sums.  By Lindemann and Weierstrass, e^r for distinct rational r are linearly independent over the
rationals: such a sum is zero only if it has no terms.  Any other sum is separated from zero by
balls at some precision.

Quotients are kept as products of powers,

    c * e^r * (product of b^m),    c and r rational, m an integer,

where each base b is a sum of two terms or more, normalised so that its lowest exponent is 0, with
coefficient 1.  Every quotient of exponential sums can be written so.  The form is not unique
((1 - q)(1 + q) is 1 - q^2), so two numbers that are written alike are equal, and two that are not
are compared by multiplying out: a/b < c/d by the sign of the sum a d - c b.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import isqrt

from flint import fmpz, fmpz_poly

from dpbi.fields.balls import Balls
from dpbi.fields.field import Field, Real

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


WORK = 4_000_000  # products of terms of one multiplication; beyond, it takes longer than a minute
MOST_FACTORS = 4096  # the largest power that is multiplied out
MOST_TIMES, LONGEST = 1 << 20, 1 << 16  # a power that is written; bits of a coefficient's power


class NotExact(Exception):
    """A number that exact comparison does not cover; the message says which, as a noun."""


@dataclass(frozen=True, slots=True)
class ExpQuotient:
    """coefficient * e^exponent * product of base^power; bases in order, no power 0.

    Zero has coefficient 0, exponent 0 and no factors.
    """

    coefficient: Fraction
    exponent: Fraction = Fraction(0)
    factors: tuple[tuple[ExpSum, int], ...] = ()

    @staticmethod
    def of(value: ExpSum) -> ExpQuotient:
        """An exponential sum."""
        if not value.terms:
            return ZERO
        r, c = value.terms[0]
        if len(value.terms) == 1:
            return ExpQuotient(c, r)
        base = ExpSum(tuple((s - r, d / c) for s, d in value.terms))
        return ExpQuotient(c, r, ((base, 1),))

    @property
    def as_rational(self) -> Fraction | None:
        """The value, where it is written as a rational number."""
        return None if self.exponent or self.factors else self.coefficient

    def __mul__(self, other: ExpQuotient) -> ExpQuotient:
        if not self.coefficient or not other.coefficient:
            return ZERO
        powers = dict(self.factors)
        for base, m in other.factors:
            powers[base] = powers.get(base, 0) + m
        c, r = self.coefficient * other.coefficient, self.exponent + other.exponent
        return ExpQuotient(c, r, _in_order(powers))

    def __pow__(self, times: int) -> ExpQuotient:
        c = self.coefficient
        if not c and times <= 0:
            raise NotExact("a quotient by zero")
        size = max(c.numerator.bit_length(), c.denominator.bit_length())
        if abs(times) > MOST_TIMES or (abs(c) != 1 and abs(times) * size > LONGEST):
            raise NotExact(f"the power {times} of a number of {size} bits")
        factors = tuple((b, m * times) for b, m in self.factors) if times else ()
        return ExpQuotient(c**times, self.exponent * times, factors)

    def __truediv__(self, other: ExpQuotient) -> ExpQuotient:
        return self * other**-1

    def __neg__(self) -> ExpQuotient:
        return ExpQuotient(-self.coefficient, self.exponent, self.factors)

    def __add__(self, other: ExpQuotient) -> ExpQuotient:
        return sum_of_multiples(((self, 1), (other, 1)))

    def __sub__(self, other: ExpQuotient) -> ExpQuotient:
        return sum_of_multiples(((self, 1), (other, -1)))

    def root(self, n: int) -> ExpQuotient | None:
        """The positive n-th root of a positive number, where the way it is written shows one."""
        c = abs(self.coefficient)  # its sign, and those of the bases, are those of the root
        top, bottom = (_root(end, n) for end in (c.numerator, c.denominator))
        if top is None or bottom is None or any(m % n for _, m in self.factors):
            return None
        factors = tuple((b, m // n) for b, m in self.factors)
        found = ExpQuotient(Fraction(top, bottom), self.exponent / n, factors)
        return -found if found.sign() < 0 else found

    def sign(self) -> int:
        """-1, 0 or 1, always decided: a base is never 0, its terms being independent."""
        odd = (base.sign() for base, m in self.factors if m % 2)
        c = self.coefficient
        return reduce(lambda a, b: a * b, odd, (c > 0) - (c < 0))

    def value(self, F: Field) -> Real:
        """The number in a field."""
        result = F.rational(self.coefficient) * F.exp(F.rational(self.exponent))
        for base, m in self.factors:
            result *= base.value(F) ** m
        return result


ZERO, ONE = ExpQuotient(Fraction(0)), ExpQuotient(Fraction(1))


def sum_of_multiples(terms: Iterable[tuple[ExpQuotient, Fraction | int]]) -> ExpQuotient:
    """The sum of multiples.

    What all terms have in common stays a product: the least power of each base, and only the rest
    is multiplied out.  The terms with the same rest are added up first.
    """
    groups: dict[tuple[tuple[ExpSum, int], ...], dict[Fraction, Fraction]] = {}
    for number, times in terms:
        if number.coefficient and times:
            group = groups.setdefault(number.factors, {})
            r = number.exponent
            group[r] = group.get(r, Fraction(0)) + number.coefficient * times
    sums = {f: s for f, terms in groups.items() if (s := ExpSum.of(terms)).terms}
    bases = dict.fromkeys(b for factors in sums for b, _ in factors)
    powers = [dict(factors) for factors in sums]
    least = {b: min(p.get(b, 0) for p in powers) for b in bases}
    whole: dict[Fraction, Fraction] = {}
    for part, p in zip(sums.values(), powers, strict=True):
        for b, m in least.items():
            if (more := p.get(b, 0) - m) > 0:
                part = _product(part, _power(b, more))
        for r, c in part.terms:
            whole[r] = whole.get(r, Fraction(0)) + c
    return ExpQuotient.of(ExpSum.of(whole)) * ExpQuotient(Fraction(1), factors=_in_order(least))


def _in_order(powers: Mapping[ExpSum, int]) -> tuple[tuple[ExpSum, int], ...]:
    """The factors of a product: one order, so that equal products are written alike."""
    kept = [(b, m) for b, m in powers.items() if m]
    return tuple(sorted(kept, key=lambda f: f[0].terms)) if len(kept) > 1 else tuple(kept)


def _power(base: ExpSum, times: int) -> ExpSum:
    """base^times by repeated squaring, times >= 1."""
    if times > MOST_FACTORS:
        raise NotExact(f"the power {times} of a sum of {len(base.terms)} exponentials")
    result = base
    for bit in bin(times)[3:]:
        result = _product(result, result)
        if bit == "1":
            result = _product(result, base)
    return result


def _product(a: ExpSum, b: ExpSum) -> ExpSum:
    many = (len(a.terms), len(b.terms))
    if many[0] * many[1] > WORK:
        raise NotExact(f"the product of two sums of {many[0]} and {many[1]} exponentials")
    return a * b


def _root(value: int, n: int) -> int | None:
    """The n-th root of value > 0, where it is whole: by Newton's method for n > 2."""
    if value <= 0:
        return None
    if n == 2:
        found = isqrt(value)
    else:
        found = 1 << -(-value.bit_length() // n)
        while (smaller := ((n - 1) * found + value // found ** (n - 1)) // n) < found:
            found = smaller
    return found if found**n == value else None
