"""Every operation of the language: what it takes, the sort of its value, what it means.

One table.  Formulas are checked against it before anything is computed, evaluation takes each
argument as the table says, and VOCABULARY.md prints it.  The notations of text.py and mathml.py
and the kernel's own table have the same operations; tests compare them.

Sorts: N number, V vector, C condition, n and v finite sets of numbers and of vectors.
Kinds of arguments: a sort, or I integer, Q prior (a vector of numbers > 0), X dataset (a vector of
integers >= 0), M a mechanism with its options, S a set, E a number or a vector, W a name that the
operation binds to the elements of the set after it, L a literal; + is one or more of a kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from dpbi.errors import DpbiError
from dpbi.language.expr import Expr, Options

SORTS = {
    "N": "a number",
    "V": "a vector",
    "C": "a condition",
    "n": "a set of numbers",
    "v": "a set of vectors",
}
SORT_OF_KIND = {"I": "N", "Q": "V", "X": "V", "E": "NV", "S": "nv"}  # the other kinds are sorts
SORT_OF_DOMAIN = {"int": "N", "rational": "N", "prior": "V", "dataset": "V", "vector": "V"}


@dataclass(eq=False)
class IllFormed(DpbiError):
    """An expression that the table does not allow."""

    reason: str

    def __str__(self) -> str:
        return f"this is not a formula of the language: {self.reason}"


@dataclass(frozen=True, slots=True)
class Operation:
    """One row of the table."""

    head: str
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    gives: str
    meaning: str

    repeats: bool = False
    """Whether the one argument is one or more."""

    def taken(self, args: tuple[Any, ...]) -> list[tuple[str, Any]]:
        """Each argument with its kind; a mechanism and its options are one argument."""
        kinds = self.kinds
        if self.repeats:
            kinds = kinds[:1] * max(1, len(args))
        elif kinds[:1] == ("M",) and len(args) > 1:
            args = ((args[0], args[1]), *args[2:])
        if len(args) != len(kinds):
            count = "at least 1" if self.repeats else f"{len(kinds)}"
            raise IllFormed(f"{self.head} takes {count} arguments, and here has {len(args)}")
        return list(zip(kinds, args, strict=True))

    @property
    def form(self) -> str:
        """How it is written in JSON."""
        names = [
            "mechanism, options" if k == "M" else n
            for n, k in zip(self.names, self.kinds, strict=True)
        ]
        written = ", ".join([f'"{self.head}"', *names])
        return f"[{written}, ...]" if self.repeats else f"[{written}]"

    @property
    def row(self) -> str:
        """Its line in VOCABULARY.md."""
        return f"| {self.form} | {self.meaning} |"


def _table(rows: Iterable[tuple[str, str, str]]) -> dict[str, Operation]:
    """Operations from `head name:kind ...`, the sort of the value, the meaning."""
    found = {}
    for written, gives, meaning in rows:
        head, *arguments = written.split()
        names, kinds = [], []
        for argument in arguments:
            name, _, kind = argument.partition(":")
            names.append(name)
            kinds.append(kind[0])
        repeats = written.endswith("+")
        found[head] = Operation(head, tuple(names), tuple(kinds), gives, meaning, repeats)
    return found


OPERATIONS = _table([
    ('num "2/7":L', "N", "a rational"),
    ("var name:L", "NV", "a variable, quantified or bound, of the sort of its domain or set"),
    ("pi", "N", "pi"),
    ("add a:N+", "N", "the sum"),
    ("mul a:N+", "N", "the product"),
    ("sub a:N b:N", "N", "a - b"),
    ("div a:N b:N", "N", "a / b; no value if b is not certainly different from 0"),
    ("neg a:N", "N", "-a"),
    ("pow a:N m:I", "N", "a to an integer power, m an expression with an integer value"),
    ("exp a:N", "N", "e^a"),
    ("log a:N", "N", "the natural logarithm; no value if a is not certainly > 0"),
    ("sqrt a:N", "N", "the square root; no value if a is not certainly >= 0"),
    ("abs a:N", "N", "the absolute value"),
    ("min a:N+", "N", "the smallest"),
    ("max a:N+", "N", "the largest"),
    ("floor a:N", "N", "the largest integer <= a, of a real whose floor is certain, else no value"),
    ("ceil a:N", "N", "the smallest integer >= a, likewise"),
    ("binomial a:I b:I", "N", "C(a, b) of integers, 0 outside the triangle"),
    ("vec a:N+", "V", "the vector of these values (integers or rationals)"),
    ("at v:V i:I", "N", "component i of a vector, counted from 0"),
    ("len v:V", "N", "the number of components"),
    ("total v:V", "N", "the sum of the components"),
    ("plus v:V w:V", "V", "componentwise sum of two vectors"),
    ("d x:V y:V", "N", "half the l1 distance of two vectors (fewest replaced records)"),
    ("hellinger p:V q:V", "N", "Hellinger distance of Dirichlet(p) and Dirichlet(q), vectors of "
     "positive rationals"),
    ("H prior:Q x:X r:X", "N", "the same for prior + x and prior + r"),
    ("LS prior:Q x:X", "N", "max over neighbours y of x of H(x, y)"),
    ("GS prior:Q n:I", "N", "max over datasets x of n records of LS(x)"),
    ("S prior:Q x:X gamma:N", "N", "1 / min over datasets y (same n) of (1/LS(y) + gamma d(x, y))"),
    ("Sexp prior:Q x:X beta:N", "N", "max over datasets y (same n) of LS(y) exp(-beta d(x, y))"),
    ("C prior:Q x:X r:X", "N", "for datasets x and r: how many candidates z (datasets of the same "
     "n) have H(x, z) = H(x, r), exactly"),
    ("P m:M prior:Q eps:N x:X r:V", "N", "the probability that the mechanism releases r at x; 0 "
     "for an r that it never releases, where it has a law: x has at least one record, eps is "
     "positive (or 0, for the exponential family) and its option is one it can have (gs > 0, "
     "gamma >= 0)"),
    ("loss m:M prior:Q eps:N n:I", "N", "max over ordered neighbouring pairs (x, y) and outputs r "
     "of ln P(x, r) - ln P(y, r); the kernel reads it only as one side of \"lt\", \"le\" or "
     "\"eq\""),
    ("delta m:M prior:Q eps:N x:X y:X eps0:N", "N", "sum over outputs r of max(0, P(x, r) - "
     "exp(eps0) P(y, r))"),
    ("sum v:W set:S a:N", "N", "the sum over the elements of a set, bound to the name v"),
    ("maxof v:W set:S a:N", "N", "the largest over the elements"),
    ("minof v:W set:S a:N", "N", "the smallest over the elements"),
    ("sumif v:W set:S condition:C a:N", "N", "the sum over the elements for which the condition "
     "is true"),
    ("count v:W set:S condition:C", "N", "how many elements make the condition true"),
    ("range a:I b:I", "n", "the integers a <= i <= b"),
    ("datasets n:I k:I", "v", "all datasets of n records over k categories"),
    ("neighbours x:X", "v", "the datasets with one unit of x moved between two categories"),
    ("outputs m:M n:I k:I", "v", "all that the mechanism can release"),
    ("list e:E+", "nv", "these elements, all numbers or all vectors"),
    ("lt a:N b:N", "C", "a < b"),
    ("le a:N b:N", "C", "a <= b"),
    ("eq a:N b:N", "C", "a = b"),
    ("same v:V w:V", "C", "equality of vectors"),
    ("adjacent x:X y:X", "C", "y is x with one unit moved, y different from x"),
    ("and c:C+", "C", "all of them"),
    ("or c:C+", "C", "at least one of them"),
    ("not c:C", "C", "the opposite"),
    ("implies c:C d:C", "C", "d, whenever c"),
    ("forall v:W set:S c:C", "C", "c for all elements of a finite set"),
    ("exists v:W set:S c:C", "C", "c for some element of a finite set"),
    ("true", "C", "true"),
])  # fmt: skip
BINDERS = {head for head, operation in OPERATIONS.items() if "W" in operation.kinds}


def sort_of(e: Any, scope: Mapping[str, str], wanted: str = "NVCnv") -> str:
    """The sort of an expression, one of those wanted; `scope` has the sorts of the variables."""
    if not isinstance(e, Expr):
        raise IllFormed(f"{e!r} is where an expression belongs")
    operation = OPERATIONS.get(e.op)
    if operation is None:
        raise IllFormed(f"there is no operation {e.op!r}")
    taken = operation.taken(e.args)
    names = operation.names if not operation.repeats else operation.names * len(taken)
    if e.op == "var":
        sort = _of_variable(e.args[0], scope)
    elif e.op == "list":
        sort = sort_of(e.args[0], scope, "NV")
        for element in e.args[1:]:
            _of_argument(e.op, "e", element, scope, sort)
        sort = sort.lower()
    else:
        sort, bound = operation.gives, ""
        for name, (kind, argument) in zip(names, taken, strict=True):
            if kind == "W":
                bound = argument
            elif kind == "M":
                _of_mechanism(e.op, argument, scope)
            elif kind != "L":
                found = _of_argument(e.op, name, argument, scope, SORT_OF_KIND.get(kind, kind))
                scope = {**scope, bound: found.upper()} if kind == "S" else scope
    if sort not in wanted:
        raise IllFormed(f"{e.op} is {SORTS[sort]} where {_either(wanted)} belongs")
    return sort


def _of_argument(head: str, name: str, e: Any, scope: Mapping[str, str], wanted: str) -> str:
    sort = sort_of(e, scope)
    if sort not in wanted:
        said = f"{name} is {SORTS[sort]} in {head}, which takes {_either(wanted)} there"
        raise IllFormed(said)
    return sort


def _of_variable(name: Any, scope: Mapping[str, str]) -> str:
    if name not in scope:
        raise IllFormed(f"the variable {name!r} is neither quantified nor bound")
    return scope[name]


def _of_mechanism(head: str, given: Any, scope: Mapping[str, str]) -> None:
    name, options = given
    if not isinstance(name, str) or not isinstance(options, Options):
        raise IllFormed(f"{head} begins with the name of a mechanism and its options")
    for key, value in options:
        if not isinstance(value, str):
            _of_argument(name, key, value, scope, "N")


def _either(wanted: str) -> str:
    return " or ".join(SORTS[sort] for sort in wanted)


def check(conditions: Iterable[Any], domains: Mapping[str, str]) -> None:
    """Refuse what is not a condition over variables with these kinds of domains."""
    scope = {name: SORT_OF_DOMAIN[kind] for name, kind in domains.items() if kind != "word"}
    for condition in conditions:
        sort_of(condition, scope, "C")
