"""Reading exact numbers: int, Fraction, Decimal or text; a float is refused, never guessed.

Every number that comes from outside is read here: options, parameters, law files, baselines.

    number  =  sign? digits ( "/" digits )?
            |  sign? ( digits "."? digits? | "." digits ) ( ("e" | "E") sign? digits )?

The digits are 0 to 9.  White space of ASCII is allowed before and after a number, never within.
Written out in full, without an exponent, a number has at most 4000 digits: that is decided on the
text, in linear time, before any integer is built, and it is below the 4300 digits beyond which
Python neither reads nor writes integers.

`read_object` reads a JSON object that somebody else wrote, with the same care: its size is bounded,
and whatever is wrong is refused in one sentence.
"""

from __future__ import annotations

import json
import re
import stat
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from operator import index
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from dpbi.errors import BadLawFile, InexactInput, InvalidValue

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


MOST_BYTES = 48_000_000
MOST_VALUES, MOST_NESTED = 6_000_000, 2_000_000


Refuse: TypeAlias = Callable[[str], NoReturn]
"""What to do with a reason: it raises."""


def read_object(path: Path) -> dict[str, Any]:
    """The JSON object in a file, once its size, its names and its numbers are seen to be sane."""

    def refuse(reason: str) -> NoReturn:
        raise BadLawFile(str(path), reason)

    return parsed(_content(path, refuse), refuse)


def _content(path: Path, refuse: Refuse) -> bytes:
    """The bytes of an ordinary file of bounded size that begins as an object does."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            refuse("it is not an ordinary file")
        if status.st_size > MOST_BYTES:
            refuse(f"it has {status.st_size:,} bytes, more than the {MOST_BYTES:,} that are read")
        with path.open("rb") as file:
            start = file.read(4096)
            if not start.strip():
                refuse("it is empty" if len(start) < 4096 else "it begins with blank space only")
            if not start.lstrip().startswith(b"{"):
                refuse("it is not a JSON object: it must begin with {")
            content = start + file.read(MOST_BYTES + 1 - len(start))
    except (OSError, ValueError) as error:  # a name with a zero in it is a ValueError
        refuse(f"it cannot be read ({getattr(error, 'strerror', None) or error})")
    if len(content) > MOST_BYTES:
        refuse(f"it has more than the {MOST_BYTES:,} bytes that are read")
    return content


def parsed(content: bytes, refuse: Refuse) -> dict[str, Any]:
    """The JSON object that bytes are; anything else is refused in a few words."""
    if content.count(b",") > MOST_VALUES or content.count(b"[") + content.count(b"{") > MOST_NESTED:
        refuse(f"it has more than {MOST_VALUES:,} values, or {MOST_NESTED:,} lists and objects")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        refuse(f"byte {error.start} is not UTF-8")

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
            refuse(f"the name {short(twice)} occurs twice in one object")
        return found

    def constant(name: str) -> NoReturn:
        refuse(f"{name} is not a number of a law")

    def whole(digits: str) -> int:
        if len(digits) > MOST_DIGITS:
            refuse(f"a number has more than {MOST_DIGITS} digits")
        return int(digits)

    try:
        document = json.loads(
            text, object_pairs_hook=unique, parse_constant=constant, parse_int=whole
        )
    except json.JSONDecodeError as error:
        early = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        end = " (it ends too early)" if early else ""
        refuse(f"line {error.lineno}, column {error.colno}: {error.msg}{end}")
    except RecursionError:
        refuse("it is nested too deeply")
    if not isinstance(document, dict):
        refuse("it is not a JSON object")
    return document


def short(value: Any) -> str:
    """A value as JSON has it, cut where it is long."""
    try:
        text = json.dumps(value)
    except (ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "..."
