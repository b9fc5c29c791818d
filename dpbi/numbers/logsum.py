"""Numbers a + ln b, with a and b sums of c * e^r: log-weights where they are exact.

A mechanism's formula runs over this field as over any other; what leaves it (the sine of a weight,
a root, a quotient of two sums) is declined with `NotExact`, and the caller goes back to balls.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any, NoReturn

from dpbi.numbers.expsum import ExpSum

ZERO, ONE = ExpSum.rational(0), ExpSum.rational(1)


MOST = 4096  # the largest power that is multiplied out


class NotExact(Exception):
    """A number that is no a + ln b."""


@dataclass(frozen=True, slots=True, eq=False)
class LogSum:
    """a + ln b, with b > 0."""

    a: ExpSum
    b: ExpSum = ONE

    @staticmethod
    def of(value: LogSum | Fraction | int) -> LogSum:
        """A plain exact number, or one that is here already."""
        if isinstance(value, LogSum):
            return value
        if isinstance(value, (int, Fraction)):
            return LogSum(ExpSum.rational(value))
        raise NotExact

    @property
    def plain(self) -> ExpSum:
        """a, where b is 1."""
        if self.b != ONE:
            raise NotExact
        return self.a

    def exp(self) -> ExpSum:
        """b e^a, where a is rational."""
        power = self.a.exp()
        if power is None:
            raise NotExact
        return self.b * power

    def __add__(self, other: Any) -> LogSum:
        that = LogSum.of(other)
        return LogSum(self.a + that.a, self.b * that.b)

    def __neg__(self) -> LogSum:
        return LogSum(-self.a, _inverse(self.b))

    def __sub__(self, other: Any) -> LogSum:
        return self + -LogSum.of(other)

    def __rsub__(self, other: Any) -> LogSum:
        return LogSum.of(other) - self

    def __mul__(self, other: Any) -> LogSum:
        that = LogSum.of(other)
        if self.b == that.b == ONE:
            return LogSum(self.a * that.a)
        many, one = (self, that) if self.b != ONE else (that, self)
        times = one.plain.as_rational
        if times is None or times.denominator != 1:
            raise NotExact
        return LogSum(many.a * one.a, _power(many.b, int(times)))

    def __truediv__(self, other: Any) -> LogSum:
        return self * LogSum(_inverse(LogSum.of(other).plain))

    def __rtruediv__(self, other: Any) -> LogSum:
        return LogSum.of(other) / self

    def __pow__(self, times: int) -> LogSum:
        return LogSum(_power(self.plain, times))

    __radd__, __rmul__ = __add__, __mul__

    def __abs__(self) -> LogSum:
        return -self if self.plain.sign() < 0 else self

    def __eq__(self, other: object) -> bool:
        return self._against(other) == 0

    def __hash__(self) -> int:
        raise NotExact  # equal numbers may be written in different ways

    def __bool__(self) -> bool:
        return self.sign() != 0

    def __lt__(self, other: Any) -> bool:
        return self._against(other) < 0

    def __le__(self, other: Any) -> bool:
        return self._against(other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self._against(other) > 0

    def __ge__(self, other: Any) -> bool:
        return self._against(other) >= 0

    def sign(self) -> int:
        """-1, 0 or 1."""
        return self._against(0)

    def _against(self, other: Any) -> int:
        """The sign of a - a' where b = b'; else of b e^(a-a') - b', where a - a' is rational."""
        that = LogSum.of(other)
        if self.b == that.b:
            return (self.a - that.a).sign()
        power = (self.a - that.a).exp()
        if power is None:
            raise NotExact
        return (self.b * power - that.b).sign()


@dataclass(frozen=True, slots=True)
class LogSums:
    """The field of these numbers, as far as it goes."""

    guaranteed = True

    def rational(self, value: Fraction | int) -> LogSum:
        """The number itself."""
        return LogSum.of(value)

    def exp(self, value: Any) -> LogSum:
        """e^value."""
        return LogSum(LogSum.of(value).exp())

    def expm1(self, value: Any) -> LogSum:
        """e^value - 1."""
        return self.exp(value) - 1

    def log(self, value: Any) -> LogSum:
        """ln of a positive number; a power of e becomes rational again."""
        inside = LogSum.of(value).plain
        if inside.sign() <= 0:
            raise NotExact
        power = inside.log()
        return LogSum(ZERO, inside) if power is None else LogSum(power)

    def maximum(self, values: Iterable[Any]) -> LogSum:
        """The largest."""
        return reduce(lambda m, v: v if m < v else m, map(LogSum.of, values))

    def minimum(self, values: Iterable[Any]) -> LogSum:
        """The smallest."""
        return reduce(lambda m, v: v if v < m else m, map(LogSum.of, values))

    def less(self, a: Any, b: Any) -> bool:
        """a < b, always decided."""
        return LogSum.of(a) < LogSum.of(b)

    def less_equal(self, a: Any, b: Any) -> bool:
        """a <= b, always decided."""
        return LogSum.of(a) <= LogSum.of(b)

    def _decline(self, *_: Any) -> NoReturn:
        raise NotExact

    sqrt = pi = lgamma_ladder = scope = deeper = monotone = _decline


def _power(base: ExpSum, times: int) -> ExpSum:
    """base^times by repeated squaring; a negative power where there is a single term."""
    if abs(times) > MOST:
        raise NotExact
    if times < 0:
        base, times = _inverse(base), -times
    result = ONE
    for bit in bin(times)[2:]:
        result = result * result
        if bit == "1":
            result = result * base
    return result


def _inverse(value: ExpSum) -> ExpSum:
    found = value.inverse()
    if found is None:
        raise NotExact
    return found
