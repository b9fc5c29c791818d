"""One release for all that exchanging equal categories makes of it, and how many those are.

Categories with equal prior and equal count can be exchanged without changing distance or
probability.  A representative has nondecreasing values within such a class; a class of size m with
runs of l_1, l_2, .. equal values stands for m! / (l_1! l_2! ..) releases.  Placing the i-th value
of a class at the end of a run that is then l long multiplies that number by i / l, and all partial
products are multinomial coefficients, so that integer division is exact.

Here members of a class stand together, and `places` holds for each category its i in its class.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TypeAlias

Values: TypeAlias = tuple[int, ...]
Head: TypeAlias = tuple[Values, int, int]
"""Values, how many releases begin in such a way, and the length of the last run."""


def places(keys: Sequence[Hashable]) -> list[int]:
    """For each category which of its class it is: 1 for the first; equal keys stand together."""
    result: list[int] = []
    for j, key in enumerate(keys):
        result.append(result[-1] + 1 if j and key == keys[j - 1] else 1)
    return result


def heads(at: Sequence[int], tops: Sequence[int], room: int) -> Iterator[Head]:
    """Representatives of values 0 .. top that sum to at most `room`, for the categories of `at`."""
    if not at:
        yield (), 1, 0
        return
    for values, count, run in heads(at[:-1], tops[:-1], room):
        for t in range(least(at[-1], values), min(tops[-1], room - sum(values)) + 1):
            yield (*values, t), *placed(at[-1], values, t, count, run)


def least(place: int, values: Values) -> int:
    """The smallest value that may follow: the last one within a class."""
    return values[-1] if place > 1 else 0


def placed(place: int, values: Values, t: int, count: int, run: int) -> tuple[int, int]:
    """The number of releases and the length of the last run, once t follows `values`."""
    if place == 1:
        return count, 1
    length = run + 1 if t == values[-1] else 1
    return count * place // length, length
