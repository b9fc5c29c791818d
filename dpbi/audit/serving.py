"""Pieces of work, and the processes that do them: requests go in, answers come out one by one.

Every executor is given the same function to run, `work_off`, and nothing travels but text: a piece
names what answers it, the hash of the sources that are to answer, and its requests as JSON.
Whoever runs it (a thread here, a worker of a cluster) has a `Helper`, a process of its own that
computes.  So the precision of flint and the threads of the compiled filter, which are state of a
process, belong to one request at a time, and a request that crashes its process, or takes longer
than it may, costs its own answer and no other.

A helper is started afresh rather than forked, and ends when its input ends, so that none is left
behind, however its owner ended.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib import import_module
from time import perf_counter
from typing import Any, TextIO

from dpbi.audit.provenance import PACKAGE, surroundings
from dpbi.support.processes import PATIENCE, cause

START = "import sys; sys.path.insert(0, sys.argv[1]); from dpbi.audit.serving import main; main()"
ROOM = "dpbi.audit."
"""What answers requests is a function of this room."""
LONGEST = 2_000_000.0  # seconds that a queue can wait
TRIES = 2  # of a request whose process dies: it may have been an accident of the machine


@dataclass(frozen=True)
class Batch:
    """Some requests for one function, each with at most `seconds` (None: as long as it takes).

    `work` is "module:function"; it is called with `common` and a request, all plain JSON.
    """

    work: str
    requests: list[Any]
    common: dict[str, Any] = field(default_factory=dict)
    seconds: float | None = None
    digest: str = field(default_factory=surroundings)

    def text(self) -> str:
        """The piece in one line."""
        return json.dumps(vars(self))


def work_off(text: str) -> str:
    """Do a piece in a process of this thread's own: {"answers", "seconds"} or {"refused"}, in JSON.

    An answer is {"answer"}, {"late": seconds} or {"died": how}.
    """
    batch, answers, tries = Batch(**json.loads(text)), list[dict[str, Any]](), 0
    start = perf_counter()
    crew: Crew = getattr(_HERE, "crew", _ELSEWHERE)
    while len(answers) < len(batch.requests):
        left = replace(batch, requests=batch.requests[len(answers) :])
        try:
            for answer in crew.mine().answers(left):
                if "refused" in answer:
                    return json.dumps(answer)
                answers.append(answer)
                tries = 0
        except Ended:
            raise
        except TimeoutError:
            crew.bury(at_once=True)
            answers.append({"late": batch.seconds})
            tries = 0
        except Exception as trouble:  # whatever it is, the request has its answer
            said, tries = crew.bury(str(trouble)), tries + 1
            if tries == TRIES:
                answers.append({"died": said})
                tries = 0
    return json.dumps({"answers": answers, "seconds": perf_counter() - start})


class Helper:
    """A process that computes for one thread; an error where it cannot be started."""

    def __init__(self) -> None:
        self._complaints = _complaints()
        self._process = subprocess.Popen(  # noqa: S603  (ourselves)
            [sys.executable, "-P", "-c", START, str(PACKAGE.parent)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            encoding="utf-8",
            process_group=0,  # Ctrl-C is for its owner, who ends it
        )
        assert self._process.stdin is not None  # it was started with pipes
        assert self._process.stdout is not None
        self._input = self._process.stdin
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        reader = threading.Thread(
            target=_read, args=(self._process.stdout, self._lines), daemon=True
        )
        try:
            reader.start()
        except RuntimeError:
            self.end(at_once=True)
            raise

    def answers(self, batch: Batch) -> Iterator[dict[str, Any]]:
        """One answer after another; TimeoutError where one is late, ValueError for nonsense."""
        self._input.write(batch.text() + "\n")
        self._input.flush()
        begun = self._line(LONGEST)  # to start, and to import what answers, is nobody's time
        if "refused" in begun:
            yield begun
            return
        for _ in batch.requests:
            yield self._line(min(batch.seconds or LONGEST, LONGEST))

    def _line(self, seconds: float) -> dict[str, Any]:
        try:
            said = json.loads(self._lines.get(timeout=seconds))
        except queue.Empty:
            raise TimeoutError from None
        if not isinstance(said, dict) or not said.keys() & {"begun", "answer", "refused"}:
            raise ValueError("it answered nonsense")
        return said

    def end(self, *, at_once: bool = False) -> int:
        """Close its input, which ends it; one that does not end is killed."""
        if at_once:
            self._process.kill()
        with suppress(OSError, ValueError):
            self._input.close()
        try:
            return self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def last_words(self) -> str:
        """What it last said on stderr."""
        with suppress(OSError, ValueError):
            self._complaints.seek(0)
            lines = self._complaints.read().strip().splitlines()
            return f"; it last said: {lines[-1].strip()}" if lines else ""
        return ""

    def close(self) -> None:
        """Let go of what it said."""
        with suppress(OSError):
            self._complaints.close()


def _complaints() -> Any:
    """A file for what a helper writes to stderr; os.devnull if no file can be created."""
    try:
        return tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
    except OSError:
        return open(os.devnull, "w+", encoding="utf-8")


def _read(source: TextIO, lines: queue.SimpleQueue[str]) -> None:
    """Pass lines on; an empty one at the end."""
    with suppress(OSError, ValueError), source:
        for line in source:
            lines.put(line)
    lines.put("")


class Ended(Exception):
    """The work has been called off."""


class Crew:
    """The helpers of some threads; closing it ends them all at once, and none is started again."""

    def __init__(self) -> None:
        self._running: set[Helper] = set()
        self._own = threading.local()
        self._lock = threading.Lock()
        self._closed = False

    def join(self) -> None:
        """Let this thread have its helper here."""
        _HERE.crew = self

    def mine(self) -> Helper:
        """The helper of this thread, started where there is none."""
        helper: Helper | None = getattr(self._own, "helper", None)
        if helper is None:
            with self._lock:
                if self._closed:
                    raise Ended
                helper = self._own.helper = Helper()
                self._running.add(helper)
        return helper

    def bury(self, why: str = "", *, at_once: bool = False) -> str:
        """End the helper of this thread, which gave no answer; the sentence about it.

        Raises `Ended` where the crew has been closed: what happens to the helper is settled then.
        """
        helper: Helper | None = getattr(self._own, "helper", None)
        if helper is None:
            return f"no worker could be started ({why})"
        self._own.helper = None
        if not self._take(helper):
            raise Ended
        code = helper.end(at_once=at_once)
        said = f"the worker that computed it died ({cause(code)}){helper.last_words()}"
        helper.close()
        return said

    def close(self) -> None:
        """End every helper, whatever it is doing."""
        with self._lock:
            self._closed = True
            running = list(self._running)
        ours = [helper for helper in running if self._take(helper)]
        for helper in ours:
            helper.end(at_once=True)
        for helper in ours:
            helper.close()

    def _take(self, helper: Helper) -> bool:
        """Whether it is for the caller to end the helper: one thread ends it, and no other."""
        with self._lock:
            taken = helper in self._running
            self._running.discard(helper)
        return taken


_HERE = threading.local()
_ELSEWHERE = Crew()
"""Of the threads that nobody here started: those of a cluster's worker, with which they end."""


