"""Tables for the filter: gamma products as pairs of doubles, and the strengths c_x.

Gamma products are kept as pairs of doubles with an exponent, started from balls; threads compute
the rows.  The strengths are c_x = (epsilon / factor) / S(x) in doubles with a proven relative
error, for k = 2 and more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from threading import Event, Lock, RLock
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq

from dpbi.privacy.filter import errors, kernels
from dpbi.privacy.filter.arithmetic import require_settings
from dpbi.privacy.filter.problem import FastUnavailable, Problem
from dpbi.support.progress import Stage

Array = np.ndarray[Any, Any]
TABLE_CHUNK = 8192  # even: G has the entries of F at even places
ALONE = 8 * TABLE_CHUNK  # entries that one thread fills sooner: memory is new, and both ask for it
SEED_BITS = 192
_SCOPE = RLock()
SMALL, LARGE = Fraction(1, 2**40), Fraction(2**40)


@contextmanager
def flint_precision(bits: int) -> Iterator[None]:
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
    return _chain(alpha, 0, 2 * n + 1)


def _chain(alpha: Fraction, low: int, high: int) -> tuple[Array, Array, Array]:
    """Gamma(alpha + j/2), low <= j < high, from seeds of its own at low.

    Entry j is within SEED + floor((j - low)/2) STEP: no more than in a chain from 0.
    """
    start = in_range("a prior parameter", alpha) + Fraction(low, 2)
    with flint_precision(SEED_BITS):
        seeds = [_seed(ball(start + Fraction(j, 2)).gamma()) for j in range(2)]
    room = max(2, high - low)  # a chain begins with two entries
    parts = np.empty(room), np.empty(room), np.empty(room, np.int64)
    values = np.array([v for s in seeds for v in s[:2]])
    kernels.gamma_chain(values, np.array([s[2] for s in seeds]), *pair(start), *parts)
    hi, lo, ex = (part[: high - low] for part in parts)
    return hi, lo, ex


def _empty_tables(n: int) -> tuple[tuple[Array, ...], tuple[Array, ...]]:
    """Room for F and G."""
    f = np.empty(2 * n + 1), np.empty(2 * n + 1), np.empty(2 * n + 1, np.int64)
    return f, (np.empty(n + 1), np.empty(n + 1), np.empty(n + 1, np.int64))


def affinity_tables(first: Any, second: Any | None, n: int) -> tuple[Array, ...]:
    """(fh, fl, fe, gh, gl, ge) with BC(i, r) = F(i+r) G(i) G(r), F(j) = first(j) second(2n-j)."""
    size = 2 * n + 1
    if second is None:
        second = np.ones(size), np.zeros(size), np.zeros(size, np.int64)
    f, g = _empty_tables(n)
    kernels.fill_affinity_tables(0, size, *first, *second, *f, *g)
    return (*f, *g)


def line_tables(a: Fraction, b: Fraction, n: int, threads: int) -> tuple[Array, ...]:
    """`affinity_tables` for k = 2, in pieces: no gamma table is ever there as a whole.

    For a symmetric prior F(2n - j) = F(j) and G(n - i) = G(i): the first halves are copied.
    """
    size = 2 * n + 1
    f, g = _empty_tables(n)

    def task(low: int, high: int) -> None:
        first, second = _chain(a, low, high), _chain(b, size - high, size - low)
        of_f, of_g = slice(low, high), slice(low // 2, (high + 1) // 2)
        places = (*(v[of_f] for v in f), *(v[of_g] for v in g))
        kernels.fill_affinity_tables(0, high - low, *first, *second, *places)

    rows = n + 1 if a == b else size
    in_chunks(task, rows, TABLE_CHUNK, threads if rows > ALONE else 1)
    if a == b:
        for table in (*f, *g):
            half = len(table) // 2
            table[-half:] = table[half - 1 :: -1]
    return (*f, *g)


def require_table_share(n: int, least: float) -> None:
    """Refuse when the error of the tables could show in 1 - BC, the least of which is given."""
    if not errors.table_error(n) <= 0.999 * errors.TABLE_SHARE * least:
        raise FastUnavailable("two neighbouring posteriors are too close for double-double")


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads)


def in_chunks(
    task: Callable[[int, int], None], rows: int, chunk: int, threads: int, stage: str = "tables"
) -> None:
    """task(first, last) over [0, rows) in chunks that do not depend on `threads`."""
    in_spans(task, chunks(0, rows, chunk), threads, stage)


def chunks(first: int, last: int, chunk: int) -> list[tuple[int, int]]:
    """[first, last) in pieces."""
    return [(s, min(s + chunk, last)) for s in range(first, last, chunk)]


def in_spans(
    task: Callable[[int, int], None],
    spans: Sequence[tuple[int, int]],
    threads: int,
    stage: str = "tables",
) -> None:
    """task(first, last) of every span; which thread does which changes no bit.

    A span is short, so that an interrupt, which Python sees between two of them, is seen soon; it
    also ends the other threads.
    """
    steps = Stage(stage, len(spans))
    if threads <= 1 or len(spans) <= 1:
        for done, (first, last) in enumerate(spans):
            steps.tell(done)
            task(first, last)
        return
    left, lock, stop = iter(enumerate(spans)), Lock(), Event()

    def work(tell: Callable[[int], None] | None) -> None:
        require_settings()  # they are those of a thread
        while not stop.is_set():
            with lock:  # the next span goes to whoever asks first; its result is the same
                done, span = next(left, (0, None))
            if span is None:
                return
            if tell is not None:
                tell(done)
            task(*span)

    others = [_pool(threads).submit(work, None) for _ in range(threads - 1)]
    try:
        work(steps.tell)
        for other in others:
            other.result()
    finally:
        stop.set()


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


def printed_constant() -> arb:
    """sqrt(1 - pi/4), at the precision in force."""
    return (1 - arb.pi() / 4).sqrt()


def printed(problem: Problem) -> float:
    """epsilon / (factor sqrt(1 - pi/4)), correctly rounded but for RATIO."""
    with flint_precision(128):
        c = ball(problem.epsilon / problem.factor) / printed_constant()
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
