"""The files of a report, as text by their path: from the ledger and the measures alone.

The same ledger and measures give the same bytes, so that a committed report can be rebuilt and
compared without computing anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpbi.auditing.assembly import Assembled, Json
from dpbi.auditing.tasks import MeasureTask, measures
from dpbi.auditing.writing import as_json, as_lines


def for_people(
    document: Json, results: Mapping[str, Json], formulas: Mapping[str, Any]
) -> dict[str, str]:
    """The page, its Markdown and the pages of mechanisms.  Without results: the ledger alone."""
    from dpbi import report
    from dpbi.report import html, markdown, mechanism_pages
    from dpbi.report.figures import FIGURES

    beside = mechanism_pages.pages(document, results, formulas) if results else {}
    figures = FIGURES if results else ()
    whole = report.build(document, figures, results, sorted(beside), formulas=formulas)
    return {"index.html": html.page(whole), "claims.md": markdown.page(whole), **beside}


def for_programs(assembled: Assembled, results: Mapping[str, Json]) -> dict[str, str]:
    """claims.json and the certificates as `dpbi ledger` writes them, and the measures."""
    files = {"claims.json": as_json(assembled.document)}
    if results:
        files["measures.json"] = as_lines(results)
    for place, certificate in assembled.certificates.items():
        files[place] = as_json(certificate, sort_keys=True)
    return files


def needed() -> list[MeasureTask]:
    """Every number that the report prints."""
    from dpbi.report.mechanism_pages import all_measures

    return measures(all_measures())
