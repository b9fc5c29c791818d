"""Several workers at once: tasks go in, answers come out as they are ready.

A worker is a process that runs `main`: a line of JSON in, a line of JSON out.  It ends when its
input ends, so that none is left behind, however the audit ended.  Processes are started afresh
rather than forked: threads of the compiled filter and the precision of flint are state of a
process, and plain lines need no pickled code.

In the audit, a `Pool` serves each worker by a thread.  A worker that dies takes one task with it,
and another is started for the rest.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TextIO

from dpbi.audit import tasks
from dpbi.audit.tasks import PACKAGE, Task, digest_of
from dpbi.errors import Disagreement, DpbiError
from dpbi.support.processes import PATIENCE, cause, undisturbed


def main() -> None:
    """Answer requests until there are no more; arguments: the folder of claims, quick or full."""
    root, full = Path(sys.argv[2]), sys.argv[3] == "full"
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a library prints is not an answer
    requests: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin, requests), daemon=True).start()
    known: dict[str, tasks.ReadingTask] = {}
    while True:
        request = json.loads(requests.get())
        if "reading" in request and not known:
            known = {t.name: t for t in tasks.readings(root, full=full)}
        answers.write(json.dumps(answer(request, known)) + "\n")
        answers.flush()


def _listen(source: TextIO, requests: queue.SimpleQueue[str]) -> None:
    """Pass lines on; when there are no more, end the process, whatever it is doing."""
    for line in source:
        requests.put(line)
    os._exit(0)


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
        return {"error": f"{type(error).__name__}: {error}{_place(error)}"}
    spent = time.perf_counter() - start
    return {"result": result, "second_opinion": opinion, "seconds": spent}


def _place(error: BaseException) -> str:
    """Where an unexpected error was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    return f" ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"


START = "import sys; sys.path.insert(0, sys.argv[1]); from dpbi.audit.pool import main; main()"
BEAT = 0.25  # seconds between two checks of the workers


@dataclass(frozen=True)
class Started:
    """A worker has begun a task."""

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


def cores() -> int:
    """How many processes this process may keep busy."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Pool:
    """Workers on a folder of claims; leaving the context ends them all at once."""

    def __init__(self, root: Path, jobs: int, *, full: bool) -> None:
        self.root, self.jobs, self.full = root, jobs, full
        self._running: set[subprocess.Popen[str]] = set()
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with undisturbed():
            with self._lock:
                self._closed = True
                running = list(self._running)
            for process in running:
                process.kill()
            for thread in self._threads:
                thread.join(PATIENCE)

    def answers(self, tasks: Iterable[Task]) -> Iterator[Event]:
        """What happens, as it happens, until every task is finished."""
        left = {task.name: task for task in tasks}
        waiting = deque(left.values())
        events: queue.Queue[Event] = queue.Queue()
        for _ in range(min(self.jobs, len(left))):
            thread = threading.Thread(target=self._serve, args=(waiting, events), daemon=True)
            try:
                thread.start()
            except RuntimeError:  # the system has no more threads: those that there are do the work
                break
            self._threads.append(thread)
        while left:
            at_work = any(thread.is_alive() for thread in self._threads)
            try:
                event = events.get(timeout=BEAT) if at_work else events.get_nowait()
            except queue.Empty:
                event = None if at_work else _given_up(next(iter(left.values())))
            if isinstance(event, Finished):
                left.pop(event.task.name, None)
            yield event

    def _serve(self, waiting: deque[Task], events: queue.Queue[Event]) -> None:
        """Give tasks to one worker, one after another; replace it if it dies."""
        worker: subprocess.Popen[str] | None = None
        with suppress(OSError), _complaints() as complaints:
            while not self._closed:
                try:
                    task = waiting.popleft()
                except IndexError:
                    break
                events.put(Started(task))
                try:
                    worker = worker or self._start(complaints)
                    events.put(_ask(worker, task))
                except Exception as trouble:  # whatever it is, the task has its answer
                    events.put(Finished(task, error=self._bury(worker, complaints, trouble)))
                    worker = None
            if worker is not None:
                self._end(worker)

    def _start(self, complaints: Any) -> subprocess.Popen[str]:
        arguments = [str(PACKAGE.parent), str(self.root), "full" if self.full else "quick"]
        with self._lock:
            if self._closed:
                raise OSError("the audit has ended")
            process = subprocess.Popen(  # noqa: S603  (ourselves)
                [sys.executable, "-P", "-c", START, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                encoding="utf-8",
                process_group=0,  # Ctrl-C is for the audit, which ends its workers itself
            )
            self._running.add(process)
        return process

    def _bury(self, worker: subprocess.Popen[str] | None, complaints: Any, why: Exception) -> str:
        """The sentence about a worker that gave no answer."""
        if worker is None:
            return f"no worker could be started ({why})"
        code = self._end(worker)
        said = ""
        with suppress(OSError):
            complaints.seek(0)
            lines = complaints.read().strip().splitlines()
            complaints.seek(0)
            complaints.truncate()
            said = f"; it last said: {lines[-1].strip()}" if lines else ""
        return f"the worker that computed it died ({cause(code)}){said}"

    def _end(self, worker: subprocess.Popen[str]) -> int:
        """Close a worker's input, which ends it; one that does not end is killed."""
        with suppress(OSError, ValueError):
            if worker.stdin is not None:
                worker.stdin.close()
        try:
            code = worker.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            worker.kill()
            code = worker.wait()
        if worker.stdout is not None:
            worker.stdout.close()
        with self._lock:
            self._running.discard(worker)
        return code


def _complaints() -> Any:
    """A file for what a worker says on stderr; nowhere, if there is no room for one."""
    try:
        return tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
    except OSError:
        return open(os.devnull, "w+", encoding="utf-8")


def _given_up(task: Task) -> Finished:
    """A task that nobody is left to compute."""
    return Finished(task, error="nothing is left that could compute it: run the audit again")


def _ask(worker: subprocess.Popen[str], task: Task) -> Finished:
    """One request, one answer; an exception where the worker ended, or answered nonsense."""
    assert worker.stdin is not None  # it was started with pipes
    assert worker.stdout is not None
    worker.stdin.write(json.dumps({**task.request(), "digest": digest_of(task)}) + "\n")
    worker.stdin.flush()
    answer = json.loads(worker.stdout.readline())
    return Finished(
        task,
        answer.get("result"),
        answer.get("seconds", 0.0),
        answer.get("error", ""),
        answer.get("second_opinion"),
        Disagreement(*answer["disagreement"]) if "disagreement" in answer else None,
    )
