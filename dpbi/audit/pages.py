"""From results to what an audit says: the ledger of today, its certificates, what has changed.

`for_people` and `for_programs` give the files of a report, as text by their path, from the ledger
and the measures alone.  The same ledger and measures give the same bytes, so that a committed
report can be rebuilt and compared without computing anything.

`Audit` is what an audit found, as plain data: the score, the gravest findings, what has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dpbi.audit.tasks import MeasureTask, ReadingTask, measures
from dpbi.fields.floats import DIGITS
from dpbi.ledger import recorded, shipped
from dpbi.ledger.claims import Claim
from dpbi.ledger.folders.finding import Folder
from dpbi.ledger.folders.layout import LEDGER, BrokenFolder, FolderLayout
from dpbi.ledger.folders.running import module_beside
from dpbi.ledger.headlines import Headline, headline_of
from dpbi.ledger.outcomes import Outcome
from dpbi.support.files import Json, as_json, as_lines

if TYPE_CHECKING:
    from dpbi.report.figures import Figure


@dataclass(frozen=True)
class Assembled:
    """Today's ledger in the shape of claims.json, and the certificates by their path."""

    document: Json
    certificates: Mapping[str, Json]


def assemble(tasks: Sequence[ReadingTask], results: Mapping[str, Json]) -> Assembled:
    """The ledger from the results of its readings, in the order of the tasks."""
    certificates: dict[str, Json] = {}
    readings: dict[str, list[Json]] = {}
    outcomes: dict[str, list[Outcome]] = {}
    claims = {task.claim.id: task.claim for task in tasks}
    for task in tasks:
        result = results[task.name]
        certificate = result["certificate"]
        if certificate is not None:
            certificates[shipped.place(certificate)] = certificate
        outcome = Outcome.read(result["outcome"])
        row = shipped.reading_row(task.claim, task.reading, outcome, certificate)
        readings.setdefault(task.claim.id, []).append(row)
        outcomes.setdefault(task.claim.id, []).append(outcome)
    rows = [
        shipped.claim_row(claim, _headline(claim, outcomes[name]), readings[name])
        for name, claim in claims.items()
    ]
    return Assembled({"schema": 1, "claims": rows}, certificates)


def _headline(claim: Claim, outcomes: list[Outcome]) -> Headline:
    """The headline of a claim; without all of its readings none is derived."""
    if len(outcomes) < len(claim.readings):
        return Headline.NOT_DECIDED
    return headline_of(claim, outcomes)


def changes(tasks: Sequence[ReadingTask], results: Mapping[str, Json]) -> list[recorded.Change]:
    """Where today's outcome is not the recorded one; a full audit may find other witnesses."""
    found = ((task, Outcome.read(results[task.name]["outcome"])) for task in tasks)
    compared = (
        recorded.change(t.name, t.known, o, same_witness=not t.full, proof=t.reading.proved)
        for t, o in found
    )
    return list(filter(None, compared))


def for_people(
    document: Json,
    results: Mapping[str, Json],
    formulas: Mapping[str, Any],
    second: Json | None = None,
    layout: FolderLayout | None = None,
    figures: Sequence[Figure] = (),
) -> dict[str, str]:
    """The pages and their Markdown.  Without results: the ledger alone.

    `layout` is what the folder of the claims says of itself, `figures` its pictures, and `second`
    what `opinions` says of the second opinion.
    """
    from dpbi import report
    from dpbi.report import markdown, mechanism_pages
    from dpbi.report.figures import explorer
    from dpbi.report.site import site

    beside = mechanism_pages.views(document, results, formulas) if results else {}
    drawn, known = figures if results else (), sorted(beside)
    whole = report.build(
        document, drawn, results, known, formulas=formulas, layout=layout, second=second
    )
    explored = explorer.view(results) if results else None
    return {**site(whole, beside, explored), "claims.md": markdown.page(whole)}


