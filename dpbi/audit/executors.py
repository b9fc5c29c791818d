"""Where long work is done: here, in processes of this machine, or on a cluster.

Each is an `Executor` of the standard library that is given `work_off` and the text of a piece
(`serving.py`), so audits, searches and sweeps are the same work wherever it is done:

- `Serial` does a piece when it is submitted;
- threads of a `ThreadPoolExecutor` have one helper process each;
- the executor of a Dask cluster's client runs the same function in its workers.  Dask gives the
  work of a worker that dies to another one.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from dpbi.audit.serving import Batch, Crew, work_off
from dpbi.errors import DpbiError, InvalidValue, brief
from dpbi.support.arguments import optional
from dpbi.support.processes import undisturbed

BEAT = 0.25  # seconds between two looks at what goes on
MOST_JOBS = 1024
AHEAD = 2  # pieces for each that is worked on, so that nobody waits for us
CLUSTER_WINDOW = 64  # pieces that a cluster has at least: workers may come later


@dataclass(eq=False)
class OtherSources(DpbiError):
    """A worker that would compute something else than what was asked for."""

    where: str

    def __str__(self) -> str:
        return (
            f"a worker {self.where} has other sources of dpbi, another Python or other versions of "
            "its libraries than this process: install the same there, and ask again"
        )


@dataclass(eq=False)
class Lost(DpbiError):
    """Nothing is left that could do the work."""

    why: str

    def __str__(self) -> str:
        return self.why


@dataclass(eq=False)
class Unreachable(DpbiError):
    """A scheduler that does not answer."""

    address: str
    reason: str

    def __str__(self) -> str:
        return f"there is no Dask scheduler at {brief(self.address)} ({self.reason})"


class Done(NamedTuple):
    """A piece, an answer to each of its requests, and how long a worker took for them."""

    batch: Batch
    answers: list[dict[str, Any]]
    seconds: float


@dataclass
class Leg:
    """An executor, how many pieces it is given at once, and why it can do no more, if so."""

    executor: Executor
    window: int
    lost: Callable[[], str] = str
    where: str = "of this machine"

    def finished(self, pieces: Iterable[Batch]) -> Iterator[Done | None]:
        """Pieces in the order in which they are finished; None when some time went by.

        Pieces are taken from the iterable as there is room for them, so that there may be any
        number.  `Lost` is raised where nothing is left that could do them.
        """
        waiting: dict[Future[str], Batch] = {}
        more = iter(pieces)
        while True:
            self._submit(more, waiting)
            if not waiting:
                return
            done, _ = wait(waiting, BEAT, FIRST_COMPLETED)
            for future in done:
                piece = waiting.pop(future)
                yield Done(piece, *self._answers(future))
            if not done:
                if why := self.lost():
                    raise Lost(why)
                yield None

    def _submit(self, more: Iterator[Batch], waiting: dict[Future[str], Batch]) -> None:
        while len(waiting) < self.window:
            piece = next(more, None)
            if piece is None:
                return
            try:
                waiting[self.executor.submit(work_off, piece.text())] = piece
            except RuntimeError as error:  # the system has no more threads
                raise Lost(f"nothing is left that could compute it ({error})") from None

    def _answers(self, future: Future[str]) -> tuple[list[dict[str, Any]], float]:
        try:
            found = json.loads(future.result())
        except Exception as error:  # of the engine: what a request raises is its answer
            said = self.lost() or f"a worker {self.where} could not work: {brief(str(error), 300)}"
            raise Lost(said) from error
        if "refused" in found:
            raise OtherSources(self.where)
        return found["answers"], found["seconds"]


class Serial(Executor):
    """Does what is submitted at once, one thing after another."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of what is done already."""
        future: Future[Any] = Future()
        self._crew.join()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def leg(jobs: int | None = None, scheduler: str | None = None) -> AbstractContextManager[Leg]:
    """The cluster of a scheduler, or this many local processes; 0 means serial."""
    if scheduler is not None:
        return _cluster(scheduler)
    jobs = cores() if jobs is None else jobs
    if not 0 <= jobs <= MOST_JOBS:
        raise InvalidValue("--jobs", jobs, f"it must be between 0 and {MOST_JOBS}")
    return _here(jobs)


def cores() -> int:
    """How many processes this process may keep busy."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _here(jobs: int) -> Iterator[Leg]:
    crew = Crew()
    executor = ThreadPoolExecutor(jobs, initializer=crew.join) if jobs else Serial(crew)
    try:
        yield Leg(executor, AHEAD * jobs or 1)
    finally:
        with undisturbed():
            try:
                crew.close()
            finally:
                executor.shutdown(cancel_futures=True)


@contextmanager
def _cluster(address: str) -> Iterator[Leg]:
    distributed = optional("distributed", "cluster", "a scheduler")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we say what is to be said
    try:
        client = distributed.Client(address, set_as_default=False)
    except Exception as error:  # of many kinds
        raise Unreachable(address, brief(str(error) or type(error).__name__, 200)) from None

    def lost() -> str:
        """Why the cluster can do no more."""
        gone = client.status != "running"
        return f"the scheduler at {address} no longer answers" if gone else ""

    threads = sum(client.nthreads().values())
    window = max(CLUSTER_WINDOW, AHEAD * threads)
    try:
        yield Leg(client.get_executor(pure=False), window, lost, f"of the cluster at {address}")
    finally:
        with undisturbed():
            client.close(timeout=1)
