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
    chunks,
    in_spans,
    line_tables,
    require_table_share,
    strengths,
)

LARGEST_N = 2**20
LONGEST_SPAN, SHORTEST_SPAN = 512, 64  # rows: a shorter one spends too much on where windows begin
SPANS = 12  # or more: one of two threads waits for at most a twelfth of the work, at the end
MOST_ENTRIES = 2**26  # of a span, about a tenth of a second: an interrupt waits for its end
CLOSE = 0.99  # of the least that the largest loss can be, where rows begin to be summed
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
    tables = line_tables(a, b, n, threads)
    h = np.empty(n)
    require_table_share(n, kernels.fill_neighbours(*tables, h))
    base = np.empty(n + 1)
    base[0], base[n] = h[0], h[n - 1]
    np.maximum(h[1:], h[:-1], out=base[1:n])
    np.divide(1.0, base, out=base)
    return Line(n, tables, h, strengths(problem, base, _smooth), np.empty(0), np.empty(0))


def line(problem: Problem, threads: int) -> Line:
    """The certified ingredients for every dataset."""
    m = unsummed(problem, threads)
    log_sums, slack = np.zeros(m.n + 1), np.zeros(m.n + 1)
    m = replace(m, log_sums=log_sums, slack=slack)
    _sum_rows(m, np.ones(m.n + 1, bool), _symmetric(problem), threads)
    return m


def _symmetric(problem: Problem) -> bool:
    return problem.prior[0] == problem.prior[1]


def span_length(rows: int, n: int) -> int:
    """Rows of n + 1 outputs that one compiled call computes; it does not depend on threads."""
    length = max(SHORTEST_SPAN, min(LONGEST_SPAN, rows // SPANS))
    return max(1, min(length, MOST_ENTRIES // (n + 1)))


def _sum_rows(m: Line, wanted: Array, symmetric: bool, threads: int) -> None:
    """The sums of the rows wanted, in place.  Symmetric priors pay for half of them."""
    n = m.n
    rows = n // 2 + 1 if symmetric else n + 1
    if symmetric:
        wanted = (wanted | wanted[::-1])[:rows]
    edges = np.flatnonzero(np.diff(wanted.astype(np.int8), prepend=0, append=0)).tolist()
    runs = zip(edges[::2], edges[1::2], strict=True)
    length = span_length(int(wanted.sum()), n)
    spans = [span for run in runs for span in chunks(*run, length)]

    def task(low: int, high: int) -> None:
        kernels.line_rows(low, high, m.strengths.c, TAIL_AIM, *m.tables, m.log_sums, m.slack)

    in_spans(task, spans, threads, "rows")
    if symmetric:
        m.log_sums[rows:], m.slack[rows:] = m.log_sums[n - rows :: -1], m.slack[n - rows :: -1]


def _smooth(base: Array, scale: Array, shift: Array, margin: float) -> Array:
    out = np.empty_like(base)
    smoothed_line(base, scale, shift, margin, out)
    return out


@dataclass(frozen=True, slots=True)
class Errors:
    """What losses err by: a fixed part, a part of the mean exponents, and ln(outputs) for these."""

    fixed: float
    spread: float
    log_size: float


def filtered_line(problem: Problem, threads: int, *, every: bool = False) -> Filtered:
    """Bounds for every ordered pair, then a pass over the outputs of a few.

    A pass is needed where an output other than x could matter: c_y > c_x and the upper bound
    beats the best lower bound.  `every` asks for close bounds of every pair.
    """
    m, symmetric = unsummed(problem, threads), _symmetric(problem)
    m = replace(m, log_sums=np.zeros(m.n + 1), slack=np.zeros(m.n + 1))
    e = Errors(
        2 * errors.row_error(m.n + 1),
        errors.spread_error(2, m.strengths.error),
        math.log(m.n + 1) + 1e-3,
    )
    lo, hi = _bounds(m, e, symmetric, threads, every)
    outputs = _passes(m, lo, hi, e)
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
        _by_dataset(hi, m.n, symmetric) if every else None,
        m,
    )


def _bounds(m: Line, e: Errors, symmetric: bool, threads: int, every: bool) -> tuple[Array, Array]:
    """Bounds of the loss of (i, i + 1) at 2 i, and of (i + 1, i) at 2 i + 1.

    Rows are summed for pairs that may have the largest loss: of the two orders of a pair, one
    loses at least half of (c_i + c_(i+1)) h_i.  This only guesses which pairs these are; a pair
    whose rows are not summed is bounded without them, and summed if that is not enough.
    """
    s, n = m.strengths, m.n
    pairs = (n + 1) // 2 if symmetric else n
    most, lo, hi = np.empty(pairs), np.empty(2 * pairs), np.empty(2 * pairs)
    least = kernels.line_most(s.c, m.h, e.spread, s.error, s.same, most)
    summed = np.ones(pairs, bool) if every else most > CLOSE * least
    new = summed
    while True:
        wanted = np.zeros(n + 1, bool)
        wanted[:pairs] |= new
        wanted[1 : pairs + 1] |= new
        _sum_rows(m, wanted, symmetric, threads)
        ingredients = (s.c, m.h, m.log_sums, m.slack)
        more = (e.fixed, e.spread, e.log_size, e.spread, s.error, s.same)
        kernels.line_losses(summed, most, *ingredients, *more, lo, hi)
        new = ~summed & (most > lo.max())
        if not new.any():
            return lo, hi
        summed = summed | new


def _pair(m: Line, p: int) -> tuple[Counts, Counts]:
    i, turn = divmod(int(p), 2)
    return m.counts(i + turn), m.counts(i + 1 - turn)


def _passes(m: Line, lo: Array, hi: Array, errs: Errors) -> dict[int, int]:
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
        e = errs.fixed + m.slack[x] + m.slack[y]
        e += errs.spread * (2 * errs.log_size - m.log_sums[x] - m.log_sums[y])
        e += (errs.spread + 3 * errors.U) * (cx + cy) + 4 * errors.U * abs(b)
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
