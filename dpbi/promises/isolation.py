"""Foreign code runs in a process of its own: it may loop forever, exit, or crash; we go on.

What travels back is one message of bounded size, in JSON, read before the time limit ends: a
value whose type we name, or one sentence.  It begins with a key that only our own code was told,
so that what foreign code writes into the pipe is not taken for an answer.  What it prints goes to
stderr, so that our stdout stays ours.

What is covered, and where:

- Time: everywhere.
- Memory: on Linux, for each process, as address space beyond what it had when it began.
- Our own end, by whatever signal: on Linux nothing is left running, not even inside a long call
  in C or in processes that it has started and moved into sessions of their own: see
  `support/processes.py`.  Elsewhere a thread sees that we are gone, as soon as Python lets threads
  run.

This protects from accidents and careless code.  It is not a sandbox: foreign code that wants to can
look into its own process for the key, or kill the process that watches over it.
"""

from __future__ import annotations

import multiprocessing
import queue
import secrets
import sys
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, NoReturn, TypeVar

from dpbi.errors import BadTarget, DpbiError, printable
from dpbi.fields.rational import parsed
from dpbi.promises.child import MOST_ANSWER, MOST_SAID, ChildTask, Garbled, decode, do, size
from dpbi.support import processes
from dpbi.support.processes import PATIENCE, cause

T = TypeVar("T")
GIGABYTE = 10**9
UNEXPECTED = ("SIGABRT", "SIGSEGV", "SIGBUS")


@dataclass(frozen=True, slots=True)
class Limits:
    """What foreign code may use: seconds, and bytes of memory (None: no limit).

    Four gigabytes are twice the largest enumeration that dpbi allows itself (`data.py`).
    """

    seconds: float = 600.0
    memory: int | None = 4 * GIGABYTE


class Refused(DpbiError):
    """What the other process said, word for word."""


def run(
    target: str,
    kind: Any,
    work: Callable[..., T],
    *arguments: Any,
    limits: Limits,
    meanwhile: AbstractContextManager[Any] | None = None,
) -> T:
    """work(*arguments), which is a `kind`, computed in another process within the limits.

    `meanwhile` is open while it runs: it may need a thread, and begins once we have forked.
    """
    context = _context()
    ours, theirs = context.Pipe(duplex=False)
    held, line = context.Pipe(duplex=False)
    task = ChildTask(secrets.token_hex(16), target, work, arguments, limits.memory, limits.seconds)
    parents = (ours, line) if context.get_start_method() == "fork" else ()
    process = context.Process(
        target=processes.started, args=(processes.AVAILABLE, do, parents, held, theirs, task)
    )
    sys.stdout.flush()
    reader = _Reader(ours)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # forking beside other threads
            process.start()
        theirs.close()
        reader.start()
        with meanwhile or nullcontext():
            message = _message(reader, process, target, limits)
    finally:
        line.close()
        processes.end(process)
        reader.finish()
        for connection in (ours, theirs, held):
            connection.close()
    answer: T = _answer(message, task, kind)
    return answer


def _context() -> Any:
    forks = "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"
    return multiprocessing.get_context("fork" if forks else "spawn")


class _Reader:
    """A thread that reads one message: it may come in halves, or never, and we do not wait."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.box: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._read, daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self.thread.start()

    def _read(self) -> None:
        try:
            self.box.put(self.connection.recv_bytes(MOST_ANSWER))
        except EOFError:
            self.box.put(None)
        except (OSError, MemoryError):
            self.box.put(b"")  # a length that we would never send

    def within(self, seconds: float) -> bytes | None:
        """The message, None at the end of the pipe; `queue.Empty` when the time is over.

        It waits in small steps: on Windows a longer wait would not hear Ctrl-C.
        """
        deadline = time.monotonic() + seconds
        while True:
            left = deadline - time.monotonic()
            with suppress(queue.Empty):
                return self.box.get(timeout=max(0, min(left, 0.5)))
            if left <= 0:
                raise queue.Empty

    def finish(self) -> None:
        """Wait for the end of the pipe, which is there once nobody can write any more."""
        if self.thread.ident is not None:
            self.thread.join(PATIENCE)


def _message(reader: _Reader, process: Any, target: str, limits: Limits) -> bytes:
    try:
        message = reader.within(limits.seconds)
    except queue.Empty:
        said = f"it did not return within {limits.seconds:g} seconds, the time limit"
        raise BadTarget(target, said) from None
    if message is not None:
        return message
    process.join(PATIENCE)
    code = process.exitcode
    name = "no exit code" if code is None else cause(code)
    if code is None or code >= 0:
        raise BadTarget(target, f"it ended the process ({name}) before it was audited")
    perhaps = ""
    if name in UNEXPECTED and limits.memory is not None and processes.AVAILABLE:
        perhaps = f", perhaps for want of memory: --memory-limit is {size(limits.memory)}"
    raise BadTarget(target, f"it was killed ({name}) before it was audited{perhaps}")


def _answer(message: bytes, task: ChildTask, kind: Any) -> Any:
    """The value in a message; whatever is not exactly one is refused."""

    def refuse(why: str) -> NoReturn:
        raise BadTarget(task.target, f"its answer cannot be read ({printable(why)[:200]})")

    key, body = message[: len(task.key)], message[len(task.key) :]
    if not secrets.compare_digest(key, task.key.encode()):
        refuse("it is not whole, or not ours")
    document = parsed(body, refuse)
    if isinstance(said := document.get("refused"), str):
        raise Refused(printable(said)[:MOST_SAID])
    try:
        return decode(kind, document.get("answer"))
    except (Garbled, DpbiError, RecursionError) as error:
        refuse(str(error))
