"""Affinities near a truth x, by steps outward from x: what is far away is one lump.

With T(m) = Gamma(alpha + m/2), the affinity factor of a category that has s records in x is
rho(t) = T(s + t) / sqrt(T(2s) T(2t)), and what the categories have multiplies
(`dpbi.bayes.affinities`).  Squares walk by rational numbers, alpha = p/q (DLMF 5.5.1):

    rho(t+2)^2 / rho(t)^2 = (2p + (s+t) q)^2 / (4 (p + t q) (p + (t+1) q)),       rho(s) = 1,

and one step needs a gamma function: with z = alpha + s, g = Gamma(z + 1/2) / Gamma(z),

    rho(s+1)^2 = g^2 / z,       rho(s-1)^2 = g^2 (z - 1) / (z - 1/2)^2.

ln Gamma is convex, so rho <= 1.  The derivative of ln rho in t is psi(alpha + (s+t)/2)/2 -
psi(alpha + t)/2, and psi increases: rho rises up to t = s, and falls from there on.  Hence where
rho(t) <= floor at one end of a window, so it is at all counts beyond that end; a release with any
count beyond its window has an affinity of at most floor.  Doubles guess where windows end; an end
at which the ball of rho^2 is not certainly at most floor^2 is moved outward.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import ceil, lgamma, log
from operator import mul
from typing import Any

from flint import arb, fmpz_poly

from dpbi.bayes.data import Counts
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.fields import Balls, Real

SPARE = 24
"""Bits of the lump's distance and weight beyond those that are asked for."""


@dataclass(frozen=True, slots=True)
class Nearby:
    """rho(t)^2 of one category for t = first, first + 1, .., last."""

    first: int
    squares: list[Any]

    @property
    def last(self) -> int:
        """The largest count within."""
        return self.first + len(self.squares) - 1

    def at(self, t: int) -> Real:
        """rho(t)^2."""
        return self.squares[t - self.first]

    def roots(self) -> Nearby:
        """The same of rho(t)."""
        return Nearby(self.first, [s.sqrt() for s in self.squares])


def near_bits(prior: Dirichlet, n: int) -> int:
    """Bits that gamma at an inexact argument, a walk, and then 1 - BC > 1 / (16 size) can lose."""
    return 2 * ceil(prior.total + n).bit_length() + 12


def bits_of(c: Real) -> int:
    """The bits of |c| before the point: what a distance loses when it is multiplied by c."""
    return int(c.abs_upper().ceil().unique_fmpz()).bit_length() if c.is_finite() else 0


def floor_bits(bits: int, c: Real) -> int:
    """b for which a distance and a weight of the lump are known to about 2^-(bits + SPARE)."""
    return max(1, bits + SPARE + bits_of(c))


def far_distance(floor_bits: int) -> Real:
    """A ball of every distance sqrt(1 - BC) with 0 <= BC <= 2^-floor_bits."""
    return arb(1).union((1 - arb(2) ** -floor_bits).sqrt())


def distance_of_square(square: Real) -> Real:
    """H = sqrt(1 - BC) from BC^2; below zero there is only rounding."""
    return (1 - square.sqrt()).nonnegative_part().sqrt()


def windows(prior: Dirichlet, x: Counts, floor_bits: int | None, F: Balls) -> tuple[Nearby, ...]:
    """For each category all counts at which rho may be above 2^-floor_bits, in a scope.

    Where floor_bits is None there is no floor, and every term counts.
    """
    n, known = sum(x), dict[tuple[Fraction, int], Nearby]()
    for a, s in zip(prior.alpha, x, strict=True):
        if (a, s) not in known:
            known[a, s] = _window(a, s, n, floor_bits, F)
    return tuple(known[key] for key in zip(prior.alpha, x, strict=True))


