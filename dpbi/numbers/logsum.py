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


class NotExact(Exception):
    """A number that is no a + ln b."""


@dataclass(frozen=True, slots=True)
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
        if times is None or times.denominator != 1 or times < 0:
            raise NotExact
        return reduce(LogSum.__add__, [many] * int(times), LogSum(ZERO))

    def __truediv__(self, other: Any) -> LogSum:
        return self * LogSum(_inverse(LogSum.of(other).plain))

    def __rtruediv__(self, other: Any) -> LogSum:
        return LogSum.of(other) / self

    def __pow__(self, times: int) -> LogSum:
        if times < 0:
            return LogSum(_inverse((self**-times).plain))
        return reduce(LogSum.__mul__, [self] * times, LogSum(ONE))

    __radd__, __rmul__ = __add__, __mul__

    def __abs__(self) -> LogSum:
        return -self if self.plain.sign() < 0 else self

    def __lt__(self, other: Any) -> bool:
        return (LogSum.of(other) - self).sign() > 0

    def __le__(self, other: Any) -> bool:
        return (LogSum.of(other) - self).sign() >= 0

    def sign(self) -> int:
        """-1, 0 or 1: of a, or of b - 1, where the number is one of the two alone."""
        if self.b == ONE:
            return self.a.sign()
        return (self.exp() - ONE).sign()


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


def _inverse(value: ExpSum) -> ExpSum:
    found = value.inverse()
    if found is None:
        raise NotExact
    return found
