"""The exact law of the error H(BI(x), R) of a release R at x, and its expectation.

Outputs at equal distance are one atom.  Equality is never read off from overlapping balls: it comes
from symmetry (categories with the same prior and the same count can be exchanged), or from the
closed forms of `dpbi.bayes.dirichlet`.  Where neither decides, atoms stay apart although their
order is open, and every answer covers both orders.

The drafts plot "steps": probabilities of the candidates at equal distance, which they take to be
the candidates at an equal number of replaced records (notes, 4.4).  As the two are not the same,
both are here: `steps` and `within` go by distance, `records` and `within_records` by records.

`ErrorLaw` is the law, `expected_distance` its mean alone, which needs no grouping; `error_law`
groups, orders and encloses the stream of releases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import Any

from flint import arb

from dpbi.accuracy.releases import Release, releases
from dpbi.bayes.data import Counts, whole
from dpbi.bayes.dirichlet import Dirichlet, same_distance
from dpbi.errors import InvalidValue, TooLarge
from dpbi.fields import Balls, Enclosure, Rational, Real, rational
from dpbi.fields.enclosure import total
from dpbi.mechanisms import laplace
from dpbi.mechanisms.counts import OfCounts, of_counts
from dpbi.support import table
from dpbi.support.progress import Stage

NOTHING, ALL = Fraction(0), Fraction(1)
QUARTILES = tuple(
    (name, Fraction(i, 4)) for i, name in enumerate(("quarter", "median", "three quarters"), 1)
)


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


@dataclass(frozen=True)
class ErrorLaw:
    """The law of H(BI(x), R) at one dataset, atoms in order of distance.

    `beyond` encloses the probability of outputs that are not listed, at whatever distance.

    >>> import dpbi
    >>> found = dpbi.error_law(dpbi.mechanism("lshist", prior=(1, 1), n=4, epsilon=1), (1, 3))
    >>> found.exact == found.within(0) == found.steps(1)
    True
    >>> print(found.quantile("1/2"))
    [0.37546072868416067057, 0.37546072868416067058]
    """

    mechanism: str
    x: Counts
    atoms: tuple[Atom, ...]
    mean: Enclosure
    records: tuple[tuple[int, Enclosure], ...]
    beyond: Enclosure = field(default=Enclosure(NOTHING, NOTHING))

    def __str__(self) -> str:
        return f"mean error {self.mean}, no error with probability {self.exact}"

    def __repr__(self) -> str:
        return f"<ErrorLaw of {self.mechanism} at {self.x}: {self}>"

    def _repr_html_(self) -> str:
        return table(
            [
                ("mechanism", self.mechanism),
                ("dataset", self.x),
                ("mean error", self.mean),
                ("Pr[no error]", self.exact),
                *((f"{name} of the error", self.quantile(p)) for name, p in QUARTILES),
                ("distances", len(self.atoms)),
            ]
        )

    @property
    def exact(self) -> Enclosure:
        """The probability that the true posterior is released."""
        return self.steps(1)

    def within(self, t: Rational | Enclosure) -> Enclosure:
        """Pr[H <= t]; where t is an enclosure, for the number that it encloses."""
        t = _bound(t)
        return self._share(lambda d: d.hi <= t.lo, lambda d: d.lo <= t.hi)

    def tail(self, t: Rational | Enclosure) -> Enclosure:
        """Pr[H >= t]; where t is an enclosure, for the number that it encloses."""
        t = _bound(t)
        return self._share(lambda d: d.lo >= t.hi, lambda d: d.hi >= t.lo)

    def steps(self, k: int) -> Enclosure:
        """The probability of the k smallest distances (k = 1: of the truth)."""
        k = whole("k", k)
        surely = [a.probability for a in self.atoms if a.last < k]
        perhaps = [a.probability for a in self.atoms if a.first < k]
        return self._between(surely, perhaps)

    def up_to(self, output: Iterable[object]) -> Enclosure:
        """Pr[H <= the distance of a listed output], which a bound t could only straddle."""
        r = tuple(whole("count", v) for v in output)
        here = next((a for a in self.atoms if r in a.outputs), None)
        if here is None:
            raise InvalidValue("output", r, "it is not among the outputs listed at this dataset")
        surely = [a.probability for a in self.atoms if a is here or a.last <= here.first]
        perhaps = [a.probability for a in self.atoms if a.first <= here.last]
        return self._between(surely, perhaps)

    def within_records(self, d: int) -> Enclosure:
        """The probability that at most d records separate the released counts from x.

        Where the totals differ, a record may also be added or taken away: the larger of what the
        categories gain and what they lose.
        """
        d = whole("d", d)
        near = [p for distance, p in self.records if distance <= d]
        return self._between(near, near)

    def quantile(self, p: Rational) -> Enclosure:
        """The smallest t with Pr[H <= t] >= p."""
        level = rational("p", p)
        if not 0 <= level <= 1:
            raise InvalidValue("p", level, "it must be between 0 and 1")
        if level == 0:
            return Enclosure.exactly(0)
        below = accumulate((a.probability.hi for a in self.atoms), initial=self.beyond.hi)
        # What lies beyond may lie anywhere: where it reaches the level alone, nothing bounds below.
        nowhere = self.beyond.hi >= level
        above = accumulate((a.probability.lo for a in self.atoms), initial=NOTHING)
        lo = NOTHING if nowhere else self._least_from(_first_reaching(below, level))
        hi = self._most_to(_first_reaching(above, level))
        return Enclosure(min(lo, hi), hi)

    def json(self, digits: int = 30) -> dict[str, Any]:
        """Plain data: enclosures as decimal strings, outputs as lists."""
        return {
            "mean": self.mean.json(digits),
            "exact": self.exact.json(digits),
            "atoms": [
                {
                    "distance": a.distance.json(digits),
                    "probability": a.probability.json(digits),
                    "outputs": [list(r) for r in a.outputs],
                }
                for a in self.atoms
            ],
            "records": [{"records": d, "probability": p.json(digits)} for d, p in self.records],
            "beyond": self.beyond.json(digits),
        }

    def _share(
        self, surely: Callable[[Enclosure], bool], perhaps: Callable[[Enclosure], bool]
    ) -> Enclosure:
        """The probability of the atoms in an event that each is surely, perhaps or never in."""
        inside = [a.probability for a in self.atoms if surely(a.distance)]
        touched = [a.probability for a in self.atoms if perhaps(a.distance)]
        return self._between(inside, touched)

    def _between(self, inside: Sequence[Enclosure], touched: Sequence[Enclosure]) -> Enclosure:
        """From below by what is surely in, from above by what may be, and by 1."""
        hi = min(ALL, total(touched).hi + self.beyond.hi)
        return Enclosure(min(total(inside).lo, hi), hi)

    def _least_from(self, i: int) -> Fraction:
        """A bound below the distance of every atom from the i-th on."""
        return min((a.distance.lo for a in self.atoms[i:]), default=ALL)

    def _most_to(self, i: int) -> Fraction:
        """A bound above the distance of every atom up to the i-th; above all if there is none."""
        if i < len(self.atoms):
            return max(a.distance.hi for a in self.atoms[: i + 1])
        return ALL if self.beyond.hi else max(a.distance.hi for a in self.atoms)


def _bound(t: Rational | Enclosure) -> Enclosure:
    return t if isinstance(t, Enclosure) else Enclosure.exactly(rational("t", t))


def _first_reaching(sums: Iterable[Fraction], level: Fraction) -> int:
    """The atom with which the sums reach a level; the number of atoms if none does."""
    count = -1
    for count, s in enumerate(sums):
        if s >= level:
            return max(count - 1, 0)
    return count


def expected_distance(mechanism: OfCounts, x: Iterable[object], *, bits: int = 128) -> Enclosure:
    """E H(BI(x), R) for the posterior R released at x; refused where a release is not a posterior.

    Nothing is held in memory but tables of length n, so that millions of candidates are no
    obstacle.

    >>> import dpbi
    >>> m = dpbi.mechanism("ehd", prior=(1, 1), n=4, epsilon=1)
    >>> dpbi.expected_distance(m, (1, 3)).overlaps(dpbi.error_law(m, (1, 3)).mean)
    True
    """
    m = of_counts(mechanism)
    found = releases(m, m.check_dataset(x), bits)
    with found.field.scope():
        mean, weight = arb(0), arb(0)
        for _, _, h, w in found.orbits():
            mean += w * h
            weight += w
        if not found.normal:
            mean /= weight
        unseen = found.unseen
        return found.field.enclosure(mean + unseen)


EVERY = 10_000  # up to this number of outputs are listed, however improbable
MOST = 2_000_000  # more are not held in memory


@dataclass(slots=True)
class _Group:
    """Outputs that are certainly at one distance."""

    affinity: Real
    distance: Real
    weight: Real
    outputs: list[Counts] = field(default_factory=list)


def error_law(mechanism: OfCounts, x: Iterable[object], *, bits: int = 128) -> ErrorLaw:
    """The law of H(BI(x), R) for the posterior R released at x, every number an enclosure.

    >>> import dpbi
    >>> found = dpbi.error_law(dpbi.mechanism("ehd", prior=(1, 1), n=4, epsilon=1), (1, 3))
    >>> print(f"{float(found.mean):.6f}", f"{float(found.exact):.6f}")
    0.335459 0.299390
    """
    m = of_counts(mechanism)
    counts = m.check_dataset(x)
    size = m.number_of_outputs() or m.number_of_datasets()
    if size > MOST and m.family != laplace.FAMILY:  # its stream leaves out what does not matter
        raise TooLarge(f"the law of the error of {m.label}", size, MOST)
    found = releases(m, counts, bits, every=size <= EVERY)
    F = found.field
    with F.scope():
        groups, records = _grouped(m, counts, _watched(found.stream(), size))
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


def _watched(stream: Iterator[Release], size: int) -> Iterator[Release]:
    """The stream, each release a step."""
    steps = Stage("releases", size)
    for done, release in enumerate(stream):
        steps.tell(done)
        yield release


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
    if e.lo.numerator >= 0 and e.hi.numerator <= e.hi.denominator:
        return e  # nearly always
    return Enclosure(max(NOTHING, e.lo), min(ALL, e.hi))
