"""A second opinion on a reading: its formula evaluated by mpmath where its verdict was decided.

The tree of the formula is all that is shared with the evaluation that decides, but for one thing:
of a loss over many pairs, `multiprecision` takes the auditor's worst pair and looks at its
rivals.  An opinion proves nothing, and is asked only whether it contradicts: at the witness and the
worst instance of a refutation, and at a few instances, far apart, where the verdict rests on a
grid.  At a witness the hypotheses have to be true, and everywhere the conclusion as the verdict
has it, and both sides of a comparison within the bounds that balls give.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

from dpbi.errors import Disagreement, NoOpinion
from dpbi.fields.floats import ATTEMPTS, DIGITS, SPARE, agreement, bounds
from dpbi.language import Formula
from dpbi.ledger.claims import Reading
from dpbi.ledger.deciding import assignment, plain, shown
from dpbi.ledger.multiprecision import Evaluator, environment
from dpbi.ledger.outcomes import Outcome, Verdict, instance_text
from dpbi.privacy.definitions import Definitions

GRID = 4  # instances of a grid that are evaluated


@dataclass(frozen=True, slots=True)
class Confirmed:
    """At how many instances mpmath agrees, and to how many digits on both sides of comparisons.

    `digits` is None where no conclusion compares numbers: its truth is all that was confirmed.
    """

    instances: int
    digits: int | None

    def json(self) -> dict[str, Any]:
        """For the report."""
        return {"instances": self.instances, "digits": self.digits}


def confirm(reading: Reading, found: Outcome, name: str) -> Confirmed | None:
    """What mpmath says of an outcome; None where it rests on no number that a formula gives.

    Raises `Disagreement` where an instance is contradicted.
    """
    formula, expected = reading.formula, _EXPECTED.get(found.verdict)
    if formula is None or expected is None:
        return None
    agreed: list[int | None] = []
    if found.witness is not None:
        for document in (found.witness, found.worst):
            if document is not None:
                agreed += _confirmed(formula, document, expected, name)
    elif expected and formula.quantifier == "forall":  # an argument for all shows at no instance
        for instance in _spread(reading, formula):
            agreed += _confirmed(formula, shown(formula, instance), expected, name)
            if len(agreed) == GRID:
                break
    if not agreed:
        return None
    return Confirmed(len(agreed), min((d for d in agreed if d is not None), default=None))


_EXPECTED = {Verdict.FAILS: False, Verdict.HOLDS: True, Verdict.HOLDS_BOUNDED: True}


def _spread(reading: Reading, formula: Formula) -> Iterator[dict[str, Any]]:
    """Instances of the grid that meet the hypotheses, far apart in it."""
    every = list(reading.grid.instances(formula))
    step = max(1, len(every) // GRID)
    e = Evaluator(Definitions.at(DIGITS + SPARE))
    for instance in chain.from_iterable(every[first::step] for first in range(step)):
        env = environment(instance)
        with suppress(NoOpinion):
            if all(e.condition(h, env) for h in formula.hypotheses):
                yield instance


def _confirmed(
    formula: Formula, document: dict[str, Any], expected: bool, name: str
) -> list[int | None]:
    """[the digits to which both sides agree] at an instance, [] where mpmath finds no value.

    What seems to be contradicted is computed with more digits before that is believed.
    """
    instance, trouble = assignment(document), ("", "")
    for attempt in range(ATTEMPTS):
        e = Evaluator(Definitions.at((DIGITS + SPARE) << attempt))
        try:
            found = _seen(e, formula, instance, expected, document.get("_sides") or {})
        except NoOpinion:
            return []
        if not isinstance(found, tuple):
            return [found]
        trouble = found
    where = instance_text({key: plain(value) for key, value in instance.items()})
    raise Disagreement(f"{name} at {where}", *trouble)


def _seen(
    e: Evaluator, formula: Formula, instance: dict[str, Any], expected: bool, sides: dict[str, Any]
) -> int | tuple[str, str] | None:
    """The digits that agree, None where nothing is compared; else the answer and what is found."""
    env = environment(instance)
    if not all(e.condition(h, env) for h in formula.hypotheses):
        return "that its hypotheses are true", "that they are not"
    if e.condition(formula.conclusion, env) is not expected:
        return f"that it is {expected}", f"that it is {not expected}"
    agreed: list[int] = []
    for (side, ends), a in zip(sides.items(), formula.conclusion.args, strict=False):
        lo, hi, value = Fraction(ends["lo"]), Fraction(ends["hi"]), e.real(e.number(a, env))
        if (digits := agreement(value, lo, hi)) is None:
            return f"{bounds(lo, hi)} on the {side} side", e.d.mp.nstr(value, 25)
        agreed.append(digits)
    return min(agreed, default=None)
