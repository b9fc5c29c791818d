"""The compiled loops of sums over pairs.  What each guarantees is proved in BOUNDS.md, section 10.

A row is the weights exp(-c H(x, r)) of one dataset; outside its window every weight is taken to be
exp(-c).  Rows are computed once, and two at a time are held: memory is O(n).
"""

# mypy: disable-error-code="no-untyped-def"
# ruff: noqa: ANN001, ANN201, ANN202 (numba types these functions from their arguments)

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpbi.privacy.filter.arithmetic import compiled
from dpbi.privacy.filter.corners import _squared_distances
from dpbi.privacy.filter.divergences import _of_order
from dpbi.privacy.filter.kernels import (
    _decay,
    _edge,
    _exponents,
    _fold,
    _whole_vectors,
    _window,
)

PAD = 64
"""Room for windows that are rounded up to whole vectors, and to whole blocks."""

BLOCK = 64
"""Terms that are added up or left out together: eight equal parts of whole vectors."""


@compiled(inline="always")
def _gain(p, q):
    """The positive part of p - q."""
    d = p - q
    return d if d > 0.0 else 0.0


@compiled(inline="always")
def _excess(p, q, factor, parts, scratch):
    """The sum of (p - factor q)^+ over 8 * parts terms: 3 + ceil(log2 parts) additions deep."""
    n = parts
    p0, p1, p2, p3 = p[:n], p[n : 2 * n], p[2 * n : 3 * n], p[3 * n : 4 * n]
    p4, p5, p6, p7 = p[4 * n : 5 * n], p[5 * n : 6 * n], p[6 * n : 7 * n], p[7 * n : 8 * n]
    q0, q1, q2, q3 = q[:n], q[n : 2 * n], q[2 * n : 3 * n], q[3 * n : 4 * n]
    q4, q5, q6, q7 = q[4 * n : 5 * n], q[5 * n : 6 * n], q[6 * n : 7 * n], q[7 * n : 8 * n]
    out = scratch[:n]
    for t in range(n):
        a = _gain(p0[t], factor * q0[t]) + _gain(p1[t], factor * q1[t])
        b = _gain(p2[t], factor * q2[t]) + _gain(p3[t], factor * q3[t])
        d = _gain(p4[t], factor * q4[t]) + _gain(p5[t], factor * q5[t])
        e = _gain(p6[t], factor * q6[t]) + _gain(p7[t], factor * q7[t])
        out[t] = (a + b) + (d + e)
    return _fold(out, n)


@compiled(inline="always")
def _gains(p, q, k):
    """Whether one of BLOCK terms (p - k q)^+ is not 0."""
    found = 0
    for t in range(BLOCK):
        found |= p[t] > k * q[t]
    return found != 0


@compiled(inline="always")
def _gaining(p, q, k, at, end):
    """[at, end) without the blocks at both ends of which no term (p - k q)^+ is more than 0."""
    while at < end and not _gains(p[at : at + BLOCK], q[at : at + BLOCK], k):
        at += BLOCK
    while at < end and not _gains(p[end - BLOCK : end], q[end - BLOCK : end], k):
        end -= BLOCK
    return at, end


@compiled(inline="always")
def _total(w, m, scratch):
    """The sum of w[:m], which is left as it is: ceil(log2 m) roundings deep."""
    half = (m + 1) // 2
    for t in range(m - half):
        scratch[t] = w[t] + w[half + t]
    if m - half < half:
        scratch[half - 1] = w[half - 1]
    return _fold(scratch, half)


@compiled(inline="always")
def _row(x, cx, aim, held, known, guess, t, w, scratch, fh, fl, fe, gh, gl, ge):
    """Fill t with the exponents of x and w with its weights, at their places, within a window.

    held gets (x, first, end) of the window; known gets exp(-c), NL, the share of NL that the tail
    may add, and how far an exponent outside the window is below c at most.
    """
    n = gh.shape[0] - 1
    far = _decay(cx)
    edge = _edge(aim * known[1] / (n + 1), cx, far)
    lo, hi = _window(x, guess[0], guess[1], edge, fh, fe, gh, ge)
    guess[0], guess[1] = lo, hi
    at, m = _whole_vectors(lo, hi, n)
    u, v = t[at : at + m], w[at : at + m]
    _exponents(x, at, m, cx, fh, fl, fe, gh, gl, ge, u)
    u[x - at] = 0.0
    for s in range(m):
        v[s] = _decay(u[s])
    v[x - at] = 1.0
    before, after = at, n + 1 - at - m
    total = _total(v, m, scratch) + (before + after) * far
    gap = max(cx - u[0] if before > 0 else 0.0, cx - u[m - 1] if after > 0 else 0.0)
    held[0], held[1], held[2] = x, at, at + m
    known[0], known[1], known[3] = far, total, gap
    known[2] = (before * abs(v[0] - far) + after * abs(v[m - 1] - far)) / total


def two_rows(n: int) -> NDArray[np.float64]:
    """Zeros for the windows of two rows.

    numpy takes them from the system untouched, and only the pages of windows are ever filled; a
    compiled loop would write all of them, for each span.
    """
    return np.zeros((2, n + 1 + PAD))


