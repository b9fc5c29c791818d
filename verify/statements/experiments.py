"""Experiments as statements: what a release misses on average, and how often it is good.

The error of a release is its Hellinger distance from the true posterior.  A figure compares errors
at one prior and one dataset; its caption names neither eps nor delta, so they stay variables here.
Exponential mechanisms release datasets of the same size; the Laplace family may release counts of
another total, whose posterior is alpha plus those counts.

Integer parameters, two categories: only mirror images about a balanced x are equally far
(`only_mirror_images_tie`).  For a posterior (a, N - a) and candidates (b, N - b), with G = Gamma^2,

    BC^2 = G((a+b)/2) G(N - (a+b)/2) / (Gamma(a) Gamma(N-a) Gamma(b) Gamma(N-b)).

Gamma(m + 1/2) is a rational times sqrt(pi), so for odd a + b this is a rational times pi^2, for
even a + b a rational.  As pi^2 is irrational, candidates b and c tie only if they have one parity
and the rationals G G / (Gamma Gamma) of b and of c are equal.  Equal rationals whose denominators a
prime does not divide have equal residues modulo that prime; all denominators here are products of
numbers below 2N and powers of two.  So different residues prove that there is no tie, by integer
arithmetic alone; where residues agree the rationals themselves are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import factorial
from random import Random
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num, var
from dpbi.language.words import (
    PAIRS,
    H,
    ceil,
    datasets,
    eps,
    log,
    n,
    outputs,
    over,
    released,
    s,
    same,
    under,
    variable,
    vec,
    x,
)
from dpbi.ledger.claims import Checking
from dpbi.ledger.outcomes import Outcome, Verdict
from statements.accuracy import chance, good, steps_within
from statements.terms import z


def mean_error(mechanism: str, epsilon: Like = eps, **options: Like) -> Expr:
    """E H(x, z) of an exponential mechanism's release z."""
    P = released(mechanism, epsilon, **options)
    return over("sum", "z", datasets(), P(x, z) * H(x, z))


def mean_error_of_counts(mechanism: str, epsilon: Like = eps, **options: Like) -> Expr:
    """The same for a Laplace mechanism with its last count computed, whatever the total."""
    P = released(mechanism, epsilon, **options)
    return over("sum", "z", outputs(mechanism, **options), P(x, z) * H(x, z))


def baseline(epsilon: Like = eps) -> Expr:
    """The mean error of the baseline Laplace mechanism, noise of scale 2/eps on each count."""
    return mean_error_of_counts("laplace", epsilon, sensitivity="defined")


def shown_at(parameters: Sequence[int], counts: Sequence[int]) -> list[Expr]:
    """The prior and the dataset of a figure."""
    return [under(*parameters), n.equals(sum(counts)), same(x, vec(*counts))]


def less_on_average(first: Expr, second: Expr, given: Sequence[Expr]) -> Formula:
    """One mean error is below another."""
    return forall(first < second, given=given)


def less_but_not_by_much(first: Expr, second: Expr, part: Like, given: Sequence[Expr]) -> Formula:
    """One mean error is below another, by at most a part of it."""
    return forall((1 - num(part)) * second <= first, given=[*given, first < second])


def ordered(first: Expr, second: Expr, given: Sequence[Expr] = ()) -> Formula:
    """One mean error is at most another."""
    return forall(first <= second, given=given)


def missed_by_more_than_the_noise(multiple: Like) -> Formula:
    """k = 2, noise of scale 2/eps: the error has a bound that fails with probability g.

    With probability at least 1 - g it is at most the largest distance within
    ceil(multiple ln(multiple/g) 2/eps) replaced records.
    """
    g = var("g")
    reach = ceil(num(multiple) * log(num(multiple) / g) * 2 / eps)
    within = chance("laplace", steps_within(reach), sensitivity="defined")
    tail = variable("g", "rational", "0", "1", "()")
    return forall(within >= 1 - g, given=[PAIRS], where=[tail])


def nearer_at_every_distance(
    first: str, second: str, beta: Expr, given: Sequence[Expr] = ()
) -> Formula:
    """Two categories, every dataset s: P(H <= H(x, s)) is at least as large under the first.

    The first has exponential smooth sensitivity, the second is a Laplace mechanism.
    """

    def within(candidate: Expr) -> Expr:
        return H(x, candidate) <= H(x, s)

    ours, theirs = chance(first, within, beta=beta), chance(second, within, sensitivity="defined")
    return forall(ours >= theirs, given=given)


def good_more_often(first: str, second: str, beta: Expr, given: Sequence[Expr] = ()) -> Formula:
    """Two categories: an error of at most LS(x) is likelier under the first of the same two."""
    ours = chance(first, good, beta=beta)
    return forall(ours > chance(second, good, sensitivity="defined"), given=given)


