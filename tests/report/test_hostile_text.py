"""Whatever a claim says arrives as text: in HTML, attributes, SVG, MathML, Markdown and notebooks.

A page of hostile words has the elements and attributes of the same page with tame words, and every
one of the words is on it, once unescaped, just as it was written.
"""

import re
import shlex
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest
from jinja2 import UndefinedError
from links import broken, links_of
from markdown_it import MarkdownIt  # comes with rich
from measured import RESULTS

from dpbi.language.expr import Expr, var
from dpbi.language.mathml import mathml
from dpbi.report import build, html, markdown, mechanism_pages
from dpbi.report.figures.cells import CellMap, legend
from dpbi.report.site import site
from dpbi.report.svg import Chart, stacked, swatch
from dpbi.report.tree import FigureView
from dpbi.report.words import MarkedNumber, MarkedTable, say
from dpbi.support import table
from dpbi.support.markup import visible

ATTACK = "<script>alert('1')</script>\"'><img/src=x/onerror=alert(1)>]]>&lt;b&gt;&#x27;"
ATTACK += "{{7*7}}{%x%}%41`a`*b*|"
UNSEEN = "\u202eleft\u202c\u200f\ud800\x00\x1b\r"
LINES = " [link](javascript:alert(1)) \n# heading\n- item \\ <!--"
TAME = "words"


