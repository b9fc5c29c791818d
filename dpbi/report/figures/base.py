"""What a figure is: measures, a picture made of their results, and the same in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Protocol

from dpbi.measures import Measure, Results
from dpbi.report.html_text import link
from dpbi.report.marks import Said, Table

MANY = 8
"""More panels than this are small ones."""

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
    table: Callable[[Results], Table] = field(repr=False)
    legend: tuple[str, ...] = ()
    place: str = ""
    printed: str = ""

    def draw(self, results: Results) -> str:
        """The panels as inline SVG, to stand on a page that has `figures.STYLE`."""
        panels = self.panels(results)
        drawn = (p.render(f"-{self.id}-{i}", alone=False) for i, p in enumerate(panels))
        legend = f'<div class="legend">{"".join(self.legend)}</div>\n' if self.legend else ""
        many = " many" if len(panels) > MANY else ""
        return f'{legend}<div class="panels{many}">\n{"".join(drawn)}</div>'

    def alternative(self, results: Results) -> str:
        """The same in plain words: what is drawn, what is seen, the numbers."""
        seen = " ".join(map(str, self.findings(results)))
        return f"{self.caption}\n\n{seen}\n\n{self.table(results)}"

    def html(self, results: Results) -> str:
        """The whole figure for a page: pictures, caption, what is seen, the numbers unfolded."""
        seen = "".join(f"<li>{s.html}</li>" for s in self.findings(results))
        said = f"<p>{escape(self._said, quote=False)}</p>" if self._said else ""
        return (
            f'<figure class="study" id="figure-{self.id}">\n{self.draw(results)}\n<figcaption>'
            f"<p><strong>{escape(self.title, quote=False)}.</strong> "
            f"{escape(self.caption, quote=False)}</p>"
            f"{said}<ul>{seen}</ul>{self._concerns}"
            f"<details><summary>The numbers</summary>\n{self.table(results).html}\n</details>"
            "</figcaption></figure>"
        )

    @property
    def _concerns(self) -> str:
        links = ", ".join(map(link, self.claims))
        return f"<p>Claims that it illustrates: {links}.</p>" if links else ""

    @property
    def _said(self) -> str:
        return f"The draft ({self.place}): {self.printed}" if self.printed else self.place
