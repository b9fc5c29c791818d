"""One audit at a time in a folder, one sweep at a time on a file.

The lock is one that the operating system drops when its owner ends.

The lock is on an open file, so that a killed audit leaves none behind; the file that is left is
taken over by the next.  A network file system may lock only for programs of the same machine: two
audits of one folder belong on one machine.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpbi.errors import DpbiError

FILE = ".audit-lock"
TAKEN = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}
FAR = 1 << 30  # where Windows locks a byte, which nobody else can read then


@dataclass(eq=False)
class FolderInUse(DpbiError):
    """Another audit works in the folder, or another sweep on the file."""

    folder: Path
    owner: str
    work: str = "audit"

    def __str__(self) -> str:
        who = f" (process {self.owner})" if self.owner else ""
        what = "folder" if self.work == "audit" else "file"
        return (
            f"another {self.work}{who} is writing to {self.folder}: wait for it, or name another "
            f"{what} with --out"
        )


@dataclass(eq=False)
class CannotLock(DpbiError):
    """A file system without locks."""

    folder: Path
    reason: str
    work: str = "audit"

    def __str__(self) -> str:
        return (
            f"{self.folder} cannot be locked for one {self.work} ({self.reason}): name a folder on "
            "a disk of this machine with --out"
        )


@contextmanager
def held(place: Path, *, work: str = "audit") -> Iterator[None]:
    """The folder for this audit alone, or the file for this sweep; FolderInUse if it is taken."""
    path = place / FILE if work == "audit" else _beside(place.resolve())
    handle = _taken(path, place, work)
    try:
        yield
    finally:
        if os.name == "posix":
            _remove(path)  # before it is let go: whoever opened it meanwhile sees that it is gone
        os.close(handle)
        if os.name != "posix":
            _remove(path)  # no open file can be removed there, so nobody else's is


def _beside(file: Path) -> Path:
    """The lock of a file, under whichever of its names it was asked for."""
    return file.with_name(f".{file.name}.lock")


def _taken(path: Path, place: Path, work: str) -> int:
    """A handle that holds the lock, on the file that has this name now."""
    no_link = getattr(os, "O_NOFOLLOW", 0)  # the file that a link names would be emptied
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | no_link, 0o666)
        try:
            _lock(handle)
            if _is_still(path, handle):
                _sign(handle)
                return handle
        except OSError as error:
            os.close(handle)
            if error.errno in TAKEN:
                raise FolderInUse(place, _owner(path), work) from None
            raise CannotLock(path.parent, error.strerror or str(error), work) from None
        os.close(handle)


def _sign(handle: int) -> None:
    """Write who holds it, for others to read; a full disk has no room even for that."""
    with suppress(OSError):
        os.ftruncate(handle, 0)
        os.write(handle, b"%d\n" % os.getpid())


def _lock(handle: int) -> None:
    """Lock an open file at once, or raise an OSError."""
    if os.name == "posix":
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        import importlib

        msvcrt: Any = importlib.import_module("msvcrt")  # known to mypy on Windows only
        os.lseek(handle, FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)


def _is_still(path: Path, handle: int) -> bool:
    """Whether the locked file is the one that others would find; its last owner removes it."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(handle))
    except FileNotFoundError:
        return False


def _owner(path: Path) -> str:
    """The process that wrote its number there, if it has done so yet."""
    with suppress(OSError, ValueError):
        return str(int(path.read_bytes()[:20]))
    return ""


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
