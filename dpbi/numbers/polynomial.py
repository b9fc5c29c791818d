"""Polynomials in q = exp(-rate) with rational coefficients: where ties are decided.

A formula over a ring takes q as an argument; at `Q` it yields polynomials, at a number its value.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, TypeAlias

from flint import fmpq, fmpq_poly

from dpbi.numbers.field import Field, Real

Polynomial: TypeAlias = Any
"""flint's fmpq_poly, which ships no types."""

Q: Polynomial = fmpq_poly([0, 1])


def polynomial(value: Any) -> Polynomial:
    """A polynomial given as one, as a number, or as its coefficients from the constant term up."""
    if isinstance(value, fmpq_poly):
        return value
    if isinstance(value, (int, Fraction)):
        value = [value]
    return fmpq_poly([fmpq(c.numerator, c.denominator) for c in _coefficients(value)])


def coefficients(p: Polynomial) -> list[Fraction]:
    """The coefficients from the constant term up."""
    return [Fraction(int(c.p), int(c.q)) for c in p.coeffs()]


def evaluate(p: Polynomial, at: Real, F: Field) -> Real:
    """p at a number of the field F, by Horner's rule."""
    result = F.rational(0)
    for c in reversed(coefficients(p)):
        result = result * at + F.rational(c)
    return result


def _coefficients(values: Iterable[Any]) -> list[Any]:
    return [v if isinstance(v, (int, Fraction)) else Fraction(v) for v in values]
