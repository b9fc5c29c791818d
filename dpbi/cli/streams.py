"""Standard streams that always take what we write, and the details of our own defects."""

from __future__ import annotations

import io
import os
import sys
import tempfile
import traceback
from contextlib import suppress
from typing import NoReturn


def prepare_streams() -> None:
    """Streams that were closed take and give nothing; characters that cannot be shown are escaped.

    A closed descriptor would be given to the next file that is opened, and our output with it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest descriptor that is free: this one
        if getattr(sys, name) is None:
            mode = "r" if number == 0 else "w"
            setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def can_show(text: str) -> bool:
    """Whether stdout has these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def defect(error: BaseException) -> str:
    """The sentence for an error of our own, once its details are in a file."""
    what = f"this is a defect of dpbi ({type(error).__name__})"
    try:
        details = "".join(traceback.format_exception(error))
        handle, path = tempfile.mkstemp(prefix="dpbi-defect-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"dpbi {' '.join(sys.argv[1:])}\n\n{details}")
    except Exception:
        return f"{what}, and its details could not be written"
    return f"{what}: its details are in {path}, please report them"


def leave(code: int) -> NoReturn:
    """End with the code, whatever is still in a buffer that nobody takes."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    sys.exit(code)
