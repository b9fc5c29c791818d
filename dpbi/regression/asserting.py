"""Audits inside tests: a promise that is broken, or not decided, is a failing assertion.

    from dpbi import assert_private
    assert_private(MyMechanism(n=10), epsilon="1/2")

The message says which datasets, which output, both probabilities, and by how much.
"""

from __future__ import annotations

from typing import Any

from dpbi.audit.decide import decide
from dpbi.audit.finding import FAILS, UNDECIDED, Finding
from dpbi.audit.promise import promises
from dpbi.audit.sentences import told
from dpbi.mechanisms.forms import adapt
from dpbi.regression.claimed import claimed


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
