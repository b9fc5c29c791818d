"""Parts that several libraries' mechanisms share: integers on a line, laws in q, scores.

`OnALine` has integers as its datasets, those of a count or a sum.

The functions after it give laws as polynomials in q, each up to a factor that is the same for every
dataset.

`Scores` says what a selection mechanism sees of a dataset: a score for each candidate.  Where
nothing else is said, the dataset *is* its vector of scores, and two of them are neighbours if no
score differs by more than the sensitivity; with `monotonic`, only if moreover all scores differ in
the same direction, as they do when a record is added and every record can only raise them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm
from typing import Any, TypeAlias

from dpbi.bayes.data import check_enumerable, whole
from dpbi.errors import InvalidValue
from dpbi.fields import positive_rational, rational, whole_number
from dpbi.fields.polynomial import Polynomial, Q, polynomial
from dpbi.laws.forms import InQ, QuotientInQ
from dpbi.laws.protocol import Mechanism
from dpbi.mechanisms.counts import set_exactly


class OnALine(Mechanism):
    """Integers lower .. upper, neighbours where they differ by at most the reach."""

    lower: int
    upper: int

    @property
    @abstractmethod
    def reach(self) -> int:
        """How far one record can move the integer."""

    def datasets(self) -> range:
        """The integers of the range."""
        return range(self.lower, self.upper + 1)

    def number_of_datasets(self) -> int:
        """upper - lower + 1."""
        return self.upper - self.lower + 1

    def neighbours(self, x: int) -> Iterator[int]:
        """Those within reach."""
        line = self.datasets()
        first, last = max(line[0], x - self.reach), min(line[-1], x + self.reach)
        return (y for y in range(first, last + 1) if y != x)


def check_line(m: OnALine) -> None:
    """Bring the bounds into whole numbers, the lower below the upper."""
    lower, upper = whole("lower", m.lower), whole("upper", m.upper)
    if lower >= upper:
        raise InvalidValue("upper", upper, f"it must be above lower = {lower}")
    set_exactly(m, lower=lower, upper=upper)


class WithGeometricNoise(OnALine, QuotientInQ):
    """An integer and two-sided geometric noise, Pr[z] ~ q^|z| with q = exp(-eps/sensitivity)."""

    epsilon: Fraction
    sensitivity: int

    @property
    def reach(self) -> int:
        """The sensitivity."""
        return self.sensitivity

    @property
    def rate(self) -> Fraction:
        """eps / sensitivity."""
        return self.epsilon / self.sensitivity


def check_noise(m: WithGeometricNoise, read: Callable[[str, Any], Fraction]) -> None:
    """Bring eps into the number that `read` makes of it, the sensitivity into one from 1 on."""
    if (sensitivity := whole("sensitivity", m.sensitivity)) < 1:
        raise InvalidValue("sensitivity", sensitivity, "it must be >= 1")
    set_exactly(m, epsilon=read("epsilon", m.epsilon), sensitivity=sensitivity)


ONE, ZERO = polynomial(1), polynomial(0)


def clamped_two_sided(x: int, lower: int, upper: int) -> dict[int, Polynomial]:
    """(1+q) Pr[clamp(x + Z, lower, upper) = r] with Pr[Z = z] = (1-q) q^|z| / (1+q).

    x lies within the bounds.  Pr[Z >= d] = q^d / (1+q) for d >= 0, which gives the two ends.
    """
    if lower == upper:
        return {lower: 1 + Q}
    inner = {r: (1 - Q) * Q ** abs(r - x) for r in range(lower + 1, upper)}
    return {lower: Q ** (x - lower), **inner, upper: Q ** (upper - x)}


def folded_two_sided(x: int, twice_lower: int, twice_upper: int) -> dict[int, Polynomial]:
    """The same noise, but reflected at the bounds (multiples of 1/2, given twice) until inside.

    Folded onto r are r + P k and 2 lower - r + P k for all integers k, with P = 2 (upper - lower):
    two classes of integers, or one where r is a bound.  The class at offset d in 0 .. P-1 from x
    has sum of q^|d + P k| = (q^d + q^(P-d)) / (1 - q^P).
    """
    period = twice_upper - twice_lower
    law = {}
    for r in range(-(-twice_lower // 2), twice_upper // 2 + 1):
        offsets = {(r - x) % period, (twice_lower - r - x) % period}
        law[r] = sum((Q**d + Q ** (period - d) for d in offsets), ZERO)
    return law


def permute_and_flip(weights: Sequence[Polynomial]) -> list[Polynomial]:
    """The probabilities of permute-and-flip; the weights are in (0, 1], one of them is 1.

    Candidates come in random order, each is taken with its weight, the first taken wins.  All of a
    set S of others comes before candidate i with probability 1/(|S|+1), so

        Pr[i] = w_i sum over S of (-1)^|S| (product of w over S) / (|S|+1),

    in which elementary symmetric polynomials stand for the sums over sets of one size.  The
    mechanism is McKenna and Sheldon's (2020, Algorithm 1).
    """
    symmetric = [ONE]
    for w in weights:
        symmetric = [a + b * w for a, b in zip([*symmetric, ZERO], [ZERO, *symmetric], strict=True)]
    return [w * _over_sets_without(w, symmetric) for w in weights]


def _over_sets_without(w: Polynomial, symmetric: Sequence[Polynomial]) -> Polynomial:
    """Sum of (-1)^m e_m / (m+1), where e_m = symmetric_m - w e_(m-1) leaves w out."""
    e = total = ONE
    for m in range(1, len(symmetric) - 1):
        e = symmetric[m] - w * e
        total += e * polynomial(Fraction((-1) ** m, m + 1))
    return total


def noisy_max(gaps: Sequence[int], *, two_sided: bool) -> list[Polynomial]:
    """Report noisy max with geometric noise, up to a common factor; a tie goes to the first.

    Score i lies gaps_i below the best, which is 0.  One-sided noise has Pr[z] = (1-q) q^z, z >= 0;
    two-sided has Pr[z] = (1-q) q^|z| / (1+q).  Summed over the winning value v: one by one from the
    least score up to 0; above it the distribution functions are 1 - (..) q^v, whose product is
    expanded in powers of q^v; below the least score they are powers of q.
    """
    k, least = len(gaps), -max(gaps)
    common = ONE
    for m in range(1, k + 1):
        common *= 1 - Q**m
    law = []
    for i in range(k):
        middle = sum((_winning(gaps, i, v, two_sided=two_sided) for v in range(least, 1)), ZERO)
        total = middle * common + _above(gaps, i, common, two_sided=two_sided)
        if two_sided:  # v = least - 1 - u: q^(sum of s_j - v, one more for each j < i)
            start = sum(-g - (least - 1) for g in gaps) + i
            total += (1 - Q) * Q**start * (common // (1 - Q**k))
        law.append(total)
    return law


def _winning(gaps: Sequence[int], i: int, v: int, *, two_sided: bool) -> Polynomial:
    """Pr[candidate i wins with value v], times (1+q)^k if two-sided."""
    z = v + gaps[i]
    if z < 0 and not two_sided:
        return ZERO
    product = (1 - Q) * Q ** abs(z)
    for j, g in enumerate(gaps):
        if j != i:
            product *= _at_most(v + g - (j < i), two_sided=two_sided)
    return product


def _at_most(m: int, *, two_sided: bool) -> Polynomial:
    """Pr[noise <= m], times 1+q if two-sided."""
    if m >= 0:
        return (1 + Q if two_sided else ONE) - Q ** (m + 1)
    return Q**-m if two_sided else ZERO


def _above(gaps: Sequence[int], i: int, common: Polynomial, *, two_sided: bool) -> Polynomial:
    """Sum of `_winning` over v >= 1, times `common`."""
    in_y = [ONE]  # coefficients of powers of y = q^v
    for j, g in enumerate(gaps):
        if j != i:
            constant, slope = 1 + Q if two_sided else ONE, Q ** (g + (j > i))
            in_y = [
                a * constant - b * slope for a, b in zip([*in_y, ZERO], [ZERO, *in_y], strict=True)
            ]
    total = ZERO
    for m, c in enumerate(in_y, start=1):
        total += c * Q**m * (common // (1 - Q**m))
    return (1 - Q) * Q ** gaps[i] * total


Vector: TypeAlias = tuple[Fraction, ...]


@dataclass(frozen=True)
class Scores:
    """The score vector of every dataset, and the unordered pairs of neighbours."""

    table: tuple[tuple[Hashable, Vector], ...]
    pairs: tuple[tuple[Hashable, Hashable], ...]

    @staticmethod
    def of(table: Mapping[Any, Iterable[Any]], pairs: Iterable[tuple[Any, Any]]) -> Scores:
        """Any finite score: {dataset: scores of the candidates}, and who neighbours whom."""
        rows = {x: tuple(rational("score", s) for s in row) for x, row in table.items()}
        if len({len(row) for row in rows.values()}) != 1:
            raise InvalidValue("scores", list(map(len, rows.values())), "give as many everywhere")
        for pair in (pairs := tuple(pairs)):
            if not rows.keys() >= set(pair):
                raise InvalidValue("pairs", pair, "name two datasets of the table")
        return Scores(tuple(rows.items()), pairs)

    @staticmethod
    def vectors(
        vectors: Iterable[Iterable[Any]], distance: Any = 1, *, monotonic: bool = False
    ) -> Scores:
        """Datasets that are their score vectors, neighbours within a distance in every score."""
        most = positive_rational("distance", distance)
        rows = [tuple(rational("score", s) for s in v) for v in vectors]
        pairs = []
        for i, x in enumerate(rows):
            for y in rows[:i]:
                steps = [a - b for a, b in zip(x, y, strict=True)]
                one_way = min(steps) >= 0 or max(steps) <= 0
                if max(map(abs, steps)) <= most and (one_way or not monotonic):
                    pairs.append((y, x))
        named = {x: tuple(int(s) if s.denominator == 1 else s for s in x) for x in rows}
        return Scores.of({named[x]: x for x in rows}, [(named[x], named[y]) for x, y in pairs])

    @staticmethod
    def grid(candidates: int, top: int, distance: Any = 1, *, monotonic: bool = False) -> Scores:
        """All vectors of scores 0 .. top."""
        every = product(range(top + 1), repeat=candidates)
        return Scores.vectors(every, distance, monotonic=monotonic)

    @cached_property
    def rows(self) -> dict[Hashable, Vector]:
        """{dataset: its scores}."""
        return dict(self.table)

    @cached_property
    def near(self) -> dict[Hashable, tuple[Hashable, ...]]:
        """{dataset: its neighbours}."""
        near: dict[Hashable, list[Hashable]] = {x: [] for x in self.rows}
        for x, y in self.pairs:
            near[x].append(y)
            near[y].append(x)
        return {x: tuple(ys) for x, ys in near.items()}

    @property
    def sensitivity(self) -> Fraction:
        """The true sensitivity: the largest change of one score between neighbours."""
        changes = (
            abs(a - b)
            for x, y in self.pairs
            for a, b in zip(self.rows[x], self.rows[y], strict=True)
        )
        return max(changes, default=Fraction(0))

    @cached_property
    def monotonic(self) -> bool:
        """Whether all scores differ in one direction wherever two datasets are neighbours."""
        rows = self.rows
        return all(
            min(d) >= 0 or max(d) <= 0
            for x, y in self.pairs
            for d in [[a - b for a, b in zip(rows[x], rows[y], strict=True)]]
        )

    @cached_property
    def unit(self) -> Fraction:
        """The largest 1/d of which every difference of scores is a multiple."""
        return Fraction(1, lcm(*(s.denominator for row in self.rows.values() for s in row)))

    def gaps(self, x: Hashable, *, negate: bool = False) -> list[int]:
        """How far below the best each candidate's score is, in units; `negate`: above the least."""
        row = [-s if negate else s for s in self.rows[x]]
        best = max(row)
        return [int((best - s) / self.unit) for s in row]


