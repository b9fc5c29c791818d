"""Everything that dpbi refuses, as small exceptions that keep their fields and read as a sentence.

The command line prints `str(error)` on stderr and exits with 2; Python callers read the fields.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar

MOST_NAMED = 20  # known names that a refusal lists
NOTHING: Any = object()
"""The value of a parameter that was not given."""


class DpbiError(Exception):
    """The base of every error that dpbi raises on purpose.

    >>> import dpbi
    >>> try:
    ...     dpbi.mechanism("ehd", prior=(1, 1), n=4, epsilon=0.1)
    ... except dpbi.DpbiError as error:
    ...     print(str(error).partition(":")[0])
    epsilon = 0.1 is a binary float
    """


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


class InexactPromise(InexactInput):
    """A binary float as a promise, which rounding may have moved across what is true."""

    def __str__(self) -> str:
        said = super().__str__()
        if "binary float" not in said:
            return said
        return (
            f"{said}; where it comes out of a float computation, allow for its roundings too: "
            'slack="1e-9" in Python, --slack 1e-9 on the command line'
        )


@dataclass(eq=False)
class InvalidValue(DpbiError):
    """A parameter outside its domain, or not given (NOTHING); `need` says what to write."""

    name: str
    value: Any
    need: str

    def __str__(self) -> str:
        if self.value is NOTHING:
            return f"{self.name} is missing: {self.need}"
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
        matches = difflib.get_close_matches(self.name[:100].lower(), by_letters, n=1)
        return by_letters[matches[0]] if matches else None

    def __str__(self) -> str:
        more = len(self.known) - MOST_NAMED
        known = ", ".join(self.known[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
        hint = f"did you mean {self.nearest}?" if self.nearest else f"known: {known}"
        return f"there is no {self.kind} named {brief(self.name)!r}; {hint}"


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
class NoOpinion(DpbiError):
    """What is not computed a second time: it has no value, or is too large, or is not a number.

    >>> import dpbi
    >>> print(dpbi.NoOpinion("it has too many outputs"))
    there is no second opinion: it has too many outputs
    """

    why: str

    def __str__(self) -> str:
        return f"there is no second opinion: {self.why}"


@dataclass(eq=False)
class Disagreement(DpbiError):
    """A second computation that contradicts an answer: one of the two is wrong.

    `ours` is false where both rest on somebody's own code, which may have said two things.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> other = dpbi.Table.of({0: {"a": "2/3", "b": "1/3"}, 1: {"a": "1/3", "b": "2/3"}})
    >>> try:
    ...     dpbi.second_opinion(coin, dpbi.privacy_loss(other))
    ... except dpbi.Disagreement as found:
    ...     print(found.second)
    1.098612288668109691395245
    """

    what: str
    answer: str
    second: str
    ours: bool = True

    def __str__(self) -> str:
        other = "" if self.ours else ", or the mechanism's law is not the same at every call"
        return (
            f"{self.what}: dpbi's answer is {self.answer}, and mpmath finds {self.second}; "
            f"this is a defect of dpbi{other}, so nothing that it says of this should be relied on"
        )


@dataclass(eq=False)
class LibraryMissing(DpbiError):
    """A question that only an optional library answers; `extra` installs it."""

    library: str
    extra: str
    question: str

    def __str__(self) -> str:
        return (
            f"{self.question} needs {self.library}, which is not installed: "
            f"pip install 'dpbi[{self.extra}]'"
        )


@dataclass(eq=False)
class NoPosterior(DpbiError):
    """A released parameter vector that is not a Dirichlet distribution."""

    mechanism: str
    reason: str

    def __str__(self) -> str:
        return f"{brief(self.mechanism)} releases no posterior: {self.reason}"


@dataclass(eq=False)
class ContinuousLaw(DpbiError):
    """A law on the reals was asked for output by output."""

    mechanism: str

    def __str__(self) -> str:
        return (
            f"{brief(self.mechanism)} has a continuous law: it has a density and an exact "
            "privacy loss, but no finite list of outputs"
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
    kind: ClassVar[str] = "mechanism"

    def __str__(self) -> str:
        where = "" if self.dataset is None else f" at dataset {brief(self.dataset)}"
        return f"{brief(self.mechanism)} is not a valid {self.kind}{where}: {self.reason}"


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
class UndecidedComparison(DpbiError):
    """A comparison of two numbers of a field that may be equal, for all that is known of them."""

    comparison: str

    def __str__(self) -> str:
        return (
            f"{self.comparison} cannot be decided for two numbers of F that may be equal: "
            "write F.maximum or F.minimum for the larger or the smaller one, F.less where the two "
            "are never equal, and compare exact numbers before they enter F"
        )


@dataclass(eq=False)
class LostGuarantee(DpbiError):
    """Something that would make a guaranteed number an ordinary one."""

    what: str

    def __str__(self) -> str:
        return (
            f"a number of F cannot be used for {self.what}, which loses its guarantee: "
            "write F.exp, F.log, F.sqrt, F.less, F.maximum, F.minimum in place of Python's own"
        )


@dataclass(eq=False)
class BadLawFile(DpbiError):
    """A file of laws that cannot be read as one."""

    path: str
    reason: str

    def __str__(self) -> str:
        return f"{brief(self.path)} is not a valid law: {self.reason}"


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
        return f"{brief(self.target)} cannot be audited: {self.reason}"


@dataclass(eq=False)
class BadBaseline(DpbiError):
    """A baseline file that cannot be compared with."""

    path: str
    reason: str

    def __str__(self) -> str:
        return f"baseline {brief(self.path)}: {self.reason}"


def brief(value: Any, longest: int = 160) -> str:
    """Any value as a message says it: one line, cut where it is long, without its address.

    Python refuses to write integers of more than 4300 digits, so those are only counted.
    """
    try:
        text = printable(re.sub(r" at 0x[0-9a-fA-F]+", "", str(value)))
    except Exception:
        text = _unwritable(value)
    return text if len(text) <= longest else f"{text[: longest // 2]}... ({len(text)} characters)"


def printable(text: str) -> str:
    """The text on one line: what cannot be printed is escaped."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _unwritable(value: Any) -> str:
    """What can be said of a value that has no text."""
    parts = (getattr(value, part, None) for part in ("numerator", "denominator"))
    sizes = [p.bit_length() for p in parts if type(p) is int]
    if len(sizes) < 2:
        return f"(a {type(value).__name__} that cannot be printed)"
    kind = "an integer" if sizes[1] == 1 else "a fraction"
    return f"({kind} of about {max(sizes) * 30103 // 100000 + 1} digits)"


def _number(value: Any) -> str:
    """An exact number in full where that is short, else to 30 digits."""
    short = value.numerator.bit_length() + value.denominator.bit_length() <= 260
    return str(value) if short else f"{_digits(value, 30)} to 30 digits"


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
    size, units = float(count), ["TB", "GB", "MB", "kB", "B"]
    while size >= 1000 and len(units) > 1:
        size, _ = size / 1000, units.pop()
    return f"about {size:{'.3g' if size < 1e6 else '.1e'}} {units[-1]}"
