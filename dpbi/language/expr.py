"""The language of readings: expressions as plain trees, built with Python's operators.

VOCABULARY.md beside this file says what each operation means.  A tree is an operation and its
arguments; what it says in text, in MathML or about data is said elsewhere, once for each.  The
laws of mechanisms are made of plain arithmetic, which `function` evaluates.
"""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from dpbi.errors import InexactInput
from dpbi.fields import Field

Like: TypeAlias = "Expr | int | Fraction | str"


@dataclass(frozen=True, slots=True)
class Expr:
    """An operation and its arguments: expressions, words, or options ({name: expression})."""

    op: str
    args: tuple[Any, ...] = ()

    def __add__(self, other: Like) -> Expr:
        return Expr("add", (self, num(other)))

    def __radd__(self, other: Like) -> Expr:
        return Expr("add", (num(other), self))

    def __sub__(self, other: Like) -> Expr:
        return Expr("sub", (self, num(other)))

    def __rsub__(self, other: Like) -> Expr:
        return Expr("sub", (num(other), self))

    def __mul__(self, other: Like) -> Expr:
        return Expr("mul", (self, num(other)))

    def __rmul__(self, other: Like) -> Expr:
        return Expr("mul", (num(other), self))

    def __truediv__(self, other: Like) -> Expr:
        return Expr("div", (self, num(other)))

    def __rtruediv__(self, other: Like) -> Expr:
        return Expr("div", (num(other), self))

    def __neg__(self) -> Expr:
        return Expr("neg", (self,))

    def __pow__(self, other: Like) -> Expr:
        return Expr("pow", (self, num(other)))

    def __lt__(self, other: Like) -> Expr:
        return Expr("lt", (self, num(other)))

    def __le__(self, other: Like) -> Expr:
        return Expr("le", (self, num(other)))

    def __gt__(self, other: Like) -> Expr:
        return Expr("lt", (num(other), self))

    def __ge__(self, other: Like) -> Expr:
        return Expr("le", (num(other), self))

    def equals(self, other: Like) -> Expr:
        """self = other, as a condition (`==` compares the trees)."""
        return Expr("eq", (self, num(other)))

    def __bool__(self) -> bool:
        raise TypeError(
            "a formula is neither true nor false until it is evaluated: write all_of(0 < a, a < 1) "
            "for 0 < a < 1, and all_of, any_of, no for and, or, not"
        )

    def json(self) -> list[Any]:
        """The tree as JSON arrays."""
        return [self.op, *(_json(a) for a in self.args)]

    def walk(self) -> Iterator[Expr]:
        """This node and all below it."""
        waiting = [self]
        while waiting:
            e = waiting.pop()
            yield e
            for a in reversed(e.args):
                if isinstance(a, Expr):
                    waiting.append(a)
                elif isinstance(a, Options):
                    waiting += reversed([*a.values()])


@dataclass(frozen=True, slots=True)
class Target:
    """A mechanism that is not registered, by what a person types: "file.py:Name".

    Its file is looked for from `folder`, which is that of the claims.
    """

    name: str
    folder: str = ""
    stamp: str = ""

    @staticmethod
    def of(written: str) -> Target:
        """The target as a file of claims writes it: its file is beside that file."""
        section, root = HERE.get()
        place, colon, name = written.rpartition(":")
        if not colon:
            place, name = written, ""
        if not place.endswith((".py", ".json")):
            return Target(written, root)
        path = Path(os.path.relpath(os.path.join(section, place), root or None))
        return Target(path.as_posix() + colon + name, root)


HERE: ContextVar[tuple[str, str]] = ContextVar("HERE", default=("", ""))
"""Of the file of claims that is being read, its folder, and the folder of all the claims."""


class Options(tuple[tuple[str, Any], ...]):
    """The options of a mechanism: pairs of a name and a word or an expression."""

    __slots__ = ()

    @staticmethod
    def of(given: dict[str, Like]) -> Options:
        """Options from keyword arguments; a word such as "printed" stays a word."""
        words = {k for k, v in given.items() if isinstance(v, str) and v.isalpha()}
        return Options((k, v if k in words else num(v)) for k, v in sorted(given.items()))

    def values(self) -> Iterator[Expr]:
        """The expressions among the options."""
        return (v for _, v in self if isinstance(v, Expr))


