"""Checks that rest on an argument in prose, alone or beside a computation, or on nothing at hand.

An argument counts only if the numbers that it takes for granted (`facts`) are certified.
"""

from __future__ import annotations

from collections.abc import Callable

from dpbi.ledger.claims import Checking
from dpbi.ledger.outcomes import Outcome, Verdict

WEAKEST_FIRST = (Verdict.FAILS, Verdict.UNDECIDED, Verdict.ILL_DEFINED, Verdict.VACUOUS)
"""What two statements at once are, if one of them is; else both hold, or hold up to a bound."""


def with_argument(
    check: Checking, facts: Callable[[], bool], argument: str, domain: str
) -> Checking:
    """A check of the first instances together with an argument, its facts certified, for the rest.

    It holds only if both hold; what the first instances refute is refuted.
    """

    def decide() -> Outcome:
        begun = check()
        if begun.verdict is not Verdict.HOLDS_BOUNDED:
            return begun
        if not facts():
            why = "the facts that the argument needs are not certified"
            return Outcome(Verdict.UNDECIDED, why, domain, begun.instances, trusts=begun.trusts)
        seen, trusts = begun.instances, ("argument", *begun.trusts)
        return Outcome(Verdict.HOLDS, argument, domain, seen, trusts=trusts, certified=seen)

    return decide


def by_argument(
    verdict: Verdict, facts: Callable[[], bool], argument: str, domain: str
) -> Checking:
    """What an argument shows or refutes, once the facts that it needs are certified."""

    def decide() -> Outcome:
        if facts():
            return Outcome(verdict, argument, domain, trusts=("argument", "ball"))
        why = "the facts that the argument needs are not certified"
        return Outcome(Verdict.UNDECIDED, why, domain)

    return decide


def both(first: Checking, second: Checking, domain: str, *, complete: bool = False) -> Checking:
    """Two statements at once: refuted if either is, and no stronger than the weaker.

    `complete` says that what is certified on a grid is so on the whole of its domain.
    """

    def decide() -> Outcome:
        a, b = first(), second()
        for short in WEAKEST_FIRST:
            for found in (a, b):
                if found.verdict is short:
                    return found
        bounded = Verdict.HOLDS_BOUNDED in (a.verdict, b.verdict) and not complete
        verdict = Verdict.HOLDS_BOUNDED if bounded else Verdict.HOLDS
        evidence = "; ".join(dict.fromkeys((a.evidence, b.evidence)))
        trusts = tuple(dict.fromkeys((*a.trusts, *b.trusts)))
        count = a.instances + b.instances
        certified = _certified(a) + _certified(b) if "argument" in trusts else 0
        return Outcome(verdict, evidence, domain, count, trusts=trusts, certified=certified)

    return decide


def _certified(found: Outcome) -> int:
    """At how many of its instances a computation confirmed it: at all, where nothing else did."""
    return found.certified if "argument" in found.trusts else found.instances


def outside(why: str) -> Checking:
    """A statement about a cited work, which nothing at hand settles."""
    return lambda: Outcome(Verdict.UNDECIDED, why)


def meaningless(why: str) -> Checking:
    """A sentence that has no value as written; `why` says where."""
    return lambda: Outcome(Verdict.ILL_DEFINED, why)


def argued(verdict: Verdict, why: str) -> Checking:
    """A complete argument in prose, where there is nothing to compute."""
    return lambda: Outcome(verdict, why, trusts=("argument",))
