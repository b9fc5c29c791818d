"""How far two answers are apart: numbers whose squares are rational, so that order is exact.

An l1 or linf norm of exact numbers is rational, an l2 norm the root of a rational.  A `Size` keeps
the square; sizes are compared by their squares, and nothing is rounded before it is printed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from math import isqrt
from typing import Any, Literal, TypeAlias, get_args

from dpbi.errors import InvalidValue
from dpbi.fields import Balls, Enclosure, Field, Real, positive_rational
from dpbi.fields.enclosure import ends

Norm: TypeAlias = Literal["l1", "l2", "linf"]
NORMS: tuple[str, ...] = get_args(Norm)
BITS = 128
_ROOT = re.compile(r"\s*sqrt\((.*)\)\s*", re.DOTALL)


@total_ordering
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Size:
    """A number >= 0 whose square is rational, compared with others and with rationals exactly.

    >>> import dpbi
    >>> diagonal = dpbi.Size.of("sqrt(2)")
    >>> print(diagonal, diagonal.exact, diagonal < dpbi.Size.of("3/2"))
    sqrt(2) = [1.41421356237, 1.41421356238] None True
    """

    square: Fraction

    @staticmethod
    def of(value: Any, name: str = "size") -> Size:
        """The size that is written so: 1, "1/2", "0.3", "sqrt(2)"; never a float."""
        if isinstance(value, Size):
            return value
        if isinstance(value, str) and (root := _ROOT.fullmatch(value)):
            return Size(positive_rational(name, root[1], zero=True))
        return Size(positive_rational(name, value, zero=True) ** 2)

    @property
    def exact(self) -> Fraction | None:
        """The number itself, where it is rational."""
        top, bottom = isqrt(self.square.numerator), isqrt(self.square.denominator)
        is_root = top * top == self.square.numerator and bottom * bottom == self.square.denominator
        return Fraction(top, bottom) if is_root else None

    def value(self, F: Field) -> Real:
        """The number in a field."""
        exact = self.exact
        return F.sqrt(F.rational(self.square)) if exact is None else F.rational(exact)

    def enclosure(self, bits: int = BITS) -> Enclosure:
        """Rational bounds, equal where it is rational."""
        if (exact := self.exact) is not None:
            return Enclosure.exactly(exact)
        F = Balls(bits)
        with F.scope():
            return F.enclosure(self.value(F))

    @property
    def lo(self) -> Fraction:
        """A lower bound, to 128 bits."""
        return self.enclosure().lo

    @property
    def hi(self) -> Fraction:
        """An upper bound, to 128 bits."""
        return self.enclosure().hi

    def json(self, digits: int = 20) -> dict[str, Any]:
        """For programs: the number, or its square, as text; and bounds, rounded outward."""
        e = self.enclosure()
        return {"exact": self.text, **ends(e.lo, e.hi, digits)}

    @property
    def text(self) -> str | None:
        """The number as it can be read back; None where that is too long."""
        exact = self.exact
        number = self.square if exact is None else exact
        if max(number.numerator.bit_length(), number.denominator.bit_length()) > SHOWN:
            return None
        return f"sqrt({number})" if exact is None else str(number)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Size, int, Fraction)):
            return NotImplemented
        return self.square == other.square if isinstance(other, Size) else self._sign(other) == 0

    def __lt__(self, other: Size | Fraction | int) -> bool:
        if not isinstance(other, (Size, int, Fraction)):
            return NotImplemented
        return self.square < other.square if isinstance(other, Size) else self._sign(other) < 0

    def _sign(self, other: Fraction | int) -> int:
        """-1, 0 or 1, as it is below, at or above a rational."""
        if other < 0:
            return 1
        return (self.square > other * other) - (self.square < other * other)

    def __hash__(self) -> int:
        exact = self.exact
        return hash(("root", self.square)) if exact is None else hash(exact)

    def __float__(self) -> float:
        return float(self.enclosure())

    def __str__(self) -> str:
        text, exact, e = self.text, self.exact, self.enclosure()
        if text is not None and exact is not None and len(text) <= WIDE:
            return text
        shown = ends(e.lo, e.hi, 12)
        bounds = f"[{shown['lo']}, {shown['hi']}]"
        return f"{text} = {bounds}" if text is not None and len(text) <= 2 * WIDE else bounds

    def __repr__(self) -> str:
        return f"<Size {self}>"


SHOWN = 12_000  # bits of a number that Python writes
WIDE = 20  # characters of a number that people read


def apart(a: Sequence[Any], b: Sequence[Any], norm: str) -> Any:
    """||a - b||, and of l2 its square: a rational number that orders as the distance does."""
    if norm == "l2":
        return sum((u - v) ** 2 for u, v in zip(a, b, strict=True))
    parts = (abs(u - v) for u, v in zip(a, b, strict=True))
    return sum(parts) if norm == "l1" else max(parts)


def size_of(raw: Fraction | int, norm: str) -> Size:
    """The size of what `apart` says."""
    return Size(Fraction(raw if norm == "l2" else raw * raw))


def check_norm(norm: object) -> str:
    """One of l1, l2 and linf."""
    if not isinstance(norm, str) or norm not in NORMS:
        raise InvalidValue("norm", norm, f"write one of {', '.join(NORMS)}")
    return norm
