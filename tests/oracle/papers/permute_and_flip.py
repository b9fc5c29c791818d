"""McKenna and Sheldon 2020 in plain Python: floats, orders of candidates, and no formula of dpbi.

STATEMENTS says of each reading whether its statement is true, at scores that are not those of the
reading's grid.  Equations and inequalities have room for the rounding of floats.
"""

from itertools import permutations, product
from math import exp, factorial, isclose, log, sqrt
from random import Random

BITS = 1e-9
SEED, RANDOM = "permute and flip", Random()
EPSILONS = (0.3, 1.0, 2.5)


def coins(q, eps):
    return [exp(eps * (score - max(q)) / 2) for score in q]


def em(q, eps):
    found = coins(q, eps)
    return [p / sum(found) for p in found]


def pf(q, eps):
    """Order by order."""
    p, law = coins(q, eps), [0.0] * len(q)
    for order in permutations(range(len(q))):
        left = 1 / factorial(len(q))
        for i in order:
            law[i] += left * p[i]
            left *= 1 - p[i]
    return law


def error(law, q, eps):
    return sum(p * (max(q) - s) for p, s in zip(law(q, eps), q, strict=True))


def score(law, q, eps):
    return sum(p * s for p, s in zip(law(q, eps), q, strict=True))


def tail(law, q, t, eps):
    return sum(p for p, s in zip(law(q, eps), q, strict=True) if max(q) - s >= t)


def vectors(count=150, sizes=(2, 3, 4)):
    """Scores that are no whole numbers, some of them far apart, some equal."""
    RANDOM.seed(SEED)
    for _ in range(count):
        n, span = RANDOM.choice(sizes), RANDOM.choice((1, 5, 20))
        q = [RANDOM.uniform(0, span) for _ in range(n)]
        if RANDOM.random() < 0.3:
            q[0] = q[-1]
        yield tuple(q), RANDOM.choice(EPSILONS)


def moved(q, low, high):
    return tuple(s + RANDOM.choice((low, high, RANDOM.uniform(low, high))) for s in q)


def most(a, b):
    """Whether a <= b, but for rounding."""
    return a <= b * (1 + BITS) + 1e-12


def private(law, factor=1, low=-1, high=1):
    """Whether no candidate's probability moves by more than e^eps between neighbours."""
    for q, eps in vectors(300):
        z = moved(q, low, high)
        for a, b in zip(law(q, factor * eps), law(z, factor * eps), strict=True):
            if not (most(a, exp(eps) * b) and most(b, exp(eps) * a)):
                return False
    return True


def raise_one(q, i, by):
    return tuple(s + by * (h == i) for h, s in enumerate(q))


def everywhere(check, **given):
    return all(check(q, eps) for q, eps in vectors(**given))


def each(check, **given):
    return all(check(q, i, eps) for q, eps in vectors(**given) for i in range(len(q)))


def mean_bounded(law):
    return everywhere(lambda q, eps: most(error(law, q, eps), 2 / eps * log(len(q))))


def tail_bounded(law):
    def check(q, eps):
        return all(
            most(tail(law, q, 2 / eps * (log(len(q)) + t), eps), exp(-t)) for t in (0.01, 0.5, 2)
        )

    return everywhere(check)


def dominates():
    def check(q, eps):
        gaps = [max(q) - s for s in q]
        return all(most(tail(pf, q, t, eps), tail(em, q, t, eps)) for t in gaps)

    return everywhere(check)


def swap(q, i, h):
    z = list(q)
    z[i], z[h] = z[h], z[i]
    return tuple(z)


def symmetric():
    def check(q, i, eps):
        return all(
            isclose(pf(q, eps)[i], pf(swap(q, i, h), eps)[h], rel_tol=BITS) for h in range(len(q))
        )

    return each(check)


def monotone(strict=False):
    def check(q, i, eps):
        z = tuple(s + RANDOM.uniform(0.1, 3) * (1 if h == i else -1) for h, s in enumerate(q))
        before, after = pf(q, eps)[i], pf(z, eps)[i]
        return before < after if strict else most(before, after)

    return each(check)


def raising_is_worst():
    def check(q, i, eps):
        most_raised = pf(raise_one(q, i, 2), eps)[i]
        return all(most(pf(moved(q, -1, 1), eps)[i], most_raised) for _ in range(5))

    return each(check)


