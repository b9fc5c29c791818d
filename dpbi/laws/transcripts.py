"""What an adversary sees of a run, and the tree of all that it may see.

A transcript of a run that was not followed to its end is open: what is seen next is not known, and
its node in the tree is the history that it has come to, from which any transcript may go on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any, TypeAlias, TypeVar

from dpbi.laws.identity import Named, identity
from dpbi.laws.protocol import Output

V = TypeVar("V")
Glimpse: TypeAlias = tuple[str, Hashable]
"""What is seen next, and of which kind it is."""


@dataclass(frozen=True, slots=True)
class Chose:
    """The adversary chose the option at this place, which is called so, of so many."""

    number: int
    name: str = field(compare=False)
    of: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"chose {self.name}"


@dataclass(frozen=True, slots=True)
class Saw:
    """A value was shown."""

    value: Any

    def __str__(self) -> str:
        return f"saw {self.value}"


@dataclass(frozen=True, slots=True)
class Transcript:
    """What an adversary sees of a run: events, and what is returned; None where nothing is.

    `is_open` says that the run goes on, and that nobody knows how.
    """

    events: tuple[Chose | Saw, ...]
    returned: Any = None
    is_open: bool = False

    def __str__(self) -> str:
        last = () if self.returned is None else (f"returned {self.returned}",)
        last = ("what comes next is not known",) if self.is_open else last
        return " -> ".join([*map(str, self.events), *last])

    def __repr__(self) -> str:
        return f"<Transcript {self}>"

    def steps(self) -> tuple[Glimpse, ...]:
        """What is seen one after the other, by values that are equal only where it looks alike."""
        seen: list[Glimpse] = [
            ("chose", e.number) if isinstance(e, Chose) else ("saw", identity(e.value))
            for e in self.events
        ]
        return tuple(seen) if self.is_open else (*seen, ("returned", identity(self.returned)))


def transcript_of(output: Any) -> Transcript | None:
    """The transcript that an output is; None where it is none."""
    found = output.value if type(output) is Named else output
    return found if type(found) is Transcript else None


@dataclass(slots=True)
class History:
    """What has been seen so far, and where that leads: by an option, or by something else.

    `told` is the last thing that was seen; `ends` is the transcript that ends here, or is open
    here.  `offered` is how many options the adversary has here.
    """

    told: str = ""
    offered: int = 0
    options: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)
    ends: Output = None


class Histories:
    """All histories of transcripts; each stands after the one that it goes on from."""

    def __init__(self, outputs: Iterable[Output]) -> None:
        self.histories = [History()]
        self._next: dict[tuple[int, Glimpse], int] = {}
        self._asked: dict[Output, list[int]] = {}
        for output in outputs:
            self._add(output)

    def _add(self, output: Output) -> None:
        """The histories along one transcript."""
        transcript, at = transcript_of(output), 0
        asked = self._asked[output] = []
        steps = (("returned", output),) if transcript is None else transcript.steps()
        events = () if transcript is None else transcript.events
        for n, step in enumerate(steps):
            here, chosen = self.histories[at], step[0] == "chose"
            event = events[n] if n < len(events) else None
            if isinstance(event, Chose):
                asked.append(at)
                here.offered = event.of
            if (at, step) not in self._next:
                self._next[at, step] = len(self.histories)
                (here.options if chosen else here.others).append(len(self.histories))
                self.histories.append(History("" if event is None else str(event)))
            at = self._next[at, step]
        self.histories[at].ends = output

    def share(self, output: Output) -> Fraction:
        """The probability of the choices in a transcript, where each is uniform."""
        return Fraction(1, prod(len(self.histories[at].options) for at in self._asked[output]))

    def best(
        self,
        value: Callable[[Output], V],
        add: Callable[[Sequence[V]], V],
        largest: Callable[[Sequence[V]], V],
    ) -> list[V]:
        """The value of each history: of a transcript where one ends, else what follows from it.

        The adversary takes the option with the largest value, and what else may be seen is added.
        An option of which no transcript is known has the value of nothing.
        """
        found: list[Any] = [None] * len(self.histories)
        for at in range(len(self.histories) - 1, -1, -1):
            here = self.histories[at]
            parts = [found[k] for k in here.others]
            if here.ends is not None:
                parts.append(value(here.ends))
            if here.options:
                unknown = [add([])] * (len(here.options) < here.offered)
                parts.append(largest([*(found[k] for k in here.options), *unknown]))
            found[at] = add(parts)
        return found
