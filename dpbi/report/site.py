"""The pages of a report as files: {place: text}, the same bytes for the same report.

index.html is small and leads to the others: a page for each draft, each claim and each mechanism,
the graph, the pictures, and one file with all claims that can be taken elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dpbi.report import html
from dpbi.report.addresses import (
    EXPLORER,
    EXPLORER_SCRIPT,
    GRAPH,
    PICTURES,
    SCRIPT_FILE,
    STYLE_FILE,
    WHOLE,
    Addresses,
    draft_page,
    page_of,
)
from dpbi.report.figures.explorer import Explorer
from dpbi.report.mechanism_pages import MechanismPage
from dpbi.report.tree import ClaimView, Report


def site(
    report: Report, mechanisms: Mapping[str, MechanismPage], explorer: Explorer | None = None
) -> dict[str, str]:
    """Every page of the report, and the style and the script that they share."""
    known = frozenset(c.id for c in report.claims)
    beside, below = Addresses(known=known), Addresses("../", known=known)
    pages = {
        "index.html": html.written(
            "index.html", report, Addresses(known=known, alone=True), explorer=explorer
        ),
        WHOLE: html.page(report),
        GRAPH: html.written("graphs.html", report, beside),
        STYLE_FILE: html.style(),
        SCRIPT_FILE: html.asset("page.js"),
    }
    if report.figures:
        pages[PICTURES] = html.written("pictures.html", report, beside)
    if explorer is not None:
        pages[EXPLORER] = html.written("explorer.html", report, beside, explorer=explorer)
        pages[EXPLORER_SCRIPT] = html.asset("explorer.js")
    for section in report.sections:
        inside = frozenset(c.id for c in section.claims)
        at = Addresses("../", inside, known)
        pages[draft_page(section.draft)] = html.written(
            "section.html", report, at, section=section, choices=html.choices(section.claims)
        )
        pages |= _claims(report, section.claims, known)
    explored = explorer is not None
    pages |= {place: html.mechanism(page, below, explored) for place, page in mechanisms.items()}
    return pages


def _claims(
    report: Report, claims: Iterable[ClaimView], known: frozenset[str]
) -> Iterable[tuple[str, str]]:
    """The page of each claim."""
    for c in claims:
        at = Addresses("../", frozenset([c.id]), known)
        yield page_of(c.id), html.written("claim.html", report, at, claim=c)
