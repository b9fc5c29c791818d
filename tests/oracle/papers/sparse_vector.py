"""Lyu, Su and Li 2017 in plain Python: floats, quadrature over the threshold, no formula of dpbi.

STATEMENTS says of each reading whether its statement is true, at budgets that are not those of the
reading's grid.  Inequalities have room for the rounding of floats.
"""

from itertools import product
from math import ceil, exp, isclose, log

import numpy as np

BITS = 1e-9
NODES, WEIGHTS = np.polynomial.legendre.leggauss(12)
PIECES = np.arange(-150, 150)
W = (PIECES[:, None] + (NODES + 1) / 2).ravel()
"""Where integrands are taken: they are smooth between whole numbers."""
DW = np.tile(WEIGHTS / 2, len(PIECES))
EPSILONS = (0.7, 1.0, 2.5)


def cdf(z, b):
    z = np.asarray(z, dtype=float)
    return np.where(z < 0, np.exp(np.minimum(z, 0) / b) / 2, 1 - np.exp(-np.maximum(z, 0) / b) / 2)


def pdf(z, b):
    return np.exp(-np.abs(z) / b) / (2 * b)


def bits(x, a, threshold, query):
    """The chance to see the answers a, which may end early, at scales of noise."""
    f = pdf(W, threshold)
    for answer, above in zip(x, a, strict=False):
        below = cdf(W - answer, query)
        f = f * (1 - below if above else below)
    return float(f @ DW)


def seen(queries, c):
    """All that can be seen: the first answers, until c are above."""
    for a in product((0, 1), repeat=queries):
        ends = [i + 1 for i in range(queries) if sum(a[: i + 1]) == c]
        if not ends or a[ends[0] :] == (0,) * (queries - ends[0]):
            yield a[: ends[0]] if ends else a


def pairs(queries, low, high, way="any"):
    for x in product(range(low, high + 1), repeat=queries):
        for y in product(range(low, high + 1), repeat=queries):
            moves = {b - a for a, b in zip(x, y, strict=True)}
            if moves <= {-1, 0, 1} and (way == "any" or moves <= {0, 1} or moves <= {0, -1}):
                yield x, y


def loss(law, queries, c, low=0, high=1, way="any"):
    """The largest logarithm of a quotient; a law takes a dataset and what is seen."""
    found = {
        x: {a: law(x, a) for a in seen(queries, c)}
        for x in product(range(low, high + 1), repeat=queries)
    }
    return max(
        abs(log(found[x][a] / found[y][a]))
        for x, y in pairs(queries, low, high, way)
        for a in found[x]
    )


def alg1(eps, c=1):
    return lambda x, a: bits(x, a, 2 / eps, 4 * c / eps)


def alg2(eps, c=1):
    """A new threshold after each answer above: a product."""

    def law(x, a):
        found, start = 1.0, 0
        for i, above in enumerate(a):
            if above or i == len(a) - 1:
                part = slice(start, i + 1)
                found *= bits(x[part], a[part], 2 * c / eps, 4 * c / eps)
                start = i + 1
        return found

    return law


def alg3_number(eps, x, v):
    """Below at all answers but the last, of which the number is released, rounded down to v."""
    f = pdf(W, 2 / eps)
    for answer in x[:-1]:
        f = f * cdf(W - answer, 2 / eps)
    between = cdf(v + 1 - x[-1], 2 / eps) - cdf(np.maximum(v, W) - x[-1], 2 / eps)
    return float(f * np.maximum(between, 0) @ DW)


def alg3_loss(eps, queries):
    return max(
        abs(log(alg3_number(eps, x, v) / alg3_number(eps, y, v)))
        for x, y in pairs(queries, 0, 1)
        for v in range(-5, 6)
    )


def alg3_ratio(eps, m):
    """The two densities of m times below and then 0, by quadrature."""

    def density(x, last):
        f = np.where(W <= 0, pdf(W, 2 / eps), 0) * cdf(W - x, 2 / eps) ** m
        return float(f @ DW) * float(pdf(-last, 2 / eps))

    return density(0, 1) / density(1, 0)


def alg4(eps):
    return lambda x, a: bits(x, a, 4 / eps, 4 / (3 * eps))


def alg5(eps, x, a):
    """The threshold is between the answers below and those above."""
    low = max((v for v, above in zip(x, a, strict=True) if not above), default=-1e6)
    high = min((v for v, above in zip(x, a, strict=True) if above), default=1e6)
    return max(0.0, float(cdf(high, 2 / eps) - cdf(low, 2 / eps)))


def alg6(eps):
    return lambda x, a: bits(x, a, 2 / eps, 2 / eps)


