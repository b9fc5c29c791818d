"""A map of cells: three-valued answers over columns and rows.

Each cell says holds, fails or undecided, by its colour and by a sign.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dpbi.report.svg import Swatch, element, opening

CELL_STYLE = (
    ".cell .box{stroke:var(--paper,#fff);stroke-width:1}.cell.yes .box{fill:#a9d3dc}"
    ".cell.no .box{fill:#e9a283}.cell.open .box{fill:none;stroke:#999}"
    ".cell .cross{stroke:#6b2410;stroke-width:1.4;fill:none}"
    "@media(prefers-color-scheme:dark){.cell.yes .box{fill:#24515d}.cell.no .box{fill:#a8522e}"
    ".cell .cross{stroke:#ffe3d6}}"
)
SIGNS = {True: "yes", False: "no", None: "open"}
SHADES = 4
SignAndShade = tuple[bool | None, int | None]
ALL_SIGNS: tuple[SignAndShade, ...] = (
    *((answer, None) for answer in SIGNS),
    *((True, shade) for shade in range(SHADES)),
)
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
    shades: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """How dark a cell that holds is, of `SHADES`; all alike where nothing is said."""

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
        parts += [self._cells(sign, w, h, base) for sign in ALL_SIGNS]
        every = 1 + (7 * max(map(len, self.columns)) + 4) // int(w)
        for i in range(0, len(self.columns), every):
            parts.append(_text(LEFT + w * (i + 0.5), base + 16, self.columns[i]))
        parts.append(_text(LEFT + (SIDE - LEFT - 8) / 2, height - 8, self.x_label))
        beside = {"transform": "rotate(-90)", "x": f"{-(TOP + base) / 2:g}", "y": 13}
        parts.append(element("text", self.y_label, **beside, text_anchor="middle"))
        return "\n".join(parts) + "\n</svg>\n"

    def _sign(self, place: tuple[str, str]) -> SignAndShade:
        answer = self.answers[place]
        return (answer, self.shades.get(place) if answer else None)

    def _cells(self, sign: SignAndShade, w: float, h: float, base: float) -> str:
        """All cells of one answer and shade."""
        corners = [
            (LEFT + w * i, base - h * (j + 1))
            for j, row in enumerate(self.rows)
            for i, column in enumerate(self.columns)
            if self._sign((column, row)) == sign
        ]
        return _group(corners, w, h, *sign) if corners else ""


def counted(answers: Mapping[tuple[str, str], bool | None]) -> dict[str, int]:
    """How many cells hold, fail and stay open."""
    found = list(answers.values())
    return {sign: sum(a is answer for a in found) for answer, sign in SIGNS.items()}


def legend(yes: str, no: str) -> tuple[Swatch, ...]:
    """The signs of a map in words."""
    return (_entry(True, yes), _entry(False, no), _entry(None, "undecided"))


def shaded_legend(shades: Sequence[str], no: str) -> tuple[Swatch, ...]:
    """The same, with words for each shade."""
    own = (_entry(True, text, shade) for shade, text in enumerate(shades))
    return (*own, _entry(False, no), _entry(None, "undecided"))


def _entry(answer: bool | None, text: str, shade: int | None = None) -> Swatch:
    cell = _group([(0, 0)], 14, 14, answer, shade)
    icon = f'<svg class="plot swatch" viewBox="0 0 14 14" aria-hidden="true">{cell}</svg>'
    return Swatch(icon, text)


def _group(
    corners: Sequence[tuple[float, float]],
    w: float,
    h: float,
    answer: bool | None,
    shade: int | None = None,
) -> str:
    """Cells of one answer as one shape; those that fail are also crossed."""
    boxes = "".join(f"M{x:.1f} {y:.1f}h{w:.1f}v{h:.1f}h-{w:.1f}z" for x, y in corners)
    middles = [(x + w / 2 - 3, y + h / 2 - 3) for x, y in corners] if answer is False else []
    crosses = "".join(f"M{x:.1f} {y:.1f}l6 6m0-6l-6 6" for x, y in middles)
    sign = f'<path class="cross" d="{crosses}"/>' if crosses else ""
    light = "" if shade is None else f' fill-opacity="{(shade + 1) / SHADES:g}"'
    return f'<g class="cell {SIGNS[answer]}"{light}><path class="box" d="{boxes}"/>{sign}</g>'


def _text(x: float, y: float, text: str, anchor: str = "middle", **more: str) -> str:
    return element("text", text, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor, **more)
