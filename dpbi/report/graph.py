"""Which claim rests on which: a layered drawing, the same for the same claims.

A claim is to the right of everything that it rests on, as many columns as the longest path
has steps; claims that have to do with each other share a band.  A line that skips columns passes
through a free place in each.  Within a column places are near what they are joined to, by the
average of its rows as an exact fraction; ties keep the drafts' order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from dpbi.ledger.chains import BROKEN, STANDS

ROW, HEIGHT, BETWEEN, BAND = 34, 26, 52, 14
LETTER, PADDING = 6, 36  # about the width of a letter, and what a box has beside its name
SWEEPS = 6


@dataclass(frozen=True)
class Node:
    """A claim at its place; `shaken` if something that it depends on is false."""

    id: str
    headline: str
    shaken: bool
    x: int
    y: int
    width: int
    height: int = HEIGHT


@dataclass(frozen=True)
class Edge:
    """A line from a claim to one that uses it; `broken` if the first is false or shaken."""

    start: str
    end: str
    broken: bool
    through: tuple[tuple[int, int, int], ...]  # left end, right end and height of each free place


@dataclass(frozen=True)
class Graph:
    """A drawing of the claims that depend on others or are used by them."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    width: int
    height: int

    def path(self, edge: Edge) -> str:
        """A line as SVG draws it: level through boxes and free places, curved between columns."""
        places = {node.id: node for node in self.nodes}
        start, end = places[edge.start], places[edge.end]
        x, y = start.x + start.width, start.y + HEIGHT // 2
        path = f"M{x} {y}"
        for left, right, height in (*edge.through, (end.x, end.x, end.y)):
            to, half = height + HEIGHT // 2, (left - x) // 2
            path += f"C{x + half} {y} {left - half} {to} {left} {to}"
            path += f"H{right}" if right > left else ""
            x, y = right, to
        return path


def layered(
    uses: Mapping[str, Iterable[str]],
    headlines: Mapping[str, str],
    shaken: Collection[str] = (),
) -> Graph:
    """The drawing of {claim: claims it uses}, both in the drafts' order.

    `shaken` are the claims that depend on a false one, drawn or not.
    """
    below = {name: [u for u in used if u in uses] for name, used in uses.items()}
    bands = [_columns(band, below) for band in _bands(below)]
    widths = _widths(bands)
    lefts = [sum(widths[:i]) + BETWEEN * i for i in range(len(widths))]
    spot: dict[str, tuple[int, int]] = {}
    top = 0
    for columns in bands:
        most = max(map(len, columns))
        for i, column in enumerate(columns):
            offset = top + (most - len(column)) * ROW // 2
            spot |= {name: (i, offset + j * ROW) for j, name in enumerate(column)}
        top += most * ROW + BAND
    nodes = tuple(
        Node(name, headlines[name], name in shaken, lefts[i], y, widths[i])
        for name, (i, y) in spot.items()
        if name in below
    )
    edges = []
    for name, used in below.items():
        for u in used:
            free = [spot[_free(u, name, i)] for i in range(spot[u][0] + 1, spot[name][0])]
            through = tuple((lefts[i], lefts[i] + widths[i], y) for i, y in free)
            edges.append(Edge(u, name, _carries(u, headlines, shaken), through))
    width = lefts[-1] + widths[-1] if widths else 0
    return Graph(nodes, tuple(edges), width, max(top - BAND, 0))


def _carries(used: str, headlines: Mapping[str, str], shaken: Collection[str]) -> bool:
    """Whether what uses a claim depends on a false one by it: what is true stands by itself."""
    return headlines[used] in BROKEN or (used in shaken and headlines[used] not in STANDS)


def _free(start: str, end: str, column: int) -> str:
    """The name of the place where a long line passes a column; no claim has a space in its name."""
    return f"{start} {end} {column}"


def _widths(bands: list[list[list[str]]]) -> list[int]:
    """What each column needs for its longest name."""
    columns = max(map(len, bands), default=0)
    inside = [
        [name for band in bands if i < len(band) for name in band[i] if " " not in name]
        for i in range(columns)
    ]
    return [PADDING + LETTER * max(map(len, names)) for names in inside]


def _bands(below: Mapping[str, list[str]]) -> list[list[str]]:
    """Groups of claims that are connected; single claims are left out."""
    near: dict[str, set[str]] = {name: set(used) for name, used in below.items()}
    for name, used in below.items():
        for u in used:
            near[u].add(name)
    bands, seen = [], set[str]()
    for name in below:
        if name in seen or not near[name]:
            continue
        group, todo = {name}, [name]
        while todo:
            fresh = near[todo.pop()] - group
            group |= fresh
            todo += sorted(fresh)
        seen |= group
        bands.append([n for n in below if n in group])
    return bands


def _columns(band: list[str], below: Mapping[str, list[str]]) -> list[list[str]]:
    """The claims of a band by longest path, with free places for long lines, in a calm order."""
    depth: dict[str, int] = {}

    def level(name: str) -> int:
        if name not in depth:
            depth[name] = 1 + max((level(u) for u in below[name]), default=-1)
        return depth[name]

    columns: list[list[str]] = [[] for _ in range(1 + max(level(name) for name in band))]
    left: dict[str, list[str]] = {}
    for name in band:
        columns[depth[name]].append(name)
        left.setdefault(name, [])
        for u in below[name]:
            places = [_free(u, name, i) for i in range(depth[u] + 1, depth[name])]
            for place, before in zip((*places, name), (u, *places), strict=True):
                left.setdefault(place, []).append(before)
            for i, place in enumerate(places, depth[u] + 1):
                columns[i].append(place)
    _settle(columns, left)
    return columns


def _settle(columns: list[list[str]], left: Mapping[str, list[str]]) -> None:
    """Put each place near what it is joined to, to the left and to the right in turns."""
    right: dict[str, list[str]] = {name: [] for column in columns for name in column}
    for name, before in left.items():
        for b in before:
            right[b].append(name)
    for sweep in range(SWEEPS):
        links, order = (left, columns) if sweep % 2 == 0 else (right, columns[::-1])
        for column in order:
            row = {n: Fraction(2 * i + 1, 2 * len(c)) for c in columns for i, n in enumerate(c)}
            centre = {n: _average([row[u] for u in links[n]], row[n]) for n in column}
            column.sort(key=centre.__getitem__)


def _average(rows: list[Fraction], otherwise: Fraction) -> Fraction:
    return sum(rows, Fraction(0)) / len(rows) if rows else otherwise
