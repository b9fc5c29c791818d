"""The pages of the report together: small where one begins, links that lead, cards that tell."""

import hashlib
import re
from functools import cache
from html import unescape

import pytest
from links import broken, ids_of, links_of
from measured import marks
from study import document, formulas, reading_rows, report

from dpbi.ledger.claims import headings_of
from dpbi.ledger.headlines import Headline
from dpbi.report.addresses import Addresses, page_of
from dpbi.report.findings import findings
from dpbi.report.fronts import CERTAINTY, front
from dpbi.report.site import site
from dpbi.report.words import plain
from dpbi.support.files import as_json

pytestmark = pytest.mark.study

INDEX_BYTES, WHOLE_BYTES, CLAIM_BYTES = 100_000, 6_000_000, 150_000


@cache
def pages():
    return site(report(), {})


@cache
def html():
    return {place: text for place, text in pages().items() if place.endswith(".html")}


@cache
def fronts():
    return {c["id"]: front(c, formulas()) for c in document()["claims"]}


def blocks():
    """{draft: its block on the index}."""
    parts = pages()["index.html"].split('<section class="block" id="draft-')[1:]
    return {part.partition('"')[0]: part.partition("</section>")[0] for part in parts}


def test_the_index_is_small_and_so_is_every_page_that_is_not_a_whole_draft():
    size = {place: len(text.encode()) for place, text in pages().items()}
    assert size["index.html"] <= INDEX_BYTES
    assert size["all.html"] <= WHOLE_BYTES
    assert max(n for place, n in size.items() if place.startswith("claims/")) <= CLAIM_BYTES


def test_every_claim_has_a_page_and_every_draft():
    assert {page_of(c["id"]) for c in document()["claims"]} <= set(pages())
    assert {f"drafts/{s.draft}.html" for s in report().sections} <= set(pages())
    small = {place.lower() for place in pages()}  # names where case is not told apart
    assert len(small) == len(pages())


def test_the_address_of_a_claim_is_its_id():
    for c in document()["claims"]:
        assert page_of(c["id"]) == f"claims/{c['id']}.html"


def test_every_link_of_every_page_leads_to_something():
    certificates = {r["certificate"] for r in reading_rows().values() if r["certificate"]}
    assert broken(pages(), {"claims.md", "claims.json"} | certificates) == []


def test_no_page_asks_the_network_for_anything():
    for place, text in html().items():
        inside = re.sub(r"http://www\.w3\.org/\S+", "", text)
        assert not re.search(r"https?://|@import|url\(", inside), place
        scripts = [link for link in links_of(text) if link.endswith((".css", ".js"))]
        assert all(link.removeprefix("../") in pages() for link in scripts), place


def test_one_file_has_all_that_it_needs():
    for place in ("index.html", "all.html"):
        assert not {"page.css", "page.js"} & set(links_of(pages()[place]))
    assert {c["id"] for c in document()["claims"]} <= ids_of(pages()["all.html"])


# the index


def test_every_draft_has_a_block_with_its_three_gravest_findings():
    found = findings(document()["claims"], formulas())
    for draft, block in blocks().items():
        mine = [f.claim for f in found if draft in f.headings][:3]
        order = [re.search(r'href="claims/([^"#]*)\.html#', li) for li in block.split("<li><p")[1:]]
        assert [unescape(m[1]).replace("%2B", "+") for m in order] == mine
        for claim in mine:
            assert unescape(block).count(fronts()[claim].command) == 1
    assert set(blocks()) == {s.draft for s in report().scores}


def test_the_counts_of_a_block_are_counts_of_the_ledger_and_lead_to_those_claims():
    for draft, block in blocks().items():
        mine = [c for c in document()["claims"] if draft in headings_of(c)]
        for headline in {c["headline"] for c in mine}:
            count = sum(c["headline"] == headline for c in mine)
            link = f"headline={Headline(headline).name.lower()}"
            (number,) = re.findall(rf'href="[^"]*#{link}(?:&amp;[^"]*)?">(.*?)</a>', block)
            assert [(path, shown) for _, path, _, shown in marks(number)] == [
                (f"{draft}.{headline}", str(count))
            ]
            assert unescape(number).endswith(f" {headline}")


