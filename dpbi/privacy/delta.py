"""True delta: how much of a law exceeds e^epsilon times its neighbour's.

    delta(eps0) = max over ordered neighbouring pairs of sum_r max(0, P_x(r) - e^eps0 P_y(r))

(the hockey-stick divergence; Barthe and Olmedo 2013).  delta(0) is the largest total variation
distance.  Rational and float laws go through `excess.py`, where even ties are seen; all others are
enclosed in balls here: no term is ever negative, nothing is truncated.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any, TypeAlias

from dpbi.errors import InvalidValue, TooLarge
from dpbi.fields import (
    Balls,
    Bounds,
    Enclosure,
    ExactInput,
    ExactNumber,
    Level,
    Rational,
    Real,
    positive_rational,
)
from dpbi.fields.field import LADDER, MOST_BITS
from dpbi.laws import promise
from dpbi.laws.forms import adapt
from dpbi.laws.interactive import Interactive
from dpbi.laws.partial import Partial
from dpbi.laws.promise import Promise
from dpbi.laws.protocol import AnyMechanism, Dataset, Mechanism
from dpbi.mechanisms.exponential import FAMILY
from dpbi.privacy.adaptive.divergences import AdaptiveDeltas
from dpbi.privacy.methods.doubles import LawsInDoubles
from dpbi.privacy.methods.excess import Excess
from dpbi.privacy.methods.laid import Laid
from dpbi.privacy.methods.roots import Root
from dpbi.privacy.methods.streams import StreamedExcess
from dpbi.privacy.methods.sums import SumsByFilter
from dpbi.privacy.pairs import FEW, Pairs
from dpbi.privacy.results import Divergence, at_most, settled
from dpbi.privacy.tails.deltas import TailDeltas
from dpbi.support.arguments import listed
from dpbi.support.progress import counted

TOLERANCE = Fraction(1, 10**12)
FIRST = Fraction(1, 10 ** LADDER[0].digits)
LARGE = 100_000  # pairs times outputs: some fifty milliseconds in balls
SLACK = 1 << 36  # how much of an epsilon a root in floats may be off

Profile: TypeAlias = Callable[[Sequence[ExactNumber], Fraction], list[Divergence]]
"""(levels, tolerance) -> delta at each level."""


def privacy_profile(
    mechanism: AnyMechanism,
    epsilons: Iterable[ExactInput],
    *,
    tolerance: Rational = TOLERANCE,
    digits: int | None = None,
) -> list[Divergence]:
    """delta at each of `epsilons`, enclosed to the tolerance, each with a pair that attains lo.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> print(*dpbi.privacy_profile(coin, [0, "ln(3)"]))
    1/2 0
    """
    m, levels, width = _asked(mechanism, epsilons, tolerance, digits)
    return [replace(d, asked=width) for d in _profiler(m)(levels, width)]


def _asked(
    mechanism: AnyMechanism, epsilons: Iterable[ExactInput], tolerance: Rational, digits: int | None
) -> tuple[Mechanism, list[ExactNumber], Fraction]:
    """The mechanism, the levels and the width that a profile is asked for, each checked."""
    levels = [promise.at_level(e) for e in listed("epsilons", epsilons)]
    m = adapt(mechanism)
    return m, levels, promise.width(tolerance, digits, TOLERANCE, zero=m.is_given_exactly)


def pair_profile(
    mechanism: AnyMechanism,
    x: Dataset,
    y: Dataset,
    epsilons: Iterable[ExactInput],
    *,
    tolerance: Rational = TOLERANCE,
    digits: int | None = None,
) -> list[Divergence]:
    """delta at each of `epsilons` from dataset x to dataset y alone, neighbours or not.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> dpbi.pair_profile(coin, 0, 1, [0, "ln(2)"])
    [<Divergence at 0: 1/2, between 0 and 1>, <Divergence at ln(2): 1/4, between 0 and 1>]
    """
    m, levels, width = _asked(mechanism, epsilons, tolerance, digits)
    x, y = m.check_dataset(x), m.check_dataset(y)
    found = []
    if isinstance(m, Partial):
        found = TailDeltas(m, (x, y)).profile(levels, width)
    elif isinstance(m, Interactive):
        found = AdaptiveDeltas(m, (x, y)).profile(levels, width)
    elif (laid := Laid.of(m)) is not None:
        i, j = laid.names.index(x), laid.names.index(y)
        found = [Excess(laid).of_pair(i, j, level, width) for level in levels]
    else:
        for level in levels:
            bits = 128
            while (e := _of_pair(m, x, y, level, Balls(bits))).width > width and bits < MOST_BITS:
                bits *= 2
            found.append(Divergence(e.lo, e.hi, x, y, at=level).of_floats(m.deviation()))
    return [replace(d, asked=width, quantity="delta of a pair") for d in found]


def _of_pair(m: Mechanism, x: Any, y: Any, level: ExactNumber, F: Balls) -> Enclosure:
    """The hockey-stick divergence of one ordered pair in balls, clipped to [0, 1]."""
    with F.scope():
        p, q = ({r: F.exp(a) for r, a in m.log_pmf(z, F).items()} for z in (x, y))
        value = F.enclosure(hockey_stick(p, q, F.exp(Level.of(level).value(F)), F))
    lo, hi = (min(max(end, Fraction(0)), Fraction(1)) for end in (value.lo, value.hi))
    return Enclosure(lo, hi)


def total_variation(
    mechanism: AnyMechanism, *, tolerance: Rational = TOLERANCE, digits: int | None = None
) -> Divergence:
    """The largest total variation distance between neighbours: delta(0).

    >>> import dpbi
    >>> m = dpbi.Table.of({0: {"a": 1}, 1: {"a": "1/3", "b": "2/3"}})
    >>> print(dpbi.total_variation(m, tolerance=0))
    2/3
    """
    (found,) = privacy_profile(mechanism, [0], tolerance=tolerance, digits=digits)
    return found


def smallest_epsilon(
    mechanism: AnyMechanism,
    delta: Rational,
    *,
    tolerance: Rational = TOLERANCE,
    digits: int | None = None,
) -> Bounds:
    """lo <= eps <= hi around the smallest eps >= 0 with delta(eps) <= delta.

    delta is decreasing in eps, so bisection is certain at both ends: at hi the claim holds (where
    the tie permits: delta(hi) <= delta), below lo it fails.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> lo, hi = dpbi.smallest_epsilon(coin, "1/4", digits=6)  # 3/4 - e^eps/4 = 1/4 at ln(2)
    >>> lo <= dpbi.fields.level("ln 2", "ln(2)") <= hi
    True
    """
    target, width = positive_rational("delta", delta), promise.width(tolerance, digits, TOLERANCE)
    if target >= 1:
        raise InvalidValue("delta", target, "it must be below 1")
    m = adapt(mechanism)
    if m.family == FAMILY and (root := Root.of(m, target, width)) is not None:
        return _bracketed(root.holds, width)
    profile = _profiler(m)

    @cache
    def curve(epsilon: Fraction) -> Divergence:
        return profile([epsilon], FIRST)[0]

    def holds(epsilon: Fraction) -> bool | None:
        return _within(m, curve(epsilon), target)

    lo, hi = Fraction(0), Fraction(1)
    if holds(lo):
        return Bounds(lo, lo, asked=width)
    while (answer := holds(hi)) is not True:
        lo, hi = (hi if answer is False else lo), 2 * hi
        if hi > 1 << 20:
            if isinstance(m, Partial):  # what is left may be more than delta, at every epsilon
                return Bounds(lo, math.inf, asked=width)
            raise InvalidValue("delta", target, f"no epsilon below 2^20 reaches it for {m.label}")
    if (near := _proposed(curve, lo, hi, target)) is not None:
        slack = hi / SLACK

        def likely(epsilon: Fraction) -> bool | None:
            """What delta's falling says away from the root in floats, what is certain near it."""
            return holds(epsilon) if abs(epsilon - near) <= slack else epsilon > near

        low, high = _halved(likely, lo, hi, width)
        if (low == lo or holds(low) is False) and (high == hi or holds(high) is True):
            return Bounds(low, high, asked=width)
    return Bounds(*_halved(holds, lo, hi, width), asked=width)