@dataclass(frozen=True, slots=True)
class Variable:
    """A name with the domain over which a reading quantifies it."""

    name: str
    domain: tuple[Any, ...]

    def json(self) -> list[Any]:
        """[name, domain]."""
        return [self.name, [_json(part) for part in self.domain]]


OF_TARGETS = frozenset({"chance", "worst", "worstdelta", "data", "beside", "results"})
"""The operations that begin with a target."""


NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
"""What a variable or a definition may be called."""


RESERVED = {"e", "pi", "true", "not", "and", "or", "for", "in", "where", "at", "with"}
"""What no variable is called: it would read as something else."""


def num(value: Like) -> Expr:
    """A rational as an expression; an expression as it is."""
    if isinstance(value, Expr):
        return value
    if isinstance(value, float):
        raise InexactInput("a number of a formula", value)
    return Expr("num", (str(Fraction(value)),))


def var(name: str) -> Expr:
    """A variable by its name."""
    return Expr("var", (name,))


def parse(tree: list[Any]) -> Expr:
    """The expression behind JSON arrays."""
    op, *args = tree
    if op in OF_TARGETS:
        args[0] = Target(args[0], HERE.get()[1])
    return Expr(op, tuple(_parse(a) for a in args))


def _parse(a: Any) -> Any:
    if isinstance(a, list):
        return parse(a)
    if isinstance(a, dict):
        return Options((k, parse(v) if isinstance(v, list) else v) for k, v in sorted(a.items()))
    return a


def _json(a: Any) -> Any:
    if isinstance(a, Expr):
        return a.json()
    if isinstance(a, Options):
        return {k: _json(v) for k, v in a}
    return getattr(a, "name", a)  # of a definition, and of a target, the name


def substituted(e: Expr, given: Mapping[str, Expr]) -> Expr:
    """e with expressions in place of variables; for trees that bind no names."""
    if e.op == "var":
        return given.get(e.args[0], e)
    return Expr(e.op, tuple(substituted(a, given) if isinstance(a, Expr) else a for a in e.args))


def operation(op: str, args: Iterable[Like]) -> Expr:
    """An operation on numbers."""
    return Expr(op, tuple(num(a) for a in args))


def function(e: Expr, F: Field | None = None) -> Callable[[Mapping[str, Any]], Any]:
    """Plain arithmetic as a function of its variables, in exact numbers as long as they last.

    A logarithm leaves them, for the field F.  The ledger's evaluator, in a room below, keeps what
    a number ties with; a law needs none of that, and computes a last coordinate for each output.
    """
    if e.op == "num":
        value = Fraction(e.args[0])
        constant = int(value) if value.denominator == 1 else value
        return lambda _: constant
    if e.op == "var":
        return operator.itemgetter(e.args[0])
    if e.op not in (PLAIN if F is None else {*PLAIN, "log"}):
        raise ValueError(f"{e.op} is not plain arithmetic")
    apply, parts = _applied(e.op, F), [function(a, F) for a in e.args]
    if len(parts) == 1:
        only = parts[0]
        return lambda given: apply(only(given))
    first, second = parts  # Python nests longer sums and products in pairs
    return lambda given: apply(first(given), second(given))


def _applied(op: str, F: Field | None) -> Callable[..., Any]:
    """An operation; of numbers that are not all exact, those that are brought into the field."""
    if F is None:
        return PLAIN[op]

    def apply(*values: Any) -> Any:
        if op == "log" or not all(isinstance(v, (int, Fraction)) for v in values):
            values = tuple(
                F.rational(Fraction(v)) if isinstance(v, (int, Fraction)) else v for v in values
            )
        return F.log(*values) if op == "log" else PLAIN[op](*values)

    return apply


PLAIN: dict[str, Callable[..., Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": lambda a, b: Fraction(a) / b if isinstance(a, int) else a / b,
    "neg": operator.neg,
    "min": min,
    "max": max,
    "total": sum,
}
