"""What was found of a promise: plain data that prints, travels between processes and is kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dpbi.audit.plain import at_home
from dpbi.audit.promise import Promise
from dpbi.audit.results import Extended, ends, plain_witness
from dpbi.audit.scope import Scope
from dpbi.numbers import Enclosure, Level
from dpbi.numbers.enclosure import decimal

HOLDS, FAILS, UNDECIDED = "holds", "fails", "undecided"
DIGITS = 12


@dataclass(frozen=True, slots=True)
class Instance:
    """Two neighbouring datasets and an output (or a set of them) on which their laws differ.

    p, q enclose the output's probabilities at x and at y; `excess` is by how much the promise is
    missed there: ln(p/q) - eps, or p - e^eps q - delta, certainly positive where it is broken.
    """

    x: Any
    y: Any
    output: Any = None
    p: Enclosure | None = None
    q: Enclosure | None = None
    excess: Enclosure | None = None

    def json(self) -> dict[str, Any]:
        """Datasets and outputs as lists and text, bounds as strings."""
        plain = plain_witness({k: at_home(getattr(self, k)) for k in ("x", "y", "output")})
        numbers = {"p": self.p, "q": self.q, "excess": self.excess}
        return plain | {k: None if e is None else e.json(DIGITS) for k, e in numbers.items()}

    def plain(self) -> Instance:
        """The same without objects of foreign classes: their text stands for them."""
        return replace(self, x=at_home(self.x), y=at_home(self.y), output=at_home(self.output))


@dataclass(frozen=True, slots=True)
class Finding:
    """A promise, its verdict, and bounds lo <= true value <= hi of the quantity promised.

    `witness` is a violation, where the promise is broken: if `smallest`, the first one in the
    mechanism's own order of its datasets.  `worst` is where the largest value is attained.
    `deviation` is not None where the law is one of floats, taken as the binary numbers that they
    are: then it is the implemented law that was audited, and its rows miss 1 by at most so much.
    `scope` says over what all of this is: nothing is said of other parameters.  `reason` says what
    was missing for a verdict, where that is known.
    """

    label: str
    promise: Promise
    verdict: str
    lo: Extended
    hi: Extended
    worst: Instance
    trusts: tuple[str, ...]
    witness: Instance | None = None
    smallest: bool = False
    exact: str | None = None
    deviation: Fraction | None = None
    scope: Scope | None = None
    reason: str = ""

    @property
    def slack(self) -> Enclosure | None:
        """What is promised less what is true; None where the true value is infinite."""
        if not isinstance(self.lo, Fraction) or not isinstance(self.hi, Fraction):
            return None
        promised = Level.of(self.promise.value).enclosure()
        if self.exact == str(self.promise.value):
            return Enclosure.exactly(0)
        return Enclosure(promised.lo - self.hi, promised.hi - self.lo)

    @property
    def bounds(self) -> dict[str, str]:
        """{"lo", "hi"}, rounded outward."""
        return ends(self.lo, self.hi, DIGITS)

    def plain(self) -> Finding:
        """The same without objects of foreign classes."""
        witness = None if self.witness is None else self.witness.plain()
        return replace(self, label=str(self.label), worst=self.worst.plain(), witness=witness)

    def json(self) -> dict[str, Any]:
        """The finding for programs."""
        missed = None if self.deviation is None else decimal(self.deviation, 3, up=True)
        return {
            "promise": self.promise.json(),
            "verdict": self.verdict,
            "reason": self.reason or None,
            "quantity": self.promise.quantity,
            "value": self.bounds,
            "exact": self.exact,
            "slack": None if self.slack is None else self.slack.json(DIGITS),
            "witness": None if self.witness is None else self.witness.json(),
            "smallest": self.smallest,
            "worst": self.worst.json(),
            "implemented": None if missed is None else {"deviation": missed},
            "over": None if self.scope is None else self.scope.json(),
            "trusts": list(self.trusts),
        }

    def __str__(self) -> str:
        from dpbi.audit.sentences import told

        return "\n".join(told(self))
