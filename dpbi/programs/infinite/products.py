"""Paths that end in a template, as products of functions of one variable each.

Of several paths with one shape and one unknown, the functions are moved to the same unknown and
added: one function says all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from dpbi.fields import Real
from dpbi.programs.conditions.byclass import ByClass, overlaid
from dpbi.programs.infinite.templates import Template
from dpbi.programs.infinite.untabled import MovedNoise
from dpbi.programs.masses import Masses
from dpbi.programs.noises.sums import OnIntegers
from dpbi.programs.paths import Path
from dpbi.programs.pieces import Pieces, Segment
from dpbi.programs.subprograms.sub import mass_of

Function = Pieces | ByClass | OnIntegers
Moved = Pieces | MovedNoise


@dataclass(frozen=True)
class OfUnknowns:
    """weight * the product of functions[j](u_j), for the unknowns u of a template."""

    template: Template
    functions: tuple[Function, ...]
    weight: Real


def products(paths: Iterable[Path], masses: Masses) -> list[OfUnknowns]:
    """The paths, those of one shape as one where they can be added."""
    found: list[OfUnknowns] = []
    for several in by_shape(paths).values():
        first: Template = several[0].output
        each = [moved(path, first, masses) for path in several]
        whole = [e for e in each if e is not None]
        total = None
        if len(first.trees) == 1 and len(whole) == len(each) > 1:
            total = added(several, whole, masses)
        if total is not None:
            found.append(OfUnknowns(first, (total,), masses.numbers.one))
        else:
            for path in several:
                functions = tuple(masses.of_root(tree) for tree in path.output.trees)
                found.append(OfUnknowns(path.output, functions, mass_of(path, masses)))
    return found


def by_shape(paths: Iterable[Path]) -> dict[Any, list[Path]]:
    """Paths by the shapes of their outputs; an output without holes is its own shape."""
    found: dict[Any, list[Path]] = {}
    for path in paths:
        output = path.output
        shape = output.signature if isinstance(output, Template) else output
        found.setdefault(shape, []).append(path)
    return found


def moved(path: Path, first: Template, masses: Masses) -> tuple[Moved, ...] | None:
    """The functions of a path in the unknowns of the first one; None where that cannot be."""
    moves = first.moved_to(path.output)
    if moves is None:
        return None
    found = list[Moved]()
    for tree, move in zip(path.output.trees, moves, strict=True):
        if not tree.is_closed:
            f: Any = MovedNoise.of(tree, move.step, move.sign)
        elif isinstance(f := masses.function(tree), Pieces):
            f = (f if move.sign > 0 else f.mirrored()).shifted(Fraction(move.step))
        else:
            f = None
        if f is None:
            return None
        found.append(f)
    return tuple(found)


def added(
    paths: Sequence[Path], each: Sequence[tuple[Moved, ...]], masses: Masses
) -> Pieces | None:
    """The sum of functions of one variable, each with the other factors of its path.

    None where some have no closed form.
    """
    portions = []
    for path, (f,) in zip(paths, each, strict=True):
        if isinstance(f, MovedNoise):
            return None
        weight = mass_of(path, masses)
        for s in f.segments:
            terms = {key: weight * c for key, c in s.terms.items()}
            portions.append(((1, 0), Segment(s.lo, s.hi, terms)))
    total = overlaid(masses.numbers, False, portions)
    assert isinstance(total, Pieces)  # there is one class
    return total


def value_at(f: Function, z: int) -> Real:
    """f at one integer."""
    if not isinstance(f, OnIntegers):
        return f.at(Fraction(z))
    return f.at(z) if f.has(z) else f.F.rational(0)


def values(f: Function, low: int, high: int) -> list[Real]:
    """f at all integers low .. high, each power from the one before: balls hold what that loses."""
    if not isinstance(f, Pieces):
        return [value_at(f, z) for z in range(low, high + 1)]
    found = [f.numbers.zero] * (high + 1 - low)
    for s in f.segments:
        start = low if s.lo is None else max(low, ceil(s.lo))
        stop = high if s.hi is None else min(high, ceil(s.hi) - 1)
        if start > stop:
            continue
        for (d, k), c in s.terms.items():
            part = c * f.numbers.power(-k * start) if k else c
            step = f.numbers.power(-k) if k else None
            for z in range(start, stop + 1):
                found[z - low] = found[z - low] + (part * z**d if d else part)
                if step is not None:
                    part = part * step
    return found
