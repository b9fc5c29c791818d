"""One walk of a program at a dataset: its paths, and whether another walk finds the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

from dpbi.programs.adversary.left import LeftRun, paths_to
from dpbi.programs.infinite.templates import Template
from dpbi.programs.loops.stretch import Mark, WalkPiece
from dpbi.programs.paths import Path
from dpbi.programs.stopping import ENDED_IN_ONE_ORDER, EndedBy


@dataclass(frozen=True)
class Walked:
    """The paths of one walk, why they are not all, and their decisions for as long as needed.

    `left` are the runs that were left, where an adversary was asked, and `open` the paths to them.
    `is_helped` says that functions which the program calls were sub-programs.
    """

    paths: tuple[Path, ...]
    why: EndedBy | None = None
    pieces: tuple[tuple[Mark, WalkPiece], ...] = ()
    has_states: bool = False
    left: tuple[LeftRun, ...] = ()
    is_helped: bool = False

    @cached_property
    def open(self) -> tuple[Path, ...]:
        """The paths to where runs were left."""
        return paths_to(self.left)

    @property
    def complete(self) -> bool:
        """Whether these are all paths."""
        return self.why is None

    @property
    def depends_on_order(self) -> bool:
        """Whether another walk, in another order, may go on where this one was ended."""
        return self.why in ENDED_IN_ONE_ORDER

    @property
    def ways(self) -> tuple[bool, bool]:
        """How it was walked: what loops come to can be compared with another walk of the same."""
        return self.has_states, self.is_helped

    @property
    def plain(self) -> tuple[Path, ...]:
        """Those that end in one output."""
        return tuple(p for p in self.paths if not isinstance(p.output, Template))

    @property
    def templates(self) -> tuple[Path, ...]:
        """Those that end in infinitely many."""
        return tuple(p for p in self.paths if isinstance(p.output, Template))

    @property
    def is_finite(self) -> bool:
        """Whether this is a law of finitely many outputs."""
        return self.complete and not self.templates

    def is_like(self, again: Walked) -> bool:
        """Whether another walk finds the same, in whatever order.

        Of a walk that a limit has ended, the pieces of the same decisions are compared; each of
        them is also one of another walk that is complete.  A limit of paths ends both walks or
        none; one of time is never met twice in the same place, and an unlikely run may be the one
        that a walk begins with.
        """
        if self.complete and again.complete:
            return Counter(self.paths) == Counter(again.paths)
        may_differ = self.depends_on_order or again.depends_on_order
        if self.complete != again.complete and not may_differ:
            return False
        if self.complete and not (self.pieces or self.has_states or again.has_states):
            return not Counter(again.paths) - Counter(self.paths)
        if self.complete:
            return dict(again.pieces).items() <= dict(self.pieces).items()
        there = dict(again.pieces)
        return all(there.get(mark, piece) == piece for mark, piece in self.pieces)

    def meets(self, again: Walked) -> bool:
        """Whether another walk has a piece of this one."""
        marks = {mark for mark, _ in self.pieces}
        return self.complete or not marks.isdisjoint(mark for mark, _ in again.pieces)

    def kept(self) -> Walked:
        """Without the decisions, where they are not needed any more."""
        is_plain = self.complete and not self.has_states
        return replace(self, pieces=()) if is_plain else self
