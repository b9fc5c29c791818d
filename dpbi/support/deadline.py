"""When this process has to have its answer: said by whoever limits its time, heeded by long work.

Work that can end early with what it knows so far plans its time by it: a walk of a program whose
paths have no end, of which several are needed.

Work that can be given up is done `limited`.  Where nothing is left half done it asks whether it is
late (`not_late`), and is given up there.  Work that may be given up `anywhere` ends even within one
long operation; what it left behind may then not be used again.
"""

from __future__ import annotations

import gc
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_ends: list[float] = []
_limits: list[float] = []
GRACE = 0.5  # seconds after the end of the time, for work that asks
AGAIN = 0.25  # seconds after which work that caught the alarm is told again


class OutOfTime(BaseException):
    """The time of limited work is over; no handler of errors takes it for one."""


def ends_in(seconds: float) -> None:
    """The answer is needed in so many seconds; said once, where a process of its own begins."""
    _ends[:] = [time.monotonic() + seconds]


def seconds_left() -> float | None:
    """How long there is for the answer; None where nobody limits it.

    >>> seconds_left() is None
    True
    """
    return max(0.0, _ends[0] - time.monotonic()) if _ends else None


@contextmanager
def limited(seconds: float, *, anywhere: bool = False) -> Iterator[None]:
    """Give the work inside up after so many seconds, and go on behind it.

    `anywhere` needs Unix and the main thread, and is without effect elsewhere.
    """
    _limits.append(min([time.monotonic() + seconds, *_limits[-1:]]))
    try:
        with _alarm(seconds + GRACE, wanted=anywhere):
            yield
    except OutOfTime:
        if any(time.monotonic() > end for end in _limits[:-1]):
            raise
    finally:
        _limits.pop()


def not_late() -> None:
    """Go on where the work is not limited, or has time left; OutOfTime otherwise."""
    if _limits and time.monotonic() > _limits[-1]:
        raise OutOfTime


def _collects(frame: FrameType | None) -> bool:
    """Whether a listener of the garbage collector runs: what it raises is lost, so wait."""
    listeners = {getattr(listener, "__code__", None) for listener in gc.callbacks}
    while frame is not None and frame.f_code not in listeners:
        frame = frame.f_back
    return frame is not None


@contextmanager
def dropping(kind: type[BaseException]) -> Iterator[None]:
    """Say nothing of an alarm that rang in a finaliser, whose errors Python drops with a warning.

    It has to ring again, since the work that it was for goes on.
    """
    told = sys.unraisablehook

    def hook(dropped: UnraisableHookArgs) -> None:
        if not issubclass(dropped.exc_type or BaseException, kind):
            told(dropped)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = told


@contextmanager
def _alarm(seconds: float, *, wanted: bool) -> Iterator[None]:
    """Raise OutOfTime wherever the program then is, until it has left."""
    inside = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not (wanted and inside):
        yield
        return
    left = False

    def ring(_number: int, frame: FrameType | None) -> None:
        if not (left or _collects(frame)):
            raise OutOfTime

    handler = signal.signal(signal.SIGALRM, ring)
    start = time.monotonic()
    before, interval = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        with dropping(OutOfTime):
            yield
    finally:
        left = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if before:
            rest = max(0.001, before - (time.monotonic() - start))
            signal.setitimer(signal.ITIMER_REAL, rest, interval)
