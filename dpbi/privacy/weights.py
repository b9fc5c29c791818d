"""The laws of a mechanism as exact weights, each different weight once, and the sums of their rows.

Exact are rational laws, polynomials in q = e^-rate, quotients of these, and log-weights a + ln b
whose parts are quotients of exponential sums (`fields/logsum.py`).  A law has a few different
weights, named by number; a row is an array of these numbers, and datasets with the same row share
it.

Two rows have the same sum where what they do not have in common cancels: neighbouring rows of a
well-made mechanism differ in few weights, whatever their length.  So sums are compared before they
are added up.  Rows of probabilities are audited as they are, with sum 1: rows of floats miss it,
and dividing would decide the tie of another law.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from dpbi.fields import Balls, Level, Real
from dpbi.fields.expsums import ONE, ZERO, ExpQuotient, NotExact, sum_of_multiples
from dpbi.fields.logsum import LogSum, LogSums
from dpbi.laws.protocol import Mechanism

MOST_WEIGHTS = 200_000  # different ones that are kept: some hundred megabytes
NAMED = 1 << 16  # objects whose weight is remembered
BITS = 192

Numbers: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class WeightRow:
    """The possible outputs at a dataset, and the number of the weight of each."""

    outputs: tuple[Any, ...]
    numbers: Numbers

    def along(self, other: WeightRow) -> Numbers:
        """The numbers of this row at the other's outputs; -1 where one is impossible here."""
        if self.outputs == other.outputs:
            return self.numbers
        mine = dict(zip(self.outputs, self.numbers.tolist(), strict=True))
        return np.array([mine.get(r, -1) for r in other.outputs], dtype=np.int64)


