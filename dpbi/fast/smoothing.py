"""Compiled distance transforms: 1/S(x) = min over y of base[y] scale[d] + shift[d], d = d(x, y).

base is 1/LS; scale and shift say how a candidate grows with distance.  Proofs: BOUNDS.md, 6.
"""

# mypy: disable-error-code="no-untyped-def"
# ruff: noqa: ANN001, ANN201 (numba types these functions from their arguments)

from __future__ import annotations

from dpbi.fast.arithmetic import compiled, fma


@compiled()
def smoothed_line(base, scale, shift, margin, out):
    """out[i] ~ min over j of base[j] scale[|i-j|] + shift[|i-j|], at most SWITCH above it.

    One sweep from each side carries (source, distance), so that nothing accumulates.  A node
    drops the chain that reaches it only when its own value is certainly smaller (`margin`):
    hence V(i) <= V(i-1) moved by one step, exactly, and induction along the line does the rest.
    """
    n = base.shape[0]
    for i in range(n):
        out[i] = base[i]
    for sweep in range(2):
        source, d = sweep * (n - 1), 0
        for t in range(1, n):
            i = t if sweep == 0 else n - 1 - t
            moved = fma(base[source], scale[d + 1], shift[d + 1])
            if base[i] < moved * margin:
                source, d = i, 0
            else:
                d += 1
                out[i] = min(out[i], moved)


@compiled()
def smoothed_simplex(points, sources, base, scale, shift, out):
    """out[i] = min(out[i], min over sources y of base[y] scale[d] + shift[d]), d = d(i, y)."""
    k = points.shape[1]
    for i in range(points.shape[0]):
        for j in range(sources.shape[0]):
            d = 0
            for l in range(k):
                d += abs(points[i, l] - sources[j, l])
            out[i] = min(out[i], fma(base[j], scale[d // 2], shift[d // 2]))
