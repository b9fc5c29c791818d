"""The ledger as it is in a folder of claims: the claims of its sections, outcomes recorded beside.

`<draft>/section_*.py` define claims as module-level values, in the order in which they are read;
`recorded/<draft>.json` holds the outcome of every reading as it was last recorded.  What the drafts
are, the folder says itself (`folders.layout`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from dpbi.fields import Enclosure
from dpbi.language.definitions import Definition, TwoDefinitions
from dpbi.language.expr import Target
from dpbi.ledger.claims import NO_GRID, Claim, Reading, written
from dpbi.ledger.folders.finding import around
from dpbi.ledger.folders.layout import (
    CONTRADICTION,
    SECTIONS,
    BrokenFolder,
    Draft,
    FolderLayout,
    layout_of,
)
from dpbi.ledger.folders.naming import missing, naming
from dpbi.ledger.folders.running import defined_by
from dpbi.ledger.grids import DEFAULTS
from dpbi.ledger.outcomes import Outcome, Proof, Verdict
from dpbi.ledger.proving import proofs
from dpbi.support.files import as_json, write

ROUNDING = Fraction(1, 10**9)  # of a value: far more than two methods differ by


@dataclass(frozen=True)
class SectionFile:
    """A section file, and the draft that it is of."""

    path: Path
    draft: Draft


def in_order(root: Path) -> Iterator[SectionFile]:
    """The section files of a folder of claims, in the order of its drafts."""
    for draft in layout_of(root).folders:
        folder = root / draft.name if draft.inside else root
        for path in sorted(folder.glob(SECTIONS)):
            yield SectionFile(path, draft)


def sections(root: Path) -> Iterator[Path]:
    """Their paths."""
    return (section.path for section in in_order(root))


def claims_in(path: Path, root: Path | None = None) -> list[Claim]:
    """The claims of a section file of a folder, as the folder has them."""
    return WholeFolder(root or around(path) or path.parents[1]).claims_in(path)


@dataclass(frozen=True)
class WholeFolder:
    """A folder whose sections are read one after another: what they share is read once.

    A later change of that is not noticed: another pass over the folder begins with another one.
    """

    root: Path

    @cached_property
    def layout(self) -> FolderLayout:
        """What the folder says of itself."""
        return layout_of(self.root)

    @cached_property
    def theorems(self) -> dict[str, proofs.Theorem]:
        """The theorems that it lists, by their readings."""
        return proofs.listed(self.root)

    @cached_property
    def _drafts(self) -> dict[Path, str]:
        return {section.path: section.draft.name for section in in_order(self.root)}

    @cached_property
    def _recorded(self) -> dict[str, dict[str, Outcome]]:
        return {}

    def draft_of(self, path: Path) -> str:
        """The draft that a section file is of."""
        return self._drafts.get(path, path.parent.name)

    def recorded(self, draft: str) -> dict[str, Outcome]:
        """{"claim/reading": outcome} as recorded for a draft."""
        if draft not in self._recorded:
            self._recorded[draft] = recorded(self.root, draft)
        return self._recorded[draft]

    def claims_in(self, path: Path) -> list[Claim]:
        """The claims of a section file.

        They know the texts that make them, their readings the theorems that are listed of them and
        the names that they had.
        """
        layout, draft = self.layout, self.draft_of(path)
        alone = claims_alone(path, self.root)
        found = [_placed(c, layout, draft, path, self.root) for c in alone]
        return proofs.with_proofs(self.root, found, self.theorems, layout)


def claims_alone(path: Path, root: Path | None = None) -> list[Claim]:
    """The claims that a section file defines, in its order, whatever its folder says of them."""
    with written() as every:
        values = defined_by(path, root or around(path) or path.parents[1]).values()
    found = [value for value in values if isinstance(value, Claim)]
    kept = {claim.id for claim in found}
    for claim, file in every:
        if claim.id not in kept and file == str(path):
            need = "no name of the file stands for it: give each claim a name of its own"
            raise BrokenFolder(path, f"{claim.id} is lost: {need}", line_of(path, claim.id))
    return found


def _placed(claim: Claim, layout: FolderLayout, draft: str, path: Path, root: Path) -> Claim:
    """A claim as its folder has it; BrokenFolder where a reading has nothing to be decided on."""
    for reading in claim.readings:
        if variable := _without_values(reading):
            need = f"has no grid that says which {variable} it is decided on"
            raise BrokenFolder(path, f"{key(claim, reading)} {need}", line_of(path, reading.id))
        for target in sorted(_targets(reading)):
            if absent := missing(target, path, root):
                raise BrokenFolder(path, absent, naming(path, target))
    drafts = layout.texts_of(draft, claim.id)
    between = layout.contradictions is not None and draft == layout.contradictions.name
    if between != (claim.kind == CONTRADICTION) or not set(drafts) <= {*layout.texts}:
        place = f"in {layout.contradictions.name}/" if layout.contradictions else "here"
        need = f'a "{CONTRADICTION}" is {place}, and its id names drafts: between.one+other.topic'
        raise BrokenFolder(path, f"{claim.id} is out of place: {need}", line_of(path, claim.id))
    readings = tuple(_named(claim, r, layout) for r in claim.readings)
    return replace(claim, drafts=drafts, readings=readings)


def _targets(reading: Reading) -> set[str]:
    """The mechanisms given as code that a reading names."""
    nodes = () if reading.formula is None else reading.formula.nodes()
    return {part.name for e in nodes for part in e.args if isinstance(part, Target)}


def _without_values(reading: Reading) -> str:
    """A variable of a reading for which neither a grid nor custom says values; or nothing."""
    if reading.formula is None or reading.grid is not NO_GRID:
        return ""
    names = (v.name for v in reading.formula.variables if v.domain[0] != "in")
    return next((name for name in names if name not in DEFAULTS), "")


def _named(claim: Claim, reading: Reading, layout: FolderLayout) -> Reading:
    """A reading that the catalogue lists, with the name by which it does."""
    if reading.catalogue is not True:
        return reading
    return replace(reading, catalogue=layout.former(key(claim, reading)).partition("/")[2])


def line_of(path: Path, word: str) -> int:
    """The last line of a file that has a name as a text; 0 where the name is made up."""
    quoted = (f'"{word}"', f"'{word}'")
    lines = path.read_text("utf-8").split("\n")
    return max((i for i, line in enumerate(lines, 1) if any(q in line for q in quoted)), default=0)


@dataclass
class KnownNames:
    """The ids and the definitions of the sections that were read so far, with their files."""

    ids: dict[str, Path] = field(default_factory=dict)
    definitions: dict[str, tuple[Definition, Path]] = field(default_factory=dict)


def only_once(claims: Sequence[Claim], path: Path, known: KnownNames) -> None:
    """Note what a section names beside what others do; BrokenFolder where a name is there already.

    A definition that several readings call is one; two that differ need two names.
    """
    ids = [c.id for c in claims]
    for name in ids:
        first = known.ids.get(name, path)
        if ids.count(name) > 1 or first != path:
            reason = f"two claims have one id: {name} is in {_place(first, name, path)}, too"
            raise BrokenFolder(path, reason, line_of(path, name))
    known.ids |= dict.fromkeys(ids, path)
    for formula in (r.formula for c in claims for r in c.readings if r.formula is not None):
        for d in formula.definitions():
            other, first = known.definitions.setdefault(d.name, (d, path))
            if other.json() != d.json():
                where = f"another one is in {_place(first, d.name, path)}"
                reason = f"{TwoDefinitions(d.name)}; {where}"
                raise BrokenFolder(path, reason, line_of(path, d.name))


def _place(file: Path, name: str, here: Path) -> str:
    return f"{file}, line {line_of(file, name)}" if file != here else "this file"


def all_claims(root: Path) -> list[Claim]:
    """Every claim of a folder; BrokenFolder where two have one id."""
    known, folder = KnownNames(), WholeFolder(root)
    found: list[Claim] = []
    for path in sections(root):
        claims = folder.claims_in(path)
        only_once(claims, path, known)
        found += claims
    return found


def recorded(root: Path, draft: str) -> dict[str, Outcome]:
    """{"claim/reading": outcome} as last recorded for a draft."""
    path = root / "recorded" / f"{draft}.json"
    if not path.exists():
        return {}
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        return {name: Outcome.read(value) for name, value in document.items()}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 0
        need = "take it from the repository, or have `pytest FOLDER --dpbi-record` write it anew"
        raise BrokenFolder(path, f"this is no record of outcomes: {need}", line) from error


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
    proof: Proof | None = None
    """The theorem that the list has for it today."""

    def __str__(self) -> str:
        now = self.found.verdict.value
        if self.recorded is None:
            return f"{self.reading} is {now} and was never recorded"
        if self.recorded.verdict is not self.found.verdict:
            return f"{self.reading} is {now}, while {self.recorded.verdict.value} is recorded"
        if self.recorded.proof != self.proof:
            return f"{self.reading} is {now}, but {_other_proof(self.recorded.proof, self.proof)}"
        if _untried(self.recorded):
            return f"{self.reading} holds up to a bound, and no search is on record"
        return f"{self.reading} is {now} at another witness than the recorded one"


def _other_proof(recorded: Proof | None, listed: Proof | None) -> str:
    """How a theorem differs from the recorded one."""
    if recorded is None and listed is not None:
        why = f"its theorem {listed.theorem} is not on record"
    elif recorded is not None and listed is None:
        why = f"the theorem {recorded.theorem} that shows it is no longer listed"
    else:
        why = "its theorem, the statement or what the proof needs changed since it was recorded"
    return f"{why}: `dpbi proofs --record` has Coq check it"


def change(
    reading: str,
    known: Outcome | None,
    found: Outcome,
    *,
    same_witness: bool = True,
    proof: Proof | None = None,
) -> Change | None:
    """How an outcome differs from the recorded one, or None; a thorough search may move witnesses.

    A bound on record that no search has attacked is a fault of the record.  So is another theorem
    than the one that the list has today, or one with other texts.
    """
    if (
        known is None
        or _untried(known)
        or known.proof != proof
        or moved(known, found, same_witness=same_witness)
    ):
        return Change(reading, known, found, proof)
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

    Two methods (with numba, without) enclose a value by ends that differ in their last digits, and
    of several pairs that attain it each may name another one.
    """
    if known is None or found is None:
        return known is found
    sides = known.get("_sides"), found.get("_sides")
    if sides[0] != sides[1] and not (all(sides) and _agree(*sides)):
        return False
    told = {"_sides": None, "_attained": None}
    return {**known, **told} == {**found, **told}


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


def in_catalogue(name: str, reading: Reading) -> str | None:
    """What the catalogue calls a reading, or None where it does not list it.

    A name with a slash says under which claim the catalogue has it.
    """
    if isinstance(reading.catalogue, str):
        listed = reading.catalogue
        return listed if "/" in listed else f"{name.partition('/')[0]}/{listed}"
    return name if reading.catalogue else None
