"""Lyu, Su and Li 2017: Algorithms 1 to 7 as programs, with sensitivity 1 and the threshold 0.

A dataset is the vector of the answers to all queries, whole numbers between two bounds.  No answer
of a neighbour differs by more than 1; of monotonic queries, all answers rise or all fall.  What is
released are 0 (below) and 1 (above) in a row, up to the last query that is looked at; a number that
is released comes after its 1, rounded down.
"""

import math
from fractions import Fraction
from itertools import product

import dpbi


def near(x, y):
    """Whether no answer differs by more than 1."""
    return all(abs(a - b) <= 1 for a, b in zip(x, y, strict=True))


def one_way(x, y):
    """Whether no answer differs by more than 1, and all rise or all fall."""
    moves = {b - a for a, b in zip(x, y, strict=True)}
    return moves <= {0, 1} or moves <= {0, -1}


def answering(queries, low, high, epsilon, *, monotonic=False):
    """A decorator: a mechanism on all vectors of whole answers between two bounds."""
    answers = list(product(range(low, high + 1), repeat=queries))
    related = one_way if monotonic else near
    pairs = [(x, y) for x in answers for y in answers if x != y and related(x, y)]
    return dpbi.program(datasets=answers, neighbours=pairs, epsilon=epsilon)


def compared(x, rng, threshold, query, above=math.inf):
    """Each answer with noise of scale `query`, none where that is 0, beside a noisy threshold."""
    noisy, shown = rng.laplace(threshold), []
    for answer in x:
        shown.append(int(answer + (rng.laplace(query) if query else 0) >= noisy))
        if sum(shown) == above:
            break
    return tuple(shown)


def alg1(eps=1, c=1, queries=2, low=0, high=1, monotonic=False):
    """Algorithm 1: one noisy threshold, and an end after c answers above it."""

    @answering(queries, low, high, eps, monotonic=monotonic)
    def program(x, rng):
        return compared(x, rng, 2 / Fraction(eps), 4 * c / Fraction(eps), above=c)

    return program


def alg2(eps=1, c=1, queries=2, low=0, high=1):
    """Algorithm 2 (Dwork and Roth 2014): a threshold with c times the noise, renewed."""
    half = Fraction(eps) / 2

    @answering(queries, low, high, eps)
    def program(x, rng):
        noisy, shown = rng.laplace(c / half), []
        for answer in x:
            shown.append(int(answer + rng.laplace(2 * c / half) >= noisy))
            if shown[-1]:
                noisy = rng.laplace(c / half)
            if sum(shown) == c:
                break
        return tuple(shown)

    return program


def alg3(eps=1, c=1, queries=2, low=0, high=1):
    """Algorithm 3 (Roth 2011): the noisy answer itself is released, rounded down."""
    half = Fraction(eps) / 2

    @answering(queries, low, high, eps)
    def program(x, rng):
        noisy, shown = rng.laplace(1 / half), []
        above = 0
        for answer in x:
            value = answer + rng.laplace(c / half)
            if value >= noisy:
                shown += 1, math.floor(value)
                above += 1
            else:
                shown.append(0)
            if above == c:
                break
        return tuple(shown)

    return program


def alg4(eps=1, c=1, queries=2, low=0, high=1, monotonic=False):
    """Algorithm 4 (Lee and Clifton 2014): the noise of an answer does not grow with c."""

    @answering(queries, low, high, eps, monotonic=monotonic)
    def program(x, rng):
        return compared(x, rng, 4 / Fraction(eps), Fraction(4, 3) / Fraction(eps), above=c)

    return program


def alg1_far(eps=1):
    """Algorithm 1 with c = 1 at two datasets whose answers are far from the threshold."""

    @dpbi.program(datasets=((2, 2, 2, 2, -2), (3, 3, 3, 3, -3)), neighbours="all", epsilon=eps)
    def program(x, rng):
        return compared(x, rng, 2 / Fraction(eps), 4 / Fraction(eps), above=1)

    return program


def alg4_far(eps=1):
    """Algorithm 4 with c = 1 at two datasets whose answers are far from the threshold."""

    @dpbi.program(datasets=((2, 2, -2), (3, 3, -3)), neighbours="all", epsilon=eps)
    def program(x, rng):
        return compared(x, rng, 4 / Fraction(eps), Fraction(4, 3) / Fraction(eps), above=1)

    return program


def alg5(eps=1, queries=2, low=0, high=1):
    """Algorithm 5 (Stoddard et al. 2014): no noise on the answers, and no end."""

    @answering(queries, low, high, eps)
    def program(x, rng):
        return compared(x, rng, 2 / Fraction(eps), 0)

    return program


def alg6(eps=1, queries=2, low=0, high=1):
    """Algorithm 6 (Chen et al. 2015): noise on the answers, and no end."""

    @answering(queries, low, high, eps)
    def program(x, rng):
        return compared(x, rng, 2 / Fraction(eps), 2 / Fraction(eps))

    return program


def alg7(eps1=1, eps2=1, c=1, queries=2, low=0, high=1, monotonic=False, scale=2):
    """Algorithm 7 without numbers: a budget for the threshold, and one for the answers.

    The noise of an answer has the scale `scale` c / eps2: 2, and 1 in the theorem on monotonic
    queries.
    """
    total = Fraction(eps1) + Fraction(eps2)

    @answering(queries, low, high, total, monotonic=monotonic)
    def program(x, rng):
        return compared(x, rng, 1 / Fraction(eps1), scale * c / Fraction(eps2), above=c)

    return program


def alg7_with_numbers(eps1=1, eps2=1, eps3=1, c=1, queries=1, low=0, high=1):
    """Algorithm 7: an answer above is released with noise of its own, here rounded down."""
    total = Fraction(eps1) + Fraction(eps2) + Fraction(eps3)

    @answering(queries, low, high, total)
    def program(x, rng):
        noisy, shown = rng.laplace(1 / Fraction(eps1)), []
        above = 0
        for answer in x:
            if answer + rng.laplace(2 * c / Fraction(eps2)) >= noisy:
                shown += 1, math.floor(answer + rng.laplace(c / Fraction(eps3)))
                above += 1
            else:
                shown.append(0)
            if above == c:
                break
        return tuple(shown)

    return program
