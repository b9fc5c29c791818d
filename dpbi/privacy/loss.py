"""`privacy_loss`: the one question, sent to the method that answers it best (`methods/`).

A law names its form, and the family that it belongs to if dpbi has a proof about that.

family  clamped Laplace        a formula with proof                  (laplace.py)
        Hellinger exponential  proven floating-point filter, balls   (hellinger.py)
form    probabilities          a filter, exact comparison of ratios  (tables.py)
        polynomials in q       doubles, balls, exact comparison in q (polynomials.py)
        weights in q           the same, with their sums             (polynomials.py)
        any other              balls over all pairs and outputs      (here)
        not all listed         balls, and what is left where it harms most  (tails/losses.py)
        asks an adversary      as against a uniform one: choices cancel in ratios  (here)

The loss of a continuous mechanism is known in closed form: the mechanism states it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from typing import Any

from dpbi.bayes.data import whole
from dpbi.errors import InvalidValue, TooLarge
from dpbi.fields import Balls, ExactNumber, Rational, Real
from dpbi.fields.field import MOST_BITS
from dpbi.laws import promise
from dpbi.laws.forms import Exact, InQ, QuotientInQ
from dpbi.laws.interactive import Interactive
from dpbi.laws.partial import Partial
from dpbi.laws.protocol import AnyMechanism, Continuous, Mechanism, adapt
from dpbi.mechanisms import exponential, laplace
from dpbi.privacy.methods.exact import multiple_of_epsilon
from dpbi.privacy.methods.hellinger import loss_or_reason, sooner_in_balls
from dpbi.privacy.pairs import FEW, Pairs, only_under_first
from dpbi.privacy.results import PrivacyLoss, Witness
from dpbi.support.progress import counted


def loss_in_balls(m: Mechanism, tolerance: Fraction, bits: int = 128) -> PrivacyLoss:
    """eps* over all ordered pairs and outputs, to a width of `tolerance`.

    Precision doubles until the width is reached; where it cannot be (a mechanism whose own
    constants are inexact), the widest sound answer is returned with the width that it has.
    """
    pairs = Pairs(m)
    while True:
        result = _at_precision(m, pairs, Balls(bits))
        if result.width <= tolerance or bits >= MOST_BITS:
            return replace(result, counted=pairs.counted)
        bits *= 2


def _at_precision(m: Mechanism, pairs: Pairs, F: Balls) -> PrivacyLoss:
    """What doubles leave is enclosed; then what may attain the maximum is the witness."""
    claimed, names = m.claimed_epsilon, pairs.datasets
    trusts: tuple[str, ...] = ("ball",)
    with F.scope():
        laws = pairs.laws(F)
        if pairs.number * len(laws[names[0]]) > FEW:
            from dpbi.privacy.methods.doubles import LawsInDoubles

            trusts = ("filter", "ball")
            doubles = LawsInDoubles.of([laws[x] for x in names], -math.inf)
            near = doubles.highest_losses(*pairs.different_positions(F))
            if isinstance(near, tuple):
                return _infinite(laws, names[near[0]], names[near[1]], claimed)
            places = {(names[i], names[j]): outputs for (i, j), outputs in near.items()}
        else:
            places = {pair: list(laws[pair[0]]) for pair in pairs.different(F)}
        largest = {}
        for (x, y), outputs in counted("pairs", list(places.items())):
            p, q = laws[x], laws[y]
            if trusts == ("ball",) and only_under_first(p, q) is not None:
                return _infinite(laws, x, y, claimed)
            largest[x, y] = F.maximum(p[r] - q[r] for r in outputs)
        top = F.maximum(largest.values())
        best: tuple[Real, Witness] | None = None
        for (x, y), value in largest.items():
            if F.less(value, top) is True:
                continue
            p, q = laws[x], laws[y]
            ds = [(r, d) for r in places[x, y] if F.less(d := p[r] - q[r], top) is not True]
            best = _highest(best, ds, x, y, F)
        hi = F.enclosure(top).hi
    assert best is not None  # the maximum overlaps one of its terms
    return PrivacyLoss(F.enclosure(best[0]).lo, hi, best[1], trusts, claimed)


def _infinite(
    laws: Mapping[Any, Mapping[Any, Real]], x: Any, y: Any, claimed: ExactNumber | None
) -> PrivacyLoss:
    at = Witness(x, y, only_under_first(laws[x], laws[y]))
    return PrivacyLoss(math.inf, math.inf, at, ("support",), claimed)


def _highest(
    best: tuple[Real, Witness] | None, ds: list[tuple[Any, Real]], x: Any, y: Any, F: Balls
) -> tuple[Real, Witness] | None:
    """The loss with the highest lower end, the first of several, and where it is.

    At twice the precision a lower end is a ball without radius, and such are compared exactly.
    """
    with F.deeper(F.bits + 64).scope():
        ends = None if best is None else best[0].lower()
        for r, d in ds:
            if ends is None or d.lower() > ends:
                best, ends = (d, Witness(x, y, r)), d.lower()
    return best


TOLERANCE, MOST_THREADS = Fraction(1, 10**12), 256


def privacy_loss(
    mechanism: AnyMechanism,
    *,
    tolerance: Rational = TOLERANCE,
    digits: int | None = None,
    threads: int | None = None,
) -> PrivacyLoss:
    """The true privacy loss of a mechanism, enclosed to the tolerance, with its witness.

    Every ordered pair of neighbouring datasets and every output counts.  `threads` bounds the
    threads of the compiled filter (default: the machine's cores).

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> dpbi.privacy_loss(coin, digits=5)
    <PrivacyLoss ln(3) = [1.0986122886681096913, 1.0986122886681096914], at 0 and 1, output a>
    """
    width = promise.width(tolerance, digits, TOLERANCE)
    threads = None if threads is None else whole("threads", threads)
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise InvalidValue("threads", threads, f"it must be between 1 and {MOST_THREADS}")
    if isinstance(mechanism, Continuous):
        return replace(continuous_loss(mechanism), asked=width)
    m = adapt(mechanism)
    found = _loss(m, width, threads)
    lo = found.lo if found.lo >= 0 else Fraction(0)  # ln P/Q or ln Q/P is >= 0
    trusts = tuple(dict.fromkeys((*found.trusts, *m.rests_on())))
    return replace(found, lo=lo, asked=width, mechanism=m, trusts=trusts, remarks=m.remarks())


def _loss(m: Mechanism, tolerance: Fraction, threads: int | None) -> PrivacyLoss:
    if isinstance(m, Partial):
        return _by("tails.losses.tail_loss")(m, tolerance)
    if isinstance(m, Interactive):
        return _in_balls(m.against_uniform(), tolerance)
    if m.family == exponential.FAMILY:
        own: Any = m  # the family says what it is
        if sooner_in_balls(own):
            return loss_in_balls(m, tolerance)
        found = loss_or_reason(own, tolerance, threads)
        return found if isinstance(found, PrivacyLoss) else _without_filter(m, tolerance, found)
    method = METHODS.get(m.family or m.form)
    return _by(method)(m, tolerance) if method else _in_balls(m, tolerance)


def _in_balls(m: Mechanism, tolerance: Fraction) -> PrivacyLoss:
    return loss_in_balls(m, tolerance).of_floats(m.deviation())


METHODS = {
    laplace.FAMILY: "methods.laplace.laplace_loss",
    Exact.form: "methods.tables.table_loss",
    InQ.form: "methods.polynomials.loss_in_q",
    QuotientInQ.form: "methods.polynomials.loss_in_q",
}
"""What answers for a family or a form: loaded when it is asked."""


def _by(name: str) -> Callable[[Any, Fraction], PrivacyLoss]:
    module, _, function = name.rpartition(".")
    method: Callable[[Any, Fraction], PrivacyLoss]
    method = getattr(import_module(f"dpbi.privacy.{module}"), function)
    return method


def continuous_loss(m: Continuous) -> PrivacyLoss:
    """The loss as the mechanism knows it, and where it is attained."""
    value = m.privacy_loss
    at, claimed = Witness(*m.attained), m.claimed_epsilon
    exact = multiple_of_epsilon(value, claimed)
    return PrivacyLoss(value, value, at, ("argument",), claimed, exact=exact, exact_value=value)


def _without_filter(m: Mechanism, tolerance: Fraction, reason: str) -> PrivacyLoss:
    """The loss in balls, which hold much less: a refusal says why the filter is not used."""
    try:
        return loss_in_balls(m, tolerance)
    except TooLarge as error:
        because = f"the compiled filter takes more, but not this: {reason}"
        raise replace(error, because=because) from None
