"""Whether a law is one of floats, and what then follows for the audit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpbi.audit.pairs import Pairs
from dpbi.mechanisms.base import Mechanism
from dpbi.mechanisms.exponential import HellingerExponential
from dpbi.mechanisms.forms import Exact, Weighted
from dpbi.numbers import Balls, Real


def float_weights(m: Mechanism) -> Fraction | None:
    """0 where log-weights are floats: their law is normalised exactly.  None where they are not."""
    if isinstance(m, Weighted) and not isinstance(m, HellingerExponential) and m.uses_floats():
        return Fraction(0)
    return None


def deviation(m: Mechanism) -> Fraction | None:
    """The largest amount by which a row of floats misses the sum 1; None without floats."""
    if not isinstance(m, Exact):
        return float_weights(m)
    misses = [d for x in m.datasets() if (d := m.row(x).deviation) is not None]
    return max(map(abs, misses), default=None)


def normalised(pairs: Pairs, F: Balls) -> dict[Any, dict[Any, Real]]:
    """The logarithms of the laws, each row divided by its exact sum.

    A Renyi divergence near order 1 is the logarithm of a sum divided by almost 0: of a row that
    misses 1 by a rounding it would say nothing about privacy.
    """
    laws, m = pairs.laws(F), pairs.mechanism
    if not isinstance(m, Exact) or not deviation(m):
        return {x: dict(law) for x, law in laws.items()}
    with F.scope():
        shifts = {x: F.log(F.rational(1 + (m.row(x).deviation or 0))) for x in laws}
        return {x: {r: p - shifts[x] for r, p in law.items()} for x, law in laws.items()}
