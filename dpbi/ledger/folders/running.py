"""Running a file of claims: what it defines, or one sentence with the line that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from dpbi.language.expr import HERE
from dpbi.ledger.folders.layout import LEDGER, BrokenFolder
from dpbi.ledger.folders.telling import broken_folder
from dpbi.support.siblings import importable


def defined_by(path: Path, root: Path) -> dict[str, Any]:
    """The values that a file of claims has, by name.

    Modules beside it can be imported, and those of the folder of all claims (`siblings`).  The
    file is compiled afresh: cached bytecode is dated to the second, and an edit within that second
    would be missed.  `BrokenFolder` names unknown words, wrong formulas and errors of Python, each
    with its line.
    """
    module = ModuleType("dpbi_verify." + ".".join(path.with_suffix("").parts[-2:]))
    module.__file__ = str(path)
    reading = partial(_reading, root)
    try:
        with importable((path.parent, root), reading), reading(path):
            exec(compile(path.read_bytes(), path, "exec"), vars(module))  # noqa: S102  (theirs)
    except Exception as error:  # whatever a file of claims can do wrong
        raise broken_folder(error, path, root) from error
    return vars(module)


def module_beside(root: Path, name: str) -> ModuleType:
    """A module of the folder of all claims, by its name; BrokenFolder where there is none."""
    with importable((root,), partial(_reading, root)):
        try:
            return import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
            raise BrokenFolder(root / LEDGER, f"there is no module {name} beside it") from error


@contextmanager
def _reading(root: Path, file: Path) -> Iterator[None]:
    """The file that is read now: the mechanisms that it names lie beside it."""
    before = HERE.set((str(file.resolve().parent), str(root.resolve())))
    try:
        yield
    finally:
        HERE.reset(before)
