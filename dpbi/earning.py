"""What a reading has to withstand before it is said to hold up to a bound.

A grid shows what its author thought of.  So a reading that is certified on its grid, and has no
argument, is tried at instances that are chosen to do harm (`dpbi/hostile.py`), as many as it asks
for, in an order that its name fixes.  A try counts where the hypotheses are certainly met and the
conclusion is certainly true, at an instance that was not tried before.  One certain violation, and
the reading fails; without enough tries it is undecided.  The number is recorded; a quick run
repeats the first few and keeps the number.

`pytest verify --record` makes the whole search, at most about a minute for a reading, which is how
the numbers in verify/ were chosen; the numbers themselves do not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from dpbi import hostile
from dpbi.claims import Outcome, Reading, Verdict
from dpbi.deciding import REFUTED, basis, excess, outcome, recertified, shown
from dpbi.formula import Formula
from dpbi.formula.evaluate import decide

QUICK = 5
"""Tries of a run that finds a number on record."""
PATIENCE = 60
"""Instances for each try that is wanted, those included that miss the hypotheses."""

Trial = tuple[bool | None, dict[str, Any]]


@dataclass(frozen=True)
class Withstood:
    """What came of a search: certified tries, those that stayed open, the first violation."""

    tries: int
    undecided: int
    violation: dict[str, Any] | None = None


def today(
    reading: Reading, known: Outcome | None, *, thorough: bool = False, name: str = ""
) -> Outcome:
    """The outcome of a reading now.

    At its recorded witness if it has one, else afresh; what is certified on a grid is searched.
    """
    at_the_witness = known is not None and known.witness is not None and reading.formula is not None
    if known is not None and at_the_witness and not thorough:
        return recertified(reading, known)
    found = outcome(reading, thorough=thorough)
    if found.verdict is not Verdict.HOLDS_BOUNDED:
        return found
    on_record = 0 if known is None or thorough else known.tries
    return earned(reading, found, on_record, name)


def earned(reading: Reading, found: Outcome, on_record: int = 0, name: str = "") -> Outcome:
    """An outcome that holds up to a bound, if it withstands the reading's search.

    With a number of tries on record only the first few are repeated.
    """
    wanted = min(QUICK, reading.search.tries) if on_record else reading.search.tries
    seen = withstand(reading, wanted, name or reading.id)
    if seen.violation is not None:
        trusts = basis(reading.formula) if reading.formula is not None else found.trusts
        return replace(
            found,
            verdict=Verdict.FAILS,
            evidence=REFUTED,
            witness=seen.violation,
            worst=seen.violation,
            trusts=trusts,
        )
    if seen.tries < wanted:
        why = f"certified on the grid; a search came to {seen.tries} of {wanted} tries"
        return replace(found, verdict=Verdict.UNDECIDED, evidence=why)
    evidence = found.evidence
    if seen.undecided:
        evidence += f"; balls leave {seen.undecided} more of the instances tried open"
    return replace(found, evidence=evidence, tries=on_record or seen.tries)


def withstand(reading: Reading, wanted: int, name: str) -> Withstood:
    """Try a reading until it was certified so often, or violated, or patience ends."""
    tries = undecided = 0
    for answer, instance in _trials(reading, wanted, name):
        if answer is False:
            return Withstood(tries, undecided, instance)
        tries += answer is True
        undecided += answer is None
        if tries == wanted:
            break
    return Withstood(tries, undecided)


def _trials(reading: Reading, wanted: int, name: str) -> Iterator[Trial]:
    """Hostile instances of a formula, or the attempts that a check brings along."""
    if reading.formula is not None:
        yield from _at_hostile_instances(reading.formula, name, reading.search.n, wanted)
    elif (attempt := reading.search.attempt) is not None:
        rng, before = Random(name), set[str]()  # noqa: S311  (a search, no secret)
        for _ in range(PATIENCE * wanted):
            answer, where = attempt(rng)
            if str(where) not in before:
                before.add(str(where))
                yield answer, where


def _at_hostile_instances(
    formula: Formula, seed: str, largest: int, wanted: int
) -> Iterator[Trial]:
    """Instances that meet the hypotheses, with what is certain there; the nearest is varied."""
    source = hostile.draws(formula, seed, largest)
    climbing = formula.conclusion.op in ("le", "lt")
    instance, nearest = next(source), 0.0
    before = set[tuple[Any, ...]]()
    for _ in range(PATIENCE * wanted):
        fresh = (values := tuple(instance.values())) not in before
        before.add(values)
        met, holds, _ = decide(formula, instance) if fresh else (False, None, None)
        better = None
        if met:
            yield holds, shown(formula, instance) if holds is False else instance
            if climbing and holds and (margin := excess(formula, instance)) > nearest:
                better, nearest = instance, margin
        instance = source.send(better)
