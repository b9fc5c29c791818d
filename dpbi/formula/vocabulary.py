"""The words about vectors, distances, sensitivities and mechanisms, one method each."""

from __future__ import annotations

from abc import abstractmethod
from fractions import Fraction
from typing import Any

from dpbi import data
from dpbi.formula import model
from dpbi.formula.arithmetic import Arithmetic, Environment
from dpbi.formula.expr import Expr
from dpbi.formula.value import NoValue, Number, equal, exactly, larger
from dpbi.posteriors import Dirichlet


class Vocabulary(Arithmetic):
    """Arithmetic, and what is particular to private Bayesian inference."""

    @abstractmethod
    def vector(self, e: Expr, env: Environment) -> tuple[Any, ...]:
        """The value of a vector expression."""

    def _at(self, a: Any, env: Environment) -> Number:
        v, i = self.vector(a[0], env), self.number(a[1], env).integer()
        if not 0 <= i < len(v):
            raise NoValue("a component outside its vector")
        return exactly(Fraction(v[i]), self.F)

    def _len(self, a: Any, env: Environment) -> Number:
        return exactly(len(self.vector(a[0], env)), self.F)

    def _total(self, a: Any, env: Environment) -> Number:
        return exactly(sum(map(Fraction, self.vector(a[0], env)), Fraction(0)), self.F)

    def _d(self, a: Any, env: Environment) -> Number:
        v, w = (self.vector(e, env) for e in a)
        return exactly(
            sum((abs(Fraction(s) - t) for s, t in zip(v, w, strict=True)), Fraction(0)) / 2, self.F
        )

    def _hellinger(self, a: Any, env: Environment) -> Number:
        p, q = (self._dirichlet(self.vector(e, env)) for e in a)
        return model.any_distance(p, q, self.F)

    def _H(self, a: Any, env: Environment) -> Number:
        p, v, w = self._prior(a[0], env), self._counts(a[1], env), self._counts(a[2], env)
        if sum(v) != sum(w):
            return model.any_distance(p.update(v), p.update(w), self.F)
        return model.distance(p, v, w, self.F)

    def _LS(self, a: Any, env: Environment) -> Number:
        return model.local(self._prior(a[0], env), self._counts(a[1], env), self.F)

    def _GS(self, a: Any, env: Environment) -> Number:
        return model.global_(self._prior(a[0], env), self.number(a[1], env).integer(), self.F)

    def _S(self, a: Any, env: Environment) -> Number:
        p, v = self._prior(a[0], env), self._counts(a[1], env)
        return model.harmonic(p, v, self.number(a[2], env), self.F)

    def _Sexp(self, a: Any, env: Environment) -> Number:
        p, v = self._prior(a[0], env), self._counts(a[1], env)
        return model.smooth(p, v, self.number(a[2], env), self.F)

    def _C(self, a: Any, env: Environment) -> Number:
        p, v, w = self._prior(a[0], env), self._counts(a[1], env), self._counts(a[2], env)
        target = model.distance(p, v, w, self.F)
        answers = [
            equal(model.distance(p, v, z, self.F), target, self.F)
            for z in data.datasets(sum(v), p.k)
        ]
        if None in answers:
            raise NoValue("a multiplicity that hangs on an undecided equality")
        return exactly(sum(map(bool, answers)), self.F)

    def _P(self, a: Any, env: Environment) -> Number:
        name, options, prior, eps, x, r = a
        return model.probability(
            name,
            self._options(options, env),
            self._prior(prior, env),
            self.number(eps, env),
            self._counts(x, env),
            self.vector(r, env),
            self.F,
        )

    def _loss(self, a: Any, env: Environment) -> Number:
        name, options, prior, eps, n = a
        size, level = self.number(n, env).integer(), self.number(eps, env)
        p = self._prior(prior, env)
        return model.loss(name, self._options(options, env), p, level, size, self.F)

    def _delta(self, a: Any, env: Environment) -> Number:
        name, options, prior, eps, x, y, level = a
        chosen, p = self._options(options, env), self._prior(prior, env)
        e, v, w = self.number(eps, env), self._counts(x, env), self._counts(y, env)
        if (len(v), sum(v)) != (len(w), sum(w)):
            raise NoValue("a delta at datasets of different sizes")
        first, second = (model.law(name, chosen, p, e, z, self.F) for z in (v, w))
        factor = self._exp((level,), env)
        zero = exactly(0, self.F)
        terms = [
            larger(zero, self._minus(s, self._times(factor, second.get(r, zero))), self.F)
            for r, s in first.items()
        ]
        return self._total_of(terms)

    def _counts(self, e: Expr, env: Environment) -> data.Counts:
        v = self.vector(e, env)
        if any(not isinstance(c, int) or c < 0 for c in v):
            raise NoValue("counts that are negative or no integers")
        return v

    def _prior(self, e: Expr, env: Environment) -> Dirichlet:
        value = env[e.args[0]] if e.op == "var" else None
        return value if isinstance(value, Dirichlet) else self._dirichlet(self.vector(e, env))

    def _dirichlet(self, v: tuple[Any, ...]) -> Dirichlet:
        if len(v) < 2 or any(a <= 0 for a in v):
            raise NoValue("a Dirichlet parameter that is not positive")
        return Dirichlet(v)

    def _options(self, options: Any, env: Environment) -> tuple[model.Option, ...]:
        return tuple((k, self.number(v, env) if isinstance(v, Expr) else v) for k, v in options)
