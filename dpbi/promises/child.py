"""The process of foreign code, up to its one message: the other side of `isolation.py`.

Findings travel as JSON and are rebuilt exactly.  The type hints of the dataclasses say what is
written and what may be read, so a field that is added to one of them travels without a change here.
Fractions are text in base 16 (Python limits the decimals that it reads and writes), an infinite
bound is "inf", datasets and outputs are in their plain form (`laws/foreign.py`).  Nothing is built
that was not asked for: a document that differs from the hints in any way is `Garbled`.

Bounds lo <= hi of absurdly many digits are rounded outward before they travel; they stay bounds.
"""

from __future__ import annotations

import errno
import json
import math
import os
import re
import sys
import types
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from multiprocessing.connection import Connection
from typing import Any, Union, get_args, get_origin, get_type_hints

from dpbi.errors import BadTarget, DpbiError, printable
from dpbi.fields.rational import MOST_BITS
from dpbi.laws.foreign import ForeignErrors
from dpbi.support import processes
from dpbi.support.deadline import ends_in

LONGEST = 1 << 16  # bits of a numerator or denominator
UNIT = 1 << (LONGEST // 2)  # ends that are too long are rounded to multiples of 1 / UNIT
FRACTION = re.compile(r"(-?[0-9a-f]+)/([0-9a-f]+)")
DEEPEST = 50


class Garbled(Exception):
    """Something that is not what was to be read or written, and why."""


def encode(value: Any) -> Any:
    """Dataclasses, numbers, texts and tuples as JSON."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        if value.bit_length() > MOST_BITS:
            raise Garbled("an integer is too long")
        return value
    if isinstance(value, Fraction):
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > LONGEST:
            raise Garbled("a number is too long")
        return f"{value.numerator:x}/{value.denominator:x}"
    if value == math.inf and isinstance(value, float):
        return "inf"
    if is_dataclass(value) and not isinstance(value, type):
        parts = {f.name: getattr(value, f.name) for f in fields(value)}
        return {name: encode(part) for name, part in _rounded(parts).items()}
    if isinstance(value, (tuple, list)):
        return [encode(v) for v in value]
    if isinstance(value, dict) and all(isinstance(name, str) for name in value):
        return {name: encode(v) for name, v in value.items()}
    raise Garbled(f"{type(value).__name__} does not travel")


def decode(hint: Any, document: Any) -> Any:
    """What `encode` made JSON of, for a type hint; `Garbled` unless it is exactly that."""
    origin = get_origin(hint)
    if hint is Any:
        return _plain(document)
    if origin in (Union, types.UnionType):
        return _one_of(get_args(hint), document)
    if origin is tuple:
        return _tuple(get_args(hint), document)
    if origin is dict:
        return {name: decode(get_args(hint)[1], v) for name, v in _of(dict, document).items()}
    if hint in (str, int, bool, type(None)):
        return _of(hint, document)
    if hint is Fraction:
        return _fraction(_of(str, document))
    if hint is float:
        if document != "inf":
            raise Garbled("a number is not a number")
        return math.inf
    if is_dataclass(hint) and isinstance(hint, type):
        return _dataclass(hint, _of(dict, document))
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        known = get_type_hints(hint)
        return hint(*_tuple(tuple(known[name] for name in hint._fields), document))
    raise Garbled(f"{hint} does not travel")


def _rounded(parts: dict[str, Any]) -> dict[str, Any]:
    """Bounds that are too long, rounded outward."""
    lo, hi = parts.get("lo"), parts.get("hi")
    if isinstance(lo, Fraction) and lo.denominator.bit_length() > LONGEST:
        parts["lo"] = Fraction(lo.numerator * UNIT // lo.denominator, UNIT)
    if isinstance(hi, Fraction) and hi.denominator.bit_length() > LONGEST:
        parts["hi"] = Fraction(-(-hi.numerator * UNIT // hi.denominator), UNIT)
    return parts


def _plain(document: Any, depth: int = 0) -> Any:
    """A dataset or an output: None, truth values, integers, texts, and tuples of them."""
    if depth > DEEPEST:
        raise Garbled("it is nested too deeply")
    if document is None or type(document) in (bool, int, str):
        return document
    if isinstance(document, list):
        return tuple(_plain(v, depth + 1) for v in document)
    if isinstance(document, dict):
        return {name: _plain(v, depth + 1) for name, v in document.items()}
    raise Garbled("a value is of no known kind")


def _one_of(hints: tuple[Any, ...], document: Any) -> Any:
    for hint in hints:
        try:
            return decode(hint, document)
        except Garbled as error:
            why = error
    raise why


def _tuple(hints: tuple[Any, ...], document: Any) -> tuple[Any, ...]:
    items = _of(list, document)
    if len(hints) == 2 and hints[1] is ...:
        return tuple(decode(hints[0], item) for item in items)
    if len(items) != len(hints):
        raise Garbled("a list has the wrong length")
    return tuple(decode(hint, item) for hint, item in zip(hints, items, strict=True))


def _dataclass(kind: type, document: dict[str, Any]) -> Any:
    hints = _hints(kind)
    if document.keys() != hints.keys():
        raise Garbled(f"the fields of a {kind.__name__} are others")
    try:
        return kind(**{name: decode(hint, document[name]) for name, hint in hints.items()})
    except ValueError as error:  # bounds upside down, for one
        raise Garbled(str(error)) from None


@cache
def _hints(kind: Any) -> dict[str, Any]:
    known = get_type_hints(kind)
    return {f.name: known[f.name] for f in fields(kind)}


def _fraction(text: str) -> Fraction:
    found = FRACTION.fullmatch(text) if len(text) < LONGEST else None
    if found is None or not found[2].strip("0"):
        raise Garbled("a number is not a number")
    return Fraction(int(found[1], 16), int(found[2], 16))


def _of(kind: type, document: Any) -> Any:
    if type(document) is not kind:
        raise Garbled(f"a {type(document).__name__} found where a {kind.__name__} belongs")
    return document


MOST_ANSWER = 32_000_000  # bytes of an answer
MOST_SAID = 1000  # characters of a sentence


@dataclass(frozen=True, slots=True)
class ChildTask:
    """What is to be done in the other process."""

    key: str
    target: str
    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    memory: int | None
    seconds: float


def do(theirs: Connection, task: ChildTask) -> None:
    """In the other process: the work, and the message."""
    sys.dont_write_bytecode = True
    os.dup2(2, 1)
    sys.stdout = sys.stderr = open(  # noqa: SIM115  (the old ones may be locked by a thread)
        2, "w", buffering=1, errors="backslashreplace", closefd=False
    )
    if task.memory is not None:
        processes.limit_memory(task.memory)
    ends_in(task.seconds)
    try:
        body = _body(task)
    except KeyboardInterrupt:
        os._exit(130)
    with suppress(OSError):
        theirs.send_bytes(task.key.encode() + body)
    sys.stderr.flush()


def _body(task: ChildTask) -> bytes:
    """The answer in JSON, or what is to be said instead."""
    try:
        with ForeignErrors(task.target):
            answer = encode(task.work(*task.arguments))
            body = json.dumps({"answer": answer}).encode()
        if len(body) + len(task.key) <= MOST_ANSWER:
            return body
        refused: DpbiError = BadTarget(
            task.target, f"its answer has {len(body):,} bytes, more than the {MOST_ANSWER:,} taken"
        )
    except DpbiError as error:
        refused = error
        if _is_of_memory(error.__cause__):
            limit = "the machine" if task.memory is None else size(task.memory)
            refused = BadTarget(
                task.target, f"it needs more memory than it may have ({limit}; see --memory-limit)"
            )
    return json.dumps({"refused": printable(str(refused))[:MOST_SAID]}).encode()


def _is_of_memory(error: BaseException | None) -> bool:
    return isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM


def size(count: int) -> str:
    """A number of bytes as it is written for --memory-limit."""
    for unit, letter in ((10**12, "T"), (10**9, "G"), (10**6, "M"), (1000, "K")):
        if count >= unit:
            return f"{count / unit:g}{letter}"
    return str(count)
