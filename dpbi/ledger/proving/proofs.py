"""The proofs below verify/proofs, as texts: which reading each theorem proves, and from what.

`theorems.json` lists them: a reading, what is shown of it, the theorem and its file.  The type of
each has to be the generated statement (dpbi/language/coq.py), which Coq checks (coqc.py beside).
Where Coq is not installed a proof still counts if nothing it was checked with has changed: the
recorded outcome has a digest of the statement, the theorem's file and all files that it needs.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from pathlib import Path

from dpbi.language.coq import KINDS, Unsayable, statement_name, statements
from dpbi.ledger.claims import Claim, Reading
from dpbi.ledger.folders.layout import FolderLayout, layout_of
from dpbi.ledger.outcomes import Proof, Verdict
from dpbi.ledger.proving.sources import FOLDER, BadProof, needed, sentences, sources
from dpbi.support.files import as_lines

LIST, PROJECT = "theorems.json", "_CoqProject"
OPTIONS = ("-Q . Dpbi", "-arg -w", "-arg -deprecated,-ambiguous-paths")
"""How all sources are compiled."""

STATED = re.compile(rf"(?:Theorem|Corollary)\s+(\w+)\s*:\s*(({'|'.join(KINDS)}|met)_\w+)")
BEGUN = re.compile(r"(?:Theorem|Corollary)\s+(\w+)")
VERDICTS = dict(zip(KINDS, (Verdict.HOLDS, Verdict.FAILS, Verdict.VACUOUS), strict=True))


@dataclass(frozen=True, slots=True)
class Theorem:
    """A theorem with the statement that is its type."""

    name: str
    states: str
    file: str


def module_of(section: Path) -> str:
    """The file of the theorems of a section: Tailoring/Section5_2_5.v."""
    words = section.stem.split("_")[1:]
    numbered = "_".join(w[:1].upper() + w[1:] for w in words)
    return f"{section.parent.name.capitalize()}/Section{numbered}.v"


def module_name(file: str) -> str:
    """The module of a source."""
    return "Dpbi." + file.removesuffix(".v").replace("/", ".")


def listed(root: Path) -> dict[str, Theorem]:
    """{"claim/reading": theorem} as committed; empty in a folder without proofs."""
    path = root / FOLDER / LIST
    if not path.exists():
        return {}
    document = json.loads(path.read_text(encoding="utf-8"))
    found = {}
    for key, row in document.items():
        if set(row) != {"shows", "theorem", "file"} or row["shows"] not in KINDS:
            raise BadProof(LIST, f"the row of {key} is not a theorem with its file")
        found[key] = Theorem(row["theorem"], statement_name(key, row["shows"]), row["file"])
    return found


def list_text(theorems: dict[str, Theorem]) -> str:
    """The list as it is committed."""
    return as_lines(
        {
            key: {"shows": t.states.partition("_")[0], "theorem": t.name, "file": t.file}
            for key, t in sorted(theorems.items())
        }
    )


def theorems(root: Path, keys: Iterable[str]) -> dict[str, Theorem]:
    """What the sources prove of these readings."""
    return _stated(root, keys, KINDS)


def instances(root: Path, keys: Iterable[str]) -> dict[str, Theorem]:
    """The readings whose hypotheses are shown to be met somewhere."""
    return _stated(root, keys, ("met",))


def _stated(root: Path, keys: Iterable[str], kinds: tuple[str, ...]) -> dict[str, Theorem]:
    by_name = {statement_name(key, kind): key for key in keys for kind in kinds}
    found: dict[str, Theorem] = {}
    for file, text in sources(root).items():
        for sentence in sentences(text):
            match = STATED.fullmatch(sentence)
            if match is None or match[3] not in kinds:
                continue
            name, states = match[1], match[2]
            if states not in by_name:
                raise BadProof(file, f"{name}: no reading has the statement {states}")
            key = by_name[states]
            if key in found:
                raise BadProof(file, f"{name}: {key} is proved by {found[key].name} already")
            found[key] = Theorem(name, states, file)
    return found


def statement_of(reading: Reading, shows: str) -> str:
    """The statement of a reading that a theorem of this kind proves."""
    if reading.formula is None:
        raise Unsayable("it has no formula")
    text: str = getattr(statements(reading.formula), shows)
    if not text:
        raise Unsayable("it has no hypotheses that could contradict each other")
    return text


def with_proofs(
    root: Path,
    claims: list[Claim],
    known: dict[str, Theorem] | None = None,
    layout: FolderLayout | None = None,
) -> list[Claim]:
    """The claims of a section, with the theorems of the list beside their readings.

    `known` and `layout` are the list and what the folder says of itself, where they were read.
    """
    known = listed(root) if known is None else known
    where = place(root, layout) if known else ""
    needs = cache(partial(_closure, root / FOLDER))  # most theorems of a section are in one file

    def proved(key: str, reading: Reading) -> Reading:
        proof = _proof(root / FOLDER, key, reading, known.get(key), needs)
        if proof is None:
            return reading
        return replace(reading, proof=proof.theorem, proved=proof, proved_in=where)

    return [
        replace(c, readings=tuple(proved(f"{c.id}/{r.id}", r) for r in c.readings)) for c in claims
    ]


def _proof(
    folder: Path,
    key: str,
    reading: Reading,
    theorem: Theorem | None,
    needs: Callable[[str], dict[str, str]],
) -> Proof | None:
    """The theorem that is listed for a reading, with a digest of what it was checked with."""
    if theorem is None:
        if reading.proof:
            raise BadProof(
                LIST, f"{key} is said to be proved by {reading.proof}, and is not listed"
            )
        return None
    if reading.proof not in ("", theorem.name):
        raise BadProof(LIST, f"{key} is proved by {theorem.name}, and not by {reading.proof}")
    shows = theorem.states.partition("_")[0]
    text = statement_of(reading, shows)
    return Proof(
        theorem=theorem.name,
        file=theorem.file,
        line=line_of(folder, theorem),
        shows=shows,
        digest=_digest(text, needs(theorem.file)),
    )


def place(root: Path, layout: FolderLayout | None = None) -> str:
    """The folder of the proofs as the report of the claims names it: seen from where that lies."""
    report = os.path.normpath(root / (layout or layout_of(root)).report)
    return Path(os.path.relpath(root / FOLDER, Path(report).parent)).as_posix()


def line_of(folder: Path, theorem: Theorem) -> int:
    """The line of its file on which a theorem begins; 0 if it is not there, as `check` will say."""
    path = folder / theorem.file
    return _begun(path, path.stat().st_mtime_ns).get(theorem.name, 0) if path.exists() else 0


@lru_cache(maxsize=500)
def _begun(path: Path, _changed: int) -> dict[str, int]:
    """The lines on which the theorems of a source begin."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {m[1]: i for i, line in enumerate(lines, 1) if (m := BEGUN.match(line))}


def digest(folder: Path, file: str, statement: str) -> str:
    """What identifies a checked proof: the statement, the theorem's file, all that it needs."""
    return _digest(statement, _closure(folder, file))


def _digest(statement: str, needs: dict[str, str]) -> str:
    total = hashlib.sha256(statement.encode())
    for name, content in sorted(needs.items()):
        total.update(f"\n{name} {content}".encode())
    return total.hexdigest()[:32]


def _closure(folder: Path, file: str) -> dict[str, str]:
    """A source and all that it requires, each with a digest of its text."""
    found: dict[str, str] = {}
    waiting = [file, "Definitions.v"]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        path = folder / name
        if not path.exists():
            raise BadProof(name, "it is required and is not there")
        found[name], requires = _read(path, path.stat().st_mtime_ns)
        waiting += requires
    return found


@lru_cache(maxsize=500)
def _read(path: Path, _changed: int) -> tuple[str, list[str]]:
    text = path.read_text(encoding="utf-8")
    return hashlib.sha256(text.encode()).hexdigest(), needed(text)
