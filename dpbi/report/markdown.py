"""The report as Markdown, for review in a repository: one line per fact, so that changes show.

It is written by code and not by a template: what has to be escaped differs between a line, a code
span and a link, so `_line`, `_code` and `_link` write every text that comes from a claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote

from dpbi.language.text import GREEK, equation, sentence
from dpbi.ledger.chains import Step
from dpbi.report.findings import Fault
from dpbi.report.tallies import Score
from dpbi.report.tree import ClaimView, InstanceRow, Instances, ReadingView, Report
from dpbi.report.words import (
    HEADLINE_MEANINGS,
    MEANINGS,
    NOTATION,
    ROLE_MEANINGS,
    SEVERITY_MEANINGS,
    TRUSTS,
    VERDICTS,
    MarkedNumber,
    plain,
    typeset,
)
from dpbi.support.markup import visible

IN_TEXT = {
    "x_0, x_1": "x[0], x[1]",
    "S_gamma(x)": "S(x, gamma)",
    "Sexp_beta(x)": "Sexp(x, beta)",
    "Pr[m(x) = r]": "P[m](r | x)",
    "loss_m(n)": "loss[m](n)",
    "delta_m(x, y, eps)": "delta[m](x, y, eps)",
}
"""How a formula in a line writes what the page sets below the line."""
SPECIAL = re.compile(r"([\\`*_\[\]<>|#&])")
LIST = re.compile(r"^(\d*)([-+.)])(?=\s|$)")
BREAK = re.compile(r"\s*\n\s*")


def page(report: Report) -> str:
    """The whole report."""
    blocks = [
        f"# {report.title}",
        f"{report.sizes[0]} claims in {report.sizes[1]} readings. The same with pictures, and "
        "easier to read: [index.html](index.html); for programs: [claims.json](claims.json).",
        *([report.second_opinion] if report.second else []),
        "## The score",
        report.scored,
        "\n".join(_scores(report)),
        "Findings, by severity:",
        "\n".join(_severities(report)),
        "Claims that depend on what was meant or on parameters not given, by the severity that "
        "they have if their worst fair reading is right; they are no findings, and not counted "
        "above:",
        "\n".join(_severities(report, at_worst=True)),
        "## The gravest findings",
        "\n".join(_finding(i, f) for i, f in enumerate(report.summary.findings, 1)),
        "## How to read a verdict",
        "\n".join(f"- **{VERDICTS[v]}**: {said}" for v, said in MEANINGS.items()),
        "A headline says of a claim",
        "\n".join(f"- **{h}**: {said}" for h, said in HEADLINE_MEANINGS.items()),
        "A reading is",
        "\n".join(f"- **{role}**: {said}" for role, said in ROLE_MEANINGS.items()),
        "A finding is (and what depends on a meaning or a parameter is at worst)",
        "\n".join(f"- **{severity}**: {said}" for severity, said in SEVERITY_MEANINGS.items()),
        "A verdict trusts",
        "\n".join(f"- **{t}**: {said}" for t, said in TRUSTS.items()),
        "In formulas",
        "\n".join(f"- {_code(_in_text(s))}: {_prose(said)}" for s, said in NOTATION.items()),
    ]
    for section in report.sections:
        blocks.append(f"## {_line(section.draft)}")
        blocks += (block for claim in section.claims for block in _claim(claim))
    if report.figures:
        blocks.append("## Figures, in words")
        for f in report.figures:
            blocks += [f"### {_line(f.title)}", *map(_line, f.words.split("\n\n"))]
            blocks += [f"Again: {_code(c)}" for c in f.commands]
    return visible("\n\n".join(blocks) + "\n")


def _in_text(symbol: str) -> str:
    """A symbol as the formulas of this file write it."""
    text = IN_TEXT.get(symbol, symbol)
    return re.sub("gamma|beta|delta|eps", lambda found: GREEK[found[0]], text)


def _scores(report: Report) -> Iterable[str]:
    """A row for each draft: how many claims have which headline."""
    yield f"| draft | claims | {' | '.join(HEADLINE_MEANINGS)} |"
    yield f"|{'---|' * (2 + len(HEADLINE_MEANINGS))}"
    yield from (_counted(s, s.headlines, str(s.claims)) for s in (*report.scores, report.total))


def _severities(report: Report, *, at_worst: bool = False) -> Iterable[str]:
    """A row for each draft: how many findings, or claims that depend, have which severity."""
    yield f"| draft | {' | '.join(SEVERITY_MEANINGS)} |"
    yield f"|{'---|' * (1 + len(SEVERITY_MEANINGS))}"
    scores = (*report.scores, report.total)
    yield from (_counted(s, s.at_worst if at_worst else s.severities) for s in scores)


def _counted(s: Score, counts: Iterable[tuple[str, MarkedNumber]], *first: str) -> str:
    name = "**all**" if s.draft == "all" else _line(s.draft)
    return f"| {' | '.join([name, *first, *(str(n) for _, n in counts)])} |"


def _finding(number: int, f: Fault) -> str:
    fix = f" Fix: {_prose(f.fix)}." if f.fix else ""
    return f"{number}. **{f.severity}**: {_line(plain(f.text))}{fix} ({_code(f.claim)})"


def _claim(c: ClaimView) -> Iterable[str]:
    yield f"### {_line(c.id)}"
    facts = [f"{_line(c.place)}, {_line(c.kind)}: {_prose(c.statement)}", ""]
    severity = f" ({c.severity})" if c.severity else ""
    facts.append(f"- **{c.headline}**{severity}")
    facts += [f"- {_prose(remark)}" for remark in c.remarks]
    if absent := [u.id for u in c.uses if u.headline is None]:
        facts.append(f"- relies on what is not part of this audit: {_line(', '.join(absent))}")
    if c.chain.steps:
        facts.append(f"- {c.chain.sentence}")
        facts += [f"  {i}. {_step(step)}" for i, step in enumerate(c.chain.steps, 1)]
    if c.chain.repaired:
        facts.append("- the repaired proof, each step of which holds:")
        facts += [f"  {i}. {_line(m.says)}" for i, m in enumerate(c.chain.repaired, 1)]
    yield "\n".join(facts)
    yield from ("\n".join(_reading(r)) for r in c.readings)


def _step(step: Step) -> str:
    """A step of a proof: its claim, what became of it, why it does not follow."""
    gap = f": {_prose(step.gap)}" if step.gap else ""
    return f"{_line(step.id)}: {step.fate}{gap}"


def _reading(r: ReadingView) -> Iterable[str]:
    yield f"#### {_line(r.id)}: {VERDICTS[r.verdict]}"
    yield ""
    yield _prose(r.statement)
    yield ""
    yield f"- {r.role}: {_prose(r.why)}" if r.why else f"- {r.role}"
    if r.chosen:
        yield f"- parameters chosen here: {_prose(r.chosen)}"
    if r.formula is not None:
        yield f"- formula: {_code(sentence(r.formula))}"
        for d in r.formula.definitions():
            yield f"- where {_code(equation(d))}"
    yield f"- evidence: {_prose(r.evidence)}"
    if r.domain or r.instances.value != "0":
        yield f"- tested on {r.instances} cases: {_prose(r.domain)}".removesuffix(": ")
    if r.certified is not None:
        yield f"- confirmed by computation at {r.certified} of them"
    if r.tries is not None:
        yield f"- no counterexample found in {r.tries} further tries, chosen to break it"
    if r.table is not None:
        for i, column in enumerate(r.table.columns):
            yield f"- {column}: {_line(_instance(r.table, i))}"
    if r.why_false:
        yield f"- why it fails: {_prose(r.why_false)}"
    if r.repair:
        yield f"- fix: {_prose(r.repair)}"
    if r.note:
        yield f"- note: {_prose(r.note)}"
    yield f"- trusts: {', '.join(r.trusts) or 'nothing, since nothing is asserted'}"
    if r.proof:
        yield f"- proof: {_code(r.proof.theorem)} ({_code(r.proof.file)}, line {r.proof.line})"
    if r.certificate:
        yield f"- certificate: {_link(r.certificate)}"
    if r.uncertified:
        yield f"- certificate: {r.uncertified}"
    yield f"- again: {_code(r.rerun)}"


def _instance(table: Instances, column: int) -> str:
    return "; ".join(_quantity(row, column) for row in table.rows if row.values[column] is not None)


def _quantity(row: InstanceRow, column: int) -> str:
    ends = [str(end) for end in row.values[column] or ()]
    value = ends[0] if len(ends) == 1 else f"between {' and '.join(ends)}"
    is_ = " is " if row.side is not None else " = "
    return f"{typeset(row.symbol)}{is_}{value}"


def _prose(text: str) -> str:
    return _line(typeset(text))


def _line(text: str) -> str:
    """A text on one line, in which nothing is taken for a mark, at its beginning neither."""
    return LIST.sub(r"\1\\\2", _safe(BREAK.sub(" ", text.lstrip())))


def _code(text: str) -> str:
    """A text as code; it is written between more backquotes than follow each other in it."""
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    inside = BREAK.sub(" ", text)
    return f"{fence}{inside}{fence}" if len(fence) == 1 else f"{fence} {inside} {fence}"


def _link(place: str) -> str:
    """A link to a file beside the report, which shows its name."""
    return f"[{_line(place)}]({quote(visible(place), safe='/+')})"


def _safe(text: str) -> str:
    """Text in which nothing is taken for a mark."""
    return SPECIAL.sub(r"\\\1", text)
