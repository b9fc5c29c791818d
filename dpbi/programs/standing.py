"""Generators that were made before a program ran: whether it draws from one of them.

A generator of `random` or of numpy that is made during a run asks the system for a seed, which is
refused (`elsewhere.py`).  One that a module has made before is just there, and a draw from it is a
call into C that nobody sees.  But a draw moves its state.  So all generators that are alive are
looked for, and their states compared before and after each walk: for the first few walks anew each
time, since a program may make one in its first run and keep it for the others.
"""

from __future__ import annotations

import gc
import pickle
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import compress
from typing import Any

LOOKS = 3
"""The first walk, the same walk again, and one more."""


@dataclass(eq=False)
class Standing:
    """The generators that were alive when they were last looked for."""

    _found: list[tuple[Any, Callable[[Any], Any]]] = field(default_factory=list)
    _looks: int = 0

    def look(self) -> list[Any]:
        """Their states before a walk."""
        if self._looks < LOOKS:
            self._found, self._looks = _alive(), self._looks + 1
        return self.states()

    def states(self) -> list[Any]:
        """Their states, in one order."""
        return [state(one) for one, state in self._found]


def _alive() -> list[tuple[Any, Callable[[Any], Any]]]:
    """All generators of `random` and numpy that Python knows of, and how to read their states.

    `type` is asked, not `isinstance`: that would ask every object for its class.
    """
    numpy = sys.modules.get("numpy.random")
    kinds: list[tuple[type, Callable[[Any], Any]]] = [(random.Random, random.Random.getstate)]
    if numpy is not None:
        kinds += [(numpy.RandomState, _of_random_state), (numpy.BitGenerator, _of_bits)]
    objects = gc.get_objects()
    asked = {
        kind: state
        for kind in set(map(type, objects))
        for base, state in kinds
        if issubclass(kind, base) and not issubclass(kind, random.SystemRandom)
    }
    several = compress(objects, map(asked.__contains__, map(type, objects)))  # millions, at times
    return [(one, asked[type(one)]) for one in several]


def _of_random_state(one: Any) -> bytes:
    """Its bits, and the second of two normal numbers, which may be there already."""
    return pickle.dumps(one.get_state(legacy=False))


def _of_bits(one: Any) -> bytes:
    """What generators of numpy draw from."""
    return pickle.dumps(one.state)
