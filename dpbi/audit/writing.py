"""Replacing a report by another, such that a kill at any moment loses neither.

The files are made complete beside the old ones, then put in their place: an audit that is stopped,
or a full disk, leaves the old report as it was, and two audits never write to one folder at a time.

The exchange.  Beside the report is a folder with the new files in `new`.  A journal is written
there first; then the old files move to `old` and the new ones out.  While the journal exists, the
exchange is not done and the next audit undoes it; removing the journal is the moment at which the
new report counts.  A killed process loses nothing; a power failure may, as files are not forced to
the disk.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from dpbi.audit import lock
from dpbi.errors import DpbiError
from dpbi.support.files import write
from dpbi.support.processes import undisturbed

NEW, OLD, JOURNAL, DONE = "new", "old", "journal.json", "done"
PART = f".{JOURNAL}.*"
"""A journal that `write` had not finished when it was killed."""


@dataclass(eq=False)
class NotUndone(DpbiError):
    """An exchange that was interrupted and cannot be undone; nothing is deleted."""

    folder: Path
    reason: str

    def __str__(self) -> str:
        return (
            f"an audit was stopped while it replaced the report, and its work in {self.folder} "
            f"cannot be undone ({self.reason}): the old report is in {self.folder / OLD}"
        )


def exchange(out: Path, work: Path, names: Sequence[str], new: Sequence[str]) -> None:
    """Put `new` of work/new in place of what `out` has of `names`.

    An OSError, also for a file that is missing, leaves it to `settle` to undo what was done.
    """
    old = [name for name in names if os.path.lexists(out / name)]
    (work / OLD).mkdir()
    write(work / JOURNAL, json.dumps({"old": old, "new": new}))
    for name in old:
        os.replace(out / name, work / OLD / name)
    for name in new:
        os.replace(work / NEW / name, out / name)
    os.replace(work / JOURNAL, work / DONE)


def recover(out: Path, work: Path, names: Sequence[str]) -> None:
    """Undo what is not done, then remove the folder, unless it has what would be lost.

    Nothing but `names` is moved: a journal may have come with a copied folder, and say anything.
    """
    try:
        if (work / JOURNAL).exists():
            _undo(out, work, names)
        elif not (work / DONE).exists() and _any(work / OLD):
            raise FileNotFoundError(f"there is no {JOURNAL} in it")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NotUndone(work, str(error)) from error
    shutil.rmtree(work / NEW, ignore_errors=True)
    shutil.rmtree(work / OLD, ignore_errors=True)
    if not _any(work / OLD):
        for left in (work / DONE, *work.glob(PART)):
            left.unlink(missing_ok=True)
    with suppress(OSError):
        work.rmdir()


def is_left_by_exchange(work: Path) -> bool:
    """Whether a folder has nothing in it but what an exchange leaves; it leaves no links."""
    parts = {NEW, OLD, JOURNAL, DONE}
    if not work.is_dir() or work.is_symlink():
        return False
    ours = {p for p in work.iterdir() if p.name in parts} | set(work.glob(PART))
    return all(p in ours and not p.is_symlink() for p in work.iterdir())


def _undo(out: Path, work: Path, names: Sequence[str]) -> None:
    """Every file back to where it was; as good the second time, if it is stopped itself.

    What is in `out` is new if nothing of its name was there, or if that has moved to `old`.
    """
    journal = json.loads((work / JOURNAL).read_bytes())
    if not {*journal["old"], *journal["new"]} <= set(names):
        raise ValueError(f"{JOURNAL} names other files than those of a report")
    for name in reversed(journal["new"]):
        is_new = name not in journal["old"] or os.path.lexists(work / OLD / name)
        if is_new and os.path.lexists(out / name):
            os.replace(out / name, work / NEW / name)
    for name in reversed(journal["old"]):
        if os.path.lexists(work / OLD / name):
            os.replace(work / OLD / name, out / name)
    (work / JOURNAL).unlink()


def _any(folder: Path) -> bool:
    return folder.is_dir() and any(folder.iterdir())


OURS = (
    "index.html",
    "all.html",
    "graph.html",
    "pictures.html",
    "explorer.html",
    "explorer.js",
    "page.css",
    "page.js",
    "drafts",
    "claims",
    "claims.md",
    "claims.json",
    "ledger.json",
    "measures.json",
    "second_opinion.json",
    "mechanisms",
    "certificates",
)
"""What a report consists of; anything else in its folder is somebody else's and stays."""
UNFINISHED = ".audit-"


@dataclass(frozen=True)
class ReportFolder:
    """A folder for a report, held for this audit alone."""

    folder: Path

    def write(self, files: Mapping[str, str]) -> None:
        """Replace the report by these files, all of them or none."""
        with _beside(self.folder) as work:
            for name, text in files.items():
                path = work / NEW / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode("utf-8"))
            for name in files:
                (work / NEW / name).stat()  # whatever took it away: there is no report without it
            with undisturbed():
                exchange(self.folder, work, OURS, sorted({Path(name).parts[0] for name in files}))


@contextmanager
def held_for_writing(out: Path) -> Iterator[ReportFolder]:
    """The folder of a report until the end; an OSError where it cannot be written to.

    What an audit that was killed has left is undone and removed first: as the folder is held,
    nobody works on it any more.
    """
    out.mkdir(parents=True, exist_ok=True)
    with lock.held(out):
        for left in sorted(out.glob(f"{UNFINISHED}*")):
            if is_left_by_exchange(left):
                recover(out, left, OURS)
        with _beside(out):  # what cannot be written is said before anything is computed
            pass
        yield ReportFolder(out)


@contextmanager
def _beside(out: Path) -> Iterator[Path]:
    """A temporary folder in `out` for unfinished files."""
    work = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=out))
    try:
        yield work
    finally:
        with undisturbed():
            recover(out, work, OURS)
