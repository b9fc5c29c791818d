"""The files of a report: made complete beside the old ones, then put in their place.

An audit that is stopped, or a full disk, leaves the old report as it was.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dpbi.auditing.signals import undisturbed

OURS = ("index.html", "claims.md", "claims.json", "measures.json", "mechanisms", "certificates")
"""What a report consists of; anything else in its folder is somebody else's and stays."""
UNFINISHED = ".audit-"


def as_json(document: Any, *, sort_keys: bool = False) -> str:
    """JSON as the repository keeps it."""
    return json.dumps(document, indent=1, sort_keys=sort_keys) + "\n"


def as_lines(rows: Mapping[str, Any]) -> str:
    """A JSON object with a row a line, in the order of the names: a change is a changed line."""
    lines = (f"{json.dumps(name)}: {json.dumps(rows[name])}" for name in sorted(rows))
    return "{\n" + ",\n".join(lines) + "\n}\n"


@contextmanager
def beside(out: Path) -> Iterator[Path]:
    """A folder in `out` for what is not finished, gone at the end; an OSError if none can be."""
    out.mkdir(parents=True, exist_ok=True)
    for left in out.glob(f"{UNFINISHED}*"):  # by an audit that was killed while it wrote
        shutil.rmtree(left, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=out))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def write(files: Mapping[str, str], out: Path) -> None:
    """Replace the report in `out` by these files, all of them or none."""
    with beside(out) as folder:
        new, old = folder / "new", folder / "old"
        for name, text in files.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8"))
        old.mkdir()
        with undisturbed():
            _exchange(out, new, old)


def _exchange(out: Path, new: Path, old: Path) -> None:
    """Move the old report away and the new one in; if that fails, the old one comes back."""
    moved: list[tuple[Path, Path]] = []
    try:
        for source, target in ((out, old), (new, out)):
            for name in OURS:
                if (source / name).exists():
                    os.replace(source / name, target / name)
                    moved.append((source / name, target / name))
    except OSError:
        for before, after in reversed(moved):
            os.replace(after, before)
        raise
