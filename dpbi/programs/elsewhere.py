"""Other generators than the rng of a program, which are watched while it runs.

`os.urandom`, and with it `secrets`, `random.SystemRandom` and what seeds new generators, raises.
So do the measurements of OpenDP, whose noise is drawn outside of Python.  The state of `random`,
and of `numpy.random` where it is loaded, must be the same afterwards, and may not be set back.
Threads and processes, in which nothing is watched, may not be started.
"""

from __future__ import annotations

import pickle
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import get_ident
from types import FrameType
from typing import Any

from dpbi.programs.running import Run

OTHER = "it draws from another generator than its rng"
IMPORTED = ", in a module that it imports while it runs: import that beforehand"
STARTS = "it starts a thread or a process, which is not followed"

WATCHED: dict[str, dict[str, tuple[str, ...]]] = {
    OTHER: {
        "os": ("urandom", "getrandom"),
        "random": ("_urandom", "setstate"),
        "numpy.random": ("set_state",),
        "opendp.core": (
            *("measurement_invoke", "odometer_invoke"),
            *("queryable_eval", "odometer_queryable_invoke"),
        ),
    },
    STARTS: {
        "os": ("fork",),
        "threading": ("Thread.start",),
        "subprocess": ("Popen.__init__",),
    },
}
"""What may not be called, by module; only what is loaded is watched."""


@contextmanager
def only_ours(run: Run) -> Iterator[None]:
    """Refuse a run that draws from other generators."""
    shared = sys.modules.get("numpy.random")
    before, changed = _states(shared), []
    for reason, modules in WATCHED.items():
        for module, names in modules.items():
            for holder, name in _held(module, names):
                own = getattr(holder, name)
                changed.append((holder, name, own))
                setattr(holder, name, _refusing(run, own, reason))
    mine = _under_other_names(run, changed)
    try:
        yield
    finally:
        for module_names, name, own in mine:
            module_names[name] = own
        for holder, name, own in changed:
            setattr(holder, name, own)
    if _states(shared) != before:
        run.refuse(OTHER)


def _under_other_names(run: Run, changed: list[Any]) -> list[tuple[dict[str, Any], str, Any]]:
    """Where the module of the program holds one of them, as after `from os import urandom`."""
    names = getattr(getattr(run.home, "function", None), "__globals__", {})
    refusing = {id(own): getattr(holder, name) for holder, name, own in changed}
    found = [(names, name, held) for name, held in names.items() if id(held) in refusing]
    for _, name, held in found:
        names[name] = refusing[id(held)]
    return found


def _held(module: str, names: tuple[str, ...]) -> Iterator[tuple[Any, str]]:
    """Where these names are, a module or a class, as far as they are there."""
    for dotted in names:
        *outer, name = dotted.split(".")
        holder = sys.modules.get(module)
        for one in outer:
            holder = getattr(holder, one, None)
        if holder is not None and hasattr(holder, name):
            yield holder, name


def _refusing(run: Run, own: Any, reason: str) -> Callable[..., Any]:
    """The function, which refuses; of other threads nothing is asked, nor once the run is over."""
    mine = get_ident()

    def refuse(*args: Any, **named: Any) -> Any:
        if run.is_open and not run.is_ours and get_ident() == mine:
            run.refuse(f"{reason}{IMPORTED}" if _is_importing() else reason)
        return own(*args, **named)

    return refuse


def _is_importing() -> bool:
    """Whether what is called is called by a module that is being imported."""
    frame: FrameType | None = sys._getframe()
    while frame is not None and "importlib._bootstrap" not in frame.f_code.co_filename:
        frame = frame.f_back
    return frame is not None


def _states(shared: Any) -> tuple[Any, ...]:
    """The states of the generators that all modules share: Python's, and numpy's where it is."""
    return random.getstate(), shared and pickle.dumps(shared.get_state(legacy=False))
