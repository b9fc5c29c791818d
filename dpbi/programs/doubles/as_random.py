"""The generator as the standard library has it: `random.Random` and `secrets.SystemRandom`.

Functions that draw from such an object run unchanged with `rng.as_random()`.  It is a SystemRandom
whose `random()`, `getrandbits` and uniform integers below a bound come from the audited generator;
all other methods are those of the Python that runs: `randrange`, `randint`, `choice`, `choices`,
`shuffle`, `sample`, `uniform` and the rest, whose algorithms differ a little between versions.

CPython finds an integer below n by drawing bits until one is: that is uniform, and is drawn as one
uniform integer here, in `_randbelow`, which all versions from 3.11 to 3.14 call.
"""

from __future__ import annotations

import random
from typing import Any, NoReturn

from dpbi.programs.doubles.double import uniform
from dpbi.programs.running import Run

MOST_AT_ONCE = 1000
"""Integers that are drawn as numbers; from more, what is drawn stays unknown until it is needed."""


class AsRandom(random.SystemRandom):
    """What `rng.as_random()` returns."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.gauss_next = None

    def random(self) -> Any:
        """k * 2^-53 for k uniform on 0 .. 2^53 - 1."""
        return uniform(self._run)

    def getrandbits(self, k: int) -> Any:
        """Uniform on 0 .. 2^k - 1."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        return self._randbelow(1 << k)

    def randbytes(self, n: int) -> bytes:
        """n bytes."""
        found: bytes = int(self.getrandbits(n * 8)).to_bytes(n, "little")
        return found

    def _randbelow(self, n: int) -> Any:
        """Uniform on 0 .. n - 1."""
        unknown = uniform(self._run, n)
        return unknown.value() if n <= MOST_AT_ONCE else unknown

    def __reduce__(self) -> NoReturn:
        self._run.refuse("it copies the state of a generator")
