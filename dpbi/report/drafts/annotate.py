"""The reader's own copy of a draft as one page: its text, and in the margin what is true of it.

The page needs nothing but itself and no script.  The draft's text is in it, so it is its reader's:
no report has it unless it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from dpbi.ledger.folders.finding import Folder, usual_layout
from dpbi.ledger.headlines import Headline
from dpbi.ledger.passages import NotADraft, recognised
from dpbi.report.drafts.placing import Margin, margin
from dpbi.report.drafts.source import problems
from dpbi.report.html import templates
from dpbi.report.words import HEADLINE_LETTERS, HEADLINE_MEANINGS, HEADLINE_SLUGS
from dpbi.support.files import Json
from dpbi.support.markup import render

MOST = 2_000_000  # bytes of a draft


def annotated(
    path: Path,
    text: str,
    claims: Iterable[Json],
    formulas: Mapping[str, Any],
    folder: Folder | None = None,
) -> str:
    """The page of a copy of a draft; NotADraft where the file is none."""
    return page(margin(recognised(path, text, folder), text, claims, formulas), folder)


def page(found: Margin, folder: Folder | None = None) -> str:
    """The annotated page of a draft of a folder of claims, or of the usual one."""
    layout = usual_layout() if folder is None else folder.layout
    listed = {n.card.claim for n in (*found.findings, *found.at_worst)}
    order = [n.card.claim for n in found.notes if n.card.claim in listed]
    return render(
        templates(),
        "draft.html",
        title=layout.title_of(found.draft) or found.draft,
        margin=found,
        following=dict(pairwise(order)),
        legend=_legend(found),
        problems=problems(r.row for r in found.rows),
    )


def _legend(found: Margin) -> list[tuple[str, str, str, int, str]]:
    """(letter, headline, its class, how many, meaning) of the headlines that occur."""
    counts = Counter(n.card.headline for n in found.own)
    every = [h.value for h in Headline]
    return [
        (HEADLINE_LETTERS[h], h, HEADLINE_SLUGS[h], counts[h], HEADLINE_MEANINGS[h])
        for h in every
        if counts[h]
    ]


def drafts_in(folder: Path, claims: Folder | None = None) -> dict[str, str]:
    """{name of a draft: text} of the files in a folder that are drafts, whatever their names."""
    found: dict[str, tuple[float, str]] = {}
    for path in sorted(p for p in folder.iterdir() if p.is_file() and p.stat().st_size <= MOST):
        try:
            text = path.read_text("utf-8-sig")
            copy = recognised(path, text, claims)
        except (UnicodeDecodeError, NotADraft):
            continue
        if copy.share > found.get(copy.draft, (0.0, ""))[0]:
            found[copy.draft] = copy.share, text
    return {draft: text for draft, (_, text) in found.items()}


def pages(
    drafts: Mapping[str, str],
    claims: Iterable[Json],
    formulas: Mapping[str, Any],
    folder: Folder | None = None,
) -> dict[str, str]:
    """{file: page} of every draft of a folder."""
    every = list(claims)
    return {
        f"{draft}.html": annotated(Path(draft), text, every, formulas, folder)
        for draft, text in drafts.items()
    }
