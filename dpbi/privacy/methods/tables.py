"""The loss of a law with rational or float probabilities: the largest ratio in a table.

In small tables the ratios are compared exactly, one by one (`exact.py`); large ones go through a
filter with a proven bound first, and then integers decide.  Either way the largest ratio is a
rational number, and its logarithm is enclosed.

Filter.  Let u = 2^-53.  Doubles are divided with one rounding, fl(a/b) = (a/b)(1 + d), |d| <= u,
where the quotient does not underflow, and the largest one is >= 1 (each of two rows sums to 1).
Where the table is rational and its doubles are rounded, a and b each have one such factor.  So

    (1-u)^2/(1+u) <= fl / true <= (1+u)^2/(1-u),

and with M the largest fl, the entry that truly attains the maximum has
fl >= M ((1-u)^2/(1+u)) / ((1+u)^2/(1-u)) > M (1 - 7u).  Every entry with fl >= M (1 - 8u) is kept:
the one rounding of that product is covered by what is left.  A quotient beyond the range of doubles
is inf; then M is inf and all such entries are kept.

Decision.  What is kept is compared exactly, a b' against a' b: rationals as Fractions, doubles as
mantissas of 53 bits and exponents, whose products of 106 bits are held in two integers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpbi.fields.balls import filters_hold
from dpbi.laws.forms import Exact
from dpbi.privacy.methods.exact import Largest, largest_rational, state_rational
from dpbi.privacy.methods.laid import Doubles, Indices, Laid
from dpbi.privacy.methods.streams import Windows
from dpbi.privacy.results import PrivacyLoss, Witness

Integers: TypeAlias = NDArray[np.uint64]
Triples: TypeAlias = tuple[Indices, Indices, Indices]
"""First dataset, second dataset, output: of each candidate."""

KEEP = 1 - 2.0**-50
LIMB, HALF = 54, 27


@np.errstate(all="ignore")  # whatever the caller has set: every rounding is accounted for
def largest_in_table(laid: Laid) -> Largest | Witness:  # type: ignore[type-arg]
    """The largest ratio with its place, or the witness of an infinite one."""
    everyone = laid.relation.kind == "all"
    if (lost := (_lost_of_all(laid) if everyone else _lost(laid))) is not None:
        return laid.witness(*lost)
    i, j, r = _decide(laid, _columns(laid) if everyone else _candidates(laid))
    return Largest(laid.fraction(i, r) / laid.fraction(j, r), laid.witness(i, j, r))


def _lost(laid: Laid) -> tuple[int, int, int] | None:
    """The first place where an output is possible at one of two neighbours only."""
    support = laid.cells.support
    for first, second in laid.blocks():
        only = support[first] & ~support[second]
        if only.any():
            k, r = (int(v) for v in np.argwhere(only)[0])
            return int(first[k]), int(second[k]), r
    return None


def _lost_of_all(laid: Laid) -> tuple[int, int, int] | None:
    """The same where everyone neighbours everyone: a column that is neither empty nor full."""
    support = laid.cells.support
    mixed = np.flatnonzero(support.any(axis=0) & ~support.all(axis=0))
    if not mixed.size:
        return None
    i = int(np.argmax(support[:, mixed].any(axis=1)))
    held = mixed[support[i, mixed]]
    j = int(np.argmin(support[:, held].all(axis=1)))
    return i, j, int(held[np.argmin(support[j, held])])


def _candidates(laid: Laid) -> Triples:
    """Of each block, the first of its places whose ratio is the largest there, if it may be so.

    Where everything ties, all places may attain the maximum: they are not held together.
    """
    tops = [ratio.max(axis=1) for _, _, ratio in _ratios(laid)]
    least = max(float(top.max()) for top in tops) * KEEP
    found: list[tuple[int, int, int]] = []
    for (first, second), top in zip(laid.blocks(), tops, strict=True):
        near = np.flatnonzero(top >= least)
        if near.size:
            first, second = first[near], second[near]
            k, r = np.nonzero(_ratio(laid, first, second) >= least)
            found.append(_decide(laid, (first[k], second[k], r)))
    i, j, r = np.array(found, dtype=np.int64).T
    return i, j, r


def _ratios(laid: Laid) -> Iterator[tuple[Indices, Indices, Doubles]]:
    for first, second in laid.blocks():
        yield first, second, _ratio(laid, first, second)


def _ratio(laid: Laid, first: Indices, second: Indices) -> Doubles:
    """fl(a / b) for each pair and output; 0 where both are 0."""
    below = laid.cells.matrix[second]
    with np.errstate(over="ignore", under="ignore"):
        return np.divide(laid.cells.matrix[first], below, out=np.zeros_like(below), where=below > 0)


def _columns(laid: Laid) -> Triples:
    """Where everyone neighbours everyone: each column's largest entry against its smallest."""
    matrix = laid.cells.matrix
    used = np.flatnonzero(laid.cells.support[0])  # every column is empty or full by now
    top, bottom = matrix[:, used].max(axis=0), matrix[:, used].min(axis=0)
    with np.errstate(over="ignore"):
        ratio = top / bottom
    kept = used[ratio >= ratio.max() * KEEP]
    pairs = [(_extreme(laid, r, 1), _extreme(laid, r, -1)) for r in kept]
    first = np.array([i for i, _ in pairs])
    second = np.array([j if i != j else (i + 1) % len(matrix) for i, j in pairs])
    return first, second, kept


