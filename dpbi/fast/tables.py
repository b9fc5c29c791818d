"""Gamma products as pairs of doubles with an exponent, started from balls; threads for rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from threading import RLock
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq

from dpbi.fast import errors, kernels
from dpbi.fast.problem import FastUnavailable

Array = np.ndarray[Any, Any]
SEED_BITS = 192
_SCOPE = RLock()
SMALL, LARGE = Fraction(1, 2**40), Fraction(2**40)


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """flint's global precision is `bits` inside, and what it was afterwards.

    One thread at a time: scopes that overlap without nesting would restore the wrong precision.
    """
    with _SCOPE:
        before = ctx.prec
        ctx.prec = bits
        try:
            yield
        finally:
            ctx.prec = before


def ball(value: Fraction | int) -> arb:
    """The rational, at the current precision."""
    q = Fraction(value)
    return arb(fmpq(q.numerator, q.denominator))


def in_range(name: str, value: Fraction) -> Fraction:
    """The value, when it lies in [2**-40, 2**40]; else FastUnavailable."""
    if not SMALL <= value <= LARGE:
        raise FastUnavailable(f"{name} is outside [2**-40, 2**40]")
    return value


def pair(value: Fraction) -> tuple[float, float]:
    """(hi, lo) with |value - hi - lo| <= u**2 |value|."""
    hi = float(value)
    return hi, float(value - Fraction(hi))


def _seed(value: arb) -> tuple[float, float, int]:
    """(hi, lo, e) with 1/2 <= hi <= 1, the ball within SEED of (hi + lo) 2**e."""
    if value.rel_accuracy_bits() < 150:
        raise FastUnavailable("gamma was not enclosed well enough")
    mantissa, exponent = value.mid().man_exp()
    m = int(mantissa)
    hi = float(m)
    scale = math.frexp(hi)[1]
    return math.ldexp(hi, -scale), math.ldexp(float(m - int(hi)), -scale), int(exponent) + scale


def gamma_table(alpha: Fraction, n: int) -> tuple[Array, Array, Array]:
    """Gamma(alpha + j/2), 0 <= j <= 2n: entry j within SEED + floor(j/2) STEP."""
    in_range("a prior parameter", alpha)
    with precision(SEED_BITS):
        seeds = [_seed(ball(alpha + Fraction(j, 2)).gamma()) for j in range(2)]
    size = 2 * n + 1
    table = np.empty(size), np.empty(size), np.empty(size, np.int64)
    starts = np.array([v for s in seeds for v in s[:2]])
    kernels.gamma_chain(starts, np.array([s[2] for s in seeds]), *pair(alpha), *table)
    return table


def affinity_tables(first: Any, second: Any | None, n: int) -> tuple[Array, ...]:
    """(fh, fl, fe, gh, gl, ge) with BC(i, r) = F(i+r) G(i) G(r), F(j) = first(j) second(2n-j)."""
    size = 2 * n + 1
    if second is None:
        second = np.ones(size), np.zeros(size), np.zeros(size, np.int64)
    f = np.empty(size), np.empty(size), np.empty(size, np.int64)
    g = np.empty(n + 1), np.empty(n + 1), np.empty(n + 1, np.int64)
    kernels.affinity_tables(*first, *second, *f, *g)
    return (*f, *g)


def require_table_share(n: int, least: float) -> None:
    """Refuse when the error of the tables could show in 1 - BC, the least of which is given."""
    if not errors.table_error(n) <= 0.999 * errors.TABLE_SHARE * least:
        raise FastUnavailable("two neighbouring posteriors are too close for double-double")


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads)


def run(task: Callable[[int, int], None], rows: int, chunk: int, threads: int) -> None:
    """task(first, last) over [0, rows) in chunks that do not depend on `threads`."""
    spans = [(s, min(s + chunk, rows)) for s in range(0, rows, chunk)]
    if threads <= 1 or len(spans) == 1:
        for first, last in spans:
            task(first, last)
        return
    left = iter(spans)

    def work() -> None:
        for span in left:  # the next span goes to whoever asks first; its result is the same
            task(*span)

    others = [_pool(threads).submit(work) for _ in range(threads - 1)]
    work()
    for other in others:
        other.result()
