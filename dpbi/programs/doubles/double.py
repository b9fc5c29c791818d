"""Numbers computed from `random()`, as a program meets them.

A comparison splits the 2^53 points, with the probability of each part as an exact fraction.  A
number of which few values are left, such as its floor, is one of them where a program needs to know
it.  All else is kept as it is: a chain of operations.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from typing import Any, NoReturn

from dpbi.programs.doubles import pipelines
from dpbi.programs.doubles.pipelines import Monotone, NotMonotone, Pipeline
from dpbi.programs.running import Run, Way
from dpbi.programs.unknown import Unknown

MOST_VALUES = 1000
"""Of a number that is split into its values."""

DOUBLES, LIBRARY = "doubles", "libm"
"""What is assumed: that doubles are rounded to nearest; that the library's functions keep order."""

Compare = Callable[[Any, Any], Any]
Test = Callable[[Any], Any]


def uniform(run: Run, count: int | None = None) -> Double:
    """A new double of random(), or a uniform integer below a count."""
    points = pipelines.POINTS if count is None else count
    number = run.decide(("uniform", count), lambda: [Way(len(run.uniforms), run.zone)])
    run.uniforms.append((0, points))
    run.assumes.add(DOUBLES)
    return Double(run, Pipeline(number, is_double=count is None))


