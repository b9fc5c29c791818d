"""Sums over pairs computed the long way, and hostile problems to compare them on.

Shares no code with the filter: the laws are those of `filter_reference`, by their definitions.
"""

from __future__ import annotations

from fractions import Fraction as Q

from filter_reference import Balls, datasets, distance, distances, exact, strengths
from flint import arb

from dpbi.privacy.filter import Problem

KINDS = ("printed", "global", "local", "harmonic", "exponential")


def laws(problem):
    """{x: {r: (Pr_x[r], ln Pr_x[r])}} in balls."""
    points, H = distances(problem.prior, problem.n, Balls)
    c = strengths(problem, Balls)
    found = {}
    for x in points:
        logs = {r: -c[x] * H[x, r] for r in points}
        norm = Balls.log(sum((v.exp() for v in logs.values()), arb(0)))
        found[x] = {r: ((v - norm).exp(), v - norm) for r, v in logs.items()}
    return found


def neighbours(problem):
    """All ordered pairs, in the order of the public functions."""
    points = datasets(problem.n, len(problem.prior))
    return [(x, y) for x in points for y in points if distance(x, y) == 1]


def deltas(problem, level):
    """{(x, y): delta(level)} in balls; level is a ball."""
    of, factor = laws(problem), level.exp()
    return {
        (x, y): sum((arb(0).max(of[x][r][0] - factor * of[y][r][0]) for r in of[x]), arb(0))
        for x, y in neighbours(problem)
    }


def orders(problem, a):
    """{(x, y): ln of sum P^a Q^(1-a)} in balls; the sum of P ln P/Q for a = 1."""
    of, power = laws(problem), Balls.of(a)
    found = {}
    for x, y in neighbours(problem):
        logs = [(of[x][r][1], of[y][r][1]) for r in of[x]]
        if a == 1:
            found[x, y] = sum((v.exp() * (v - w) for v, w in logs), arb(0))
        else:
            found[x, y] = Balls.log(sum(((w + power * (v - w)).exp() for v, w in logs), arb(0)))
    return found


def worst_loss(problem):
    """A double near the largest loss."""
    of = laws(problem)
    return max(
        float((of[x][r][1] - of[y][r][1]).mid()) for x, y in neighbours(problem) for r in of[x]
    )


def random_problem(rng, k=2, most=7):
    """Priors tiny and huge, each sensitivity, each strength that the filter takes, and some not."""

    def number(low, high):
        kind = rng.randrange(3)
        if kind == 0:
            return Q(2) ** rng.randint(low, high)
        if kind == 1:
            return Q(rng.randint(1, 40), rng.randint(1, 40))
        return Q(rng.randint(1, 4), 2)

    alike = rng.random() < 0.4
    first = number(-30, 22)
    prior = (first,) * k if alike else tuple(number(-30, 22) for _ in range(k))
    kind = rng.choice(KINDS)
    gamma = None if kind != "harmonic" else rng.choice([Q(0), Q(1), number(-20, 20)])
    beta = None if kind != "exponential" else (number(-12, 3),) * 2
    n = rng.randint(1, most)
    return Problem(prior, n, number(-20, 12), number(-2, 2), kind, gamma, beta)


def random_levels(rng, loss):
    """Levels below, near and above the loss, in [0, 64]."""
    found = [Q(0), Q(rng.random()), Q(rng.random() * 64)]
    found += [Q(loss * (1 + s)) for s in (-0.5, -1e-3, -1e-9, 1e-9, rng.uniform(-1, 0))]
    return sorted({v for v in found if 0 <= v <= 64})


def ends(ball):
    """(lower, upper) of a ball as fractions."""
    return exact(ball)
