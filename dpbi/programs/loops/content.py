"""The state of a run as a value: two that are equal behave alike from there on.

A state holds what lives in the frames of the program: numbers, text, containers, functions and
objects, each by its content, and which of them are one and the same.  What the code reads from its
module belongs to it.  It is stricter than `likeness.py`, which tells arguments of sub-programs
apart: here the order of insertion counts, an object of a library counts only where nothing can
change it, and a noise is no part of any state.

Sets are refused: the order in which they are gone through depends on how they came about.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import partial
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any
from weakref import getweakrefcount

from dpbi.programs.doubles import AsRandom
from dpbi.programs.generator import Generator
from dpbi.programs.loops.beyond import asks_which, is_beyond, sees_more
from dpbi.programs.running import Run
from dpbi.programs.subprograms.likeness import (
    ELSEWHERE,
    codes,
    content,
    is_elsewhere,
    is_from_elsewhere,
)

MOST_PARTS = 2_000
"""Of one state; a larger one is not compared."""

DEEPEST = 100
EXACT = (int, bool, str, bytes, Fraction, type(None), type(...), CodeType)
WRITTEN = (float, complex, Decimal, range)
"""Of which two may be equal and not the same, as 0.0 and -0.0; nan is not even itself."""

FIXED = (
    *(type(object.__repr__), type(str.join), type(int.real), type(vars(dict)["fromkeys"])),
    *(MemberDescriptorType, object),
)
"""What nothing changes, and is itself."""

SAMPLES: tuple[object, ...] = (
    *(iter(()), iter([]), iter("ä"), iter(""), iter(range(0)), enumerate(()), zip()),
    *(reversed(()), reversed([])),
)
STEPPING = tuple(map(type, SAMPLES))
"""Iterators that can say where they are."""

UNREAD = frozenset(
    [
        "__module__",
        "__qualname__",
        "__doc__",
        "__dict__",
        "__weakref__",
        "__annotations__",
        "__slots__",
        "__match_args__",
        "__dataclass_fields__",
        "__dataclass_params__",
        "__static_attributes__",
        "__firstlineno__",
    ]
)
"""What a class says about itself."""


class NoState(Exception):
    """A state that cannot be said by its content."""


class AsksWhich(Exception):
    """The code tells equal numbers apart, by `is`."""


class Content:
    """The content of one state; what is met again is told by its number.

    Numbers, texts and tuples are told so too where the code asks which of two equal ones it has.
    """

    def __init__(self, run: Run, *, by_identity: bool = False) -> None:
        self._run, self._by_identity = run, by_identity
        self._numbers: dict[int, int] = {}
        self._kept: list[Any] = []  # so that no two things have one id
        self.captured: set[CodeType] = set()  # of functions with variables of another
        self.parts = 0
        self._depth = 0

    def at(self, value: Any) -> Hashable:
        """What a value is."""
        kind = type(value)
        self.parts += 1
        if kind in EXACT:
            return kind, value, self._which(value)
        if kind in WRITTEN and value == value:
            return kind, repr(value), self._which(value)
        if kind in FIXED:
            return value  # type: ignore[no-any-return]
        if self.parts > MOST_PARTS or self._depth > DEEPEST:
            raise NoState
        if kind is Generator or kind is AsRandom:
            return self._ours(value, kind)
        if (kind is not tuple or self._by_identity) and (number := self._number(value)) is not None:
            return "again", number
        self._depth += 1
        try:
            return self._made_of(value, kind)
        finally:
            self._depth -= 1

    def _number(self, value: Any) -> int | None:
        """Which it is of those met before; None for a new one."""
        if id(value) in self._numbers:
            return self._numbers[id(value)]
        self._numbers[id(value)] = len(self._kept)
        self._kept.append(value)
        return None

    def _which(self, value: Any) -> int | None:
        """Which of those that are equal it is, where that is asked."""
        return self._number(value) if self._by_identity else None

    def names(self, of: Mapping[str, Any], wanted: Iterable[str]) -> Hashable:
        """Some variables by name, and which of them are not set."""
        return tuple((name, self.at(of[name])) for name in wanted if name in of)

    def read(self, code: CodeType, of: Mapping[str, Any]) -> Hashable:
        """What a function's code reads from its module, if that is all that it sees."""
        if sees_more(code):
            raise NoState
        if asks_which(code) and not self._by_identity:
            raise AsksWhich
        names = sorted({name for part in codes(code) for name in part.co_names})
        constants = [
            self.at(c) for part in codes(code) for c in part.co_consts if self._by_identity
        ]
        return id(of), self.names(of, names), tuple(constants)

    def _ours(self, value: Any, kind: type) -> Hashable:
        """The generator of the run."""
        if value._run is not self._run:
            raise NoState
        if kind is AsRandom and (vars(value).keys() != {"_run", "gauss_next"} or value.gauss_next):
            raise NoState
        return kind

    def _made_of(self, value: Any, kind: type) -> Hashable:
        """The content of what is made of parts."""
        if kind in (FunctionType, BuiltinFunctionType, ModuleType) and is_beyond(value):
            raise NoState
        if kind in PARTS:
            return kind, *map(self.at, PARTS[kind](value))
        if kind is FunctionType:
            return value if is_elsewhere(value) else self._function(value)
        if kind is BuiltinFunctionType:
            held = value.__self__
            fixed = held is None or isinstance(held, (ModuleType, type))
            return value if fixed else (value.__name__, self.at(held))
        if kind is ModuleType:
            return self._module(value)
        if issubclass(kind, type):
            return self._class(value)
        if kind in STEPPING:
            return kind, self.at(value.__reduce__())
        if kind.__module__ == "numpy" and hasattr(value, "dtype"):
            return self._numbers_of(value)
        return self._object(value, kind)

    def _numbers_of(self, value: Any) -> Hashable:
        """A number or an array of numpy, which shares its numbers with no other."""
        if value.dtype.hasobject or getattr(value, "base", None) is not None:
            raise NoState
        return type(value), str(value.dtype), value.shape, value.tobytes(), str(value.flags)

    def _module(self, value: ModuleType) -> Hashable:
        """A module of a library: it is what it is."""
        library = "site-packages" in (getattr(value, "__file__", None) or "")
        if library or value.__name__.partition(".")[0] in ELSEWHERE:
            return value
        raise NoState

    def _class(self, value: type) -> Hashable:
        """A class of a library is itself, any other is what it holds."""
        if is_from_elsewhere(value):
            return value
        if type(value) is not type:
            raise NoState
        held = {k: v for k, v in vars(value).items() if k not in UNREAD}
        slots = [k for k, v in held.items() if type(v) is MemberDescriptorType]
        rest = {k: v for k, v in held.items() if k not in slots}
        return value, tuple(slots), self.at(rest), tuple(map(self.at, value.__bases__))

    def _object(self, value: Any, kind: type) -> Hashable:
        """An object of a class that the program wrote; a weak reference may wait for its end."""
        if getweakrefcount(value):
            raise NoState
        bases = kind.__mro__[:-1]
        if any(is_from_elsewhere(k) and k not in (tuple, list, dict) for k in bases):
            raise NoState
        slots = [_slot(held, value) for k in bases for held in vars(k).values()]
        parts: list[Any] = [kind, attributes(value), slots]
        parts += [PARTS[k](value) for k in (tuple, list, dict) if issubclass(kind, k)]
        return "object", *map(self.at, parts)

    def _function(self, f: FunctionType) -> Hashable:
        """A function by all that it is made of."""
        if getweakrefcount(f):
            raise NoState
        self.captured.update(f.__code__ for _ in f.__closure__ or ())
        cells = []
        for cell in f.__closure__ or ():
            known = self._number(cell)
            cells.append(self.at(content(cell)) if known is None else ("again", known))
        made_of = (f.__defaults__, f.__kwdefaults__, f.__dict__)
        read = self.read(f.__code__, f.__globals__)
        return "function", f.__code__, *map(self.at, made_of), tuple(cells), read


