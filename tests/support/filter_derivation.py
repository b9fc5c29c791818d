"""The error constants once more, from the operations themselves, in exact rational arithmetic.

`Small` is a running error analysis of one number: a bound of its size and of its error.  The lists
of operations below follow the kernels line by line and know nothing of dpbi.privacy.filter.problem.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction as Q
from math import factorial

from dpbi.privacy.filter import kernels

U = Q(1, 2**53)


@dataclass(frozen=True)
class Small:
    """A computed number of absolute value at most `size`, within `error` of its true value."""

    size: Q
    error: Q = Q(0)

    def __mul__(self, other):
        size = self.size * other.size
        error = self.size * other.error + other.size * self.error + self.error * other.error
        return Small(size * (1 + U), error + U * size)

    def __add__(self, other):
        size = self.size + other.size
        return Small(size * (1 + U), self.error + other.error + U * size)


def fma(a, b, c):
    size = a.size * b.size + c.size
    error = a.size * b.error + b.size * a.error + a.error * b.error + c.error
    return Small(size * (1 + U), error + U * size)


ONE = Small(Q(1))
EXACT_LOW = Small(U)  # fma(x, y, -fl(x y)) for |x y| <= 1: exact


def step():
    """kernels._step relative to its leading product: (hi + lo) (alpha + shift)."""
    tail = Small(U) + Small(U, U * U)  # TwoSum's exact error, then al, known to u^2
    lo = Small(U)
    e = EXACT_LOW + fma(lo, ONE, ONE * Small(tail.size, tail.error))
    return e.error + lo.size * tail.size


def product():
    """F = A B in kernels.affinity_tables."""
    lo = Small(U)
    e = EXACT_LOW + fma(lo, ONE, ONE * lo)
    return e.error + lo.size**2, e.size


def rsqrt(low):
    """G = F**(-1/2) with a residual, for |fl| <= low |fh|; (relative error, size of gl)."""
    y2 = 1 + 4 * U + 20 * U * U  # fl(1 / fl(sqrt x)) is within 2u: x y^2 within 4u of 1
    inner = fma(Small(y2), Small(low), fma(Small(U * y2), ONE, Small(U * y2)))
    neglected = U * y2 * low
    size = (y2 - 1 + low * y2) * (1 + 9 * U)  # of 1 - (x + xl) y^2, whatever the way it is found
    error = inner.error + neglected + U * size  # 1 - p is exact: p lies in [1/2, 2]
    error = error / 2 + U * size / 2  # times y / 2
    return error + Q(3, 8) * size**2 * Q(101, 100), size / 2 * (1 + U)


def affinity(low, gl):
    """The product of three pairs in kernels._defect; (relative error, size of the low part)."""
    first = fma(Small(low), ONE, fma(ONE, Small(gl), EXACT_LOW))
    lost = low * gl
    second = fma(Small(first.size), ONE, fma(ONE, Small(gl), EXACT_LOW))
    return first.error + lost + second.error + first.size * gl, second.size


def defect(share, low):
    """1 - BC: one rounding when BC >= 1/2; below, 1 - q rounds too, and 1 - BC is no smaller
    than 1 - q by more than the low part."""
    first = U * (1 + 4 * low)
    return (1 + first) * (1 + U) - 1 + share * (1 + 4 * U)


def square_root(relative):
    """sqrt of a number with a relative error: half of it, its square, and one rounding."""
    return (1 + relative / 2 + relative**2) * (1 + U) - 1


def horner(k):
    """H^2 for k categories beside the tables' own error: rho_j = fl(1 - d_j) one rounding each,
    k - 3 products of them, one fused operation a level.  The longest path of one term."""
    rounded = (k - 1) + max(k - 3, 0) + 2
    return (1 + U) ** rounded - 1


REACH = Q(3549, 10240)  # a little more than ln(2) / 2


def half_ulp(size):
    """Largest rounding error of a result of absolute value at most `size`."""
    power = Q(2) ** -60
    while power * 2 <= size:
        power *= 2
    return power * U


def shifted(polynomial, to):
    """The coefficients of polynomial(to + s) in powers of s."""
    out = [Q(0)]
    for c in reversed(polynomial):
        out = [a * to + b for a, b in zip([*out, Q(0)], [Q(0), *out], strict=True)]
        out[0] += c
    return out


def exponential(cells=32):
    """kernels._decay: truncation, reduction, rounding; the worst cell of |r| <= ln(2)/2."""
    inner = [Q(getattr(kernels, f"E{j}")) for j in range(10)]
    coefficients = [Q(1), Q(1), *inner]
    gap = [(coefficients[j] if j < 12 else 0) - Q(1, factorial(j)) for j in range(24)]
    worst = Q(0)
    for cell in range(-cells, cells):
        low, high = REACH * cell / cells, REACH * (cell + 1) / cells
        size, middle = max(abs(low), abs(high)), (low + high) / 2
        width = (high - low) / 2
        truncation = sum(abs(g) * width**j for j, g in enumerate(shifted(gap, middle)))
        truncation += 2 * REACH**24 / factorial(24)
        value = [coefficients[11], coefficients[11]]
        error = Q(0)
        for c in reversed(coefficients[:11]):
            ends = [v * r for v in value for r in (low, high)]
            value = [c + min(ends), c + max(ends)]
            error = error * size + half_ulp(max(abs(v) for v in value) * (1 + 4 * U))
        reduction = half_ulp(Q(7, 20)) * 2 + Q(1011) / 2**110  # |ln 2 - hi - lo| < 2^-110
        least = 1 + low + low**2 / 2 + low**3 / 6  # below exp(low)
        worst = max(worst, (truncation + error) / least * (1 + 4 * U) + reduction * (1 + U))
    return worst


def logarithm(exp_error):
    """kernels._log: x exp(-z) - 1, one product and an (almost) exact subtraction."""
    return (exp_error + U) * (1 + U) + U * Q(1, 2**20)


def derived():
    """{name of the constant: what its operations prove}."""
    prod, low = product()
    root, gl = rsqrt(low)
    aff, low_part = affinity(low, gl)
    share = U / 32
    d = defect(share, low_part)
    e = exponential()
    one = U
    return {
        "U": U,
        "UU": U * U,
        "SEED": U * U,
        "STEP": step(),
        "PRODUCT": prod,
        "RSQRT": root,
        "AFFINITY": aff,
        "TABLE_SHARE": share,
        "DEFECT": d,
        "DISTANCE": square_root(d),
        "HORNER": (horner(4) + U) / 4,
        "EXP": e,
        "LOG": logarithm(e),
        "RATIO": one,
        "RECIPROCAL": one,
        "STRENGTH": one,
        "CANDIDATE": (1 + U) ** 3 - 1,  # gamma, gamma d, the fused sum
        "EXCESS": (1 + U) ** 7 - 1,  # e^eps (2), two sums, 1 - e, times q, times k
        "SUM_EXTRA": (1 + U) ** 9 - 1,  # seven last terms, count times far, the final sum
    }


def unsummed_pair(e_c, spread):
    """kernels.line_most: how much more than computed (c_x + c_y) h + |c_x - c_y| can be.

    Before it is multiplied by SAFE.  c errs by e_c relative to what is computed, h by DISTANCE of
    what it is; every operation rounds once.
    """
    h = 1 / (1 - derived()["DISTANCE"])
    rounded = 1 / (1 - U) ** 7  # c + c, its two products, their two sums; c - c; the last product
    return max((1 + e_c) * h / (1 + spread), Q(1)) * rounded
