"""The bridge to the fast path: Hellinger exponential mechanisms as problems of the filter.

Where the filter's proof does not cover a mechanism, or numba is not installed, `loss_or_reason`
returns the reason and the caller falls back to the generic path; what is too large for that path
is said to need numba.

Loading the compiler takes longer than a small question takes in balls.  Who asks few questions and
then ends says so with `few_questions`; then small ones do not load it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from typing import TYPE_CHECKING

from dpbi.bayes.data import ENUMERATION_LIMIT, number_of_datasets
from dpbi.errors import LibraryMissing
from dpbi.fields import Balls
from dpbi.fields.field import MOST_BITS
from dpbi.mechanisms.exponential import HellingerExponential
from dpbi.privacy.results import PrivacyLoss, Witness

if TYPE_CHECKING:
    from dpbi.privacy.filter import Problem

SPARE_BITS = 40
TWO_THREADS_PAY = 2000  # datasets; below, starting a thread costs more than it saves


LOADING = 40_000
"""Datasets times outputs that balls go through while the compiler is loaded (0.2 s)."""

_QUESTIONS: ContextVar[int | None] = ContextVar("questions", default=None)


@contextmanager
def few_questions(number: int) -> Iterator[None]:
    """About so many losses are asked for in here, and afterwards the process ends.

    The rule looks at sizes alone, not at what is loaded: the same question has the same answer.
    """
    token = _QUESTIONS.set(number)
    try:
        yield
    finally:
        _QUESTIONS.reset(token)


def sooner_in_balls(m: HellingerExponential) -> bool:
    """Whether balls have answered before the compiler is loaded."""
    number = _QUESTIONS.get()
    return number is not None and number * number_of_datasets(m.n, m.k) ** 2 <= LOADING


def loss_or_reason(
    m: HellingerExponential, tolerance: Fraction, threads: int | None = None
) -> PrivacyLoss | str:
    """eps* to the tolerance by filter and refinement, or why the fast path has no proof."""
    try:
        from dpbi.privacy.filter import FastUnavailable, filtered_loss, refine
    except ImportError:
        if number_of_datasets(m.n, m.k) ** 2 > ENUMERATION_LIMIT:
            question = f"the loss of {m.label} over {m.k} categories at n = {m.n}"
            raise LibraryMissing("numba", "fast", question) from None
        return "numba is not installed: pip install 'dpbi[fast]'"
    if threads is None:
        threads = (os.cpu_count() or 1) if m.n >= TWO_THREADS_PAY or m.k > 2 else 1
    try:
        found = filtered_loss(problem(m), threads=threads)
        trusts, bits = ["filter"], SPARE_BITS + tolerance.denominator.bit_length()
        while found.hi - found.lo > tolerance and bits <= MOST_BITS:
            found = refine(problem(m), found, bits)
            trusts, bits = ["filter", "ball"], 2 * bits
    except FastUnavailable as error:
        return error.reason
    if found.hi - found.lo > tolerance:
        return f"it does not reach {tolerance.denominator.bit_length() * 3 // 10} digits"
    return PrivacyLoss(
        found.lo, found.hi, Witness(*found.witness), tuple(trusts), m.claimed_epsilon
    )


def problem(m: HellingerExponential) -> Problem:
    """The mechanism in the filter's terms."""
    from dpbi.privacy.filter import Problem

    c, F = m.calibration, Balls(256)
    with F.scope():
        exponent = c.exponent(m.n, F)
        ends = None if exponent is None else F.enclosure(exponent)
    beta = None if ends is None else (max(ends.lo, Fraction(0)), ends.hi)
    return Problem(m.prior.alpha, m.n, m.epsilon, m.factor, c.kind, gamma=c.step, beta=beta)
