"""Where the links of a set of pages lead, and which of them lead nowhere."""

import posixpath
import re
from html import unescape
from urllib.parse import unquote

LINK = re.compile(r'\s(?:href|src)="([^"]*)"')
ID = re.compile(r'\sid="([^"]*)"')


def links_of(text):
    """The addresses on a page, as they are written."""
    return [unescape(link) for link in LINK.findall(text)]


def ids_of(text):
    """The ids of a page, each once."""
    found = [unescape(name) for name in ID.findall(text)]
    assert len(set(found)) == len(found), "an id is on the page twice"
    return set(found)


def led_to(page, link):
    """The file and the fragment that a link of a page names."""
    path, _, fragment = link.partition("#")
    file = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(path)))
    return (page if not path else file), unquote(fragment)


def broken(pages, others):
    """[page: link] of the links that lead to none of the pages, their ids, or the other files.

    A fragment with an equals sign sets filters, and is not an id.
    """
    ids = {place: ids_of(text) for place, text in pages.items() if place.endswith(".html")}
    found = []
    for place in ids:
        for link in links_of(pages[place]):
            if link.startswith("data:"):
                continue
            file, fragment = led_to(place, link)
            there = file in pages or file in others
            filters = "=" in fragment and file.startswith("drafts/")
            if not there or (fragment and not filters and fragment not in ids[file]):
                found.append(f"{place}: {link}")
    return found
