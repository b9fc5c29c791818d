"""The sources below verify/proofs, as texts: what may stand in one, and what it needs.

A source may use the commands in `COMMANDS` and the libraries in `LIBRARIES`, so that nothing in it
can assume what is to be proved or switch a check of Coq off.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dpbi.errors import DpbiError

FOLDER = "proofs"
LIBRARIES = {
    "Coq": set("Arith FinFun Lia List Lra Psatz Reals ZArith".split()),  # noqa: SIM905
    "Coquelicot": {"Coquelicot"},
}
COMMANDS = {
    "Arguments", "Context", "Corollary", "Defined", "Definition", "End", "Fixpoint", "From",
    "Hypothesis", "Import", "Implicit", "Inductive", "Lemma", "Let", "Local", "Ltac", "Open",
    "Proof", "Qed", "Record", "Section", "Theorem",
}  # fmt: skip
FORBIDDEN = re.compile(r"\b(admit|give_up|bypass_check|Admitted)\b|#\[")
FILE = re.compile(r"([A-Z][A-Za-z0-9_]*/)?[A-Z][A-Za-z0-9_]*\.v")
REQUIRED = re.compile(r"From\s+([\w.]+)\s+Require\s+Import\s+([\w\s]+)")


@dataclass(eq=False)
class BadProof(DpbiError):
    """A source or a list of theorems that is not as it has to be."""

    file: str
    reason: str

    def __str__(self) -> str:
        return f"{FOLDER}/{self.file}: {self.reason}"


def sources(root: Path) -> dict[str, str]:
    """The text of every source below verify/proofs, each of which may be compiled."""
    folder, found = root / FOLDER, {}
    for path in sorted(folder.rglob("*.v")):
        name = path.relative_to(folder).as_posix()
        if not FILE.fullmatch(name) or name.startswith("Statements/") or path.is_symlink():
            raise BadProof(name, "a source is a plain file Name.v, or Folder/Name.v")
        found[name] = path.read_text(encoding="utf-8")
    for name, text in found.items():
        for problem in problems(text, found):
            raise BadProof(name, problem)
    return found


def bare(text: str) -> str:
    """A source without its comments and without what is in quotes, in comments or outside."""
    out, depth = [], 0
    for part in re.split(r"(\(\*|\*\))", re.sub(r'"[^"]*"', "", text)):
        if part == "(*":
            depth += 1
        elif part == "*)":
            depth -= 1
        elif depth <= 0:
            out.append(part)
    return " ".join(out)


def sentences(text: str) -> list[str]:
    """The sentences of a source, without comments and bullets."""
    parts = re.split(r"\.(?=\s|$)", bare(text))
    return [s for part in parts if (s := re.sub(r"^[\s{}+*-]+", "", part).strip())]


def problems(text: str, names: Iterable[str]) -> Iterator[str]:
    """What a source may not contain."""
    if text.count('"') % 2:
        yield "a quotation mark without its second"
    if found := FORBIDDEN.search(bare(text)):
        yield f"{found.group()!r} is not allowed"
    for sentence in sentences(text):
        first = re.match(r"[A-Z]\w*", sentence)
        words = sentence.split()
        commands = words[: 2 if words[0] == "Local" else 1]
        if first and not set(commands) <= COMMANDS:
            yield f"the command {' '.join(words[:3])!r} is not among those that proofs may use"
        if words[0] == "Import" and words[1:] != ["ListNotations"]:
            yield f"{sentence!r}: only ListNotations is imported by itself"
        if words[0] == "From" and not _allowed(sentence, names):
            yield f"{sentence!r} is not among the libraries that proofs may use"


def _allowed(sentence: str, names: Iterable[str]) -> bool:
    found = REQUIRED.fullmatch(sentence)
    if found is None:
        return False
    library, modules = found[1], set(found[2].split())
    if library in LIBRARIES:
        return modules <= LIBRARIES[library]
    if library.startswith("Dpbi.Statements."):
        return True
    return all(name in names for name in _files(library, modules))


def _files(library: str, modules: Iterable[str]) -> list[str]:
    folder = "/".join(library.split(".")[1:])
    return [f"{folder}/{m}.v" if folder else f"{m}.v" for m in modules]


def needed(text: str) -> list[str]:
    """The sources that a source requires by itself; statements are not among them."""
    found = []
    for sentence in sentences(text):
        if match := REQUIRED.fullmatch(sentence):
            library, modules = match[1], match[2].split()
            if library.split(".")[0] == "Dpbi" and not library.startswith("Dpbi.Statements."):
                found += _files(library, modules)
    return found
