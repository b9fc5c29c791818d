"""The laws of the Laplace family."""

from fractions import Fraction
from itertools import pairwise, product
from math import prod

from oracle.distance import posterior
from oracle.values import Counts, Law, Number, Params, Real, mp, real

# The second argument of Lap and of L is a scale, tailoring line 135: "mean mu and scale nu".


def laplace_mass(low: Real, high: Real, scale: Number) -> Real:
    """P(low <= Y < high), Y ~ Lap(scale), from F(t) = e^(t/b)/2 for t < 0, 1 - e^(-t/b)/2 above."""
    b = real(scale)

    def cdf(t: Real) -> Real:
        return mp.exp(t / b) / 2 if t < 0 else 1 - mp.exp(-t / b) / 2

    return cdf(-low) - cdf(-high) if low >= 0 else cdf(high) - cdf(low)  # symmetric, no 1 - 1


def clamped_floor(c: int, n: int, scale: Number) -> list[Real]:
    """P(floor(c + Y) truncated into [0, n] = j), j = 0..n.  tailoring lines 202-208.

    "the floor value and truncating into [0, n]"; n is an integer, so the order is irrelevant.
    Line 224 prints |.| for the floor: read as a floor.
    """
    low = [-mp.inf] + [mp.mpf(j - c) for j in range(1, n + 1)]  # output 0 takes the lower tail
    return [laplace_mass(a, b, scale) for a, b in zip(low, [*low[1:], mp.inf], strict=True)]


def clamped_floor_by_quadrature(c: int, n: int, scale: Number) -> list[Real]:
    """The same, by integrating e^(-|y|/b)/(2b) over unit steps of y and sorting by outcome."""
    b, mass = real(scale), [mp.mpf(0)] * (n + 1)
    ends = [-mp.inf, *range(-n - 1, n + 2), mp.inf]
    for a, z in pairwise(ends):
        inside = z - 1 if a == -mp.inf else a  # floor(c + y) at one y of the step
        j = min(max(c + int(inside), 0), n)
        mass[j] += mp.quad(lambda y: mp.exp(-abs(y) / b) / (2 * b), [a, z])
    return mass


def independent_law(x: Counts, n: int, scale: Number) -> Law:
    """Every coordinate of x noised on its own, floored and clamped to [0, n]."""
    p = [clamped_floor(c, n, scale) for c in x]
    return {
        r: prod((p[i][j] for i, j in enumerate(r)), start=mp.mpf(1))
        for r in product(range(n + 1), repeat=len(x))
    }


def rest_law(x: Counts, scale: Number, fresh: bool = False) -> Law:
    """First k-1 coordinates noised; the last is n minus their sum, clamped.  tailoring line 206.

    Ambiguous: the last line of LSDim and LSHist uses eta_i, which the loop never names (short-a
    line 49 has no eta at all, line 66 and short-b line 35 have eta).  Read: the noise already
    drawn, so the last coordinate is computed from the others.  fresh=True: noise drawn again.
    """
    n = sum(x)
    first = independent_law(x[:-1], n, scale)

    def last(r: Counts) -> int:
        return min(max(n - sum(r), 0), n)

    if not fresh:
        return {(*r, last(r)): p for r, p in first.items()}
    again = [mp.fsum(p for r, p in first.items() if last(r) == j) for j in range(n + 1)]
    return {(*r, j): p * again[j] for r, p in first.items() for j in range(n + 1)}


def laplace_law(x: Counts, epsilon: Number, sensitivity: str = "l1") -> Law:
    """rest_law with scale Delta BI / eps.  tailoring 4.1.3, lines 202-216.

    Ambiguous for k >= 3: "l1" is Delta BI = 2, the maximum of line 214 (written for {0,1}^n) over
    X^n, and then laplace = laplace-improved; "dimension" is Delta BI = k, "proportional to the
    dimensionality" (line 216), equal to 2 at k = 2, and then laplace = LSDim.
    """
    delta_bi = {"l1": 2, "dimension": len(x)}[sensitivity]
    return rest_law(x, delta_bi / Fraction(epsilon))


