"""Differences of Gumbel noises of one scale, in closed form: their largest is a softmax.

With E = e^(-z/scale) a Gumbel noise z is the exponential noise E turned round: Pr[z <= t] =
e^-e^(-t/scale), and dz times the density is -e^-E dE.  A tree of conditions on differences is found
from the leaves to the root, as in closed form elsewhere (`families.py`): of a parent t, a branch is
a sum of terms

    c e^(-w E),        E = e^(-t/scale),  w = a sum of powers of e,

as 1 is, and the product of two such sums.  One with z <= t - lo hands on, from each such term of
its own branches, the integral of c e^(-(1 + w) E) from e^(-(t - lo)/scale) on:

    c / (1 + w) * e^(-w' E),        w' = (1 + w) e^(lo/scale).

Over a whole root each term comes to c / (1 + w).  So the largest of z_i + c_i is that at place 0
with probability 1 / (1 + sum of e^((c_i - c_0)/scale)), the exponential mechanism; and of two, the
difference is logistic.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from dpbi.fields import Real
from dpbi.programs.families import Branch, Tree
from dpbi.programs.noises.laws import Gumbel
from dpbi.programs.pieces import Scalars

SoftRate: TypeAlias = frozenset[tuple[Fraction, int]]
"""{(r, n)}: the sum of n e^r, each r once."""

SoftTerms: TypeAlias = dict[SoftRate, Real]
"""{w: c}: the sum of c e^(-w E)."""

MOST_TERMS = 1000
"""Of one function: a place among the smallest of many noises has 2^(n - 1)."""


class TooManyTerms(Exception):
    """The closed form is too long."""


def is_of_gumbels(tree: Tree) -> bool:
    """Whether a tree is of conditions on differences of Gumbel noises of one scale, and no more."""
    return isinstance(tree.family, Gumbel) and _is_of(tree.family, tree)


def _is_of(law: Gumbel, tree: Tree) -> bool:
    free = tree.family == law and tree.lo is None is tree.hi
    return free and all(isinstance(b, Branch) and _is_of(law, b.tree) for b in tree.branches)


def softmax(tree: Tree, numbers: Scalars) -> Real | None:
    """The probability of such a tree; None where its closed form is too long."""
    assert isinstance(tree.family, Gumbel)
    try:
        return sum(_integrals(tree, tree.family.scale, numbers, None).values(), start=numbers.zero)
    except TooManyTerms:
        return None


def _integrals(tree: Tree, scale: Fraction, numbers: Scalars, end: Fraction | None) -> SoftTerms:
    """t -> the probability that the root is below t - end, and its branches hold."""
    found: SoftTerms = {}
    for w, c in _function(tree, scale, numbers).items():
        more = _plus(w, frozenset({(Fraction(0), 1)}))
        by = None if end is None else end / scale
        key = frozenset() if by is None else frozenset((r + by, n) for r, n in more)
        share = c / _number(more, numbers)
        found[key] = found[key] + share if key in found else share
    return found


def _function(tree: Tree, scale: Fraction, numbers: Scalars) -> SoftTerms:
    """z -> the probability of the branches of a root at z."""
    found: SoftTerms = {frozenset(): numbers.one}
    for branch in tree.branches:
        assert isinstance(branch, Branch)
        below = _integrals(branch.tree, scale, numbers, branch.lo)
        if branch.hi is not None:
            for w, c in _integrals(branch.tree, scale, numbers, branch.hi).items():
                below[w] = below[w] - c if w in below else -c
        found = _product(found, below)
    return found


def _product(one: SoftTerms, other: SoftTerms) -> SoftTerms:
    found: SoftTerms = {}
    for v, a in one.items():
        for w, b in other.items():
            key = _plus(v, w)
            found[key] = found[key] + a * b if key in found else a * b
        if len(found) > MOST_TERMS:
            raise TooManyTerms
    return found


def _plus(one: SoftRate, other: SoftRate) -> SoftRate:
    total = dict(one)
    for r, n in other:
        total[r] = total.get(r, 0) + n
    return frozenset(total.items())


def _number(w: SoftRate, numbers: Scalars) -> Real:
    """In the order of the exponents, so that equal sums are equal numbers."""
    each = (numbers.power(r) * numbers.rational(Fraction(n)) for r, n in sorted(w))
    return sum(each, start=numbers.zero)
