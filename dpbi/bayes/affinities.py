"""Affinities from tables: of one posterior with every release, and for the smooth sensitivity.

Releases.  With T_j(m) = Gamma(alpha_j + m/2), U(m) = Gamma(A + m/2), A the prior's total,
n = sum(x) and m = sum(r), which may differ from n for a Laplace mechanism,

    BC(BI(x), BI(r)) = tau(m) * product over j of rho_j(r_j),
    rho_j(t) = T_j(x_j + t) / sqrt(T_j(2 x_j) T_j(2 t)),   tau(m) = sqrt(U(2n) U(2m)) / U(n + m).

Everything is a ball; at r = x every factor is exactly 1, so that the distance is exactly 0.

The smooth sensitivity at one dataset, without a list of all datasets.  Let R_j(s) be the affinity
factor of category j between s and s + 1 records,

    R_j(s) = Gamma(a + s + 1/2) / sqrt(Gamma(a + s) Gamma(a + s + 1)),   a = alpha_j.

Moving a record from category i to category j takes (p, q) to (p - 1, q + 1), and
LS(y)^2 = max over i != j, y_i >= 1, of 1 - R_i(y_i - 1) R_j(y_j).  R_j increases: the derivative of
ln R_j is psi(z + 1/2) - (psi(z) + psi(z + 1))/2 at z = a + s, positive because the digamma function
is strictly concave.

So what S(x) needs of all datasets at distance d is one number, the least R_i(p - 1) R_j(q) there.

k = 2.  Those are the moves out of the line from x - d to x + d, one at either end; the moves into
its ends were met at d - 1, and lose to their own candidates.

k >= 3.  Fix i and j.  Among datasets with y_i = p >= 1 and y_j = q the nearest to x is
(x_i - p)+ + (x_j - q)+ + (p + q - x_i - x_j)+ records away, other categories taking what is left.
Where p > max(x_i, 1), or q > x_j, a smaller one lowers R_i R_j and is no farther.  Hence only
p <= max(x_i, 1) and q <= x_j matter: p = x_i - u and q = x_j - v at distance u + v, or, if x_i = 0,
p = 1 and q = x_j - v at distance max(v, 1) (v = 0 needs a record in some third category).  A
dataset that is met again, farther away than it is, adds a candidate that loses to its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from flint import arb

from dpbi.bayes.data import Counts
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.bayes.near import half_step
from dpbi.bayes.sensitivity import Near
from dpbi.fields import Balls, Real

Factors = list[Any]


@dataclass(frozen=True, slots=True)
class Affinities:
    """rho_j(t) for 0 <= t <= n, and tau(m) for 0 <= m <= the largest total."""

    rho: tuple[Factors, ...]
    tau: Factors

    @staticmethod
    def of(prior: Dirichlet, x: Counts, most: int, F: Balls) -> Affinities:
        """The tables for a truth x and releases of at most `most` records in all, in a scope."""
        n = sum(x)
        known: dict[tuple[Fraction, int], Factors] = {}
        chains = {a: _chain(a, 2 * n, F) for a in set(prior.alpha)}
        for a, s in zip(prior.alpha, x, strict=True):
            if (a, s) not in known:
                known[a, s] = _affinities(chains[a], s, n)
        rho = tuple(known[key] for key in zip(prior.alpha, x, strict=True))
        inverse = _affinities(_chain(prior.total, 2 * most, F), n, most) if most > n else []
        return Affinities(rho, [1 / v for v in inverse] if inverse else [arb(1)] * (n + 1))


def guard_bits(prior: Dirichlet, n: int) -> int:
    """Bits that the tables, and 1 - BC > 1 / (16 size), can lose; `size` is alpha's total + n.

    Gamma of an inexact argument loses log2 size, a chain of 2n products log2 n + 2, and the
    difference log2 size + 4.
    """
    return 3 * ceil(prior.total + n).bit_length() + 16


def distance_of(affinity: Real) -> Real:
    """H = sqrt(1 - BC); rounding below zero counts as zero, where the true number is not."""
    return (1 - affinity).nonnegative_part().sqrt()


def _chain(alpha: Fraction, last: int, F: Balls) -> Factors:
    """T(m) (2 q)^(m/2) for m = 0 .. last, T(m) = Gamma(alpha + m/2) / Gamma(alpha), alpha = p/q.

    From m to m + 2 that is a factor 2 q (alpha + m/2) = 2 p + m q, a whole number (DLMF 5.5.1).
    """
    p, q = alpha.numerator, alpha.denominator
    first = F.rational(alpha + Fraction(1, 2)).gamma() / F.rational(alpha).gamma()
    values = [arb(1), first * F.rational(2 * q).sqrt()]
    for m in range(last - 1):
        values.append(values[m] * (2 * p + m * q))
    return values[: last + 1]


def _affinities(chain: Factors, s: int, most: int) -> Factors:
    """T(s + t) / sqrt(T(2s) T(2t)) for t = 0 .. most, where the factors of a chain cancel."""
    root = chain[2 * s].rsqrt()
    table = [
        v * root * w.rsqrt() for v, w in zip(chain[s:], chain[0 : 2 * most + 1 : 2], strict=False)
    ]
    table[s] = arb(1)
    return table


def nearest_moves(prior: Dirichlet, x: Counts, F: Balls) -> Iterator[Near]:
    """For d = 0, 1, ..: (d, a), a the least affinity of neighbours one of which is d from x."""
    n = sum(x)
    R = [_Moves(a, s, F) for a, s in zip(prior.alpha, x, strict=True)]
    return _on_a_line(R[0], R[1], x[0], n) if len(x) == 2 else _on_a_simplex(prior, R, x)


def _on_a_line(first: _Moves, second: _Moves, c: int, n: int) -> Iterator[Near]:
    for d in range(n + 1):
        moves = [i for i in (c - d - 1, c + d) if 0 <= i < n]
        if moves:
            yield d, _least([first[i] * second[n - 1 - i] for i in moves]).sqrt()


def _on_a_simplex(prior: Dirichlet, R: list[_Moves], x: Counts) -> Iterator[Near]:
    n, places = sum(x), list(zip(prior.alpha, x, strict=True))
    pairs = {  # categories with equal prior and equal count are as good as each other
        (places[i], places[j]): (i, j) for i in range(len(x)) for j in range(len(x)) if i != j
    }
    for d in range(n + 1):
        found = [
            R[i][p - 1] * R[j][q]
            for i, j in pairs.values()
            for p, q in _remainders(x[i], x[j], n, d)
        ]
        if found:
            yield d, _least(found).sqrt()


def _remainders(a: int, b: int, n: int, d: int) -> Iterator[tuple[int, int]]:
    """(p, q), p >= 1, of a dataset at distance d from one that has (a, b) there."""
    if a:
        for u in range(max(0, d - b), min(d, a - 1) + 1):
            yield a - u, b - (d - u)
    elif d == 1:
        yield from ((1, b - v) for v in (0, 1) if v <= b < n + v)
    elif d <= b:
        yield from ((1, b - d) for _ in range(d > 0))


class _Moves:
    """R(s)^2 of one category, outward from the count that it has in x, as far as is asked for.

    With g(s) = Gamma(a + s + 1/2) / Gamma(a + s) and z = a + s, R(s)^2 = g(s)^2 / z and
    g(s + 1) = g(s) (z + 1/2) / z, so that R(s + 1)^2 / R(s)^2 = (z + 1/2)^2 / (z (z + 1)).
    """

    def __init__(self, alpha: Fraction, at: int, F: Balls) -> None:
        self._p, self._q, self._at = alpha.numerator, alpha.denominator, at
        start = half_step(alpha, at, F) ** 2 / F.rational(alpha + at)
        self._up, self._down = [start], [start]

    def __getitem__(self, s: int) -> Real:
        d = s - self._at
        while d >= len(self._up):
            above, below = self._step(self._at + len(self._up) - 1)
            self._up.append(self._up[-1] * above / below)
        while -d >= len(self._down):
            above, below = self._step(self._at - len(self._down))
            self._down.append(self._down[-1] * below / above)
        return self._up[d] if d >= 0 else self._down[-d]

    def _step(self, s: int) -> tuple[int, int]:
        """R(s + 1)^2 / R(s)^2 with z = (p + s q) / q."""
        z = self._p + s * self._q
        return (2 * z + self._q) ** 2, 4 * z * (z + self._q)


def _least(values: list[Real]) -> Real:
    result = values[0]
    for v in values[1:]:
        result = result.min(v)
    return result
