"""The compiled loops for k >= 3.  What each guarantees is proved in BOUNDS.md.

`kernels` has what they inline.
"""

# mypy: disable-error-code="no-untyped-def"
# ruff: noqa: ANN001, ANN201, ANN202 (numba types these functions from their arguments)

from __future__ import annotations

import math

import numpy as np

from dpbi.privacy.filter.arithmetic import compiled, fma
from dpbi.privacy.filter.kernels import _decay, _defect, _fold, _log


@compiled()
def category_tables(fh, fl, fe, gh, gl, ge, rho, defect):
    """rho[s, t], and 1 - rho[s, t] to a relative error of DEFECT, of one category.

    The diagonal is exact.  Returns the least 1 - rho off the diagonal.
    """
    size = gh.shape[0]
    least = 1.0
    for s in range(size):
        for t in range(size):
            d = _defect(fh[s + t], fl[s + t], fe[s + t], gh[t], gl[t], ge[t], gh[s], gl[s], ge[s])
            defect[s, t] = d
            rho[s, t] = 1.0 - d
        defect[s, s], rho[s, s] = 0.0, 1.0
        if s > 0:
            least = min(least, defect[s, s - 1])
    return least


@compiled(inline="always")
def _squared_distances(x, prefixes, rho, defect, reverse, inner, out):
    """out = H(x, r)^2 for every r in lexicographic order, by Horner; exactly 0 at r = x.

    Relative error: k HORNER - u beside that of the tables.
    """
    n, k = rho.shape[1] - 1, rho.shape[0]
    p0, d0 = rho[k - 2, x[k - 2]], defect[k - 2, x[k - 2]]
    for t in range(n + 1):
        reverse[t] = defect[k - 1, x[k - 1], n - t]
    for m in range(n + 1):
        row, d1 = inner[m * (m + 1) // 2 :], reverse[n - m :]
        for s in range(m + 1):
            row[s] = fma(p0[s], d1[s], d0[s])
    at = 0
    for v in range(prefixes.shape[0]):
        m, a, p = n, 0.0, 1.0
        for j in range(k - 2):
            r = prefixes[v, j]
            a = fma(p, defect[j, x[j], r], a)
            p *= rho[j, x[j], r]
            m -= r
        row, to = inner[m * (m + 1) // 2 :], out[at:]
        for s in range(m + 1):
            to[s] = fma(p, row[s], a)
        at += m + 1


@compiled()
def simplex_rows(first, last, points, c, prefixes, size, rho, defect, log_sums, slack):
    """log_sums[i] = ln NL(points[i]) for first <= i < last; slack as in `line_rows`."""
    n = rho.shape[1] - 1
    w, reverse = np.empty(size), np.empty(n + 1)
    inner = np.empty((n + 1) * (n + 2) // 2)
    for i in range(first, last):
        _squared_distances(points[i], prefixes, rho, defect, reverse, inner, w)
        ci = c[i]
        for t in range(size):
            w[t] = _decay(ci * math.sqrt(w[t]))
        log_sums[i], step = _log(_fold(w, size))
        slack[i] = step * step


@compiled()
def simplex_peak(x, y, cx, cy, prefixes, size, rho, defect):
    """(best, index of r): the largest computed c_y H(y,r) - c_x H(x,r) over every r."""
    n = rho.shape[1] - 1
    u, v, reverse = np.empty(size), np.empty(size), np.empty(n + 1)
    inner = np.empty((n + 1) * (n + 2) // 2)
    _squared_distances(x, prefixes, rho, defect, reverse, inner, u)
    _squared_distances(y, prefixes, rho, defect, reverse, inner, v)
    for t in range(size):
        u[t] = cy * math.sqrt(v[t]) - cx * math.sqrt(u[t])
    where = 0
    for t in range(size):
        if u[t] > u[where]:
            where = t
    return u[where], where
