"""A folder of claims to begin with: two claims, one of which is false, that are decided at once.

Its files are those in scaffold/, as they are.  What its readings are found to be is decided when it
is written, and recorded.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from dpbi.errors import InvalidValue
from dpbi.ledger import earning, recorded
from dpbi.ledger.outcomes import Outcome
from dpbi.support.files import write_all

FILES = {
    "ledger.toml": "ledger.toml.txt",
    "mechanism.py": "mechanism.py.txt",
    "paper/section_1.py": "paper_section_1.py.txt",
    "README.md": "README.md.txt",
    ".gitignore": "gitignore.txt",
    ".github/workflows/claims.yml": "workflow.yml.txt",
}
"""What is written, and the file that it is a copy of."""


def begin(folder: Path) -> list[str]:
    """Write the files and record what is found; the names of all that was written.

    Raises InvalidValue where there is something in the folder already.
    """
    if folder.exists() and not folder.is_dir():
        raise InvalidValue("FOLDER", str(folder), "there is a file of that name")
    if folder.is_dir() and any(folder.iterdir()):
        raise InvalidValue("FOLDER", str(folder), "it is not empty; name one that is, or a new one")
    texts = resources.files("dpbi.ledger.folders") / "scaffold"
    write_all({folder / name: (texts / kept).read_text("utf-8") for name, kept in FILES.items()})
    return [*FILES, *_record(folder)]


def _record(folder: Path) -> list[str]:
    """Decide every reading and record it; the names of the files."""
    found: dict[str, dict[str, Outcome]] = {}
    for section in recorded.in_order(folder):
        for claim in recorded.claims_in(section.path, folder):
            for reading in claim.readings:
                name = recorded.key(claim, reading)
                outcome = earning.today(reading, None, name=name)
                found.setdefault(section.draft.name, {})[name] = outcome
    for draft, outcomes in found.items():
        recorded.record(folder, draft, outcomes)
    return [f"recorded/{draft}.json" for draft in found]
