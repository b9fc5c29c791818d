"""The reader's own copy of a draft as one page: its text, and in the margin what is true of it.

The page needs nothing but itself and no script.  The draft's text is in it, so it is its reader's: no
report has it unless it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from dpbi.ledger.headlines import Headline
from dpbi.ledger.passages import recognised
from dpbi.report.drafts.placing import Margin, margin
from dpbi.report.drafts.source import problems
from dpbi.report.html import templates
from dpbi.report.words import DRAFTS, HEADLINE_LETTERS, HEADLINE_MEANINGS, HEADLINE_SLUGS
from dpbi.support.files import Json
from dpbi.support.markup import render


def annotated(path: Path, text: str, claims: Iterable[Json], formulas: Mapping[str, Any]) -> str:
    """The page of a copy of a draft; NotADraft where the file is none."""
    return page(margin(recognised(path, text), text, claims, formulas))


def page(found: Margin) -> str:
    """The annotated page."""
    order = [n.card.claim for n in found.notes if n.card.is_finding and not n.changed]
    return render(
        templates(),
        "draft.html",
        title=DRAFTS[found.draft],
        margin=found,
        following=dict(pairwise(order)),
        legend=_legend(found),
        problems=problems(r.row for r in found.rows),
    )


def _legend(found: Margin) -> list[tuple[str, str, str, int, str]]:
    """(letter, headline, its class, how many, meaning) of the headlines that occur."""
    counts = Counter(n.card.headline for n in found.notes)
    every = [h.value for h in Headline]
    return [
        (HEADLINE_LETTERS[h], h, HEADLINE_SLUGS[h], counts[h], HEADLINE_MEANINGS[h])
        for h in every
        if counts[h]
    ]


def folder_of_drafts(folder: Path) -> dict[Path, str]:
    """The text of every file in a folder that could be a draft, by its path."""
    found = {}
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.suffix in (".txt", ".md", ".markdown", ".tex"):
            try:
                found[path] = path.read_text("utf-8")
            except UnicodeDecodeError:
                continue
    return found
