"""Small tables for notebooks: plain HTML that takes its colours from the page it stands on."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def table(rows: Iterable[tuple[str, object]]) -> str:
    """A table of names and values, both escaped; a row without a value is left out."""
    lines = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(str(value))}</td></tr>'
        for name, value in rows
        if value is not None and not (isinstance(value, str) and not value)
    )
    return f"<table>{lines}</table>"
