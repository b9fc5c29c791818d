"""The values of a variable that is in a set: its elements, given the variables before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from dpbi.bayes.dirichlet import Dirichlet
from dpbi.errors import DpbiError, TooLarge
from dpbi.fields import Balls
from dpbi.language import Expr, Variable
from dpbi.language.formula import free
from dpbi.language.text import text
from dpbi.ledger.evaluate import PRECISIONS, Evaluation
from dpbi.ledger.values import NoValue, Quantity


@dataclass(eq=False)
class NoRange(DpbiError):
    """A set without a value, or without elements: a variable that is in it has none either."""

    name: str
    elements: str
    why: str

    def __str__(self) -> str:
        return f"{self.name} cannot be in {self.elements}: there is {self.why}"


NOTHING_DRAWN = (NoRange, TooLarge)
"""Why there may be nothing to draw: a set has no element, or more than anybody lists."""


def elements(v: Variable, env: Mapping[str, Any]) -> tuple[Any, ...]:
    """What the variable may be, at what is assigned before: numbers, or vectors."""
    within: Expr = v.domain[1]
    given = tuple((name, env[name]) for name in sorted(free(within)))
    try:
        return _elements(within, given)
    except NoValue as why:
        raise NoRange(v.name, text(within), str(why)) from None


@lru_cache(maxsize=512)
def _elements(within: Expr, given: tuple[tuple[str, Any], ...]) -> tuple[Any, ...]:
    F = Balls(PRECISIONS[0])
    evaluation = Evaluation(F)
    with F.scope():
        found = evaluation.elements(within, evaluation.environment(dict(given)))
    return tuple(dict.fromkeys(map(_plain, found)))


def _plain(element: Any) -> Any:
    if isinstance(element, Dirichlet):
        return element.alpha
    if not isinstance(element, Quantity):
        return element
    if (value := element.rational) is None:
        raise NoValue("an element that is not rational")
    return int(value) if value.denominator == 1 else value
