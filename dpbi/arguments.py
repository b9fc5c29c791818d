"""Arguments from outside, before anything is done with them: each refusal is one sentence.

Numbers have a reader of their own (`numbers/rational.py`); here is what is not a number.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from dpbi.errors import InvalidValue


def path(name: str, value: Any) -> Path:
    """A file's place, given as text or as a path."""
    if not isinstance(value, (str, os.PathLike)) or "\0" in str(value) or not str(value):
        raise InvalidValue(name, value, "write the name of a file")
    return Path(value)


def listed(name: str, value: Any, need: str = "write a list") -> list[Any]:
    """The items of a list, a tuple or any other iterable; text is not a list of letters."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise InvalidValue(name, value, need)
    try:
        return list(value)
    except TypeError:  # an array without dimensions is iterable in name only
        raise InvalidValue(name, value, need) from None


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
