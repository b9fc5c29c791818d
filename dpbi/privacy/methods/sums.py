"""Deltas of the Hellinger exponential family: the filter over all pairs, balls where it must be.

The filter names the pairs that may attain the largest delta, and bounds each.  Balls narrow what
is too wide.  Of pairs that the width asked does not tell apart the first is named, and its own
value is at least the lower end.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from flint import arb

from dpbi.bayes.data import ENUMERATION_LIMIT, Counts, number_of_datasets, number_of_pairs
from dpbi.errors import LibraryMissing
from dpbi.fields import Balls, ExactNumber, Level
from dpbi.fields.field import MOST_BITS
from dpbi.mechanisms.exponential import HellingerExponential
from dpbi.privacy.methods.hellinger import SPARE_BITS, TWO_THREADS_PAY, problem
from dpbi.privacy.orders.order import RenyiOrder
from dpbi.privacy.results import Divergence

FEW = 2_000
"""Datasets times outputs up to which balls are quick, and need no compiler."""

MOST_ASKED = 24
"""Pairs that balls compare where the width asked does not tell them apart."""


@dataclass(frozen=True)
class SumsByFilter:
    """delta over all pairs of a mechanism that the filter covers."""

    mechanism: HellingerExponential
    threads: int

    @staticmethod
    def of(m: Any) -> SumsByFilter | None:
        """The mechanism, where it pays to use the filter."""
        if number_of_datasets(m.n, m.k) ** 2 <= FEW:
            return None
        threads = (os.cpu_count() or 1) if m.n >= TWO_THREADS_PAY or m.k > 2 else 1
        return SumsByFilter(m, threads)

    def profile(self, levels: Sequence[ExactNumber], tolerance: Fraction) -> list[Divergence] | str:
        """delta at each level to the tolerance, or why the filter proves nothing."""
        try:
            from dpbi.privacy.filter.deltas import LARGEST_LEVEL, filtered_deltas
            from dpbi.privacy.filter.problem import FastUnavailable
        except ImportError:
            return self._missing()
        if any(level > LARGEST_LEVEL for level in levels):
            return f"an epsilon is larger than {LARGEST_LEVEL}"
        try:
            found = filtered_deltas(problem(self.mechanism), level_factors(levels), self.threads)
        except FastUnavailable as error:
            return error.reason
        answers = [
            LargestChosen(found, i, level, partial(_excess_at, level)).to(tolerance)
            for i, level in enumerate(levels)
        ]
        wide = any(d.width > tolerance for d in answers)
        return f"it does not reach {float(tolerance):.1g}" if wide else answers

    def renyi(self, order: Fraction, tolerance: Fraction) -> Divergence | str:
        """D_order to the tolerance, or why the filter proves nothing.

        All outputs are possible at all datasets, so D_0 is 0.
        """
        try:
            from dpbi.privacy.filter.orders import filtered_renyi
            from dpbi.privacy.filter.problem import FastUnavailable
        except ImportError:
            return self._missing()
        try:
            found = filtered_renyi(problem(self.mechanism), order, self.threads)
        except FastUnavailable as error:
            return error.reason
        kind = RenyiOrder(order)
        value, most = partial(_gain_of, kind), None if order else Fraction(0)
        chosen = LargestChosen(found, 0, order, value, "renyi", kind.divisor, most).to(tolerance)
        return chosen if chosen.width <= tolerance else f"it does not reach {float(tolerance):.1g}"

    def _missing(self) -> str:
        """That there is no compiler; an error where balls hold nothing of that size."""
        m = self.mechanism
        if number_of_datasets(m.n, m.k) ** 2 > ENUMERATION_LIMIT:
            question = f"a sum over all pairs of {m.label} over {m.k} categories at n = {m.n}"
            raise LibraryMissing("numba", "fast", question) from None
        return "numba is not installed: pip install 'dpbi[fast]'"


def level_factors(levels: Sequence[ExactNumber]) -> list[float]:
    """Doubles within a unit of e^level."""
    F = Balls(128)
    with F.scope():
        return [float(F.exp(Level.of(level).value(F)).mid()) for level in levels]


def _excess_at(level: ExactNumber, balls: Any, pair: tuple[Counts, Counts], F: Balls) -> Any:
    return excess_at_pair(balls, pair, F.exp(Level.of(level).value(F)))


def _gain_of(order: RenyiOrder, balls: Any, pair: tuple[Counts, Counts], F: Balls) -> Any:
    """The gain of an order from x to y, outputs outside both windows by their number."""
    (x, y), far = pair, (1 - balls.floor).union(arb(1))
    of_x, of_y, cx, cy = balls.row(x), balls.row(y), -balls.c(x), -balls.c(y)
    lx, ly = balls.log_sum(x), balls.log_sum(y)

    def term(hx: Any, hy: Any) -> Any:
        return order.term(cx * hx - lx, cy * hy - ly, F)

    seen = of_x.keys() | of_y.keys()
    total = sum((term(of_x.get(r, far), of_y.get(r, far)) for r in seen), arb(0))
    outside = len(of_x) + balls.outside(x) - len(seen)
    return order.gain(total + outside * term(far, far) if outside else total, F)


@dataclass(frozen=True)
class LargestChosen:
    """The largest value over all pairs: `value` is that of one pair in balls.

    It is divided by `divisor`, and at most `most`.
    """

    found: Any
    index: int
    at: ExactNumber
    value: Callable[[Any, tuple[Counts, Counts], Balls], Any]
    quantity: str = "delta"
    divisor: Fraction = Fraction(1)
    most: Fraction | None = Fraction(1)

    def to(self, tolerance: Fraction) -> Divergence:
        """From the doubles where they are narrow, else from balls.

        Each of the places may have the largest value: the first is named, and lo is a bound of its
        own value.
        """
        largest, tolerance = self.found.largest[self.index], tolerance * self.divisor
        lo, hi = Fraction(float(largest.lows[0])), Fraction(largest.hi)
        if hi - lo > tolerance:
            return self._in_balls(tolerance)
        return self._answer(lo, hi, int(largest.places[0]), ("filter",))

    def _answer(
        self, lo: Fraction, hi: Fraction, place: int, trusts: tuple[str, ...]
    ) -> Divergence:
        p, (x, y) = self.found.problem, self.found.pair(place)
        n, k = p.n, len(p.prior)
        size = number_of_datasets(n, k)
        counted = size, 2 * number_of_pairs(n, k), size
        if self.divisor != 1:
            lo, hi = lo / self.divisor, hi / self.divisor
        if self.most is not None and hi > self.most:
            lo, hi = min(lo, self.most), self.most
        return Divergence(
            lo if lo.numerator > 0 else Fraction(0),
            hi if hi.numerator > 0 else Fraction(0),
            x,
            y,
            trusts,
            counted=counted,
            at=self.at,
            quantity=self.quantity,
        )

    def _in_balls(self, tolerance: Fraction) -> Divergence:
        """Most promising first, until no other matters; then the first of the largest."""
        largest = self.found.largest[self.index]
        order = (-largest.highs).argsort(kind="stable").tolist()
        bits = SPARE_BITS + (1 / tolerance).__ceil__().bit_length()
        while True:
            known, best, rest = {}, Fraction(largest.lo), Fraction(largest.lo)
            in_balls = rows_in_balls(self.found.problem, self.found.model, bits)
            for count, k in enumerate(order):
                bound = Fraction(float(largest.highs[k]))
                if count and bound <= best:
                    break
                if count >= MOST_ASKED and bound - best <= tolerance:
                    rest = bound
                    break
                place = int(largest.places[k])
                known[place] = self._of_pair(place, *in_balls)
                best = max(best, known[place][0])
            hi = max(rest, *(high for _, high in known.values()))
            first = min(known)
            for place in sorted(known):  # of two that may be equal the first
                if known[place][0] >= known[first][1] and known[place] != known[first]:
                    first = place
            lo = known[first][0]
            if hi - lo <= tolerance or bits >= MOST_BITS:
                return self._answer(lo, hi, first, ("filter", "ball"))
            bits *= 2

    def _of_pair(self, place: int, F: Balls, balls: Any) -> tuple[Fraction, Fraction]:
        """The bounds of one pair."""
        from dpbi.privacy.filter.tables import flint_precision

        with flint_precision(F.bits):
            e = F.enclosure(self.value(balls, self.found.pair(place), F))
        return e.lo, e.hi


def rows_in_balls(about: Any, model: Any, bits: int) -> tuple[Balls, Any]:
    """The rows of a problem in balls, made as they are asked for, and their field."""
    from dpbi.privacy.filter.refine import GUARD, ProblemBalls
    from dpbi.privacy.filter.tables import flint_precision

    F = Balls(bits + GUARD + about.n.bit_length())
    with flint_precision(F.bits):
        return F, ProblemBalls(about, model, arb(2) ** -(bits + 4))


def excess_at_pair(balls: Any, pair: tuple[Counts, Counts], factor: Any) -> Any:
    """sum of max(0, Pr_x[r] - factor Pr_y[r]), outputs outside both windows by their number."""
    (x, y), far, zero = pair, (1 - balls.floor).union(arb(1)), arb(0)
    of_x, of_y = balls.row(x), balls.row(y)
    cx, cy, lx, ly = -balls.c(x), -balls.c(y), balls.log_sum(x), balls.log_sum(y)

    def gain(hx: Any, hy: Any) -> Any:
        return zero.max((cx * hx - lx).exp() - factor * (cy * hy - ly).exp())

    seen = of_x.keys() | of_y.keys()
    total = sum((gain(of_x.get(r, far), of_y.get(r, far)) for r in seen), zero)
    outside = len(of_x) + balls.outside(x) - len(seen)
    return total + outside * gain(far, far) if outside else total
