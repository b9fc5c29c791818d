"""Foreign code runs in a process of its own: it may loop for ever, exit, or crash; we go on.

What travels back is a value, or one sentence.  The process is forked where the system can, so that
starting it costs nothing; what it prints goes to stderr, so that our stdout stays ours.  It leads a
group of its own, which ends with the call: by the time limit, by Ctrl-C, or by our own end.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from dpbi.audit.plain import shown
from dpbi.errors import BadTarget, DpbiError
from dpbi.regression.foreign import Foreign

T = TypeVar("T")
LONGEST = 2_000_000  # seconds that a system call can wait
MOST_SAID = 1000  # characters of a sentence


class Refused(DpbiError):
    """What the other process said, word for word."""


def run(
    target: str,
    work: Callable[..., T],
    *arguments: Any,
    limit: float,
    meanwhile: AbstractContextManager[Any] | None = None,
) -> T:
    """work(*arguments) in another process, given `limit` seconds.

    `meanwhile` is open while it runs: it may need a thread, and begins once we have forked.
    """
    context = _context()
    ours, theirs = context.Pipe(duplex=False)
    held, line = context.Pipe(duplex=False)
    forked = context.get_start_method() == "fork"
    parents = (ours, line) if forked else ()
    process = context.Process(target=_child, args=(parents, held, theirs, target, work, arguments))
    sys.stdout.flush()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # forking beside other threads
            process.start()
        theirs.close()
        with meanwhile or nullcontext():
            kind, value = _answer(target, ours, process, limit)
    finally:
        _end(process)
        for connection in (ours, theirs, held, line):
            connection.close()
    if kind == "refused":
        raise Refused(value)
    found: T = value
    return found


def _context() -> Any:
    forks = "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"
    return multiprocessing.get_context("fork" if forks else "spawn")


def _answer(target: str, ours: Connection, process: Any, limit: float) -> tuple[str, Any]:
    if not ours.poll(min(limit, LONGEST)):
        raise BadTarget(target, f"it did not return within {limit:g} seconds, the time limit")
    try:
        answer: tuple[str, Any] = ours.recv()
    except EOFError:
        process.join(5)
        code = process.exitcode
        killed = isinstance(code, int) and code < 0
        how = (
            f"was killed ({_signal(-code)})" if killed else f"ended the process (exit code {code})"
        )
        raise BadTarget(target, f"it {how} before it was audited") from None
    except Exception as error:  # what is read was pickled beside foreign code
        raise BadTarget(target, f"its answer cannot be read ({type(error).__name__})") from None
    return answer


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _end(process: Any) -> None:
    """End the process and whatever it has started."""
    if process.pid is None:
        return
    with suppress(OSError, AttributeError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()


def _child(
    parents: tuple[Connection, ...],
    held: Connection,
    theirs: Connection,
    target: str,
    work: Callable[..., Any],
    arguments: Any,
) -> None:
    for connection in parents:  # copies of the parent's ends, which would hide that it has ended
        connection.close()
    with suppress(OSError, AttributeError):
        os.setsid()
    threading.Thread(target=_end_with_the_parent, args=(held,), daemon=True).start()
    sys.dont_write_bytecode = True
    os.dup2(2, 1)
    sys.stdout = sys.stderr = open(  # noqa: SIM115  (the old ones may be locked by a thread)
        2, "w", buffering=1, errors="backslashreplace", closefd=False
    )
    try:
        with Foreign(target):
            theirs.send(("value", work(*arguments)))
    except DpbiError as error:
        theirs.send(("refused", shown(str(error))[:MOST_SAID]))
    except KeyboardInterrupt:
        os._exit(130)


def _end_with_the_parent(held: Connection) -> None:
    """Nothing is ever sent: the wait is over when the other end is gone."""
    with suppress(EOFError, OSError):
        held.recv()
    with suppress(OSError, AttributeError):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
