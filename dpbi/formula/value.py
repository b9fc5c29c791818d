"""What an expression evaluates to: an exact value, an enclosure, a distance with its normal form.

Order and equality are three-valued.  Exact values (sums of c e^r) decide always; two Hellinger
distances, or two things that are the same increasing function of one, compare by the normal form of
the squared affinity; everything else by the field.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from dpbi.closed_forms import same_distance
from dpbi.numbers import Field, Real
from dpbi.numbers.expsum import ExpSum
from dpbi.posteriors import Dirichlet


class NoValue(Exception):
    """An expression that has no value here: a division by zero, the logarithm of nothing."""


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
class Number:
    """A value in a field, with its exact form or its key where it has one.

    Two `Number`s are the same (`==`, as in a cache) if they are written the same; whether the
    values are equal is what `equal` decides.
    """

    approximate: Real
    exact: ExpSum | None = None
    key: Key | None = None

    @property
    def _written(self) -> Any:
        if self.exact is not None:
            return self.exact
        a = self.approximate
        return a if isinstance(a, float) else (a.mid().man_exp(), a.rad().man_exp())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and self._written == other._written

    def __hash__(self) -> int:
        return hash(self._written)

    @property
    def rational(self) -> Fraction | None:
        """The value, where it is known to be a rational."""
        return None if self.exact is None else self.exact.as_rational

    def integer(self) -> int:
        """The value as an int; no value otherwise."""
        value = self.rational
        if value is None or value.denominator != 1:
            raise NoValue("an integer is needed")
        return int(value)


def exactly(value: Fraction | int | ExpSum, F: Field) -> Number:
    """An exact value in a field."""
    exact = value if isinstance(value, ExpSum) else ExpSum.rational(value)
    return Number(exact.value(F), exact)


def combine(
    a: Number,
    b: Number,
    exact: Callable[[ExpSum, ExpSum], ExpSum | None],
    field: Callable[[Real, Real], Real],
    F: Field,
) -> Number:
    """A binary operation: exactly where it can be, else in the field."""
    if a.exact is not None and b.exact is not None:
        found = exact(a.exact, b.exact)
        if found is not None:
            return exactly(found, F)
    return Number(field(a.approximate, b.approximate))


def less(a: Number, b: Number, F: Field) -> bool | None:
    """a < b."""
    if a.exact is not None and b.exact is not None:
        return (b.exact - a.exact).sign() > 0
    answer = F.less(a.approximate, b.approximate)
    return False if answer is None and _tied(a, b) else answer


def less_equal(a: Number, b: Number, F: Field) -> bool | None:
    """a <= b."""
    if a.exact is not None and b.exact is not None:
        return (b.exact - a.exact).sign() >= 0
    answer = F.less_equal(a.approximate, b.approximate)
    return True if answer is None and _tied(a, b) else answer


def equal(a: Number, b: Number, F: Field) -> bool | None:
    """a = b: exactly, by keys, or refuted by separation; a tie of enclosures stays undecided."""
    if a.exact is not None and b.exact is not None:
        return a.exact == b.exact
    if F.less(a.approximate, b.approximate) or F.less(b.approximate, a.approximate):
        return False
    return a.key.equals(b.key) if a.key and b.key else None


def larger(a: Number, b: Number, F: Field) -> Number:
    """The larger of two, keeping what is exact about it; an enclosure where it is not decided."""
    if (answer := less(a, b, F)) is None:
        return Number(F.maximum([a.approximate, b.approximate]))
    return b if answer else a


def smaller(a: Number, b: Number, F: Field) -> Number:
    """The smaller of two, likewise."""
    if (answer := less(b, a, F)) is None:
        return Number(F.minimum([a.approximate, b.approximate]))
    return b if answer else a


def _tied(a: Number, b: Number) -> bool:
    """Whether two values are known to be equal by their keys."""
    return bool(a.key and b.key and a.key.equals(b.key))
