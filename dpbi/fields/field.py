"""What a formula may ask of its numbers, and how far a question about them is followed.

A formula is written once, over a `Field`; the field owns constants, functions and, above all,
order.  Comparison is three-valued: True or False when certain for all that the operands can stand
for, None otherwise.  The elements of a field support + - * / and integer powers among themselves
and with ints.

A question is asked at growing precision, one rung of `LADDER` after the other, until bounds decide
it; an exact route is tried where it may be a tie.  What no rung decides is undecided.  The rungs
are defined here and nowhere else, so that every command gives up at the same precision.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

Real: TypeAlias = Any
"""An element of some field: a float, an mpmath number, a ball.  Only its field knows which."""

OnOrderedNumbers: TypeAlias = Callable[[Sequence[Any], Any], Sequence[Any]]


class Field(Hashable, Protocol):
    """The operations shared by all number fields.

    >>> import dpbi
    >>> def softplus(a, F: dpbi.Field):
    ...     return F.log(F.exp(F.rational(a)) + F.rational(1))
    >>> F = dpbi.Balls(64)
    >>> with F.scope():
    ...     print(F.enclosure(softplus(2, F)))
    [2.126928011042972495, 2.126928011042972497]
    """

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


MOST_BITS = 1 << 14
"""Of balls that work towards one width: a formula that loses more has inexact constants."""


@dataclass(frozen=True, slots=True)
class Rung:
    """Bounds of a loss or a delta to 10^-digits, or a formula in balls of the given bits."""

    digits: int
    bits: int


LADDER = (
    Rung(12, 96),  # what the compiled filter gives, and more than is printed: it decides nearly all
    Rung(20, 128),  # what a baseline keeps
    Rung(51, 256),  # misses by the roundings of doubles, and by most numbers that people write
    Rung(153, 768),  # a near miss beyond this is a tie, or was made to look like one
)
DIGITS = LADDER[1].digits
"""Of what is kept and compared later."""


def digits_at(bits: int) -> int:
    """The width of bounds that go with a formula in balls of the given bits."""
    return max((rung.digits for rung in LADDER if rung.bits <= bits), default=LADDER[0].digits)
