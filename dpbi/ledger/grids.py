"""The grids on which readings are decided: finitely many instances of a formula, smallest first.

Smallest first is by n, then the number of categories, then the simplest rationals, then datasets
lexicographically.  So the first instance that refutes a reading is its smallest witness.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from dpbi.bayes import data
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.language import Expr, Formula, Variable
from dpbi.language.text import with_domain

Value = int | Fraction | str | tuple[Any, ...] | Dirichlet


def priors(*texts: str) -> tuple[Dirichlet, ...]:
    """Priors written as "1,1" or "1/2,3"."""
    return tuple(Dirichlet(t.split(",")) for t in texts)


FLAT = priors("1,1")
TWO = priors("1,1", "1/2,1/2", "2,1", "7,4", "1/10,1/10", "1/3,5/7", "25,1/1000", "5,5")
THREE = priors("1,1,1", "1/2,3,1/10")
MIXED = TWO + THREE
ABOVE_ONE = priors("1,1", "2,1", "7,4", "3/2,7/5", "1,1,1", "7,4,5")

EPSILONS = ("1/100", "1/3", "1", "4", "8")
GAMMAS = ("0", "1/3", "1", "3")

DEFAULTS: dict[str, tuple[str, ...]] = {
    "eps": EPSILONS,
    "gamma": GAMMAS,
    "delta": ("1/1000000", "1/10", "4/5"),
    "lam": ("-2", "-1/2", "1/10", "1", "3"),
    "t": ("1/10", "1/4", "1/2", "9/10"),
    "c": ("-1/2", "-1/10", "1/10", "1/2"),
    "j": ("0", "1", "2", "3"),
    "m": ("2", "3", "4"),
    "k": ("2", "3", "4"),
}

WHOLE = ("0", "1", "2", "3")
RATIONAL = ("-2", "-1/2", "0", "1/10", "1/2", "1", "2")
"""For variables with a name of their own; what lies outside their domain is left out."""


def height(value: Any) -> tuple[Any, ...]:
    """How simple a value is: small numerators and denominators come first."""
    if isinstance(value, Dirichlet):
        return (value.k, sum(a.numerator + a.denominator for a in value.alpha), value.alpha)
    if isinstance(value, (int, Fraction)):
        q = Fraction(value)
        return (abs(q.numerator) + q.denominator, q < 0, q)
    return (0, str(value))


@dataclass(frozen=True)
class Grid:
    """Finitely many values for every variable; `full` is the largest n of the full profile."""

    n: tuple[int, ...] | int = 6
    full: int | None = None
    priors: tuple[Dirichlet, ...] = TWO
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def sizes(self, *, thorough: bool = False) -> tuple[int, ...]:
        """The numbers of records."""
        if isinstance(self.n, tuple):
            return self.n
        last = self.full if thorough and self.full is not None else self.n
        return tuple(range(1, last + 1))

    def instances(self, formula: Formula, *, thorough: bool = False) -> Iterator[dict[str, Value]]:
        """All assignments of the formula's variables, smallest first."""
        sizes = self.sizes(thorough=thorough) if "n" in formula.names else (0,)
        chosen = sorted(self.priors, key=height) if "prior" in formula.names else [None]
        scalars = [v.name for v in formula.variables if v.domain[0] in ("int", "rational", "word")]
        scalars = [name for name in scalars if name != "n"]
        choices = [self._values(name, formula) for name in scalars]
        for n, prior in product(sizes, chosen):
            start: dict[str, Value] = {}
            if "n" in formula.names:
                start["n"] = n
            if prior is not None:
                start["prior"] = prior
            for values in product(*choices):
                yield from _with_datasets(
                    formula, {**start, **dict(zip(scalars, values, strict=True))}
                )

    def describe(self, formula: Formula, *, thorough: bool = False) -> str:
        """The grid in words."""
        parts = []
        if "n" in formula.names:
            sizes = self.sizes(thorough=thorough)
            parts.append(_in_words(sizes))
        if "prior" in formula.names:
            names = ", ".join(f"({', '.join(map(str, p.alpha))})" for p in self.priors)
            parts.append(f"priors {names}")
        for v in formula.variables:
            if v.name != "n" and v.domain[0] in ("int", "rational", "word"):
                values = ", ".join(map(str, self._values(v.name, formula)))
                parts.append(f"{v.name} in {{{values}}}")
        if any(v.domain[0] == "dataset" for v in formula.variables):
            parts.append("all datasets")
        parts += [f"all {with_domain(v)}" for v in formula.variables if v.domain[0] == "in"]
        return "; ".join(parts)

    def largest(self, formula: Formula) -> dict[str, int]:
        """The largest value of every integer variable that has one."""
        names = [v.name for v in formula.variables if v.domain[0] == "int" and v.name != "n"]
        values = {name: self._values(name, formula) for name in names}
        if "n" in formula.names:
            values["n"] = list(self.sizes())
        return {name: max(v for v in of if isinstance(v, int)) for name, of in values.items() if of}

    def with_values(self, **values: Iterable[str]) -> Grid:
        """The same grid with other values for some variables."""
        return replace(self, values={**self.values, **{k: tuple(v) for k, v in values.items()}})

    def _values(self, name: str, formula: Formula) -> list[Value]:
        (domain,) = (v.domain for v in formula.variables if v.name == name)
        if domain[0] == "word":
            return list(self.values.get(name) or domain[1:])
        whole = domain[0] == "int"
        texts = self.values.get(name) or DEFAULTS.get(name) or (WHOLE if whole else RATIONAL)
        numbers = [Fraction(t) for t in texts]
        kept = [q for q in numbers if inside(q, *domain[1:])]
        return sorted((int(q) if whole else q for q in kept), key=height)


