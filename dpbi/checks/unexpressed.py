"""Readings that no formula of the language expresses, and what can honestly be said of them."""

from __future__ import annotations

from dpbi.claims import Check, Outcome, Verdict


def meaningless(why: str) -> Check:
    """A sentence that has no value as written; `why` says where."""
    return lambda: Outcome(Verdict.ILL_DEFINED, why)


def argued(verdict: Verdict, why: str) -> Check:
    """A complete argument in prose, where there is nothing to compute."""
    return lambda: Outcome(verdict, why, trusts=("argument",))
