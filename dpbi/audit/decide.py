"""From a mechanism and a promise to a finding.

Bounds come from the auditor; where they straddle what is promised they are narrowed, and what is
then still a tie is decided exactly where the law allows it (`audit/ties.py`).  Only certain answers
become verdicts.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpbi.audit import privacy_loss, privacy_profile, renyi_divergence, zero_concentrated
from dpbi.audit.finding import FAILS, HOLDS, UNDECIDED, Finding, Instance
from dpbi.audit.first import first_violation
from dpbi.audit.instances import at_output, at_pair
from dpbi.audit.promise import Promise
from dpbi.audit.results import Divergence, PrivacyLoss
from dpbi.audit.ties import delta_against, loss_against
from dpbi.mechanisms.base import Mechanism
from dpbi.mechanisms.forms import adapt

DIGITS, MOST_DIGITS = 20, 80


def decide(mechanism: Any, promise: Promise, *, label: str = "") -> Finding:
    """What is true of a promise, with bounds, and the violation where it is broken."""
    m = adapt(mechanism)
    by_kind = {"epsilon": _epsilon, "delta": _delta, "rho": _rho, "renyi": _renyi}
    return by_kind[promise.kind](m, promise, label or m.label)


def verdict(answer: bool | None) -> str:
    """The word for a three-valued answer."""
    return UNDECIDED if answer is None else HOLDS if answer else FAILS


def _epsilon(m: Mechanism, promise: Promise, label: str) -> Finding:
    digits, sign = DIGITS, None
    loss = privacy_loss(m, digits=digits)
    while (answer := loss.within(promise.value)) is None and digits < MOST_DIGITS:
        if digits == DIGITS:  # a tie is more likely than a near miss
            sign = loss_against(m, promise.value)
            if sign is not None:
                break
        digits *= 2
        loss = privacy_loss(m, digits=digits)
    worst = at_output(m, loss.witness, promise.value)
    found = _finding(label, promise, loss, answer, worst, sign)
    exact = loss.exact or (str(promise.value) if found.lo == found.hi == promise.value else None)
    return _with_violation(m, replace(found, exact=exact))


def _delta(m: Mechanism, promise: Promise, label: str) -> Finding:
    assert promise.at is not None  # Promise.delta has it
    digits, sign = DIGITS, None
    while True:
        (delta,) = privacy_profile(m, [promise.at], tolerance=Fraction(1, 10**digits))
        if (answer := _within(delta, promise.value)) is None and digits == DIGITS:
            sign = delta_against(m, promise.at, promise.value)
        if answer is not None or sign is not None or digits >= MOST_DIGITS:
            break
        digits *= 2
    worst = at_pair(m, delta.x, delta.y, promise)
    return _with_violation(m, _finding(label, promise, delta, answer, worst, sign))


def _rho(m: Mechanism, promise: Promise, label: str) -> Finding:
    return _of_divergence(zero_concentrated(m), promise, label)


def _renyi(m: Mechanism, promise: Promise, label: str) -> Finding:
    return _of_divergence(renyi_divergence(m, promise.at), promise, label)


def _of_divergence(found: Divergence, promise: Promise, label: str) -> Finding:
    """A divergence is a property of the pair, so a pair is the whole witness."""
    answer, worst = _within(found, promise.value), Instance(found.x, found.y)
    made = _finding(label, promise, found, answer, worst)
    return replace(made, witness=worst) if answer is False else made


def _within(found: Divergence, most: Fraction) -> bool | None:
    return True if found.hi <= most else False if found.lo > most else None


def _finding(
    label: str,
    promise: Promise,
    found: PrivacyLoss | Divergence,
    answer: bool | None,
    worst: Instance,
    sign: int | None = None,
) -> Finding:
    """The finding; `sign` is that of the value less the promise, where that was found exactly."""
    lo, hi, trusts = found.lo, found.hi, found.trusts
    if answer is None and sign is not None:
        answer, trusts = sign <= 0, tuple(dict.fromkeys((*trusts, "symbolic")))
        lo, hi = (lo if sign < 0 else promise.value), (hi if sign > 0 else promise.value)
    return Finding(
        label, promise, verdict(answer), lo, hi, worst, trusts, deviation=found.deviation
    )


def _with_violation(m: Mechanism, f: Finding) -> Finding:
    """The first violation where the promise is broken; the worst, where that is out of reach."""
    if f.verdict != FAILS:
        return f
    first = first_violation(m, f.promise)
    return replace(f, witness=first or f.worst, smallest=first is not None)
