"""Composition without a grid: by all multisets of outputs, where there are few.

Pairs of datasets whose rows look the same to 38 digits have one answer: that of rows which hold
them all, each ball the union of theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpbi.fields import Balls, Enclosure, Real

DIGITS = 128  # binary ones, of logarithms that look the same

Rows = list[tuple[Real, Real | None]]
"""ln P(r) and ln Q(r) of every output that P has; None where Q has not."""


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


def looks(law: Mapping[Any, Real], F: Balls) -> dict[Any, int]:
    """How the logarithms of a law look."""
    return {r: (F.enclosure(log).lo * (1 << DIGITS)).__floor__() for r, log in law.items()}


def looking_alike(p: Mapping[Any, int], q: Mapping[Any, int]) -> tuple[Any, list[Any]]:
    """How two rows look, and their outputs in that order."""
    found = sorted((a, r in q, q.get(r, 0), i, r) for i, (r, a) in enumerate(p.items()))
    return tuple(row[:3] for row in found), [row[4] for row in found]


def united(one: Rows, other: Rows) -> Rows:
    """Rows that hold both, which look the same."""
    return [
        (a.union(c), None if b is None else b.union(d))
        for (a, b), (c, d) in zip(one, other, strict=True)
    ]


def both_laws(rows: Rows, F: Balls) -> tuple[dict[int, Real], dict[int, Real]]:
    """P and Q by place."""
    p = {i: F.exp(a) for i, (a, _) in enumerate(rows)}
    return p, {i: F.exp(b) for i, (_, b) in enumerate(rows) if b is not None}


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