def state_of(run: Run, value: Any) -> Hashable | None:
    """What a value is, as exactly as a state holds it; None where that cannot be said."""
    try:
        try:
            return Content(run).at(value)
        except AsksWhich:
            return Content(run, by_identity=True).at(value)
    except NoState:
        return None


def attributes(value: Any) -> dict[str, Any]:
    """The attributes that an object keeps in a dict."""
    try:
        found: dict[str, Any] = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return {}
    return found


def _slot(held: Any, value: Any) -> Any:
    """What an object keeps in a slot of its class, as a tuple; nothing where it is not set."""
    if type(held) is not MemberDescriptorType:
        return ()
    try:
        return (held.__get__(value),)
    except AttributeError:
        return ()


PARTS: dict[type, Callable[[Any], Iterable[Any]]] = {
    tuple: tuple.__iter__,
    list: list.__iter__,
    dict: lambda d: [part for item in dict.items(d) for part in item],
    MethodType: lambda m: (m.__func__, m.__self__),
    partial: lambda p: (p.func, p.args, p.keywords, p.__dict__),
    property: lambda p: (p.fget, p.fset, p.fdel),
    staticmethod: lambda s: (s.__func__,),
    classmethod: lambda c: (c.__func__,),
}
"""What things consist of that have nothing else."""
