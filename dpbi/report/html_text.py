"""Words, numbers and formulas as HTML."""

from __future__ import annotations

import re
from html import escape
from urllib.parse import quote

from dpbi.formula import Formula, Variable
from dpbi.formula.mathml import mathml
from dpbi.formula.text import QUANTIFIERS, described
from dpbi.report.marks import marked
from dpbi.report.words import LETTERS, VERDICTS, Text, typeset

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
