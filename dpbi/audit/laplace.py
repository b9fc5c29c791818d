"""The exact loss of the clamped Laplace mechanisms, for every n and every epsilon at once.

One coordinate.  Let p(j|c) be the law of clamp(floor(c + Y), 0, n), and q = exp(-1/scale).

    max_j p(j|c+1) / p(j|c) = 1/q           for 0 <= c < n, attained at j = n
    max_j p(j|c) / p(j|c+1) = 1/q           for 1 <= c < n, attained at j = 0
                            = 2 - q         for c = 0,      attained at j = 0

Proof.  c + Y and c + 1 + Y have densities whose ratio is at most e^(1/scale) = 1/q, and floor and
clamp are post-processing: every ratio is at most 1/q.  p(n|c) = q^(n-c)/2 and, for c >= 1,
p(0|c) = q^(c-1)/2, so the first two are attained.  For c = 0: p(0|0)/p(0|1) = (1 - q/2)/(1/2)
= 2 - q, and for j >= 1 the ratio p(j|0)/p(j|1) is q.  As 2 - q <= 1/q, with equality only at
q = 1, moving down from an empty category is the cheapest direction.

All of an output.  The independent coordinates determine the output and are determined by it (the
last coordinate, where it is computed, adds nothing), so the largest log-ratio is the sum of the
largest ones of the coordinates.  Replacing a record changes two counts, x = y + e_i - e_j; count i
contributes 1/q if it is noised, count j contributes 1/q or, if x_j = 0, 2 - q if it is noised.
Hence the largest ratio over all pairs is

    1/q             with one noised coordinate (k = 2),
    1/q^2           with two or more, n >= 2 (x_i, x_j >= 1 is possible),
    (2 - q)/q       with two or more, n = 1; this is at least 1/q.

The reading with fresh noise has a last coordinate that depends on all counts: it has no such
formula and goes through all pairs (`exact.py`).
"""

from __future__ import annotations

from fractions import Fraction

from dpbi.audit.exact import Largest, RatioInQ, state_in_q
from dpbi.audit.results import PrivacyLoss, Witness
from dpbi.mechanisms.clamped_laplace import ClampedLaplace
from dpbi.numbers.polynomial import Q, polynomial


def has_closed_form(m: object) -> bool:
    """Whether this module's formula is about `m`."""
    return isinstance(m, ClampedLaplace) and m.last != "fresh"


def largest_ratio(m: ClampedLaplace) -> Largest[RatioInQ]:
    """The largest ratio of probabilities, for every q in (0, 1), with a place that attains it."""
    n, rest = m.n, (0,) * (m.k - 2)
    if m.noised == 1:
        x, y = (n, 0), (n - 1, 1)
        return Largest(RatioInQ(polynomial(1), Q), Witness(x, y, m.completed((n,))))
    tail = (0,) * (m.noised - 2)
    output = m.completed((n, 0, *tail))
    if n == 1:
        return Largest(RatioInQ(2 - Q, Q), Witness((1, 0, *rest), (0, 1, *rest), output))
    here, there = (n - 1, 1, *rest), (n - 2, 2, *rest)
    return Largest(RatioInQ(polynomial(1), Q**2), Witness(here, there, output))


def laplace_loss(m: ClampedLaplace, tolerance: Fraction) -> PrivacyLoss:
    """eps* exactly: a multiple of epsilon, or ln((2 - q)/q) for a single record."""
    return state_in_q(m, largest_ratio(m), tolerance)
