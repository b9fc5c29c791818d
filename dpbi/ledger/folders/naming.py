"""Names in a folder of claims: what its files define, which targets are there, what is nearest."""

from __future__ import annotations

import os
import symtable
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

MADE = ("import *", "globals()", "setattr(", "__getattr__", "exec(")
"""What may give a module names that do not stand in it."""


def hint(name: str, known: Iterable[str]) -> str:
    """The nearest of the names that do not begin with an underscore, as the end of a sentence."""
    near = get_close_matches(name, {k for k in known if not k.startswith("_")}, 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def names_in(file: Path) -> frozenset[str]:
    """The names that a file of Python gives values, without running it.

    None at all where it cannot be read, or where names may come from elsewhere.
    """
    try:
        text = file.read_text("utf-8")
        table = symtable.symtable(text, str(file), "exec")
    except (OSError, ValueError, SyntaxError):
        return frozenset()
    if any(words in text for words in MADE):
        return frozenset()
    found = (s for s in table.get_symbols() if s.is_assigned() or s.is_imported())
    return frozenset(s.get_name() for s in found)


def missing(target: str, section: Path, root: Path) -> str:
    """Why a target of a section cannot be there, with the nearest file or name; or nothing."""
    place, _, name = target.rpartition(":")
    file, folder = root / (place or target), section.parent
    if file.suffix not in (".py", ".json"):
        return ""
    seen = _seen(file, folder)
    if file.is_file():
        there = names_in(file) if place else frozenset()
        known = not there or name.partition(".")[0] in there
        return "" if known else f"there is no {name} in {seen}{hint(name, there)}"
    beside = {_seen(p, folder) for p in _beside(folder, file.suffix)}
    same = sorted(p for p in beside if Path(p).name == file.name)
    return f"there is no file {seen}" + (hint(seen, beside) if not same else _meant(same[0]))


def _meant(file: str) -> str:
    return f"; did you mean {file!r}?"


def naming(section: Path, target: str) -> int:
    """The first line of a section that names a target, or its file; 0 where the name is made up."""
    file, colon, name = target.rpartition(":")
    lines = section.read_text("utf-8").split("\n")
    for words in (f"{Path(file).name}{colon}{name}", Path(file or target).name):
        for i, line in enumerate(lines, 1):
            if words in line:
                return i
    return 0


def _seen(file: Path, folder: Path) -> str:
    """A file as a section in a folder names it."""
    return Path(os.path.relpath(file, folder)).as_posix()


def _beside(folder: Path, suffix: str) -> list[Path]:
    """The files of a kind beside a section, and in the folder above."""
    return [p for place in (folder, folder.parent) for p in place.glob(f"*{suffix}")]
