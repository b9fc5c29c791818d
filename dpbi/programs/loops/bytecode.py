"""What a function's code says about its loops: their heads, what is on the stack and what is live.

A frame keeps its variables and a stack.  The variables can be read while it runs, the stack cannot:
it holds what an expression has come to so far, and the iterators of `for`.  So a frame is
understood only where its stack is known from the code: where only iterators of `for` are on it.
That is so at the head of most loops, and at most calls of one function by another.

All is found by going through the instructions with `dis` and its effects on the stack.  An
instruction that is not understood makes the function one without heads.
"""

from __future__ import annotations

import dis
import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dis import Instruction
from functools import lru_cache
from types import CodeType
from typing import TypeAlias

Stack: TypeAlias = tuple[int | None, ...]
"""For each item the place of the GET_ITER that made it, None for anything else."""

ENDING = frozenset(
    [
        "RETURN_VALUE",
        "RETURN_CONST",
        "RAISE_VARARGS",
        "RERAISE",
        "JUMP_FORWARD",
        "JUMP_BACKWARD",
        "JUMP_BACKWARD_NO_INTERRUPT",
        "JUMP_ABSOLUTE",
    ]
)
CALLS = frozenset(["CALL", "CALL_KW", "CALL_FUNCTION_EX"])
LOADS = frozenset(
    ["LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_FAST_BORROW", "LOAD_DEREF", "LOAD_GLOBAL", "LOAD_NAME"]
)
ATTRIBUTES = frozenset(("LOAD_METHOD", "LOAD_ATTR"))
NEUTRAL = frozenset(["PUSH_NULL", "PRECALL", "KW_NAMES", "NOP", "EXTENDED_ARG"])
MOVING = frozenset(["SWAP", "ROT_TWO", "ROT_THREE", "ROT_FOUR", "ROT_N"])
READING = frozenset(
    ["locals", "vars", "eval", "exec", "dir", "_getframe", "currentframe", "f_locals", "inspect"]
)
"""Names by which a function can read all its variables: then none of them is dead."""

NOT_PLAIN = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


@dataclass(frozen=True, slots=True)
class StackPoint:
    """A place where the stack of a frame is known: its iterators, and the variables read later.

    Of a call there is the name of what is called, and of a method also that of its object.
    """

    place: int
    stack: tuple[int, ...]
    live: tuple[str, ...]
    callee: tuple[Instruction, ...] = ()


@dataclass(frozen=True, slots=True)
class Loops:
    """The heads of loops, the calls, and the iterables of `for`, by their places in the code."""

    heads: Mapping[int, StackPoint]
    calls: Mapping[int, StackPoint]
    iterables: Mapping[int, tuple[Instruction, ...]]
    rounds: Mapping[int, int]  # of each FOR_ITER, and the part of it before, its GET_ITER
    places: tuple[int, ...]

    def call(self, last: int) -> StackPoint | None:
        """The call that a frame is in, from its last instruction, which may be a cache."""
        return self.calls.get(max((p for p in self.places if p <= last), default=-1))


NOTHING = Loops({}, {}, {}, {}, ())


@lru_cache(maxsize=2000)
def loops_of(code: CodeType) -> Loops:
    """The loops of a function; none where its code is not understood."""
    if code.co_flags & NOT_PLAIN or not code.co_flags & inspect.CO_OPTIMIZED:
        return NOTHING
    try:
        return _Reader(code).loops()
    except _Strange:
        return NOTHING


class _Strange(Exception):
    """Code that is not understood."""


