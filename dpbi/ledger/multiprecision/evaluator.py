"""Formulas in mpmath: the evaluation behind a second opinion on a reading.

Numbers are fractions as long as they can be, then mpmath's; words are those of
`privacy/definitions.py`.  There are no balls, no keys and no sums of exponentials: two numbers that
agree to all but the spare digits count as equal.  So nothing that is found here proves anything.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from math import comb
from typing import Any

from dpbi.bayes.data import integers
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.errors import NoOpinion
from dpbi.language import Expr
from dpbi.ledger.multiprecision.numbers import Elementary, Environment
from dpbi.ledger.multiprecision.vectors import is_inserted, places_apart, vectors
from dpbi.mechanisms import mechanism
from dpbi.privacy import privacy_loss
from dpbi.privacy.definitions import EXPONENTIAL, datasets, neighbours
from dpbi.privacy.second_opinion import largest_of_pairs

FEW, MOST = 6000, 60_000
"""Probabilities: all pairs are compared up to FEW, or up to MOST where no pair is named."""


def environment(instance: Environment) -> Environment:
    """An instance as it is evaluated: a prior is its parameters, a number a fraction."""
    return {name: _given(value) for name, value in instance.items()}


def _given(value: Any) -> Any:
    if isinstance(value, Dirichlet):
        return value.alpha
    return Fraction(value) if isinstance(value, (int, Fraction)) else value


class Evaluator(Elementary):
    """Formulas over fractions and the numbers of `Definitions`."""

    def condition(self, e: Expr, env: Environment) -> bool:
        """Whether a condition is true."""
        a = e.args
        match e.op:
            case "defined":
                return self.condition(a[0].value, self._parameters_of(a, env))
            case "inserted":
                return is_inserted(*(self.vector(b, env) for b in a))
            case "true":
                return True
            case "lt":
                return self._sign(*self._both(a, env)) < 0
            case "le":
                return self._sign(*self._both(a, env)) <= 0
            case "eq":
                return self._sign(*self._both(a, env)) == 0
            case "same":
                return bool(self.vector(a[0], env) == self.vector(a[1], env))
            case "adjacent":
                v, w = (self.vector(b, env) for b in a)
                return len(v) == len(w) and w in neighbours(v)
            case "not":
                return not self.condition(a[0], env)
            case "and":
                return all(self.condition(c, env) for c in a)
            case "or":
                return self._either(a, env)
            case "implies":
                return self._either((Expr("not", (a[0],)), a[1]), env)
            case "forall":
                return all(self.condition(a[2], inner) for inner in self._each(a, env))
            case "exists":
                return any(self.condition(a[2], inner) for inner in self._each(a, env))
        raise NoOpinion(f"{e.op} is not a condition")

    def _either(self, conditions: Iterable[Expr], env: Environment) -> bool:
        """Whether one of them is true; a condition without a value is passed over."""
        gap: NoOpinion | None = None
        for c in conditions:
            try:
                if self.condition(c, env):
                    return True
            except NoOpinion as found:
                gap = found
        if gap is not None:
            raise gap
        return False

    def _parameters_of(self, a: Any, env: Environment) -> dict[str, Any]:
        """The parameters of a definition at its arguments, where it has a value."""
        definition, *given = a
        inner = {
            name: self._value(b, env) if kind in "NI" else self.vector(b, env)
            for (name, kind), b in zip(definition.parameters, given, strict=True)
        }
        if not self.condition(definition.given, inner):
            raise NoOpinion(f"{definition.name} outside its domain")
        return inner

    def _defined(self, a: Any, env: Environment) -> Any:
        return self.number(a[0].value, self._parameters_of(a, env))

    def _hamming(self, a: Any, env: Environment) -> Any:
        return places_apart(*(self.vector(b, env) for b in a))

    def _prod(self, a: Any, env: Environment) -> Any:
        return reduce(self._over(operator.mul), self._each_number(a, env), Fraction(1))

    def _chosen(self, a: Any, env: Environment) -> Iterable[Any]:
        inside = (inner for inner in self._each(a, env) if self.condition(a[2], inner))
        return (self.number(a[3], inner) for inner in inside)

    def _maxif(self, a: Any, env: Environment) -> Any:
        return self._extreme(max, self._chosen(a, env))

    def _minif(self, a: Any, env: Environment) -> Any:
        return self._extreme(min, self._chosen(a, env))

    def number(self, e: Expr, env: Environment) -> Any:
        """The value of a numeric expression: a fraction, or a number of the context."""
        special = getattr(self, f"_{e.op}", None)
        if special is not None:
            return special(e.args, env)
        if e.op in _EXACT:
            return reduce(self._over(_EXACT[e.op]), (self.number(a, env) for a in e.args))
        raise NoOpinion(f"{e.op} is not a number")

    def _num(self, a: Any, env: Environment) -> Any:
        return Fraction(a[0])

    def _var(self, a: Any, env: Environment) -> Any:
        if isinstance(env[a[0]], tuple):
            raise NoOpinion(f"{a[0]} is not a number")
        return env[a[0]]

    def _sum(self, a: Any, env: Environment) -> Any:
        return self._total_of(self._each_number(a, env))

    def _sumif(self, a: Any, env: Environment) -> Any:
        return self._total_of(self._chosen(a, env))

    def _total_of(self, values: Iterable[Any]) -> Any:
        return reduce(self._over(operator.add), values, Fraction(0))

    def _count(self, a: Any, env: Environment) -> Any:
        return Fraction(sum(self.condition(a[2], inner) for inner in self._each(a, env)))

    def _each_number(self, a: Any, env: Environment) -> Iterable[Any]:
        return (self.number(a[2], inner) for inner in self._each(a, env))

    def _maxof(self, a: Any, env: Environment) -> Any:
        return self._extreme(max, self._each_number(a, env))

    def _minof(self, a: Any, env: Environment) -> Any:
        return self._extreme(min, self._each_number(a, env))

    def _max(self, a: Any, env: Environment) -> Any:
        return self._extreme(max, (self.number(b, env) for b in a))

    def _min(self, a: Any, env: Environment) -> Any:
        return self._extreme(min, (self.number(b, env) for b in a))

    def _each(self, a: Any, env: Environment) -> Iterable[dict[str, Any]]:
        elements = self._elements(a[1], env)
        return ({**env, a[0]: element} for element in elements)

    def _elements(self, e: Expr, env: Environment) -> list[Any]:
        """A finite set: numbers, or vectors."""
        match e.op:
            case "range":
                first, last = (self._integer(a, env) for a in e.args)
                return [Fraction(i) for i in integers(first, last)]
            case "datasets":
                return list(datasets(*(self._integer(a, env) for a in e.args)))
            case "neighbours":
                return list(neighbours(self.vector(e.args[0], env)))
            case "outputs":
                name, options, n, k = e.args
                size, categories = self._integer(n, env), self._integer(k, env)
                flat, x = (Fraction(1),) * categories, (size, *(0,) * (categories - 1))
                given = self._options(options, env, {"beta": 0, "gamma": 1, "gs": "printed"})
                return list(self.d.row(name, given, flat, Fraction(1), x).p)
            case "grid" | "upto":
                length = self._integer(e.args[1], env)
                lengths = range(length + 1) if e.op == "upto" else [length]
                return list(vectors(self._elements(e.args[0], env), lengths))
            case "list":
                return [self._value(a, env) for a in e.args]
        raise NoOpinion(f"{e.op} is not a set")

    def _value(self, e: Expr, env: Environment) -> Any:
        named = e.op == "var" and isinstance(env[e.args[0]], tuple)
        return self.vector(e, env) if named or e.op in ("vec", "plus") else self.number(e, env)

    def vector(self, e: Expr, env: Environment) -> tuple[Any, ...]:
        """A dataset, an output, the parameters of a distribution."""
        match e.op:
            case "var" if isinstance(env[e.args[0]], tuple):
                return tuple(env[e.args[0]])
            case "vec":
                found = [self.number(a, env) for a in e.args]
                if not all(isinstance(v, Fraction) for v in found):
                    raise NoOpinion("a component that is not rational")
                return tuple(int(v) if v.denominator == 1 else v for v in found)
            case "plus":
                v, w = (self.vector(a, env) for a in e.args)
                return tuple(s + t for s, t in zip(v, w, strict=True))
            case "defined":
                return self.vector(e.args[0].value, self._parameters_of(e.args, env))
        raise NoOpinion(f"{e.op} is not a vector")

    def _parameters(self, e: Expr, env: Environment) -> tuple[Fraction, ...]:
        return tuple(map(Fraction, self.vector(e, env)))

    def _counts(self, e: Expr, env: Environment) -> tuple[int, ...]:
        v = self.vector(e, env)
        if any(type(c) is not int or c < 0 for c in v):
            raise NoOpinion("counts that are negative or not integers")
        return v

    def _at(self, a: Any, env: Environment) -> Any:
        v, i = self.vector(a[0], env), self._integer(a[1], env)
        if not 0 <= i < len(v):
            raise NoOpinion("a component outside its vector")
        return Fraction(v[i])

    def _len(self, a: Any, env: Environment) -> Any:
        return Fraction(len(self.vector(a[0], env)))

    def _total(self, a: Any, env: Environment) -> Any:
        return sum(map(Fraction, self.vector(a[0], env)), Fraction(0))

    def _d(self, a: Any, env: Environment) -> Any:
        v, w = (self._parameters(b, env) for b in a)
        return sum((abs(s - t) for s, t in zip(v, w, strict=True)), Fraction(0)) / 2

    def _hellinger(self, a: Any, env: Environment) -> Any:
        return self.d.hellinger(*(self._parameters(b, env) for b in a))

    def _H(self, a: Any, env: Environment) -> Any:
        return self.d.distance(
            self._parameters(a[0], env), self._counts(a[1], env), self._counts(a[2], env)
        )

    def _C(self, a: Any, env: Environment) -> Any:
        prior, x, r = self._parameters(a[0], env), *(self._counts(b, env) for b in a[1:])
        far = self.d.distance(prior, x, r)
        every = (self.d.distance(prior, x, z) for z in datasets(sum(x), len(x)))
        return Fraction(sum(self._sign(h, far) == 0 for h in every))

    def _LS(self, a: Any, env: Environment) -> Any:
        return self.d.local(self._parameters(a[0], env), self._counts(a[1], env))

    def _GS(self, a: Any, env: Environment) -> Any:
        return max(self.d.locals(self._parameters(a[0], env), self._integer(a[1], env)).values())

    def _S(self, a: Any, env: Environment) -> Any:
        prior, x, gamma = self._parameters(a[0], env), self._counts(a[1], env), a[2]
        return self.d.sensitivity("harmonic", prior, x, self.number(gamma, env))

    def _Sexp(self, a: Any, env: Environment) -> Any:
        prior, x, beta = self._parameters(a[0], env), self._counts(a[1], env), a[2]
        return self.d.sensitivity("exponential", prior, x, self.number(beta, env))

    def _options(
        self, options: Any, env: Environment, usual: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Words and numbers; `usual` where a law's outputs are asked for, whatever they are."""
        given = {k: self.number(v, env) if isinstance(v, Expr) else v for k, v in options}
        return {**(usual or {}), **given}

    def _P(self, a: Any, env: Environment) -> Any:
        name, options, prior, eps, x, r = a
        given, level = self._options(options, env), self.number(eps, env)
        row = self.d.row(name, given, self._parameters(prior, env), level, self._counts(x, env))
        return row.p.get(self.vector(r, env), Fraction(0))

    def _delta(self, a: Any, env: Environment) -> Any:
        name, options, prior, eps, x, y, level = a
        given, nominal = self._options(options, env), self.number(eps, env)
        p = self._parameters(prior, env)
        first, second = (
            self.d.row(name, given, p, nominal, self._counts(z, env)).p for z in (x, y)
        )
        factor = self.d.mp.exp(self.real(self.number(level, env)))
        return self.d.mp.fsum(max(v - factor * second.get(r, 0), 0) for r, v in first.items())

    def _loss(self, a: Any, env: Environment) -> Any:
        """Over all pairs where they are few, else at the auditor's worst pair and its rivals."""
        name, options, prior, eps, n = a
        given, level = self._options(options, env), self.number(eps, env)
        p, records = self._parameters(prior, env), self._integer(n, env)
        if records < 1:
            raise NoOpinion("a loss without records")
        sets = comb(records + len(p) - 1, len(p) - 1)
        count = sets * (sets if name in EXPONENTIAL else (records + 1) ** (len(p) - 1))
        words = {k: v for k, v in given.items() if not isinstance(v, str)}
        named = all(isinstance(v, Fraction) for v in (level, *words.values())) and "gs" not in words
        if count > FEW and named:
            m: Any = mechanism(name, prior=p, n=records, epsilon=level, **given)
            x, y, _ = privacy_loss(m).witness
            return largest_of_pairs(m, ("epsilon", None), (x, y), self.d.digits, FEW).top
        if count > MOST:
            raise NoOpinion("too many pairs for a loss")
        laws = {x: self.d.row(name, given, p, level, x).log for x in datasets(records, len(p))}
        return max(v - laws[y][r] for x in laws for y in neighbours(x) for r, v in laws[x].items())


_EXACT: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
}
