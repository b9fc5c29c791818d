"""Sensitivities, by their definitions."""

from collections.abc import Iterator
from functools import cache

from oracle.distance import hellinger, posterior
from oracle.records import datasets, distances, neighbours
from oracle.values import Counts, Number, Params, Real, mp, real


@cache
def local_sensitivity(prior: Params, x: Counts) -> Real:
    """LS(x) = max over x' adjacent to x and r in R of |H(BI(x), r) - H(BI(x'), r)|.

    short-a line 16, short-b line 18.  notes line 49 lost one bar (a signed maximum is the same
    number, r = BI(x')); tailoring lines 194 and 805 print x' twice, which is 0.  Read: as short-a.
    """
    here = posterior(prior, x)
    there = [posterior(prior, y) for y in neighbours(x)]
    candidates = [posterior(prior, r) for r in datasets(sum(x), len(x))]
    return max(abs(hellinger(here, r) - hellinger(p, r)) for p in there for r in candidates)


@cache
def global_sensitivity(prior: Params, n: int) -> Real:
    """GS = max over x of LS(x).  notes line 37, tailoring line 182."""
    return max(local_sensitivity(prior, x) for x in datasets(n, len(prior)))


def printed_global_sensitivity() -> Real:
    """GS = sqrt(1 - pi/4).  short-a line 13, short-b line 15."""
    return mp.sqrt(1 - mp.pi / 4)


def _within(x: Counts, over: str) -> Iterator[tuple[Counts, int]]:
    """The x' of a smooth sensitivity with d(x, x'): "all" of X^n, or those "adjacent" and x.

    tailoring line 252 lets x' range over the data sets adjacent to x in the Dirichlet case; line
    242 (k = 2) and the short drafts range over all.  Read: all, for every k.
    """
    reach = {"all": sum(x), "adjacent": 1}[over]
    return ((y, d) for y, d in distances(x).items() if d <= reach)


def smooth_harmonic(prior: Params, x: Counts, gamma: Number, over: str = "all") -> Real:
    """S(x) = max over x' of 1 / (1/LS(x') + gamma d(x, x')).  tailoring line 656; short-a 18."""
    g = real(gamma)
    return max(1 / (1 / local_sensitivity(prior, y) + g * d) for y, d in _within(x, over))


def smooth_exponential(prior: Params, x: Counts, beta: Number | Real, over: str = "all") -> Real:
    """S(x) = max over x' of LS(x') e^(-beta d(x, x')).  tailoring (1) line 242 (there: gamma)."""
    b = real(beta)
    return max(local_sensitivity(prior, y) * mp.exp(-b * d) for y, d in _within(x, over))


def smooth_as_notes_print(prior: Params, x: Counts, beta: Number | Real) -> Real:
    """S = max(LS(x), max over y != x of LS(x) e^(-beta d(x, y))): x in both.  notes line 65.

    Equal to LS(x) when beta >= 0.  The meaning, LS(y) in the second place, is smooth_exponential.
    """
    ls, b = local_sensitivity(prior, x), real(beta)
    return max(ls, *(ls * mp.exp(-b * d) for y, d in distances(x).items() if y != x))


def smoothing(epsilon: Number, delta: Number, size: int) -> Real:
    """beta = ln(1 - eps / (2 ln(delta / (2 size)))).  notes line 75.

    size = n + 1 as printed there, which is |R| for k = 2 (line 124); the numbers in the captions of
    lines 210 and 220 come from size = n.  For k >= 3 size = |R| = C(n+k-1, k-1) is the analogue.
    """
    return mp.log(1 - real(epsilon) / (2 * mp.log(real(delta) / (2 * size))))
