"""Whether a condition on noises has a probability above 0: decided exactly.

It has where a region has a point whose real unknowns can move a little.  A linear program decides
it for real unknowns.  With integers it says no, or finds a point that may be rounded; what is too
thin for that is projected, one unknown after the other, until an interval is left (`faces.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dpbi.programs.conditions.faces import TooManyParts, interval, next_unknown, projections
from dpbi.programs.conditions.rows import Inequality, Kinds, is_real, negated
from dpbi.programs.conditions.simplex import Ending, largest

MOST_STEPS = 20_000
"""Projections of one region."""


def has_points(rows: tuple[Inequality, ...], kinds: Kinds) -> bool:
    """Whether the region has a probability above 0."""
    if not _has_room(rows, kinds, Fraction(0)):
        return False
    if all(kinds) or _has_room(rows, kinds, Fraction(1, 2)):
        return True
    return _is_found(rows, kinds, [0])


def _has_room(rows: Sequence[Inequality], kinds: Kinds, rounding: Fraction) -> bool:
    """Whether there is a point whose integers may be rounded, each by so much.

    An unknown more is how far the point is within each row with a real unknown: at most 1.
    """
    one, width = Fraction(1), len(kinds)
    wider = [(*(Fraction(0) for _ in kinds), Fraction(-1), one)]
    for row in rows:
        loss = sum((abs(a) for a, real in zip(row, kinds, strict=False) if not real), Fraction(0))
        room = Fraction(-1 if is_real(row, kinds) else 0)
        wider.append((*row[:-1], room, row[-1] - rounding * loss))
    objective = (*(Fraction(0) for _ in range(width)), one, Fraction(0))
    found = largest(objective, wider)
    return found.ending is Ending.LARGEST and found.value > 0


def _is_found(rows: tuple[Inequality, ...], kinds: Kinds, steps: list[int]) -> bool:
    """By projecting; unknown 0 is the last, an integer where there is one."""
    first = kinds.index(False)
    if first:
        order = [first, *(i for i in range(len(kinds)) if i != first)]
        rows = tuple((*(row[i] for i in order), row[-1]) for row in rows)
        kinds = tuple(kinds[i] for i in order)
    return _projected(rows, list(range(1, len(kinds))), kinds, steps)


def _projected(
    rows: tuple[Inequality, ...], left: list[int], kinds: Kinds, steps: list[int]
) -> bool:
    steps[0] += 1
    if steps[0] > MOST_STEPS:
        raise TooManyParts(MOST_STEPS)
    if not left:
        return interval(rows, kinds[0]) is not None
    v = next_unknown(rows, left, kinds)
    rest = [u for u in left if u != v]
    return any(_projected(found, rest, kinds, steps) for found in projections(rows, v, kinds))


def follows(row: Inequality, rows: Sequence[Inequality]) -> bool:
    """Whether a row holds wherever the others do, over the rational numbers."""
    found = largest(negated(row), rows)
    return found.ending is Ending.EMPTY or (found.ending is Ending.LARGEST and found.value <= 0)


def span(form: Inequality, rows: Sequence[Inequality]) -> tuple[Fraction | None, Fraction | None]:
    """Bounds of a form over the region, None where there is none."""
    high, low = largest(form, rows), largest(negated(form), rows)
    return (
        None if low.ending is Ending.UNBOUNDED else -low.value,
        None if high.ending is Ending.UNBOUNDED else high.value,
    )
