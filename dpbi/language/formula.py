"""Whole formulas: quantified variables with their domains, hypotheses, a conclusion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from dpbi.language.definitions import Definition, definitions_in, each_once
from dpbi.language.expr import HERE, Expr, Options, Variable, parse
from dpbi.language.signatures import BINDERS, IllFormed, check, defined, nameable

OF_MECHANISMS = ("P", "loss", "delta", "outputs")
POSITIVE = ("rational", "0", None, "()")
NONNEGATIVE = ("rational", "0", None, "[)")
BETWEEN = ("rational", "0", "1", "()")
REAL = ("rational", None, None, "()")

DOMAINS: dict[str, tuple[Any, ...]] = {
    "n": ("int", 1, None),
    "k": ("int", 2, None),
    "prior": ("prior",),
    "x": ("dataset",),
    "y": ("dataset",),
    "r": ("dataset",),
    "s": ("dataset",),
    "o": ("vector",),
    "eps": POSITIVE,
    "gamma": NONNEGATIVE,
    "delta": BETWEEN,
    "lam": REAL,
    "t": POSITIVE,
    "c": REAL,
    "j": ("int", 0, None),
    "m": ("int", 2, None),
}
"""The domain of a variable, by its name, unless a reading says otherwise."""


@dataclass(frozen=True, slots=True)
class Formula:
    """For all (or for some) values of the variables: the hypotheses imply (with) the conclusion."""

    quantifier: str
    variables: tuple[Variable, ...]
    hypotheses: tuple[Expr, ...]
    conclusion: Expr

    def checked(self) -> Formula:
        """The same, once every operation in it is seen to have arguments of its sorts."""
        domains = {v.name: v.domain for v in self.variables}
        if len(domains) < len(self.variables):
            raise IllFormed("two of its variables have one name")
        _well_said(self.variables)
        for name in ("n", "prior"):
            if domains.get(name, ("",))[0] == "in":  # grids have values of their own for these
                raise IllFormed(f"{name} cannot be in a set: give that variable another name")
        check((*self.hypotheses, self.conclusion), domains)
        return self

    def json(self) -> dict[str, Any]:
        """The JSON object that the kernel reads."""
        called = [d.json() for d in self.definitions()]
        return {
            "quantifier": self.quantifier,
            **({"definitions": called} if called else {}),
            "variables": [v.json() for v in self.variables],
            "hypotheses": [h.json() for h in self.hypotheses],
            "conclusion": self.conclusion.json(),
        }

    @staticmethod
    def parse(document: dict[str, Any], root: Path | None = None) -> Formula:
        """The formula behind a JSON object; the files of its targets are named from `root`."""
        if root is not None:
            before = HERE.set((str(root.resolve()), str(root.resolve())))
            try:
                return Formula.parse(document)
            finally:
                HERE.reset(before)
        known = read_definitions(document.get("definitions", []))

        def read(tree: list[Any]) -> Expr:
            return resolved(parse(tree), known)

        def domain(kind: str, *rest: Any) -> tuple[Any, ...]:
            return (kind, read(rest[0])) if kind == "in" else (kind, *rest)

        return Formula(
            document["quantifier"],
            tuple(Variable(name, domain(*given)) for name, given in document["variables"]),
            tuple(read(h) for h in document["hypotheses"]),
            read(document["conclusion"]),
        )

    def expressions(self) -> list[Expr]:
        """All expressions in it: of domains, hypotheses, and the conclusion."""
        sets = [v.domain[1] for v in self.variables if v.domain[0] == "in"]
        return [*sets, *self.hypotheses, self.conclusion]

    def nodes(self) -> Iterator[Expr]:
        """All expressions within it, those of the definitions that it calls included."""
        for e in self.expressions():
            yield from e.walk()
        for d in self.definitions():
            yield from (*d.given.walk(), *d.value.walk())

    @property
    def mechanisms(self) -> frozenset[str]:
        """The registered mechanisms of which it speaks."""
        return frozenset(e.args[0] for e in self.nodes() if e.op in OF_MECHANISMS)

    def definitions(self) -> list[Definition]:
        """The definitions that it calls, each after those that it calls itself."""
        return each_once(definitions_in(self.expressions()))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the quantified variables."""
        return tuple(v.name for v in self.variables)


def forall(
    conclusion: Expr, *, given: Sequence[Expr] = (), where: Iterable[Variable] = ()
) -> Formula:
    """For all values of the free variables; `where` gives domains that differ from the usual."""
    return _quantified("forall", conclusion, given, where)


