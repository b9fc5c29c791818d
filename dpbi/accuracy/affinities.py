"""Affinities of one posterior with everything that may be released, as products of table entries.

With T_j(m) = Gamma(alpha_j + m/2), U(m) = Gamma(A + m/2), A the prior's total, n = sum(x) and
m = sum(r), which a Laplace mechanism may release other than n,

    BC(BI(x), BI(r)) = tau(m) * product over j of rho_j(r_j),
    rho_j(t) = T_j(x_j + t) / sqrt(T_j(2 x_j) T_j(2 t)),   tau(m) = sqrt(U(2n) U(2m)) / U(n + m).

Everything is a ball; at r = x every factor is exactly 1, so that the distance is exactly 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from flint import arb

from dpbi.data import Counts
from dpbi.numbers import Balls, Real
from dpbi.posteriors import Dirichlet

Table = list[Any]


@dataclass(frozen=True, slots=True)
class Affinities:
    """rho_j(t) for 0 <= t <= n, and tau(m) for 0 <= m <= the largest total."""

    rho: tuple[Table, ...]
    tau: Table

    @staticmethod
    def of(prior: Dirichlet, x: Counts, most: int, F: Balls) -> Affinities:
        """The tables for a truth x and releases of at most `most` records in all, in a scope."""
        n = sum(x)
        known: dict[tuple[Fraction, int], Table] = {}
        for a, s in zip(prior.alpha, x, strict=True):
            if (a, s) not in known:
                known[a, s] = _affinities(a, s, n, F)
        rho = tuple(known[key] for key in zip(prior.alpha, x, strict=True))
        inverse = _affinities(prior.total, n, most, F) if most > n else []
        return Affinities(rho, [1 / v for v in inverse] if inverse else [arb(1)] * (n + 1))


def guard_bits(prior: Dirichlet, n: int) -> int:
    """Bits that the tables, and 1 - BC > 1 / (16 size), can lose; `size` is alpha's total + n.

    Gamma of an inexact argument loses log2 size, a chain of 2n products log2 n + 2, and the
    difference log2 size + 4.
    """
    return 3 * ceil(prior.total + n).bit_length() + 16


def distance(affinity: Real) -> Real:
    """H = sqrt(1 - BC); rounding below zero counts as zero, where the true number is not."""
    return (1 - affinity).nonnegative_part().sqrt()


def _affinities(alpha: Fraction, s: int, most: int, F: Balls) -> Table:
    """T(s + t) / sqrt(T(2s) T(2t)) for t = 0 .. most, T(m) = Gamma(alpha + m/2) / Gamma(alpha)."""
    start = F.rational(alpha)
    values = [arb(1), F.rational(alpha + Fraction(1, 2)).gamma() / start.gamma()]
    for m in range(max(2 * most, most + s, 2 * s) - 1):
        values.append(values[m] * (start + arb(m) / 2))  # Gamma(z + 1) = z Gamma(z), DLMF 5.5.1
    root = values[2 * s].rsqrt()
    table = [values[s + t] * root * values[2 * t].rsqrt() for t in range(most + 1)]
    table[s] = arb(1)
    return table
