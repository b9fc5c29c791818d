"""What an answer depends on beside its question: the sources and libraries that compute it.

One hash says it (`surroundings`).  It goes with every request, so that a process with other
sources, on this machine or on another, refuses to answer; and answers are kept under it.
"""

from __future__ import annotations

import hashlib
import json
import sys
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from dpbi.support.siblings import modules_in

PACKAGE = Path(__file__).parent.parent
SILENT = ("report", "cli")
"""Rooms that show results and compute none, but for the numbers of the report."""
WRITTEN = {"report", "reports", "recorded", "certificates"}
"""What dpbi writes into a folder of claims."""
NUMBERS = "report/quantities.py"
LIBRARIES = ("python-flint", "numba", "numpy", "scipy", "sympy", "mpmath")


def digest(question: Any, surroundings: str) -> str:
    """The hash under which the answer to a question (plain JSON) is kept."""
    text = json.dumps([question, surroundings], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


@cache
def surroundings() -> str:
    """The hash of all that computing depends on beside the question, as it is on this machine now.

    Read once a process: whoever computes compares it with the one that was asked for.
    """
    return sources(PACKAGE) + digest([version(name) for name in LIBRARIES], sys.version)


def sources(package: Path) -> str:
    """The hash of every source file of the package that computes."""
    total = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        place = path.relative_to(package)
        if place.parts[0] not in SILENT or place.as_posix() == NUMBERS:
            content = path.read_bytes()
            total.update(f"{place.as_posix()} {len(content)}\n".encode())
            total.update(content)
    return total.hexdigest()


def of_file(path: Path) -> str:
    """The hash of a file's content."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def of_modules(*folders: Path) -> str:
    """The hash of all that a section of claims may import from these folders."""
    total = hashlib.sha256()
    for path in (path for folder in folders for path in modules_in(folder)):
        total.update(f"{path.name} {of_file(path)}\n".encode())
    return total.hexdigest()


def of_code(folder: Path) -> str:
    """The hash of the Python and law files of a folder of claims, its mechanisms among them."""
    total = hashlib.sha256()
    for path in sorted(p for ending in ("py", "json") for p in folder.rglob(f"*.{ending}")):
        place = path.relative_to(folder)
        if not {*place.parts} & WRITTEN and not any(part[0] == "." for part in place.parts):
            total.update(f"{place.as_posix()} {of_file(path)}\n".encode())
    return total.hexdigest()


def version(library: str) -> str:
    """Which version of a library is installed."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "absent"