def inside(q: Fraction, low: Any, high: Any, strict: str = "[]") -> bool:
    """Whether a number lies in a domain with these ends."""
    above = low is None or q > Fraction(low) or (strict[0] == "[" and q == Fraction(low))
    below = high is None or q < Fraction(high) or (strict[1] == "]" and q == Fraction(high))
    return above and below


def _with_datasets(formula: Formula, start: dict[str, Value]) -> Iterator[dict[str, Value]]:
    """Every way to fill in datasets; neighbours only, where a hypothesis asks for neighbours."""
    listed = [v for v in formula.variables if v.domain[0] in ("dataset", "in")]
    near = {h.args[1].args[0]: h.args[0].args[0] for h in formula.hypotheses if _is_adjacent(h)}

    def fill(i: int, env: dict[str, Value]) -> Iterator[dict[str, Value]]:
        if i == len(listed):
            yield env
            return
        name = listed[i].name
        if listed[i].domain[0] == "in":
            for element in _elements(listed[i], env):
                yield from fill(i + 1, {**env, name: element})
            return
        base = env.get(near.get(name, ""))
        n, prior = env["n"], env["prior"]
        assert isinstance(n, int)
        assert isinstance(prior, Dirichlet)
        every = data.neighbours(base) if isinstance(base, tuple) else data.datasets(n, prior.k)
        for z in every:
            yield from fill(i + 1, {**env, name: z})

    yield from fill(0, start)


def _elements(v: Variable, env: Mapping[str, Any]) -> tuple[Any, ...]:
    """The elements of a variable's set; evaluation is in a room of its own, which needs grids."""
    from dpbi.ledger import ranges

    return ranges.elements(v, env)


def _is_adjacent(h: Expr) -> bool:
    return h.op == "adjacent" and all(a.op == "var" for a in h.args)


def _in_words(sizes: Sequence[int]) -> str:
    """Sizes as a range, as a progression, or one by one."""
    if len(sizes) == 1:
        return f"n = {sizes[0]}"
    steps = {b - a for a, b in pairwise(sizes)}
    if steps <= {1}:
        return f"{sizes[0]} <= n <= {sizes[-1]}"
    if len(steps) == 1 and len(sizes) > 4:
        return f"n in {{{sizes[0]}, {sizes[1]}, ..., {sizes[-1]}}}"
    return f"n in {{{', '.join(map(str, sizes))}}}"
