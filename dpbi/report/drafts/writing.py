"""A list of corrections as Markdown, as a LaTeX table, and as a page.

The page prints on at most two sheets of A4: four sides, as sheets are printed on both sides.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

from dpbi.report.drafts.errata import HEAD, Entry, Errata
from dpbi.report.html import templates
from dpbi.support.markup import render, visible

SPECIAL = re.compile(r"([\\`*_\[\]<>|#&~$])")
SPACE = re.compile(r"\s+")
TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$",
    ">": "$>$", "|": "$|$", '"': r"\textquotedbl{}", "'": r"\textquotesingle{}", "`": r"\`{}",
    "-": "{-}", "[": "{[}", "]": "{]}",
}  # fmt: skip
MATHS = {
    "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "→": r"\to", "\u2212": "-", "√": r"\surd", "∑": r"\sum",
    "ε": r"\varepsilon", "\u03b3": r"\gamma", "δ": r"\delta", "λ": r"\lambda", "β": r"\beta",
    "\u03b1": r"\alpha", "π": r"\pi", "·": r"\cdot", "≡": r"\equiv", "∈": r"\in", "\u223c": r"\sim",
    "\u00d7": r"\times", "∞": r"\infty", "⊕": r"\oplus", "⇒": r"\Rightarrow", "θ": r"\theta",
    "ξ": r"\xi", "Δ": r"\Delta", "η": r"\eta", "μ": r"\mu", "\u03c3": r"\sigma", "φ": r"\phi",
    "ψ": r"\psi", "χ": r"\chi", "\u03c1": r"\rho", "τ": r"\tau", "∂": r"\partial", "∀": r"\forall",
    "∃": r"\exists", "≈": r"\approx", "\u2113": r"\ell", "⌊": r"\lfloor", "⌋": r"\rfloor",
    "⌈": r"\lceil", "⌉": r"\rceil", "±": r"\pm", "∫": r"\int", "∏": r"\prod", "\u2032": "'",
}  # fmt: skip
WORDS = {"\u2013": "--", "\u2014": "---", "\u201c": "``", "\u201d": "''", "\u2019": "'",
         "\u2018": "`", "\u2026": r"\dots{}", "\u00a0": "~"}  # fmt: skip
RAISED = {"\u207b": "-"} | {c: str(i) for i, c in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
RAISED_RUN = re.compile(f"[{''.join(RAISED)}]+")
BREAKS = re.compile(r"(?<=[./,])")


def as_markdown(found: Errata) -> str:
    """One table for each list."""
    lines = [f"# {_line(found.title)}", "", _line(found.lead)]
    for heading, entries in found.parts:
        lines += ["", f"## {heading}"] if heading else []
        lines += ["", f"| {' | '.join(HEAD)} |", "|" + "---|" * len(HEAD)]
        for e in entries:
            *told, command = e.cells
            lines.append(f"| {' | '.join([*map(_line, told), _code(command)])} |")
    if found.changed:
        lines += ["", f"Changed since: {', '.join(map(_line, found.changed))}."]
    return "\n".join(lines) + "\n"


def _line(text: str) -> str:
    """Text within a cell: nothing in it is markup, and no cell ends in it."""
    return SPECIAL.sub(r"\\\1", SPACE.sub(" ", visible(text)).strip())


def _code(text: str) -> str:
    """A command within a cell."""
    bare = SPACE.sub(" ", visible(text)).strip()
    if "`" in bare or "|" in bare or "\\" in bare:
        return _line(bare)
    return f"`{bare}`"


PREAMBLE = r"""\documentclass[10pt,a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{textcomp}
\usepackage{array,longtable}
\usepackage[a4paper,landscape,margin=12mm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\tabcolsep}{3pt}
\begin{document}
\footnotesize
"""
COLUMNS = (".06", ".22", ".22", ".24", ".07", ".14")


def as_latex(found: Errata) -> str:
    """A document of one table for each list; pdflatex with its usual packages compiles it."""
    return PREAMBLE + "".join(_latex(found)) + "\\end{document}\n"


def _latex(found: Errata) -> Iterator[str]:
    yield f"\\section*{{{tex(found.title)}}}\n{tex(found.lead)}\n\n"
    for heading, entries in found.parts:
        if heading:
            yield f"\\subsection*{{{tex(heading)}}}\n"
        columns = "".join(rf">{{\raggedright\arraybackslash}}p{{{w}\linewidth}}" for w in COLUMNS)
        yield f"\\begin{{longtable}}{{{columns}}}\n"
        heads = " & ".join(rf"\textbf{{{tex(h)}}}" for h in HEAD)
        yield f"{heads} \\\\ \\hline \\endhead\n"
        for e in entries:
            *told, command = e.cells
            code = rf"\texttt{{\scriptsize {_breakable(command)}}}"
            yield f"{' & '.join([*map(tex, told), code])} \\\\[2pt]\n"
        yield "\\end{longtable}\n"
    if found.changed:
        yield f"Changed since: {', '.join(map(_breakable, found.changed))}.\n"


def tex(text: str) -> str:
    """Any text as LaTeX: every character that means something is escaped, none is lost."""
    bare = SPACE.sub(" ", unicodedata.normalize("NFC", visible(text)))
    return RAISED_RUN.sub(_raised, "".join(map(_letter, bare)))


def _raised(found: re.Match[str]) -> str:
    return f"$^{{{''.join(RAISED[c] for c in found[0])}}}$"


def _letter(c: str) -> str:
    if c in TEX:
        return TEX[c]
    if c in MATHS:
        return f"${MATHS[c]}$"
    if c in WORDS:
        return WORDS[c]
    if c.isascii() or c in RAISED:
        return c
    base = unicodedata.normalize("NFD", c)[0]  # a letter without its accent
    return base if base.isascii() and base.isalpha() else f"[U+{ord(c):04X}]"


def _breakable(text: str) -> str:
    return r"\allowbreak{}".join(tex(part) for part in BREAKS.split(text))


SIDES, WIDE, HIGH = 4, 192.0, 279.0  # the sides of two sheets; A4 without its margins, in mm
SHARES = (0.06, 0.245, 0.245, 0.245, 0.07, 0.135)
PAGE_HEAD = (*HEAD[:-1], "dpbi explain")
SIZES = (9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0, 4.5, 4.0)
READABLE = 7.5  # points; smaller only where a list does not fit its sides otherwise
MM = 0.3528  # of a point
LETTER, LEADING, PADDING = 0.54, 1.22, 0.55  # of the size: a letter's width, a line, a row's gap


def as_page(found: Errata) -> str:
    """A page that is a table, with a button that copies it; in print, at most two sheets."""
    points, dense = size(found)
    return render(
        templates(),
        "errata.html",
        title=found.title,
        errata=found,
        head=PAGE_HEAD,
        shares=SHARES,
        parts=_page_parts(found),
        size=points,
        dense=dense,
        markdown=as_markdown(found),
    )


def _page_parts(found: Errata) -> tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]:
    """The lists as cells; the last is the claim, which `dpbi explain` takes as it is."""
    return tuple(
        (heading, tuple((*e.cells[:-1], e.claim) for e in entries))
        for heading, entries in found.parts
    )


def size(found: Errata) -> tuple[float, bool]:
    """The largest size, in points, at which the list fits its sides, and whether it is dense.

    A table wastes the room below its shorter cells: a long list is set dense, in two columns.
    """
    rows = [cells for _, entries in _page_parts(found) for cells in entries]
    wide, dense = _fitting(rows, _height, 1), _fitting(rows, _paragraph, 2)
    return (wide, False) if wide >= READABLE or wide >= dense else (dense, True)


def _fitting(
    rows: list[tuple[str, ...]], height: Callable[[Sequence[str], float], float], columns: int
) -> float:
    for points in SIZES:
        lines = sum(height(cells, points) for cells in rows) + 14  # headings
        if lines * points * LEADING * MM <= columns * SIDES * HIGH:
            return points
    return SIZES[-1]


def _height(cells: Sequence[str], points: float) -> float:
    """The lines of a row: those of its longest cell, some of them cut short, and a gap."""
    room = [share * WIDE / (points * MM * LETTER) for share in SHARES]
    return PADDING + max(math.ceil(len(c) * 1.1 / r) for c, r in zip(cells, room, strict=True))


def _paragraph(cells: Sequence[str], points: float) -> float:
    """The lines of a row that is set as a paragraph in one of two columns, with its labels."""
    room = (WIDE - 6) / 2 / (points * MM * LETTER)
    return PADDING + math.ceil((sum(map(len, cells)) + 40) / room)


FORMATS = {"markdown": as_markdown, "latex": as_latex, "html": as_page}
__all__ = ["FORMATS", "Entry", "as_latex", "as_markdown", "as_page", "size", "tex"]
