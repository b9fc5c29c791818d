"""Audits inside tests: a promise that is broken, or not decided, is a failing assertion.

    from dpbi import assert_private
    assert_private(MyMechanism(n=10), epsilon="1/2")

The message says which datasets, which output, both probabilities, and by how much.

What a mechanism promises for itself.

What a test marked dp_audit returns, held to every mark above it.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from dpbi.errors import DpbiError
from dpbi.laws.forms import adapt
from dpbi.laws.protocol import Mechanism
from dpbi.libraries.declared import Declared, DeclaredDelta, DeclaredRho
from dpbi.mechanisms.exponential import HellingerExponential
from dpbi.privacy.decide import decide
from dpbi.privacy.finding import FAILS, UNDECIDED, Finding, told
from dpbi.privacy.promise import Promise, promises


def claimed(m: Mechanism) -> tuple[Promise, ...]:
    """Its epsilon, with its delta where it names one, or what its library declares; may be empty.

    A claim that is no exact number is refused here, before anything is audited.
    """
    own = getattr(m, "target", m)  # what others wrote is wrapped, and declares for itself
    if isinstance(own, DeclaredRho):
        return (Promise.rho(own.declared()),)
    if isinstance(own, DeclaredDelta):
        return (Promise.delta(*own.declared()),)
    epsilon = own.declared() if isinstance(own, Declared) else getattr(m, "epsilon", None)
    if epsilon is None:
        return ()
    delta = _delta(m)
    return (Promise.epsilon(epsilon) if delta is None else Promise.delta(epsilon, delta),)


def _delta(m: Mechanism) -> Any:
    """The delta beside the epsilon; for the drafts' mechanisms it is a parameter of calibration."""
    if isinstance(getattr(m, "target", m), HellingerExponential):
        return None
    own = getattr(m, "delta", None)
    found = getattr(getattr(m, "target", None), "delta", None) if own is None else own
    return None if callable(found) else found


class PromiseFailure(AssertionError):
    """A promise that was not seen to hold; `finding` has the numbers."""

    def __init__(self, finding: Finding) -> None:
        super().__init__("\n".join(told(finding)))
        self.finding = finding


class NotPrivate(PromiseFailure):
    """A promise that is certainly broken."""


class NotDecided(PromiseFailure):
    """A promise that is neither shown nor refuted: the bounds reach it."""


def assert_private(
    mechanism: Any,
    *,
    epsilon: Any = None,
    delta: Any = None,
    rho: Any = None,
    renyi: tuple[Any, Any] | None = None,
    slack: Any = 0,
) -> tuple[Finding, ...]:
    """Raise unless the mechanism certainly keeps what is promised; return what was found.

    Without arguments it is held to what it claims for itself: its `epsilon`, and `delta` if it has
    one.  Numbers are exact: integers, fractions or decimal strings; bounds may be "ln(3)".  With a
    slack a promise counts as kept that is missed by at most so much.
    """
    __tracebackhide__ = True
    m = adapt(mechanism)
    given = {"epsilon": epsilon, "delta": delta, "rho": rho, "renyi": renyi}
    made = promises(**given, slack=slack, default=lambda: claimed(m), label=m.label)
    found = tuple(decide(m, p) for p in made)
    for kind, verdict in ((NotPrivate, FAILS), (NotDecided, UNDECIDED)):
        for f in found:
            if f.verdict == verdict:
                raise kind(f)
    return found


PROMISES = tuple(inspect.signature(assert_private).parameters)[1:]


def broken(returned: Any, marks: Sequence[tuple[tuple[Any, ...], Mapping[str, Any]]]) -> str:
    """What is wrong with the mechanism or mechanisms, in words; empty where nothing is.

    A mark is its arguments, by position and by name.
    """
    if inspect.iscoroutine(returned):
        returned.close()
        return "a test marked dp_audit is a plain function: it cannot be async"
    several = isinstance(returned, (list, tuple)) and not hasattr(returned, "datasets")
    if returned is None or (several and not returned):
        return "a test marked dp_audit returns the mechanism to audit"
    for positional, promised in marks:
        if positional:
            return "write dp_audit(epsilon=..): what is promised goes by name"
        if strange := sorted(promised.keys() - set(PROMISES)):
            return f"dp_audit takes {', '.join(PROMISES)}, not {strange[0]}"
        for mechanism in returned if several else [returned]:
            try:
                assert_private(mechanism, **promised)
            except (AssertionError, DpbiError) as failure:
                return str(failure)
    return ""