def _extreme(laid: Laid, r: int, sign: int) -> int:
    """The first dataset at which output r is exactly most (1) or least (-1) likely.

    Rounding to nearest keeps order, so the exact extreme rounds to the extreme double.
    """
    column = sign * laid.cells.matrix[:, r]
    ties = np.flatnonzero(column == column.max())
    if not laid.cells.rounding:
        return int(ties[0])
    return int(max(ties.tolist(), key=lambda i: sign * laid.fraction(i, r)))


def _decide(laid: Laid, places: Triples) -> tuple[int, int, int]:
    """The first of the places whose ratio is exactly the largest."""
    best = _by_fractions(laid, places) if laid.cells.rounding else _by_integers(laid, places)
    i, j, r = (int(part[best]) for part in places)
    return i, j, r


def _by_fractions(laid: Laid, places: Triples) -> int:
    """Against the best one only, top / bottom in lowest terms: where many tie, these are short."""
    best, top, bottom = -1, 0, 1
    entry = laid.cells.ratio_at
    for k, (i, j, r) in enumerate(zip(*(part.tolist() for part in places), strict=True)):
        (a, b), (c, d) = entry(i, r), entry(j, r)
        if a * d * bottom > top * b * c:
            common = math.gcd(a * d, b * c)
            best, top, bottom = k, a * d // common, b * c // common
    return best


def _by_integers(laid: Laid, places: Triples) -> int:
    """Against one candidate at a time, of those that beat it the middle one is next."""
    i, j, r = places
    a, b = laid.cells.matrix[i, r], laid.cells.matrix[j, r]
    alive = np.arange(len(a))
    with np.errstate(over="ignore"):
        pivot = int(np.argmax(a / b))
    while True:
        signs = sign_of_quotients(a[alive], b[alive], a[pivot], b[pivot])
        above = alive[signs > 0]
        if not above.size:
            return int(alive[np.argmax(signs == 0)])
        alive, pivot = above, int(above[len(above) // 2])


def sign_of_quotients(a: Doubles, b: Doubles, a0: float, b0: float) -> NDArray[np.int64]:
    """The exact sign of a/b - a0/b0 for positive doubles, by integers.

    With mantissas in [2^52, 2^53) both products lie in [2^104, 2^106): exponents that differ by
    two or more decide alone; otherwise the side with the larger one is doubled.
    """
    (ma, ea), (mb, eb) = _parts(a), _parts(b)
    (ma0, ea0), (mb0, eb0) = _parts(np.array([a0])), _parts(np.array([b0]))
    shift = (ea + eb0) - (ea0 + eb)
    left = product(np.where(shift == 1, 2 * ma, ma), np.broadcast_to(mb0, ma.shape))
    right = product(np.where(shift == -1, 2 * mb, mb), np.broadcast_to(ma0, mb.shape))
    sign = _order(left[0], right[0])
    sign = np.where(sign == 0, _order(left[1], right[1]), sign)
    return np.where(np.abs(shift) >= 2, np.sign(shift), sign)


def product(m: Integers, n: Integers) -> tuple[Integers, Integers]:
    """m n as (high, low) with m n = high 2^54 + low, for integers below 2^54."""
    half, mask = np.uint64(HALF), np.uint64((1 << HALF) - 1)
    m1, m0, n1, n0 = m >> half, m & mask, n >> half, n & mask
    middle = m1 * n0 + m0 * n1  # below 2^55
    low = ((middle & mask) << half) + m0 * n0  # below 2^55
    limb = np.uint64(LIMB)
    return m1 * n1 + (middle >> half) + (low >> limb), low & np.uint64((1 << LIMB) - 1)


def _order(a: Integers, b: Integers) -> NDArray[np.int64]:
    return (a > b).astype(np.int64) - (a < b).astype(np.int64)


def _parts(v: Doubles) -> tuple[Integers, NDArray[np.int64]]:
    """Mantissa as an integer in [2^52, 2^53), and exponent: exact."""
    mantissa, exponent = np.frexp(v)
    return (mantissa * 2.0**53).astype(np.uint64), exponent.astype(np.int64)


FEW = 10_000


def table_loss(m: Exact, tolerance: Fraction, few: int = FEW) -> PrivacyLoss:
    """eps* of a mechanism with rational or float probabilities."""
    laid = Laid.of(m)
    if laid is None:
        return streamed_loss(m, tolerance)
    found, trusts = _largest(laid, few)
    loss = state_rational(m, found, tolerance, trusts)
    return replace(loss.of_floats(laid.cells.deviation), counted=laid.counted)


def _largest(laid: Laid, few: int) -> tuple[Largest[Fraction] | Witness, tuple[str, ...]]:
    """The largest ratio of a table, and what finding it rests on."""
    if laid.comparisons <= few or not laid.cells.within_range or not filters_hold():
        return largest_rational(laid.pairs(), laid.laws()), ()
    return largest_in_table(laid), ("filter",)


def streamed_loss(m: Exact, tolerance: Fraction, memory: int | None = None) -> PrivacyLoss:
    """The same of a law that does not fit in memory."""
    windows, best = Windows(m, memory), None
    place = {x: i for i, x in enumerate(windows.pairs.datasets)}
    trusts: tuple[str, ...] = ()
    for laid in windows:
        found, used = _largest(laid, 0)
        trusts = tuple(dict.fromkeys((*trusts, *used)))
        if isinstance(found, Witness):
            return state_rational(m, found, tolerance)
        key = found.ratio, -place[found.witness.x], -place[found.witness.y]
        if best is None or key > best[0]:
            best = key, found
    assert best is not None  # there is a pair, in some window
    loss = state_rational(m, best[1], tolerance, trusts)
    return replace(loss.of_floats(windows.deviation), counted=windows.counted)
