"""The compiled loops of the fast path.  What each guarantees is proved in BOUNDS.md.

All of them are plain loops over arrays, vectorised by LLVM without any fast-math licence.  What
they inline lives here too, but for the three intrinsics of `arithmetic`, whose cache on disk knows
all these files by their digest.  Error constants live elsewhere, and so arrive as arguments.
"""

# mypy: disable-error-code="no-untyped-def"
# ruff: noqa: ANN001, ANN201, ANN202 (numba types these functions from their arguments)

from __future__ import annotations

import math

import numpy as np

from dpbi.privacy.filter.arithmetic import bits_of_float, compiled, float_of_bits, fma

FAR = 700.0  # exp(-FAR) is a normal double; exponents beyond it are replaced by it
LOG2E = float.fromhex("0x1.71547652b82fep+0")
LN2_HI, LN2_LO = float.fromhex("0x1.62e42fefa39efp-1"), float.fromhex("0x1.abc9e3b39803fp-56")
SHIFT = 6755399441055744.0  # 1.5 * 2**52: adding it rounds to the nearest integer
SHIFT_BITS = 0x4338000000000000  # its bit pattern
ONE_BITS = 1023  # biased exponent of 1.0
EDGE = 1e-18  # an affinity that makes H equal to 1 in double precision
ULP = 2.0**-53
SAFE = 1.0 + 2.0**-30  # more than what rounding can take from a short sum of positive numbers
# exp(r) = 1 + r + r^2 (E0 + E1 r + ...), interpolated at Chebyshev points of |r| <= ln(2)/2
E0 = float.fromhex("0x1.0000000000001p-1")
E1 = float.fromhex("0x1.5555555555556p-3")
E2 = float.fromhex("0x1.5555555553d68p-5")
E3 = float.fromhex("0x1.11111111109b5p-7")
E4 = float.fromhex("0x1.6c16c17889ef1p-10")
E5 = float.fromhex("0x1.a01a01a7c2efep-13")
E6 = float.fromhex("0x1.a019b9149a3d4p-16")
E7 = float.fromhex("0x1.71de0db2f6aedp-19")
E8 = float.fromhex("0x1.28917c89a99ffp-22")
E9 = float.fromhex("0x1.af389ecfcb5d9p-26")


@compiled(inline="always")
def _decay(t):
    """exp(-t) for t >= 0, relative error at most EXP; for t > FAR, exp(-FAR) instead."""
    t = FAR if t > FAR else t
    m = fma(t, LOG2E, SHIFT)
    k = m - SHIFT
    r = fma(k, LN2_LO, fma(k, LN2_HI, -t))
    p = fma(E9, r, E8)
    p = fma(p, r, E7)
    p = fma(p, r, E6)
    p = fma(p, r, E5)
    p = fma(p, r, E4)
    p = fma(p, r, E3)
    p = fma(p, r, E2)
    p = fma(p, r, E1)
    p = fma(p, r, E0)
    p = fma(p, r, 1.0)
    p = fma(p, r, 1.0)
    return p * float_of_bits((SHIFT_BITS + ONE_BITS - bits_of_float(m)) << 52)


@compiled(inline="always")
def _defect(fh, fl, fe, gh, gl, ge, ih, il, ie):
    """1 - BC for BC = f g i, each a pair times a power of two; relative error at most DEFECT."""
    scale = float_of_bits((fe + ge + ie + ONE_BITS) << 52)
    p = fh * gh
    e = fma(fl, gh, fma(fh, gl, fma(fh, gh, -p)))
    p *= scale
    e *= scale
    q = p * ih
    e = fma(e, ih, fma(p, il, fma(p, ih, -q)))
    return (1.0 - q) - e


@compiled(inline="always")
def _apart(i, r, fh, fl, fe, gh, gl, ge):
    """1 - BC(i, r), relative error at most DEFECT."""
    return _defect(fh[i + r], fl[i + r], fe[i + r], gh[r], gl[r], ge[r], gh[i], gl[i], ge[i])