def as_scores(value: Any) -> Scores:
    """Scores as they are, as a list of score vectors, or as "3x2": 3 candidates, scores 0 .. 2."""
    if isinstance(value, Scores):
        return value
    if isinstance(value, str):
        candidates, top = (whole_number(part) for part in (*value.split("x"), "", "")[:2])
        if candidates is None or top is None or candidates < 1 or top < 0 or value.count("x") != 1:
            raise InvalidValue("scores", value, 'write "3x2" for 3 candidates with scores 0 .. 2')
        check_enumerable("a vector of scores", candidates)
        check_enumerable("the grid of scores", (top + 1) ** min(candidates, 64))
        return Scores.grid(candidates, top)
    if not isinstance(value, Iterable):
        raise InvalidValue("scores", value, 'write "3x2" for 3 candidates with scores 0 .. 2')
    return Scores.vectors(value)


class OverScores(Mechanism):
    """What the selection mechanisms share: datasets and neighbours are those of the scores."""

    scores: Scores

    def datasets(self) -> Iterator[Any]:
        """The datasets of the table."""
        return iter(self.scores.rows)

    def number_of_datasets(self) -> int:
        """As many as there are rows."""
        return len(self.scores.rows)

    def neighbours(self, x: Any) -> tuple[Any, ...]:
        """The datasets paired with x."""
        return self.scores.near[x]


class ByPermuteAndFlip(OverScores, InQ):
    """Candidates in random order, each taken with probability q^gap."""

    def polynomials(self, x: Any) -> dict[int, Polynomial]:
        """`permute_and_flip` of the powers of q."""
        return dict(enumerate(permute_and_flip([Q**g for g in self.scores.gaps(x)])))
