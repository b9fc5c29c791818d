"""Arithmetic with a number computed from `random()`, in the order of Python's own operations.

With a constant, + - * / never fall or never rise, as rounding to nearest keeps order.  What is
divided by such a number is split at 0 first.  Powers and most bits need the number itself, and so
does anything with a second number that is not known; for remainders see `parts.py`.
"""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable
from opcode import opname
from types import FrameType
from typing import Any, TypeAlias

from dpbi.programs.doubles.double import Double, is_plain
from dpbi.programs.doubles.parts import bit_length, double_remainder, joined, without_remainder
from dpbi.programs.doubles.pipelines import Monotone
from dpbi.programs.unknown import Unknown

OfTwo: TypeAlias = Callable[[Any, Any], Any]

WRAPPING = {"i", "u"}
"""numpy's integers, which wrap around."""


def combined(d: Double, operation: OfTwo, other: Any, *, left: bool) -> Any:
    """operation(d, other), or the other way round, for + - * / and the like."""
    if type(other) is Double:
        here, there = (d, other) if left else (other, d)
        if operation is operator.sub and (rest := without_remainder(here, there)) is not None:
            return rest
        return here.with_another(there, operation, "computes with")
    if issubclass(type(other), Unknown):
        d.refuse("it computes with a number made of random() and a noise")
    if not is_plain(other):
        return NotImplemented
    if not -math.inf < other < math.inf:
        d.refuse(f"it computes with random() and {other}")
    if WRAPPING & {_sort(other), _sort(d.any_value())} and _sort(d.any_value()) != "f":
        here = d.settled("computes with numpy's integers and")
        return operation(here, other) if left else operation(other, here)
    name = operation.__name__
    said = (name, repr(other), "right" if left else "left")

    def call(v: Any) -> Any:
        return operation(v, other) if left else operation(other, v)

    is_pole = name in ("truediv", "divide") and not left
    if is_pole and d == 0:  # an error, or an infinity; the other points have one sign each
        return operation(other, d.value())
    return d.then(Monotone(said, call))


def _sort(value: Any) -> str:
    """The letter that numpy has for its sort of number, "f" for Python's floats."""
    if type(value) is float:
        return "f"
    return str(getattr(getattr(value, "dtype", None), "kind", "python"))


def _both(operation: OfTwo) -> tuple[Callable[..., Any], ...]:
    """The two methods of an operation."""
    is_summed = operation in (operator.add, operator.mul)

    def left(self: Double, other: Any) -> Any:
        if is_summed and COMPENSATED and not _is_written_out(sys._getframe(1)):
            self.refuse(SUMMED)
        return combined(self, operation, other, left=True)

    def right(self: Double, other: Any) -> Any:
        if is_summed and COMPENSATED and not _is_written_out(sys._getframe(1)):
            self.refuse(SUMMED)
        return combined(self, operation, other, left=False)

    return left, right


COMPENSATED = sys.version_info >= (3, 12)
"""Whether sum() of floats adds what rounding lost; among other numbers it adds one by one."""

SUMMED = "it adds random() and other floats by sum() or a function like it: write a loop with +"


def _is_written_out(frame: FrameType) -> bool:
    """Whether the operation stands in the program, and is not made by a function in C."""
    return opname[frame.f_code.co_code[frame.f_lasti]].startswith("BINARY_OP")


def _by_value(
    operation: OfTwo,
) -> tuple[Callable[..., Any], ...]:
    """The two methods of an operation that needs the value."""

    def left(self: Double, other: Any) -> Any:
        return operation(self.settled("computes with"), other)

    def right(self: Double, other: Any) -> Any:
        return operation(other, self.settled("computes with"))

    return left, right


FOLLOWED = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}
FOLLOWED["truediv"] = operator.truediv
VALUED: dict[str, Callable[[Any, Any], Any]] = {
    **{"mod": operator.mod, "pow": operator.pow, "floordiv": operator.floordiv},
    **{"and": operator.and_, "or": operator.or_, "xor": operator.xor, "divmod": divmod},
    **{"lshift": operator.lshift, "rshift": operator.rshift},
}
for _name, _operation in FOLLOWED.items():
    _left, _right = _both(_operation)
    setattr(Double, f"__{_name}__", _left)
    setattr(Double, f"__r{_name}__", _right)
for _name, _operation in VALUED.items():
    _left, _right = _by_value(_operation)
    setattr(Double, f"__{_name}__", _left)
    setattr(Double, f"__r{_name}__", _right)
for _name, _own in {"mod": double_remainder, "or": joined, "ror": joined}.items():
    setattr(Double, f"__{_name}__", _own)
Double.bit_length = bit_length  # type: ignore[attr-defined]
