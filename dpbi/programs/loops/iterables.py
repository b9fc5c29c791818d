"""What a `for` goes through, where that is one of few things that nothing hidden is part of.

The iterator itself lies on the stack and is not seen.  It is known all the same where the
expression behind `in` is a range, a tuple, a text, a list, or `enumerate`, `zip` or `reversed` of
such: then it is what the expression comes to, and how often it has been asked.
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dis import Instruction
from functools import partial
from types import FrameType
from typing import Any

PLAIN = (tuple, str, bytes, range)
PAIRS = ("LOAD_FAST_LOAD_FAST", "LOAD_FAST_BORROW_LOAD_FAST_BORROW")


class _Unknown(Exception):
    """An expression that is not one of those."""


def iterable_of(steps: Sequence[Instruction], frame: FrameType) -> Any:
    """What an expression comes to, by its instructions and the variables it reads; None if unknown.

    `enumerate(x)` is written as `partial(enumerate, x)`, which has not begun.
    """
    try:
        return _iterated(_value(steps, frame))
    except _Unknown:
        return None


def _value(steps: Sequence[Instruction], frame: FrameType) -> Any:
    """The value of names, numbers, and calls of what `CALLED` holds."""
    stack: list[Any] = []
    for step in steps:
        name = step.opname
        if name in PAIRS:
            stack += [_named(frame.f_locals, one) for one in step.argval]
        elif name.startswith("LOAD_FAST") or name == "LOAD_DEREF":
            stack.append(_named(frame.f_locals, step.argval))
        elif name == "LOAD_GLOBAL":
            stack.append(_global(frame, step.argval))
        elif name == "LOAD_CONST":
            stack.append(step.argval)
        elif name == "CALL" and step.arg is not None and len(stack) > step.arg:
            n = len(stack) - step.arg
            stack[n - 1 :] = [_called(stack[n - 1], stack[n:])]
        elif name not in ("PUSH_NULL", "PRECALL", "EXTENDED_ARG", "CACHE"):
            raise _Unknown
    if len(stack) != 1:
        raise _Unknown
    return stack[0]


def _named(names: Any, name: Any) -> Any:
    if name not in names:
        raise _Unknown
    return names[name]


def _global(frame: FrameType, name: str) -> Any:
    if name in frame.f_globals:
        return frame.f_globals[name]
    return _named(frame.f_builtins, name)


def _called(function: Any, given: Sequence[Any]) -> Any:
    """range and len of what they are for; the others by name, with what they go through."""
    kinds = {type(one) for one in given}
    if function is builtins.range and kinds == {int}:
        return range(*given)
    if function is builtins.len and len(given) == 1 and kinds <= {*PLAIN, list}:
        return len(given[0])
    if function is builtins.enumerate and {type(one) for one in given[1:]} <= {int}:
        return partial(builtins.enumerate, *map(_iterated, given[:1]), *given[1:])
    if function is builtins.zip:
        return partial(builtins.zip, *map(_iterated, given))
    if function is builtins.reversed and kinds <= {*PLAIN}:
        return partial(builtins.reversed, *given)
    raise _Unknown


def _iterated(value: Any) -> Any:
    """Something that is gone through from its beginning."""
    if type(value) in (*PLAIN, list, partial):
        return value
    raise _Unknown
