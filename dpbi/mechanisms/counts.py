"""What the mechanisms of the drafts share: a prior, n records, counts, and the way a law is stated.

`OnCounts` and `OfCounts` are mechanisms whose datasets are counts.

A mechanism states its law once, as expressions of the language: a `Weight` is what the probability
of an output is proportional to; `CountNoise` is what is added to counts, and what becomes of the
last one.  The line of text that `dpbi list` prints, the mathematics of the report and the numbers
that the law is computed with are all read from there.

A variable may be a parameter that takes words: `meanings` says which expression each word is short
for, the usual one first.  The word None means that the parameter is not given.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import reduce
from typing import Any, ClassVar, TypeAlias, TypeGuard

from dpbi.bayes import data
from dpbi.bayes.data import Counts
from dpbi.bayes.dirichlet import Dirichlet, as_dirichlet
from dpbi.bayes.sensitivity import (
    BetaRule,
    Calibration,
    Exponential,
    FixedBeta,
    Harmonic,
    Local,
    PrintedGlobal,
    TrueGlobal,
)
from dpbi.errors import ContinuousLaw, InvalidValue, brief
from dpbi.fields import Field, Real, positive_rational
from dpbi.language.expr import Expr, function, num, substituted, var
from dpbi.language.text import text
from dpbi.language.words import (
    GS,
    LS,
    H,
    at,
    eps,
    floor,
    free,
    largest,
    n,
    pi,
    r,
    s,
    smallest,
    sqrt,
    total,
    x,
)
from dpbi.laws.promise import Promise
from dpbi.laws.protocol import Continuous, Mechanism


def set_exactly(frozen: object, **values: Any) -> None:
    """Replace fields of a frozen dataclass by their exact forms, while it is being made."""
    for name, value in values.items():
        object.__setattr__(frozen, name, value)


def one_of(name: str, value: str, allowed: Collection[str]) -> None:
    """Refuse a word that is not among those allowed."""
    if not isinstance(value, str) or value not in allowed:  # arrays compare item by item
        raise InvalidValue(name, value, "write " + " or ".join(allowed))


@dataclass(frozen=True)
class OnCounts:
    """The counts of n records under the replace-one relation, and a nominal epsilon.

    Fields may be given as `dpbi.mechanism` takes them (a prior as a tuple, an epsilon as "1/2");
    they are exact once the value is made.
    """

    formula: ClassVar[str] = ""
    prior: Dirichlet
    n: int
    epsilon: Fraction

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "stated" in vars(cls):
            cls.formula = vars(cls)["stated"].line

    def __post_init__(self) -> None:
        n = data.whole("n", self.n)
        if n < 1:
            raise InvalidValue("n", n, "a dataset needs at least one record (n >= 1)")
        epsilon = positive_rational("epsilon", self.epsilon)
        set_exactly(self, prior=as_dirichlet(self.prior), n=n, epsilon=epsilon)

    @property
    def k(self) -> int:
        """The number of categories."""
        return self.prior.k

    @property
    def told(self) -> str:
        """The parameter beside epsilon that the noise depends on, for people, if any."""
        return ""

    def datasets(self) -> Iterator[Counts]:
        """All counts of n records over k categories."""
        return data.datasets(self.n, self.k)

    def number_of_datasets(self) -> int:
        """C(n+k-1, k-1)."""
        return data.number_of_datasets(self.n, self.k)

    def neighbours(self, x: Counts) -> Iterator[Counts]:
        """One record replaced."""
        return data.neighbours(x)

    def check_dataset(self, x: Iterable[object]) -> Counts:
        """x as counts of n records over k categories."""
        return data.counts(x, n=self.n, k=self.k)

    def posterior(self, output: Counts) -> Dirichlet:
        """The distribution that an output stands for."""
        return self.prior.update(output)

    def promises(self) -> tuple[Promise, ...]:
        """Epsilon-DP at the nominal epsilon; a delta is a parameter of the calibration only."""
        return (Promise.epsilon(self.epsilon),)


@dataclass(frozen=True)
class OfCounts(OnCounts, Mechanism):
    """A mechanism on counts with finitely many outputs, which are counts too."""

    def counted(self) -> tuple[int, int, int]:
        """C(n+k-1, k-1) datasets; as many outputs, unless the mechanism says otherwise."""
        size = self.number_of_datasets()
        pairs = 2 * data.number_of_pairs(self.n, self.k)
        return size, pairs, self.number_of_outputs() or size

    @property
    def definition(self) -> tuple[Any, ...] | None:
        """All that its law depends on: equal definitions have equal laws.  None: not known."""
        return None

    @property
    def releases_counts(self) -> bool:
        """Whether an output stands for the prior updated by it."""
        return says_the_same(self, OfCounts, "posterior")


def says_the_same(m: object, home: type, *methods: str) -> bool:
    """Whether a mechanism has these methods from the class where they were proved about."""
    return all(getattr(type(m), name) is getattr(home, name) for name in methods)


def has_counts(m: object) -> TypeGuard[Any]:
    """Whether the datasets of a mechanism are counts, whatever its outputs are."""
    return isinstance(m, OnCounts)


def of_counts(m: object) -> OfCounts:
    """m, refused if it does not release counts: there is no posterior then to err from."""
    if isinstance(m, Continuous):
        raise ContinuousLaw(m.label)
    if not isinstance(m, OfCounts):
        label = getattr(m, "label", type(m).__name__)
        raise InvalidValue("mechanism", label, "it has no prior and counts, so no posterior")
    return m


Meanings: TypeAlias = Mapping[str, Mapping[str | None, Expr]]
Part: TypeAlias = tuple[str, Expr]

PRINTED_GS = sqrt(1 - pi / 4)
"""The drafts' constant (short, section 1)."""

