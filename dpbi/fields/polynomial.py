"""Polynomials in q = exp(-rate) with rational coefficients: where ties are decided.

A formula over a ring takes q as an argument; at `Q` it yields polynomials, at a number its value.

Whether a polynomial is below 0 somewhere is decided here, by Descartes' rule of signs in flint's
integers, and not by sympy.  sympy's `count_roots` is as exact, but takes 45 s at degree 100; its
`intervals` is fast, but bounds roots by logarithms in floats.  This takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import Any, TypeAlias

from flint import arb_poly, fmpq, fmpq_poly

from dpbi.errors import TooLarge
from dpbi.fields.balls import Balls
from dpbi.fields.field import Field, Real
from dpbi.fields.rational import rational
from dpbi.support.arguments import listed

Polynomial: TypeAlias = Any
"""flint's fmpq_poly, which ships no types."""

MOST_WORK = 1 << 35  # operations on bits, for one test of an interval
MOST_BITS = 1 << 13  # of balls that tell a polynomial from 0

Q: Polynomial = fmpq_poly([0, 1])


def polynomial(value: Any) -> Polynomial:
    """A polynomial given as one, as a number, or as its coefficients from the constant term up."""
    if isinstance(value, fmpq_poly):
        return value
    if isinstance(value, (int, Fraction, str, Decimal)):
        value = [value]
    need = "write its coefficients from the constant term up"
    return from_coefficients(listed("a polynomial", value, need))


def from_coefficients(given: Sequence[Any]) -> Polynomial:
    """The polynomial with these coefficients; integers and Fractions need no reading."""
    if set(map(type, given)) <= {int}:
        return fmpq_poly(list(given))
    exact = [c if type(c) in (int, Fraction) else rational("coefficient", c) for c in given]
    return fmpq_poly([c if type(c) is int else fmpq(c.numerator, c.denominator) for c in exact])


def coefficients(p: Polynomial) -> list[Fraction]:
    """The coefficients from the constant term up."""
    return [Fraction(int(c.p), int(c.q)) for c in p.coeffs()]


def evaluate(p: Polynomial, at: Real, F: Field) -> Real:
    """p at a number of the field F: by flint where that is a ball, else by Horner's rule."""
    if isinstance(F, Balls):
        return arb_poly(p)(at)
    result = F.rational(0)
    for c in reversed(coefficients(p)):
        result = result * at + F.rational(c)
    return result


def value_at_exp(p: Polynomial, rate: Fraction, F: Field) -> Real:
    """p at q = exp(-rate) in the field F; balls take as many bits as it needs to be told from 0.

    That ends, but where the rate is extreme: p(q) is not 0 unless p is (see `sign_at_exp`).
    """
    (value,) = values_at_exp([p], rate, F)
    return value


def values_at_exp(polynomials: Iterable[Polynomial], rate: Fraction, F: Field) -> list[Real]:
    """The same of several: q is computed once."""
    q = F.exp(-F.rational(rate))
    return [_told_from_zero(p, evaluate(p, q, F), rate, F) for p in polynomials]


def _told_from_zero(p: Polynomial, value: Real, rate: Fraction, F: Field) -> Real:
    while isinstance(F, Balls) and F.bits < MOST_BITS and not (value > 0 or value < 0):
        F = Balls(4 * F.bits)
        with F.scope():
            value = evaluate(p, F.exp(-F.rational(rate)), F)
    return value


def log_at_exp(p: Polynomial, rate: Fraction, q: Real, F: Balls) -> Real | None:
    """ln p(q) in balls of at least half the digits of F; None where p(q) > 0 is not certain.

    q is exp(-rate) in F.  Terms may cancel down to little, and then take more bits; that ends as in
    `value_at_exp`.
    """
    value, bits = evaluate(p, q, F), F.bits
    while value.rel_accuracy_bits() < F.bits // 2 and bits < MOST_BITS:
        bits *= 4
        deeper = Balls(bits)
        with deeper.scope():
            value = evaluate(p, deeper.exp(-deeper.rational(rate)), deeper)
    return value.log() if value > 0 else None


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


def negative_between(p: Polynomial, a: Fraction, b: Fraction) -> Fraction | None:
    """A point of the open interval (a, b) where p < 0, or None if p >= 0 on all of it.

    Decided exactly.  p changes sign at its roots of odd multiplicity, and only there: the
    interval is halved until no part of it can have such a root.
    """
    if p == polynomial(0):
        return None
    unit, factors = p.factor_squarefree()
    odd = unit * prod(
        (f for f, m in factors if m % 2), start=polynomial(1)
    )  # p is it times squares
    for end, inward in ((a, Q - polynomial(a)), (b, polynomial(b) - Q)):
        if at_rational(odd, end) == 0:
            odd = divmod(odd, inward)[0]  # which is positive between a and b
    _check_halving(odd)
    parts = [(a, b)]
    while parts:
        low, high = parts.pop()
        middle = (low + high) / 2
        if at_rational(p, middle) < 0:
            return middle
        if may_vanish_between(odd, low, high) or at_rational(odd, middle) < 0:
            parts += [(low, middle), (middle, high)]
    return None


def vanishes_between(p: Polynomial, a: Fraction, b: Fraction) -> bool:
    """Whether p, which is not 0, has a root in the open interval (a, b).

    The product of its different factors changes sign at each of its roots.
    """
    once = prod((f for f, _ in p.factor_squarefree()[1]), start=polynomial(1))
    return all(negative_between(side, a, b) is not None for side in (once, -once))


def may_vanish_between(p: Polynomial, a: Fraction, b: Fraction) -> bool:
    """False only if p, which is not 0, has no root in the open interval (a, b).

    Descartes' rule of signs: x = a + (b - a)/(1 + t) takes t > 0 to that interval, and there is no
    root t > 0 of (1 + t)^d p(x) where the coefficients of that polynomial do not change sign.
    Without repeated roots it always says so on intervals that are short enough, but beside a root
    (Vincent 1834; Collins and Akritas 1976).
    """
    inside = p(polynomial([a, b - a])).coeffs()
    moved = fmpq_poly(inside[::-1])(Q + 1)
    signs = [c > 0 for c in moved.coeffs() if c]
    return any(s != t for s, t in pairwise(signs))


def _check_halving(p: Polynomial) -> None:
    """Refuse a polynomial whose roots would take minutes to be told apart, before that begins.

    Descartes' test of one interval makes d^2 additions of about d + h bits, d the degree and h the
    length of the coefficients: seconds at the limit.
    """
    d, h = p.degree(), max((int(c).bit_length() for c in p.numer().coeffs()), default=0)
    if (work := d**2 * (d + h)) > MOST_WORK:
        what, advice = f"the roots of a polynomial of degree {d}", "ask for a simpler one"
        raise TooLarge(what, work, MOST_WORK, "operations on bits", 0, advice)
