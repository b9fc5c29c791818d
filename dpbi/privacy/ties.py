"""Ties decided exactly: where the loss, or the delta, *is* what is claimed.

Balls cannot tell a tie from a near miss.  Where weights are quotients of sums of c * e^r
(`privacy/weights.py`), the questions are about the sign of such a number, which is always decided:

    loss <= eps     w_x(r) / Z_x <= e^eps w_y(r) / Z_y              for all neighbours and outputs
    delta <= d      sum_r max(0, w_x(r) / Z_x - e^eps w_y(r) / Z_y) <= d

The answer is the sign of a quantity less a bound, or the sentence that says why there is none.

What is the same is decided once.  A law has few different weights, so a million places have a few
ratios w_x(r) / w_y(r); and the sums Z_x of a well-made mechanism are all the same, which is seen
from what the weights at x and at y do not have in common.  For each different ratio and pair of
sums, balls decide unless it ties, and then exact arithmetic does.

A level a + c ln b (`fields/level.py`) whose e^level is algebraic of a degree above 1 over these
numbers is never a tie of two of them; balls decide such comparisons always.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from typing import Any

import numpy as np

from dpbi.errors import InvalidValue
from dpbi.fields import Balls, ExactNumber, Level, Real
from dpbi.fields.expsums import ONE, ExpQuotient, NotExact
from dpbi.fields.written import logarithm
from dpbi.laws.interactive import Interactive, for_ratios
from dpbi.laws.protocol import Mechanism
from dpbi.privacy.adaptive.exactly import delta_sign
from dpbi.privacy.delta import hockey_stick
from dpbi.privacy.pairs import Pairs, losses, only_under_first
from dpbi.privacy.results import PrivacyLoss, Witness
from dpbi.privacy.weights import BITS, Multiset, Numbers, Sums, Weights

SMALL = 20_000  # pairs times outputs of a law whose loss is written as a formula


@dataclass(frozen=True, slots=True)
class Answer:
    """The sign, 0 for a tie; None with the sentence that says what would be needed."""

    sign: int | None
    reason: str = ""


def because(what: str) -> str:
    """The sentence about a number that exact comparison does not cover."""
    return (
        f"it may be a tie, and only exact arithmetic decides ties: it would have to cover {what}, "
        "beyond quotients of sums of exponentials of rational numbers, and their logarithms"
    )


def loss_against(m: Mechanism, epsilon: ExactNumber) -> int | None:
    """The sign of the loss less epsilon, 0 for a tie; None where that is not decided."""
    return compare_loss(m, epsilon).sign


def delta_against(m: Mechanism, epsilon: ExactNumber, delta: Fraction) -> int | None:
    """The sign of delta(epsilon) less delta, 0 for a tie; None where that is not decided."""
    return compare_delta(m, epsilon, delta).sign


def compare_loss(m: Mechanism, epsilon: ExactNumber) -> Answer:
    """As `loss_against`, with the reason where there is no sign."""
    m = for_ratios(m)
    pairs, level = Pairs(m), Level.of(epsilon)
    try:
        return Answer(Places(m, epsilon, pairs).loss())
    except NotExact as why:
        return _in_balls(pairs, level, None, str(why))


def compare_delta(m: Mechanism, epsilon: ExactNumber, delta: Fraction) -> Answer:
    """As `delta_against`, with the reason where there is no sign."""
    if isinstance(m, Interactive):
        try:
            return Answer(delta_sign(m, epsilon, delta))
        except NotExact as why:
            return Answer(None, because(str(why)))
    pairs, level = Pairs(m), Level.of(epsilon)
    try:
        return Answer(Places(m, epsilon, pairs).delta(delta))
    except NotExact as why:
        return _in_balls(pairs, level, delta, str(why))


def closed_form(loss: PrivacyLoss) -> str | None:
    """The loss in a formula, such as "ln((1 + 2*exp(1)) / 3)", of a law that is small and exact.

    The largest ratio of probabilities is found by exact comparison, and nothing is rounded; None
    where the weights are not quotients of exponential sums, or there are too many to go through.

    >>> import dpbi
    >>> m = dpbi.LogWeights.of({0: {"a": 0, "b": "1/2"}, 1: {"a": 1, "b": 0}})
    >>> print(dpbi.closed_form(dpbi.privacy_loss(m)))
    1/2 + ln((1 + exp(1)) / (1 + exp(1/2)))
    """
    if not isinstance(loss, PrivacyLoss):
        raise InvalidValue("loss", loss, "hand over what privacy_loss returned")
    if loss.exact or loss.counted is None or loss.mechanism is None:
        return loss.exact
    if loss.implemented or math.prod(loss.counted[1:]) > SMALL:
        return None
    try:
        ratio = Places(for_ratios(loss.mechanism), Fraction(0)).largest()
    except NotExact:
        return None
    F = Balls(BITS)
    with F.scope():
        value = F.enclosure(F.log(ratio.value(F)))
    if not (loss.lo <= value.hi and value.lo <= loss.hi):
        raise InvalidValue("loss", loss, "exact arithmetic finds another for its mechanism")
    return logarithm(ratio)


class Places:
    """The places of one mechanism against one epsilon; laws are made once, if at all."""

    def __init__(self, m: Mechanism, epsilon: ExactNumber, pairs: Pairs | None = None) -> None:
        self.mechanism, self.level = m, Level.of(epsilon)
        self.weights = Weights(m)
        self.sums = Sums(self.weights)
        self._given = pairs
        self._beyond: dict[tuple[int, int, int], int] = {}
        self._ratios: dict[tuple[int, int], int] = {}
        self._ratio_numbers: dict[ExpQuotient, int] = {}
        self._ratio_values: list[ExpQuotient] = []

    @cached_property
    def pairs(self) -> Pairs:
        """The datasets and neighbours."""
        return self._given or Pairs(self.mechanism)

    def loss_exceeds(self, at: Witness) -> bool | None:
        """Whether the loss there is above epsilon; None where the law is of no such form."""
        w = self.weights
        try:
            i, j = w.row(at.x), w.row(at.y)
            place = w.rows[i].outputs.index(at.output)
            here, there = int(w.rows[i].numbers[place]), int(w.rows[j].along(w.rows[i])[place])
            return self.above(here, there, *self.sums.same(i, j)) > 0
        except NotExact:
            return None

    def excess_exceeds(self, x: Any, y: Any, delta: Fraction) -> bool | None:
        """Whether delta(epsilon) from x to y is above delta; None as above."""
        try:
            return self.excess(self.weights.row(x), self.weights.row(y), delta) > 0
        except NotExact:
            return None

    def loss(self) -> int:
        """The sign of the loss less epsilon: that of the largest gain over all places."""
        groups: dict[tuple[int, int], list[Numbers]] = {}
        largest = -1
        for i, j in self.different():
            key, codes = self.sums.same(i, j), self.codes(i, j)
            seen = groups.setdefault(key, [])
            seen.append(codes)
            if len(seen) > 64:  # many rows repeat few places
                groups[key] = [np.unique(np.concatenate(seen))]
        for (i, j), seen in groups.items():
            for here, there in self.decoded(np.unique(np.concatenate(seen))):
                largest = max(largest, self.above(here, there, i, j))
                if largest > 0:
                    return 1
        return largest

    def largest(self) -> ExpQuotient:
        """The largest P/Q itself.  Balls leave the few that may be it, and order decides."""
        found: dict[ExpQuotient, None] = {}
        for i, j in self.different():
            one, two = self.sums.same(i, j)
            norm = ONE if one == two else self.sums.of(two) / self.sums.of(one)
            for here, there in self.decoded(np.unique(self.codes(i, j))):
                if there < 0:
                    raise NotExact("an output that is impossible at a neighbour")
                found[self._ratio_values[self._ratio(here, there)] * norm] = None
        F = Balls(BITS)
        with F.scope():
            balls = {value: value.value(F) for value in found}
            top = F.maximum(balls.values())
            near = [value for value, ball in balls.items() if F.less(ball, top) is not True]
        return reduce(lambda a, b: b if (b - a).sign() > 0 else a, near)

    def delta(self, delta: Fraction) -> int:
        """The sign of delta(epsilon) less delta: the largest over pairs."""
        largest = -1
        for i, j in self.different():
            largest = max(largest, self.excess(i, j, delta))
            if largest > 0:
                break
        return largest

    def different(self) -> Iterator[tuple[int, int]]:
        """The numbers of the two rows of each ordered pair of neighbours, each two rows once."""
        row = [self.weights.row(x) for x in self.pairs.datasets]
        yield from dict.fromkeys((row[i], row[j]) for i, j in self.pairs.places)

    def codes(self, i: int, j: int) -> Numbers:
        """The two weights at each output of row i, as one number."""
        rows = self.weights.rows
        return rows[i].numbers * len(self.weights.values) * 2 + rows[j].along(rows[i]) + 1

    def decoded(self, codes: Numbers) -> Iterator[tuple[int, int]]:
        """The two weights that a number of `codes` stands for."""
        for code in codes.tolist():
            here, there = divmod(code, len(self.weights.values) * 2)
            yield here, there - 1

    def above(self, here: int, there: int, i: int, j: int) -> int:
        """The sign of P less e^eps Q, P = weight `here` over the sum i, Q = `there` over sum j.

        Where i = j the two sums are the same number, and cancel.
        """
        if there < 0:
            return 1
        ratio = self._ratio(here, there)
        if (known := self._beyond.get((ratio, i, j))) is not None:
            return known
        value = self._ratio_values[ratio]
        found = self._seen_in_balls(value, i, j)
        if found is None:
            found = self.sums.gain(value, i, j, self.level)
        self._beyond[ratio, i, j] = found
        return found

    def _ratio(self, here: int, there: int) -> int:
        """The number of the ratio of two weights: ratios that are written alike share it."""
        if (found := self._ratios.get((here, there))) is None:
            value = self.weights.values[here] / self.weights.values[there]
            found = self._ratio_numbers.setdefault(value, len(self._ratio_values))
            if found == len(self._ratio_values):
                self._ratio_values.append(value)
            self._ratios[here, there] = found
        return found

    def _seen_in_balls(self, ratio: ExpQuotient, i: int, j: int) -> int | None:
        """The same sign where balls tell it; all of ratio, sums and level are above 0."""
        F = Balls(BITS)
        with F.scope():
            gain = ratio.value(F) - self._factor(F)
            if i != j:
                gain = ratio.value(F) * self.sums.ball(j) - self._factor(F) * self.sums.ball(i)
            return 1 if gain > 0 else -1 if gain < 0 else None

    def _factor(self, F: Balls) -> Real:
        return F.exp(self.level.value(F))

    def excess(self, i: int, j: int, delta: Fraction) -> int:
        """The sign of delta(epsilon) from row i to row j, less delta.

        Outputs that tie add nothing, whichever side they are counted on.
        """
        i, j, codes = *self.sums.same(i, j), self.codes(i, j)
        found, times = np.unique(codes, return_counts=True)
        kept = [
            (here, there, n)
            for (here, there), n in zip(self.decoded(found), times.tolist(), strict=True)
            if self.above(here, there, i, j) > 0
        ]
        above, below = _counted((a, n) for a, _, n in kept), _counted((b, n) for _, b, n in kept)
        below.pop(-1, None)
        F = Balls(BITS)
        with F.scope():
            p, q = (self._mass(counts, F) for counts in (above, below))
            value = p / self.sums.ball(i) - self._factor(F) * q / self.sums.ball(j)
            gain = value - F.rational(delta)
            if gain > 0 or gain < 0:
                return 1 if gain > 0 else -1
        return self.sums.excess(above, below, i, j, delta, self.level)

    def _mass(self, counts: Multiset, F: Balls) -> Real:
        return sum((self.weights.ball(k) * n for k, n in counts.items()), F.rational(0))


def _counted(parts: Iterable[tuple[int, int]]) -> Multiset:
    """How often each number is there in all."""
    counts: Multiset = {}
    for number, n in parts:
        counts[number] = counts.get(number, 0) + n
    return counts


def _in_balls(pairs: Pairs, level: Level, delta: Fraction | None, what: str) -> Answer:
    """The sign where balls tell it at every place, in a law that has no exact form."""
    F = Balls(BITS)
    undecided = False
    with F.scope():
        laws, bound = pairs.laws(F), level.value(F)
        for x, y in pairs.different(F):
            p, q = laws[x], laws[y]
            if delta is not None:
                here, there = ({r: F.exp(a) for r, a in law.items()} for law in (p, q))
                gains = [hockey_stick(here, there, F.exp(bound), F) - F.rational(delta)]
            elif only_under_first(p, q) is not None:
                return Answer(1)
            else:
                gains = [d - bound for _, d in losses(p, q)]
            if any(g > 0 for g in gains):
                return Answer(1)
            undecided = undecided or not all(g < 0 for g in gains)
    return Answer(None, because(what)) if undecided else Answer(-1)
