"""What is known where a term of Coq is printed, and what is asked for there.

Coq's functions are total and the language's are not: 1/0 is some number there, and n - 1 is 0 at
n = 0.  So a term is printed together with what it asks for to have its value (`Obligation`), under
the names that are bound and the conditions that are met where it is (`CoqScope`).  What the scope
says word for word, and what follows from the least values of its naturals, is not asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Any, TypeAlias

from dpbi.errors import DpbiError
from dpbi.language.expr import Expr
from dpbi.language.words import free

NAT, REAL, COUNTS, REALS = "nat", "R", "list nat", "list R"
"""The types of what can be named."""

Printer: TypeAlias = "Callable[[Expr, CoqScope], str]"
SetPrinter: TypeAlias = "Callable[[Expr, CoqScope], tuple[str, CoqName]]"

_TAKEN = """
    as at by cofix else end exists fix for forall fun if in let match mod return then using where
    with IF Prop SProp Set Type
    INR IZR PI Rabs Rmin Rmax Rleb Rltb Reqb adjacent adjacentb allpos binomial ceil comparable
    datasets distance ehd ehd_printed ehd_true ehdl ehds ehds_4s exp existsb filter floor forallb
    hellinger hockey_stick implb In is_dataset is_prior length list_sum ln loss LS GS Sharm Sexp
    laplace_defined laplace_dimension laplace_improved lsdim lsdim_fresh lshist lshist_fresh
    lszhang lszhang_rest lszhang_all lszhang_theorem maxof minof mh mh_s mh_exp mh_s_exp
    multiplicity negb neighbours nth outputs posterior probability range rational rational_prior
    replaced same_counts same_reals sqrt suml sumof R O S nat list true false True False
"""
TAKEN = set(_TAKEN.split())
"""The names that a statement uses; a variable of that name gets a stroke after it."""


@dataclass(eq=False)
class Unsayable(DpbiError):
    """A formula, or a part of one, for which Coq has no words here."""

    reason: str

    def __str__(self) -> str:
        return f"this cannot be said in Coq: {self.reason}"


@dataclass(frozen=True, slots=True)
class Obligation:
    """What must be so for a term to have its value, wherever the guards are met."""

    guards: tuple[str, ...]
    goal: str

    def __str__(self) -> str:
        return f"({''.join(self.guards)}{self.goal})"


@dataclass(frozen=True, slots=True)
class CoqName:
    """What is known of a name: its type, its least value, that it is a dataset or a prior."""

    type: str
    least: int = 0
    home: tuple[Expr, Expr] | None = None  # records and categories of a dataset
    below: Expr | None = None  # the vector whose components it counts
    prior: bool = False


class CoqScope:
    """The names that are bound, the facts that hold, the guards around, and what was asked for.

    `words` and `sets` print the operations that are about data.
    """

    def __init__(self, words: Mapping[str, Printer], sets: Mapping[str, SetPrinter]) -> None:
        self.words, self.sets = words, sets
        self.names: dict[str, CoqName] = {}
        self.facts: frozenset[str] = frozenset()
        self.guards: tuple[str, ...] = ()
        self.asked: list[Obligation] = []

    def _copy(self) -> CoqScope:
        other = CoqScope(self.words, self.sets)
        other.names, other.facts, other.guards = dict(self.names), self.facts, self.guards
        other.asked = self.asked
        return other

    def where(self, condition: str) -> CoqScope:
        """The same under one more condition."""
        other = self._copy()
        other.guards = (*self.guards, f"{condition} -> ")
        return other

    def binding(self, name: str, known: CoqName, elements: str) -> CoqScope:
        """The same with a name for the elements of a set; what was said of it is forgotten.

        The set may not speak of another thing by this name: it is printed under the binder.
        """
        other, shown = self._copy(), identifier(name)
        if shown in re.findall(r"\w+", elements):
            raise Unsayable(f"the elements of a set with {name!r} in it are called {name!r} too")
        for old, its in self.names.items():
            about = [*(its.home or ()), *([its.below] if its.below is not None else [])]
            if any(name in free(part) for part in about):
                other.names[old] = replace(its, home=None, below=None)
        other.names[name] = known
        other.facts = frozenset(f for f in self.facts if shown not in re.findall(r"\w+", f))
        other.guards = (*self.guards, f"forall {shown}, In {shown} {elements} -> ")
        return other

    def silent(self) -> CoqScope:
        """The same where what is asked for is forgotten, for a term printed a second time."""
        other = self._copy()
        other.asked = []
        return other

    def ask(self, goal: str) -> None:
        """Ask for what is not a fact of the scope; names that are not in it need no elements."""
        if goal not in self.facts:
            obligation = Obligation(_needed(self.guards, goal), goal)
            if obligation not in self.asked:
                self.asked.append(obligation)


def _needed(guards: tuple[str, ...], goal: str) -> tuple[str, ...]:
    """The guards without names that neither the goal nor a later guard has."""
    kept: list[str] = []
    for guard in reversed(guards):
        bound = re.match(r"forall (\w+), ", guard)
        if bound is None or bound[1] in re.findall(r"\w+", " ".join([goal, *kept])):
            kept.insert(0, guard)
    return tuple(kept)


def identifier(name: str) -> str:
    """A variable's name in Coq, where it is none of the words of a statement."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) or name.endswith("_"):
        raise Unsayable(f"{name!r} is not a name there")
    return f"{name}_" if name in TAKEN else name


