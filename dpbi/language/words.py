"""The words of the language, as authors of claims write them.

from dpbi.language.words import *
P = released("ehds", gamma=gamma)
forall(P(x, r) <= exp(eps) * P(y, r), given=[adjacent(x, y)])

`Formula` is what a reading asserts: quantified variables, hypotheses, conclusion.  The words at the
end say what a reading is about: a given number of categories, one prior, a few sizes.  A formula
ranges over all priors over any number of categories unless its hypotheses say otherwise; the grid
on which it is decided restricts nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from dpbi.language.definitions import Definition
from dpbi.language.expr import Expr, Like, Options, Target, Variable, num, operation
from dpbi.language.expr import var as var
from dpbi.language.formula import BETWEEN as BETWEEN
from dpbi.language.formula import DOMAINS as DOMAINS
from dpbi.language.formula import NONNEGATIVE as NONNEGATIVE
from dpbi.language.formula import POSITIVE as POSITIVE
from dpbi.language.formula import REAL as REAL
from dpbi.language.formula import Formula as Formula
from dpbi.language.formula import children as children
from dpbi.language.formula import exists as exists
from dpbi.language.formula import forall as forall
from dpbi.language.formula import free as free
from dpbi.language.formula import ledger_of as ledger_of
from dpbi.language.signatures import BINDERS, IllFormed, defined

n, k, prior, x, y, r, s, o = map(var, ("n", "k", "prior", "x", "y", "r", "s", "o"))
eps, gamma, delta, lam, t, c, j, m = map(var, ("eps", "gamma", "delta", "lam", "t", "c", "j", "m"))
pi = Expr("pi")
true = Expr("true")


def exp(a: Like) -> Expr:
    """e^a."""
    return operation("exp", [a])


def log(a: Like) -> Expr:
    """The natural logarithm."""
    return operation("log", [a])


def sqrt(a: Like) -> Expr:
    """The square root."""
    return operation("sqrt", [a])


def absolute(a: Like) -> Expr:
    """The absolute value."""
    return operation("abs", [a])


def smallest(*values: Like) -> Expr:
    """The smallest of a few numbers."""
    return operation("min", values)


def largest(*values: Like) -> Expr:
    """The largest of a few numbers."""
    return operation("max", values)


def floor(a: Like) -> Expr:
    """The largest integer below or at a."""
    return operation("floor", [a])


def ceil(a: Like) -> Expr:
    """The smallest integer above or at a."""
    return operation("ceil", [a])


def binomial(a: Like, b: Like) -> Expr:
    """a choose b."""
    return operation("binomial", [a, b])


def vec(*values: Like) -> Expr:
    """A vector of numbers."""
    return operation("vec", values)


def at(v: Expr, i: Like) -> Expr:
    """Component i, counted from 0."""
    return Expr("at", (v, num(i)))


def size(v: Expr) -> Expr:
    """The number of components."""
    return Expr("len", (v,))


def total(v: Expr) -> Expr:
    """The sum of the components."""
    return Expr("total", (v,))


def plus(v: Expr, w: Expr) -> Expr:
    """The componentwise sum."""
    return Expr("plus", (v, w))


def shifted(v: Expr, i: Like) -> Expr:
    """Two counts with i records moved to the first."""
    return vec(at(v, 0) + i, at(v, 1) - i)


def d(v: Expr, w: Expr) -> Expr:
    """The fewest replaced records between two datasets."""
    return Expr("d", (v, w))


def hellinger(p: Expr, q: Expr) -> Expr:
    """The Hellinger distance of two Dirichlet distributions."""
    return Expr("hellinger", (p, q))


def H(v: Expr, w: Expr) -> Expr:
    """The Hellinger distance of the posteriors after two datasets."""
    return Expr("H", (prior, v, w))


def LS(v: Expr) -> Expr:
    """Local sensitivity."""
    return Expr("LS", (prior, v))


def GS(records: Like = n) -> Expr:
    """Global sensitivity."""
    return Expr("GS", (prior, num(records)))


def S(v: Expr, smoothing: Like = gamma) -> Expr:
    """Harmonic smooth sensitivity."""
    return Expr("S", (prior, v, num(smoothing)))


def Sexp(v: Expr, beta: Like) -> Expr:
    """Exponential smooth sensitivity."""
    return Expr("Sexp", (prior, v, num(beta)))


def C(v: Expr, w: Expr) -> Expr:
    """How many candidates are as far from v as w is."""
    return Expr("C", (prior, v, w))


def released(
    mechanism: str, epsilon: Like | None = None, **options: Like
) -> Callable[[Expr, Expr], Expr]:
    """P with P(x, r) the probability that the mechanism releases r at x.

    A mechanism is a registered name, with eps unless another epsilon is given, or a target such as
    "file.py:Name" with its own parameters.
    """
    if _is_target(mechanism):
        whole = _target(mechanism, options, epsilon)
        return lambda v, w: Expr("chance", (*whole, v, w))
    given, level = Options.of(options), num(eps if epsilon is None else epsilon)
    return lambda v, w: Expr("P", (mechanism, given, prior, level, v, w))


def loss(mechanism: str, epsilon: Like | None = None, **options: Like) -> Expr:
    """The true privacy loss; of a target, over its own neighbours."""
    if _is_target(mechanism):
        return Expr("worst", _target(mechanism, options, epsilon))
    level = num(eps if epsilon is None else epsilon)
    return Expr("loss", (mechanism, Options.of(options), prior, level, n))


def worst_delta(target: str, level: Like, **parameters: Like) -> Expr:
    """The largest delta of a target at a level, over its own neighbours."""
    return Expr("worstdelta", (*_target(target, parameters), num(level)))


def data(target: str, **parameters: Like) -> Expr:
    """The datasets of a target."""
    return Expr("data", _target(target, parameters))


def beside(target: str, v: Expr, **parameters: Like) -> Expr:
    """The neighbours of a dataset, as a target has them."""
    return Expr("beside", (*_target(target, parameters), v))


def results(target: str, v: Expr, **parameters: Like) -> Expr:
    """All that a target can release at a dataset."""
    return Expr("results", (*_target(target, parameters), v))


def _is_target(mechanism: str) -> bool:
    return ":" in mechanism or mechanism.endswith((".py", ".json"))


def _target(
    name: str, parameters: dict[str, Like], epsilon: Like | None = None
) -> tuple[Target, Options]:
    """A target and its parameters, one called epsilon among them where it is given."""
    if not _is_target(name):
        raise IllFormed(f"{name!r} is not a target: write file.py:Name")
    own = {} if epsilon is None else {"epsilon": epsilon}
    return Target.of(name), Options.of({**own, **parameters})


def hockey_stick(
    mechanism: str, v: Expr, w: Expr, level: Like, epsilon: Like = eps, **options: Like
) -> Expr:
    """delta of an ordered pair at a level."""
    given = Options.of(options)
    return Expr("delta", (mechanism, given, prior, num(epsilon), v, w, num(level)))


def over(op: str, name: str, elements: Expr, *body: Like) -> Expr:
    """sum, maxof, minof, sumif, count, forall or exists over a finite set."""
    return Expr(op, (name, elements, *(num(b) for b in body)))


def quantile(name: str, elements: Expr, weight: Like, error: Expr, level: Like) -> Expr:
    """The smallest error such that the weights of all with an error up to it reach the level.

    `weight` and `error` speak of the element as var(name).
    """
    other = f"{name}_"
    renamed = _renamed(num(weight), name, other), _renamed(error, name, other)
    reached = over("sumif", other, elements, renamed[1] <= error, renamed[0])
    return over("minif", name, elements, reached >= level, error)


def _renamed(e: Expr, old: str, new: str) -> Expr:
    """e with another name for a free variable; a binder of the old name keeps its own."""
    if e.op == "var":
        return var(new) if e.args == (old,) else e
    if e.op in BINDERS and e.args[0] == old:
        return Expr(e.op, (old, _renamed(e.args[1], old, new), *e.args[2:]))
    if e.op in BINDERS and e.args[0] == new:
        raise IllFormed(f"{new} is bound within an expression about {old}: give it another name")
    return Expr(e.op, tuple(_renamed(a, old, new) if isinstance(a, Expr) else a for a in e.args))


def define(
    name: str, parameters: str, value: Like, *, given: Expr = true, place: str = "", says: str = ""
) -> Definition:
    """A definition of the paper's own: `parameters` is "q:V, i:I", each with its kind.

    Kinds are N number, I integer, V vector, Q prior, X counts.  In `value` the parameters are
    variables of these names.
    """
    pairs = [tuple(part.strip() for part in p.split(":")) for p in parameters.split(",") if p]
    if any(len(pair) != 2 for pair in pairs):
        raise IllFormed(f'the parameters of {name} are {parameters!r}: write "q:V, i:I"')
    made = defined(name, tuple((p, kind) for p, kind in pairs), num(value), given)
    return replace(made, place=place, says=says)


def hamming(v: Expr, w: Expr) -> Expr:
    """At how many places two vectors of one length differ."""
    return Expr("hamming", (v, w))


def inserted(v: Expr, w: Expr) -> Expr:
    """One vector is the other with one entry put in, anywhere."""
    return Expr("inserted", (v, w))


def grid(values: Expr, length: Like) -> Expr:
    """All vectors of this length with entries among the values."""
    return Expr("grid", (values, num(length)))


def lists(letters: Like, length: Like) -> Expr:
    """All vectors of this length over 0 .. letters - 1; of two letters, the subsets."""
    last = letters - 1 if isinstance(letters, int) else num(letters) - 1
    return grid(steps(0, last), length)


def upto(values: Expr, length: Like) -> Expr:
    """All vectors of at most this length with entries among the values."""
    return Expr("upto", (values, num(length)))


def numbers(*values: Like) -> Expr:
    """A finite set of numbers, one by one."""
    return operation("list", values)


def steps(first: Like, last: Like) -> Expr:
    """The integers first .. last."""
    return operation("range", [first, last])


def datasets(records: Like = n, categories: Like | None = None) -> Expr:
    """All datasets of this many records over this many categories (the prior's, unless said)."""
    return operation("datasets", [records, size(prior) if categories is None else categories])


def near(v: Expr) -> Expr:
    """The neighbours of a dataset."""
    return Expr("neighbours", (v,))


def outputs(mechanism: str, **options: Like) -> Expr:
    """All that a mechanism can release."""
    return Expr("outputs", (mechanism, Options.of(options), n, size(prior)))


def some(*values: Expr) -> Expr:
    """A finite set, element by element."""
    return Expr("list", values)


def adjacent(v: Expr, w: Expr) -> Expr:
    """One record replaced."""
    return Expr("adjacent", (v, w))


def same(v: Expr, w: Expr) -> Expr:
    """Equality of vectors."""
    return Expr("same", (v, w))


def all_of(*conditions: Expr) -> Expr:
    """All conditions."""
    return Expr("and", conditions)


def any_of(*conditions: Expr) -> Expr:
    """At least one condition."""
    return Expr("or", conditions)


def no(condition: Expr) -> Expr:
    """The opposite."""
    return Expr("not", (condition,))


def implies(if_: Expr, then: Expr) -> Expr:
    """Then, whenever if."""
    return Expr("implies", (if_, then))


def variable(name: str, *domain: Any) -> Variable:
    """A quantified variable with a domain of its own."""
    from dpbi.language.domains import as_written  # no list of mechanisms asks for it

    return Variable(name, as_written(name, domain, DOMAINS))


PAIRS = size(prior).equals(2)
"""Two categories."""

TRIPLES = size(prior).equals(3)
"""Three categories."""


def under(*parameters: Like) -> Expr:
    """The prior has these parameters."""
    return same(prior, vec(*parameters))


def one_of(value: Expr, *choices: Like) -> Expr:
    """The value is one of these."""
    return any_of(*(value.equals(choice) for choice in choices))


def whole() -> Expr:
    """The prior's parameters are integers."""
    i = at(prior, var("i"))
    return over("forall", "i", steps(0, size(prior) - 1), floor(i).equals(i))


def about(formula: Formula, *given: Expr) -> Formula:
    """The same reading under further hypotheses."""
    return replace(formula, hypotheses=(*given, *formula.hypotheses))
