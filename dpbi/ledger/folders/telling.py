"""What went wrong in a file of claims, as one sentence: what is no word, no module, no keyword."""

from __future__ import annotations

import ast
import re
import sys
from difflib import get_close_matches
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from pkgutil import iter_modules
from types import TracebackType
from typing import Any

from dpbi.errors import DpbiError
from dpbi.language import words
from dpbi.ledger.folders.finding import PACKAGE
from dpbi.ledger.folders.layout import BrokenFolder
from dpbi.ledger.folders.naming import hint, names_in

IMPORTED = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
KEYWORD = re.compile(r"(\w+)(?:\.__init__)?\(\) got an unexpected keyword argument '(\w+)'")
LACKING = re.compile(r"(\w+)\.__init__\(\) missing \d+ required positional arguments?: (.*)")


def broken_folder(error: Exception, path: Path, root: Path) -> BrokenFolder:
    """The error of a file of claims as a sentence, with the file and the line that is wrong.

    What dpbi refuses is told at the line of the section that asks for it; any other error where it
    happened, which may be in a module of the folder that the section imports.
    """
    if isinstance(error, SyntaxError):
        file = Path(error.filename) if error.filename else path
        return BrokenFolder(file, f"it is not Python: {error.msg}", error.lineno or 0)
    frames = list(_frames(error.__traceback__))
    refused = isinstance(error, DpbiError) or _is_ours(error)
    mine = [f for f in frames if f[0] == path or (not refused and _within(f[0], path, root))]
    file, line, known = mine[-1] if mine else (path, 0, {})
    reason = str(error) if refused and isinstance(error, (DpbiError, ValueError)) else ""
    reason = reason or _told(error, file, line, known, (path.parent, root))
    return BrokenFolder(file, " ".join(reason.split()), line)


def _frames(trace: TracebackType | None) -> list[tuple[Path, int, dict[str, Any]]]:
    """The files, lines and names on the way to an error."""
    found = []
    while trace is not None:
        frame = trace.tb_frame
        found.append((Path(frame.f_code.co_filename), trace.tb_lineno, frame.f_globals))
        trace = trace.tb_next
    return found


def _within(file: Path, path: Path, root: Path) -> bool:
    """Whether a file is a module of the folder of claims, and not one that is installed."""
    above = file.resolve().parents
    if PACKAGE in above or "site-packages" in file.parts:
        return False
    return root.resolve() in above or path.parent.resolve() in above


def _is_ours(error: Exception) -> bool:
    """Whether dpbi refused something, rather than the file or what it calls."""
    frames = _frames(error.__traceback__)
    return bool(frames) and str(frames[-1][2].get("__name__")).startswith("dpbi.")


def _told(
    error: Exception, file: Path, line: int, known: dict[str, Any], places: tuple[Path, ...]
) -> str:
    """The sentence for an error of whoever wrote the claims."""
    message = str(error)
    match error:
        case NameError() if error.name:
            return _no_name(error.name, file, line, known)
        case ModuleNotFoundError() if error.name:
            return _no_module(error.name, places)
        case ImportError() if found := IMPORTED.search(message):
            return _not_in(found[1], found[2], error.path)
        case AttributeError() if error.name and error.obj is not None:
            owner = getattr(error.obj, "__name__", type(error.obj).__name__)
            return f"{owner} has no {error.name!r}{hint(error.name, dir(error.obj))}"
        case TypeError() if found := KEYWORD.search(message):
            return f"{found[1]} takes no {found[2]!r}{hint(found[2], _keywords(known, found[1]))}"
        case TypeError() if found := LACKING.search(message):
            return f"{found[1]} needs {found[2]}"
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _no_name(name: str, file: Path, line: int, known: dict[str, Any]) -> str:
    if hasattr(words, name):
        return f"{name!r} is not imported: it is a word of {words.__name__}"
    for node in ast.parse(file.read_bytes()).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if name not in [t.id for t in targets if isinstance(t, ast.Name)]:
            continue
        if node.lineno <= line <= (node.end_lineno or node.lineno):
            return f"{name!r} calls itself: a definition calls only what is defined before it"
        return f"{name!r} is used before line {node.lineno}, which defines it"
    return f"there is no word or definition {name!r}{hint(name, {*known, *vars(words)})}"


def _no_module(name: str, places: tuple[Path, ...]) -> str:
    package, _, last = name.rpartition(".")
    if package:
        spec = find_spec(package) if package.partition(".")[0] == "dpbi" else None
        places = tuple(map(Path, (spec and spec.submodule_search_locations) or ()))
    near = get_close_matches(last, [m.name for m in iter_modules(map(str, places))], 1)
    full = f"{package}.{near[0]}" if near and package else "".join(near)
    return f"there is no module {name!r}" + (f"; did you mean {full!r}?" if near else "")


def _not_in(name: str, module: str, file: str | None) -> str:
    """A name that a module lacks; modules of the folder are not kept, so their files are read."""
    there = vars(sys.modules[module]) if module in sys.modules else names_in(Path(file or ""))
    if module.startswith("dpbi.language"):
        return f"there is no word {name!r}{hint(name, there)}"
    return f"there is no {name!r} in {module}{hint(name, there)}"


def _keywords(known: dict[str, Any], function: str) -> list[str]:
    """What a function of the file's names takes."""
    try:
        return list(signature(known[function]).parameters)
    except (KeyError, TypeError, ValueError):
        return []
