"""The laws of a mechanism as exact weights, each different weight once.

Rational laws, polynomials in q = e^-rate, quotients of these, and log-weights a + ln b whose parts
are quotients of exponential sums (`numbers/logsum.py`).  A law has a few different weights, named
by number; a row is an array of these numbers, and datasets with the same row share it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from flint import arb

from dpbi.errors import DpbiError
from dpbi.mechanisms.base import Mechanism
from dpbi.mechanisms.forms import Exact, InQ, Weighted
from dpbi.mechanisms.quotients import QuotientInQ
from dpbi.mechanisms.rows import binary, float_kind
from dpbi.numbers import Balls, Real
from dpbi.numbers.expquotient import ONE, ZERO, ExpQuotient, NotExact, total
from dpbi.numbers.expsum import ExpSum
from dpbi.numbers.logsum import LogSum, LogSums
from dpbi.numbers.polynomial import Polynomial, coefficients

MOST_WEIGHTS = 200_000  # different ones that are kept: some hundred megabytes
NAMED = 1 << 16  # objects whose weight is remembered
BITS = 192

Numbers: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Row:
    """The possible outputs at a dataset, and the number of the weight of each."""

    outputs: tuple[Any, ...]
    numbers: Numbers

    def along(self, other: Row) -> Numbers:
        """The numbers of this row at the other's outputs; -1 where one is impossible here."""
        if self.outputs == other.outputs:
            return self.numbers
        mine = dict(zip(self.outputs, self.numbers.tolist(), strict=True))
        return np.array([mine.get(r, -1) for r in other.outputs], dtype=np.int64)


class Weights:
    """Rows of exact weights, made as they are asked for; `NotExact` where there are none."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.given = isinstance(mechanism, Exact)
        self.values: list[ExpQuotient] = []
        self.rows: list[Row] = []
        self._numbers: dict[ExpQuotient, int] = {}
        self._named: dict[int, tuple[Any, int]] = {}
        self._rows: dict[Any, int] = {}
        self._of: dict[Any, int] = {}
        self._outputs: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        self._field = LogSums()
        self._balls: dict[int, Real] = {}
        self._logs: dict[int, Real] = {}

    def row(self, x: Any) -> int:
        """The number of the row at x, the same for datasets with the same weights."""
        if x not in self._of:
            weights = {r: n for r, w in self._made(x).items() if (n := self._number(w)) >= 0}
            if not weights:
                raise NotExact("a dataset without outputs")
            outputs = self._outputs.setdefault(tuple(weights), tuple(weights))
            numbers = np.array(list(weights.values()), dtype=np.int64)
            self._confirm(x, weights)
            key = (id(outputs), numbers.tobytes())  # `_outputs` keeps the object, and its identity
            if key not in self._rows:
                self._rows[key] = len(self.rows)
                self.rows.append(Row(outputs, numbers))
            self._of[x] = self._rows[key]
        return self._of[x]

    def ball(self, number: int) -> Real:
        """The weight of that number in balls of `BITS`."""
        if number not in self._balls:
            F = Balls(BITS)
            with F.scope():
                self._balls[number] = self.values[number].value(F)
        return self._balls[number]

    def sum(self, numbers: Numbers, times: Iterable[Fraction | int]) -> ExpQuotient:
        """The sum of these multiples of weights, exactly."""
        return total(zip((self.values[i] for i in numbers.tolist()), times, strict=True))

    def _number(self, weight: Any) -> int:
        """The number of a weight; -1 for 0.  An object seen before is not looked at again."""
        known = self._named.get(id(weight))
        if known is not None:
            return known[1]
        value = weight if isinstance(weight, ExpQuotient) else LogSum.of(weight).exp()
        number = self._numbers.setdefault(value, len(self.values)) if value != ZERO else -1
        if number == len(self.values):
            if number >= MOST_WEIGHTS:
                raise NotExact(f"more than {MOST_WEIGHTS} different weights")
            self.values.append(value)
        if len(self._named) >= NAMED:
            self._named.clear()
        self._named[id(weight)] = (weight, number)
        return number

    def _made(self, x: Any) -> Mapping[Any, Any]:
        """{output: its weight, or the logarithm of one} at x."""
        m = self.mechanism
        if isinstance(m, Exact):
            return {r: ExpQuotient(p) for r, p in m.checked(x).items()}
        if isinstance(m, (InQ, QuotientInQ)):
            rate = Fraction(m.rate)
            return {r: _at_power(p, rate) for r, p in m.checked(x).items()}
        if not isinstance(m, Weighted):
            raise NotExact("a law that is no formula of weights")
        try:
            logs = m.log_weights(x, self._field)
            return {r: e for r, w in logs.items() if (e := _exact(m, x, r, w)) is not None}
        except NotExact:
            raise
        except Exception as error:  # it ran over balls, and does not over these numbers
            if isinstance(error.__cause__, NotExact):  # blamed on the target on its way here
                raise error.__cause__ from None
            told = "" if isinstance(error, DpbiError) else f" ({type(error).__name__})"
            raise NotExact(f"a formula that does not run over exact numbers{told}") from error

    def _confirm(self, x: Any, weights: Mapping[Any, int]) -> None:
        """Refuse a law that balls see otherwise: a formula can tell number fields apart.

        Polynomials and probabilities are numbers of no field: there is nothing to tell apart.
        """
        m, F = self.mechanism, Balls(BITS)
        if not isinstance(m, Weighted) or isinstance(m, QuotientInQ):
            return
        with F.scope():
            if type(m).log_pmf is Weighted.log_pmf:
                given, shift = m.log_weights(x, F), F.rational(0)
            else:
                given, sums = m.log_pmf(x, F), (self.ball(n) for n in weights.values())
                shift = F.log(sum(sums, F.rational(0)))
            if not self._same(x, given, weights, shift, F):
                raise NotExact("a law that is another one over exact numbers than over balls")

    def _same(
        self, x: Any, given: Mapping[Any, Any], weights: Mapping[Any, int], shift: Real, F: Balls
    ) -> bool:
        """Whether log-weights in balls are those of the weights, all less `shift`."""
        m, seen = self.mechanism, 0
        assert isinstance(m, Weighted)
        for r, v in given.items():
            w = v if type(v) is arb else m.in_field(F, x, r, v)
            if (number := weights.get(r)) is None:
                if w is not None and not _impossible(w):
                    return False
            elif w is None or not w.is_finite() or not (w + shift).overlaps(self._log(number, F)):
                return False
            else:
                seen += 1
        return seen == len(weights)

    def _log(self, number: int, F: Balls) -> Real:
        """The logarithm of a weight in balls."""
        if number not in self._logs:
            self._logs[number] = F.log(self.ball(number))
        return self._logs[number]


def _exact(m: Mechanism, x: Any, r: Any, w: Any) -> Any:
    """A log-weight as it is; a float as the binary number that it is, None where that is ln 0."""
    if type(w) is LogSum or not float_kind(w):
        return w
    if float(w) == -np.inf:
        return None
    return binary(m.label, x, r, w, "log-weight")


def _impossible(w: Real) -> bool:
    """Whether a ball is ln 0."""
    return not w.is_finite() and not w.is_nan() and bool(w < 0)


def _at_power(p: Polynomial, rate: Fraction) -> ExpQuotient:
    """A polynomial at q = e^-rate."""
    if p == 1:
        return ONE
    return ExpQuotient.of(ExpSum.of({-c * rate: a for c, a in enumerate(coefficients(p)) if a}))