PRIMES = (2147483647, 2147483629)
"""Below 2^31, so that a product of two residues fits into 64 bits."""
LARGEST = 4000
"""The largest alpha + beta + n that is tested, far below the primes."""

Residues: TypeAlias = NDArray[np.uint64]


def only_mirror_images_tie(largest: int, *, exhaustive: bool = False) -> Checking:
    """Every integer prior and n with alpha + beta + n <= largest, all x and all candidates.

    The candidates of a prior are some of the parameters (b, N - b), 0 < b < N, all of which are
    compared.
    """

    def decide() -> Outcome:
        domain = f"all integer priors and n with alpha + beta + n <= {largest}; all x, r and s"
        count, tie = _scan(largest)
        if tie is not None:
            why = "candidates r and s are equally far from x and no mirror images"
            return Outcome(Verdict.FAILS, why, domain, count, tie, tie, ("symbolic",))
        verdict = Verdict.HOLDS if exhaustive else Verdict.HOLDS_BOUNDED
        how = "the squared affinities of all candidates differ, as rationals times powers of pi"
        return Outcome(verdict, how, domain, count, trusts=("symbolic",))

    return decide


def no_unbalanced_tie(largest: int) -> bool:
    """The same as a fact that an argument can rest on."""
    return _scan(largest)[1] is None


def beyond(smallest: int) -> Any:
    """One try at a larger total: a posterior (a, N - a) and all candidates."""

    def attempt(rng: Random) -> tuple[bool | None, dict[str, Any]]:
        total = rng.randint(smallest + 1, LARGEST)
        a = rng.choice((1, 2, total // 2, rng.randint(1, total - 1)))
        ties = list(_ties(total, a))
        where = {"N": total, "x": a}
        return not ties, {**where, "r": ties[0][0], "s": ties[0][1]} if ties else where

    return attempt


@cache
def _scan(largest: int) -> tuple[int, dict[str, int] | None]:
    """How many candidates were compared, and the first tie of no mirror images."""
    compared = 0
    for total in range(2, largest + 1):
        for a in range(1, total // 2 + 1):  # a and N - a are the same question, mirrored
            compared += total - 1
            for b, c in _ties(total, a):
                return compared, {"N": total, "x": a, "r": b, "s": c}
    return compared, None


def _ties(total: int, a: int) -> Iterator[tuple[int, int]]:
    """Candidates equally far from (a, total - a), mirror images about a balanced x left out."""
    last = a if 2 * a == total else total - 1  # beyond the middle all are mirror images
    b = np.arange(1, last + 1)
    first, second = (_residues(total, a, b, p) for p in PRIMES)
    keys = (first << np.uint64(32)) | (second << np.uint64(1)) | ((a + b) % 2).astype(np.uint64)
    order = np.argsort(keys)
    for i in np.flatnonzero(keys[order][1:] == keys[order][:-1]):
        r, s = int(b[order[i]]), int(b[order[i + 1]])
        if _exactly(total, a, r) == _exactly(total, a, s):
            yield r, s


def _residues(total: int, a: int, b: NDArray[np.int64], prime: int) -> Residues:
    """G G / (Gamma(b) Gamma(N - b)) modulo a prime."""
    squares, inverse = _tables(prime)
    p = np.uint64(prime)
    above = squares[a + b] * squares[2 * total - a - b] % p
    below = inverse[b - 1] * inverse[total - b - 1] % p
    return above * below % p


@cache
def _tables(prime: int) -> tuple[Residues, Residues]:
    """Gamma(m/2)^2 without its pi, and 1 / m!, modulo a prime."""
    gamma = [0, 1, 1]  # Gamma(1/2) / sqrt(pi) and Gamma(1)
    half = pow(2, -1, prime)
    for m in range(3, 2 * LARGEST):
        gamma.append(gamma[m - 2] * (m - 2) * half % prime)
    inverse = [1]
    for m in range(1, LARGEST):
        inverse.append(inverse[-1] * pow(m, -1, prime) % prime)
    squares = [g * g % prime for g in gamma]
    return np.array(squares, np.uint64), np.array(inverse, np.uint64)


def _exactly(total: int, a: int, b: int) -> Fraction:
    """The rational itself."""
    above = _gamma(a + b) * _gamma(2 * total - a - b)
    return above**2 / (factorial(b - 1) * factorial(total - b - 1))


def _gamma(m: int) -> Fraction:
    """Gamma(m/2), without the factor sqrt(pi) of an odd m."""
    if m % 2 == 0:
        return Fraction(factorial(m // 2 - 1))
    value = Fraction(1)
    for odd in range(1, m - 1, 2):
        value *= Fraction(odd, 2)
    return value
