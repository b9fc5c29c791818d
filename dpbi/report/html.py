"""The report as one HTML file: no network, readable without its script, the same bytes each time.

`shell` is the frame that every page shares; `page` is the report itself.
"""

from __future__ import annotations

from html import escape
from importlib import resources
from pathlib import PurePosixPath
from urllib.parse import quote

from dpbi.report import html_text as html_graph
from dpbi.report.html_text import badge, ledger, marked_text, prose
from dpbi.report.marks import marked
from dpbi.report.tree import Finding, Report, Score
from dpbi.report.words import DRAFTS, LETTERS, MEANINGS, NOTATION, SCORED, TRUSTS, VERDICTS

ALL = "all drafts"


def shell(
    title: str, main: str, *, header: str = "", home: str = "", script: str = "", style: str = ""
) -> str:
    """A complete page: the shared style inlined, a skip link, `main` within its landmark.

    `header` replaces the plain heading that the title makes; `home` is the address of the report,
    linked above the heading of pages that stand beside it; `script` names a file that is inlined
    at the end; `style` is added to the shared one.
    """
    back = f'<p class="small"><a href="{escape(home)}">The whole report</a></p>' if home else ""
    head = header or f"<h1>{escape(title)}</h1>"
    code = f"<script>\n{asset(script)}</script>\n" if script else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{asset('page.css')}{style}</style>\n"
        '<link rel="icon" href="data:,">\n</head>\n<body>\n'
        '<a class="skip" href="#main">Skip to the content</a>\n'
        f'<header class="top wide">{back}{head}</header>\n'
        f'<main id="main" class="wide" tabindex="-1">\n{main}\n</main>\n'
        '<footer><div class="wide">Every result on this page was computed by dpbi and can be '
        f"computed again.</div></footer>\n{code}</body>\n</html>\n"
    )


def asset(name: str) -> str:
    """A text file that is kept beside this module."""
    return resources.files("dpbi.report").joinpath(name).read_text("utf-8")


def page(report: Report) -> str:
    """The whole report."""
    from dpbi.report.figures import STYLE

    first = f'<div class="first">\n{_score(report)}\n{_findings(report)}\n</div>'
    main = [first, _legend(), _ledger(report), _graph(report)]
    if report.figures:
        drawn = "\n".join(f.html for f in report.figures)
        main.append(f'<section id="figures"><h2>In pictures</h2>\n{drawn}</section>')
    if report.pages:
        main.append(_pages(report.pages))
    header = f"<h1>{escape(report.title)}</h1>\n{_lead(report)}{_contents(report)}"
    style = STYLE if report.figures else ""
    return shell(report.title, "\n".join(main), header=header, script="page.js", style=style)


def _lead(report: Report) -> str:
    claims, readings = (marked(n) for n in report.sizes)
    return (
        f'<p class="lead">{claims} claims about differentially private Bayesian inference. Words '
        f"leave room, so most were read in several ways: {readings} readings. Guaranteed "
        "arithmetic decides, or an argument that is printed; nothing is sampled, and no rounding "
        "decides. What fails, fails with its numbers or its reason.</p>\n"
        f'<p class="small">Audited: {_audited(report)}. Definitions and single steps of proofs '
        "are not among the claims.</p>\n"
        + (f'<p class="small">{report.second_opinion}</p>\n' if report.second else "")
    )


def _audited(report: Report) -> str:
    drafts = (s.draft for s in report.scores if s.draft in DRAFTS)
    return "; ".join(f"<i>{escape(DRAFTS[d])}</i> ({d})" for d in drafts if d != "between")


def _contents(report: Report) -> str:
    places = [("verdicts", "How to read a verdict"), ("ledger", "The claims")]
    places += [("graph", "What rests on what")] if report.graph.nodes else []
    places += [("figures", "Pictures")] if report.figures else []
    places += [("mechanisms", "Mechanisms")] if report.pages else []
    links = " ".join(f'<a href="#{name}">{said}</a>' for name, said in places)
    return f'<nav aria-label="Contents">{links}</nav>'


def _score(report: Report) -> str:
    rows = "\n".join(map(_bar, (report.total, *report.scores)))
    return (
        '<section id="score" aria-labelledby="score-title">\n'
        '<h2 id="score-title" class="quiet">The score</h2>\n'
        f'<div class="score">\n{rows}\n</div>\n'
        f'<p class="small">{SCORED}</p></section>'
    )


def _bar(score: Score) -> str:
    found = [(v, n) for v, n in score.verdicts if n.value != "0"]
    blocks = "".join(
        f'<span class="{v}" style="flex-grow:{n.value}">{LETTERS[v]}</span>' for v, n in found
    )
    told = " · ".join(f"<span>{marked(n)} {_counted(v, n.value)}</span>" for v, n in found)
    if (more := score.otherwise).value != "0":
        told += (
            f" <span>({marked(more)} more {_counted('fails', more.value)} if read otherwise)</span>"
        )
    name = ALL if score.draft == "all" else score.draft
    return (
        f'<div class="row{" total" if score.draft == "all" else ""}"><b>{name}</b>'
        f'<div class="bar" aria-hidden="true">{blocks}</div>'
        f'<span class="told">{told}</span></div>'
    )


