"""From the stream of releases to the law of the error: grouping, order, enclosures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from flint import arb

from dpbi.accuracy.law import ALL, NOTHING, Atom, ErrorLaw
from dpbi.accuracy.releases import Release, of_counts, releases
from dpbi.closed_forms import same_distance
from dpbi.data import Counts
from dpbi.errors import TooLarge
from dpbi.mechanisms.clamped_laplace import ClampedLaplace
from dpbi.mechanisms.counts import OfCounts
from dpbi.numbers import Balls, Enclosure, Real
from dpbi.posteriors import Dirichlet

EVERY = 10_000  # up to so many outputs are listed, however improbable
MOST = 2_000_000  # more are not held in memory


@dataclass(slots=True)
class _Group:
    """Outputs that are certainly at one distance."""

    affinity: Real
    distance: Real
    weight: Real
    outputs: list[Counts] = field(default_factory=list)


def error_law(m: OfCounts, x: Iterable[object], *, bits: int = 128) -> ErrorLaw:
    """The law of H(BI(x), R) for the posterior R released at x, every number an enclosure."""
    counts = of_counts(m).check_dataset(x)
    size = _number_of_outputs(m)
    if size > MOST and not isinstance(m, ClampedLaplace):
        raise TooLarge(f"the law of the error of {m.label}", size, MOST)
    found = releases(m, counts, bits, every=size <= EVERY)
    F = found.field
    with F.scope():
        groups, records = _grouped(m, counts, found.stream())
        mass = sum((g.weight for g in groups), arb(0))
        scale = arb(1) if found.normal else 1 / mass
        mean = scale * sum((g.weight * g.distance for g in groups), arb(0))
        unseen = found.unseen
        return ErrorLaw(
            m.label,
            counts,
            tuple(_atoms(groups, scale, m, counts, F)),
            _share(mean + unseen, F),
            tuple((d, _share(scale * w, F)) for d, w in sorted(records.items())),
            _share(unseen, F),
        )


def _number_of_outputs(m: OfCounts) -> int:
    if isinstance(m, ClampedLaplace):
        return int((m.n + 1) ** m.independent)
    return m.number_of_datasets()


def _grouped(
    m: OfCounts, x: Counts, stream: Iterator[Release]
) -> tuple[list[_Group], dict[int, Real]]:
    """Releases by what symmetry makes equally distant, and weights by replaced records."""
    places = _exchangeable(m, x)
    groups: dict[Counts, _Group] = {}
    records: dict[int, Real] = {}
    for r, affinity, distance, weight in stream:
        key = _canonical(r, places) if places else r
        group = groups.get(key)
        if group is None:
            groups[key] = group = _Group(affinity, distance, arb(0))
        group.weight += weight
        group.outputs.append(r)
        d = records_apart(x, r)
        records[d] = records[d] + weight if d in records else weight
    return list(groups.values()), records


def records_apart(x: Counts, r: Counts) -> int:
    """How many records must be replaced, added or taken away to come from x to r."""
    gains = [b - a for a, b in zip(x, r, strict=True)]
    up = sum(g for g in gains if g > 0)
    return max(up, up - sum(gains))


def _exchangeable(m: OfCounts, x: Counts) -> list[list[int]]:
    """Categories with equal prior and equal count, where an output stands for prior + counts."""
    if type(m).posterior is not OfCounts.posterior:
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


def _atoms(groups: list[_Group], scale: Real, m: OfCounts, x: Counts, F: Balls) -> Iterator[Atom]:
    """The groups in order, those that the closed forms show to be equally distant as one."""
    truth = m.prior.update(x)
    first = last = 0
    for cluster in _clusters(groups):
        merged, apart = _merged(cluster, truth, m)
        for g in merged:
            yield Atom(
                _share(g.distance, F),
                _share(scale * g.weight, F),
                tuple(sorted(g.outputs)),
                first,
                last + len(merged) - 1,
            )
        first += len(merged) if apart else 1
        last += len(merged)


def _clusters(groups: list[_Group]) -> Iterator[list[_Group]]:
    """The groups by falling affinity, which keeps its relative accuracy where H is nearly 1.

    Between clusters the order is certain, within one it is not.
    """
    cluster: list[_Group] = []
    floor = arb(0)  # below every affinity of the cluster
    for g in sorted(groups, key=lambda g: g.affinity.upper(), reverse=True):
        if cluster and g.affinity < floor:
            yield cluster
            cluster = []
        floor = floor.min(g.affinity.lower()) if cluster else g.affinity.lower()
        cluster.append(g)
    yield cluster


def _merged(cluster: list[_Group], truth: Dirichlet, m: OfCounts) -> tuple[list[_Group], bool]:
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


def _share(value: Real, F: Balls) -> Enclosure:
    """The enclosure of a number that lies in [0, 1]."""
    e = F.enclosure(value)
    return Enclosure(max(NOTHING, e.lo), min(ALL, e.hi))
