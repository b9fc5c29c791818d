"""Functions of `math` and numpy of a number computed from `random()`.

Each is a step, where it never falls or never rises.  Points at which one raises an error, or gives
an infinity where it has a pole, become a path of their own, on which Python or numpy itself is
called: so errors and warnings are those that a run has.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

from dpbi.programs.doubles.arithmetic import combined
from dpbi.programs.doubles.double import Double, array, is_array
from dpbi.programs.doubles.pipelines import Monotone
from dpbi.programs.unknown import Unknown

POLES = {"log": 0, "log2": 0, "log10": 0, "log1p": -1}
"""Where the logarithms go down to minus infinity."""

BY_THE_LIBRARY = {*POLES, "exp", "exp2", "expm1"}
"""Functions of the platform's library, which are assumed to keep order."""

EXACT = {"floor", "ceil", "trunc", "rint", "sign", "round", "around", "negative", "ldexp"}
"""Functions without rounding, or rounded by a rule that keeps order."""

FLAGS = {"isnan", "isfinite", "isinf"}
COMPARISONS = ("less", "less_equal", "greater", "greater_equal")
TURNED = {"less": "greater", "less_equal": "greater_equal"} | {
    "greater": "less",
    "greater_equal": "less_equal",
}
ARITHMETIC = {"add", "subtract", "multiply", "divide"}
SYMBOLS = {"less": "lt", "less_equal": "le", "greater": "gt", "greater_equal": "ge"}


def of_one(name: str, call: Callable[..., Any], d: Double, rest: tuple[Any, ...]) -> Any:
    """name(d, *rest), by the function given."""
    if name == "ldexp":
        rest = tuple(part.value() if type(part) is Double else part for part in rest)
    if any(issubclass(type(part), Unknown) for part in rest):
        d.refuse(f"it computes {name} of two numbers that are not known")
    said = (call.__module__ or "", name, *map(repr, rest))
    if name in POLES:
        if not d > POLES[name]:
            return call(d.value() if d == POLES[name] else d.any_value(), *rest)
    elif name == "sqrt":
        if not d >= 0:
            return call(d.any_value())
    elif name in ("fabs", "absolute"):
        d.ask(operator.ge, 0)
    elif name in FLAGS:
        if not -math.inf < d < math.inf:
            return call(d.any_value())
        return call(0.0)
    elif name not in BY_THE_LIBRARY | EXACT:
        d.refuse(f"it computes {name} of random(), which is not followed")
    return d.then(Monotone(said, lambda v: call(v, *rest), assumed=name in BY_THE_LIBRARY))


def of_numpy(d: Double, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
    """What numpy's functions of single numbers give."""
    name = ufunc.__name__
    if method != "__call__" or options:
        d.refuse(f"it calls numpy's {name} of random() in a way that is not followed")
    if "raise" in _errors().values() or "call" in _errors().values():
        d.refuse("it computes with numpy and random() while numpy raises errors")
    if len(inputs) == 1 or (name == "ldexp" and inputs[0] is d):
        return of_one(name, ufunc, d, inputs[1:])
    left = inputs[0] is d
    other = inputs[1] if left else inputs[0]
    if name in COMPARISONS:
        return _compared(d, ufunc, name, other, left=left)
    if name in ARITHMETIC and not is_array(other):
        found = combined(d, ufunc, other, left=left)
        if found is not NotImplemented:
            return found
    return d.refuse(f"it computes {name} of random(), which is not followed")


def _compared(d: Double, ufunc: Any, name: str, other: Any, *, left: bool) -> Any:
    """A comparison, with each member of an array where there is one."""
    if is_array(other):
        return array([_compared(d, ufunc, name, part, left=left) for part in other])

    def compare(mine: Any, its: Any) -> Any:
        return ufunc(mine, its) if left else ufunc(its, mine)

    compare.__name__ = SYMBOLS[name if left else TURNED[name]]
    return d.compared(compare, other)


def also_of_numpy(
    d: Double, function: Any, _: Any, inputs: tuple[Any, ...], options: Mapping[str, Any]
) -> Any:
    """What numpy's other functions give: rounding, clipping, and whether two are close."""
    name = function.__name__
    if name in ("round", "around") and inputs[0] is d:
        said = (name, repr(inputs[1:]), repr(options))
        return d.then(Monotone(said, lambda v: function(v, *inputs[1:], **options)))
    if name == "isclose" and not options and len(inputs) == 2 and inputs[0] is d:
        return _is_close(d, float(inputs[1]))
    return d.refuse(f"it calls numpy's {name} of random(), which is not followed")


def _is_close(d: Double, other: float) -> bool:
    """numpy's isclose with its defaults: abs(a - b) <= atol + rtol abs(b)."""
    difference = abs(combined(d, operator.sub, other, left=True))
    return bool(difference <= 1e-8 + 1e-5 * abs(other) or d == other)


def _errors() -> Mapping[str, str]:
    import numpy as np

    found: Mapping[str, str] = np.geterr()  # type: ignore[assignment]
    return found


# numpy asks a number that is not its own for these; the methods stand here, beside what they do.
Double.__array_ufunc__ = of_numpy  # type: ignore[assignment]
Double.__array_function__ = also_of_numpy  # type: ignore[attr-defined]
