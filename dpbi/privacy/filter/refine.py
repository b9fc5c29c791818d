"""More digits: the suspects of a filter, evaluated again in balls at any precision.

`AffinityRow` has the affinities BC(x, r) at the precision in force.  A row leaves out outputs whose
affinity is proved to be at most `floor`; it says how many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from flint import arb

from dpbi.privacy.filter import errors
from dpbi.privacy.filter.line import Line
from dpbi.privacy.filter.problem import Counts, Filtered, Problem, Suspect
from dpbi.privacy.filter.simplex import Simplex
from dpbi.privacy.filter.tables import ball, flint_precision, printed_constant


@dataclass(frozen=True, slots=True)
class AffinityRow:
    """BC(x, r) by output r; `outside` further outputs have affinity in [0, floor]."""

    affinity: dict[Counts, arb]
    outside: int
    floor: arb


@dataclass(frozen=True, slots=True)
class LineBalls:
    """k = 2.  With F(j) = Gamma(a + j/2) Gamma(b + n - j/2): F(j+2)/F(j) is rational."""

    prior: tuple[Fraction, Fraction]
    n: int

    def _turn(self, j: int) -> tuple[int, int]:
        """Numerator and denominator of F(j+2) / F(j) = (a + j/2) / (b + n - 1 - j/2)."""
        ratio = (2 * self.prior[0] + j) / (2 * (self.prior[1] + self.n - 1) - j)
        return ratio.numerator, ratio.denominator

    def _half(self, i: int) -> arb:
        """F(2i + 1) / F(2i), for i < n."""
        a, b = self.prior[0] + i, self.prior[1] + self.n - i
        up, down = Fraction(1, 2), Fraction(-1, 2)
        return ball(a + up).gamma() / ball(a).gamma() * ball(b + down).gamma() / ball(b).gamma()

    def distance(self, x: Counts, y: Counts) -> arb:
        """H of two neighbours."""
        i = min(x[0], y[0])
        up, down = self._turn(2 * i)
        return (1 - self._half(i) * (arb(down) / up).sqrt()).sqrt()

    def _walk(self, i: int, floor: arb) -> Iterator[arb]:
        """BC(i, i+1), BC(i, i+2), ..., ending with the first that is certainly <= floor.

        odd and even are F(i + r + 1) / F(2i) and F(i + r) / F(2i), square is F(2r) / F(2i); one
        integer denominator q serves both prior parameters.
        """
        q = lcm(self.prior[0].denominator, self.prior[1].denominator)
        a, b = (int(2 * q * v) for v in self.prior)
        top = b + (2 * self.n - 2) * q
        even, odd, square = arb(1), self._half(i) if i < self.n else arb(1), arb(1)
        for r in range(i, self.n):
            square = square * (a + 2 * r * q) / (top - 2 * r * q)
            bc = odd * square.rsqrt()
            yield bc
            if bc <= floor:
                return
            j = (i + r) * q
            even, odd = odd, even * (a + j) / (top - j)

    def row(self, x: Counts, floor: arb) -> AffinityRow:
        """Outward from r = x on both sides, where BC falls (BOUNDS.md, section 2).

        The first affinity that is certainly at most `floor` bounds all that follow.
        """
        i, n = x[0], self.n
        found = {x: arb(1)}
        for s, bc in enumerate(self._walk(i, floor), 1):
            found[i + s, n - i - s] = bc
        mirror = LineBalls((self.prior[1], self.prior[0]), n)
        for s, bc in enumerate(mirror._walk(n - i, floor), 1):
            found[i - s, n - i + s] = bc
        return AffinityRow(found, n + 1 - len(found), floor)


@dataclass(frozen=True, slots=True)
class SimplexBalls:
    """k >= 3.  BC is the product over categories of rho_j(s, t) = T(s+t) / sqrt(T(2s) T(2t)).

    T(m) = Gamma(alpha_j + m/2).
    """

    space: Simplex

    def _rho(self, j: int, s: int) -> list[arb]:
        """rho_j(s, t) for t = 0..n."""
        alpha, n = self.space.prior[j], self.space.n
        table = [ball(alpha).gamma(), ball(alpha + Fraction(1, 2)).gamma()]
        for m in range(2 * n - 1):
            factor = 2 * alpha + m
            table.append(table[m] * factor.numerator / (2 * factor.denominator))
        root = table[2 * s].sqrt()
        row = [table[s + t] / (root * table[2 * t].sqrt()) for t in range(n + 1)]
        row[s] = arb(1)
        return row

    def distance(self, x: Counts, y: Counts) -> arb:
        """H of two neighbours."""
        bc = arb(1)
        for j, (s, t) in enumerate(zip(x, y, strict=True)):
            if s != t:
                a = self.space.prior[j]
                root = (ball(a + s).gamma() * ball(a + t).gamma()).sqrt()
                bc *= ball(a + Fraction(s + t, 2)).gamma() / root
        return (1 - bc).sqrt()

    def row(self, x: Counts, floor: arb) -> AffinityRow:
        """Every output; prefixes share their partial products."""
        rho = [self._rho(j, s) for j, s in enumerate(x)]
        n, k = self.space.n, len(x)
        partial: list[tuple[Counts, int, arb]] = [((), n, arb(1))]
        for j in range(k - 1):
            partial = [
                ((*head, v), room - v, bc * rho[j][v])
                for head, room, bc in partial
                for v in range(room + 1)
            ]
        found = {(*head, room): bc * rho[k - 1][room] for head, room, bc in partial}
        found[x] = arb(1)
        return AffinityRow(found, 0, floor)


GUARD = 48  # bits beyond the precision asked for: 1 - BC >= 2**-43 where the filter answers


def _exact(end: arb) -> Fraction:
    """The rational value of a ball of radius zero."""
    mantissa, exponent = end.man_exp()
    m, e = int(mantissa), int(exponent)
    return Fraction(m << e) if e >= 0 else Fraction(m, 1 << -e)


@dataclass(slots=True)
class ProblemBalls:
    """c_x, ln NL(x) and losses of one problem at the precision in force, each computed once."""

    problem: Problem
    model: Any
    floor: arb
    space: LineBalls | SimplexBalls = field(init=False)
    _rows: dict[Counts, AffinityRow] = field(default_factory=dict)
    _distances: dict[Counts, dict[Counts, arb]] = field(default_factory=dict)
    _local: dict[Counts, arb] = field(default_factory=dict)
    _c: dict[Counts, arb] = field(default_factory=dict)
    _log_sums: dict[Counts, arb] = field(default_factory=dict)

    def __post_init__(self) -> None:
        a, *rest = self.problem.prior
        if isinstance(self.model, Line):
            self.space = LineBalls((a, rest[0]), self.problem.n)
        else:
            self.space = SimplexBalls(self.model.space)

    def local(self, x: Counts) -> arb:
        """LS(x)."""
        if x not in self._local:
            best = arb(0)
            for i, s in enumerate(x):
                for j in range(len(x)):
                    if s and i != j:
                        y = list(x)
                        y[i], y[j] = s - 1, y[j] + 1
                        best = best.max(self.space.distance(x, tuple(y)))
            self._local[x] = best
        return self._local[x]

    def _sources(self, x: Counts) -> list[tuple[Counts, int]]:
        """(y, d(x, y)) for every y that the doubles cannot exclude from attaining 1/S(x)."""
        s, m = self.model.strengths, self.model
        if isinstance(m, Line):
            points = np.column_stack([np.arange(m.n + 1), m.n - np.arange(m.n + 1)])
            base = s.base
        else:
            points, base = m.space.points, s.base[m.orbit]
        d = np.abs(points - np.array(x)).sum(axis=1) // 2
        with np.errstate(over="ignore"):  # a candidate so far away exceeds base[x] itself
            value = base if s.same else base * s.scale[d] + s.shift[d]
        error = (s.base_error + s.candidate + 4 * errors.U) * errors.SAFE
        near = np.nonzero(value <= value.min() * (1 + 2.5 * error))[0]
        return [(tuple(int(v) for v in points[j]), int(d[j])) for j in near]

    def _smooth(self, x: Counts) -> arb:
        """1/S(x), harmonic, exponential or global."""
        p, best = self.problem, arb("inf")
        for y, d in self._sources(x):
            value = 1 / self.local(y)
            if p.sensitivity == "harmonic" and p.gamma:
                value += ball(p.gamma * d)
            elif p.sensitivity == "exponential" and p.beta:
                value *= (ball(p.beta[0]).union(ball(p.beta[1])) * d).exp()
            best = best.min(value)
        return best

    def c(self, x: Counts) -> arb:
        """epsilon / (factor S(x))."""
        key = (-1,) if self.model.strengths.same else x
        if key not in self._c:
            if self.problem.sensitivity == "printed":
                inverse = 1 / printed_constant()
            elif self.problem.sensitivity == "local":
                inverse = 1 / self.local(x)
            else:
                inverse = self._smooth(x)
            self._c[key] = ball(self.problem.epsilon / self.problem.factor) * inverse
        return self._c[key]

    def row(self, x: Counts) -> dict[Counts, arb]:
        """H(x, r) for the outputs within the window of x."""
        if x not in self._distances:
            self._rows[x] = row = self.space.row(x, self.floor)
            self._distances[x] = {
                r: (1 - bc).sqrt() if r != x else arb(0) for r, bc in row.affinity.items()
            }
        return self._distances[x]

    def outside(self, x: Counts) -> int:
        """How many outputs the row of x leaves out."""
        self.row(x)
        return self._rows[x].outside

    def log_sum(self, x: Counts) -> arb:
        """ln NL(x): the window, and outside it exp(-c H) with H in [1 - floor, 1]."""
        if x not in self._log_sums:
            c, total = -self.c(x), arb(0)
            for h in self.row(x).values():
                total += (c * h).exp()
            if outside := self.outside(x):
                total += outside * (c * (1 - self.floor).union(arb(1))).exp()
            self._log_sums[x] = total.log()
        return self._log_sums[x]

    def loss(self, x: Counts, y: Counts) -> tuple[arb, arb, Counts]:
        """(a loss at the output returned, the largest loss, that output)."""
        cx, cy, ends = self.c(x), self.c(y), self.log_sum(y) - self.log_sum(x)
        at_x = cy * self.space.distance(x, y)
        if self.model.strengths.same or cy <= cx:
            return at_x + ends, at_x + ends, x
        far = (1 - self.floor).union(arb(1))
        of_x, of_y = self.row(x), self.row(y)
        seen, most, where = at_x, at_x, x
        for r in of_x.keys() | of_y.keys():
            value = cy * of_y.get(r, far) - cx * of_x.get(r, far)
            most = most.max(value)
            if value.lower() > seen.lower():
                seen, where = value, r
        if self.outside(x) or self.outside(y):
            most = most.max(cy * far - cx * far)
        return seen + ends, most + ends, where


def refine(problem: Problem, filtered: Filtered, bits: int) -> Filtered:
    """The same enclosure, tightened to about `bits` bits.

    Only the suspects are evaluated: every other pair is already proved to lose at most
    filtered.lo.  The suspects of the answer are those whose upper bound still exceeds the new lo.
    """
    if problem != filtered.problem:
        raise ValueError("this is the answer to another problem")
    lo, witness = filtered.lo, filtered.witness
    survivors: list[Suspect] = []
    bits = max(bits, 64)
    with flint_precision(bits + GUARD + problem.n.bit_length()):
        balls = ProblemBalls(problem, filtered.model, arb(2) ** -(bits + 4))
        for suspect in filtered.suspects:
            seen, most, r = balls.loss(suspect.x, suspect.y)
            low, high = _exact(seen.lower()), _exact(most.upper())
            if low > lo:
                lo, witness = low, (suspect.x, suspect.y, r)
            survivors.append(
                Suspect(suspect.x, suspect.y, max(low, suspect.lo), min(high, suspect.hi))
            )
    hi = max(s.hi for s in survivors) if survivors else filtered.hi
    kept = tuple(s for s in survivors if s.hi > lo)
    return Filtered(problem, lo, max(lo, hi), witness, kept, filtered.by_dataset, filtered.model)
