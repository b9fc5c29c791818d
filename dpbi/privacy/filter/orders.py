"""Renyi divergences of all pairs, from doubles with a proven error.

    K_a(x, y) = ln sum over r of Pr_x[r]^a Pr_y[r]^(1-a) = (a - 1) D_a,

or the Kullback-Leibler divergence for a = 1.  BOUNDS.md, section 11, is the proof.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from dpbi.privacy.filter import errors, sums
from dpbi.privacy.filter.arithmetic import require_ieee
from dpbi.privacy.filter.deltas import (
    NOTHING,
    SAFER,
    SMALL,
    Deltas,
    LargestDelta,
    places_of,
    simplex_places,
    still_largest,
)
from dpbi.privacy.filter.line import TAIL_AIM, Line, span_length, unsummed
from dpbi.privacy.filter.problem import FastUnavailable, Problem
from dpbi.privacy.filter.simplex import CHUNK as SIMPLEX_CHUNK
from dpbi.privacy.filter.simplex import Corner, corner
from dpbi.privacy.filter.tables import Array, Strengths, in_chunks

NARROW = Fraction(1, 8), Fraction(4)
"""The sizes of order - 1 for which windows that leave a tail are tried."""
ENOUGH = 2.0**-41
"""An error beyond which windows are taken as wide as they can be, times |order - 1| up to 1."""
HALF = Fraction(1, 2)


def filtered_renyi(problem: Problem, order: Fraction, threads: int) -> Deltas:
    """Bounds of |a - 1| D_a of all pairs, of D_1 for a = 1, and of the largest.

    At order 1/2 both orders of a pair have the same: one stands for both.
    """
    require_ieee()
    if len(problem.prior) > 2:
        m, to, h = corner(problem, threads)
        near, places = h > 0, simplex_places(m.space, to)
        if order == HALF:
            start = np.broadcast_to(m.space.representatives[:, None], to.shape)
            places = np.minimum(places, simplex_places(m.space, start, to))
        lo, hi = corner_orders(m, to, h, order, threads)
        return Deltas(problem, m, (_largest(places[near], lo[near], hi[near], order),))
    n, symmetric = problem.n, problem.prior[0] == problem.prior[1]
    flat, index = unsummed(problem, threads), np.arange((n + 1) // 2 if symmetric else n)
    turns = 1 if order == HALF else 2
    lo, hi = _line_orders(flat, index, order, threads, turns)
    places = places_of(index, n, symmetric=symmetric)[:, :turns]
    return Deltas(problem, flat, (_largest(places.ravel(), lo.ravel(), hi.ravel(), order),))


def _largest(places: Array, lo: Array, hi: Array, order: Fraction) -> LargestDelta:
    """Of the divergences: for a < 1 the least sum makes the largest."""
    return still_largest(places, -hi, -lo) if order < 1 else still_largest(places, lo, hi)


def _line_orders(
    m: Line, index: Array, order: Fraction, threads: int, turns: int
) -> tuple[Array, Array]:
    """`line_orders` with windows that leave a tail, where that errs by little."""
    away = abs(order - 1)
    if order == 1 or NARROW[0] <= away <= NARROW[1]:
        aim = TAIL_AIM / 2 ** float(order + away)  # a tail is raised to the order
        lo, hi = line_orders(m, index, order, threads, turns, aim)
        if float((hi - lo).max()) <= 2 * ENOUGH * min(1.0, float(away or 1)):
            return lo, hi
    return line_orders(m, index, order, threads, turns)


def line_orders(
    m: Line, index: Array, order: Fraction, threads: int = 1, turns: int = 2, aim: float = 0.0
) -> tuple[Array, Array]:
    """Bounds [p, turn] of K_a, or of D_1, k = 2; windows leave tails of about aim."""
    s = m.strengths
    fixed, spread, share = _errors(s, 2, m.n + 1, order)
    value, loose = np.empty((2, len(index), turns, 1))

    def task(first: int, last: int) -> None:
        given = (s.c, aim, _doubles(order, share), spread, *m.tables)
        sums.line_renyi(first, last, index, *given, value, loose)

    in_chunks(task, len(index), span_length(len(index), m.n), threads, "pairs")
    error = (loose[..., 0] + fixed) * SAFER
    return value[..., 0] - error, value[..., 0] + error


def corner_orders(
    m: Corner, to: Array, h: Array, order: Fraction, threads: int = 1
) -> tuple[Array, Array]:
    """Bounds [i, j] of K_a, or of D_1, k >= 3."""
    s, reps, target = m.strengths, m.space.representatives, m.orbit[m.space.rank(to)]
    size = len(m.orbit)
    fixed, spread, share = _errors(s, reps.shape[1], size, order)
    value, loose = np.zeros((2, *h.shape, 1))
    orders = _doubles(order, share)
    given = (reps, to, h, s.c, target, m.space.prefixes, size, orders, np.empty(0))

    def task(first: int, last: int) -> None:
        rest = (0.0, spread, m.rho, m.defect, value, loose)
        sums.simplex_excess_bounds(first, last, *given, *rest)

    in_chunks(task, len(reps), SIMPLEX_CHUNK, threads, "pairs")
    error = (loose[..., 0] + fixed) * SAFER
    return value[..., 0] - error, value[..., 0] + error


def _doubles(order: Fraction, share: float) -> Array:
    return np.array([[float(order), float(order - 1), share]])


def _errors(s: Strengths, k: int, size: int, order: Fraction) -> tuple[float, float, float]:
    """What every value errs by, what for each unit of a mean exponent, and the share of order 1."""
    a, exponent, log_size = float(order), errors.spread_error(k, s.error), math.log(size) + 1e-3
    spread = exponent + 4 * errors.U
    weight = a + abs(a - 1)
    if not spread * weight * (float(s.c.max()) + log_size) <= SMALL:
        raise FastUnavailable("the order, c, or its error, is too large for sums over pairs")
    row = errors.row_error(size) + exponent * log_size
    own = errors.EXP + errors.sum_error(size)
    if order == 1:
        share = own + row + 4 * errors.U
        return (2 * row + NOTHING) * SAFER, spread * SAFER, share * SAFER
    return (weight * row + own + errors.LOG) * SAFER, spread * SAFER, 0.0
