"""Renyi divergences and rho of a law of which a part is not listed, on both sides.

D_a = K(a)/(a-1), K(a) = ln of the sum of P^a Q^(1-a); rho is the supremum of D_a / a over a > 1.
Orders from 0 to 1 are enclosed by `small_orders.py`.

Where nothing is proved of a pair, K is enclosed by `Moments`; it has no upper bound without a bound
of P/Q at every output.  rho is found as in `privacy/methods/supremum.py`, by the tail and the
chords of the convex K alone: K is known at single orders, and not its derivatives.  Its slope at 1,
a Kullback-Leibler divergence, is taken to be 0: no chord needs it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dpbi.fields import Balls, Level, Real
from dpbi.laws.partial import Partial
from dpbi.privacy.methods.supremum import ONE, Curve, Supremum
from dpbi.privacy.orders.order import RenyiOrder
from dpbi.privacy.results import Divergence, Extended
from dpbi.privacy.tails.bounds import ratios
from dpbi.privacy.tails.looking import Closeness, TailPair, Tails
from dpbi.privacy.tails.powers import Moments
from dpbi.privacy.tails.small_orders import Entropy, Overlap
from dpbi.support.progress import counted

ZERO = Fraction(0)
TRIED = (
    Fraction(2),
    Fraction(4),
    Fraction(3, 2),
    Fraction(16),
    Fraction(64),
)  # orders, where there is no upper bound
COST = 40  # products of balls that one order takes for each atom


def tail_renyi(m: Partial, order: Fraction, width: Fraction) -> Divergence:
    """The largest D_order over ordered pairs."""
    tails = Tails(m)

    def answer(look: Closeness) -> Divergence:
        found = [
            (pair, *_divergence(tails, pair, order, look))
            for pair in counted("pairs", tails.ordered)
        ]
        pair, lo, _, trusts = max(found, key=lambda each: each[1])
        hi = max(each[2] for each in found)
        return Divergence(lo, hi, pair.x, pair.y, trusts, at=order, quantity="renyi")

    return tails.narrowed(width, answer, lambda d: d.width)


def _divergence(
    tails: Tails, pair: TailPair, a: Fraction, look: Closeness
) -> tuple[Extended, Extended, tuple[str, ...]]:
    """At least, at most, and what that rests on."""
    proved = _proved(pair, a, look.F)
    if proved is not None:
        return proved
    if a <= 1:
        seen = tails.seen(pair, look)
        lo, hi = Entropy(seen).bounds() if a == 1 else Overlap(seen, a).gain()
        return *_over(lo, hi, RenyiOrder(a)), ("support",) if lo == math.inf else ("ball",)
    F, moments = look.F, Moments(tails.seen(pair, look))
    if moments.impossible:
        return math.inf, math.inf, ("support",)
    low, high = moments.at(a)
    lo = F.enclosure(F.log(low.lower())).lo if low > 0 else ZERO
    hi = math.inf if high is None else F.enclosure(F.log(high.upper())).hi
    return *_over(lo, hi, RenyiOrder(a)), ("ball",)


def _proved(
    pair: TailPair, a: Fraction, F: Balls
) -> tuple[Extended, Extended, tuple[str, ...]] | None:
    """The same where facts say it."""
    order, facts = RenyiOrder(a), pair.facts
    if a <= 1 and not facts.of_every_order:
        return None
    if (value := facts.renyi(a)) is not None:
        return value, value, ("argument",)
    found = facts.relative_entropy(F) if order.is_limit else facts.log_moment(a, F)
    if found is None:
        return None
    ends = F.enclosure(order.sign * found)
    return *_over(ends.lo, ends.hi, order), ("argument", "ball")


def _over(lo: Extended, hi: Extended, order: RenyiOrder) -> tuple[Extended, Extended]:
    """D_a from its gain: never below 0."""
    ends = (v if isinstance(v, float) else max(v / order.divisor, ZERO) for v in (lo, hi))
    first, second = ends
    return first, second


def tail_rho(m: Partial, width: Fraction) -> Divergence:
    """rho over ordered pairs; the order is that of the lower end, 1 where all orders have it."""
    tails = Tails(m)
    proved = [(pair, pair.facts.rho()) for pair in tails.ordered]
    open_ = [pair for pair, value in proved if value is None]
    known = [(value, pair) for pair, value in proved if value is not None]
    best: Divergence | None = None
    if known:
        value, at = max(known, key=lambda each: each[0])
        trusts = ("argument",)
        best = Divergence(value, value, at.x, at.y, trusts, at=ONE, quantity="rho")
    if not open_ or (best is not None and best.lo == math.inf):
        assert best is not None  # there is a pair
        return best
    # near the order 1 a chord is as good as K(a)/(a-1) is known: the mass left enters squared
    found = tails.narrowed(
        width * width / 64, lambda look: _rho(tails, open_, width, look), lambda d: _left(d, width)
    )
    if best is None:
        return found
    top = best if best.lo > found.lo else found
    return replace(top, hi=max(best.hi, found.hi), trusts=("argument", "ball"))


def _left(found: Divergence, width: Fraction) -> Extended:
    """What is left open beyond what was asked for: then a closer look is needed."""
    return ZERO if found.width <= width else found.width


def _rho(tails: Tails, pairs: list[TailPair], width: Fraction, look: Closeness) -> Divergence:
    """The supremum over orders of the pairs of which it is not proved."""
    F, curves = look.F, []
    search = Supremum(tails.pairs, width, F)
    search.best = Divergence(ZERO, ZERO, pairs[0].x, pairs[0].y, at=ONE, quantity="rho")
    unbounded = False
    for pair in pairs:
        curve = _curve(tails, pair, look)
        if isinstance(curve, Divergence):
            return curve
        if curve.ends:
            curves.append(curve)
            continue
        unbounded = True
        for order in TRIED:
            search.see(curve, order, curve.at(order) / F.rational(order * (order - 1)))
    for curve in curves:
        search.cover(curve)
    lo = search.best.lo
    hi: Extended = max(lo, search.target, search.given_up) if curves else lo
    if curves and not unbounded:
        hi = max(lo, min(hi, F.enclosure(F.maximum(c.top for c in curves)).hi))
    hi = math.inf if unbounded else hi
    best = search.best
    return Divergence(lo, hi, best.x, best.y, ("ball",), at=best.at, quantity="rho")


def _curve(tails: Tails, pair: TailPair, look: Closeness) -> TailCurve | Divergence:
    """K of a pair, or the infinite rho."""
    F, place = look.F, (pair.x, pair.y)
    loss = pair.facts.loss()
    if not (loss is None or loss == math.inf or pair.facts.log_moment(Fraction(2), F) is None):
        return TailCurve.of_facts(pair, Level.of(loss).value(F), F)  # type: ignore[arg-type]  # exact
    seen = tails.seen(pair, look)
    moments = Moments(seen)
    if moments.impossible:
        return Divergence(math.inf, math.inf, *place, ("support",), at=ONE, quantity="rho")
    upper = ratios(seen).upper
    zero = F.rational(0)
    most = zero if upper is None else F.log(F.rational(1).max(upper))
    found = TailCurve(F, place, [], [], zero, most, 0)
    found.moments, found.ends = moments, upper is not None
    return found


@dataclass
class TailCurve(Curve):
    """K as an enclosure at single orders; `ends` says whether `top` bounds the loss."""

    facts: Any = None
    moments: Moments | None = None
    ends: bool = True

    @staticmethod
    def of_facts(pair: TailPair, top: Real, F: Balls) -> TailCurve:
        """From what is proved."""
        return TailCurve(F, (pair.x, pair.y), [], [], F.rational(0), top, 0, facts=pair.facts)

    @property
    def work(self) -> int:
        """What one interval takes."""
        atoms = 1 if self.moments is None else 1 + len(self.moments.low) + len(self.moments.high)
        return COST * atoms * (1 + self.F.bits // 256)

    def at(self, order: Fraction) -> Real:
        """K(order); without an upper bound, a lower one."""
        if order not in self.known:
            self.known[order] = self._at(order)
        return self.known[order]

    def _at(self, order: Fraction) -> Real:
        F = self.F
        if self.moments is None:
            return self.facts.log_moment(order, F)
        low, high = self.moments.at(order)
        least = F.log(low.lower()) if low > 0 else F.rational(0)
        least = F.rational(0).max(least)  # a divergence is not below 0
        return least if high is None else least.union(F.log(high.upper()))

    def _by_taylor(self, a: Fraction, b: Fraction, T: Fraction) -> bool:
        """Its derivatives are not known."""
        return False
