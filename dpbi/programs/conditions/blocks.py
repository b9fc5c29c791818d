"""From noises that hang together to trees, whose branches may be knots.

Noises are joined where a condition is on both.  Two parts that share one noise only are independent
given its value: so the parts that cannot be divided so, the blocks of the graph (Hopcroft and
Tarjan 1973), form a tree.  A block of two noises whose difference is bounded is a `Branch`, any
other a `Knot`; both hand a function of the noise that they share to the rest.

Such a function is piecewise on the real line only if all integers are summed up last.  So the root
is an integer where there is one, and a block below a real noise that leads to integers is joined
with the block above it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from dpbi.programs.conditions.linear import Linear, Region
from dpbi.programs.conditions.possible import follows
from dpbi.programs.conditions.rows import together
from dpbi.programs.families import Branch, Knot, NoiseKind, Tree


def independent_ties(region: Region) -> tuple[Linear, ...]:
    """The ties that do not follow from all the others."""
    kept = list(region.ties)
    bounds = [b.row(region.order) for b in region.bounds]
    for tie in sorted(region.ties, key=lambda t: -len(t.coefficients)):
        others = [t.row(region.order) for t in kept if t is not tie]
        if follows(tie.row(region.order), [*bounds, *others]):
            kept = [t for t in kept if t is not tie]
    return tuple(kept)


class Blocks:
    """The blocks of one region, as a tree."""

    def __init__(self, region: Region, families: Mapping[int, NoiseKind]) -> None:
        self.families = families
        self.ends = {i: _ends(i, region.bounds) for i in region.order}
        self.ties = region.ties if _is_forest(region.ties) else independent_ties(region)
        self.near: dict[int, set[int]] = {i: set() for i in region.order}
        for tie in self.ties:
            for i in tie.noises:
                self.near[i] |= tie.noises - {i}
        self.below: dict[int, list[frozenset[int]]] = {i: [] for i in region.order}
        self._seen: dict[int, int] = {}
        self._low: dict[int, int] = {}

    def trees(self, root: int | None = None) -> tuple[Tree, ...]:
        """One tree for each part, in the order of their first noises; or from an integer."""
        found = []
        order = sorted(self.near, key=lambda i: (self.is_real(i), -len(self.near[i]), i))
        order.sort(key=lambda i: i != root)
        for root in order:
            if root not in self._seen:
                self._visit(root, None, [])
                found.append(self._tree(root))
        return tuple(found)

    def is_real(self, i: int) -> bool:
        """Whether a noise is on the real line."""
        return self.families[i].continuous

    def _visit(self, i: int, parent: int | None, path: list[int]) -> None:
        """Depth first; `path` are noises whose block is not complete yet."""
        self._seen[i] = self._low[i] = len(self._seen)
        path.append(i)
        for j in sorted(self.near[i] - {parent}):
            if j in self._seen:
                self._low[i] = min(self._low[i], self._seen[j])
                continue
            self._visit(j, i, path)
            self._low[i] = min(self._low[i], self._low[j])
            if self._low[j] >= self._seen[i]:  # nothing below j leads above i
                place = path.index(j)
                self.below[i].append(frozenset(path[place:]))
                del path[place:]

    def _tree(self, i: int, without: Sequence[frozenset[int]] = ()) -> Tree:
        """The noise with all its blocks but some."""
        branches = [self._branch(i, b) for b in self.below[i] if b not in without]
        branches.sort(key=hash)  # equal trees of other noises are the same, and computed once
        return Tree(self.families[i], *self.ends[i], tuple(branches))

    def _branch(self, i: int, block: frozenset[int]) -> Branch | Knot:
        """A block below a noise, together with blocks further down that cannot be apart."""
        members, joined = self._joined(block)
        inside = frozenset({i, *members})
        ties = [t for t in self.ties if t.noises <= inside]
        trees = tuple(self._tree(j, joined) for j in members)
        if len(members) == 1 and self.is_real(i) == self.is_real(members[0]):
            ends = [_difference(t, i) for t in ties]
            if all(e is not None for e in ends):
                lo = max((c for e in ends if e for c, upper in [e] if not upper), default=None)
                hi = min((c for e in ends if e for c, upper in [e] if upper), default=None)
                return Branch(lo, hi, trees[0])
        order = (i, *members)
        rows = together(t.row(order) for t in ties)
        assert rows is not None
        return Knot(tuple(self.is_real(j) for j in order), trees, rows)

    def _joined(self, block: frozenset[int]) -> tuple[list[int], list[frozenset[int]]]:
        """The noises of a block with those of the blocks that go with it, and these blocks."""
        members, joined = sorted(block), []
        for i in members:  # which grows
            if self.is_real(i):
                for other in self.below[i]:
                    if any(not self.is_real(j) for j in self._under(other)):
                        joined.append(other)
                        members += sorted(other)
        return members, joined

    def _under(self, block: frozenset[int]) -> set[int]:
        """All noises of a block and below it."""
        return set(block).union(*(self._under(b) for i in block for b in self.below[i]))


def _is_forest(ties: Sequence[Linear]) -> bool:
    """Whether each is on two noises, and they join no two in two ways."""
    parts: list[frozenset[int]] = []
    for pair in {t.noises for t in ties}:
        touched = [p for p in parts if p & pair]
        if len(pair) > 2 or any(pair <= p for p in touched):
            return False
        parts = [*(p for p in parts if not p & pair), pair.union(*touched)]
    return True


def _ends(i: int, bounds: Sequence[Linear]) -> tuple[Fraction | None, Fraction | None]:
    lo = hi = None
    for bound in bounds:
        ((j, a),) = bound.coefficients
        if j == i:
            lo, hi = (-bound.constant, hi) if a > 0 else (lo, bound.constant)
    return lo, hi


def _difference(tie: Linear, parent: int) -> tuple[Fraction, bool] | None:
    """(c, True) for parent - z <= c, (c, False) for parent - z >= c; None for anything else."""
    values = dict(tie.coefficients)
    a = values.pop(parent)
    (b,) = values.values()
    if a + b or abs(a) != 1:
        return None
    return (tie.constant, True) if a < 0 else (-tie.constant, False)