def _bracketed(holds: Callable[[Fraction], bool | None], width: Fraction) -> Bounds:
    """The smallest epsilon, where the claim is known to hold from some epsilon on."""
    lo, hi = Fraction(0), Fraction(1)
    if holds(lo):
        return Bounds(lo, lo, asked=width)
    while (answer := holds(hi)) is not True:
        lo, hi = (hi if answer is False else lo), 2 * hi
    return Bounds(*_halved(holds, lo, hi, width), asked=width)


def _halved(
    holds: Callable[[Fraction], bool | None], lo: Fraction, hi: Fraction, width: Fraction
) -> tuple[Fraction, Fraction]:
    """The bracket halved to the width, or until a question is not decided."""
    while hi - lo > width:
        middle = (lo + hi) / 2
        answer = holds(middle)
        if answer is None:
            break
        lo, hi = (lo, middle) if answer else (middle, hi)
    return lo, hi


def _proposed(
    curve: Callable[[Fraction], Divergence], lo: Fraction, hi: Fraction, target: Fraction
) -> Fraction | None:
    """Where delta falls to the target, as scipy finds it in floats: a guess, or None for none.

    It saves about half of the forty questions that halving asks.  For a small law, loading scipy
    would take longer than asking them.
    """
    size = curve(hi).counted
    if size is None or prod(size[1:]) < LARGE:
        return None
    from scipy.optimize import brentq

    def excess(epsilon: float) -> float:
        found = curve(Fraction(epsilon))
        return float(found.lo + found.hi) / 2 - float(target)

    low, high = float(lo), float(hi)
    if not excess(low) > 0 > excess(high):
        return None
    return Fraction(brentq(excess, low, high, xtol=high * 2.0**-40, rtol=2.0**-40))


