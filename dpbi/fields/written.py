"""Exact numbers as people write them: factors with their powers, and no fraction of fractions.

sympy factors, exact arithmetic multiplies the factors out again, and only where that gives the
number back is the factored form used.  Of two ways to write a number the shorter one is taken.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce

from dpbi.fields.expsums import ExpQuotient, ExpSum
from dpbi.fields.level import Level
from dpbi.fields.polynomial import Polynomial, coefficients, polynomial

MOST_DEGREE = 200  # of a polynomial that is factored
SHORT = 40  # characters: what is that short is not factored


def logarithm(value: ExpQuotient) -> str:
    """ln of a positive number: "2", "1/2 + ln(3)", "ln((1 + exp(1))/(2 + exp(1)))"."""
    written = [_logarithm(v) for v in (factored(value), value)]
    return min(written, key=len)


def factored(value: ExpQuotient) -> ExpQuotient:
    """The same number in powers of irreducible polynomials in one power of e, where that is seen.

    Factors are unique, so what they have in common cancels.
    """
    unit = _unit(r for base, _ in value.factors for r, _ in base.terms)
    found = ExpQuotient(value.coefficient, value.exponent)
    for base, times in value.factors:
        parts = [_exponentials(p, unit) for p in factors(_in_unit(base, unit))]
        same = reduce(lambda a, b: a * b, parts, ExpSum.rational(1)) == base
        for part in parts if same else [base]:
            found *= ExpQuotient.of(part) ** times
    return found


def factors(p: Polynomial) -> list[Polynomial]:
    """Irreducible factors of p, by sympy: their product is p, or p is the only one."""
    if not 1 < p.degree() <= MOST_DEGREE:
        return [p]
    from sympy import Poly, Rational, symbols

    rows = [Rational(c.numerator, c.denominator) for c in reversed(coefficients(p))]
    unit, found = Poly.from_list(rows, symbols("q"), domain="QQ").factor_list()
    parts = [polynomial(Fraction(int(unit.p), int(unit.q)))]
    for part, times in found:
        row = [Fraction(int(c.p), int(c.q)) for c in reversed(part.all_coeffs())]
        parts += [polynomial(row)] * times
    return parts if reduce(lambda a, b: a * b, parts) == p else [p]


def quotient(top: Polynomial, bottom: Polynomial) -> str:
    """top / bottom, in factors where that is shorter: "(2 - q) / q", "(1 - q)^9 / (1 + q)^9"."""
    common = math.lcm(*(c.denominator for p in (top, bottom) for c in coefficients(p)))
    top, bottom = top * common, bottom * common
    plain = _over([sum_in_q(top)], [sum_in_q(bottom)])
    return plain if len(plain) <= SHORT else min(plain, _over(_parts(top), _parts(bottom)), key=len)


def sum_in_q(p: Polynomial) -> str:
    """A polynomial as people write it, from the constant term up."""
    powers = ("" if i == 0 else "q" if i == 1 else f"q^{i}" for i in range(p.degree() + 1))
    return _sum(zip(coefficients(p), powers, strict=True), " ")


def _parts(p: Polynomial) -> list[str]:
    """The factors of p, each beginning with a positive term, and a number first."""
    number, powers = Fraction(1), dict[str, int]()
    for factor in factors(p):
        lowest = next(c for c in coefficients(factor) if c)
        if factor.degree() < 1:
            number *= lowest
            continue
        if lowest < 0:
            number, factor = -number, -factor
        text = sum_in_q(factor)
        powers[text] = powers.get(text, 0) + 1
    return _with_powers(number, powers)


def _logarithm(value: ExpQuotient) -> str:
    number = value.coefficient
    sides: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for base, times in value.factors:
        common = base.sign() * math.lcm(*(c.denominator for _, c in base.terms))
        number /= Fraction(common) ** times
        text = _sum(((c * common, f"exp({r})" if r else "") for r, c in base.terms), "*")
        sides[times < 0][text] = abs(times)
    if not value.factors:
        return str(Level.ln(number) + value.exponent)
    ends = Fraction(number.numerator), Fraction(number.denominator)
    inside = _over(*(_with_powers(n, side) for n, side in zip(ends, sides, strict=True)))
    return f"ln({inside})" if not value.exponent else f"{value.exponent} + ln({inside})"


def _with_powers(number: Fraction, powers: Mapping[str, int]) -> list[str]:
    if number == 1 and list(powers.values()) == [1]:
        return list(powers)
    written = [f"{_grouped(text)}^{n}" if n > 1 else _grouped(text) for text, n in powers.items()]
    return written if number == 1 and written else [str(number), *written]


def _over(top: list[str], bottom: list[str]) -> str:
    """A quotient of two products."""
    above, below = "*".join(top), "*".join(bottom)
    if below == "1":
        return above
    tight = len(bottom) == 1 and (below[0] == "(" or " " not in below) and "/" not in below
    return f"{_grouped(above) if len(top) == 1 else above} / " + (below if tight else f"({below})")


def _grouped(text: str) -> str:
    """A sum in parentheses; a product, which begins with a number or with one, as it is."""
    return f"({text})" if text[0] != "(" and (" + " in text or " - " in text) else text


def _sum(terms: Iterable[tuple[Fraction, str]], times: str) -> str:
    written: list[str] = []
    for c, power in terms:
        if c:
            size = "" if abs(c) == 1 and power else str(abs(c))
            sign = ("- " if c < 0 else "+ ") if written else ("-" if c < 0 else "")
            written.append(sign + size + (times if size and power else "") + power)
    return " ".join(written) or "0"


def _unit(exponents: Iterable[Fraction]) -> Fraction:
    """The largest number of which all these, none of them below 0, are multiples."""
    given = [r for r in exponents if r]
    common = math.lcm(*(r.denominator for r in given))
    return Fraction(math.gcd(*(int(r * common) for r in given)), common)


def _in_unit(base: ExpSum, unit: Fraction) -> Polynomial:
    """The polynomial p with base = p(e^unit); the constant 0 where it would be too long."""
    places = {int(r / unit): c for r, c in base.terms}
    if max(places) > MOST_DEGREE:
        return polynomial(0)
    return polynomial([places.get(i, Fraction(0)) for i in range(max(places) + 1)])


def _exponentials(p: Polynomial, unit: Fraction) -> ExpSum:
    return ExpSum.of({i * unit: c for i, c in enumerate(coefficients(p))})
