"""The numbers that foreign formulas get: balls and exact sums that cannot be misused by accident.

Python's own comparisons, `max`, `min`, `sorted`, `if w:` and `float(w)` take a ball for a point:
where the ball is unsure they answer all the same, and a wrong answer makes a wrong verdict.  So a
foreign formula gets each number wrapped.  Arithmetic passes through; a comparison answers where it
is certain and raises `UndecidedComparison` where it is not; whatever would turn a number into a
point, a text or a key raises `LostGuarantee`.

Each refusal is also noted, in the `Watch` that the numbers of one field share.  A formula that
catches the error and goes on is detected: none of its numbers is ever unwrapped.  Balls and exact
sums are wrapped alike, so that a formula cannot tell by their type which of them it computes with.

`Number` is such a number, `Guard` the number field that a foreign formula sees.  The mechanisms of
dpbi itself get the bare numbers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, NoReturn

from dpbi.errors import DpbiError, LostGuarantee, UndecidedComparison
from dpbi.fields.balls import Balls
from dpbi.fields.field import Field, Real
from dpbi.fields.logsum import LogSums, NotExact
from dpbi.fields.rational import rational

Binary = Callable[[Any, Any], Any]


@dataclass(slots=True, eq=False)
class Watch:
    """What the numbers of one field share: how a plain number enters, and what was refused."""

    within: Balls | LogSums
    refused: Exception | None = None

    def refuse(self, error: Exception) -> NoReturn:
        """Note the error, and raise it."""
        self.refused = self.refused or error
        raise error

    def decline(self, error: NotExact) -> None:
        """Note that exact sums cannot say this; mixed up with a ball, that is not the ball's."""
        if isinstance(self.within, LogSums):
            self.refused = self.refused or error

    def plain(self, value: Any) -> Any:
        """A plain number as the arithmetic within takes it; None for what is not a plain number."""
        if type(value) is int:
            return value
        if isinstance(value, float) and value - value == 0:
            return self.within.rational(Fraction(value))  # the binary number that it is
        if isinstance(value, bool) or getattr(getattr(value, "dtype", 0), "char", "") == "?":
            return int(value) if getattr(value, "shape", ()) == () else None  # score * (r == x)
        if isinstance(value, (int, Fraction, Decimal)) or hasattr(value, "__index__"):
            try:
                return self.within.rational(rational("a number", value))
            except DpbiError:
                return None
        return None


def _arithmetic(operate: Binary, *, swapped: bool = False) -> Any:
    """An operation on the numbers within."""

    def method(self: Number, other: Any) -> Any:
        watch = self._watch
        if type(other) is Number:
            that = other._value
            if other._watch is not watch and other._watch.refused:
                watch = other._watch  # what came of a refused evaluation stays refused
        elif type(other) is int:
            that = other
        elif (that := watch.plain(other)) is None:
            return NotImplemented
        try:
            found = operate(that, self._value) if swapped else operate(self._value, that)
        except NotExact as error:
            for number in (self, other):
                if type(number) is Number:
                    number._watch.decline(error)
            raise
        return Number(found, watch)

    return method


def _unary(operate: Callable[[Any], Any]) -> Any:
    """The same for one number."""

    def method(self: Number) -> Number:
        try:
            return Number(operate(self._value), self._watch)
        except NotExact as error:
            self._watch.decline(error)
            raise

    return method


def _comparison(sign: str, holds: Binary, fails: Binary) -> Any:
    """A comparison that is certain, or refused: balls answer False where they are unsure."""

    def method(self: Number, other: Any) -> Any:
        that = other._value if type(other) is Number else self._watch.plain(other)
        if that is None:
            return NotImplemented
        try:
            if holds(self._value, that):
                return True
            if fails(self._value, that):
                return False
        except NotExact as error:
            self._watch.decline(error)
            raise
        return self._watch.refuse(UndecidedComparison(f"a {sign} b"))

    return method


def _refused(what: str) -> Any:
    """What no number of a field can be asked for."""

    def method(self: Number, *_: Any) -> NoReturn:
        self._watch.refuse(LostGuarantee(what))

    return method


def _square(a: Any, times: Any) -> Any:
    """a^times; flint's own power of a ball around 0 is not a number."""
    if type(times) is not int or times < 0 or times > 64:
        return a**times
    if times == 0:
        return 0 * a + 1  # a number of the field: Python's 1 would go on in Python's arithmetic
    found = a
    for bit in bin(times)[3:]:
        found = found * found
        if bit == "1":
            found = found * a
    return found


class Number:
    """A number of the field that a foreign formula is given."""

    __slots__ = ("_value", "_watch")
    __array_ufunc__ = None  # numpy's numbers leave the arithmetic to this class

    def __init__(self, value: Any, watch: Watch) -> None:
        if isinstance(value, (int, float, Fraction)):  # never Python's own arithmetic
            value = watch.within.rational(Fraction(value))
        self._value, self._watch = value, watch

    __add__ = _arithmetic(operator.add)
    __radd__ = _arithmetic(operator.add, swapped=True)
    __sub__ = _arithmetic(operator.sub)
    __rsub__ = _arithmetic(operator.sub, swapped=True)
    __mul__ = _arithmetic(operator.mul)
    __rmul__ = _arithmetic(operator.mul, swapped=True)
    __truediv__ = _arithmetic(operator.truediv)
    __rtruediv__ = _arithmetic(operator.truediv, swapped=True)
    __pow__ = _arithmetic(_square)
    __rpow__ = _arithmetic(operator.pow, swapped=True)

    __neg__ = _unary(operator.neg)
    __abs__ = _unary(operator.abs)

    def __pos__(self) -> Number:
        return self

    __lt__ = _comparison("<", operator.lt, operator.ge)
    __le__ = _comparison("<=", operator.le, operator.gt)
    __gt__ = _comparison(">", operator.gt, operator.le)
    __ge__ = _comparison(">=", operator.ge, operator.lt)
    __eq__ = _comparison("==", operator.eq, operator.ne)
    __ne__ = _comparison("!=", operator.ne, operator.eq)

    def __bool__(self) -> bool:
        return bool(self != 0)

    __hash__ = _refused("a set or a key of a dict")
    __float__ = _refused("float() or a function of math")
    __complex__ = _refused("complex()")
    __int__ = _refused("int()")
    __index__ = _refused("int()")
    __round__ = _refused("round()")
    __floor__ = _refused("math.floor()")
    __ceil__ = _refused("math.ceil()")
    __trunc__ = _refused("math.trunc()")
    __floordiv__ = __rfloordiv__ = _refused("//")
    __mod__ = __rmod__ = _refused("%")
    __divmod__ = __rdivmod__ = _refused("divmod()")
    __str__ = __repr__ = __format__ = _refused("a text")
    __reduce_ex__ = _refused("a copy")

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"a number of F has no {name}: write F.exp, F.log, F.sqrt of it")


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
