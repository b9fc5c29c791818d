"""A program as a Markov chain: states at the heads of its loops, and the runs between them.

From a state a run comes to an output, or to another state, each with a probability that depends on
the state alone.  How often a state is visited, on average, solves

    visits(s) = [s is the start] + sum over states r of visits(r) * (probability from r to s),

and the probability of an output is the sum of visits(r) * (probability from r to it): the
fundamental matrix of an absorbing chain (Kemeny and Snell 1960, chapter 3).  Where paths have not
been walked, the same sums without them are the exact probability of those that have been.

States from which no output is reached are left out: what enters them never ends.  From all others
something leaks, so that the system has one solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from dpbi.fields import Real
from dpbi.programs.loops.stretch import START, RunPiece, State
from dpbi.programs.masses import Masses
from dpbi.programs.subprograms.sub import mass_of

if TYPE_CHECKING:
    from dpbi.programs.paths import Path

Mass: TypeAlias = Callable[[RunPiece], Real]
WaysBetween: TypeAlias = dict[State, dict[State, Real]]


@dataclass(frozen=True)
class StateChain:
    """The stretches from each state to others, and those which end."""

    onward: dict[State, Counter[tuple[State, RunPiece]]]
    ends: dict[State, list[Path]]

    @cached_property
    def _ending(self) -> list[State]:
        """The states from which an output is reached, in the order in which they were found."""
        back: dict[State, set[State]] = {}
        for state, several in self.onward.items():
            for target, _ in several:
                back.setdefault(target, set()).add(state)
        waiting = [state for state, paths in self.ends.items() if paths]
        found = set(waiting)
        while waiting:
            new = back.get(waiting.pop(), set()) - found
            found |= new
            waiting += new
        return [state for state in self.onward if state in found]

    def is_ending(self, state: State) -> bool:
        """Whether an output is reached from a state: then its visits are known."""
        return state in self._ending

    @property
    def always_ends(self) -> bool:
        """Whether all that is walked comes to an output, if nothing is left to be walked."""
        return len(self._ending) == len(self.onward)

    @property
    def is_rational(self) -> bool:
        """Whether all states are reached with rational probabilities."""
        return all(s.is_rational for several in self.onward.values() for _, s in several)

    def visits(self, mass: Mass, zero: Real, one: Real) -> dict[State, Real]:
        """How often each state is visited, on average.

        States are taken away from the last to the first, and what goes through them goes on.
        """
        states = self._ending
        kept = set(states)
        into: WaysBetween = {state: {} for state in states}
        out: WaysBetween = {state: {} for state in states}
        for r in states:
            for (s, stretch), times in self.onward[r].items():
                if s in kept:
                    _add(into, out, r, s, mass(stretch) * times)
        removed = []
        for k in reversed(states):
            stay = out[k].pop(k, zero)
            before = {r: p / (one - stay) for r, p in into.pop(k).items() if r != k}
            after = out.pop(k)
            for s in after:
                del into[s][k]
            for r, p in before.items():
                del out[r][k]
                for s, q in after.items():
                    _add(into, out, r, s, p * q)
            removed.append((k, before, one / (one - stay)))
        found: dict[State, Real] = {}
        for k, before, returns in reversed(removed):
            at_once = returns if k == START else zero
            found[k] = sum((found[r] * p for r, p in before.items()), at_once)
        return found

    @cached_property
    def content(self) -> Hashable:
        """By which two chains are the same, in whatever order they were found."""
        return frozenset((state, frozenset(s.items())) for state, s in self.onward.items())


def _add(into: WaysBetween, out: WaysBetween, r: State, s: State, p: Real) -> None:
    """One more way from r to s."""
    out[r][s] = into[s][r] = out[r][s] + p if s in out[r] else p


@dataclass(frozen=True, eq=False, repr=False)
class Visits:
    """How often a state is visited, as a factor of the paths that leave it for an output."""

    chain: StateChain
    state: State

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Visits)
            and self.state == other.state
            and self.chain.content == other.chain.content
        )

    def __hash__(self) -> int:
        return hash(self.state)

    def mass(self, masses: Masses) -> Real:
        """The number, found for all states at once in each field."""
        key = "visits", id(self.chain)
        if key not in masses.outcomes:
            zero, one = masses.numbers.zero, masses.numbers.one
            found = self.chain.visits(lambda s: mass_of(s, masses), zero, one)
            masses.outcomes[key] = self.chain, found  # which is kept, so that its id is its own
        known: dict[State, Real] = masses.outcomes[key][1]
        return known[self.state]