def number_within(parts: Sequence[Nearby], n: int) -> int:
    """How many releases of n records have each count within its window."""
    if len(parts) == 2:
        first, last = _overlap(parts, n)
        return last - first + 1
    return int(reduce(mul, (fmpz_poly([0] * w.first + [1] * len(w.squares)) for w in parts))[n])


def on_a_line(pair: tuple[Nearby, ...], n: int) -> tuple[int, list[Real]]:
    """k = 2: a count c, and BC^2 of (c, n - c), (c + 1, n - c - 1), .. within both windows."""
    one, other = pair
    first, last = _overlap(pair, n)
    left = one.squares[first - one.first : last - one.first + 1]
    right = other.squares[n - last - other.first : n - first - other.first + 1]
    return first, [a * b for a, b in zip(left, reversed(right), strict=True)]


def _overlap(pair: Sequence[Nearby], n: int) -> tuple[int, int]:
    """The first and the last count c with c and n - c within their windows, as that of x is."""
    one, other = pair
    return max(one.first, n - other.last), min(one.last, n - other.first)


def half_step(alpha: Fraction, s: int, F: Balls) -> Real:
    """Gamma(z + 1/2) / Gamma(z) at z = alpha + s."""
    return F.rational(alpha + s + Fraction(1, 2)).gamma() / F.rational(alpha + s).gamma()


def _window(alpha: Fraction, s: int, n: int, floor_bits: int | None, F: Balls) -> Nearby:
    square = arb(0) if floor_bits is None else arb(2) ** (-2 * floor_bits)
    g, z = half_step(alpha, s, F) ** 2, F.rational(alpha + s)
    up = _walked(_above(alpha, s, g / z), n - s, _guess(alpha, s, 1, n - s, floor_bits), square)
    first = g * F.rational(alpha + s - 1) / F.rational(alpha + s - Fraction(1, 2)) ** 2
    down = _walked(_below(alpha, s, first), s, _guess(alpha, s, -1, s, floor_bits), square)
    return Nearby(s - len(down), [*reversed(down), arb(1), *up])


def _walked(steps: Iterator[Real], room: int, guess: int, square: Real) -> list[Real]:
    """Squares outward from x, `guess` of them, and more until the last is small enough."""
    found: list[Real] = []
    while len(found) < room and not (len(found) >= guess and found[-1] <= square):
        found.append(next(steps))
    return found


def _above(alpha: Fraction, s: int, first: Real) -> Iterator[Real]:
    """rho(s+1)^2, rho(s+2)^2, .."""
    p, q = alpha.numerator, alpha.denominator
    here, there, t = arb(1), first, s
    while True:
        yield there
        here, there = there, here * (2 * p + (s + t) * q) ** 2 / (4 * (p + t * q) * (p + t * q + q))
        t += 1


def _below(alpha: Fraction, s: int, first: Real) -> Iterator[Real]:
    """rho(s-1)^2, rho(s-2)^2, .."""
    p, q = alpha.numerator, alpha.denominator
    here, there, t = arb(1), first, s - 2
    while True:
        yield there
        here, there = there, here * (4 * (p + t * q) * (p + t * q + q)) / (2 * p + (s + t) * q) ** 2
        t -= 1


def _guess(alpha: Fraction, s: int, side: int, room: int, floor_bits: int | None) -> int:
    """How many steps it takes until rho falls to 2^-floor_bits, as doubles have it."""
    if floor_bits is None:
        return room
    try:
        a, goal = float(alpha), -floor_bits * log(2)
        own = lgamma(a + s) / 2
    except OverflowError:
        return room

    def falls(d: int) -> bool:
        t = s + side * d
        return lgamma(a + (s + t) / 2) - own - lgamma(a + t) / 2 <= goal

    return _first(falls, room)


def _first(holds: Callable[[int], bool], most: int) -> int:
    """The least d from 1 on at which a property holds that stays; `most` if there is none."""
    low, high = 0, 1
    while high < most and not holds(high):
        low, high = high, 2 * high
    high = min(high, most)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
