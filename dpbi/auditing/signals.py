"""Being stopped: Ctrl-C, and other ways to ask a process to end, at the right moments only."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

POLITE = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def stoppable() -> Iterator[None]:
    """SIGTERM and SIGHUP are a Ctrl-C: a KeyboardInterrupt where the program stands."""
    with _handled(POLITE, _stop):
        yield


@contextmanager
def undisturbed() -> Iterator[None]:
    """No signal gets in between; for what takes milliseconds."""
    with _handled([signal.SIGINT, *POLITE], signal.SIG_IGN):
        yield


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


@contextmanager
def _handled(signals: list[signal.Signals], handler: Any) -> Iterator[None]:
    """Handle signals so, and as before afterwards; only the main thread can say."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = [(s, signal.signal(s, handler)) for s in signals]
    try:
        yield
    finally:
        for s, previous in before:
            signal.signal(s, previous)