class _Reader:
    """One reading of a code object."""

    def __init__(self, code: CodeType) -> None:
        self.code = code
        self.steps = list(dis.get_instructions(code))
        self.index = {step.offset: n for n, step in enumerate(self.steps)}
        self.handlers = list(dis.Bytecode(code).exception_entries)  # type: ignore[attr-defined]
        self.targets = {target for step in self.steps for target in _targets(step)}
        self.stacks: dict[int, Stack] = {}

    def loops(self) -> Loops:
        """All that is asked for."""
        self._find_stacks()
        live = self._live()
        backward = {
            target for step in self.steps for target in _targets(step) if target <= step.offset
        }
        heads = {
            p: StackPoint(p, stack, live[self.index[p]])
            for p in backward
            if (stack := _iterators(self.stacks.get(p))) is not None
        }
        calls = {
            step.offset: point
            for n, step in enumerate(self.steps)
            if step.opname in CALLS and (point := self._call(n, live)) is not None
        }
        rounds = {}
        for place, found in self.stacks.items():
            made = found[-1] if found else None
            if made is not None and self._does(place) == "FOR_ITER":
                rounds[place] = made
        iterables = {}
        for made in set(rounds.values()):
            end = self.index[made]
            begin = self._start(end, len(self.stacks[made]) - 1)
            way = self.steps[begin : end + 1]  # with `a if b else c` there are several
            straight = self.targets.isdisjoint(step.offset for step in way[1:])
            iterables[made] = tuple(way[:-1]) if straight else ()
        return Loops(heads, calls, iterables, rounds, tuple(self.index))

    def _does(self, place: int) -> str:
        """The name of an instruction, also where it begins with a part of its argument."""
        n = self.index[place]
        step = self.steps[n]
        return self._next(n).opname if step.opname == "EXTENDED_ARG" else step.opname

    def _find_stacks(self) -> None:
        """The stack before each instruction that can be reached."""
        waiting: list[tuple[int, Stack]] = [(0, ())]
        while waiting:
            n, stack = waiting.pop()
            place = self.steps[n].offset
            if (known := self.stacks.get(place)) is not None:
                if len(known) != len(stack):
                    raise _Strange
                stack = tuple(a if a == b else None for a, b in zip(known, stack, strict=True))
                if stack == known:
                    continue
            self.stacks[place] = stack
            waiting += self._after(n, stack)

    def _after(self, n: int, stack: Stack) -> Iterator[tuple[int, Stack]]:
        """Where an instruction leads, and the stack there."""
        step = self.steps[n]
        for target in _targets(step):
            yield self._at(target), self._changed(n, stack, jump=True)
        if step.opname not in ENDING and n + 1 < len(self.steps):
            yield n + 1, self._changed(n, stack, jump=False)
        for entry in self.handlers:
            if entry.start <= step.offset < entry.end:
                if len(stack) < entry.depth:
                    raise _Strange
                yield self._at(entry.target), (*stack[: entry.depth], *[None] * (entry.lasti + 1))

    def _at(self, place: int) -> int:
        if place not in self.index:
            raise _Strange
        return self.index[place]

    def _changed(self, n: int, stack: Stack, *, jump: bool) -> Stack:
        """The stack after an instruction; iterators of `for` lie deeper than what it works on."""
        step = self.steps[n]
        try:
            effect = dis.stack_effect(step.opcode, step.arg, jump=jump)
        except ValueError:
            raise _Strange from None
        if step.opname in MOVING:
            moved = step.arg or 4
            return (*stack[:-moved], *[None] * min(moved, len(stack)))
        if len(stack) + effect < 0:
            raise _Strange
        if step.opname == "GET_ITER" and self._next(n).opname == "FOR_ITER":
            return (*stack[:-1], step.offset)
        return stack[: len(stack) + effect] if effect < 0 else (*stack, *[None] * effect)

    def _next(self, n: int) -> Instruction:
        """The next instruction that does something."""
        following = (s for s in self.steps[n + 1 :] if s.opname not in ("EXTENDED_ARG", "CACHE"))
        return next(following, self.steps[n])

    def _live(self) -> list[tuple[str, ...]]:
        """The variables that may be read from each instruction on before they are set again."""
        code = self.code
        kept = {*code.co_cellvars, *code.co_freevars}
        if READING & {*code.co_names, *kept}:
            return [(*code.co_varnames, *sorted(kept))] * len(self.steps)
        live: list[frozenset[str]] = [frozenset()] * len(self.steps)
        onward = [[m for m, _ in self._after(n, self._stack(n))] for n in range(len(self.steps))]
        changed = True
        while changed:
            changed = False
            for n in reversed(range(len(self.steps))):
                found = self._before(n, frozenset().union(*(live[m] for m in onward[n])))
                if found != live[n]:
                    live[n], changed = found, True
        order = (*code.co_varnames, *sorted(kept - {*code.co_varnames}))
        return [tuple(name for name in order if name in one or name in kept) for one in live]

    def _stack(self, n: int) -> Stack:
        return self.stacks.get(self.steps[n].offset, (None,) * 1000)

    def _before(self, n: int, after: frozenset[str]) -> frozenset[str]:
        """What is live before an instruction, which sets or reads one variable or two."""
        step = self.steps[n]
        if step.opcode not in dis.haslocal:
            return after
        names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
        parts = step.opname.split("_FAST")[: len(names)]
        for name, part in reversed(list(zip(names, parts, strict=True))):
            after = after - {name} if part.strip("_") == "STORE" else after | {name}
        return after

    def _start(self, n: int, depth: int) -> int:
        """The first instruction of the expression that ends before this one."""
        for m in range(n - 1, -1, -1):
            if len(self._stack(m)) == depth:
                return m
        raise _Strange

    def _call(self, n: int, live: Sequence[tuple[str, ...]]) -> StackPoint | None:
        """A call of a plain name or of a method of one, with nothing else below it."""
        if (after := self.stacks.get(self.steps[n].offset)) is None or n + 1 == len(self.steps):
            return None
        base = len(self._changed(n, after, jump=False)) - 1
        stack = _iterators(self.stacks[self.steps[n].offset][:base])
        if stack is None:
            return None
        first = self._start(n, base)
        named = [s for s in self.steps[first : first + 2] if s.opname != "PUSH_NULL"]
        taken = first + (2 if len(named) < 2 or named[1].opname in ATTRIBUTES else 1)
        named = named[: taken - first]
        if named[0].opname not in LOADS or len(self._stack(taken)) != base + 2:
            return None
        if any(not self._leaves(m, base + 2) for m in range(taken, n)):
            return None
        return StackPoint(self.steps[n].offset, stack, live[n + 1], tuple(named))

    def _leaves(self, n: int, depth: int) -> bool:
        """Whether an instruction takes nothing from below this depth."""
        if (found := len(self._stack(n))) > depth:
            return True
        name = self.steps[n].opname
        plain = name.startswith("LOAD_") and name not in ATTRIBUTES
        grows = name.startswith("BUILD_") and not self.steps[n].arg
        return found == depth and (plain or grows or name in NEUTRAL)


SETTING = frozenset(
    f"{verb}_{what}" for verb in ("STORE", "DELETE") for what in ("GLOBAL", "NAME", "ATTR")
)


@lru_cache(maxsize=2000)
def sets_beyond(whole: CodeType, part: CodeType) -> bool:
    """Whether a part of a function sets a global name, an attribute or a variable it captured."""
    return any(
        step.opname in SETTING
        or (step.opname in ("STORE_DEREF", "DELETE_DEREF") and step.argval in whole.co_freevars)
        for step in dis.get_instructions(part)
    )


def _targets(step: Instruction) -> tuple[int, ...]:
    """Where an instruction may jump."""
    return (step.argval,) if step.opcode in dis.hasjrel or step.opcode in dis.hasjabs else ()


def _iterators(stack: Stack | None) -> tuple[int, ...] | None:
    """The stack, where it holds iterators of `for` and nothing else."""
    if stack is None or None in stack:
        return None
    return tuple(item for item in stack if item is not None)
