"""Laws as polynomials in q, each up to a factor that is the same for every dataset."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dpbi.numbers.polynomial import Polynomial, Q, polynomial

ONE, ZERO = polynomial(1), polynomial(0)


def clamped_two_sided(x: int, lower: int, upper: int) -> dict[int, Polynomial]:
    """(1+q) Pr[clamp(x + Z, lower, upper) = r] with Pr[Z = z] = (1-q) q^|z| / (1+q).

    x lies within the bounds.  Pr[Z >= d] = q^d / (1+q) for d >= 0, which gives the two ends.
    """
    if lower == upper:
        return {lower: 1 + Q}
    inner = {r: (1 - Q) * Q ** abs(r - x) for r in range(lower + 1, upper)}
    return {lower: Q ** (x - lower), **inner, upper: Q ** (upper - x)}


def folded_two_sided(x: int, twice_lower: int, twice_upper: int) -> dict[int, Polynomial]:
    """The same noise, but reflected at the bounds (multiples of 1/2, given twice) until inside.

    Folded onto r are r + P k and 2 lower - r + P k for all integers k, with P = 2 (upper - lower):
    two classes of integers, or one where r is a bound.  The class at offset d in 0 .. P-1 from x
    has sum of q^|d + P k| = (q^d + q^(P-d)) / (1 - q^P).
    """
    period = twice_upper - twice_lower
    law = {}
    for r in range(-(-twice_lower // 2), twice_upper // 2 + 1):
        offsets = {(r - x) % period, (twice_lower - r - x) % period}
        law[r] = sum((Q**d + Q ** (period - d) for d in offsets), ZERO)
    return law


def permute_and_flip(weights: Sequence[Polynomial]) -> list[Polynomial]:
    """The probabilities of permute-and-flip; the weights are in (0, 1], one of them is 1.

    Candidates come in random order, each is taken with its weight, the first taken wins.  All of a
    set S of others comes before candidate i with probability 1/(|S|+1), so

        Pr[i] = w_i sum over S of (-1)^|S| (product of w over S) / (|S|+1),

    in which elementary symmetric polynomials stand for the sums over sets of one size.  The
    mechanism is McKenna and Sheldon's (2020, Algorithm 1).
    """
    symmetric = [ONE]
    for w in weights:
        symmetric = [a + b * w for a, b in zip([*symmetric, ZERO], [ZERO, *symmetric], strict=True)]
    return [w * _over_sets_without(w, symmetric) for w in weights]


def _over_sets_without(w: Polynomial, symmetric: Sequence[Polynomial]) -> Polynomial:
    """Sum of (-1)^m e_m / (m+1), where e_m = symmetric_m - w e_(m-1) leaves w out."""
    e = total = ONE
    for m in range(1, len(symmetric) - 1):
        e = symmetric[m] - w * e
        total += e * polynomial(Fraction((-1) ** m, m + 1))
    return total


def noisy_max(gaps: Sequence[int], *, two_sided: bool) -> list[Polynomial]:
    """Report noisy max with geometric noise, up to a common factor; a tie goes to the first.

    Score i lies gaps_i below the best, which is 0.  One-sided noise has Pr[z] = (1-q) q^z, z >= 0;
    two-sided has Pr[z] = (1-q) q^|z| / (1+q).  Summed over the winning value v: one by one from the
    least score up to 0; above it the distribution functions are 1 - (..) q^v, whose product is
    expanded in powers of q^v; below the least score they are powers of q.
    """
    k, least = len(gaps), -max(gaps)
    common = ONE
    for m in range(1, k + 1):
        common *= 1 - Q**m
    law = []
    for i in range(k):
        middle = sum((_winning(gaps, i, v, two_sided=two_sided) for v in range(least, 1)), ZERO)
        total = middle * common + _above(gaps, i, common, two_sided=two_sided)
        if two_sided:  # v = least - 1 - u: q^(sum of s_j - v, one more for each j < i)
            start = sum(-g - (least - 1) for g in gaps) + i
            total += (1 - Q) * Q**start * (common // (1 - Q**k))
        law.append(total)
    return law


def _winning(gaps: Sequence[int], i: int, v: int, *, two_sided: bool) -> Polynomial:
    """Pr[candidate i wins with value v], times (1+q)^k if two-sided."""
    z = v + gaps[i]
    if z < 0 and not two_sided:
        return ZERO
    product = (1 - Q) * Q ** abs(z)
    for j, g in enumerate(gaps):
        if j != i:
            product *= _at_most(v + g - (j < i), two_sided=two_sided)
    return product


def _at_most(m: int, *, two_sided: bool) -> Polynomial:
    """Pr[noise <= m], times 1+q if two-sided."""
    if m >= 0:
        return (1 + Q if two_sided else ONE) - Q ** (m + 1)
    return Q**-m if two_sided else ZERO


def _above(gaps: Sequence[int], i: int, common: Polynomial, *, two_sided: bool) -> Polynomial:
    """Sum of `_winning` over v >= 1, times `common`."""
    in_y = [ONE]  # coefficients of powers of y = q^v
    for j, g in enumerate(gaps):
        if j != i:
            constant, slope = 1 + Q if two_sided else ONE, Q ** (g + (j > i))
            in_y = [
                a * constant - b * slope for a, b in zip([*in_y, ZERO], [ZERO, *in_y], strict=True)
            ]
    total = ZERO
    for m, c in enumerate(in_y, start=1):
        total += c * Q**m * (common // (1 - Q**m))
    return (1 - Q) * Q ** gaps[i] * total
