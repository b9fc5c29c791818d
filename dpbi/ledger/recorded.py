"""The ledger as it stands in a repository: claims found under verify/, outcomes recorded beside.

`verify/<draft>/<section>.py` define claims as module-level values, in the order in which they are
read; `verify/recorded/<draft>.json` holds the outcome of every reading as it was last recorded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

from dpbi.fields import Enclosure
from dpbi.ledger.claims import Claim, Outcome, Reading, Verdict
from dpbi.support.files import as_json, write

ROUNDING = Fraction(1, 10**9)  # of a value: far more than two methods differ by
DRAFTS = ("lproof", "notes", "tailoring", "short", "between")


def sections(root: Path) -> Iterator[Path]:
    """The section files below verify/, in the order of the drafts."""
    for draft in DRAFTS:
        yield from sorted((root / draft).glob("section_*.py"))


def claims_in(path: Path) -> list[Claim]:
    """The claims that a section file defines, in its order.

    The file is compiled afresh: cached bytecode is dated to the second, and an edit within that
    second would be missed.
    """
    module = ModuleType("dpbi_verify." + ".".join(path.with_suffix("").parts[-2:]))
    module.__file__ = str(path)
    exec(compile(path.read_bytes(), path, "exec"), vars(module))  # noqa: S102  (our own claims)
    return [value for value in vars(module).values() if isinstance(value, Claim)]


def all_claims(root: Path) -> list[Claim]:
    """Every claim below verify/; an id stands once."""
    found = [c for path in sections(root) for c in claims_in(path)]
    ids = [c.id for c in found]
    if twice := {i for i in ids if ids.count(i) > 1}:
        raise ValueError(f"claims stand twice: {', '.join(sorted(twice))}")
    return found


def recorded(root: Path, draft: str) -> dict[str, Outcome]:
    """{"claim/reading": outcome} as last recorded for a draft."""
    path = root / "recorded" / f"{draft}.json"
    if not path.exists():
        return {}
    document = json.loads(path.read_text(encoding="utf-8"))
    return {name: Outcome.read(value) for name, value in document.items()}


def record(root: Path, draft: str, outcomes: dict[str, Outcome]) -> None:
    """Write a draft's outcomes; the same outcomes give the same bytes."""
    path = root / "recorded" / f"{draft}.json"
    document = {name: outcomes[name].json() for name in sorted(outcomes)}
    write(path, as_json(document))


@dataclass(frozen=True)
class Change:
    """A reading whose outcome today is not the recorded one."""

    reading: str
    recorded: Outcome | None
    found: Outcome

    def __str__(self) -> str:
        now = self.found.verdict.value
        if self.recorded is None:
            return f"{self.reading} is {now} and was never recorded"
        if self.recorded.verdict is not self.found.verdict:
            return f"{self.reading} is {now}, while {self.recorded.verdict.value} is recorded"
        if _untried(self.recorded):
            return f"{self.reading} holds up to a bound, and no search is on record"
        return f"{self.reading} is {now} at another witness than the recorded one"


def change(
    reading: str, known: Outcome | None, found: Outcome, *, same_witness: bool = True
) -> Change | None:
    """How an outcome differs from the recorded one, or None; a thorough search may move witnesses.

    A bound on record that no search has attacked is a fault of the record.
    """
    if known is None or _untried(known) or moved(known, found, same_witness=same_witness):
        return Change(reading, known, found)
    return None


def _untried(known: Outcome) -> bool:
    return known.verdict is Verdict.HOLDS_BOUNDED and not known.tries


def moved(known: Outcome, found: Outcome, *, same_witness: bool = True) -> bool:
    """Whether an outcome is another than the recorded one, in verdict or in witness."""
    if known.verdict is not found.verdict:
        return True
    return same_witness and not _same(known.witness, found.witness)


def _same(known: dict[str, Any] | None, found: dict[str, Any] | None) -> bool:
    """Whether two witnesses are one instance with one value of each side.

    Two methods (with numba, without) enclose a value by ends that differ in their last digits.
    """
    if known is None or found is None:
        return known is found
    sides = known.get("_sides"), found.get("_sides")
    if sides[0] != sides[1] and not (all(sides) and _agree(*sides)):
        return False
    return {**known, "_sides": None} == {**found, "_sides": None}


def _agree(known: Any, found: Any) -> bool:
    """Whether enclosures of the same sides overlap and are about as narrow."""
    try:
        for name in {*known, *found}:
            one, two = (
                Enclosure(Fraction(e[name]["lo"]), Fraction(e[name]["hi"])) for e in (known, found)
            )
            near = ROUNDING * max(map(abs, (one.lo, one.hi, two.lo, two.hi)))
            apart = max(abs(one.lo - two.lo), abs(one.hi - two.hi))
            if not one.overlaps(two) or apart > near:
                return False
    except (KeyError, TypeError, ValueError):
        return False
    return True


def key(claim: Claim, reading: Reading) -> str:
    """The name of a reading in the ledger."""
    return f"{claim.id}/{reading.id}"
