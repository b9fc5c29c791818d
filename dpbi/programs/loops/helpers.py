"""Functions that a program calls, and that depend on what they are given and their draws alone.

A state at the head of a loop within such a function holds the frames of its callers too: an exact
sampler that calls a loop within a loop has as many states as both have together, multiplied.  What
the function returns depends on its arguments alone.  So it is a sub-program: its law is found once
for each of its arguments (`subprograms/sub.py`), and what it returns is one draw.

A function is taken for one where nothing but what it returns can be told from outside: of its
arguments one is the generator and the others are numbers and texts; all that it reads from its
module or captured is that too, or another such function, or belongs to a library; and it sets
nothing beyond its own variables.  It returns a number or a text.  While a program is walked, the
code of such a function is another, which asks here.  Where the walk is refused, the program is
walked without that.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from operator import is_not
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from dpbi.programs.doubles import AsRandom
from dpbi.programs.generator import Generator
from dpbi.programs.loops.beyond import asks_which, sees_more
from dpbi.programs.loops.bytecode import READING, sets_beyond
from dpbi.programs.running import Run
from dpbi.programs.subprograms.likeness import (
    Look,
    Unclear,
    codes,
    content,
    is_elsewhere,
    is_from_elsewhere,
)

RETURNED = (int, bool, str, bytes, type(None))
PLAIN = (*RETURNED, float)
SETTERS = frozenset(["setattr", "delattr", "__setattr__", "__delattr__", "__dict__"])
"""Names by which a function sets what has no name in its code."""

NOT_THERE = object()
NOT_PLAIN = 4 | 8 | 32 | 128 | 256 | 512  # *args, **named, generators, coroutines


@dataclass(eq=False)
class HelperFunction:
    """A function of the program, a copy that keeps its code, and the code that asks here."""

    function: FunctionType
    itself: FunctionType = field(init=False)
    asking: CodeType = field(init=False)
    contents: dict[Hashable, int] = field(init=False, default_factory=dict)
    _read: list[Any] = field(init=False, default_factory=list)
    _content: int | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        f = self.function
        self.itself = FunctionType(
            f.__code__, f.__globals__, f.__name__, f.__defaults__, f.__closure__
        )
        self.itself.__kwdefaults__, self.itself.__module__ = f.__kwdefaults__, f.__module__
        kept = tuple(self if c is None else c for c in _ASKING.co_consts)
        self.asking = _ASKING.replace(
            co_consts=kept,
            co_names=_names(f.__code__),  # by which its content is told apart
            co_freevars=f.__code__.co_freevars,
            co_name=f.__name__,
        )

    def __call__(self, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """What the function returns: a draw from its law, or, as it was written, what it does."""
        values = (*given, *named.values())
        drawing = [v for v in values if type(v) in (Generator, AsRandom)]
        is_handling = sys.exc_info()[0] is not None  # an error, which a function can ask for
        made_of = self._now() if all(map(_is_given, values)) and not is_handling else None
        if len(drawing) != 1 or made_of is None:
            return self.itself(*given, **named)
        run: Run = drawing[0]._run
        marked = tuple(type(v) if v is drawing[0] else v for v in values)
        alike = id(self), made_of, tuple(named), *map(_alike, marked)
        found = run.help(self.itself, alike, (tuple(named), *marked))
        if type(found) not in RETURNED:
            run.refuse("it calls a function that does not return a number or a text")
        return found

    def _now(self) -> int | None:
        """The number of what it is made of now; None where not only its result matters.

        All of that is told anew where it reads another object than before.
        """
        f = self.function  # whose defaults and attributes may be others by now
        self.itself.__defaults__, self.itself.__kwdefaults__ = f.__defaults__, f.__kwdefaults__
        read = reading(f)
        if len(read) != len(self._read) or any(map(is_not, read, self._read)):
            self._read, self._content = read, None
            if is_apart(f, set()) and (found := _content(f)) is not None:
                self._content = self.contents.setdefault(found, len(self.contents))
        return self._content


def _content(f: FunctionType) -> Hashable | None:
    """What a function is made of; None where that cannot be said."""
    try:
        return Look().at(f)
    except Unclear:
        return None


def _asked(*given: Any, **named: Any) -> Any:
    helper: Any = None  # in whose place each HelperFunction puts itself
    return helper(given, named)


_ASKING = _asked.__code__


def arguments(given: tuple[Any, ...], rng: Generator) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of a helper, of which one is the generator or a `random.Random`."""
    names, *marked = given
    values = [_instead(v, rng) for v in marked]
    plain = len(values) - len(names)
    return values[:plain], dict(zip(names, values[plain:], strict=True))


def _instead(value: Any, rng: Generator) -> Any:
    if value is AsRandom:
        return rng.as_random()
    return rng if value is Generator else value


