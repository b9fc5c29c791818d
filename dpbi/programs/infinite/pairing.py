"""What is certain of P_x(r)/P_y(r) at all outputs r of a program, infinitely many of them included.

Paths at x and at y that end in the same shape are compared as functions of the same unknowns: those
of one reference path, to which the others are moved by integers.  Then

- with one unknown, the probabilities are sums of functions of one variable, whose largest ratio is
  found in closed form (`ratios.py`);
- with several, each path is a product of such functions of independent unknowns, and the largest
  ratio of two products is the product of the largest ratios.  Of several paths, the ratio of the
  sums is at most the largest ratio of two of them, in any order.

An output that has several shapes has a ratio of sums again: it is at most the largest of all
shapes.  Where a shape is there at x only, or nothing matches, no bound is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpbi.fields import Balls, Real
from dpbi.fields.logsum import LogSums, NotExact
from dpbi.laws.partial import PairFacts
from dpbi.programs.infinite.products import Moved, added, moved
from dpbi.programs.infinite.ratios import TopRatio
from dpbi.programs.infinite.templates import Template
from dpbi.programs.infinite.untabled import MovedNoise
from dpbi.programs.infinite.untabled_ratios import facts_of_moved, grows, tie_of, top_of
from dpbi.programs.masses import Masses
from dpbi.programs.noises.laws import DiscreteGaussian, Poisson
from dpbi.programs.paths import Path
from dpbi.programs.pieces import Pieces, Segment
from dpbi.programs.subprograms.sub import mass_of

TABLED = (DiscreteGaussian, Poisson)
CLOSE = Fraction(1, 1 << 80)
DENOMINATOR = 10_000
"""Of a loss that is looked for as a rational number."""


@dataclass(frozen=True)
class TwoProducts:
    """Two products over the same unknowns; `weights` where the constant factors differ."""

    here: tuple[Moved, ...]
    there: tuple[Moved, ...]
    weights: tuple[Real, Real] | None


@dataclass(frozen=True)
class TwoSums:
    """Two sums of laws without closed form, of one unknown."""

    here: tuple[MovedNoise, ...]
    there: tuple[MovedNoise, ...]


def paired_factors(
    here: Sequence[Path], there: Sequence[Path], masses: Masses
) -> tuple[TwoProducts, ...] | TwoSums | None:
    """The paths of one shape at both datasets; None where they do not match."""
    if not isinstance(here[0].output, Template):
        return (TwoProducts((), (), (_sum(here, masses), _sum(there, masses))),)
    first: Template = here[0].output
    products = [[moved(path, first, masses) for path in paths] for paths in (here, there)]
    if any(p is None for side in products for p in side):
        return None
    ours, theirs = ([p for p in side if p is not None] for side in products)
    if len(first.trees) == 1:
        if len(here) == len(there) == 1 and _constants(here[0]) == _constants(there[0]):
            return (TwoProducts(ours[0], theirs[0], None),)
        one, other = (added(p, s, masses) for p, s in ((here, ours), (there, theirs)))
        if one is not None and other is not None:
            return (TwoProducts((one,), (other,), None),)
        sums = [tuple(f for (f,) in side if isinstance(f, MovedNoise)) for side in (ours, theirs)]
        all_moved = [len(s) for s in sums] == [len(ours), len(theirs)]
        return TwoSums(*sums) if all_moved else None
    if len(here) != len(there):
        return None
    found = []
    for p, f, q, g in zip(here, ours, there, theirs, strict=True):
        same = _constants(p) == _constants(q)
        found.append(TwoProducts(f, g, None if same else (mass_of(p, masses), mass_of(q, masses))))
    return tuple(found)


def facts_of_shift(here: Sequence[Path], there: Sequence[Path], masses: Masses) -> PairFacts | None:
    """What is known of two laws that are one noise each, moved by an integer.

    There may be other unknowns that have the same law at both, and say nothing.
    """
    if len(here) != 1 or len(there) != 1 or not isinstance(here[0].output, Template):
        return None
    trees = (*here[0].output.trees, *getattr(there[0].output, "trees", ()))
    if not all(tree.is_certain and isinstance(tree.family, TABLED) for tree in trees):
        return None
    found = paired_factors(here, there, masses)
    if not isinstance(found, tuple):
        return None
    differ = [(f, g) for f, g in zip(found[0].here, found[0].there, strict=True) if f != g]
    if len(differ) != 1:
        return None
    ((f, g),) = differ
    assert isinstance(f, MovedNoise)
    assert isinstance(g, MovedNoise)
    return facts_of_moved(f, g)


def _constants(path: Path) -> Any:
    """All factors of a path but those of its unknowns."""
    return path.weight, sorted(map(hash, path.forest)), set(path.forest), path.outcomes


def _sum(paths: Sequence[Path], masses: Masses) -> Real:
    return sum((mass_of(p, masses) for p in paths), masses.numbers.zero)


def without_zeros(
    found: tuple[TwoProducts, ...], exactly: Callable[[], Any]
) -> tuple[TwoProducts, ...]:
    """The same without terms that balls cannot tell from 0, and that exact numbers show to be 0.

    Such a term may seem to lead, where what it was made of has cancelled.
    """
    parts = [f for one in found for f in (*one.here, *one.there) if isinstance(f, Pieces)]
    if not any(c.contains(0) for f in parts for s in f.segments for c in s.terms.values()):
        return found
    try:
        several = exactly()
        return tuple(
            TwoProducts(
                tuple(map(_without_zeros, one.here, exact.here)),
                tuple(map(_without_zeros, one.there, exact.there)),
                one.weights,
            )
            for one, exact in zip(found, several, strict=True)
        )
    except NotExact:
        return found


def _without_zeros(f: Moved, exact: Moved) -> Moved:
    if not isinstance(f, Pieces) or not isinstance(exact, Pieces):
        return f
    segments = []
    for s, e in zip(f.segments, exact.segments, strict=True):
        terms = {
            key: c for key, c in s.terms.items() if not c.contains(0) or e.terms[key].sign() != 0
        }
        segments.append(Segment(s.lo, s.hi, terms))
    return Pieces(f.numbers, f.continuous, tuple(segments))


@dataclass(frozen=True)
class ShapeRatio:
    """The largest ratio of one shape: at most `value`, and what it was found from."""

    shape: Any
    value: Real | None
    grows: bool = False
    parts: tuple[tuple[TwoProducts, tuple[TopRatio, ...]], ...] = ()

    def lowest(self) -> Real:
        """The lower end of the bound."""
        assert self.value is not None  # asked where all have one
        return self.value.lower()

    @staticmethod
    def of(
        shape: Any, found: tuple[TwoProducts, ...] | TwoSums | None, F: Balls, near: Fraction
    ) -> ShapeRatio:
        """The product of the largest ratios, or the largest of several such products."""
        if found is None:
            return ShapeRatio(shape, None)
        if isinstance(found, TwoSums):
            return ShapeRatio(shape, None, grows(found.here, found.there))
        top, parts = F.rational(0), []
        for one in found:
            each = [top_of(f, g, F, near) for f, g in zip(one.here, one.there, strict=True)]
            if any(e.value is None for e in each):
                return ShapeRatio(shape, None, len(found) == 1 and any(e.grows for e in each))
            product = F.rational(1)
            if one.weights is not None:
                product = one.weights[0] / one.weights[1]
            for e in each:
                product = product * e.value
            top = top.max(product)
            parts.append((one, tuple(each)))
        return ShapeRatio(shape, top, parts=tuple(parts))


@dataclass(frozen=True, slots=True)
class Proved:
    """That the supremum of one shape is e^value, and the unknowns where it is attained."""

    value: Fraction
    at: tuple[int, ...] | None


def proved(found: ShapeRatio, F: Balls, exactly: Callable[[], Any]) -> Proved | None:
    """The supremum of one shape as a power of e with a short rational exponent."""
    if len(found.parts) != 1:
        return None
    one, seen = found.parts[0]
    try:
        if one.weights is not None:
            return _of_constants(one, F, exactly) if not seen else None
        several, total, at = exactly()[0], Fraction(0), list[int | None]()
        for i, top in enumerate(seen):
            value = _near(F.log(top.value), F)
            if value is None:
                return None
            held = tie_of(several.here[i], several.there[i], value, F)
            if held is None:
                return None
            total, at = total + value, [*at, held.at]
    except NotExact:
        return None
    return Proved(total, None if None in at else tuple(v for v in at if v is not None))


def _of_constants(one: TwoProducts, F: Balls, exactly: Callable[[], Any]) -> Proved | None:
    """The ratio of two probabilities."""
    assert one.weights is not None
    value = _near(F.log(one.weights[0] / one.weights[1]), F)
    if value is None:
        return None
    p, q = exactly()[0].weights
    same = (LogSums().exp(value) * q - p).sign() == 0
    return Proved(value, ()) if same else None


def _near(x: Real, F: Balls) -> Fraction | None:
    """The rational number with a short denominator that may be meant."""
    e = F.enclosure(x)
    found = e.lo.limit_denominator(DENOMINATOR)
    return found if abs(e.lo - found) < Fraction(1, 1 << 64) else None