def alg7(e1, e2, c, scale=2):
    return lambda x, a: bits(x, a, 1 / e1, scale * c / e2)


def loss_with_numbers(e1, e2, e3, c):
    """Each number has noise of its own, whose quotient is e^(e3 / c) at a distance of 1."""
    law = alg7(e1, e2, c)
    return max(
        log(law(x, a) / law(y, a))
        + sum(abs(p - q) * e3 / c for p, q, above in zip(x, y, a, strict=False) if above)
        for x, y in pairs(2, 0, 1)
        for a in seen(2, c)
    )


def most(a, b):
    return a <= b * (1 + BITS) + 1e-12


def each_budget(check):
    return all(check(eps, c) for eps in EPSILONS for c in (1, 2))


def lines():
    return [(z / 4, t / 4, eps, c) for z in range(-12, 13) for t in range(-4, 5)
            for eps in EPSILONS for c in (1, 2, 5)]  # fmt: skip


def above_bounded(scale):
    return all(
        most(
            float(1 - cdf(z, scale * c / eps)),
            exp(eps / (2 * c)) * float(1 - cdf(z + 1 - t, scale * c / eps)),
        )
        for z, t, eps, c in lines()
    )


def far(law, before):
    """How much likelier the last answer is the first above: 2, ..., 2, -2 beside 3, ..., -3."""
    a = (0,) * before + (1,)
    return law((2,) * before + (-2,), a) / law((3,) * before + (-3,), a)


def first_above(eps, a, low):
    law = alg1(eps)
    return all(most(law(x, a), exp(eps / 2) * law(y, a)) for x, y in pairs(3, low, 1))


def kappa_bounded():
    def at(z, eps):
        b = 2 / eps
        return cdf(z, b) * (1 - cdf(z, b)) / (cdf(z - 1, b) * (1 - cdf(z + 1, b)))

    return all(most(exp(eps / 2), float(at(z, eps))) for z, _, eps, _ in lines())


def six_ratio(eps, m):
    a, law = (0,) * m + (1,) * m, alg6(eps)
    return law((0,) * (2 * m), a) / law((1,) * m + (-1,) * m, a)


def variance(e1, e2, s):
    return 2 / e1**2 + 2 * (s / e2) ** 2


def least(share, s):
    """Whether no other share of the budget for the threshold has a smaller variance."""
    return all(
        most(variance(share, 1 - share, s), variance(t / 997, 1 - t / 997, s))
        for t in range(1, 997)
    )


def em(x, i, rate):
    return exp(rate * x[i]) / sum(exp(rate * v) for v in x)


def em_private(eps, way):
    return all(
        most(em(x, i, eps), exp(eps) * em(y, i, eps))
        for x, y in pairs(3, 0, 2, way)
        for i in range(3)
    )


def alphas():
    return [
        (k, beta, eps, 8 * (log(k) + log(2 / beta)) / eps, (log(k - 1) + log(1 / beta - 1)) / eps)
        for k in (2, 3, 30, 500)
        for beta in (0.001, 0.2, 0.7, 0.99)
        for eps in EPSILONS
    ]


def svt_right(k, beta, eps, alpha):
    """All answers' noise, and the threshold's, is below alpha / 2."""
    within = 2 * float(cdf(alpha / 2, 4 / eps)) - 1, 2 * float(cdf(alpha / 2, 2 / eps)) - 1
    return most(1 - beta, within[0] ** k * within[1])


def em_right(k, eps, alpha):
    return exp(eps * alpha / 2) / (exp(eps * alpha / 2) + (k - 1) * exp(-eps * alpha / 2))


