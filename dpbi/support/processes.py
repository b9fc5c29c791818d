"""Processes that run foreign code: how they are asked to stop, and how they are ended.

Ctrl-C, and the other signals that ask a process to end, are acted on where nothing is left half
done (`stoppable`, `undisturbed`).

On Linux a process of its own, which only watches (`_supervise`), sits between us and foreign code.
It ends the foreign code when we say so or when we are gone, by whatever signal: the kernel gives it
every process that is orphaned below it (`PR_SET_CHILD_SUBREAPER`), even one that moved into a
session of its own, and it kills them until none is left.  If it is killed itself, the kernel
kills the process of the foreign code at once (`PR_SET_PDEATHSIG`), inside a call in C or not.  What
that process had started and moved away is then not found: only a container would find it.

The supervising process ends as the foreign code did, so that its exit code can be relied on.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from types import FrameType
from typing import Any

POLITE = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def stoppable() -> Iterator[None]:
    """SIGTERM and SIGHUP are a Ctrl-C: a KeyboardInterrupt where the program is."""
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


PATIENCE = 5  # seconds for a process that was told to end


def cause(code: int) -> str:
    """How a process ended: the signal that killed it, or its exit code."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


AVAILABLE = sys.platform == "linux"
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
STEP = 0.05  # seconds between looks; an answer, and our end, are noticed at once
ROUNDS = 500


def started(
    supervised: bool,
    do: Callable[[Connection, Any], None],
    parents: tuple[Connection, ...],
    held: Connection,
    theirs: Connection,
    task: Any,
) -> None:
    """do(theirs, task), until it ends or the other end of `held` is gone: what a new process runs.

    `parents` are copies of the parent's ends, which would hide that it has ended.
    """
    for connection in parents:
        connection.close()
    (_supervise if supervised else _alone)(do, held, theirs, task)


def end(process: Any) -> None:
    """End such a process and whatever it has started; its end of `held` is gone, so it knows."""
    if process.pid is None:
        return
    if AVAILABLE:
        process.join(PATIENCE)
    else:
        with suppress(OSError, AttributeError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()
    process.close()


def _supervise(
    do: Callable[[Connection, Any], None], held: Connection, theirs: Connection, task: Any
) -> None:
    """In a process of its own below this one, which watches over it."""
    above, here = os.getppid(), os.getpid()
    os.setsid()  # Ctrl-C on the terminal is for the parent
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    below = os.fork()
    if not below:
        _foreign(do, held, theirs, task, here)
    theirs.close()
    status = _watch(below, held, above)
    _kill_all(below if status is None else None)
    _end_like(status)


def _alone(
    do: Callable[[Connection, Any], None], held: Connection, theirs: Connection, task: Any
) -> None:
    """Where nobody can watch from outside: a thread ends the process once we are gone."""
    with suppress(OSError, AttributeError):
        os.setsid()
    threading.Thread(target=_end_with_the_parent, args=(held,), daemon=True).start()
    do(theirs, task)


def _end_with_the_parent(held: Connection) -> None:
    """Nothing is ever sent: the wait is over when the other end is gone."""
    with suppress(EOFError, OSError):
        held.recv_bytes(1)
    with suppress(OSError, AttributeError):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def limit_memory(most: int) -> None:
    """Limit the address space of this process to `most` bytes beyond what it has; Linux only."""
    if sys.platform != "linux":
        return
    import resource

    with open("/proc/self/statm", encoding="ascii") as file:
        has = int(file.read().split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = has + most if hard == resource.RLIM_INFINITY else min(has + most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _foreign(
    do: Callable[[Connection, Any], None],
    held: Connection,
    theirs: Connection,
    task: Any,
    above: int,
) -> None:
    """In the process for foreign code; it does not return."""
    import resource

    code = 1
    try:
        held.close()
        os.setsid()
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash leaves no file
        if os.getppid() == above:  # or it had ended before we asked
            do(theirs, task)
            code = 0
    finally:
        os._exit(code)


def _watch(below: int, held: Connection, above: int) -> int | None:
    """The status of the process once it has ended; None if we are to end it."""
    while True:
        ended, status = os.waitpid(below, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if held.poll(STEP) or os.getppid() != above:
            return None


def _kill_all(group: int | None) -> None:
    """Kill whatever is below us, and what comes to us as its parents die, until nothing does."""
    if group is not None:  # for where /proc cannot be read
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)
    for _ in range(ROUNDS):
        for pid in _descendants():
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(STEP / 10)


def _descendants() -> list[int]:
    """Every process below this one, the nearest first."""
    children: dict[int, list[int]] = {}
    with suppress(OSError):
        for name in os.listdir("/proc"):
            if name.isdigit():
                with suppress(OSError, ValueError, IndexError):
                    with open(f"/proc/{name}/stat", "rb") as file:
                        parent = int(file.read().rpartition(b")")[2].split()[1])
                    children.setdefault(parent, []).append(int(name))
    found = [os.getpid()]
    for pid in found:
        found += children.get(pid, [])
    return found[1:]


def _end_like(code: int | None) -> None:
    """End as the other process did."""
    if code is not None and code < 0:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError, ValueError):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(0 if code is None else abs(code))


def _prctl(option: int, value: int) -> None:
    """Ask the kernel; where it does not know the option, we do without."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, *(ctypes.c_ulong(v) for v in (value, 0, 0, 0)))
