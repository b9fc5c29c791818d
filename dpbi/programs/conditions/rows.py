"""Linear inequalities in several unknowns, some on the integers and some on the real line.

A row is (a_1, ..., a_n, c) and says a_1 z_1 + ... + a_n z_n + c >= 0.  Two things make it tight:

- among integers alone the a_i are coprime integers, and c is an integer: a sum of integers that is
  at least -c is at least the next integer (the cut of Gomory, and of the Omega test of Pugh 1992);
- with a real unknown, ">=" and ">" have the same probability; such a row is read as ">" wherever it
  matters, so that a region that is left has a probability above 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor, gcd, lcm
from typing import TypeAlias

Inequality: TypeAlias = tuple[Fraction, ...]
"""The coefficients, and the constant last."""

Kinds: TypeAlias = tuple[bool, ...]
"""Of each unknown, whether it is on the real line."""

NEVER: Inequality = ()
"""What no point satisfies."""


def tight(row: Sequence[Fraction], kinds: Kinds, *, strict: bool = False) -> Inequality | None:
    """The row in the one form that it has; None where it always holds, `NEVER` where it never does.

    `strict` reads it as > 0, which is heard among integers alone.
    """
    *several, c = row
    used = [a for a in several if a]
    if not used:
        return None if c > 0 or (c == 0 and not strict) else NEVER
    scale = Fraction(lcm(*(a.denominator for a in used)))
    scale /= gcd(*(int(a * scale) for a in used))
    c *= scale
    if not is_real(row, kinds):
        c = Fraction(-floor(-c) - 1) if strict else Fraction(floor(c))
    return (*(a * scale for a in several), c)


def is_real(row: Inequality | Sequence[Fraction], kinds: Kinds) -> bool:
    """Whether a real unknown is part of a row."""
    return any(a and real for a, real in zip(row, kinds, strict=False))


def together(rows: Iterable[Inequality | None]) -> tuple[Inequality, ...] | None:
    """All that has to hold, the tightest of parallel rows alone; None where one never does."""
    least: dict[tuple[Fraction, ...], Fraction] = {}
    for row in rows:
        if row is None:
            continue
        if row == NEVER:
            return None
        *several, c = row
        key = tuple(several)
        least[key] = min(c, least.get(key, c))
    return tuple((*several, c) for several, c in least.items())


def negated(row: Inequality) -> tuple[Fraction, ...]:
    """The left side with the other sign."""
    return tuple(-a for a in row)


def solved(row: Inequality, v: int) -> Inequality:
    """The value of unknown v at which the row is 0, as a form in the others."""
    return tuple(Fraction(0) if i == v else -a / row[v] for i, a in enumerate(row))


def row_difference(a: Inequality, b: Inequality) -> tuple[Fraction, ...]:
    """a - b."""
    return tuple(x - y for x, y in zip(a, b, strict=True))
