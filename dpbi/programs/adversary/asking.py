"""A program that asks an adversary, as an interactive mechanism: ended within its limits or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from dpbi.errors import DpbiError
from dpbi.fields import Balls, Field, Real
from dpbi.laws.interactive import Interactive
from dpbi.laws.tables import Layout, Listed
from dpbi.laws.transcripts import Histories
from dpbi.laws.unended import Unended
from dpbi.programs.paths import Path
from dpbi.programs.subprograms.sub import mass_of
from dpbi.sampling import SYSTEM, BitSource

if TYPE_CHECKING:
    from dpbi.programs.program import Program

KEPT = 64  # laws


@dataclass(frozen=True, eq=False, repr=False)
class ByAProgram(Listed):
    """What both have of their program."""

    program: Program

    @property
    def layout(self) -> Layout:  # type: ignore[override]  # the program's, and no field of its own
        """Its datasets, who neighbours whom, and what it claims."""
        return self.program.layout

    def sample(self, x: Any, rng: BitSource = SYSTEM) -> Any:
        """Refused, as the program says: somebody has to choose."""
        return self.program.sample(x, rng)

    def rests_on(self) -> tuple[str, ...]:
        """What the program rests on."""
        return self.program.rests_on()

    def remarks(self) -> tuple[str, ...]:
        """What the program remarks."""
        return self.program.remarks()


@dataclass(frozen=True, eq=False, repr=False)
class AskingProgram(ByAProgram, Interactive):
    """The transcripts of a program; against a uniform adversary it is an ordinary one."""

    def tree(self) -> Histories:
        """All transcripts, once all datasets are walked and agree on what is offered."""
        return self._tree

    @cached_property
    def _tree(self) -> Histories:
        paths = (path for x in self.datasets() for path in self.program.paths(x))
        return Histories(dict.fromkeys(path.output for path in paths))

    def masses(self, x: Any, F: Field) -> dict[Any, Real]:
        """Those of its paths."""
        paths = self.program.paths(x)
        self.program.check_closed_transcripts(x)
        return given_choices(paths, self.program.probabilities(paths, F), F)


@dataclass(frozen=True, eq=False, repr=False)
class UnendedProgram(ByAProgram, Unended):
    """The transcripts of a program that does not end within its limits, as far as it was walked."""

    _played: dict[Any, Any] = field(init=False, default_factory=dict)
    _trees: dict[Any, Histories] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "closed", self.program.listed_outputs())

    def tree(self) -> Histories:
        """All transcripts that are known, once all datasets are walked."""
        return self._tree

    @cached_property
    def _tree(self) -> Histories:
        return Histories(dict.fromkeys(r for x in self.datasets() for r in self._outputs(x)))

    def tree_at(self, x: Any) -> Histories:
        """Those of one dataset; the others need not be walked."""
        if x not in self._trees:
            self._trees[x] = Histories(dict.fromkeys(self._outputs(x)))
        return self._trees[x]

    def _outputs(self, x: Any) -> list[Any]:
        walked = self.program.walked(x)
        return [path.output for path in (*walked.paths, *walked.open)]

    def played(self, x: Any, F: Balls) -> tuple[dict[Any, Real], dict[Any, Real]]:
        """Of the paths that were walked to their end, and of those that were left.

        One of which the probability is not found is left out.
        """
        if (x, F) not in self._played:
            if len(self._played) >= KEPT:
                self._played.clear()
            self._played[x, F] = self._masses(x, F)
        ended, left = self._played[x, F]
        return dict(ended), dict(left)

    def _masses(self, x: Any, F: Balls) -> tuple[dict[Any, Real], dict[Any, Real]]:
        walked, masses = self.program.walked(x), self.program.trees_in(F)
        ended = given_choices(walked.paths, self.program.sums(walked.paths, F), F)
        found, zero = dict[Any, Real](), F.rational(0)
        for path in walked.open:
            with suppress(DpbiError):
                found[path.output] = found.get(path.output, zero) + mass_of(path, masses)
        return ended, given_choices(walked.open, found, F)

    def ended_by(self, x: Any) -> str | None:
        """What has ended the walk of the program."""
        return self.program.ended_by(x)

    def is_complete(self, x: Any) -> bool:
        """Whether the program ends within its limits at x."""
        return self.program.walked(x).complete


def given_choices(
    paths: Iterable[Path], probabilities: Mapping[Any, Real], F: Field
) -> dict[Any, Real]:
    """{transcript: its probability given the choices in it}.

    The probabilities are those against an adversary that chooses uniformly.
    """
    ways = {path.output: prod(map(len, path.offered)) for path in paths}
    return {r: p * F.rational(ways[r]) for r, p in probabilities.items()}
