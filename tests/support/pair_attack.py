"""Random problems whose bounds over pairs are held against sums in balls of 500 bits.

    python tests/support/pair_attack.py 10000 [SEED] [--categories 3] [--renyi]
    python tests/support/pair_attack.py 50 --large       with 200 to 2000 records

Every bound of every pair is compared, and what is said of the largest: that it is enclosed, and
that no pair that may be larger is left out.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import replace
from fractions import Fraction as Q
from itertools import permutations

import numpy as np
from filter_reference import Balls, at_precision, distances
from pair_sums import deltas, ends, orders, random_levels, random_problem, worst_loss

from dpbi.privacy.filter import FastUnavailable
from dpbi.privacy.filter.deltas import filtered_deltas, first_bounds, simplex_bounds, term_bounds
from dpbi.privacy.filter.orders import corner_orders, filtered_renyi, line_orders
from dpbi.privacy.filter.simplex import corner


def factors(levels):
    return [float(Balls.of(v).exp().mid()) for v in levels]


def within(lo, ball, hi):
    """Whether an enclosure and a ball of 500 bits have a point in common."""
    low, high = ends(ball)
    return Q(float(lo)) <= high and low <= Q(float(hi))


def line_bounds(m, scale):
    """{(x, y): every pair of bounds of its deltas}, k = 2."""
    index = np.arange(m.n)
    wanted = np.ones((m.n, 2, len(scale)), bool)
    found = first_bounds(m, index, scale), term_bounds(m, index, wanted, scale)
    return {
        (m.counts(i + turn), m.counts(i + 1 - turn)): [
            (lo[i, turn], hi[i, turn]) for lo, hi in found
        ]
        for i in index.tolist()
        for turn in range(2)
    }


def corner_bounds(problem, scale):
    """The same for k >= 3, of the pairs that stand for all."""
    m, to, h = corner(problem, 1)
    lo, hi = simplex_bounds(m, to, h, scale)
    points = m.space.representatives.tolist()
    return {
        (tuple(points[i]), tuple(to[i, j].tolist())): [(lo[i, j], hi[i, j])]
        for i, j in np.argwhere(h > 0).tolist()
    }


def images(problem, x, y, level):
    """The pairs that have the delta of (x, y) by a symmetry."""
    k = range(len(problem.prior))
    fix = [p for p in permutations(k) if all(problem.prior[p[j]] == problem.prior[j] for j in k)]
    moved = [(tuple(x[j] for j in p), tuple(y[j] for j in p)) for p in fix]
    return moved + [(b, a) for a, b in moved if level == 0]


def compare(problem, levels):
    """Every bound of every pair, and what is said about the largest; how many were compared."""
    scale = np.array(factors(levels))
    found = filtered_deltas(problem, scale, 1)
    flat = len(problem.prior) == 2
    bounds = line_bounds(found.model, scale) if flat else corner_bounds(problem, scale)
    for e, level in enumerate(levels):
        true, largest = deltas(problem, Balls.of(level)), found.largest[e]
        for pair, ways in bounds.items():
            for lo, hi in ways:
                assert within(lo[e], true[pair], hi[e]), (problem, pair)
        most = max(ends(v)[0] for v in true.values())
        assert Q(largest.lo) <= max(ends(v)[1] for v in true.values()), problem
        assert most <= Q(largest.hi), problem
        suspects = {(s.x, s.y): s for s in found.suspects(e)}
        for s in suspects.values():
            assert within(s.lo, true[s.x, s.y], s.hi), (problem, s)
        for (x, y), value in true.items():
            if ends(value)[0] > Q(largest.lo):
                assert suspects.keys() & set(images(problem, x, y, level)), (problem, x, y)
    return len(true) * len(levels)


def compare_orders(problem, order, aim=0.0):
    """Every bound of K_a, or of D_1, of every pair, and of the largest; how many were compared."""
    found, true = filtered_renyi(problem, order, 1), orders(problem, order)
    m, index = found.model, np.arange(problem.n)
    if len(problem.prior) == 2:
        lo, hi = line_orders(m, index, order, aim=aim)
        places = [((i, t), (m.counts(i + t), m.counts(i + 1 - t))) for i in index for t in (0, 1)]
    else:
        m, to, h = corner(problem, 1)
        lo, hi = corner_orders(m, to, h, order)
        points = m.space.representatives.tolist()
        places = [
            ((i, j), (tuple(points[i]), tuple(to[i, j].tolist())))
            for i, j in np.argwhere(h > 0).tolist()
        ]
    for at, pair in places:
        assert within(lo[at], true[pair], hi[at]), (problem, order, pair)
    gains = {pair: -value if order < 1 else value for pair, value in true.items()}
    largest = found.largest[0]
    assert Q(largest.lo) <= max(ends(v)[1] for v in gains.values()), problem
    assert max(ends(v)[0] for v in gains.values()) <= Q(largest.hi), problem
    suspects = {(s.x, s.y) for s in found.suspects(0)}
    for (x, y), value in gains.items():
        if ends(value)[0] > Q(largest.lo):
            level = 0 if order == Q(1, 2) else None  # both orders of a pair have the same
            assert suspects & set(images(problem, x, y, level)), (problem, order, x, y)
    return len(true)


def random_order(rng):
    """Above 1 and below it, near to it and far, 0 and 1."""
    kind = rng.randrange(8)
    if kind < 3:
        return rng.choice([Q(0), Q(1), Q(1), Q(1, 2), Q(rng.randint(1, 999), 1000)])
    near = Q(1, 2 ** rng.randint(1, 30))
    return 1 + rng.choice([Q(rng.randint(1, 60), 8), near, -near, Q(200)])


def attack(seed, count, most=7, k=2, renyi=False):
    """Compare on `count` random problems; how many bounds, and how many problems were taken."""
    rng, compared, taken = random.Random(seed), 0, 0
    while taken < count:
        problem = random_problem(rng, k, most)
        order = random_order(rng)

        def one(problem=problem, order=order):
            if renyi:
                return compare_orders(problem, order)
            levels = random_levels(rng, worst_loss(problem))
            rng.shuffle(levels)
            return compare(problem, levels)

        try:
            compared += at_precision(500, one)
        except FastUnavailable:
            continue
        taken += 1
    return compared, taken


LARGE = (200, 220, 250, 300, 400, 600, 1000, 2000)
FEWER_BITS = 160
"""Of large problems: doubles err by far more than these."""


def attack_large(seed):
    """The same of one problem with many records at two levels; None where it is not taken."""
    rng = random.Random(seed)
    n = rng.choices(LARGE, weights=(8, 8, 8, 8, 6, 4, 2, 1))[0]
    problem = replace(random_problem(rng, 2, 3), n=n)
    try:
        levels = sorted({Q(0), Q(rng.random() * rng.choice((1, 8)))}, reverse=rng.random() < 0.5)
        return at_precision(FEWER_BITS, lambda: compare(problem, levels))
    except FastUnavailable:
        return None
    finally:
        distances.cache_clear()


def main():
    """As the head of this file says."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("problems", type=int)
    asked.add_argument("seed", type=int, nargs="?", default=0)
    asked.add_argument("--categories", type=int, default=2)
    asked.add_argument("--renyi", action="store_true")
    asked.add_argument("--large", action="store_true")
    words = asked.parse_args()
    seed, taken, compared = words.seed, 0, 0
    most = {2: 7, 3: 4}.get(words.categories, 2)
    while taken < words.problems:
        if words.large:
            found = attack_large(seed)
            several, some = (0, 0) if found is None else (found, 1)
        else:
            some = min(100, words.problems - taken)
            several, some = attack(seed, some, most, words.categories, words.renyi)
        seed, taken, compared = seed + 1, taken + some, compared + several
        sys.stdout.write(f"seed {seed - 1}: {taken:,} problems, {compared:,} values hold\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
