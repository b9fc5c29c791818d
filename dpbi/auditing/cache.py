"""What was computed before, kept under the hash of all that it depends on.

An entry is one small file, written beside its place and then moved there, with the hash of its own
content: what is truncated, altered or not ours is not there.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpbi.auditing.fingerprint import digest

SCHEMA = "dpbi audit 1"
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
        self._write(self._path(name), {"mark": digest(result, SCHEMA + name), "result": result})

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
            self._write(self.folder / COSTS, {**self.costs(), **costs})

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

    def _write(self, path: Path, document: Any) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=path.parent, suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(document, file)
            os.replace(beside, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(beside)
            raise
