"""What figures are made of: a figure, the settings that several share, the map of cells.

A figure is a set of measures, pictures made of their results, and the same in words.  The settings
name mechanisms, priors and sizes; nothing in them was found.  A map of cells shows three-valued
answers: each cell says holds, fails or undecided, by its colour and by a sign.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from dpbi.mechanisms.exponential import MHSExp
from dpbi.mechanisms.laplace import LaplaceTwoCounts
from dpbi.mechanisms.registry import OF_THE_DRAFTS, WEIGHTS
from dpbi.report.quantities import Measure, Result, Results
from dpbi.report.svg import Swatch, element, opening
from dpbi.report.words import FigureView, MarkedTable, Said

SHOWN = tuple(m for m in OF_THE_DRAFTS if m is not MHSExp)  # an option of mh-s: on its page
ALL = tuple(m.name for m in SHOWN)
FINITE = tuple(name for name in ALL if name != LaplaceTwoCounts.name)
EXPONENTIAL = tuple(name for name in ALL if name in WEIGHTS)
LAPLACE = tuple(name for name in FINITE if name not in EXPONENTIAL)

FLAT, SPIKY, LOPSIDED = ("1", "1"), ("1/100", "1/100"), ("25", "1/1000")
FLAT3 = ("1", "1", "1")
SIZES = (1, 2, 3, 5, 8, 12, 20, 35, 60, 100, 200, 400)
SIZES3 = (1, 2, 3, 5, 8, 12, 20)
LEVELS = ("1/16", "1/8", "1/4", "1/2", "1", "2", "4", "8")


def loss(
    name: str, prior: Iterable[str] = FLAT, n: int = 20, epsilon: str = "1", **p: Any
) -> Measure:
    """The measure of a true loss."""
    return Measure.of("loss", name=name, prior=tuple(prior), n=n, epsilon=epsilon, **p)


def error(
    name: str, x: Iterable[int], prior: Iterable[str] = FLAT, epsilon: str = "1", **p: Any
) -> Measure:
    """The measure of an expected error at a dataset."""
    counts = tuple(x)
    return Measure.of(
        "error", name=name, x=counts, prior=tuple(prior), n=sum(counts), epsilon=epsilon, **p
    )


def of(results: Results, measure: Measure) -> Result:
    """The result of a measure."""
    return results[measure.key]


def named(prior: tuple[str, ...]) -> str:
    """A prior in words: Beta(7, 4), Dirichlet(7, 4, 5)."""
    return f"{'Beta' if len(prior) == 2 else 'Dirichlet'}({', '.join(prior)})"


STYLE = (
    ".panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));"
    "gap:.75rem 1rem}.panels.many{grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));"
    "gap:.75rem .25rem}.panels svg{display:block;width:100%;height:auto;max-width:29rem}"
    ".legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;font:.85rem/1.4 var(--sans,sans-serif);"
    "margin-bottom:.6rem}.legend span{white-space:nowrap}"
    ".swatch{height:.8em;width:auto;vertical-align:-.05em;margin-right:.2em}"
    ".scroll th[scope=row]{font-weight:400}@media(min-width:40rem){.scroll th[scope=row]"
    "{white-space:nowrap}}.law math{font-size:1.7rem}figure.study summary{cursor:pointer}"
    "figure.study figcaption :is(p,ul){margin:0 0 .6rem}figure.study ul{padding-left:1.2rem}"
)


class Panel(Protocol):
    """A picture that can be drawn with ids of its own."""

    def render(self, key: str = "", *, alone: bool = True) -> str:
        """The SVG text."""


@dataclass(frozen=True)
class Figure:
    """A study in pictures; every number in it is a result of one of its measures.

    `caption` says what is drawn, in words only; `place` names the figure of a draft that this
    redraws and `printed` what is said of it there, in our words.  `legend` is what all panels
    share.
    """

    id: str
    title: str
    caption: str
    claims: tuple[str, ...]
    measures: tuple[Measure, ...]
    panels: Callable[[Results], Sequence[Panel]] = field(repr=False)
    findings: Callable[[Results], Sequence[Said]] = field(repr=False)
    table: Callable[[Results], MarkedTable] = field(repr=False)
    legend: tuple[Swatch, ...] = ()
    place: str = ""
    printed: str = ""

    def view(self, results: Results) -> FigureView:
        """The whole figure as data for a page, which must have `figures.STYLE`."""
        panels = enumerate(self.panels(results))
        return FigureView(
            id=self.id,
            title=self.title,
            caption=self.caption,
            said=f"The draft ({self.place}): {self.printed}" if self.printed else self.place,
            claims=self.claims,
            panels=tuple(p.render(f"-{self.id}-{i}", alone=False) for i, p in panels),
            legend=self.legend,
            findings=tuple(self.findings(results)),
            table=self.table(results),
        )


CELL_STYLE = (
    ".cell .box{stroke:var(--paper,#fff);stroke-width:1}.cell.yes .box{fill:#a9d3dc}"
    ".cell.no .box{fill:#e9a283}.cell.open .box{fill:none;stroke:#999}"
    ".cell .cross{stroke:#6b2410;stroke-width:1.4;fill:none}"
    "@media(prefers-color-scheme:dark){.cell.yes .box{fill:#24515d}.cell.no .box{fill:#a8522e}"
    ".cell .cross{stroke:#ffe3d6}}"
)
SIGNS = {True: "yes", False: "no", None: "open"}
LEFT, TOP, BOTTOM, SIDE = 58.0, 30.0, 46.0, 360


@dataclass(frozen=True)
class CellMap:
    """Columns and rows, named by text; `answers` has an answer for each (column, row)."""

    title: str
    description: str
    x_label: str
    y_label: str
    columns: Sequence[str]
    rows: Sequence[str]
    answers: Mapping[tuple[str, str], bool | None]

    def render(self, key: str = "", *, alone: bool = True) -> str:
        """The SVG text; the lowest row is the first one."""
        w = (SIDE - LEFT - 8) / len(self.columns)
        h = min(26.0, max(18.0, w))
        base = TOP + h * len(self.rows)
        height = base + BOTTOM
        style = f"<style>{CELL_STYLE}</style>" if alone else ""
        parts = [
            opening(f"{SIDE} {height:g}", key, self.title, self.description) + style,
            _text(SIDE / 2, 18, self.title, class_="title"),
        ]
        for j, row in enumerate(self.rows):
            y = base - h * (j + 1)
            parts.append(_text(LEFT - 5, y + h / 2 + 4, row, anchor="end"))
        parts += [self._cells(answer, w, h, base) for answer in SIGNS]
        every = 1 + (7 * max(map(len, self.columns)) + 4) // int(w)
        for i in range(0, len(self.columns), every):
            parts.append(_text(LEFT + w * (i + 0.5), base + 16, self.columns[i]))
        parts.append(_text(LEFT + (SIDE - LEFT - 8) / 2, height - 8, self.x_label))
        beside = {"transform": "rotate(-90)", "x": f"{-(TOP + base) / 2:g}", "y": 13}
        parts.append(element("text", self.y_label, **beside, text_anchor="middle"))
        return "\n".join(parts) + "\n</svg>\n"

    def _cells(self, answer: bool | None, w: float, h: float, base: float) -> str:
        """All cells of one answer."""
        corners = [
            (LEFT + w * i, base - h * (j + 1))
            for j, row in enumerate(self.rows)
            for i, column in enumerate(self.columns)
            if self.answers[column, row] is answer
        ]
        return _group(corners, w, h, answer) if corners else ""


def counted(answers: Mapping[tuple[str, str], bool | None]) -> dict[str, int]:
    """How many cells hold, fail and stay open."""
    found = list(answers.values())
    return {sign: sum(a is answer for a in found) for answer, sign in SIGNS.items()}


def legend(yes: str, no: str) -> tuple[Swatch, ...]:
    """The signs of a map in words."""
    return (_entry(True, yes), _entry(False, no), _entry(None, "undecided"))


def _entry(answer: bool | None, text: str) -> Swatch:
    cell = _group([(0, 0)], 14, 14, answer)
    icon = f'<svg class="plot swatch" viewBox="0 0 14 14" aria-hidden="true">{cell}</svg>'
    return Swatch(icon, text)


def _group(corners: Sequence[tuple[float, float]], w: float, h: float, answer: bool | None) -> str:
    """Cells of one answer as one shape; those that fail are also crossed."""
    boxes = "".join(f"M{x:.1f} {y:.1f}h{w:.1f}v{h:.1f}h-{w:.1f}z" for x, y in corners)
    middles = [(x + w / 2 - 3, y + h / 2 - 3) for x, y in corners] if answer is False else []
    crosses = "".join(f"M{x:.1f} {y:.1f}l6 6m0-6l-6 6" for x, y in middles)
    sign = f'<path class="cross" d="{crosses}"/>' if crosses else ""
    return f'<g class="cell {SIGNS[answer]}"><path class="box" d="{boxes}"/>{sign}</g>'


def _text(x: float, y: float, text: str, anchor: str = "middle", **more: str) -> str:
    return element("text", text, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor, **more)
