"""Count vectors of k categories in lexicographic order, their ranks, and orbit representatives."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb

import numpy as np

from dpbi.fast.tables import Array


def compositions(n: int, k: int) -> Array:
    """All count vectors of total at most n over k categories, lexicographic, one a row."""
    rows = np.zeros((1, 0), np.int64)
    room = np.array([n])
    for _ in range(k):
        counts = room + 1
        start = np.repeat(np.cumsum(counts) - counts, counts)
        value = np.arange(int(counts.sum())) - start
        room = np.repeat(room, counts) - value
        rows = np.column_stack([np.repeat(rows, counts, axis=0), value])
    return rows


@dataclass(frozen=True, slots=True)
class Simplex:
    """The count vectors of total n over k categories, and the symmetries of a prior.

    points: every vector, lexicographic; prefixes: their first k - 2 entries, without repeats;
    representatives: the vectors nondecreasing within each class of equal prior components, one
    an orbit of the permutations that fix the prior.
    """

    n: int
    prior: tuple[Fraction, ...]
    points: Array
    prefixes: Array
    classes: tuple[tuple[int, ...], ...]
    representatives: Array
    below: Array

    def canonical(self, x: Array) -> Array:
        """The representative of each row of x."""
        x = x.copy()
        for places in self.classes:
            if len(places) > 1:
                x[..., places] = np.sort(x[..., places], axis=-1)
        return x

    def rank(self, x: Array) -> Array:
        """The position of each row of x among `points`."""
        k, room = x.shape[-1], np.full(x.shape[:-1], self.n)
        total = np.zeros(x.shape[:-1], np.int64)
        for j in range(k - 1):
            total += self.below[k - 1 - j][room] - self.below[k - 1 - j][room - x[..., j]]
            room = room - x[..., j]
        return total


def simplex(prior: tuple[Fraction, ...], n: int) -> Simplex:
    """The simplex of total n with the symmetries of the prior."""
    k = len(prior)
    head = compositions(n, k - 1)
    points = np.column_stack([head, n - head.sum(axis=1)])
    classes = tuple(tuple(j for j in range(k) if prior[j] == a) for a in dict.fromkeys(prior))
    keep = np.ones(len(points), bool)
    for places in classes:
        for left, right in pairwise(places):
            keep &= points[:, left] <= points[:, right]
    # below[j][m]: how many vectors over j categories have total at most m, that is C(m + j, j);
    # vectors whose first entry is less than v number below[k-1][m] - below[k-1][m - v]
    below = np.array([[comb(m + j, j) for m in range(n + 1)] for j in range(k)])
    return Simplex(n, prior, points, compositions(n, k - 2), classes, points[keep], below)


def moves(k: int) -> Array:
    """The k (k-1) ways to move one unit: rows e_j - e_i."""
    eye = np.eye(k, dtype=np.int64)
    return np.array([eye[j] - eye[i] for i in range(k) for j in range(k) if i != j])
