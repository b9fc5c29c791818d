"""Which outputs of infinitely many are listed, and the probability of each.

The unknowns of a path have windows, beyond which each has at most a given mass; what is listed are
the outputs of all unknowns within.  Nothing rests on how the windows are chosen: what is left is
what the listed outputs miss of 1.  Where several unknowns have too many values together, only the
likeliest of each are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any

from dpbi.bayes.data import check_enumerable
from dpbi.fields import Balls, Real
from dpbi.programs.conditions.byclass import ByClass
from dpbi.programs.infinite.products import Function, OfUnknowns, value_at, values
from dpbi.programs.infinite.templates import Hole, Template
from dpbi.programs.masses import Masses
from dpbi.programs.noises.sums import OnIntegers
from dpbi.programs.paths import Path
from dpbi.programs.pieces import Pieces

TOGETHER = 2000
"""Outputs of one path with two or three unknowns."""

FEWER = 600
"""Outputs of one path with more: no list of them says much."""

FAR = 20_000
"""So far apart, ends are no ends of a window: one may be a sentinel, such as -10**9."""


class Listing:
    """Outputs by their keys, and by their shapes: what has another shape need not be tried."""

    def __init__(self, outputs: dict[Any, Any]) -> None:
        self.outputs = outputs
        self._by_look: dict[Any, list[tuple[Any, Any]]] = {}
        for key, raw in outputs.items():
            self._by_look.setdefault(_look(raw), []).append((key, raw))

    def like(self, template: Template) -> list[tuple[Any, Any]]:
        """(key, output) of all that may have this shape."""
        return self._by_look.get(_look(template.shape), [])


def _look(shape: Any) -> Any:
    """The types of a shape and its texts: numbers may be in the place of holes."""
    if isinstance(shape, tuple):
        return (type(shape), *map(_look, shape))
    kind = shape.kind if type(shape) is Hole else type(shape)
    return (kind, shape) if kind is str else kind


def filled(product: OfUnknowns, listing: Listing) -> list[tuple[Any, Real]]:
    """The probability of each listed output that a product gives one."""
    found = []
    for key, raw in listing.like(product.template):
        if (unknowns := product.template.solved(raw)) is not None:
            found.append((key, unknowns))
    if not found:
        return []
    tables = []
    for j, f in enumerate(product.functions):
        each = {unknowns[j] for _, unknowns in found}
        low, high = min(each), max(each)
        if high - low < 4 * len(each) + 1000:
            tables.append(dict(enumerate(values(f, low, high), low)))
        else:
            tables.append({u: value_at(f, u) for u in each})
    masses = []
    for key, unknowns in found:
        mass = product.weight
        for u, table in zip(unknowns, tables, strict=True):
            mass = mass * table[u]
        masses.append((key, mass))
    return masses


def raw_outputs(
    laws: Sequence[Sequence[Path]], tolerance: Fraction, masses: Masses, F: Balls
) -> list[Any]:
    """The outputs to list, those of all datasets."""
    found: dict[Any, Any] = {}
    windows: dict[Any, list[int]] = {}
    for paths in laws:
        share = F.rational(tolerance / (4 * max(1, sum(len(p.output.trees) for p in paths))))
        for path in paths:
            each = []
            for tree in path.output.trees:
                if (tree, len(paths)) not in windows:
                    windows[tree, len(paths)] = _window(masses.of_root(tree), share)
                each.append(_likeliest(windows[tree, len(paths)], masses.of_root(tree), path))
            for unknowns in product(*each):
                if (output := path.output.filled(unknowns)) is not None:
                    found.setdefault((path.output.shape, repr(output)), output)
        check_enumerable("the window of all laws", len(laws) * len(found))
    return list(found.values())


def _likeliest(window: list[int], f: Function, path: Path) -> list[int]:
    """As many of the values as can be listed together with those of the other unknowns."""
    output: Template = path.output
    several = len(output.trees)
    most = int((TOGETHER if several <= 3 else FEWER) ** (1 / several))
    if several == 1 or len(window) <= most:
        return window
    heights = [-float(p.mid()) for p in values(f, window[0], window[-1])]
    order = sorted(range(len(window)), key=heights.__getitem__)
    return sorted(window[i] for i in order[: max(1, most)])


def _window(f: Function, share: Real) -> list[int]:
    """The integers beyond which each side has at most this mass."""
    if isinstance(f, ByClass):
        m, each = f.modulus, [_window(g, share / f.modulus) for g in f.functions]
        several = [m * w + r for r, window in enumerate(each) for w in window]
        return list(range(min(several), max(several) + 1)) if several else []
    if isinstance(f, OnIntegers):
        return _all_between(-_farthest(f, share, -1), _farthest(f, share, 1))
    if not f.segments:
        return []
    return _all_between(-_last(f.mirrored(), share), _last(f, share))


def _all_between(low: int, high: int) -> list[int]:
    check_enumerable("the window of all laws", high + 1 - low)
    return list(range(low, high + 1))


def _last(f: Pieces, share: Real) -> int:
    """The largest integer that is listed."""
    end = f.segments[-1].hi
    ends = [ceil(e) for s in f.segments for e in (s.lo, s.hi) if e is not None]
    is_far = bool(ends) and max(ends) - min(ends) > FAR
    if end is not None and not is_far:
        return ceil(end) - 1
    above = f.from_on()
    start = min(ends, key=abs) if is_far else max([0, *ends])
    found = _first(lambda z: bool(above.at(Fraction(z)) < share), start)
    return found if end is None else min(found, ceil(end) - 1)


def _farthest(f: OnIntegers, share: Real, direction: int) -> int:
    """direction * the integer that is listed last, upwards (1) or downwards (-1)."""
    end = f.hi if direction > 0 else f.lo
    start = f.law.start * direction
    if end is not None and int(end) * direction - start <= FAR:
        return int(end) * direction

    def is_little(z: int) -> bool:
        ends = (Fraction(z), None) if direction > 0 else (None, Fraction(-z))
        return bool(f.between(*ends) < share)

    other = f.lo if direction > 0 else f.hi
    found = _first(is_little, start if other is None else max(start, int(other) * direction))
    return found if end is None else min(found, int(end) * direction)


def _first(is_enough: Callable[[int], bool], start: int) -> int:
    """An integer beyond the start that is enough, where the one before is not or is the start."""
    low, step = start, 1
    while not is_enough(start + step):
        low, step = start + step, 2 * step
        check_enumerable("the window of all laws", step)
    high = start + step
    while high - low > 1:
        middle = (low + high) // 2
        if is_enough(middle):
            high = middle
        else:
            low = middle
    return high
