"""Doing the work: what is kept is taken from there, the rest is computed, longest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from dpbi.auditing.cache import Cache
from dpbi.auditing.pool import Event, Finished, Pool
from dpbi.auditing.tasks import Task, digest_of

BELIEF = 5  # seconds of work that say as much of the pace as a guess does


class Work:
    """The tasks of an audit and what became of them; whole at any moment, also when stopped."""

    def __init__(self, tasks: Sequence[Task], cache: Cache | None, *, fresh: bool = False) -> None:
        self.tasks, self.cache = tasks, cache
        self.results: dict[str, dict[str, Any]] = {}
        self.errors: dict[str, str] = {}
        self.unkept: OSError | None = None
        """Why results are no longer kept, if something came in between."""
        self._digests = {task.name: digest_of(task) for task in tasks}
        if cache is not None and not fresh:
            for name, digest in self._digests.items():
                if (result := cache.get(digest)) is not None:
                    self.results[name] = result
        self.reused = len(self.results)
        past = cache.costs() if cache is not None else {}
        self.waiting = [task for task in tasks if task.name not in self.results]
        self._costs = {task.name: past.get(task.effort, task.guess) for task in self.waiting}
        self._spent: dict[str, float] = {}
        self._start, self._jobs = perf_counter(), 1

    @property
    def done(self) -> int:
        """How many tasks need no more work: computed now or before, or failed."""
        return len(self.results) + len(self.errors)

    @property
    def redone(self) -> int:
        """How many were computed now."""
        return len(self.results) - self.reused

    def do(self, root: Path, jobs: int, *, full: bool) -> Iterator[Event]:
        """Compute what is missing and keep each result at once; say what happens."""
        self._start, self._jobs = perf_counter(), jobs
        order = sorted(self.waiting, key=lambda task: -self._costs[task.name])
        try:
            with Pool(root, jobs, full=full) as pool:
                for event in pool.answers(order):
                    if isinstance(event, Finished):
                        self._take(event)
                    yield event
        finally:
            self._keep(lambda cache: cache.learn(self._spent))

    def _take(self, event: Finished) -> None:
        name = event.task.name
        if event.result is None:
            self.errors[name] = event.error
            return
        result = self.results[name] = event.result
        self._keep(lambda cache: cache.put(self._digests[name], result))
        self._spent[event.task.effort] = event.seconds

    def _keep(self, write: Callable[[Cache], None]) -> None:
        """Write to the cache; a full or faulty disk costs what is kept, not the audit."""
        if self.cache is None or self.unkept is not None:
            return
        try:
            write(self.cache)
        except OSError as error:
            self.unkept = error

    def seconds_left(self) -> float:
        """About how long the rest takes: at first as guessed, then at the pace of what is done."""
        elapsed, total = perf_counter() - self._start, sum(self._costs.values())
        finished = sum(c for name, c in self._costs.items() if self._is_done(name))
        pace = (elapsed + BELIEF) / (finished / self._jobs + BELIEF)
        return (total - finished) / self._jobs * pace

    def _is_done(self, name: str) -> bool:
        return name in self.results or name in self.errors