def exists(
    conclusion: Expr, *, given: Sequence[Expr] = (), where: Iterable[Variable] = ()
) -> Formula:
    """For some values of the free variables."""
    return _quantified("exists", conclusion, given, where)


def _well_said(variables: Iterable[Variable]) -> None:
    """Refuse a variable whose name or domain is none."""
    from dpbi.language.domains import check_domain  # no list of mechanisms asks for it

    for v in variables:
        nameable("a variable", v.name)
        check_domain(v.name, v.domain)


def _quantified(
    quantifier: str, conclusion: Expr, given: Sequence[Expr], where: Iterable[Variable]
) -> Formula:
    given, where = _every(Expr, "given", given), _every(Variable, "where", where)
    _every(Expr, "the conclusion", (conclusion,))
    _well_said(where)
    special = {v.name: v for v in where}
    sets = {v.name: v.domain[1] for v in special.values() if v.domain[0] == "in"}
    used = set(special)
    for condition in (*given, conclusion, *sets.values()):
        used |= free(condition)
    if (used & {"x", "y", "r", "s"}) - set(special):
        used |= {"n", "prior"}
    unknown = used - set(DOMAINS) - set(special)
    if unknown:
        near = get_close_matches(min(unknown), {*special, *DOMAINS}, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise ValueError(f"no domain is known for {', '.join(sorted(unknown))}{hint}")
    order = [*DOMAINS, *(name for name in special if name not in DOMAINS)]
    order = [v for v in order if v not in sets] + list(sets)  # sets speak of what stands before
    variables = [special.get(v) or Variable(v, DOMAINS[v]) for v in order if v in used]
    return Formula(quantifier, tuple(variables), tuple(given), conclusion).checked()


def _every(kind: type[Any], what: str, values: Any) -> tuple[Any, ...]:
    """The values, which are all of one kind."""
    found = tuple(values) if isinstance(values, Iterable) else (values,)
    if isinstance(values, Iterable) and all(isinstance(v, kind) for v in found):
        return found
    strays = [type(v).__name__ for v in found if not isinstance(v, kind)]
    need = {"given": "given=[u > 0]", "where": 'where=[variable("u", "int", 0, None)]'}
    write = need.get(what, "a.equals(b) for a == b, true for True")
    said = f"has a {strays[0]} in it" if strays else "is not a list"
    raise IllFormed(f"{what} {said}: write {write}")


def free(e: Expr) -> set[str]:
    """The names of variables that no binder within e binds."""
    if e.op == "var":
        return {e.args[0]}
    names: set[str] = set()
    if e.op in BINDERS:
        bound, elements, *body = e.args
        for b in body:
            names |= free(b)
        return (names - {bound}) | free(elements)
    for child in children(e):
        names |= free(child)
    return names


def ledger_of(readings: Mapping[str, Formula]) -> dict[str, Any]:
    """What the kernel reads: formulas by the names of their readings.

    A name that two of them define differently is refused: readers see the name alone.
    """
    each_once(d for f in readings.values() for d in definitions_in(f.expressions()))
    return {"schema": 1, "readings": {name: f.json() for name, f in readings.items()}}


def children(e: Expr) -> list[Expr]:
    """The expressions directly below e, those within options included."""
    below: list[Expr] = []
    for a in e.args:
        if isinstance(a, Expr):
            below.append(a)
        elif isinstance(a, Options):
            below += list(a.values())
    return below


def read_definitions(documents: Iterable[Mapping[str, Any]]) -> dict[str, Definition]:
    """The definitions behind their JSON, by name."""
    found: dict[str, Definition] = {}
    for document in documents:
        value, given = (resolved(parse(document[key]), found) for key in ("value", "given"))
        parameters = tuple((name, kind) for name, kind in document["parameters"])
        made = defined(document["name"], parameters, value, given)
        found[made.name] = replace(made, place=document["place"], says=document["says"])
    return found


def resolved(e: Expr, known: Mapping[str, Definition]) -> Expr:
    """An expression as parsed, with definitions in place of their names."""
    args: list[Any] = []
    for place, a in enumerate(e.args):
        if e.op == "defined" and place == 0 and isinstance(a, str):
            a = known[a]
        elif isinstance(a, Expr):
            a = resolved(a, known)
        elif isinstance(a, Options):
            a = Options((k, resolved(v, known) if isinstance(v, Expr) else v) for k, v in a)
        args.append(a)
    return Expr(e.op, tuple(args))
