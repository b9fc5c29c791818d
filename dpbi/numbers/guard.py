"""A number field as a foreign formula sees it; the numbers are those of `guarded.py`."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NoReturn

from dpbi.errors import LostGuarantee
from dpbi.numbers.balls import Balls
from dpbi.numbers.field import Field, Real
from dpbi.numbers.guarded import Number, Watch
from dpbi.numbers.logsum import LogSums, NotExact
from dpbi.numbers.rational import rational

OFFERED = ("rational", "pi", "exp", "expm1", "log", "sqrt", "maximum", "minimum", "less")


@dataclass(frozen=True, slots=True, eq=False)
class Guard:
    """A field as a foreign formula sees it; `within` is where it computes.

    `less` and `less_equal` are True or False when certain.  Where they are not, they raise as a
    plain comparison does, and the law is evaluated again with more bits: what is asked with them
    is always answered, or the law refused.
    """

    within: Balls | LogSums
    watch: Watch = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "watch", Watch(self.within))

    @property
    def guaranteed(self) -> bool:
        """True: both balls and exact sums are."""
        return True

    def scope(self) -> AbstractContextManager[None]:
        """Whoever evaluates the law has set the precision."""
        return nullcontext()

    def deeper(self, bits: int) -> Guard:
        """Whoever evaluates the law chooses the precision."""
        return self

    def rational(self, value: Any) -> Real:
        """An exact number: int, Fraction, Decimal or text such as "1/2"."""
        return Number(self.within.rational(rational("a number of F", value)), self.watch)

    def pi(self) -> Real:
        """The circle's constant."""
        return self._apply("pi")

    def exp(self, a: Real) -> Real:
        """e^a."""
        return self._apply("exp", a)

    def expm1(self, a: Real) -> Real:
        """e^a - 1."""
        return self._apply("expm1", a)

    def log(self, a: Real) -> Real:
        """The natural logarithm."""
        return self._apply("log", a)

    def sqrt(self, a: Real) -> Real:
        """The root of a number >= 0, refused where the number is certainly below 0."""
        inside = self._inside(a)
        if isinstance(self.within, Balls) and inside < 0:
            self.watch.refuse(LostGuarantee("F.sqrt of a number below 0"))
        return self._apply("sqrt", a)

    def lgamma_ladder(self, start: Fraction, count: int) -> list[Real]:
        """ln Gamma(start + j/2) for j = 0 .. count-1."""
        found = self._within("lgamma_ladder", rational("start", start), count)
        return [Number(v, self.watch) for v in found]

    def maximum(self, values: Iterable[Real]) -> Real:
        """The largest, always: where two are as large, that does not matter."""
        return self._extreme("maximum", values)

    def minimum(self, values: Iterable[Real]) -> Real:
        """The smallest, always."""
        return self._extreme("minimum", values)

    def less(self, a: Real, b: Real) -> bool:
        """a < b when certain; else refused."""
        return bool(self._number(a) < b)

    def less_equal(self, a: Real, b: Real) -> bool:
        """a <= b when certain; else refused."""
        return bool(self._number(a) <= b)

    def monotone(self, *_: Any) -> NoReturn:
        """Not for foreign formulas: that a function is monotone would have to be believed."""
        self.watch.refuse(LostGuarantee("F.monotone"))

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"F has no {name}: it has {', '.join(OFFERED)}")

    def _number(self, a: Any) -> Number:
        return a if type(a) is Number else Number(self._inside(a), self.watch)

    def _inside(self, a: Any) -> Any:
        """The bare number; a plain one becomes a number of the field."""
        if type(a) is Number:
            return a._value
        if (plain := self.watch.plain(a)) is None:
            raise TypeError(f"F computes with its own and with plain numbers, not {a!r:.40}")
        return self.within.rational(plain) if type(plain) is int else plain

    def _extreme(self, name: str, values: Iterable[Any]) -> Number:
        listed = list(values)
        if not listed:
            raise ValueError(f"F.{name} of no numbers")
        found: Number = self._apply(name, listed=listed)
        return found

    def _apply(self, name: str, *given: Any, listed: list[Any] | None = None) -> Number:
        inside = (
            [self._inside(a) for a in given]
            if listed is None
            else [[self._inside(a) for a in listed]]
        )
        watch = self.watch
        for a in listed or given:
            if type(a) is Number and a._watch.refused:
                watch = a._watch
        return Number(self._within(name, *inside), watch)

    def _within(self, name: str, *inside: Any) -> Any:
        try:
            return getattr(self.within, name)(*inside)
        except NotExact as error:
            self.watch.decline(error)
            raise


def bare(value: Any, field: Field) -> Any:
    """The number within, for the auditor's own hands; refused if its evaluation was."""
    if type(value) is not Number:
        return value
    if value._watch.refused:
        raise value._watch.refused
    if type(value._watch.within) is not type(field):
        raise LostGuarantee("a number of another field")
    return value._value
