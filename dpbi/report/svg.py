"""Charts as SVG: what is drawn between two axes, each line with its name beside it.

Data coordinates go in, one self-contained `<svg>` comes out, with a title and a description for
readers who listen, and colours that follow a light or a dark page.  Series differ by colour and by
dashes, so that neither is needed alone.

SVG is written by code and not by a template, as nearly all of it is coordinates that are computed
while it is written; and no plotting library draws the same bytes on every machine.  The text in it
is written by `element` alone, which escapes it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise

from dpbi.report.labels import Point as Point
from dpbi.report.labels import beside, places
from dpbi.report.scale import Scale as Scale
from dpbi.support.markup import visible

_LIGHT = ("#1f6f8b", "#b5502f", "#5f7d2c", "#7a4f9a", "#8a6a00", "#b03a6f", "#3a5fcd", "#767c82")
_DARK = ("#6fc3df", "#f0976f", "#a9cc6b", "#c8a2e6", "#dcc060", "#f092bd", "#9db4ff", "#8b9198")
_DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 2", "1 2", "12 4", "")
SERIES = len(_LIGHT)
QUIET = SERIES - 1
"""The series for what is in the background."""

STYLE = (
    ".plot text{font:12px system-ui,sans-serif;fill:#333}.plot.small text{font-size:11px}"
    ".plot .title{font-weight:600}.plot .cross{fill:none;stroke-width:2.2}"
    ".plot .axis{stroke:#888;fill:none}.plot .grid{stroke:#ddd;fill:none}"
    + "".join(f".plot .s{i}{{stroke:{c};fill:{c}}}" for i, c in enumerate(_LIGHT))
    + "".join(f".plot .line.s{i}{{stroke-dasharray:{d}}}" for i, d in enumerate(_DASHES) if d)
    + ".plot .line{fill:none;stroke-width:1.8}.plot .bar{stroke:none}"
    ".plot .s7.line{stroke-width:.7;opacity:.55}"
    ".plot .mark{stroke-width:1.2;stroke-dasharray:4 3;fill:none}"
    ".plot .stem{fill:none;stroke-width:1.6}.plot .wide{fill:none;stroke-width:3}"
    ".plot text.tag{stroke:var(--paper,#fff);stroke-width:3px;paint-order:stroke;font-weight:500}"
    "@media(prefers-color-scheme:dark){.plot text{fill:#ddd}.plot .grid{stroke:#34383e}"
    + "".join(f".plot .s{i}{{stroke:{c};fill:{c}}}" for i, c in enumerate(_DARK))
    + ".plot .line{fill:none}.plot .bar{stroke:none}.plot .mark,.plot .stem{fill:none}"
    ".plot text.tag{stroke:var(--paper,#16191c)}}"
)
_ALONE = "@media(prefers-color-scheme:dark){svg.plot{background:#16191c}}"


def element(tag: str, text: str, **attributes: object) -> str:
    """An element that holds only text, escaped; text_anchor is written text-anchor."""
    named = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{named}>{escape(visible(text))}</{tag}>"


def opening(size: str, key: str, title: str, description: str, more: str = "") -> str:
    """The start of a picture with its title and description; `key` keeps its ids apart."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot{more}" viewBox="0 0 {size}" '
        f'role="img" aria-labelledby="t{key} d{key}">'
        + element("title", title, id=f"t{key}")
        + element("desc", description, id=f"d{key}")
    )


Shape = tuple[str, Sequence[Point], int, str]
"""A kind of mark, where, in which colour, and its name."""


