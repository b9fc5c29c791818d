"""The front of a card: what is claimed and what is true, the fix, how sure that is, the command.

`drafts.cards` chooses the reading by which a claim is told; this says it as a reader asks for it,
"the loss: claimed at most 1, true 1.0627 at n = 1".  How sure a verdict is follows from what it
rests on.  Where a claim is not wrong, its least certain fair reading is the one that counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dpbi.language import Formula
from dpbi.ledger.outcomes import Verdict
from dpbi.report.drafts import cards
from dpbi.report.findings import FAIR, WRONG, compared, instance
from dpbi.report.words import Text, said
from dpbi.support.files import Json

CERTAINTY = {
    "certain": "certified by the kernel",
    "proved": "proved, and the proof checked by Coq",
    "computed": "certified by computation",
    "argued": "shown by an argument",
    "tested": "certified by computation, in the cases tested",
    "evident": "seen from the words: they have no value",
    "open": "not decided",
}
"""How sure a verdict is, in plain words; what is less sure comes later."""
LEAST = tuple(CERTAINTY)


@dataclass(frozen=True)
class Front:
    """What a closed card says of a claim."""

    reading: str  # the id of the reading that tells it
    read: str
    compared: Text  # claimed and true, at an instance
    reason: str | None  # written by hand; else the evidence, where no two sides tell it
    fix: str | None
    certainty: str
    command: str
    wrong: bool


def front(claim: Json, formulas: Mapping[str, Any]) -> Front:
    """The front of the card of a row of claims.json; `formulas` are the ledger's."""
    reading = cards.telling(claim)
    key = f"{claim['id']}/{reading['id']}"
    document, wrong = formulas.get(key), reading["verdict"] in WRONG
    formula = None if document is None else Formula.parse(document)
    shown = _compared(key, reading, formula) if wrong else ()
    sides = bool(shown) and "_sides" in reading["witness"] and formula is not None
    untold = not sides and (wrong or _open(reading))
    return Front(
        reading=reading["id"],
        read=reading["statement"],
        compared=shown,
        reason=reading.get("why_false") or (said(reading["evidence"]) if untold else None),
        fix=cards.fix(claim, reading),
        certainty=_certainty(claim, reading),
        command=cards.command(key),
        wrong=wrong,
    )


def _open(reading: Json) -> bool:
    return bool(reading["verdict"] == Verdict.UNDECIDED.value)


def _certainty(claim: Json, reading: Json) -> str:
    """Of the reading that shows a fault; of the least certain fair reading where there is none."""
    fair = [r for r in claim["readings"] if r["role"] in FAIR]
    told = [reading] if reading["verdict"] in WRONG else fair or [reading]
    found = [cards.confidence(r).word for r in told]
    return CERTAINTY[max(found, key=LEAST.index)]


def _compared(key: str, reading: Json, formula: Formula | None) -> Text:
    """Claimed and true at the smallest counterexample; the instance alone where no sides are."""
    if (witness := reading["witness"]) is None:
        return ()
    at = instance(key, witness)
    if formula is None or "_sides" not in witness:
        return ("Fails at ", *at, ".") if at else ()
    c = compared(witness["_sides"], formula, key)
    true: Text = (c.value,)
    if c.tie:
        tie = c.relation in ("less than", "more than")
        true = (c.value,) if tie else (c.value, ", off by less than is shown")
    where = (" at ", *at) if at else ()
    what = c.what.replace("the ", "The ", 1) if c.what.startswith("the ") else c.what
    return (f"{what}: claimed {c.relation} ", c.bound, ", true ", *true, *where, ".")