def main() -> None:
    """What a helper process runs: it works off pieces until its input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    source = os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(2, 1)  # whatever a library prints is not an answer
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)  # and what it reads is not a request
    os.close(nothing)
    pieces: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(source, pieces), daemon=True).start()
    while True:
        for answer in _done(Batch(**json.loads(pieces.get()))):
            answers.write(json.dumps(answer) + "\n")
            answers.flush()


def _listen(source: TextIO, pieces: queue.SimpleQueue[str]) -> None:
    """Pass lines on; end the process when the input ends, even in the middle of a piece."""
    for line in source:
        pieces.put(line)
    os._exit(0)


def _done(batch: Batch) -> Iterator[dict[str, Any]]:
    """The answers of this process; one refusal where its sources are not those asked for."""
    if batch.digest != surroundings():
        yield {"refused": surroundings()}
        return
    answer = _function(batch.work)
    yield {"begun": True}
    for request in batch.requests:
        yield {"answer": answer(batch.common, request)}


def _function(name: str) -> Callable[[dict[str, Any], Any], Any]:
    """The function of this name, which is one of ours."""
    module, _, function = name.partition(":")
    if not module.startswith(ROOM):
        raise ValueError(f"nothing here answers to {name}")
    found: Callable[[dict[str, Any], Any], Any] = getattr(import_module(module), function)
    return found
