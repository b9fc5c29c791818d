"""Exact bounds such as a promised epsilon: a + c ln(b), with rational a, c and b > 0.

Their order is always decided.  a + c ln b is zero only if a is and b^c is 1, because e^a is
irrational for rational a != 0 (Lambert 1761) and transcendental (Lindemann 1882), and b^c is
algebraic.  In normal form b > 1 is not a perfect power of a rational and c != 0, or b = 1 and
c = 0; then b^c = d^e only where b = d and c = e.  So equality is equality of fields, and balls
separate all else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from typing import TypeAlias

from flint import fmpz

from dpbi.errors import InvalidValue
from dpbi.fields.balls import Balls
from dpbi.fields.enclosure import Enclosure
from dpbi.fields.expsums import ExpSum
from dpbi.fields.field import Field, Real
from dpbi.fields.rational import Rational, positive_rational, rational

MOST_BITS = 20_000  # of b^c, which is multiplied out
SHORT = 10**9  # ln(9) is written so and not 2*ln(3), up to here


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """plain + times * ln(base), in normal form if made by `Level.of` and `Level.ln`."""

    plain: Fraction
    times: Fraction = Fraction(0)
    base: Fraction = Fraction(1)

    @staticmethod
    def of(value: Level | Fraction | int) -> Level:
        """A rational number as a level; a level as it is."""
        return value if isinstance(value, Level) else Level(rational("level", value))

    @staticmethod
    def ln(base: Fraction | int, times: Fraction | int = 1) -> Level:
        """times * ln(base), for base > 0."""
        base, times = rational("ln's argument", base), rational("ln's factor", times)
        if base <= 0:
            raise InvalidValue("ln's argument", base, "it must be > 0")
        if base == 1 or times == 0:
            return Level(Fraction(0))
        if base < 1:
            base, times = 1 / base, -times
        root, power = _root(base)
        return Level(Fraction(0), times * power, root)

    @property
    def as_rational(self) -> Fraction | None:
        """The value, where it is rational."""
        return None if self.times else self.plain

    @property
    def simplest(self) -> Fraction | Level:
        """A Fraction where it is rational, else the level itself."""
        return self if self.times else self.plain

    @property
    def power(self) -> int:
        """The least m >= 1 for which e^(m * level) is a rational times a power of e.

        Only levels of power 1 can tie with the logarithm of a ratio of exponential sums: a ratio
        of such sums that is algebraic is rational, and b^c is irrational where c is not an integer.
        """
        return self.times.denominator

    @property
    def factor(self) -> ExpSum:
        """e^(power * level) as one term."""
        scale = self.base ** (self.times * self.power).numerator
        return ExpSum.of({self.power * self.plain: scale})

    def value(self, F: Field) -> Real:
        """The number in a field."""
        if not self.times:
            return F.rational(self.plain)
        log = F.rational(self.times) * F.log(F.rational(self.base))
        return log + F.rational(self.plain) if self.plain else log

    def enclosure(self, bits: int = 128) -> Enclosure:
        """Rational bounds, to about the given number of bits; exact where the level is rational."""
        F = Balls(bits)
        with F.scope():
            return F.enclosure(self.value(F)) if self.times else Enclosure.exactly(self.plain)

    def sign(self) -> int:
        """-1, 0 or 1, always decided."""
        if not self.times or not self.plain:
            return _sign(self.times or self.plain)
        bits = 64
        while True:
            near = self.enclosure(bits)
            if near.lo > 0 or near.hi < 0:
                return _sign(near.lo)
            bits *= 2

    def __add__(self, other: Fraction | int) -> Level:
        if not isinstance(other, (int, Fraction)):
            return NotImplemented
        return Level(self.plain + other, self.times, self.base)

    def __mul__(self, other: Fraction | int) -> Level:
        if not isinstance(other, (int, Fraction)):
            return NotImplemented
        if not other:
            return Level(Fraction(0))
        return Level(self.plain * other, self.times * other, self.base)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Level:
        return self * -1

    def __sub__(self, other: Fraction | int) -> Level:
        return self + -other

    def __rsub__(self, other: Fraction | int) -> Level:
        return -self + other

    def __truediv__(self, other: Fraction | int) -> Level:
        return self * (1 / Fraction(other))

    def __float__(self) -> float:
        return float(self.enclosure())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Level, int, Fraction)):
            return NotImplemented
        that = Level.of(other)
        return (self.plain, self.times, self.base) == (that.plain, that.times, that.base)

    def __lt__(self, other: Level | Fraction | int) -> bool:
        if not isinstance(other, (Level, int, Fraction)):
            return NotImplemented
        that = Level.of(other)
        return self != that and _separated(self, that)

    def __hash__(self) -> int:
        return hash((self.plain, self.times, self.base) if self.times else self.plain)

    def __repr__(self) -> str:
        return f"<Level {self}>"

    def __str__(self) -> str:
        if not self.times:
            return str(self.plain)
        log = _text(abs(self.times), self.base)
        if not self.plain:
            return log if self.times > 0 else f"-{log}"
        return f"{self.plain} {'+' if self.times > 0 else '-'} {log}"


ExactNumber: TypeAlias = Fraction | Level
"""A number whose order is always decided: rational, or a + c ln b."""

ExactInput: TypeAlias = Rational | Level
"""What may be written for one: 1, "1/2", "0.3", Fraction(1, 2), "ln(3)"; never a float."""


def level(name: str, value: object) -> ExactNumber:
    """The number that a value denotes, as `rational` reads it, or "ln(3)", "ln(9)/2", "2*ln(3)"."""
    if isinstance(value, Level):
        return _bounded(name, value, value.base, value.times, value.plain)
    if not (isinstance(value, str) and "l" in value.lower()):
        return rational(name, value)
    parts = _FORM.fullmatch(value) if len(value) <= _LONGEST else None
    if parts is None:
        raise InvalidValue(name, value if len(value) <= _LONGEST else value[:20] + "...", _NEED)
    if "/" in (parts["times"] or "") and not parts["star"]:  # 1/2ln(9) might be 1/(2 ln(9))
        raise InvalidValue(name, value, "write the * after a fraction, as in 1/2*ln(9)")
    base = rational(name, parts["base"].strip())
    if base <= 0:
        raise InvalidValue(name, value, "the argument of ln must be > 0")
    times = rational(name, parts["times"] or "1") * rational(name, parts["also"] or "1")
    over = rational(name, parts["over"] or "1")
    if over == 0:
        raise InvalidValue(name, value, "its denominator is zero")
    times = times / over * (-1 if parts["sign"] == "-" else 1)
    return _bounded(name, value, base, times, rational(name, (parts["plain"] or "0").strip()))


def positive_level(name: str, value: object, *, zero: bool = False) -> ExactNumber:
    """As `level`, refusing negative numbers, and zero too unless `zero` allows it."""
    number = level(name, value)
    if isinstance(number, Fraction):
        return positive_rational(name, number, zero=zero)
    if number < 0:
        raise InvalidValue(name, number, "it must be " + (">= 0" if zero else "> 0"))
    return number


def log_at_most(ratio: Fraction, bound: ExactNumber) -> bool:
    """Whether ln(ratio) <= bound, for ratio > 0: always decided.

    ln(ratio) = a + c ln b needs e^a algebraic, so a = 0, and then b^c rational, so c an integer.
    """
    that = Level.of(bound)
    if not that.plain and that.power == 1:
        return ratio <= that.base**that.times.numerator
    bits = 64
    while True:
        F, far = Balls(bits), that.enclosure(bits)
        with F.scope():
            near = F.enclosure(F.log(F.rational(ratio)))
        if near.hi < far.lo or far.hi < near.lo:
            return near.hi < far.lo
        bits *= 2


_LONGEST = 400  # characters
_NEED = 'write a number, or a logarithm such as "ln(3)", "ln(9)/2", "2*ln(3)" or "1/2 + ln(3)"'
_NUMBER = r"[0-9][0-9./]*(?:[eE][+-]?[0-9]+)?"
_FORM = re.compile(
    rf" *(?:(?P<plain>-?{_NUMBER}) *(?=[+-]))?(?P<sign>[+-])? *"
    rf"(?:(?P<times>{_NUMBER}) *(?P<star>\*)? *)?"
    rf"ln *\( *(?P<base>{_NUMBER}) *\) *(?:\* *(?P<also>{_NUMBER}))? *(?:/ *(?P<over>[0-9.]+))? *"
)


def _bounded(
    name: str, value: object, base: Fraction, times: Fraction, plain: Fraction
) -> ExactNumber:
    """plain + times * ln(base) in normal form, if base^times is not too long."""
    if abs(times.numerator) * max(base.numerator, base.denominator).bit_length() > MOST_BITS:
        raise InvalidValue(name, value, "the power of its argument has too many digits")
    return (Level.ln(base, times) + plain).simplest


def _separated(a: Level, b: Level) -> bool:
    """Whether a < b, for levels that differ."""
    if not a.times and not b.times:
        return a.plain < b.plain
    bits = 64
    while True:
        near, far = a.enclosure(bits), b.enclosure(bits)
        if near.hi < far.lo or far.hi < near.lo:
            return near.hi < far.lo
        bits *= 2


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def _root(base: Fraction) -> tuple[Fraction, int]:
    """The r and the largest k with r^k = base, for base > 1."""
    top, bottom, power, k = fmpz(base.numerator), fmpz(base.denominator), 1, 2
    while k < base.numerator.bit_length():  # the numerator is the larger of the two
        roots = top.root(k), bottom.root(k)
        if roots[0] ** k == top and roots[1] ** k == bottom:
            (top, bottom), power = roots, power * k
        else:
            k += 1
        if top < fmpz(2) ** k:
            break
    return Fraction(int(top), int(bottom)), power


def _text(times: Fraction, base: Fraction) -> str:
    """times ln(base) for times > 0: "ln(9)", "ln(3)/2", "40*ln(3)"."""
    whole = times.numerator
    short = whole * base.numerator.bit_length() <= 64 and base.numerator**whole <= SHORT
    log = f"ln({base**whole})" if short else f"ln({base})" if whole == 1 else f"{whole}*ln({base})"
    return log if times.denominator == 1 else f"{log}/{times.denominator}"
