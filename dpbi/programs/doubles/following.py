"""Functions of `math` that are called with a number computed from `random()`.

`math.log(u)` asks u for a float at once, which it is not.  So, while a program runs, functions that
know it take the place of those of `math`: in `math`, and wherever a module holds one of them under
a name of its own.  A function that is held elsewhere, in a default or an object, is Python's own:
it asks for a float, and the program is refused.  Warnings of numpy at such a number are not shown.
"""

from __future__ import annotations

import math
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from dpbi.programs.doubles.double import Double
from dpbi.programs.doubles.functions import BY_THE_LIBRARY, FLAGS, of_one

OURS = Path(__file__).parent
NAMES = sorted({*BY_THE_LIBRARY, *FLAGS, "sqrt", "fabs", "ldexp"} & set(dir(math)))


def following(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
    """The function, for doubles too."""

    @wraps(original)
    def follow(*given: Any) -> Any:
        if given and type(given[0]) is Double:
            return of_one(name, original, given[0], given[1:])
        return original(*given)

    return follow


ORIGINALS = {name: getattr(math, name) for name in NAMES}
FOLLOWING = {name: following(name, f) for name, f in ORIGINALS.items()}
BY_ID = {id(f): FOLLOWING[name] for name, f in ORIGINALS.items()}


class _Places:
    """Where modules hold functions of math; searched again where there are more modules."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.users, self.modules = 0, 0
        self.found: list[tuple[dict[str, Any], str]] = []
        self.changed: list[tuple[dict[str, Any], str, Any]] = []

    def enter(self, own: dict[str, Any]) -> None:
        """Put the followed functions in their places, those of a program's module too."""
        with self.lock:
            if self.users:
                self.users += 1
                return
            if self.modules != len(sys.modules):
                self.found = list(_holders())
                self.modules = len(sys.modules)
            mine = [(own, name) for name in own]
            for names, name in (*self.found, *mine):
                held = names.get(name)
                if id(held) in BY_ID:
                    names[name] = BY_ID[id(held)]
                    self.changed.append((names, name, held))
            self.users = 1  # once nothing can fail any more, or nobody would ever enter again

    def leave(self) -> None:
        """Put Python's own back."""
        with self.lock:
            self.users -= 1
            if not self.users:
                for names, name, held in self.changed:
                    names[name] = held
                self.changed.clear()


def _holders() -> Iterator[tuple[dict[str, Any], str]]:
    """The modules that hold one of the functions, and under which name."""
    for module_name, module in sys.modules.copy().items():
        names = getattr(module, "__dict__", None)
        if type(names) is dict and not module_name.startswith("dpbi.programs.doubles"):
            for name, held in names.copy().items():  # in one step: looking may change a module
                if id(held) in BY_ID:
                    yield names, name


_PLACES = _Places()


@contextmanager
def followed(program: Callable[..., Any]) -> Iterator[None]:
    """with ..: doubles of random() go through the functions of math."""
    _PLACES.enter(getattr(program, "__globals__", {}))
    before = warnings.showwarning
    warnings.showwarning = _but_ours(before)
    try:
        yield
    finally:
        warnings.showwarning = before
        _PLACES.leave()


def _but_ours(show: Callable[..., None]) -> Callable[..., None]:
    """How a warning is shown, but for those of numpy at points that only an audit looks at.

    A program that catches warnings, or turns them into errors, has them as ever.
    """

    def shown(message: Any, category: Any, filename: str, *rest: Any, **named: Any) -> None:
        if Path(filename).parent != OURS:
            show(message, category, filename, *rest, **named)

    return shown
