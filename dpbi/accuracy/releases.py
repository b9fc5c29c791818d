"""All that a mechanism may release at one dataset, with distance and probability, as a stream.

Categories with equal prior and equal count can be exchanged without changing distance or
probability, so one release represents all that such exchanges make of it.  A representative has
nondecreasing values within such a class; a class of size m with runs of l_1, l_2, .. equal values
stands for m! / (l_1! l_2! ..) releases.  Placing the i-th value of a class at the end of a run that
is then l long multiplies that number by i / l, and all partial products are multinomial
coefficients, so that integer division is exact.  Members of a class are kept together, and `places`
holds for each category its i in its class.

The numbers are found in three ways.  For the Hellinger exponential family they come from one table
for each category, and what is far from the truth is counted as one lump that no release stands for.
For the clamped Laplace family they are a product of its coordinates' laws.  Any other mechanism on
counts has its own `log_pmf`, which needs all outputs in memory.

A Laplace stream leaves out counts whose probability does not matter; their total probability is
enclosed in `beyond`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import mul
from typing import Any, NamedTuple, TypeAlias

from flint import arb

from dpbi.bayes.affinities import Affinities, distance_of, guard_bits
from dpbi.bayes.data import Counts, precision
from dpbi.bayes.dirichlet import hellinger
from dpbi.bayes.near import Nearby, far_distance, floor_bits, number_within, windows
from dpbi.errors import TooLarge
from dpbi.fields import Balls, Real
from dpbi.laws.forms import adapt
from dpbi.mechanisms import exponential, laplace
from dpbi.mechanisms.counts import OfCounts
from dpbi.mechanisms.exponential import HellingerExponential
from dpbi.mechanisms.laplace import ClampedLaplace

Values: TypeAlias = tuple[int, ...]
Beginning: TypeAlias = tuple[Values, int, int]
"""Values, how many releases begin in such a way, and the length of the last run."""


def places(keys: Sequence[Hashable]) -> list[int]:
    """For each category which of its class it is: 1 for the first; equal keys are adjacent."""
    result: list[int] = []
    for j, key in enumerate(keys):
        result.append(result[-1] + 1 if j and key == keys[j - 1] else 1)
    return result


def heads(
    at: Sequence[int], bottoms: Sequence[int], tops: Sequence[int], room: int
) -> Iterator[Beginning]:
    """Representatives of values bottom .. top that sum to at most `room`, for those of `at`."""
    if not at:
        yield (), 1, 0
        return
    for values, count, run in heads(at[:-1], bottoms[:-1], tops[:-1], room):
        start = max(bottoms[-1], least(at[-1], values))
        for t in range(start, min(tops[-1], room - sum(values)) + 1):
            yield (*values, t), *placed(at[-1], values, t, count, run)


def least(place: int, values: Values) -> int:
    """The smallest value that may follow: the last one within a class."""
    return values[-1] if place > 1 else 0


def placed(place: int, values: Values, t: int, count: int, run: int) -> tuple[int, int]:
    """The number of releases and the length of the last run, once t follows `values`."""
    if place == 1:
        return count, 1
    length = run + 1 if t == values[-1] else 1
    return count * place // length, length


class Release(NamedTuple):
    """One output: its affinity with the truth, its distance from it, and its weight."""

    output: Counts
    affinity: Real
    distance: Real
    weight: Real


Stream: TypeAlias = Callable[[], Iterator[Release]]
Walk: TypeAlias = Callable[[list[int], list[int]], Iterator[Release]]


@dataclass(frozen=True, slots=True)
class Far:
    """Releases that no stream has: `count` of them, each with an affinity of at most `floor`.

    The balls of distance and weight hold for each (`dpbi.bayes.near`).
    """

    count: int
    floor: Real
    distance: Real
    weight: Real


@dataclass(frozen=True, slots=True)
class Releases:
    """A stream, to be read in the scope of `field`; weights add to 1 - beyond where `normal`.

    Elsewhere a weight is a probability up to a factor, nothing is left out but what `far` counts,
    and beyond is 0.  `orbits` is the same stream with symmetric releases taken together: one of
    them has the weight of all, and its output has the categories in an order of its own.
    """

    field: Balls
    stream: Stream
    orbits: Stream
    normal: bool
    beyond: Real
    far: Far | None = None

    @property
    def unseen(self) -> Real:
        """A ball from 0 to what is left out: its share of any probability, or of a mean error.

        A ball that reaches below zero leaves something out all the same, if it is not exactly zero.
        """
        return arb(0) if self.beyond == 0 else arb(0).union(self.beyond.upper())


LONGEST = 2_000_000  # records: the tables of one release have as many entries


def releases(m: OfCounts, x: Counts, bits: int, *, every: bool = False) -> Releases:
    """What m may release at the checked counts x; `every` leaves nothing out."""
    if m.n > LONGEST:
        raise TooLarge(f"what {m.label} may release", m.n, LONGEST)
    bits = precision(bits)
    F = Balls(bits + guard_bits(m.prior, m.n))
    with F.scope():
        known = STREAMS.get(m.family) if m.releases_counts else None
        return known(m, x, F, None if every else bits) if known else _listed(m, x, F)


def _exponential(m: HellingerExponential, x: Counts, F: Balls, bits: int | None) -> Releases:
    """Weights exp(-c H) over the simplex, lexicographically; `bits` None lists every release.

    What has an affinity of at most the floor has one ball for its distance and one for its weight
    (NEAR.md).
    """
    c, n, k = -m.strength_at(x, F), m.n, m.k
    lost = F.bits if bits is None else floor_bits(bits, c)
    floor, apart = arb(2) ** -lost, far_distance(lost)
    near = windows(m.prior, x, None if bits is None else lost, F)
    inside = number_within(near, n)
    root: Callable[[Real], Real] = arb.sqrt
    if k > 2:  # far fewer entries than releases
        near, root = tuple(w.roots() for w in near), arb.__pos__
    count = m.number_of_datasets() - inside
    far = Far(count, floor, apart, (c * apart).exp())

    def walk(order: list[int], at: list[int]) -> Iterator[Release]:
        tables = [near[j] for j in order]
        before, last = tables[-2:]
        bottoms, tops = [w.first for w in tables], [w.last for w in tables]
        for values, count, run in heads(at[:-2], bottoms[:-2], tops[:-2], n):
            room, product = n - sum(values), _entries(tables, values)
            start = max(least(at[-2], values), before.first, room - last.last)
            end = min(room // 2 if at[-1] > 1 else room, before.last, room - last.first)
            for t in range(start, end + 1):
                number, length = placed(at[-2], values, t, count, run)
                number, _ = placed(at[-1], (t,), room - t, number, length)
                affinity = root(product * before.at(t) * last.at(room - t))
                h, w = far.distance, far.weight
                if not affinity <= floor:
                    h = distance_of(affinity)
                    w = (c * h).exp()
                yield Release((*values, t, room - t), affinity, h, number * w if number > 1 else w)

    return Releases(F, *_walks(walk, m, x, k), False, arb(0), far if count else None)


def _walks(walk: Walk, m: OfCounts, x: Counts, size: int) -> tuple[Stream, Stream]:
    """A walk over `size` categories one release at a time, and one orbit at a time."""
    keys = list(zip(m.prior.alpha, x, strict=True))
    order = sorted(range(size), key=lambda j: keys[j])
    at = places([keys[j] for j in order])
    return lambda: walk(list(range(size)), [1] * size), lambda: walk(order, at)


def _entries(tables: list[Nearby], values: tuple[int, ...]) -> Real:
    return reduce(mul, (w.at(t) for w, t in zip(tables, values, strict=False)), arb(1))


def _laplace(m: ClampedLaplace, x: Counts, F: Balls, bits: int | None) -> Releases:
    """Products of the independent coordinates' laws; `bits` None lists every count."""
    q, n = F.exp(-F.rational(m.rate)), m.n
    laws = [list(enumerate(law)) for law in m.coordinate_laws(x, q)]
    beyond = arb(0)
    if bits is not None:
        small = F.rational(1) / ((n + 1) * 2 ** (bits + 16))
        for law in laws:
            beyond += sum((p for _, p in law if p < small), arb(0))
        laws = [[(t, p) for t, p in law if not p < small] for law in laws]
    rest = m.last == "rest"
    table = Affinities.of(m.prior, x, n * m.independent if m.k > 2 or not rest else n, F)

    def walk(order: list[int], at: list[int]) -> Iterator[Release]:
        coordinates = [
            [(t, p, table.rho[j][t]) for t, p in laws[j]]
            for j in [*order, *range(len(order), m.independent)]
        ]
        at = [*at, *[1] * (m.independent - len(at))]
        tops = [len(c) - 1 for c in coordinates]
        for values, count, run in heads(at[:-1], [0] * len(tops[:-1]), tops[:-1], sum(tops)):
            head = [c[i] for c, i in zip(coordinates, values, strict=False)]
            drawn, room = tuple(t for t, _, _ in head), n - sum(t for t, _, _ in head)
            chance = reduce(mul, (p for _, p, _ in head), arb(1))
            product = reduce(mul, (v for _, _, v in head), arb(1))
            for i in range(least(at[-1], values), tops[-1] + 1):
                number, _ = placed(at[-1], values, i, count, run)
                t, p, v = coordinates[-1][i]
                left = max(room - t, 0)
                affinity = product * v * table.tau[n - room + t + left * rest]
                if rest:
                    affinity *= table.rho[-1][left]
                output = (*drawn, t, left) if rest else (*drawn, t)
                yield Release(output, affinity, distance_of(affinity), number * chance * p)

    return Releases(F, *_walks(walk, m, x, m.noised), True, beyond)


def _listed(m: OfCounts, x: Counts, F: Balls) -> Releases:
    """Any mechanism on counts, from its own log_pmf."""
    truth = m.prior.update(x)
    law = adapt(m).log_pmf(x, F)  # what others wrote is read with care

    def stream() -> Iterator[Release]:
        for r, p in law.items():
            h = hellinger(truth, m.posterior(r), F)
            yield Release(r, 1 - h * h, h, F.exp(p))

    return Releases(F, stream, stream, True, arb(0))


STREAMS: dict[str, Callable[[Any, Counts, Balls, int | None], Releases]] = {
    exponential.FAMILY: _exponential,
    laplace.FAMILY: _laplace,
}
