"""Arithmetic on numbers: exactly where it can be, else in the field.

One method for each numeric operation of the language, named after it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from math import ceil, comb, floor
from typing import Any, TypeAlias

from dpbi.formula.expr import Expr
from dpbi.formula.value import (
    NoValue,
    Number,
    combine,
    equal,
    exactly,
    larger,
    less,
    smaller,
)
from dpbi.numbers import Balls, Field
from dpbi.numbers.expsum import ExpSum

Environment: TypeAlias = Mapping[str, Any]


class Arithmetic(ABC):
    """Numeric operations over a field `F`, on expressions that `number` evaluates."""

    F: Field

    @abstractmethod
    def number(self, e: Expr, env: Environment) -> Number:
        """The value of a numeric expression."""

    @abstractmethod
    def elements(self, e: Expr, env: Environment) -> list[Any]:
        """The elements of a finite set."""

    @abstractmethod
    def _condition(self, e: Expr, env: Environment) -> bool | None:
        """A condition, where it has a value."""

    def _num(self, a: Any, env: Environment) -> Number:
        return exactly(Fraction(a[0]), self.F)

    def _var(self, a: Any, env: Environment) -> Number:
        value = env[a[0]]
        if isinstance(value, Number):
            return value
        raise NoValue(f"{a[0]} is no number")

    def _pi(self, a: Any, env: Environment) -> Number:
        return Number(self.F.pi())

    def _add(self, a: Any, env: Environment) -> Number:
        return reduce(self._plus, [self.number(e, env) for e in a])

    def _mul(self, a: Any, env: Environment) -> Number:
        return reduce(self._times, [self.number(e, env) for e in a])

    def _sub(self, a: Any, env: Environment) -> Number:
        return self._minus(*(self.number(e, env) for e in a))

    def _neg(self, a: Any, env: Environment) -> Number:
        v = self.number(a[0], env)
        return exactly(-v.exact, self.F) if v.exact else Number(-v.approximate)

    def _div(self, a: Any, env: Environment) -> Number:
        top, bottom = (self.number(e, env) for e in a)
        self._nonzero(bottom)
        if top.rational == 0 or bottom.rational == 1:
            return top
        if top.exact is not None and bottom.exact is not None and (i := bottom.exact.inverse()):
            return exactly(top.exact * i, self.F)
        return Number(top.approximate / bottom.approximate)

    def _pow(self, a: Any, env: Environment) -> Number:
        base, m = self.number(a[0], env), self.number(a[1], env).integer()
        if m < 0:
            self._nonzero(base)
            base, m = self._reciprocal(base), -m
        if base.exact is not None:
            return exactly(reduce(lambda s, t: s * t, [base.exact] * m, ExpSum.rational(1)), self.F)
        return Number(base.approximate**m)

    def _exp(self, a: Any, env: Environment) -> Number:
        v = self.number(a[0], env)
        exact = v.exact.exp() if v.exact is not None else None
        return exactly(exact, self.F) if exact is not None else Number(self.F.exp(v.approximate))

    def _log(self, a: Any, env: Environment) -> Number:
        v = self.number(a[0], env)
        if less(exactly(0, self.F), v, self.F) is not True:
            raise NoValue("the logarithm of a number that is not certainly positive")
        exact = v.exact.log() if v.exact is not None else None
        return exactly(exact, self.F) if exact is not None else Number(self.F.log(v.approximate))

    def _sqrt(self, a: Any, env: Environment) -> Number:
        v = self.number(a[0], env)
        if less(v, exactly(0, self.F), self.F) is not False:
            raise NoValue("the root of a number that is not certainly >= 0")
        return Number(self.F.sqrt(v.approximate))

    def _abs(self, a: Any, env: Environment) -> Number:
        v = self.number(a[0], env)
        return larger(v, self._negative(v), self.F)

    def _min(self, a: Any, env: Environment) -> Number:
        return self._least(self.number(e, env) for e in a)

    def _max(self, a: Any, env: Environment) -> Number:
        return self._most(self.number(e, env) for e in a)

    def _floor(self, a: Any, env: Environment) -> Number:
        return self._rounded(self.number(a[0], env), floor)

    def _ceil(self, a: Any, env: Environment) -> Number:
        return self._rounded(self.number(a[0], env), ceil)

    def _binomial(self, a: Any, env: Environment) -> Number:
        top, bottom = (self.number(e, env).integer() for e in a)
        inside = 0 <= bottom <= top
        return exactly(comb(top, bottom) if inside else 0, self.F)

    def _sum(self, a: Any, env: Environment) -> Number:
        return self._total_of([self.number(a[2], inner) for inner in self._each(a, env)])

    def _sumif(self, a: Any, env: Environment) -> Number:
        chosen = [inner for inner in self._each(a, env) if self._certain(a[2], inner)]
        return self._total_of([self.number(a[3], inner) for inner in chosen])

    def _count(self, a: Any, env: Environment) -> Number:
        return exactly(sum(self._certain(a[2], inner) for inner in self._each(a, env)), self.F)

    def _maxof(self, a: Any, env: Environment) -> Number:
        return self._most(self.number(a[2], inner) for inner in self._each(a, env))

    def _minof(self, a: Any, env: Environment) -> Number:
        return self._least(self.number(a[2], inner) for inner in self._each(a, env))

    def _each(self, a: Any, env: Environment) -> Iterable[Environment]:
        return ({**env, a[0]: element} for element in self.elements(a[1], env))

    def _certain(self, condition: Expr, env: Environment) -> bool:
        answer = self._condition(condition, env)
        if answer is None:
            raise NoValue("a set whose members are not certain")
        return answer

    def _total_of(self, values: list[Number]) -> Number:
        return reduce(self._plus, values, exactly(0, self.F))

    def _plus(self, s: Number, t: Number) -> Number:
        """s + t; adding nothing keeps what is known of the other."""
        if s.rational == 0 or t.rational == 0:
            return t if s.rational == 0 else s
        return combine(s, t, lambda u, v: u + v, lambda u, v: u + v, self.F)

    def _minus(self, s: Number, t: Number) -> Number:
        """s - t; exactly 0 where both are known to be equal."""
        if t.rational == 0:
            return s
        if s.key and t.key and equal(s, t, self.F):
            return exactly(0, self.F)
        return combine(s, t, lambda u, v: u - v, lambda u, v: u - v, self.F)

    def _times(self, s: Number, t: Number) -> Number:
        """s * t; a factor 1 keeps what is known of the other, a factor 0 is exact."""
        if s.rational == 0 or t.rational == 0:
            return exactly(0, self.F)
        if s.rational == 1 or t.rational == 1:
            return t if s.rational == 1 else s
        return combine(s, t, lambda u, v: u * v, lambda u, v: u * v, self.F)

    def _negative(self, v: Number) -> Number:
        return exactly(-v.exact, self.F) if v.exact is not None else Number(-v.approximate)

    def _reciprocal(self, v: Number) -> Number:
        if v.exact is not None and (i := v.exact.inverse()) is not None:
            return exactly(i, self.F)
        return Number(1 / v.approximate)

    def _nonzero(self, v: Number) -> None:
        zero = exactly(0, self.F)
        if less(v, zero, self.F) is not True and less(zero, v, self.F) is not True:
            raise NoValue("a division by a number that is not certainly different from zero")

    def _most(self, values: Iterable[Number]) -> Number:
        items = list(values)
        if not items:
            raise NoValue("the largest of nothing")
        return reduce(lambda s, t: larger(s, t, self.F), items)

    def _least(self, values: Iterable[Number]) -> Number:
        items = list(values)
        if not items:
            raise NoValue("the smallest of nothing")
        return reduce(lambda s, t: smaller(s, t, self.F), items)

    def _rounded(self, v: Number, to: Callable[[Fraction], int]) -> Number:
        if v.rational is not None:
            return exactly(to(v.rational), self.F)
        if not isinstance(self.F, Balls):
            return exactly(to(Fraction(v.approximate)), self.F)
        ends = self.F.enclosure(v.approximate)
        if to(ends.lo) != to(ends.hi):
            raise NoValue("a floor that is not certain")
        return exactly(to(ends.lo), self.F)
