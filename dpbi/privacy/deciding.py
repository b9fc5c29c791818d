"""The one place where a mechanism and a promise become an answer.

`settle` answers: bounds from the auditor, narrowed along the ladder of `fields/field.py`, and the
exact routes of `ties.py` for what may be a tie.  `decide` makes a finding of that, with the numbers
and the violation.  `PrivacyLoss.within`, `is_private`, `assert_private`, baselines and the commands
all come here, so that the same question has one answer.  Only certain answers become verdicts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dpbi.errors import InvalidValue
from dpbi.fields import ExactInput, Level, Rational
from dpbi.fields.field import LADDER
from dpbi.laws.forms import adapt
from dpbi.laws.partial import Partial
from dpbi.laws.promise import Promise
from dpbi.laws.protocol import AnyMechanism, Mechanism
from dpbi.privacy.concentrated import zero_concentrated
from dpbi.privacy.delta import privacy_profile
from dpbi.privacy.finding import FAILS, HOLDS, UNDECIDED, Finding, Violation, scope_of
from dpbi.privacy.loss import privacy_loss
from dpbi.privacy.orders.exactly import compare_renyi, compare_rho
from dpbi.privacy.renyi import renyi_divergence
from dpbi.privacy.results import Divergence, Extended, PrivacyLoss, at_most
from dpbi.privacy.tails import findings as tails
from dpbi.privacy.ties import Answer, compare_delta, compare_loss
from dpbi.privacy.violations import at_output, at_pair, first_violation
from dpbi.support import arguments

BITS = 128  # of the ends of a value that is known to be a logarithm
RUNGS = tuple(rung.digits for rung in LADDER[1:])  # from what a baseline keeps
COARSE = 6  # digits of rho: a search over orders, each a pass over all pairs, so not for all rungs


@dataclass(frozen=True, slots=True)
class Settled:
    """An answer, the bounds that it comes from, and the sign of value less allowed if found.

    `reason` says why the answer is None, where that is known.
    """

    promise: Promise
    answer: bool | None
    found: PrivacyLoss | Divergence
    sign: int | None = None
    reason: str = ""

    @property
    def tie(self) -> bool:
        """Whether the value is exactly what is promised."""
        return self.sign == 0 and not self.promise.slack

    @property
    def bounds(self) -> tuple[Extended, Extended]:
        """Of the value; what the sign says included."""
        lo, hi = self.found.lo, self.found.hi
        if self.sign is None:
            return lo, hi
        limit = Level.of(self.promise.allowed).enclosure(BITS)
        return (lo if self.sign < 0 else limit.lo), (hi if self.sign > 0 else limit.hi)

    @property
    def exact(self) -> str | None:
        """The value in closed form, where it is known: as the auditor names it, or as promised."""
        named = getattr(self.found, "exact", None)
        lo, hi = self.bounds
        tie = self.tie or (lo == hi == self.promise.value)
        return named or (str(self.promise.value) if tie else None)

    @property
    def trusts(self) -> tuple[str, ...]:
        """What the answer rests on."""
        more = () if self.sign is None else ("symbolic",)
        return tuple(dict.fromkeys((*self.found.trusts, *more)))


def settle(mechanism: Any, promise: Promise) -> Settled:
    """Whether a promise is kept, with the bounds that say so."""
    return _BY_KIND[promise.kind](adapt(mechanism), promise)


def is_private(mechanism: AnyMechanism, epsilon: ExactInput, *, slack: Rational = 0) -> bool | None:
    """Whether the mechanism is epsilon-DP; None where that is not decided.

    `epsilon` is an exact number, such as 1, "1/2", "0.3" or "ln(3)".  With a slack, whether the
    true loss is at most epsilon + slack.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> dpbi.is_private(coin, "ln(3)"), dpbi.is_private(coin, 1)
    (True, False)
    >>> dpbi.is_private(coin, 1, slack="1/10")
    True
    """
    return settle(mechanism, Promise.epsilon(epsilon, slack=slack)).answer


def decide(
    mechanism: AnyMechanism,
    promise: Promise,
    *,
    label: str = "",
    parameters: Mapping[str, str] | None = None,
) -> Finding:
    """What is true of a promise, with bounds, and the violation where it is broken.

    `parameters` are what the mechanism was made with, where it does not keep that itself.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> found = dpbi.decide(coin, dpbi.Promise.epsilon(1))
    >>> found.verdict, found.witness.x, found.witness.y, found.witness.output
    ('fails', 0, 1, 'a')
    """
    if not isinstance(promise, Promise):
        raise InvalidValue("promise", promise, "write one such as Promise.epsilon(1)")
    arguments.text("label", label)
    if parameters is not None:
        arguments.mapping("parameters", parameters, "write {name: value}")
    m = adapt(mechanism)
    settled = settle(m, promise)
    found, (lo, hi) = settled.found, settled.bounds
    scope = tails.tail_scope(m) if isinstance(m, Partial) else scope_of(m, found.counted)
    finding = Finding(
        lo,
        hi,
        label or m.label,
        promise,
        verdict(settled.answer),
        _worst(m, promise, found),
        tuple(dict.fromkeys((*settled.trusts, *m.rests_on()))),
        exact=settled.exact,
        deviation=found.deviation,
        reason=settled.reason,
        scope=scope.with_parameters(parameters or {}),
        covered=_covered(m, promise, hi),
        remarks=m.remarks(),
    )
    return _with_violation(m, finding)


def verdict(answer: bool | None) -> str:
    """The word for a three-valued answer."""
    return UNDECIDED if answer is None else HOLDS if answer else FAILS


def _epsilon(m: Mechanism, promise: Promise) -> Settled:
    return _climb(
        m,
        promise,
        lambda digits: privacy_loss(m, digits=digits),
        lambda: compare_loss(m, promise.allowed),
    )


def _delta(m: Mechanism, promise: Promise) -> Settled:
    at, allowed = promise.at, promise.delta_allowed
    assert at is not None  # Promise.delta has it

    def look(digits: int) -> Divergence:
        (delta,) = privacy_profile(m, [at], tolerance=Fraction(1, 10**digits))
        return delta

    return _climb(m, promise, look, lambda: compare_delta(m, at, allowed))


def _rho(m: Mechanism, promise: Promise) -> Settled:
    return _climb(
        m,
        promise,
        lambda digits: zero_concentrated(m, tolerance=Fraction(1, 10**digits)),
        lambda: compare_rho(m, promise.allowed),
        (COARSE, *(rung.digits for rung in LADDER[:2])),
    )


def _renyi(m: Mechanism, promise: Promise) -> Settled:
    order = promise.at
    assert isinstance(order, Fraction)  # Promise.renyi has seen to it
    return _climb(
        m,
        promise,
        lambda digits: renyi_divergence(m, order, tolerance=Fraction(1, 10**digits)),
        lambda: compare_renyi(m, order, promise.allowed),
    )


_BY_KIND: dict[str, Callable[[Mechanism, Promise], Settled]] = {
    "epsilon": _epsilon,
    "delta": _delta,
    "rho": _rho,
    "renyi": _renyi,
}


def _climb(
    m: Mechanism,
    promise: Promise,
    look: Callable[[int], PrivacyLoss | Divergence],
    against: Callable[[], Answer],
    rungs: tuple[int, ...] = RUNGS,
) -> Settled:
    """Up the ladder, from what is kept; the exact route is tried where the first rung reaches it.

    A tie is more likely than a near miss.  Where not all outputs are listed there is no exact
    route, and bounds that are wider than was asked do not become narrower.
    """
    exact = None
    for digits in rungs:
        found = look(digits)
        if (answer := _seen(found, promise)) is not None:
            return Settled(promise, answer, found)
        if isinstance(m, Partial):
            if not found.reached or digits == rungs[-1]:
                return Settled(promise, None, found, reason=tails.open_reason(m, found))
            continue
        exact = exact or against()
        if exact.sign is not None:
            return Settled(promise, exact.sign <= 0, found, exact.sign)
    assert exact is not None  # there is a first rung
    return Settled(promise, None, found, reason=exact.reason)


def _seen(found: PrivacyLoss | Divergence, promise: Promise) -> bool | None:
    """As far as the bounds tell."""
    if isinstance(found, PrivacyLoss):
        return found.seen_within(promise.allowed)
    return at_most(found.lo, found.hi, promise.allowed)


def _worst(m: Mechanism, promise: Promise, found: PrivacyLoss | Divergence) -> Violation:
    """Where the value is largest; a divergence is a property of the pair."""
    if isinstance(m, Partial):
        return tails.tail_worst(m, promise, found)
    if isinstance(found, PrivacyLoss):
        return at_output(m, found.witness, promise.value)
    if promise.kind == "delta":
        return at_pair(m, found.x, found.y, promise)
    return Violation(found.x, found.y)


def _covered(m: Mechanism, promise: Promise, hi: Extended) -> Promise | None:
    """What holds all the same where epsilon is infinite, or not known to be finite."""
    if promise.kind != "epsilon" or hi != math.inf or not isinstance(m, Partial):
        return None
    return tails.covering(m, promise.value)


def _with_violation(m: Mechanism, f: Finding) -> Finding:
    """The first violation where the promise is broken; the worst, where that is out of reach."""
    if f.verdict != FAILS:
        return f
    if f.promise.kind in ("rho", "renyi") or isinstance(m, Partial):
        return replace(f, witness=f.worst)
    first = first_violation(m, f.promise)
    return replace(f, witness=first or f.worst, smallest=first is not None)
