"""Ctrl-C during a call that does not look at signals, such as one of the compiler's.

Python sees an interrupt between two of its own instructions; the compiler may keep it waiting for
seconds.  A command of which nothing is kept need not wait: a thread ends the process.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 0.2  # seconds in which Python should see an interrupt by itself


@contextmanager
def soon(leave: Callable[[], object]) -> Iterator[None]:
    """Within, an interrupt that Python has not acted on in `PATIENCE` seconds calls `leave`.

    `leave` has to end the process.  Only the main thread hears of signals; others do nothing here.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard, told = os.pipe()
    os.set_blocking(told, False)
    over = threading.Event()

    def listen() -> None:
        while number := os.read(heard, 1):
            if number[0] == signal.SIGINT and not over.wait(PATIENCE):
                leave()
        os.close(heard)

    before = signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    threading.Thread(target=listen, daemon=True).start()
    try:
        yield
    finally:
        over.set()
        signal.set_wakeup_fd(before)
        os.close(told)
