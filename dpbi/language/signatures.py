"""Every operation of the language: what it takes, the sort of its value, what it means.

One table.  Formulas are checked against it before anything is computed, evaluation takes each
argument as the table says, and VOCABULARY.md prints it.  The notations of text.py and mathml.py
and the kernel's own table have the same operations; tests compare them.

Sorts: N number, V vector, C condition, n and v finite sets of numbers and of vectors.
Kinds of arguments: a sort, or I integer, Q prior (a vector of numbers > 0), X dataset (a vector of
integers >= 0), M a mechanism with its options, T a target with its parameters, S a set, E a number
or a vector, W a name that the operation binds to the elements of the set after it, L a literal;
+ is one or more of a kind.

Beside them there is ["defined", name, argument, ...]: a definition of the ledger's own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from dpbi.errors import DpbiError
from dpbi.language.definitions import Definition
from dpbi.language.expr import NAME, RESERVED, Expr, Options, Target

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
        elif kinds[:1] in (("M",), ("T",)):
            args = ((args[0], args[1]), *args[2:]) if len(args) > 1 else ()
        if len(args) != len(kinds):
            count = "at least 1" if self.repeats else f"{len(kinds)}"
            raise IllFormed(f"{self.head} takes {count} arguments, and here has {len(args)}")
        return list(zip(kinds, args, strict=True))

    @property
    def form(self) -> str:
        """How it is written in JSON."""
        names = [
            {"M": "mechanism, options", "T": "target, parameters"}.get(k, n)
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
    ("chance target:T x:V r:V", "N", "the probability that the target releases r at x; 0 for an r "
     "that it never releases"),
    ("worst target:T", "N", "the true privacy loss of the target, over its own neighbours"),
    ("worstdelta target:T eps0:N", "N", "the largest delta of the target at the level eps0, over "
     "its own neighbours"),
    ("hamming v:V w:V", "N", "at how many places two vectors of one length differ"),
    ("sum v:W set:S a:N", "N", "the sum over the elements of a set, bound to the name v"),
    ("maxof v:W set:S a:N", "N", "the largest over the elements"),
    ("minof v:W set:S a:N", "N", "the smallest over the elements"),
    ("sumif v:W set:S condition:C a:N", "N", "the sum over the elements for which the condition "
     "is true"),
    ("prod v:W set:S a:N", "N", "the product over the elements"),
    ("maxif v:W set:S condition:C a:N", "N", "the largest over the elements for which the "
     "condition is true"),
    ("minif v:W set:S condition:C a:N", "N", "the smallest, likewise"),
    ("count v:W set:S condition:C", "N", "how many elements make the condition true"),
    ("range a:I b:I", "n", "the integers a <= i <= b"),
    ("datasets n:I k:I", "v", "all datasets of n records over k categories"),
    ("neighbours x:X", "v", "the datasets with one unit of x moved between two categories"),
    ("outputs m:M n:I k:I", "v", "all that the mechanism can release"),
    ("grid values:n length:I", "v", "all vectors of this length with entries among the values"),
    ("upto values:n length:I", "v", "the same for every length from 0 up to this one"),
    ("data target:T", "v", "the datasets of the target"),
    ("beside target:T x:V", "v", "the neighbours of x, as the target has them"),
    ("results target:T x:V", "v", "all that the target can release at x"),
    ("list e:E+", "nv", "these elements, all numbers or all vectors"),
    ("lt a:N b:N", "C", "a < b"),
    ("le a:N b:N", "C", "a <= b"),
    ("eq a:N b:N", "C", "a = b"),
    ("same v:V w:V", "C", "equality of vectors"),
    ("adjacent x:X y:X", "C", "y is x with one unit moved, y different from x"),
    ("inserted v:V w:V", "C", "one is the other with one entry put in, anywhere"),
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
    if e.op == "defined":
        return _of_definition(e.args, scope, wanted)
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
                nameable(f"what {e.op} goes over", bound)
            elif kind == "M":
                _of_mechanism(e.op, argument, scope)
            elif kind == "T":
                _of_target(e.op, argument, scope)
            elif kind != "L":
                found = _of_argument(e.op, name, argument, scope, SORT_OF_KIND.get(kind, kind))
                if kind == "I" and argument.op == "num" and "/" in argument.args[0]:
                    other = "; write sqrt(a), or exp(m * log(a))" if e.op == "pow" else ""
                    said = f"{name} is {argument.args[0]} in {e.op}, which takes an integer there"
                    raise IllFormed(said + other)
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


def _of_target(head: str, given: Any, scope: Mapping[str, str]) -> None:
    target, options = given
    if not isinstance(target, Target) or not isinstance(options, Options):
        raise IllFormed(f"{head} begins with a target, such as file.py:Name, and its parameters")
    for key, value in options:
        if not isinstance(value, str):
            _of_argument(target.name, key, value, scope, "NV")


def _of_definition(args: tuple[Any, ...], scope: Mapping[str, str], wanted: str) -> str:
    """The sort of a definition's value, once its arguments are those that it takes."""
    if not args or not isinstance(args[0], Definition):
        raise IllFormed("defined begins with a definition")
    definition, arguments = args[0], args[1:]
    takes = definition.parameters
    if len(arguments) != len(takes):
        said = f"{definition.name} takes {len(takes)} arguments, and here has {len(arguments)}"
        raise IllFormed(said)
    for (name, kind), argument in zip(takes, arguments, strict=True):
        _of_argument(definition.name, name, argument, scope, SORT_OF_KIND.get(kind, kind))
    if definition.sort not in wanted:
        said = f"{definition.name} is {SORTS[definition.sort]} where {_either(wanted)} belongs"
        raise IllFormed(said)
    return definition.sort


