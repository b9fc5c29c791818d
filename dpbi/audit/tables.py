"""The loss of a law with rational or float probabilities, small or large.

Few comparisons are made exactly, one by one (`exact.py`); many go through the filter first
(`ratios.py`).  Either way the largest ratio is a rational number, and its logarithm is enclosed.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from dpbi.audit.exact import exact_loss, largest_rational, state_rational
from dpbi.audit.laid import Laid
from dpbi.audit.ratios import largest_ratio
from dpbi.audit.results import PrivacyLoss
from dpbi.mechanisms.forms import Exact
from dpbi.numbers.environment import filters_hold

FEW = 10_000


def table_loss(m: Exact, tolerance: Fraction, few: int = FEW) -> PrivacyLoss:
    """eps* of a mechanism with rational or float probabilities."""
    laid = Laid.of(m)
    if laid is None:
        return exact_loss(m, tolerance)
    if laid.comparisons <= few or not laid.cells.within_range or not filters_hold():
        loss = state_rational(m, largest_rational(laid.pairs(), laid.laws()), tolerance)
    else:
        loss = state_rational(m, largest_ratio(laid), tolerance, ("filter",))
    return replace(loss.of_floats(laid.cells.deviation), counted=laid.counted)
