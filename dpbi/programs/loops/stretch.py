"""A piece of a run, from one state of the program to the next: what its probability is made of."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, TypeAlias

from dpbi.programs.families import Tree

State: TypeAlias = Hashable
START: State = "the start"

Mark: TypeAlias = tuple[Any, ...]
"""A state, and what was asked since and what was told, in turn: each piece has its own."""

WalkPiece: TypeAlias = Any
"""What a run from a state came to: a path, or a stretch and the next state."""


@dataclass(frozen=True, slots=True)
class Since:
    """The latest state that a run was in: after how many decisions and noises."""

    state: State = START
    decisions: int = 0
    noises: int = 0


FROM_START = Since()


def piece_of(ways: Iterable[Any], forest: tuple[Tree, ...]) -> RunPiece:
    """What the ways of a run come to, together with the conditions on its noises."""
    several = list(ways)
    weight = prod((way.weight for way in several), start=Fraction(1))
    outcomes = tuple(way.outcome for way in several if way.outcome is not None)
    return RunPiece(weight, forest, outcomes)


@dataclass(frozen=True, slots=True)
class RunPiece:
    """The factors of the probability of a piece of a run, as of a whole path."""

    weight: Fraction
    forest: tuple[Tree, ...]
    outcomes: tuple[Any, ...] = ()

    @property
    def is_rational(self) -> bool:
        """Whether its probability is its weight."""
        return not self.outcomes and all(tree.is_certain for tree in self.forest)
