"""What an expression evaluates to, and its arithmetic: exact where possible, else in the field.

A `Quantity` is an exact value, an enclosure, or a distance with its normal form.  Order and
equality are three-valued.  Exact values (sums of c e^r) decide always; two Hellinger distances, or
two things that are the same increasing function of one, compare by the normal form of the squared
affinity, sums of logarithms of rationals by theirs; everything else by the field.

`Arithmetic` has a method for each numeric operation of the language, on these values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, reduce
from math import ceil, comb, floor
from typing import Any, TypeAlias

from dpbi.bayes.dirichlet import Dirichlet, same_distance
from dpbi.fields import Balls, Field, Real
from dpbi.fields.expsums import ExpSum
from dpbi.fields.field import LADDER
from dpbi.fields.level import ExactNumber, Level
from dpbi.fields.logarithms import Logarithms


class NoValue(Exception):
    """An expression that has no value here, as far as can be told.

    `certainly` says what it is that has none, where no precision could give it one: a division by
    zero, the logarithm of a number that is not positive.  `certain` says that it has none for
    certain; else more precision, or another tool, may find one.
    """

    def __init__(self, why: str, certainly: str = "") -> None:
        super().__init__(why)
        self.certainly = certainly
        self.certain = bool(certainly)


class Undefined(NoValue):
    """An expression that has no value for certain, as what it speaks of is not there."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.certain = True


@dataclass(frozen=True, slots=True)
class Key:
    """What makes a value equal to another: the same one-to-one function of a distance H(p, q)."""

    function: Any
    p: Dirichlet
    q: Dirichlet

    def equals(self, other: Key) -> bool | None:
        """Equality of the values behind two keys; None where it is not known."""
        if self.function != other.function:
            return None
        return _same(self.p, self.q, other.p, other.q)


@lru_cache(maxsize=100_000)
def _same(p: Dirichlet, q: Dirichlet, r: Dirichlet, s: Dirichlet) -> bool | None:
    return same_distance(p, q, r, s)


@dataclass(frozen=True, slots=True, eq=False)
class Quantity:
    """A value in a field, with its exact form, its key or its logarithms where it has them.

    Two `Quantity`s are the same (`==`, as in a cache) if they are written the same; whether the
    values are equal is what `equal` decides.
    """

    approximate: Real
    exact: ExpSum | None = None
    key: Key | None = None
    logs: Logarithms | None = None

    @property
    def _written(self) -> Any:
        if self.exact is not None:
            return self.exact
        a = self.approximate
        return a if isinstance(a, float) else (a.mid().man_exp(), a.rad().man_exp())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quantity) and self._written == other._written

    def __hash__(self) -> int:
        return hash(self._written)

    @property
    def rational(self) -> Fraction | None:
        """The value, where it is known to be a rational."""
        return None if self.exact is None else self.exact.as_rational

    @property
    def level(self) -> ExactNumber | None:
        """The value, where it is known to be a rational or a + c ln b."""
        level = _level(self)
        return None if level is None else level.simplest

    def integer(self) -> int:
        """The value as an int; no value otherwise."""
        value = self.rational
        if value is None or value.denominator != 1:
            kind = NoValue if value is None else Undefined
            raise kind("an integer is needed")
        return int(value)


def exactly(value: Fraction | int | ExpSum, F: Field) -> Quantity:
    """An exact value in a field."""
    exact = value if isinstance(value, ExpSum) else ExpSum.rational(value)
    return Quantity(exact.value(F), exact)


def combine(
    a: Quantity,
    b: Quantity,
    exact: Callable[[ExpSum, ExpSum], ExpSum | None],
    field: Callable[[Real, Real], Real],
    F: Field,
) -> Quantity:
    """A binary operation: exactly where it can be, else in the field."""
    if a.exact is not None and b.exact is not None:
        found = exact(a.exact, b.exact)
        if found is not None:
            return exactly(found, F)
    return Quantity(field(a.approximate, b.approximate))


def less(a: Quantity, b: Quantity, F: Field) -> bool | None:
    """a < b."""
    if a.exact is not None and b.exact is not None:
        return (b.exact - a.exact).sign() > 0
    answer = F.less(a.approximate, b.approximate)
    return False if answer is None and _tied(a, b) else answer


def less_equal(a: Quantity, b: Quantity, F: Field) -> bool | None:
    """a <= b."""
    if a.exact is not None and b.exact is not None:
        return (b.exact - a.exact).sign() >= 0
    answer = F.less_equal(a.approximate, b.approximate)
    return True if answer is None and _tied(a, b) else answer


def equal(a: Quantity, b: Quantity, F: Field) -> bool | None:
    """a = b: exactly, by keys, or refuted by separation; a tie of enclosures stays undecided."""
    if a.exact is not None and b.exact is not None:
        return a.exact == b.exact
    if F.less(a.approximate, b.approximate) or F.less(b.approximate, a.approximate):
        return False
    return a.key.equals(b.key) if a.key and b.key else _same_level(a, b)


