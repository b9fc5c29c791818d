"""Outputs that hold integers which are not known: one path for infinitely many of them.

A path may end with a tuple of numbers, texts and integers of which infinitely many values are
left.  Its output is then a `Template`: a shape with holes, each hole a sum of multiples of unknowns
u and a number, and for each unknown the tree of conditions of which it is the root.  The trees are
of independent noises, so the probability that u = v is a product of functions of one variable each.

The unknowns are chosen so that an output has only one u: the holes determine it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

from dpbi.laws.identity import Indistinct, identity
from dpbi.programs.families import Tree, Whole
from dpbi.programs.noises.rounded import RoundedNoise
from dpbi.programs.running import Run
from dpbi.programs.unknown import Kind
from dpbi.programs.values import Noisy

TIED = (
    "it returns several numbers, each with infinitely many values, that conditions tie together: "
    "clamp all but one of them"
)

NOT_CLOSED = (
    "it returns a number with infinitely many values, which is a sum of noises without a law in "
    "closed form, or tied to one beside its own: clamp it, or write the mechanism as dpbi.Additive"
)


@dataclass(frozen=True, slots=True)
class Hole:
    """A place in a shape, by its number; `kind` is the type of what is there."""

    number: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Affine:
    """The sum of coefficients * unknowns, plus a constant."""

    coefficients: tuple[Fraction, ...]
    constant: Fraction

    def at(self, values: Sequence[int]) -> Fraction:
        """The value for these unknowns."""
        each = zip(self.coefficients, values, strict=True)
        return sum((a * v for a, v in each), self.constant)


@dataclass(frozen=True, slots=True)
class Shifting:
    """From u to sign (u + step)."""

    sign: int
    step: int


@dataclass(frozen=True, slots=True)
class Template:
    """A shape, what is in its holes, and a tree for each unknown, which is its root."""

    shape: Any
    forms: tuple[Affine, ...]
    trees: tuple[Tree, ...]

    @property
    def signature(self) -> Any:
        """The shape, with the types of its parts: Python holds 1 and True for equal."""
        return signature_of(self.shape)

    def filled(self, values: Sequence[int]) -> Any:
        """The output for these unknowns; None where Python would round a part of it."""
        try:
            return _filled(self.shape, [form.at(values) for form in self.forms])
        except _Rounds:
            return None

    def solved(self, output: Any) -> tuple[int, ...] | None:
        """The unknowns of an output; None where it has another shape, or no integers fit."""
        found: dict[int, Fraction] = {}
        if not _matches(self.shape, output, found):
            return None
        values = [found[i] for i in range(len(self.forms))]
        rows = [
            (form.coefficients, v - form.constant)
            for form, v in zip(self.forms, values, strict=True)
        ]
        return solution(rows)

    def moved_to(self, other: Template) -> tuple[Shifting, ...] | None:
        """How unknowns here are those of the other with the same outputs; None where they are not.

        With b_j = sign_j a_j for the coefficients of each unknown, sign (u + step) there is u here
        where the sum of a_j step_j is the difference of the constants.
        """
        if self.signature != other.signature or len(self.trees) != len(other.trees):
            return None
        signs = []
        for a, b in zip(self._columns(), other._columns(), strict=True):
            if b not in (a, tuple(-c for c in a)):
                return None
            signs.append(1 if a == b else -1)
        pairs = zip(self.forms, other.forms, strict=True)
        steps = solution([(a.coefficients, a.constant - b.constant) for a, b in pairs])
        return None if steps is None else tuple(map(Shifting, signs, steps))

    def _columns(self) -> list[tuple[Fraction, ...]]:
        """The coefficients of each unknown."""
        return [tuple(f.coefficients[j] for f in self.forms) for j in range(len(self.trees))]


def signature_of(shape: Any) -> Any:
    """A shape with the types of its parts; `Indistinct` where some part looks like no other."""
    if isinstance(shape, tuple):
        return (type(shape), *map(signature_of, shape))
    return (Hole, shape) if type(shape) is Hole else identity(shape)


class _Rounds(Exception):
    """A value that no float is."""


def _filled(shape: Any, values: Sequence[Fraction]) -> Any:
    kind = type(shape)
    if kind is Hole:
        value = values[shape.number]
        if shape.kind is float and float(value) != value:
            raise _Rounds
        return value if shape.kind is Fraction else shape.kind(value)
    if kind is tuple:
        return tuple(_filled(part, values) for part in shape)
    if isinstance(shape, tuple) and hasattr(kind, "_make"):
        return kind._make(_filled(part, values) for part in shape)
    return shape


def _matches(shape: Any, output: Any, found: dict[int, Fraction]) -> bool:
    """Whether an output has the shape, and what is in its holes; types count."""
    kind = type(shape)
    if kind is Hole:
        if type(output) is not shape.kind or str(output) == "-0.0":
            return False
        found[shape.number] = Fraction(output)
        return True
    if kind is not type(output):
        return False
    if isinstance(shape, tuple):
        same = len(shape) == len(output)
        return same and all(_matches(s, r, found) for s, r in zip(shape, output, strict=True))
    return _is_same(shape, output)


def may_meet(a: Any, b: Any) -> bool:
    """Whether two shapes may have an output in common, as far as their parts tell."""
    if type(a) is Hole or type(b) is Hole:
        kinds = {s.kind if type(s) is Hole else type(s) for s in (a, b)}
        return len(kinds) == 1
    if type(a) is not type(b):
        return False
    if isinstance(a, tuple):
        return len(a) == len(b) and all(may_meet(s, t) for s, t in zip(a, b, strict=True))
    return _is_same(a, b)


def _is_same(a: Any, b: Any) -> bool:
    """Whether two parts of one type look alike, as outputs do."""
    return a is b or (bool(a == b) and (type(a) in (int, str) or identity(a) == identity(b)))


def solution(rows: Sequence[tuple[tuple[Fraction, ...], Fraction]]) -> tuple[int, ...] | None:
    """The integers that solve linear equations of full column rank; None where none do."""
    found = []
    for row in _inverse(tuple(coefficients for coefficients, _ in rows)):
        value = sum((a * rows[i][1] for i, a in row), Fraction(0))
        if value.denominator != 1:
            return None
        found.append(int(value))
    for coefficients, right in rows:
        if (
            sum((a * v for a, v in zip(coefficients, found, strict=True) if a), Fraction(0))
            != right
        ):
            return None
    return tuple(found)


@lru_cache(maxsize=256)
def _inverse(
    rows: tuple[tuple[Fraction, ...], ...],
) -> tuple[tuple[tuple[int, Fraction], ...], ...]:
    """A left inverse of a matrix of full column rank, by its coefficients that are not 0."""
    count, width = len(rows), len(rows[0])
    table = [[*row, *(Fraction(int(i == j)) for j in range(count))] for i, row in enumerate(rows)]
    for column in range(width):
        pivot = next(r for r in range(column, count) if table[r][column])
        table[column], table[pivot] = table[pivot], table[column]
        scale = table[column][column]
        table[column] = [v / scale for v in table[column]]
        for r, row in enumerate(table):
            if r != column and (times := row[column]):
                table[r] = [v - times * w for v, w in zip(row, table[column], strict=True)]
    return tuple(tuple((j, a) for j, a in enumerate(row[width:]) if a) for row in table[:width])


def rank(rows: Sequence[tuple[Fraction, ...]]) -> int:
    """The number of independent rows."""
    found, table = 0, [list(row) for row in rows]
    for column in range(len(rows[0])):
        pivot = next((r for r in range(found, len(table)) if table[r][column]), None)
        if pivot is None:
            continue
        table[found], table[pivot] = table[pivot], table[found]
        for r in range(found + 1, len(table)):
            if table[r][column]:
                times = table[r][column] / table[found][column]
                table[r] = [v - times * w for v, w in zip(table[r], table[found], strict=True)]
        found += 1
    return found


def template(run: Run, shape: Any, sums: Sequence[Noisy]) -> tuple[Template, tuple[Tree, ...]]:
    """The template of an output, and the trees of all other noises of its run."""
    try:
        signature_of(shape)
    except Indistinct as reason:
        run.refuse(f"it returns an output that {reason}")
    each = [run.without_fixed(s._coefficients, s._constant) for s in sums]
    used = sorted({i for free, _ in each for i in free})
    if rank([_row(free, used) for free, _ in each] or [()]) < len(used):
        each = [(_alone(run, free), constant) for free, constant in each]
        used = sorted({i for free, _ in each for i in free})
    before = run.since.noises
    if any(i <= before for i in used):
        run.lost()
    rooted = run.recent().rooted([i - before for i in used])
    if rooted is None:
        run.refuse(TIED)
    roots, others = rooted
    if not all(map(_is_followed, roots)):
        run.refuse(NOT_CLOSED)
    forms = tuple(Affine(_row(free, used), constant) for free, constant in each)
    return Template(shape, forms, roots), others


def _is_followed(tree: Tree) -> bool:
    """Whether the root has a law of its own, or is one real noise rounded."""
    if tree.is_closed or not isinstance(tree.family, Whole):
        return True
    return RoundedNoise.of(tree) is not None


def _row(free: dict[int, Fraction], used: Sequence[int]) -> tuple[Fraction, ...]:
    return tuple(free.get(i, Fraction(0)) for i in used)


def _alone(run: Run, free: dict[int, Fraction]) -> dict[int, Fraction]:
    """A multiple of one unknown that has the value of this sum of multiples of integers."""
    if len(free) <= 1:
        return free
    scale = lcm(*(a.denominator for a in free.values()))
    number = run.whole({i: a * scale for i, a in free.items()}, Fraction(0))
    return {number: Fraction(1, scale)}
