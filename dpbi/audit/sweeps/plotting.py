"""Pictures of a table: curves along one parameter, or a map over two.

A picture is drawn from the floats of the table, in the order of its settings: the same table gives
the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from dpbi.audit.sweeps.store import Store, number_of
from dpbi.errors import InvalidValue, UnknownName
from dpbi.report.svg import QUIET, STYLE, Chart, element, opening

DRAWN = {"value": "value", "ratio": "value over the claim"}
MOST_POINTS = 2000  # of a curve; of more, evenly spaced ones are drawn
MOST_CURVES = QUIET
WIDE = 50  # a ratio of numbers from which an axis is logarithmic
LEFT, TOP, WIDTH, HEIGHT = 70.0, 40.0, 520.0, 360.0


def picture(store: Store, what: str, x: str | None, y: str | None, only: Mapping[str, str]) -> str:
    """The SVG: a map where both axes are named, curves otherwise."""
    if what not in DRAWN:
        raise UnknownName("column to draw", what, tuple(DRAWN))
    for name in (*only, *filter(None, (x, y))):
        if name not in store.names:
            raise UnknownName("parameter of the table", name, store.names)
    for name in filter(None, (x, y)):
        if name not in store.numeric:
            raise InvalidValue("the axis", name, "its values are not numbers")
    return _map(store, what, str(x), y, only) if y else _curves(store, what, x, only)


def _points(
    store: Store, what: str, names: list[str], only: Mapping[str, str]
) -> list[tuple[Any, ...]]:
    """The columns of these names and what is drawn, where it is a number."""
    where = " AND ".join([f"{what} IS NOT NULL", *(f'"{key}" = ?' for key in only)])
    columns = ", ".join([*(f'"{name}"' for name in names), what])
    text = f"SELECT {columns} FROM results WHERE {where} ORDER BY setting"  # noqa: S608
    return [row for row in store.query(text, *only.values()) if math.isfinite(row[-1])]


def varying(store: Store, only: Mapping[str, str]) -> dict[str, int]:
    """{parameter: how many values it takes}, of those that take several."""
    found = {}
    for name in store.names:
        if name not in only:
            ((count,),) = store.query(f'SELECT COUNT(DISTINCT "{name}") FROM results')  # noqa: S608
            found[name] = count
    return {name: count for name, count in found.items() if count > 1}


def _curves(store: Store, what: str, x: str | None, only: Mapping[str, str]) -> str:
    """A curve for each choice of the parameters that are not along the axis."""
    several = varying(store, only)
    numeric = {n: count for n, count in several.items() if n in store.numeric}
    if x is None:
        if not numeric:
            raise InvalidValue("--x", "(none)", "no parameter takes several numbers")
        x = max(numeric, key=lambda n: numeric[n])
    others = [n for n in several if n != x]
    curves: dict[tuple[str, ...], list[tuple[float, float]]] = {}
    for row in _points(store, what, [*others, number_of(x)], only):
        curves.setdefault(row[:-2], []).append((row[-2], row[-1]))
    if len(curves) > MOST_CURVES or not curves:
        need = f"choose some by -p NAME=VALUE: a picture has 1 to {MOST_CURVES} curves"
        raise InvalidValue("-p", f"{len(curves)} curves", need)
    xs = [p[0] for points in curves.values() for p in points]
    chart = Chart(
        title=_title(store, only),
        description=f"{DRAWN[what]} against {x}, {len(curves)} curves, {len(xs)} points.",
        x_label=x,
        y_label=DRAWN[what] if what != "value" else store.about.get("ask", "value"),
        log_x=min(xs) > 0 and max(xs) / min(xs) >= WIDE,
    )
    for i, (key, points) in enumerate(curves.items()):
        step = -(-len(points) // MOST_POINTS)
        name = ", ".join(f"{n} {v}" for n, v in zip(others, key, strict=True))
        chart.line(sorted(points)[::step], i, name)
    if what == "ratio":
        chart.level(1.0, QUIET, "the claim")
    return chart.render()


def _map(store: Store, what: str, x: str, y: str, only: Mapping[str, str]) -> str:
    """A cell for each pair of values: the darker, the larger; what fails in another colour."""
    more = [n for n in varying(store, only) if n not in (x, y)]
    if more:
        need = f"choose its value by -p {more[0]}=VALUE: a map has two parameters"
        raise InvalidValue("-p", more[0], need)
    found = _points(store, what, [number_of(x), number_of(y), "verdict"], only)
    if not found:
        raise InvalidValue("a map", f"{x} and {y}", "there is nothing to draw")
    xs, ys = (sorted({row[i] for row in found}) for i in (0, 1))
    values = [row[-1] for row in found]
    least, top = min(values), max(values)
    across, up = WIDTH / len(xs), HEIGHT / len(ys)
    places = {v: i for i, v in enumerate(xs)}, {v: i for i, v in enumerate(ys)}
    title = _title(store, only)
    said = f"{DRAWN[what]} over {x} and {y}: from {least:.4g} (light) to {top:.4g} (dark)"
    parts = [
        opening(f"{LEFT + WIDTH + 20:g} {TOP + HEIGHT + 60:g}", "", title, said)
        + f"<style>{STYLE}</style>",
        element(
            "text", title, x=f"{LEFT + WIDTH / 2:g}", y=20, text_anchor="middle", class_="title"
        ),
    ]
    for a, b, verdict, value in found:
        left, bottom = LEFT + places[0][a] * across, TOP + HEIGHT - places[1][b] * up
        box = f'x="{left:.2f}" y="{bottom - up:.2f}" width="{across:.2f}" height="{up:.2f}"'
        share = 0.08 + 0.92 * ((value - least) / (top - least) if top > least else 1.0)
        colour = int(verdict == "fails")
        parts.append(f'<rect class="bar s{colour}" {box} fill-opacity="{share:.3f}"/>')
    parts += [*_ticks(xs, ys, across, up), _named(said), *_axes(x, y)]
    return "\n".join(parts) + "\n</svg>\n"


def _title(store: Store, only: Mapping[str, str]) -> str:
    chosen = ", ".join(f"{k} = {v}" for k, v in only.items())
    return ", ".join(filter(None, [store.about.get("title", ""), chosen]))


def _axes(x: str, y: str) -> list[str]:
    middle, height = LEFT + WIDTH / 2, TOP + HEIGHT / 2
    turned = {"transform": "rotate(-90)", "x": f"{-height:g}", "y": 14}
    return [
        element("text", x, x=f"{middle:g}", y=f"{TOP + HEIGHT + 34:g}", text_anchor="middle"),
        element("text", y, **turned, text_anchor="middle"),
    ]


def _named(said: str) -> str:
    at = {"x": f"{LEFT + WIDTH / 2:g}", "y": f"{TOP + HEIGHT + 52:g}"}
    return element("text", said, **at, text_anchor="middle")


def _ticks(xs: list[float], ys: list[float], across: float, up: float) -> list[str]:
    """Some of the values along each axis."""
    parts = []
    for i in _some(len(xs)):
        at = {"x": f"{LEFT + (i + 0.5) * across:.1f}", "y": f"{TOP + HEIGHT + 16:g}"}
        parts.append(element("text", f"{xs[i]:g}", **at, text_anchor="middle"))
    for i in _some(len(ys)):
        at = {"x": f"{LEFT - 6:g}", "y": f"{TOP + HEIGHT - (i + 0.5) * up + 4:.1f}"}
        parts.append(element("text", f"{ys[i]:g}", **at, text_anchor="end"))
    return parts


def _some(count: int) -> range:
    return range(0, count, max(1, -(-count // 6)))
