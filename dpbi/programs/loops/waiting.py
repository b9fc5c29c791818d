"""The runs that are still to be walked, the likeliest first.

How likely a run is, is a rough guess: how often its state is visited, as far as is known, times how
likely its own decisions since are.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, TypeAlias

from dpbi.programs.adversary.sight import UNSEEN, Sight
from dpbi.programs.loops.stretch import FROM_START, START, Since, State

if TYPE_CHECKING:
    from dpbi.programs.running import Decision

Prefix: TypeAlias = "tuple[Decision, ...]"


@dataclass(frozen=True, slots=True)
class Next:
    """A run to be walked: along which decisions, and how likely it is, given its state and not.

    `sight` is what an adversary has seen on the way.
    """

    prefix: Prefix
    since: Since
    guess: float
    likely: float
    sight: Sight


class RunQueue:
    """A queue for each state, and one of states."""

    def __init__(self) -> None:
        self._ticks = count()
        self._guesses: dict[State, float] = {START: 1.0}
        self._from: dict[State, dict[State, float]] = {START: {}}
        self._pops = 0
        self._runs: dict[State, list[tuple[float, int, Prefix, Since, Sight]]] = {START: []}
        self._states: list[tuple[float, int, State]] = []
        self.decisions = 0
        self.push((), FROM_START, 1.0, UNSEEN)

    def __bool__(self) -> bool:
        return any(self._runs.values())

    def push(self, prefix: Prefix, since: Since, guess: float, sight: Sight) -> None:
        """One run more; `guess` is how likely it is, given its state."""
        one = -guess, next(self._ticks), prefix, since, sight
        heapq.heappush(self._runs[since.state], one)
        self.decisions += len(prefix)
        self._announce(since.state)

    def pop(self) -> Next | None:
        """The likeliest, by what is known now."""
        self._pops += 1
        if not self._pops & (self._pops - 1):  # now and then
            self._spread()
        while self._states:
            likely, _, state = heapq.heappop(self._states)
            if (runs := self._runs[state]) and self._likely(state) == likely:  # its place by now
                guess, _, prefix, since, sight = heapq.heappop(runs)
                self.decisions -= len(prefix)
                self._announce(state)
                return Next(prefix, since, -guess, -guess * self._guesses[state], sight)
        return None

    def rest(self) -> Iterator[Next]:
        """All that are left, the likeliest first."""
        while one := self.pop():
            yield one

    def arrive(self, state: State, before: State, guess: float) -> None:
        """A run has come from one state to another."""
        several = self._from.setdefault(state, {})
        several[before] = several.get(before, 0.0) + guess
        self._runs.setdefault(state, [])
        self._guess(state)

    def _guess(self, state: State) -> None:
        """How often a state is visited, by what is known of those before it."""
        visits = sum(self._guesses[r] * p for r, p in self._from[state].items())
        self._guesses[state] = max(self._guesses.get(state, 0.0), visits)
        self._announce(state)

    def _spread(self) -> None:
        """What has become likelier makes others likelier."""
        for state in list(self._from)[1:]:
            self._guess(state)

    def _announce(self, state: State) -> None:
        """The state takes its place by its likeliest run."""
        if self._runs[state]:
            heapq.heappush(self._states, (self._likely(state), next(self._ticks), state))

    def _likely(self, state: State) -> float:
        """Less than 0 by how likely the likeliest run of a state is."""
        return self._runs[state][0][0] * self._guesses[state]
