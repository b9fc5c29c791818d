"""What a spec of a sweep asks for, looked at before any work: names and levels that make no sense.

Foreign code is not run here: what it takes is found when it is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from dpbi.audit.sweeps.asking import NAMED, written_counts
from dpbi.audit.sweeps.axes import Axis, Settings
from dpbi.errors import NOTHING, InvalidValue, UnknownName
from dpbi.fields import positive_level
from dpbi.language import Formula
from dpbi.laws.promise import Promise, at_level
from dpbi.ledger.shipped import readings_of
from dpbi.mechanisms.registry import find, of_the_drafts
from dpbi.mechanisms.targets import maker, missing_module

LEVELS: dict[str, Callable[[str], Any]] = {
    "delta": at_level,
    "accuracy": lambda text: text in NAMED or written_counts(text),
    "calibrate": lambda text: positive_level("at", text),
    "verdict": Promise.epsilon,
}
"""What refuses a text at which no such question is asked."""
MOST = 10_000  # levels that are looked at


def levels(ask: str, at: Axis) -> Axis:
    """The axis of what is asked about, once every value makes sense."""
    for i in range(min(at.count, MOST)):
        LEVELS[ask](at.at(i))
    return at


def claims_known(claims: Axis) -> None:
    """Refuse a name that is not that of one reading with a formula."""
    for name in map(str, claims.values):
        if len(found := readings_of(name)) != 1:
            raise InvalidValue("claim", name, f"name one reading of it: {', '.join(found)}")


def parameters_known(first: Axis, settings: Settings) -> None:
    """Refuse parameters that a mechanism of ours does not take; foreign code is not run here."""
    given = {a.name: a for a in settings.axes if a.name not in ("target", "at")}
    taken: set[str] = set()
    ours = [t for t in map(str, first.values) if of_the_drafts(t)]
    for target in map(str, first.values):
        if target not in ours:
            _place(target)
            continue
        made = maker(target)
        known = (*sorted(made.needs), *made.defaults)
        taken.update(known)
        for name in sorted(given.keys() - set(known)):
            if len(ours) == 1 == len(first.values):
                raise UnknownName(f"parameter of {target}", name, known)
            if settings.rows is not None or given[name].count > 1:
                need = f"{target} does not take it, so give it one value, or make two sweeps"
                raise InvalidValue(name, list(given[name].values), need)
        for name in sorted(made.needs - given.keys()):
            raise InvalidValue(name, NOTHING, f"{target} needs it: put it into the grid")
    if len(ours) == len(first.values) and (odd := sorted(given.keys() - taken)):
        raise UnknownName("parameter of these targets", odd[0], tuple(sorted(taken)))


def variables(first: Axis, settings: Settings) -> None:
    """Refuse variables that a reading does not have."""
    for name in map(str, first.values):
        ((reading, document),) = readings_of(name).items()
        known = Formula.parse(document).names
        if odd := next((n for n in settings.names[1:] if n not in known), None):
            raise UnknownName(f"variable of {reading}", odd, tuple(known))


def _place(target: str) -> None:
    """Refuse a name that nobody registered, and a file or a package that is not there."""
    place, colon, _ = target.rpartition(":")
    file = target if target.endswith((".py", ".json")) else place
    if file.endswith((".py", ".json")):
        if not Path(file).is_file():
            raise InvalidValue("target", target, "there is no such file")
    elif not colon:
        find(target)
    elif (module := missing_module(place)) is not None:
        raise InvalidValue("target", target, f"module {module} was not found")
