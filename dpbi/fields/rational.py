"""Reading exact numbers: int, Fraction, Decimal or text; a float is refused, never guessed.

Every number that comes from outside is read here: options, parameters, law files, baselines.

    number  =  sign? digits ( "/" digits )?
            |  sign? ( digits "."? digits? | "." digits ) ( ("e" | "E") sign? digits )?

The digits are 0 to 9.  White space of ASCII is allowed before and after a number, never within.
Written out in full, without an exponent, a number has at most 4000 digits: that is decided on the
text, in linear time, before any integer is built, and it is below the 4300 digits beyond which
Python neither reads nor writes integers.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from operator import index
from typing import TypeAlias

from dpbi.errors import InexactInput, InvalidValue

Rational: TypeAlias = int | str | Fraction | Decimal

MOST_DIGITS = 4000
MOST_BITS = (10**MOST_DIGITS - 1).bit_length()
WHITE = " \t\n\r\f\v"
NUMBER = re.compile(
    r"([+-]?)(?:([0-9]+)/([0-9]+)|(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?)"
)
_TOO_LONG = f"at most {MOST_DIGITS} digits, written out in full, are read"
_FORM = 'write an integer, a fraction or a decimal such as "3", "1/2" or "0.1"'


def rational(name: str, value: object) -> Fraction:
    """`value` as the exact number it denotes: "2/7", "0.1", "1e-8", 3 or a Fraction."""
    if isinstance(value, Fraction):
        return plain_fraction(value)
    if isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") == "b":
        raise InvalidValue(name, value, "it is a truth value: write a number")
    if isinstance(value, str):
        return _from_text(name, value)
    if isinstance(value, Decimal):
        return _from_text(name, str(value))  # its text has no more characters than it has digits
    try:
        return Fraction(index(value))  # type: ignore[arg-type]
    except TypeError:
        pass
    if not hasattr(value, "__float__"):
        raise InvalidValue(name, value, _FORM)
    try:
        inexact = float(value)
    except (TypeError, ValueError, OverflowError):
        raise InvalidValue(name, value, _FORM) from None
    raise InexactInput(name, inexact)


def plain_fraction(value: Fraction) -> Fraction:
    """The same number made of Python's integers: Fraction(array[0], 4) keeps numpy's."""
    top, bottom = value.numerator, value.denominator
    if type(top) is int and type(bottom) is int:
        return value
    return Fraction(index(top), index(bottom))


def positive_rational(name: str, value: object, *, zero: bool = False) -> Fraction:
    """As `rational`, refusing negative numbers, and zero too unless `zero` allows it.

    These are parameters and promises, which are printed: no way in makes them longer than text.
    """
    number = rational(name, value)
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > MOST_BITS:
        raise InvalidValue(name, number, _TOO_LONG)
    if number < 0 or (number == 0 and not zero):
        raise InvalidValue(name, number, "it must be " + (">= 0" if zero else "> 0"))
    return number


def whole(name: str, value: object) -> int:
    """`value` as an int, without rounding."""
    if isinstance(value, str) and (number := whole_number(value)) is not None:
        return number
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise InvalidValue(name, value, "write a whole number") from None
    if isinstance(value, bool):
        raise InvalidValue(name, value, "write a whole number")
    if number.bit_length() > MOST_BITS:
        raise InvalidValue(name, number, "it is too long to be written")
    return number


def whole_number(text: str) -> int | None:
    """The integer that a text denotes, in the digits that `rational` takes; None for any other."""
    found = NUMBER.fullmatch(text.strip(WHITE)) if len(text) <= MOST_DIGITS else None
    if found is None or found[4] is None or found[5] is not None or found[6] is not None:
        return None
    return int(found[1] + found[4])


def _from_text(name: str, text: str) -> Fraction:
    bare = text.strip(WHITE)
    if len(bare) > 2 * MOST_DIGITS + 2:
        raise InvalidValue(name, text, _TOO_LONG)
    found = NUMBER.fullmatch(bare)
    if found is None:
        raise InvalidValue(name, text, _FORM)
    sign, top, bottom, whole, part, exponent = found.groups()
    if bottom is None:
        return _decimal(name, text, sign, whole, part or "", exponent or "0")
    if max(len(top), len(bottom)) > MOST_DIGITS:
        raise InvalidValue(name, text, _TOO_LONG)
    if not bottom.strip("0"):
        raise InvalidValue(name, text, "its denominator is zero")
    return Fraction(int(sign + top), int(bottom))


def _decimal(name: str, text: str, sign: str, whole: str, part: str, exponent: str) -> Fraction:
    """The decimal with these digits before and after its point."""
    size = exponent.lstrip("+-").lstrip("0")
    if len(size) > len(str(MOST_DIGITS)):
        raise InvalidValue(name, text, _TOO_LONG)
    shift = int(f"{'-' * exponent.startswith('-')}{size or 0}") - len(part)
    if len(whole) + len(part) + max(0, shift, -shift - len(part)) > MOST_DIGITS:
        raise InvalidValue(name, text, _TOO_LONG)
    digits = int(f"{sign}{whole}{part}")
    return Fraction(digits * 10**shift) if shift >= 0 else Fraction(digits, 10**-shift)