class Double(Unknown):
    """A monotone function of a uniform integer, of which some interval is left."""

    __slots__ = ("_chain",)

    def __init__(self, run: Run, chain: Pipeline) -> None:
        super().__init__(run, float)
        self._chain = chain

    def then(self, step: Monotone) -> Double:
        """With an operation more; the points where it fails become a path of their own."""
        chain = self._chain.then(step)
        lo, hi = self._run.uniforms[chain.number]
        if step.assumed:
            self._run.assumes.add(LIBRARY)
        if _fails(chain, lo) and _fails(chain, hi - 1):
            self.ask(operator.ge, 0)  # what fails beyond some size may do so on both sides
            lo, hi = self._run.uniforms[chain.number]
        if _fails(chain, lo) != _fails(chain, hi - 1):
            self._split(("fails", step.said), lambda k: _fails(chain, k), by_point=True)
            lo, hi = self._run.uniforms[chain.number]
        for end in (lo, hi - 1):
            if isinstance(value := chain.at(end), complex) or value != value:  # or raises
                self._run.refuse(f"it computes {value} from random()")
        return Double(self._run, chain)

    def each(self) -> list[tuple[Any, int, int]] | None:
        """Its values, if they are few."""
        lo, hi = self._run.uniforms[self._chain.number]
        try:
            return self._chain.groups(lo, hi, MOST_VALUES)
        except NotMonotone:
            self._not_monotone()

    def value(self) -> Any:
        """The number itself: the run splits into one for each."""
        return self.settled("needs the value of")

    def settled(self, does: str) -> Any:
        """The same; `does` says what it is needed for."""

        def ways() -> list[tuple[Any, int, int]]:
            parts = self.each()
            if parts is None:
                self._run.refuse(
                    f"it {does} a number computed from random() that has more than {MOST_VALUES} "
                    "values"
                )
            return parts

        return self._decided("value", ways)

    def ask(self, compare: Compare, other: Any) -> Any:
        """compare(self, other), for a number: the run splits where both can be."""
        return self._split((compare.__name__, repr(other)), lambda v: compare(v, other))

    def _split(self, asked: Any, test: Test, *, by_point: bool = False) -> Any:
        """What a test comes to that changes once, if at all, as k grows."""
        chain = self._chain

        def ways() -> list[tuple[Any, int, int]]:
            lo, hi = self._run.uniforms[chain.number]

            def at(k: int) -> Any:
                return test(k if by_point else chain.at(k))

            first, last = at(lo), at(hi - 1)
            if bool(first) == bool(last):
                return [(first, lo, hi)]
            points = Pipeline(chain.number, is_double=False) if by_point else chain
            try:
                cut = points.first(lo, hi, lambda v: bool(test(v)) == bool(last))
            except NotMonotone:
                self._not_monotone()
            return [(first, lo, cut), (last, cut, hi)]

        return self._decided(asked, ways)

    def _decided(self, asked: Any, parts: Callable[[], list[tuple[Any, int, int]]]) -> Any:
        """The value of one of several parts of the interval."""
        run, number = self._run, self._chain.number

        def ways() -> list[Way]:
            lo, hi = run.uniforms[number]
            shares = [(part, Fraction(part[2] - part[1], hi - lo)) for part in parts()]
            return [Way(part, run.zone, share, float(share)) for part, share in shares]

        value, lo, hi = run.decide((asked, *self._chain.signature()), ways)
        run.uniforms[number] = (lo, hi)
        return value

    def _not_monotone(self) -> NoReturn:
        self._run.refuse("it uses a function of the library that goes up and down")

    def compared(self, compare: Compare, other: Any) -> Any:
        """compare(self, other), whatever the other is."""
        if type(other) is Double:
            if other._chain == self._chain and other._run is self._run:
                return compare(0, 0)
            return self.with_another(other, compare, "compares")
        if is_array(other):
            return array([self.compared(compare, part) for part in other])
        if issubclass(type(other), Unknown):
            self._run.refuse("it compares a number computed from random() with a noise")
        if not is_plain(other) and type(other) is not Decimal:
            return NotImplemented
        return self.ask(compare, other)

    def with_another(self, other: Double, operation: Callable[[Any, Any], Any], verb: str) -> Any:
        """An operation on two doubles, of which one has few values left."""
        if other._run is not self._run:
            self._run.refuse("it keeps a noise from one run for another")
        several = [(len(parts), n) for n, d in enumerate((self, other)) if (parts := d.each())]
        if not several:
            self._run.refuse(f"it {verb} two numbers computed from random()")
        if min(several)[1] == 0:
            return operation(self.value(), other)
        return operation(self, other.value())

    def __ge__(self, other: Any) -> Any:
        return self.compared(operator.ge, other)

    def __gt__(self, other: Any) -> Any:
        return self.compared(operator.gt, other)

    def __le__(self, other: Any) -> Any:
        return self.compared(operator.le, other)

    def __lt__(self, other: Any) -> Any:
        return self.compared(operator.lt, other)

    def __eq__(self, other: object) -> Any:
        if is_array(other):
            return array([self == part for part in list(other)])  # type: ignore[call-overload]
        if not (is_plain(other) or type(other) in (Double, Decimal)):
            return NotImplemented
        return self.compared(operator.ge, other) and self.compared(operator.le, other)

    def negative(self) -> Any:
        return self.then(Monotone(("neg",), operator.neg))

    def __abs__(self) -> Any:
        self.ask(operator.ge, 0)  # it falls on one side of 0, and rises on the other
        return self.then(Monotone(("abs",), abs))

    def __floor__(self) -> Any:
        return self.then(Monotone(("floor",), math.floor))

    def __ceil__(self) -> Any:
        return self.then(Monotone(("ceil",), math.ceil))

    def __trunc__(self) -> Any:
        return self.then(Monotone(("trunc",), math.trunc))

    def __round__(self, digits: Any = None) -> Any:
        return self.then(Monotone(("round", repr(digits)), lambda v: round(v, digits)))

    def __int__(self) -> int:
        return int(self.then(Monotone(("int",), int)).value())

    def __index__(self) -> int:
        lo, _ = self._run.uniforms[self._chain.number]
        operator.index(self._chain.at(lo))  # a TypeError where Python has one
        return int(self.value())

    def __float__(self) -> float:
        return float(self.settled("turns into a float, by float() or a function not followed,"))

    __hash__ = Unknown.__hash__  # an object that holds it is no output

    def __str__(self) -> str:
        return str(self.settled("turns into a text"))

    def __repr__(self) -> str:
        return repr(self.settled("turns into a text"))

    def __format__(self, form: str) -> str:
        return format(self.settled("turns into a text"), form)

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        """Arrays of objects and arrays of doubles are not added in the same order."""
        self.refuse("it puts a number computed from random() into an array of numpy")

    def any_value(self) -> Any:
        """One of its values, where all come to the same."""
        return self._chain.at(self._run.uniforms[self._chain.number][0])

    def ends(self) -> tuple[Any, Any]:
        """Its values at both ends of what is left; all others lie between them."""
        lo, hi = self._run.uniforms[self._chain.number]
        return self._chain.at(lo), self._chain.at(hi - 1)

    def last_step_from(self, other: Double) -> tuple[str, ...] | None:
        """What the last operation was, where it was done to the other."""
        steps = self._chain.steps
        here = Pipeline(self._chain.number, self._chain.is_double, steps[:-1])
        is_one_more = steps and self._run is other._run and here == other._chain
        return steps[-1].said if is_one_more else None

    def refuse(self, reason: str) -> NoReturn:
        """Stop the run."""
        self._run.refuse(reason)


def what_doubles_are(run: Run) -> str:
    """What the doubles of a run are, where little is left of them, as the end of a sentence."""
    found = [f"{lo * pipelines.UNIT!r}" for lo, hi in run.uniforms if hi - lo == 1]
    return f", where random() is {' and '.join(found)}" if found else ""


def _fails(chain: Pipeline, k: int) -> bool:
    """Whether the operations raise at k."""
    try:
        chain.at(k)
    except Exception:
        return True
    return False


PLAIN = (int, bool, float, Fraction)


def is_plain(value: Any) -> bool:
    """Whether it is a real number of Python or numpy, whose arithmetic is known."""
    kind = type(value)
    return kind in PLAIN or (kind.__module__ == "numpy" and isinstance(value, Real))


def is_array(value: Any) -> bool:
    """Whether it is an array of numpy, which need not be loaded."""
    return type(value).__module__ == "numpy" and type(value).__name__ == "ndarray"


def array(parts: list[Any]) -> Any:
    """An array of numpy."""
    import numpy as np

    return np.array(parts)
