"""A query's answers and its graph of neighbours, read with care.

Answers are exact: integers, fractions, decimals, and floats as the binary numbers that they are.
All of them are read twice, the second time backwards, and refused if they differ: a query that
counts its calls, or draws at random, has no sensitivity.

Neighbours may be listed one way only (each dataset names those with one record more, say).  As
losses are, sensitivities are taken over ordered pairs both ways: y is near x if either names the
other.  `one_way` says how many pairs were named by one of the two only.
"""

from __future__ import annotations

import math
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from numbers import Complex, Real
from typing import Any, ClassVar, TypeAlias

from dpbi.bayes.data import RATIONAL, check_enumerable
from dpbi.errors import BadMechanism, DpbiError, brief
from dpbi.fields.rational import MOST_BITS, MOST_DIGITS
from dpbi.laws.guarding import exact
from dpbi.laws.listed import DeclaredDatasets
from dpbi.queries.declared import BadQuery, Query, near_in

ExactPart: TypeAlias = int | Fraction
Vector: TypeAlias = tuple[ExactPart, ...]

INTEGER = 40  # bytes of a position in the lists of neighbours
TOO_LONG = f"has more than {MOST_DIGITS} digits"
NOT_A_LIST = "write a number, or a list of numbers in one order"


class NotANumber(Exception):
    """What is wrong with something that should be an exact number, as the end of a sentence."""


def exact_number(value: Any) -> ExactPart:
    """A number as exactly as it was given."""
    if type(value) is int and value.bit_length() <= MOST_BITS:
        return value
    if why := _not_a_number(value):
        raise NotANumber(f"is {why}")
    if is_float(value):
        return Fraction(*map(int, value.as_integer_ratio()))
    try:
        found = exact("a number", value)
    except DpbiError:
        if isinstance(value, Decimal):
            raise NotANumber(TOO_LONG) from None
        raise NotANumber(f"is a {type(value).__name__}: {NOT_A_LIST}") from None
    if max(found.numerator.bit_length(), found.denominator.bit_length()) > MOST_BITS:
        raise NotANumber(TOO_LONG)
    return found


