"""Which outputs are the same: type and sign belong to what an observer sees.

Python holds 1, True and 1.0 for equal, and 0.0 and -0.0: as keys of a dict they are one output, and
a sign bit that reveals a record would count for nothing.  Here two outputs are the same if they are
equal and look alike, part by part.  Those that are equal and do not look alike are told apart by
`Named`; what cannot be told apart at all (nan, objects that equal only themselves, an `__eq__` that
contradicts what is seen) is refused.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import timezone
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from operator import is_, itemgetter
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    WrapperDescriptorType,
)
from typing import Any, NoReturn, TypeAlias
from zoneinfo import ZoneInfo

from dpbi.errors import BadMechanism, brief

Identity: TypeAlias = tuple[Any, ...]

WITHOUT_NUMBERS = {str, bytes, type(None)}
"""Types of which no two values that are equal differ."""

ALONE = {int, bool, float, Fraction}
"""The same is true of each of these (but for zeros and nan), as long as there is only one."""

PYTHONS_OWN: set[Any] = {
    kind.__eq__ for kind in (object, int, float, complex, str, bytes, Fraction, Decimal)
}
"""How equality is decided by numbers and texts, and by classes that leave it to them."""

BY_TEXT = {"datetime", "uuid", "ipaddress", "pathlib"}
"""Modules whose own values write themselves in full; not so those of classes derived from them."""

HELD: set[Any] = {int, float, complex, str, bytes, tuple, frozenset, Fraction, Decimal}
"""Types of Python's own that others are derived from, and whose values are seen in full."""

IN_C = (WrapperDescriptorType, MethodDescriptorType, ClassMethodDescriptorType)
HEAP = 1 << 9  # the flag of types that were made while Python runs
DEEPEST = 40  # as deep as an answer may be nested on its way between processes


@dataclass(frozen=True, slots=True)
class Named:
    """An output beside another one that Python holds for equal."""

    value: Any = field(compare=False)
    identity: Identity

    def __str__(self) -> str:
        return repr(self.value)

    def __repr__(self) -> str:
        return repr(self.value)


class Outputs:
    """All outputs of one mechanism seen so far.

    As long as types show that equal outputs are the same, nothing is asked of single outputs: a
    thousand rows of a thousand cost next to nothing.
    """

    def __init__(self, label: str) -> None:
        self.label = label
        self.settled = False  # whether all rows have been read, and others can but repeat them
        self._last: list[Any] = []
        self._simple: set[Any] | None = set()
        self._number: type | None = None
        self._signs: set[float] = set()
        self._known: dict[Identity, Any] = {}
        self._equal: dict[Any, Identity] = {}

    def row(self, x: Any, row: Any) -> dict[Any, Any]:
        """A copy of one row of a law, by keys that are equal only where outputs are the same."""
        if not isinstance(row, Mapping):
            kind = "None" if row is None else f"a {type(row).__name__}"
            raise BadMechanism(self.label, f"a row is {kind}: write {{output: number}}", x)
        found = dict(row) if type(row) is dict else self._copied(x, row)
        given = list(found)
        keys = self.keys(given, x)
        return found if keys is given else dict(zip(keys, found.values(), strict=True))

    def _copied(self, x: Any, row: Mapping[Any, Any]) -> dict[Any, Any]:
        """The copy of a mapping that is not a dict, and may be anything."""
        pairs = list(islice(row.items(), len(row) + 1))
        if len(pairs) != len(row):
            raise BadMechanism(self.label, "its row has not as many outputs as it says", x)
        if len(found := dict(pairs)) < len(pairs):
            raise BadMechanism(self.label, "it lists an output twice", x)
        return found

    def keys(self, given: list[Any], x: Any = None) -> list[Any]:
        """The keys for these outputs."""
        if self._simple is not None:
            as_before = len(given) == len(self._last) and all(map(is_, given, self._last))
            if self.settled or as_before:
                return given
            if self._is_simple(given):
                self._simple.update(given)
                self._last = given
                return given
            before, self._simple = list(self._simple), None
            for r in before:
                self._key(r, x)
        return [self._key(r, x) for r in given]

    def _is_simple(self, given: list[Any]) -> bool:
        """Whether types and zeros alone show that what is equal is the same, all rows together."""
        signs: set[float] = set()
        number = self._number
        level, depth = given, 0
        while level:
            if (depth := depth + 1) > DEEPEST:
                return False
            types = set(map(type, level))
            for kind in types - WITHOUT_NUMBERS - {tuple}:
                if kind not in ALONE or number not in (None, kind):
                    return False
                number = kind
            if float in types:
                floats = [v for v in level if type(v) is float]
                if any(map(math.isnan, floats)):
                    return False
                signs |= {math.copysign(1, v) for v in floats if not v}
            if types == {tuple}:
                level = list(chain.from_iterable(level))
            else:
                level = [v for t in level if type(t) is tuple for v in t]
        if len(signs | self._signs) > 1:
            return False
        self._number, self._signs = number, self._signs | signs
        return True

    def _key(self, r: Any, x: Any) -> Any:
        """The key of one output."""
        if type(r) is Named:
            return r
        if not isinstance(r, Hashable):
            told = f"output {brief(r)} is not hashable: write it as a tuple or text"
            raise BadMechanism(self.label, told, x)
        try:
            seen = identity(r)
        except Indistinct as reason:
            raise BadMechanism(self.label, f"output {brief(r)} {reason}", x) from None
        equal = self._equal.get(r)  # by its own idea of equality
        known = self._known.get(seen)
        if known is None:
            if equal is not None and _own_equality(r):
                self._refuse("equals another that looks different", r, x)
            if equal is not None and _is_twin(seen[0], equal[0]):
                told = f"equals another of another class {brief(seen[0].__name__, 60)}"
                self._refuse(f"{told}, made anew by each call", r, x)
            key = r if equal is None else Named(r, seen)
            self._known[seen] = key
            if equal is None:
                self._equal[r] = seen
            return key
        if type(known) is not Named and equal != seen:
            self._refuse("does not equal another that looks the same", r, x)
        return known

    def _refuse(self, what: str, r: Any, x: Any) -> None:
        raise BadMechanism(
            self.label,
            f"output {brief(r)} {what}: write outputs as text, numbers or tuples of them",
            x,
        )


