"""Claims and their readings: data only, and the door for those who write claims.

A claim is a statement of a draft, in our words, with its place.  A reading is one precise meaning
of it: a formula and the instances on which it is decided, or a check of its own where no formula
can say it.  Each reading has a role: what the words say, what the author means, what they could
barely mean, a comparison of ours, a repair.  From the roles and the verdicts follows the claim's
headline (headlines.py).  What a reading was found to be is recorded below verify/recorded and
compared with what is found today.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import Enum
from inspect import currentframe
from random import Random
from typing import Any, TypeAlias

from dpbi.language import Formula
from dpbi.ledger.folders.fitting import fit_grid
from dpbi.ledger.folders.layout import BETWEEN, CONTRADICTION
from dpbi.ledger.grids import (
    ABOVE_ONE,
    FLAT,
    MIXED,
    THREE,
    TWO,
    Grid,
    priors,
)
from dpbi.ledger.outcomes import Outcome, Proof, Verdict
from dpbi.mechanisms.registry import find
from dpbi.support.files import Json

__all__ = [
    "ABOVE_ONE", "FLAT", "MIXED", "THREE", "TWO", "Claim", "Grid", "Outcome", "Passage", "Proof",
    "Reading", "Role", "Search", "Severity", "Verdict", "priors",
]  # fmt: skip


class Role(Enum):
    """How a reading relates to the words of the draft; the values are the words of reports."""

    LITERAL = "literal"
    INTENDED = "intended"
    STRAINED = "strained"
    COMPARISON = "comparison"
    REPAIR = "repair"

    @property
    def sentence(self) -> str:
        """The role in words."""
        return _ROLES[self]


_ROLES = {
    Role.LITERAL: "what the words say",
    Role.INTENDED: "what the author evidently means",
    Role.STRAINED: "possible, but not plausible",
    Role.COMPARISON: "a statement of ours, for comparison",
    Role.REPAIR: "the draft's statement after a small change",
}


class Severity(Enum):
    """What a finding costs its draft, the worst first; the values are the words of reports."""

    PRIVACY_BROKEN = "privacy broken"
    THEOREM_FALSE = "theorem false"
    PROOF_BROKEN = "proof broken"
    HYPOTHESIS_MISSING = "hypothesis missing"
    CONSTANT_WRONG = "constant wrong"
    MISPRINT = "misprint"

    @property
    def sentence(self) -> str:
        """The severity in words."""
        return _SEVERITIES[self]


_SEVERITIES = {
    Severity.PRIVACY_BROKEN: "a mechanism is not as private as the draft says",
    Severity.THEOREM_FALSE: "a result is false, and no change of a constant or symbol mends it",
    Severity.PROOF_BROKEN: "a step of a proof is false or does not follow",
    Severity.HYPOTHESIS_MISSING: "true under a condition that the draft does not state",
    Severity.CONSTANT_WRONG: "true with another constant or exponent",
    Severity.MISPRINT: "a slip in writing: what is meant is clear, and true",
}


Checking: TypeAlias = Callable[[], Outcome]
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


NO_GRID = Grid()
"""The grid of a reading for which none was written."""


@dataclass(frozen=True)
class Reading:
    """One precise meaning of a claim.

    `formula` is what it asserts.  `argument` is a complete proof in prose that it holds for all
    values; a formula is certified on the grid besides, which would have caught it being wrong.
    `facts` certifies the numbers that the argument takes for granted: without them it proves
    nothing.  A certain counterexample to an argument is an error.  `search` is what a reading
    without an argument has to withstand.
    `exhaustive` says that the grid is the whole domain.  `check` replaces a formula where the
    language cannot say the reading.

    `role` says how the reading relates to the draft's words, and `why` gives the reason in a
    sentence.  `chosen` names the parameters that the draft does not give and the reading therefore
    chooses: it is decided there and nowhere else.  `repair` is, for a reading that fails, the
    smallest change that makes it true, as mathematics; the changed statement is itself a reading of
    the claim with the role `REPAIR`.  `why_false` tells a reader why it fails at its recorded
    instance, in a plain sentence written by hand.  `catalogue` says that the catalogue lists the
    reading, under this id or under the one given; "claim/reading" where it lists it under another
    claim.

    A formula needs a grid, unless all its variables have usual values: else it is refused.

    `proof` is the theorem of proofs/ that shows it, which the list there says of each: it need not
    be written here.  `proved` is that theorem as the ledger found it, `proved_in` the folder of its
    file as the report names it.
    """

    id: str
    statement: str
    formula: Formula | None = None
    grid: Grid = NO_GRID
    argument: str = ""
    facts: Callable[[], bool] | None = None
    search: Search = Search()
    exhaustive: bool = False
    check: Checking | None = None
    role: Role = Role.LITERAL
    why: str = ""
    chosen: str = ""
    catalogue: bool | str = False
    repair: str = ""
    why_false: str = ""
    note: str = ""
    proof: str = ""
    proved: Proof | None = None
    proved_in: str = "proofs"

    def __post_init__(self) -> None:
        if not isinstance(self.formula, Formula | None):
            raise ValueError(f"{self.id} has no formula: write forall(...) or exists(...)")
        if not isinstance(self.grid, Grid):
            raise ValueError(f"{self.id} has no grid: write Grid(...)")
        if self.formula is not None:
            self.formula.checked()
            fit_grid(self.grid, self.formula)
            for name in self.formula.mechanisms:
                find(name)  # which refuses what no mechanism is called


@dataclass(frozen=True, order=True)
class Passage:
    """Some lines of a draft, written "draft:first-last", or "draft:line"."""

    draft: str
    first: int
    last: int

    @staticmethod
    def read(text: str) -> Passage:
        """The passage behind its text."""
        draft, _, lines = text.partition(":")
        first, dash, last = lines.partition("-")
        if not (draft and first.isdecimal() and (last.isdecimal() if dash else True)):
            raise ValueError(f'{text!r} is not a passage: write "draft:12" or "draft:12-15"')
        passage = Passage(draft, int(first), int(last or first))
        if not 1 <= passage.first <= passage.last:
            raise ValueError(f"{text!r} ends before it begins")
        return passage

    def __str__(self) -> str:
        lines = f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"
        return f"{self.draft}:{lines}"


WRITTEN: ContextVar[list[tuple[Claim, str]] | None] = ContextVar("WRITTEN", default=None)


@contextmanager
def written() -> Iterator[list[tuple[Claim, str]]]:
    """The claims that are made inside, each with the file whose text was run for it."""
    found: list[tuple[Claim, str]] = []
    before = WRITTEN.set(found)
    try:
        yield found
    finally:
        WRITTEN.reset(before)


def _running() -> str:
    """The file whose top level is running: that of a section, or of a module that it imports."""
    frame = currentframe()
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return "" if frame is None else frame.f_code.co_filename


@dataclass(frozen=True)
class Claim:
    """A statement of the drafts, with its readings.

    `lines` are the passages that state it: "paper:654-658".  `uses` names the claims it rests
    on, for a theorem in the order of its proof.  `gaps` has those of them that do not follow from
    what stands before them, whether they are true or not, each with the reason.  `repaired` is the
    proof with its broken steps replaced: readings ("claim/reading") that hold, in order.

    `severity` grades a claim that is not true as written; of one that depends on what was meant, or
    on parameters not given, it grades the worst fair reading that fails.  `no_repair` says why a
    false claim has no repair.  `claims_nothing` says why the passage asserts nothing that could be
    false.  `shared` is the name of a sentence that several claims make: they have the same readings
    and roles.  `drafts` are the texts that make it, as the folder says that it is in.
    """

    id: str
    kind: str
    place: str
    statement: str
    readings: tuple[Reading, ...]
    uses: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    severity: Severity | None = None
    gaps: Mapping[str, str] = field(default_factory=dict)
    repaired: tuple[str, ...] = ()
    no_repair: str = ""
    claims_nothing: str = ""
    shared: str = ""
    drafts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (every := WRITTEN.get()) is not None:
            every.append((self, _running()))
        if not isinstance(self.readings, Sequence) or not _all(Reading, self.readings):
            raise ValueError(f"{self.id} has no readings: write readings=(Reading(...),)")
        for name in ("uses", "lines", "repaired"):
            if isinstance(text := getattr(self, name), str):
                raise ValueError(f"{self.id} has a text as {name}: write {name}=({text!r},)")
        if stray := set(self.gaps) - set(self.uses):
            raise ValueError(f"{self.id} has gaps at what it does not use: {sorted(stray)}")
        for lines in self.lines:
            Passage.read(lines)
        names = [r.id for r in self.readings]
        if len(set(names)) < len(names):
            raise ValueError(f"{self.id} has two readings of one name")
        for r in self.readings:
            if (r.formula is None) == (r.check is None):
                raise ValueError(f"{self.id}/{r.id} needs a formula, or a check, and not both")

    @property
    def names(self) -> frozenset[str]:
        """What may be asked for to get the claim among others."""
        return _names(self.id, self.drafts)


def _all(kind: type, values: Iterable[object]) -> bool:
    return all(isinstance(v, kind) for v in values)


def headings_of(row: Json) -> tuple[str, ...]:
    """The drafts under which a row is listed: contradictions have a heading of their own."""
    return (BETWEEN,) if is_between(row) else tuple(row["drafts"])


def is_between(row: Json) -> bool:
    """Whether a claim says that passages differ, rather than what one of them says."""
    return bool(row["kind"] == CONTRADICTION)


def draft_names(row: Json) -> frozenset[str]:
    """What may be asked for to get a row of claims.json among others."""
    return _names(row["id"], row["drafts"])


def _names(claim: str, drafts: Iterable[str]) -> frozenset[str]:
    """The drafts that make a claim; of several, also the first word of its id, for all of them."""
    made_by = frozenset(drafts)
    return made_by if len(made_by) == 1 else made_by | {claim.partition(".")[0]}


def versions_in(rows: Iterable[Json]) -> frozenset[tuple[str, ...]]:
    """The versions of one draft, several at a time: what they claim is of none alone."""
    found = (tuple(row["drafts"]) for row in rows if not is_between(row))
    return frozenset(drafts for drafts in found if len(drafts) > 1)
