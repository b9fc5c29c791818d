"""The noises that a program draws, and the probability of a tree of conditions on them.

All have a density proportional to e^(-rate |z|), on the integers or on the real line, on both sides
of 0 or from 0 on:

                   on Z                                          on R
    one side       geometric      (1 - q) q^z                    exponential   rate e^(-rate z)
    both sides     discrete Laplace  (1 - q)/(1 + q) q^|z|       Laplace       rate/2 e^(-rate |z|)

with q = e^-rate and rate = 1/scale, but for real noise of one or two heights between two ends
(`TwoHeights`): uniform noise, and where staircase noise is within its step.

A path of a program is a condition on its noises.  They form trees, where what hangs on a noise may
be one more noise (`Branch`) or several that hang together (`Knot`).  The probability of a tree is
found from the leaves to the root: what a branch hands to its parent is the probability of the
branch given the parent's value, a piecewise exponential polynomial again.  Nothing is truncated.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from dpbi.fields import Field, Real
from dpbi.programs.conditions.rows import Inequality, Kinds
from dpbi.programs.noises.laws import DiscreteGaussian, Gaussian, Gumbel, Poisson
from dpbi.programs.pieces import End, Pieces, Scalars, Segment


@dataclass(frozen=True, slots=True)
class Family:
    """The law of one noise."""

    name: str
    rate: Fraction
    continuous: bool
    two_sided: bool

    @property
    def least(self) -> End:
        """The smallest value, None where there is none."""
        return None if self.two_sided else Fraction(0)

    @property
    def most(self) -> End:
        """None: there is no largest value."""
        return None

    def density(self, numbers: Scalars) -> Pieces:
        """The probability of each integer, or the density on the real line."""
        one, q = numbers.one, numbers.power(-self.rate)
        sides = 2 if self.two_sided else 1
        if self.continuous:
            top = numbers.rational(self.rate / sides)
        else:
            top = (one - q) / (one + q) if self.two_sided else one - q
        zero = Fraction(0)
        right = Segment(zero, None, {(0, self.rate): top})
        left = Segment(None, zero, {(0, -self.rate): top})
        return Pieces(numbers, self.continuous, (left, right) if self.two_sided else (right,))


@dataclass(frozen=True, slots=True)
class TwoHeights:
    """A density on 0 <= z <= width that is e^-fall times as high from `at` on as before."""

    width: Fraction
    at: Fraction
    fall: Fraction

    name = "two_heights"
    continuous = True

    @property
    def least(self) -> End:
        """The smallest value."""
        return Fraction(0)

    @property
    def most(self) -> End:
        """The largest value."""
        return self.width

    def heights(self, F: Field) -> tuple[Real, Real]:
        """The density before and after `at`."""
        low = F.exp(F.rational(-self.fall))
        high = F.rational(1) / (F.rational(self.at) + F.rational(self.width - self.at) * low)
        return high, high * low

    def density(self, numbers: Scalars) -> Pieces:
        """One segment or two."""
        flat, zero = (0, Fraction(0)), Fraction(0)
        before, after = self.heights(numbers.F)
        both = Segment(zero, self.at, {flat: before}), Segment(self.at, self.width, {flat: after})
        found = tuple(s for s in both if s.lo != s.hi)
        return Pieces(numbers, self.continuous, found)


@dataclass(frozen=True, slots=True)
class Whole:
    """An integer that others determine, such as the floor of a noise: it has no law of its own."""

    name = "whole"
    continuous = False
    two_sided = True
    least = most = None

    def density(self, numbers: Scalars) -> Pieces:
        """1 everywhere: conditions leave one value."""
        one = Segment(None, None, {(0, Fraction(0)): numbers.one})
        return Pieces(numbers, self.continuous, (one,))


NoiseLaw: TypeAlias = Family | TwoHeights | DiscreteGaussian | Poisson | Gaussian | Gumbel
"""The law of a noise that a program draws."""

NoiseKind: TypeAlias = NoiseLaw | Whole
"""The law of a noise, or that it has none of its own."""

WITH_DENSITY = (Family, TwoHeights, Whole)
"""Those with a density in closed form."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A tree whose root z satisfies lo <= parent - z <= hi."""

    lo: End
    hi: End
    tree: Tree

    @property
    def is_closed(self) -> bool:
        """Whether it has a closed form."""
        return self.tree.is_closed

    def as_knot(self) -> Knot:
        """The same, written with rows."""
        one, real = Fraction(1), self.tree.family.continuous
        rows = [(-one, one, self.hi)] if self.hi is not None else []
        rows += [(one, -one, -self.lo)] if self.lo is not None else []
        return Knot((real, real), (self.tree,), tuple(rows))


@dataclass(frozen=True, slots=True)
class Knot:
    """Trees whose roots are tied to the parent, and to each other, by rows that have to be >= 0.

    Unknown 0 of the rows is the parent, and the others are the roots.
    """

    kinds: Kinds
    trees: tuple[Tree, ...]
    rows: tuple[Inequality, ...]

    @property
    def is_closed(self) -> bool:
        """Whether it has a closed form."""
        return all(tree.is_closed for tree in self.trees)


@dataclass(frozen=True, slots=True)
class Tree:
    """A noise with lo <= z <= hi, and what depends on its value."""

    family: NoiseKind
    lo: End
    hi: End
    branches: tuple[Branch | Knot, ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        made_of = (self.family, self.lo, self.hi, self.branches)
        object.__setattr__(self, "_hash", hash(made_of))

    def __hash__(self) -> int:
        """Found once: trees are deep, and are keys."""
        return self._hash

    @property
    def is_certain(self) -> bool:
        """Whether nothing is asked of it."""
        ends = self.lo == self.family.least and self.hi == self.family.most
        free = ends and not self.branches
        return free and not isinstance(self.family, Whole)

    @property
    def is_closed(self) -> bool:
        """Whether all its noises have a density in closed form."""
        closed = isinstance(self.family, WITH_DENSITY)
        return closed and all(branch.is_closed for branch in self.branches)
