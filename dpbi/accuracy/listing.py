"""What an error law lists: atoms and numbers of records, made when they are asked for.

`listing` computes them near the truth, with one lump for the rest (`dpbi.accuracy.releases.Far`);
what the lump cannot answer comes from the list of all releases, which is computed once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, TypeAlias

from flint import arb

from dpbi.accuracy.atoms import Equidistant, Order, Placed, grouped, ordered, share
from dpbi.accuracy.releases import Far, Release, Releases, releases
from dpbi.bayes.data import Counts
from dpbi.errors import TooLarge
from dpbi.fields import Enclosure, Real
from dpbi.mechanisms import exponential, laplace
from dpbi.mechanisms.counts import OfCounts
from dpbi.support.progress import Stage

EVERY = 10_000  # up to this number of outputs are listed, however improbable
MOST = 2_000_000  # more are not held in memory
ByRecords: TypeAlias = dict[int, Real]


@dataclass(frozen=True, slots=True)
class LawList:
    """The groups in order, weights by replaced records, and the sums over all releases.

    All that is within `reach` records of the truth is listed; None: everything is.
    """

    order: Order
    records: ByRecords
    mean: Real
    unseen: Real
    reach: int | None = None


class Records(Sequence[tuple[int, Enclosure]]):
    """(d, the probability of outputs that differ from the truth in d records), d ascending."""

    def __init__(self, found: LawList, rest: Callable[[], LawList] | None = None) -> None:
        self._found, self._rest = found, rest

    def near(self, d: int) -> list[Enclosure]:
        """The probabilities of all numbers of records up to d."""
        found, rest = self._found, self._rest
        if rest is not None and found.reach is not None and d > found.reach:
            found = rest()
        return [_scaled(found, w) for distance, w in found.records.items() if distance <= d]

    @cached_property
    def _made(self) -> tuple[tuple[int, Enclosure], ...]:
        found = self._found if self._rest is None else self._rest()
        with found.order.balls.scope():
            return tuple((d, _scaled(found, w)) for d, w in sorted(found.records.items()))

    def __len__(self) -> int:
        return len(self._made)

    def __getitem__(self, i: Any) -> Any:
        return self._made[i]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Records, tuple)) and self._made == tuple(other)

    def __hash__(self) -> int:
        return hash(self._found.reach)

    def __reduce__(self) -> Any:
        return tuple, (self._made,)


def _scaled(found: LawList, weight: Real) -> Enclosure:
    with found.order.balls.scope():
        return share(found.order.scale * weight, found.order.balls)


def listing(m: OfCounts, x: Counts, bits: int) -> tuple[LawList, Callable[[], LawList] | None]:
    """What m may release at the checked counts x; and how to list all, if that has a lump."""
    size = m.number_of_outputs() or m.number_of_datasets()
    if size > MOST and m.family != laplace.FAMILY:  # its stream leaves out what does not matter
        raise TooLarge(f"the law of the error of {m.label}", size, MOST)
    if m.family != exponential.FAMILY:
        return _listed(m, x, releases(m, x, bits, every=size <= EVERY), size), None
    everything = cache(lambda: _listed(m, x, releases(m, x, bits, every=True), size))
    if m.k == 2 and m.releases_counts:
        found = releases(m, x, bits)
        if found.far is not None and (near := _near(m, x, found, size)) is not None:
            return near, everything
    return everything(), None


def _near(m: OfCounts, x: Counts, found: Releases, size: int) -> LawList | None:
    """Two categories: counts around x[0] with an affinity above the floor, and a lump beyond.

    None if the floor lies within the ball of an affinity.
    """
    far = found.far
    assert far is not None
    with found.field.scope():
        every = list(_watched(found.stream(), size - far.count))
        near = [r for r in every if r.affinity > far.floor]
        if not all(r.affinity > far.floor or r.affinity <= far.floor for r in every):
            return None
    least, most = near[0].output[0], near[-1].output[0]
    sides = [*([x[0] - least] if least else []), *([most - x[0]] if most < m.n else [])]
    if most - least + 1 != len(near) or not sides:
        return None
    beyond = replace(far, count=size - len(near))
    return replace(_sums(m, x, found, near, beyond), reach=min(sides))


def _listed(m: OfCounts, x: Counts, found: Releases, size: int) -> LawList:
    with found.field.scope():
        return _sums(m, x, found, _watched(found.stream(), size), None)


def _sums(
    m: OfCounts, x: Counts, found: Releases, stream: Iterable[Release], far: Far | None
) -> LawList:
    """Groups in order, and what they add to."""
    F = found.field
    with F.scope():
        records: ByRecords = {}
        groups = grouped(m, x, _counted(x, stream, records))
        lump = [] if far is None else [Equidistant(far.floor, far.distance, far.count * far.weight)]
        parts = [*groups, *lump]
        mass = sum((g.weight for g in parts), arb(0))
        scale = arb(1) if found.normal else 1 / mass
        mean = scale * sum((g.weight * g.distance for g in parts), arb(0))
        places = list(ordered(groups, m, x))
        after = None
        if far is not None:
            last = places[-1]
            after = Placed(lump[0], last.first + 1, last.last + far.count)
        order = Order(F, scale, places, after)
        return LawList(order, records, mean + found.unseen, found.unseen)


def _counted(x: Counts, stream: Iterable[Release], records: ByRecords) -> Iterator[Release]:
    """The stream, its weights added up by records on the way."""
    for release in stream:
        d = records_apart(x, release.output)
        records[d] = records[d] + release.weight if d in records else release.weight
        yield release


def records_apart(x: Counts, r: Counts) -> int:
    """How many records must be replaced, added or taken away to come from x to r."""
    gains = [b - a for a, b in zip(x, r, strict=True)]
    up = sum(g for g in gains if g > 0)
    return max(up, up - sum(gains))


def _watched(stream: Iterator[Release], size: int) -> Iterator[Release]:
    """The stream, each release a step."""
    steps = Stage("releases", size)
    for done, release in enumerate(stream):
        steps.tell(done)
        yield release
