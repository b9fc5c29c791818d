"""Numbers that are not known yet: what a program computes with in place of its noises.

`Noisy` is a sum of multiples of noises and a number, `Rounded` a multiple of its floor.  All
arithmetic is exact.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from dpbi.programs.running import Run
from dpbi.programs.unknown import (
    Kind,
    Unknown,
    ordinary,
    strange,
    typed,
    uncompared,
    wider,
)


class Noisy(Unknown):
    """The sum of coefficient * noise, no coefficient 0 and at least one, plus a constant."""

    __slots__ = ("_coefficients", "_constant")

    def __init__(
        self, run: Run, coefficients: dict[int, Fraction], constant: Fraction, kind: Kind
    ) -> None:
        super().__init__(run, kind)
        self._coefficients, self._constant = coefficients, constant

    def __add__(self, other: Any) -> Any:
        number = ordinary(other)
        if number is not None:
            kind = wider(self.kind, number[1])
            return Noisy(self._run, self._coefficients, self._constant + number[0], kind)
        if type(other) is Rounded:
            other = other.as_sum()
        if type(other) is not Noisy:
            return self._strange(other, "adds")
        self._check(other)
        total = _sum(self._coefficients, other._coefficients)
        constant, kind = self._constant + other._constant, wider(self.kind, other.kind)
        return (
            Noisy(self._run, total, constant, kind) if total else typed(self._run, constant, kind)
        )

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        number = ordinary(other)
        if number is None:
            return self._strange(other, "multiplies")
        times, kind = number[0], wider(self.kind, number[1])
        if not times:
            return typed(self._run, times, kind)
        scaled = {i: a * times for i, a in self._coefficients.items()}
        return Noisy(self._run, scaled, self._constant * times, kind)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        number = ordinary(other)
        if number is None:
            return self._strange(other, "divides")
        kind = wider(self.kind, number[1])
        divided = self * (1 / number[0])
        return Noisy(self._run, divided._coefficients, divided._constant, _quotient(kind))

    def __floordiv__(self, other: Any) -> Any:
        number = ordinary(other)
        if number is None:
            return self._strange(other, "divides without remainder")
        kind = wider(self.kind, number[1])
        found = (self * (1 / number[0])).floor()
        found.kind = float if kind is float else int
        return found

    def __mod__(self, other: Any) -> Any:
        return remainder(self, other)

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def negative(self) -> Noisy:
        negative = {i: -a for i, a in self._coefficients.items()}
        return Noisy(self._run, negative, -self._constant, self.kind)

    def compare(self, other: Any, *, strict: bool) -> bool:
        if isinstance(other, float) and math.isinf(other):
            return other < 0
        if type(other) is Rounded:
            other = other.as_sum()
        if type(other) is Noisy:
            self._check(other)
            negative, constant = other.negative()._coefficients, other._constant
        elif (number := ordinary(other)) is not None:
            negative, constant = {}, number[0]
        else:
            return uncompared(self._run, other)
        free = _sum(self._coefficients, negative)
        return self._run.compare(free, self._constant - constant, strict=strict)

    def _check(self, other: Noisy) -> None:
        if other._run is not self._run:
            self._run.refuse("it keeps a noise from one run for another")

    def _is_integral(self) -> bool:
        """Whether all its noises are integers, and are multiplied by integers."""
        return all(
            a.denominator == 1 and not self._run.zone.is_continuous(i)
            for i, a in self._coefficients.items()
        )

    def floor(self) -> Any:
        if self._is_integral():
            constant = Fraction(math.floor(self._constant))
            return Noisy(self._run, self._coefficients, constant, int)
        return Rounded(self, Fraction(1), Fraction(0), int)

    def rounded(self) -> Any:
        """Halves go to the even side; they have probability 0 where a continuous noise is in it."""
        above = (self + Fraction(1, 2)).floor()
        if any(map(self._run.zone.is_continuous, self._coefficients)):
            return above
        is_odd_half = self + Fraction(1, 2) == above and above % 2 == 1
        return above - 1 if is_odd_half else above

    def value(self) -> Any:
        """The run splits into one for each; continuous noises have no list of values."""
        if any(map(self._run.zone.is_continuous, self._coefficients)):
            self._run.refuse(
                "it returns a continuous noise, or shows one: round it, as with math.floor"
            )
        total = self._constant + self._run.value(self._coefficients)
        return typed(self._run, total, self.kind)

    def _strange(self, other: Any, verb: str) -> Any:
        """A refusal, or Python's own where neither side is ours."""
        return strange(self._run, other, verb)


