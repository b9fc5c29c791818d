"""The mechanisms on which testers and provers of privacy try their tools, as programs.

Sources:
  D   Ding, Wang, Wang, Zhang, Kifer 2018, "Detecting violations of differential privacy" (StatDP)
  L   Lyu, Su, Li 2017, "Understanding the sparse vector technique"
  W   Wang, Ding, Kifer, Zhang 2020 (CheckDP) and Wang, Ding, Wang, Kifer, Zhang 2019 (ShadowDP)
  R   Erlingsson, Pihur, Korolova 2014 (RAPPOR)
  B   Bichsel, Steffen, Bogunovic, Vechev 2021 (DP-Sniper), who ran both tools

All claim epsilon = 1/10, as in B.  Datasets are the answers to queries, of which each may change by
1 between neighbours, or one of them in the histograms; the pairs are those that D and B try: all
answers 1, beside a pattern.  Noise that a paper leaves unrounded is rounded down to an integer.
"""

import math
from fractions import Fraction

import dpbi

EPSILON = Fraction(1, 10)
HALF = EPSILON / 2


def pairs(n, *, one):
    """All answers 1, beside the patterns that D and B try; `one`: one answer changes."""
    ones, most = (1,) * n, n // 2
    patterns = [(0, *ones[1:]), (2, *ones[1:])]
    if not one:
        patterns += [(2,) + (0,) * (n - 1), (0,) + (2,) * (n - 1)]
        patterns += [(2,) * most + (0,) * (n - most), (2,) * n, (0,) * n]
    return [(ones, other) for other in patterns]


def published(n, *, one=False, epsilon=EPSILON):
    """A decorator: a mechanism of n answers that claims epsilon."""
    tried = pairs(n, one=one)
    datasets = dict.fromkeys(x for pair in tried for x in pair)
    return dpbi.program(datasets=datasets, neighbours=tried, epsilon=epsilon)


@published(5)
def noisy_max(x, rng):
    """D, Algorithm 5."""
    return rng.argmax([q + rng.laplace(2 / EPSILON) for q in x])


@published(5)
def noisy_max_one_sided(x, rng):
    """D, Algorithm 6: with exponential noise."""
    return rng.argmax([q + rng.exponential(2 / EPSILON) for q in x])


@published(5)
def noisy_max_value(x, rng):
    """D, Algorithm 7: the maximum itself is returned."""
    return math.floor(max(q + rng.laplace(2 / EPSILON) for q in x))


@published(5)
def noisy_max_value_one_sided(x, rng):
    """D, Algorithm 8: the same with exponential noise."""
    return math.floor(max(q + rng.exponential(2 / EPSILON) for q in x))


@published(5, one=True)
def histogram(x, rng):
    """D, Algorithm 9."""
    return tuple(math.floor(c + rng.laplace(1 / EPSILON)) for c in x)


@published(5, one=True)
def histogram_wrong_scale(x, rng):
    """D, Algorithm 10: epsilon where its reciprocal belongs."""
    return tuple(math.floor(c + rng.laplace(EPSILON)) for c in x)


@published(10)
def sparse_vector_1(x, rng):
    """L, Algorithm 1, one answer above the threshold 1/2."""
    threshold = Fraction(1, 2) + rng.laplace(1 / HALF)
    for i, q in enumerate(x):
        if q + rng.laplace(2 / HALF) >= threshold:
            return i
    return "none"


@published(10)
def sparse_vector_2(x, rng):
    """L, Algorithm 2 (Dwork and Roth), one answer above the threshold."""
    return renewed(x, rng, 1)


@published(10)
def sparse_vector_2_twice(x, rng):
    """The same with two answers above the threshold, and a new threshold after the first."""
    return renewed(x, rng, 2)


def renewed(x, rng, c):
    """L, Algorithm 2, with c answers above the threshold."""
    threshold, above = 1 + rng.laplace(c / HALF), []
    for i, q in enumerate(x):
        if q + rng.laplace(2 * c / HALF) >= threshold:
            above.append(i)
            threshold = 1 + rng.laplace(c / HALF)
        if len(above) == c:
            break
    return tuple(above)


