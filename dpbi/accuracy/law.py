"""The exact law of the error H(BI(x), R) of a release R at x.

Outputs at equal distance are one atom.  Equality is never read off from overlapping balls: it
comes from symmetry (categories with the same prior and the same count can be exchanged), or from
the closed forms of `dpbi.closed_forms`.  Where neither decides, atoms stay apart although their
order is open, and every answer below covers both orders.

The drafts plot "steps": probabilities of the candidates at equal distance, which they take to be
the candidates at an equal number of replaced records (notes, 4.4).  As the two are not the same,
both are here: `steps` and `within` go by distance, `records` and `within_records` by records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import Any

from dpbi.data import Counts, whole
from dpbi.errors import InvalidValue
from dpbi.notebook import table
from dpbi.numbers import Enclosure, Rational, rational
from dpbi.numbers.enclosure import total

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
        """Pr[H <= t]; where t is an enclosure, for the number that it stands for."""
        t = _bound(t)
        return self._share(lambda d: d.hi <= t.lo, lambda d: d.lo <= t.hi)

    def tail(self, t: Rational | Enclosure) -> Enclosure:
        """Pr[H >= t]; where t is an enclosure, for the number that it stands for."""
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
            raise InvalidValue("p", level, "a quantile is asked for between 0 and 1")
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
