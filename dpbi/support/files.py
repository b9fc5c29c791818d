"""Files written whole or not at all, and JSON as the repository keeps it."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

Json = dict[str, Any]
"""A JSON object as Python has it."""


def as_json(document: Any, *, sort_keys: bool = False) -> str:
    """JSON in lines: the same document gives the same text."""
    return json.dumps(document, indent=1, sort_keys=sort_keys) + "\n"


def as_lines(rows: Mapping[str, Any]) -> str:
    """A JSON object with one row per line: a change is a changed line."""
    lines = (f"{json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write(path: Path, text: str) -> None:
    """Write one file, whole or not at all."""
    write_all({path: text})


def write_all(texts: Mapping[Path, str]) -> None:
    """Write every file, or none: a reader sees the old text or the new one, whole.

    All texts are on the disk before the first file is replaced.  Anything but an ordinary file,
    such as /dev/stdout, is written to directly, once the others have succeeded.
    """
    direct = {p: text for p, text in texts.items() if p.exists() and not p.is_file()}
    places = {p.resolve(): text for p, text in texts.items() if p not in direct}
    waiting: dict[Path, Path] = {}
    try:
        for place in places:
            _make_folder(place.parent)
            handle, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
            waiting[place] = Path(name)
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as out:
                out.write(places[place])
            waiting[place].chmod(_mode(place))
        for place, text in direct.items():
            place.write_text(text, encoding="utf-8")
        for place, temporary in waiting.items():
            temporary.replace(place)
    finally:
        for temporary in waiting.values():
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A new file beside the place of another, which it replaces at the end, if there is one.

    For what is too long to be held as text.
    """
    place = path.resolve()
    _make_folder(place.parent)
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
    os.close(handle)
    new = Path(name)
    try:
        yield new
        new.chmod(_mode(place))
        new.replace(place)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write one file line by line, whole or not at all."""
    with replacing(path) as new, new.open("w", encoding="utf-8", newline="") as out:
        out.writelines(lines)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        code = errno.ENOTDIR
        raise NotADirectoryError(code, os.strerror(code), error.filename) from None


def _mode(place: Path) -> int:
    """The rights that the file has, or that a new one would get."""
    if place.exists():
        return place.stat().st_mode & 0o777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
