"""`max` and `min` of noises, with one way for each place in place of one for each comparison.

Python's own `max(range(n), key=...)` compares n - 1 times, and a run splits at each: 2^(n-1) paths.
Which place is the largest is one question, with n answers.  So while a program runs, the two names
stand for functions that ask it; whatever is not a list of sums of noises and numbers goes to
Python's own, comparison by comparison.

The result is the same: the first of several that are largest, or smallest.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from dpbi.programs.running import Run
from dpbi.programs.unknown import ordinary
from dpbi.programs.values import Noisy, sum_of

KEPT = builtins.max, builtins.min
OWN = "_pythons_own"


@contextmanager
def whole_extremes(run: Run) -> Iterator[None]:
    """Within it `max` and `min` split a run once."""
    kept = builtins.max, builtins.min
    builtins.max, builtins.min = _asking(run, KEPT[0], 1), _asking(run, KEPT[1], -1)
    try:
        yield
    finally:
        builtins.max, builtins.min = kept


def _asking(run: Run, own: Any, sign: int) -> Any:
    """Python's own function, but for three or more noises and numbers."""

    def extreme(*args: Any, **named: Any) -> Any:
        if not args or named.keys() - {"key"}:
            return own(*args, **named)
        values = list(args[0] if len(args) == 1 else args)
        key: Callable[[Any], Any] | None = named.get("key")
        keys = values if key is None else [key(value) for value in values]
        if len(keys) > 2 and _are_sums(keys):
            return values[run.first_largest([sum_of(run, sign * k) for k in keys])]
        if not values:
            return own(*args, **named)
        return values[own(range(len(keys)), key=keys.__getitem__)]

    vars(extreme)[OWN] = own
    return extreme


def pythons_own(function: Any) -> Any:
    """Python's own `max` or `min`, where it is handed over from within a run; else what it is."""
    return getattr(function, OWN, function)


def _are_sums(keys: list[Any]) -> bool:
    """Whether all are noisy or ordinary numbers, and some is noisy."""
    kinds = {type(k) for k in keys}
    others = (k for k in keys if type(k) is not Noisy)
    return Noisy in kinds and all(ordinary(k) is not None for k in others)
