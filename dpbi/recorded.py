"""The ledger as it stands in a repository: claims found under verify/, outcomes recorded beside.

`verify/<draft>/<section>.py` define claims as module-level values, in the order in which they are
read; `verify/recorded/<draft>.json` holds the outcome of every reading as it was last recorded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import Any

from dpbi.claims import Claim, Outcome, Reading, Verdict

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
    return {name: outcome_of(value) for name, value in document.items()}


def record(root: Path, draft: str, outcomes: dict[str, Outcome]) -> None:
    """Write a draft's outcomes; the same outcomes give the same bytes."""
    path = root / "recorded" / f"{draft}.json"
    path.parent.mkdir(exist_ok=True)
    document = {name: outcome_json(outcomes[name]) for name in sorted(outcomes)}
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome as JSON."""
    return {**asdict(outcome), "verdict": outcome.verdict.value, "trusts": list(outcome.trusts)}


def outcome_of(document: dict[str, Any]) -> Outcome:
    """The outcome behind JSON."""
    verdict, trusts = Verdict(document["verdict"]), tuple(document["trusts"])
    return Outcome(**{**document, "verdict": verdict, "trusts": trusts})


def key(claim: Claim, reading: Reading) -> str:
    """The name of a reading in the ledger."""
    return f"{claim.id}/{reading.id}"