def opinions(given: Mapping[str, Json | None], numbers: Iterable[str]) -> Json:
    """What mpmath confirmed: how many readings and numbers, to how many digits at least.

    `without` are those of which it says nothing; `truth` counts readings that compare no numbers.
    """
    measured = set(numbers)
    parts = {
        "readings": {name: said for name, said in given.items() if name not in measured},
        "numbers": {name: said for name, said in given.items() if name in measured},
    }
    return {"digits": DIGITS, **{part: _confirmed(said) for part, said in parts.items()}}


def _confirmed(given: Mapping[str, Json | None]) -> Json:
    digits = [said["digits"] for said in given.values() if said is not None]
    compared = [d for d in digits if d is not None]
    return {
        "confirmed": len(digits),
        "fewest digits": min(compared, default=None),
        "truth": len(digits) - len(compared),
        "without": sorted(name for name, said in given.items() if said is None),
    }


def for_programs(
    assembled: Assembled,
    formulas: Mapping[str, Any],
    results: Mapping[str, Json],
    second: Json | None = None,
) -> dict[str, str]:
    """Claims, formulas and certificates as `dpbi ledger` writes them, and the measures."""
    ledger = shipped.as_ledger({"schema": 1, "readings": formulas})
    files = {"claims.json": as_json(assembled.document), "ledger.json": ledger}
    if second is not None:
        files["second_opinion.json"] = as_json(second)
    if results:
        files["measures.json"] = as_lines({name: results[name] for name in sorted(results)})
    for place, certificate in assembled.certificates.items():
        files[place] = as_json(certificate, sort_keys=True)
    return files


def pictures(folder: Folder) -> tuple[Figure, ...]:
    """The figures of a folder of claims: FIGURES of the module that its ledger.toml names."""
    from dpbi.report.figures import Figure

    name = folder.layout.pictures
    found = getattr(module_beside(folder.root, name), "FIGURES", None) if name else ()
    if not (isinstance(found, tuple) and all(isinstance(f, Figure) for f in found)):
        raise BrokenFolder(folder.root / LEDGER, f"{name} has no FIGURES, a tuple of figures")
    return found


def needed(figures: Sequence[Figure]) -> list[MeasureTask]:
    """Every number that a report with figures prints; of one without, none."""
    from dpbi.report.mechanism_pages import all_measures

    return measures(all_measures(figures)) if figures else []


@dataclass(frozen=True)
class Audit:
    """A finished audit, or as much of it as was finished."""

    document: Json
    formulas: Mapping[str, Any]
    changes: Sequence[recorded.Change] = ()
    failures: Mapping[str, str] = field(default_factory=dict)
    redone: int = 0
    reused: int = 0
    report: str | None = None

    @property
    def reproduced(self) -> bool:
        """Whether every outcome is the recorded one."""
        return not self.changes and not self.failures

    def json(self) -> dict[str, Any]:
        """The audit in the terms of programs."""
        from dpbi.report import scores
        from dpbi.report.tallies import summary

        score = summary(self.document, self.formulas)
        return {
            "reproduced": self.reproduced,
            "claims": len(self.document["claims"]),
            "headlines": score.headlines,
            "severities": score.severities,
            "at_worst": score.at_worst,
            "readings": score.readings,
            "drafts": {
                s.draft: {
                    "headlines": {headline: int(n.value) for headline, n in s.headlines},
                    "severities": {severity: int(n.value) for severity, n in s.severities},
                    "at_worst": {severity: int(n.value) for severity, n in s.at_worst},
                }
                for s in scores(self.document["claims"])
            },
            "findings": [
                {
                    "claim": f.claim,
                    "reading": f.reading,
                    "severity": f.severity,
                    "headline": f.headline,
                    "sentence": f.sentence,
                    "fix": f.fix,
                }
                for f in score.findings
            ],
            "changed": [str(change) for change in self.changes],
            "unrecorded": [str(change) for change in self.changes if change.recorded is None],
            "failed": dict(self.failures),
            "redone": self.redone,
            "reused": self.reused,
            "report": self.report,
        }