def test_the_index_names_the_version_and_the_digest_of_the_ledger():
    digest = hashlib.sha256(as_json(document()).encode()).hexdigest()
    assert f"<code>{digest}</code>" in pages()["index.html"]
    assert f"dpbi {report().version}." in pages()["index.html"]
    lines = re.search(r"<pre>\n(.*?)</pre>", pages()["index.html"], re.DOTALL)[1].splitlines()
    assert len(lines) == 3
    assert lines[2].endswith(fronts()[report().summary.findings[0].claim].command)


# cards


def test_a_card_of_a_finding_says_what_is_claimed_what_is_true_the_fix_and_the_command():
    for c in document()["claims"]:
        told = fronts()[c["id"]]
        assert told.command == f"dpbi explain {c['id']}/{told.reading}"
        assert told.certainty in CERTAINTY.values()
        if not Headline(c["headline"]).is_finding:
            continue
        reading = next(r for r in c["readings"] if r["id"] == told.reading)
        said = plain(told.compared)
        assert told.wrong
        assert told.fix or c["headline"] == Headline.MISPRINTED.value, c["id"]
        assert said or told.reason, c["id"]
        if said and not told.reason:
            assert re.search(r": claimed .+, true .+( at .+)?\.$", said), said
            assert "_sides" in reading["witness"]


def test_the_page_of_a_claim_shows_its_card_with_the_readings_unfolded():
    for c in document()["claims"]:
        page = html()[page_of(c["id"])]
        assert page.count("<article") == 1
        assert unescape(page).count(fronts()[c["id"]].command) >= 1
        assert '<details class="readings" open>' in page
        assert page.count('<details class="reading"') == len(c["readings"])


def test_confidence_is_never_more_than_that_of_the_reading_it_rests_on():
    for c in document()["claims"]:
        rows = {r["id"]: r for r in c["readings"]}
        told = fronts()[c["id"]]
        if told.certainty == CERTAINTY["certain"]:
            fair = [r for r in rows.values() if r["role"] in ("literal", "intended")]
            counted = [rows[told.reading]] if told.wrong else fair
            assert all(r["trusts"] == ["kernel"] for r in counted), c["id"]


def test_what_depends_on_a_false_statement_says_so_on_its_card_and_in_the_graph():
    views = {c.id: c for c in report().claims}
    graph = html()["graph.html"]
    for name, view in views.items():
        page = html()[page_of(name)]
        assert ("It depends on a false statement" in page) == bool(view.shaken_by)
    assert graph.count("Depends on a false statement.") == sum(
        bool(v.shaken_by) for v in views.values()
    )
    drawn = {n.id for s in report().sections for n in s.graph.nodes if n.shaken}
    assert drawn == {
        n.id for s in report().sections for n in s.graph.nodes if views[n.id].shaken_by
    }


OLD_WORDS = (
    "True instead", "hangs on", "withstood", "looked at", "rests on what", "instance of the grid",
    "instances of the grid", "instances:", "instance:", "tries at instances",
)  # fmt: skip


@pytest.mark.parametrize("word", OLD_WORDS)
def test_pages_speak_plainly(word):
    card = html()["index.html"] + html()[page_of(report().claims[0].id)] + html()["graph.html"]
    assert word.lower() not in card.lower()


# addresses


def test_a_link_stays_on_the_page_where_the_claim_is_there():
    at = Addresses("../", frozenset({"notes.a"}), frozenset({"notes.a", "notes.b/c"}))
    assert at.claim("notes.a") == "#notes.a"
    assert at.own("notes.a") == "../claims/notes.a.html"
    assert at.reading("notes.a/one") == "#notes.a/one"
    assert at.reading("notes.b/c/one") == "../claims/notes.b%252Fc.html#notes.b/c/one"
    assert at.draft("short", draft="short-a") == "../drafts/short.html#draft=short-a"
    assert at.legend("verdicts") == "../index.html#verdicts"
    assert Addresses(alone=True).legend("verdicts") == "#verdicts"
