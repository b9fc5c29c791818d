"""Where the pages of a report lie, and where the links of each lead.

Every claim has one address that stays: claims/<id>.html.  A link to a claim that is on the same
page leads there, any other to that address.  Names that no file should have are escaped.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlencode

from dpbi.support.markup import visible

GRAPH, PICTURES, WHOLE = "graph.html", "pictures.html", "all.html"
EXPLORER = "explorer.html"
STYLE_FILE, SCRIPT_FILE, EXPLORER_SCRIPT = "page.css", "page.js", "explorer.js"
SAFE = "+"  # in names that join two drafts; a folder name has no slash


@dataclass(frozen=True)
class Addresses:
    """The addresses of a report, as one of its pages writes them.

    `root` leads from the page to the index; `inside` are the claims on the page itself, `known`
    all that have a page; `alone`: the page brings its own style, for whoever takes it elsewhere.
    """

    root: str = ""
    inside: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    alone: bool = False

    def file(self, place: str) -> str:
        """A file of the report."""
        return self.root + quote(visible(place))

    def claim(self, name: str) -> str:
        """A claim: on this page, or its own."""
        return self._at(name, name)

    def own(self, name: str) -> str:
        """The page of a claim, also where the claim is on this page."""
        return self.file(page_of(name))

    def reading(self, key: str) -> str:
        """A reading, "claim/reading", on the page of its claim."""
        claim = key.partition("/")[0]
        if claim not in self.known:  # a name with a slash in it
            claim = next((c for c in self.known if key.startswith(f"{c}/")), claim)
        return self._at(claim, key)

    def draft(self, section: str, **chosen: str) -> str:
        """The page of a draft, with what its filters are set to."""
        page = self.file(draft_page(section))
        said = {name: visible(value) for name, value in chosen.items()}
        return f"{page}#{urlencode(said, quote_via=quote)}" if said else page

    def legend(self, name: str) -> str:
        """An entry of how to read a verdict: on the index, and on a page that stands alone."""
        return f"#{name}" if self.alone else f"{self.file('index.html')}#{name}"

    def figure(self, name: str) -> str:
        """A picture, on the page of pictures."""
        return f"{self.file(PICTURES)}#figure-{quote(visible(name))}"

    def _at(self, claim: str, target: str) -> str:
        page = "" if claim in self.inside else self.own(claim)
        return f"{page}#{quote(visible(target))}"


def page_of(claim: str) -> str:
    """The page of a claim; an ordinary id is its file's name."""
    return f"claims/{quote(visible(claim), safe=SAFE)}.html"


def draft_page(section: str) -> str:
    """The page of a draft."""
    return f"drafts/{quote(visible(section), safe=SAFE)}.html"
