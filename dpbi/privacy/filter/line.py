"""The filter for k = 2: datasets are counts i = 0..n of the first category."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from dpbi.privacy.filter import errors, kernels
from dpbi.privacy.filter.arithmetic import smoothed_line
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

LARGEST_N = 2**20
CHUNK = 512
TAIL_AIM = 2.0**-50  # relative tail a window should leave; the tail itself is always enclosed


@dataclass(frozen=True, slots=True)
class Line:
    """Everything about one problem that the filter computed: tables, h[i] = H(i, i+1), c, ln NL."""

    n: int
    tables: tuple[Array, ...]
    h: Array
    strengths: Strengths
    log_sums: Array
    slack: Array

    def counts(self, i: int) -> Counts:
        """The dataset with i in the first category."""
        return int(i), self.n - int(i)


def unsummed(problem: Problem, threads: int) -> Line:
    """The certified ingredients for every dataset but the sums of its weights."""
    n, (a, b) = problem.n, problem.prior
    if n > LARGEST_N:
        raise FastUnavailable(f"n is larger than {LARGEST_N:,}")
    first = gamma_table(a, n, threads)
    second = first if a == b else gamma_table(b, n, threads)
    tables = affinity_tables(first, second, n, threads)
    h = np.empty(n)
    require_table_share(n, kernels.fill_neighbours(*tables, h))
    local = np.empty(n + 1)
    local[0], local[n] = h[0], h[n - 1]
    np.maximum(h[1:], h[:-1], out=local[1:n])
    return Line(n, tables, h, strengths(problem, 1.0 / local, _smooth), np.empty(0), np.empty(0))


def line(problem: Problem, threads: int) -> Line:
    """The certified ingredients for every dataset.  Symmetric priors pay for half the rows."""
    m, n, (a, b) = unsummed(problem, threads), problem.n, problem.prior
    log_sums, slack = np.empty(n + 1), np.empty(n + 1)
    rows = n // 2 + 1 if a == b else n + 1

    def task(low: int, high: int) -> None:
        kernels.line_rows(low, high, m.strengths.c, TAIL_AIM, *m.tables, log_sums, slack)

    in_chunks(task, rows, CHUNK, threads)
    if a == b:
        log_sums[rows:], slack[rows:] = log_sums[n - rows :: -1], slack[n - rows :: -1]
    return replace(m, log_sums=log_sums, slack=slack)


def _smooth(base: Array, scale: Array, shift: Array, margin: float) -> Array:
    out = np.empty_like(base)
    smoothed_line(base, scale, shift, margin, out)
    return out


def filtered_line(problem: Problem, threads: int) -> Filtered:
    """Bounds for every ordered pair, then a pass over the outputs of a few.

    A pass is needed where an output other than x could matter: c_y > c_x and the upper bound
    beats the best lower bound.
    """
    m, n = line(problem, threads), problem.n
    s, symmetric = m.strengths, problem.prior[0] == problem.prior[1]
    pairs = (n + 1) // 2 if symmetric else n
    lo, hi = np.empty(2 * pairs), np.empty(2 * pairs)
    fixed, spread = 2 * errors.row_error(n + 1), errors.spread_error(2, s.error)
    log_size = math.log(n + 1) + 1e-3
    kernels.line_losses(
        pairs,
        s.c,
        m.h,
        m.log_sums,
        m.slack,
        fixed,
        spread,
        log_size,
        spread,
        s.error,
        s.same,
        lo,
        hi,
    )
    outputs = _passes(m, lo, hi, fixed, spread, log_size)
    best = int(lo.argmax())
    suspects = tuple(
        Suspect(*_pair(m, p), Fraction(float(lo[p])), Fraction(float(hi[p])))
        for p in np.nonzero(hi > lo[best])[0].tolist()
    )
    x, y = _pair(m, best)
    r = m.counts(outputs[best]) if best in outputs else x
    return Filtered(
        problem,
        Fraction(float(lo[best])),
        Fraction(float(hi.max())),
        (x, y, r),
        suspects,
        _by_dataset(hi, n, symmetric),
        m,
    )


def _pair(m: Line, p: int) -> tuple[Counts, Counts]:
    i, turn = divmod(int(p), 2)
    return m.counts(i + turn), m.counts(i + 1 - turn)


def _passes(
    m: Line, lo: Array, hi: Array, fixed: float, spread: float, log_size: float
) -> dict[int, int]:
    """Tighten lo and hi in place over all outputs; {pair: output} where one beat r = x."""
    s, best = m.strengths, float(lo.max())
    found: dict[int, int] = {}
    if s.same:
        return found
    todo = np.nonzero(hi > best)[0]
    for p in todo[np.argsort(-hi[todo], kind="stable")]:
        i, turn = divmod(int(p), 2)
        x, y = i + turn, i + 1 - turn
        if hi[p] <= best:
            break
        cx, cy = float(s.c[x]), float(s.c[y])
        if cy - cx + s.error * (cx + cy) * errors.SAFE <= 0:
            continue
        value, r, bound = kernels.line_peak(x, y, cx, cy, *m.tables)
        b = float(m.log_sums[y] - m.log_sums[x])
        e = fixed + m.slack[x] + m.slack[y]
        e += spread * (2 * log_size - m.log_sums[x] - m.log_sums[y])
        e += (spread + 3 * errors.U) * (cx + cy) + 4 * errors.U * abs(b)
        e *= errors.SAFE
        hi[p] = min(hi[p], bound + b + e)
        if value + b - e > lo[p]:
            lo[p], found[int(p)] = value + b - e, int(r)
        best = max(best, float(lo[p]))
    return found


def _by_dataset(hi: Array, n: int, symmetric: bool) -> Array:
    """An upper bound of the loss from x to any neighbour, for x = 0..n."""
    pairs = len(hi) // 2
    up, down = np.full(n + 1, -np.inf), np.full(n + 1, -np.inf)
    up[:pairs], down[1 : pairs + 1] = hi[::2], hi[1::2]
    worst: Array = np.maximum(up, down)
    if symmetric:
        worst = np.maximum(worst, worst[::-1])
    return worst