class Answers(DeclaredDatasets):
    """The datasets, who is near whom, and the answer at each: exact numbers, by position."""

    _bad: ClassVar[type[BadMechanism]] = BadQuery
    _everything: ClassVar[str] = "the list of datasets"

    def __init__(self, target: Any, label: str) -> None:
        super().__init__(target, label)
        self.floats = False
        self.one_way = 0
        self.names = self.datasets()
        self.values = self._values()
        self.near = self._graph()
        self._confirm()

    def place(self, x: Any) -> int:
        """The position of a dataset, refused if it is none."""
        return self._place[self.check_dataset(x)]

    def shown(self, i: int) -> str:
        """The answer at a position, on one line."""
        return brief(_shown(self.values[i], floats=self.floats))

    @cached_property
    def ordered_pairs(self) -> int:
        """How many ordered pairs of neighbours there are."""
        return sum(map(len, self.near))

    @property
    def trusts(self) -> tuple[str, ...]:
        """What an answer rests on."""
        return ("exact arithmetic", *(["exact binary"] if self.floats else []))

    def _number(self, what: str, value: Any, x: Any) -> ExactPart:
        """A number as exactly as it was given; what is none is refused."""
        self.floats = self.floats or is_float(value)
        try:
            return exact_number(value)
        except NotANumber as error:
            self._refuse(f"{what} {error}", x)

    def _values(self) -> list[Vector]:
        """The answers, each a list of as many numbers as the others."""
        found: list[Vector] = []
        for x in self.names:
            found.append(self._answer(x))
            if len(found) == 1:
                check_enumerable("the table of answers", len(self.names) * len(found[0]), RATIONAL)
            if len(found[-1]) != len(found[0]):
                self._refuse(
                    f"its answer has {_many(found[-1])}, and {_many(found[0])} at dataset "
                    f"{brief(self.names[0])}",
                    x,
                )
        return found

    def _answer(self, x: Any) -> Vector:
        """The answer at x as the query gives it now; a number is a list of one."""
        with self._blame("query(x)", x):
            given = self.target.query(x)
            shape = getattr(given, "shape", None)
            if isinstance(given, (list, tuple)) or (isinstance(shape, tuple) and len(shape) == 1):
                if not len(given):
                    self._refuse(f"its answer is an empty list: {NOT_A_LIST}", x)
                check_enumerable("the table of answers", len(given), RATIONAL)
                return tuple(self._number("a part of its answer", v, x) for v in given)
            if isinstance(shape, tuple) and shape:
                self._refuse("its answer is a table: write one flat list of numbers", x)
            return (self._number("its answer", given[()] if shape == () else given, x),)

    def _graph(self) -> list[list[int]]:
        """Who is near whom by position, both ways, in the order of the datasets."""
        word = self.target.relation if isinstance(self.target, Query) else ""
        if word:
            count = len(self.names)
            pairs = count * (count - 1) if word == "all" else 2 * (count - 1)
            check_enumerable("the list of neighbouring pairs", max(0, pairs), INTEGER)
            near = [near_in(word, count, i) for i in range(count)]
        else:
            near = self._both_ways()
        if not any(near):
            self._refuse("no two of its datasets are neighbours")
        return near

    def _both_ways(self) -> list[list[int]]:
        """The neighbours as they are listed, and the other way."""
        near: list[set[int]] = [set() for _ in self.names]
        named = 0
        for i, x in enumerate(self.names):
            for y in self.neighbours(x):
                if (j := self._place.get(y)) is None:
                    self._refuse(f"its neighbour {brief(y)} is not one of the datasets", x)
                if j != i:
                    near[i].add(j)
                    named += 1
            check_enumerable("the list of neighbouring pairs", named)
        listed = [frozenset(js) for js in near]
        for i, js in enumerate(listed):
            for j in js:
                if i not in listed[j]:
                    near[j].add(i)
                    self.one_way += 1
        return [sorted(js) for js in near]

    def _confirm(self) -> None:
        """Ask everything again, backwards: what is not as it was is refused."""
        self._check_listed()
        for i in reversed(range(len(self.names))):
            x, before = self.names[i], self.values[i]
            self._check_near(x)
            if (after := self._answer(x)) != before:
                a, b = (brief(_shown(v, floats=self.floats), 60) for v in (before, after))
                told = f"it answers {a}, and {b} when it is asked again"
                self._refuse(f"{told}: a query must depend on x alone", x)


def _not_a_number(value: Any) -> str:
    """What a value is in place of a number; empty for what may be one."""
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    if value is None:
        return f"None: {NOT_A_LIST}"
    if isinstance(value, bool) or kind == "b":
        return "a truth value: write int(..) around it"
    if isinstance(value, (str, bytes)):
        return f"the text {brief(repr(value), 40)}: {NOT_A_LIST}"
    if kind == "c" or (isinstance(value, Complex) and not isinstance(value, Real)):
        return f"a complex number: {NOT_A_LIST}"
    if is_float(value) or isinstance(value, Decimal):
        if value != value:
            return "NaN, which is not a number"
        if value in (math.inf, -math.inf):
            return "infinite"
    return ""


def is_float(value: Any) -> bool:
    """Whether it is a binary float, of Python's or numpy's."""
    is_numpys = getattr(getattr(value, "dtype", None), "kind", "") == "f"
    return isinstance(value, float) or (is_numpys and hasattr(value, "as_integer_ratio"))


def _many(vector: Vector) -> str:
    return "1 number" if len(vector) == 1 else f"{len(vector):,} numbers"


def _shown(vector: Vector, *, floats: bool = False) -> str:
    """A number, or a list of numbers in brackets; what a float holds is written as one."""
    text = ", ".join(brief(_as_float(v) if floats else v) for v in vector)
    return text if len(vector) == 1 else f"[{text}]"


def _as_float(value: ExactPart) -> ExactPart | float:
    """The same number as a float, where it is one and was not an integer."""
    if isinstance(value, int) or value.denominator == 1:
        return value
    with suppress(OverflowError):
        if Fraction(found := float(value)) == value:
            return found
    return value