class Skeleton(HTMLParser):
    """The elements of a page with the names of their attributes; what it says; its scripts."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.said, self.links = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, [name for name, _ in attributes]))
        self.said += [value or "" for _, value in attributes]
        self.links += [value for name, value in attributes if name in ("href", "src")]

    def handle_endtag(self, tag):
        self.elements.append((tag, None))

    def handle_comment(self, data):
        self.elements.append(("comment", data))

    def handle_decl(self, decl):
        self.elements.append(("declaration", decl))

    def handle_pi(self, data):
        self.elements.append(("instruction", data))

    def handle_data(self, text):
        self.said.append(text)


class Words:
    """Hostile words, another for each field, or tame ones; those that were given out are kept."""

    def __init__(self, hostile):
        self.hostile, self.given = hostile, {}

    def name(self, field):
        """Words without a space, as names are."""
        return self._give(field, ATTACK + UNSEEN)

    def prose(self, field):
        return self._give(field, ATTACK + UNSEEN + LINES)

    def _give(self, field, attack):
        self.given[field] = f"{field}:{attack if self.hostile else TAME}:{field}"
        return self.given[field]


def claim(words, number, uses=()):
    """A claim of two readings, hostile in every field that holds words."""

    def reading(i, **more):
        at = f"r{number}{i}"
        return {
            "id": words.name(f"{at}-id"),
            "role": "literal",
            "why": words.prose(f"{at}-why"),
            "chosen": words.prose(f"{at}-chosen"),
            "certified": 1,
            "catalogue": "c",
            "statement": words.prose(f"{at}-statement"),
            "formula": None,
            "verdict": "fails",
            "evidence": words.prose(f"{at}-evidence"),
            "domain": words.prose(f"{at}-domain"),
            "instances": 2,
            "tries": 3,
            "witness": {
                "n": 2,
                words.name(f"{at}-variable"): words.name(f"{at}-value"),
                "v": [words.name(f"{at}-component"), 1],
                "_sides": {
                    "left": {"lo": words.name(f"{at}-low"), "hi": words.name(f"{at}-high")},
                    "right": {"lo": "1", "hi": "1"},
                },
            },
            "worst": {"n": 3, "v": words.name(f"{at}-worst")},
            "repair": words.prose(f"{at}-repair"),
            "note": words.prose(f"{at}-note"),
            "certificate": "certificates/" + words.name(f"{at}-certificate"),
            "proof": {
                "theorem": words.name(f"{at}-theorem"),
                "file": "verify/proofs/" + words.name(f"{at}-source"),
                "line": 7,
                "shows": "reading",
                "statement": words.prose(f"{at}-asked"),
                "digest": "0123",
            },
            "trusts": ["argument"],
            **more,
        }

    return {
        "id": f"notes.{words.name(f'c{number}-id')}",
        "kind": words.name(f"c{number}-kind"),
        "drafts": ["notes", words.name(f"c{number}-draft")],
        "location": words.prose(f"c{number}-location"),
        "statement": words.prose(f"c{number}-statement"),
        "lines": ["notes:1"],
        "headline": "false under every fair reading",
        "severity": "theorem false",
        "uses": [*uses],
        "gaps": {name: words.prose(f"c{number}-gap") for name in uses[:1]},
        "repaired": [],
        "no_repair": words.prose(f"c{number}-no-repair"),
        "claims_nothing": words.prose(f"c{number}-claims-nothing"),
        "shared": None,
        "readings": [reading(1), reading(2, verdict="holds", catalogue=None)],
    }


def figure(words):
    """A figure whose chart, map, legend, sentence and table are hostile."""
    what = ("title", "description", "x", "y")
    chart = Chart(*(words.prose(f"chart-{w}") for w in what))
    chart.dots([(0, 0), (1, 1)], 0, words.prose("chart-legend"))
    columns, rows = (words.name("cells-column"),), (words.name("cells-row"),)
    answers = {(columns[0], rows[0]): False}
    cells = CellMap(*(words.prose(f"cells-{w}") for w in what), columns, rows, answers)
    number = MarkedNumber(*(words.name(f"number-{w}") for w in ("key", "path", "value", "shown")))
    return FigureView(
        id="figure",
        title=words.prose("figure-title"),
        found=say("{} is {}", words.prose("figure-found"), number),
        commands=(words.name("figure-command"),),
        caption=words.prose("figure-caption"),
        said=words.prose("figure-said"),
        claims=(words.name("figure-claim"),),
        panels=(chart.render("-1", alone=False), cells.render("-2", alone=False)),
        legend=(swatch(0, words.prose("swatch")), *legend(words.prose("yes"), words.prose("no"))),
        findings=(say("it is {}: {}.", words.prose("finding"), number),),
        table=MarkedTable(("", words.prose("head")), ((words.prose("row"), number),)),
    )


class Drawn:
    """What `build` asks of a figure."""

    def __init__(self, view):
        self.id, self.title, self.claims, self.view = (
            view.id,
            view.title,
            view.claims,
            lambda _: view,
        )


def report(words):
    """Two claims, of which the second rests on the first and on one that is not there."""
    first = claim(words, 1)
    second = claim(words, 2, [first["id"], words.name("missing")])
    second["repaired"] = [f"{first['id']}/{first['readings'][0]['id']}"]
    shown = figure(words)
    figures = [Drawn(FigureView(**{**vars(shown), "claims": (first["id"],)}))]
    pages = [f"mechanisms/{words.name('page')}.html"]
    return build({"schema": 1, "claims": [first, second]}, figures, {}, pages, formulas={})


@pytest.fixture(scope="module")
def hostile():
    words = Words(hostile=True)
    return words, report(words)


@pytest.fixture(scope="module")
def tame():
    return report(Words(hostile=False))


def skeletons(made):
    """The pages of a report, as a parser sees them."""
    return [Skeleton(text) for place, text in site(made, {}).items() if place.endswith(".html")]


def test_hostile_words_change_no_element_and_no_attribute_of_any_page(hostile, tame):
    pages = skeletons(hostile[1])
    assert len(pages) == 7  # the index, one file, the graph, pictures, a draft, two claims
    for found, expected in zip(pages, skeletons(tame), strict=True):
        assert found.elements == expected.elements
        assert not any(link.startswith("javascript") for link in found.links)


def test_every_word_arrives_on_the_page_as_it_was_written(hostile):
    words, made = hostile
    said = "".join(text for page in skeletons(made) for text in page.said)
    drafts = {score.draft for score in made.scores}
    assert len(words.given) > 60
    for field, text in words.given.items():
        # the figure names a claim that is there; files are in addresses and commands, tested below
        if field in ("figure-claim", "page") or "certificate" in field:
            continue
        if field.endswith("draft") and text not in drafts:
            continue
        assert visible(text) in said, field
    html.page(made).encode("utf-8")


def test_every_link_of_a_page_leads_to_the_id_or_the_file_that_it_names(hostile):
    made, pages = hostile[1], site(hostile[1], {})
    files = [r.certificate for c in made.claims for r in c.readings] + [*made.pages]
    others = {"claims.md", "claims.json", *map(visible, files)}
    assert broken(pages, others) == []
    linked = "".join(unquote(link) for text in pages.values() for link in links_of(text))
    assert all(visible(file) in linked for file in files)


def test_hostile_words_change_nothing_of_the_markdown_but_the_words(hostile, tame):
    words, made = hostile
    read = MarkdownIt("commonmark").enable("table").render
    found = Skeleton(read(markdown.page(made)))
    assert found.elements == Skeleton(read(markdown.page(tame))).elements
    said = "".join(found.said)
    for field, text in words.given.items():
        if not re.match(
            "chart|cells|swatch|yes|no$|number-(key|path|value)|figure-(said|claim)|page|c.-draft"
            "|r..-asked",
            field,
        ):
            assert re.sub(r"\s*\n\s*", " ", visible(text)) in said, field


def test_a_page_of_a_mechanism_says_hostile_claims_as_text():
    name, pages = "ehd", []
    for words in (Words(hostile=True), Words(hostile=False)):
        claims = [claim(words, 1)]
        claims[0]["id"] += ".ehd"
        view = mechanism_pages.view(name, claims, {}, RESULTS)
        pages.append(Skeleton(html.mechanism(view)))
        said = "".join(pages[-1].said)
        for field in ("c1-id", "c1-statement", "r11-statement", "r12-statement"):
            assert visible(words.given[field]) in said
    assert pages[0].elements == pages[1].elements


def test_text_in_a_picture_is_text():
    roots = []
    for words in (Words(hostile=True), Words(hostile=False)):
        charts = [Chart(*(words.prose(f"{i}-{w}") for w in "tdxy")) for i in "ab"]
        for i, chart in enumerate(charts):
            chart.line([(0, 1), (1, 2)], 0, words.prose(f"label-{i}"))
        root = ET.fromstring(stacked(charts, words.prose("title")))  # noqa: S314
        assert {visible(text) for text in words.given.values()} <= {e.text for e in root.iter()}
        roots.append([(e.tag, sorted(e.attrib)) for e in root.iter()])
    assert roots[0] == roots[1]


def test_mathematics_refuses_what_is_no_name():
    for hostile in (ATTACK, "\u202ex", "<", "x&y"):
        with pytest.raises(ValueError, match=r"cannot be printed|no word"):
            mathml(var(hostile) <= 1)
        with pytest.raises(ValueError, match="is not the name of"):
            mathml(Expr("loss", (hostile, (), var("prior"), var("eps"), var("n"))) <= 1)


class Claimed(str):
    """Text that says of itself that it is markup."""

    def __html__(self):
        return self


@pytest.mark.parametrize("kind", [str, Claimed])
def test_a_table_in_a_notebook_shows_names_and_values_as_text(kind):
    attack = kind(ATTACK + UNSEEN)
    cells = [e.text for e in ET.fromstring(table([(attack, attack)])).iter() if e.text]  # noqa: S314
    assert cells == [visible(attack), visible(attack)]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "a\tb\nc \u00e9 \u05d0 \U0001f642 \u00a0\u2061",
            "a\tb\nc \u00e9 \u05d0 \U0001f642 \u00a0\u2061",
        ),
        ("\ud83d", r"\ud83d"),
        ("a\u202eb", r"a\u202eb"),
        ("\x00\x1b\r\x85", r"\x00\x1b\r\x85"),
        ("\ufffe", r"\ufffe"),
    ],
)
def test_only_what_a_page_cannot_hold_or_what_reorders_it_is_written_as_an_escape(text, shown):
    assert visible(text) == shown


@pytest.mark.study
def test_a_command_on_the_page_is_one_word_for_the_shell_whatever_a_claim_is_called(hostile):
    for view in (r for c in hostile[1].claims for r in c.readings):
        assert shlex.split(view.rerun) == ["dpbi", "explain", view.key]
        assert shlex.split(view.recheck)[2:] == [f"reports/{view.certificate}"]


def test_a_verdict_or_a_trust_that_nobody_knows_stops_the_page():
    for change in ({"trusts": ["me"]}, {"verdict": "splendid"}):
        document = {"schema": 1, "claims": [claim(Words(hostile=False), 1)]}
        document["claims"][0]["readings"][1] |= change
        with pytest.raises(UndefinedError):
            html.page(build(document, formulas={}))


def test_a_headline_that_nobody_knows_stops_the_page():
    document = {"schema": 1, "claims": [claim(Words(hostile=False), 1)]}
    document["claims"][0]["headline"] = "splendid"
    with pytest.raises(ValueError, match="splendid"):
        html.page(build(document, formulas={}))
