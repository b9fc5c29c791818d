"""The error constants of the fast path, and how they add up.  Every one is derived in BOUNDS.md.

U is the unit roundoff of double precision; each constant is a proven bound, rounded up.  The
tests derive each again in exact arithmetic and turn red when one is made a thousand times smaller.
"""

from __future__ import annotations

import math

U = 2.0**-53
UU = U * U

# Pairs (double-double), relative errors.
SEED = 1.0 * UU  # a ball rounded to a pair
STEP = 15.0 * UU  # one factor alpha + j/2 of a gamma product
PRODUCT = 8.0 * UU  # a pair times a pair
RSQRT = 32.0 * UU  # one Newton step from a double to F**(-1/2)
AFFINITY = 80.0 * UU  # the product of three pairs, before 1 - BC

# Doubles, relative errors.
TABLE_SHARE = U / 32  # what the tables may add to 1 - BC; more is refused
DEFECT = 2.125 * U  # 1 - BC
DISTANCE = 2.125 * U  # its square root, H (k = 2)
HORNER = 2.0 * U  # per category, H**2 from per-category tables (k >= 3), less one U
EXP = 2.25 * U  # exp(-t)
LOG = 3.5 * U  # ln x, beside U ln x and the square of the Newton step
RATIO = 1.0 * U  # a rational, or a ball, rounded to a double
RECIPROCAL = 1.0 * U  # 1 / LS
STRENGTH = 1.0 * U  # the product c = (epsilon / factor) (1 / S)
CANDIDATE = 3.25 * U  # 1/LS(y) + gamma d, from a rounded 1/LS
SUM_EXTRA = 10.0 * U  # the last eight terms, the tail added: beside U ceil(log2 N)
EXCESS = 8.0 * U  # a term of a sum over a pair, beside its weights and their sums
SAFE = 1.0 + 2.0**-30  # what rounding can take from a bound while it is being added up


def table_error(n: int) -> float:
    """Relative error of BC before it is subtracted from 1, for tables of 2n + 1 entries."""
    return SAFE * (2 * (2 * SEED + n * STEP + PRODUCT) + 2 * RSQRT + AFFINITY)


def distance_error(k: int) -> float:
    """Relative error of H for k categories, given that the tables keep their TABLE_SHARE."""
    if k == 2:
        return DISTANCE
    return SAFE * ((DEFECT + k * HORNER - U) / 2 + U)


def candidate_error(beta_reach: float, beta_error: float) -> float:
    """Relative error of 1/LS(y) exp(beta d) with beta d <= beta_reach, beta to beta_error."""
    grown = beta_reach * (beta_error + 2 * RATIO)
    return SAFE * (grown * (1 + grown) + EXP + 2 * U)  # exp(g) - 1 <= g (1 + g) for g <= 1


def switch_error(candidate: float) -> float:
    """How far the two sweeps may stay above the least candidate (see arithmetic.smoothed_line)."""
    return SAFE * (2 * candidate * (1 + candidate) + 3 * U)


def strength_error(k: int, sensitivity: str, candidate: float) -> float:
    """Relative error of c_x."""
    if sensitivity == "printed":
        return RATIO
    error = distance_error(k) + RECIPROCAL + RATIO + STRENGTH
    if sensitivity in ("harmonic", "exponential"):
        error += candidate + switch_error(candidate)
        error *= 1 + 8 * candidate  # products of these errors: a candidate may err by 2**-20
    return SAFE * error


def sum_error(size: int) -> float:
    """Relative error of a sum of `size` terms >= 0, by halves, and of a product with it."""
    depth = math.ceil(math.log2(size)) if size > 1 else 0
    return SAFE * (depth * U + SUM_EXTRA)


def row_error(size: int) -> float:
    """Error of ln NL over `size` outputs beside `spread_error`, the tail and the Newton step."""
    return SAFE * (EXP + sum_error(size) + LOG + U * math.log(size))


def spread_error(k: int, strength: float) -> float:
    """Relative error of an exponent c H.

    ln NL moves by this much times the mean exponent, which is at most ln(size) - ln NL.
    """
    return SAFE * (strength + distance_error(k) + U)


def law_error(size: int) -> float:
    """Relative error of a probability beside the tail and the errors of the exponents."""
    return SAFE * (EXP + row_error(size) + EXCESS)