def larger(a: Quantity, b: Quantity, F: Field) -> Quantity:
    """The larger of two, keeping what is exact about it; an enclosure where it is not decided."""
    if (answer := less(a, b, F)) is None:
        return Quantity(F.maximum([a.approximate, b.approximate]))
    return b if answer else a


def smaller(a: Quantity, b: Quantity, F: Field) -> Quantity:
    """The smaller of two, likewise."""
    if (answer := less(b, a, F)) is None:
        return Quantity(F.minimum([a.approximate, b.approximate]))
    return b if answer else a


def _tied(a: Quantity, b: Quantity) -> bool:
    """Whether two values are known to be equal by their keys, or by their logarithms."""
    return bool(a.key and b.key and a.key.equals(b.key)) or _same_level(a, b) is True


def _logs(v: Quantity) -> Logarithms | None:
    """A value as a sum of logarithms; a rational is one without any."""
    return v.logs if v.rational is None else Logarithms(v.rational)


def _level(v: Quantity) -> Level | None:
    logs = _logs(v)
    return None if logs is None else logs.level


def _same_level(a: Quantity, b: Quantity) -> bool | None:
    """Whether two values with logarithms are equal; None where it is not known."""
    if a.logs is None and b.logs is None:
        return None
    one, two = _level(a), _level(b)
    return None if one is None or two is None else one == two


def _sum_of_logs(s: Quantity, t: Quantity) -> Logarithms | None:
    """The logarithms of s + t."""
    if s.logs is None and t.logs is None:
        return None
    one, two = _logs(s), _logs(t)
    return None if one is None or two is None else one + two


def _multiple_of_logs(v: Quantity, factor: Fraction | None) -> Logarithms | None:
    """The logarithms of v times a rational."""
    return None if v.logs is None or factor is None else v.logs.times(factor)


Environment: TypeAlias = Mapping[str, Any]