@dataclass
class Chart:
    """A picture with one x-axis and one y-axis; ranges grow to hold what is drawn.

    `small` is for one of many; `x_range` and `y_range` fix an axis, so that several charts can be
    compared; on a logarithmic axis numbers <= 0 are left out.  `x_names` stand along the x-axis in
    place of numbers.  Names are written beside what they name.
    """

    title: str
    description: str
    x_label: str
    y_label: str
    width: int = 640
    height: int = 380
    whole_x: bool = False
    log_x: bool = False
    log_y: bool = False
    x_range: tuple[float, float] | None = None
    y_range: tuple[float, float] | None = None
    small: bool = False
    x_names: Mapping[float, str] = field(default_factory=dict)
    _shapes: list[Shape] = field(default_factory=list)

    def bars(self, points: Sequence[Point], series: int = 0, label: str = "") -> None:
        """A bar from the x-axis to every point."""
        self._shapes.append(("bar", points, series, label))

    def stems(self, points: Sequence[Point], series: int = 0, label: str = "") -> None:
        """A thin line from the x-axis to a dot at every point; several laws stand side by side."""
        self._shapes.append(("stem", points, series, label))

    def line(self, points: Sequence[Point], series: int = 0, label: str = "") -> None:
        """A line through the points, in their order."""
        self._shapes.append(("line", points, series, label))

    def dots(self, points: Sequence[Point], series: int = 0, label: str = "") -> None:
        """A dot at every point."""
        self._shapes.append(("dot", points, series, label))

    def boxes(self, rows: Sequence[tuple[float, ...]], series: int = 0, label: str = "") -> None:
        """Box and whiskers: x, then five rising heights: whisker, box, line, box, whisker."""
        for x, *heights in rows:
            self._shapes.append(("box", [(x, h) for h in heights], series, label))
            label = ""

    def crosses(self, points: Sequence[Point], series: int = 0, label: str = "") -> None:
        """A cross at every point."""
        self._shapes.append(("cross", points, series, label))

    def level(self, y: float, series: int = 1, label: str = "") -> None:
        """A dashed horizontal line."""
        self._shapes.append(("level", [(math.nan, y)], series, label))

    def upright(self, x: float, series: int = 1, label: str = "") -> None:
        """A dashed vertical line."""
        self._shapes.append(("upright", [(x, math.nan)], series, label))

    def note(self, point: Point, text: str, series: int = 1) -> None:
        """A ring around a point, with a few words."""
        self._shapes.append(("note", [point], series, text))

    def render(self, key: str = "", *, alone: bool = True) -> str:
        """The SVG text; `key` keeps the ids of several charts on one page apart.

        A chart that is `alone` brings its style; on a page the page has `STYLE`.
        """
        frame = _Frame(self, *self._ranges())
        style = f"<style>{STYLE}{_ALONE}</style>" if alone else ""
        size, kind = f"{self.width} {self.height}", " small" * self.small
        at = {"x": f"{self.width / 2:g}", "y": 14 if self.small else 20}
        parts = [
            opening(size, key, self.title, self.description, kind) + style,
            element("text", self.title, **at, text_anchor="middle", class_="title"),
            *frame.axes(),
        ]
        for kind, points, series, _ in self._shapes:
            parts += frame.shape(kind, points, series)
        parts += frame.tags(self._shapes)
        return "\n".join(parts) + "\n</svg>\n"

    def _ranges(self) -> tuple[Scale, Scale]:
        """The two scales."""
        points = [p for _, pts, _, _ in self._shapes for p in pts]
        xs = [x for x, _ in points if not math.isnan(x) and (x > 0 or not self.log_x)]
        ys = [y for _, y in points if not math.isnan(y) and (y > 0 or not self.log_y)]
        margin = 0.6 if self.whole_x else 0.0
        wide = self.x_range or (min(xs, default=0.0) - margin, max(xs, default=1.0) + margin)
        least = min(ys, default=1.0) if self.log_y else min([0.0, *ys])
        high = self.y_range or (least, max(ys, default=1.0))
        return (
            Scale.over(*wide, log=self.log_x, room=self.x_range is None, whole=self.whole_x),
            Scale.over(*high, log=self.log_y, room=self.y_range is None),
        )


@dataclass(frozen=True, slots=True)
class Swatch:
    """An entry of a legend that several charts share: a sample as SVG, and what it means."""

    icon: str
    text: str


