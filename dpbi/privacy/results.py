"""What an audit hands back: bounds, the place where they are attained, and what was trusted."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from dpbi.errors import printable
from dpbi.fields import Bounds, Enclosure, ExactInput, ExactNumber, Level, Rational
from dpbi.fields import Extended as Extended
from dpbi.fields.enclosure import decimal
from dpbi.fields.enclosure import ends as ends
from dpbi.fields.level import log_at_most
from dpbi.laws.foreign import unwrapped
from dpbi.laws.promise import Promise
from dpbi.laws.protocol import Dataset, Output

BINARY = "exact binary"
"""What an answer about floats rests on: that they are the binary numbers that they are."""


_SETTLED: list[Callable[[Any, Promise], bool | None]] = []


def settled(mechanism: Any, promise: Promise) -> bool | None:
    """Whether a promise is kept, as `privacy/deciding.py` settles it; None where that is open."""
    return _SETTLED[-1](mechanism, promise)


def settled_by(answer: Callable[[Any, Promise], bool | None]) -> None:
    """Say who settles a promise: `deciding.py` is made of these results, and is loaded after them.

    `dpbi.privacy` says so, and loads it when a result is asked what its bounds leave open.
    """
    _SETTLED.append(answer)


class Witness(NamedTuple):
    """Two neighbouring datasets and an output whose probabilities differ by the factor e^loss.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> dpbi.privacy_loss(coin).witness
    Witness(x=0, y=1, output='a')
    """

    x: Dataset
    y: Dataset
    output: Output


@dataclass(frozen=True, slots=True, repr=False)
class PrivacyLoss(Bounds):
    """lo <= eps* <= hi, where eps* is the largest ln P_x(r) - ln P_y(r) over neighbours x, y.

    `witness` is certified to have a loss of at least lo.  `exact` names eps* in closed form where
    it is known ("epsilon", "ln(3)", ...).  `trusts` says what the bounds rest on.  `largest_ratio`
    is e^eps* where that is a rational number.  `mechanism` is what was audited: `within` asks it
    where the bounds do not decide.  `counted` are the datasets, ordered pairs and outputs that were
    compared, where they were counted on the way.  `unbounded` says why no upper bound is known, or
    why the loss is infinite, where that is not because of the witness.  `remarks` are what the
    mechanism has to say beside it.

    Where floats were taken as the exact binary numbers that they are, it is the *implemented* law
    that was audited, and `deviation` is the largest amount by which a row of it misses the sum 1.

    >>> import dpbi
    >>> loss = dpbi.privacy_loss(dpbi.mechanism("lshist", prior=(1, 1), n=4, epsilon="1/2"))
    >>> loss
    <PrivacyLoss epsilon = 1/2 where 1/2 is claimed, at (4, 0) and (3, 1), output (4, 0)>
    >>> loss.lo, loss.hi, loss.trusts
    (Fraction(1, 2), Fraction(1, 2), ('symbolic',))
    >>> loss.within("1/2"), loss.within("0.499")
    (True, False)
    """

    witness: Witness
    trusts: tuple[str, ...]
    claimed: ExactNumber | None = None
    exact: str | None = None
    exact_value: Fraction | None = None
    largest_ratio: Fraction | None = None
    deviation: Fraction | None = None
    mechanism: Any = field(default=None, compare=False)
    counted: tuple[int, int, int] | None = field(default=None, compare=False)
    unbounded: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def implemented(self) -> bool:
        """Whether the law audited is one of floats, taken as exact binary numbers."""
        return self.deviation is not None

    def of_floats(self, deviation: Fraction | None) -> PrivacyLoss:
        """The same, said of a law of floats whose rows miss 1 by at most `deviation`."""
        return _of_floats(self, deviation)

    @property
    def ratio(self) -> Enclosure | None:
        """The loss divided by the claimed epsilon; None without one > 0, or an upper end."""
        lo, hi = self.lo, self.hi
        if not (self.claimed and isinstance(lo, Fraction) and isinstance(hi, Fraction)):
            return None
        claimed = Level.of(self.claimed).enclosure()
        return Enclosure(lo / claimed.hi, hi / claimed.lo)

    def within(self, epsilon: ExactInput, *, slack: Rational = 0) -> bool | None:
        """Whether eps* <= epsilon + slack: True and False are certain, None is not decided.

        `epsilon` is exact, and may be a logarithm: 1, "1/2", "0.3", "ln(3)".
        """
        promise = Promise.epsilon(epsilon, slack=slack)
        answer = self.seen_within(promise.allowed)
        if answer is not None or self.mechanism is None:
            return answer
        return settled(self.mechanism, promise)

    def seen_within(self, level: ExactNumber) -> bool | None:
        """As far as the bounds, or the exact value, tell."""
        if self.exact_value is not None:
            return self.exact_value <= level
        if self.largest_ratio is not None:
            return log_at_most(self.largest_ratio, level)
        return at_most(self.lo, self.hi, level)

    def __getstate__(self) -> list[Any]:
        """Every field; of a mechanism what can be pickled of it, as only ties need it."""
        names = [f.name for f in fields(self)]
        state, place = [getattr(self, name) for name in names], names.index("mechanism")
        state[place] = unwrapped(self.mechanism)  # a wrapper keeps balls
        try:
            pickle.dumps(state[place])
        except Exception:  # local classes, polynomials: whatever they raise
            state[place] = None
        return state

    def __copy__(self) -> PrivacyLoss:
        return self

    def __deepcopy__(self, memo: Any) -> PrivacyLoss:
        return self  # nothing in it is ever changed

    def json(self, digits: int = 20) -> dict[str, Any]:
        """The bounds as plain data, rounded outward."""
        return {
            "loss": self.ends(digits),
            "exact": self.exact,
            "ratio": None if self.ratio is None else self.ratio.json(digits),
            "witness": plain_witness(self.witness._asdict()),
            "trusts": list(self.trusts),
            **({"remarks": list(self.remarks)} if self.remarks else {}),
            **of_floats(self.deviation),
            **self.missed(),
        }

    def __repr__(self) -> str:
        claim = "" if self.claimed is None else f" where {self.claimed} is claimed"
        x, y, output = self.witness
        place = "" if output is None else f", output {output}"
        return printable(f"<PrivacyLoss {self}{claim}, at {x} and {y}{place}>")

    def rows(self) -> list[tuple[str, object]]:
        """The loss, its claim, and where it is attained."""
        x, y, output = self.witness
        return [
            ("true loss", self),
            ("claimed epsilon", self.claimed),
            ("loss / claim", self.ratio),
            ("worst pair", f"{x} and {y}"),
            ("at output", output),
            ("rests on", ", ".join(self.trusts)),
            *(("remark", said) for said in self.remarks),
        ]

    def __str__(self) -> str:
        if self.lo == math.inf:
            x, _, output = self.witness
            told = self.unbounded or f"{output} is possible at {x} only"
            return printable(f"infinite: {told}")
        bounds = Bounds.__str__(self)
        if self.hi == math.inf and self.unbounded:
            return f"{bounds}; {self.unbounded}"
        return f"{self.exact} = {bounds}" if self.exact and self.exact != bounds else bounds


@dataclass(frozen=True, slots=True, repr=False)
class Divergence(Bounds):
    """The largest value over ordered neighbouring pairs, and a pair that attains lo.

    `at` is the parameter asked about: the epsilon of a delta, the order of a Renyi divergence.
    `quantity` says what the value is: delta, "delta of a pair", "composed delta", renyi or rho.
    `strategy` is how an adversary chooses who attains lo, where the mechanism asks one: what was
    seen, and the choice then.

    >>> import dpbi
    >>> (delta,) = dpbi.privacy_profile(dpbi.Table.of({0: {"a": 1, "b": 0}, 1: {"b": 1}}), [0])
    >>> delta
    <Divergence at 0: 1, between 0 and 1>
    """

    x: Dataset
    y: Dataset
    trusts: tuple[str, ...] = ("ball",)
    deviation: Fraction | None = None
    counted: tuple[int, int, int] | None = field(default=None, compare=False)
    at: ExactNumber = field(kw_only=True)
    quantity: str = field(default="delta", kw_only=True)
    strategy: tuple[str, ...] = field(default=(), kw_only=True, compare=False)

    @property
    def implemented(self) -> bool:
        """Whether the law audited is one of floats, taken as exact binary numbers."""
        return self.deviation is not None

    def of_floats(self, deviation: Fraction | None) -> Divergence:
        """The same, said of a law of floats whose rows miss 1 by at most `deviation`."""
        return _of_floats(self, deviation)

    def __str__(self) -> str:
        if self.lo == math.inf:
            both = self.quantity == "renyi" and self.at < 1
            told = "no output is possible at both" if both else "some output is possible at one"
            only = "" if both else " only"
            return printable(f"infinite: {told} of {self.x} and {self.y}{only}")
        return Bounds.__str__(self)

    def __repr__(self) -> str:
        return printable(f"<Divergence at {self.at}: {self}, between {self.x} and {self.y}>")

    def rows(self) -> list[tuple[str, object]]:
        """The value, what was asked about, and the pair."""
        return [
            ("at", self.at),
            ("largest value", self),
            ("between", f"{self.x} and {self.y}"),
            ("rests on", ", ".join(self.trusts)),
        ]

    def json(self, name: str, digits: int = 20) -> dict[str, Any]:
        """The bounds and the pair, the bounds under `name`."""
        return {
            name: self.ends(digits),
            "witness": plain_witness({"x": self.x, "y": self.y}),
            **({"strategy": list(self.strategy)} if self.strategy else {}),
            **of_floats(self.deviation),
            **self.missed(),
        }


Answered = TypeVar("Answered", PrivacyLoss, Divergence)


def _of_floats(found: Answered, deviation: Fraction | None) -> Answered:
    """The same answer, said of a law of floats whose rows miss 1 by at most `deviation`."""
    if deviation is None:
        return found
    return replace(found, deviation=deviation, trusts=(*found.trusts, BINARY))


def at_most(lo: Extended, hi: Extended, level: ExactNumber) -> bool | None:
    """Whether a number between lo and hi is at most the level, if that is certain."""
    if isinstance(hi, Fraction) and hi <= level:
        return True
    return False if not isinstance(lo, Fraction) or lo > level else None


def of_floats(deviation: Fraction | None) -> dict[str, Any]:
    """{"implemented": {"deviation"}} for a law of floats, nothing for others."""
    if deviation is None:
        return {}
    return {"implemented": {"deviation": decimal(deviation, 3, up=True)}}


def plain_witness(parts: dict[str, Any]) -> dict[str, Any]:
    """Datasets and outputs as JSON has them: tuples as lists, what it does not know as text."""
    return {name: _plain(value) for name, value in parts.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    return value if value is None or isinstance(value, (int, str, bool)) else str(value)
