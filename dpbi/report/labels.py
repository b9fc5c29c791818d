"""Where the names of lines go in a chart: beside the line they name, clear of all others.

The page is a grid of small squares.  Each place beside a line is tried: it costs a little for each
square that the line itself has there, more for those of others, most where a name stands already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""
Square = tuple[int, int]

SIDE, HEIGHT = 6.0, 13.0
"""Of a square of the grid, and of a line of text."""
STEP = 9
"""Squares along a line between two places that are tried."""
OWN, OTHERS, NAMES = 1, 4, 60
"""What a square costs that is taken by the line itself, by another one, by a name."""
SHARED = 30
"""What a place costs where another line runs along: there a name could be of either."""


def places(
    paths: Sequence[Sequence[Point]], named: Iterable[tuple[int, float]], frame: Box
) -> dict[int, Point]:
    """Where the text of each named path begins, on its baseline: {index of the path: point}.

    `named` are the paths that have a name, each with the width of its text.
    """
    own = [set(map(_square, path)) for path in paths]
    drawn = Counter(square for squares in own for square in squares)
    price = {square: OTHERS * count for square, count in drawn.items()}
    found = {}
    for i, width in named:
        mine = price | {square: price[square] - OTHERS + OWN for square in own[i]}
        best = _cheapest(paths[i], width, frame, mine, drawn)
        price |= dict.fromkeys(_squares(best), NAMES)
        found[i] = (best[0], best[3] - 3)
    return found


def _cheapest(
    path: Sequence[Point],
    width: float,
    frame: Box,
    price: dict[Square, int],
    drawn: Counter[Square],
) -> Box:
    """The box beside a path whose squares cost least; at the left edge where none fits."""
    best, least = None, 0
    for p in _tried(path):
        shared = SHARED * (drawn[_square(p)] > 1)
        for box in _around(p, width):
            if _inside(frame, box):
                cost = shared + _cost(box, price)
                if best is None or cost < least:
                    best, least = box, cost
    return best or min(_down(frame, width), key=lambda box: _cost(box, price))


def beside(a: Point, b: Point) -> list[Point]:
    """Points from a to b, a square apart."""
    parts = 1 + int(max(abs(b[0] - a[0]), abs(b[1] - a[1])) / SIDE)
    return [
        (a[0] + (b[0] - a[0]) * i / parts, a[1] + (b[1] - a[1]) * i / parts)
        for i in range(parts + 1)
    ]


def _tried(path: Sequence[Point]) -> Iterator[Point]:
    """Places along a path, the last first: names are expected at the end of a line."""
    for i in range(len(path) - 1, -1, -max(1, min(STEP, len(path) // 8))):
        yield path[i]


def _around(at: Point, width: float) -> Iterator[Box]:
    """Boxes for a text beside a point: above and below, to either side and in the middle."""
    x, y = at
    for left in (x - width, x - width / 2, x, x + 6, x - width - 6):
        for top in (y - HEIGHT - 3, y + 3, y - HEIGHT / 2):
            yield left, top, left + width, top + HEIGHT


def _down(frame: Box, width: float) -> Iterator[Box]:
    """Places at the left edge, for a name that fits nowhere."""
    left, top, _, bottom = frame
    rows = int((bottom - top) // HEIGHT)
    return (
        (left + 3, top + i * HEIGHT, left + 3 + width, top + (i + 1) * HEIGHT) for i in range(rows)
    )


def _inside(frame: Box, box: Box) -> bool:
    left, top, right, bottom = frame
    return box[0] > left + 2 and box[1] > top - 3 and box[2] < right + 8 and box[3] < bottom


def _cost(box: Box, price: dict[Square, int]) -> int:
    return sum(price.get(square, 0) for square in _squares(box))


def _square(p: Point) -> Square:
    return int(p[0] // SIDE), int(p[1] // SIDE)


def _squares(box: Box) -> list[Square]:
    left, top = _square((box[0], box[1]))
    right, bottom = _square((box[2], box[3]))
    return [(i, j) for i in range(left, right + 1) for j in range(top, bottom + 1)]
