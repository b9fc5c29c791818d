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
        return f"{self.name} = {brief(self.value)} is refused: {self.need}"


@dataclass(eq=False)
class WrongCounts(DpbiError):
    """Counts that are not a dataset of the mechanism at hand."""

    counts: tuple[int, ...]
    need: str

    def __str__(self) -> str:
        return f"counts {brief(','.join(map(brief, self.counts)))} are refused: {self.need}"


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

        by_letters = {name.lower(): name for name in reversed(self.known)}
        wanted = self.name[:100].lower()  # what is longer is like nothing
        matches = difflib.get_close_matches(wanted, by_letters, n=1, cutoff=0.4)
        return by_letters[matches[0]] if matches else None

    def __str__(self) -> str:
        hint = (
            f"did you mean {self.nearest}?" if self.nearest else "known: " + ", ".join(self.known)
        )
        return f"there is no {self.kind} named {brief(self.name)!r}; {hint}"


@dataclass(eq=False)
class TooLarge(DpbiError):
    """An enumeration that would not fit in memory."""

    what: str
    count: int
    limit: int

    def __str__(self) -> str:
        return (
            f"{self.what} would be {_grouped(self.count)} entries "
            f"(about {_bytes(400 * self.count)}), "
            f"more than the {self.limit:,} that are enumerated in memory: "
            "use fewer records or fewer categories"
        )


@dataclass(eq=False)
class OutOfRange(DpbiError, ValueError):
    """A number so large, or known so badly, that no digits of it can be given."""

    bits: int

    def __str__(self) -> str:
        return (
            f"a number of more than {self.bits:,} binary digits came up on the way: "
            "use more moderate parameters"
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
        where = "" if self.dataset is None else f" at dataset {brief(self.dataset)}"
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


def brief(value: Any, longest: int = 160) -> str:
    """Any value as a message says it: one line, cut where it is long.

    Python refuses to write integers of more than 4300 digits, so those are only counted.
    """
    try:
        text = printable(str(value))
    except Exception:
        text = _unwritable(value)
    if len(text) <= longest:
        return text
    return f"{text[: longest // 2]}... ({len(text)} characters)"


def printable(text: str) -> str:
    """The text on one line: what cannot be printed is escaped."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _unwritable(value: Any) -> str:
    """What can be said of a value that has no text."""
    parts = [getattr(value, part, None) for part in ("numerator", "denominator")]
    sizes = [p.bit_length() for p in parts if type(p) is int]
    if len(sizes) < 2:
        return f"(a {type(value).__name__} that cannot be printed)"
    kind = "an integer" if sizes[1] == 1 else "a fraction"
    return f"({kind} of about {max(sizes) * 30103 // 100000 + 1} digits)"


def _number(value: Any) -> str:
    """An exact number in full where that is short, else to 30 digits."""
    if value.numerator.bit_length() + value.denominator.bit_length() <= 260:
        return str(value)
    return f"{_digits(value, 30)} to 30 digits"


def _digits(value: Any, digits: int) -> str:
    """An exact number to some digits, whatever its size."""
    from decimal import Context, Decimal

    return str(Context(prec=digits).divide(Decimal(value.numerator), Decimal(value.denominator)))


def _grouped(count: int) -> str:
    """A count with its thousands apart; one that nobody could read is only measured."""
    return f"{count:,}" if count.bit_length() < 200 else brief(count, 60)


def _bytes(count: int) -> str:
    """A number of bytes as people say it."""
    if count.bit_length() > 1000:
        return "beyond any memory"
    size = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} TB" if size < 1e6 else f"{size:.1e} TB"
