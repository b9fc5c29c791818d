"""Numbers a + ln b, with a and b > 0 quotients of sums of c * e^r: log-weights that are exact.

A mechanism's formula runs over this field as over any other; what leaves it (pi, the exponential of
an exponential, half a logarithm) is declined with `NotExact`, which says what it was, and the
caller goes back to balls.

A formula says the same numbers again and again, once for each dataset and output.  So a number
keeps what was made of it: doing the same again to the same object gives the same object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import Any, NoReturn

from dpbi.numbers.balls import Balls
from dpbi.numbers.expquotient import ONE, ZERO, ExpQuotient
from dpbi.numbers.expquotient import NotExact as NotExact
from dpbi.numbers.expsum import ExpSum
from dpbi.numbers.field import Field, Real
from dpbi.numbers.ladder import LADDER

KEPT = 1 << 14  # results that a number keeps; then it starts anew


class LogSum:
    """a + ln b, with b > 0; in b no power of e is a factor, it is added to a."""

    __slots__ = ("_made", "a", "b")

    def __init__(self, a: ExpQuotient, b: ExpQuotient = ONE) -> None:
        if b.exponent:
            a = a + ExpQuotient(b.exponent)
            b = ExpQuotient(b.coefficient, factors=b.factors)
        self.a, self.b = a, b
        self._made: dict[Any, tuple[Any, LogSum]] = {}

    @staticmethod
    def of(value: LogSum | Fraction | int) -> LogSum:
        """A plain exact number, or one that is here already."""
        if isinstance(value, LogSum):
            return value
        if isinstance(value, (int, Fraction)):
            return LogSum(ExpQuotient(Fraction(value)))
        raise NotExact(f"the {type(value).__name__} {str(value)[:20]}, written without F.rational")

    @property
    def plain(self) -> ExpQuotient:
        """a, where b is 1."""
        if self.b != ONE:
            raise NotExact("a function of a logarithm")
        return self.a

    def exp(self) -> ExpQuotient:
        """b e^a, where a is rational."""
        r = self.a.as_rational
        if r is None:
            raise NotExact("the exponential of an exponential")
        return ExpQuotient(self.b.coefficient, r, self.b.factors)

    def _once(self, what: str, other: Any, make: Callable[[LogSum], LogSum]) -> LogSum:
        """make(other), kept under the name of the operation and the identity of the operand.

        The operand is kept too, so no other object can come to have its identity; small integers
        are their own names.
        """
        key = (what, other) if type(other) is int else (what, None, id(other))
        if (known := self._made.get(key)) is not None:
            return known[1]
        found = make(LogSum.of(other))
        if len(self._made) >= KEPT:
            self._made.clear()
        self._made[key] = (other, found)
        return found

    def __add__(self, other: Any) -> LogSum:
        return self._once("+", other, lambda that: LogSum(self.a + that.a, self.b * that.b))

    def __sub__(self, other: Any) -> LogSum:
        return self._once("-", other, lambda that: LogSum(self.a - that.a, self.b / that.b))

    def __neg__(self) -> LogSum:
        return self * -1

    def __rsub__(self, other: Any) -> LogSum:
        return self._once("from", other, lambda that: that - self)

    def __mul__(self, other: Any) -> LogSum:
        return self._once("*", other, self._times)

    def _times(self, that: LogSum) -> LogSum:
        if self.b == ONE == that.b:
            return LogSum(self.a * that.a)
        many, one = (self, that) if self.b != ONE else (that, self)
        times = one.plain.as_rational
        if times is None:
            raise NotExact("a logarithm times an exponential")
        power = (many.b**times.numerator).root(times.denominator)
        if power is None:
            raise NotExact(f"{times} times a logarithm")
        return LogSum(many.a * one.a, power)

    def __truediv__(self, other: Any) -> LogSum:
        return self._once("/", other, lambda that: self._times(LogSum(ONE / that.plain)))

    def __rtruediv__(self, other: Any) -> LogSum:
        return self._once("over", other, lambda that: that / self)

    def __pow__(self, times: int) -> LogSum:
        if not isinstance(times, int):
            raise NotExact("a power that is not an integer (F.sqrt is covered)")
        return self._once("**", times, lambda _: LogSum(self.plain**times))

    def __rpow__(self, base: Any) -> NoReturn:
        raise NotExact(f"a power of {str(base)[:20]}")

    __radd__, __rmul__ = __add__, __mul__

    def __abs__(self) -> LogSum:
        return -self if self.sign() < 0 else self

    def __eq__(self, other: object) -> bool:
        return self._against(other) == 0

    def __hash__(self) -> int:
        raise NotExact("a number used as a key")  # equal numbers may be written in different ways

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

    def value(self, F: Field) -> Real:
        """The number in a field."""
        a = self.a.value(F)
        return a if self.b == ONE else a + F.log(self.b.value(F))

    def _against(self, other: Any) -> int:
        """The sign of the difference d + ln s: of d where s = 1; of s - e^-d where d is rational.

        Of others balls decide all that do not tie.
        """
        that = LogSum.of(other)
        d, s = self.a - that.a, self.b / that.b
        if s == ONE:
            return d.sign()
        if (r := d.as_rational) is not None:
            return (s - ExpQuotient(Fraction(1), -r)).sign()
        for rung in LADDER:
            F = Balls(rung.bits)
            with F.scope():
                ball = LogSum(d, s).value(F)
                if ball > 0 or ball < 0:
                    return 1 if ball > 0 else -1
        raise NotExact("the order of a logarithm and an exponential")

    def __repr__(self) -> str:
        return f"LogSum({self.a!r}, {self.b!r})"


@dataclass(frozen=True, slots=True)
class LogSums:
    """The field of these numbers, as far as it goes."""

    guaranteed = True
    _made: dict[Any, LogSum] = field(default_factory=dict, compare=False, repr=False)

    def rational(self, value: Fraction | int) -> LogSum:
        """A rational number; the same object for the same number, so that results are kept."""
        if value not in self._made:
            if len(self._made) >= KEPT:
                self._made.clear()
            self._made[value] = LogSum.of(value)
        return self._made[value]

    def exp(self, value: Any) -> LogSum:
        """e^value."""
        return LogSum.of(value)._once("exp", 0, lambda _: LogSum(LogSum.of(value).exp()))

    def expm1(self, value: Any) -> LogSum:
        """e^value - 1."""
        return self.exp(value) - 1

    def log(self, value: Any) -> LogSum:
        """ln of a positive number; a power of e becomes rational again."""
        inside = LogSum.of(value)
        return inside._once("log", 0, lambda _: LogSum(ZERO, _positive(inside.plain)))

    def sqrt(self, value: Any) -> LogSum:
        """The root, where the way in which the number is written shows one."""
        inside = LogSum.of(value).plain
        found = inside.root(2) if inside.sign() > 0 else inside if not inside.coefficient else None
        if found is None:
            raise NotExact("a square root that is no quotient of exponential sums")
        return LogSum(found)

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

    def pi(self) -> NoReturn:
        """Declined: it is not known how pi relates to powers of e."""
        raise NotExact("pi")

    def lgamma_ladder(self, *_: Any) -> NoReturn:
        """Declined."""
        raise NotExact("a gamma function")

    def _decline(self, *_: Any) -> NoReturn:
        raise NotExact("an operation of ball arithmetic")

    scope = deeper = monotone = _decline


def _positive(value: ExpQuotient) -> ExpQuotient:
    if value.sign() <= 0:
        raise NotExact("the logarithm of a number that is not positive")
    return value


__all__ = ["ExpSum", "LogSum", "LogSums", "NotExact"]
