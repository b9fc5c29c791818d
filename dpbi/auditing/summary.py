"""What an audit found, as plain data: the score, the gravest findings, what has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dpbi.auditing.assembly import Change, Json


@dataclass(frozen=True)
class Audit:
    """A finished audit, or as much of it as was finished."""

    document: Json
    formulas: Mapping[str, Any]
    changes: Sequence[Change] = ()
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
        from dpbi.report.ranking import summary

        score = summary(self.document, self.formulas)
        return {
            "reproduced": self.reproduced,
            "claims": score.claims,
            "readings": score.readings,
            "drafts": {
                s.draft: {verdict: int(n.value) for verdict, n in s.verdicts}
                for s in scores(self.document["claims"])
            },
            "findings": [
                {"claim": f.claim, "reading": f.reading, "sentence": f.sentence}
                for f in score.findings
            ],
            "changed": [str(change) for change in self.changes],
            "failed": dict(self.failures),
            "redone": self.redone,
            "reused": self.reused,
            "report": self.report,
        }
