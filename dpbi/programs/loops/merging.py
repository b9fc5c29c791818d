"""One walk of a program with loops: runs are cut at states, and put together again as a chain."""

from __future__ import annotations

from collections import Counter
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING

from dpbi.fields import Balls
from dpbi.programs.adversary.left import LeftRun
from dpbi.programs.infinite.templates import Template
from dpbi.programs.loops.chain import StateChain, Visits
from dpbi.programs.loops.helpers import Helpers
from dpbi.programs.loops.stretch import START, Mark, State, WalkPiece
from dpbi.programs.loops.waiting import Next, RunQueue
from dpbi.programs.loops.watching import Lookout, watched
from dpbi.programs.masses import Masses
from dpbi.programs.paths import Explored
from dpbi.programs.running import Decision, Run
from dpbi.programs.stopping import EndedBy, Met
from dpbi.programs.subprograms.sub import mass_of

if TYPE_CHECKING:
    from dpbi.programs.paths import Path

LONG = 200
"""Decisions of a run, and runs of a walk, from which on one that is not merged may have no end."""


@dataclass
class Merger:
    """The states that runs have come to so far, and what led from one to another."""

    chain: StateChain
    entry: object
    helpers: Helpers
    is_sub: bool
    traces: list[tuple[Decision, ...]]
    pieces: list[tuple[Mark, WalkPiece]]
    waiting: RunQueue
    names: dict[State, State] = field(default_factory=dict)  # each state by itself, to keep one
    left: list[LeftRun] = field(default_factory=list)
    parts: int = 0  # of states and of marks
    decisions: int = 0  # of traces

    @staticmethod
    def of(entry: object, helpers: Helpers, *, is_sub: bool) -> Merger:
        """Nothing so far; `entry` is the program, or None where loops are not looked for."""
        chain = StateChain({START: Counter()}, {START: []})
        return Merger(chain, entry, helpers, is_sub, [], [], RunQueue())

    def watching(self, run: Run) -> AbstractContextManager[None]:
        """with ..: the run is cut where it comes to a state that was met before."""
        if type(self.entry) is not FunctionType:
            return watched(None)
        meet = partial(self._meet, run)
        return watched(Lookout(run, self.entry.__code__, meet, self.helpers))

    def _meet(self, run: Run, state: State, parts: int) -> None:
        """The run is in a state: from there on all is walked once.

        What an adversary has seen is no part of a state, so none is taken from then on.
        """
        if run.events:
            return
        stretch, state = run.leg(), self.names.setdefault(state, state)
        self.chain.onward[run.since.state][state, stretch] += 1
        self._keep(_mark(run), (stretch, state))
        self.waiting.arrive(state, run.since.state, run.guess)
        if state in self.chain.onward:
            run.stopped = Met()
            raise run.stopped
        self.chain.onward[state], self.chain.ends[state] = Counter(), []
        self.parts += parts
        run.begin(state)

    def end(self, run: Run, path: Path) -> None:
        """A run has come to its end."""
        self.chain.ends[run.since.state].append(path)
        if self.is_sub:
            self.traces.append(tuple(run.trace))
            self.decisions += len(run.trace)
        self._keep(_mark(run), path)

    def _keep(self, mark: Mark, piece: WalkPiece) -> None:
        self.pieces.append((mark, piece))
        self.parts += len(mark)

    @property
    def kept(self) -> int:
        """How much is kept, in parts of states; of decisions, which are shared, only places are."""
        return self.parts + (self.decisions + self.waiting.decisions) // 8

    def explored(self, why: EndedBy | None) -> Explored:
        """All that was walked; a sub-program is walked again by its traces, if it has no states."""
        traces = () if self.has_states else tuple(self.traces)
        pieces = () if self.is_sub else tuple(self.pieces)
        paths = self.paths()
        left = () if why is None else self._left()
        return Explored(paths, why, traces, pieces, self.has_states, left)

    def leave(self, run: Run, one: Next) -> None:
        """A run is not followed any further.

        If time was up before it was where it was to go on, it is left there: what comes of its
        first decisions alone is that of other runs too.
        """
        prefix, since, sight = tuple(run.trace), run.since, run.sight()
        if len(prefix) < len(one.prefix):
            prefix, since, sight = one.prefix, one.since, one.sight
        self.left.append(LeftRun(prefix, since, sight, self.chain))

    def _left(self) -> tuple[LeftRun, ...]:
        """The runs that were left, if an adversary was asked."""
        if not any(path.offered for paths in self.chain.ends.values() for path in paths):
            return ()
        waiting = (LeftRun(o.prefix, o.since, o.sight, self.chain) for o in self.waiting.rest())
        return (*self.left, *waiting)

    @property
    def has_states(self) -> bool:
        """Whether any run was cut."""
        return len(self.chain.onward) > 1

    @property
    def always_ends(self) -> bool:
        """Whether each state leads to an output."""
        return self.chain.always_ends

    def is_enough(self, walks: int, one: Next, least: float) -> bool:
        """Whether a run may be left, and all that are less likely, if it is too unlikely itself.

        Where runs are not merged a guess of what is likely is rough, and a program that ends should
        be walked to its end: it has to be long, and all that is left certainly below `least`.
        """
        if self.has_states:
            return True
        if len(one.prefix) < LONG or walks < LONG or walks & (walks - 1):
            return False
        F, known = Balls(128), self.chain.ends[START]
        masses = Masses(F)
        with F.scope():
            whole = (mass_of(p, masses) for p in known if not isinstance(p.output, Template))
            return bool(1 - sum(whole, F.rational(0)) < least)

    def paths(self) -> tuple[Path, ...]:
        """The paths from all states, each by how often its state is visited."""
        chain = self.chain
        if not self.has_states:
            return tuple(chain.ends[START])
        if not chain.is_rational:
            return tuple(
                _after(path, Visits(chain, s)) for s, p in chain.ends.items() for path in p
            )
        visits = chain.visits(lambda stretch: stretch.weight, Fraction(0), Fraction(1))
        return tuple(
            replace(path, weight=path.weight * visits[state])
            for state, paths in chain.ends.items()
            for path in paths
        )


def _mark(run: Run) -> Mark:
    """The decisions of a run since its latest state, without the zones that belong to them."""
    told = [
        part
        for d in run.trace[run.since.decisions :]
        for part in (d.asked, d.way.value if d.way.outcome is None else d.way.outcome)
    ]
    return run.since.state, *told


def _after(path: Path, visits: Visits) -> Path:
    """A path that leaves a state; the start is visited once."""
    if visits.state == START:
        return path
    return replace(path, outcomes=(*path.outcomes, visits))
