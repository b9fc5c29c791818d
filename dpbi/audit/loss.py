"""`privacy_loss`: the one question, sent to the method that answers it best.

rational or float probabilities  a filter, exact comparison of ratios  (tables.py)
clamped Laplace                  a formula with proof                  (laplace.py)
polynomials in q                 exact comparison of ratios in q       (exact.py)
the Hellinger exponential family proven floating-point filter, balls   (fast/, hellinger.py)
quotients of such polynomials    the same, with their sums            (quotients.py)
anything else                    balls over all pairs and outputs      (generic.py)
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpbi.audit.exact import loss_in_q
from dpbi.audit.floats import float_weights
from dpbi.audit.generic import loss_in_balls
from dpbi.audit.hellinger import loss_or_reason
from dpbi.audit.laplace import has_closed_form, laplace_loss
from dpbi.audit.quotients import quotient_loss
from dpbi.audit.results import PrivacyLoss
from dpbi.audit.tables import table_loss
from dpbi.data import whole
from dpbi.errors import ContinuousLaw, InvalidValue, TooLarge
from dpbi.mechanisms.base import Mechanism
from dpbi.mechanisms.exponential import HellingerExponential
from dpbi.mechanisms.forms import Exact, InQ, adapt
from dpbi.mechanisms.quotients import QuotientInQ
from dpbi.mechanisms.two_counts import LaplaceTwoCounts

MOST_DIGITS, MOST_THREADS = 2000, 256


def privacy_loss(mechanism: Any, *, digits: int = 12, threads: int | None = None) -> PrivacyLoss:
    """The true privacy loss of a mechanism, enclosed to within 10^-digits, with its witness.

    Every ordered pair of neighbouring datasets and every output counts.  `threads` bounds the
    threads of the compiled filter (default: the machine's cores).
    """
    digits = whole("digits", digits)
    if not 1 <= digits <= MOST_DIGITS:
        raise InvalidValue("digits", digits, f"it must be between 1 and {MOST_DIGITS}")
    threads = None if threads is None else whole("threads", threads)
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise InvalidValue("threads", threads, f"it must be between 1 and {MOST_THREADS}")
    m, width = adapt(mechanism), Fraction(1, 10**digits)
    found = _loss(m, width, threads)
    lo = found.lo if found.lo >= 0 else Fraction(0)  # ln P/Q or ln Q/P is >= 0
    return replace(found, lo=lo, asked=width, mechanism=m)


def _loss(m: Mechanism, tolerance: Fraction, threads: int | None) -> PrivacyLoss:
    if isinstance(m, LaplaceTwoCounts):
        raise ContinuousLaw(m.name)
    if isinstance(m, Exact):
        return table_loss(m, tolerance)
    if has_closed_form(m):
        return laplace_loss(m, tolerance)  # type: ignore[arg-type]
    if isinstance(m, InQ):
        return loss_in_q(m, tolerance)
    if isinstance(m, QuotientInQ):
        return quotient_loss(m, tolerance)
    if isinstance(m, HellingerExponential):
        found = loss_or_reason(m, tolerance, threads)
        return found if isinstance(found, PrivacyLoss) else _without_filter(m, tolerance, found)
    return loss_in_balls(m, tolerance).of_floats(float_weights(m))


def _without_filter(m: HellingerExponential, tolerance: Fraction, reason: str) -> PrivacyLoss:
    """The loss in balls, which hold much less: a refusal says why the filter is not used."""
    try:
        return loss_in_balls(m, tolerance)
    except TooLarge as error:
        because = f"the compiled filter takes more, but not this: {reason}"
        raise replace(error, because=because) from None
