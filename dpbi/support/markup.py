"""Text that others wrote, as markup: HTML from templates, and which characters a page may have.

Templates escape everything they print (autoescape), and a name that they misspell is an error
(StrictUndefined).  jinja2 is imported when a page is first written: commands that write none do not
wait for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment

INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but tabs and new lines: no XML has them
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that reorder the text around them
    "\ud800-\udfff\ufffe\uffff]"  # halves of characters and non-characters: no file has them
)


def visible(text: str) -> str:
    r"""The text with what a page cannot hold, or what would reorder it, written as \u202e is."""
    return INVISIBLE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def environment(package: str) -> Environment:
    """The templates in the folder `templates` of a package."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )


def render(templates: Environment, name: str, **values: Any) -> str:
    """A page: the template of this name, filled in."""
    return visible(templates.get_template(name).render(**values))


def table(rows: Iterable[tuple[str, object]]) -> str:
    """A table of names and values, for notebooks; a row without a value is left out.

    It takes its colours from the page that it is part of.
    """
    shown = [
        (str(name), str(value))  # text, also where it says of itself that it is markup
        for name, value in rows
        if value is not None and not (isinstance(value, str) and not value)
    ]
    return render(_tables(), "table.html", rows=shown)


@cache
def _tables() -> Environment:
    return environment("dpbi.support")
