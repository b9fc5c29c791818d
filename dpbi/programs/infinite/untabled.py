"""Unknowns with noise that has no closed form: discrete Gaussian, Poisson, or Gaussian, rounded."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from dpbi.programs.families import Tree
from dpbi.programs.noises.laws import DiscreteGaussian, Gaussian, Poisson
from dpbi.programs.noises.rounded import RoundedNoise
from dpbi.programs.pieces import End

Ahead: TypeAlias = tuple[int, Fraction, Fraction]
"""What orders tails: the kind, how wide, and how far out."""

DISCRETE, COUNT, ROUNDED, OTHER = range(4)


@dataclass(frozen=True, slots=True)
class MovedNoise:
    """u -> the probability that the noise is u + step, for lo <= u <= hi."""

    law: DiscreteGaussian | Poisson | RoundedNoise
    lo: End
    hi: End
    step: int

    @staticmethod
    def of(tree: Tree, step: int, sign: int = 1) -> MovedNoise | None:
        """The root of a tree; None where more than its ends is asked of it, or it is another.

        Turned round where the sign is -1: a discrete Gaussian noise is what it was.
        """
        law: DiscreteGaussian | Poisson | RoundedNoise
        if (rounded := RoundedNoise.of(tree)) is not None:
            law, ends = rounded, rounded.ends(tree)
        elif not tree.branches and isinstance(tree.family, (DiscreteGaussian, Poisson)):
            law, ends = tree.family, (tree.lo, tree.hi)
        else:
            return None
        if sign < 0:
            if not isinstance(law, DiscreteGaussian):
                return None
            low, high = (None if end is None else -end for end in ends)
            ends = high, low
        lo, hi = (None if end is None else end - step for end in ends)
        return MovedNoise(law, lo, hi, step)

    def ahead(self, direction: int) -> Ahead | None:
        """The place of its tail among others; None where it has none."""
        if (self.hi if direction > 0 else self.lo) is not None:
            return None
        out, law = Fraction(-self.step * direction), self.law
        if isinstance(law, Poisson):
            return COUNT, law.mean, out
        if isinstance(law, DiscreteGaussian):
            return DISCRETE, law.variance, out
        assert isinstance(law.noise, Gaussian)  # other tails are not ordered
        return ROUNDED, law.times**2 * law.noise.variance, out + law.constant * direction

    def within(self, u: int) -> int:
        """The possible value that is nearest to u."""
        if self.lo is not None and u < self.lo:
            return int(self.lo)
        return int(self.hi) if self.hi is not None and u > self.hi else u


def kind_of_tail(f: MovedNoise) -> int:
    """Which tails those of this law are like."""
    if isinstance(f.law, RoundedNoise):
        return ROUNDED if isinstance(f.law.noise, Gaussian) else OTHER
    return COUNT if isinstance(f.law, Poisson) else DISCRETE
