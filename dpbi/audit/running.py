"""Doing the work of an audit: reuse cached results, compute the rest, longest first.

`choose` says which readings an audit decides, and `keep_complete` where a report of some of them
may go.  The `Cache` keeps what was computed under the hash of all that it depends on.  An entry is
one small file, written to a temporary name and then renamed, with the hash of its own content:
entries that are truncated, altered or not ours are ignored.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from dpbi.audit.executors import leg
from dpbi.audit.pool import Event, Finished, events
from dpbi.audit.provenance import digest
from dpbi.audit.tasks import ReadingTask, Task, digest_of
from dpbi.errors import InvalidValue, UnknownName
from dpbi.ledger.folders.layout import FolderLayout
from dpbi.support.files import write


def choose(
    tasks: Sequence[ReadingTask], drafts: Iterable[str], names: Iterable[str], layout: FolderLayout
) -> list[ReadingTask]:
    """The readings of these drafts and of these claims ("claim" or "claim/reading"), or all."""
    drafts, names = set(drafts), set(map(layout.current, names))
    of_drafts = {d for task in tasks for d in task.claim.names}
    of_names = {n for task in tasks for n in (task.claim.id, task.name)}
    _known("draft", drafts, of_drafts)
    _known("claim", names, of_names)
    if not drafts and not names:
        return list(tasks)
    return [t for t in tasks if drafts & t.claim.names or names & {t.claim.id, t.name}]


def _known(kind: str, given: set[str], known: set[str]) -> None:
    for name in sorted(given - known):
        unknown = UnknownName(kind, name, tuple(sorted(known)))
        if kind == "claim" and unknown.nearest is None:  # hundreds of names help nobody
            raise InvalidValue("--claim", repr(name), "no claim has such a name; see `dpbi claims`")
        raise unknown


def keep_complete(out: Path, chosen: Iterable[ReadingTask]) -> None:
    """Refuse to write a report of some claims over one that has others."""
    try:
        there = {c["id"] for c in json.loads((out / "claims.json").read_bytes())["claims"]}
    except FileNotFoundError:
        return
    except (ValueError, KeyError, TypeError):
        there = {"something else"}
    if there - {task.claim.id for task in chosen}:
        need = "the report in it has other claims too; name another folder for a part of them"
        raise InvalidValue("--out", out, need)


SCHEMA = "dpbi audit 2"
KEPT = 60 * 60 * 24 * 30  # seconds that an entry nobody asks for stays
COSTS, RESULTS = "costs.json", "results"


def usual_folder() -> Path:
    """Where this platform's programs keep what they can compute again."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "dpbi" / "Cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "dpbi"
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (given if given.is_absolute() else home / ".cache") / "dpbi"


@dataclass(frozen=True)
class Cache:
    """Results by digest, below a folder."""

    folder: Path

    def prepare(self) -> None:
        """Make the folder; an OSError says why there can be none."""
        self.folder.mkdir(parents=True, exist_ok=True)

    def get(self, name: str) -> Any | None:
        """The result under a digest, or None where there is none that can be trusted."""
        path = self._path(name)
        try:
            entry = json.loads(path.read_bytes())
            result = entry["result"]
            if entry["mark"] != digest(result, SCHEMA + name):
                return None
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        with suppress(OSError):
            os.utime(path)  # it was asked for: keep it
        return result

    def put(self, name: str, result: Any) -> None:
        """Keep a result."""
        entry = {"mark": digest(result, SCHEMA + name), "result": result}
        write(self._path(name), json.dumps(entry))

    def costs(self) -> dict[str, float]:
        """How many seconds things took when they were last computed here."""
        try:
            known = json.loads((self.folder / COSTS).read_bytes())
            return {k: float(v) for k, v in known.items() if 0 <= float(v) < 1e6}
        except (OSError, ValueError, TypeError, AttributeError, OverflowError, RecursionError):
            return {}

    def learn(self, costs: Mapping[str, float]) -> None:
        """Remember what things took."""
        if costs:
            write(self.folder / COSTS, json.dumps({**self.costs(), **costs}))

    def forget_the_old(self) -> None:
        """Remove entries that nobody asked for in a month."""
        before = time.time() - KEPT
        with suppress(OSError):
            for path in self.folder.glob(f"{RESULTS}/??/*"):
                with suppress(OSError):
                    if path.stat().st_mtime < before:
                        path.unlink()

    def _path(self, name: str) -> Path:
        return self.folder / RESULTS / name[:2] / f"{name[2:]}.json"


BELIEF = 5  # seconds of work that say as much of the pace as a guess does


class Work:
    """The tasks of an audit and what became of them; whole at any moment, also when stopped."""

    def __init__(self, tasks: Sequence[Task], cache: Cache | None, *, fresh: bool = False) -> None:
        self.tasks, self.cache = tasks, cache
        self.results: dict[str, dict[str, Any]] = {}
        self.opinions: dict[str, dict[str, Any] | None] = {}
        """What mpmath confirms of each result."""
        self.errors: dict[str, str] = {}
        self.unkept: OSError | None = None
        """Why results are no longer kept, if something came in between."""
        self._digests = {task.name: digest_of(task) for task in tasks}
        if cache is not None and not fresh:
            for name, digest in self._digests.items():
                if (kept := cache.get(digest)) is not None:
                    self.results[name], self.opinions[name] = kept
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

    def do(
        self, root: Path, jobs: int, *, full: bool, scheduler: str | None = None
    ) -> Iterator[Event]:
        """Compute what is missing and keep each result at once; say what happens.

        Raises `Disagreement` at the first result that its second opinion contradicts.
        """
        self._start, self._jobs = perf_counter(), jobs
        order = sorted(self.waiting, key=lambda task: -self._costs[task.name])
        try:
            with leg(jobs, scheduler) as place:
                for event in events(place, order, root, full=full):
                    if isinstance(event, Finished):
                        self._take(event)
                    yield event
        finally:
            self._keep(lambda cache: cache.learn(self._spent))

    def _take(self, event: Finished) -> None:
        name = event.task.name
        if event.disagreement is not None:
            raise event.disagreement
        if event.result is None:
            self.errors[name] = event.error
            return
        result = self.results[name] = event.result
        opinion = self.opinions[name] = event.opinion
        self._keep(lambda cache: cache.put(self._digests[name], [result, opinion]))
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
