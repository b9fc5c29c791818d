"""From results to what an audit says: the ledger of today, its certificates, what has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dpbi import certify, ledger, recorded
from dpbi.auditing.tasks import ReadingTask
from dpbi.claims import Outcome

Json = dict[str, Any]


@dataclass(frozen=True)
class Change:
    """A reading whose outcome today is not the recorded one."""

    reading: str
    recorded: Outcome | None
    found: Outcome

    def __str__(self) -> str:
        now = self.found.verdict.value
        if self.recorded is None:
            return f"{self.reading} is {now} and was never recorded"
        if self.recorded.verdict is self.found.verdict:
            return f"{self.reading} is {now} at another witness than the recorded one"
        return f"{self.reading} is {now}, while {self.recorded.verdict.value} is recorded"


@dataclass(frozen=True)
class Assembled:
    """Today's ledger in the shape of claims.json, and the certificates by their path."""

    document: Json
    certificates: Mapping[str, Json]


def assemble(tasks: Sequence[ReadingTask], results: Mapping[str, Json]) -> Assembled:
    """The ledger from the results of its readings, in the order of the tasks."""
    certificates: dict[str, Json] = {}
    readings: dict[str, list[Json]] = {}
    claims = {task.claim.id: task.claim for task in tasks}
    for task in tasks:
        result = results[task.name]
        certificate = result["certificate"]
        if certificate is not None:
            certificates[certify.place(certificate)] = certificate
        row = ledger.reading_row(task.reading, recorded.outcome_of(result["outcome"]), certificate)
        readings.setdefault(task.claim.id, []).append(row)
    rows = [ledger.claim_row(claim, readings[name]) for name, claim in claims.items()]
    return Assembled({"schema": 1, "claims": rows}, certificates)


def changes(tasks: Sequence[ReadingTask], results: Mapping[str, Json]) -> list[Change]:
    """Where today's outcome is not the recorded one; a full audit may find other witnesses."""
    found = ((task, recorded.outcome_of(results[task.name]["outcome"])) for task in tasks)
    return [Change(t.name, t.known, outcome) for t, outcome in found if _moved(t, outcome)]


def _moved(task: ReadingTask, found: Outcome) -> bool:
    known = task.known
    return known is None or recorded.moved(known, found, same_witness=not task.full)
