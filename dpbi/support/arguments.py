"""Arguments from outside, before anything is done with them: each refusal is one sentence.

Numbers have a reader of their own (`fields/rational.py`); here is what is not a number, and the
libraries without which a question has no answer.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from dpbi.errors import InvalidValue, LibraryMissing

MOST_ITEMS = 5_000_000


def path(name: str, value: Any) -> Path:
    """A file's place, given as text or as a path."""
    if not isinstance(value, (str, os.PathLike)) or not _is_name(os.fspath(value)):
        raise InvalidValue(name, value, "write the name of a file")
    return Path(value)


def _is_name(text: Any) -> bool:
    """Whether a file system can hold a file of that name."""
    try:
        return bool(text) and b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def listed(name: str, value: Any, need: str = "write a list", most: int = MOST_ITEMS) -> list[Any]:
    """The items of a list, a tuple or any other iterable; text is not a list of letters.

    No more than `most` are taken, or an endless iterable would fill the memory.
    """
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise InvalidValue(name, value, need)
    try:
        items = list(islice(value, most + 1))
    except TypeError:  # an array without dimensions is iterable in name only
        raise InvalidValue(name, value, need) from None
    if len(items) > most:
        raise InvalidValue(name, value, f"at most {most:,} items are read")
    return items


def mapping(name: str, value: Any, need: str) -> Mapping[Any, Any]:
    """A dict or another mapping."""
    if not isinstance(value, Mapping):
        raise InvalidValue(name, value, need)
    return value


def text(name: str, value: Any, need: str = "write a text") -> str:
    """A text."""
    if not isinstance(value, str):
        raise InvalidValue(name, value, need)
    return value


def optional(module: str, extra: str, question: str) -> Any:
    """A module of an optional library, or LibraryMissing where that is not installed."""
    try:
        return import_module(module)
    except ImportError:
        raise LibraryMissing(module.partition(".")[0], extra, question) from None
