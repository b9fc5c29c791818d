"""The value of a formula at an assignment, in any number field, with three-valued conditions.

Floats propose (search), balls and exact forms decide.  Numbers become `Quantity`s, datasets and
other vectors tuples, conditions True, False or None.  Where an expression has no value, the
condition around it is None, and `Evaluation.gaps` remembers why.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from dpbi.bayes import data
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.fields import Balls, Field
from dpbi.fields.field import LADDER
from dpbi.language.expr import Expr
from dpbi.language.words import Formula
from dpbi.ledger import model
from dpbi.ledger.model import Vocabulary
from dpbi.ledger.values import Environment, NoValue, Quantity, equal, exactly, less, less_equal

PRECISIONS = tuple(rung.bits for rung in LADDER)


class Evaluation(Vocabulary):
    """Evaluates expressions and conditions in one field."""

    def __init__(self, F: Field) -> None:
        self.F, self.gaps = F, set[str]()

    def instance(
        self, formula: Formula, assignment: Environment
    ) -> tuple[bool | None, bool | None]:
        """(hypotheses, conclusion) at an assignment; the conclusion only if the former hold."""
        with self.F.scope():
            env = {name: self._given(value) for name, value in assignment.items()}
            met = _all(self.condition(h, env) for h in formula.hypotheses)
            return met, self.condition(formula.conclusion, env) if met else None

    def sides(self, formula: Formula, assignment: Environment) -> tuple[Quantity, Quantity] | None:
        """Both sides of a conclusion that is an inequality or an equation, for margins."""
        if formula.conclusion.op not in ("le", "lt", "eq"):
            return None
        with self.F.scope():
            env = {name: self._given(value) for name, value in assignment.items()}
            try:
                a, b = (self.number(e, env) for e in formula.conclusion.args)
            except NoValue:
                return None
        return a, b

    def condition(self, e: Expr, env: Environment) -> bool | None:
        """True, False, or None where it is undecided or something in it has no value."""
        try:
            return self._condition(e, env)
        except NoValue as gap:
            self.gaps.add(str(gap))
            return None

    def _condition(self, e: Expr, env: Environment) -> bool | None:
        a = e.args
        match e.op:
            case "true":
                return True
            case "lt" | "le" | "eq":
                compare = {"lt": less, "le": less_equal, "eq": equal}[e.op]
                return compare(self.number(a[0], env), self.number(a[1], env), self.F)
            case "same":
                return bool(self.vector(a[0], env) == self.vector(a[1], env))
            case "adjacent":
                v, w = self.vector(a[0], env), self.vector(a[1], env)
                return len(v) == len(w) and sum(v) == sum(w) and data.distance(v, w) == 1
            case "not":
                inner = self.condition(a[0], env)
                return None if inner is None else not inner
            case "and":
                return _all(self.condition(c, env) for c in a)
            case "or":
                return _any(self.condition(c, env) for c in a)
            case "implies":
                return _any(
                    (
                        self._negated(self.condition(a[0], env)),
                        self.condition(a[1], env),
                    )
                )
            case "forall" | "exists":
                over = _all if e.op == "forall" else _any
                return over(self.condition(a[2], inner) for inner in self._each(a, env))
        raise ValueError(f"{e.op} is no condition")

    def number(self, e: Expr, env: Environment) -> Quantity:
        """The value of a numeric expression."""
        simple = getattr(self, f"_{e.op}", None)
        if simple is None:
            raise ValueError(f"{e.op} is no number")
        value: Quantity = simple(e.args, env)
        return value

    def vector(self, e: Expr, env: Environment) -> tuple[Any, ...]:
        """The value of a vector expression."""
        match e.op:
            case "var":
                value = env[e.args[0]]
                if isinstance(value, Dirichlet):
                    return value.alpha
                if isinstance(value, tuple):
                    return value
            case "vec":
                return tuple(self._component(a, env) for a in e.args)
            case "plus":
                v, w = (self.vector(a, env) for a in e.args)
                return tuple(s + t for s, t in zip(v, w, strict=True))
        raise NoValue(f"{e.op} is no vector")

    def elements(self, e: Expr, env: Environment) -> list[Any]:
        """The elements of a finite set: exact numbers, or vectors."""
        match e.op:
            case "range":
                first, last = (self.number(a, env).integer() for a in e.args)
                return [exactly(i, self.F) for i in range(first, last + 1)]
            case "datasets":
                n, k = (self.number(a, env).integer() for a in e.args)
                return list(data.datasets(n, k))
            case "neighbours":
                return list(data.neighbours(self.vector(e.args[0], env)))
            case "outputs":
                name, options, n, k = e.args
                size, categories = (self.number(a, env).integer() for a in (n, k))
                return model.outputs(name, self._options(options, env), size, categories, self.F)
            case "list":
                return [self._value(a, env) for a in e.args]
        raise ValueError(f"{e.op} is no set")

    def _given(self, value: Any) -> Any:
        """An assigned value: numbers as `Number`s, vectors and priors as they are."""
        if isinstance(value, (int, Fraction)):
            return exactly(Fraction(value), self.F)
        return value

    def _value(self, e: Expr, env: Environment) -> Any:
        if e.op in ("vec", "plus") or (e.op == "var" and not isinstance(env[e.args[0]], Quantity)):
            return self.vector(e, env)
        return self.number(e, env)

    def _component(self, e: Expr, env: Environment) -> int | Fraction:
        value = self.number(e, env).rational
        if value is None:
            raise NoValue("a component that is not rational")
        return int(value) if value.denominator == 1 else value

    def _negated(self, answer: bool | None) -> bool | None:
        return None if answer is None else not answer


def truth_at(
    formula: Formula, assignment: Environment
) -> tuple[bool | None, bool | None, set[str]]:
    """(hypotheses, conclusion, gaps) at an assignment, in balls of growing precision."""
    evaluation = Evaluation(Balls(PRECISIONS[0]))
    for bits in PRECISIONS:
        evaluation = Evaluation(Balls(bits))
        met, holds = evaluation.instance(formula, assignment)
        if met is False or (met and holds is not None):
            return met, holds, evaluation.gaps
    return met, holds, evaluation.gaps


def _all(answers: Iterable[bool | None]) -> bool | None:
    """False as soon as one is False; None if one is undecided."""
    result: bool | None = True
    for answer in answers:
        if answer is False:
            return False
        if answer is None:
            result = None
    return result


def _any(answers: Iterable[bool | None]) -> bool | None:
    """True as soon as one is True; None if one is undecided."""
    result: bool | None = False
    for answer in answers:
        if answer is True:
            return True
        if answer is None:
            result = None
    return result