class Arithmetic:
    """Numeric operations over a field `F`, on numbers.

    `ties`: what no precision has decided so far may be a tie, so powers of e are exact if they can.
    """

    def __init__(self, F: Field) -> None:
        self.F = F
        self.ties = isinstance(F, Balls) and F.bits >= LADDER[-1].bits
        self._literals: dict[str, Quantity] = {}

    def _num(self, digits: str) -> Quantity:
        if digits not in self._literals:
            self._literals[digits] = exactly(Fraction(digits), self.F)
        return self._literals[digits]

    def _pi(self) -> Quantity:
        return Quantity(self.F.pi())

    def _add(self, *terms: Quantity) -> Quantity:
        return reduce(self._plus, terms)

    def _mul(self, *factors: Quantity) -> Quantity:
        return reduce(self._times, factors)

    def _sub(self, s: Quantity, t: Quantity) -> Quantity:
        """s - t; exactly 0 where both are known to be equal."""
        if t.rational == 0:
            return s
        if s.key and t.key and equal(s, t, self.F):
            return exactly(0, self.F)
        found = combine(s, t, lambda u, v: u - v, lambda u, v: u - v, self.F)
        return replace(found, logs=_sum_of_logs(s, self._neg(t))) if s.logs or t.logs else found

    def _neg(self, v: Quantity) -> Quantity:
        if v.exact is not None:
            return exactly(-v.exact, self.F)
        return Quantity(-v.approximate, logs=_multiple_of_logs(v, Fraction(-1)))

    def _div(self, top: Quantity, bottom: Quantity) -> Quantity:
        self._nonzero(bottom)
        if top.rational == 0 or bottom.rational == 1:
            return top
        if top.exact is not None and bottom.exact is not None and (i := bottom.exact.inverse()):
            return exactly(top.exact * i, self.F)
        factor = 1 / bottom.rational if top.logs and bottom.rational else None
        logs = _multiple_of_logs(top, factor)
        return Quantity(top.approximate / bottom.approximate, logs=logs)

    def _pow(self, base: Quantity, m: int) -> Quantity:
        if m < 0:
            self._nonzero(base)
            base, m = self._reciprocal(base), -m
        if base.exact is not None:
            return exactly(reduce(lambda s, t: s * t, [base.exact] * m, ExpSum.rational(1)), self.F)
        return Quantity(base.approximate**m)

    def _exp(self, v: Quantity) -> Quantity:
        exact = v.exact.exp() if v.exact is not None else None
        if self.ties and v.logs is not None and (power := v.logs.power) is not None:
            exact = ExpSum.of({v.logs.plain: power})
        return exactly(exact, self.F) if exact is not None else Quantity(self.F.exp(v.approximate))

    def _log(self, v: Quantity) -> Quantity:
        if (positive := less(exactly(0, self.F), v, self.F)) is not True:
            certainly = "the logarithm of a number <= 0" if positive is False else ""
            raise NoValue("the logarithm of a number that is not certainly positive", certainly)
        if v.exact is not None and (exact := v.exact.log()) is not None:
            return exactly(exact, self.F)
        logs = None if v.rational is None else Logarithms.ln(v.rational)
        return Quantity(self.F.log(v.approximate), logs=logs)

    def _sqrt(self, v: Quantity) -> Quantity:
        if (negative := less(v, exactly(0, self.F), self.F)) is not False:
            certainly = "the root of a number < 0" if negative else ""
            raise NoValue("the root of a number that is not certainly >= 0", certainly)
        return Quantity(self.F.sqrt(v.approximate))

    def _abs(self, v: Quantity) -> Quantity:
        return larger(v, self._neg(v), self.F)

    def _min(self, *values: Quantity) -> Quantity:
        if not values:
            raise Undefined("the smallest of nothing")
        return reduce(lambda s, t: smaller(s, t, self.F), values)

    def _max(self, *values: Quantity) -> Quantity:
        if not values:
            raise Undefined("the largest of nothing")
        return reduce(lambda s, t: larger(s, t, self.F), values)

    def _floor(self, v: Quantity) -> Quantity:
        return self._rounded(v, floor)

    def _ceil(self, v: Quantity) -> Quantity:
        return self._rounded(v, ceil)

    def _binomial(self, top: int, bottom: int) -> Quantity:
        return exactly(comb(top, bottom) if 0 <= bottom <= top else 0, self.F)

    def _lt(self, a: Quantity, b: Quantity) -> bool | None:
        return less(a, b, self.F)

    def _le(self, a: Quantity, b: Quantity) -> bool | None:
        return less_equal(a, b, self.F)

    def _eq(self, a: Quantity, b: Quantity) -> bool | None:
        return equal(a, b, self.F)

    def _total_of(self, values: Iterable[Quantity]) -> Quantity:
        return reduce(self._plus, values, exactly(0, self.F))

    def _plus(self, s: Quantity, t: Quantity) -> Quantity:
        """s + t; adding nothing keeps what is known of the other."""
        if s.rational == 0 or t.rational == 0:
            return t if s.rational == 0 else s
        found = combine(s, t, lambda u, v: u + v, lambda u, v: u + v, self.F)
        return replace(found, logs=_sum_of_logs(s, t)) if s.logs or t.logs else found

    def _times(self, s: Quantity, t: Quantity) -> Quantity:
        """s * t; a factor 1 keeps what is known of the other, a factor 0 is exact."""
        if s.rational == 0 or t.rational == 0:
            return exactly(0, self.F)
        if s.rational == 1 or t.rational == 1:
            return t if s.rational == 1 else s
        found = combine(s, t, lambda u, v: u * v, lambda u, v: u * v, self.F)
        logs = _multiple_of_logs(s, t.rational) or _multiple_of_logs(t, s.rational)
        return found if logs is None else replace(found, logs=logs)

    def _reciprocal(self, v: Quantity) -> Quantity:
        if v.exact is not None and (i := v.exact.inverse()) is not None:
            return exactly(i, self.F)
        return Quantity(1 / v.approximate)

    def _nonzero(self, v: Quantity) -> None:
        zero = exactly(0, self.F)
        if less(v, zero, self.F) is not True and less(zero, v, self.F) is not True:
            why = "a division by a number that is not certainly different from zero"
            raise NoValue(why, "a division by zero" if equal(v, zero, self.F) else "")

    def _rounded(self, v: Quantity, to: Callable[[Fraction], int]) -> Quantity:
        if v.rational is not None:
            return exactly(to(v.rational), self.F)
        if not isinstance(self.F, Balls):
            return exactly(to(Fraction(v.approximate)), self.F)
        ends = self.F.enclosure(v.approximate)
        if to(ends.lo) != to(ends.hi):
            raise NoValue("a floor that is not certain")
        return exactly(to(ends.lo), self.F)


ARITHMETIC: dict[str, Callable[..., Any]] = {
    "num": Arithmetic._num,
    "pi": Arithmetic._pi,
    "add": Arithmetic._add,
    "mul": Arithmetic._mul,
    "sub": Arithmetic._sub,
    "div": Arithmetic._div,
    "neg": Arithmetic._neg,
    "pow": Arithmetic._pow,
    "exp": Arithmetic._exp,
    "log": Arithmetic._log,
    "sqrt": Arithmetic._sqrt,
    "abs": Arithmetic._abs,
    "min": Arithmetic._min,
    "max": Arithmetic._max,
    "floor": Arithmetic._floor,
    "ceil": Arithmetic._ceil,
    "binomial": Arithmetic._binomial,
    "lt": Arithmetic._lt,
    "le": Arithmetic._le,
    "eq": Arithmetic._eq,
}
"""What computes each operation, from arguments of the kinds that language/signatures.py says."""
