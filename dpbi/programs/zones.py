"""The condition of a path: bounds of independent noises and of differences, and all others.

Bounds are kept as in timed automata (Dill 1990): the matrix of the least c with z_i - z_j <= c,
where node 0 is the constant 0, closed under going from i to j by way of others.  Then it is empty
just where a new bound closes a cycle of length below 0; on the integers all bounds are integers,
and the same is true there.  Other conditions are sums, multiples, more than two noises, or a real
noise with an integer: where there are any, linear programs and projections decide what is empty
(`conditions/possible.py`).

Of continuous noises, strict and weak bounds have the same probability.  A condition of probability
0, a cycle of length 0, is taken for one that never happens, and one of probability 1 for one that
always does: so each zone that there is has a probability above 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import TypeAlias

from dpbi.programs.conditions.blocks import Blocks
from dpbi.programs.conditions.linear import (
    Linear,
    Region,
    bounded_difference,
    differences,
    linear,
    region,
)
from dpbi.programs.families import Branch, NoiseKind, Tree, Whole
from dpbi.programs.pieces import End

Coefficients: TypeAlias = Mapping[int, Fraction]
"""{noise: its coefficient}, none of them 0."""


class Forgotten(Exception):
    """Something was asked of a noise that had been forgotten."""


@dataclass(frozen=True, slots=True)
class Zone:
    """Noises 1, 2, ... and the closed matrix: within[i][j] is the bound of z_i - z_j.

    `others` are the conditions that no matrix holds.
    """

    families: tuple[NoiseKind, ...] = ()
    within: tuple[Mapping[int, Fraction], ...] = ({},)
    others: tuple[Linear, ...] = ()

    def with_noise(self, family: NoiseKind) -> Zone:
        """One noise more, the last."""
        new, rows = len(self.within), [dict(row) for row in self.within]
        rows.append({})
        if family.least is not None:
            for i, c in [
                (0, Fraction(0)),
                *((i, row[0]) for i, row in enumerate(rows) if 0 in row),
            ]:
                rows[i][new] = c - family.least
        if family.most is not None:
            above = {j: family.most + c for j, c in rows[0].items() if j != new}
            rows[new] = {0: family.most, **above}
        return Zone((*self.families, family), tuple(rows), self.others)

    def forgotten(self) -> Zone:
        """Nothing is asked of any noise so far, and nothing may be: they are as good as gone."""
        return Zone(self.families, tuple({} for _ in self.within))

    def since(self, noises: int) -> Zone:
        """The noises after so many that are forgotten, and what is asked of them."""
        if not noises:
            return self
        new = range(noises + 1, len(self.within))
        place = {0: 0, **{i: i - noises for i in new}}
        rows = [self.within[i] for i in (0, *new)]
        if any(self.within[1 : noises + 1]) or any(row.keys() - place for row in rows):
            raise Forgotten
        if any(min(c.noises) <= noises for c in self.others):
            raise Forgotten
        others = (c.moved(noises) for c in self.others)
        within = tuple({place[j]: c for j, c in row.items()} for row in rows)
        return Zone(self.families[noises:], within, tuple(others))

    def with_floor(self, coefficients: Coefficients, constant: Fraction) -> tuple[Zone, int]:
        """With an integer more, k <= sum of coefficient * noise + constant < k + 1; its number.

        Where there is such an integer already, it is that one.  An integer that the sum is made of
        is none of them: with it, the two conditions would be about less than the sum.
        """
        conditions = set(self.others)
        for known, family in enumerate(self.families, 1):
            if family != Whole() or known in coefficients:
                continue
            if conditions.issuperset(self._floor(known, coefficients, constant)):
                return self, known
        number = len(self.within)
        zone = self.with_noise(Whole())
        ties = zone._floor(number, coefficients, constant)
        return Zone(zone.families, zone.within, (*self.others, *ties)), number

    def _floor(
        self, number: int, coefficients: Coefficients, constant: Fraction
    ) -> tuple[Linear, ...]:
        """That an integer is the floor of a sum."""
        over = {**coefficients, number: Fraction(-1)}
        under, kinds = {i: -a for i, a in over.items()}, self._kinds(over)
        ties = linear(over, constant, kinds), linear(under, 1 - constant, kinds, strict=True)
        return tuple(t for t in ties if t is not None)

    def is_continuous(self, noise: int) -> bool:
        """Whether the noise is on the real line."""
        return self.families[noise - 1].continuous

    def bounds(self, noise: int) -> tuple[End, End]:
        """The least and the largest value of a noise."""
        least = self.within[0].get(noise)
        return None if least is None else -least, self.within[noise].get(0)

    def fixed(self, noise: int) -> End:
        """The value of an integer noise that has only one left."""
        lo, hi = self.bounds(noise)
        return lo if lo == hi else None

    def bound(self, i: int, j: int, c: Fraction) -> Zone | None:
        """The part where z_i - z_j <= c; None where that has probability 0."""
        return self.bound_all(j, {i: c})

    def bound_all(self, j: int, ends: Mapping[int, Fraction]) -> Zone | None:
        """The part where z_i - z_j <= c for several i: c; None where that has probability 0.

        A shortest way passes j once at most, and so takes one of the new bounds at most: the
        shortest to j over one of them, and from there on.
        """
        onward = self.within[j]
        for i, c in ends.items():
            back = onward.get(i)
            if back is not None and (
                back + c < 0 or (back + c == 0 and self.is_continuous(i or j))
            ):
                return None
        rows = list(self.within)
        for a, row in enumerate(self.within):
            reached = [row[i] + c for i, c in ends.items() if i in row]
            reached += [ends[a]] if a in ends else []
            if a == j or not reached or (j in row and row[j] <= min(reached)):
                continue
            rows[a] = nearer = {**row, j: min(reached)}
            for b, after in onward.items():
                length = nearer[j] + after
                if a != b and (b not in row or length < row[b]):
                    nearer[b] = length
        return Zone(self.families, tuple(rows), self.others)._if_possible({*ends, j} - {0})

    def at_least_zero(
        self, coefficients: Coefficients, constant: Fraction, *, strict: bool
    ) -> Zone | None:
        """The part where sum of coefficient * noise + constant >= 0, or > 0 if strict."""
        found = self.as_bound(coefficients, constant, strict=strict)
        if found is None:
            return self._with_other(coefficients, constant, strict=strict)
        return self.bound(*found)

    def as_bound(
        self, coefficients: Coefficients, constant: Fraction, *, strict: bool
    ) -> tuple[int, int, Fraction] | None:
        """The same condition as z_i - z_j <= c, or None where it is another kind of condition."""
        if len(coefficients) == 1:
            ((i, a),) = coefficients.items()
            i, j, c = (0, i, constant / a) if a > 0 else (i, 0, constant / -a)
        elif (difference := self._difference(coefficients, constant)) is not None:
            i, j, c = difference
        else:
            return None
        if not self.is_continuous(i or j):
            c = Fraction(ceil(c) - 1 if strict else floor(c))
        return i, j, c

    def _difference(
        self, coefficients: Coefficients, constant: Fraction
    ) -> tuple[int, int, Fraction] | None:
        """a (z_j - z_i) + constant >= 0 with a > 0, as z_i - z_j <= c; None for other sums."""
        if len(coefficients) != 2:
            return None
        (j, a), (i, b) = coefficients.items()
        if self.is_continuous(i) != self.is_continuous(j) or a + b:
            return None
        if a < 0:
            i, j, a = j, i, -a
        return i, j, constant / a

    def _with_other(
        self, coefficients: Coefficients, constant: Fraction, *, strict: bool
    ) -> Zone | None:
        """With a condition that is not a bound of a difference."""
        new = linear(coefficients, constant, self._kinds(coefficients), strict=strict)
        if new is None:
            return None
        if new in self.others:
            return self
        zone = Zone(self.families, self.within, (*self.others, new))
        return zone._if_possible(coefficients)

    def _if_possible(self, noises: Iterable[int]) -> Zone | None:
        """The zone, if what hangs together with these noises has a probability above 0."""
        if not self.others:
            return self
        found = self.region(noises, differences(self.within))
        return self if not found.others or found.is_possible else None

    def region(self, noises: Iterable[int], near: Sequence[Linear]) -> Region:
        """All that hangs together with some noises, by these differences and all other ties."""
        kinds = self._kinds(range(1, len(self.within)))
        return region(noises, kinds, self.within, near, self.others)

    def _kinds(self, noises: Iterable[int]) -> dict[int, bool]:
        return {i: self.is_continuous(i) for i in noises}

    def least(self, coefficients: Coefficients, constant: Fraction) -> End:
        """A lower bound of sum of coefficient * noise + constant, by the bounds of each noise."""
        for noise, a in coefficients.items():
            lo, hi = self.bounds(noise)
            end = lo if a > 0 else hi
            if end is None:
                return None
            constant += a * end
        return constant

    def span(self, coefficients: Coefficients, constant: Fraction) -> tuple[End, End]:
        """Bounds of sum of coefficient * noise + constant, by all that is known of the noises."""
        return self.region(coefficients, differences(self.within)).span(coefficients, constant)

    def forest(self) -> tuple[Tree, ...]:
        """The zone as trees of conditions.

        Integer noises whose difference is fixed move together: the first of them stands for all.
        Among those that stand for themselves no cycle has length 0, so a bound is implied by the
        others just where it is the length of a way over a third node, and all such can be left out
        at once (Larsen, Larsson, Pettersson and Yi 1997).
        """
        return _Forest(self, self._near()).trees()

    def rooted(self, roots: Sequence[int]) -> tuple[tuple[Tree, ...], tuple[Tree, ...]] | None:
        """The trees with these integers as roots, and all others; None where two share a tree."""
        return _Forest(self, self._near()).rooted(roots)

    def _near(self) -> dict[int, dict[int, list[End]]]:
        """near[i][j]: the ends of z_i - z_j, where they are needed."""
        leader = [self._leader(i) for i in range(len(self.within))]
        leaders = sorted(set(leader))
        near: dict[int, dict[int, list[End]]] = {i: {} for i in range(len(self.within))}
        for i in leaders:
            for j, c in self.within[i].items():
                if i and j and leader[j] == j and self._is_needed(i, j, leaders):
                    near[i].setdefault(j, [None, None])[1] = c
                    near[j].setdefault(i, [None, None])[0] = -c
        for i, first in enumerate(leader):
            if first and first != i:
                c = self.within[first][i]
                near[first][i], near[i][first] = [c, c], [-c, -c]
        return near

    def _leader(self, i: int) -> int:
        """The first node whose difference to i is fixed."""
        row = self.within[i]
        return min(
            (j for j, c in row.items() if self.within[j].get(i) == -c and j < i),
            default=i,
        )

    def _is_needed(self, i: int, j: int, leaders: list[int]) -> bool:
        """Whether the bound of i - j is not that of a way over a third node."""
        c, row = self.within[i][j], self.within[i]
        over = (k for k in leaders if k not in (i, j) and k in row and j in self.within[k])
        return all(row[k] + self.within[k][j] > c for k in over)


class _Forest:
    """The trees of a zone, from who is tied to whom: near[i][j] are the ends of z_i - z_j."""

    def __init__(self, zone: Zone, near: dict[int, dict[int, list[End]]]) -> None:
        self.zone, self.near = zone, near
        self._seen: set[int] = set()
        self._ties = [
            bounded_difference(i, j, hi)
            for i, ends in near.items()
            for j, (_, hi) in ends.items()
            if hi is not None
        ]

    def trees(self) -> tuple[Tree, ...]:
        """One tree for each component, from its noise with the most ties."""
        order = sorted(range(1, len(self.zone.within)), key=lambda i: -len(self.near[i]))
        found: list[Tree] = []
        for i in order:
            if i not in self._seen:
                found += self._component(i)
        return tuple(found)

    def rooted(self, roots: Sequence[int]) -> tuple[tuple[Tree, ...], tuple[Tree, ...]] | None:
        """A tree for each root, and the others."""
        first, others = [], []
        for i in roots:
            if i in self._seen:
                return None
            tree, *apart = self._component(i, root=i)
            first.append(tree)
            others += apart
        return tuple(first), (*others, *self.trees())

    def _component(self, i: int, root: int | None = None) -> tuple[Tree, ...]:
        """The trees of all that hangs together with a noise, that of the root first."""
        whole = self.zone.region((i,), self._ties)
        self._seen |= set(whole.order)
        if whole.is_a_tree:
            return (self._tree(i, 0),)
        return Blocks(whole, dict(enumerate(self.zone.families, 1))).trees(root)

    def _tree(self, i: int, parent: int) -> Tree:
        branches = []
        for j, ends in self.near[i].items():
            if j != parent:
                lo, hi = ends
                branches.append(Branch(lo, hi, self._tree(j, i)))
        branches.sort(key=hash)  # equal trees of other noises are the same, and computed once
        return Tree(self.zone.families[i - 1], *self.zone.bounds(i), tuple(branches))
