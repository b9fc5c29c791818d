"""Ties decided exactly: where the loss, or the delta, *is* what is claimed.

Balls cannot tell a tie from a near miss.  Where every probability is a sum of rational multiples of
e^r with rational r, up to the normaliser of its dataset, both questions are about the sign of such
a sum, which is always decided (`numbers/expsum.py`):

    loss <= eps     w_x(r) Z_y - e^eps w_y(r) Z_x <= 0          for all neighbours and outputs
    delta <= d      sum_r max(0, w_x(r) Z_y - e^eps w_y(r) Z_x) - d Z_x Z_y <= 0

Balls decide almost all of them; what they leave is multiplied out.  Such are rational laws,
polynomials in q = e^-rate, and log-weights a + ln b with rational a and a
sum b of that kind (`numbers/logsum.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from dpbi.audit.pairs import Pairs
from dpbi.audit.results import Witness
from dpbi.mechanisms.base import Mechanism
from dpbi.mechanisms.forms import Exact, InQ, Weighted
from dpbi.numbers import Balls, ExactNumber, Level, Real
from dpbi.numbers.expsum import ExpSum
from dpbi.numbers.logsum import LogSum, LogSums, NotExact
from dpbi.numbers.polynomial import coefficients

WORK = 4_000_000  # terms of sums that are multiplied out; beyond, it takes longer than a minute
BITS = 192
NO_FORM = "it may be a tie, and no exact comparison covers a law of this form and size"
ZERO, ONE = ExpSum.rational(0), ExpSum.rational(1)


@dataclass(frozen=True, slots=True)
class Answer:
    """The sign of a quantity less a bound, 0 for a tie; None with the sentence that says why."""

    sign: int | None
    reason: str = ""


def compare_loss(m: Mechanism, epsilon: ExactNumber) -> Answer:
    """As `loss_against`, with the reason where there is no sign."""
    sign = loss_against(m, epsilon)
    return Answer(sign, "" if sign is not None else NO_FORM)


def compare_delta(m: Mechanism, epsilon: ExactNumber, delta: Fraction) -> Answer:
    """As `delta_against`, with the reason where there is no sign."""
    sign = delta_against(m, epsilon, delta)
    return Answer(sign, "" if sign is not None else NO_FORM)


def loss_against(m: Mechanism, epsilon: ExactNumber) -> int | None:
    """The sign of the loss less epsilon, 0 for a tie; None where the law is of no such form."""
    return _sign(m, epsilon, None)


def delta_against(m: Mechanism, epsilon: ExactNumber, delta: Fraction) -> int | None:
    """The sign of delta(epsilon) less delta, 0 for a tie; None as above."""
    return _sign(m, epsilon, delta)


class Places:
    """Single places of one mechanism against one epsilon; laws are made once, if at all."""

    def __init__(self, m: Mechanism, epsilon: ExactNumber) -> None:
        self.mechanism, self.epsilon = m, epsilon

    @cached_property
    def _audit(self) -> _Exactly:
        return _Exactly(Pairs(self.mechanism), self.epsilon)

    def loss_exceeds(self, at: Witness) -> bool | None:
        """Whether the loss there is above epsilon; None where the law is of no such form."""
        try:
            with Balls(BITS).scope():
                return self._audit.gain(at.x, at.y, at.output).sign() > 0
        except NotExact:
            return None

    def excess_exceeds(self, x: Any, y: Any, delta: Fraction) -> bool | None:
        """Whether delta(epsilon) from x to y is above delta; None as above."""
        F = Balls(BITS)
        try:
            with F.scope():
                laws = self._audit.pairs.laws(F)
                gaps = _gaps(laws[x], laws[y], Level.of(self.epsilon).value(F), F)
                return self._audit.excess(x, y, gaps, delta).sign() > 0
        except NotExact:
            return None


def _sign(m: Mechanism, epsilon: ExactNumber, delta: Fraction | None) -> int | None:
    pairs, F, largest = Pairs(m), Balls(BITS), -1
    try:
        audit = _Exactly(pairs, epsilon)
        with F.scope():
            laws, level = pairs.laws(F), Level.of(epsilon).value(F)
            for x, y in pairs.ordered:
                gaps = _gaps(laws[x], laws[y], level, F)
                if delta is None:
                    signs = [audit.gain(x, y, r).sign() for r, g in gaps if g is not False]
                else:
                    signs = [audit.excess(x, y, gaps, delta).sign()]
                if (largest := max(largest, *signs, -1)) > 0:
                    break
    except NotExact:
        return None
    return largest


def _gaps(
    p: Mapping[Any, Real], q: Mapping[Any, Real], level: Real, F: Balls
) -> list[tuple[Any, bool | None]]:
    """For each output whether its loss is certainly above the level: what balls leave is exact."""
    return [(r, True if r not in q else _above(a - q[r], level, F)) for r, a in p.items()]


def _above(loss: Real, level: Real, F: Balls) -> bool | None:
    """Whether a loss is above a level; None where it may tie, so too where both are the same."""
    return F.less(level, loss) or (False if F.less(loss, level) else None)


class _Exactly:
    """The laws of a mechanism as exponential sums, made as they are needed.

    Balls have said already which outputs gain certainly, and which certainly do not: only the few
    between, the ties, are multiplied out one by one.
    """

    def __init__(self, pairs: Pairs, epsilon: ExactNumber) -> None:
        level = Level.of(epsilon)
        if level.power > 1:
            raise NotExact
        self.pairs, self.factor = pairs, level.factor
        self.weights: dict[Any, dict[Any, ExpSum]] = {}
        self.norms: dict[Any, ExpSum] = {}
        self.work = 0

    def gain(self, x: Any, y: Any, r: Any) -> ExpSum:
        """Z_x Z_y times (the probability of r at x less e^eps times that at y)."""
        here, there = self.weight(x, r), self.weight(y, r)
        self.spend(here, self.norm(y), there, self.norm(x))
        return here * self.norm(y) - there * self.factor * self.norm(x)

    def excess(
        self, x: Any, y: Any, gaps: Iterable[tuple[Any, bool | None]], delta: Fraction
    ) -> ExpSum:
        """Z_x Z_y (delta(eps) from x to y, less delta)."""
        gains = [(self.gain(x, y, r), sure) for r, sure in gaps if sure is not False]
        positive = (g for g, sure in gains if sure or g.sign() > 0)
        self.spend(self.norm(x), self.norm(y))
        return _sum(positive) - ExpSum.rational(delta) * self.norm(x) * self.norm(y)

    def weight(self, x: Any, r: Any) -> ExpSum:
        """The weight of an output; 0 where it is impossible."""
        if x not in self.weights:
            found = exact_weights(self.pairs.mechanism, x)
            if found is None or not self.confirmed(x, found):
                raise NotExact
            self.weights[x] = found
        return self.weights[x].get(r, ZERO)

    def confirmed(self, x: Any, weights: Mapping[Any, ExpSum]) -> bool:
        """Whether balls see this law too: a formula can tell fields apart, and say other things."""
        F = Balls(BITS)
        law = self.pairs.laws(F)[x]
        values = {r: w.value(F) for r, w in weights.items()}
        given = isinstance(self.pairs.mechanism, Exact)
        total = F.rational(1) if given else sum(values.values(), F.rational(0))
        return values.keys() == law.keys() and all(
            (v / total).overlaps(F.exp(law[r])) for r, v in values.items()
        )

    def norm(self, x: Any) -> ExpSum:
        """The sum of the weights at x; 1 for probabilities, which are audited as they are.

        Rows of floats miss the sum 1, and dividing by it would decide the tie of another law.
        """
        if x not in self.norms:
            self.weight(x, None)
            given = isinstance(self.pairs.mechanism, Exact)
            self.norms[x] = ONE if given else _sum(self.weights[x].values())
        return self.norms[x]

    def spend(self, *factors: ExpSum) -> None:
        """Count the products of terms; decline where there would be too many."""
        sizes = [len(f.terms) for f in factors]
        self.work += sum(a * b for a, b in zip(sizes[::2], sizes[1::2], strict=True))
        if self.work > WORK:
            raise NotExact


def exact_weights(m: Mechanism, x: Any) -> dict[Any, ExpSum] | None:
    """{output: its weight at x as an exponential sum}, where the law has that form."""
    if isinstance(m, Exact):
        return {r: ExpSum.rational(p) for r, p in m.checked(x).items()}
    if isinstance(m, InQ):
        rate = Fraction(m.rate)
        return {
            r: ExpSum.of({-c * rate: a for c, a in enumerate(coefficients(p))})
            for r, p in m.checked(x).items()
        }
    if isinstance(m, Weighted):
        try:
            logs = m.log_weights(x, LogSums())
            return {r: LogSum.of(w).exp() for r, w in logs.items()}
        except Exception:  # a formula that ran over balls and not over these is not of this form
            return None
    return None


def _sum(terms: Iterable[ExpSum]) -> ExpSum:
    """One dictionary for all: adding them up in turn would copy the sum each time."""
    total: dict[Fraction, Fraction] = {}
    for term in terms:
        for r, c in term.terms:
            total[r] = total.get(r, Fraction(0)) + c
    return ExpSum.of(total)
