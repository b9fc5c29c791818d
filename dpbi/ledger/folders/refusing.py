"""What refuses a mechanism given as code says at which of its parameters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar

from dpbi.errors import DpbiError, TooLarge
from dpbi.ledger.outcomes import value_text
from dpbi.ledger.values import Quantity

P = ParamSpec("P")
T = TypeVar("T")
Parameters = tuple[tuple[str, Any], ...]


@dataclass(eq=False)
class RefusedAt(DpbiError):
    """A mechanism that is refused at some values of its parameters, and may be one at others."""

    options: Parameters
    error: DpbiError

    def __str__(self) -> str:
        at = ", ".join(f"{name} = {_text(value)}" for name, value in self.options)
        return f"{self.error} (at {at})"


def at_its_parameters(
    ask: Callable[Concatenate[tuple[Any, Parameters], P], T],
) -> Callable[Concatenate[tuple[Any, Parameters], P], T]:
    """The same question of a target with parameters, which a refusal names."""

    def asked(chosen: tuple[Any, Parameters], /, *args: P.args, **more: P.kwargs) -> T:
        try:
            return ask(chosen, *args, **more)
        except (TooLarge, RefusedAt):
            raise
        except DpbiError as error:
            if not chosen[1]:
                raise
            raise RefusedAt(chosen[1], error) from error

    return asked


def _text(value: Any) -> str:
    if isinstance(value, Quantity):
        return str(value.rational)
    return value_text(list(value) if isinstance(value, tuple) else value)