class Weights:
    """Rows of exact weights, made as they are asked for; `NotExact` where there are none."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.given = mechanism.is_given_exactly
        self.values: list[ExpQuotient] = []
        self.rows: list[WeightRow] = []
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
            terms = self.mechanism.exact_terms(x, self._field)
            weights = {r: n for r, w in terms.items() if (n := self._number(w)) >= 0}
            if not weights:
                raise NotExact("a dataset without outputs")
            outputs = self._outputs.setdefault(tuple(weights), tuple(weights))
            numbers = np.array(list(weights.values()), dtype=np.int64)
            self._confirm(x, weights)
            key = (id(outputs), numbers.tobytes())  # `_outputs` keeps the object, and its identity
            if key not in self._rows:
                self._rows[key] = len(self.rows)
                self.rows.append(WeightRow(outputs, numbers))
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
        return sum_of_multiples(zip((self.values[i] for i in numbers.tolist()), times, strict=True))

    def _number(self, weight: Any) -> int:
        """The number of a weight; -1 for 0.  An object seen before is not read again."""
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

    def _confirm(self, x: Any, weights: Mapping[Any, int]) -> None:
        """Refuse a law that balls see otherwise: a formula can tell number fields apart."""
        F = Balls(BITS)
        with F.scope():
            if (seen := self.mechanism.confirming(x, F)) is None:
                return
            given, normalised = seen
            balls = (self.ball(n) for n in weights.values())
            shift = F.log(sum(balls, F.rational(0))) if normalised else F.rational(0)
            if not self._same(given, weights, shift, F):
                raise NotExact("a law that is another one over exact numbers than over balls")

    def _same(
        self, given: Mapping[Any, Real | None], weights: Mapping[Any, int], shift: Real, F: Balls
    ) -> bool:
        """Whether log-weights in balls are those of the weights, all less `shift`."""
        seen = 0
        for r, w in given.items():
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


def _impossible(w: Real) -> bool:
    """Whether a ball is ln 0."""
    return not w.is_finite() and not w.is_nan() and bool(w < 0)


WORK = 4_000_000  # terms of sums that are multiplied out; beyond, it takes longer than a minute
MOST_BITS = 1 << 20  # of the rational factor of e^level

Multiset: TypeAlias = dict[int, int]
"""{number of a weight: how often}."""


class Sums:
    """For each row the first row that is known to have the same sum; that row stands for it."""

    def __init__(self, weights: Weights) -> None:
        self.weights, self.work = weights, 0
        self._first: dict[int, int] = {}
        self._with: dict[bytes, int] = {}
        self._different: set[tuple[int, int]] = set()
        self._exact: dict[int, ExpQuotient] = {}
        self._balls: dict[int, Real] = {}
        self._decided: dict[tuple[int, Fraction], tuple[Multiset, Multiset, int]] = {}

    def same(self, i: int, j: int) -> tuple[int, int]:
        """The rows that stand for the sums of rows i and j: one and the same if these are equal."""
        if self.weights.given:
            return 0, 0
        a, b = self._standing(i), self._standing(j)
        if a == b or (a, b) in self._different:
            return a, b
        if self._tells_apart(a, b) or self._rest(i, j) != ZERO:
            self._different |= {(a, b), (b, a)}
            return a, b
        self._first[max(a, b)] = min(a, b)
        return min(a, b), min(a, b)

    def of(self, i: int) -> ExpQuotient:
        """The sum of row i, exactly."""
        if self.weights.given:
            return ONE
        if i not in self._exact:
            numbers, times = self._multiset(i)
            self._exact[i] = self.weights.sum(numbers, times.tolist())
        return self._exact[i]

    def ball(self, i: int) -> Real:
        """The sum of row i in balls of `BITS`."""
        if i not in self._balls:
            F = Balls(BITS)
            with F.scope():
                numbers, times = self._multiset(i)
                parts = zip(map(self.weights.ball, numbers.tolist()), times.tolist(), strict=True)
                given, zero = self.weights.given, F.rational(0)
                self._balls[i] = F.rational(1) if given else sum((w * n for w, n in parts), zero)
        return self._balls[i]

    def gain(self, ratio: ExpQuotient, i: int, j: int, level: Level) -> int:
        """The sign of ratio less e^level, the weights divided by the sums of rows i and j."""
        if i == j:  # the same number, above 0
            return difference(ratio, ONE, level)
        self.spend(ratio, self.of(i), self.of(j))
        return difference(ratio * self.of(j), self.of(i), level)

    def excess(
        self,
        above: Multiset,
        below: Multiset,
        i: int,
        j: int,
        delta: Fraction,
        level: Level,
    ) -> int:
        """The sign of (above) / Z_i - e^level (below) / Z_j - delta, of sums of weights.

        Where Z_i = Z_j, this times Z_i is a linear form in the weights, with one and the same term
        -delta Z_i for all pairs whose sums are that number.  Two such forms are equal if their
        difference is 0, and then have one sign: along a line they differ in few weights.
        """
        if i != j:
            left, right, one, two = self._add(above), self._add(below), self.of(i), self.of(j)
            self.spend(left, right, one, two)
            gain = sum_of_multiples([(left * two, 1), (one * two, -delta)])
            return difference(gain, right * one, level)
        if (last := self._decided.get((i, delta))) is not None:
            left, right = self._add(_less(above, last[0])), self._add(_less(below, last[1]))
            if difference(left, right, level) == 0:
                return last[2]
        left, right = self._add(above), self._add(below)
        self.spend(left, right, self.of(i))
        sign = difference(sum_of_multiples([(left, 1), (self.of(i), -delta)]), right, level)
        self._decided[i, delta] = (above, below, sign)
        return sign

    def spend(self, *numbers: ExpQuotient) -> None:
        """Count the terms that are handled; decline where there would be too many."""
        self.work += sum(len(base.terms) for n in numbers for base, _ in n.factors) + len(numbers)
        if self.work > WORK:
            raise NotExact(f"sums of more than {WORK} exponentials in all")

    def _standing(self, i: int) -> int:
        """The row that stands for the sum of row i; at first, the first with the same weights."""
        if i not in self._first:
            numbers, times = self._multiset(i)
            self._first[i] = self._with.setdefault(numbers.tobytes() + times.tobytes(), i)
        while (a := self._first[i]) != i:
            self._first[i] = self._first.setdefault(a, a)
            i = a
        return i

    def _tells_apart(self, i: int, j: int) -> bool:
        with Balls(BITS).scope():
            return not self.ball(i).overlaps(self.ball(j))

    def _rest(self, i: int, j: int) -> ExpQuotient:
        """The sum of row i less that of row j: of the weights that they do not share."""
        rows = self.weights.rows
        one, two = (_counts(rows[k].numbers) for k in (i, j))
        return self._add(_less(one, two))

    def _add(self, counts: Multiset) -> ExpQuotient:
        self.work += len(counts)
        return sum_of_multiples((self.weights.values[k], n) for k, n in counts.items())

    def _multiset(self, i: int) -> tuple[Numbers, Numbers]:
        return np.unique(self.weights.rows[i].numbers, return_counts=True)


def difference(left: ExpQuotient, right: ExpQuotient, level: Level) -> int:
    """The sign of left - e^level right.

    e^(power level) is one term c e^r.  For power 1 that is multiplied out.  For others e^level is
    e^(r/power) times an algebraic number that is not rational; by Lindemann and Weierstrass the
    exponentials of different rationals are independent over the algebraic numbers too, so the two
    sides are equal only if both are 0, and else some precision tells them apart.
    """
    if level.power == 1:
        size, times = level.base.numerator.bit_length(), abs(level.times.numerator)
        if size * times > MOST_BITS:
            raise NotExact(f"the power {times} of a number of {size} bits")
        return (left - right * ExpQuotient.of(level.factor)).sign()
    if left == ZERO == right:
        return 0
    bits = BITS
    while True:
        F = Balls(bits)
        with F.scope():
            gain = left.value(F) - F.exp(level.value(F)) * right.value(F)
            if gain > 0 or gain < 0:
                return 1 if gain > 0 else -1
        bits *= 2


def power_of(value: ExpQuotient, a: Fraction) -> ExpQuotient:
    """value^a; `NotExact` where it has no such root."""
    found = (value**a.numerator).root(a.denominator)
    if found is None:
        raise NotExact(f"the power {a} of a ratio")
    return found


def _counts(numbers: Numbers) -> Multiset:
    found, times = np.unique(numbers, return_counts=True)
    return dict(zip(found.tolist(), times.tolist(), strict=True))


def _less(a: Multiset, b: Multiset) -> Multiset:
    """a - b, without what is 0."""
    rest = {k: n - b.get(k, 0) for k, n in a.items()} | {k: -n for k, n in b.items() if k not in a}
    return {k: n for k, n in rest.items() if n}
