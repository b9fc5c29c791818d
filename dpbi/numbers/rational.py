"""Reading exact numbers: int, Fraction or a decimal string; a float is refused, never guessed."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from operator import index
from typing import TypeAlias

from dpbi.errors import InexactInput, InvalidValue

Rational: TypeAlias = int | str | Fraction

_LONGEST = 400  # digits; a longer exponent is a typing error, and would build a giant integer


def rational(name: str, value: object) -> Fraction:
    """`value` as the exact number it denotes: "2/7", "0.1", "1e-8", 3 or a Fraction."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, bool):
        raise InvalidValue(name, value, "write a number")
    if isinstance(value, str):
        return _from_text(name, value)
    if isinstance(value, Decimal) and value.is_finite():
        return Fraction(value)
    try:
        return Fraction(index(value))  # type: ignore[arg-type]
    except TypeError:
        pass
    if hasattr(value, "__float__"):
        raise InexactInput(name, float(value))
    raise InvalidValue(
        name, value, 'write an integer, a Fraction or a string such as "1/2" or "0.1"'
    )


def positive_rational(name: str, value: object, *, zero: bool = False) -> Fraction:
    """As `rational`, refusing negative numbers, and zero too unless `zero` allows it."""
    number = rational(name, value)
    if number < 0 or (number == 0 and not zero):
        raise InvalidValue(name, number, "it must be " + (">= 0" if zero else "> 0"))
    return number


def _from_text(name: str, text: str) -> Fraction:
    need = 'write an integer, a fraction or a decimal such as "3", "1/2" or "0.1"'
    _, _, exponent = text.lower().partition("e")
    if len(text) > _LONGEST or (
        exponent.strip("+-").isdigit() and int(exponent) ** 2 > _LONGEST**2
    ):
        raise InvalidValue(name, text[:20] + "...", f"at most {_LONGEST} digits")
    try:
        return Fraction(text.strip())
    except ZeroDivisionError:
        raise InvalidValue(name, text, "its denominator is zero") from None
    except ValueError:
        raise InvalidValue(name, text, need) from None