@compiled(inline="always")
def _affinity(fh, fe, gh, ge, i, r):
    """BC(i, r), relative error at most AFFINITY_ROUGH (an absolute 2**-900 if it is that small)."""
    scale = min(max(fe[i + r] + ge[r] + ge[i], -1000), 1000)
    return fh[i + r] * gh[r] * gh[i] * float_of_bits((scale + ONE_BITS) << 52)


@compiled()
def decay(t, out):
    """out = exp(-t), entry by entry (the exponential of this module, for tests and tables)."""
    for i in range(t.shape[0]):
        out[i] = _decay(t[i])


@compiled(inline="always")
def _step(hi, lo, ah, al, shift):
    """(hi, lo) times (ah, al) + shift, shift >= 0: relative error at most STEP."""
    s = ah + shift
    v = s - ah
    t = (ah - (s - v)) + (shift - v) + al
    p = hi * s
    e = fma(hi, s, -p) + fma(lo, s, hi * t)
    q = p + e
    return q, e - (q - p)


@compiled()
def gamma_chain(seeds, exponents, ah, al, hi, lo, ex):
    """Gamma(alpha + j/2) for j < len(hi), as (hi + lo) 2**ex, from its values at j = 0 and 1.

    Two interleaved chains T(j+2) = T(j) (alpha + j/2); entry j errs by at most
    SEED + floor(j/2) STEP.  hi is kept in [2**-64, 2**192].
    """
    size = hi.shape[0]
    for j in range(2):
        hi[j], lo[j], ex[j] = seeds[2 * j], seeds[2 * j + 1], exponents[j]
    for j in range(2, size):
        h, l = _step(hi[j - 2], lo[j - 2], ah, al, 0.5 * (j - 2))
        e = ex[j - 2]
        if h > 3.402823669209385e38:
            h *= 2.938735877055719e-39
            l *= 2.938735877055719e-39
            e += 128
        hi[j], lo[j], ex[j] = h, l, e


