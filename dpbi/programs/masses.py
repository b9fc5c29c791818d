"""The probabilities of trees of conditions, in one field.

Where all noises of a tree have densities in closed form, so has its probability, in every field:
what a branch hands to its parent is a piecewise exponential polynomial again (`pieces.py`).  So
have differences of Gumbel noises (`noises/gumbels.py`).  Others are summed up value by value, or
integrated (`noises/`): balls enclose what comes of that, and no other field has it.
"""

from __future__ import annotations

from collections.abc import Hashable

from dpbi.errors import NoOpinion
from dpbi.fields import Balls, Field, Real
from dpbi.fields.logsum import LogSums, NotExact
from dpbi.programs.conditions.byclass import ByClass, product_by_class
from dpbi.programs.conditions.summing import function_of_first
from dpbi.programs.families import WITH_DENSITY, Branch, Knot, NoiseKind, Tree
from dpbi.programs.noises.gumbels import is_of_gumbels, softmax
from dpbi.programs.noises.sums import OnIntegers
from dpbi.programs.noises.trees import Enclosed
from dpbi.programs.pieces import Pieces, Scalars


class Masses:
    """Probabilities of trees in one field, each computed once."""

    def __init__(self, F: Field) -> None:
        self.numbers = Scalars(F)
        self._densities: dict[NoiseKind, Pieces] = {}
        self._functions: dict[Tree, Pieces | ByClass] = {}
        self._messages: dict[Branch | Knot, Pieces | ByClass] = {}
        self._totals: dict[Tree, Real] = {}
        self._enclosed: Enclosed | None = None
        self.outcomes: dict[Hashable, Real] = {}  # of sub-programs

    def of(self, tree: Tree) -> Real:
        """The probability of the conditions of the tree."""
        if tree not in self._totals:
            self._totals[tree] = self._found(tree)
        return self._totals[tree]

    def _found(self, tree: Tree) -> Real:
        if tree.is_certain:
            return self.numbers.one
        if tree.is_closed:
            return self.function(tree).total()
        found = softmax(tree, self.numbers) if is_of_gumbels(tree) else None
        return self._in_balls().total(tree) if found is None else found

    def of_root(self, tree: Tree) -> Pieces | ByClass | OnIntegers:
        """z -> the probability that the root, an integer, is z and all branches hold."""
        return self.function(tree) if tree.is_closed else self._in_balls().of_root(tree)

    def _in_balls(self) -> Enclosed:
        """What has no closed form."""
        if self._enclosed is None:
            F = self.numbers.F
            if isinstance(F, LogSums):
                raise NotExact("a probability that balls enclose, of a noise without closed form")
            if not isinstance(F, Balls):
                raise NoOpinion("a noise of the program is followed in ball arithmetic alone")
            self._enclosed = Enclosed(F, self)
        return self._enclosed

    def function(self, tree: Tree) -> Pieces | ByClass:
        """z -> the density of the root at z times the probability of its branches given z.

        Of a tree in closed form.
        """
        if tree not in self._functions:
            family = tree.family
            assert isinstance(family, WITH_DENSITY)
            if family not in self._densities:
                self._densities[family] = family.density(self.numbers)
            step = 0 if family.continuous else 1
            hi = None if tree.hi is None else tree.hi + step
            found: Pieces | ByClass = self._densities[family].within(tree.lo, hi)
            for branch in tree.branches:
                found = product_by_class(found, self.message(branch))
            self._functions[tree] = found
        return self._functions[tree]

    def message(self, branch: Branch | Knot) -> Pieces | ByClass:
        """parent -> the probability of the branch: lo <= parent - z <= hi is a window of z."""
        if branch not in self._messages:
            self._messages[branch] = self._made(branch)
        return self._messages[branch]

    def _made(self, branch: Branch | Knot) -> Pieces | ByClass:
        knot = branch
        if isinstance(branch, Branch):
            function = self.function(branch.tree)
            if isinstance(function, Pieces):
                lo = None if branch.hi is None else -branch.hi
                hi = None if branch.lo is None else -branch.lo
                return function.window(lo, hi)
            knot = branch.as_knot()
        assert isinstance(knot, Knot)
        functions = [self.function(tree) for tree in knot.trees]
        return function_of_first(self.numbers, knot.kinds, knot.rows, functions)
