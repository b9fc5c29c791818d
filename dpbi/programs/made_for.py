"""`of=` of a noise: whose answers it is made for, and how far they are said to move.

    rng.laplace(2, of=(count, 1))    count(x) moves by at most 1 between neighbours
    rng.laplace(2, of=votes)         a `dpbi.Query`: by what it moves over its own datasets

The law of a program does not depend on it, and neither does a verdict.  Over the program's datasets
the sensitivity of the function is exact (`dpbi/queries`).  Where it is larger than was said, the
scale of the noise was chosen for other data, and answers about the program remark on it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from types import CellType, FunctionType
from typing import Any

from dpbi.errors import DpbiError, InvalidValue, brief
from dpbi.programs.extremes import pythons_own
from dpbi.programs.subprograms.likeness import Look, Unclear
from dpbi.queries import Query, Size, sensitivity
from dpbi.queries.declared import called
from dpbi.queries.sizes import Norm

MOST = 1000
"""Of one program; more are not looked at."""

NEED = "write of=(function, at_most), or of= a function with @dpbi.query above it"


@dataclass(frozen=True, slots=True)
class MadeFor:
    """A noise as it was drawn, the function, and what it is said to move by at most.

    Without a number, that is what a `Query` does over the datasets that it was declared with.
    """

    draw: str
    function: Any = field(compare=False)
    at_most: Size | None
    likeness: Hashable

    @staticmethod
    def of(draw: str, given: Any) -> MadeFor:
        """What was handed over as `of=`; refused where it says no function, or no number."""
        if isinstance(given, Query):
            return MadeFor(draw, given, None, id(given))
        if type(given) is not tuple or len(given) != 2 or not callable(given[0]):
            raise InvalidValue("of", given, NEED)
        function, at_most = pythons_own(given[0]), given[1]
        return MadeFor(draw, _as_now(function), Size.of(at_most, "at_most"), _likeness(function))

    @property
    def norm(self) -> Norm:
        """In which answers that are lists are compared: Gaussian noise is made for lengths."""
        return "l2" if "gaussian" in self.draw else "l1"

    def remark(self, program: Any) -> str | None:
        """One sentence, where the program's datasets contradict what is said; else None."""
        drawn = f"{brief(program.label)} draws {self.draw} for {called(self.function)}"
        try:
            found = sensitivity(self.function, over=program, norm=self.norm)
            most = self.at_most or sensitivity(self.function, norm=self.norm).value
        except DpbiError as error:
            return f"{drawn}, whose sensitivity is not known: {error}"
        if found.value <= most:
            return None
        x, y = map(brief, found.pair)
        said = f"declared to move by at most {most}"
        if self.at_most is None:
            said = f"which moves by at most {most} over its own datasets"
        return f"{drawn}, {said}; it moves by {found.value} between {x} and {y}"


def _as_now(function: Any) -> Any:
    """The function with what it has captured now: a loop may go on before it is asked."""
    if type(function) is not FunctionType or not function.__closure__:
        return function
    cells = tuple(CellType(cell.cell_contents) for cell in function.__closure__)
    same = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, cells
    )
    same.__kwdefaults__ = function.__kwdefaults__
    return same


def _likeness(function: Any) -> Hashable:
    """What the function is: each run makes its own, which is the same again."""
    made_of = function
    if type(function) is FunctionType:
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        made_of = function.__code__, function.__defaults__, function.__kwdefaults__, cells
    try:
        return Look().at(made_of)
    except Unclear:
        return id(function)