def swatch(series: int, text: str, kind: str = "line") -> Swatch:
    """The entry of a series."""
    css = f"s{series % SERIES}"
    shape = {"level": "mark", "cross": "cross"}.get(kind, "line")
    path = "M9 1l12 12m0-12l-12 12" if kind == "cross" else "M0 7h30"
    sample = f'<path class="{shape} {css}" d="{path}"/>'
    icon = f'<svg class="plot swatch" viewBox="0 0 30 14" aria-hidden="true">{sample}</svg>'
    return Swatch(icon, text)


def stacked(charts: Sequence[Chart], title: str) -> str:
    """Several charts below each other as one SVG."""
    width, height = max(c.width for c in charts), sum(c.height for c in charts)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'aria-labelledby="t">' + element("title", title, id="t")
    ]
    y = 0
    for i, chart in enumerate(charts):
        size = f'width="{chart.width}" height="{chart.height}"'
        parts.append(f'<svg y="{y}" {size}>\n{chart.render(str(i))}</svg>')
        y += chart.height
    return "\n".join(parts) + "\n</svg>\n"


class _Frame:
    """The map from data coordinates to the page."""

    def __init__(self, chart: Chart, x: Scale, y: Scale) -> None:
        self.chart, self.x, self.y = chart, x, y
        self.left, self.right = (44.0, 13.0) if chart.small else (60.0, 18.0)
        self.top = 22.0 if chart.small else 34.0
        self.bottom = 38.0 if chart.small else 48.0
        self.w = chart.width - self.left - self.right
        self.h = chart.height - self.top - self.bottom
        stems = [(points, series) for kind, points, series, _ in chart._shapes if kind == "stem"]
        xs = [x for points, _ in stems for x, _ in points]
        self.stemmed = [series for _, series in stems] if len(set(xs)) < len(xs) else []

    def px(self, x: float) -> float:
        return self.left + self.x.share(x) * self.w

    def py(self, y: float) -> float:
        return self.top + self.h - self.y.share(y) * self.h

    def axes(self) -> list[str]:
        c, base = self.chart, self.top + self.h
        parts = []
        for t, text in self.y.ticks(4 if c.small else 6):
            y = self.py(t)
            parts.append(f'<path class="grid" d="M{self.left:g} {y:.2f}h{self.w:g}"/>')
            at = {"x": f"{self.left - 5:g}", "y": f"{y + 4:.2f}"}
            parts.append(element("text", text, **at, text_anchor="end"))
        named = list(c.x_names.items())
        for t, text in named or self.x.ticks(3 if c.small else 6):
            at = {"x": f"{self.px(t):.2f}", "y": f"{base + 16:g}"}
            parts.append(element("text", text, **at, text_anchor="middle"))
        parts.append(f'<path class="axis" d="M{self.left:g} {self.top:g}V{base:g}h{self.w:g}"/>')
        return parts + self._names()

    def _names(self) -> list[str]:
        c = self.chart
        below = {"x": f"{self.left + self.w / 2:g}", "y": c.height - (6 if c.small else 10)}
        beside = {"transform": "rotate(-90)", "x": f"{-(self.top + self.h / 2):g}"}
        return [
            element("text", c.x_label, **below, text_anchor="middle"),
            element("text", c.y_label, **beside, y=11 if c.small else 14, text_anchor="middle"),
        ]

    def shape(self, kind: str, points: Sequence[Point], series: int) -> list[str]:
        css = f"s{series % SERIES}"
        if kind == "level":
            y = self.py(points[0][1])
            return [f'<path class="mark {css}" d="M{self.left:g} {y:.2f}h{self.w:g}"/>']
        if kind == "upright":
            x = self.px(points[0][0])
            return [f'<path class="mark {css}" d="M{x:.2f} {self.top:g}v{self.h:g}"/>']
        at = self.seen(points)
        if kind == "line":
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in at)
            return [f'<path class="line {css}" d="M{path}"/>'] if at else []
        if kind == "dot":
            return [f'<circle class="{css}" cx="{x:.1f}" cy="{y:.1f}" r="2.2"/>' for x, y in at]
        if kind == "note":
            return [f'<circle class="stem {css}" cx="{x:.1f}" cy="{y:.1f}" r="4"/>' for x, y in at]
        if kind == "cross":
            path = "".join(f"M{x - 6:.1f} {y - 6:.1f}l12 12m0-12l-12 12" for x, y in at)
            return [f'<path class="cross {css}" d="{path}"/>']
        if kind == "stem":
            return self._stems(at, series, css)
        return self._box(at, css) if kind == "box" else self._bars(at, css)

    def seen(self, points: Sequence[Point]) -> list[Point]:
        """Where points are on the page, those that the scales can show."""
        shown = [p for p in points if self.x.holds(p[0]) and self.y.holds(p[1])]
        return [(self.px(x), self.py(y)) for x, y in shown]

    def _stems(self, at: list[Point], series: int, css: str) -> list[str]:
        """Stems and their heads, each as one path; laws at the same places a little apart."""
        base, laws = self.top + self.h, self.stemmed
        aside = (laws.index(series) - (len(laws) - 1) / 2) * 1.7 if laws else 0.0
        stems = "".join(f"M{x + aside:.1f} {base:g}V{y:.1f}" for x, y in at)
        dots = "".join(f"M{x + aside - 1.5:.1f} {y:.1f}h3" for x, y in at)
        return [f'<path class="stem {css}" d="{stems}"/><path class="wide {css}" d="{dots}"/>']

    def tags(self, shapes: Sequence[Shape]) -> Iterator[str]:
        """The name of each shape beside it, where there is most room."""
        box = (self.left, self.top, self.left + self.w, self.top + self.h)
        paths = [self._path(kind, points) for kind, points, _, _ in shapes]
        size = 6.1 if self.chart.small else 6.6
        named = [(i, len(text) * size) for i, (_, _, _, text) in enumerate(shapes) if text]
        for i, (x, y) in places(paths, named, box).items():
            _, _, series, text = shapes[i]
            css = f"tag s{series % SERIES}"
            yield element("text", text, x=f"{x:.1f}", y=f"{y:.1f}", class_=css)

    def _path(self, kind: str, points: Sequence[Point]) -> list[Point]:
        """What a label must keep clear of, and may stand beside."""
        if kind == "level":
            y = self.py(points[0][1])
            return beside((self.left, y), (self.left + self.w, y))
        if kind == "upright":
            x = self.px(points[0][0])
            return beside((x, self.top), (x, self.top + self.h))
        at = self.seen(points)
        if kind in ("bar", "stem"):
            base = self.top + self.h
            return [p for x, y in at for p in beside((x, base), (x, y))]
        if kind != "line":
            return at
        return [p for a, b in pairwise(at) for p in beside(a, b)]

    def _bars(self, at: list[Point], css: str) -> list[str]:
        base, gap = self.top + self.h, self.w / max(len(at), 1)
        wide = max(0.6, min(28.0, 0.8 * gap))
        return [
            f'<rect class="bar {css}" x="{x - wide / 2:.2f}" y="{min(y, base):.2f}" '
            f'width="{wide:.2f}" height="{abs(base - y):.2f}"/>'
            for x, y in at
        ]

    def _box(self, at: list[Point], css: str) -> list[str]:
        x, heights = at[0][0], [y for _, y in at]
        low, first, middle, third, high = heights
        left, wide = x - 8, 16
        return [
            f'<path class="{css}" fill="none" stroke-width="1.4" d="M{x:.1f} {low:.1f}V{first:.1f}'
            f"M{x:.1f} {third:.1f}V{high:.1f}M{left + 4:.1f} {low:.1f}h8"
            f'M{left + 4:.1f} {high:.1f}h8"/>'
            f'<rect class="{css}" fill-opacity=".25" stroke-width="1.4" x="{left:.1f}" '
            f'y="{third:.1f}" width="{wide}" height="{first - third:.1f}"/>'
            f'<path class="{css}" stroke-width="2.4" d="M{left:.1f} {middle:.1f}h{wide}"/>'
        ]
