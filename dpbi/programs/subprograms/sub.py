"""`rng.sub(f, *args)`: the law of f(*args, rng), found once and drawn from.

A sub-program has noises of its own, so its result is independent of the caller's: a draw from a
finite set whose weights are probabilities, which balls enclose and exact numbers write down.  A
path of the caller is multiplied by the weight of each outcome on its way:

    probability = (rational weight) * (trees of conditions) * (chosen outcomes of sub-laws)

and the weight of an outcome is the sum of such products over the sub-program's own paths, sub-laws
within sub-laws included.  Each draw is a factor of its own, however often the law is drawn from.

A sub-program that does not end within its limits leaves a probability that is no outcome.  Its
caller is then unfinished too: what is left of it includes what was left of the sub-program.

A law is found once for a function and its arguments, by their content (`likeness.py`): it
serves all paths and all datasets.  Like a program it is walked from opposite ends when it is found.
So that a function which depends on anything else is seen, it is walked again in each walk of its
caller, where it has few paths, and at the end; and at each call one of its paths is, in turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any

from dpbi.errors import DpbiError
from dpbi.fields import Balls, Real
from dpbi.laws.identity import Outputs
from dpbi.programs.masses import Masses
from dpbi.programs.running import Run, Way
from dpbi.programs.stopping import ENDED_IN_ONE_ORDER, TooLong
from dpbi.programs.subprograms.likeness import Likeness, Look, Unclear

if TYPE_CHECKING:
    from dpbi.programs.explorer import Walker
    from dpbi.programs.loops.stretch import RunPiece
    from dpbi.programs.paths import Explored, Path

AGAIN = "has another law when it is run again: it must depend on its arguments and its rng alone"
GUESS = Balls(64)
FEW = 200  # paths that are walked again in each walk of the caller


@dataclass(frozen=True, eq=False)
class SubOutcome:
    """What a sub-program may come to, and the paths on which it does; itself and no other."""

    value: Any
    paths: tuple[Path, ...]

    def mass(self, masses: Masses) -> Real:
        """Its probability, computed once in each field."""
        if self not in masses.outcomes:
            total = masses.numbers.zero
            for path in self.paths:
                total = total + mass_of(path, masses)
            masses.outcomes[self] = total
        found: Real = masses.outcomes[self]
        return found


def mass_of(path: Path | RunPiece, masses: Masses) -> Real:
    """The probability of a path, or of a piece of one."""
    mass = masses.numbers.rational(path.weight)
    for tree in path.forest:
        mass = mass * masses.of(tree)
    for outcome in path.outcomes:
        mass = mass * outcome.mass(masses)
    return mass


@dataclass(eq=False)
class SubLaw:
    """The outcomes of a sub-program, and what is needed to walk it again."""

    walker: Walker
    args: tuple[Any, ...]
    explored: Explored
    outputs: Outputs
    outcomes: tuple[SubOutcome, ...] = ()
    guesses: tuple[float, ...] = ()
    turn: int = field(default=0)
    walk: int = field(default=0)

    @staticmethod
    def of(walker: Walker, args: tuple[Any, ...]) -> SubLaw:
        """The law, seen from both ends."""
        found = SubLaw(walker, args, walker.explore(args), Outputs(walker.label))
        again = walker.explore(args, last=True)
        if not found.is_same(again):
            raise Unclear(AGAIN)
        if again.complete:
            found.explored = again
        several: dict[Any, list[Path]] = {}
        for path, key in zip(found.explored.paths, found._keys(found.explored.paths), strict=True):
            several.setdefault(key, []).append(path)
        found.outcomes = tuple(
            SubOutcome(paths[0].output, tuple(paths)) for paths in several.values()
        )
        with GUESS.scope():
            masses = Masses(GUESS)
            found.guesses = tuple(float(o.mass(masses).mid()) for o in found.outcomes)
        return found

    def is_same(self, again: Explored) -> bool:
        """Whether another walk finds the same paths; of an unfinished one only what is bounded."""
        if not (self.explored.complete and again.complete):
            ended = {self.explored.why, again.why}
            return None not in ended or not ended.isdisjoint(ENDED_IN_ONE_ORDER)
        return self._counted(self.explored.paths) == self._counted(again.paths)

    def _keys(self, paths: Iterable[Path]) -> list[Any]:
        return self.outputs.keys([path.output for path in paths])

    def _counted(self, paths: tuple[Path, ...]) -> Counter[Any]:
        seen = zip(self._keys(paths), paths, strict=True)
        return Counter((key, p.weight, p.forest, p.outcomes) for key, p in seen)

    def confirm(self, walker: Walker, walk: int) -> None:
        """Walk it again by the function as it is now: once in a walk, and one path at each call."""
        if not self.explored.traces:
            return
        if self.walk != walk and len(self.explored.paths) <= FEW:
            self.walk = walk
            if not self.is_same(walker.explore(self.args)):
                raise Unclear(AGAIN)
        if not self.explored.traces:  # runs that were merged are not walked one by one
            return
        at = self.turn % len(self.explored.traces)
        self.turn += 1
        again = walker.again(self.explored.traces[at], self.args)
        if again is None or self._counted((again,)) != self._counted((self.explored.paths[at],)):
            raise Unclear(AGAIN)

    def ways(self, run: Run) -> list[Way]:
        """A way to go on for each outcome; one that is certain is no factor."""
        if len(self.outcomes) == 1 and self.explored.complete:
            return [Way(self.outcomes[0].value, run.zone)]
        each = zip(self.outcomes, self.guesses, strict=True)
        return [Way(o.value, run.zone, Fraction(1), guess, o) for o, guess in each]


class SubLaws:
    """The laws of all sub-programs of one program."""

    def __init__(self, refused: tuple[type, ...] = ()) -> None:
        self.refused = refused
        self.walks = 0  # of programs, not of sub-programs
        self._known: dict[Likeness, SubLaw] = {}

    def draw(
        self,
        run: Run,
        walker: Callable[[], Walker],
        args: tuple[Any, ...],
        likeness: Callable[[], Likeness],
    ) -> Any:
        """One outcome of a sub-program with these arguments on this run; `walker` would walk it."""
        try:
            key = likeness()
            law = self._known.get(key)
            with run.paused():
                if law is None:
                    law = SubLaw.of(walker(), args)
                elif law.explored.traces and not (run.is_helped and law.walk == self.walks):
                    law.confirm(walker(), self.walks)
            self._known[key] = law
        except Unclear as why:
            run.refuse(f"its sub-program {walker().label} {why}")
        except TooLong as error:
            run.stopped = run.stopped or error
            raise run.stopped from None
        except DpbiError as error:
            run.refuse(f"its sub-program is refused: {error}")
        run.is_partial = run.is_partial or not law.explored.complete
        if not law.outcomes:  # none of its runs was seen to end, and none goes on here
            run.stopped = run.stopped or TooLong()
            raise run.stopped
        return run.decide(("sub", key), lambda: law.ways(run))

    def differs(self) -> str:
        """A clause about one that is another when it is walked again; empty where none is."""
        for law in list(self._known.values()):
            if not law.is_same(replace(law.walker, until=inf).explore(law.args)):
                return f"its sub-program {law.walker.label} {AGAIN}"
        return ""

    def key(self, function: Any, args: tuple[Any, ...]) -> Likeness:
        """By which two calls of sub-programs are the same."""
        if not callable(function):
            raise Unclear("is not a function: write rng.sub(f, ...), which calls f(..., rng)")
        key = Look(self.refused).at((function, args))
        try:
            hash(args)
        except TypeError:
            raise Unclear("is given an argument that is not hashable: write tuples") from None
        return key
