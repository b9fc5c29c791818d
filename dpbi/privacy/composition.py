"""Several independent releases: delta, epsilon and number of releases, enclosed.

For datasets x, y and independent releases the losses add.  Two routes, both rigorous:

- exact: sum over multisets of outputs of  multinomial * max(0, prod P - e^eps prod Q),
  for as long as there are few multisets (`composing/multisets.py`);
- bracketed: the law of the loss moved to a grid by connecting the dots, and its powers in exact
  fixed-point arithmetic; the noise that the grid adds is bounded (`composing/COMPOSITION.md`).

Laws of which a part is not listed, and noise with a density, are put on grids too; Gaussians are
one Gaussian.  What is possible under P only stays at infinite loss.  Different mechanisms are
composed on the same datasets: whoever sees all releases compares the same two datasets in each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from dpbi.bayes.data import whole
from dpbi.errors import InvalidValue
from dpbi.fields import (
    Bounds,
    Enclosure,
    ExactInput,
    ExactNumber,
    Level,
    Rational,
    positive_rational,
)
from dpbi.laws import promise
from dpbi.laws.forms import adapt
from dpbi.laws.protocol import AnyMechanism, Dataset, Mechanism
from dpbi.privacy.composing.composed import BITS, Composed
from dpbi.privacy.composing.pairs import ShareDone, grid_needed
from dpbi.privacy.delta import privacy_profile
from dpbi.privacy.results import Divergence
from dpbi.support.arguments import listed
from dpbi.support.progress import Share, a_function

MOST_RELEASES = 1_000_000
MOST_DIFFERENT = 1000
MOST_EPSILON = 1 << 20
MOST_CLOSER = 200  # binary digits
TOLERANCE = Fraction(1, 10**5)
HALVINGS = 7  # of what is left around an epsilon, at either end, before a finer grid is used
FINER = 64  # by which a delta is asked for more closely, as long as it is not decided
LOST = 1 << 16  # times the mass that may be lost: the target
WIDEST = Fraction(1, 4)
LEAST_TARGET = 1e-25

Mechanisms = AnyMechanism | Sequence[AnyMechanism]
Times = int | Sequence[int]


def composed_delta(
    mechanism: Mechanisms,
    releases: Times,
    epsilon: ExactInput,
    *,
    pair: tuple[Dataset, Dataset] | None = None,
    tolerance: Rational = TOLERANCE,
    digits: int | None = None,
    progress: ShareDone | None = None,
) -> Divergence:
    """delta(epsilon) of `releases` independent releases, the largest over ordered pairs.

    A list of mechanisms on the same datasets goes with a list of how often each is released.  With
    `pair`, it is that of this ordered pair alone, neighbours or not.

    Exact (as tight as the balls) while the multisets of outputs are few; otherwise grids are
    refined until the width is within the tolerance, or a grid is as fine as it may be: `reached`
    says which.  `progress` is called with the part that is done, from 0 to 1.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> print(dpbi.composed_delta(coin, 2, "ln(3)"))
    [0.37499999999999999999, 0.37500000000000000001]
    >>> third = dpbi.Table.of({0: {"a": "2/3", "b": "1/3"}, 1: {"a": "1/3", "b": "2/3"}})
    >>> dpbi.composed_delta([coin, third], [5, 20], 4, digits=4).reached
    True
    """
    (found,) = composed_profile(
        mechanism,
        releases,
        [epsilon],
        pair=pair,
        tolerance=tolerance,
        digits=digits,
        progress=progress,
    )
    return found


def composed_profile(
    mechanism: Mechanisms,
    releases: Times,
    epsilons: Iterable[ExactInput],
    *,
    pair: tuple[Dataset, Dataset] | None = None,
    tolerance: Rational = TOLERANCE,
    digits: int | None = None,
    progress: ShareDone | None = None,
) -> list[Divergence]:
    """delta at each of `epsilons` of independent releases, as `composed_delta` has one.

    >>> import dpbi
    >>> m = dpbi.mechanism("ehds", prior=(1, 1), n=3, epsilon=1)
    >>> for found in dpbi.composed_profile(m, 100, [1, 2, 4], digits=4):
    ...     print(found.at, found.reached)
    1 True
    2 True
    4 True
    """
    levels = [promise.at_level(e) for e in listed("epsilons", epsilons)]
    width = promise.width(tolerance, digits, TOLERANCE)
    mechanisms, counts = _asked(mechanism, releases)
    listener = a_function("progress", progress)
    quantity = "composed delta"
    if counts == [1] and pair is None:
        alone = privacy_profile(mechanisms[0], levels, tolerance=width)
        return [replace(d, asked=width, quantity=quantity) for d in alone]
    composed = Composed.of(mechanisms, _left(width, counts, levels), _two(mechanisms[0], pair))
    kinds = composed.kinds(counts)
    told = Share("hundredths", listener)
    found = composed.largest(kinds, [_around(e) for e in levels], width, told)
    return [
        Divergence(
            f.lo,
            f.hi,
            *f.pair,
            composed.trusts,
            asked=width,
            at=at,
            quantity=quantity,
            counted=composed.numbers,
            needs=grid_needed(kinds, f.hi - f.lo, width, width),
        ).of_floats(composed.deviation)
        for f, at in zip(found, levels, strict=True)
    ]


def composed_epsilon(
    mechanism: Mechanisms,
    releases: Times,
    delta: Rational,
    *,
    pair: tuple[Dataset, Dataset] | None = None,
    tolerance: Rational = TOLERANCE,
    digits: int | None = None,
    progress: ShareDone | None = None,
) -> Bounds:
    """The smallest eps >= 0 at which the releases together are (eps, delta)-private, enclosed.

    At `hi` they are; below `lo` they are not.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> lo, hi = dpbi.composed_epsilon(coin, 2, "3/8", digits=6)  # see `composed_delta`
    >>> lo <= dpbi.fields.level("ln 3", "ln(3)") <= hi
    True
    """
    target, width = _target(delta), promise.width(tolerance, digits, TOLERANCE)
    mechanisms, counts = _asked(mechanism, releases)
    composed = Composed.of(mechanisms, _left(target, counts), _two(mechanisms[0], pair))
    question = _AtMost(composed, counts, target)
    lo, hi, done = Fraction(0), Fraction(1), _Bisected(progress)
    if question.holds(lo):
        return Bounds(lo, lo, asked=width)
    while not question.holds(hi):
        lo, hi = (hi if question.fails(hi) else lo), 2 * hi
        if hi > MOST_EPSILON:
            label = mechanisms[0].label
            raise InvalidValue("delta", target, f"no epsilon below 2^20 reaches it for {label}")
    start = before = 2 * (hi - lo)
    while width < hi - lo <= before / 2:
        before = hi - lo
        lo = _edge(lo, hi, question.fails)
        hi = _edge(hi, lo, question.holds)
        question.goal /= FINER
        done.halved(start, max(hi - lo, width), width)
    done(1.0)
    needs = grid_needed(question.kinds, hi - lo, width, question.goal)
    return Bounds(lo, hi, asked=width, needs=needs)


def releases_within(
    mechanism: AnyMechanism,
    epsilon: ExactInput,
    delta: Rational,
    *,
    pair: tuple[Dataset, Dataset] | None = None,
    most: int = 10_000,
    progress: ShareDone | None = None,
) -> Bounds:
    """How many releases of a mechanism are (epsilon, delta)-private together, enclosed.

    `lo` releases are; more than `hi` are not.  The ends differ where grids cannot decide, and `hi`
    is infinite where even `most` releases are private.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> print(dpbi.releases_within(coin, 10, "1e-6"))
    9
    """
    level, target, most = promise.at_level(epsilon), _target(delta), whole("most", most)
    if not 1 <= most <= MOST_RELEASES:
        raise InvalidValue("most", most, f"it must be between 1 and {MOST_RELEASES}")
    (m,), _ = _asked(mechanism, 1)
    composed, done = Composed.of([m], _left(target, [most]), _two(m, pair)), _Bisected(progress)
    around = _around(level)

    @cache
    def decided(k: int) -> bool | None:
        return _AtMost(composed, [k], target).decided(around)

    fits, limit = 0, most + 1  # fits do; `limit` releases do not, or are beyond the most
    k = 1
    while k < limit:
        if decided(k):
            fits, k = k, min(2 * k, most) if k < most else limit
        else:
            limit = k
    unknown = limit
    while unknown - fits > 1:
        middle = (fits + unknown) // 2
        fits, unknown = (middle, unknown) if decided(middle) else (fits, middle)
        done.halved(Fraction(most), Fraction(unknown - fits), Fraction(1))
    done(1.0)
    if unknown > most:
        return Bounds(Fraction(fits), math.inf)
    above = unknown
    while above <= most and decided(above) is not False:
        above += max(1, above // 64)
    return Bounds(Fraction(fits), Fraction(above - 1) if above <= most else math.inf)


class _AtMost:
    """Whether delta is at most a target: asked at many epsilons, on grids that become finer."""

    def __init__(self, composed: Composed, counts: Sequence[int], target: Fraction) -> None:
        self.composed, self.target = composed, target
        self.kinds = composed.kinds(counts, max(float(target), LEAST_TARGET) / LOST)
        self.goal = target / 4

    def at(self, epsilon: Fraction | Enclosure) -> Enclosure:
        """delta at an epsilon, as closely as the goal or as tells it from the target."""
        around = Enclosure.exactly(epsilon) if isinstance(epsilon, Fraction) else epsilon
        goal = max(WIDEST, self.goal)
        while True:
            (found,) = self.composed.largest(self.kinds, [around], goal)
            if goal <= self.goal or not found.lo <= self.target < found.hi:
                return Enclosure(found.lo, found.hi)
            goal = max(self.goal, min(goal, found.hi - found.lo) / FINER)

    def holds(self, epsilon: Fraction) -> bool:
        """Whether delta is certainly at most the target."""
        return self.at(epsilon).hi <= self.target

    def fails(self, epsilon: Fraction) -> bool:
        """Whether delta is certainly above the target."""
        return self.at(epsilon).lo > self.target

    def decided(self, epsilon: Enclosure) -> bool | None:
        """True or False; None where the finest grids do not tell."""
        while True:
            found = self.at(epsilon)
            if found.hi <= self.target or found.lo > self.target:
                return found.hi <= self.target
            if found.width > self.goal or self.goal * LOST < 4 * self.target:
                return None
            self.goal /= FINER


class _Bisected:
    """A progress callback, told how much of a bisection is done."""

    def __init__(self, progress: ShareDone | None) -> None:
        self.told = Share("hundredths", a_function("progress", progress))

    def __call__(self, part: float) -> None:
        self.told(part)

    def halved(self, start: Fraction, now: Fraction, end: Fraction) -> None:
        """From a bracket of one width to that of another."""
        todo = math.log2(start / end) if start > end else 1.0
        self(min(0.99, math.log2(start / now) / todo) if start > now else 0.0)


def _edge(good: Fraction, bad: Fraction, holds: Callable[[Fraction], bool]) -> Fraction:
    """A place between good and bad, near the last one where something is certain."""
    for _ in range(HALVINGS):
        middle = (good + bad) / 2
        good, bad = (middle, bad) if holds(middle) else (good, middle)
    return good


def _asked(mechanism: Any, releases: Any) -> tuple[list[Mechanism], list[int]]:
    """The mechanisms and how often each is released, checked."""
    several = isinstance(mechanism, (list, tuple))
    mechanisms = [adapt(m) for m in mechanism] if several else [adapt(mechanism)]
    given = listed("releases", releases) if several else [releases]
    if len(given) != len(mechanisms) or not 1 <= len(given) <= MOST_DIFFERENT:
        need = f"one number for each mechanism, of which there may be {MOST_DIFFERENT}"
        raise InvalidValue("releases", releases, need)
    counts = [whole("releases", k) for k in given]
    for k in counts:
        if k < 1:
            raise InvalidValue("releases", k, "at least 1")
    if sum(counts) > MOST_RELEASES:
        raise InvalidValue("releases", sum(counts), f"ask for at most {MOST_RELEASES:,} in all")
    return mechanisms, counts


def _two(m: Mechanism, pair: Any) -> tuple[Any, Any] | None:
    """Two datasets of the mechanism, where a pair is given."""
    if pair is None:
        return None
    if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
        raise InvalidValue("pair", pair, "write two datasets, (x, y)")
    return m.check_dataset(pair[0]), m.check_dataset(pair[1])


def _target(delta: Rational) -> Fraction:
    """A delta that is to be kept."""
    if (target := positive_rational("delta", delta)) >= 1:
        raise InvalidValue("delta", target, "it must be below 1")
    return target


def _left(width: Fraction, counts: Sequence[int], levels: Sequence[ExactNumber] = ()) -> Fraction:
    """What may be left unlisted of a law: next to nothing of what an answer may be wide.

    Where it may be anywhere at the second dataset, it counts e^epsilon times there.
    """
    highest = max((_around(level).hi for level in levels), default=Fraction(0))
    return width / (LOST * sum(counts)) / (1 << min(2 * highest.__ceil__(), MOST_CLOSER))


def _around(epsilon: ExactNumber) -> Enclosure:
    """An epsilon between rationals: delta never increases with it."""
    if not isinstance(epsilon, Level):
        return Enclosure.exactly(epsilon)
    around = epsilon.enclosure(BITS)
    return Enclosure(max(around.lo, Fraction(0)), max(around.hi, Fraction(0)))
