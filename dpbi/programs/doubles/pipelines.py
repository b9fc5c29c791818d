"""A uniform integer k and what a program makes of it, step by step, in the machine's arithmetic.

`random()` is k * 2^-53 for a uniform k on 0 .. 2^53 - 1, in Python's generator and in the system's.
A program that computes with it applies functions of one variable, each of which never falls or
never rises: adding a constant, rounding, a logarithm.  So does what they make together, and where
it passes a threshold is found by bisection over k: 53 evaluations of the program's own operations.

IEEE arithmetic rounds to nearest, which keeps order, so for + - * / and sqrt nothing is assumed
beyond it.  That the library's log and exp keep order is assumed; what is cheap is looked at: the
points around each threshold.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

POINTS = 1 << 53
UNIT = 2.0**-53
NEAR = tuple(1 << j for j in range(53))
"""How far from a threshold a function of the library is looked at."""


class NotMonotone(Exception):
    """A function of the library that goes up and down."""


@dataclass(frozen=True, slots=True)
class Monotone:
    """A function that never falls, or never rises; `said` is what it is, in full."""

    said: tuple[str, ...]
    call: Callable[[Any], Any] = field(compare=False)
    assumed: bool = False


@dataclass(frozen=True, slots=True)
class Pipeline:
    """What has been made of the uniform integer with this number."""

    number: int
    is_double: bool
    steps: tuple[Monotone, ...] = ()

    def then(self, step: Monotone) -> Pipeline:
        """With a step more."""
        return Pipeline(self.number, self.is_double, (*self.steps, step))

    def at(self, k: int) -> Any:
        """Its value at k, by the operations of the program."""
        x: Any = k * UNIT if self.is_double else k
        for step in self.steps:
            x = step.call(x)
        return x

    @property
    def assumed(self) -> bool:
        """Whether that rests on a function of the library."""
        return any(step.assumed for step in self.steps)

    def first(self, lo: int, hi: int, test: Callable[[Any], bool]) -> int:
        """The first k in lo .. hi - 1 where the value passes, hi if none does.

        Whoever passes is followed by such that pass.
        """
        low, high = lo, hi
        while low < high:
            middle = (low + high) // 2
            if test(self.at(middle)):
                high = middle
            else:
                low = middle + 1
        if self.assumed:
            self._look(lo, hi, low, test)
        return low

    def _look(self, lo: int, hi: int, found: int, test: Callable[[Any], bool]) -> None:
        """Whether points around the threshold are on the right side of it."""
        for far in NEAR:
            for k in (found - far, found + far - 1):
                if lo <= k < hi and test(self.at(k)) != (k >= found):
                    raise NotMonotone

    def groups(self, lo: int, hi: int, most: int) -> list[tuple[Any, int, int]] | None:
        """The values on lo .. hi - 1, with the k where each begins and ends; None if too many."""
        found: list[tuple[Any, int, int]] = []
        while lo < hi:
            if len(found) == most:
                return None
            value = self.at(lo)
            seen = _seen(value)
            end = self.first(lo, hi, lambda v, seen=seen: _seen(v) != seen)  # type: ignore[misc]
            found.append((value, lo, end))
            lo = end
        return found

    def signature(self) -> Iterator[Any]:
        """What it is, in full."""
        yield self.number
        for step in self.steps:
            yield step.said


def _seen(value: Any) -> Any:
    """A number with its type and its sign."""
    return type(value), value, math.copysign(1, value)
