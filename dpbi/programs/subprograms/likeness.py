"""What a value is, by its content: when a sub-program, or a list of options, is the same as before.

A law that is computed once is used for every later call that looks alike, and an adversary is
offered the same options only if they look alike.  What looks alike must behave alike, so a function
is its code, its defaults, what it captured, and the global names that it reads, with what these
hold now, and a class is its attributes; 1, True and 1.0 are three values.  Functions and objects of
the standard library and of installed packages are themselves.

What changes between two looks is another value: two laws, never one law for both.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import partial
from types import CodeType, FunctionType, MethodType
from typing import Any, TypeAlias

Likeness: TypeAlias = Hashable

MOST_PARTS = 20_000
"""Of one value; a larger one cannot be compared."""

DEEPEST = 100
WRITTEN = (int, bool, str, bytes, float, complex, Fraction, Decimal, range, type(None))
OF_ITS_MAKING = ("__dict__", "__weakref__", "__abc_impl__", "_abc_impl", "__doc__")
"""Attributes of a class that say nothing of what it does."""

IMMUTABLE = 1 << 8
"""The flag of a class that nobody can change."""

ELSEWHERE = sys.stdlib_module_names | {"builtins", "dpbi", "numpy"}


class Unclear(Exception):
    """Why a value cannot be said by its content, as a clause about it."""


@dataclass(slots=True)
class Look:
    """One look at a value; what is `refused` may be no part of it."""

    refused: tuple[type, ...] = ()
    parts: int = 0
    within: list[Any] = field(default_factory=list)

    def at(self, value: Any) -> Likeness:
        """What the value is; `Unclear` where that cannot be said."""
        kind = type(value)
        self.parts += 1
        if self.parts > MOST_PARTS or len(self.within) > DEEPEST:
            raise Unclear("is too large to be compared")
        if issubclass(kind, self.refused):
            raise Unclear("holds a noise or a generator of its caller")
        if kind in WRITTEN:
            return kind, repr(value)
        for depth, other in enumerate(self.within):
            if other is value:  # a value within itself, such as a function that calls itself
                return "again", depth
        self.within.append(value)
        try:
            return self._made_of(value, kind)
        finally:
            self.within.pop()

    def _made_of(self, value: Any, kind: type) -> Likeness:
        """The content of what is made of parts."""
        if issubclass(kind, (tuple, list)):
            return self._class(kind), self.at(dict(_held(value))), *map(self.at, value)
        if kind is dict:
            return kind, *((self.at(k), self.at(v)) for k, v in value.items())
        if kind in (set, frozenset):
            return kind, *map(self.at, value)  # in their order, which a program can see
        if kind is FunctionType:
            return _itself(value) if is_elsewhere(value) else self._function(value)
        if kind is MethodType:
            return kind, self.at(value.__func__), self.at(value.__self__)
        if kind is partial:
            return kind, self.at(value.func), self.at(value.args), self.at(value.keywords)
        theirs = is_from_elsewhere(kind)
        if theirs and ("__wrapped__" in vars(kind) or "__wrapped__" in _held(value)):
            return kind, self.at(value.__wrapped__)
        if callable(write := getattr(value, "tobytes", None)) and hasattr(value, "dtype"):
            if value.dtype == object:
                raise Unclear("holds an array of objects")
            return kind, str(value.dtype), value.shape, write()
        if kind is property:
            return kind, *map(self.at, (value.fget, value.fset, value.fdel))
        if isinstance(value, type):
            return self._class(value)
        if theirs and kind is not object:
            return _itself(value)
        slots = [name for k in kind.__mro__ for name in _slots(k) if hasattr(value, name)]
        state = {**_held(value), **{name: getattr(value, name) for name in slots}}
        return self.at(kind), self.at(state), *self._inherited(value, kind)

    def _inherited(self, value: Any, kind: type) -> Iterator[Likeness]:
        """What an object is by those parents of its class that are from elsewhere."""
        bases = [base for base in kind.__mro__[:-1] if is_from_elsewhere(base)]
        if bases:
            yield _itself(value)
        for base in bases:
            if base in WRITTEN:
                write: Any = base.__repr__  # not that of its class
                yield write(value)
            if base is dict:
                yield tuple((self.at(k), self.at(v)) for k, v in dict.items(value))

    def _class(self, kind: type) -> Likeness:
        """A class by what it holds now, and its parents; one from elsewhere is itself."""
        own = [one for one in kind.__mro__ if not is_from_elsewhere(one)]
        held = [{n: v for n, v in vars(one).items() if n not in OF_ITS_MAKING} for one in own]
        return kind, *map(self.at, held)

    def _function(self, f: FunctionType) -> Likeness:
        """A function by all that it is made of."""
        inside = [content(cell) for cell in f.__closure__ or ()]
        names = sorted({name for code in codes(f.__code__) for name in code.co_names})
        read = {name: f.__globals__[name] for name in names if name in f.__globals__}
        made_of = (f.__defaults__, f.__kwdefaults__, f.__dict__, inside, read)
        return "function", f.__code__, *map(self.at, made_of)


def _itself(value: Any) -> Likeness:
    """A value that is known by its own equality, which is identity for most."""
    try:
        hash(value)
    except Exception:
        raise Unclear(f"holds {type(value).__name__}, which cannot be hashed") from None
    return type(value), value


def content(cell: Any) -> Any:
    """What a closure captured; nothing where it is not set yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return "not set"


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of all functions written within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def is_elsewhere(f: FunctionType) -> bool:
    """Whether a function belongs to the standard library or to an installed package.

    One of a program may say that it belongs to a library, whose function it wraps; and one of a
    library may wrap one of a program.
    """
    name = str(f.__globals__.get("__name__")).partition(".")[0]
    theirs = is_from_elsewhere(f) and name in ELSEWHERE
    if not theirs and "site-packages" not in f.__code__.co_filename:
        return False
    inside = [content(cell) for cell in f.__closure__ or ()]
    return all(v is f or _is_of_a_library(v) for v in inside)


def _is_of_a_library(value: Any) -> bool:
    """Whether a function that a library captured is not one of a program; or what is none."""
    if type(value) is MethodType:
        return _is_of_a_library(value.__func__) and _is_of_a_library(value.__self__)
    if type(value) is FunctionType:
        return not value.__closure__ and is_elsewhere(value)
    kind = value if isinstance(value, type) else type(value)
    return not callable(value) or is_from_elsewhere(kind)


def is_from_elsewhere(made: Any) -> bool:
    """Whether a class or a function is of the standard library, or of one that it knows."""
    name = str(made.__module__)
    if name.partition(".")[0] not in ELSEWHERE:
        return False
    return not isinstance(made, type) or _is_found(made, name)


def _is_found(kind: type, module: str) -> bool:
    """Whether a class is where it says; `types.new_class` and others make some that say `types`."""
    if kind.__flags__ & IMMUTABLE:
        return True
    found: Any = sys.modules.get(module)
    for name in kind.__qualname__.split("."):
        found = vars(found).get(name) if hasattr(found, "__dict__") else None
    return found is kind


def _held(value: Any) -> dict[str, Any]:
    """The attributes of an object that keeps them in a dict."""
    found = getattr(value, "__dict__", None)
    return found if type(found) is dict else {}


def _slots(kind: type) -> tuple[str, ...]:
    """The attributes that a class declares in place of a dict."""
    found = vars(kind).get("__slots__", ())
    return (found,) if isinstance(found, str) else tuple(found)