STATEMENTS = {
    "laplace/literal": lambda: all(
        most(float(pdf(z, b)), exp(1 / b) * float(pdf(z + 1, b)))
        for z, _, eps, c in lines()
        for b in (2 * c / eps,)
    ),
    "em.one-way/literal": lambda: all(em_private(eps, "one") for eps in EPSILONS),
    "em.one-way/any-way": lambda: all(em_private(eps, "any") for eps in EPSILONS),
    "thm-2.below/literal": lambda: all(
        most(float(cdf(z, 4 * c / eps)), float(cdf(z + 1 - t, 4 * c / eps)))
        for z, t, eps, c in lines()
    ),
    "thm-2.above/literal": lambda: above_bounded(4),
    "thm-2.above/scale-2c": lambda: above_bounded(2),
    "lemma-1/literal": lambda: all(first_above(eps, (0, 0, 0), 0) for eps in EPSILONS),
    "lemma-1/above": lambda: all(first_above(eps, (0, 0, 1), -1) for eps in EPSILONS),
    "thm-2/literal": lambda: each_budget(lambda e, c: most(loss(alg1(e, c), 3, c), e)),
    "thm-2/reached": lambda: log(far(alg1(1), 4)) > 0.9,
    "alg-2/literal": lambda: each_budget(lambda e, c: most(loss(alg2(e, c), 3, c), e)),
    "alg-2/once": lambda: all(
        isclose(alg2(eps)(x, (0, 1)), alg1(eps)(x, (0, 1)), rel_tol=BITS)
        for eps in EPSILONS
        for x in product((0, 1), repeat=2)
    ),
    "alg-1.noise/literal": lambda: all(
        variance(eps / 2, eps / 2, 2 * c) < variance(eps / 2 / c, eps / 2, 2 * c)
        for eps in EPSILONS
        for c in (2, 5, 40)
    ),
    "alg-3.ratio/literal": lambda: all(
        isclose(alg3_ratio(eps, m), exp((m - 1) * eps / 2), rel_tol=1e-6)
        for eps in EPSILONS
        for m in (1, 2, 5)
    ),
    "alg-3/literal": lambda: all(
        alg3_ratio(0.7, ceil(2 * t / 0.7) + 2) > exp(t) for t in (1, 3, 10)
    ),
    "alg-3/program": lambda: all(
        isclose(alg3_loss(eps, n), n * eps / 2, rel_tol=1e-6) for eps in EPSILONS for n in (1, 2)
    ),
    "alg-3/fixed-queries": lambda: alg3_loss(1, 2) > 1000,
    "alg-4.claimed/literal": lambda: all(loss(alg4(eps), 3, 1) > eps for eps in EPSILONS),
    "alg-4/literal": lambda: each_budget(
        lambda e, c: most(loss(alg4(e), 3, c), (1 + 6 * c) * e / 4)
    ),
    "alg-4/reached": lambda: log(far(alg4(1), 2)) > 1.7,
    "alg-4/monotonic": lambda: each_budget(
        lambda e, c: most(loss(alg4(e), 3, c, way="one"), (1 + 3 * c) * e / 4)
    ),
    "alg-5/literal": lambda: alg5(1, (0, 1), (0, 1)) > 0 == alg5(1, (1, 0), (0, 1)),
    "alg-5/value": lambda: all(
        isclose(alg5(eps, (0, 1), (0, 1)), (1 - exp(-eps / 2)) / 2) for eps in EPSILONS
    ),
    "alg-6.kappa/literal": kappa_bounded,
    "alg-6/literal": lambda: all(
        most(exp(m * eps / 2), six_ratio(eps, m)) for eps in EPSILONS for m in (1, 2, 3)
    ),
    "alg-6/fixed-queries": lambda: loss(alg6(1), 2, 9) > 1000,
    "alg-7/literal": lambda: each_budget(lambda e, c: most(loss(alg7(e, 1.3, c), 3, c), e + 1.3)),
    "alg-7/with-numbers": lambda: each_budget(
        lambda e, c: most(loss_with_numbers(e, 1.3, 0.4, c), e + 1.7)
    ),
    "alg-7.monotonic/literal": lambda: each_budget(
        lambda e, c: most(loss(alg7(e, 1.3, c, scale=1), 3, c, way="one"), e + 1.3)
    ),
    "alg-7.monotonic/without-condition": lambda: each_budget(
        lambda e, c: most(loss(alg7(e, 1.3, c, scale=1), 3, c), e + 1.3)
    ),
    "budget/literal": lambda: all(
        least(1 / (1 + (2 * c) ** (2 / 3)), 2 * c) for c in (1, 2, 4, 50)
    ),
    "budget/one-to-one": lambda: all(least(1 / 2, 2 * c) for c in (1, 2, 4, 50)),
    "budget.monotonic/literal": lambda: all(
        least(1 / (1 + c ** (2 / 3)), c) for c in (1, 2, 8, 50)
    ),
    "accuracy.svt/literal": lambda: all(
        svt_right(k, beta, eps, alpha) for k, beta, eps, alpha, _ in alphas()
    ),
    "accuracy.em/literal": lambda: all(
        1 - beta < em_right(k, eps, alpha + 0.01) for k, beta, eps, _, alpha in alphas()
    ),
    "accuracy.em/no-less": lambda: all(
        em_right(k, eps, alpha - 0.01) < 1 - beta for k, beta, eps, _, alpha in alphas()
    ),
    "accuracy.eighth/literal": lambda: all(8 * em < svt for *_, svt, em in alphas()),
}
