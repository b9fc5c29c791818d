"""Polynomials in q = exp(-rate) with rational coefficients: where ties are decided.

A formula over a ring takes q as an argument; at `Q` it yields polynomials, at a number its value.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias

from flint import fmpq, fmpq_poly

from dpbi.errors import TooLarge
from dpbi.fields.balls import Balls
from dpbi.fields.field import Field, Real
from dpbi.fields.rational import rational
from dpbi.support.arguments import listed

Polynomial: TypeAlias = Any
"""flint's fmpq_poly, which ships no types."""

MOST_BYTES = 2 * 10**9
MOST_BITS = 1 << 13  # of balls that tell a polynomial from 0

Q: Polynomial = fmpq_poly([0, 1])


def polynomial(value: Any) -> Polynomial:
    """A polynomial given as one, as a number, or as its coefficients from the constant term up."""
    if isinstance(value, fmpq_poly):
        return value
    if isinstance(value, (int, Fraction, str, Decimal)):
        value = [value]
    need = "write its coefficients from the constant term up"
    exact = [rational("coefficient", c) for c in listed("a polynomial", value, need)]
    return fmpq_poly([fmpq(c.numerator, c.denominator) for c in exact])


def coefficients(p: Polynomial) -> list[Fraction]:
    """The coefficients from the constant term up."""
    return [Fraction(int(c.p), int(c.q)) for c in p.coeffs()]


def evaluate(p: Polynomial, at: Real, F: Field) -> Real:
    """p at a number of the field F, by Horner's rule."""
    result = F.rational(0)
    for c in reversed(coefficients(p)):
        result = result * at + F.rational(c)
    return result


def value_at_exp(p: Polynomial, rate: Fraction, F: Field) -> Real:
    """p at q = exp(-rate) in the field F; balls take as many bits as it needs to be told from 0.

    That ends, but where the rate is extreme: p(q) is not 0 unless p is (see `sign_at_exp`).
    """
    value = evaluate(p, F.exp(-F.rational(rate)), F)
    while isinstance(F, Balls) and F.bits < MOST_BITS and not (value > 0 or value < 0):
        F = Balls(4 * F.bits)
        with F.scope():
            value = evaluate(p, F.exp(-F.rational(rate)), F)
    return value


def at_rational(p: Polynomial, at: Fraction) -> Fraction:
    """p at a rational number, exactly."""
    value = p(fmpq(at.numerator, at.denominator))
    return Fraction(int(value.p), int(value.q))


def sign_at_exp(p: Polynomial, rate: Fraction) -> int:
    """The sign of p at q = exp(-rate), for a rational rate > 0: -1, 0 or 1, always decided.

    q is transcendental (Lindemann 1882), so p(q) = 0 only for p = 0; for any other p some
    precision separates p(q) from zero.
    """
    if p == polynomial(0):
        return 0
    bits = 64
    while True:
        F = Balls(bits)
        with F.scope():
            value = evaluate(p, F.exp(-F.rational(rate)), F)
            if value > 0:
                return 1
            if value < 0:
                return -1
        bits *= 2


def sturm(p: Polynomial) -> list[Polynomial]:
    """The Sturm sequence of a polynomial without repeated roots.

    Positive factors change no sign: each member is made primitive, or its coefficients would
    grow much faster than they must.
    """
    sequence = [_primitive(p), _primitive(p.derivative())]
    while sequence[-1].degree() > 0:
        sequence.append(_primitive(-divmod(sequence[-2], sequence[-1])[1]))
    return sequence


def _primitive(p: Polynomial) -> Polynomial:
    """p divided by a positive number, so that its coefficients are coprime integers."""
    whole = p.numer()
    return fmpq_poly(whole) / (whole.content() or 1)


def _check_sturm(p: Polynomial) -> None:
    """Refuse a Sturm sequence that would not fit in memory, before it is built.

    Its members of degree j are subresultants, up to a factor: determinants of order 2 (d - j) in
    coefficients of h bits, so all d^2/2 coefficients have about d (h + log d) bits each.
    """
    d, h = p.degree(), max((int(c).bit_length() for c in p.numer().coeffs()), default=0)
    size = d**3 * (h + d.bit_length()) // 16
    if size > MOST_BYTES:
        what, advice = f"the root isolation of a polynomial of degree {d}", "ask for a simpler one"
        raise TooLarge(what, size, MOST_BYTES, "bytes", 0, advice)


def roots_between(sequence: list[Polynomial], a: Fraction, b: Fraction) -> int:
    """How many roots lie in (a, b], by Sturm's theorem: the loss of sign changes from a to b."""
    return _sign_changes(sequence, a) - _sign_changes(sequence, b)


def negative_between(p: Polynomial, a: Fraction, b: Fraction) -> Fraction | None:
    """A point of the open interval (a, b) where p < 0, or None if p >= 0 on all of it.

    The sign of p changes at its roots of odd multiplicity only: they are isolated, and p is
    evaluated exactly between them.
    """
    if p == polynomial(0):
        return None
    odd = polynomial(1)
    for factor, multiplicity in p.factor_squarefree()[1]:
        if multiplicity % 2:
            odd *= factor
    _check_sturm(odd)
    intervals = [(a, b)]
    sequence = sturm(odd)
    while intervals:
        low, high = intervals.pop()
        middle = (low + high) / 2
        if at_rational(p, middle) < 0:
            return middle
        inside = roots_between(sequence, low, high) - (at_rational(odd, high) == 0)
        if inside == 0 and at_rational(p, middle) > 0:
            continue
        intervals += [(low, middle), (middle, high)]
    return None


def _sign_changes(sequence: list[Polynomial], at: Fraction) -> int:
    signs = [value > 0 for p in sequence if (value := at_rational(p, at))]
    return sum(a != b for a, b in pairwise(signs))
