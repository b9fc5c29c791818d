"""The probability of a tree of conditions with noises that have no closed form, in balls.

As in closed form it is found from the leaves to the root, but point by point: what a branch hands
to its parent is asked at each integer that the parent may be.  A branch whose noises all have
closed forms is summed up in closed form first, and then evaluated.

A branch is a probability given its parent: between 0 and 1.  So what is dropped of a sum over the
parent is at most what the parent's own law has there (`sums.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Any, Protocol

from dpbi.errors import DpbiError
from dpbi.fields import Balls, Real
from dpbi.programs.conditions.byclass import ByClass
from dpbi.programs.conditions.rows import Inequality, Kinds, tight, together
from dpbi.programs.conditions.summing import function_of_first
from dpbi.programs.families import WITH_DENSITY, Branch, Knot, NoiseKind, Tree, Whole
from dpbi.programs.noises.integrals import (
    BetweenEnds,
    InPieces,
    OfLaw,
    OnLine,
    OnReals,
    Repeated,
)
from dpbi.programs.noises.laws import WholeLaw
from dpbi.programs.noises.rounded import RoundedLaw, RoundedNoise
from dpbi.programs.noises.sums import Factor, OnIntegers
from dpbi.programs.pieces import End, Pieces, Scalars


@dataclass(eq=False)
class NotSummed(DpbiError):
    """A condition on noises without closed form that is not covered."""

    reason: str

    def __str__(self) -> str:
        return f"a condition on noises has no probability here: {self.reason}"


class ClosedForms(Protocol):
    """What is known in closed form."""

    numbers: Scalars

    def function(self, tree: Tree) -> Pieces | ByClass:
        """The density of the root times the probability of its branches."""

    def message(self, branch: Branch | Knot) -> Pieces | ByClass:
        """The probability of a branch given its parent."""


class Enclosed:
    """Probabilities of trees, each function made once."""

    def __init__(self, F: Balls, closed: ClosedForms) -> None:
        self.F, self.closed = F, closed
        self._laws: dict[object, Any] = {}
        self._functions: dict[Tree, OnIntegers | OnReals] = {}

    def total(self, tree: Tree) -> Real:
        """The probability of a tree."""
        return self._between(tree, None, None)

    def of_root(self, tree: Tree) -> OnIntegers:
        """z -> the probability that the root, an integer, is z and all branches hold."""
        found = self._function(tree)
        assert isinstance(found, OnIntegers)
        return found

    def _between(self, tree: Tree, lo: End, hi: End) -> Real:
        """The probability that the root is between two ends, and all of its branches hold."""
        if tree.is_closed:
            function = self.closed.function(tree)
            if isinstance(function, Pieces):
                return function.within(*_half_open(lo, hi, tree.family.continuous)).total()
        return self._function(tree).between(lo, hi)

    def _function(self, tree: Tree) -> OnIntegers | OnReals:
        """The law of the root with what its branches come to."""
        if tree not in self._functions:
            make = self._on_reals if tree.family.continuous else self._on_integers
            self._functions[tree] = make(tree)
        return self._functions[tree]

    def _law(self, family: NoiseKind) -> Any:
        """The law of a noise that has no closed form."""
        assert not isinstance(family, WITH_DENSITY)
        if family not in self._laws:
            self._laws[family] = family.law(self.F)
        return self._laws[family]

    def _on_integers(self, tree: Tree) -> OnIntegers:
        law: WholeLaw
        if (rounded := RoundedNoise.of(tree)) is not None:
            law = RoundedLaw(rounded, self._law(rounded.noise), self.F)
            return OnIntegers(self.F, law, *rounded.ends(tree))
        if isinstance(tree.family, WITH_DENSITY):
            if isinstance(tree.family, Whole) and (tree.lo is None or tree.hi is None):
                raise NotSummed("it sums over all values of a rounded number: clamp it first")
            inside, others = _divided(tree)
            law = ClosedLaw(self.closed.function(inside))
        else:
            law, others = self._law(tree.family), tree.branches
        return OnIntegers(self.F, law, tree.lo, tree.hi, tuple(map(self._factor, others)))

    def _on_reals(self, tree: Tree) -> OnReals:
        density: OfLaw | InPieces
        if isinstance(tree.family, WITH_DENSITY):
            inside, others = _divided(tree)
            function = self.closed.function(inside)
            assert isinstance(function, Pieces)
            density = InPieces(function)
        else:
            density, others = OfLaw(self._law(tree.family)), tree.branches
        counted = Counter(others).items()
        factors = tuple(Repeated(self._on_line(branch), times) for branch, times in counted)
        return OnReals(self.F, density, tree.lo, tree.hi, factors)

    def _on_line(self, branch: Branch | Knot) -> OnLine:
        """parent -> the probability of a branch, of a real parent."""
        if branch.is_closed:
            function = self.closed.message(branch)
            assert isinstance(function, Pieces)
            return InPieces(function)
        knot = branch.as_knot() if isinstance(branch, Branch) else branch
        if len(knot.trees) > 1:
            raise NotSummed("it is on three or more real noises, some without a closed form")
        (tree,) = knot.trees
        if tree.branches or not tree.family.continuous:
            raise NotSummed("it is an integral within an integral")
        lows = [(-a / b, -c / b) for a, b, c in knot.rows if b > 0]
        highs = [(-a / b, -c / b) for a, b, c in knot.rows if b < 0]
        assert len(lows) + len(highs) == len(knot.rows)
        flat = Fraction(0)
        lows += [] if tree.lo is None else [(flat, tree.lo)]
        highs += [] if tree.hi is None else [(flat, tree.hi)]
        return BetweenEnds(self._law(tree.family), tuple(lows), tuple(highs), self.F)

    def _factor(self, branch: Branch | Knot) -> Factor:
        """parent -> the probability of a branch."""
        if branch.is_closed:
            function = self.closed.message(branch)
            return lambda t: function.at(Fraction(t))
        if isinstance(branch, Branch):
            return self._window(branch)
        kinds, trees = branch.kinds[1:], branch.trees

        def given(t: int) -> Real:
            return self._inside(_given(branch.rows, 0, t, kinds), kinds, trees)

        return given

    def _window(self, branch: Branch) -> Factor:
        """lo <= parent - z <= hi is a window of z."""
        function, lo, hi = self._function(branch.tree), branch.lo, branch.hi

        def given(t: int) -> Real:
            first, last = None if hi is None else t - hi, None if lo is None else t - lo
            return function.between(first, last)

        return given

    def _inside(
        self, rows: tuple[Inequality, ...] | None, kinds: Kinds, trees: tuple[Tree, ...]
    ) -> Real:
        """The probability of trees and of conditions on their roots."""
        if rows is None:
            return self.F.rational(0)
        if not trees:
            return self.F.rational(1)
        alone = [i for i in range(len(trees)) if len(trees) == 1 or not any(r[i] for r in rows)]
        if alone:
            i = alone[0]
            here = self._between(trees[i], *_ends(rows, i)) if rows else self.total(trees[i])
            return here * self._inside(*_without(rows if len(trees) > 1 else (), i, kinds, trees))
        if all(tree.is_closed for tree in trees):
            return self._in_closed_form(rows, kinds, trees)
        return self._one_by_one(rows, kinds, trees)

    def _in_closed_form(
        self, rows: tuple[Inequality, ...], kinds: Kinds, trees: tuple[Tree, ...]
    ) -> Real:
        """As a function of an unknown more, of which no condition says anything."""
        functions = [self.closed.function(tree) for tree in trees]
        wider = tuple((Fraction(0), *row) for row in rows)
        found = function_of_first(self.closed.numbers, (False, *kinds), wider, functions)
        return found.at(Fraction(0))

    def _one_by_one(
        self, rows: tuple[Inequality, ...], kinds: Kinds, trees: tuple[Tree, ...]
    ) -> Real:
        """Through all values of one integer, one without closed form where there is any."""
        whole = [i for i, tree in enumerate(trees) if _has_values(tree)]
        if not whole:
            raise NotSummed("it ties several real noises together that have no closed form")
        i = min(whole, key=lambda i: trees[i].is_closed)
        others, left = (*kinds[:i], *kinds[i + 1 :]), (*trees[:i], *trees[i + 1 :])

        def given(z: int) -> Real:
            return self._inside(_given(rows, i, z, others), others, left)

        function = self._function(trees[i])
        assert isinstance(function, OnIntegers)
        return function.times(given).between(*_ends(rows, i))


class ClosedLaw(WholeLaw):
    """A function in closed form, as a law that values are asked of."""

    def __init__(self, function: Pieces | ByClass) -> None:
        self.function, self.start = function, 0
        parts = function.functions if isinstance(function, ByClass) else (function,)
        self._above = [f.from_on() for f in parts]
        self._below = [f.below() for f in parts]

    def at(self, z: int) -> Real:
        return self.function.at(Fraction(z))

    def beyond(self, z: int, direction: int) -> Real:
        m = len(self._above)
        if direction > 0:
            each = (f.at(Fraction(ceil(Fraction(z - r, m)))) for r, f in enumerate(self._above))
        else:  # below w are the values up to w - 1
            each = (f.at(Fraction((z - r) // m + 1)) for r, f in enumerate(self._below))
        return sum(each, start=self._above[0].numbers.zero)


def _divided(tree: Tree) -> tuple[Tree, tuple[Branch | Knot, ...]]:
    """The tree with the branches that have closed forms, and the others."""
    inside = tuple(b for b in tree.branches if b.is_closed)
    return replace(tree, branches=inside), tuple(b for b in tree.branches if b not in inside)


def _half_open(lo: End, hi: End, continuous: bool) -> tuple[End, End]:
    """The ends of the same interval without its last point: on the integers, lo <= z < hi."""
    if continuous:
        return lo, hi
    first = None if lo is None else Fraction(ceil(lo))
    return first, None if hi is None else Fraction(floor(hi) + 1)


def _has_values(tree: Tree) -> bool:
    """Whether the root is an integer with a law of its own."""
    return not tree.family.continuous and not isinstance(tree.family, Whole)


def _given(
    rows: Sequence[Inequality], i: int, z: int, kinds: Kinds
) -> tuple[Inequality, ...] | None:
    """The rows once unknown i is z; `kinds` are those of the others."""
    return together(
        tight((*row[:i], *row[i + 1 : -1], row[-1] + row[i] * z), kinds) for row in rows
    )


def _ends(rows: Sequence[Inequality], i: int) -> tuple[End, End]:
    """The ends that rows on unknown i alone give it."""
    alone = [r for r in rows if r[i] and not any(a for j, a in enumerate(r[:-1]) if j != i)]
    lows = [-r[-1] / r[i] for r in alone if r[i] > 0]
    highs = [-r[-1] / r[i] for r in alone if r[i] < 0]
    return max(lows, default=None), min(highs, default=None)


def _without(
    rows: Sequence[Inequality], i: int, kinds: Kinds, trees: tuple[Tree, ...]
) -> tuple[tuple[Inequality, ...], Kinds, tuple[Tree, ...]]:
    """The rows of all unknowns but i."""
    fewer = tuple((*row[:i], *row[i + 1 :]) for row in rows if not row[i])
    return fewer, (*kinds[:i], *kinds[i + 1 :]), (*trees[:i], *trees[i + 1 :])
