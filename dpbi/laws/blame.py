"""What code that others wrote raises, told in one sentence with the line where it happened."""

from __future__ import annotations

import re
import sysconfig
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any

from dpbi.errors import (
    BadMechanism,
    BadTarget,
    DpbiError,
    InexactInput,
    InvalidValue,
    printable,
)

OURS = Path(__file__).resolve().parent.parent
LIBRARY = Path(sysconfig.get_paths()["stdlib"]).resolve()
LONGEST = 300
NUMBER = "'Number'"  # how Python calls a number of F
UNKNOWN = re.compile("'(Noisy|Rounded)'")  # and the noises of a program


class Blame:
    """with Blame(label, what, x): whatever is raised in here becomes a `BadMechanism`.

    Even `SystemExit`, and what test runners raise to pass a test over: a law that is not known is
    never audited.
    """

    def __init__(
        self, label: str, what: str, x: Any = None, bad: type[BadMechanism] = BadMechanism
    ) -> None:
        self.label, self.what, self.x, self.bad = label, what, x, bad

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: object, error: BaseException | None, tb: TracebackType | None) -> None:
        if isinstance(error, (InvalidValue, InexactInput)) and (place := where(error, tb)):
            said_there = f"{self.what}: {printable(said(error))}{place}"
            raise self.bad(self.label, said_there, self.x) from error
        if error is None or isinstance(error, (DpbiError, KeyboardInterrupt)):
            return
        reason = f"{self.what}: {printable(what_was_raised(error))}{where(error, tb)}"
        raise self.bad(self.label, reason, self.x) from error


def what_was_raised(error: BaseException) -> str:
    """What was raised, in a few words."""
    text = said(error)
    if isinstance(error, SystemExit):
        return f"it called sys.exit({text})"
    if isinstance(error, TypeError) and "unhashable" in text:
        return f"its datasets and outputs must be hashable, such as tuples or text: {text}"
    if isinstance(error, TypeError) and NUMBER in text and re.search("ufunc|ndarray", text):
        return f"numpy does not take numbers of F: write F.exp, and one number at a time ({text})"
    if isinstance(error, TypeError) and UNKNOWN.search(text) and "ufunc" in text:
        return f"numpy's functions do not take a noise: write Python's own + - * and min ({text})"
    found = f"it raised {type(error).__name__}"
    return f"{found}: {text}"[:LONGEST] if text else found


def where(error: BaseException, tb: TracebackType | None, *, ours: bool = False) -> str:
    """The last line of the target's own code; with `ours`, the last line of all as well."""
    if isinstance(error, SyntaxError):
        return ""  # its message has the place
    frames = [(Path(f.filename), f.lineno) for f in traceback.extract_tb(tb)]
    frames = [f for f in frames if f[0].is_file()]
    theirs = [f for f in frames if _is_theirs(f[0])]
    named = dict.fromkeys(_place(*f) for f in (theirs[-1:] + frames[-1:] * ours))
    return f" ({', in '.join(named)})" if named else ""


def _is_theirs(path: Path) -> bool:
    """Neither ours, nor of a library."""
    parents = set(path.resolve().parents)
    return "site-packages" not in path.parts and not {OURS, LIBRARY} & parents


def _place(path: Path, line: int | None) -> str:
    ours = OURS in path.parents
    return f"line {line} of {path.relative_to(OURS.parent) if ours else path.name}"


def said(error: BaseException) -> str:
    """What an error says, on one line; somebody else's text may refuse to be written."""
    try:
        return printable(" ".join(str(error).split()))
    except Exception:
        return "(it cannot be printed)"


class ForeignErrors:
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
        raise BadTarget(
            self.target, printable(what_was_raised(error)) + where(error, tb, ours=True)
        ) from error
