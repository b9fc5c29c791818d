"""The work of an audit: each reading of each claim, and each measure of the report.

A task knows its name, the question that it answers, how to describe itself to a worker, and how to
compute its answer as plain JSON.  What a result depends on is one hash (`digest_of`): of the
question, and of the sources and libraries that answer it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from dpbi.audit.provenance import digest, of_code, of_modules, surroundings
from dpbi.ledger import earning, recorded, shipped
from dpbi.ledger.claims import Claim, Reading
from dpbi.ledger.deciding import of_the_kernel
from dpbi.ledger.outcomes import Outcome
from dpbi.ledger.second_opinion import confirm
from dpbi.report.quantities import Measure


class Task(Protocol):
    """One computation of an audit."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def effort(self) -> str:
        """The name under which it is remembered how long it took."""

    @property
    def guess(self) -> float:
        """About how many seconds it takes, for a machine that never did it."""

    @property
    def question(self) -> list[Any]:
        """All that the answer depends on beside sources and libraries, as JSON."""

    def request(self) -> dict[str, Any]:
        """The task in the words of a worker, as JSON."""

    def compute(self) -> dict[str, Any]:
        """The answer, computed now, as JSON."""

    def second_opinion(self, result: dict[str, Any]) -> dict[str, Any] | None:
        """What mpmath confirms of an answer; None where it has nothing to say."""


@dataclass(frozen=True)
class ReadingTask:
    """Decide a reading as `pytest verify` does, and certify what was found.

    A recorded witness is certified again; what has none, and everything in a full audit, is
    decided afresh.  `section` is the hash of the files beside the one that the claim was read from,
    and of all that it can import, `code` that of all Python and law files of the folder.
    """

    claim: Claim
    reading: Reading
    known: Outcome | None
    section: str
    full: bool = False
    code: str = ""

    @property
    def name(self) -> str:
        """The name of the reading in the ledger."""
        return recorded.key(self.claim, self.reading)

    @property
    def at_the_witness(self) -> bool:
        """Whether the recorded witness is certified again, and nothing else."""
        found_before = self.known is not None and self.known.witness is not None
        return found_before and self.reading.formula is not None and not self.full

    @property
    def effort(self) -> str:
        """A larger domain is another effort."""
        return f"{self.name} in full" if self.full else self.name

    @property
    def guess(self) -> float:
        """Grids take as long as they have instances, witnesses as the kernel takes to check them.

        The numbers are rough means over the ledger on one machine; the audit learns better ones.
        """
        if self.known is None:
            return 1.0
        if self.reading.formula is None:
            return 0.7
        if self.known.witness is not None and not self.full:
            count = shipped.datasets_of(self.known.witness)
            return 0.5 if count > shipped.LARGEST else 0.005 + (count / 115) ** 3
        return 0.15 + self.known.instances / 900 * (20 if self.full else 1)

    @property
    def question(self) -> list[Any]:
        """Formula, grid, argument; for a check of its own, the file that has it."""
        r = self.reading
        what = (
            [r.formula.json(), repr(r.grid), r.argument, r.exhaustive, self.full]
            if r.formula is not None
            else [self.section]
        )
        if r.formula is not None and not of_the_kernel(r.formula):
            what += [self.section, self.code]  # mechanisms are files of the folder
        elif r.facts is not None or r.search.attempt is not None:
            what += [self.section]  # where these functions are
        used = self.known is not None and (self.at_the_witness or self.known.tries > 0)
        before = self.known.json() if self.known and used else None
        proof = self.known.proof if self.known else None
        counts = r.proved is not None and proof == r.proved  # as `earning.today` has it
        return ["reading", self.name, what, before, r.proved.digest if counts and r.proved else ""]

    def request(self) -> dict[str, Any]:
        """The reading by its name; the worker finds it in its folder."""
        return {"reading": self.name}

    def compute(self) -> dict[str, Any]:
        """{"outcome", "certificate" or None}: what was found, and a certificate of it."""
        found = earning.today(self.reading, self.known, thorough=self.full, name=self.name)
        document = shipped.certificate(self.claim, self.reading, found)
        if document is not None and not shipped.accepted(document, shipped.formulas([self.claim])):
            document = None
        return {"outcome": found.json(), "certificate": document}

    def second_opinion(self, result: dict[str, Any]) -> dict[str, Any] | None:
        """The formula at the instances at which it was decided."""
        found = confirm(self.reading, Outcome.read(result["outcome"]), self.name)
        return None if found is None else found.json()


@dataclass(frozen=True)
class MeasureTask:
    """Compute a number of the report."""

    measure: Measure

    @cached_property
    def name(self) -> str:
        """The key of the measure."""
        return self.measure.key

    @property
    def effort(self) -> str:
        """The key, again."""
        return self.name

    @property
    def guess(self) -> float:
        """Most take no time; laws over many outputs take as long as there are outputs."""
        arguments = dict(self.measure.arguments)
        n, prior = arguments.get("n"), arguments.get("prior")
        if not (isinstance(n, str) and n.isdecimal() and isinstance(prior, tuple)):
            return 0.02
        return 0.005 + 8e-6 * float(int(n) + 1) ** (len(prior) - 1)

    @property
    def question(self) -> list[Any]:
        """The key says it all."""
        return ["measure", self.name]

    def request(self) -> dict[str, Any]:
        """The measure itself."""
        return {"measure": [self.measure.kind, dict(self.measure.arguments)]}

    def compute(self) -> dict[str, Any]:
        """Its result."""
        return self.measure.compute()

    def second_opinion(self, result: dict[str, Any]) -> dict[str, Any] | None:
        """The number, computed again."""
        digits = self.measure.confirm(result)
        return None if digits is None else {"digits": digits}


def digest_of(task: Task) -> str:
    """The hash under which the answer to a task is kept."""
    return digest(task.question, surroundings())


def readings(root: Path, *, full: bool = False) -> Iterator[ReadingTask]:
    """A task for every reading of a folder of claims, in the order of its drafts."""
    known = dict[str, dict[str, Outcome]]()
    seen = recorded.KnownNames()
    sources = dict[Path, str]()
    code = ""
    for section in recorded.in_order(root):
        draft = section.draft.name
        if draft not in known:
            known[draft] = recorded.recorded(root, draft)
        before, place = known[draft], section.path.parent
        if place not in sources:
            sources[place] = of_modules(place, root)
        claims = recorded.claims_in(section.path, root)
        recorded.only_once(claims, section.path, seen)
        for claim in claims:
            for reading in claim.readings:
                outcome = before.get(recorded.key(claim, reading))
                if reading.formula is not None and not of_the_kernel(reading.formula):
                    code = code or of_code(root)
                yield ReadingTask(claim, reading, outcome, sources[place], full, code)


def measures(chosen: Iterable[Measure]) -> list[MeasureTask]:
    """A task for every measure, each once."""
    return [MeasureTask(m) for m in {m.key: m for m in chosen}.values()]


def asked(request: dict[str, Any], known: dict[str, ReadingTask]) -> Task:
    """The task behind a request."""
    if "measure" in request:
        kind, arguments = request["measure"]
        return MeasureTask(Measure.of(kind, **arguments))
    return known[request["reading"]]
