"""Claims, readings, verdicts, outcomes: data only.

A claim is a statement of a draft, in our words, with its place.  A reading is one precise meaning
of it: a formula and the instances on which it is decided, or a check of its own where no formula
can say it.  What a reading was found to be is recorded elsewhere (`dpbi/ledger.json`) and compared
with what is found today.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Any, TypeAlias

from dpbi.formula import Formula
from dpbi.grids import Grid
from dpbi.notebook import table


class Verdict(Enum):
    """What a reading is; the values are the words of reports and JSON."""

    HOLDS = "holds"
    HOLDS_BOUNDED = "holds_bounded"
    FAILS = "fails"
    VACUOUS = "vacuous"
    ILL_DEFINED = "ill_defined"
    UNDECIDED = "undecided"

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        return _SENTENCES[self]

    @property
    def letter(self) -> str:
        """The letter that `pytest verify` shows."""
        return {"HOLDS": "H", "HOLDS_BOUNDED": "B"}.get(self.name, self.name[0])


_SENTENCES = {
    Verdict.HOLDS: "true on the whole stated domain",
    Verdict.HOLDS_BOUNDED: "certified at every instance up to the stated bound",
    Verdict.FAILS: "certified false at the instance printed, or refuted by the argument printed",
    Verdict.VACUOUS: "its hypotheses are never met",
    Verdict.ILL_DEFINED: "it cannot be given a value as written",
    Verdict.UNDECIDED: "neither shown nor refuted by what can be computed",
}


@dataclass(frozen=True)
class Outcome:
    """What was found of a reading, with its evidence; `trusts` follows from the evidence."""

    verdict: Verdict
    evidence: str
    domain: str = ""
    instances: int = 0
    witness: dict[str, Any] | None = None
    worst: dict[str, Any] | None = None
    trusts: tuple[str, ...] = ()
    tries: int = 0
    """Instances beyond the grid, chosen to do harm, at which it was certified as well."""

    def __str__(self) -> str:
        where = f" at {instance_text(self.witness)}" if self.witness is not None else ""
        return f"{self.verdict.value}{where}: {self.evidence}"

    def __repr__(self) -> str:
        where = f" at {instance_text(self.witness)}" if self.witness is not None else ""
        rests = f", resting on {', '.join(self.trusts)}" if self.trusts else ""
        return f"<Outcome {self.verdict.value}{where}{rests}>"

    def _repr_html_(self) -> str:
        count = f" ({self.instances} instances)" if self.instances else ""
        return table(
            [
                ("verdict", f"{self.verdict.value}: {self.verdict.sentence}"),
                ("evidence", self.evidence),
                ("domain", f"{self.domain}{count}" if self.domain else ""),
                ("withstood", f"{self.tries} tries" if self.tries else ""),
                ("witness", self.witness and instance_text(self.witness)),
                ("worst", self.worst and instance_text(self.worst)),
                ("rests on", ", ".join(self.trusts)),
            ]
        )


def instance_text(instance: dict[str, Any]) -> str:
    """An instance as a person reads it, with both sides where there are sides."""
    parts = [f"{k} = {_text(v)}" for k, v in instance.items() if not k.startswith("_")]
    for side, ends in instance.get("_sides", {}).items():
        lo, hi = ends["lo"], ends["hi"]
        parts.append(f"{side} side {lo}" if lo == hi else f"{side} side in [{lo}, {hi}]")
    return ", ".join(parts)


def _text(value: Any) -> str:
    return f"({', '.join(map(_text, value))})" if isinstance(value, list) else str(value)


Check: TypeAlias = Callable[[], Outcome]
Attempt: TypeAlias = Callable[[Random], tuple[bool | None, dict[str, Any]]]
"""One try at a check's statement: whether it is so, and where, in a witness's terms."""


@dataclass(frozen=True)
class Search:
    """How a reading that holds up to a bound is attacked beyond its grid, counted in tries.

    A formula is tried at hostile instances of up to `n` records; a check says its own `attempt`.
    """

    tries: int = 2000
    n: int = 24
    attempt: Attempt | None = None


@dataclass(frozen=True)
class Reading:
    """One precise meaning of a claim.

    `formula` is what it asserts.  `argument` is a complete proof in prose that it holds for all
    values; a formula is certified on the grid besides, which would have caught it being wrong.
    `facts` certifies the numbers that the argument takes for granted: without them it proves
    nothing.  `search` is what a reading without an argument has to withstand.
    `exhaustive` says that the grid is the whole domain.  `check` stands in for a formula where the
    language cannot say the reading; `catalogue` names the catalogue's reading that this settles.
    """

    id: str
    statement: str
    formula: Formula | None = None
    grid: Grid = field(default_factory=Grid)
    argument: str = ""
    facts: Callable[[], bool] | None = None
    search: Search = Search()
    exhaustive: bool = False
    check: Check | None = None
    catalogue: str | None = None
    repair: str = ""
    note: str = ""


@dataclass(frozen=True)
class Claim:
    """A statement of the drafts, with its readings; `uses` names the claims it rests on."""

    id: str
    kind: str
    place: str
    statement: str
    readings: tuple[Reading, ...]
    uses: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        names = [r.id for r in self.readings]
        if len(set(names)) < len(names):
            raise ValueError(f"{self.id} has two readings of one name")
        for r in self.readings:
            if (r.formula is None) == (r.check is None):
                raise ValueError(f"{self.id}/{r.id} needs a formula, or a check, and not both")

    @property
    def drafts(self) -> tuple[str, ...]:
        """The drafts that make the claim, by the first word of its id ("between": the second)."""
        first, second = self.id.split(".")[:2]
        if first == "between":
            return tuple(second.split("+"))
        return ("short-a", "short-b") if first == "short" else (first,)
