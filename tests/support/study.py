"""The study of the five drafts, as the tests that read it name its parts.

Claims, formulas and report are read once in a process, when a test first asks for them: whoever
collects the tests loads none of them.  Tests share what is returned: whoever changes it takes a
copy.
"""

from functools import cache
from pathlib import Path

import dpbi
from dpbi.ledger.folders.finding import Folder
from dpbi.ledger.recorded import all_claims, key, recorded
from dpbi.ledger.shipped import formulas_shipped, shipped

ROOT = Path(dpbi.__file__).parent.parent
STUDY = Folder(ROOT / "verify")
LAYOUT = STUDY.layout
FOLDERS = tuple(d.name for d in LAYOUT.folders)
FILES = {name: text.file for name, text in LAYOUT.texts.items()}
"""The drafts' own file names."""


@cache
def claims():
    """{id: claim} of verify/."""
    return {c.id: c for c in all_claims(STUDY.root)}


@cache
def readings():
    """{"claim/reading": reading} of verify/."""
    return {key(c, r): r for c in claims().values() for r in c.readings}


@cache
def outcomes():
    """{"claim/reading": outcome} as recorded."""
    return {name: found for d in FOLDERS for name, found in recorded(STUDY.root, d).items()}


@cache
def document():
    """The claims as the report has them: its claims.json."""
    return shipped()


@cache
def rows():
    """{id: its row in claims.json}."""
    return {c["id"]: c for c in document()["claims"]}


@cache
def reading_rows():
    """{"claim/reading": its row in claims.json}."""
    return {f"{c['id']}/{r['id']}": r for c in rows().values() for r in c["readings"]}


@cache
def ledger_of_formulas():
    """The formulas as the kernel reads them: ledger.json."""
    return formulas_shipped()


def formulas():
    """{"claim/reading": its formula as JSON}."""
    return ledger_of_formulas()["readings"]


@cache
def report():
    """The report of all claims."""
    from dpbi.report import build  # few of the tests that name the study read its report

    return build(document())


def of_drafts(claim):
    """What the id of a claim says of it, for rows that a test makes up: its drafts and its kind."""
    first = claim.partition(".")[0]
    if first == "between":
        return {"drafts": claim.split(".")[1].split("+"), "kind": "contradiction"}
    return {"drafts": ["short-a", "short-b"] if first == "short" else [first]}
