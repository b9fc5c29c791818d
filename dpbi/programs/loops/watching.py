"""A run that is watched: at the heads of its loops its state is taken.

The frames of the program are read from the one that is at the head of a loop up to the one that
dpbi called.  Each must be where its stack is known (`bytecode.py`), and each must call the next one
itself: a function of C in between, such as `sorted`, has a state that is not seen.  Where anything
is not understood there is no state, and the run goes on as it would without.

A program is watched by way of `sys.settrace`; a debugger or a tool that measures coverage does not
see the lines of a program with loops.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from dpbi.programs.loops.beyond import acts_when_freed
from dpbi.programs.loops.bytecode import Loops, StackPoint, loops_of
from dpbi.programs.loops.content import AsksWhich, Content, NoState, attributes
from dpbi.programs.loops.helpers import Helpers
from dpbi.programs.loops.iterables import iterable_of
from dpbi.programs.loops.places import EXPLORER, is_library_frame, module_of
from dpbi.programs.running import Run
from dpbi.programs.subprograms.likeness import codes

MOST_FRAMES = 50

Meet = Callable[[Hashable, int], None]


@dataclass(eq=False)
class Lookout:
    """What is known of the frames of one run; `meet` is told each state and its size."""

    run: Run
    entry: CodeType
    meet: Meet
    helpers: Helpers
    calls: Counter[int] = field(default_factory=Counter)

    def call(self, frame: FrameType, _event: str, _given: Any) -> Any:
        """A new frame: its instructions are followed if it has loops."""
        if is_library_frame(frame):
            return None
        self.calls[id(frame.f_code)] += 1
        loops = loops_of(frame.f_code)
        if not loops.heads:
            return None
        self.helpers.look(frame)
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        return Rounds(self, loops).step

    def head(self, frame: FrameType, point: StackPoint) -> None:
        """The head of a loop has been reached."""
        run = self.run
        if run.stopped is not None or not len(run.prefix) <= len(run.trace) > run.since.decisions:
            return  # on the way to where it begins, or nothing was decided since the last state
        if getattr(run, "events", None):
            return  # what an adversary has seen is part of the output
        try:
            state, parts = self.state(frame, point)
        except NoState:
            return
        self.meet(state, parts)

    def state(self, frame: FrameType, point: StackPoint) -> tuple[Hashable, int]:
        """The state of the run and how many parts it has; `NoState` where it cannot be told."""
        frames = list(self.frames(frame, point))
        try:
            return self._of(frames, Content(self.run))
        except AsksWhich:
            self.helpers.clear()
            return self._of(frames, Content(self.run, by_identity=True))

    def _of(
        self, frames: Sequence[tuple[FrameType, StackPoint]], content: Content
    ) -> tuple[Hashable, int]:
        """The content of these frames, and how many parts it has."""
        found = []
        for one, at in reversed(frames):
            variables = one.f_locals
            _check_dead(variables, at.live)
            found.append(
                (
                    one.f_code,
                    at.place,
                    _rounds(one, at, content),
                    content.names(variables, at.live),
                    content.read(one.f_code, one.f_globals),
                )
            )
        for one, _ in frames:
            if self.calls[id(one.f_code)] > 1 and content.captured & {*codes(one.f_code)}:
                raise NoState  # functions that may have variables of this call or of another
        return tuple(found), content.parts

    def frames(self, frame: FrameType, point: StackPoint) -> Iterator[tuple[FrameType, StackPoint]]:
        """The frames of the program from the innermost one, each with what is known of it."""
        for _ in range(MOST_FRAMES):
            yield frame, point
            outer = frame.f_back
            if outer is None or is_library_frame(frame):
                raise NoState
            if module_of(outer) == EXPLORER:
                if frame.f_code is not self.entry:
                    raise NoState
                return
            call = loops_of(outer.f_code).call(outer.f_lasti)
            if call is None or code_called(call, outer) is not frame.f_code:
                raise NoState
            frame, point = outer, call
        raise NoState


class Rounds:
    """The iterators of `for` in one frame: what they go through, and how far they are."""

    def __init__(self, watch: Lookout, loops: Loops) -> None:
        self.watch, self.loops = watch, loops
        self.at: dict[int, tuple[Any, int]] = {}

    def step(self, frame: FrameType, event: str, _given: Any) -> Any:
        """Before an instruction."""
        if event != "opcode":
            return self.step
        place, loops = frame.f_lasti, self.loops
        if place in loops.iterables:
            self.at[place] = iterable_of(loops.iterables[place], frame), 0
        elif (made := loops.rounds.get(place)) is not None and made in self.at:
            iterable, rounds = self.at[made]
            self.at[made] = iterable, rounds + 1
        if (point := loops.heads.get(place)) is not None:
            self.watch.head(frame, point)
        return self.step


def _check_dead(variables: Mapping[str, Any], live: Sequence[str]) -> None:
    """No state where a variable that is read no more does something when it is freed."""
    if any(name not in live and acts_when_freed(variables[name]) for name in variables):
        raise NoState


def _rounds(frame: FrameType, point: StackPoint, content: Content) -> Hashable:
    """How far a frame is with the iterators on its stack."""
    if not point.stack:
        return ()
    rounds = getattr(frame.f_trace, "__self__", None)
    if type(rounds) is not Rounds:
        raise NoState
    known = [rounds.at.get(made, (None, 0)) for made in point.stack]
    if any(iterable is None or not n for iterable, n in known):
        raise NoState
    return tuple((content.at(iterable), n) for iterable, n in known)


def code_called(call: StackPoint, frame: FrameType) -> CodeType | None:
    """The code of the function that a call calls, by its name."""
    first, *rest = call.callee
    name = str(first.argval)
    places: tuple[Mapping[str, Any], ...] = (frame.f_globals, frame.f_builtins)
    if first.opname != "LOAD_GLOBAL":
        places = (frame.f_locals,)
    value = next((names[name] for names in places if name in names), None)
    for attribute in rest:
        value = _method(value, str(attribute.argval))
    if type(value) is MethodType:
        value = value.__func__
    return value.__code__ if type(value) is FunctionType else None


def _method(value: Any, name: str) -> Any:
    """A function of a module, or a method of a class that gives attributes in the usual way."""
    if type(value) is ModuleType:
        return vars(value).get(name)
    kind = type(value)
    usual = getattr(kind, "__getattribute__", None) == object.__dict__["__getattribute__"]
    if not usual or name in attributes(value):
        return None
    return next((vars(k)[name] for k in kind.__mro__ if name in vars(k)), None)


@contextmanager
def watched(watch: Lookout | None) -> Iterator[None]:
    """with ..: the run is watched."""
    if watch is None:
        yield
        return
    before = sys.gettrace()
    sys.settrace(watch.call)
    try:
        yield
    finally:
        sys.settrace(before)
