"""The filter for k >= 3: H^2 from per-category tables, one dataset per orbit of the symmetries.

`Simplex` has the count vectors of k categories in lexicographic order, their ranks, and orbit
representatives; `filtered_simplex` is the filter.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np

from dpbi.bayes.data import number_of_datasets
from dpbi.privacy.filter import corners, errors
from dpbi.privacy.filter.arithmetic import smoothed_simplex
from dpbi.privacy.filter.problem import Counts, FastUnavailable, Filtered, Problem, Suspect
from dpbi.privacy.filter.tables import (
    Array,
    Strengths,
    affinity_tables,
    gamma_table,
    in_chunks,
    require_table_share,
    strengths,
)


def compositions(n: int, k: int) -> Array:
    """All count vectors of total at most n over k categories, lexicographic, one per row."""
    rows = np.zeros((1, 0), np.int64)
    room = np.array([n])
    for _ in range(k):
        counts = room + 1
        start = np.repeat(np.cumsum(counts) - counts, counts)
        value = np.arange(int(counts.sum())) - start
        room = np.repeat(room, counts) - value
        rows = np.column_stack([np.repeat(rows, counts, axis=0), value])
    return rows


@dataclass(frozen=True, slots=True)
class Simplex:
    """The count vectors of total n over k categories, and the symmetries of a prior.

    points: every vector, lexicographic; prefixes: their first k - 2 entries, without repeats;
    representatives: the vectors nondecreasing within each class of equal prior components, one
    an orbit of the permutations that fix the prior.
    """

    n: int
    prior: tuple[Fraction, ...]
    points: Array
    prefixes: Array
    classes: tuple[tuple[int, ...], ...]
    representatives: Array
    below: Array

    def canonical(self, x: Array) -> Array:
        """The representative of each row of x."""
        x = x.copy()
        for places in self.classes:
            if len(places) > 1:
                x[..., places] = np.sort(x[..., places], axis=-1)
        return x

    def rank(self, x: Array) -> Array:
        """The position of each row of x among `points`."""
        k, room = x.shape[-1], np.full(x.shape[:-1], self.n)
        total = np.zeros(x.shape[:-1], np.int64)
        for j in range(k - 1):
            total += self.below[k - 1 - j][room] - self.below[k - 1 - j][room - x[..., j]]
            room = room - x[..., j]
        return total


def simplex(prior: tuple[Fraction, ...], n: int) -> Simplex:
    """The simplex of total n with the symmetries of the prior."""
    k = len(prior)
    head = compositions(n, k - 1)
    points = np.column_stack([head, n - head.sum(axis=1)])
    classes = tuple(tuple(j for j in range(k) if prior[j] == a) for a in dict.fromkeys(prior))
    keep = np.ones(len(points), bool)
    for places in classes:
        for left, right in pairwise(places):
            keep &= points[:, left] <= points[:, right]
    # below[j][m]: how many vectors over j categories have total at most m, that is C(m + j, j);
    # vectors whose first entry is less than v number below[k-1][m] - below[k-1][m - v]
    below = np.array([[comb(m + j, j) for m in range(n + 1)] for j in range(k)])
    return Simplex(n, prior, points, compositions(n, k - 2), classes, points[keep], below)


def moves(k: int) -> Array:
    """The k (k-1) ways to move one unit: rows e_j - e_i."""
    eye = np.eye(k, dtype=np.int64)
    return np.array([eye[j] - eye[i] for i in range(k) for j in range(k) if i != j])


LARGEST_WORK = 2**24  # datasets times k cubed: 2**18 datasets for k <= 4
CHUNK = 32
MOST_SOURCES = 2**24  # looked at in one piece: an interrupt waits for its end


@dataclass(frozen=True, slots=True)
class Corner:
    """What the filter computed: per-category tables; 1/LS, c and ln NL of each representative.

    orbit[p] is the index of the representative of the point of rank p.
    """

    space: Simplex
    rho: Array
    defect: Array
    orbit: Array
    strengths: Strengths
    log_sums: Array
    slack: Array

    def counts(self, at: int) -> Counts:
        """The dataset of a rank."""
        return _counts(self.space.points[at])


def _tables(problem: Problem) -> tuple[Array, Array]:
    """rho[j, s, t] and 1 - rho[j, s, t] of every category j, to TABLE_SHARE and DEFECT."""
    n, k = problem.n, len(problem.prior)
    rho, defect = np.empty((k, n + 1, n + 1)), np.empty((k, n + 1, n + 1))
    for j, alpha in enumerate(problem.prior):
        twin = problem.prior.index(alpha)
        if twin < j:
            rho[j], defect[j] = rho[twin], defect[twin]
            continue
        tables = affinity_tables(gamma_table(alpha, n), None, n)
        require_table_share(n, corners.category_tables(*tables, rho[j], defect[j]))
    return rho, defect


def _steps(points: Array, rho: Array, defect: Array) -> tuple[Array, Array]:
    """The k(k-1) neighbours of each point, and H to them.

    Where a move is impossible the neighbour is the point itself, and H = -1.
    """
    k, n = points.shape[1], rho.shape[1] - 1
    deltas = moves(k)
    to = points[:, None, :] + deltas[None]
    possible: Array = np.all(to >= 0, axis=2)
    to = np.where(possible[..., None], to, points[:, None, :])
    near = np.arange(n + 1)
    h = np.empty(possible.shape)
    for m, delta in enumerate(deltas):
        i, j = int(delta.argmin()), int(delta.argmax())
        x, y = points[:, i], points[:, j]
        down, up = np.maximum(near - 1, 0), np.minimum(near + 1, n)
        d_i, d_j = defect[i, near, down], defect[j, near, up]
        h[:, m] = np.sqrt(d_i[x] + rho[i, near, down][x] * d_j[y])
    return to, np.where(possible, h, -1.0)


def corner(problem: Problem, threads: int) -> tuple[Corner, Array, Array]:
    """The ingredients, and `_steps` of the representatives."""
    n, k = problem.n, len(problem.prior)
    size = number_of_datasets(n, k)
    if size * max(k, 4) ** 3 > LARGEST_WORK:
        most = LARGEST_WORK // max(k, 4) ** 3
        raise FastUnavailable(f"more than {most:,} datasets of {k} categories")
    rho, defect = _tables(problem)
    space = simplex(problem.prior, n)
    reps = space.representatives
    to, h = _steps(reps, rho, defect)
    number = np.full(size, -1)
    number[space.rank(reps)] = np.arange(len(reps))
    orbit = number[space.rank(space.canonical(space.points))]
    base = 1.0 / h.max(axis=1)

    def smooth(base: Array, scale: Array, shift: Array, margin: float) -> Array:
        return _smooth(space, orbit, orbit[space.rank(to)], base, scale, shift, margin)

    s = strengths(problem, base, smooth)
    log_sums, slack = np.empty(len(reps)), np.empty(len(reps))

    def task(first: int, last: int) -> None:
        corners.simplex_rows(
            first, last, reps, s.c, space.prefixes, size, rho, defect, log_sums, slack
        )

    in_chunks(task, len(reps), CHUNK, threads, "rows")
    return Corner(space, rho, defect, orbit, s, log_sums, slack), to, h


def _smooth(
    space: Simplex,
    orbit: Array,
    near: Array,
    base: Array,
    scale: Array,
    shift: Array,
    margin: float,
) -> Array:
    """1/S at the representatives.

    Only a y that may undercut one of its neighbours can be the source of another point
    (BOUNDS.md, section 6).
    """
    moved = base * scale[1] + shift[1] if len(scale) > 1 else base
    useful = moved * margin < base[near].max(axis=1)
    out = base.copy()
    chosen = useful[orbit]
    sources, values = space.points[chosen], base[orbit[chosen]]

    def task(first: int, last: int) -> None:
        places, found = space.representatives[first:last], out[first:last]
        smoothed_simplex(places, sources, values, scale, shift, found)

    in_chunks(task, len(out), max(1, MOST_SOURCES // max(1, len(sources))), 1, "sensitivities")
    return out


def filtered_simplex(problem: Problem, threads: int) -> Filtered:
    """Bounds for every pair (x, y), x a representative and y any neighbour.

    Every ordered pair is one of these up to a symmetry.  Where an output other than x could
    matter, a pass over all outputs follows.
    """
    m, to, h = corner(problem, threads)
    s, k, size = m.strengths, len(problem.prior), len(m.orbit)
    fixed, spread = 2 * errors.row_error(size), errors.spread_error(k, s.error)
    log_size = math.log(size) + 1e-3
    target = m.orbit[m.space.rank(to)]
    lx, ly, cx, cy = m.log_sums[:, None], m.log_sums[target], s.c[:, None], s.c[target]
    ends = fixed + m.slack[:, None] + m.slack[target] + spread * (2 * log_size - lx - ly)
    a, b = cy * h, ly - lx
    e = (ends + spread * a + errors.U * (3 * a + 4 * np.abs(b))) * errors.SAFE
    excess = 0.0 if s.same else s.error * (cx + cy)
    possible = h > 0
    lo = np.where(possible, a + b - e, -np.inf)
    hi = np.where(possible, a + b + e + np.maximum(0.0, cy - cx + excess) * errors.SAFE, -np.inf)
    wide = ends + (spread + 3 * errors.U) * (cx + cy) + 4 * errors.U * np.abs(b)
    outputs = _passes(m, to, target, lo, hi, wide * errors.SAFE)
    best = np.unravel_index(int(lo.argmax()), lo.shape)
    x, y = _pair(m, to, best)
    r = outputs.get((int(best[0]), int(best[1])), x)
    return Filtered(
        problem,
        Fraction(float(lo[best])),
        Fraction(float(hi.max())),
        (x, y, r),
        _suspects(m, to, lo, hi, float(lo[best])),
        None,
        m,
    )


def _counts(row: Array) -> Counts:
    return tuple(int(v) for v in row)


def _pair(m: Corner, to: Array, at: Any) -> tuple[Counts, Counts]:
    return _counts(m.space.representatives[at[0]]), _counts(to[at[0], at[1]])


def _suspects(m: Corner, to: Array, lo: Array, hi: Array, best: float) -> tuple[Suspect, ...]:
    """The surviving pairs, one of each orbit of the symmetries acting on pairs."""
    kept: dict[tuple[tuple[tuple[int, int], ...], ...], Suspect] = {}
    for at in zip(*np.nonzero(hi > best), strict=True):
        x, y = _pair(m, to, at)
        key = tuple(tuple(sorted((x[j], y[j]) for j in places)) for places in m.space.classes)
        kept.setdefault(key, Suspect(x, y, Fraction(float(lo[at])), Fraction(float(hi[at]))))
    return tuple(kept.values())


def _passes(
    m: Corner, to: Array, target: Array, lo: Array, hi: Array, error: Array
) -> dict[tuple[int, int], Counts]:
    """Tighten lo and hi in place over all outputs; {pair: output} where one beat r = x."""
    s, best = m.strengths, float(lo.max())
    found: dict[tuple[int, int], Counts] = {}
    if s.same:
        return found
    todo = np.argwhere(hi > best)
    order = np.argsort(-hi[hi > best], kind="stable")
    for i, j in todo[order]:
        if hi[i, j] <= best:
            break
        cx, cy = float(s.c[i]), float(s.c[target[i, j]])
        if cy - cx + s.error * (cx + cy) * errors.SAFE <= 0:
            continue
        value, r = corners.simplex_peak(
            m.space.representatives[i],
            to[i, j],
            cx,
            cy,
            m.space.prefixes,
            len(m.orbit),
            m.rho,
            m.defect,
        )
        v = value + (m.log_sums[target[i, j]] - m.log_sums[i])
        hi[i, j] = min(hi[i, j], v + error[i, j])
        if v - error[i, j] > lo[i, j]:
            lo[i, j] = v - error[i, j]
            found[int(i), int(j)] = _counts(m.space.points[r])
        best = max(best, float(lo[i, j]))
    return found
