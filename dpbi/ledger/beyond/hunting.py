"""A search at hostile instances, which goes on where they run out, and ends with its time.

The usual instances are tried first.  Where none is new any more, the room is widened.  A search of
a mechanism given as code, and one beyond the usual instances, has `SECONDS`; but for that end, what
is tried does not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from time import monotonic
from typing import Any

from dpbi.bayes.dirichlet import Dirichlet
from dpbi.errors import DpbiError, TooLarge
from dpbi.language import Formula
from dpbi.ledger.attacking import WITHOUT, Trial
from dpbi.ledger.beyond.drawing import Room, Supply, draws
from dpbi.ledger.claims import Reading
from dpbi.ledger.deciding import excess, of_the_kernel, shown
from dpbi.ledger.evaluate import silence, truth_at
from dpbi.ledger.ranges import NOTHING_DRAWN
from dpbi.ledger.released import forget
from dpbi.support.deadline import limited, not_late

LONG = 1000
"""The longest number of an instance that attacks an argument, as numerator or denominator."""
PATIENCE = 60
"""Instances for each try that is wanted, those included that miss the hypotheses."""
SAME = 1000
"""Instances in a row that were tried before: then the usual ones have run out."""
CODE_DRAWS = (18000, 50)
"""Both, of a reading about code, where few instances are near the grid."""
BEYOND = 2
"""How far beyond the grid integers go at first, in a reading about code."""
SECONDS = 60
"""Of a search about code, and of one whose usual instances have run out."""
LATE: dict[str, Any] = {"_late": True}
LATE_TRIAL: Trial = None, LATE


def room_of(reading: Reading) -> Room:
    """The room of a search: of code, integers that are a little larger than those of the grid."""
    formula = reading.formula
    if formula is None or of_the_kernel(formula):
        return Room()
    return Room(most={k: v + BEYOND for k, v in reading.grid.largest(formula).items()})


@dataclass
class Hunt:
    """A search at instances that meet the hypotheses; the nearest to a violation is varied.

    `simple`: an attack, which limits its time itself, and does without instances whose numbers are
    so long that one may take minutes.
    """

    formula: Formula
    seed: str
    largest: int
    room: Room
    simple: bool
    nearest: float = 0.0
    better: dict[str, Any] | None = None
    before: set[tuple[Any, ...]] = field(default_factory=set)

    def trials(self, wanted: int) -> Iterator[Trial]:
        """Instances with what is certain there; `LATE` where time ended the search."""
        source = draws(self.formula, self.seed, self.largest, self.room)
        of_code = not of_the_kernel(self.formula)
        patience, most = CODE_DRAWS if of_code else (PATIENCE * wanted, SAME)
        end = monotonic() + SECONDS if of_code else None
        repeats = 0
        for _ in range(patience):
            count = len(self.before)
            try:
                found = self._in_time(source, end)
            except NOTHING_DRAWN:
                if not self.room.step:
                    raise
                return  # sets are too large here, and the room only grows
            if found is LATE_TRIAL:
                yield found
                return
            repeats = 0 if len(self.before) > count else repeats + 1
            if found is not None:
                yield found
            if repeats == most:
                repeats, self.room.step = 0, self.room.step + 1
                end = end or monotonic() + SECONDS

    def _in_time(self, source: Supply, end: float | None) -> Trial | None:
        """One instance, unless the time is over.

        That ends one law that takes for ever, too.  Code may catch the alarm and say anything, so
        what comes after the end does not count, and nothing that is left half done is used again.
        """
        if end is None or self.simple:
            return self._next(source)
        found: Trial | None = None
        try:
            with limited(max(0.0, end - monotonic()), anywhere=True):
                not_late()
                found = self._next(source)
        except DpbiError:
            if monotonic() <= end:
                raise
        if monotonic() <= end:
            return found
        forget()
        return LATE_TRIAL

    def _next(self, source: Supply) -> Trial | None:
        """What is certain at the next instance; None where it is not new or misses a hypothesis."""
        formula = self.formula
        instance = source.send(self.better)
        self.better = None
        if (values := tuple(instance.values())) in self.before:
            return None
        self.before.add(values)
        if self.simple and _long(values):
            return None
        try:
            met, holds, gaps = truth_at(formula, instance)
        except TooLarge:  # a set within the formula is, here; that says nothing
            return None
        open_ = met is not False and holds is None
        if open_ and gaps and (what := silence(formula, instance).what):
            return None, {**instance, WITHOUT: what}
        if not met:
            return None
        climbing = formula.conclusion.op in ("le", "lt")
        if climbing and holds and (margin := excess(formula, instance)) > self.nearest:
            self.better, self.nearest = instance, margin
        return holds, shown(formula, instance) if holds is False else instance


def _long(value: Any) -> bool:
    """Whether a number, or an entry, has a numerator or a denominator above `LONG`."""
    if isinstance(value, (tuple, Dirichlet)):
        return any(map(_long, value if isinstance(value, tuple) else value.alpha))
    if not isinstance(value, (int, Fraction)):
        return False
    return max(abs(value.numerator), value.denominator) > LONG
