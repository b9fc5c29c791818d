"""What figures are made of: a figure, and the settings that several share.

A figure is a set of measures, pictures made of their results, and the same in words.  What it finds
is its title; the commands beneath it compute the numbers of that title.  The settings name
mechanisms, priors and sizes; nothing in them was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from dpbi.mechanisms.exponential import MHSExp
from dpbi.mechanisms.laplace import LaplaceTwoCounts
from dpbi.mechanisms.registry import OF_THE_DRAFTS, WEIGHTS
from dpbi.report.figures.commands import commands
from dpbi.report.quantities import Measure, Result, Results
from dpbi.report.svg import Swatch
from dpbi.report.words import FigureView, MarkedTable, Said, low

SHOWN = tuple(m for m in OF_THE_DRAFTS if m is not MHSExp)  # an option of mh-s: on its page
ALL = tuple(m.name for m in SHOWN)
FINITE = tuple(name for name in ALL if name != LaplaceTwoCounts.name)
EXPONENTIAL = tuple(name for name in ALL if name in WEIGHTS)
LAPLACE = tuple(name for name in FINITE if name not in EXPONENTIAL)

CALLED = {
    "laplace": "Laplace 2/ε",
    "laplace-improved": "improved Laplace",
    "lszhang": "LSZhang",
    "lszhang-rest": "LSZhang, rest set",
    "lszhang-all": "LSZhang, all noised",
    "lszhang-theorem": "LSZhang of Theorem 4.5",
    "lsdim": "LSDim",
    "lshist": "LSHist",
    "ehd": "EHD",
    "ehdl": "EHDL",
    "ehds": "EHDS of short-a",
    "ehds-4s": "EHDS of short-b",
    "mh": "M_H (harmonic)",
    "mh-exp": "M_H (exponential)",
    "mh-s": "M_H as plotted",
}
"""The mechanisms as people call them."""
FLAT, SPIKY, LOPSIDED = ("1", "1"), ("1/100", "1/100"), ("25", "1/1000")
FLAT3 = ("1", "1", "1")
SIZES = (1, 2, 3, 5, 8, 12, 20, 35, 60, 100, 200, 400)
SIZES3 = (1, 2, 3, 5, 8, 12, 20)
LEVELS = ("1/16", "1/8", "1/4", "1/2", "1", "2", "4", "8")
PRIORS = (FLAT, SPIKY, LOPSIDED, FLAT3)
COLOURS = (0, 3, 4, 2)
"""Of the priors, where all are in one picture."""


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


def _sizes(prior: tuple[str, ...]) -> tuple[int, ...]:
    return SIZES if len(prior) == 2 else SIZES3


def over_n(name: str, prior: tuple[str, ...]) -> list[tuple[float, Measure]]:
    """The losses of a mechanism at each size drawn."""
    return [(float(n), loss(name, prior, n)) for n in _sizes(prior)]


def of(results: Results, measure: Measure) -> Result:
    """The result of a measure."""
    return results[measure.key]


def worst(results: Results, measures: Sequence[Measure]) -> Measure | None:
    """The one whose loss is certified to exceed epsilon by the largest factor."""
    over = [m for m in measures if of(results, m)["within"] is False]
    return max(over, key=lambda m: low(of(results, m), "ratio"), default=None)


def named(prior: tuple[str, ...]) -> str:
    """A prior in words: Beta(7, 4), Dirichlet(7, 4, 5)."""
    return f"{'Beta' if len(prior) == 2 else 'Dirichlet'}({', '.join(prior)})"


def listed(words: Sequence[str]) -> str:
    """Words as a sentence lists them: a, b and c."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


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

    `title` says what it is about and `found` what was found, from the results; `caption` says what
    is drawn, in words only; `place` names the figure of a draft that this redraws and `printed`
    what is said of it there, in our words.  `legend` is what all panels share.
    """

    id: str
    title: str
    caption: str
    claims: tuple[str, ...]
    measures: tuple[Measure, ...]
    found: Callable[[Results], Said] = field(repr=False)
    panels: Callable[[Results], Sequence[Panel]] = field(repr=False)
    findings: Callable[[Results], Sequence[Said]] = field(repr=False)
    table: Callable[[Results], MarkedTable] = field(repr=False)
    legend: tuple[Swatch, ...] = ()
    place: str = ""
    printed: str = ""
    also: tuple[str, ...] = ()
    """Commands for what the title says beside its numbers."""

    def view(self, results: Results) -> FigureView:
        """The whole figure as data for a page, which must have `figures.STYLE`."""
        panels, found = enumerate(self.panels(results)), self.found(results)
        return FigureView(
            id=self.id,
            title=self.title,
            found=found,
            commands=(*commands(found), *self.also),
            caption=self.caption,
            said=f"The draft ({self.place}): {self.printed}" if self.printed else self.place,
            claims=self.claims,
            panels=tuple(p.render(f"-{self.id}-{i}", alone=False) for i, p in panels),
            legend=self.legend,
            findings=tuple(self.findings(results)),
            table=self.table(results),
        )
