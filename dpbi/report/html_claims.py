"""The ledger as HTML: a claim is an article, each of its readings unfolds."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from urllib.parse import quote

from dpbi.report.html_text import badge, formula, link, prose, side
from dpbi.report.marks import Number, marked
from dpbi.report.tree import ClaimView, Instances, ReadingView, Rest, Row, Section
from dpbi.report.words import DRAFTS, TRUSTS, VERDICTS, typeset

HEADINGS = {"short": "short-a and short-b"}
WANTED = {
    "le": "at most the right side",
    "lt": "less than the right side",
    "eq": "equal to the right side",
}


def ledger(sections: Iterable[Section]) -> str:
    """All claims, a section for each draft, with the form that narrows them."""
    return "\n".join(_section(s) for s in sections)


def _section(s: Section) -> str:
    claims = "\n".join(map(_claim, s.claims))
    title = DRAFTS.get(s.draft, DRAFTS["short-a"].partition(",")[0])
    name = HEADINGS.get(s.draft, s.draft)
    return (
        f'<section class="draft" aria-labelledby="draft-{s.draft}">\n'
        f'<h3 id="draft-{s.draft}">{escape(name)} <span class="title">{escape(title)}</span></h3>\n'
        f"{claims}\n</section>"
    )


def _claim(c: ClaimView) -> str:
    verdicts = " ".join(dict.fromkeys(r.verdict for r in c.readings))
    readings = "\n".join(map(_reading, c.readings))
    return (
        f'<article class="claim" id="{escape(c.id)}" data-kind="{escape(c.kind)}" '
        f'data-drafts="{" ".join(c.drafts)}" data-verdicts="{verdicts}">\n'
        f'<p class="where">{escape(c.place)} · {escape(c.kind)} · {link(c.id)}</p>\n'
        f"<h4>{prose(c.statement)}</h4>\n"
        f'<p class="fate">{badge(c.verdict)} {_fate(c)}</p>\n{_rests(c)}{readings}\n</article>'
    )


def _fate(c: ClaimView) -> str:
    """In what sense the claim has its verdict, where it has several readings."""
    if len(c.readings) == 1:
        return ""
    if c.fails_elsewhere:
        return '<span class="small">as it is first read; another reading of the draft fails</span>'
    if all(r.verdict == c.verdict for r in c.readings):
        return '<span class="small">under every reading</span>'
    return '<span class="small">as it is first read</span>'


def _rests(c: ClaimView) -> str:
    """What the claim rests on and what rests on it, with what became of those."""
    lines = []
    if c.uses:
        lines.append(f"Rests on {'; '.join(map(_fared, c.uses))}.")
    further = [name for name in c.shaken_by if name not in {u.id for u in c.uses}]
    if further:
        lines.append(f"Through these it rests on {', '.join(map(link, further))}, which fails.")
    if c.shaken_by:
        lines.append("<strong>So it rests on a statement that fails.</strong>")
    if c.used_by:
        lines.append(f"Carries {', '.join(link(u.id) for u in c.used_by)}.")
    if c.pictures:
        shown = (f'<a href="#figure-{quote(i)}">{escape(title)}</a>' for i, title in c.pictures)
        lines.append(f"In pictures: {'; '.join(shown)}.")
    return f'<p class="rests small">{" ".join(lines)}</p>\n' if lines else ""


def _fared(u: Rest) -> str:
    if u.verdict is None:
        return f"{escape(u.id)}, which is no part of this audit"
    also = ", but fails under another reading" if u.fails_elsewhere else ""
    return f"{link(u.id)}, which {_is(u.verdict)}{also}"


def _is(verdict: str) -> str:
    word = VERDICTS[verdict]
    return word if verdict in ("holds", "holds_bounded", "fails") else f"is {word}"


def _reading(r: ReadingView) -> str:
    added = ' <span class="added">added for comparison</span>' if r.added else ""
    entries = "".join(f"<dt>{term}</dt><dd>{text}</dd>\n" for term, text in _entries(r))
    return (
        f'<details class="reading" id="{escape(r.key)}" data-verdict="{r.verdict}">'
        f"<summary>{badge(r.verdict)} <span>{prose(r.statement)}{added}</span></summary>\n"
        f"<dl>\n{entries}</dl></details>"
    )


def _entries(r: ReadingView) -> Iterable[tuple[str, str]]:
    """What is said of a reading, in the order in which a reader asks."""
    if r.formula is not None:
        yield "It says", formula(r.formula)
    if r.table is not None:
        yield "Check it", _table(r, r.table)
    yield "Why", f"<p>{prose(_sentence(r.evidence))}</p>"
    if r.repair:
        yield "True instead", f"<p>{prose(_sentence(r.repair))}</p>"
    if r.note:
        yield "Note", f"<p>{prose(_sentence(r.note))}</p>"
    if looked := _domain(r):
        yield "Looked at", looked
    if r.tries is not None:
        tried = f"{marked(r.tries)} tries at instances chosen to do harm"
        yield "Withstood", f'<p class="domain">{tried}</p>'
    trusted = "; ".join(f"<b>{t}</b>: {prose(TRUSTS[t])}" for t in r.trusts)
    yield "It trusts", f"<p>{trusted or 'nothing, since nothing is asserted'}</p>"
    yield "Run it again", _commands(r)


def _sentence(text: str) -> str:
    """A remark as a sentence; a symbol that begins it stays as it is."""
    word = text.partition(" ")[0]
    if word.isalpha() and len(word) > 2 and typeset(word) == word:
        text = text[0].upper() + text[1:]
    return text + ("" if text.endswith(".") else ".")


def _domain(r: ReadingView) -> str:
    parts = [prose(r.domain)] if r.domain else []
    if r.instances.value != "0":
        plural = "" if r.instances.value == "1" else "s"
        parts.append(f"{marked(r.instances)} instance{plural}")
    return f'<p class="domain">{": ".join(reversed(parts))}</p>' if parts else ""


def _commands(r: ReadingView) -> str:
    lines = [f"<code>{escape(r.rerun)}</code>"]
    if r.certificate and r.recheck:
        place = f'<a href="{quote(r.certificate)}">certificate</a>'
        lines.append(f"<code>{escape(r.recheck)}</code> checks the {place} alone")
    return "".join(f'<p class="command">{line}</p>' for line in lines)


def _table(r: ReadingView, table: Instances) -> str:
    head = "".join(f'<th scope="col">{c}</th>' for c in ("", *table.columns))
    rows = "\n".join(_row(r, row) for row in table.rows)
    wanted = ""
    if r.formula is not None and r.formula.conclusion.op in WANTED and "fails" in r.verdict:
        wanted = f"<p>The left side should be {WANTED[r.formula.conclusion.op]}.</p>"
    return (
        f'{wanted}<div class="scroll"><table class="instance"><thead><tr>{head}</tr>'
        f"</thead><tbody>\n{rows}\n</tbody></table></div>"
    )


def _row(r: ReadingView, row: Row) -> str:
    symbol, meaning = f"<i>{prose(row.symbol)}</i>", row.meaning
    if row.side is not None and r.formula is not None:
        symbol, meaning = row.symbol, side(r.formula, row.side)
    cells = "".join(f"<td>{_cell(value)}</td>" for value in row.values)
    said = f' <span class="small">{meaning}</span>' if meaning else ""
    return f'<tr><th scope="row">{symbol}{said}</th>{cells}</tr>'


def _cell(value: tuple[Number, ...] | None) -> str:
    if value is None:
        return ""
    shown = ", ".join(map(marked, value))
    return f"[{shown}]" if len(value) > 1 else shown
