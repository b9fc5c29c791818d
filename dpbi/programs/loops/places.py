"""Where in a program a run decides: whether it goes round in a loop whose head is understood."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FrameType
from typing import TypeAlias

from dpbi.programs.loops.bytecode import loops_of
from dpbi.programs.subprograms.likeness import ELSEWHERE

EXPLORER = "dpbi.programs.explorer"
"""The module that calls a program."""

WALKING = "_walked"
"""The function there that does."""

CodePlace: TypeAlias = tuple[int, int]
"""A code object, by its id, as it takes long to compare, and a place in it."""

_OURS: dict[str, bool] = {}


def module_of(frame: FrameType) -> str:
    """The name of the module that a frame belongs to."""
    return str(frame.f_globals.get("__name__"))


def is_library_frame(frame: FrameType) -> bool:
    """Whether a frame is one of dpbi or of the standard library."""
    name = module_of(frame)
    if name not in _OURS:
        _OURS[name] = name.partition(".")[0] in ELSEWHERE
    return _OURS[name]


def is_round(seen: set[CodePlace]) -> bool:
    """Whether the program is again where it was, within a function that has a head of a loop."""
    frames = _frames(sys._getframe(2))
    frame = next((f for f in frames if not is_library_frame(f)), None)
    if frame is None:
        return False
    place = id(frame.f_code), frame.f_lasti
    if place not in seen:
        seen.add(place)
        return False
    return bool(loops_of(frame.f_code).heads) or any(loops_of(f.f_code).heads for f in frames)


def _frames(frame: FrameType | None) -> Iterator[FrameType]:
    """The frames from one on, up to the one that walks the program; it draws by way of others."""
    while frame is not None and (module_of(frame) != EXPLORER or frame.f_code.co_name != WALKING):
        yield frame
        frame = frame.f_back
