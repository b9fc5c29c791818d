"""The privacy loss of a law of which a part is not listed, on both sides."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import Any

from dpbi.errors import brief
from dpbi.fields import ExactNumber, Level
from dpbi.fields.enclosure import decimal
from dpbi.laws.partial import Partial
from dpbi.privacy.methods.exact import multiple_of_epsilon
from dpbi.privacy.results import Extended, PrivacyLoss, Witness
from dpbi.privacy.tails.bounds import OUTSIDE, largest_exactly, ratios
from dpbi.privacy.tails.looking import Closeness, TailPair, Tails
from dpbi.support.progress import counted

BITS = 128  # of the ends of a logarithm that is known exactly
NO_RATIO = "no bound of the ratio is known at the outputs that are not listed"
GROWS = "the ratio of probabilities grows without end"


@dataclass(frozen=True, slots=True)
class PairLoss:
    """What is known of the loss of one pair; `exact` where that is all of it."""

    lo: Extended
    hi: Extended
    at: Any
    trusts: tuple[str, ...]
    why: str = ""
    exact: ExactNumber | None = None


def tail_loss(m: Partial, width: Fraction) -> PrivacyLoss:
    """The largest ln P/Q over ordered pairs and all outputs, listed or not."""
    tails = Tails(m)

    def answer(look: Closeness) -> PrivacyLoss:
        found = [(pair, _of_pair(tails, pair, look)) for pair in counted("pairs", tails.ordered)]
        return _largest(m, found)

    def hopeless(loss: PrivacyLoss) -> bool:
        return loss.unbounded.startswith(NO_RATIO)

    return tails.narrowed(width, answer, lambda loss: loss.width, hopeless)


def _largest(m: Partial, found: list[tuple[TailPair, PairLoss]]) -> PrivacyLoss:
    """Of all pairs: the upper end is that of any, the witness has the highest lower end."""
    pair, best = max(found, key=lambda each: each[1].lo)
    hi, _, why = max(((each.hi, each.lo, each.why) for _, each in found), key=itemgetter(0, 1))
    at, claimed = Witness(pair.x, pair.y, best.at), m.claimed_epsilon
    if (value := _exactly([each for _, each in found])) is None:
        return PrivacyLoss(best.lo, hi, at, best.trusts, claimed, unbounded=why)
    ends, number = Level.of(value).enclosure(BITS), Level.of(value).as_rational
    pair, best = next((p, each) for p, each in found if each.exact == value)
    at = Witness(pair.x, pair.y, best.at)
    named = str(value) if number is None else multiple_of_epsilon(number, claimed)
    power = _power_of_e(value)
    return PrivacyLoss(ends.lo, ends.hi, at, best.trusts, claimed, named, number, power)


def _exactly(found: list[PairLoss]) -> ExactNumber | None:
    """The largest loss as an exact number, where it is known and all others are below."""
    known = [Level.of(each.exact) for each in found if each.exact is not None]
    if not known:
        return None
    best = max(known)
    lo = best.enclosure(BITS).lo
    return best.simplest if all(each.exact is not None or each.hi <= lo for each in found) else None


def _power_of_e(value: ExactNumber) -> Fraction | None:
    """e^value, where that is seen to be rational."""
    if not isinstance(value, Level) or value.plain or value.times.denominator != 1:
        return None
    return value.base**value.times.numerator


def _of_pair(tails: Tails, pair: TailPair, look: Closeness) -> PairLoss:
    """By what is proved, or by what is listed."""
    value = pair.facts.loss()
    if value is None:
        return _listed(tails, pair, look)
    if isinstance(value, float):
        return _infinite(tails, pair, look)
    ends = Level.of(value).enclosure(BITS)
    at = tails.m.attained(pair.x, pair.y)
    return PairLoss(ends.lo, ends.hi, at, (pair.facts.proof,), exact=value)


def _infinite(tails: Tails, pair: TailPair, look: Closeness) -> PairLoss:
    """With an output that is impossible at y where one is listed."""
    found = ratios(tails.seen(pair, look))
    if found.impossible:
        return PairLoss(math.inf, math.inf, found.at, ("support",))
    return PairLoss(math.inf, math.inf, None, (pair.facts.proof,), GROWS)


def _listed(tails: Tails, pair: TailPair, look: Closeness) -> PairLoss:
    """From the atoms, what is left, and the tail ratio."""
    F, seen = look.F, tails.seen(pair, look)
    found = ratios(seen)
    if found.impossible:
        return PairLoss(math.inf, math.inf, found.at, ("support",))
    if (exactly := largest_exactly(seen)) is not None and exactly[0] >= 1:
        value = Level.ln(exactly[0])
        ends = value.enclosure(BITS)
        return PairLoss(ends.lo, ends.hi, exactly[1], ("symbolic",), exact=value.simplest)
    zero = Fraction(0)  # ln P/Q or ln Q/P is at least 0
    lo = zero if found.lower is None else max(zero, F.enclosure(F.log(found.lower.lower())).lo)
    if found.upper is None:
        return PairLoss(lo, math.inf, found.at, ("ball",), _why(seen.here.left, found.open, F))
    one = F.rational(1).max(found.upper)
    return PairLoss(lo, max(lo, F.enclosure(F.log(one.upper())).hi), found.at, ("ball",))


def _why(left: Any, place: Any, F: Any) -> str:
    """Why there is no upper bound, in a few words."""
    mass = decimal(F.enclosure(left).hi, 3, up=True)
    if place is OUTSIDE:
        return f"{NO_RATIO}, of mass at most {mass}"
    return f"output {brief(place, 60)} may be impossible at the neighbour, for all that is known"
