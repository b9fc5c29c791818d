"""The losses of one release for one ordered pair of datasets, and their law on a grid.

P and Q are the laws at the two datasets.  An output r that is possible under both is an atom: its
mass P(r), and its loss ln P(r)/Q(r), *raised* to the upper end of its enclosure.  On a grid an atom
at the loss l between the points u <= l < u + h becomes two, at u with the share s and at u + h with
the share t of its mass, where

    s + t = 1,    s e^-u + t e^-(u+h) = e^-l:    t = (1 - e^-(l-u)) / (1 - e^-h).

Both masses of the atom are kept so, under P and under Q (Doroshenko et al. 2022, "connect the
dots").  `spread` is the largest t (1 - t): h^2 times that is the largest variance of what was added
to a loss.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from dpbi.fields import Balls, Enclosure, Real
from dpbi.privacy.composing.fixed import WORD, FixedLaw

ZERO = Fraction(0)
ALIKE = 12  # decimal digits in which losses that look alike agree
NOTHING = 2.0**-200
FAR = Fraction(1 << 66)


class LossLaw(Protocol):
    """The losses of one release: `Losses`, `RowLosses`, or `RealLosses` of laws with densities."""

    @property
    def raised(self) -> Fraction: ...
    @property
    def whole(self) -> Real: ...
    @property
    def finite(self) -> Real: ...
    @property
    def infinite(self) -> Real: ...
    @property
    def loose(self) -> Real: ...
    @property
    def astray(self) -> Real: ...
    @property
    def likeness(self) -> LossLikeness: ...
    def split(
        self, step: Fraction, w: int, spare: float, F: Balls
    ) -> tuple[dict[int, int], Real]: ...
    def doubles(self) -> tuple[list[float], list[float]]: ...
    def with_words(self, w: int) -> LossLaw: ...


@dataclass(frozen=True, slots=True, eq=False)
class Losses:
    """Atoms as (raised loss, mass in balls, mass nearly), in order of loss.

    No loss was raised by more than `raised`.  `whole` is the mass of all outputs, `finite` that of
    the atoms, `infinite` that of outputs which are certainly impossible under Q.  Of atoms with the
    mass `loose`, the loss is at most what is said, and may be anything below.  Of Q, the mass
    `astray` may be at any output (COMPOSITION.md, section 5).
    """

    atoms: list[tuple[Fraction, Real, float]]
    raised: Fraction
    whole: Real
    finite: Real
    infinite: Real
    loose: Real
    astray: Real

    @staticmethod
    def of(p: Mapping[Any, Real], q: Mapping[Any, Real], F: Balls) -> Losses:
        """From the logarithms of the probabilities under P and under Q."""
        atoms, raised = [], ZERO
        whole, finite = F.rational(0), F.rational(0)
        for r, log in p.items():
            mass = F.exp(log)
            whole += mass
            if (other := q.get(r)) is None:
                continue
            finite += mass
            loss = F.enclosure(log - other)
            raised = max(raised, loss.width)
            atoms.append((loss.hi, mass, float(mass)))
        atoms.sort(key=lambda atom: atom[0])
        zero = F.rational(0)
        return Losses(atoms, raised, whole, finite, whole - finite, zero, zero)

    def split(self, step: Fraction, w: int, spare: float, F: Balls) -> tuple[dict[int, int], Real]:
        """The masses of split atoms in units, rounded down, by grid point; the largest spread."""
        return _split(self.kept(spare), step, w, F)

    def with_words(self, w: int) -> LossLaw:
        """Masses are as exact as is asked."""
        return self

    def doubles(self) -> tuple[list[float], list[float]]:
        """The losses and their masses, nearly."""
        values = [float(min(max(loss, -FAR), FAR)) for loss, _, _ in self.atoms]
        return values, [mass for _, _, mass in self.atoms]

    def kept(self, spare: float) -> Sequence[tuple[Fraction, Real, float]]:
        """The atoms without those at either end that have little mass, together."""
        start, stop, low, high = 0, len(self.atoms), 0.0, 0.0
        while start < stop and (low := low + self.atoms[start][2]) <= spare:
            start += 1
        while start < stop and (high := high + self.atoms[stop - 1][2]) <= spare:
            stop -= 1
        return self.atoms[start:stop]

    @property
    def likeness(self) -> LossLikeness:
        """What losses that are likely to have the same law have in common; it decides nothing.

        Losses count relative to the largest, masses to themselves: many releases add up what is
        small.
        """
        losses, masses = self.doubles()
        size = max(map(abs, losses), default=0.0)
        size = size if size > NOTHING else math.inf
        atoms = sorted(
            (round(loss / size, ALIKE), magnitude(mass))
            for loss, mass in zip(losses, masses, strict=True)
        )
        parts = (size, float(self.whole), float(self.infinite))
        return tuple(atoms), *map(magnitude, parts)


def magnitude(value: float) -> float:
    """The logarithm to base 2, so that numbers are the same that agree in so many digits."""
    return round(math.log2(value), ALIKE) if NOTHING < value < math.inf else -math.inf


LossLikeness: TypeAlias = Any


@dataclass(frozen=True, slots=True, eq=False)
class OnGrid:
    """The law of the losses on a grid, at least, and the largest t (1 - t) of an atom."""

    law: FixedLaw
    spread: Real


def on_grid(alike: Iterable[LossLaw], step: Fraction, w: int, spare: float, F: Balls) -> OnGrid:
    """Masses that every one of the given laws has at least, on a grid; the largest spread of all.

    The laws are likely to be one law; were they not, little mass would be common to all of them.
    Atoms that are left out, and those of less mass than a unit, keep their losses: their spread is
    0, and their mass is missing.
    """
    common: dict[int, int] | None = None
    spread = F.rational(0)
    for losses in alike:
        masses, widest = losses.split(step, w, spare, F)
        spread = spread.max(widest)
        if common is None:
            common = masses
        else:
            common = {i: min(m, masses[i]) for i, m in common.items() if i in masses}
    return OnGrid(FixedLaw.of(common or {}, w), spread)


def _split(
    atoms: Iterable[tuple[Fraction, Real, float]], step: Fraction, w: int, F: Balls
) -> tuple[dict[int, int], Real]:
    """The masses of split atoms in units, rounded down, by grid point; and the largest spread."""
    masses: dict[int, int] = {}
    units, spread = F.rational(1 << WORD * w), F.rational(0)
    whole_cell = F.expm1(F.rational(-step))
    for loss, mass, _ in atoms:
        if mass * units < 1:
            continue
        u = (loss / step).__floor__()
        t = F.expm1(F.rational(u * step - loss)) / whole_cell
        spread = spread.max(t * (1 - t))
        for i, share in ((u, 1 - t), (u + 1, t)):
            masses[i] = masses.get(i, 0) + floor_of(mass * share * units, F)
    return masses, spread


def floor_of(units: Real, F: Balls) -> int:
    """A whole number at most the number, and at least 0."""
    e: Enclosure = F.enclosure(units)
    return max(0, e.lo.__floor__())
