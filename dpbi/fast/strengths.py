"""c_x = (epsilon / factor) / S(x) in doubles with a proven relative error, for k = 2 and more."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb

from dpbi.fast import errors, kernels
from dpbi.fast.problem import FastUnavailable, Problem
from dpbi.fast.tables import Array, ball, in_range, precision

REACH = 600.0  # largest beta d that may matter
LOOSEST = 2.0**-20  # largest relative error of a candidate (the spread of ln NL needs one)
Smoother = Callable[[Array, Array, Array, float], Array]


@dataclass(frozen=True, slots=True)
class Strengths:
    """c to a relative error `error`; `same` when c is one real number for every dataset.

    `base` holds 1/LS to `base_error`, and a candidate for 1/S(x) is base[y] scale[d] + shift[d],
    to `candidate` (these let `refine` name every y that may be the source of S(x)).
    """

    c: Array
    error: float
    same: bool
    base: Array
    base_error: float
    scale: Array
    shift: Array
    candidate: float


def steps(problem: Problem, base: Array) -> tuple[Array, Array, float]:
    """(scale, shift, candidate error) for distances 0..n, see Strengths."""
    d = np.arange(problem.n + 1, dtype=float)
    if problem.sensitivity == "harmonic":
        gamma = in_range("gamma", problem.gamma or Fraction(0))
        return np.ones_like(d), float(gamma) * d, errors.CANDIDATE
    low, high = problem.beta or (Fraction(0), Fraction(0))
    middle = float((low + high) / 2)
    spread = float((high - low) / 2) / middle * errors.SAFE if low > 0 else math.inf
    reach = math.log(base.max() / base.min()) * errors.SAFE + middle + 0.01
    if not (middle >= 2.0**-40 and spread <= 2.0**-20 and reach <= REACH):
        raise FastUnavailable("beta is 0, huge, or enclosed too loosely")
    candidate = errors.candidate_error(reach, spread)
    if candidate > LOOSEST:
        raise FastUnavailable("beta is enclosed too loosely")
    down = np.empty_like(d)
    kernels.decay(middle * d, down)
    return 1.0 / down, np.zeros_like(d), candidate


def printed(problem: Problem) -> float:
    """epsilon / (factor sqrt(1 - pi/4)), correctly rounded but for RATIO."""
    with precision(128):
        c = ball(problem.epsilon / problem.factor) / (1 - arb.pi() / 4).sqrt()
    if c.rel_accuracy_bits() < 100:  # another thread may have changed flint's precision
        raise FastUnavailable("c was not enclosed well enough")
    return float(c.mid())


def strengths(problem: Problem, base: Array, smooth: Smoother) -> Strengths:
    """c from base = 1/LS; `smooth` turns (base, scale, shift, margin) into 1/S."""
    k, kind = len(problem.prior), problem.sensitivity
    base_error = errors.distance_error(k) + errors.RECIPROCAL
    one = np.ones(1)
    scale, shift, candidate = one, one, 0.0
    if kind == "harmonic" and problem.gamma == 0:
        kind = "global"
    if kind == "printed":
        c = np.full_like(base, printed(problem))
    else:
        budget = float(in_range("epsilon / factor", problem.epsilon / problem.factor))
        if kind == "global":
            c = np.full_like(base, budget * base.min())
        elif kind == "local":
            c = budget * base
        else:
            scale, shift, candidate = steps(problem, base)
            margin = 1.0 - (candidate + 2 * errors.U) * errors.SAFE
            c = budget * smooth(base, scale, shift, margin)
    if not (c.min() >= 2.0**-60 and c.max() <= 2.0**40):
        raise FastUnavailable("c = epsilon / (factor S) leaves [2**-60, 2**40]")
    error = errors.strength_error(k, kind, candidate)
    same = kind in ("printed", "global")
    return Strengths(c, error, same, base, base_error, scale, shift, candidate)
