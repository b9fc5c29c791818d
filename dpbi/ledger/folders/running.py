"""Running a file of claims: what it defines, or one sentence with the line that is wrong."""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

from dpbi.errors import DpbiError
from dpbi.language import words
from dpbi.language.expr import HERE
from dpbi.ledger.folders.layout import BrokenFolder
from dpbi.support.siblings import importable

IMPORTED = re.compile(r"cannot import name '(\w+)' from '(dpbi[\w.]*)'")


def defined_by(path: Path, root: Path) -> dict[str, Any]:
    """The values that a file of claims has, by name; modules beside it can be imported.

    The file is compiled afresh: cached bytecode is dated to the second, and an edit within that
    second would be missed.  `BrokenFolder` says what is no word, no formula, or no Python; any
    other error is the file's own.
    """
    module = ModuleType("dpbi_verify." + ".".join(path.with_suffix("").parts[-2:]))
    module.__file__ = str(path)
    before = HERE.set((str(path.resolve().parent), str(root.resolve())))
    try:
        with importable(path.parent):
            exec(compile(path.read_bytes(), path, "exec"), vars(module))  # noqa: S102  (theirs)
    except SyntaxError as error:
        raise BrokenFolder(path, f"it is not Python: {error.msg}", error.lineno or 0) from error
    except (NameError, ImportError, DpbiError) as error:
        if (told := _told(error, vars(module))) is None:
            raise
        raise BrokenFolder(path, told, _line(error.__traceback__, path)) from error
    finally:
        HERE.reset(before)
    return vars(module)


def _told(error: Exception, known: dict[str, Any]) -> str | None:
    """The sentence for an error of whoever wrote the claims; None for one that is not."""
    match error:
        case NameError() if error.name:
            return _unknown("word or definition", error.name, {*known, *vars(words)})
        case ImportError():
            found = IMPORTED.search(str(error))
            return None if found is None else _unknown("word", found[1], set(vars(words)))
        case DpbiError():
            return str(error)
    return None


def _unknown(kind: str, name: str, known: set[str]) -> str:
    usual = {k for k in known if not k.startswith("_")}
    near = get_close_matches(name, usual, 1)
    return f"there is no {kind} {name!r}" + (f"; did you mean {near[0]!r}?" if near else "")


def _line(trace: TracebackType | None, path: Path) -> int:
    """The last line of the file that was run when it happened."""
    line = 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
