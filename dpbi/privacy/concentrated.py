"""Zero-concentrated privacy: rho = sup over orders a > 1 of D_a / a, enclosed to any tolerance.

(Bun and Steinke 2016, Def. 1.1; D_a is the Renyi divergence.)  For one ordered pair of laws P, Q on
the same outputs put d = ln P/Q and

    K(a) = ln sum_r Q(r) e^(a d(r)) = (a - 1) D_a,        so that D_a / a = K(a) / (a (a - 1)).

K is a cumulant generating function, so it is convex and analytic; K(0) = K(1) = 0, and its slope at
1 is the Kullback-Leibler divergence KL(P||Q), which is the limit of D_a / a at 1.  That is where
the supremum often is: it is a value of its own here.

The supremum is enclosed by `methods/supremum.py`.

A law of floats is divided by its exact row sums first (`normalised` in `pairs.py` says why).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpbi.fields import Balls, Enclosure, Rational
from dpbi.laws import promise
from dpbi.laws.forms import adapt
from dpbi.laws.interactive import Interactive
from dpbi.laws.partial import Partial
from dpbi.laws.protocol import AnyMechanism
from dpbi.privacy.adaptive.curves import Curves
from dpbi.privacy.adaptive.playing import Game
from dpbi.privacy.methods.supremum import WORK, Curve, CurveMaker, Supremum
from dpbi.privacy.pairs import Pairs
from dpbi.privacy.results import Divergence
from dpbi.privacy.tails.moments import tail_rho

TOLERANCE = Fraction(1, 10**6)
FEWEST_BITS, TRIES = 128, 3
FINE = Fraction(1, 10**12)


def zero_concentrated(
    mechanism: AnyMechanism, *, tolerance: Rational = TOLERANCE, digits: int | None = None
) -> Divergence:
    """rho over all ordered pairs, with the order that attains lo: 1 stands for the limit at 1.

    Where no precision tried reaches the tolerance, or it would take more than about `WORK`, the
    bounds are as wide as they were found, and `reached` says so.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> print(dpbi.zero_concentrated(coin, digits=3))
    [0.549, 0.551]
    """
    width, m = promise.width(tolerance, digits, TOLERANCE), adapt(mechanism)
    if isinstance(m, Partial):
        return replace(tail_rho(m, width), asked=width)
    if isinstance(m, Interactive):
        game = Game(m)
        return replace(_rho(game.pairs, width, Curves(game)), asked=width)
    return replace(_rho(Pairs(m), width), asked=width)


def _rho(pairs: Pairs, tolerance: Fraction, of: CurveMaker = Curve.of) -> Divergence:
    """rho to the tolerance; where that is out of reach, at least to a usual one."""
    found = _narrowed(pairs, max(tolerance, FINE), of)
    if found.width > tolerance and tolerance < FINE:
        finer = _narrowed(pairs, tolerance, of)
        found = min(found, finer, key=lambda d: d.width)
    return replace(found.of_floats(pairs.mechanism.deviation()), counted=pairs.counted)


def _narrowed(pairs: Pairs, tolerance: Fraction, of: CurveMaker) -> Divergence:
    """The bounds that `WORK` affords."""
    bits, work = FEWEST_BITS + 2 * (1 / tolerance).__ceil__().bit_length(), WORK
    for _ in range(TRIES):
        search = Supremum(pairs, tolerance, Balls(bits), work=work, of=of)
        found, work = search.find(), search.work
        if found.width <= tolerance or work <= 0:
            break
        bits *= 2
    return found


def bounded_by_limit(m: Any, rho: Enclosure, ties: Callable[[Any, Any], bool]) -> bool:
    """Whether rho is what it encloses: the limit at 1 of some pair, and no value is larger.

    `ties(x, y)` says that KL is that number exactly.  Then T - m is 0 in the proof around 1.
    """
    tolerance = Fraction(1, 10**12)
    search = Supremum(Pairs(adapt(m)), tolerance, Balls(4 * FEWEST_BITS), rho.lo)
    found = search.find(ties)
    return found.hi != math.inf and search.tied and not search.given_up