def recurrence(condition=True):
    def check(q, i, eps):
        if condition and q[i] + 2 > max(q):
            return True
        return isclose(pf(q, eps)[i], exp(-eps) * pf(raise_one(q, i, 2), eps)[i], rel_tol=BITS)

    return each(check)


def best_share():
    def check(q, eps):
        law, best = pf(q, eps), [i for i, s in enumerate(q) if s == max(q)]
        left = 1 - sum(p for p, s in zip(law, q, strict=True) if s < max(q))
        return all(isclose(law[i], left / len(best), rel_tol=BITS) for i in best)

    return everywhere(check)


def by_subsets(q, i, eps):
    """Inclusion and exclusion."""
    p, found = coins(q, eps), 0.0
    others = [p[h] for h in range(len(q)) if h != i]
    for chosen in product((0, 1), repeat=len(others)):
        term = (-1) ** sum(chosen) / (1 + sum(chosen))
        for taken, coin in zip(chosen, others, strict=True):
            term *= coin if taken else 1
        found += term
    return p[i] * found


def walked(q, i, eps, left=None):
    """The loop of Algorithm 1, candidate by candidate, among those that are left."""
    left = tuple(range(len(q))) if left is None else left
    found = 0.0
    for r in left:
        p = coins(q, eps)[r]
        later = walked(q, i, eps, tuple(h for h in left if h != r)) if r != i and p < 1 else 0
        found += (p * (r == i) + (1 - p) * later) / len(left)
    return found


def noisy_max(q, i, eps):
    """The chance that i plus exponential noise is the largest, by the midpoint rule."""
    rate, steps = eps / 2, 400
    coin, total = exp(-rate * (max(q) - q[i])), 0.0
    for n in range(steps):  # v is the chance of a larger noise; beyond coin, the best is above i
        v = coin * (n + 0.5) / steps
        value, found = q[i] - log(v) / rate, 1.0
        for h, other in enumerate(q):
            found *= 1 - exp(-rate * (value - other)) if h != i else 1
        total += found * coin / steps
    return total


def rejection(q, i, eps):
    """The loop with replacement: the first round that ends, as a geometric series."""
    p = [coin / len(q) for coin in coins(q, eps)]
    again, found = 1 - sum(p), 0.0
    for _ in range(4000):
        found = p[i] + again * found
    return found


def em_worst(n, c, eps):
    p = exp(-eps * c / 2)
    return 2 / eps * log(1 / p) * (1 - 1 / (1 + (n - 1) * p))


def pf_worst(n, c, eps):
    p = exp(-eps * c / 2)
    return 2 / eps * log(1 / p) * (1 - (1 - (1 - p) ** n) / (n * p))


def formula(law, worst):
    return all(
        isclose(error(law, (0,) + (-c,) * (n - 1), eps), worst(n, c, eps), rel_tol=1e-7)
        for n in (2, 3, 4, 5)
        for c in (0.3, 1, 7)
        for eps in EPSILONS
    )


def worst_there(law, worst):
    def check(q, eps):
        largest = max(worst(len(q), c / 200 * 40 / eps, eps) for c in range(1, 201))
        return error(law, q, eps) <= largest * 1.001

    return everywhere(check, count=80)


def compared():
    return all(
        pf_worst(n, c, eps) <= em_worst(n, c, eps) <= 2 * pf_worst(n, c, eps)
        for n in (2, 3, 7, 50)
        for c in (0.1, 1, 12)
        for eps in EPSILONS
    )


def two_candidates():
    """Whether the constraints leave no room below permute-and-flip at gaps of 2, 4, 6."""
    return all(
        isclose(pf((0, 2 * j), eps)[0], exp(-eps * j) / 2, rel_tol=BITS)
        for j in (1, 2, 3)
        for eps in EPSILONS
    )


