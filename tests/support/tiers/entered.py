"""Which functions of dpbi a test enters, in its own process and in those that it starts.

Python 3.11 has no `sys.monitoring`, and a profiler sees one thread of one process.  So dpbi is
imported by a loader that adds a statement to each function: it sets one byte of a file which a
process shares with its children, however they are started, forked or killed.  That costs a
little for each call, and a second bytecode cache; it is there only where the environment asks.
What numba compiles stays as it is.
"""

from __future__ import annotations

import ast
import mmap
import os
import re
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path

FOLDER, FILE = "DPBI_ENTERED_FOLDER", "DPBI_ENTERED_FILE"
"""Where processes make their files, and the file that a process has of the one that started it."""
PACKAGE = Path(__file__).resolve().parents[3] / "dpbi"
MODULES = sorted(p.relative_to(PACKAGE.parent).as_posix() for p in PACKAGE.rglob("*.py"))
EACH = 512  # functions of a module that are told apart; the rest share the last byte
COMPILED = PACKAGE / "privacy" / "filter"
NAME = "_dpbi_entered"


def mark(tree: ast.Module, place: int) -> ast.Module:
    """The module, each of whose functions first sets its byte, the first of them at `place`."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    functions = [n for n in ast.walk(tree) if isinstance(n, kinds)]
    for k, function in enumerate(functions):
        (step,) = ast.parse(f"{NAME}[{place + min(k, EACH - 1)}] = 1").body
        for node in ast.walk(step):
            ast.copy_location(node, function.body[0])
        has_text = ast.get_docstring(function, clean=False) is not None
        function.body.insert(1 if has_text else 0, step)
    return tree


class Marking(SourceFileLoader):
    """Loads a module of dpbi with its functions marked."""

    def source_to_code(self, data, path, *, _optimize=-1):  # type: ignore[no-untyped-def]
        """Compile the marked tree; lines stay what they were."""
        tree = ast.parse(data, path)
        if COMPILED not in Path(path).parents or b"numba" not in data:
            tree = mark(tree, MODULES.index(self.place()) * EACH)
        return compile(tree, path, "exec", dont_inherit=True, optimize=_optimize)

    def place(self) -> str:
        """The module's path in the repository."""
        return Path(self.path).relative_to(PACKAGE.parent).as_posix()


class Finder:
    """Finds modules of this dpbi; copies that tests make are loaded as ever."""

    @staticmethod
    def find_spec(name, path=None, target=None) -> ModuleSpec | None:  # type: ignore[no-untyped-def]
        """The ordinary spec, with another loader."""
        if name.partition(".")[0] != "dpbi":
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin and PACKAGE in Path(spec.origin).parents:
            spec.loader = Marking(name, spec.origin)
        return spec


def start() -> None:
    """Mark what is imported from here on; called where a process starts."""
    import builtins

    given = os.environ.get(FILE)
    path = Path(given or Path(os.environ[FOLDER]) / f"{os.getpid()}.bytes")
    if not path.exists():
        path.write_bytes(bytes(len(MODULES) * EACH))
    with path.open("r+b") as file:
        setattr(builtins, NAME, mmap.mmap(file.fileno(), 0))
    sys.meta_path.insert(0, Finder)  # type: ignore[arg-type]


class Seen:
    """The bytes of this process and its children, read and cleared between tests."""

    def __init__(self) -> None:
        import builtins

        self._bytes = getattr(builtins, NAME)
        os.environ.setdefault(FILE, f"{os.environ[FOLDER]}/{os.getpid()}.bytes")

    def take(self) -> list[int]:
        """The functions entered since it was last asked, each as a number."""
        found = [m.start() for m in re.finditer(b"[^\\0]", self._bytes[:])]
        self._bytes[:] = bytes(len(self._bytes))
        return found
