"""What a formula may ask of its numbers.

A formula is written once, over a `Field`; the field owns constants, functions and, above all,
order.  Comparison is three-valued: True or False when certain for all that the operands can stand
for, None otherwise.  The elements of a field support + - * / and integer powers among themselves
and with ints.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import AbstractContextManager
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

Real: TypeAlias = Any
"""An element of some field: a float, an mpmath number, a ball.  Only its field knows which."""

OnOrderedNumbers: TypeAlias = Callable[[Sequence[Any], Any], Sequence[Any]]


class Field(Hashable, Protocol):
    """The operations shared by all number fields."""

    @property
    def guaranteed(self) -> bool:
        """Whether results are enclosures, and so may decide a verdict."""

    def scope(self) -> AbstractContextManager[None]:
        """The precision of this field, for as long as a question is worked on."""

    def deeper(self, bits: int) -> Field:
        """The same field with `bits` more bits, where precision is a choice."""

    def rational(self, value: Fraction | int) -> Real: ...
    def pi(self) -> Real: ...
    def exp(self, a: Real) -> Real: ...
    def expm1(self, a: Real) -> Real: ...
    def log(self, a: Real) -> Real: ...

    def sqrt(self, a: Real) -> Real:
        """The square root of a number that mathematics knows to be >= 0."""

    def lgamma_ladder(self, start: Fraction, count: int) -> list[Real]:
        """ln Gamma(start + j/2) for j = 0 .. count-1."""

    def maximum(self, values: Iterable[Real]) -> Real: ...
    def minimum(self, values: Iterable[Real]) -> Real: ...

    def less(self, a: Real, b: Real) -> bool | None:
        """a < b: True, False, or None when it is not certain."""

    def less_equal(self, a: Real, b: Real) -> bool | None:
        """a <= b: True, False, or None when it is not certain."""

    def monotone(
        self, function: OnOrderedNumbers, values: Sequence[Real], step: Real
    ) -> list[Real]:
        """function(values, step) for a function that is non-decreasing in every argument."""
