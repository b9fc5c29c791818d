"""What foreign code raises, said in one sentence with the line where it happened."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path
from types import TracebackType

from dpbi.audit.plain import said, shown
from dpbi.errors import BadTarget, DpbiError

OURS = Path(__file__).resolve().parent.parent
LIBRARY = Path(sysconfig.get_paths()["stdlib"]).resolve()


class Foreign:
    """with Foreign(target): whatever is raised in here becomes a `BadTarget`.

    An error of our own would be one too, so the sentence always says the file and the line.
    """

    def __init__(self, target: str) -> None:
        self.target = target

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: object, error: BaseException | None, tb: TracebackType | None) -> None:
        if error is None or isinstance(error, (DpbiError, KeyboardInterrupt)):
            return
        raise BadTarget(self.target, shown(_told(error)) + _where(error, tb)) from error


def _told(error: BaseException) -> str:
    text = said(error)
    if isinstance(error, SystemExit):
        return f"it called sys.exit({text})"
    if isinstance(error, TypeError) and "unhashable" in text:
        return f"its datasets and outputs must be hashable, such as tuples or text: {text}"
    told = f"it raised {type(error).__name__}"
    return f"{told}: {text}"[:300] if text else told


def _where(error: BaseException, tb: TracebackType | None) -> str:
    """The last line of the target's own code, and the last line of all."""
    if isinstance(error, SyntaxError):
        return ""  # its message has the place
    frames = [(Path(f.filename), f.lineno) for f in traceback.extract_tb(tb)]
    frames = [f for f in frames if f[0].is_file()]
    theirs = [f for f in frames if _is_theirs(f[0])]
    named = dict.fromkeys(_place(*f) for f in (theirs[-1:] + frames[-1:]))
    return f" ({', in '.join(named)})" if named else ""


def _is_theirs(path: Path) -> bool:
    """Neither ours, nor of a library."""
    parents = set(path.resolve().parents)
    return "site-packages" not in path.parts and not {OURS, LIBRARY} & parents


def _place(path: Path, line: int | None) -> str:
    ours = OURS in path.parents
    return f"line {line} of {path.relative_to(OURS.parent) if ours else path.name}"
