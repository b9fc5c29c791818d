"""A program's function before it is run: what cannot be one is refused where it is declared."""

from __future__ import annotations

from inspect import isasyncgenfunction, iscoroutinefunction, isgeneratorfunction, signature
from pathlib import Path
from typing import Any

from dpbi.errors import BadMechanism

NEED = "write a function of a dataset and a generator, such as def f(x, rng)"


def check_function(label: str, function: Any) -> None:
    """Refuse what takes no dataset and generator, and what does not run when it is called."""
    if why := _why_not(function):
        raise BadMechanism(label, f"{why}: {NEED}{_place(function)}")


def _why_not(function: Any) -> str:
    """What is wrong with it, as a clause; empty where nothing is."""
    if not callable(function):
        return f"it is of the type {type(function).__name__}"
    if iscoroutinefunction(function) or isasyncgenfunction(function):
        return "it is an async function, which does not run when it is called"
    if isgeneratorfunction(function):
        return "it has a yield, and does not run when it is called"
    try:
        takes = signature(function)
    except (ValueError, TypeError):  # a function of C may not say
        return ""
    try:
        takes.bind(None, None)
    except TypeError:
        return f"it takes {takes}"
    return ""


def _place(function: Any) -> str:
    """Where it begins, if that is known."""
    code = getattr(function, "__code__", None)
    return "" if code is None else f" (line {code.co_firstlineno} of {Path(code.co_filename).name})"
