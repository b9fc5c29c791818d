"""The drafts, transcribed a second time, naively: for tests only, independent of dpbi.

Nothing here is clever, certified or fast.  Numbers are mpmath floats of a private context with 75
digits, of which 60 are meant to be trusted; sizes for which that is so are small (n up to a few
dozen).  Parameters are ints, Fractions or decimal strings.  A dataset and an output are tuples of
counts: the released Dirichlet is prior + counts.  Line numbers are those of the files in drafts/.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from math import prod

from mpmath.ctx_mp import MPContext

mp = MPContext()  # private: the precision of the global mpmath context is nobody's business here
mp.dps = 75

Real = mp.mpf
Counts = tuple[int, ...]
Number = int | str | Fraction
Params = tuple[Number, ...]
Law = dict[Counts, Real]


def real(q: Number | Real) -> Real:
    """The exact rational q as an mpf; an mpf stays what it is."""
    if isinstance(q, mp.mpf):
        return q
    q = Fraction(q)
    return mp.mpf(q.numerator) / q.denominator


# Datasets and neighbours, from records ----------------------------------------------------------


def count(records: tuple[int, ...], k: int) -> Counts:
    """Delta alpha_i = sum_j [x_j = a_i].  tailoring line 111."""
    tally = Counter(records)
    return tuple(tally[i] for i in range(k))


def datasets(n: int, k: int) -> list[Counts]:
    """All count vectors of n records over k values: also the candidates R, as r - prior.

    R = {BI(y) : y in X^n}.  notes line 25; tailoring line 166 for k = 2.
    Ambiguous: notes line 57 wants R_B, integer parameters with sum n + 2.  Read: R_B = R, true for
    prior (1,1) only (and with parameters >= 1); for another prior BI(x) itself may be outside R_B.
    """
    return [count(s, k) for s in combinations_with_replacement(range(k), n)]


def replace_one(s: tuple[int, ...], t: tuple[int, ...]) -> bool:
    """Two record sequences differ in one place: the reading of adj taken everywhere here.

    The short drafts never define adj; notes line 37 writes |x', y'| <= 1.  Equal data sets count as
    adjacent if "at most one" is meant; that changes no maximum here.
    """
    return sum(a != b for a, b in zip(s, t, strict=True)) == 1


def adjacent_as_printed(s: tuple[int, ...], t: tuple[int, ...]) -> bool:
    """sum_i [x_i = x'_i] <= 1, literally: they AGREE in one place at most.  tailoring line 137."""
    return sum(a == b for a, b in zip(s, t, strict=True)) <= 1


def related_by_records(
    n: int, k: int, related: Callable[[tuple[int, ...], tuple[int, ...]], bool] = replace_one
) -> set[tuple[Counts, Counts]]:
    """Ordered pairs of distinct count vectors that some two related record sequences have.

    All pairs in {0..k-1}^n are tried: tiny n only.
    """
    sequences = list(product(range(k), repeat=n))
    pairs = {(count(s, k), count(t, k)) for s in sequences for t in sequences if related(s, t)}
    return {(x, y) for x, y in pairs if x != y}


@cache
def neighbours(x: Counts) -> list[Counts]:
    """The counts reached by replacing one record of one sequence with counts x.

    Which sequence does not matter: permuting the records permutes the results.
    """
    k = len(x)
    s = tuple(i for i, c in enumerate(x) for _ in range(c))
    found = {count((*s[:j], v, *s[j + 1 :]), k) for j in range(len(s)) for v in range(k)}
    return sorted(found - {x})


def hamming_by_records(x: Counts, y: Counts) -> int:
    """The least Hamming distance of two sequences with counts x and y.  Tiny n only.

    d is a distance of data sets (notes line 67, tailoring line 244, "Himming" in short-a line 18).
    LS depends on counts only, so the maximum over x' in X^n sees the least distance per count.
    """
    k = len(x)
    all_sequences = list(product(range(k), repeat=sum(x)))
    from_x = [s for s in all_sequences if count(s, k) == x]
    to_y = [t for t in all_sequences if count(t, k) == y]
    return min(sum(a != b for a, b in zip(s, t, strict=True)) for s in from_x for t in to_y)


@cache
def distances(x: Counts) -> dict[Counts, int]:
    """Number of single replacements from x to each dataset, by breadth-first search."""
    distance, frontier = {x: 0}, [x]
    while frontier:
        step = [(y, distance[z] + 1) for z in frontier for y in neighbours(z)]
        frontier = []
        for y, d in step:
            if y not in distance:
                distance[y] = d
                frontier.append(y)
    return distance


# Hellinger distance -----------------------------------------------------------------------------


def posterior(prior: Params, x: Counts) -> tuple[Fraction, ...]:
    """BI(x) = DirP(x, alpha) = alpha + Delta alpha.  tailoring lines 99 and 115, notes line 13."""
    return tuple(Fraction(a) + c for a, c in zip(prior, x, strict=True))


@cache
def hellinger(p: Params, q: Params) -> Real:
    """H = sqrt(1 - B((p+q)/2) / sqrt(B(p) B(q))).  tailoring lines 149, 250; short-a line 11."""
    a, b = tuple(map(Fraction, p)), tuple(map(Fraction, q))
    if a == b:
        return mp.mpf(0)  # 1 - BC would be rounding noise

    def log_beta(v: tuple[Fraction, ...]) -> Real:
        return mp.fsum(mp.loggamma(real(u)) for u in v) - mp.loggamma(real(sum(v)))

    mid = tuple((u + v) / 2 for u, v in zip(a, b, strict=True))
    return mp.sqrt(1 - mp.exp(log_beta(mid) - (log_beta(a) + log_beta(b)) / 2))


def hellinger_by_quadrature(prior: Params, x: Counts, y: Counts, printed: bool = False) -> Real:
    """H(BI(x), BI(y)) for k = 2 from sqrt(1 - integral of sqrt(f g)), f and g as Bayes says.

    f = likelihood * prior density / integral (tailoring line 83), likelihood theta^c (1-theta)^d
    (line 95).  Ambiguous: line 91 and notes line 11 print the prior density with exponents alpha,
    beta (printed=True); the posterior on line 99 and the formula for H on line 149 belong together
    for alpha - 1, beta - 1 only, as on line 105.  Read: alpha - 1.
    """
    shift = 0 if printed else 1
    e, f = ([real(u - shift) for u in posterior(prior, z)] for z in (x, y))
    middle = [(u + v) / 2 for u, v in zip(e, f, strict=True)]

    def integral(g: list[Real]) -> Real:
        # Folded at 1/2, so that both ends lie at 0 and 1 - theta never cancels.
        return mp.quad(
            lambda t: t ** g[0] * (1 - t) ** g[1] + (1 - t) ** g[0] * t ** g[1], [0, 0.5]
        )

    return mp.sqrt(1 - integral(middle) / mp.sqrt(integral(e) * integral(f)))


# Sensitivities ----------------------------------------------------------------------------------


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


# Exponential family -----------------------------------------------------------------------------


def exponential_law(prior: Params, x: Counts, rate: Real) -> Law:
    """Pr[r] = exp(-rate H(BI(x), r)) / NL(x) over the candidates r.  notes lines 33 and 83."""
    here = posterior(prior, x)
    weight = {
        r: mp.exp(-rate * hellinger(here, posterior(prior, r))) for r in datasets(sum(x), len(x))
    }
    total = mp.fsum(weight.values())
    return {r: w / total for r, w in weight.items()}


def ehd_law(prior: Params, x: Counts, epsilon: Number, gs: str = "true") -> Law:
    """rate = eps / (2 GS).  short-a Algorithm 4 (line 82), tailoring line 178, notes line 33.

    Ambiguous: GS is "true", the maximum ("the global sensitivity for x", line 81), or "printed",
    the constant of line 13.
    """
    sensitivity = {
        "true": lambda: global_sensitivity(prior, sum(x)),
        "printed": printed_global_sensitivity,
    }[gs]()
    return exponential_law(prior, x, real(epsilon) / (2 * sensitivity))


def ehdl_law(prior: Params, x: Counts, epsilon: Number) -> Law:
    """rate = eps / (2 LS(x)).  short-a Algorithm 5 (line 96), tailoring line 190, notes line 45."""
    return exponential_law(prior, x, real(epsilon) / (2 * local_sensitivity(prior, x)))


def ehds_law(prior: Params, x: Counts, epsilon: Number, gamma: Number) -> Law:
    """rate = eps / (2 (1 + gamma) S(x)), S harmonic.  short-a Algorithm 6 (line 110)."""
    s = smooth_harmonic(prior, x, gamma)
    return exponential_law(prior, x, real(epsilon) / (2 * (1 + real(gamma)) * s))


def ehds_4s_law(prior: Params, x: Counts, epsilon: Number, gamma: Number) -> Law:
    """rate = eps / (4 S(x)), S harmonic with any gamma.  short-b Algorithm 5 (line 99)."""
    return exponential_law(prior, x, real(epsilon) / (4 * smooth_harmonic(prior, x, gamma)))


def mh_law(prior: Params, x: Counts, epsilon: Number, gamma: Number = 1) -> Law:
    """rate = eps / (2 S(x)), S harmonic, gamma = 1.  tailoring Definition 6, line 685."""
    return exponential_law(prior, x, real(epsilon) / (2 * smooth_harmonic(prior, x, gamma)))


def mh_exp_law(
    prior: Params, x: Counts, epsilon: Number, beta: Number | Real, smooth: str = "all"
) -> Law:
    """rate = eps / (2 S(x)), S exponential.  tailoring Definition 3 (line 238), notes line 61.

    beta: free in tailoring (its gamma), smoothing(eps, delta, n + 1) in notes.  smooth: "all" or
    "adjacent" (see _within), or "printed" for the formula of notes line 65, which is EHDL.
    """
    if smooth == "printed":
        s = smooth_as_notes_print(prior, x, beta)
    else:
        s = smooth_exponential(prior, x, beta, smooth)
    return exponential_law(prior, x, real(epsilon) / (2 * s))


def mh_s_law(
    prior: Params, x: Counts, epsilon: Number, gamma: Number = 1, beta: Number | Real | None = None
) -> Law:
    """rate = eps / S(x).  tailoring line 783, notes line 188.

    Ambiguous: S is harmonic with gamma = 1 by the last definition before tailoring 6.2 (line 687);
    notes 4.4 has S_beta only, and delta in the captions of tailoring's figures points to it too:
    give beta for that.  NL_x is read as the sum that makes this a law; with NL of the definition
    (notes line 83, rate eps / (2 S)) the numbers sum to less than 1.
    """
    s = smooth_harmonic(prior, x, gamma) if beta is None else smooth_exponential(prior, x, beta)
    return exponential_law(prior, x, real(epsilon) / s)


# Laplace family ---------------------------------------------------------------------------------
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
    raise ValueError(f"variant {variant!r} is none of written, rest, all, theorem")


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


# Privacy ----------------------------------------------------------------------------------------


def max_divergence(p: Law, q: Law) -> tuple[Real, Counts]:
    """max over outputs r of ln p(r) - ln q(r), and the r.  tailoring Definition 1, <= for its =."""

    def loss(r: Counts) -> Real:
        return mp.log(p[r]) - mp.log(q[r]) if q.get(r, 0) else mp.inf

    return max((loss(r), r) for r in p if p[r])


def delta(p: Law, q: Law, eps0: Number | Real) -> Real:
    """max over events of p(E) - e^eps0 q(E): the sum of the positive parts.  tailoring Def. 2."""
    factor = mp.exp(real(eps0))
    return mp.fsum(max(mp.mpf(0), p[r] - factor * q.get(r, 0)) for r in p)


def total_variation(p: Law, q: Law) -> Real:
    """Half the l1 distance of two laws."""
    return mp.fsum(abs(p.get(r, 0) - q.get(r, 0)) for r in p.keys() | q.keys()) / 2


def renyi(p: Law, q: Law, order: Number) -> Real:
    """ln(sum of p^a q^(1-a)) / (a - 1), order a > 0, a != 1."""
    a = real(order)
    return mp.log(mp.fsum(p[r] ** a * q[r] ** (1 - a) for r in p)) / (a - 1)


def ordered_pairs(n: int, k: int) -> list[tuple[Counts, Counts]]:
    """Every dataset with every neighbour, both ways round."""
    return [(x, y) for x in datasets(n, k) for y in neighbours(x)]


def privacy_loss(
    law: Callable[[Counts], Law], n: int, k: int
) -> tuple[Real, Counts, Counts, Counts]:
    """The true epsilon over every ordered neighbouring pair and output: loss, x, y, r."""
    laws = {x: law(x) for x in datasets(n, k)}
    loss, r, x, y = max((*max_divergence(laws[x], laws[y]), x, y) for x, y in ordered_pairs(n, k))
    return loss, x, y, r


def privacy_delta(
    law: Callable[[Counts], Law], n: int, k: int, eps0: Number | Real
) -> tuple[Real, Counts, Counts]:
    """The true delta at eps0 over every ordered neighbouring pair: delta, x, y."""
    laws = {x: law(x) for x in datasets(n, k)}
    return max((delta(laws[x], laws[y], eps0), x, y) for x, y in ordered_pairs(n, k))
