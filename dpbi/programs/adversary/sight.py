"""What an adversary has seen of a run by now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dpbi.laws.transcripts import Chose, Saw


@dataclass(frozen=True, slots=True)
class Sight:
    """What an adversary has seen of a run, and what it was offered, by its content."""

    events: tuple[Chose | Saw, ...] = ()
    offered: tuple[Any, ...] = ()

    def after(self, told: Any, asked: Any) -> Sight:
        """The same after a decision, if that is a choice."""
        if not isinstance(told, Chose):
            return self
        return Sight((*self.events, told), (*self.offered, asked[1]))


UNSEEN = Sight()
