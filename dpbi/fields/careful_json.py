"""Reading a JSON object that somebody else wrote: bounded, and refused in one sentence."""

from __future__ import annotations

import json
import stat
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from dpbi.errors import BadLawFile
from dpbi.fields.rational import MOST_DIGITS

MOST_BYTES = 48_000_000
MOST_VALUES, MOST_NESTED = 6_000_000, 2_000_000


Refuse: TypeAlias = Callable[[str], NoReturn]
"""What to do with a reason: it raises."""


def read_object(path: Path) -> dict[str, Any]:
    """The JSON object in a file, once its size, its names and its numbers are seen to be sane."""

    def refuse(reason: str) -> NoReturn:
        raise BadLawFile(str(path), reason)

    return parsed(_content(path, refuse), refuse)


def _content(path: Path, refuse: Refuse) -> bytes:
    """The bytes of an ordinary file of bounded size that begins as an object does."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            refuse("it is no ordinary file")
        if status.st_size > MOST_BYTES:
            refuse(f"it has {status.st_size:,} bytes, more than the {MOST_BYTES:,} that are read")
        with path.open("rb") as file:
            start = file.read(4096)
            if not start.strip():
                refuse("it is empty" if len(start) < 4096 else "it begins with blank space only")
            if not start.lstrip().startswith(b"{"):
                refuse("it is no JSON object: it must begin with {")
            content = start + file.read(MOST_BYTES + 1 - len(start))
    except (OSError, ValueError) as error:  # a name with a zero in it is a ValueError
        refuse(f"it cannot be read ({getattr(error, 'strerror', None) or error})")
    if len(content) > MOST_BYTES:
        refuse(f"it has more than the {MOST_BYTES:,} bytes that are read")
    return content


def parsed(content: bytes, refuse: Refuse) -> dict[str, Any]:
    """The JSON object that bytes are; anything else is refused in a few words."""
    if content.count(b",") > MOST_VALUES or content.count(b"[") + content.count(b"{") > MOST_NESTED:
        refuse(f"it has more than {MOST_VALUES:,} values, or {MOST_NESTED:,} lists and objects")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        refuse(f"byte {error.start} is no UTF-8")

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
            refuse(f"the name {short(twice)} stands twice in one object")
        return found

    def constant(name: str) -> NoReturn:
        refuse(f"{name} is no number of a law")

    def whole(digits: str) -> int:
        if len(digits) > MOST_DIGITS:
            refuse(f"a number has more than {MOST_DIGITS} digits")
        return int(digits)

    try:
        document = json.loads(
            text, object_pairs_hook=unique, parse_constant=constant, parse_int=whole
        )
    except json.JSONDecodeError as error:
        early = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        end = " (it ends too early)" if early else ""
        refuse(f"line {error.lineno}, column {error.colno}: {error.msg}{end}")
    except RecursionError:
        refuse("it is nested too deeply")
    if not isinstance(document, dict):
        refuse("it is no JSON object")
    return document


def short(value: Any) -> str:
    """A value as JSON has it, cut where it is long."""
    try:
        text = json.dumps(value)
    except (ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "..."
