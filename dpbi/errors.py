"""Everything that dpbi refuses, as small exceptions that keep their fields and read as a sentence.

The command line prints `str(error)` on stderr and exits with 2; Python callers read the fields.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class DpbiError(Exception):
    """The base of every error that dpbi raises on purpose."""


@dataclass(eq=False)
class InexactInput(DpbiError):
    """A binary float where an exact number is needed."""

    name: str
    value: float

    def __str__(self) -> str:
        if self.value != self.value or self.value in (float("inf"), float("-inf")):
            return f"{self.name} = {self.value!r} is not a number that can be written exactly"
        text = repr(float(self.value))
        return (
            f"{self.name} = {text} is a binary float: "
            f'write "{text}" or Fraction("{text}") to say exactly which number is meant'
        )


@dataclass(eq=False)
class InvalidValue(DpbiError):
    """A parameter outside its domain; `need` says what the domain is."""

    name: str
    value: Any
    need: str

    def __str__(self) -> str:
        return f"{self.name} = {self.value} is refused: {self.need}"


@dataclass(eq=False)
class WrongCounts(DpbiError):
    """Counts that are not a dataset of the mechanism at hand."""

    counts: tuple[int, ...]
    need: str

    def __str__(self) -> str:
        return f"counts {','.join(map(str, self.counts))} are refused: {self.need}"


@dataclass(eq=False)
class UnknownName(DpbiError):
    """A name that is not registered, with the nearest one that is."""

    kind: str
    name: str
    known: tuple[str, ...]

    @property
    def nearest(self) -> str | None:
        """The registered name closest to the one given, if one is close."""
        import difflib

        matches = difflib.get_close_matches(self.name, self.known, n=1, cutoff=0.4)
        return matches[0] if matches else None

    def __str__(self) -> str:
        hint = (
            f"did you mean {self.nearest}?" if self.nearest else "known: " + ", ".join(self.known)
        )
        return f"there is no {self.kind} named {self.name!r}; {hint}"


@dataclass(eq=False)
class TooLarge(DpbiError):
    """Work that would not fit in memory: how much it would be, and what limits it.

    `each` is the memory of one unit in bytes (0: not said), `advice` what would make it smaller,
    `because` why a way that takes more could not be gone.
    """

    what: str
    count: int
    limit: int
    unit: str = "entries"
    each: int = 400
    advice: str = "use fewer records or fewer categories"
    because: str = ""

    def __str__(self) -> str:
        size = f" ({_bytes(self.each * self.count)})" if self.each else ""
        return (
            f"{self.what} would be {_many(self.count)} {self.unit}{size}, "
            f"more than the {self.limit:,} that are enumerated in memory: {self.advice}"
        ) + (f" ({self.because})" if self.because else "")


@dataclass(eq=False)
class NotEnclosed(DpbiError, ValueError):
    """A number that has no finite enclosure in memory."""

    why: str

    def __str__(self) -> str:
        return (
            f"a number in this computation {self.why}: "
            "some parameter, probability or log-weight is too far from 1"
        )


@dataclass(eq=False)
class NoPosterior(DpbiError):
    """A released parameter vector that is no Dirichlet distribution."""

    mechanism: str
    reason: str

    def __str__(self) -> str:
        return f"{self.mechanism} releases no posterior: {self.reason}"


@dataclass(eq=False)
class ContinuousLaw(DpbiError):
    """A law on the reals was asked for output by output."""

    mechanism: str

    def __str__(self) -> str:
        return (
            f"{self.mechanism} has a continuous law: it has a density and an exact privacy loss, "
            "but no finite list of outputs"
        )


@dataclass(eq=False)
class NoClosedForm(DpbiError):
    """A gamma product that has no closed form in the field of exact numbers."""

    parameters: str

    def __str__(self) -> str:
        return (
            f"the squared affinity of {self.parameters} is not a rational times a power of pi: "
            "that needs integer or half-integer parameters that differ by integers"
        )


@dataclass(eq=False)
class BadMechanism(DpbiError):
    """A mechanism that breaks the protocol; `dataset` shows where."""

    mechanism: str
    reason: str
    dataset: Any = None
    output: Any = None

    def __str__(self) -> str:
        where = "" if self.dataset is None else f" at dataset {self.dataset}"
        return f"{self.mechanism} is no mechanism{where}: {self.reason}"


@dataclass(eq=False)
class Unnormalised(BadMechanism):
    """Probabilities whose exact sum is further from 1 than rounding explains.

    `allowed` is the distance from 1 that is allowed: 0 for exact entries.
    """

    total: Any = None
    allowed: Any = 0

    def __post_init__(self) -> None:
        self.reason = f"its probabilities sum to {_number(self.total)}, not to 1"
        if self.allowed:
            miss, most = (_digits(v, 3) for v in (abs(self.total - 1), self.allowed))
            self.reason += f" (off by {miss}, more than the {most} that rounding explains)"


@dataclass(eq=False)
class BadLawFile(DpbiError):
    """A file of laws that cannot be read as one."""

    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path} is no law: {self.reason}"


@dataclass(eq=False)
class NothingPromised(DpbiError):
    """An audit without a promise to hold the mechanism to."""

    mechanism: str

    def __str__(self) -> str:
        who = self.mechanism or "the mechanism"
        return f"{who} claims no epsilon of its own: say what to check, such as --epsilon 1"


@dataclass(eq=False)
class BadTarget(DpbiError):
    """Something that was to be audited, and cannot be had."""

    target: str
    reason: str

    def __str__(self) -> str:
        return f"{self.target} cannot be audited: {self.reason}"


@dataclass(eq=False)
class BadBaseline(DpbiError):
    """A baseline file that cannot be compared with."""

    path: str
    reason: str

    def __str__(self) -> str:
        return f"baseline {self.path}: {self.reason}"


def _number(value: Any) -> str:
    """An exact number in full where that is short, else to 30 digits."""
    if value.numerator.bit_length() + value.denominator.bit_length() <= 260:
        return str(value)
    return f"{_digits(value, 30)} to 30 digits"


def _digits(value: Any, digits: int) -> str:
    """An exact number to some digits, whatever its size."""
    from decimal import Context, Decimal

    return str(Context(prec=digits).divide(Decimal(value.numerator), Decimal(value.denominator)))


def _many(count: int) -> str:
    """A number of things, to its power of ten where it is long."""
    bits = count.bit_length()
    return f"{count:,}" if bits <= 100 else f"about 10^{round((bits - 1) * 0.30103)}"


def _bytes(count: int) -> str:
    """A number of bytes as people say it."""
    if count.bit_length() > 1000:
        return f"{_many(count)} bytes"
    size = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000:
            return f"about {size:.3g} {unit}"
        size /= 1000
    return f"about {size:.3g} TB" if size < 1e6 else f"about {size:.1e} TB"
