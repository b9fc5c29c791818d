"""Definitions of a paper's own: a name, parameters with their kinds, and an expression over them.

    p = define("p", "q:V, i:I, eps:N", exp(eps * at(var("q"), var("i"))), place="Algorithm 1")
    p(x, 0, eps) <= 1

A definition is part of the expressions that call it, so nothing has to be registered.  It is
printed by its name; the kernel unfolds it from the ledger, where a formula lists each definition
after those that it calls.  So none calls itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from dpbi.errors import DpbiError
from dpbi.language.expr import Expr, Like, num


@dataclass(eq=False)
class TwoDefinitions(DpbiError):
    """One name that a ledger would give to two different things."""

    name: str

    def __str__(self) -> str:
        return f"two different definitions are called {self.name!r}: give one of them another name"


@dataclass(frozen=True, slots=True)
class Definition:
    """A function with a name: `parameters` are (name, kind), `sort` is that of its value.

    `given` is the condition under which it has a value.  `place` is where the paper defines it,
    `says` what it is, in words.
    """

    name: str
    parameters: tuple[tuple[str, str], ...]
    value: Expr
    sort: str
    given: Expr
    place: str = ""
    says: str = ""

    def __call__(self, *arguments: Like) -> Expr:
        """The value at these arguments."""
        return Expr("defined", (self, *map(num, arguments)))

    def json(self) -> dict[str, Any]:
        """What the kernel reads."""
        return {
            "name": self.name,
            "parameters": [list(p) for p in self.parameters],
            "given": self.given.json(),
            "value": self.value.json(),
            "place": self.place,
            "says": self.says,
        }


def definitions_in(
    expressions: Iterable[Expr], seen: set[int] | None = None
) -> Iterator[Definition]:
    """What expressions call, each object once, after what it calls itself."""
    seen = set() if seen is None else seen
    for e in expressions:
        for node in e.walk():
            if node.op == "defined" and id(node.args[0]) not in seen:
                definition: Definition = node.args[0]
                seen.add(id(definition))
                yield from definitions_in((definition.given, definition.value), seen)
                yield definition


def each_once(definitions: Iterable[Definition]) -> list[Definition]:
    """Each once, in order; `TwoDefinitions` where one name stands for two."""
    found: dict[str, Definition] = {}
    for d in definitions:
        if found.setdefault(d.name, d).json() != d.json():
            raise TwoDefinitions(d.name)
    return list(found.values())
