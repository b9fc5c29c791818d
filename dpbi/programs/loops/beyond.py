"""What a state does not hold: code that sees more than it reads, and variables that act when freed.

A state is what the code reads by name.  A function that goes round that, by `globals()`, `eval` or
the frames of its callers, by a module that it imports itself, or by asking which of two equal
numbers it has, may tell two runs apart that are in the same state.  So may a variable that nobody
reads any more, if freeing it runs code: `__del__`, a weak reference, or a generator.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterable
from decimal import Decimal
from dis import Instruction
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    MemberDescriptorType,
    ModuleType,
    NoneType,
)
from typing import Any
from weakref import getweakrefcount

from dpbi.programs.doubles import AsRandom
from dpbi.programs.generator import Generator
from dpbi.programs.subprograms.likeness import ELSEWHERE, codes, content, is_from_elsewhere
from dpbi.programs.unknown import Unknown

BY_THEMSELVES = frozenset(["eval", "exec", "globals", "id", "__import__"])
"""Functions of Python that see what is not named; other things may have these names too."""

BY_ANY_NAME = frozenset(
    [
        *("_getframe", "_current_frames", "currentframe", "getouterframes", "inspect", "traceback"),
        *("f_back", "f_locals", "f_globals", "__globals__", "__builtins__", "builtins"),
        *("modules", "import_module", "importlib", "gc", "get_referrers", "get_objects"),
        *("getsizeof", "__sizeof__", "getrefcount", "__subclasses__"),
        *("environ", "getenv", "putenv", "getcontext", "setcontext", "localcontext"),
    ]
)
"""The same, wherever they are found: frames, modules by their names, settings of the process."""

SINGLE = (NoneType, bool, type(...))
"""Of these there is one each, so that `is` asks for nothing but the value."""

INERT = (int, bool, str, bytes, float, complex, Fraction, Decimal, range, NoneType, type(...))
HOLDING: dict[type, Callable[[Any], Iterable[Any]]] = {
    tuple: tuple.__iter__,
    list: list.__iter__,
    set: set.__iter__,
    frozenset: frozenset.__iter__,
}
BASES = (*HOLDING, dict, int, str, float, object)
FREE = (CodeType, BuiltinFunctionType, ModuleType, Generator, AsRandom)
MOST_PARTS = 2_000
"""Of one variable; a larger one is taken for something that acts."""


@lru_cache(maxsize=2000)
def sees_more(code: CodeType) -> bool:
    """Whether a function, or one written within it, may see what no state holds."""
    return any(_one_sees_more(part) for part in codes(code))


def _one_sees_more(code: CodeType) -> bool:
    if BY_ANY_NAME & {*code.co_names, *(c for c in code.co_consts if isinstance(c, str))}:
        return True
    steps = _steps(code)
    for n, step in enumerate(steps):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and step.argval in BY_THEMSELVES:
            return True
        if step.opname == "IMPORT_NAME" and not _is_of_a_library(step.argval, steps[n - 2].argval):
            return True
    return False


def _steps(code: CodeType) -> list[Instruction]:
    """The instructions that do something."""
    return [s for s in dis.get_instructions(code) if s.opname not in ("EXTENDED_ARG", "CACHE")]


def _is_of_a_library(name: str, level: Any) -> bool:
    """Whether a module that is imported within a function is one that is what it is."""
    known = sys.modules.get(name)
    installed = "site-packages" in (getattr(known, "__file__", None) or "")
    return level == 0 and (installed or name.partition(".")[0] in ELSEWHERE)


@lru_cache(maxsize=2000)
def asks_which(code: CodeType) -> bool:
    """Whether `is` may ask which of several equal numbers or tuples something is."""
    for part in codes(code):
        for before, step in pairwise(_steps(part)):
            single = before.opname == "LOAD_CONST" and type(before.argval) in SINGLE
            if step.opname == "IS_OP" and not single:
                return True
    return False


def is_beyond(value: Any) -> bool:
    """Whether a function or a module of a library is one of those, under whatever name."""
    if getattr(value, "__name__", None) in BY_ANY_NAME | BY_THEMSELVES:
        return True
    return getattr(value, "__module__", None) in BY_ANY_NAME


def acts_when_freed(value: Any) -> bool:
    """Whether freeing a value could run code of the program."""
    waiting, seen = [value], dict[int, Any]()
    while waiting:
        one = waiting.pop()
        kind = type(one)
        if kind in INERT or kind in FREE or issubclass(kind, Unknown) or id(one) in seen:
            continue
        seen[id(one)] = one
        if len(seen) > MOST_PARTS or getweakrefcount(one):
            return True
        if (parts := _parts(one, kind)) is None:
            return True
        waiting += parts
    return False


def _parts(value: Any, kind: type) -> list[Any] | None:
    """What is freed with a value; None where that is not known."""
    if kind is FunctionType:
        cells = map(content, value.__closure__ or ())
        return [*cells, *(value.__defaults__ or ()), value.__kwdefaults__, value.__dict__]
    if hasattr(kind, "__del__"):
        return None
    found: list[Any] = []
    for one in kind.__mro__:
        if one in HOLDING:
            found += HOLDING[one](value)
        elif one is dict:
            found += [*dict.keys(value), *dict.values(value)]
        elif one not in BASES and is_from_elsewhere(one):
            return None
        for slot in vars(one).values():
            if type(slot) is MemberDescriptorType and hasattr(value, slot.__name__):
                found.append(slot.__get__(value))
    if kind not in BASES:
        found += getattr(value, "__dict__", {}).values()
    return found
