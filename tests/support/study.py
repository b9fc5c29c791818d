"""The study of the five drafts, as the tests that read it name its parts."""

from pathlib import Path

import dpbi
from dpbi.ledger.folders.finding import Folder

ROOT = Path(dpbi.__file__).parent.parent
STUDY = Folder(ROOT / "verify")
LAYOUT = STUDY.layout
FOLDERS = tuple(d.name for d in LAYOUT.folders)
FILES = {name: text.file for name, text in LAYOUT.texts.items()}
"""The drafts' own file names."""


def of_drafts(claim):
    """What the id of a claim says of it, for rows that a test makes up: its drafts and its kind."""
    first = claim.partition(".")[0]
    if first == "between":
        return {"drafts": claim.split(".")[1].split("+"), "kind": "contradiction"}
    return {"drafts": ["short-a", "short-b"] if first == "short" else [first]}
