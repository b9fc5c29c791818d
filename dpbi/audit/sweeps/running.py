"""A sweep as it runs: settings go to an executor many at a time, answers into the file.

A batch holds as many settings as take about half a second, so that neither starting them costs nor
much is asked again after a crash.  What an answer is does not depend on that.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import Any

from dpbi.audit import lock
from dpbi.audit.executors import Done, Leg, leg
from dpbi.audit.provenance import surroundings, version
from dpbi.audit.serving import Batch
from dpbi.audit.sweeps import asking
from dpbi.audit.sweeps.spec import Spec, read
from dpbi.audit.sweeps.store import ERROR, Store
from dpbi.errors import DpbiError, InvalidValue
from dpbi.support import arguments

WORK = f"{asking.__name__}:row_answered"
LEAST, MOST = 1, 500  # settings in a batch
AIM = 0.5  # seconds that a batch is to take
BELIEF = 0.3  # how much of the pace the last batch says
GRACE = 10.0  # seconds more than the limit of foreign code, whose own process is ended by it


@dataclass(eq=False)
class Stopped(DpbiError):
    """A sweep in which no answer would be right any more."""

    why: str

    def __str__(self) -> str:
        return f"{self.why}: begin it again in another file"


@dataclass
class Running:
    """How far a sweep is."""

    total: int
    done: int
    failed: int
    before: int = 0
    pace: float | None = None
    """Seconds of one worker for a setting, as the last batches took."""
    start: float = 0.0

    @property
    def rate(self) -> float:
        """Settings a second since the first answers of this run: starting is not counted."""
        return (self.done - self.before) / max(perf_counter() - self.start, 1e-9)

    @property
    def seconds_left(self) -> float | None:
        """About how long the rest takes; None while nothing is known."""
        return (self.total - self.done) / self.rate if self.done > self.before else None

    def size(self, window: int) -> int:
        """How many settings the next batch is to have: fewer at the end, so that all are busy."""
        if self.pace is None:
            return LEAST
        fair = (self.total - self.done) // max(1, window) + 1
        return max(LEAST, min(MOST, fair, int(AIM / max(self.pace, 1e-9))))

    def learn(self, seconds: float, settings: int) -> None:
        """What the last batch took; a first one that was slow, as it loaded much, says little."""
        last = seconds / max(1, settings)
        if self.pace is None or last < self.pace:
            self.pace = last
        else:
            self.pace += BELIEF * (last - self.pace)


def provenance(spec: Spec) -> dict[str, str]:
    """What a table rests on; two runs that agree in it have the same table."""
    return {
        "title": spec.title,
        "ask": spec.ask,
        "spec": spec.digest,
        "settings": str(len(spec.settings)),
        "digits": str(spec.digits),
        "dpbi": version("dpbi"),
        "sources": surroundings(),
        "targets": json.dumps(dict(spec.sources), sort_keys=True),
    }


@contextmanager
def opened(spec: Spec, path: Path, *, resume: bool) -> Iterator[Store]:
    """The file for this sweep alone, new or gone on with."""
    about = provenance(spec)
    path.parent.mkdir(parents=True, exist_ok=True)
    with lock.held(path, work="sweep"):
        if path.exists() and not path.is_file():
            raise InvalidValue("--out", str(path), "a table is an ordinary file")
        if not path.exists() or (resume and not path.stat().st_size):
            Store.create(path, spec.settings.at(0), about)
        elif not resume:
            need = "it is there already: go on with --resume, or name another file with --out"
            raise InvalidValue("--out", str(path), need)
        with Store(path) as store:
            _same(store, about)
            store.unsettle()
            try:
                yield store
            finally:
                store.settle()


def _same(store: Store, about: Mapping[str, str]) -> None:
    """Refuse to go on with a table that has other rows than this sweep would write."""
    said = {"spec": "another spec", "sources": "other sources of dpbi or of its libraries"}
    for key, what in said.items():
        if store.about.get(key) != about[key]:
            need = f"it is the table of {what}: name another file with --out"
            raise InvalidValue("--resume", str(store.path), need)


def run_in_batches(spec: Spec, store: Store, place: Leg) -> Generator[Running, None, None]:
    """Ask for every setting that has no row, and say how far it is after each batch.

    Whatever ends this, what was finished is in the file.
    """
    done, failed = store.counts()
    state = Running(len(spec.settings), done, failed, done, start=perf_counter())
    common = {
        **{"ask": spec.ask, "digits": spec.digits, "seconds": spec.seconds},
        **{"folder": os.getcwd(), "sources": dict(spec.sources)},
    }
    missing = store.missing(state.total)

    def batches() -> Iterator[Batch]:
        while chosen := list(islice(missing, state.size(place.window))):
            requests = [[i, spec.settings.at(i)] for i in chosen]
            yield Batch(WORK, requests, common, spec.seconds + GRACE * spec.foreign)

    yield state
    for finished in place.finished(batches()):
        if finished is not None:
            _keep(store, finished, state)
        yield state


def _keep(store: Store, finished: Done, state: Running) -> None:
    """Write down what a batch found; an answer that says that none is right ends the sweep."""
    found = [_row(answer, finished.batch.seconds) for answer in finished.answers]
    rows = zip(finished.batch.requests, found, strict=True)
    store.put((i, setting, row) for (i, setting), row in rows)
    state.done += len(found)
    state.failed += sum(ERROR in row for row in found)
    if state.pace is None:
        state.before, state.start = state.done, perf_counter()
    state.learn(finished.seconds, len(found))


def _row(answer: Mapping[str, Any], seconds: float | None) -> dict[str, Any]:
    """The columns of an answer; of a setting that has none, why."""
    if "answer" not in answer:
        late = f"it did not finish within {seconds:g} seconds, the time limit"
        return {ERROR: answer.get("died", late)}
    found = answer["answer"]
    if "stop" in found:
        raise Stopped(found["stop"])
    if ERROR in found:
        return {ERROR: found[ERROR]}
    row: dict[str, Any] = found["row"]
    return row


@dataclass(frozen=True)
class Swept:
    """The table of a sweep: how many settings it has, how many of those are errors, and its rows.

    >>> import dpbi, tempfile
    >>> from pathlib import Path
    >>> spec = {"target": "ehd", "grid": {"prior": "1,1", "n": "1..3", "epsilon": "1"}}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     swept = dpbi.sweep(spec, Path(folder, "ehd.sqlite"), jobs=0)
    ...     rows = list(swept.rows())
    >>> swept.settings, swept.failed, [row["verdict"] for row in rows]
    (3, 0, ['holds', 'holds', 'holds'])
    """

    path: Path
    settings: int
    failed: int

    def rows(self) -> Iterator[dict[str, Any]]:
        """Every row as {column: value}, in the order of the settings."""
        with Store(self.path) as store:
            for row in store.rows():
                yield dict(zip(store.columns, row, strict=True))


def sweep(
    spec: str | PathLike[str] | Mapping[str, Any],
    path: str | PathLike[str],
    *,
    resume: bool = False,
    jobs: int | None = None,
    scheduler: str | None = None,
) -> Swept:
    """Ask a question at every setting of a grid, a list or a sample; the table is a SQLite file.

    `spec` is the name of a TOML file, or a dictionary of the same form.  With `resume` an
    unfinished file is gone on with.  `jobs` are processes of this machine, one for each core unless
    said (0: one at a time); `scheduler` is the address of a Dask cluster that does the work.

    >>> import dpbi, tempfile
    >>> from pathlib import Path
    >>> spec = {"target": "ehd", "ask": "delta", "at": "1/100", "grid": {"prior": "1,1", "n": 2}}
    >>> spec["grid"]["epsilon"] = ["1/2", "1"]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     swept = dpbi.sweep(spec, Path(folder, "ehd.sqlite"), jobs=0)
    ...     [round(row["value"], 4) for row in swept.rows()]
    [0.0913, 0.1899]
    """
    asked, place = read(spec), arguments.path("path", path)
    with leg(jobs, scheduler) as legs, opened(asked, place, resume=resume) as store:
        for _ in run_in_batches(asked, store, legs):
            pass
        done, failed = store.counts()
    return Swept(place, done, failed)
