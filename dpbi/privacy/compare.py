"""An ideal law and its implementation, side by side.

What rounding does to privacy is seen in three numbers: how far the laws are apart at a dataset
(total variation), by which factor a probability is off (a factor of the loss itself), and the two
losses.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpbi.errors import BadMechanism
from dpbi.fields import Balls, Bounds, Enclosure, Extended, Rational
from dpbi.fields.field import MOST_BITS
from dpbi.laws import promise
from dpbi.laws.forms import adapt
from dpbi.laws.identity import Named, identity
from dpbi.laws.law_file import name_of
from dpbi.laws.protocol import AnyMechanism, Mechanism
from dpbi.privacy.loss import privacy_loss
from dpbi.privacy.results import PrivacyLoss, plain_witness

TOLERANCE, OF_LOSSES = Fraction(1, 10**15), Fraction(1, 10**20)


@dataclass(frozen=True, slots=True)
class LawPlace:
    """A dataset, and an output where one output is meant."""

    dataset: Any
    output: Any = None


@dataclass(frozen=True, slots=True)
class Difference:
    """How far an implemented law is from the ideal one; bounds enclose, places attain `lo`.

    `total_variation` is the largest over datasets of half the sum of |ideal - implemented|,
    `log_ratio` the largest |ln ideal - ln implemented|, infinite where only one is possible.

    >>> import dpbi
    >>> ideal = dpbi.Table.of({0: {"a": "1/10", "b": "9/10"}, 1: {"a": "9/10", "b": "1/10"}})
    >>> found = dpbi.compare_laws(ideal, dpbi.Table.rounded(ideal))
    >>> 0 < found.total_variation.hi < found.log_ratio.hi < 1e-15
    True
    """

    total_variation: Bounds
    farthest: LawPlace
    log_ratio: Bounds
    log_ratio_at: LawPlace
    ideal: PrivacyLoss
    implemented: PrivacyLoss

    @property
    def wider(self) -> Bounds:
        """Whichever of the two is enclosed less closely."""
        return max(self.total_variation, self.log_ratio, key=lambda bounds: bounds.width)

    @property
    def width(self) -> Extended:
        """The width of the wider one."""
        return self.wider.width

    @property
    def asked(self) -> Fraction | None:
        """The width that was asked of both."""
        return self.wider.asked

    @property
    def reached(self) -> bool:
        """Whether both are enclosed as closely as was asked."""
        return self.wider.reached

    def json(self, digits: int = 20) -> dict[str, Any]:
        """All of it, rounded outward."""
        places = {"farthest": self.farthest, "log_ratio_at": self.log_ratio_at}
        return {
            "total_variation": self.total_variation.ends(digits),
            "log_ratio": self.log_ratio.ends(digits),
            **{k: plain_witness({"x": p.dataset, "output": p.output}) for k, p in places.items()},
            "ideal": self.ideal.json(digits),
            "implemented": self.implemented.json(digits),
            **self.wider.missed(),
        }

    def __str__(self) -> str:
        wider = self.wider.wider_than_asked()
        ratio = "infinite" if self.log_ratio.lo == math.inf else f"{float(self.log_ratio.hi):.3g}"
        return (
            f"total variation {float(self.total_variation.hi):.3g} at {self.farthest.dataset}, "
            f"largest |ln ratio| {ratio} at {self.log_ratio_at.dataset}; "
            f"loss {self.ideal} ideal, {self.implemented} implemented{wider}"
        )


def compare_laws(
    ideal: AnyMechanism,
    implemented: AnyMechanism,
    *,
    tolerance: Rational = TOLERANCE,
    digits: int | None = None,
) -> Difference:
    """How far the second law is from the first.

    Datasets and outputs correspond where they are equal, or alone are written the same (`name_of`):
    a law read from a file names them by text.  The losses are enclosed to 20 digits or more.

    >>> import dpbi
    >>> ideal = dpbi.Table.of({0: {"a": "1/10", "b": "9/10"}, 1: {"a": "9/10", "b": "1/10"}})
    >>> found = dpbi.compare_laws(ideal, dpbi.Table.rounded(ideal))
    >>> found.ideal.within("ln(9)"), found.implemented.within("ln(9)")
    (True, True)
    """
    m, other, width = adapt(ideal), adapt(implemented), promise.width(tolerance, digits, TOLERANCE)
    xs = _matched(m, other)
    bits, renamed = 192, _renamed(m, other, xs, Balls(192))
    while True:
        F = Balls(bits)
        with F.scope():
            distance, ratio = _differences(m, other, xs, renamed, F)
        narrow = ratio.hi == math.inf or Fraction(ratio.hi) - Fraction(ratio.lo) <= width
        if (narrow and distance.hi - distance.lo <= width) or bits >= MOST_BITS:
            break
        bits *= 2
    return Difference(
        Bounds(distance.lo, distance.hi, asked=width),
        distance.place,
        Bounds(ratio.lo, ratio.hi, asked=width),
        ratio.place,
        privacy_loss(m, tolerance=min(width, OF_LOSSES)),
        privacy_loss(other, tolerance=min(width, OF_LOSSES)),
    )


@dataclass
class _Largest:
    """The largest of enclosed numbers, and a place that attains the lower end."""

    lo: Extended = Fraction(0)
    hi: Extended = Fraction(0)
    place: LawPlace = LawPlace(None)

    def see(self, value: Enclosure | None, place: LawPlace) -> None:
        """Take one more into account; None is infinity."""
        lo: Extended = math.inf if value is None else value.lo
        hi: Extended = math.inf if value is None else value.hi
        if lo > self.lo or self.place.dataset is None:
            self.lo, self.place = max(lo, self.lo), place
        self.hi = max(self.hi, hi)


def _differences(
    m: Mechanism, other: Mechanism, xs: Mapping[Any, Any], renamed: Mapping[Any, Any], F: Balls
) -> tuple[_Largest, _Largest]:
    """The largest total variation and log-ratio, in balls."""
    distance, ratio = _Largest(), _Largest()
    for x, y in xs.items():
        p = m.log_pmf(x, F)
        q = {renamed.get(r, r): a for r, a in other.log_pmf(y, F).items()}
        total = F.rational(0)
        for r in dict.fromkeys([*p, *q]):
            if r not in p or r not in q:
                total += F.exp(p.get(r, q.get(r)))
                ratio.see(None, LawPlace(x, r))
                continue
            total += abs(F.exp(p[r]) - F.exp(q[r]))
            ratio.see(F.enclosure(abs(p[r] - q[r])), LawPlace(x, r))
        distance.see(F.enclosure(total / 2), LawPlace(x))
    return distance, ratio


def _matched(m: Mechanism, other: Mechanism) -> dict[Any, Any]:
    """Each dataset of m with that of the other."""
    mine, theirs = list(m.datasets()), list(other.datasets())
    if set(mine) == set(theirs):
        return {x: x for x in mine}
    named = {name_of(y): y for y in theirs}
    if sorted(map(name_of, mine)) != sorted(named):
        raise BadMechanism(other.label, f"its datasets are not those of {m.label}")
    return {x: named[name_of(x)] for x in mine}


def _renamed(m: Mechanism, other: Mechanism, xs: Mapping[Any, Any], F: Balls) -> dict[Any, Any]:
    """{output of the other: the output of m that it stands for}, where that is not itself.

    Outputs that look the same correspond, and of the rest those that are equal; where one law names
    all of its own by text, as a file does, so do those that then are left and alone are written the
    same on both sides.
    """
    with F.scope():
        mine = dict.fromkeys(r for x in xs for r in m.log_pmf(x, F))
        theirs = dict.fromkeys(r for y in xs.values() for r in other.log_pmf(y, F))
    looks = {identity(r): r for r in mine}
    found = {r: looks[i] for r in theirs if (i := identity(r)) in looks}
    taken = set(found.values())
    found |= {r: Named(r, identity(r)) for r in theirs if r not in found and r in taken}
    if any(r != found[r] for r in found):  # which of two equal outputs is which
        return found
    if not any(all(isinstance(r, str) for r in law) for law in (mine, theirs)):
        return {}
    left, right = [r for r in mine if r not in theirs], [r for r in theirs if r not in mine]
    named = {name_of(r): r for r in left}
    once, again = Counter(map(name_of, left)), Counter(map(name_of, right))
    return {r: named[n] for r in right if once[n := name_of(r)] == again[n] == 1}
