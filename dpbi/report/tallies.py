"""How many claims have which headline and severity, readings which verdict; what is gravest."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from dpbi.ledger.claims import Severity, headings_of
from dpbi.ledger.folders.layout import BETWEEN
from dpbi.ledger.headlines import Headline
from dpbi.ledger.shipped import formulas_shipped
from dpbi.report.findings import DEPENDS, FINDINGS, Fault, findings, gravest
from dpbi.report.words import VERDICTS, MarkedNumber
from dpbi.support.files import Json

HEADLINES = tuple(h.value for h in Headline)
SEVERITIES = tuple(s.value for s in Severity)


@dataclass(frozen=True)
class Scored:
    """How many claims have which headline and severity, readings which verdict; what is gravest.

    `severities` are those of findings; `at_worst` those of claims that depend on what was meant or
    on parameters not given, should the worst fair reading be right.
    """

    headlines: dict[str, int]
    severities: dict[str, int]
    at_worst: dict[str, int]
    readings: dict[str, int]
    findings: tuple[Fault, ...]


def summary(document: Json, formulas: Mapping[str, Any] | None = None, most: int = 8) -> Scored:
    """The score and the gravest findings of a ledger in the shape of claims.json.

    There are `most` of them, or more where more drafts have one: the gravest of each is shown.
    """
    claims = document["claims"]
    known = formulas_shipped()["readings"] if formulas is None else formulas
    return Scored(
        headlines=tally((c["headline"] for c in claims), HEADLINES),
        severities=tally(_severities(claims, FINDINGS), SEVERITIES),
        at_worst=tally(_severities(claims, DEPENDS), SEVERITIES),
        readings=tally((r["verdict"] for c in claims for r in c["readings"]), VERDICTS),
        findings=gravest(findings(claims, known), most),
    )


def tally(found: Iterable[str], order: Iterable[str]) -> dict[str, int]:
    """How often each word occurs, in the order of the legend."""
    every = list(found)
    return {word: every.count(word) for word in order}


def _severities(claims: Iterable[Json], headlines: Container[str]) -> Iterable[str]:
    """The severities of those claims that have one of these headlines."""
    return (c["severity"] for c in claims if c["headline"] in headlines and c["severity"])


@dataclass(frozen=True)
class Score:
    """How many claims of a draft have which headline, and how many findings which severity.

    `at_worst` is the same for claims that depend on what was meant or on parameters not given.
    """

    draft: str
    claims: int
    headlines: tuple[tuple[str, MarkedNumber], ...]
    severities: tuple[tuple[str, MarkedNumber], ...]
    at_worst: tuple[tuple[str, MarkedNumber], ...]


def scores(claims: list[Json]) -> tuple[Score, ...]:
    """A score for each draft; what two drafts claim together counts for both."""
    order = list(dict.fromkeys(d for c in claims for d in headings_of(c)))
    order.sort(key=lambda d: d == BETWEEN)
    return tuple(score_of(d, [c for c in claims if d in headings_of(c)]) for d in order)


def score_of(draft: str, claims: list[Json]) -> Score:
    """The score of these claims, under this name."""

    def counted(name: str, count: int) -> MarkedNumber:
        return MarkedNumber("score", f"{draft}.{name}", str(count), str(count))

    headlines = tally((c["headline"] for c in claims), HEADLINES)
    severities = tally(_severities(claims, FINDINGS), SEVERITIES)
    at_worst = tally(_severities(claims, DEPENDS), SEVERITIES)
    return Score(
        draft,
        len(claims),
        tuple((h, counted(h, n)) for h, n in headlines.items()),
        tuple((s, counted(s, n)) for s, n in severities.items()),
        tuple((s, counted(f"at worst {s}", n)) for s, n in at_worst.items()),
    )
