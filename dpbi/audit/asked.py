"""What may be asked of an audit: how close, at which epsilon, with how many bits.

Every question refuses the same things with the same sentences, before any work.  The limits keep
the numbers that follow from a request within memory: a ball of exp(2^64) is fine, one of
exp(10^400) is not a number any more.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpbi.errors import InvalidValue
from dpbi.numbers import ExactNumber, Level, positive_level, positive_rational

FINEST_DIGITS = 2000
FINEST, WIDEST = Fraction(1, 10**FINEST_DIGITS), Fraction(1)
MOST_LEVEL = 1 << 64
MOST_RATIONAL_BITS = 1 << 15


def tolerance(value: Any, *, zero: bool = False) -> Fraction:
    """The width that is asked for: a rational in [10^-2000, 1].

    0 asks for an exact value, and is refused where only enclosures are to be had.
    """
    width = positive_rational("tolerance", value, zero=zero)
    if width and not FINEST <= width <= WIDEST:
        raise InvalidValue("tolerance", _short(width), f"between 1e-{FINEST_DIGITS} and 1")
    return width


def level(value: Any, name: str = "epsilon") -> ExactNumber:
    """An epsilon >= 0 at which a delta is asked for: a rational number or a logarithm."""
    number = positive_level(name, value, zero=True)
    if not isinstance(number, Level):
        return bounded(name, number)
    if number > MOST_LEVEL:
        raise InvalidValue(name, number, "at most 2^64")
    return number


def bounded(name: str, number: Fraction) -> Fraction:
    """The number, where it is at most 2^64 and not written with tens of thousands of digits."""
    if _long(number):
        most = MOST_RATIONAL_BITS * 3 // 10
        raise InvalidValue(name, "a number of that length", f"at most {most} digits")
    if number > MOST_LEVEL:
        raise InvalidValue(name, _short(number), "at most 2^64")
    return number


def _long(number: Fraction) -> bool:
    return max(number.numerator, number.denominator).bit_length() > MOST_RATIONAL_BITS


def _short(number: Fraction) -> str:
    """The number to three digits, whatever its length."""
    from dpbi.numbers.enclosure import decimal

    return f"about {decimal(number, 3, up=True)}"
