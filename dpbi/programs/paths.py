"""What a walk of a program finds: its paths, and whether they are all."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpbi.programs.adversary.left import LeftRun
    from dpbi.programs.families import Tree
    from dpbi.programs.loops.chain import Visits
    from dpbi.programs.loops.stretch import Mark, WalkPiece
    from dpbi.programs.running import Decision
    from dpbi.programs.stopping import EndedBy
    from dpbi.programs.subprograms.likeness import Likeness
    from dpbi.programs.subprograms.sub import SubOutcome


@dataclass(frozen=True, slots=True)
class Path:
    """An output, with the probability of what is finite on its way and the conditions on noises.

    The output may be a `Template`, which has trees of its own.  What came of sub-programs on the
    way is in `outcomes`, with how often the state is visited from which it leaves the last loop.
    What an adversary was offered, by its content, is in `offered`.
    """

    output: Any
    weight: Fraction
    forest: tuple[Tree, ...]
    outcomes: tuple[SubOutcome | Visits, ...] = ()
    offered: tuple[tuple[Likeness, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Explored:
    """The paths that were walked, why these are not all, and of a sub-program their decisions.

    Of a program there are the pieces that they were walked in; `has_states` says whether any runs
    were merged.  `left` are the runs that were left, where an adversary was asked.
    """

    paths: tuple[Path, ...]
    why: EndedBy | None
    traces: tuple[tuple[Decision, ...], ...] = ()
    pieces: tuple[tuple[Mark, WalkPiece], ...] = ()
    has_states: bool = False
    left: tuple[LeftRun, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether these are all paths."""
        return self.why is None