def rational(text: Any) -> str:
    """A rational number."""
    q = Fraction(text)
    over = f"{q.numerator}" if q >= 0 else f"- {-q.numerator}"
    if q.denominator == 1:
        return over if q >= 0 else f"({over})"
    return f"({over} / {q.denominator})"


def argument(text: str) -> str:
    """A term as an argument of a function."""
    if " " not in text:
        return text
    depth = 0
    for i, c in enumerate(text):
        depth += (c in "([") - (c in ")]")
        if depth == 0 and i < len(text) - 1:
            return f"({text})"
    return text


# What is certain where a term is ------------------------------------------------------------------


def named(e: Expr, s: CoqScope) -> CoqName:
    """What is known of a variable."""
    if e.args[0] not in s.names:
        raise Unsayable(f"the variable {e.args[0]!r} has no type there")
    return s.names[e.args[0]]


def vector_type(e: Expr, s: CoqScope) -> str:
    """Counts or reals; a vector that is written out is of reals."""
    if e.op == "var" and named(e, s).type in (COUNTS, REALS):
        return named(e, s).type
    if e.op in ("vec", "plus"):
        return REALS
    raise Unsayable(f"{e.op} where a vector belongs")


def home_of(e: Expr, s: CoqScope) -> tuple[Expr, Expr] | None:
    """Records and categories of a variable that is a dataset."""
    return named(e, s).home if e.op == "var" else None


def is_natural(e: Expr, s: CoqScope) -> bool:
    """Whether an expression is a natural number whatever its variables are."""
    match e.op:
        case "num":
            return Fraction(e.args[0]) >= 0 and Fraction(e.args[0]).denominator == 1
        case "var":
            return named(e, s).type == NAT
        case "add" | "mul":
            return all(is_natural(a, s) for a in e.args)
        case "total":
            return vector_type(e.args[0], s) == COUNTS
    return e.op in ("len", "binomial", "count")


def least(e: Expr, s: CoqScope) -> int:
    """A number that a natural number is certainly not below."""
    if not is_natural(e, s):
        return 0
    match e.op:
        case "num":
            return int(e.args[0])
        case "var":
            return named(e, s).least
        case "len":
            return least_length(e.args[0], s)
        case "add":
            return sum(least(a, s) for a in e.args)
        case "mul":
            return prod(least(a, s) for a in e.args)
        case "total":
            home = home_of(e.args[0], s)
            return 0 if home is None else least(home[0], s)
    return 0


def least_length(v: Expr, s: CoqScope) -> int:
    """A length that a vector certainly has."""
    if v.op == "vec":
        return len(v.args)
    if v.op == "plus":
        return min(least_length(a, s) for a in v.args)
    if v.op == "var" and named(v, s).prior:
        return 2
    home = home_of(v, s)
    return 0 if home is None else least(home[1], s)


def has_component(v: Expr, i: Expr, s: CoqScope) -> bool:
    """Whether a vector certainly has a component."""
    if i.op == "num":
        return 0 <= Fraction(i.args[0]) < least_length(v, s)
    return i.op == "var" and named(i, s).below == v


def of_one_length(v: Expr, w: Expr, s: CoqScope) -> bool:
    """Whether two vectors are certainly of one length."""
    homes = home_of(v, s), home_of(w, s)
    if homes[0] is not None:
        return homes[0][1] == Expr("len", (w,)) or (
            homes[1] is not None and homes[0][1] == homes[1][1]
        )
    return v == w or (v.op == w.op == "vec" and len(v.args) == len(w.args))


def is_positive(e: Expr, s: CoqScope) -> bool:
    """Whether a number is certainly > 0."""
    if e.op == "num":
        return Fraction(e.args[0]) > 0
    if e.op == "var" and named(e, s).type == REAL:
        return f"0 < {identifier(e.args[0])}" in s.facts
    return e.op in ("pi", "exp") or least(e, s) >= 1


def is_not_negative(e: Expr, s: CoqScope) -> bool:
    """Whether a number is certainly >= 0."""
    if e.op == "num":
        return Fraction(e.args[0]) >= 0
    if e.op == "var" and named(e, s).type == REAL and f"0 <= {identifier(e.args[0])}" in s.facts:
        return True
    return is_natural(e, s) or is_positive(e, s)
