"""Two-sided bounds with exact rational ends: what dpbi hands to people and to programs.

An `Enclosure` is one number between two rationals, made by the million.  `Bounds` is what an answer
says of its number: an end may be infinite, and the width that was asked for may have been missed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor, log10
from typing import Any, TypeAlias

from dpbi.errors import InvalidValue, brief
from dpbi.fields.rational import whole
from dpbi.support import table

MOST_DIGITS = 4000  # Python writes integers of up to 4300 digits


@dataclass(frozen=True, slots=True)
class Enclosure:
    """The closed interval [lo, hi]; the number that it stands for lies within.

    >>> import dpbi
    >>> from fractions import Fraction
    >>> third = dpbi.Enclosure(Fraction(3, 10), Fraction(2, 5))
    >>> Fraction(1, 3) in third, third.width
    (True, Fraction(1, 10))
    """

    lo: Fraction
    hi: Fraction

    def __post_init__(self) -> None:
        if self.lo > self.hi:
            raise ValueError(f"an enclosure needs lo <= hi, not [{self.lo}, {self.hi}]")

    @staticmethod
    def exactly(value: Fraction | int) -> Enclosure:
        """The enclosure of a number that is known exactly."""
        return Enclosure(Fraction(value), Fraction(value))

    @property
    def width(self) -> Fraction:
        """hi - lo: how much is left open."""
        return self.hi - self.lo

    def __contains__(self, value: Fraction | int) -> bool:
        return self.lo <= value <= self.hi

    def overlaps(self, other: Enclosure) -> bool:
        """Whether both can stand for the same number."""
        return self.lo <= other.hi and other.lo <= self.hi

    def __float__(self) -> float:
        return float((self.lo + self.hi) / 2)

    def json(self, digits: int = 30) -> dict[str, str]:
        """{"lo", "hi"} as decimal strings of `digits` significant digits, rounded outward."""
        return {"lo": decimal(self.lo, digits, up=False), "hi": decimal(self.hi, digits, up=True)}

    def __repr__(self) -> str:
        return f"<Enclosure {self}>"

    def _repr_html_(self) -> str:
        low, high = (decimal(q, 20, up=up) for q, up in ((self.lo, False), (self.hi, True)))
        width = decimal(self.width, 2, up=True)
        return table([("at least", low), ("at most", high), ("left open", width)])

    def __str__(self) -> str:
        if self.lo == self.hi and len(brief(self.lo)) <= 20:
            return str(self.lo)
        scale = max(abs(self.lo), abs(self.hi))
        if self.width * 2**70 > scale:
            sure = max(1, _exponent(scale / self.width)) + 1
            return f"[{decimal(self.lo, sure, up=False)}, {decimal(self.hi, sure, up=True)}]"
        return f"[{decimal(self.lo, 20, up=False)}, {decimal(self.hi, 20, up=True)}]"


Extended: TypeAlias = Fraction | float
"""A rational, or math.inf; no other float."""


@dataclass(frozen=True, slots=True, repr=False)
class Bounds:
    """lo <= value <= hi: what every answer says of its number; an end may be infinite.

    `asked` is the width that was asked for, where one was; an answer that is `wide` missed it, and
    says so wherever it is shown, and what it `needs` to be closer, where that is known.

    >>> import dpbi
    >>> from fractions import Fraction
    >>> found = dpbi.Bounds(Fraction(1, 4), Fraction(1, 3), asked=Fraction(1, 100))
    >>> found.width, found.wide
    (Fraction(1, 12), True)
    >>> lo, hi = found
    >>> Fraction(3, 10) in found
    True
    >>> found.ends(digits=3)
    {'lo': '0.25', 'hi': '0.334'}
    """

    lo: Extended
    hi: Extended
    asked: Fraction | None = field(default=None, kw_only=True)
    needs: str = field(default="", kw_only=True, compare=False)

    def __iter__(self) -> Iterator[Extended]:
        yield self.lo
        yield self.hi

    def __contains__(self, value: Extended) -> bool:
        return self.lo <= value <= self.hi

    @property
    def width(self) -> Extended:
        """hi - lo; zero for an infinite value."""
        return Fraction(0) if self.lo == math.inf else self.hi - self.lo

    @property
    def reached(self) -> bool:
        """Whether the bounds are as close as was asked."""
        return self.asked is None or self.width <= self.asked

    @property
    def wide(self) -> bool:
        """Whether the bounds are wider than was asked."""
        return not self.reached

    def ends(self, digits: int = 20) -> dict[str, str]:
        """{"lo", "hi"} in decimal, rounded outward; "inf" where there is no bound."""
        return ends(self.lo, self.hi, digits)

    def missed(self) -> dict[str, Any]:
        """{"missed": {"asked", "width", "needs"}} where the bounds are wide, nothing otherwise."""
        if self.asked is None or self.reached:
            return {}
        asked, width = (
            decimal(v, 3, up=True) if isinstance(v, Fraction) else "inf"
            for v in (self.asked, self.width)
        )
        needs = {"needs": self.needs} if self.needs else {}
        return {"missed": {"asked": asked, "width": width, **needs}}

    def wider_than_asked(self) -> str:
        """The remark that follows bounds that are wide."""
        if self.asked is None or self.reached:
            return ""
        needs = f": that needs {self.needs}" if self.needs else ""
        return f" (wider than the {decimal(self.asked, 3, up=True)} asked{needs})"

    def __str__(self) -> str:
        if self.lo == math.inf:
            return "infinite"
        if self.hi == math.inf:
            return f"at least {decimal(Fraction(self.lo), 12, up=False)}{self.wider_than_asked()}"
        return str(Enclosure(Fraction(self.lo), Fraction(self.hi))) + self.wider_than_asked()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def rows(self) -> list[tuple[str, object]]:
        """Names and values, for a table in a notebook; None is left out."""
        return [("value", self)]

    def _repr_html_(self) -> str:
        return table(self.rows())


def ends(lo: Extended, hi: Extended, digits: int) -> dict[str, str]:
    """{"lo", "hi"} in decimal, rounded outward; "inf" where there is no bound."""
    return {"lo": _end(lo, digits, up=False), "hi": _end(hi, digits, up=True)}


def _end(value: Extended, digits: int, *, up: bool) -> str:
    if isinstance(value, Fraction):
        return decimal(value, digits, up=up)
    if value == math.inf:
        return "inf"
    raise TypeError(f"{value!r} is not an end of bounds")  # never print what is not known as inf


def total(parts: Iterable[Enclosure]) -> Enclosure:
    """The enclosure of a sum."""
    items = list(parts)
    return Enclosure(_sum([e.lo for e in items]), _sum([e.hi for e in items]))


def _sum(values: list[Fraction]) -> Fraction:
    """An exact sum in pairs, so that denominators meet late: far faster than left to right."""
    while len(values) > 1:
        values = [a + b for a, b in zip(values[::2], [*values[1::2], Fraction(0)], strict=False)]
    return values[0] if values else Fraction(0)


def decimal(value: Fraction, digits: int, *, up: bool) -> str:
    """`value` to `digits` significant decimal digits, rounded towards +inf (`up`) or -inf.

    Exact numbers that fit are written in full; otherwise the result is on the stated side.
    """
    digits = whole("digits", digits)
    if not 0 <= digits <= MOST_DIGITS:
        raise InvalidValue("digits", digits, f"it must be between 1 and {MOST_DIGITS}")
    if value == 0:
        return "0"
    if value.denominator == 1 and abs(value.numerator) < 10**digits:
        return str(value.numerator)
    exponent = _exponent(abs(value)) - digits + 1
    top, bottom = value.numerator, value.denominator
    if exponent >= 0:
        bottom *= 10**exponent
    else:
        top *= 10**-exponent
    return _plain(-(-top // bottom) if up else top // bottom, exponent)


def _exponent(value: Fraction) -> int:
    """The e with 10^e <= value < 10^(e+1), from lengths in bits: Python limits those in digits.

    Powers are compared as integers: a Fraction would look for common divisors, which for numbers
    of millions of bits takes minutes.
    """
    top, bottom = value.numerator, value.denominator
    bits = top.bit_length() - bottom.bit_length()
    guess = floor((bits - 1) * log10(2)) - 1  # value > 2^(bits - 1)
    if guess >= 0:
        bottom *= 10**guess
    else:
        top *= 10**-guess
    while top >= 10 * bottom:
        guess, bottom = guess + 1, 10 * bottom
    return guess


def _plain(units: int, exponent: int) -> str:
    """units * 10^exponent as a decimal string, in scientific notation when it is far from 1."""
    if units == 0:
        return "0"
    sign, digits = ("-", str(-units)) if units < 0 else ("", str(units))
    stripped = digits.rstrip("0")
    exponent += len(digits) - len(stripped)
    digits = stripped
    point = len(digits) + exponent
    if exponent >= 0 and point <= 24:
        return sign + digits + "0" * exponent
    if 0 < point <= 24:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    head, tail = digits[0], digits[1:]
    return f"{sign}{head}{'.' if tail else ''}{tail}e{point - 1}"
