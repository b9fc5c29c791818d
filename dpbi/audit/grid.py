"""Laws of losses on a grid, and their powers: what bracketed compositions are made of.

A law has masses at the losses `i * step`; delta(epsilon) is the mean of (1 - e^(epsilon - loss))^+,
which grows with every loss.  So a law of losses that are too large bounds delta from above, one of
losses too small, or with mass left out, from below.

- From above, each atom (P, Q) is split into two atoms on neighbouring grid points that keep both
  masses: the given pair is a post-processing of the split one, which therefore has the larger delta
  (Doroshenko et al. 2022, "connect the dots").  From below, losses are rounded down.
- In a power, the tails of little mass are cut off, or it would have far more cells than matter.
  From above, the lower tail moves up to the first cell kept and the upper one to infinite loss;
  from below, the upper tail moves down to the last cell kept and the lower one is left out.

All masses are balls, so what is moved is moved exactly.  How much is cut decides about width alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, takewhile
from typing import Any, TypeAlias

from dpbi.numbers import Balls, Enclosure, Real

MOST_CELLS = 1 << 15
"""A law on a grid has no more cells than this: about 20 MB with all that multiplying needs."""

Atom: TypeAlias = tuple[Real, Real, Enclosure]
"""The masses of an output under P and Q, and its loss ln P/Q."""


class TooFine(Exception):
    """The grid is so fine that a law would have more than `MOST_CELLS` cells."""


@dataclass(frozen=True, slots=True)
class GridLaw:
    """Masses at (first + i) * step, and `whole`, the mass of all: the rest has infinite loss."""

    first: int
    masses: list[Any]
    whole: Real
    above: bool

    def times(self, other: GridLaw, spare: float) -> GridLaw:
        """The law of the sum of two independent losses, its tails of mass `spare` cut off."""
        from flint import arb_poly

        if not self.masses or not other.masses:
            return GridLaw(0, [], self.whole * other.whole, self.above)
        if len(self.masses) + len(other.masses) > MOST_CELLS:
            raise TooFine
        product = (arb_poly(self.masses) * arb_poly(other.masses)).coeffs()
        whole = self.whole * other.whole
        return GridLaw(self.first + other.first, product, whole, self.above).cut(spare)

    def cut(self, spare: float) -> GridLaw:
        """The law with its tails moved, or left out, in the direction that its bound allows."""
        low, high = _tail(self.masses, spare), _tail(self.masses[::-1], spare)
        if low + high >= len(self.masses):
            return self
        end = len(self.masses) - high
        kept, whole = self.masses[low:end], self.whole
        below, beyond = _sum(self.masses[:low]), _sum(self.masses[end:])
        if self.above:
            kept[0] += below
        else:
            kept[-1] += beyond
            whole -= below
        return GridLaw(self.first + low, kept, whole, self.above)

    def power(self, k: int, spare: float) -> GridLaw:
        """The law of the sum of k >= 1 independent losses."""
        result = self
        for bit in bin(k)[3:]:
            result = result.times(result, spare)
            if bit == "1":
                result = result.times(self, spare)
        return result

    def delta(self, epsilon: Fraction, step: Fraction, F: Balls) -> Enclosure:
        """The mean of (1 - e^(epsilon - loss))^+."""
        total, finite = F.rational(0), _sum(self.masses)
        start = max(0, (epsilon / step).__floor__() + 1 - self.first)
        shrink = F.exp(F.rational(-step))
        factor = F.exp(F.rational(epsilon - (self.first + start) * step))
        for mass in self.masses[start:]:
            total += mass * (1 - factor)
            factor *= shrink
        return F.enclosure(total + (self.whole - finite))


def rounded_down(atoms: Sequence[Atom], infinite: Real, step: Fraction, F: Balls) -> GridLaw:
    """Every loss moved down to the grid."""
    return _law([((e.lo / step).__floor__(), a) for a, _, e in atoms], infinite, F, above=False)


def split(atoms: Sequence[Atom], infinite: Real, step: Fraction, F: Balls) -> GridLaw:
    """Every atom (a, b) as masses at two grid points u < v around its loss, both masses kept.

    Solves s + t = a, s e^-u + t e^-v = b; the loss lies in [u, v], so s and t are >= 0.
    """
    placed = []
    for a, b, loss in atoms:
        u, v = (loss.lo / step).__floor__(), (loss.hi / step).__ceil__()
        v += u == v
        low, high = (F.exp(-F.rational(g * step)) for g in (u, v))
        s = ((b - a * high) / (low - high)).nonnegative_part()
        placed += [(u, s), (v, (a - s).nonnegative_part())]
    return _law(placed, infinite, F, above=True)


def _law(placed: Sequence[tuple[int, Real]], infinite: Real, F: Balls, *, above: bool) -> GridLaw:
    """Masses at grid points as a law, refused before it is laid out where it is too long."""
    zero = F.rational(0)
    whole = _sum([m for _, m in placed], infinite)
    if not placed:
        return GridLaw(0, [], whole, above)
    first, last = min(i for i, _ in placed), max(i for i, _ in placed)
    if last - first >= MOST_CELLS:
        raise TooFine
    masses = [zero] * (last - first + 1)
    for i, mass in placed:
        masses[i - first] += mass
    return GridLaw(first, masses, whole, above)


def _tail(masses: Sequence[Any], spare: float) -> int:
    """How many masses from the start add up to at most `spare`, roughly: it decides no bound."""
    sums = accumulate(float(abs(m).upper()) for m in masses)
    return sum(1 for _ in takewhile(lambda s: s <= spare, sums))


def _sum(values: Sequence[Any], start: Any = 0) -> Any:
    return sum(values, start)
