"""Affinities BC(x, r) in arb balls, at the precision in force: one row of them, or one neighbour.

A row leaves out outputs whose affinity is proved to be at most `floor`; it says how many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from flint import arb

from dpbi.fast.orbits import Simplex
from dpbi.fast.problem import Counts
from dpbi.fast.tables import ball


@dataclass(frozen=True, slots=True)
class Row:
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

    def row(self, x: Counts, floor: arb) -> Row:
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
        return Row(found, n + 1 - len(found), floor)


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

    def row(self, x: Counts, floor: arb) -> Row:
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
        return Row(found, 0, floor)
