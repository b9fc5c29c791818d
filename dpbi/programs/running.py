"""One run of a program along a list of decisions, and what stops it.

A run follows a prefix of decisions and then decides for itself, by the first way that is possible;
the ways that it leaves are the prefixes of other runs.  Each decision says what was asked, in full,
so a run that is repeated and asks anything else is seen: a program must depend on its dataset and
its generator alone.

A refusal is kept as well as raised: a program that catches it has gone on without an answer, and
what it does then is not believed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from math import floor, lcm
from typing import Any, NoReturn

from dpbi.laws.transcripts import Chose
from dpbi.programs.adversary.sight import UNSEEN, Sight
from dpbi.programs.answers import Remembered
from dpbi.programs.families import NoiseLaw, Tree
from dpbi.programs.loops.places import CodePlace, is_round
from dpbi.programs.loops.stretch import FROM_START, RunPiece, Since, State, piece_of
from dpbi.programs.pieces import End
from dpbi.programs.stopping import Later, Met, Refusal, TooLong
from dpbi.programs.zones import Coefficients, Forgotten, Zone

MOST_DECISIONS = 1000
"""Of one run."""

MOST_VALUES = 1000
"""Of an unknown integer that is split into its values."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to go on: what the program is told, its zone, and its probability given the zone.

    `guess` is a rough probability: the likelier paths are walked first.  `outcome` is what came of
    a sub-program (`programs/subprograms/sub.py`), whose probability is a factor of its own.
    """

    value: Any
    zone: Zone
    weight: Fraction = Fraction(1)
    guess: float = 1.0
    outcome: Any = None


@dataclass(frozen=True, slots=True)
class Decision:
    """What was asked, in full, and the way that was taken."""

    asked: Any
    way: Way


class Run:
    """The state of one run."""

    def __init__(
        self,
        prefix: tuple[Decision, ...],
        *,
        last: bool,
        deadline: float,
        home: Any = None,
        since: Since = FROM_START,
    ) -> None:
        self.prefix, self.last, self.deadline, self.home = prefix, last, deadline, home
        self.trace: list[Decision] = []
        self.since = since
        self.places: set[CodePlace] | None = (
            None  # where it has decided, while loops are looked for
        )
        self.has_loops = self.is_lost = False  # whether a noise was used that had been forgotten
        self.left: list[tuple[float, tuple[Decision, ...], Since, Sight]] = []
        self.answers: Remembered = Remembered() if home is None else home.answers
        self.zone, self.guess = self.answers.root, 1.0
        self.least = 0.0  # the guess below which others come first
        self.events: list[Any] = []  # what an adversary has seen
        self.offered: list[Any] = []  # what it was asked to choose from, by its content
        self.is_partial = False  # whether something that was drawn from has more than is known
        self.stopped: Refusal | TooLong | None = None
        self.is_open = True
        self.is_helped = False  # whether functions that it calls are sub-programs
        self.uniforms: list[tuple[int, int]] = []  # what is left of each random()
        self.assumes: set[str] = set()
        self.made_for: list[Any] = []  # what its noises are said to be for (`made_for.py`)
        self.is_ours = False  # whether it is dpbi that draws from the system's generator

    def refuse(self, reason: str) -> NoReturn:
        """Stop the run, whatever the program does about it."""
        self.stopped = self.stopped or Refusal(reason)
        raise self.stopped

    @contextmanager
    def paused(self) -> Iterator[None]:
        """with ..: another run, in which nothing of this one may be used."""
        before, self.is_open = self.is_open, False
        try:
            yield
        finally:
            self.is_open = before
        if self.stopped is not None:
            raise self.stopped

    def sub(self, function: Any, args: tuple[Any, ...]) -> Any:
        """What function(*args, rng) comes to, by a law that is found once."""
        return self.home.sub(self, function, args)

    def help(self, function: Any, alike: Any, given: tuple[Any, ...]) -> Any:
        """What a function of the program comes to, by a law that is found once."""
        return self.home.help(self, function, alike, given)

    def chosen(self, alike: Any, options: Sequence[Any], picks: Sequence[Chose]) -> Chose:
        """What the adversary picks: each option has a path."""
        share = Fraction(1, len(options))

        def ways() -> list[Way]:
            return [Way(chose, self.zone, share, float(share)) for chose in picks]

        found: Chose = self.decide(("choose", alike), ways)
        return found

    def check_open(self) -> None:
        """Refuse what is asked after the end of the run."""
        if not self.is_open:
            self.refuse("it keeps a noise or a generator from one run for another")

    def decide(self, asked: Any, ways: Callable[[], Sequence[Way]]) -> Any:
        """The value of one way; the others are left for other runs.

        Where the run follows its prefix the ways are known: what led here was the same.
        """
        self.check_open()
        if isinstance(self.stopped, Met):
            raise self.stopped
        if len(self.trace) >= MOST_DECISIONS or time.monotonic() > self.deadline:
            self.stopped = self.stopped or TooLong()
            raise self.stopped
        if len(self.trace) < len(self.prefix):
            decision = self.prefix[len(self.trace)]
            if decision.asked is not asked and decision.asked != asked:
                self.refuse("it does something else when it is run again")
        elif self.guess < self.least:
            self.stopped = self.stopped or Later()
            raise self.stopped
        else:
            decision = self._decided(asked, ways())
        self.trace.append(decision)
        if self.places is not None and is_round(self.places):
            self.places, self.has_loops = None, True
        taken = decision.way
        self.zone = taken.zone
        if len(self.trace) > self.since.decisions:
            self.guess *= taken.guess
        elif len(self.trace) == self.since.decisions:
            self.zone = self.zone.forgotten()
        return taken.value

    def _of_zone(self, asked: Any, ways: Callable[[], Sequence[Way]]) -> Any:
        """The same, where the ways follow from the zone and from what is asked alone."""
        return self.decide(asked, lambda: self.answers.of(self.zone, asked, ways))

    def _decided(self, asked: Any, ways: Sequence[Way]) -> Decision:
        """The first way, or the last; the others are left."""
        taken, sight = ways[-1 if self.last else 0], self.sight()
        for way in ways:
            if way is not taken:
                other = (*self.trace, Decision(asked, way))
                seen = sight.after(way.value, asked)
                self.left.append((self.guess * way.guess, other, self.since, seen))
        return Decision(asked, taken)

    def sight(self) -> Sight:
        """What an adversary has seen by now."""
        return Sight(tuple(self.events), tuple(self.offered)) if self.events else UNSEEN

    def leg(self, forest: tuple[Tree, ...] | None = None) -> RunPiece:
        """What it comes to since its latest state; `forest` are its trees, where they are known."""
        ways = [decision.way for decision in self.trace[self.since.decisions :]]
        return piece_of(ways, self.forest() if forest is None else forest)

    def recent(self) -> Zone:
        """The noises since the latest state; where older ones are in use it was no state."""
        try:
            return self.zone.since(self.since.noises)
        except Forgotten:
            self.lost()

    def lost(self) -> NoReturn:
        """A noise was used that had been forgotten: the walk begins anew, without states."""
        self.is_lost, self.stopped = True, Met()
        raise self.stopped

    def begin(self, state: State) -> None:
        """In a state that no noise is part of: what was asked of those before is forgotten."""
        self.since = Since(state, len(self.trace), len(self.zone.families))
        self.zone = self.zone.forgotten()
        self.least, self.guess = self.least / (self.guess or self.least or 1.0), 1.0

    def forest(self) -> tuple[Tree, ...]:
        """The conditions on the noises since the latest state."""
        asked = ("forest", self.since.noises)
        return self.answers.of(self.zone, asked, lambda: self.recent().forest())

    def draw(self, family: NoiseLaw) -> int:
        """The number of a new noise."""

        def ways() -> list[Way]:
            zone = self.zone.with_noise(family)
            return [Way(len(zone.families), zone)]

        number: int = self._of_zone(family, ways)
        return number

    def compare(self, coefficients: Coefficients, constant: Fraction, *, strict: bool) -> bool:
        """Whether sum of coefficient * noise + constant >= 0, or > 0: both, where both can be."""

        def ways() -> list[Way]:
            yes, no = self._sides(*self.without_fixed(coefficients, constant), strict=strict)
            if yes is None or no is None:  # what is implied is not added to the zone
                return [Way(no is None, self.zone)]
            return [Way(True, yes, guess=0.5), Way(False, no, guess=0.5)]

        asked = (tuple(sorted(coefficients.items())), constant, strict)
        return bool(self._of_zone(asked, ways))

    def first_largest(self, values: Sequence[tuple[Coefficients, Fraction]]) -> int:
        """The first place where a sum of multiples of noises plus a constant is largest."""

        def ways() -> list[Way]:
            zones = [self._where_largest(i, values) for i in range(len(values))]
            return [Way(i, z, guess=1 / len(values)) for i, z in enumerate(zones) if z is not None]

        asked = ("argmax", tuple((tuple(sorted(c.items())), k) for c, k in values))
        return int(self._of_zone(asked, ways))

    def _where_largest(
        self, i: int, values: Sequence[tuple[Coefficients, Fraction]]
    ) -> Zone | None:
        """The part of the zone where the first of the largest sums is that at place i.

        Of plain noises all bounds are of the same one, and are added at once.
        """
        zone: Zone | None = self.zone
        ends: dict[int, dict[int, Fraction]] = {}
        others = []
        for k, other in enumerate(values):
            if k != i:
                gap = self.without_fixed(*_difference(values[i], other))
                found = self.zone.as_bound(*gap, strict=k < i)
                if found is None:
                    others.append((gap, k < i))
                else:
                    a, b, c = found
                    ends.setdefault(b, {})[a] = min(c, ends.get(b, {}).get(a, c))
        for b, several in ends.items():
            zone = zone and zone.bound_all(b, several)
        for gap, strict in others:
            zone = zone and self._sides(*gap, strict=strict, zone=zone)[0]
        return zone

    def split(self, coefficients: Coefficients, constant: Fraction) -> Fraction:
        """The floor of sum of coefficient * noise + constant: every value that it can have."""
        asked = (tuple(sorted(coefficients.items())), constant, "floor")
        found: Fraction = self._of_zone(asked, lambda: self._floors(coefficients, constant))
        return found

    def value(self, coefficients: Coefficients) -> Fraction:
        """A sum of multiples of integers: noise by noise where all are bounded, else at once."""
        if all(None not in self.zone.bounds(i) for i in coefficients):
            each = (a * self.split({i: Fraction(1)}, Fraction(0)) for i, a in coefficients.items())
            return sum(each, Fraction(0))
        scale = lcm(*(a.denominator for a in coefficients.values()))
        return self.split({i: a * scale for i, a in coefficients.items()}, Fraction(0)) / scale

    def is_listed(self, coefficients: Coefficients, constant: Fraction) -> bool:
        """Whether the floor of a sum has so few values that the run can split into each."""
        low, high = self._span(*self.without_fixed(coefficients, constant))
        return low is not None and high is not None and high - low < MOST_VALUES

    def _floors(self, coefficients: Coefficients, constant: Fraction) -> list[Way]:
        """A way for each floor."""
        free, constant = self.without_fixed(coefficients, constant)
        low, high = self._span(free, constant)
        if low is None or high is None:
            self.refuse("it needs the value of a noise that has infinitely many: clamp it first")
        values = range(floor(low), floor(high) + 1)
        if len(values) > MOST_VALUES:
            self.refuse(f"it needs the value of a noise that has more than {MOST_VALUES}")
        ways = []
        for k in values:
            zone, _ = self._sides(free, constant - k, strict=False)
            if zone is not None:
                _, zone = self._sides(free, constant - k - 1, strict=False, zone=zone)
            if zone is not None:
                ways.append(Way(Fraction(k), zone, guess=1 / len(values)))
        return ways

    def _span(self, free: Coefficients, constant: Fraction) -> tuple[End, End]:
        """Bounds of sum of coefficient * noise + constant."""
        if len(free) > 1 or self.zone.others:
            return self.zone.span(free, constant)
        negative = {i: -a for i, a in free.items()}
        low, high = self.zone.least(free, constant), self.zone.least(negative, -constant)
        return low, None if high is None else -high

    def whole(self, coefficients: Coefficients, constant: Fraction) -> int:
        """The number of the floor of sum of coefficient * noise + constant, an integer unknown."""

        def ways() -> list[Way]:
            zone, number = self.zone.with_floor(coefficients, constant)
            return [Way(number, zone)]

        asked = (tuple(sorted(coefficients.items())), constant, "whole")
        number: int = self._of_zone(asked, ways)
        return number

    def _sides(
        self, free: Coefficients, constant: Fraction, *, strict: bool, zone: Zone | None = None
    ) -> tuple[Zone | None, Zone | None]:
        """The parts of the zone where sum + constant >= 0, or > 0 if strict, and where not."""
        zone = zone or self.zone
        negative = {i: -a for i, a in free.items()}
        least, most = zone.least(free, constant), zone.least(negative, -constant)
        if least is not None and (least > 0 or (least == 0 and not strict)):
            return zone, None
        if most is not None and (most > 0 or (most == 0 and strict)):
            return None, zone
        return (
            zone.at_least_zero(free, constant, strict=strict),
            zone.at_least_zero(negative, -constant, strict=not strict),
        )

    def without_fixed(
        self, coefficients: Coefficients, constant: Fraction
    ) -> tuple[dict[int, Fraction], Fraction]:
        """The same sum, with the values of noises that have only one left."""
        free = {}
        for i, a in coefficients.items():
            value = None if self.zone.is_continuous(i) else self.zone.fixed(i)
            if value is None:
                free[i] = a
            else:
                constant += a * value
        return free, constant


def _difference(
    one: tuple[Coefficients, Fraction], other: tuple[Coefficients, Fraction]
) -> tuple[dict[int, Fraction], Fraction]:
    """The difference of two sums."""
    total = dict(one[0])
    for i, a in other[0].items():
        total[i] = total.get(i, Fraction(0)) - a
    return {i: a for i, a in total.items() if a}, one[1] - other[1]
