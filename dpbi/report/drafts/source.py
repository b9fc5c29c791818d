"""A draft in Markdown with TeX, line by line: the rows of an annotated page.

A row is a line of the file, or the lines of a formula that goes over several: a claim is placed by
its lines, so they are kept.  Of Markdown we read what the drafts use: headings, lists, rules,
fenced blocks, emphasis, raised notes.  Links and pictures stay text: a page asks for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from html import escape

from markdown_it import MarkdownIt

from dpbi.report.drafts.tex import DISPLAY, INLINE, Rendered, rendered

GROUP = r"\{(?:[^{}$]|\{[^{}$]*\})*\}"
FORMULA = re.compile(
    r"\\\$(?P<escaped>[^\s$]{1,60})\\\$"  # one word between escaped dollars, of a scanner
    r"|\\[\\$]"  # any other escaped dollar opens none
    r"|\$\$(?P<display>.+?)(?:\$\$|\Z)"  # one that is never closed ends with its paragraph
    r"|\$(?P<inline>[^$]+)\$"
    rf"|(?P<bare>\\[A-Za-z]{{2,}}(?:{GROUP})*(?:[_^](?:{GROUP}|\w))*)",
    re.DOTALL,
)
"""Formulas between dollars, and commands that stand in the text without them."""
HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(.*)", re.DOTALL)
ITEM = re.compile(r"(\s*)([-*\u2022\u00b7]|\d{1,3}\.)\s+(.*)", re.DOTALL)
RULE = re.compile(r"\s*([-*_])(\s*\1){2,}\s*")
FENCE = re.compile(r"\s{0,3}(```|~~~)")
RAISED = re.compile(r"<(sup|sub)>([^<>]{1,20})</\1>")
BLANKS = "\u00a0\u2002\u2003\u2009"
NARROW, SHEET = 11.0, 60.0  # em: what fits a line on a telephone, and one in print
OPEN, CLOSE = "\ue000", "\ue001"
PLACE = re.compile(f"{OPEN}(\\d+){CLOSE}")
FORGED = re.compile(r"&#(?:x0*e00[01]|0*5734[45]);|[\ue000\ue001]", re.IGNORECASE)
"""Our marks of a place, or entities for them, in the text of a draft."""


@dataclass(frozen=True)
class DraftRow:
    """A piece of a draft: its first and last line, its kind, its level, its contents as markup.

    The kinds are heading, item, text, formula, code and rule.
    """

    first: int
    last: int
    kind: str
    markup: str
    level: int = 0
    mark: str = ""
    problems: tuple[tuple[str, str], ...] = ()  # TeX, and what is wrong with it


def rows(text: str) -> Iterator[DraftRow]:
    """A draft in rows; blank lines are left out."""
    fenced = False
    for first, paragraph in _paragraphs(text):
        for number, source in _pieces(first, paragraph):
            if FENCE.match(source):
                fenced = not fenced
            else:
                yield _row(number, source, fenced=fenced)


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """What stands between blank lines, with the number of its first line."""
    first, lines = 0, list[str]()
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.strip():
            first = first if lines else number
            lines.append(line)
        elif lines:
            yield first, "\n".join(lines)
            lines = []


def _pieces(first: int, paragraph: str) -> Iterator[tuple[int, str]]:
    """A paragraph, line by line, but for the ends of lines within a formula."""
    inside = {
        i
        for found in FORMULA.finditer(paragraph)
        for i in range(found.start(), found.end())
        if paragraph[i] == "\n"
    }
    start = 0
    ends = [i for i, c in enumerate(paragraph) if c == "\n" and i not in inside]
    for end in [*ends, len(paragraph)]:
        yield first + paragraph.count("\n", 0, start), paragraph[start:end]
        start = end + 1


def _row(first: int, source: str, *, fenced: bool) -> DraftRow:
    last = first + source.count("\n")
    if fenced:
        return _filled(DraftRow(first, last, "code", source))
    if RULE.fullmatch(source):
        return DraftRow(first, last, "rule", "")
    if found := HEADING.fullmatch(source):
        return _filled(DraftRow(first, last, "heading", found[2], len(found[1])))
    if found := ITEM.fullmatch(source):
        mark = found[2] if found[2][0].isdigit() else "\u2022"
        return _filled(DraftRow(first, last, "item", found[3], len(found[1].expandtabs(4)), mark))
    alone = FORMULA.fullmatch(source.strip())
    kind = "formula" if alone and alone["display"] else "text"
    blanks = len(source) - len(source.lstrip(" \t" + BLANKS))
    return _filled(DraftRow(first, last, kind, source, blanks if kind == "text" else 0))


def _filled(row: DraftRow) -> DraftRow:
    """The row with its source as markup."""
    held, problems = list[str](), list[tuple[str, str]]()

    def hold(markup: str) -> str:
        held.append(markup)
        return f"{OPEN}{len(held) - 1}{CLOSE}"

    def formula(found: re.Match[str]) -> str:
        display = found["display"] is not None
        tex = next(filter(None, found.groups()), "").strip()
        if not tex:
            return hold(escape(found[0][1:]))
        shown = rendered(tex, DISPLAY if display else INLINE)
        if shown.problem:
            problems.append((tex, shown.problem))
        if found["escaped"]:
            problems.append((tex, "its dollars are escaped"))
        return hold(_framed(shown, display=display))

    bare = FORGED.sub("\ufffd", row.markup)
    bare = FORMULA.sub(formula, bare)
    bare = RAISED.sub(lambda f: hold(f"<{f[1]}>{escape(f[2])}</{f[1]}>"), bare)
    markup = escape(bare) if row.kind == "code" else _inline(bare)
    markup = PLACE.sub(lambda found: held[int(found[1])], markup)
    return DraftRow(row.first, row.last, row.kind, markup, row.level, row.mark, tuple(problems))


def _framed(shown: Rendered, *, display: bool) -> str:
    """A formula with what is wrong with it; one that may not fit its line scrolls by itself.

    What scrolls must be reached by keys; what is wider than a sheet is set in lines in print.
    """
    wrong = f' data-problem="{escape(shown.problem)}"' if shown.problem else ""
    wide = " wide" if shown.width > SHEET else ""
    if display:
        return f'<span class="display{wide}" tabindex="0" role="group"{wrong}>{shown.markup}</span>'
    markup = shown.markup
    if shown.width > NARROW:
        markup = markup.replace("<math ", f'<math class="long{wide}" tabindex="0" ', 1)
    return f"<span{wrong}>{markup}</span>" if wrong else markup


def _inline(text: str) -> str:
    """Emphasis and code, and nothing else: everything is escaped."""
    markup: str = _markdown().renderInline(text.strip(" \t" + BLANKS))
    return markup.replace("\n", " ")


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("zero").enable(["emphasis", "backticks", "escape", "entity"])


def problems(of: Iterable[DraftRow]) -> tuple[tuple[int, str, str], ...]:
    """Every formula that is not as its author meant it: line, TeX, what is wrong."""
    return tuple((row.first, tex, why) for row in of for tex, why in row.problems)
