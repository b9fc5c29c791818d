"""What a reading has to withstand before it is said to hold up to a bound.

A grid is small and tidy, and shows what its author thought of; a statement that holds on it may
fail where a parameter is 1/100 and another 10^6.  So a reading that is certified on its grid, and
has no argument, is tried at hostile instances (`beyond`).

`withstand` makes as many tries as the reading asks for.  A try counts where the hypotheses are
certainly met and the conclusion is certainly true, at an instance that was not tried before.  One
certain violation, and the reading fails; without enough tries it is undecided.  The number is
recorded; a quick run repeats the first few and keeps the number.  A reading that has an argument is
tried too (`attacking`), but it does not live on that.

`pytest verify --record` makes the whole search, at most about a minute for a reading, which is how
the numbers in verify/ were chosen; the numbers themselves do not depend on the machine.  Two kinds
of search have no more than a minute: of a mechanism given as code, and what goes on where the
usual instances have run out.  A reading whose search this ends early is undecided, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from dpbi.ledger.attacking import WITHOUT, Trial, attacked, exhausted
from dpbi.ledger.beyond import hunting
from dpbi.ledger.beyond.hunting import LATE, PATIENCE, Hunt, room_of
from dpbi.ledger.claims import Reading
from dpbi.ledger.deciding import (
    REFUTED,
    basis,
    of_the_kernel,
    outcome,
    recertified,
    without,
)
from dpbi.ledger.outcomes import Outcome, Verdict

QUICK = 5
"""Tries of a run that finds a number on record."""
OF_CODE = 60
"""Tries of a reading about a mechanism given as code, each of which runs the code anew."""


@dataclass(frozen=True)
class Withstood:
    """What came of a search: certified tries, those that stayed open, the first violation."""

    tries: int
    undecided: int
    violation: dict[str, Any] | None = None
    late: bool = False
    """Whether its time ended the search."""
    without: tuple[str, dict[str, Any]] | None = None
    """What certainly has no value, and the first instance tried where it has none."""


def today(
    reading: Reading,
    known: Outcome | None,
    *,
    thorough: bool = False,
    name: str = "",
    checked: bool = False,
) -> Outcome:
    """The outcome of a reading now.

    At its recorded witness if it has one, else afresh; what is certified on a grid is searched.
    A theorem counts if Coq has `checked` it now, or nothing has changed since it is on record.
    """
    if not checked and (known is None or known.proof != reading.proved):
        reading = replace(reading, proved=None)
    at_the_witness = known is not None and known.witness is not None and reading.formula is not None
    key, new = name or reading.id, known is None or thorough
    if known is not None and at_the_witness and not new:
        found = recertified(reading, known)
    else:
        found = outcome(reading, thorough=thorough)
    tried = partial(_trials, reading, name=key, simple=True)
    attacked(key, reading, found, tried, new=new)
    exhausted(key, reading, found, tried, new=new)
    if found.verdict is not Verdict.HOLDS_BOUNDED:
        return found
    on_record = 0 if known is None or thorough else known.tries
    return earned(reading, found, on_record, name)


def earned(reading: Reading, found: Outcome, on_record: int = 0, name: str = "") -> Outcome:
    """An outcome that holds up to a bound, if it withstands the reading's search.

    With a number of tries on record only the first few are repeated.
    """
    wanted = reading.search.tries
    if reading.formula is not None and not of_the_kernel(reading.formula):
        wanted = min(wanted, OF_CODE)
    wanted = min(QUICK, wanted) if on_record else wanted
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
    if seen.without is not None:
        what = without(*seen.without)
        return replace(found, verdict=Verdict.ILL_DEFINED, evidence=what, trusts=())
    if seen.tries < wanted:
        why = f"certified on the grid; a search came to {seen.tries} of {wanted} tries"
        if seen.late:
            why += f" in its {hunting.SECONDS} seconds, and may come to more on a faster machine"
        return replace(found, verdict=Verdict.UNDECIDED, evidence=why)
    evidence = found.evidence
    if seen.undecided:
        evidence += f"; balls leave {seen.undecided} more of the instances tried open"
    return replace(found, evidence=evidence, tries=on_record or seen.tries)


def withstand(reading: Reading, wanted: int, name: str) -> Withstood:
    """Try a reading until it was certified so often, or violated, or patience ends."""
    seen = Withstood(0, 0)
    for answer, instance in _trials(reading, wanted, name):
        if answer is False:
            return replace(seen, violation=instance)
        if instance is LATE:
            return replace(seen, late=True)
        if (what := instance.get(WITHOUT)) and seen.without is None:
            at = {k: v for k, v in instance.items() if k != WITHOUT}
            seen = replace(seen, without=(what, at))
        counts = seen.tries + (answer is True), seen.undecided + (answer is None)
        seen = replace(seen, tries=counts[0], undecided=counts[1])
        if seen.tries == wanted:
            break
    return seen


def _trials(reading: Reading, wanted: int, name: str, *, simple: bool = False) -> Iterator[Trial]:
    """Hostile instances of a formula, or the attempts that a check brings along."""
    if reading.formula is not None:
        hunt = Hunt(reading.formula, name, reading.search.n, room_of(reading), simple)
        yield from hunt.trials(wanted)
    elif (attempt := reading.search.attempt) is not None:
        rng, before = Random(name), set[str]()  # noqa: S311  (a search, no secret)
        for _ in range(PATIENCE * wanted):
            answer, where = attempt(rng)
            if str(where) not in before:
                before.add(str(where))
                yield answer, where
