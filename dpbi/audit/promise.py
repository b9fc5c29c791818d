"""What a mechanism promises: one of four kinds of privacy, with exact numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpbi.errors import InvalidValue, NothingPromised
from dpbi.numbers import positive_rational, rational


@dataclass(frozen=True, slots=True)
class Promise:
    """A bound `value` on a quantity, where it has one at `at`.

    kind      at       value   means
    epsilon   -        eps     eps-DP
    delta     eps      delta   (eps, delta)-DP
    rho       -        rho     rho-zCDP (Bun and Steinke 2016)
    renyi     alpha    eps     (alpha, eps)-Renyi DP (Mironov 2017)
    """

    kind: str
    value: Fraction
    at: Fraction | None = None

    @staticmethod
    def epsilon(value: Any) -> Promise:
        """epsilon-DP."""
        return Promise("epsilon", positive_rational("epsilon", value, zero=True))

    @staticmethod
    def delta(epsilon: Any, delta: Any) -> Promise:
        """(epsilon, delta)-DP; delta = 0 is epsilon-DP."""
        level = positive_rational("epsilon", epsilon, zero=True)
        value = positive_rational("delta", delta, zero=True)
        if value > 1:
            raise InvalidValue("delta", value, "it is a probability, at most 1")
        return Promise("delta", value, level) if value else Promise("epsilon", level)

    @staticmethod
    def rho(value: Any) -> Promise:
        """rho-zCDP."""
        return Promise("rho", positive_rational("rho", value, zero=True))

    @staticmethod
    def renyi(order: Any, value: Any) -> Promise:
        """(order, value)-Renyi DP."""
        alpha = rational("alpha", order)
        if alpha <= 1:
            raise InvalidValue("alpha", alpha, "the order of a Renyi divergence is above 1")
        return Promise("renyi", positive_rational("the Renyi bound", value, zero=True), alpha)

    @property
    def epsilon_level(self) -> Fraction | None:
        """The epsilon of epsilon-DP and of (epsilon, delta)-DP."""
        return {"epsilon": self.value, "delta": self.at}.get(self.kind)

    @property
    def quantity(self) -> str:
        """The name of what is bounded."""
        return {"epsilon": "epsilon", "rho": "rho"}.get(self.kind) or f"{self.kind}({self.at})"

    def __str__(self) -> str:
        return {
            "epsilon": f"{self.value}-DP",
            "delta": f"({self.at}, {self.value})-DP",
            "rho": f"{self.value}-zCDP",
            "renyi": f"({self.at}, {self.value})-Renyi DP",
        }[self.kind]

    def json(self) -> dict[str, str]:
        """Exact numbers as strings."""
        names = {"delta": ("epsilon", "delta"), "renyi": ("alpha", "renyi")}
        if self.kind in names:
            at, value = names[self.kind]
            return {at: str(self.at), value: str(self.value)}
        return {self.kind: str(self.value)}

    @staticmethod
    def of_json(document: dict[str, str]) -> Promise:
        """The promise behind JSON."""
        match sorted(document):
            case ["epsilon"]:
                return Promise.epsilon(document["epsilon"])
            case ["delta", "epsilon"]:
                return Promise.delta(document["epsilon"], document["delta"])
            case ["rho"]:
                return Promise.rho(document["rho"])
            case ["alpha", "renyi"]:
                return Promise.renyi(document["alpha"], document["renyi"])
        raise InvalidValue(
            "a promise", document, "epsilon, epsilon and delta, rho, or alpha, renyi"
        )


def promises(
    *,
    epsilon: Any = None,
    delta: Any = None,
    rho: Any = None,
    renyi: tuple[Any, Any] | None = None,
    default: Callable[[], tuple[Promise, ...]] = tuple,
    label: str = "",
) -> tuple[Promise, ...]:
    """The promises that arguments make; without any, what `default` says is claimed anyway.

    A delta alone goes with the epsilon of the default, which is asked only where it is needed: a
    mechanism may compute with an epsilon that is no exact number.
    """
    if (epsilon, delta, rho, renyi) == (None,) * 4:
        if not (own := default()):
            raise NothingPromised(label)
        return own
    made = []
    if delta is not None:
        made.append(Promise.delta(_level(delta, default()) if epsilon is None else epsilon, delta))
    elif epsilon is not None:
        made.append(Promise.epsilon(epsilon))
    if rho is not None:
        made.append(Promise.rho(rho))
    if renyi is not None:
        made.append(Promise.renyi(*renyi))
    return tuple(made)


def _level(delta: Any, default: tuple[Promise, ...]) -> Fraction:
    """The epsilon that a delta belongs to where none is given."""
    levels = {"epsilon": "value", "delta": "at"}
    for p in default:
        if p.kind in levels:
            level: Fraction = getattr(p, levels[p.kind])
            return level
    raise InvalidValue("delta", delta, "it belongs to an epsilon: give that too")
