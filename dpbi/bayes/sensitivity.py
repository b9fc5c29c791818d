"""Local, global and smooth sensitivity of the Hellinger score, as functions and as values.

With H(x, r) short for H(BI(x), BI(r)), x ~ y for neighbours and d for replaced records:

    LS(x) = max over y ~ x and candidates r of |H(x, r) - H(y, r)|   (short, section 1)
          = max over y ~ x of H(x, y)      (triangle inequality; attained at r = BI(x))
    GS    = max over x of LS(x)
    S     smooth, harmonic:     1/S(x) = min over y of 1/LS(y) + gamma d(x, y)  (tailoring Thm 5.1)
          smooth, exponential:    S(x) = max over y of LS(y) e^(-beta d(x, y))  (Nissim,
                                  Raskhodnikova and Smith 2007, Def. 2.2; tailoring Def. 3)

Both smooth forms are one transform, x -> min_y v(y) + step d(x, y): of v = 1/LS with step gamma,
and of v = -ln LS with step beta.

A `Calibration` is a sensitivity as a small frozen value, which an exponential mechanism can be
calibrated to.  Besides `at(prior, x, F)` it says how it is found without a list of all datasets,
and what the auditor's compiled filter calls it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import Any, ClassVar, Protocol, TypeAlias

from dpbi.bayes.data import (
    Counts,
    check_enumerable,
    datasets,
    neighbouring_pairs,
    neighbours,
    number_of_datasets,
    whole,
)
from dpbi.bayes.dirichlet import Dirichlet, posteriors
from dpbi.errors import brief
from dpbi.fields import Balls, Field, Real, positive_rational

Sensitivities = dict[Counts, Real]


@dataclass(frozen=True, slots=True)
class FixedBeta:
    """beta given as a number."""

    beta: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "beta", positive_rational("beta", self.beta, zero=True))

    def value(self, n: int, F: Field) -> Real:
        """The number."""
        return F.rational(self.beta)

    @property
    def told(self) -> str:
        """For people."""
        return f"beta {brief(self.beta)}"


class BetaRule(Protocol):
    """The exponent of the exponential smooth sensitivity, which may depend on n; a frozen value."""

    def __hash__(self) -> int: ...

    def value(self, n: int, F: Field) -> Real:
        """beta for n records."""

    @property
    def told(self) -> str:
        """For people."""


def local(prior: Dirichlet, x: Counts, F: Field) -> Real:
    """LS(x), by its reduction to the largest distance to a neighbour."""
    with F.scope():
        return F.maximum(posteriors(prior, sum(x), F).distances(x, neighbours(x)))


@lru_cache(maxsize=16, typed=True)
def all_local(prior: Dirichlet, n: int, F: Field) -> Sensitivities:
    """LS of every dataset, in the order of `datasets`; each distance is computed once."""
    check_enumerable("the list of local sensitivities", number_of_datasets(n, prior.k))
    n = whole("n", n)
    table = posteriors(prior, n, F)
    largest: Sensitivities = dict.fromkeys(datasets(n, prior.k))
    with F.scope():
        for x, y in neighbouring_pairs(n, prior.k):
            h = table.hellinger(x, y)
            for z in (x, y):
                largest[z] = h if largest[z] is None else F.maximum((largest[z], h))
    return largest


def global_true(prior: Dirichlet, n: int, F: Field) -> Real:
    """GS for this prior and this n: the largest local sensitivity."""
    with F.scope():
        return F.maximum(all_local(prior, n, F).values())


def global_printed(F: Field) -> Real:
    """The drafts' constant sqrt(1 - pi/4) (short, section 1): H(Beta(1,2), Beta(2,1))."""
    with F.scope():
        return F.sqrt(1 - F.pi() / 4)


@lru_cache(maxsize=16, typed=True)
def harmonic(prior: Dirichlet, n: int, gamma: Fraction, F: Field) -> Sensitivities:
    """The harmonic smooth sensitivity of every dataset (tailoring, Theorem 5.1)."""
    step = positive_rational("gamma", gamma, zero=True)
    with F.scope():
        reciprocals = {x: 1 / ls for x, ls in all_local(prior, n, F).items()}
        smoothed = smallest_within(reciprocals, F.rational(step), F)
        return {x: 1 / value for x, value in smoothed.items()}


@lru_cache(maxsize=16, typed=True)
def exponential(prior: Dirichlet, n: int, beta: BetaRule, F: Field) -> Sensitivities:
    """The exponential smooth sensitivity of every dataset (Nissim et al. 2007)."""
    with F.scope():
        logs = {x: -F.log(ls) for x, ls in all_local(prior, n, F).items()}
        smoothed = smallest_within(logs, beta.value(n, F), F)
        return {x: F.exp(-value) for x, value in smoothed.items()}


def smallest_within(values: Sensitivities, step: Real, F: Field) -> Sensitivities:
    """x -> min over y of values[y] + step d(x, y), for all datasets of one size.

    A transform that is non-decreasing in every value and in the step, made of minima and sums
    only, so each field applies it to numbers on which order is total (`Field.monotone`).
    """
    points = list(values)

    def transform(numbers: Sequence[Any], unit: Any) -> Sequence[Any]:
        return (
            _on_a_line(numbers, unit) if len(points[0]) == 2 else _on_a_graph(points, numbers, unit)
        )

    return dict(zip(points, F.monotone(transform, list(values.values()), step), strict=True))


def _on_a_line(numbers: Sequence[Any], unit: Any) -> list[Any]:
    """k = 2: datasets in order are a path, so one pass up and one pass down are enough: O(n)."""
    result = list(numbers)
    last = len(result) - 1
    for i in range(1, last + 1):
        result[i] = min(result[i], result[i - 1] + unit)
    for i in range(last - 1, -1, -1):
        result[i] = min(result[i], result[i + 1] + unit)
    return result


