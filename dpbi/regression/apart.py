"""The other side of `isolation.py`: in the process of foreign code, up to its one message."""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from dpbi.errors import BadTarget, DpbiError, printable
from dpbi.regression import supervision
from dpbi.regression.foreign import Foreign
from dpbi.regression.wire import encode

MOST_ANSWER = 32_000_000  # bytes of an answer
MOST_SAID = 1000  # characters of a sentence


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be done in the other process."""

    key: str
    target: str
    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    memory: int | None


def do(theirs: Connection, task: Task) -> None:
    """In the other process: the work, and the message."""
    sys.dont_write_bytecode = True
    os.dup2(2, 1)
    sys.stdout = sys.stderr = open(  # noqa: SIM115  (the old ones may be locked by a thread)
        2, "w", buffering=1, errors="backslashreplace", closefd=False
    )
    if task.memory is not None:
        supervision.limit_memory(task.memory)
    try:
        body = _body(task)
    except KeyboardInterrupt:
        os._exit(130)
    with suppress(OSError):
        theirs.send_bytes(task.key.encode() + body)
    sys.stderr.flush()


def _body(task: Task) -> bytes:
    """The answer in JSON, or what is to be said instead."""
    try:
        with Foreign(task.target):
            answer = encode(task.work(*task.arguments))
            body = json.dumps({"answer": answer}).encode()
        if len(body) + len(task.key) <= MOST_ANSWER:
            return body
        refused: DpbiError = BadTarget(
            task.target, f"its answer has {len(body):,} bytes, more than the {MOST_ANSWER:,} taken"
        )
    except DpbiError as error:
        refused = error
        if _is_of_memory(error.__cause__):
            limit = "the machine" if task.memory is None else size(task.memory)
            refused = BadTarget(
                task.target, f"it needs more memory than it may have ({limit}; see --memory-limit)"
            )
    return json.dumps({"refused": printable(str(refused))[:MOST_SAID]}).encode()


def _is_of_memory(error: BaseException | None) -> bool:
    return isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM


def alone(
    work: Callable[..., None],
    parents: tuple[Connection, ...],
    held: Connection,
    theirs: Connection,
    task: Task,
) -> None:
    """Where nobody can watch from outside: a thread ends the process once we are gone."""
    for connection in parents:
        connection.close()
    with suppress(OSError, AttributeError):
        os.setsid()
    threading.Thread(target=_end_with_the_parent, args=(held,), daemon=True).start()
    work(theirs, task)


def _end_with_the_parent(held: Connection) -> None:
    """Nothing is ever sent: the wait is over when the other end is gone."""
    with suppress(EOFError, OSError):
        held.recv_bytes(1)
    with suppress(OSError, AttributeError):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def size(count: int) -> str:
    """A number of bytes as it is written for --memory-limit."""
    for unit, letter in ((10**12, "T"), (10**9, "G"), (10**6, "M"), (1000, "K")):
        if count >= unit:
            return f"{count / unit:g}{letter}"
    return str(count)