KINDS_OF_PARAMETERS = "NIVQX"


def defined(
    name: str, parameters: tuple[tuple[str, str], ...], value: Expr, given: Expr
) -> Definition:
    """A definition, once its parts are seen to be expressions over its parameters."""
    nameable("a definition", name, {*OPERATIONS, *RESERVED, "ln", "vectors"})
    for parameter, _ in parameters:
        nameable(f"a parameter of {name}", parameter)
    if len({p for p, _ in parameters}) < len(parameters):
        raise IllFormed(f"two parameters of {name} have one name")
    for parameter, kind in parameters:
        if kind not in KINDS_OF_PARAMETERS or len(kind) != 1:
            kinds = ", ".join(KINDS_OF_PARAMETERS)
            raise IllFormed(f"{parameter}:{kind} in {name} is of no kind: write one of {kinds}")
    scope = {p: SORT_OF_KIND.get(kind, kind) for p, kind in parameters}
    sort_of(given, scope, "C")
    return Definition(name, parameters, value, sort_of(value, scope, "NVC"), given)


def nameable(what: str, name: str, taken: Collection[str] = RESERVED) -> None:
    """Refuse a name with characters that no name may have, and one that has a meaning already."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        letters = "letters a to z and A to Z, digits and _, and no digit first"
        raise IllFormed(f"{what} cannot be called {name!r}: a name has {letters}")
    if name in taken:
        raise IllFormed(f"{what} cannot be called {name!r}: that has a meaning already")


def _either(wanted: str) -> str:
    return " or ".join(SORTS[sort] for sort in wanted)


def sorts_of(domains: Mapping[str, tuple[Any, ...]]) -> dict[str, str]:
    """The sorts of variables; what is in a set is of the sort of its elements.

    The set may speak of the variables before.
    """
    scope: dict[str, str] = {}
    for name, (kind, *rest) in domains.items():
        if kind == "in":
            scope[name] = sort_of(rest[0], scope, "nv").upper()
        elif kind != "word":
            scope[name] = SORT_OF_DOMAIN[kind]
    return scope


def check(conditions: Iterable[Any], domains: Mapping[str, tuple[Any, ...]]) -> None:
    """Refuse what is not a condition over variables with these domains."""
    scope = sorts_of(domains)
    for condition in conditions:
        sort_of(condition, scope, "C")