def _counted(verdict: str, count: str) -> str:
    """A verdict as a verb that fits its number: 1 holds, 2 hold."""
    word = VERDICTS[verdict]
    if count != "1":
        word = {"fails": "fail"}.get(word, word.replace("holds", "hold"))
    return word


def _findings(report: Report) -> str:
    items = "\n".join(map(_finding, report.summary.findings))
    if not items:
        return ""
    return (
        '<section id="findings" aria-labelledby="findings-title">'
        '<h2 id="findings-title" class="quiet">What matters most</h2>\n'
        f'<ol class="findings">\n{items}\n</ol>\n'
        '<p class="small">Chosen by a rule, not by hand: points for what the statement is, for '
        "promising privacy, for failing as it is first read, for every claim that rests on it, and "
        "for a certificate that the kernel accepts. Numbers in sentences are rounded; below they "
        "stand with both bounds.</p></section>"
    )


def _finding(f: Finding) -> str:
    reasons = "; ".join(f.reasons)
    return (
        f"<li><p>{marked_text(f.text)}</p>"
        f'<p class="small">{escape(reasons)} · <a href="#{quote(f"{f.claim}/{f.reading}")}">'
        f"see it fail</a></p></li>"
    )


def _legend() -> str:
    words = "".join(
        f"<dt>{badge(v)}</dt><dd><p>{escape(meaning)}</p></dd>\n" for v, meaning in MEANINGS.items()
    )
    symbols = "".join(
        f"<dt>{_lowered(symbol)}</dt><dd><p>{prose(said)}</p></dd>\n"
        for symbol, said in NOTATION.items()
    )
    trusts = "".join(f"<dt>{t}</dt><dd><p>{prose(said)}</p></dd>\n" for t, said in TRUSTS.items())
    return (
        '<section id="verdicts" aria-labelledby="verdicts-title">'
        '<h2 id="verdicts-title">How to read a verdict</h2>\n'
        "<p>There are six, and none says more than its evidence.</p>\n"
        f'<dl class="legend-list">\n{words}</dl>\n'
        "<p>Each verdict also says what you must trust to believe it.</p>\n"
        f'<dl class="legend-list">\n{trusts}</dl>\n'
        "<details><summary>What the symbols mean</summary>\n"
        f'<dl class="legend-list symbols">\n{symbols}</dl></details></section>'
    )


def _lowered(symbol: str) -> str:
    """A symbol with its index below the line."""
    name, _, rest = symbol.partition("_")
    index, bracket, arguments = rest.partition("(")
    below = f"<sub>{prose(index)}</sub>" if rest else ""
    return prose(name) + below + prose(bracket + arguments)


def _ledger(report: Report) -> str:
    return (
        '<section id="ledger" aria-labelledby="ledger-title">'
        '<h2 id="ledger-title">The claims</h2>\n'
        f"{_filters(report)}\n{ledger(report.sections)}\n"
        '<p id="empty" hidden>No claim fits all of this. Loosen one of the choices above.</p>'
        "</section>"
    )


def _filters(report: Report) -> str:
    """The form that narrows the ledger; it appears only where the script runs."""
    kinds = dict.fromkeys(sorted({c.kind for c in report.claims}))
    choices = (
        ("draft", "every draft", {s.draft: s.draft for s in report.scores}),
        ("verdict", "every verdict", VERDICTS),
        ("kind", "every kind", {k: k for k in kinds}),
    )
    selects = "".join(
        f'<label>{name}<select name="{name}"><option value="">{every}</option>'
        + "".join(f'<option value="{value}">{said}</option>' for value, said in options.items())
        + "</select></label>"
        for name, every, options in choices
    )
    return (
        f'<form id="filters" role="search" aria-label="Narrow the claims" hidden>{selects}'
        '<label class="text">words<input name="text" type="search" autocomplete="off"></label>'
        '<button type="reset">Show all</button>'
        '<output id="count" aria-live="polite"></output></form>'
    )


def _graph(report: Report) -> str:
    graph = report.graph
    if not graph.nodes:
        return ""
    return (
        '<section id="graph" aria-labelledby="graph-title"><h2 id="graph-title">What rests on '
        "what</h2>\n<p>Arguments run from left to right: a claim rests on those to its left. A "
        "dashed outline marks a claim that rests, directly or through others, on a statement that "
        "fails. Claims that stand alone are not drawn.</p>\n"
        f'<div class="scroll" tabindex="0">{html_graph.drawing(graph)}</div>\n'
        f"{html_graph.listing(report.claims)}</section>"
    )


def _pages(places: tuple[str, ...]) -> str:
    items = "\n".join(
        f'<li><a href="{quote(place)}">{escape(PurePosixPath(place).stem)}</a></li>'
        for place in places
    )
    return (
        '<section id="mechanisms" aria-labelledby="mechanisms-title">'
        '<h2 id="mechanisms-title">The mechanisms, a page each</h2>\n'
        f'<ul class="pages">\n{items}\n</ul></section>'
    )
