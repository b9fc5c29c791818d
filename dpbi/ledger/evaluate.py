"""The value of a formula at an assignment, in any number field, with three-valued conditions.

Floats propose (search), balls and exact forms decide.  Numbers become `Quantity`s, datasets and
other vectors tuples, conditions True, False or None.  Where an expression has no value, the
condition around it is None, and `Evaluation.gaps` remembers why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from typing import Any

from dpbi.bayes.data import Counts
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.fields import Balls, Field
from dpbi.fields.field import LADDER
from dpbi.language.expr import Expr, Options
from dpbi.language.formula import free
from dpbi.language.signatures import BINDERS, OPERATIONS, SORTS, IllFormed
from dpbi.language.words import Formula
from dpbi.ledger.model import MODEL, Chosen, Vocabulary, as_mechanism
from dpbi.ledger.released import TARGETS, is_worst, located, promised, worst_pair
from dpbi.ledger.values import ARITHMETIC, Environment, NoValue, Quantity, Undefined, exactly
from dpbi.ledger.vectors import VECTORS, as_counts, as_prior
from dpbi.support.deadline import not_late

CONNECTIVES = {"not", "and", "or", "implies", "forall", "exists"}
PRECISIONS = tuple(rung.bits for rung in LADDER)


OVER = {head for head in BINDERS if OPERATIONS[head].gives == "N"}


class Evaluation(Vocabulary):
    """Evaluates expressions and conditions in one field."""

    def __init__(self, F: Field) -> None:
        super().__init__(F)
        self.gaps = set[str]()
        self.certainly = set[str]()  # of the gaps, what no precision could close
        self.open = False  # whether a condition may be decided with more precision
        self.doubt = False  # whether one may have a value that was not found
        self._kinds: dict[str, Callable[[Any, Environment], Any]] = {
            "N": self.number,
            "I": self._integer,
            "V": self.vector,
            "Q": self._prior,
            "X": self._counts,
            "M": self._mechanism,
            "T": self._target,
            "n": self.elements,
            "E": self._element,
            "L": self._literal,
        }

    def instance(
        self, formula: Formula, assignment: Environment
    ) -> tuple[bool | None, bool | None]:
        """(hypotheses, conclusion) at an assignment; the conclusion only if the former hold."""
        with self.F.scope():
            env = self.environment(assignment)
            met = _all(self.condition(h, env) for h in formula.hypotheses)
            return met, self.condition(formula.conclusion, env) if met else None

    def environment(self, assignment: Environment) -> dict[str, Any]:
        """The variables as they are evaluated."""
        return {name: self._given(value) for name, value in assignment.items()}

    def sides(self, formula: Formula, assignment: Environment) -> tuple[Quantity, Quantity] | None:
        """Both sides of a conclusion that is an inequality or an equation, for margins."""
        if formula.conclusion.op not in ("le", "lt", "eq"):
            return None
        a, b = self.values(formula.conclusion.args, assignment)
        return None if a is None or b is None else (a, b)

    def values(self, numbers: Iterable[Expr], assignment: Environment) -> list[Quantity | None]:
        """The values of numeric expressions at an assignment; None where one has none."""
        with self.F.scope():
            env = self.environment(assignment)
            return [self._value(e, env) for e in numbers]

    def cases(self, e: Expr, assignment: Environment) -> list[tuple[Any, Quantity | None]]:
        """What a sum or an extremum goes over: each element with the value of its term there."""
        with self.F.scope():
            env = self.environment(assignment)
            every = list(self._each(e, env))
            return [(inner[e.args[0]], self._value(e.args[-1], inner)) for inner in every]

    def audited(self, e: Expr, assignment: Environment) -> Any:
        """The mechanism of a loss as dpbi audits it; None where a parameter is not rational."""
        kind, options, prior, eps, n = e.args
        with self.F.scope():
            env = self.environment(assignment)
            name, numbers = self._mechanism((kind, options), env)
            level = self.number(eps, env).rational
            given = [v.rational for _, v in numbers if isinstance(v, Quantity)]
            if level is None or None in given:
                return None
            return as_mechanism(
                name, numbers, self._prior(prior, env), level, self._integer(n, env)
            )

    def attained(self, e: Expr, assignment: Environment) -> dict[str, Any]:
        """Where the loss or the delta of a target in a condition is attained; {} without one."""
        for part in e.walk():
            if is_worst(part) and free(part) <= set(assignment):
                with self.F.scope(), suppress(NoValue):
                    env = self.environment(assignment)
                    of_delta = part.op == "worstdelta"
                    level = self.number(part.args[2], env) if of_delta else None
                    return worst_pair(self._target(part.args[:2], env), level)
        return {}

    def _value(self, e: Expr, env: Environment) -> Quantity | None:
        try:
            return self.number(e, env)
        except NoValue:
            return None

    def condition(self, e: Expr, env: Environment) -> bool | None:
        """True, False, or None where it is undecided or something in it has no value."""
        not_late()
        try:
            answer = self._condition(e, env)
        except NoValue as gap:
            self.gaps.add(str(gap))
            self.certainly |= {gap.certainly} - {""}
            self.open |= not gap.certainly
            self.doubt |= not gap.certain
            return None
        undecided = answer is None and e.op not in CONNECTIVES
        self.open |= undecided
        self.doubt |= undecided
        return answer

    def _condition(self, e: Expr, env: Environment) -> bool | None:
        match e.op:
            case "not":
                return _negated(self.condition(e.args[0], env))
            case "and":
                return _all(self.condition(c, env) for c in e.args)
            case "or":
                return _any(self.condition(c, env) for c in e.args)
            case "implies":
                given, then = (self.condition(c, env) for c in e.args)
                return _any((_negated(given), then))
            case "forall" | "exists":
                over = _all if e.op == "forall" else _any
                return over(self.condition(e.args[2], inner) for inner in self._each(e, env))
            case "lt" | "le" | "eq" if is_worst(e.args[0]) or is_worst(e.args[1]):
                return self._promised(e, env)
        answer: bool | None = self._applied(e, env, "C")
        return answer

    def _promised(self, e: Expr, env: Environment) -> bool | None:
        """A loss or a delta of a target beside a number: is the promise kept?  At a tie, too."""
        a, b = e.args
        worst, other, first = (a, b, True) if is_worst(a) else (b, a, False)
        level = self.number(worst.args[2], env) if worst.op == "worstdelta" else None
        bound = self.number(other, env)
        found = promised(self._target(worst.args[:2], env), level, bound.level)
        if found.within is False:  # it is above the bound
            return e.op != "eq" and not first
        if found.tie:
            return e.op != "lt"
        if found.within and e.op == ("le" if first else "lt"):
            return first
        value = self.number(worst, env)
        compared: bool | None = WORDS[e.op](self, *((value, bound) if first else (bound, value)))
        return compared

    def number(self, e: Expr, env: Environment) -> Quantity:
        """The value of a numeric expression."""
        if e.op == "var":
            value = env[e.args[0]]
            if not isinstance(value, Quantity):
                raise NoValue(f"{e.args[0]} is not a number")
            return value
        return self._over(e, env) if e.op in OVER else self._applied(e, env, "N")

    def vector(self, e: Expr, env: Environment) -> tuple[Any, ...]:
        """The value of a vector expression."""
        if e.op == "var":
            value = env[e.args[0]]
            if isinstance(value, Dirichlet):
                return value.alpha
            if isinstance(value, Quantity):
                raise NoValue(f"{e.op} is not a vector")
            found: tuple[Any, ...] = value
            return found
        return tuple(self._applied(e, env, "V"))

    def elements(self, e: Expr, env: Environment) -> list[Any]:
        """The elements of a finite set: exact numbers, or vectors."""
        return list(self._applied(e, env, "nv"))

    def _applied(self, e: Expr, env: Environment, wanted: str) -> Any:
        """An operation on its arguments, each taken as the table of the language says."""
        if e.op == "defined":
            return self._defined(e.args, env, wanted)
        if e.op == "pow" and wanted == "N":
            return self._power(e.args, env)
        operation = OPERATIONS.get(e.op)
        if operation is None or operation.gives not in wanted:
            raise IllFormed(f"{e.op} is not {SORTS[wanted[0]]}")
        take, kinds = self._kinds, operation.kinds
        if operation.repeats and e.args:
            return WORDS[e.op](self, *map(take[kinds[0]], e.args, repeat(env)))
        if len(kinds) == len(e.args):
            return WORDS[e.op](self, *[take[k](a, env) for k, a in zip(kinds, e.args, strict=True)])
        return WORDS[e.op](self, *[take[k](a, env) for k, a in operation.taken(e.args)])

    def _power(self, args: tuple[Any, ...], env: Environment) -> Quantity:
        """A whole power; another one may have a value, which is not found."""
        a, m = self.number(args[0], env), self.number(args[1], env).rational
        if m is None or m.denominator != 1:
            what = "a power whose exponent is not an integer"
            raise NoValue(f"{what}: write exp(m * log(a)) for a ** m")
        return self._pow(a, int(m))

    def _defined(self, args: tuple[Any, ...], env: Environment, wanted: str) -> Any:
        """A definition at its arguments: its value where its parameters are these."""
        definition, *given = args
        inner: dict[str, Any] = {}
        for (name, kind), a in zip(definition.parameters, given, strict=True):
            value = self._kinds[kind](a, env)
            inner[name] = exactly(value, self.F) if kind == "I" else value
        if (within := self.condition(definition.given, inner)) is not True:
            kind = NoValue if within is None else Undefined
            raise kind(f"{definition.name} outside its domain")
        if wanted == "C":
            return self._condition(definition.value, inner)
        value_of = self.number if wanted == "N" else self.vector
        return value_of(definition.value, inner)

    def _over(self, e: Expr, env: Environment) -> Quantity:
        """A sum or an extremum over a set, or how many of its elements there are."""
        inside: Iterable[Environment] = self._each(e, env)
        if len(e.args) == 4 or e.op == "count":
            inside = [inner for inner in inside if self._certain(e.args[2], inner)]
        if e.op == "count":
            return exactly(len(list(inside)), self.F)
        values = (self.number(e.args[-1], inner) for inner in inside)
        match e.op:
            case "sum" | "sumif":
                return self._total_of(values)
            case "prod":
                return self._mul(exactly(1, self.F), *values)
            case "maxof" | "maxif":
                return self._max(*values)
        return self._min(*values)

    def _each(self, e: Expr, env: Environment) -> Iterator[Environment]:
        name, elements = e.args[:2]
        for element in self.elements(elements, env):
            not_late()
            yield {**env, name: element}

    def _certain(self, condition: Expr, env: Environment) -> bool:
        answer = self._condition(condition, env)
        if answer is None:
            raise NoValue("a set whose members are not certain")
        return answer

    def _given(self, value: Any) -> Any:
        """An assigned value: numbers as `Quantity`s, vectors and priors as they are."""
        if isinstance(value, (int, Fraction)):
            return exactly(Fraction(value), self.F)
        return value

    def _integer(self, e: Expr, env: Environment) -> int:
        return self.number(e, env).integer()

    def _counts(self, e: Expr, env: Environment) -> Counts:
        return as_counts(self.vector(e, env))

    def _prior(self, e: Expr, env: Environment) -> Dirichlet:
        value = env[e.args[0]] if e.op == "var" else None
        return value if isinstance(value, Dirichlet) else as_prior(self.vector(e, env))

    def _mechanism(self, chosen: tuple[str, Options], env: Environment) -> Chosen:
        name, options = chosen
        numbers = ((k, self.number(v, env) if isinstance(v, Expr) else v) for k, v in options)
        return name, tuple(numbers)

    def _target(self, chosen: tuple[Any, Options], env: Environment) -> Any:
        """A target with the values of its parameters: numbers, vectors, words."""
        target, options = chosen
        values = ((k, self._element(v, env) if isinstance(v, Expr) else v) for k, v in options)
        return located(target), tuple(values)

    def _element(self, e: Expr, env: Environment) -> Any:
        of_vectors = e.op in ("vec", "plus") or (e.op == "defined" and e.args[0].sort == "V")
        if of_vectors or (e.op == "var" and not isinstance(env[e.args[0]], Quantity)):
            return self.vector(e, env)
        return self.number(e, env)

    def _literal(self, written: Any, env: Environment) -> Any:
        return written


def _list(_: Evaluation, *elements: Any) -> list[Any]:
    return list(elements)


def _true(_: Evaluation) -> bool:
    return True


WORDS: dict[str, Callable[..., Any]] = {
    **ARITHMETIC,
    **MODEL,
    **VECTORS,
    **TARGETS,
    "list": _list,
    "true": _true,
}
"""What computes every operation but variables, connectives and binders, which are above."""


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


@dataclass(frozen=True)
class Silence:
    """That a formula says nothing at an assignment.

    `what` is the arithmetic in it that certainly has no value, where nothing else may decide it.
    `certain` says that nothing in it has a value that was only not found.
    """

    what: str
    certain: bool


def silence(formula: Formula, assignment: Environment) -> Silence:
    """Why a formula that is not decided at an assignment says nothing there."""
    evaluation = Evaluation(Balls(PRECISIONS[-1]))
    evaluation.instance(formula, assignment)
    what = "" if evaluation.open else "; ".join(sorted(evaluation.certainly))
    return Silence(what, bool(evaluation.gaps) and not evaluation.doubt)


def _negated(answer: bool | None) -> bool | None:
    return None if answer is None else not answer


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
    return _negated(_all(map(_negated, answers)))
