"""Hostile small compositions, and their delta by enumeration in exact rationals."""

import math
from fractions import Fraction
from itertools import combinations_with_replacement
from random import Random

from dpbi.fields import Balls, Enclosure
from dpbi.privacy.composing.losses import Losses
from dpbi.privacy.composing.rows import DoubleRow, RowLosses
from dpbi.privacy.composing.sums import LossSum

F = Balls(256)


def exactly(releases, level):
    """sum of max(0, P(r) - level Q(r)) over all outputs of all releases; level = e^epsilon.

    `releases` are (k, p, q) with rows of rationals; outputs of one are counted as multisets.
    """
    todo = [(Fraction(1), Fraction(1))]
    for k, p, q in releases:
        drawn = []
        for outputs in combinations_with_replacement(range(len(p)), k):
            ways = math.factorial(k)
            for r in set(outputs):
                ways //= math.factorial(outputs.count(r))
            drawn.append((ways * math.prod(p[r] for r in outputs), outputs, ways, q))
        todo = [
            (a * mass, b * ways * math.prod(row[r] for r in outputs))
            for a, b in todo
            for mass, outputs, ways, row in drawn
        ]
    return sum((max(Fraction(0), a - level * b) for a, b in todo), Fraction(0))


def row(random, outputs):
    """A row of rationals: even, lopsided, with zeros, or with a mass next to nothing."""
    kind = random.randrange(4)
    weights = [random.randint(1, 12) for _ in range(outputs)]
    if kind == 1:
        weights = [random.choice((0, 1, 7)) for _ in range(outputs)]
    elif kind == 2:
        weights = [10 ** random.randint(0, 9) for _ in range(outputs)]
    elif kind == 3:
        weights = [2 ** random.randint(0, 3) for _ in range(outputs)]
    if not any(weights):
        weights[random.randrange(outputs)] = 1
    return [Fraction(w, sum(weights)) for w in weights]


def problem(seed):
    """(releases, level): e^epsilon is any rational, or where the losses of some outputs add up."""
    random = Random(seed)
    outputs = random.choice((2, 2, 3, 3, 4, 5))
    releases = []
    for _ in range(random.choice((1, 1, 1, 2))):
        k = random.randint(1, 6 if outputs <= 3 else 3)
        p = row(random, outputs)
        q = list(reversed(p)) if random.random() < 0.3 else row(random, outputs)
        releases.append((k if not releases else min(k, 2), p, q))
    level = Fraction(random.randint(10, 60), 10)
    if random.random() < 0.5:
        level = Fraction(1)
        for k, p, q in releases:
            for _ in range(k):
                r = random.randrange(len(p))
                level *= p[r] / q[r] if p[r] and q[r] else 1
    return releases, level


def logs(probabilities):
    """{output: ln of its probability}, within the scope of F."""
    return {r: F.log(F.rational(a)) for r, a in enumerate(probabilities) if a}


def in_balls(p, q):
    """The losses of two rows of probabilities, within the scope of F."""
    return Losses.of(logs(p), logs(q), F)


def in_rows(p, q):
    """The same in doubles, of rows without zeros."""
    one, other = (DoubleRow.of(logs(row), F) for row in (p, q))
    return RowLosses(one, other, F.rational(0), lambda: in_balls(p, q), False)


def without_zeros(row):
    """A row near another one, in which everything is possible."""
    more = Fraction(1, 997)
    return [(a + more) / (1 + len(row) * more) for a in row]


def enclosed(releases, level, step, *, spare=1e-25, w=2, losses=in_balls):
    """delta on one grid, at the epsilon whose exponential is the level."""
    with F.scope():
        parts = [(k, [losses(p, q)]) for k, p, q in releases]
        epsilon = F.enclosure(F.log(F.rational(level)))
        made = LossSum.of(parts, step, spare, w, F)
        return made.delta(Enclosure(epsilon.lo, epsilon.hi), F)
