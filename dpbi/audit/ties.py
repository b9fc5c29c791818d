"""Ties decided exactly: where the loss, or the delta, *is* what is claimed.

Balls cannot tell a tie from a near miss.  Where every probability is a sum of rational multiples of
e^r with rational r, up to the normaliser of its dataset, both questions are about the sign of such
a sum, which is always decided (`numbers/expsum.py`):

    loss <= eps     w_x(r) Z_y - e^eps w_y(r) Z_x <= 0          for all neighbours and outputs
    delta <= d      sum_r max(0, w_x(r) Z_y - e^eps w_y(r) Z_x) - d Z_x Z_y <= 0

Such are rational laws, polynomials in q = e^-rate, and log-weights a + ln b with rational a and a
sum b of that kind (`numbers/logsum.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from typing import Any

from dpbi.audit.pairs import Pairs
from dpbi.mechanisms.base import Mechanism
from dpbi.mechanisms.forms import Exact, InQ, Weighted
from dpbi.numbers.expsum import ExpSum
from dpbi.numbers.logsum import LogSum, LogSums, NotExact
from dpbi.numbers.polynomial import coefficients

LARGEST = 200_000  # weights in all; beyond, exact sums take longer than anybody waits
ZERO = ExpSum.rational(0)


def loss_within(m: Mechanism, epsilon: Fraction) -> bool | None:
    """Whether the loss is at most epsilon, ties included; None where the law is of no such form."""
    if (audit := _Exactly.of(m, epsilon)) is None:
        return None
    return not any(g.sign() > 0 for x, y in audit.pairs.ordered for g in audit.gains(x, y))


def delta_within(m: Mechanism, epsilon: Fraction, delta: Fraction) -> bool | None:
    """Whether delta(epsilon) is at most delta, ties included; None as above."""
    if (audit := _Exactly.of(m, epsilon)) is None:
        return None
    for x, y in audit.pairs.ordered:
        positive = [g for g in audit.gains(x, y) if g.sign() > 0]
        allowed = ExpSum.rational(delta) * audit.norms[x] * audit.norms[y]
        if (_sum(positive) - allowed).sign() > 0:
            return False
    return True


class _Exactly:
    """All laws of a mechanism as exponential sums."""

    def __init__(self, pairs: Pairs, weights: dict[Any, dict[Any, ExpSum]], factor: ExpSum) -> None:
        self.pairs, self.weights, self.factor = pairs, weights, factor
        self.norms = {x: _sum(law.values()) for x, law in weights.items()}

    @staticmethod
    def of(m: Mechanism, epsilon: Fraction) -> _Exactly | None:
        """The laws, or None where they are too large, or not of this form."""
        pairs, seen = Pairs(m), 0
        weights: dict[Any, dict[Any, ExpSum]] = {}
        for x in pairs.datasets:
            law = exact_weights(m, x)
            seen += 0 if law is None else len(law)
            if law is None or seen > LARGEST:
                return None
            weights[x] = law
        return _Exactly(pairs, weights, ExpSum.of({epsilon: Fraction(1)}))

    def gains(self, x: Any, y: Any) -> Iterable[ExpSum]:
        """Of each output: Z_x Z_y times (its probability at x less e^eps times that at y)."""
        mine, other = self.weights[x], self.weights[y]
        up, down = self.norms[y], self.factor * self.norms[x]
        for r, w in mine.items():
            yield w * up - other.get(r, ZERO) * down


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
        except (NotExact, TypeError, AttributeError):
            return None
    return None


def _sum(terms: Iterable[ExpSum]) -> ExpSum:
    return reduce(ExpSum.__add__, terms, ZERO)
