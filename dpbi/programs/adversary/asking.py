"""A program that asks an adversary, as an interactive mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dpbi.fields import Field, Real
from dpbi.laws.interactive import Histories, Interactive
from dpbi.laws.tables import Layout, Listed
from dpbi.sampling import SYSTEM, BitSource

if TYPE_CHECKING:
    from dpbi.programs.program import Program


@dataclass(frozen=True, eq=False, repr=False)
class AskingProgram(Listed, Interactive):
    """The transcripts of a program; against a uniform adversary it is an ordinary one."""

    program: Program

    @property
    def layout(self) -> Layout:  # type: ignore[override]  # the program's, and no field of its own
        """Its datasets, who neighbours whom, and what it claims."""
        return self.program.layout

    def tree(self) -> Histories:
        """All transcripts, once all datasets are walked and agree on what is offered."""
        return self._tree

    @cached_property
    def _tree(self) -> Histories:
        paths = (path for x in self.datasets() for path in self.program.paths(x))
        return Histories(dict.fromkeys(path.output for path in paths))

    def masses(self, x: Any, F: Field) -> dict[Any, Real]:
        """Those of the program."""
        return self.program.given_choices(x, F)

    def sample(self, x: Any, rng: BitSource = SYSTEM) -> Any:
        """Refused, as the program says: somebody has to choose."""
        return self.program.sample(x, rng)

    def rests_on(self) -> tuple[str, ...]:
        """What the program rests on."""
        return self.program.rests_on()

    def remarks(self) -> tuple[str, ...]:
        """What the program remarks."""
        return self.program.remarks()
