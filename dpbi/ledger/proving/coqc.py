"""The proofs below verify/proofs, checked by Coq.

The statements are generated from the claims, beside copies of the sources, in a folder of the
user's cache, which is compiled as far as something changed.  Then every theorem of the list is
given the type of its statement, and Coq is asked what all of them assume: the four axioms of its
real numbers, and nothing else.  Every line of its answer is accounted for.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dpbi.errors import DpbiError, UnknownName
from dpbi.language.coq import KINDS, statement_name
from dpbi.ledger import earning, recorded
from dpbi.ledger.proving import answers, proofs, sources, stated
from dpbi.ledger.proving.answers import NotProved
from dpbi.support.files import write, write_all

MINUTES = 20  # for all of it, from nothing
LINES = 80  # of what Coq says where it stops


@dataclass(eq=False)
class CoqMissing(DpbiError):
    """Coq is not installed."""

    def __str__(self) -> str:
        return (
            "the proofs are checked by Coq 8.16 or later with Coquelicot: "
            "`apt-get install coq libcoq-coquelicot` (or `opam install coq-coquelicot`)"
        )


@dataclass(eq=False)
class NoProofs(DpbiError):
    """A folder of claims without proofs."""

    root: Path

    def __str__(self) -> str:
        return f"there are no proofs in {self.root}: their place is {self.root / sources.FOLDER}"


@dataclass(frozen=True, slots=True)
class Accepted:
    """How many theorems were checked, and how many instances, where, in how many seconds."""

    theorems: int
    instances: int
    folder: Path
    seconds: float


def installed() -> bool:
    """Whether Coq can be run."""
    return all(shutil.which(name) for name in ("coqc", "coq_makefile", "make"))


def check(root: Path, folder: Path | None = None, *, independently: bool = False) -> Accepted:
    """All proofs, or NotProved; `independently` has coqchk read the compiled files as well."""
    begun, sections = time.monotonic(), stated.sections_of(root)
    if not (root / sources.FOLDER).is_dir():
        raise NoProofs(root)
    found, known = proofs.theorems(root, stated.keys_of(sections)), proofs.listed(root)
    if found != known or not known:
        wrong = sorted(k for k in {*found, *known} if found.get(k) != known.get(k))
        raise NotProved(
            f"{proofs.LIST} does not list the theorems of the sources, as at "
            f"{', '.join(wrong[:5]) or 'every reading'}: `dpbi proofs --list` writes it"
        )
    met = proofs.instances(root, stated.keys_of(sections))
    if bare := stated.without_instance(sections, known, met):
        raise NotProved(
            f"no theorem shows that the hypotheses of {', '.join(bare[:5])} are met somewhere: "
            f"prove {statement_name(bare[0], 'met')}"
        )
    folder = folder or build_folder(root)
    places = {
        statement_name(recorded.key(c, r), kind): stated.module(path)
        for path, claims in sections.items()
        for c in claims
        for r in c.readings
        for kind in (*KINDS, "met")
    }
    pairs = [
        (f"{proofs.module_name(t.file)}.{t.name}", f"{places[t.states]}.{t.states}")
        for t in (*known.values(), *met.values())
    ]
    with alone(folder):
        compiled(root, sections, folder)
        certify(folder, pairs)
        if independently:
            _check_again(folder)
    return Accepted(len(known), len(met), folder, time.monotonic() - begun)


def record(root: Path) -> list[str]:
    """Decide again, and record, the readings whose theorem is not the recorded one.

    `check` has to have passed.
    """
    changed: list[str] = []
    sections = list(recorded.in_order(root))
    for draft in dict.fromkeys(s.draft.name for s in sections):
        known = recorded.recorded(root, draft)
        now = dict(known)
        for path in (s.path for s in sections if s.draft.name == draft):
            for claim in recorded.claims_in(path, root):
                for reading in claim.readings:
                    name = recorded.key(claim, reading)
                    before = known.get(name)
                    if reading.proved != (before and before.proof):
                        now[name] = earning.today(reading, before, name=name, checked=True)
                        changed.append(name)
        if now != known:
            recorded.record(root, draft, now)
    return changed


def compile_some(root: Path, files: tuple[str, ...]) -> Path:
    """The folder with some sources compiled, and what they need."""
    known = sources.sources(root)
    for file in files:
        if file not in known:
            raise UnknownName(f"source below {sources.FOLDER}/", file, tuple(known))
    sections, folder = stated.sections_of(root), build_folder(root)
    with alone(folder):
        return compiled(root, sections, folder, *files)


def rewrite_list(root: Path) -> int:
    """Write the list of theorems, and that of sources, as the sources are; how many theorems."""
    alone = {path: recorded.claims_alone(path) for path in recorded.sections(root)}
    found = proofs.theorems(root, stated.keys_of(alone))
    project = "\n".join([*proofs.OPTIONS, *sources.sources(root), ""])
    folder = root / sources.FOLDER
    write_all({folder / proofs.LIST: proofs.list_text(found), folder / proofs.PROJECT: project})
    return len(found)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """The folder for this process: Coq is there, and no other process compiles meanwhile."""
    if not installed():
        raise CoqMissing
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / ".lock", "w", encoding="utf-8") as handle:
        if os.name == "posix":
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def compiled(root: Path, sections: stated.Sections, folder: Path, *targets: str) -> Path:
    """The folder with all sources and statements compiled, or only some of the sources."""
    folder = folder or build_folder(root)
    texts = sources.sources(root)
    project = (root / sources.FOLDER / proofs.PROJECT).read_text(encoding="utf-8").splitlines()
    if project != [*proofs.OPTIONS, *texts]:
        raise sources.BadProof(
            proofs.PROJECT,
            "it is not the options of dpbi/ledger/proving/proofs.py and the list of sources",
        )
    generated = {
        f"Statements/{proofs.module_of(path)}": stated.text(path, claims)
        for path, claims in sections.items()
    }
    _synchronise(folder, texts | generated)
    write(folder / proofs.PROJECT, "\n".join([*project, *generated, ""]))
    run(folder, "coq_makefile", "-f", proofs.PROJECT, "-o", "CoqMakefile")
    goals = [f"{t}o" for t in targets]
    run(folder, "make", "-f", "CoqMakefile", "--no-print-directory", f"-j{_cores()}", *goals)
    return folder


def build_folder(root: Path) -> Path:
    """Where the proofs of a repository are compiled: a folder of the user's cache."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    place = hashlib.sha256(str(root.resolve()).encode()).hexdigest()[:12]
    return cache / "dpbi" / f"proofs-{place}"


