"""The reference that pdoc makes of docstrings: complete, without dead links, its examples run."""

import doctest
import inspect
import posixpath
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

import dpbi

README = Path(__file__).parents[1] / "README.md"
LIBRARIES = {"to_pld": "dp_accounting", "from_pld": "dp_accounting"}
NAMED = [name for name in dpbi.__all__ if name != "AnyMechanism"]  # a union has no text of its own


def command():
    """The arguments of the one command, as the README has it."""
    text = README.read_text(encoding="utf-8")
    (line,) = re.findall(r"<!-- api line -->\n```\n(.*)\n```\n<!-- end -->", text)
    return line.removeprefix(".venv/bin/pdoc ").split()


class Page(HTMLParser):
    """The anchors of a page, the places that it links to, and what a browser loads to show it."""

    def __init__(self, file):
        super().__init__()
        self.anchors, self.links, self.resources = set(), set(), set()
        text = file.read_text(encoding="utf-8")
        self.feed(text)
        self.resources |= set(re.findall(r"@import[^;]*|url\([\"']?(?!data:|[\"'#])[^)]*", text))

    def handle_starttag(self, tag, attributes):
        found = {name: value or "" for name, value in attributes}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.add(found["href"])
        elif tag != "meta":
            loaded = {found[name] for name in ("src", "href", "srcset") if name in found}
            self.resources |= {place for place in loaded if not place.startswith("data:")}


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """Every file that the README's command makes, as a page where it is one."""
    pytest.importorskip("pdoc")
    place = tmp_path_factory.mktemp("reference")
    done = subprocess.run(
        [sys.executable, "-m", "pdoc", *command()], cwd=place, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return {
        file.relative_to(place / "api").as_posix(): Page(file) if file.suffix == ".html" else None
        for file in place.rglob("*.*")
    }


def pages(reference):
    """The pages, by name."""
    return {name: page for name, page in reference.items() if page is not None}.items()


def target(page, link):
    """The file that a link on a page leads to, and the anchor there."""
    file, _, anchor = unquote(link).partition("#")
    return posixpath.normpath(
        posixpath.join(posixpath.dirname(page), file)
    ) if file else page, anchor


def test_every_link_of_the_reference_leads_to_a_page_and_an_anchor(reference):
    for name, page in pages(reference):
        for link in page.links - {"https://pdoc.dev"}:  # who made it, for people to follow
            file, anchor = target(name, link)
            assert file in reference, (name, link)
            assert not anchor or anchor in reference[file].anchors, (name, link)


def test_the_reference_needs_no_network(reference):
    for name, page in pages(reference):
        assert {target(name, resource)[0] for resource in page.resources} <= set(reference), name


@pytest.mark.parametrize("name", dpbi.__all__)
def test_every_public_name_is_in_the_reference(name, reference):
    assert name in reference["dpbi.html"].anchors


def is_of_the_drafts(value):
    """Whether it is one of their mechanisms: the example of `mechanism` shows how to use them."""
    from dpbi.mechanisms.registry import OF_THE_DRAFTS

    return value in OF_THE_DRAFTS


@pytest.mark.parametrize("name", NAMED)
def test_every_public_name_says_what_it_is_and_shows_how_it_is_used(name):
    value = getattr(dpbi, name)
    assert value.__doc__, "it has no docstring of its own"
    said = inspect.getdoc(value)
    if is_of_the_drafts(value):
        return
    if name in LIBRARIES:
        pytest.importorskip(LIBRARIES[name])
    example = doctest.DocTestParser().get_doctest(said, {}, name, None, 0)
    assert example.examples, "it has no example"
    assert not any(doctest.SKIP in e.options for e in example.examples)
    report = []
    ran = doctest.DocTestRunner().run(example, out=report.append)
    assert not ran.failed, "".join(report)
    assert ran.attempted == len(example.examples)


def test_the_example_of_the_package_itself_runs():
    example = doctest.DocTestParser().get_doctest(dpbi.__doc__, {}, "dpbi", None, 0)
    report = []
    assert example.examples
    assert not doctest.DocTestRunner().run(example, out=report.append).failed, "".join(report)


def test_what_a_page_loads_from_elsewhere_and_where_it_links_is_seen(tmp_path):
    file = tmp_path / "page.html"
    file.write_text(
        '<a href="#gone">x</a><script src="//a/b.js"></script><p id="here">'
        '<style>@import "c.css"; p {background: url(d.png)} q {background: url("data:x")}</style>'
    )
    page = Page(file)
    assert page.links == {"#gone"}
    assert page.anchors == {"here"}
    assert page.resources == {"//a/b.js", '@import "c.css"', "url(d.png"}
    assert target("dpbi/errors.html", "../dpbi.html#adapt") == ("dpbi.html", "adapt")
    assert target("dpbi/errors.html", "#here") == ("dpbi/errors.html", "here")
