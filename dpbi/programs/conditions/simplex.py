"""The largest value of a linear form over a polyhedron, in exact rational numbers.

Unknowns are free.  Each is first exchanged for the slack of a row in which it occurs; what is left
is a table of slacks over slacks, all of them >= 0, which the least-index criss-cross method solves
without a first phase and without cycling (Terlaky 1985; Fukuda and Terlaky 1997).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction

from dpbi.programs.conditions.rows import Inequality


class Ending(Enum):
    """What comes of a linear program."""

    EMPTY = auto()
    UNBOUNDED = auto()
    LARGEST = auto()


@dataclass(frozen=True, slots=True)
class Best:
    """The ending, and the largest value where there is one."""

    ending: Ending
    value: Fraction = Fraction(0)


class _Table:
    """Rows over columns: each row is its slack as a form in the columns, its constant last."""

    def __init__(self, rows: Sequence[Inequality], objective: Inequality) -> None:
        self.unknowns = len(objective) - 1
        self.columns: list[int] = [-1] * self.unknowns  # the slack that a column is; -1: an unknown
        self.names = list(range(len(rows)))
        self.rows = [list(row) for row in rows]
        self.objective = list(objective)

    def exchange(self, r: int, s: int) -> None:
        """The slack of row r becomes column s, and the other way round."""
        row = self.rows[r]
        pivot = row[s]
        inverse = [-a / pivot for a in row]
        inverse[s] = 1 / pivot
        for other in (*(t for i, t in enumerate(self.rows) if i != r), self.objective):
            if times := other[s]:
                other[s] = Fraction(0)
                for i, a in enumerate(inverse):
                    if a:
                        other[i] += times * a
        self.rows[r] = inverse
        self.names[r], self.columns[s] = self.columns[s], self.names[r]

    def free(self) -> bool:
        """Exchange the unknowns for slacks; whether the objective has one that no row has."""
        loose = False
        for s in range(self.unknowns):
            r = next((r for r, row in enumerate(self.rows) if row[s]), None)
            if r is None:
                loose = loose or bool(self.objective[s])
                self.objective[s] = Fraction(0)
            else:
                self.exchange(r, s)
                del self.rows[r], self.names[r]  # what the unknown is: always allowed
        return loose

    def improve(self) -> Ending | None:
        """One exchange by the least-index rule; the ending where none is left."""
        wrong = [(name, r, True) for r, name in enumerate(self.names) if self.rows[r][-1] < 0]
        wrong += [
            (name, s, False)
            for s, name in enumerate(self.columns)
            if name >= 0 and self.objective[s] > 0
        ]
        if not wrong:
            return Ending.LARGEST
        _, place, is_row = min(wrong)
        if is_row:
            ways = [
                (n, s) for s, n in enumerate(self.columns) if n >= 0 and self.rows[place][s] > 0
            ]
            if not ways:
                return Ending.EMPTY
            self.exchange(place, min(ways)[1])
        else:
            ways = [(n, r) for r, n in enumerate(self.names) if self.rows[r][place] < 0]
            if not ways:
                return Ending.UNBOUNDED
            self.exchange(min(ways)[1], place)
        return None


def largest(objective: Inequality, rows: Sequence[Inequality]) -> Best:
    """The largest value of a form where all rows are >= 0."""
    table = _Table(rows, objective)
    loose = table.free()
    ending = None
    while ending is None:
        ending = table.improve()
    if ending is Ending.UNBOUNDED or (loose and ending is Ending.LARGEST):
        ending = Ending.EMPTY if is_empty(rows) else Ending.UNBOUNDED
    return Best(ending, table.objective[-1] if ending is Ending.LARGEST else Fraction(0))


def is_empty(rows: Sequence[Inequality]) -> bool:
    """Whether no point satisfies all rows."""
    if not rows:
        return False
    nothing = tuple(Fraction(0) for _ in rows[0])
    return largest(nothing, rows).ending is Ending.EMPTY
