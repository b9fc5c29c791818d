"""When this process has to have its answer: said by whoever limits its time, heeded by long work.

Work that can end early with what it knows so far plans its time by it: a walk of a program whose
paths have no end, of which several are needed.
"""

from __future__ import annotations

import time

_ends: list[float] = []


def ends_in(seconds: float) -> None:
    """The answer is needed in so many seconds; said once, where a process of its own begins."""
    _ends[:] = [time.monotonic() + seconds]


def seconds_left() -> float | None:
    """How long there is for the answer; None where nobody limits it.

    >>> seconds_left() is None
    True
    """
    return max(0.0, _ends[0] - time.monotonic()) if _ends else None