def same_outputs(label: str, laws: Mapping[Any, Mapping[Any, Any]]) -> dict[Any, dict[Any, Any]]:
    """Copies of the rows of a table, by keys that are equal only where outputs are the same."""
    outputs = Outputs(label)
    return {x: outputs.row(x, row) for x, row in laws.items()}


def _is_twin(kind: type, other: type) -> bool:
    """Whether a class is another one by the same name, as when a function makes it at each call."""
    names = [(k.__module__, k.__qualname__) for k in (kind, other)]
    return kind is not other and names[0] == names[1]


class Indistinct(Exception):
    """Why a value cannot be told apart from others."""


def _refuse(value: Any, depth: int, why: str) -> NoReturn:
    """Say why a value, or a part of one, cannot be told apart from others."""
    raise Indistinct(f"has a part, {brief(value, 60)}, that {why}" if depth > 1 else why)


def identity(value: Any, depth: int = 0) -> Identity:
    """What is seen of a value: its type, its sign, its parts; equal where two look the same."""
    kind = type(value)
    if kind in (int, bool, str, bytes) or value is None:
        return kind, value
    if depth > DEEPEST:
        _refuse(value, 0, f"is nested more than {DEEPEST} deep: write it as text")
    if kind is tuple:
        return kind, *(identity(part, depth + 1) for part in value)
    if isinstance(value, Enum):
        return kind, id(value)
    if kind is Named:
        found: Identity = value.identity
        return found
    if _is_nan(value):
        _refuse(value, 0, "has a nan, which is not equal to itself: write it as text")
    return (kind, *_parts(value, depth + 1))


def _parts(value: Any, depth: int) -> Identity:
    """What a value of some other type is made of."""
    kind: Any = type(value)
    if kind is range:
        return (repr(value),)
    home = _home(kind)
    if home == "numpy" and getattr(value, "shape", None) == ():
        return str(value.dtype), repr(value)
    if _is_named(value):
        return value.key, id(value)
    zone = getattr(value, "tzinfo", None)
    if home in BY_TEXT and (_is_named(zone) or _is_written_in_full(value)):
        named = id(zone) if _is_named(zone) else 0
        return repr(value), named, str(getattr(value, "is_safe", ""))  # a UUID does not write it
    base = _base(value, depth)
    if base is object and kind.__eq__ is object.__eq__:
        _refuse(value, depth, "equals nothing but itself: give it a name, such as a text")
    state = _state(value, depth)
    if is_dataclass(value):
        known = {f.name for f in fields(value)}
        if {name for name, _ in state} - _cached(kind) != known:
            told = "has other attributes than its fields: write it as a tuple or text"
            _refuse(value, depth, told)
    return (*_held(base, value, depth), *state)


def _is_written_in_full(value: Any) -> bool:
    """Whether the time zone of a value, if it is or has one, writes itself: its name may not."""
    zone = value if type(value) is timezone else getattr(value, "tzinfo", None)
    return zone is None or (type(zone) is timezone and type(zone.tzname(None)) is str)


def _is_named(zone: Any) -> bool:
    """Whether it is the one time zone that is found under its name."""
    with suppress(KeyError, ValueError, OSError):  # there is none of this name
        return type(zone) is ZoneInfo and bool(zone.key) and ZoneInfo(zone.key) is zone
    return False


