"""The rules of evidence for comparisons that no formula states: certified orders, case by case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from dpbi.claims import Outcome, Verdict
from dpbi.deciding import NothingMet
from dpbi.numbers import Enclosure

HUGE = Fraction(10) ** 400
"""How much larger a positive number is than zero, among margins that are compared."""
Compared: TypeAlias = tuple[dict[str, Any], bool | None, Enclosure, Enclosure]
"""Where, whether left < right there (None: not decided), and the two sides."""


def judged(
    cases: Iterable[Sequence[Compared]], domain: str, refuted: str, *, exhaustive: bool = False
) -> Outcome:
    """Whether left < right in every comparison of every case.

    Refuted at the first that is certainly otherwise, and `refuted` says how; the worst is the one
    where left is largest against right.  Without a single case nothing is said.
    """
    seen, unsure, lost = 0, 0, list[tuple[Fraction, dict[str, Any]]]()
    for case in cases:
        seen += 1
        for where, answer, left, right in case:
            unsure += answer is None
            if answer is False:
                sides = {"left": left.json(12), "right": right.json(12)}
                margin = left.lo / right.hi if right.hi else Fraction(left.lo > 0) * HUGE
                lost.append((margin, {**where, "_sides": sides}))
    if not seen:
        raise NothingMet(domain)
    if lost:
        worst = max(lost, key=lambda found: found[0])[1]
        return Outcome(Verdict.FAILS, refuted, domain, seen, lost[0][1], worst, ("ball",))
    if unsure:
        evidence = f"{unsure} comparisons in {seen} cases are not decided"
        return Outcome(Verdict.UNDECIDED, evidence, domain, seen, trusts=("ball",))
    how = "the whole domain" if exhaustive else "every instance of the grid"
    verdict = Verdict.HOLDS if exhaustive else Verdict.HOLDS_BOUNDED
    return Outcome(verdict, f"certified at {how}", domain, seen, trusts=("ball",))