COORDINATE = smallest(largest(floor(at(x, var("i")) + var("Y")), 0), n)
"""A count with noise Y, floored and clamped."""

REST = largest(n - total(r), 0)
"""What the other coordinates r, as they are released, leave of the n records."""

SENSITIVITIES = ("LS", "GS", "S", "Sexp")

FRESH = substituted(REST, {"r": s})
"""The same of coordinates s whose noise is drawn anew."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A law as it is printed: when it is that one, and named expressions."""

    when: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Stated(ABC):
    """What both families share: words that name expressions, and how a law is printed."""

    meanings: Meanings = field(default_factory=dict, kw_only=True)

    @property
    @abstractmethod
    def parts(self) -> tuple[Part, ...]:
        """The expressions of the law, by name."""

    @property
    @abstractmethod
    def line(self) -> str:
        """The law in one line of ASCII."""

    def chosen(self, e: Expr, words: Mapping[str, Any]) -> Expr:
        """e with the expression that each word is short for; a parameter that is given stays."""
        for name, known in self.meanings.items():
            if name in words and words[name] in known:
                e = substituted(e, {name: known[words[name]]})
        return e

    def shown(self) -> Iterator[Shown]:
        """The usual law; then, for every other word, the parts that it changes."""
        usual = {name: next(iter(known)) for name, known in self.meanings.items()}
        first = self._parts(usual)
        yield Shown("", first)
        for name, known in self.meanings.items():
            for word in list(known)[1:]:
                parts = [p for p in self._parts(usual | {name: word}) if p not in first]
                if parts:
                    yield Shown(f"{name} = {word}", tuple(parts))

    def _parts(self, words: Mapping[str, str | None]) -> tuple[Part, ...]:
        """The parts under a choice of words; a parameter has a part of its own, if it occurs."""
        unset = [name for name, word in words.items() if word is None]
        chosen = {name: word for name, word in words.items() if word is not None}
        parts = [(name, self.chosen(e, chosen)) for name, e in self.parts]
        named = set[str]().union(*(free(e) for _, e in parts))
        for name in unset:
            if name in named:
                parts.append((name, self.chosen(self.meanings[name][None], chosen)))
        return tuple(parts)


@dataclass(frozen=True)
class Weight(Stated):
    """exp(-eps * H(x, r) / (factor * sensitivity)), the weight of the output r at x."""

    weight: Expr

    @property
    def parts(self) -> tuple[Part, ...]:
        """The weight."""
        return (("", self.weight),)

    @property
    def line(self) -> str:
        """As `dpbi list` prints it."""
        usual, *others = self.shown()
        return "; ".join([_equations(usual), *map(_otherwise, others)])

    def strength(self, m: Any) -> tuple[Fraction, Calibration]:
        """The factor and the sensitivity of a mechanism that states this law."""
        given = parameters(m)
        factor, sensitivity = divided(self.chosen(self.weight, given))
        return Fraction(function(factor)(given)), _calibration(sensitivity, given)


