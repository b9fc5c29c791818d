"""The ledger as HTML: a claim is an article, each of its readings unfolds.

Words, numbers and formulas as HTML.

The graph of claims as inline SVG, and the same as a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from urllib.parse import quote

from dpbi.language import Formula, Variable
from dpbi.language.mathml import mathml
from dpbi.language.text import QUANTIFIERS, described
from dpbi.ledger.claims import Verdict
from dpbi.report.graph import HEIGHT, Edge, Graph, Node
from dpbi.report.marks import Number, marked
from dpbi.report.tree import ClaimView, Instances, ReadingView, Rest, Row, Section
from dpbi.report.words import DRAFTS, LETTERS, TRUSTS, VERDICTS, Text, typeset

UNBROKEN = "\u00a0=\u00a0"
LONGEST_SIDE = 420  # characters of MathML
POWER, RAISED = re.compile(r"\^(-?\w+)"), r"<sup>\1</sup>"


def prose(text: str) -> str:
    """A sentence of the ledger, with symbols and powers as they are printed."""
    return _raised(escape(typeset(text), quote=False))


def marked_text(text: Text) -> str:
    """A sentence with its numbers marked; each part is typeset already."""
    return "".join(
        _raised(marked(part)).replace(" = ", UNBROKEN) if isinstance(part, str) else marked(part)
        for part in text
    )


def _raised(text: str) -> str:
    """e^(a b) and e^a with their exponents raised; unbalanced parentheses stay as they are."""
    done = ""
    while "^(" in text:
        before, _, after = text.partition("^(")
        depth, end = 1, 0
        while depth and end < len(after):
            depth += {"(": 1, ")": -1}.get(after[end], 0)
            end += 1
        if depth:
            return done + POWER.sub(RAISED, text)
        done += f"{POWER.sub(RAISED, before)}<sup>{after[: end - 1]}</sup>"
        text = after[end:]
    return done + POWER.sub(RAISED, text)


def link(claim: str) -> str:
    """A link to a claim on the page."""
    return f'<a href="#{quote(claim)}">{escape(claim)}</a>'


def badge(verdict: str, *, word: bool = True) -> str:
    """A verdict as its letter in a box, and in words: never by colour alone."""
    letter = f'<b class="letter">{LETTERS[verdict]}</b>'
    said = f' <span class="word">{VERDICTS[verdict]}</span>' if word else ""
    return f'<span class="v {verdict}">{letter}{said}</span>'


def formula(f: Formula) -> str:
    """A reading in mathematics: what it is about, what is given, what it concludes, a line each."""
    lines = [f"{QUANTIFIERS[f.quantifier]} {', '.join(map(_variable, f.variables))}"]
    if f.hypotheses:
        given = ", ".join(mathml(h) for h in f.hypotheses)
        lines.append(f'<span class="given">with {given}</span>')
    start = "<br>".join(lines) if f.variables else "it is so that"
    return (
        f'<div class="formula"><div class="over">{start}</div>'
        f'<div class="scroll">{mathml(f.conclusion)}</div></div>'
    )


def side(f: Formula, index: int) -> str:
    """One side of what a reading concludes, where it is short enough to stand beside a number."""
    shown = mathml(f.conclusion.args[index])
    return shown if len(shown) < LONGEST_SIDE else ""


def _variable(v: Variable) -> str:
    kind, chain, after = described(v)
    shown = (escape(c) if c in "<≤>≥" or c[-1].isdigit() else f"<i>{c}</i>" for c in chain)
    return " ".join(filter(None, [kind, *shown, escape(after)]))


MARGIN = 6


def drawing(graph: Graph) -> str:
    """The picture: what rests on a claim stands to its right; every box leads to its claim."""
    places = {node.id: node for node in graph.nodes}
    size = f"{graph.width + 2 * MARGIN} {graph.height + 2 * MARGIN}"
    width = graph.width + 2 * MARGIN
    edges = "\n".join(_edge(e, places) for e in graph.edges)
    nodes = "\n".join(map(_node, graph.nodes))
    return (
        f'<svg class="graph" viewBox="{-MARGIN} {-MARGIN} {size}" width="{width}" role="group" '
        f'aria-label="Claims and what rests on them; the same follows as a list">\n'
        f"{edges}\n{nodes}\n</svg>"
    )


def _edge(e: Edge, places: dict[str, Node]) -> str:
    """Level through boxes and free places, curved between columns."""
    start, end = places[e.start], places[e.end]
    x, y = start.x + start.width, start.y + HEIGHT // 2
    path = f"M{x} {y}"
    for left, right, height in (*e.through, (end.x, end.x, end.y)):
        to, half = height + HEIGHT // 2, (left - x) // 2
        path += f"C{x + half} {y} {left - half} {to} {left} {to}" + (f"H{right}" * (right > left))
        x, y = right, to
    return f'<path class="{"edge broken" if e.broken else "edge"}" d="{path}"/>'


def _node(n: Node) -> str:
    rests = ", and rests on a statement that fails" if n.shaken else ""
    said = f"{n.id}: {VERDICTS[n.verdict]}{rests}"
    outline = " shaken" if n.shaken else ""
    return (
        f'<a href="#{quote(n.id)}" class="{n.verdict}{outline}"><title>{escape(said)}</title>'
        f'<rect x="{n.x}" y="{n.y}" width="{n.width}" height="{HEIGHT}" rx="4"/>'
        f'<text class="letter" x="{n.x + 9}" y="{n.y + 17}">{LETTERS[n.verdict]}</text>'
        f'<text x="{n.x + 25}" y="{n.y + 17}">{escape(n.id)}</text></a>'
    )


def listing(claims: Iterable[ClaimView]) -> str:
    """The same in words: each claim that rests on others, and how those fare."""
    items = "\n".join(
        f"<li>{badge(c.verdict, word=False)} {link(c.id)} ({VERDICTS[c.verdict]}) rests on "
        + ", ".join(f"{link(u.id)} ({VERDICTS[u.verdict]})" for u in c.uses if u.verdict)
        + "</li>"
        for c in claims
        if any(u.verdict for u in c.uses)
    )
    return f"<details><summary>The same as a list</summary><ul>\n{items}\n</ul></details>"


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
    return f"{link(u.id)}, which {Verdict(u.verdict).said()}{also}"


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
