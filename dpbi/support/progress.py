"""How far long work is: whoever asks to be told is told, a few times a second.

Loops that may take long count their steps with `counted` or `Stage`.  Nothing is printed here, and
where nobody listens, a step costs next to nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from dpbi.errors import InvalidValue

T = TypeVar("T")
OFTEN = 0.1  # seconds between two calls of a listener


@dataclass(frozen=True, slots=True)
class Advance:
    """So many steps of a stage are done, in so many seconds.

    >>> import dpbi
    >>> dpbi.Advance("pairs", done=1, total=4, seconds=2.0).seconds_left
    6.0
    """

    stage: str
    done: int
    total: int
    seconds: float

    @property
    def seconds_left(self) -> float | None:
        """What is left at this pace; None before the first step."""
        return self.seconds / self.done * (self.total - self.done) if self.done else None


Listener: TypeAlias = Callable[[Advance], object]

_LISTENER: ContextVar[Listener | None] = ContextVar("listener", default=None)


def a_function(name: str, listener: Any) -> Any:
    """A function that is to be called, or None; anything else is refused."""
    if listener is not None and not callable(listener):
        raise InvalidValue(name, listener, "write a function")
    return listener


@contextmanager
def watching(listener: Listener) -> Iterator[None]:
    """Long questions asked inside call the listener now and then, with how far they are.

    An error that the listener raises ends the question.

    >>> import dpbi
    >>> said = []
    >>> with dpbi.watching(said.append):
    ...     loss = dpbi.privacy_loss(dpbi.mechanism("ehds", prior=(1, 1), n=60, epsilon=1))
    >>> all(0 <= p.done <= p.total for p in said)
    True
    """
    token = _LISTENER.set(a_function("listener", listener))
    try:
        yield
    finally:
        _LISTENER.reset(token)


@dataclass
class Stage:
    """The steps of one stage.  The listener is that of the context in which this is made."""

    stage: str
    total: int
    done: int = 0
    _listener: Listener | None = field(default_factory=_LISTENER.get)
    _began: float = field(default_factory=time.monotonic)
    _told: float = field(default_factory=time.monotonic)

    def tell(self, done: int) -> None:
        """So many are done."""
        self.done = done = min(done, self.total)
        if self._listener is None:
            return
        now = time.monotonic()
        if now - self._told >= OFTEN:
            self._told = now
            self._listener(Advance(self.stage, done, self.total, now - self._began))


@dataclass
class Share:
    """Work of which only the part that is done is known, from 0 to 1: told in hundredths.

    `also` is called with the part itself.
    """

    stage: str
    also: Callable[[float], object] | None = None
    _steps: Stage = field(init=False)

    def __post_init__(self) -> None:
        self._steps = Stage(self.stage, 100)

    def __call__(self, part: float) -> None:
        self._steps.tell(int(100 * part))
        if self.also is not None:
            self.also(part)


def counted(stage: str, items: Sequence[T]) -> Iterator[T]:
    """The items, one after the other, each a step."""
    steps = Stage(stage, len(items))
    for done, item in enumerate(items):
        steps.tell(done)
        yield item