@compiled()
def fill_affinity_tables(low, high, ah, al, ae, bh, bl, be, fh, fl, fe, gh, gl, ge):
    """F(j) = A(j) B(2n - j) and G(i) = F(2i)**(-1/2), pairs with leading parts in [1/2, 2).

    For low <= j < high and low <= 2i < high; low is even, so that parts need only themselves.

    F errs by at most PRODUCT beyond the errors of A and B, G by RSQRT beyond half that of F.
    |fl| <= 2u |fh| and |gl| <= 4u |gh|.
    """
    size = ah.shape[0]
    for j in range(low, high):
        x, xl, y, yl = ah[j], al[j], bh[size - 1 - j], bl[size - 1 - j]
        p = x * y
        e = fma(x, y, -p) + fma(xl, y, x * yl)
        k = (bits_of_float(p) >> 52) - ONE_BITS
        scale = float_of_bits((ONE_BITS - k) << 52)
        fh[j], fl[j], fe[j] = p * scale, e * scale, ae[j] + be[size - 1 - j] + k
    for i in range(low // 2, (high + 1) // 2):
        x, xl, k = fh[2 * i], fl[2 * i], fe[2 * i]
        odd = k & 1
        x, xl = x * (1 + odd), xl * (1 + odd)
        y = 1.0 / math.sqrt(x)
        s = y * y
        p = s * x
        residual = (1.0 - p) - fma(s, xl, fma(fma(y, y, -s), x, fma(s, x, -p)))
        gh[i], gl[i], ge[i] = y, 0.5 * y * residual, -((k - odd) // 2)


@compiled()
def fill_neighbours(fh, fl, fe, gh, gl, ge, out):
    """out[i] = H(i, i+1), relative error at most DISTANCE; returns the least 1 - BC seen."""
    least = 1.0
    for i in range(out.shape[0]):
        d = _apart(i + 1, i, fh, fl, fe, gh, gl, ge)
        least = min(least, d)
        out[i] = math.sqrt(d)
    return least


@compiled(inline="always")
def _fold(w, m):
    """The sum of w[:m], m >= 1, all terms >= 0, destroying w: ceil(log2 m) roundings deep."""
    while m > 8:
        half = (m + 1) // 2
        low, high = w[:half], w[half:m]
        for t in range(high.shape[0]):
            low[t] += high[t]
        m = half
    total = w[0]
    for t in range(1, m):
        total += w[t]
    return total


@compiled(inline="always")
def _corrected(x, z):
    """(ln x, size of the step) from a proposal z: error at most LOG + step**2 + u ln x."""
    step = x * _decay(z) - 1.0
    return z + step, abs(step)


@compiled()
def corrected(x, z):
    """`_corrected`, for tests: a wrong proposal shows in the step, never in the claim."""
    return _corrected(x, z)


@compiled(inline="always")
def _log(x):
    """(ln x, size of the step) for 1 <= x <= exp(FAR): libm proposes, `_corrected` proves."""
    return _corrected(x, math.log(x))


@compiled(inline="always")
def _edge(least, c, far):
    """The affinity at which a weight has come down to exp(-c) + least, roughly (a guess)."""
    s = math.log1p(least / far) / c if c < 100.0 else 1.0 + math.log(least) / c  # s = 1 - H
    s = min(s, 1.0)
    return min(max(s * (2.0 - s), EDGE), 1.0 - 2.0**-40)


@compiled(inline="always")
def _window(i, lo, hi, edge, fh, fe, gh, ge):
    """(lo, hi): the outputs whose affinity with i is above `edge`, from a guess of the two."""
    n = gh.shape[0] - 1
    lo, hi = min(lo, i), max(hi, i)
    while hi < n and _affinity(fh, fe, gh, ge, i, hi + 1) > edge:
        hi += 1
    while hi > i and _affinity(fh, fe, gh, ge, i, hi) < edge:
        hi -= 1
    while lo > 0 and _affinity(fh, fe, gh, ge, i, lo - 1) > edge:
        lo -= 1
    while lo < i and _affinity(fh, fe, gh, ge, i, lo) < edge:
        lo += 1
    return lo, hi


@compiled(inline="always")
def _whole_vectors(lo, hi, n):
    """(first, count): one more output on each side, and whole vectors if possible."""
    at = max(lo - 1, 0)
    return at, min((hi + 1 - at) // 8 * 8 + 8, n + 1 - at)


@compiled(inline="always")
def _exponents(i, at, m, ci, fh, fl, fe, gh, gl, ge, out):
    """out[t] = c H(i, at + t) for t < m, of which the one at i is not exactly 0."""
    f0, f1, f2 = fh[i + at : i + at + m], fl[i + at : i + at + m], fe[i + at : i + at + m]
    g0, g1, g2 = gh[at : at + m], gl[at : at + m], ge[at : at + m]
    for t in range(m):
        out[t] = ci * math.sqrt(
            _defect(f0[t], f1[t], f2[t], g0[t], g1[t], g2[t], gh[i], gl[i], ge[i])
        )


@compiled()
def line_rows(first, last, c, tolerance, fh, fl, fe, gh, gl, ge, log_sums, slack):
    """log_sums[i] = ln NL(i) for first <= i < last; slack[i] is its error beside row_error.

    slack holds the tail beyond the window and the square of the Newton step of the logarithm.
    The window is guessed so that the tail is `tolerance` small; the guess may be anything, for
    the tail is enclosed from the weights at its ends (H grows with |i - r|).
    """
    n = gh.shape[0] - 1
    w = np.empty(n + 8)
    lo, hi, total = first, first, 1.0
    for i in range(first, last):
        ci = c[i]
        far = _decay(ci)
        edge = _edge(tolerance * total / (n + 1), ci, far)
        lo, hi = _window(i, lo, hi, edge, fh, fe, gh, ge)
        at, m = _whole_vectors(lo, hi, n)
        _exponents(i, at, m, ci, fh, fl, fe, gh, gl, ge, w)
        for t in range(m):
            w[t] = _decay(w[t])
        w[i - at] = 1.0
        before, after = at, n + 1 - at - m
        outside = before * abs(w[0] - far) + after * abs(w[m - 1] - far)
        total = _fold(w, m) + (before + after) * far
        log_sums[i], step = _log(total)
        slack[i] = outside / total + step * step


@compiled()
def line_most(c, h, rel, rel_c, same, most):
    """most[i]: more than any loss of (i, i+1) or (i+1, i), at any output, without sums of rows.

    Returns half of the largest (c_i + c_(i+1)) h_i: about the least that the largest loss can be.
    """
    largest = 0.0
    for i in range(most.shape[0]):
        both = c[i] + c[i + 1]
        a = both * h[i]
        apart = 0.0 if same else abs(c[i + 1] - c[i]) + rel_c * both
        most[i] = (a + rel * a + apart) * SAFE
        largest = max(largest, a)
    return 0.5 * largest


@compiled()
def line_losses(
    summed, most, c, h, log_sums, slack, fixed, spread, log_size, rel, rel_c, same, lo, hi
):
    """Enclosures of the loss of (x, y) = (i, i+1) at 2i and of (i+1, i) at 2i + 1.

    lo is the loss at r = x, less its error; hi adds the most that another r can bring.  Where the
    two rows are not summed, both are what `line_most` says.
    """
    for i in range(summed.shape[0]):
        if not summed[i]:
            lo[2 * i] = lo[2 * i + 1] = -most[i]
            hi[2 * i] = hi[2 * i + 1] = most[i]
            continue
        ends = fixed + slack[i] + slack[i + 1]
        ends += spread * (2.0 * log_size - log_sums[i] - log_sums[i + 1])
        excess = 0.0 if same else rel_c * (c[i] + c[i + 1])
        for turn in range(2):
            x, y = i + turn, i + 1 - turn
            a = c[y] * h[i]
            b = log_sums[y] - log_sums[x]
            e = (ends + rel * a + ULP * (3.0 * a + 4.0 * abs(b))) * SAFE
            lo[2 * i + turn] = a + b - e
            hi[2 * i + turn] = a + b + e + max(0.0, (c[y] - c[x]) + excess) * SAFE


@compiled()
def line_peak(x, y, cx, cy, fh, fl, fe, gh, gl, ge):
    """(best, r, bound) for c_y H(y,r) - c_x H(x,r): what is seen, where, and what may be missed.

    best is the largest computed value over a window of r around x and the ends 0 and n; bound
    is the larger of best and c_y - c_x H(x, edge), which no other r can exceed.
    """
    n = gh.shape[0] - 1
    lo, hi = x, x
    while lo > 0 and _affinity(fh, fe, gh, ge, x, lo - 1) > EDGE:
        lo -= 1
    while hi < n and _affinity(fh, fe, gh, ge, x, hi + 1) > EDGE:
        hi += 1
    best, where, beyond = -math.inf, x, -math.inf
    for r in range(lo, hi + 1):
        p = 0.0 if r == x else cx * math.sqrt(_apart(x, r, fh, fl, fe, gh, gl, ge))
        q = 0.0 if r == y else cy * math.sqrt(_apart(y, r, fh, fl, fe, gh, gl, ge))
        if q - p > best:
            best, where = q - p, r
        if (r == lo and lo > 0) or (r == hi and hi < n):
            beyond = max(beyond, cy - p)
    for r in (0, n):
        if r < lo or r > hi:
            p, q = _affinity(fh, fe, gh, ge, x, r), _affinity(fh, fe, gh, ge, y, r)
            if max(p, q) < 2.0**-20:
                v = cy * math.sqrt(1.0 - q) - cx * math.sqrt(1.0 - p)
                if v > best:
                    best, where = v, r
    return best, where, max(best, beyond)
