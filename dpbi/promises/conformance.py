"""Samples and laws: whether a sampler draws from the law that was audited.

Statistics never certify.  A test here has a stated false-alarm rate, computed rigorously (binomial
tails as incomplete beta functions, DLMF 8.17.5; the uniform deviation of an empirical distribution
function after Massart 1990): a right sampler is accused at most that often, and with a fixed seed
the answer is always the same.  Accepting a sampler proves nothing.

scipy proposes, in floats: which counts to examine, and where a bound lies.  What is said, an
accusation or a bound, is what balls confirm; so no rate rests on scipy's rounding.

Where there is no law at all, samples give a lower bound on epsilon at a stated confidence, after
Clopper and Pearson 1934.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from dpbi.bayes.data import whole
from dpbi.errors import InvalidValue, Unnormalised
from dpbi.fields import Balls, Enclosure, Real, positive_rational
from dpbi.fields.enclosure import decimal
from dpbi.laws.forms import adapt
from dpbi.laws.identity import Outputs

Sampler = Callable[[Any], Any]
"""sampler(x): one output drawn at the dataset x."""

FIELD = Balls(96)


@dataclass(frozen=True, slots=True)
class Conformance:
    """Whether draws are compatible with a law; `evidence` says what speaks against it."""

    compatible: bool
    draws: int
    false_alarm: Fraction
    evidence: str

    def __bool__(self) -> bool:
        return self.compatible

    def __str__(self) -> str:
        most = decimal(self.false_alarm, 4, up=True)
        rate = f"a right sampler is accused with probability at most {most}"
        said = "compatible with the law" if self.compatible else "not the law"
        return f"{said}: {self.evidence} ({self.draws} draws; {rate}; statistical, not certified)"


@dataclass(frozen=True, slots=True)
class SampledBound:
    """epsilon >= `epsilon` with the stated confidence, by the event and the pair named."""

    epsilon: Fraction
    confidence: Fraction
    x: Any
    y: Any
    event: tuple[Any, ...]
    seen: tuple[int, int]
    draws: int
    certified = False

    def __str__(self) -> str:
        least, sure = (decimal(v, 4, up=False) for v in (self.epsilon, self.confidence))
        return (
            f"epsilon >= {least} with confidence {sure}: "
            f"outputs {_few(self.event)} came {self.seen[0]} times at {self.x} and {self.seen[1]} "
            f"times at {self.y}, of {self.draws} draws each (statistical, not certified)"
        )


def conforms(
    law: Any, sampler: Sampler, x: Any, *, draws: int = 10_000, false_alarm: Any = "1e-6"
) -> Conformance:
    """Compare draws at x with a law: a mechanism, or {output: probability}.

    An output that the law excludes is a certain refutation.  Half the false-alarm rate goes to the
    frequency of each output, half to the cumulative frequencies in the law's order.
    """
    number, rate = _draws(draws), _rate("false_alarm", false_alarm)
    same, found = Outputs("the law"), _law(law, x)
    expected = dict(zip(same.keys(list(found)), found.values(), strict=True))
    seen = Counter(_drawn(sampler, x, same) for _ in range(number))
    strange = next((r for r in seen if r not in expected), None)
    if strange is not None:
        return Conformance(False, number, rate, f"output {strange} is impossible under the law")
    evidence = _frequencies(expected, seen, number, rate / 2)
    evidence = evidence or _cumulative(expected, seen, number, rate / 2)
    plain = f"no output of {len(expected)} is drawn too often or too rarely"
    return Conformance(not evidence, number, rate, evidence or plain)


def epsilon_from_samples(
    sampler: Sampler, x: Any, y: Any, *, draws: int = 10_000, confidence: Any = "0.999"
) -> SampledBound:
    """A lower bound on the privacy loss between x and y, from draws alone.

    The first half of the draws chooses the event, the second half measures it: one event, so that
    the confidence needs no correction.
    """
    number, sure = _draws(draws), _rate("confidence", confidence)
    half, rest = number // 2, number - number // 2
    same = Outputs("the sampler")
    first, second = (Counter(_drawn(sampler, z, same) for _ in range(half)) for z in (x, y))
    event = _event(first, second)
    seen = tuple(sum(_drawn(sampler, z, same) in event for _ in range(rest)) for z in (x, y))
    bound = _log_ratio(seen[0], seen[1], rest, 1 - sure)
    shown = tuple(sorted(event, key=str))
    return SampledBound(max(bound, Fraction(0)), sure, x, y, shown, (seen[0], seen[1]), rest)


def tail(successes: int, draws: int, p: Real, *, upper: bool) -> Real:
    """Pr[Bin(draws, p) >= successes], or <= successes: a ball, by the incomplete beta function."""
    if not upper:
        return tail(draws - successes, draws, 1 - p, upper=True)
    if successes <= 0:
        return arb(1)
    return p.beta_lower(arb(successes), arb(draws - successes + 1), True)


def likely(successes: int, draws: int, p: Fraction, *, upper: bool, level: Fraction) -> bool:
    """Whether scipy sees the same probability well above `level`: then balls need not look."""
    from scipy.special import betainc

    if not upper:
        return likely(draws - successes, draws, 1 - p, upper=True, level=level)
    if successes <= 0:
        return True
    return bool(betainc(successes, draws - successes + 1, float(p)) > 2 * float(level))


def clopper_pearson(successes: int, draws: int, level: Fraction, *, upper: bool) -> Fraction:
    """A bound on the probability behind `successes`, wrong at most `level` of the time.

    scipy's quantile of a beta distribution, moved outward by 10^-12 of it, or by more until balls
    see that the tail there is certainly below `level`.
    """
    if upper:  # failures are to 1 - p what successes are to p
        return 1 - clopper_pearson(draws - successes, draws, level, upper=False)
    if successes == 0:
        return Fraction(0)
    from scipy.special import betaincinv

    near = Fraction(float(betaincinv(successes, draws - successes + 1, float(level))))
    with FIELD.scope():
        alpha = FIELD.rational(level)
        for digits in (12, 9, 6, 3):
            bound = near * (1 - Fraction(1, 10**digits))
            if FIELD.less(tail(successes, draws, FIELD.rational(bound), upper=True), alpha) is True:
                return bound
    return Fraction(0)


def _frequencies(
    law: Mapping[Any, Enclosure], seen: Counter[Any], draws: int, rate: Fraction
) -> str:
    """The first output whose count is certainly in a tail of probability below its share."""
    share = rate / (2 * len(law))
    with FIELD.scope():
        level = FIELD.rational(share)
        for r, p in law.items():
            for upper, end, word in ((True, p.hi, "often"), (False, p.lo, "rarely")):
                most = min(end, Fraction(1))
                if likely(seen[r], draws, most, upper=upper, level=share):
                    continue
                chance = tail(seen[r], draws, FIELD.rational(most), upper=upper)
                if FIELD.less(chance, level) is True:
                    return (
                        f"output {r} came {seen[r]} times of {draws}, too {word} "
                        f"for probability {float(p):.4g}"
                    )
    return ""


def _cumulative(
    law: Mapping[Any, Enclosure], seen: Counter[Any], draws: int, rate: Fraction
) -> str:
    """Where the empirical distribution leaves the band of half-width sqrt(ln(2/rate)/(2 draws))."""
    lo = hi = Fraction(0)
    count = 0
    with FIELD.scope():
        band = FIELD.sqrt(FIELD.log(FIELD.rational(2 / rate)) / (2 * draws))
        width = FIELD.enclosure(band).hi
    for r, p in law.items():
        lo, hi, count = lo + p.lo, hi + p.hi, count + seen[r]
        share = Fraction(count, draws)
        if share > hi + width or share < lo - width:
            return (
                f"outputs up to {r} came {count} times of {draws}, "
                f"too far from probability {float(hi):.4g}"
            )
    return ""


def _event(first: Counter[Any], second: Counter[Any]) -> set[Any]:
    """The outputs by falling ratio of frequencies, cut where the bound promises to be best.

    Only a choice: floats and a normal approximation will do.
    """
    ranked = sorted(first | second, key=lambda r: -(first[r] + 1) / (second[r] + 1))
    best, event = -math.inf, set(ranked[:1])
    a = b = 0
    for i, r in enumerate(ranked, 1):
        a, b = a + first[r], b + second[r]
        low, high = a - 3 * math.sqrt(a), b + 3 * math.sqrt(b) + 4
        if low > 0 and (promise := math.log(low / high)) > best:
            best, event = promise, set(ranked[:i])
    return event


def _log_ratio(a: int, b: int, draws: int, miss: Fraction) -> Fraction:
    """A lower bound on ln(p/q), wrong at most `miss` of the time; -1 where there is none."""
    p = clopper_pearson(a, draws, miss / 2, upper=False)
    q = clopper_pearson(b, draws, miss / 2, upper=True)
    if p == 0:
        return Fraction(-1)
    with FIELD.scope():
        return FIELD.enclosure(FIELD.log(FIELD.rational(p / q))).lo


def _law(law: Any, x: Any) -> Mapping[Any, Enclosure]:
    if not isinstance(law, Mapping):
        found: Mapping[Any, Enclosure] = adapt(law).law(x)
        return {r: p for r, p in found.items() if p.hi > 0}
    ends = {r: p if isinstance(p, Enclosure) else _point(p) for r, p in law.items()}
    lo, hi = (sum((getattr(p, end) for p in ends.values()), Fraction(0)) for end in ("lo", "hi"))
    if not lo <= 1 <= hi:
        raise Unnormalised("the law", "", x, total=lo)
    return {r: p for r, p in ends.items() if p.hi > 0}


def _drawn(sampler: Sampler, x: Any, same: Outputs) -> Hashable:
    """One output as `same` tells it from others, refused where it cannot be counted."""
    output = sampler(x)
    if not isinstance(output, Hashable):
        raise InvalidValue("an output", output, "it is not hashable: return a tuple or text")
    (key,) = same.keys([output])
    found: Hashable = key
    return found


def _few(event: tuple[Any, ...], most: int = 8) -> str:
    shown = ", ".join(map(str, event[:most]))
    return shown if len(event) <= most else f"{shown} and {len(event) - most} more"


def _point(p: Any) -> Enclosure:
    return Enclosure.exactly(positive_rational("probability", p, zero=True))


def _draws(draws: Any) -> int:
    number = whole("draws", draws)
    if number < 10:
        raise InvalidValue("draws", number, "at least ten")
    return number


def _rate(name: str, value: Any) -> Fraction:
    rate = positive_rational(name, value)
    if rate >= 1:
        raise InvalidValue(name, rate, "it is a probability, below 1")
    return rate