def _on_a_graph(points: Sequence[Counts], numbers: Sequence[Any], unit: Any) -> list[Any]:
    """Any k: d is the graph distance of the replace-one relation, so Dijkstra from all sources."""
    best = dict(zip(points, numbers, strict=True))
    heap = [(value, x) for x, value in best.items()]
    heapify(heap)
    while heap:
        value, x = heappop(heap)
        if value > best[x]:
            continue
        for y in neighbours(x):
            if value + unit < best[y]:
                best[y] = value + unit
                heappush(heap, (best[y], y))
    return [best[x] for x in points]


Near: TypeAlias = tuple[int, Real]
"""(d, a): the least affinity a of two neighbours one of which is d records from x."""


class Calibration(ABC):
    """A sensitivity to which noise is calibrated; `kind` is its name in the compiled filter."""

    __slots__ = ()
    kind: ClassVar[str]

    @abstractmethod
    def at(self, prior: Dirichlet, x: Counts, F: Field) -> Real:
        """The sensitivity at x."""

    @abstractmethod
    def by_moves(self, near: Callable[[], Iterator[Near]], n: int, F: Balls) -> Real:
        """The same in balls, from the nearest moves for d = 0, 1, ..: no list of all datasets."""

    @property
    def step(self) -> Fraction | None:
        """gamma of a harmonic smooth sensitivity."""
        return None

    def exponent(self, n: int, F: Field) -> Real | None:
        """beta of an exponential smooth sensitivity."""
        return None

    @property
    def told(self) -> str:
        """The parameter beside epsilon that the noise depends on, where it is not `gamma`."""
        return ""


@dataclass(frozen=True, slots=True)
class PrintedGlobal(Calibration):
    """The drafts' constant sqrt(1 - pi/4)."""

    kind: ClassVar[str] = "printed"

    def at(self, prior: Dirichlet, x: Counts, F: Field) -> Real:
        """The constant, whatever x is."""
        return global_printed(F)

    def by_moves(self, near: Callable[[], Iterator[Near]], n: int, F: Balls) -> Real:
        """The constant, whatever the moves are."""
        return global_printed(F)


@dataclass(frozen=True, slots=True)
class TrueGlobal(Calibration):
    """The largest local sensitivity for the prior and the size at hand."""

    kind: ClassVar[str] = "global"

    def at(self, prior: Dirichlet, x: Counts, F: Field) -> Real:
        """GS, whatever x is."""
        return global_true(prior, sum(x), F)

    def by_moves(self, near: Callable[[], Iterator[Near]], n: int, F: Balls) -> Real:
        """The largest over all distances."""
        return _size(F.minimum(affinity for _, affinity in near()))


@dataclass(frozen=True, slots=True)
class Local(Calibration):
    """The local sensitivity, which is itself a function of the data."""

    kind: ClassVar[str] = "local"

    def at(self, prior: Dirichlet, x: Counts, F: Field) -> Real:
        """LS(x)."""
        return local(prior, x, F)

    def by_moves(self, near: Callable[[], Iterator[Near]], n: int, F: Balls) -> Real:
        """That of the moves at distance 0."""
        return _size(next(near())[1])


@dataclass(frozen=True, slots=True)
class Harmonic(Calibration):
    """The harmonic smooth sensitivity, 1/S(x) = min_y 1/LS(y) + gamma d(x, y)."""

    kind: ClassVar[str] = "harmonic"
    gamma: Fraction

    def at(self, prior: Dirichlet, x: Counts, F: Field) -> Real:
        """S(x)."""
        return harmonic(prior, sum(x), self.gamma, F)[x]

    def by_moves(self, near: Callable[[], Iterator[Near]], n: int, F: Balls) -> Real:
        """As LS <= 1, a d with 1 + gamma d above the best is too far."""
        step = F.rational(self.gamma)
        return 1 / _search(near(), lambda d: step * d, lambda a, grown: 1 / _size(a) + grown)

    @property
    def step(self) -> Fraction:
        """gamma."""
        return self.gamma


@dataclass(frozen=True, slots=True)
class Exponential(Calibration):
    """The exponential smooth sensitivity, S(x) = max_y LS(y) e^(-beta d(x, y))."""

    kind: ClassVar[str] = "exponential"
    rule: BetaRule

    def at(self, prior: Dirichlet, x: Counts, F: Field) -> Real:
        """S(x)."""
        return exponential(prior, sum(x), self.rule, F)[x]

    def by_moves(self, near: Callable[[], Iterator[Near]], n: int, F: Balls) -> Real:
        """max over d of LS e^(-beta d), found as the smallest e^(beta d) / LS."""
        beta = self.rule.value(n, F)
        grown = _search(near(), lambda d: (beta * d).expm1(), lambda a, more: (1 + more) / _size(a))
        return 1 / grown

    def exponent(self, n: int, F: Field) -> Real:
        """beta for n records."""
        return self.rule.value(n, F)

    @property
    def told(self) -> str:
        """What beta is, or is made of."""
        return self.rule.told


def _size(affinity: Real) -> Real:
    """The Hellinger distance of two neighbours, in balls."""
    return (1 - affinity).sqrt()


def _search(
    near: Iterator[Near], grown: Callable[[int], Real], candidate: Callable[[Real, Real], Real]
) -> Real:
    """The least candidate; each is at least 1 + grown(d), which increases with d."""
    best = candidate(next(near)[1], grown(0))
    for d, affinity in near:
        extra = grown(d)
        if 1 + extra > best:
            break
        best = best.min(candidate(affinity, extra))
    return best
