"""From an instance to both sides of a formula, step by step: its short parts with their values.

Each value is enclosed.  A sum or an extremum over a small set shows its terms, a privacy loss the
two datasets and the output at which it is attained, a call of a definition what it stands for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from dpbi.fields import Balls
from dpbi.language import Expr, Formula
from dpbi.language.expr import num
from dpbi.language.signatures import BINDERS, OPERATIONS
from dpbi.language.text import name, text
from dpbi.language.unfolding import unfolded_once
from dpbi.ledger.deciding import plain
from dpbi.ledger.evaluate import PRECISIONS, Evaluation
from dpbi.ledger.outcomes import value_text
from dpbi.ledger.values import Quantity
from dpbi.privacy import privacy_loss

SHORT, MOST = 76, 16  # characters of a step, and steps
FEW = 6  # elements of a set whose terms are shown
DIGITS = 12
PLAIN = ("var", "num", "pi")
OVER = {head for head in BINDERS if OPERATIONS[head].gives == "N"} - {"count", "sumif"}


@dataclass(frozen=True)
class PartValue:
    """A part of the formula, and its value at the instance, enclosed."""

    text: str
    value: Mapping[str, str]

    def __str__(self) -> str:
        lo, hi = self.value["lo"], self.value["hi"]
        return f"{self.text} = {lo}" if lo == hi else f"{self.text} in [{lo}, {hi}]"


def steps(formula: Formula, instance: Mapping[str, Any]) -> tuple[PartValue, ...]:
    """The steps to both sides of a conclusion, inner ones first; the sides are left out."""
    return tuple(islice(_Steps(dict(instance)).all(formula.conclusion), MOST))


class _Steps:
    """The steps at one instance."""

    def __init__(self, instance: dict[str, Any]) -> None:
        self.instance = instance
        self.F = Balls(PRECISIONS[0])
        self.evaluation = Evaluation(self.F)
        self.told = set[str]()

    def all(self, conclusion: Expr) -> Iterator[PartValue]:
        """Every short step."""
        apart = conclusion.args if conclusion.op in ("le", "lt", "eq") else ()
        for e in _parts(conclusion, set(self.instance)):
            if e.op in OVER:
                yield from self._terms(e)
            elif e.op == "loss":
                yield from self._attained(e)
            if e not in apart or e.op == "defined":
                yield from self._step(_line(e), self.evaluation.values([e], self.instance)[0])

    def _step(self, line: str, value: Quantity | None) -> Iterator[PartValue]:
        if value is not None and len(line) <= SHORT and line not in self.told:
            self.told.add(line)
            yield PartValue(line, self.F.enclosure(value.approximate).json(DIGITS))

    def _terms(self, e: Expr) -> Iterator[PartValue]:
        """The terms of a sum or an extremum over few elements."""
        cases = self.evaluation.cases(e, self.instance)
        if len(cases) <= FEW and (term := text(e.args[-1])) != name(e.args[0]):
            for element, value in cases:
                shown = element.rational if isinstance(element, Quantity) else element
                at = f"{name(e.args[0])} = {value_text(plain(shown))}"
                yield from self._step(f"{term} at {at}", value)

    def _attained(self, e: Expr) -> Iterator[PartValue]:
        """Where a loss is attained: the probabilities of one output at two neighbours."""
        mechanism = self.evaluation.audited(e, self.instance)
        if mechanism is None or mechanism.n > LARGEST:
            return
        x, y, r = privacy_loss(mechanism).witness
        for data in (x, y):
            given = Expr("P", (*e.args[:4], _vector(data), _vector(r)))
            yield from self._step(text(given), self.evaluation.values([given], self.instance)[0])


LARGEST = 400  # records: beyond, the law of one dataset takes longer than the step is worth


def _vector(counts: tuple[int, ...]) -> Expr:
    return Expr("vec", tuple(map(num, counts)))


def _line(e: Expr) -> str:
    """A part as it is printed; a call with what it stands for, where there is room."""
    if e.op != "defined" or (stands_for := unfolded_once(e)).op in PLAIN:
        return text(e)
    both = f"{text(e)} = {text(stands_for)}"
    return both if len(both) <= SHORT else text(e)


def _parts(e: Expr, names: set[str]) -> Iterator[Expr]:
    """The numeric parts of an expression that speak of the instance alone, the inner ones first.

    Of a call they are those of its arguments, and those of what it stands for.
    """
    inner = [e.args[1]] if e.op in BINDERS else [a for a in e.args if isinstance(a, Expr)]
    for part in inner:  # what is bound has no value of its own
        yield from _parts(part, names)
    if e.op == "defined":
        stands_for = unfolded_once(e)
        yield from (part for part in _parts(stands_for, names) if part != stands_for)
    bound = {f.args[0] for f in e.walk() if f.op in BINDERS}
    free = {f.args[0] for f in e.walk() if f.op == "var"} - bound
    if e.op not in PLAIN and _gives(e) == "N" and free <= names:
        yield e


def _gives(e: Expr) -> str:
    """The sort of an expression's value."""
    sort: str = e.args[0].sort if e.op == "defined" else OPERATIONS[e.op].gives
    return sort
