"""A small chart, written as SVG by hand: same input, same bytes, no plotting library.

Data coordinates go in, one self-contained `<svg>` comes out, with a title and a description for
readers who listen, and colours that follow a light or a dark page.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

Point = tuple[float, float]

_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#333}.axis{stroke:#888}.grid{stroke:#ddd}"
    ".s0{stroke:#1f6f8b;fill:#1f6f8b}.s1{stroke:#b5502f;fill:#b5502f}"
    ".s2{stroke:#5f7d2c;fill:#5f7d2c}.s3{stroke:#7a4f9a;fill:#7a4f9a}"
    ".line{fill:none;stroke-width:1.8}.bar{stroke:none}.mark{stroke-width:1;stroke-dasharray:4 3}"
    "@media(prefers-color-scheme:dark){svg{background:#16191c}text{fill:#ddd}.grid{stroke:#333}"
    ".s0{stroke:#6fc3df;fill:#6fc3df}.s1{stroke:#f0976f;fill:#f0976f}"
    ".s2{stroke:#a9cc6b;fill:#a9cc6b}.s3{stroke:#c8a2e6;fill:#c8a2e6}}"
)


@dataclass
class Chart:
    """A picture with one x-axis and one y-axis; ranges grow to hold what is drawn."""

    title: str
    description: str
    x_label: str
    y_label: str
    width: int = 640
    height: int = 380
    whole_x: bool = False
    _shapes: list[tuple[str, Sequence[Point], int, str]] = field(default_factory=list)

    def bars(self, points: Sequence[Point], series: int = 0, label: str = "") -> None:
        """A bar from the x-axis to every point."""
        self._shapes.append(("bar", points, series, label))

    def line(self, points: Sequence[Point], series: int = 0, label: str = "") -> None:
        """A line through the points, in their order."""
        self._shapes.append(("line", points, series, label))

    def dots(self, points: Sequence[Point], series: int = 0, label: str = "") -> None:
        """A dot at every point."""
        self._shapes.append(("dot", points, series, label))

    def level(self, y: float, series: int = 1, label: str = "") -> None:
        """A dashed horizontal line."""
        self._shapes.append(("level", [(math.nan, y)], series, label))

    def render(self, key: str = "") -> str:
        """The SVG text; `key` keeps the ids of several charts on one page apart."""
        xs = [x for _, pts, _, _ in self._shapes for x, _ in pts if not math.isnan(x)]
        ys = [0.0] + [y for _, pts, _, _ in self._shapes for _, y in pts]
        margin = 0.6 if self.whole_x else 0.0
        labels = [(s, text) for _, _, s, text in self._shapes if text]
        room = 1 + 0.08 * len(labels)  # above the data, for the legend
        frame = _Frame(self, (min(xs) - margin, max(xs) + margin), (min(ys), room * max(ys)))
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'role="img" aria-labelledby="t{key} d{key}">'
            f'<title id="t{key}">{escape(self.title)}</title>'
            f'<desc id="d{key}">{escape(self.description)}</desc><style>{_STYLE}</style>',
            f'<text x="{self.width / 2:g}" y="20" text-anchor="middle" font-weight="bold">'
            f"{escape(self.title)}</text>",
            *frame.axes(),
        ]
        for kind, points, series, _ in self._shapes:
            parts += frame.shape(kind, points, series)
        parts += [frame.legend(i, s, text) for i, (s, text) in enumerate(labels)]
        return "\n".join(parts) + "\n</svg>\n"


def stacked(charts: Sequence[Chart], title: str) -> str:
    """Several charts below each other as one SVG."""
    width, height = max(c.width for c in charts), sum(c.height for c in charts)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="t"><title id="t">{escape(title)}</title>'
    ]
    y = 0
    for i, chart in enumerate(charts):
        size = f'width="{chart.width}" height="{chart.height}"'
        parts.append(f'<svg y="{y}" {size}>\n{chart.render(str(i))}</svg>')
        y += chart.height
    return "\n".join(parts) + "\n</svg>\n"


class _Frame:
    """The map from data coordinates to the page."""

    left, right, top, bottom = 64.0, 16.0, 36.0, 48.0

    def __init__(self, chart: Chart, x: tuple[float, float], y: tuple[float, float]) -> None:
        self.chart = chart
        self.x, self.y = _padded(*x), _padded(*y)
        self.w = chart.width - self.left - self.right
        self.h = chart.height - self.top - self.bottom

    def px(self, x: float) -> float:
        return self.left + (x - self.x[0]) / (self.x[1] - self.x[0]) * self.w

    def py(self, y: float) -> float:
        return self.top + self.h - (y - self.y[0]) / (self.y[1] - self.y[0]) * self.h

    def axes(self) -> list[str]:
        c, base = self.chart, self.top + self.h
        parts = []
        for t in _ticks(*self.y):
            y = self.py(t)
            parts.append(f'<path class="grid" d="M{self.left:g} {y:.2f}h{self.w:g}"/>')
            parts.append(
                f'<text x="{self.left - 6:g}" y="{y + 4:.2f}" text-anchor="end">{t:g}</text>'
            )
        for t in _ticks(*self.x, whole=c.whole_x):
            parts.append(
                f'<text x="{self.px(t):.2f}" y="{base + 18:g}" text-anchor="middle">{t:g}</text>'
            )
        parts.append(
            f'<path class="axis" fill="none" d="M{self.left:g} {self.top:g}V{base:g}h{self.w:g}"/>'
        )
        parts.append(
            f'<text x="{self.left + self.w / 2:g}" y="{c.height - 10}" text-anchor="middle">'
            f"{escape(c.x_label)}</text>"
        )
        parts.append(
            f'<text transform="rotate(-90)" x="{-(self.top + self.h / 2):g}" y="14" '
            f'text-anchor="middle">{escape(c.y_label)}</text>'
        )
        return parts

    def shape(self, kind: str, points: Sequence[Point], series: int) -> list[str]:
        css = f"s{series % 4}"
        if kind == "level":
            y = self.py(points[0][1])
            return [f'<path class="mark {css}" d="M{self.left:g} {y:.2f}h{self.w:g}"/>']
        at = [(self.px(x), self.py(y)) for x, y in points]
        if kind == "line":
            path = "L".join(f"{x:.2f} {y:.2f}" for x, y in at)
            return [f'<path class="line {css}" d="M{path}"/>']
        if kind == "dot":
            return [f'<circle class="{css}" cx="{x:.2f}" cy="{y:.2f}" r="2.2"/>' for x, y in at]
        base, gap = self.py(max(self.y[0], 0.0)), self.w / max(len(at), 1)
        wide = max(0.6, min(28.0, 0.8 * gap))
        return [
            f'<rect class="bar {css}" x="{x - wide / 2:.2f}" y="{min(y, base):.2f}" '
            f'width="{wide:.2f}" height="{abs(base - y):.2f}"/>'
            for x, y in at
        ]

    def legend(self, i: int, series: int, text: str) -> str:
        x, y = self.left + 12, self.top + 14 + 17 * i
        return (
            f'<path class="line s{series % 4}" d="M{x:g} {y - 4:g}h18"/>'
            f'<text x="{x + 24:g}" y="{y:g}">{escape(text)}</text>'
        )


def _padded(lo: float, hi: float) -> tuple[float, float]:
    return (lo, hi + 0.04 * (hi - lo)) if hi > lo else (lo - 0.5, hi + 0.5)


def _ticks(lo: float, hi: float, *, whole: bool = False) -> list[float]:
    """About six round numbers between lo and hi."""
    raw = (hi - lo) / 6
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(s * power for s in (1, 2, 5, 10) if s * power >= raw)
    if whole:
        step = max(1.0, round(step))
    first = math.ceil(lo / step - 1e-9)
    return [round(i * step, 12) for i in range(first, math.floor(hi / step + 1e-9) + 1)]