@dataclass(frozen=True)
class CountNoise(Stated):
    """Laplace noise Y of a scale, the count that is released with it, and the last count."""

    scale: Expr
    last: Expr | None = REST
    coordinate: Expr = COORDINATE

    @property
    def parts(self) -> tuple[Part, ...]:
        """The coordinate, the scale, and the last coordinate if it is set."""
        last = [] if self.last is None else [("last", self.last)]
        return (("coordinate", self.coordinate), ("scale", self.scale), *last)

    @property
    def line(self) -> str:
        """As `dpbi list` prints it."""
        usual, *others = self.shown()
        says = dict(usual.parts)
        line = f"{_ascii(says['coordinate'])}, Y ~ Lap({_ascii(says['scale'])})"
        if self.last is None:
            line += "; the last is never set"
        elif self.last != self.coordinate:
            line += f"; the last {_ascii(says['last'])}"
        return "; ".join([line, *map(_otherwise, others)])

    def rate(self, m: Any) -> Fraction:
        """1 / scale for a mechanism that states this law."""
        given = parameters(m)
        return 1 / Fraction(function(self.chosen(self.scale, given))(given))

    def last_of(self, m: Any) -> str:
        """What becomes of the last coordinate: rest, fresh, noised or absent."""
        if self.last is None:
            return "absent"
        last = self.chosen(self.last, parameters(m))
        known = {REST: "rest", FRESH: "fresh", self.coordinate: "noised"}
        if last not in known:
            raise InvalidValue("the last coordinate", text(last), "there is no law for it")
        return known[last]


def _ascii(e: Expr) -> str:
    return text(e, unicode=False)


def _equations(shown: Shown) -> str:
    return ", ".join(f"{name} = {_ascii(e)}" if name else _ascii(e) for name, e in shown.parts)


def _otherwise(shown: Shown) -> str:
    return f"{shown.when}: {_equations(shown)}"


def parameters(m: Any) -> dict[str, Any]:
    """The values of the variables that a law may name."""
    return {"k": m.k, "eps": m.epsilon} | {f.name: getattr(m, f.name) for f in fields(m)}


def divided(weight: Expr) -> tuple[Expr, Expr]:
    """(factor, sensitivity) of a weight, whose order of factors is free."""
    match weight:
        case Expr("exp", (Expr("div", (scored, divisor)),)) if scored == -eps * H(x, r):
            factors = list(_factors(divisor))
            found = [e for e in factors if e.op in SENSITIVITIES or e in (PRINTED_GS, var("gs"))]
            if len(found) == 1:
                others = [e for e in factors if e is not found[0]] or [num(1)]
                return reduce(operator.mul, others), found[0]
    told = "write exp(-eps * H(x, r) / (factor * sensitivity)), with one sensitivity"
    raise InvalidValue("a weight", text(weight), told)


def _factors(e: Expr) -> Iterator[Expr]:
    if e.op == "mul":
        for a in e.args:
            yield from _factors(a)
    else:
        yield e


def _calibration(e: Expr, given: Mapping[str, Any]) -> Calibration:
    """The sensitivity that an expression names, for the parameters at hand."""
    simple: dict[Expr, Calibration] = {
        PRINTED_GS: PrintedGlobal(),
        GS(): TrueGlobal(),
        LS(x): Local(),
    }
    if e in simple:
        return simple[e]
    if e.op not in ("S", "Sexp") or e.args[:2] != LS(x).args:
        raise InvalidValue("a weight", text(e), "it is not a sensitivity at x")
    smoothing = e.args[2]
    if e.op == "S":
        return Harmonic(Fraction(function(smoothing)(given)))
    return Exponential(beta_rule(smoothing, given))


def beta_rule(e: Expr, given: Mapping[str, Any]) -> BetaRule:
    """The exponent that an expression names, a number or what depends on n."""
    if e.op == "var":
        return FixedBeta(given[e.args[0]])
    expression = substituted(e, {name: num(given[name]) for name in free(e) - {"n"}})
    return StatedBeta(expression, f"delta {brief(given['delta'])}")


@dataclass(frozen=True, slots=True)
class StatedBeta:
    """beta as an expression in which only n is left to be given."""

    expression: Expr
    told: str

    def value(self, n: int, F: Field) -> Real:
        """beta for n records."""
        return function(self.expression, F)({"n": n})
