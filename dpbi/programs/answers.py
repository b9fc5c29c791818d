"""What follows from a zone and a question, computed once for all runs that ask it there.

A program is walked several times at each dataset, and each run starts from the beginning.  All that
the program does is done again each time, and compared; only what it comes to in zones is taken
from here, as it depends on the zone and the question alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from dpbi.programs.zones import Zone

MOST_BOUNDS = 1_000_000
"""In all zones that are kept: some hundred megabytes.  Beyond, all are forgotten."""

WaysOn = TypeVar("WaysOn")


class Remembered:
    """Answers by zone, which is the very object, and by question."""

    def __init__(self) -> None:
        self.root = Zone()
        self._size = 0
        self._kept: dict[tuple[int, Hashable], tuple[Zone, Any]] = {}

    def of(self, zone: Zone, asked: Hashable, find: Callable[[], WaysOn]) -> WaysOn:
        """The answer of `find`, which is a function of the zone and the question."""
        key = (id(zone), asked)  # the zone is kept, so that no other has its id
        if key not in self._kept:
            found = find()
            if self._size > MOST_BOUNDS:
                self.forget()
            self._size += 1 + sum(map(len, zone.within))
            self._kept[key] = zone, found
        answer: WaysOn = self._kept[key][1]
        return answer

    def forget(self) -> None:
        """Keep nothing."""
        self._kept.clear()
        self._size = 0
