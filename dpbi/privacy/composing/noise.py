"""How much the noise of a grid can add to delta: the proof is in COMPOSITION.md, section 2.

N is what the grid added to the loss of k releases.  With V as computed here,

    D_grid(e) - D(e)  <=  A E[ exp(-c |S - e|) ],
    A = kappa exp(V c (c+1) / 2 + c sqrt(V + V^2/4)),

for every c > 0, where S is the loss on the grid and kappa = c^c / (1 + c)^(1 + c); nor is it more
than the mean of |N|.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpbi.fields import Balls, Real

LEAST = 1e-300
STEEPEST = 4  # c times the step, where atoms are anywhere between grid points
FAR = 40  # e^-40: what is farther than 40 / c from epsilon counts as that far


@dataclass(frozen=True, slots=True, eq=False)
class GridNoise:
    """The rate c and the factor A on one grid; `most` bounds whatever noise adds."""

    rate: Fraction
    factor: Real
    most: Real

    @staticmethod
    def of(parts: Sequence[tuple[int, Real]], step: Fraction, F: Balls) -> GridNoise:
        """For k releases of each spread, (k, t (1 - t) at most)."""
        c = _rate(parts, step)
        V = variance(parts, step, c, F)
        rate, one = F.rational(c), F.rational(1)
        kappa = F.exp(-rate * (one / rate).log1p()) / (one + rate)
        factor = kappa * F.exp(V * rate * (rate + 1) / 2 + rate * _moved(V, F))
        return GridNoise(c, factor, _moved(variance(parts, step, Fraction(0), F), F))


def _moved(V: Real, F: Balls) -> Real:
    """At least the mean of |N|."""
    return F.sqrt(V + V * V / 4)


def _rate(parts: Sequence[tuple[int, Real]], step: Fraction) -> Fraction:
    """One over the deviation of the noise, where e^(c step) leaves V small: a guess."""
    spreads = [(k, min(max(float(s.upper()), LEAST), 0.25)) for k, s in parts]
    deviation = math.sqrt(sum(k * s for k, s in spreads))
    steepest = max(STEEPEST, -math.log(max(s for _, s in spreads)) / 2)
    return Fraction(min(1 / deviation, steepest)) / step


def variance(parts: Sequence[tuple[int, Real]], step: Fraction, c: Fraction, F: Balls) -> Real:
    """V: what bounds the second derivative of ln E[e^(a N)] for -(c + 1) <= a <= c, for c >= 0."""
    h, total = F.rational(step), F.rational(0)
    tilt = F.exp(h * F.rational(c + 1))
    for k, spread in parts:
        quarter = F.rational(Fraction(1, 4))
        total += k * h * h * quarter.min(spread.nonnegative_part() * tilt)
    return total.upper()
