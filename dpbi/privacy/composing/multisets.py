"""Composition without a grid: by all multisets of outputs, where there are few."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpbi.fields import Balls, Enclosure, Real


def few_multisets(outputs: int, k: int, most: int) -> bool:
    """Whether there are at most `most` multisets of k outputs: C(outputs + k - 1, k)."""
    small, large, count = sorted((outputs - 1, k))[0], outputs + k - 1, 1
    for i in range(small):
        if count > most:
            return False
        count = count * (large - i) // (i + 1)
    return count <= most


def over_multisets(
    p: Mapping[Any, Real],
    q: Mapping[Any, Real],
    k: int,
    epsilon: Fraction,
    F: Balls,
) -> Enclosure:
    """delta(epsilon) of k draws from p against q, by all multisets of outputs.

    Each step decides how often the next output is drawn.  A count t of an output of mass a weighs
    a^t / t!, and all of it k!.
    """
    zero, level = F.rational(0), F.exp(F.rational(epsilon))
    items = [(_powers(a, k, F), _powers(q.get(r, zero), k, F)) for r, a in p.items()]
    total, todo = zero, [(0, k, F.rational(1), level)]
    while todo:
        i, left, mass, other = todo.pop()
        a, b = items[i]
        if not left or i == len(items) - 1:
            total += zero.max(mass * a[left] - other * b[left])
            continue
        for t in range(left + 1):
            todo.append((i + 1, left - t, mass * a[t], other * b[t]))
    return _as_probability(F.enclosure(total * F.rational(k + 1).gamma()))


def _powers(mass: Real, k: int, F: Balls) -> list[Real]:
    """mass^t / t! for t = 0 .. k."""
    powers = [F.rational(1)]
    for t in range(1, k + 1):
        powers.append(powers[-1] * mass / t)
    return powers


def _as_probability(e: Enclosure) -> Enclosure:
    """Clipped to [0, 1], where a delta lies."""
    lo = min(max(e.lo, Fraction(0)), Fraction(1))
    return Enclosure(lo, max(lo, min(e.hi, Fraction(1))))
