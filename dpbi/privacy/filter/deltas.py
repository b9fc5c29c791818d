"""The excess of one law over e^epsilon times its neighbour's, for all pairs, from doubles.

    delta(x, y) = sum over r of max(0, Pr_x[r] - e^epsilon Pr_y[r])

A first pass over all rows gives every pair at every level, to an error proved beforehand; what may
be the largest of a level is bounded again, term by term.  BOUNDS.md, section 10, is the proof.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import numpy as np

from dpbi.bayes.data import moved
from dpbi.privacy.filter import errors, sums
from dpbi.privacy.filter.arithmetic import require_ieee
from dpbi.privacy.filter.line import TAIL_AIM, Line, span_length, unsummed
from dpbi.privacy.filter.problem import Counts, FastUnavailable, Problem, Suspect
from dpbi.privacy.filter.simplex import CHUNK as SIMPLEX_CHUNK
from dpbi.privacy.filter.simplex import Corner, Simplex, corner
from dpbi.privacy.filter.tables import Array, Strengths, in_chunks

LARGEST_LEVEL = 64  # e^64 times a weight beyond FAR is still nothing
NOTHING = 2.0**-800  # more than all weights beyond FAR can make of a sum
SMALL = 2.0**-31  # relative errors whose products are within SAFER
FINE_AIM = 0.0  # the widest windows that there are
SAFER = errors.SAFE**8
NO_ORDERS = np.empty((0, 3))
FAR = 699.0  # exponents below it are not cut off by the kernels


@dataclass(frozen=True, slots=True)
class LargestDelta:
    """The largest delta of one level lies in [lo, hi].

    `places` are the pairs that may attain it, by their order among all; lows and highs bound the
    delta of each.  No other pair exceeds lo.
    """

    lo: float
    hi: float
    places: Array
    lows: Array
    highs: Array


@dataclass(frozen=True, slots=True)
class Deltas:
    """What the filter says about each level, and the model that it is about."""

    problem: Problem
    model: Any
    largest: tuple[LargestDelta, ...]

    def suspects(self, level: int, count: int | None = None) -> list[Suspect]:
        """The pairs that may attain the largest delta of a level, the first of all in front."""
        found = self.largest[level]
        return [
            Suspect(*self.pair(place), Fraction(lo), Fraction(hi))
            for place, lo, hi in zip(
                *(v[:count].tolist() for v in (found.places, found.lows, found.highs)), strict=True
            )
        ]

    def pair(self, place: int) -> tuple[Counts, Counts]:
        """The two datasets: of k^2 places a dataset, one for each source and target."""
        k = len(self.problem.prior)
        at, move = divmod(place, k * k)
        x = self.model.counts(at)
        return x, moved(x, *divmod(move, k))


def filtered_deltas(problem: Problem, factors: Sequence[float], threads: int) -> Deltas:
    """Bounds of the largest delta at each level; each factor is e^level to 2u."""
    return (line_deltas if len(problem.prior) == 2 else simplex_deltas)(problem, factors, threads)


def line_deltas(problem: Problem, factors: Sequence[float], threads: int) -> Deltas:
    """Bounds for k = 2; each factor is e^epsilon to 2u, for epsilon in [0, LARGEST_LEVEL]."""
    require_ieee()
    n, scale = problem.n, np.array(factors, dtype=float)
    m, symmetric = unsummed(problem, threads), problem.prior[0] == problem.prior[1]
    index = np.arange((n + 1) // 2 if symmetric else n)
    term_error(m.strengths, 2, n + 1)
    low, high = first_bounds(m, index, scale, threads)
    wanted = high >= low.max(axis=(0, 1))
    wanted[:, 1, scale == 1.0] = False  # both orders have the same delta: turn 0 comes first
    used = wanted.any(axis=2).any(axis=1)
    index, wanted = index[used], wanted[used]
    low, high = term_bounds(m, index, wanted, scale)
    places = places_of(index, n, symmetric=symmetric)
    parts = ((low[..., e], high[..., e], wanted[..., e]) for e in range(len(scale)))
    found = tuple(still_largest(places[near], lo[near], hi[near]) for lo, hi, near in parts)
    return Deltas(problem, m, found)


def first_bounds(m: Line, index: Array, scale: Array, threads: int = 1) -> tuple[Array, Array]:
    """Bounds [p, turn, e] of all pairs, from the sums alone and an error proved beforehand."""
    rows, out = np.zeros((m.n + 1, 4)), _by_level(np.empty((len(scale), len(index), 2)))
    c, aim = m.strengths.c, TAIL_AIM / float(scale.max())

    def task(first: int, last: int) -> None:
        t, w = sums.two_rows(m.n), sums.two_rows(m.n)
        sums.line_excess(first, last, index, c, aim, scale, *m.tables, t, w, rows, out)

    in_chunks(task, len(index), span_length(len(index), m.n), threads, "pairs")
    return _ends(m, index, rows, scale, out)


def _ends(m: Line, index: Array, rows: Array, scale: Array, out: Array) -> tuple[Array, Array]:
    """What the first pass says, less and more what it errs by at most: BOUNDS.md, section 10."""
    s, size = m.strengths, m.n + 1
    log_size, spread = math.log(size) + 1e-3, errors.spread_error(2, s.error)
    if not float(rows[:, 2].max()) <= SMALL:
        raise FastUnavailable("the tails of its rows are too heavy")
    fixed, low = 3 * errors.law_error(size) + spread * 4 * log_size, np.empty_like(out)
    given = (index, s.c, m.h, rows, scale, s.same, s.error, fixed, spread, SAFER, NOTHING)
    sums.line_ends(*given, out, low)
    return low, out


def _by_level(values: Array) -> Array:
    """[e, p, turn] as [p, turn, e]: each level stays together in memory, where numpy is quick."""
    return np.moveaxis(values, 0, -1)


def term_bounds(m: Line, index: Array, wanted: Array, scale: Array) -> tuple[Array, Array]:
    """Bounds [p, turn, e] of the wanted pairs, every term at the end of its error that counts."""
    s, size = m.strengths, m.n + 1
    base, spread = term_error(s, 2, size)
    lo, hi = np.zeros((2, *wanted.shape))
    sums.line_excess_bounds(index, wanted, s.c, FINE_AIM, scale, base, spread, *m.tables, lo, hi)
    return _summed(s, size, lo, hi)


def term_error(s: Strengths, k: int, size: int) -> tuple[float, float]:
    """What a probability errs by beside the tail: alone, and for each unit of its exponent."""
    spread, log_size = errors.spread_error(k, s.error), math.log(size) + 1e-3
    if not spread * (min(float(s.c.max()), FAR) + log_size) <= SMALL:
        raise FastUnavailable("c, or its error, is too large for sums over pairs")
    return (errors.law_error(size) + spread * log_size) * SAFER, spread * SAFER


def _summed(s: Strengths, size: int, lo: Array, hi: Array) -> tuple[Array, Array]:
    """Bounds of sums from the computed sums of bounds."""
    error, tiny = errors.sum_error(size), NOTHING if s.c.max() > FAR else 0.0
    return np.maximum(lo * (1 - error) - tiny, 0.0), hi * (1 + error) + tiny


def places_of(index: Array, n: int, *, symmetric: bool) -> Array:
    """The place of each pair, or of its mirror image where that comes first."""
    x = np.stack([index, index + 1], axis=1)
    up = np.array([2, 1])
    place: Array = 4 * x + up
    return np.minimum(place, 4 * (n - x) + 3 - up) if symmetric else place


def simplex_deltas(problem: Problem, factors: Sequence[float], threads: int) -> Deltas:
    """Bounds for k >= 3, term by term for all pairs: rows of neighbours are not kept."""
    require_ieee()
    (m, to, h), scale = corner(problem, threads), np.array(factors)
    lo, hi = simplex_bounds(m, to, h, scale, threads)
    reps = m.space.representatives
    near, places = h > 0, simplex_places(m.space, to)
    back = simplex_places(m.space, np.broadcast_to(reps[:, None], to.shape), to)
    found = []
    for e, value in enumerate(scale.tolist()):
        at = np.minimum(places, back) if value == 1.0 else places
        found.append(still_largest(at[near], lo[near, e], hi[near, e]))
    return Deltas(problem, m, tuple(found))


def simplex_bounds(
    m: Corner, to: Array, h: Array, scale: Array, threads: int = 1
) -> tuple[Array, Array]:
    """Bounds [i, j, e] from the representative i to its neighbour to[i, j], where h > 0."""
    s, reps, target = m.strengths, m.space.representatives, m.orbit[m.space.rank(to)]
    size, k = len(m.orbit), reps.shape[1]
    lo, hi = np.zeros((2, *h.shape, len(scale)))
    given = (reps, to, h, s.c, target, m.space.prefixes, size, NO_ORDERS, scale)
    errs = term_error(s, k, size)

    def task(first: int, last: int) -> None:
        sums.simplex_excess_bounds(first, last, *given, *errs, m.rho, m.defect, lo, hi)

    in_chunks(task, len(reps), SIMPLEX_CHUNK, threads, "pairs")
    return _summed(s, size, lo, hi)


def simplex_places(space: Simplex, to: Array, origin: Array | None = None) -> Array:
    """The first place of each pair and its images under the symmetries of the prior.

    Pairs lead from the representatives, or from `origin`, to `to`.
    """
    k = len(space.prior)
    start = np.broadcast_to(space.representatives[:, None], to.shape) if origin is None else origin
    start = np.where(to.min(axis=-1, keepdims=True) < 0, 0, start)
    best = np.full(to.shape[:-1], np.iinfo(np.int64).max)
    for image in product(*(permutations(places) for places in space.classes)):
        turn = np.empty(k, np.int64)
        for places, places_now in zip(space.classes, image, strict=True):
            turn[list(places)] = places_now
        x, move = start[..., turn], (to - start)[..., turn]
        place = space.rank(x) * k * k + move.argmin(axis=-1) * k + move.argmax(axis=-1)
        best = np.minimum(best, place)
    return best


def still_largest(places: Array, lo: Array, hi: Array) -> LargestDelta:
    """What is left of the pairs when the best lower bound is known: at least the first of these."""
    if len(places) == 1:
        return LargestDelta(float(lo[0]), float(hi[0]), places, lo, hi)
    places, first = np.unique(places, return_index=True)
    lo, hi = lo[first], hi[first]
    best = lo.max()
    near = hi > best
    near[int(lo.argmax())] = True
    return LargestDelta(float(best), float(hi.max()), places[near], lo[near], hi[near])
