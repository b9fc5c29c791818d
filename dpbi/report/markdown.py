"""The report as Markdown, for review in a repository: a line a fact, so that changes show."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dpbi.language.text import GREEK, sentence
from dpbi.report.tree import ClaimView, Finding, Instances, ReadingView, Report, Rest, Row, Score
from dpbi.report.words import MEANINGS, NOTATION, SCORED, TRUSTS, VERDICTS, plain, typeset

IN_TEXT = {
    "x_0, x_1": "x[0], x[1]",
    "S_gamma(x)": "S(x, gamma)",
    "Sexp_beta(x)": "Sexp(x, beta)",
    "Pr[m(x) = r]": "P[m](r | x)",
    "loss_m(n)": "loss[m](n)",
    "delta_m(x, y, eps)": "delta[m](x, y, eps)",
}
"""How a formula in a line writes what the page sets below the line."""
SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def page(report: Report) -> str:
    """The whole report."""
    blocks = [
        f"# {report.title}",
        f"{report.sizes[0]} claims in {report.sizes[1]} readings. The same with pictures, and "
        "easier to read: [index.html](index.html); for programs: [claims.json](claims.json).",
        *([report.second_opinion] if report.second else []),
        "## The score",
        SCORED,
        "\n".join(_scores(report)),
        "## What matters most",
        "\n".join(_finding(i, f) for i, f in enumerate(report.summary.findings, 1)),
        "## How to read a verdict",
        "\n".join(f"- **{VERDICTS[v]}**: {said}" for v, said in MEANINGS.items()),
        "A verdict trusts",
        "\n".join(f"- **{t}**: {said}" for t, said in TRUSTS.items()),
        "In formulas",
        "\n".join(f"- `{_in_text(s)}`: {_prose(said)}" for s, said in NOTATION.items()),
    ]
    for section in report.sections:
        blocks.append(f"## {section.draft}")
        blocks += (block for claim in section.claims for block in _claim(claim))
    if report.figures:
        blocks.append("## Figures, in words")
        blocks += (f"### {_safe(f.title)}\n\n{_safe(f.words)}" for f in report.figures)
    return "\n\n".join(blocks) + "\n"


def _in_text(symbol: str) -> str:
    """A symbol as the formulas of this file write it."""
    text = IN_TEXT.get(symbol, symbol)
    return re.sub("gamma|beta|delta|eps", lambda found: GREEK[found[0]], text)


def _scores(report: Report) -> Iterable[str]:
    yield f"| draft | claims | {' | '.join(VERDICTS.values())} | more fail if read otherwise |"
    yield f"|{'---|' * (3 + len(VERDICTS))}"
    yield from map(_score, (*report.scores, report.total))


def _score(s: Score) -> str:
    name = "**all**" if s.draft == "all" else s.draft
    counts = " | ".join(str(n) for _, n in s.verdicts)
    return f"| {name} | {s.claims} | {counts} | {s.otherwise} |"


def _finding(number: int, f: Finding) -> str:
    return f"{number}. {_safe(plain(f.text))} (`{f.claim}`: {'; '.join(f.reasons)})"


def _claim(c: ClaimView) -> Iterable[str]:
    yield f"### {c.id}"
    facts = [f"{_safe(c.place)}, {c.kind}: {_prose(c.statement)}", ""]
    facts.append(f"- **{VERDICTS[c.verdict]}** as it is first read")
    if c.fails_elsewhere:
        facts.append("- another reading of the draft fails")
    if c.uses:
        facts.append(f"- rests on {', '.join(map(_rest, c.uses))}")
    if c.shaken_by:
        facts.append(f"- so it rests on a statement that fails: {', '.join(c.shaken_by)}")
    yield "\n".join(facts)
    yield from ("\n".join(_reading(r)) for r in c.readings)


def _rest(u: Rest) -> str:
    if u.verdict is None:
        return f"{u.id} (no part of this audit)"
    also = "; fails if read otherwise" if u.fails_elsewhere else ""
    return f"{u.id} ({VERDICTS[u.verdict]}{also})"


def _reading(r: ReadingView) -> Iterable[str]:
    added = " (added for comparison)" if r.added else ""
    yield f"#### {r.id}: {VERDICTS[r.verdict]}"
    yield ""
    yield f"{_prose(r.statement)}{added}"
    yield ""
    if r.formula is not None:
        yield f"- formula: `{sentence(r.formula)}`"
    yield f"- evidence: {_prose(r.evidence)}"
    if r.domain or r.instances.value != "0":
        yield f"- looked at {r.instances} instances: {_prose(r.domain)}".removesuffix(": ")
    if r.tries is not None:
        yield f"- withstood {r.tries} tries at instances chosen to do harm"
    if r.table is not None:
        for i, column in enumerate(r.table.columns):
            yield f"- {column}: {_instance(r.table, i)}"
    if r.repair:
        yield f"- true instead: {_prose(r.repair)}"
    if r.note:
        yield f"- note: {_prose(r.note)}"
    yield f"- trusts: {', '.join(r.trusts) or 'nothing, since nothing is asserted'}"
    if r.certificate:
        yield f"- certificate: [{r.certificate}]({r.certificate})"
    yield f"- again: `{r.rerun}`"


def _instance(table: Instances, column: int) -> str:
    return "; ".join(_quantity(row, column) for row in table.rows if row.values[column] is not None)


def _quantity(row: Row, column: int) -> str:
    ends = [str(end) for end in row.values[column] or ()]
    value = ends[0] if len(ends) == 1 else f"between {' and '.join(ends)}"
    is_ = " is " if row.side is not None else " = "
    return f"{typeset(row.symbol)}{is_}{value}"


def _prose(text: str) -> str:
    return _safe(typeset(text))


def _safe(text: str) -> str:
    """Text in which nothing is taken for a mark."""
    return SPECIAL.sub(r"\\\1", text)
