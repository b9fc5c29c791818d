r"""A formula as statements of Coq: what it asserts, that it is false, that it is vacuous.

    forall variables, domain -> values of h1 /\ (h1 -> values of h2 /\ (h2 -> ... conclusion))

The values are what the terms of the next condition need to have one (coq_scope.py): they are asked
for under the hypotheses before it and not under the condition itself, which without them says
something else in Coq than in the ledger.  Where they are proved, both say the same.

A formula that holds for some values is proved by rational ones; so is the opposite of a formula
that holds for all.  What has no words in Coq raises Unsayable with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from dpbi.language.coq_scope import (
    COUNTS,
    NAT,
    REAL,
    REALS,
    CoqName,
    CoqScope,
    Obligation,
    Unsayable,
    identifier,
    rational,
)
from dpbi.language.coq_terms import proposition
from dpbi.language.coq_words import SETS, WORDS
from dpbi.language.expr import OF_TARGETS, Expr, Variable, var
from dpbi.language.formula import children
from dpbi.language.signatures import BINDERS
from dpbi.language.unfolding import without_definitions
from dpbi.language.words import Formula, size

__all__ = ["KINDS", "Statements", "Unsayable", "statement_name", "statements"]

UNSAID = {
    *OF_TARGETS,
    *("hamming", "inserted", "grid", "upto", "prod", "maxif", "minif"),
}
"""Operations for which Definitions.v has no words: those of targets, and of vectors of any kind."""
KINDS = ("reading", "refuted", "vacuous")
"""What a theorem can show of a reading; also the beginning of the names of its statements."""


@dataclass(frozen=True, slots=True)
class Statements:
    """What can be said of a formula, as propositions of Coq."""

    reading: str
    refuted: str
    vacuous: str  # empty for a formula without hypotheses, and for one that holds for some values
    met: str  # that its hypotheses are met somewhere, with values; likewise


@dataclass(frozen=True, slots=True)
class _Step:
    """A condition, and what has to be so for its terms to have values."""

    values: tuple[Obligation, ...]
    condition: str


def statement_name(key: str, kind: str = "reading") -> str:
    """The name of the statement of a reading "claim/reading"."""
    return f"{kind}_" + re.sub(r"\W", "_", key)


def statements(formula: Formula) -> Statements:
    """All that can be said of a formula, its definitions unfolded."""
    if any(e.op in OF_TARGETS for e in formula.nodes()):
        raise Unsayable("a mechanism given as code, which Coq does not run")
    if _narrowed(formula):
        raise Unsayable("a definition that has a value on a part of its arguments alone")
    formula = without_definitions(formula)
    scope = CoqScope(WORDS, SETS)
    if len(set(formula.names)) < len(formula.names):
        raise Unsayable("two of its variables have one name")
    binders, domain, exact = [], [], []
    for v in _datasets_last(formula):
        binder, facts, given = _variable(v, scope)
        binders.append(binder)
        domain += facts
        exact += given
        scope.facts |= set(facts)
    steps = [_step(h, scope) for h in (*formula.hypotheses, formula.conclusion)]
    *met, last = steps
    negated = _Step(last.values, f"(~ {last.condition})")
    never = _chain(binders, domain, [*met, _Step((), "False")]) if met else ""
    somewhere = _exists(binders, [*domain, *exact], met) if met else ""
    if formula.quantifier == "exists":
        reading = _exists(binders, [*domain, *exact], steps)
        return Statements(reading, _chain(binders, domain, [*met, negated]), "", "")
    refuted = _exists(binders, [*domain, *exact], [*met, negated])
    return Statements(_chain(binders, domain, steps), refuted, never, somewhere)


KIND_OF_DOMAIN = {"int": "I", "dataset": "X", "prior": "Q"}


def _narrowed(formula: Formula) -> bool:
    """Whether a call may have no value where what it stands for has one."""
    domains = {v.name: KIND_OF_DOMAIN.get(v.domain[0], "") for v in formula.variables}
    rooms = [(formula.expressions(), domains)]
    rooms += [([d.given, d.value], dict(d.parameters)) for d in formula.definitions()]
    return any(_narrows(call, *room) for room in rooms for call in _calls(room[0]))


def _calls(expressions: list[Expr]) -> Iterator[Expr]:
    return (e for whole in expressions for e in whole.walk() if e.op == "defined")


def _narrows(call: Expr, around: list[Expr], kinds: dict[str, str]) -> bool:
    """`given` may not be met, an argument not be of its kind, or have no value and not be used."""
    definition, *given = call.args
    bound = {e.args[0] for whole in around for e in whole.walk() if e.op in BINDERS}
    used = _always_used(definition.value)
    for (name, kind), a in zip(definition.parameters, given, strict=True):
        if kind in KIND_OF_DOMAIN.values():
            whole = a.op == "num" and kind == "I" and Fraction(a.args[0]).denominator == 1
            known = a.op == "var" and a.args[0] not in bound and kinds.get(a.args[0]) == kind
            if not (whole or known):
                return True
        if a.op not in ("num", "var") and name not in used:
            return True
    return bool(definition.given.op != "true")


def _always_used(e: Expr) -> set[str]:
    """The variables that have a value wherever e has one: those not only within a binder."""
    if e.op == "var":
        return {e.args[0]}
    if e.op in BINDERS:
        return _always_used(e.args[1])
    return set().union(*map(_always_used, children(e)))


def _datasets_last(formula: Formula) -> list[Variable]:
    """The variables in their order; datasets speak of the prior and of n, which come before."""
    if any(v.domain[0] == "dataset" for v in formula.variables):
        kinds = {v.name: v.domain[0] for v in formula.variables}
        if kinds.get("prior") != "prior" or kinds.get("n") != "int":
            raise Unsayable("a dataset without prior and n")
    first = [v for v in formula.variables if v.domain[0] == "int" and v.name == "n"]
    first += [v for v in formula.variables if v.domain[0] == "prior"]
    return first + [v for v in formula.variables if v not in first]


def _variable(v: Variable, scope: CoqScope) -> tuple[str, list[str], list[str]]:
    """A binder, the facts of its domain, and that it is rational; the scope learns of it."""
    x, (kind, *rest) = identifier(v.name), v.domain
    match kind:
        case "int":
            low, high = rest
            if low is None or int(low) < 0:
                raise Unsayable(f"{v.name} may be a negative integer")
            scope.names[v.name] = CoqName(NAT, least=int(low))
            facts = [f"({int(low)} <= {x})%nat"]
            return f"({x} : nat)", facts + ([] if high is None else [f"({x} <= {high})%nat"]), []
        case "prior":
            scope.names[v.name] = CoqName(REALS, prior=True)
            length = [f"length {x} = {rest[0]}%nat"] if rest else []
            return f"({x} : list R)", [f"is_prior {x}", *length], [f"rational_prior {x}"]
        case "dataset":
            scope.names[v.name] = CoqName(COUNTS, home=(var("n"), size(var("prior"))))
            return f"({x} : list nat)", [f"is_dataset prior n {x}"], []
        case "vector":
            scope.names[v.name] = CoqName(COUNTS)
            return f"({x} : list nat)", [], []
        case "rational":
            low, high, ends = rest
            scope.names[v.name] = CoqName(REAL)
            facts = (
                [] if low is None else [f"{rational(low)} {'<' if ends[0] == '(' else '<='} {x}"]
            )
            if high is not None:
                facts.append(f"{x} {'<' if ends[1] == ')' else '<='} {rational(high)}")
            return f"({x} : R)", facts, [f"rational {x}"]
    raise Unsayable(f"{v.name} is from the domain {kind}")


def _step(condition: object, scope: CoqScope) -> _Step:
    """A condition, with what it asks for that no condition before it asked for."""
    before = len(scope.asked)
    text = proposition(condition, scope)  # type: ignore[arg-type]
    return _Step(tuple(scope.asked[before:]), text)


def _chain(binders: list[str], domain: list[str], steps: list[_Step]) -> str:
    """For all values: each condition implies those after it, and its values are there before."""
    head = f"forall {' '.join(binders)},\n" if binders else ""
    lines, closing = [f"  {fact} ->\n" for fact in domain], ""
    for i, step in enumerate(steps):
        last = i == len(steps) - 1
        for value in step.values:
            lines.append(f"  {value} /\\\n")
        if step.values and not last:
            lines.append("  (")
            closing += ")"
        else:
            lines.append("  ")
        lines.append(step.condition if last else f"{step.condition} ->\n")
    return head + "".join(lines) + closing


def _exists(binders: list[str], domain: list[str], steps: list[_Step]) -> str:
    """For some values: the conditions, and what their terms need to have values."""
    parts = [*domain, *(str(p) for step in steps for p in (*step.values, step.condition))]
    head = f"exists {' '.join(binders)},\n" if binders else ""
    return head + "  " + " /\\\n  ".join(parts or ["True"])