def hockey_stick(p: Mapping[Any, Real], q: Mapping[Any, Real], level: Real, F: Balls) -> Real:
    """sum_r max(0, p(r) - level q(r)) of two laws given as probabilities."""
    zero = F.rational(0)
    total = zero
    for r, a in p.items():
        b = q.get(r)
        total += a if b is None else zero.max(a - level * b)
    return total


def _profiler(m: Mechanism) -> Profile:
    """What computes deltas of m: rationals and a filter where its law has them, else balls."""
    if isinstance(m, Partial):
        return TailDeltas(m).profile
    if isinstance(m, Interactive):
        return AdaptiveDeltas(m).profile
    if (laid := Laid.of(m)) is not None:
        return Excess(laid).profile
    if m.is_given_exactly:
        return StreamedExcess(m).profile  # type: ignore[arg-type]  # it has probabilities
    if m.family == FAMILY and (filtered := SumsByFilter.of(m)) is not None:

        def by_filter(levels: Sequence[ExactNumber], tolerance: Fraction) -> list[Divergence]:
            found = filtered.profile(levels, tolerance) if levels else []
            return _without_filter(m, levels, tolerance, found) if isinstance(found, str) else found

        return by_filter
    return _over_pairs(m)


def _without_filter(
    m: Mechanism, levels: Sequence[ExactNumber], tolerance: Fraction, reason: str
) -> list[Divergence]:
    """The deltas in balls, which hold much less: a refusal says why the filter is not used."""
    try:
        return _over_pairs(m)(levels, tolerance)
    except TooLarge as error:
        because = f"the compiled filter takes more, but not this: {reason}"
        raise replace(error, because=because) from None


def _over_pairs(m: Mechanism) -> Profile:
    """What computes deltas of m in balls, over all pairs and outputs."""
    pairs, of_floats = Pairs(m), m.deviation()

    def in_balls(levels: Sequence[ExactNumber], tolerance: Fraction) -> list[Divergence]:
        bits = 128
        while True:
            profile = _profile(pairs, levels, Balls(bits))
            if all(d.width <= tolerance for d in profile) or bits >= MOST_BITS:
                return [replace(d.of_floats(of_floats), counted=pairs.counted) for d in profile]
            bits *= 2

    return in_balls


def _profile(pairs: Pairs, levels: Sequence[ExactNumber], F: Balls) -> list[Divergence]:
    """For each level, the pairs that doubles leave, in balls; of rows that are the same, once."""
    with F.scope():
        laws, names = probabilities(pairs, F), pairs.datasets
        first, second = pairs.different_positions(F)
        doubles = None
        if pairs.number * len(laws[names[0]]) > FEW:
            doubles = LawsInDoubles.of([laws[x] for x in names], 0.0)
        trusts = ("ball",) if doubles is None else ("filter", "ball")
        found = []
        for level in levels:
            factor, i, j = F.exp(Level.of(level).value(F)), first, second
            if doubles is not None:
                kept = doubles.largest_excesses(first, second, float(factor))
                i, j = first[kept], second[kept]
            near = [(names[a], names[b]) for a, b in zip(i.tolist(), j.tolist(), strict=True)]
            lo, hi, x, y = _largest_in_balls(laws, near, factor, F)
            found.append(Divergence(lo, hi, x, y, trusts, at=level))
        return found


def _largest_in_balls(
    laws: Mapping[Any, Mapping[Any, Real]], pairs: Sequence[tuple[Any, Any]], factor: Real, F: Balls
) -> tuple[Fraction, Fraction, Any, Any]:
    """Bounds of the largest delta of these pairs, and a pair that attains the lower one."""
    best: tuple[Real, Any, Any] | None = None
    highest = F.rational(0)
    for x, y in counted("pairs", pairs):
        value = hockey_stick(laws[x], laws[y], factor, F)
        highest = highest.max(value)  # of two that may be equal the first is the best
        if best is None or F.less(best[0], value) is True:
            best = (value, x, y)
    assert best is not None  # Pairs has seen a pair
    return *_within_one(F, best[0], highest), best[1], best[2]


def _within_one(F: Balls, attained: Real, highest: Real) -> tuple[Fraction, Fraction]:
    """The bounds of a delta, which lies in [0, 1]."""
    lo, hi = F.enclosure(attained).lo, F.enclosure(highest).hi
    return max(lo, Fraction(0)), min(hi, Fraction(1))


def probabilities(pairs: Pairs, F: Balls) -> dict[Any, dict[Any, Real]]:
    """{dataset: {output: probability}} in balls."""
    return {x: {r: F.exp(a) for r, a in law.items()} for x, law in pairs.laws(F).items()}


def _within(m: Mechanism, found: Divergence, target: Fraction) -> bool | None:
    """Whether a delta is at most the target: certain, or None where that is not decided."""
    if (answer := at_most(found.lo, found.hi, target)) is not None:
        return answer
    return settled(m, Promise.delta(found.at, target))
