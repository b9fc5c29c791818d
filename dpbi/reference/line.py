"""Integers on a line, the datasets of a count or a sum."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from dpbi.data import whole
from dpbi.errors import InvalidValue
from dpbi.mechanisms.base import Mechanism
from dpbi.mechanisms.counts import set_exactly


class OnALine(Mechanism):
    """Integers lower .. upper, neighbours where they differ by at most the reach."""

    lower: int
    upper: int

    @property
    @abstractmethod
    def reach(self) -> int:
        """How far one record can move the integer."""

    def datasets(self) -> range:
        """The integers of the range."""
        return range(self.lower, self.upper + 1)

    def number_of_datasets(self) -> int:
        """upper - lower + 1."""
        return self.upper - self.lower + 1

    def neighbours(self, x: int) -> Iterator[int]:
        """Those within reach."""
        line = self.datasets()
        first, last = max(line[0], x - self.reach), min(line[-1], x + self.reach)
        return (y for y in range(first, last + 1) if y != x)


def check_line(m: OnALine) -> None:
    """Bring the bounds into whole numbers, the lower below the upper."""
    lower, upper = whole("lower", m.lower), whole("upper", m.upper)
    if lower >= upper:
        raise InvalidValue("upper", upper, f"it must be above lower = {lower}")
    set_exactly(m, lower=lower, upper=upper)
