"""The graph of claims as inline SVG, and the same as a list."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from urllib.parse import quote

from dpbi.report.graph import HEIGHT, Edge, Graph, Node
from dpbi.report.html_text import badge, link
from dpbi.report.tree import ClaimView
from dpbi.report.words import LETTERS, VERDICTS

MARGIN = 6


def drawing(graph: Graph) -> str:
    """The picture: what rests on a claim stands to its right; every box leads to its claim."""
    places = {node.id: node for node in graph.nodes}
    size = f"{graph.width + 2 * MARGIN} {graph.height + 2 * MARGIN}"
    width = graph.width + 2 * MARGIN
    edges = "\n".join(_edge(e, places) for e in graph.edges)
    nodes = "\n".join(map(_node, graph.nodes))
    return (
        f'<svg class="graph" viewBox="{-MARGIN} {-MARGIN} {size}" width="{width}" role="group" '
        f'aria-label="Claims and what rests on them; the same follows as a list">\n'
        f"{edges}\n{nodes}\n</svg>"
    )


def _edge(e: Edge, places: dict[str, Node]) -> str:
    """Level through boxes and free places, curved between columns."""
    start, end = places[e.start], places[e.end]
    x, y = start.x + start.width, start.y + HEIGHT // 2
    path = f"M{x} {y}"
    for left, right, height in (*e.through, (end.x, end.x, end.y)):
        to, half = height + HEIGHT // 2, (left - x) // 2
        path += f"C{x + half} {y} {left - half} {to} {left} {to}" + (f"H{right}" * (right > left))
        x, y = right, to
    return f'<path class="{"edge broken" if e.broken else "edge"}" d="{path}"/>'


def _node(n: Node) -> str:
    rests = ", and rests on a statement that fails" if n.shaken else ""
    said = f"{n.id}: {VERDICTS[n.verdict]}{rests}"
    outline = " shaken" if n.shaken else ""
    return (
        f'<a href="#{quote(n.id)}" class="{n.verdict}{outline}"><title>{escape(said)}</title>'
        f'<rect x="{n.x}" y="{n.y}" width="{n.width}" height="{HEIGHT}" rx="4"/>'
        f'<text class="letter" x="{n.x + 9}" y="{n.y + 17}">{LETTERS[n.verdict]}</text>'
        f'<text x="{n.x + 25}" y="{n.y + 17}">{escape(n.id)}</text></a>'
    )


def listing(claims: Iterable[ClaimView]) -> str:
    """The same in words: each claim that rests on others, and how those fare."""
    items = "\n".join(
        f"<li>{badge(c.verdict, word=False)} {link(c.id)} ({VERDICTS[c.verdict]}) rests on "
        + ", ".join(f"{link(u.id)} ({VERDICTS[u.verdict]})" for u in c.uses if u.verdict)
        + "</li>"
        for c in claims
        if any(u.verdict for u in c.uses)
    )
    return f"<details><summary>The same as a list</summary><ul>\n{items}\n</ul></details>"
