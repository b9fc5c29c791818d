"""The atoms of a law of the error: outputs that are certainly at one distance, in order.

Equality is never read off from overlapping balls: it comes from symmetry (categories with the same
prior and the same count can be exchanged), or from the closed forms of `dpbi.bayes.dirichlet`.
Where neither decides, atoms stay apart although their order is open, and every answer covers both
orders.

An atom with its rational ends is made when it is asked for: a hundred thousand take seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import frexp

from flint import arb

from dpbi.accuracy.releases import Release
from dpbi.accuracy.staircase import Staircase
from dpbi.bayes.data import Counts
from dpbi.bayes.dirichlet import Dirichlet, same_distance
from dpbi.fields import Balls, Enclosure, Real
from dpbi.mechanisms.counts import OfCounts


@dataclass(frozen=True, slots=True)
class Atom:
    """One distance, the outputs at it, and their probability.

    `first` and `last` are the places that the distance can have in the order of all distances,
    from 0 for the truth; they differ where equality or order is not decided.
    """

    distance: Enclosure
    probability: Enclosure
    outputs: tuple[Counts, ...]
    first: int
    last: int


@dataclass(slots=True)
class Equidistant:
    """Outputs that are certainly at one distance."""

    affinity: Real
    distance: Real
    weight: Real
    outputs: list[Counts] = field(default_factory=list)


def grouped(m: OfCounts, x: Counts, stream: Iterable[Release]) -> list[Equidistant]:
    """Releases by what symmetry makes equally distant."""
    places = _exchangeable(m, x)
    groups: dict[Counts, Equidistant] = {}
    for r, affinity, distance, weight in stream:
        key = _canonical(r, places) if places else r
        group = groups.get(key)
        if group is None:
            groups[key] = Equidistant(affinity, distance, weight, [r])
        else:
            group.weight += weight
            group.outputs.append(r)
    return list(groups.values())


def _exchangeable(m: OfCounts, x: Counts) -> list[list[int]]:
    """Categories with equal prior and equal count, where an output stands for prior + counts."""
    if not m.releases_counts:
        return []
    places: dict[object, list[int]] = {}
    for j, key in enumerate(zip(m.prior.alpha, x, strict=True)):
        places.setdefault(key, []).append(j)
    return [p for p in places.values() if len(p) > 1]


def _canonical(r: Counts, places: list[list[int]]) -> Counts:
    result = list(r)
    for p in places:
        for j, v in zip(p, sorted(r[j] for j in p), strict=True):
            result[j] = v
    return tuple(result)


@dataclass(frozen=True, slots=True)
class Placed:
    """A group, and the places that its distance can have."""

    group: Equidistant
    first: int
    last: int


def ordered(groups: list[Equidistant], m: OfCounts, x: Counts) -> Iterator[Placed]:
    """The groups in order, those that the closed forms show to be equally distant as one."""
    truth = m.prior.update(x)
    first = last = 0
    for cluster in _clusters(groups):
        merged, apart = _merged(cluster, truth, m)
        for g in merged:
            yield Placed(g, first, last + len(merged) - 1)
        first += len(merged) if apart else 1
        last += len(merged)


def _clusters(groups: list[Equidistant]) -> Iterator[list[Equidistant]]:
    """The groups by falling affinity, which keeps its relative accuracy where H is nearly 1.

    Between clusters the order is certain, within one it is not.
    """
    cluster: list[Equidistant] = []
    floor = arb(0)  # below every affinity of the cluster
    for g in sorted(groups, key=lambda g: g.affinity.upper(), reverse=True):
        if cluster and g.affinity < floor:
            yield cluster
            cluster = []
        floor = floor.min(g.affinity.lower()) if cluster else g.affinity.lower()
        cluster.append(g)
    yield cluster


def _merged(
    cluster: list[Equidistant], truth: Dirichlet, m: OfCounts
) -> tuple[list[Equidistant], bool]:
    """A cluster with exact ties merged, and whether all that is left is known to be apart."""
    kept, apart = cluster[:1], True
    for g in cluster[1:]:
        for other in kept:
            p, q = m.posterior(g.outputs[0]), m.posterior(other.outputs[0])
            equal = same_distance(truth, p, truth, q)
            if equal:
                other.weight += g.weight
                other.outputs += g.outputs
                break
            apart = apart and equal is False
        else:
            kept.append(g)
    return kept, apart


FINEST = 1 << 17
"""Bits of fixed point beyond those of the balls: what is smaller than 2^-2^17 may be 0."""
MOST_FIXED = 1 << 30
"""These bits of all sums together: 128 MB for the lower ends, and as many for the upper ones."""
SMALL_DOUBLE = 2.0**-1000


@dataclass(frozen=True)
class Order:
    """Groups in order, their weights a probability times 1 / `scale`; in `balls`.

    `lump` is a distance and the weight of all outputs at it or beyond, with the places they have.
    """

    balls: Balls
    scale: Real
    places: list[Placed]
    lump: Placed | None = None
    _known: dict[int, Enclosure] = field(default_factory=dict, compare=False, repr=False)

    def atom(self, i: int) -> Atom:
        """The i-th, with rational ends."""
        p = self.places[i]
        with self.balls.scope():
            return self._made(p)

    def _made(self, p: Placed) -> Atom:
        distance = self._once(p.group.distance, None)
        probability = self._once(p.group.weight, self.scale)
        return Atom(distance, probability, tuple(sorted(p.group.outputs)), p.first, p.last)

    def atoms(self) -> tuple[Atom, ...]:
        """All of them."""
        with self.balls.scope():
            return tuple(map(self._made, self.places))

    def place(self, output: Counts) -> int | None:
        """The group that an output belongs to."""
        return next((i for i, p in enumerate(self.places) if output in p.group.outputs), None)

    def _once(self, ball: Real, scale: Real | None) -> Enclosure:
        """A share of 1; what is far away shares its balls, and so its rational ends."""
        if (known := self._known.get(id(ball))) is None:
            value = ball if scale is None else scale * ball
            self._known[id(ball)] = known = share(value, self.balls)
        return known

    def staircase(self) -> Staircase:
        """In fixed point, fine enough for the least probable atom to keep its digits."""
        rows = [*self.places, *([] if self.lump is None else [self.lump])]
        F = self.balls
        with F.scope():
            chances = [self.scale * p.group.weight for p in rows]
            finer = min(max(map(_smallness, chances)), FINEST, MOST_FIXED // len(rows))
            bits = F.bits + finer
            steps = (
                (*_ends(p.group.distance, F.bits, F), *_ends(chance, bits, F), p.first, p.last)
                for p, chance in zip(rows, chances, strict=True)
            )
            return Staircase.of(steps, 1 << F.bits, 1 << bits, lumped=self.lump is not None)


def _ends(value: Real, bits: int, F: Balls) -> tuple[int, int]:
    """Of a number in [0, 1]."""
    lo, hi = F.fixed_point(value, bits)
    return max(0, lo), min(1 << bits, hi)


def _smallness(chance: Real) -> int:
    """The s for which a probability is about 2^-s, as far as its ball knows."""
    if (known := float(chance)) > SMALL_DOUBLE or not chance > 0:
        return max(0, 1 - frexp(known)[1])
    mantissa, exponent = chance.mid().man_exp()
    return max(0, 1 - int(mantissa).bit_length() - int(exponent))


def share(value: Real, F: Balls) -> Enclosure:
    """The enclosure of a number that lies in [0, 1]."""
    e = F.enclosure(value)
    if e.lo.numerator >= 0 and e.hi.numerator <= e.hi.denominator:
        return e  # nearly always
    return Enclosure(max(Fraction(0), e.lo), min(Fraction(1), e.hi))
