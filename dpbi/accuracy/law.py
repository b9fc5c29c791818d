"""The exact law of the error H(BI(x), R) of a release R at x, and its expectation.

Outputs at equal distance are one atom (`dpbi.accuracy.atoms`).  What is far from the truth is one
lump of a law, as long as no question cuts it: its outputs are farther than all others, and their
distances and probabilities are known to more digits than are asked for (`dpbi.bayes.near`).  A
question that cuts it, and whoever reads all atoms, has all outputs computed.

The drafts plot "steps": probabilities of the candidates at equal distance, which they take to be
the candidates at an equal number of replaced records (notes, 4.4).  As the two are not the same,
both are here: `steps` and `within` go by distance, `records` and `within_records` by records.

`ErrorLaw` is the law, `expected_distance` its mean alone, which needs no grouping; `error_law`
groups, orders and encloses the stream of releases.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb

from dpbi.accuracy.atoms import Atom, share
from dpbi.accuracy.listing import Records, listing
from dpbi.accuracy.made import Atoms
from dpbi.accuracy.releases import releases
from dpbi.accuracy.staircase import ALL, NOTHING, Staircase
from dpbi.bayes.data import Counts, whole
from dpbi.errors import InvalidValue
from dpbi.fields import Enclosure, Rational, rational
from dpbi.fields.enclosure import total
from dpbi.mechanisms.counts import OfCounts, of_counts
from dpbi.support import table

QUARTILES = tuple(
    (name, Fraction(i, 4)) for i, name in enumerate(("quarter", "median", "three quarters"), 1)
)
Cut: TypeAlias = Callable[[Staircase], tuple[int, int]]
"""How many of the first atoms are surely meant, and how many may be."""


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
    atoms: Sequence[Atom]
    mean: Enclosure
    records: Sequence[tuple[int, Enclosure]]
    beyond: Enclosure = field(default=Enclosure(NOTHING, NOTHING))

    def __post_init__(self) -> None:
        object.__setattr__(self, "atoms", Atoms.of(self.atoms))

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
                ("distances", self.number_of_atoms or "many"),
            ]
        )

    @property
    def number_of_atoms(self) -> int | None:
        """How many distances there are; None where those far from the truth were not computed."""
        return self._atoms.number

    @property
    def exact(self) -> Enclosure:
        """The probability that the true posterior is released."""
        return self.steps(1)

    def within(self, t: Rational | Enclosure) -> Enclosure:
        """Pr[H <= t]; where t is an enclosure, for the number that it encloses."""
        t = _bound(t)
        return self._first_of(
            lambda s: (
                bisect_right(s.most, t.lo * s.measure),
                bisect_right(s.least, t.hi * s.measure),
            )
        )

    def tail(self, t: Rational | Enclosure) -> Enclosure:
        """Pr[H >= t]; where t is an enclosure, for the number that it encloses."""
        t = _bound(t)
        s, out, perhaps = self._cut(
            lambda s: (
                bisect_left(s.most, t.lo * s.measure),
                bisect_left(s.least, t.hi * s.measure),
            )
        )
        return self._between(s, s.lo[-1] - s.lo[perhaps], s.hi[-1] - s.hi[out])

    def steps(self, k: int) -> Enclosure:
        """The probability of the k smallest distances (k = 1: of the truth)."""
        k = whole("k", k)
        return self._first_of(lambda s: (bisect_left(s.lasts, k), bisect_left(s.firsts, k)))

    def up_to(self, output: Iterable[object]) -> Enclosure:
        """Pr[H <= the distance of a listed output], which a bound t could only straddle."""
        r = tuple(whole("count", v) for v in output)
        if (found := self._atoms.find(r)) is None:
            raise InvalidValue("output", r, "it is not among the outputs listed at this dataset")
        s, i = found
        surely = bisect_right(s.lasts, s.firsts[i])
        perhaps = bisect_right(s.firsts, s.lasts[i])
        own = s.lo[i + 1] - s.lo[i] if i >= surely else 0
        return self._between(s, s.lo[surely] + own, s.hi[perhaps])

    def within_records(self, d: int) -> Enclosure:
        """The probability that at most d records separate the released counts from x.

        Where the totals differ, a record may also be added or taken away: the larger of what the
        categories gain and what they lose.
        """
        d = whole("d", d)
        if isinstance(self.records, Records):
            near = self.records.near(d)
        else:
            near = [p for distance, p in self.records if distance <= d]
        hi = min(ALL, total(near).hi + self.beyond.hi)
        return Enclosure(min(total(near).lo, hi), hi)

    def quantile(self, p: Rational) -> Enclosure:
        """The smallest t with Pr[H <= t] >= p."""
        level = rational("p", p)
        if not 0 <= level <= 1:
            raise InvalidValue("p", level, "it must be between 0 and 1")
        if level == 0:
            return Enclosure.exactly(0)
        s, beyond = self._atoms.stairs, self.beyond.hi
        # What lies beyond may lie anywhere: where it reaches the level alone, nothing bounds below.
        early = bisect_left(s.hi, (level - beyond) * s.unit) - 1
        late = max(0, bisect_left(s.lo, level * s.unit) - 1)
        lo = NOTHING if beyond >= level else s.least_from(max(0, early))
        hi = s.most_to(late, ALL if beyond else None)
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

    @property
    def _atoms(self) -> Atoms:
        return Atoms.of(self.atoms)

    def _first_of(self, cut: Cut) -> Enclosure:
        """The probability of the first atoms, as many as are surely or perhaps meant."""
        s, surely, perhaps = self._cut(cut)
        return self._between(s, s.lo[surely], s.hi[perhaps])

    def _cut(self, cut: Cut) -> tuple[Staircase, int, int]:
        """Where the atoms are cut; among all of them, where that would cut the lump."""
        some, more = cut(stairs := self._atoms.stairs)
        if stairs.cut(some, more):
            some, more = cut(stairs := self._atoms.all_stairs)
        return stairs, some, more

    def _between(self, s: Staircase, lo: Any, hi: Any) -> Enclosure:
        """From below by what is surely in, from above by what may be, and by 1."""
        top = min(ALL, Fraction(hi) / s.unit + self.beyond.hi)
        return Enclosure(min(Fraction(lo) / s.unit, top), top)


def _bound(t: Rational | Enclosure) -> Enclosure:
    return t if isinstance(t, Enclosure) else Enclosure.exactly(rational("t", t))


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
        if found.far is not None:
            w = found.far.count * found.far.weight
            mean, weight = mean + w * found.far.distance, weight + w
        if not found.normal:
            mean /= weight
        return found.field.enclosure(mean + found.unseen)


def error_law(mechanism: OfCounts, x: Iterable[object], *, bits: int = 128) -> ErrorLaw:
    """The law of H(BI(x), R) for the posterior R released at x, every number an enclosure.

    >>> import dpbi
    >>> found = dpbi.error_law(dpbi.mechanism("ehd", prior=(1, 1), n=4, epsilon=1), (1, 3))
    >>> print(f"{float(found.mean):.6f}", f"{float(found.exact):.6f}")
    0.335459 0.299390
    """
    m = of_counts(mechanism)
    counts = m.check_dataset(x)
    near, everything = listing(m, counts, bits)
    F = near.order.balls
    with F.scope():
        mean, beyond = share(near.mean, F), share(near.unseen, F)
    rest = None if everything is None else lambda: everything().order
    atoms, records = Atoms(near.order, rest), Records(near, everything)
    return ErrorLaw(m.label, counts, atoms, mean, records, beyond)