@compiled()
def line_excess(first, last, index, c, aim, factors, fh, fl, fe, gh, gl, ge, t, w, rows, out):
    """out[p, turn, e] = the excess of x over factors[e] times y, for first <= p < last.

    x, y are i, i + 1 for turn 0 and i + 1, i for turn 1, where i = index[p], ascending.  rows[x]
    gets what is `known` of every row that is used.  t and w are `two_rows` of zeros each.
    """
    n = gh.shape[0] - 1
    scratch, guess = np.empty(n + 1 + PAD), np.full(2, index[first])
    held, known = np.full((2, 3), -1), np.ones((2, 4))
    for p in range(first, last):
        i = index[p]
        for x in range(i, i + 2):
            s = x & 1
            if held[s, 0] != x:
                known[s, 1] = known[1 - s, 1]
                _row(
                    x, c[x], aim, held[s], known[s], guess, t[s], w[s], scratch,
                    fh, fl, fe, gh, gl, ge,
                )  # fmt: skip
                rows[x] = known[s]
        a, b = min(held[0, 1], held[1, 1]), max(held[0, 2], held[1, 2])
        top = a + (b - a + BLOCK - 1) // BLOCK * BLOCK
        for s in range(2):
            w[s, a : held[s, 1]] = known[s, 0]
            w[s, held[s, 2] : b] = known[s, 0]
            w[s, b:top] = 0.0
        for turn in range(2):
            x, y = (i + turn) & 1, (i + turn + 1) & 1
            at, end, last_k, quotient = a, top, 0.0, known[x, 1] / known[y, 1]
            for e in range(factors.shape[0]):
                k = factors[e] * quotient
                if k < last_k:
                    at, end = a, top
                if e > 0:
                    at, end = _gaining(w[x], w[y], k, at, end)
                last_k, parts = k, (end - at) // 8
                inside = _excess(w[x, at:], w[y, at:], k, parts, scratch) if parts else 0.0
                outside = (n + 1 - b + a) * _gain(known[x, 0], k * known[y, 0])
                out[p, turn, e] = (inside + outside) / known[x, 1]


@compiled()
def line_ends(index, c, h, rows, factors, same, error_c, fixed, spread, more, least, out, low):
    """low and out [p, turn, e]: bounds of what is in `out`, an excess of `line_excess`.

    It errs by fixed + spread times an exponent, and by the tails of `rows`; all of this by the
    factor `more`, and then by `least`.
    """
    for p in range(index.shape[0]):
        i = index[p]
        for turn in range(2):
            x, y = i + turn, i + 1 - turn
            apart = c[y] - c[x] + (0.0 if same else error_c * (c[x] + c[y]))
            exponent = c[y] * h[i] + (apart if apart > 0.0 else 0.0) + rows[y, 3]
            part = fixed + spread * exponent + 2.0 * rows[x, 2] + rows[y, 2]
            for e in range(factors.shape[0]):
                error = (part + factors[e] * rows[y, 2]) * more + least
                value = out[p, turn, e]
                low[p, turn, e] = _gain(value, error)
                out[p, turn, e] = value + error


@compiled(inline="always")
def _between(p, p_top, t_p, e_p, q, q_top, t_q, e_q, spread, k, low, high):
    """low and high: (p - k q)^+ with every weight at the end of its error that counts."""
    for s in range(low.shape[0]):
        a, b = e_p + spread * t_p[s], e_q + spread * t_q[s]
        low[s] = _gain(p[s] * (1.0 - a), k * (q_top[s] * (1.0 + b)))
        high[s] = _gain(p_top[s] * (1.0 + a), k * (q[s] * (1.0 - b)))


@compiled()
def line_renyi(first, last, index, c, aim, orders, spread, fh, fl, fe, gh, gl, ge, value, loose):
    """`_of_order` [p, turn, e] of the pairs of `line_excess`, by as many turns as value has.

    Windows leave tails of about aim; with aim 0 they are as wide as they can be.
    """
    n = gh.shape[0] - 1
    t, w = np.zeros((2, n + 3)), np.zeros((2, n + 3))
    scratch, guess = np.empty(n + 3), np.full(2, index[first])
    low, high = np.empty(n + 3), np.empty(n + 3)
    held, known, own = np.full((2, 3), -1), np.ones((2, 4)), np.zeros((2, 2), np.int64)
    for p in range(first, last):
        i = index[p]
        for x in range(i, i + 2):
            s = x & 1
            if held[s, 0] != x:
                known[s, 1] = known[1 - s, 1]
                _row(
                    x, c[x], aim, held[s], known[s], guess, t[s, 1:], w[s, 1:], scratch,
                    fh, fl, fe, gh, gl, ge,
                )  # fmt: skip
        a, b = min(held[0, 1], held[1, 1]), max(held[0, 2], held[1, 2])
        for s in range(2):
            at, end, far = held[s, 1] + 1, held[s, 2] + 1, c[held[s, 0]]
            t[s, a:at], t[s, end : b + 2] = far, far
            own[s, 0], own[s, 1] = at - a, end - a
        m = b + 2 - a
        for turn in range(value.shape[1]):
            x, y = (i + turn) & 1, (i + turn + 1) & 1
            for e in range(orders.shape[0]):
                value[p, turn, e], loose[p, turn, e] = _of_order(
                    t[x, a : b + 2], known[x], own[x], t[y, a : b + 2], known[y], own[y],
                    orders[e], spread, a, n + 1 - b, low[:m], high[:m],
                )  # fmt: skip