SHORT = {"count": 6, "sizes": (2, 3)}
STATEMENTS = {
    "em.private/literal": lambda: private(em),
    "em.private/one-sided-half": lambda: private(em, 2, 0, 1),
    "em.mean/literal": lambda: mean_bounded(em),
    "em.tail/literal": lambda: tail_bounded(em),
    "em.prefers/literal": lambda: everywhere(
        lambda q, eps: (
            sorted(zip(q, em(q, eps), strict=True))
            == sorted(zip(q, em(q, eps), strict=True), key=lambda pair: pair[::-1])
        )
    ),
    "alg1.law/literal": lambda: everywhere(lambda q, eps: isclose(sum(pf(q, eps)), 1)),
    "pmf/literal": lambda: each(
        lambda q, i, eps: isclose(by_subsets(q, i, eps), pf(q, eps)[i], rel_tol=1e-6)
    ),
    "pmf/program": lambda: each(
        lambda q, i, eps: isclose(walked(q, i, eps), by_subsets(q, i, eps), rel_tol=1e-6)
    ),
    "pmf/noisy-max": lambda: each(
        lambda q, i, eps: isclose(noisy_max(q, i, eps), pf(q, eps)[i], rel_tol=1e-4), **SHORT
    ),
    "regular.symmetry/literal": symmetric,
    "regular.shift/literal": lambda: each(
        lambda q, i, eps: isclose(pf(q, eps)[i], pf([s + 0.7 for s in q], eps)[i], rel_tol=BITS)
    ),
    "regular.monotone/literal": monotone,
    "regular.monotone/strictly": lambda: monotone(strict=True),
    "regular.private/literal": raising_is_worst,
    "thm-1/literal": lambda: private(pf),
    "thm-1/program": lambda: private(pf),
    "thm-1/tight": lambda: each(
        lambda q, i, eps: (
            q[i] + 2 > max(q) or most(exp(eps) * pf(q, eps)[i], pf(raise_one(q, i, 2), eps)[i])
        )
    ),
    "thm-1/one-sided-half": lambda: private(pf, 2, 0, 1),
    "recurrence/literal": recurrence,
    "recurrence/without-condition": lambda: recurrence(condition=False),
    "recurrence.best/literal": best_share,
    "alg2/literal": lambda: each(
        lambda q, i, eps: isclose(rejection(q, i, eps), em(q, eps)[i], rel_tol=1e-6)
    ),
    "linear-time/literal": lambda: everywhere(
        lambda q, eps: sum(s < max(q) for s in q) + 1 <= len(q)
    ),
    "dominance.tail/literal": dominates,
    "dominance.mean/literal": lambda: everywhere(
        lambda q, eps: most(error(pf, q, eps), error(em, q, eps))
    ),
    "dominance.mean/two-candidates-alike": lambda: everywhere(
        lambda q, eps: isclose(error(pf, q, eps), error(em, q, eps)), sizes=(2,)
    ),
    "twice.bound/literal": lambda: everywhere(
        lambda q, eps: most(error(em, q, eps), 2 * error(pf, q, eps))
    ),
    "twice.bound/each-candidate": lambda: each(lambda q, i, eps: em(q, eps)[i] < 2 * pf(q, eps)[i]),
    "twice.reached/literal": lambda: all(
        error(em, (0, *[s] * n), 1) > 1.999 * error(pf, (0, *[s] * n), 1)
        for n, s in ((1, -30), (2, -30), (3, -30))
    ),
    "abstract.score/score": lambda: score(pf, (1, -2), 0.5) <= 2 * score(em, (1, -2), 0.5),
    "abstract.score/score-at-least": lambda: everywhere(
        lambda q, eps: most(score(em, q, eps), score(pf, q, eps))
    ),
    "abstract.score/error": lambda: everywhere(
        lambda q, eps: (
            most(error(pf, q, eps), error(em, q, eps))
            and most(error(em, q, eps), 2 * error(pf, q, eps))
        )
    ),
    "utility/literal": lambda: mean_bounded(pf) and tail_bounded(pf),
    "worst.em-formula/literal": lambda: formula(em, em_worst),
    "worst.pf-formula/literal": lambda: formula(pf, pf_worst),
    "worst.em-place/literal": lambda: worst_there(em, em_worst),
    "worst.pf-place/literal": lambda: worst_there(pf, pf_worst),
    "worst.compared/literal": compared,
    "worst.compared/half-the-bound": lambda: all(
        em_worst(n, c, 1) <= log(n) for n in (2, 16, 17) for c in range(1, 10)
    ),
    "optimal.two/two-candidates": two_candidates,
    "optimal.constant/value": lambda: round(log((3 + sqrt(5)) / 2), 2) == 0.96,
    "optimal.constant/where": lambda: all(
        exp(x) + exp(-x) >= 3 for x in (log((3 + sqrt(5)) / 2) + 1e-9, 1, 2, 9)
    ),
}
