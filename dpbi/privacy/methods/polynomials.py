"""The largest ratio of laws in q = exp(-rate): doubles dismiss, balls dismiss, polynomials decide.

A law says the same few polynomials again and again.  Each different one gets a number, and is
evaluated once, in balls.  A law of weights is divided by the polynomials that its rows sum to.

Doubles.  Let v be the double of ln p(q), A the largest |v|, and R the largest radius of a ball.
Then |v - ln p(q)| <= 2^-52 A + R (1 + 2^-52): the midpoint is rounded once, to one of its two
neighbours.  A loss is D = (v - s) - (v' - s') of four of them, whose three roundings are at most
2^-53 (2A + 2A + 4A)(1 + 2^-50).  So D errs by less than 2^-49 A + 2^-50 (1 + 2^-50) A + 5R, and two
of these, as well as the rounding of the bound itself, are below the 2^-46 A + 16 R that is allowed.
Where A is beyond the doubles, all places are kept.

Balls.  Of the different ratios that are kept, those certainly below another one are dismissed.

Polynomials.  The best ratio so far is kept in lowest terms T/B.  A candidate c/d ties with it if
and only if the polynomial c B - T d is 0; else the signs of that, of d and of B at q tell, which
are always decided (`sign_at_exp`).  T and B are short where many places tie, so ties are cheap.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from dpbi.bayes.data import check_enumerable
from dpbi.errors import BadMechanism
from dpbi.fields import Balls, Real
from dpbi.fields.balls import filters_hold
from dpbi.fields.polynomial import Polynomial, log_at_exp, polynomial
from dpbi.laws.forms import InQ, QuotientInQ
from dpbi.privacy.methods.doubles import blocks, spare
from dpbi.privacy.methods.exact import Largest, RatioInQ, state_in_q
from dpbi.privacy.methods.exact import infinite as infinite_loss
from dpbi.privacy.methods.laid import Doubles, Indices
from dpbi.privacy.pairs import FEW, Pairs, only_under_first
from dpbi.privacy.results import PrivacyLoss, Witness

BITS = 128
ALIKE = 8  # polynomials with the same degree and ends that are compared with a new one
ONE: Polynomial = polynomial(1)

Codes: TypeAlias = npt.NDArray[np.int64]


def loss_in_q(m: InQ | QuotientInQ, tolerance: Fraction, bits: int = BITS) -> PrivacyLoss:
    """The loss of a mechanism with polynomial probabilities or weights, exactly."""
    rows = RowsInQ.of(m, bits)
    found = rows.largest()
    if isinstance(found, Witness):
        return infinite_loss(m, found)
    loss = state_in_q(m, found, tolerance)
    return replace(loss, trusts=("filter", *loss.trusts)) if rows.uses_doubles else loss


@dataclass
class Numbered:
    """Polynomials by number, with the logarithm of each at q; equal ones share a number."""

    rate: Fraction
    F: Balls
    found: list[Polynomial] = field(default_factory=list)
    logs: list[Real] = field(default_factory=list)
    _alike: dict[tuple[int, int, int, int], list[int]] = field(default_factory=dict)

    @cached_property
    def q(self) -> Real:
        """exp(-rate), in the precision of F."""
        return self.F.exp(-self.F.rational(self.rate))

    def number(self, p: Polynomial) -> int | None:
        """The number of p; None where it is not certain that p(q) > 0."""
        d = p.degree()
        low, high = p[d // 2], p[d]
        alike = self._alike.setdefault((d, int(p.denom()), int(high.p), int(low.p)), [])
        for k in alike:
            if self.found[k] == p:
                return k
        if (log := log_at_exp(p, self.rate, self.q, self.F)) is None:
            return None
        self.found.append(p)
        self.logs.append(log)
        if len(alike) < ALIKE:
            alike.append(len(self.found) - 1)
        return len(self.found) - 1

    def in_doubles(self) -> tuple[Doubles, float]:
        """The logarithms in doubles, and how far below the largest difference one may be."""
        values = np.array([float(v.mid()) for v in self.logs])
        most, radius = float(np.abs(values).max()), max(float(v.rad()) for v in self.logs)
        return values, spare(most, radius)


@dataclass
class RowsInQ:
    """Laws by position: the number of the polynomial of each output, -1 where it is impossible."""

    pairs: Pairs
    laws: list[dict[Any, Polynomial]]
    numbers: Codes
    outputs: list[Any]
    polynomials: Numbered
    sums: Codes

    @staticmethod
    def of(m: InQ | QuotientInQ, bits: int) -> RowsInQ:
        """The rows, read once; refused where they are no law."""
        pairs, F = Pairs(m), Balls(bits)
        known, outputs = Numbered(Fraction(m.rate), F), dict[Any, int]()
        laws, rows, sums = (
            list[dict[Any, Polynomial]](),
            list[tuple[Indices, list[int]]](),
            list[int](),
        )
        with F.scope():
            for x in pairs.datasets:
                law = m.checked(x)
                if not laws:
                    check_enumerable("the table of all laws", len(pairs.datasets) * len(law))
                whole = sum(law.values(), polynomial(0)) if m.is_divided else ONE
                numbers = [k for p in (*law.values(), whole) if (k := known.number(p)) is not None]
                if None in law or len(numbers) <= len(law) or not law:
                    _refuse(pairs, x)
                for r in law:
                    outputs.setdefault(r, len(outputs))
                laws.append(law)
                *each, norm = numbers
                rows.append((np.array([outputs[r] for r in law]), each))
                sums.append(norm)
        check_enumerable("the table of all laws", len(rows) * len(outputs))
        table = np.full((len(rows), len(outputs)), -1, dtype=np.int64)
        for i, (places, each) in enumerate(rows):
            table[i, places] = each
        return RowsInQ(pairs, laws, table, list(outputs), known, np.array(sums))

    @property
    def uses_doubles(self) -> bool:
        """Whether doubles dismiss places: where they pay, and round as their bound says."""
        return self.pairs.number * len(self.outputs) > FEW and filters_hold()

    @np.errstate(all="ignore")
    def largest(self) -> Largest[RatioInQ] | Witness:
        """The largest ratio of probabilities, or where it is infinite."""
        first: dict[tuple[int, int, int, int], Witness] = {}
        values, slack = self.polynomials.in_doubles()
        slack, least = slack if self.uses_doubles else math.inf, -math.inf
        rows = dict[tuple[bytes, int], int]()
        same = [
            rows.setdefault((row.tobytes(), norm), len(rows))
            for row, norm in zip(self.numbers, self.sums.tolist(), strict=True)
        ]
        for i, j in blocks(*self.pairs.first_of(same), len(self.outputs)):
            here, there = self.numbers[i], self.numbers[j]
            if (lost := np.flatnonzero(((here >= 0) & (there < 0)).any(axis=1))).size:
                return self._only_under_first(int(i[lost[0]]), int(j[lost[0]]))
            losses = np.where(here >= 0, values[here] - values[there], -math.inf)
            losses -= (values[self.sums[i]] - values[self.sums[j]])[:, None]
            if slack < math.inf:
                least = max(least, float(losses.max()) - slack)
                k, r = np.nonzero(losses >= least)
            else:
                k, r = np.nonzero(here >= 0)
            self._note(first, i[k], j[k], r)
        return self._decide(first, values, least)

    def _only_under_first(self, i: int, j: int) -> Witness:
        names = self.pairs.datasets
        return Witness(names[i], names[j], only_under_first(self.laws[i], self.laws[j]))

    def _note(
        self, first: dict[tuple[int, int, int, int], Witness], i: Indices, j: Indices, r: Indices
    ) -> None:
        """The first place of each different ratio: two weights, and the two sums of their rows."""
        ratios = self.numbers[i, r] * len(self.polynomials.found) + self.numbers[j, r]
        norms = self.sums[i] * len(self.polynomials.found) + self.sums[j]
        _, ratio = np.unique(ratios, return_inverse=True)
        different, norm = np.unique(norms, return_inverse=True)
        _, places = np.unique(ratio * len(different) + norm, return_index=True)
        names = self.pairs.datasets
        for k in sorted(places.tolist()):
            a, b = int(i[k]), int(j[k])
            here, there = (int(self.numbers[z, r[k]]) for z in (a, b))
            at = Witness(names[a], names[b], self.outputs[int(r[k])])
            first.setdefault((here, there, int(self.sums[a]), int(self.sums[b])), at)

    def _decide(
        self, first: dict[tuple[int, int, int, int], Witness], values: Doubles, least: float
    ) -> Largest[RatioInQ]:
        """The largest of the ratios that are left, at the first place where it is attained."""
        logs, F, rate = self.polynomials.logs, self.polynomials.F, self.polynomials.rate
        best: Largest[RatioInQ] | None = None
        with F.scope():
            balls = {
                key: (logs[key[0]] - logs[key[2]]) - (logs[key[1]] - logs[key[3]])
                for key in first
                if not (values[key[0]] - values[key[2]]) - (values[key[1]] - values[key[3]]) < least
            }
            highest = F.maximum(v.lower() for v in balls.values())
            kept = [key for key, v in balls.items() if F.less(v, highest) is not True]
        for key in kept:
            here, there, one, two = (self.polynomials.found[n] for n in key)
            above, below = (here, there) if one == two else (here * two, there * one)
            if best is None or RatioInQ(above, below).compare(best.ratio, rate) > 0:
                best = Largest(RatioInQ.of(above, below), first[key])
        assert best is not None  # the largest ratio is never dismissed
        return best


def _refuse(pairs: Pairs, x: Any) -> None:
    """Say what is wrong with a row that balls do not see to be a law."""
    pairs.laws(Balls(BITS))
    raise BadMechanism(pairs.mechanism.label, "its probabilities cannot be told from 0", x)
