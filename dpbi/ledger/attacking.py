"""What an argument in prose has to withstand: computation attacks what it says, at every run.

No program checks an argument, so it may be wrong.  The grid may have a counterexample, and hostile
instances beyond it are tried as for a reading without an argument.  The time for these is limited
and their number is not recorded: they are an attack, not evidence, and the verdict still rests on
the argument.  One certain counterexample is an error: the argument is wrong, or the formula does
not say what it proves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from typing import Any

from dpbi.errors import DpbiError
from dpbi.ledger.claims import Reading
from dpbi.ledger.deciding import REFUTED, of_the_kernel, plain, shown
from dpbi.ledger.outcomes import Outcome, Verdict, instance_text
from dpbi.ledger.ranges import NOTHING_DRAWN
from dpbi.ledger.released import forget
from dpbi.support.deadline import limited

Trial = tuple[bool | None, dict[str, Any]]
WITHOUT = "_without"
"""In the instance of a trial: what certainly has no value there, as a division by zero."""


@dataclass(frozen=True)
class Attack:
    """How many instances beyond the grid are tried, in how many seconds at most."""

    tries: int
    seconds: float


AGAIN, FIRST = Attack(5, 0.5), Attack(60, 10.0)
"""Of an argument that is on record; of one that is not, or is decided thoroughly."""


@dataclass(eq=False)
class ArgumentContradicted(DpbiError):
    """An argument for what an instance contradicts: one of them does not say what is meant."""

    reading: str
    instance: dict[str, Any]
    shows: str

    def __str__(self) -> str:
        at = instance_text(self.instance)
        where = f" at {at}" if at else ""
        return (
            f"{self.reading}: its argument is contradicted{where}: {self.shows} there; correct "
            "the argument or the formula, or leave the argument out"
        )


EXCLUDED = "what it excludes is certainly so"
UNEXPECTED = "the hypotheses that it says are never met are certainly met"


def attacked(
    name: str,
    reading: Reading,
    found: Outcome,
    trials: Callable[[int], Iterator[Trial]],
    *,
    new: bool,
) -> None:
    """Raise ArgumentContradicted where what was found, or a trial, contradicts the argument.

    `trials` gives instances that meet the hypotheses, with what is certain there.
    """
    formula, proved = reading.formula, reading.proved
    if not reading.argument or formula is None or (proved and proved.shows == "refuted"):
        return
    exists = formula.quantifier == "exists"
    shows = EXCLUDED if exists else REFUTED.removesuffix(" there")
    if found.witness is not None:
        raise ArgumentContradicted(name, found.witness, shows)
    if found.verdict not in (Verdict.VACUOUS, Verdict.FAILS if exists else Verdict.HOLDS):
        return
    vacuous = found.verdict is Verdict.VACUOUS
    attack = FIRST if new else AGAIN
    for conclusion, instance in _tried(trials, attack, of_kernel=of_the_kernel(formula)):
        if what := instance.get(WITHOUT):
            if found.verdict is Verdict.HOLDS and not (exists or proved):
                raise ArgumentContradicted(name, _plain(instance), f"there is no value ({what})")
            continue
        if vacuous or conclusion is exists:
            document = instance if "_sides" in instance else shown(formula, instance)
            raise ArgumentContradicted(name, document, UNEXPECTED if vacuous else shows)


@dataclass(eq=False)
class NotExhausted(DpbiError):
    """A grid that is said to be the whole domain, and an instance that is not on it."""

    reading: str
    instance: dict[str, Any]

    def __str__(self) -> str:
        return (
            f"{self.reading}: its grid is not the whole domain, as exhaustive=True says of it: "
            f"{instance_text(self.instance)} meets the hypotheses too; leave exhaustive out, or "
            "say in a hypothesis what is meant"
        )


def exhausted(
    name: str,
    reading: Reading,
    found: Outcome,
    trials: Callable[[int], Iterator[Trial]],
    *,
    new: bool,
) -> None:
    """Raise NotExhausted where a trial shows that the grid is not the whole domain.

    The kernel finds the domain by itself, and what it proves needs nobody's word.
    """
    formula = reading.formula
    resting = found.verdict is Verdict.HOLDS and "kernel" not in found.trusts
    if not (reading.exhaustive and resting) or formula is None or formula.quantifier == "exists":
        return
    if reading.argument or reading.proved:
        return
    attack = FIRST if new else AGAIN
    tried = _tried(trials, attack, of_kernel=of_the_kernel(formula))
    drawn = [_plain(instance) for _, instance in tried if WITHOUT not in instance]
    if drawn:
        grid = map(_plain, reading.grid.instances(formula))
        known = {str([i[v] for v in formula.names]) for i in grid}
        for instance in drawn:
            if str([instance[v] for v in formula.names]) not in known:
                raise NotExhausted(name, {v: instance[v] for v in formula.names})


def _plain(instance: dict[str, Any]) -> dict[str, Any]:
    return {k: plain(v) for k, v in instance.items() if k != WITHOUT}


def _tried(
    trials: Callable[[int], Iterator[Trial]], attack: Attack, *, of_kernel: bool
) -> list[Trial]:
    """What an attack came to in its time, or until a variable is in a set that is empty or vast.

    Code of others may catch the alarm, and keep what is half done: so what comes after the end does
    not count, and its mechanisms are made afresh.
    """
    done, end = list[Trial](), monotonic() + attack.seconds
    try:
        with limited(attack.seconds, anywhere=True), suppress(*NOTHING_DRAWN):
            for trial in islice(trials(attack.tries), attack.tries):
                if monotonic() > end:
                    break
                done.append(trial)
    except DpbiError:
        if monotonic() <= end or of_kernel:
            raise
    if monotonic() > end and not of_kernel:
        forget()
    return done
