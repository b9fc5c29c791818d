"""The loss computed the long way: every pair, every output, lgamma per entry, in balls or mpmath.

Shares no code and no formula with dpbi.privacy.filter: H comes from the Beta functions as they are
defined."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

from flint import arb, ctx, fmpq
from mpmath import mp, mpf


class Balls:
    """arb numbers at 200 bits, set by the fixture below."""

    @staticmethod
    def of(q):
        q = Fraction(q)
        return arb(fmpq(q.numerator, q.denominator))

    lgamma = staticmethod(lambda v: v.lgamma())
    exp = staticmethod(lambda v: v.exp())
    log = staticmethod(lambda v: v.log())
    sqrt = staticmethod(lambda v: v.sqrt())
    pi = staticmethod(lambda: arb.pi())

    @staticmethod
    def most(values):
        best = arb("-inf")
        for v in values:
            best = best.max(v)
        return best

    @staticmethod
    def least(values):
        return -Balls.most([-v for v in values])


class Decimals:
    """mpmath at 60 digits: a second opinion, no enclosure."""

    of = staticmethod(lambda q: mpf(Fraction(q).numerator) / Fraction(q).denominator)
    lgamma = staticmethod(lambda v: mp.loggamma(v))
    exp = staticmethod(lambda v: mp.exp(v))
    log = staticmethod(lambda v: mp.log(v))
    sqrt = staticmethod(lambda v: mp.sqrt(v))
    pi = staticmethod(lambda: +mp.pi)
    most = staticmethod(max)
    least = staticmethod(min)


def datasets(n, k):
    return [x for x in product(range(n + 1), repeat=k) if sum(x) == n]


def distance(x, y):
    return sum(abs(s - t) for s, t in zip(x, y, strict=True)) // 2


@cache
def distances(prior, n, F):
    """H(x, r) for all x, r."""
    points = datasets(n, len(prior))

    def log_beta(p):
        return sum(F.lgamma(F.of(v)) for v in p) - F.lgamma(F.of(sum(p)))

    cache_of = {}

    def lb(p):
        if p not in cache_of:
            cache_of[p] = log_beta(p)
        return cache_of[p]

    H = {}
    for x in points:
        p = tuple(a + s for a, s in zip(prior, x, strict=True))
        for r in points:
            q = tuple(a + s for a, s in zip(prior, r, strict=True))
            middle = tuple((s + t) / 2 for s, t in zip(p, q, strict=True))
            if x == r:
                H[x, r] = F.of(0)
            elif (r, x) in H:
                H[x, r] = H[r, x]
            else:
                H[x, r] = F.sqrt(1 - F.exp(lb(middle) - (lb(p) + lb(q)) / 2))
    return points, H


def strengths(problem, F):
    """c_x for every dataset, straight from the definitions."""
    points, H = distances(problem.prior, problem.n, F)
    local = {x: F.most([H[x, y] for y in points if distance(x, y) == 1]) for x in points}
    kind = problem.sensitivity
    S = {}
    for x in points:
        if kind == "printed":
            S[x] = F.sqrt(1 - F.pi() / 4)
        elif kind == "local":
            S[x] = local[x]
        elif kind == "global":
            S[x] = F.most(list(local.values()))
        elif kind == "harmonic":
            S[x] = 1 / F.least(
                [1 / local[y] + F.of(problem.gamma * distance(x, y)) for y in points]
            )
        else:
            beta = (F.of(problem.beta[0]) + F.of(problem.beta[1])) / 2
            S[x] = F.most([local[y] * F.exp(-beta * distance(x, y)) for y in points])
    budget = F.of(problem.epsilon / problem.factor)
    return {x: budget / S[x] for x in points}


def all_losses(problem, F):
    """{(x, y): the loss at every output r, largest first by value}, x and y neighbours."""
    points, H = distances(problem.prior, problem.n, F)
    c = strengths(problem, F)
    weight = {(x, r): -c[x] * H[x, r] for x in points for r in points}
    log_sum = {x: F.log(sum(F.exp(weight[x, r]) for r in points)) for x in points}
    return {
        (x, y): {r: weight[x, r] - log_sum[x] - weight[y, r] + log_sum[y] for r in points}
        for x in points
        for y in points
        if distance(x, y) == 1
    }


def true_loss(problem, F):
    return F.most([v for row in all_losses(problem, F).values() for v in row.values()])


def at_precision(bits, question):
    before, digits = ctx.prec, mp.dps
    ctx.prec, mp.dps = bits, max(15, int(bits / 3.32))
    try:
        return question()
    finally:
        ctx.prec, mp.dps = before, digits


def exact(ball):
    """(lower, upper) rational end points of a ball."""
    ends = []
    for end in (ball.lower(), ball.upper()):
        m, e = end.man_exp()
        ends.append(Fraction(int(m)) * Fraction(2) ** int(e))
    return tuple(ends)


def rational(decimal):
    """The exact rational value of an mpf."""
    sign, mantissa, exponent, _ = decimal._mpf_
    return (-1) ** sign * Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
