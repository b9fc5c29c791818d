"""Whether a grid fits its formula, or a sentence that says what to write.

A grid that is misspelled must not be taken for another one: a text is not a list of its letters,
a float is not the number that was meant, and 5/2 is not a value of an integer.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from dpbi.bayes.dirichlet import Dirichlet
from dpbi.errors import InexactInput, InvalidValue
from dpbi.language import Formula, Variable
from dpbi.language.text import with_domain
from dpbi.ledger.grids import Grid, inside

ELSEWHERE = {"n": "Grid(n=(1, 2, 5))", "prior": 'Grid(priors=priors("1,1", "2,1"))'}


def fit_grid(grid: Grid, formula: Formula) -> None:
    """Refuse a grid that cannot be what its author means."""
    _sizes(grid.n)
    if not grid.priors or not all(isinstance(p, Dirichlet) for p in grid.priors):
        raise InvalidValue("priors of a grid", grid.priors, f"write {ELSEWHERE['prior']}")
    variables = {v.name: v for v in formula.variables}
    for name, values in grid.values.items():
        if name in variables:
            _values(variables[name], values)
        elif near := get_close_matches(name, set(variables) - set(grid.values), 1):
            raise InvalidValue("Grid", name, f"it is no variable; did you mean {near[0]!r}?")
    for v in formula.variables:
        if v.domain[0] == "vector":
            need = f'write a finite set, such as variable("{v.name}", "in", lists(2, 3))'
            raise InvalidValue("the domain of " + v.name, "vector", f"no grid lists it; {need}")


def _sizes(n: Any) -> None:
    sizes = n if isinstance(n, tuple) else (n,)
    least = 0 if isinstance(n, tuple) else 1
    if not sizes or not all(isinstance(i, int) and i >= least for i in sizes):
        raise InvalidValue("n of a grid", n, "write the largest, n=4, or all of them, n=(1, 2, 5)")


def _values(v: Variable, values: Any) -> None:
    name, kind = v.name, v.domain[0]
    if name in ELSEWHERE:
        raise InvalidValue(f"Grid values of {name}", values, f"write {ELSEWHERE[name]}")
    if isinstance(values, str) or not isinstance(values, Iterable):
        need = f'write a list of texts: values={{"{name}": ("1", "3/2")}}'
        raise InvalidValue(f"Grid values of {name}", values, need)
    if kind not in ("int", "rational", "word"):
        return  # all that it is in; the grid may be that of other readings, too
    if kind == "word":
        if stray := [w for w in values if w not in v.domain[1:]]:
            words = ", ".join(v.domain[1:])
            raise InvalidValue(f"a grid value of {name}", stray[0], f"it is one of {words}")
        return
    numbers = [_number(v, value) for value in values]
    if numbers and not any(inside(q, *v.domain[1:]) for q in numbers):
        told = ", ".join(map(str, numbers))
        raise InvalidValue(
            f"Grid values of {name}", told, f"none is in its domain, {with_domain(v)}"
        )


def _number(v: Variable, value: Any) -> Fraction:
    if isinstance(value, float):
        raise InexactInput(f"a grid value of {v.name}", value)
    try:
        q = Fraction(value)
    except (TypeError, ValueError, ZeroDivisionError):
        need = 'write a number as a text, such as "3" or "1/2"'
        raise InvalidValue(f"a grid value of {v.name}", value, need) from None
    if v.domain[0] == "int" and q.denominator != 1:
        raise InvalidValue(
            f"a grid value of {v.name}", value, "it is no integer, as its domain asks"
        )
    return q
