"""One row of a law: the probabilities at a dataset, read exactly and checked.

Exact entries (int, Fraction, decimal string) sum to exactly 1, or are refused.  A float stands for
the binary number that it is: nothing is rounded, nothing is normalised, and what is audited is the
law as implemented.  Such a row may miss 1 by what rounding explains,

    number of outputs * 4 * (machine epsilon of its type)       2^-50 an output for doubles,

because each entry carries a few roundings of its own; but by 1/64 at most, or two million singles
might all be 0.  A row that mixes floats with exact entries
other than 0 and 1 has no such excuse.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpbi.errors import BadMechanism, InvalidValue, Unnormalised, brief
from dpbi.numbers import rational

PER_OUTPUT = {"float": Fraction(1, 1 << 50), "float32": Fraction(1, 1 << 21)}
"""How far an entry of each type may move the sum of its row from 1: four machine epsilons."""

MOST = Fraction(1, 64)
"""How far any row of floats may be from 1: the bound of `audit/excess.py` takes it below 1.02."""


@dataclass(frozen=True, slots=True)
class Row:
    """The outputs that are possible at a dataset, with their probabilities.

    `deviation` is the exact sum less 1 where entries are floats, None where none is.
    """

    law: dict[Any, Fraction]
    deviation: Fraction | None


def checked_row(label: str, x: Any, row: Mapping[Any, Any]) -> Row:
    """The row at x, read and seen to be a law."""
    law: dict[Any, Fraction] = {}
    kinds, exact = [], False
    for r, p in row.items():
        if r is None:
            raise BadMechanism(label, "None cannot be an output: give it a name", x)
        kind = float_kind(p)
        if kind:
            kinds.append(kind)
            law[r] = binary(label, x, r, p)
        else:
            law[r] = rational("probability", p)
            exact = exact or law[r] not in (0, 1)
        if law[r] < 0:
            told = f"output {brief(r)} has probability {brief(p)}, below zero"
            raise BadMechanism(label, told, x, r)
    most = Fraction(0) if exact else tolerance(kinds, len(law))
    deviation = exact_sum(law.values()) - 1
    check_deviation(label, x, deviation, most)
    return Row({r: p for r, p in law.items() if p}, deviation if kinds else None)


def check_deviation(label: str, x: Any, deviation: Fraction, most: Fraction) -> None:
    """Refuse a row whose exact sum is further from 1 than is allowed."""
    if abs(deviation) > most:
        raise Unnormalised(label, "", x, total=1 + deviation, allowed=most)


def tolerance(kinds: Iterable[str], outputs: int) -> Fraction:
    """How far from 1 a row of so many outputs may be, its floats being of these kinds."""
    return min(outputs * max((PER_OUTPUT[k] for k in kinds), default=Fraction(0)), MOST)


def float_kind(value: Any) -> str:
    """'float' for a Python or numpy double, 'float32' for numpy's, '' for all that is no float."""
    if isinstance(value, float):
        return "float"
    dtype = getattr(value, "dtype", None)
    if dtype is None or getattr(value, "shape", None) != () or dtype.kind != "f":
        return ""
    if dtype.name not in PER_OUTPUT:
        need = f"of numpy's floats float64 and float32 are read, not {dtype.name}: write float(...)"
        raise InvalidValue("a number", value, need)
    return str(dtype.name)


def binary(label: str, x: Any, output: Any, value: Any, what: str = "probability") -> Fraction:
    """The exact value of a float; NaN and infinities are refused with their place."""
    number = float(value)  # exact for float32
    if not math.isfinite(number):
        told = f"output {brief(output)} has {what} {number}, not a number to work with"
        raise BadMechanism(label, told, x, output)
    return Fraction(number)


def exact_sum(values: Iterable[Fraction]) -> Fraction:
    """A sum over one common denominator: one reduction in all instead of one an addition."""
    terms = list(values)
    common = math.lcm(*(p.denominator for p in terms))
    return Fraction(sum(p.numerator * (common // p.denominator) for p in terms), common)
