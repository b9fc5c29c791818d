"""What stops a run or a program, and how it is said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from dpbi.errors import DpbiError, InvalidValue, brief, printable
from dpbi.fields.enclosure import Enclosure
from dpbi.fields.rational import whole

ENDS = ("lo", "hi")


def up_to(name: str, value: Any, most: int) -> int:
    """A limit, as a whole number."""
    number = whole(name, value)
    if not 1 <= number <= most:
        raise InvalidValue(name, number, f"it must be between 1 and {most:,}")
    return number


class Refusal(Exception):
    """Why a run cannot be followed; a clause that begins with "it"."""


class TooLong(Exception):
    """A run that has gone beyond a limit: what it would have come to is not known."""


class Met(TooLong):
    """A run that has come to a state from which all is walked already."""


class Later(TooLong):
    """A run that has become so unlikely that others come first."""


class EndedBy(Enum):
    """What has ended a walk before its paths were all walked, as a clause."""

    SECONDS = "its paths do not end within {seconds} seconds"
    PATHS = "its paths do not end within {paths:,} paths"
    MEMORY = "its paths do not end before what is kept of them has {kept:,} parts"
    UNLIKELY = "its paths do not end, and each run that is left is less likely than 2^-70"
    LENGTH = "it has a path of more than {length:,} draws and comparisons"
    SUB = "it draws from a sub-program of which not all is known"
    STUCK = "it has loops that some runs never leave"


ENDED_IN_ONE_ORDER = frozenset([EndedBy.SECONDS, EndedBy.UNLIKELY])
"""What may end a walk, and not another that takes the same runs in another order."""


@dataclass(eq=False)
class NotFollowed(DpbiError):
    """A program that does something of which dpbi cannot say what comes of it."""

    program: str
    reason: str
    dataset: Any = None

    def __str__(self) -> str:
        return f"{brief(self.program)} cannot be followed at dataset {brief(self.dataset)}: " + (
            printable(self.reason)
        )


@dataclass(eq=False)
class Unfinished(DpbiError):
    """A program with paths that were not walked; `known` is what the others come to."""

    program: str
    dataset: Any
    why: str
    known: dict[Any, Enclosure]

    @property
    def left(self) -> Enclosure:
        """The probability of all paths that have not been walked."""
        lo, hi = (sum((getattr(e, end) for e in self.known.values()), Fraction(0)) for end in ENDS)
        return Enclosure(max(Fraction(0), 1 - hi), max(Fraction(0), 1 - lo))

    def __str__(self) -> str:
        return (
            f"{brief(self.program)} has no finite law at dataset {brief(self.dataset)}: "
            f"{self.why}; those that do end come to {len(self.known)} outputs, "
            f"and a probability of {self.left} is left, which could be any output"
        )
