"""Elementary numbers of the second opinion: fractions as long as they can be, then mpmath's."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from dpbi.errors import NoOpinion
from dpbi.fields.floats import SPARE
from dpbi.language import Expr
from dpbi.privacy.definitions import Definitions

Environment = Mapping[str, Any]


class Elementary(ABC):
    """Operations on numbers, whose values `number` gives."""

    def __init__(self, definitions: Definitions) -> None:
        self.d = definitions
        self.close = definitions.mp.mpf(10) ** (SPARE - definitions.digits)

    def real(self, value: Any) -> Any:
        """A number of the context."""
        return self.d.real(value)

    @abstractmethod
    def number(self, e: Expr, env: Environment) -> Any:
        """The value of a numeric expression: a fraction, or a number of the context."""

    def _both(self, a: Any, env: Environment) -> tuple[Any, Any]:
        return self.number(a[0], env), self.number(a[1], env)

    def _sign(self, a: Any, b: Any) -> int:
        """The sign of a - b; what is as good as equal counts as equal."""
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return (a > b) - (a < b)
        s, t = self.real(a), self.real(b)
        if abs(s - t) <= self.close * max(abs(s), abs(t), 1):
            return 0
        return 1 if s > t else -1

    def _over(self, operation: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        def applied(a: Any, b: Any) -> Any:
            exact = isinstance(a, Fraction) and isinstance(b, Fraction)
            return operation(a, b) if exact else operation(self.real(a), self.real(b))

        return applied

    def _integer(self, e: Expr, env: Environment) -> int:
        value = self.number(e, env)
        if not isinstance(value, Fraction) or value.denominator != 1:
            raise NoOpinion("an integer is needed")
        return int(value)

    def _pi(self, a: Any, env: Environment) -> Any:
        return +self.d.mp.pi

    def _neg(self, a: Any, env: Environment) -> Any:
        return -self.number(a[0], env)

    def _abs(self, a: Any, env: Environment) -> Any:
        return abs(self.number(a[0], env))

    def _div(self, a: Any, env: Environment) -> Any:
        top, bottom = self._both(a, env)
        if self._sign(bottom, Fraction(0)) == 0:
            raise NoOpinion("a division by zero")
        return self._over(operator.truediv)(top, bottom)

    def _pow(self, a: Any, env: Environment) -> Any:
        base, power = self.number(a[0], env), self._integer(a[1], env)
        if power < 0 and self._sign(base, Fraction(0)) == 0:
            raise NoOpinion("a division by zero")
        return base**power

    def _exp(self, a: Any, env: Environment) -> Any:
        value = self.number(a[0], env)
        return Fraction(1) if value == 0 else self.d.mp.exp(self.real(value))

    def _log(self, a: Any, env: Environment) -> Any:
        value = self.number(a[0], env)
        if self._sign(value, Fraction(0)) <= 0:
            raise NoOpinion("the logarithm of a number that is not positive")
        return Fraction(0) if value == 1 else self.d.mp.log(self.real(value))

    def _sqrt(self, a: Any, env: Environment) -> Any:
        value = self.number(a[0], env)
        if self._sign(value, Fraction(0)) < 0:
            raise NoOpinion("the root of a negative number")
        return self.d.mp.sqrt(max(self.real(value), 0))

    def _floor(self, a: Any, env: Environment) -> Any:
        value = self.number(a[0], env)
        if isinstance(value, Fraction):
            return Fraction(value // 1)
        nearest = Fraction(int(self.d.mp.nint(value)))
        down = Fraction(int(self.d.mp.floor(value)))
        return nearest if self._sign(value, nearest) == 0 else down

    def _ceil(self, a: Any, env: Environment) -> Any:
        return -self._floor((Expr("neg", tuple(a)),), env)

    def _binomial(self, a: Any, env: Environment) -> Any:
        top, bottom = (self._integer(b, env) for b in a)
        return Fraction(comb(top, bottom) if 0 <= bottom <= top else 0)

    def _extreme(self, which: Callable[..., Any], values: Iterable[Any]) -> Any:
        items = list(values)
        if not items:
            raise NoOpinion("the largest or smallest of nothing")
        return which(items, key=self.real)
