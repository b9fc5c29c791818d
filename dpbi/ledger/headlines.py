"""What becomes of a claim: one headline, derived from the roles and verdicts of its readings.

Fair readings are the literal and the intended ones.  A strained reading or a comparison never
decides a headline.  Neither does a repair, but where no fair reading is true, a small change that
is proved to make it true tells a slip from a false statement.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from dpbi.ledger.claims import Claim, Role
from dpbi.ledger.outcomes import Outcome, Verdict


class Headline(Enum):
    """What an honest referee would say of a claim; the values are the words."""

    TRUE = "true"
    TRUE_AS_TESTED = "true in every case tested"
    MISPRINTED = "true as intended, misprinted"
    FALSE_AS_WRITTEN = "false as written, true with a small change"
    FALSE = "false under every fair reading"
    DEPENDS_ON_MEANING = "depends on what was meant"
    DEPENDS_ON_PARAMETERS = "depends on parameters not given"
    ILL_FORMED = "ill-formed"
    NOT_DECIDED = "not decided"
    NO_CLAIM = "no claim made"

    @property
    def is_finding(self) -> bool:
        """Whether the draft needs a correction, and so the claim a severity."""
        return self in (
            Headline.MISPRINTED, Headline.FALSE_AS_WRITTEN, Headline.FALSE, Headline.ILL_FORMED,
        )  # fmt: skip

    @property
    def depends(self) -> bool:
        """Whether it is true in one fair sense and may be false in another."""
        return self in (Headline.DEPENDS_ON_MEANING, Headline.DEPENDS_ON_PARAMETERS)


@dataclass(frozen=True)
class Judged:
    """What a headline is derived from; `chosen`: the draft does not give all parameters."""

    role: Role
    verdict: Verdict
    chosen: bool = False


TRUE = {Verdict.HOLDS, Verdict.HOLDS_BOUNDED}
SAYS_NOTHING = {Verdict.ILL_DEFINED, Verdict.VACUOUS}
FALSE = {Verdict.FAILS, *SAYS_NOTHING}


def headline_of(claim: Claim, outcomes: Iterable[Outcome]) -> Headline:
    """The headline of a claim, given the outcome of each of its readings."""
    if claim.claims_nothing:
        return Headline.NO_CLAIM
    return derived(
        Judged(reading.role, outcome.verdict, bool(reading.chosen))
        for reading, outcome in zip(claim.readings, outcomes, strict=True)
    )


def derived(readings: Iterable[Judged]) -> Headline:
    """The headline that follows from these readings, in any order."""
    every = list(readings)
    literal = [r.verdict for r in every if r.role is Role.LITERAL]
    intended = [r.verdict for r in every if r.role is Role.INTENDED]
    fair = [r for r in every if r.role in (Role.LITERAL, Role.INTENDED)]
    if not fair:
        raise ValueError("a claim needs a literal or an intended reading")
    if all(r.chosen for r in fair) and _decided(fair):
        return Headline.DEPENDS_ON_PARAMETERS
    found = _of_both(literal, intended) if literal and intended else _of_one(literal or intended)
    mended = any(r.role is Role.REPAIR and r.verdict is Verdict.HOLDS for r in every)
    return Headline.FALSE_AS_WRITTEN if found is Headline.FALSE and mended else found


def graded(headline: str, severity: str | None) -> str | None:
    """The severity in words: of what depends on a meaning or a parameter, the worst it can be.

    What needs no correction has none, whatever severity its author expected.
    """
    found = Headline(headline)
    if severity is None or not (found.depends or found.is_finding):
        return None
    return f"at worst {severity}" if found.depends else severity


def _of_both(literal: list[Verdict], intended: list[Verdict]) -> Headline:
    """The words say one thing, and the author means another."""
    words, meaning = _of_one(literal), _of_one(intended)
    if words in GOOD and meaning in GOOD:
        return max(words, meaning, key=GOOD.index)
    if words in BAD and meaning in GOOD:
        return Headline.MISPRINTED if meaning is Headline.TRUE else Headline.DEPENDS_ON_MEANING
    if words in BAD and meaning in BAD:
        return Headline.FALSE
    if Headline.NOT_DECIDED in (words, meaning):
        return Headline.NOT_DECIDED
    return Headline.DEPENDS_ON_MEANING


def _of_one(verdicts: list[Verdict]) -> Headline:
    """Readings of one role, of which none is fairer than the others."""
    kinds = set(verdicts)
    if kinds <= TRUE:
        return Headline.TRUE_AS_TESTED if Verdict.HOLDS_BOUNDED in kinds else Headline.TRUE
    if kinds <= SAYS_NOTHING:
        return Headline.ILL_FORMED
    if kinds <= FALSE:
        return Headline.FALSE
    if kinds & TRUE and kinds & FALSE:
        return Headline.DEPENDS_ON_MEANING
    return Headline.NOT_DECIDED


def _decided(readings: list[Judged]) -> bool:
    return all(r.verdict is not Verdict.UNDECIDED for r in readings)


GOOD = (Headline.TRUE, Headline.TRUE_AS_TESTED)
BAD = (Headline.FALSE, Headline.ILL_FORMED)
