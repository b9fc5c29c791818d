"""The pages of a report as HTML: no network, readable without a script.

The templates in `templates/` write the pages; this module gives them their words and the few
functions that they need.  A template escapes whatever it prints, unless it says that it is `safe`:
our own style and script, pictures by `svg`, and MathML.  The same data give the same bytes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from urllib.parse import quote

from jinja2 import Environment

from dpbi.language import Formula, Variable
from dpbi.language.expr import Expr
from dpbi.language.mathml import equation_element, mathml
from dpbi.language.text import QUANTIFIERS, described
from dpbi.ledger.outcomes import Verdict
from dpbi.report import addresses, words
from dpbi.report.addresses import Addresses
from dpbi.report.figures import STYLE
from dpbi.report.mechanism_pages import MechanismPage
from dpbi.report.tree import ClaimView, ReadingView, Report
from dpbi.report.words import FigureView
from dpbi.support.markup import environment, render, visible

LONGEST_SIDE = 420  # characters of MathML
POWER = re.compile(r"\^(-?O\(\w+\)|-?\w_\w\(\w\)|-?\w+)")
CODE = re.compile(r"`([^`]*)`")


class TextPart(NamedTuple):
    """A part of a text, and whether it is set apart: raised, lowered, in italics, as code."""

    text: str
    special: bool = False


def page(report: Report) -> str:
    """Every claim in one file, which can be taken elsewhere."""
    every = frozenset(c.id for c in report.claims)
    at = Addresses(inside=every, known=every, alone=True)
    return written("all.html", report, at, choices=choices(report.claims))


def written(name: str, report: Report, at: Addresses, **values: Any) -> str:
    """A page of the report, by the template of this name."""
    return render(templates(), name, report=report, at=at, **values)


def choices(claims: Iterable[ClaimView]) -> tuple[tuple[str, str, dict[str, str]], ...]:
    """What the claims of a page can be narrowed by: a name, all of it, {value: words}."""
    every = list(claims)
    drafts = dict.fromkeys(d for c in every for d in c.drafts)
    kinds = sorted({c.kind for c in every})
    shared = [("draft", "every draft", {d: d for d in drafts})] if len(drafts) > 1 else []
    return (
        *shared,
        ("headline", "every headline", {slug: h for h, slug in words.HEADLINE_SLUGS.items()}),
        ("severity", "every severity", {s: s for s in words.SEVERITY_MEANINGS}),
        ("verdict", "every verdict", words.VERDICTS),
        ("kind", "every kind", {k: k for k in kinds}),
    )


def mechanism(page: MechanismPage, at: Addresses | None = None, explored: bool = False) -> str:
    """The page of a mechanism; `explored`: with a link to where its loss can be explored."""
    where = at or Addresses("../")
    return render(templates(), "mechanism.html", page=page, at=where, explored=explored)


def figure(view: FigureView) -> str:
    """A figure alone, for a page that has `figures.STYLE`."""
    macro = templates().get_template("figure.html").module.figure  # type: ignore[attr-defined]
    return visible(macro(view, Addresses()))


def style() -> str:
    """The style that the pages share, figures included."""
    return asset("page.css") + STYLE


@cache
def templates() -> Environment:
    """The templates of the report, with the words and functions that they use."""
    found = environment("dpbi.report")
    named = {name: value for name, value in vars(words).items() if name.isupper()}
    named |= {name: value for name, value in vars(addresses).items() if name.isupper()}
    found.globals.update(named, QUANTIFIERS=QUANTIFIERS)
    for one in (
        address,
        asset,
        lowered,
        quoted,
        raised,
        remark,
        shortened,
        side,
        stem,
        tallied,
    ):
        found.filters[one.__name__] = one
    found.filters.update(
        typeset=words.typeset,
        unbroken=unbroken,
        variable=variable,
        mathml=formula,
        equation=equation_element,
    )
    return found


def asset(name: str) -> str:
    """A style or a script of ours, to be put in the page."""
    return resources.files("dpbi.report").joinpath(name).read_text("utf-8")


_SET: dict[int, tuple[Expr, str]] = {}


def formula(e: Expr) -> str:
    """A formula as MathML: set once, as the same one is on three pages."""
    known = _SET.get(id(e))
    if known is None or known[0] is not e:
        known = _SET[id(e)] = e, mathml(e)
    return known[1]


def side(f: Formula, index: int) -> str:
    """One side of what a reading concludes, where it is short enough to print beside a number."""
    shown = formula(f.conclusion.args[index])
    return shown if len(shown) < LONGEST_SIDE else ""


def address(place: str) -> str:
    """A place as a link names it."""
    return quote(visible(place))


def stem(place: str) -> str:
    """The name of a page, for people."""
    return PurePosixPath(place).stem


def remark(text: str) -> str:
    """A remark as a sentence; a symbol that begins it stays as it is."""
    word = text.partition(" ")[0]
    if word.isalpha() and len(word) > 2 and words.typeset(word) == word:
        text = text[0].upper() + text[1:]
    return text + ("" if text.endswith(".") else ".")


def shortened(text: str, most: int = 90) -> str:
    """The beginning of a statement, cut between words: the title of a page, a line of a list."""
    shown = words.typeset(text)
    if len(shown) <= most:
        return shown
    return f"{shown[:most].rpartition(' ')[0]} ..."


def tallied(readings: Iterable[ReadingView]) -> str:
    """How many readings there are, and what became of them: 3 readings: 2 fail, 1 holds."""
    found = Counter(r.verdict for r in readings)
    total = sum(found.values())
    parts = [f"{found[v.value]} {v.said(found[v.value])}" for v in Verdict if found[v.value]]
    return f"{total} reading{'s' if total != 1 else ''}: {', '.join(parts)}"


def unbroken(text: str) -> str:
    """No line ends beside an equals sign."""
    return text.replace(" = ", "\u00a0=\u00a0")


def raised(text: str) -> Iterator[TextPart]:
    """e^(a b) and e^a with their exponents raised; unbalanced parentheses stay as they are."""
    while "^(" in text:
        before, _, after = text.partition("^(")
        depth, end = 1, 0
        while depth and end < len(after):
            depth += {"(": 1, ")": -1}.get(after[end], 0)
            end += 1
        if depth:
            break
        yield from _split(POWER, before)
        yield TextPart(after[: end - 1], special=True)
        text = after[end:]
    yield from _split(POWER, text)


def quoted(text: str) -> Iterator[TextPart]:
    """What is between backquotes, as code."""
    return _split(CODE, text)


def _split(special: re.Pattern[str], text: str) -> Iterator[TextPart]:
    """A text in parts; the group of the pattern is what every second part consists of."""
    return _filled(*(TextPart(part, i % 2 == 1) for i, part in enumerate(special.split(text))))


def _filled(*parts: TextPart) -> Iterator[TextPart]:
    return (part for part in parts if part.text)


def lowered(symbol: str) -> Iterator[TextPart]:
    """A symbol with its index below the line."""
    name, _, rest = symbol.partition("_")
    index, bracket, arguments = rest.partition("(")
    return _filled(TextPart(name), TextPart(index, special=True), TextPart(bracket + arguments))


def variable(v: Variable) -> Iterator[TextPart]:
    """The words that say what a quantified variable is: its name in italics."""
    kind, chain, after = described(v)
    shown = (TextPart(c, c not in "<≤>≥" and not c[-1].isdigit()) for c in chain)
    return _filled(TextPart(kind), *shown, TextPart(after))
