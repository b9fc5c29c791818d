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
from dpbi.fields import ExactInput, Rational
from dpbi.laws.forms import adapt
from dpbi.laws.promise import promises
from dpbi.laws.protocol import AnyMechanism
from dpbi.privacy.decide import decide
from dpbi.privacy.finding import FAILS, UNDECIDED, Finding, told


class PromiseFailure(AssertionError):
    """A promise that was not seen to hold; `finding` has the numbers."""

    def __init__(self, finding: Finding) -> None:
        super().__init__("\n".join(told(finding)))
        self.finding = finding


class NotPrivate(PromiseFailure):
    """A promise that is certainly broken.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> try:
    ...     dpbi.assert_private(coin, epsilon=1)
    ... except dpbi.NotPrivate as broken:
    ...     print(broken.finding.witness.output)
    a
    """


class NotDecided(PromiseFailure):
    """A promise that is neither shown nor refuted: the bounds reach it.

    >>> import dpbi
    >>> issubclass(dpbi.NotDecided, AssertionError)
    True
    """


def assert_private(
    mechanism: AnyMechanism,
    *,
    epsilon: ExactInput | None = None,
    delta: Rational | None = None,
    rho: ExactInput | None = None,
    renyi: tuple[Rational, ExactInput] | None = None,
    slack: Rational = 0,
) -> tuple[Finding, ...]:
    """Raise unless the mechanism certainly keeps what is promised; return what was found.

    Without arguments it is held to what it claims for itself: its `epsilon`, and `delta` if it has
    one.  Numbers are exact: integers, fractions or decimal strings; bounds may be "ln(3)".  With a
    slack a promise counts as kept that is missed by at most so much.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> dpbi.assert_private(coin, epsilon="ln(3)")
    (<Finding table is ln(3)-DP>,)
    """
    __tracebackhide__ = True
    m = adapt(mechanism)
    made = promises(
        epsilon=epsilon,
        delta=delta,
        rho=rho,
        renyi=renyi,
        slack=slack,
        default=m.promises,
        label=m.label,
    )
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
