"""Runs that were left on their way: how likely they are, and what an adversary has seen of them.

A run goes on until its first decision that no walk has followed.  So the runs that were left
exclude each other, and those that have ended.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpbi.errors import DpbiError
from dpbi.laws.identity import Named
from dpbi.laws.transcripts import Transcript
from dpbi.programs.adversary.sight import Sight
from dpbi.programs.loops.chain import StateChain, Visits
from dpbi.programs.loops.stretch import START, Since, piece_of
from dpbi.programs.paths import Path
from dpbi.programs.zones import Forgotten

if TYPE_CHECKING:
    from dpbi.programs.running import Decision

MOST_DECISIONS = 200_000
"""Of the likeliest runs that were left, so many in all; where the other runs are is not known."""


@dataclass(frozen=True, slots=True)
class LeftRun:
    """A run that was left: its decisions, since which state of which chain, and what was seen."""

    prefix: tuple[Decision, ...]
    since: Since
    sight: Sight
    chain: StateChain

    def path(self) -> Path | None:
        """The path to where it was left; None where it is not found.

        That is so for a state from which no output was reached: how often it is visited is unknown.
        """
        state = self.since.state
        if not self.chain.is_ending(state):
            return None
        ways = [decision.way for decision in self.prefix[self.since.decisions :]]
        try:
            forest = ways[-1].zone.since(self.since.noises).forest() if ways else ()
        except (Forgotten, DpbiError):
            return None
        seen = Transcript(self.sight.events, is_open=True)
        piece, visits = piece_of(ways, forest), (Visits(self.chain, state),)
        outcomes = piece.outcomes if state == START else (*piece.outcomes, *visits)
        output = Named(seen, ("open", *seen.steps()))
        return Path(output, piece.weight, forest, outcomes, self.sight.offered)


def paths_to(runs: Iterable[LeftRun]) -> tuple[Path, ...]:
    """The paths to where runs were left, as long as there are not too many decisions."""
    found, decisions = [], 0
    for run in runs:
        decisions += len(run.prefix)
        if decisions > MOST_DECISIONS:
            break
        if (path := run.path()) is not None:
            found.append(path)
    return tuple(found)