def _cached(kind: type) -> set[str]:
    """The names of its cached properties: their values are kept among the attributes."""
    parts = [part for base in kind.__mro__ for part in vars(base).values()]
    return {str(part.attrname) for part in parts if type(part) is cached_property}


def _home(kind: type) -> str:
    """The package that a class is really of; a name alone can be borrowed."""
    home = kind.__module__.partition(".")[0]
    return home if getattr(sys.modules.get(home), kind.__name__, None) is kind else ""


def _base(value: Any, depth: int) -> type:
    """The type of Python's own whose value an object holds; object where it is attributes alone.

    A type written in C may hold anything out of sight: two values that look alike need not be the
    same, so it is refused.
    """
    kind = type(value)
    for base in kind.__mro__:
        if base not in HELD and base is not object and not _in_python(base):
            told = f"is of the type {kind.__name__}, whose parts cannot be seen: write it as text"
            _refuse(value, depth, told)
    return next((base for base in kind.__mro__ if base in HELD), object)


def _in_python(kind: type) -> bool:
    """Whether a class was made by a class statement, as far as what it defines tells."""
    for name, part in vars(kind).items():
        if isinstance(part, IN_C) or (name == "__new__" and isinstance(part, BuiltinFunctionType)):
            return False
        if isinstance(part, GetSetDescriptorType) and name not in ("__dict__", "__weakref__"):
            return False
    return bool(kind.__flags__ & HEAP)


def _held(base: Any, value: Any, depth: int) -> Identity:
    """The value of Python's own type that an object holds, as that type sees it."""
    if base is object:
        return ()
    if base is float:
        return (float.hex(value),)
    if base is complex:
        return complex.__repr__(value), value.real.hex(), value.imag.hex()
    if base is Fraction:
        return value.numerator, value.denominator
    if base is Decimal:
        return tuple(Decimal.as_tuple(value))
    if base is frozenset:
        return (frozenset(identity(part, depth) for part in frozenset.__iter__(value)),)
    plain = int.__add__(value, 0) if base is int else base.__getitem__(value, slice(None))
    return identity(plain, depth)


def _state(value: Any, depth: int) -> Identity:
    """The attributes of an object of a class written in Python, in its slots too.

    A cached property is seen whether or not somebody has asked for it, as one of two equal outputs
    may have been used before it was returned; deep inside only if it was asked for, as there may be
    no end of them.
    """
    found: list[tuple[str, Any]] = []
    kind = type(value)
    for base in kind.__mro__:
        for name, part in vars(base).items():
            if isinstance(part, MemberDescriptorType):  # a slot: `__slots__` may not tell its name
                with suppress(AttributeError):
                    found.append((part.__name__, part.__get__(value)))
            elif name == "__dict__":
                if not isinstance(part, GetSetDescriptorType):
                    raise Indistinct("has attributes that cannot be seen: write it as text")
                found += part.__get__(value).items()
    seen = [(name, _loosely(part, depth)) for name, part in found]
    for name in _cached(kind) - {name for name, _ in found} if depth <= 2 else ():
        with suppress(Exception):
            seen.append((name, _loosely(getattr(kind, name).func(value), depth)))
    return tuple(sorted(seen, key=itemgetter(0)))


def _loosely(part: Any, depth: int) -> Identity:
    """The identity of an attribute, which may be a list, a dict or a set."""
    if type(part) in (list, set, dict):
        inside = part.items() if type(part) is dict else part
        found = [_loosely(v, depth + 1) for v in inside]
        return type(part), frozenset(found) if type(part) is set else tuple(found)
    return identity(part, depth)


def _is_nan(value: Any) -> bool:
    """Whether it is a number that is not equal to itself."""
    if isinstance(value, Decimal):
        return value.is_nan()
    is_numpys = getattr(value, "dtype", None) is not None and getattr(value, "shape", 0) == ()
    return (is_numpys or isinstance(value, (float, complex))) and bool(value != value)


def _own_equality(value: Any) -> bool:
    """Whether some part is of a class with an `__eq__` of its own, and not of Python's making."""
    if isinstance(value, (tuple, frozenset)):
        if type(value).__eq__ not in (tuple.__eq__, frozenset.__eq__):
            return True
        return any(map(_own_equality, value))
    kind = type(value)
    if is_dataclass(value) and _is_generated(kind) and not _cached(kind):
        return any(_own_equality(getattr(value, f.name)) for f in fields(value))
    return kind.__eq__ not in PYTHONS_OWN and kind.__module__ != "numpy"


def _is_generated(kind: type) -> bool:
    """Whether `dataclass` wrote the class's `__eq__`."""
    code = getattr(kind.__eq__, "__code__", None)
    return code is not None and code.co_filename == "<string>"
