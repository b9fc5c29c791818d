"""The bridge to the fast path: Hellinger exponential mechanisms as problems of the filter.

Where the filter's proof does not cover a mechanism, or numba is not installed, `loss_or_reason`
returns the reason and the caller falls back to the generic path; what is too large for that path
is said to need numba.

For pictures there are the loss of every dataset, and a delta curve, as floats to draw.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpbi.bayes.data import ENUMERATION_LIMIT, number_of_datasets
from dpbi.errors import LibraryMissing
from dpbi.fields import Balls
from dpbi.fields.field import MOST_BITS
from dpbi.laws.protocol import Mechanism
from dpbi.mechanisms.exponential import FAMILY, HellingerExponential
from dpbi.privacy.delta import hockey_stick, probabilities
from dpbi.privacy.pairs import Pairs, losses, only_under_first
from dpbi.privacy.results import PrivacyLoss, Witness

if TYPE_CHECKING:
    from dpbi.privacy.filter import Problem

SPARE_BITS = 40
TWO_THREADS_PAY = 2000  # datasets; below, starting a thread costs more than it saves


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


F = Balls(96)


def loss_by_dataset(m: Mechanism) -> dict[Any, float]:
    """The largest loss from each dataset to a neighbour, to draw."""
    if m.family == FAMILY and (quick := _from_filter(m)):  # type: ignore[arg-type]
        return quick
    pairs = Pairs(m)
    result = dict.fromkeys(pairs.datasets, -math.inf)
    with F.scope():
        laws = pairs.laws(F)
        for x, y in pairs.ordered:
            top = math.inf
            if only_under_first(laws[x], laws[y]) is None:
                top = float(F.maximum(d for _, d in losses(laws[x], laws[y])).mid())
            result[x] = max(result[x], top)
    return result


def delta_curve(m: Mechanism, pair: tuple[Any, Any], levels: Sequence[Fraction]) -> list[float]:
    """delta of one ordered pair at each level, to draw."""
    with F.scope():
        p, q = ({r: F.exp(a) for r, a in m.log_pmf(z, F).items()} for z in pair)
        return [float(hockey_stick(p, q, F.exp(F.rational(e)), F).mid()) for e in levels]


def largest_delta_curve(m: Mechanism, levels: Sequence[Fraction]) -> list[float]:
    """delta over all pairs at each level, to draw."""
    pairs = Pairs(m)
    with F.scope():
        laws = probabilities(pairs, F)
        factors = [F.exp(F.rational(e)) for e in levels]
        return [
            max(float(hockey_stick(laws[x], laws[y], f, F).mid()) for x, y in pairs.ordered)
            for f in factors
        ]


def _from_filter(m: HellingerExponential) -> dict[Any, float] | None:
    """The filter's upper bounds, where it covers the mechanism."""
    try:
        from dpbi.privacy.filter import FastUnavailable, filtered_loss
    except ImportError:
        return None
    if m.k != 2:
        return None
    try:
        bounds = filtered_loss(problem(m)).by_dataset
    except FastUnavailable:
        return None
    if bounds is None:
        return None
    return {(i, m.n - i): float(v) for i, v in enumerate(bounds)}