class Rounded(Unknown):
    """times * floor(inside) + constant, times not 0; `inside` is not a sum of integers."""

    __slots__ = ("_constant", "_inside", "_times")

    def __init__(self, inside: Noisy, times: Fraction, constant: Fraction, kind: Kind) -> None:
        super().__init__(inside._run, kind)
        self._inside, self._times, self._constant = inside, times, constant

    def __add__(self, other: Any) -> Any:
        number = ordinary(other)
        if number is None:
            return self.as_sum() + other if issubclass(type(other), Unknown) else NotImplemented
        kind = wider(self.kind, number[1])
        return Rounded(self._inside, self._times, self._constant + number[0], kind)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        number = ordinary(other)
        if number is None:
            return strange(self._run, other, "multiplies")
        times, kind = number[0], wider(self.kind, number[1])
        if not times:
            return typed(self._run, times, kind)
        return Rounded(self._inside, self._times * times, self._constant * times, kind)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        number = ordinary(other)
        if number is None:
            return strange(self._run, other, "divides")
        divided = self * (1 / number[0])
        divided.kind = _quotient(wider(self.kind, number[1]))
        return divided

    def as_sum(self) -> Noisy:
        """The same with an integer unknown that is the floor."""
        whole = self._run.whole(self._inside._coefficients, self._inside._constant)
        return Noisy(self._run, {whole: self._times}, self._constant, self.kind)

    def __floordiv__(self, other: Any) -> Any:
        return self.as_sum() // other

    def __mod__(self, other: Any) -> Any:
        return remainder(self, other)

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def negative(self) -> Rounded:
        return Rounded(self._inside, -self._times, -self._constant, self.kind)

    def compare(self, other: Any, *, strict: bool) -> bool:
        """floor(z) >= t where z >= ceil(t); floor(z) <= t where z < floor(t) + 1."""
        if isinstance(other, float) and math.isinf(other):
            return other < 0
        if type(other) in (Noisy, Rounded):
            return self.as_sum().compare(other, strict=strict)
        number = ordinary(other)
        if number is None:
            return uncompared(self._run, other)
        t = (number[0] - self._constant) / self._times
        if self._times > 0:
            return self._inside >= (math.floor(t) + 1 if strict else math.ceil(t))
        return self._inside < (math.ceil(t) if strict else math.floor(t) + 1)

    def _is_integral(self) -> bool:
        return self._times.denominator == 1 == self._constant.denominator

    def floor(self) -> Any:
        if not self._is_integral():
            return self.as_sum().floor()
        return Rounded(self._inside, self._times, self._constant, int)

    def rounded(self) -> Any:
        return self.floor() if self._is_integral() else self.as_sum().rounded()

    def value(self) -> Any:
        whole = self._run.split(self._inside._coefficients, self._inside._constant)
        return typed(self._run, self._times * whole + self._constant, self.kind)


def remainder(number: Any, by: Any) -> Any:
    """number % by: what the floor of the quotient leaves, with the sign of `by`."""
    divisor = ordinary(by)
    if divisor is None:
        return strange(number._run, by, "divides")
    found = number - (number // by) * by
    if issubclass(type(found), Unknown):
        found.kind = wider(number.kind, divisor[1])
    return found


def sum_of(run: Run, value: Any) -> tuple[dict[int, Fraction], Fraction]:
    """The coefficients and the constant of a noisy or an ordinary number."""
    if type(value) is Rounded and value._run is run:
        value = value.as_sum()
    if type(value) is Noisy and value._run is run:
        return value._coefficients, value._constant
    if (number := ordinary(value)) is None:
        run.refuse("it asks for the largest of values that are no sums of noises and numbers")
    return {}, number[0]


def endless(number: Any) -> Noisy | None:
    """A number as a sum of integers, where too many of its values are left for a list of them."""
    if type(number) is Rounded:
        inside = number._inside
        listed = number._run.is_listed(inside._coefficients, inside._constant)
        return None if listed else number.as_sum()
    if type(number) is not Noisy:
        return None
    run, noises = number._run, number._coefficients
    if any(map(run.zone.is_continuous, noises)) or run.is_listed(noises, number._constant):
        return None
    return number


def _sum(a: dict[int, Fraction], b: dict[int, Fraction]) -> dict[int, Fraction]:
    total = dict(a)
    for i, c in b.items():
        total[i] = total[i] + c if i in total else c
    return {i: c for i, c in total.items() if c}


def _quotient(kind: Kind) -> Kind:
    """The type of a quotient: of two integers, a float."""
    return float if kind is int else kind
