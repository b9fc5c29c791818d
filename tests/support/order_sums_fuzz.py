"""Compiled Renyi divergences at n = 100 to 400, against sums in balls of 300 bits.

    python tests/support/order_sums_fuzz.py 50 [first seed]

Every pair, with windows as wide as they can be and with windows that leave tails of many sizes.
"""

import random
import sys
from fractions import Fraction as Q

import numpy as np
from filter_reference import at_precision, distances
from pair_sums import ends, orders, random_problem

from dpbi.privacy.filter import FastUnavailable
from dpbi.privacy.filter.line import unsummed
from dpbi.privacy.filter.orders import filtered_renyi, line_orders

BITS = 300
ORDERS = [Q(v) for v in ("0", "1/7", "1/2", "9/10", "999999/1000000", "1", "5/4", "2", "3", "5")]
AIMS = (0.0, 2.0**-60, 2.0**-53, 2.0**-40, 2.0**-20)


def compare(rng):
    """How many bounds of one random problem were compared; None where the filter takes it not."""
    problem, count = random_problem(rng, 2, 3), rng.randint(100, 400)
    problem = type(problem)(problem.prior, count, *_rest(problem))
    try:
        m, index, compared = unsummed(problem, 1), np.arange(count), 0
        for order in (Q(1), *rng.sample(ORDERS, 2)):
            bounds = [line_orders(m, index, order, aim=aim) for aim in AIMS]
            largest, true = filtered_renyi(problem, order, 1).largest[0], orders(problem, order)
            for i in range(count):
                for turn in (0, 1):
                    low, high = ends(true[m.counts(i + turn), m.counts(i + 1 - turn)])
                    for lo, hi in bounds:
                        assert Q(float(lo[i, turn])) <= high, (problem, order, i, turn)
                        assert low <= Q(float(hi[i, turn])), (problem, order, i, turn)
                        compared += 1
            gains = [ends(-v if order < 1 else v) for v in true.values()]
            assert Q(largest.lo) <= max(hi for _, hi in gains), (problem, order)
            assert max(lo for lo, _ in gains) <= Q(largest.hi), (problem, order)
    except FastUnavailable:
        return None
    finally:
        distances.cache_clear()
    return compared


def _rest(problem):
    return problem.epsilon, problem.factor, problem.sensitivity, problem.gamma, problem.beta


if __name__ == "__main__":
    wanted, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    taken = several = 0
    for seed in range(first, first + 10 * wanted):
        found = at_precision(BITS, lambda s=seed: compare(random.Random(s)))
        if found is not None:
            taken, several = taken + 1, several + found
            sys.stdout.write(f"seed {seed}: {taken} problems, {several:,} bounds hold\n")
            sys.stdout.flush()
        if taken == wanted:
            break
