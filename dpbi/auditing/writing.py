"""The files of a report: made complete beside the old ones, then put in their place.

An audit that is stopped, or a full disk, leaves the old report as it was; two audits never write
to one folder at a time.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpbi.auditing import lock
from dpbi.auditing.exchange import NEW, exchange, is_ours, settle
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


@dataclass(frozen=True)
class Place:
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
def held(out: Path) -> Iterator[Place]:
    """The folder of a report until the end; an OSError where it cannot be written to.

    What an audit that was killed has left is undone and removed first: as the folder is held,
    nobody works on it any more.
    """
    out.mkdir(parents=True, exist_ok=True)
    with lock.held(out):
        for left in sorted(out.glob(f"{UNFINISHED}*")):
            if is_ours(left):
                settle(out, left, OURS)
        with _beside(out):  # what cannot be written is said before anything is computed
            pass
        yield Place(out)


@contextmanager
def _beside(out: Path) -> Iterator[Path]:
    """A folder in `out` for what is not finished, gone at the end."""
    work = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=out))
    try:
        yield work
    finally:
        with undisturbed():
            settle(out, work, OURS)