@published(10)
def sparse_vector_3(x, rng):
    """L, Algorithm 3 (Roth's notes): the noisy answer that was compared is returned."""
    threshold = 1 + rng.laplace(1 / HALF)
    for i, q in enumerate(x):
        noisy = q + rng.laplace(1 / HALF)
        if noisy >= threshold:
            return i, math.floor(noisy)
    return "none"


@published(10)
def sparse_vector_4(x, rng):
    """L, Algorithm 4 (Lee and Clifton): noise for one answer at most."""
    threshold = 1 + rng.laplace(4 / EPSILON)
    for i, q in enumerate(x):
        if q + rng.laplace(Fraction(4, 3) / EPSILON) >= threshold:
            return i
    return "none"


@published(10)
def sparse_vector_5(x, rng):
    """L, Algorithm 5 (Stoddard et al.): no noise on the answers."""
    threshold = 1 + rng.laplace(1 / HALF)
    return tuple(q >= threshold for q in x)


@published(10)
def sparse_vector_6(x, rng):
    """L, Algorithm 6 (Chen et al.): no end to the answers above the threshold."""
    threshold = 1 + rng.laplace(1 / HALF)
    return tuple(q + rng.laplace(1 / HALF) >= threshold for q in x)


@published(10)
def numerical_sparse_vector(x, rng):
    """W: the answer above the threshold is returned with noise of its own."""
    threshold = 1 + rng.laplace(3 / EPSILON)
    for i, q in enumerate(x):
        if q + rng.laplace(6 / EPSILON) >= threshold:
            return i, math.floor(q + rng.laplace(3 / EPSILON))
    return "none"


@published(5)
def gap_sparse_vector(x, rng):
    """W: how far above the threshold the answer was, from the noises that were compared."""
    threshold = 1 + rng.laplace(1 / HALF)
    for i, q in enumerate(x):
        noisy = q + rng.laplace(2 / HALF)
        if noisy >= threshold:
            return i, math.floor(noisy - threshold)
    return "none"


@published(3)
def noisy_max_with_gap(x, rng):
    """W: the first place, and by how much it leads."""
    noisy = [q + rng.laplace(2 / EPSILON) for q in x]
    first = rng.argmax(noisy)
    rest = max(noisy[:first] + noisy[first + 1 :])
    return first, math.floor(noisy[first] - rest)


@published(10)
def prefix_sum(x, rng):
    """W: sums of noisy answers; ten answers that each change by 1."""
    noisy, sums = [math.floor(q + rng.laplace(1 / EPSILON)) for q in x], []
    for i in range(len(x)):
        sums.append(sum(noisy[: i + 1]))
    return tuple(sums)


@published(4, one=True, epsilon=2 * EPSILON)
def smart_sum(x, rng):
    """W, of Chan, Shi and Song 2011: sums in blocks of two; claims twice epsilon."""
    done, block, shown = 0, 0, []
    for i, q in enumerate(x):
        block += q
        if i % 2:
            done = done + block + rng.discrete_laplace(1 / EPSILON)
            block = 0
            shown.append(done)
        else:
            shown.append(done + block + rng.discrete_laplace(1 / EPSILON))
    return tuple(shown)


BLOOM = [(1, 1, 1, 1, 0, 0, 0, 0), (0, 0, 0, 0, 1, 1, 1, 1)]


def kept(bit, f, rng):
    """R, step 2: a bit of the filter, as it is kept for good."""
    return rng.choice((1, 0, bit), (f / 2, f / 2, 1 - f))


def reported(bit, rng):
    """R, step 3: what is said of a bit, each time."""
    return int(rng.bernoulli("0.55" if kept(bit, Fraction("0.75"), rng) else "0.45"))


@dpbi.program(datasets=BLOOM, neighbours="all")
def rappor_once(x, rng):
    """R, steps 1 and 2 with f = 0.95: eight bits of two filters that share none."""
    return tuple(kept(bit, Fraction("0.95"), rng) for bit in x)


@dpbi.program(datasets=BLOOM, neighbours="all")
def rappor(x, rng):
    """R, steps 1 to 3 with f = 0.75, p = 0.45, q = 0.55."""
    return tuple(rng.sub(reported, bit) for bit in x)