@compiled()
def line_excess_bounds(
    index, wanted, c, aim, factors, base, spread, fh, fl, fe, gh, gl, ge, lo, hi
):
    """lo and hi [p, turn, e]: bounds of the excess where wanted[p, turn, e], but for SUMMED.

    base is the error of a probability beside those of its exponent and of the tail.
    """
    n = gh.shape[0] - 1
    t, w, top = np.zeros((2, n + 3)), np.zeros((2, n + 3)), np.zeros((2, n + 3))
    scratch, guess = np.empty(n + 3), np.full(2, index[0])
    low, high = np.empty(n + 3), np.empty(n + 3)
    held, known = np.full((2, 3), -1), np.ones((2, 4))
    for p in range(index.shape[0]):
        i = index[p]
        for x in range(i, i + 2):
            s = x & 1
            if held[s, 0] != x:
                known[s, 1] = known[1 - s, 1]
                # places 1 .. n + 1 hold the row; 0 and n + 2 what lies outside
                _row(
                    x, c[x], aim, held[s], known[s], guess, t[s, 1:], w[s, 1:], scratch,
                    fh, fl, fe, gh, gl, ge,
                )  # fmt: skip
        a, b = min(held[0, 1], held[1, 1]), max(held[0, 2], held[1, 2])
        for s in range(2):
            at, end = held[s, 1] + 1, held[s, 2] + 1
            top[s, at:end] = w[s, at:end]
            top[s, a:at], top[s, end : b + 2] = w[s, at], w[s, end - 1]
            w[s, a:at], w[s, end : b + 2] = known[s, 0], known[s, 0]
            t[s, a:at], t[s, end : b + 2] = c[i + ((s - i) & 1)], c[i + ((s - i) & 1)]
        for turn in range(2):
            x, y = (i + turn) & 1, (i + turn + 1) & 1
            e_x, e_y = base + known[x, 2], base + known[y, 2]
            for e in range(factors.shape[0]):
                if not wanted[p, turn, e]:
                    continue
                k = factors[e] * (known[x, 1] / known[y, 1])
                m = b + 2 - a
                _between(
                    w[x, a : b + 2], top[x, a : b + 2], t[x, a : b + 2], e_x,
                    w[y, a : b + 2], top[y, a : b + 2], t[y, a : b + 2], e_y,
                    spread, k, low[:m], high[:m],
                )  # fmt: skip
                for part in (low, high):
                    part[0] *= a
                    part[m - 1] *= n + 1 - b
                lo[p, turn, e] = _fold(low, m) / known[x, 1]
                hi[p, turn, e] = _fold(high, m) / known[x, 1]


@compiled()
def simplex_excess_bounds(
    first, last, points, to, h, c, target, prefixes, size, orders, factors, base, spread,
    rho, defect, lo, hi,
):  # fmt: skip
    """lo and hi [i, j, e]: as `line_excess_bounds`, from points[i] to to[i, j] where h > 0.

    Of orders, if there are any and no factors, what `line_renyi` has.
    """
    n = rho.shape[1] - 1
    t, w, low, high = (
        np.empty((2, size)), np.empty((2, size)), np.empty(size), np.empty(size)
    )  # fmt: skip
    reverse, inner, norm = np.empty(n + 1), np.empty((n + 1) * (n + 2) // 2), np.ones(2)
    known, own = np.zeros((2, 4)), np.array([0, size])
    for i in range(first, last):
        for j in range(-1, to.shape[1]):
            if j >= 0 and not h[i, j] > 0:
                continue
            s = 0 if j < 0 else 1
            u, v, cx = t[s], w[s], c[i] if j < 0 else c[target[i, j]]
            _squared_distances(
                points[i] if j < 0 else to[i, j], prefixes, rho, defect, reverse, inner, u
            )
            for r in range(size):
                u[r] = cx * np.sqrt(u[r])
            for r in range(size):
                v[r] = _decay(u[r])
            norm[s] = _total(v, size, low)
            known[s, 1] = norm[s]
            for e in range(orders.shape[0] if j >= 0 else 0):
                lo[i, j, e], hi[i, j, e] = _of_order(
                    t[0], known[0], own, t[1], known[1], own, orders[e], spread, 1, 1, low, high
                )
            for e in range(factors.shape[0] if j >= 0 else 0):
                k = factors[e] * (norm[0] / norm[1])
                _between(w[0], w[0], t[0], base, w[1], w[1], t[1], base, spread, k, low, high)
                lo[i, j, e] = _fold(low, size) / norm[0]
                hi[i, j, e] = _fold(high, size) / norm[0]