def _synchronise(folder: Path, texts: dict[str, str]) -> None:
    """Write what changed, remove what is gone: the age of a file says whether to compile it."""
    there = {p.relative_to(folder).as_posix() for p in folder.rglob("*.v")}
    for name in there - set(texts):
        for old in (folder / name).parent.glob(f"{Path(name).stem}.*"):
            old.unlink()
    for name, text in texts.items():
        path = folder / name
        if name not in there or path.read_text(encoding="utf-8") != text:
            write(path, text)


def run(
    folder: Path, *command: str, seconds: float = 60 * MINUTES, errors_too: bool = False
) -> str:
    """The output of a command, which may end only with success; no variable of Coq's reaches it."""
    kept = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR")
    env = {name: os.environ[name] for name in kept if name in os.environ}
    try:
        done = subprocess.run(  # noqa: S603  (Coq's own programs, with our arguments)
            command,
            cwd=folder,
            env=env,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise NotProved(f"`{command[0]}` did not end within {seconds:.0f} seconds") from late
    if done.returncode:
        said = "\n".join((done.stdout + done.stderr).splitlines()[-LINES:])
        raise NotProved(f"`{command[0]}` stopped with code {done.returncode}:\n{said}")
    return done.stdout + done.stderr if errors_too else done.stdout


def _cores() -> int:
    return min(2, os.cpu_count() or 1)


def certify(folder: Path, pairs: list[tuple[str, str]]) -> None:
    """Every theorem has the type of its statement, and all of them assume the four axioms."""
    lines = [
        f"Require {module}." for module in sorted({n.rpartition(".")[0] for p in pairs for n in p})
    ]
    names = [f"certificate_{i}" for i in range(len(pairs))]
    for name, (theorem, statement) in zip(names, pairs, strict=True):
        lines.append(f"Definition {name} : {statement} := {theorem}.")
    lines += [
        f"Definition certificates := ({', '.join(names)}, tt).",
        "Print Assumptions certificates.",
    ]
    write(folder / "Certificates.v", "\n".join([*lines, ""]))
    options = [part for line in proofs.OPTIONS for part in line.removeprefix("-arg ").split()]
    answers.assumed(run(folder, "coqc", "-q", *options, "Certificates.v"))


def _check_again(folder: Path) -> None:
    """The compiled files, read by Coq's independent checker."""
    command = ("coqchk", "-silent", "-o", "-Q", ".", "Dpbi", "Dpbi.Certificates")
    answers.checker_assumed(run(folder, *command, errors_too=True))  # it prints its summary there