def laplace_improved_law(x: Counts, epsilon: Number) -> Law:
    """rest_law with scale 1/eps for k = 2, 2/eps for k >= 3.  tailoring 4.1.4, lines 226 and 230.

    Ambiguous: line 773 says sensitivity 2 where k is not named.  Read: as in 4.1.4.
    """
    return rest_law(x, (1 if len(x) == 2 else 2) / Fraction(epsilon))


def lszhang_law(x: Counts, epsilon: Number, variant: str = "written") -> Law:
    """Scale 2k/eps.  short-a Algorithm 1, lines 28-33.

    "written": the loop ends at k-1 and the last coordinate stays the 0 it was initialised to, the
    PARAMETER 0, no Dirichlet; being constant, it is left out: outputs are (k-1)-tuples.
    "rest": last from the clamped rest, as LSDim does.  "all": k independent noises, scale 2k/eps.
    "theorem": k independent noises, scale 2/eps: what Theorem 4.5 (line 205) needs at k = 2.
    """
    n, wide = sum(x), 2 * len(x) / Fraction(epsilon)
    match variant:
        case "written":
            return independent_law(x[:-1], n, wide)
        case "rest":
            return rest_law(x, wide)
        case "all":
            return independent_law(x, n, wide)
        case "theorem":
            return independent_law(x, n, 2 / Fraction(epsilon))
    raise ValueError(f"variant {variant!r} is not one of written, rest, all, theorem")


def lsdim_law(x: Counts, epsilon: Number, fresh: bool = False) -> Law:
    """rest_law with scale k/eps.  short-a Algorithm 2 (lines 45-51), short-b Algorithm 1."""
    return rest_law(x, len(x) / Fraction(epsilon), fresh)


def lshist_law(x: Counts, epsilon: Number, fresh: bool = False) -> Law:
    """rest_law with scale 1/eps for k = 2, 2/eps otherwise.  short-a Algorithm 3 (lines 61-69)."""
    return rest_law(x, (1 if len(x) == 2 else 2) / Fraction(epsilon), fresh)


def two_counts_scale(epsilon: Number, reading: str) -> Fraction:
    """The scale of Lap(eps/2) in lproof line 21: 2/eps if eps/2 is a "rate", eps/2 if a "scale".

    The displays of lines 23 and 27 decay like exp(-s eps/2): "rate".  Every other draft writes
    scales.
    """
    return {"rate": 2 / Fraction(epsilon), "scale": Fraction(epsilon) / 2}[reading]


def two_counts_density(
    prior: Params, x: Counts, released: Params, epsilon: Number, reading: str = "rate"
) -> Real:
    """Density of <alpha_0 + k*, beta_0 + l*> at S = released.  lproof lines 21-23, repaired.

    Line 23 has alpha_0 - k_1 for S_1 - alpha_0 - k_1, no absolute values, no constant, and calls a
    density a probability.  Read: the product of two Laplace densities.
    """
    b = real(two_counts_scale(epsilon, reading))
    gaps = [abs(real(s) - real(c)) for s, c in zip(released, posterior(prior, x), strict=True)]
    return prod((mp.exp(-g / b) / (2 * b) for g in gaps), start=mp.mpf(1))


def two_counts_loss(x: Counts, y: Counts, epsilon: Number, reading: str = "rate") -> Real:
    """sup over S of ln f_x(S) - ln f_y(S).  lproof line 31 (which has = for <=).

    In each coordinate the log ratio is linear between the two centres and constant outside, so the
    supremum is at one of four corners.  The prior shifts both, and is taken to be 0.
    """
    zero = (0,) * len(x)
    corners = product(*zip(x, y, strict=True))
    return max(
        mp.log(two_counts_density(zero, x, s, epsilon, reading))
        - mp.log(two_counts_density(zero, y, s, epsilon, reading))
        for s in corners
    )