def _is_given(value: Any) -> bool:
    """Whether an argument is the generator, or a number or text that is what it looks like."""
    if type(value) is AsRandom:
        return vars(value).keys() == {"_run", "gauss_next"} and not value.gauss_next
    return type(value) is Generator or _is_plain(value)


def _is_plain(value: Any) -> bool:
    kind = type(value)
    if kind is tuple:
        return all(map(_is_plain, value))
    exact = kind in PLAIN or (kind.__module__, kind.__name__) == ("fractions", "Fraction")
    return exact and bool(value == value)


def _alike(value: Any) -> Hashable:
    """By which two arguments are the same: Python holds 1 and True, 0.0 and -0.0 for equal."""
    kind = type(value)
    if kind is float:
        return kind, repr(value)
    return kind, tuple(map(_alike, value)) if kind is tuple else value


def is_apart(f: FunctionType, seen: set[FunctionType]) -> bool:
    """Whether a function sets nothing that others see, and reads nothing that changes."""
    own = _itself(f)
    if own in seen or is_elsewhere(own):
        return True
    seen.add(own)
    parts = list(codes(own.__code__))
    names = _names(own.__code__)
    if (READING | SETTERS) & {*names} or vars(f) or sees_more(own.__code__):
        return False
    if asks_which(own.__code__) or any(sets_beyond(own.__code__, part) for part in parts):
        return False
    read = [own.__globals__[name] for name in names if name in own.__globals__]
    read += [content(cell) for cell in own.__closure__ or ()]
    read += [*(f.__defaults__ or ()), *(f.__kwdefaults__ or {}).values()]
    return all(_is_fixed(value, seen) for value in read)


def reading(f: FunctionType) -> list[Any]:
    """What a function reads, and what the functions among that read."""
    read, waiting, seen = list[Any](), [f], set[FunctionType]()
    while waiting:
        f = waiting.pop()
        own = _itself(f)
        if own in seen or is_elsewhere(own):
            continue
        seen.add(own)
        names = own.__globals__
        found = [names.get(name, NOT_THERE) for name in _names(own.__code__)]
        found += [content(cell) for cell in own.__closure__ or ()]
        waiting += [v for v in found if type(v) is FunctionType]
        read += [own, own.__code__, f.__defaults__, f.__kwdefaults__, bool(vars(f)), *found]
    return read


def _itself(f: FunctionType) -> FunctionType:
    """The function as it was written."""
    return next((c.itself for c in f.__code__.co_consts if type(c) is HelperFunction), f)


@lru_cache(maxsize=2000)
def _names(code: CodeType) -> tuple[str, ...]:
    """All names that a function reads elsewhere, or attributes."""
    return tuple(sorted({name for part in codes(code) for name in part.co_names}))


def _is_fixed(value: Any, seen: set[FunctionType]) -> bool:
    if type(value) is FunctionType:
        return is_apart(value, seen)
    if type(value) is BuiltinFunctionType:
        return value.__self__ is None or isinstance(value.__self__, ModuleType)
    if isinstance(value, ModuleType):
        return is_library(value)
    return _is_plain(value) or (isinstance(value, type) and is_from_elsewhere(value))


def is_library(module: ModuleType) -> bool:
    """Whether a module belongs to the standard library or to an installed package."""
    installed = "site-packages" in (getattr(module, "__file__", None) or "")
    top = module.__name__.partition(".")[0]
    return installed or top in sys.stdlib_module_names or top in ("numpy", "dpbi")


@dataclass(eq=False)
class Helpers:
    """Those of one program, as far as they have been seen."""

    found: dict[CodeType, HelperFunction | None] = field(default_factory=dict)
    are_known: bool = False  # once some have been used, there are no others

    def look(self, frame: FrameType) -> None:
        """A function with loops is called: from now on it may be one of them."""
        code, outer = frame.f_code, frame.f_back
        if self.are_known or code in self.found or outer is None:
            return
        self.found[code] = None
        if code.co_flags & NOT_PLAIN or code.co_kwonlyargcount:
            return
        given = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
        places: tuple[Mapping[str, Any], ...] = (outer.f_locals, outer.f_globals)
        f = next((names[code.co_name] for names in places if code.co_name in names), None)
        if type(f) is not FunctionType or f.__code__ is not code or not is_apart(f, set()):
            return
        if any(type(v) in (Generator, AsRandom) for v in given):
            self.found[code] = HelperFunction(f)

    def clear(self) -> None:
        """The program asks which of several equal numbers it has: each call returns one anew."""
        self.found, self.are_known = {}, True

    def __bool__(self) -> bool:
        return any(self.found.values())

    @contextmanager
    def asked(self) -> Iterator[None]:
        """with ..: these functions ask for their laws."""
        changed = [h for h in self.found.values() if h and h.function.__code__ is not h.asking]
        for helper in changed:
            helper.function.__code__ = helper.asking
        try:
            yield
        finally:
            for helper in changed:
                helper.function.__code__ = helper.itself.__code__
