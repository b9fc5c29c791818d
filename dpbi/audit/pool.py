"""The tasks of an audit on an executor: tasks go in, what happens comes out as it happens.

A task travels as its request and its digest: plain JSON, whatever does the work (`executors.py`).
What it asks for is found by name in the folder of claims, and its digest says that it is the same
claim there.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from dpbi.audit import tasks
from dpbi.audit.executors import Leg, Lost, OtherSources
from dpbi.audit.serving import Batch
from dpbi.audit.tasks import Task, digest_of
from dpbi.errors import Disagreement, DpbiError

WORK = f"{__name__}:answered"


def answered(common: dict[str, Any], request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request about the claims in a folder."""
    known = _readings(common["root"], common["full"]) if "reading" in request else {}
    return answer(request, known)


@cache
def _readings(root: str, full: bool) -> dict[str, tasks.ReadingTask]:
    """The readings in a folder, read once a process."""
    return {t.name: t for t in tasks.readings(Path(root), full=full)}


def answer(request: dict[str, Any], known: dict[str, tasks.ReadingTask]) -> dict[str, Any]:
    """{"result", "second_opinion", "seconds"}, or {"error"}: one sentence that says why not.

    A second opinion that contradicts the result comes as {"error", "disagreement"}.
    """
    start = time.perf_counter()
    try:
        task = tasks.asked(request, known)
        if tasks.digest_of(task) != request["digest"]:
            return {"error": "its sources changed while the audit ran: run it again"}
        result = task.compute()
        opinion = task.second_opinion(result)
    except Disagreement as error:
        return {"error": str(error), "disagreement": [error.what, error.answer, error.second]}
    except DpbiError as error:
        return {"error": str(error)}
    except Exception as error:  # a bug in a reading or in dpbi: the audit goes on and names it
        return {"error": f"{type(error).__name__}: {error}{where_raised(error)}"}
    spent = time.perf_counter() - start
    return {"result": result, "second_opinion": opinion, "seconds": spent}


def where_raised(error: BaseException) -> str:
    """Where an unexpected error was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    return f" ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"


@dataclass(frozen=True)
class Started:
    """A task has been given to a worker."""

    task: Task


@dataclass(frozen=True)
class Finished:
    """A task is done: its result and its seconds, or the sentence that says why there is none.

    `opinion` is what mpmath confirms of the result, `disagreement` what it contradicts.
    """

    task: Task
    result: dict[str, Any] | None = None
    seconds: float = 0.0
    error: str = ""
    opinion: dict[str, Any] | None = None
    disagreement: Disagreement | None = None


Event = Started | Finished | None
"""None: some time went by."""


def events(leg: Leg, todo: Iterable[Task], root: Path, *, full: bool) -> Iterator[Event]:
    """What happens to the tasks, as it happens, until every one is finished."""
    left = {task.name: task for task in todo}
    common = {"root": str(root.resolve()), "full": full}
    begun: deque[Started] = deque()

    def pieces() -> Iterator[Batch]:
        """A task each: they are few, and long."""
        for task in list(left.values()):
            begun.append(Started(task))
            request = {**task.request(), "digest": digest_of(task), "name": task.name}
            yield Batch(WORK, [request], common)

    try:
        for done in leg.finished(pieces()):
            while begun:
                yield begun.popleft()
            if done is None:
                yield None
                continue
            (found,) = done.answers
            yield _finished(left.pop(done.batch.requests[0]["name"]), found)
    except (Lost, OtherSources) as error:
        for task in left.values():
            yield Finished(task, error=f"{error}: run the audit again")


def _finished(task: Task, found: dict[str, Any]) -> Finished:
    """The event of an answer."""
    if "died" in found:
        return Finished(task, error=found["died"])
    answer = found["answer"]
    return Finished(
        task,
        answer.get("result"),
        answer.get("seconds", 0.0),
        answer.get("error", ""),
        answer.get("second_opinion"),
        Disagreement(*answer["disagreement"]) if "disagreement" in answer else None,
    )
