"""The audited generator in place of those that a module makes for itself.

A library that is not handed a generator makes one: `secrets.SystemRandom()`, `random.Random()`, or
it calls `random.random()`.  While a program is inside

    with rng.in_place_of(library): ...

the names under which the library's modules hold these are bound to the audited generator, and
afterwards to what they were.  What a module holds elsewhere, in a default or an object, is not
found: drawing from it is refused as before.

A seed makes all draws known, so a generator that is given one is refused.  `random.Random` is taken
for what it stands for, independent uniform draws; the Mersenne Twister is not one of these.
"""

from __future__ import annotations

import random
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, Self

from dpbi.errors import brief
from dpbi.programs.doubles.as_random import AsRandom
from dpbi.programs.running import Run

SEEDED = "it gives a seed to a generator: what that draws is known to everybody"
NUMPYS = "it stands in for numpy, whose generators draw outside of Python: that is not followed"
KEPT = {"getstate", "setstate"}


@contextmanager
def in_place_of(run: Run, modules: tuple[Any, ...]) -> Iterator[None]:
    """with ..: what these modules and those below them draw comes from the run."""
    run.check_open()
    swaps = _swaps(run)
    changed: list[tuple[dict[str, Any], str, Any]] = []
    try:
        for module in modules:
            if type(module) is not ModuleType:
                run.refuse(f"it stands in for {brief(repr(module))}, which is not a module")
            if module.__name__.partition(".")[0] == "numpy":
                run.refuse(NUMPYS)
            count = len(changed)
            for names in list(_namespaces(module)):
                for name, held in list(names.items()):
                    if (own := _own(swaps, held)) is not None:
                        names[name] = own
                        changed.append((names, name, held))
            if len(changed) == count:
                run.refuse(f"it stands in for {module.__name__}, which holds no generator")
        yield
    finally:
        for names, name, held in reversed(changed):
            names[name] = held


def _namespaces(module: ModuleType) -> Iterator[dict[str, Any]]:
    """The names of a module, and of the modules below it that are loaded."""
    below = module.__name__ + "."
    for name, one in sys.modules.copy().items():
        if one is module or (name.startswith(below) and type(one) is ModuleType):
            yield vars(one)


def _own(swaps: dict[int, Any], held: Any) -> Any:
    """What is put in place of something that a module holds; None to leave it."""
    if type(held) is random.SystemRandom:
        return swaps[id(random.SystemRandom)]()
    return swaps.get(id(held))


def _swaps(run: Run) -> dict[int, Any]:
    """By identity: each class, function and module that draws, and what stands in for it."""
    kind = _kind(run)
    own = kind()
    found: dict[int, Any] = {id(random.Random): kind, id(random.SystemRandom): kind}
    for module in (random, secrets):
        for name, held in vars(module).items():
            if isinstance(getattr(held, "__self__", None), random.Random) and name not in KEPT:
                found[id(held)] = getattr(own, held.__name__)
    found[id(secrets.randbelow)] = own.randrange
    for module in (random, secrets):
        stand = ModuleType(module.__name__)
        vars(stand).update({n: _or(found.get(id(v)), v) for n, v in vars(module).items()})
        found[id(module)] = stand
    return found


def _or(own: Any, held: Any) -> Any:
    return held if own is None else own


def _kind(run: Run) -> Callable[[], AsRandom]:
    """A class whose instances all draw from the run."""

    class StandIn(AsRandom):
        """What `random.Random()` and `secrets.SystemRandom()` make."""

        def __new__(cls, *_: Any, **__: Any) -> Self:
            return super().__new__(cls)

        def __init__(self, x: Any = None) -> None:
            super().__init__(run)
            self.seed(x)

        def seed(self, a: Any = None, version: int = 2) -> None:
            """From the system alone."""
            if a is not None:
                run.refuse(SEEDED)

    return StandIn
