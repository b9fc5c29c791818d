"""The report in a real browser: by keyboard, in the dark, on a phone, in print, without script.

Chromium as the system has it (Debian's package `chromium`), driven by playwright.  axe-core, which
knows what hinders people who cannot see or point, comes with axe-playwright-python.
"""

import json
import random
import shutil
from importlib import resources
from pathlib import Path
from urllib.parse import quote, unquote, urlparse

import pytest
from contrast import CONTRAST
from measured import Computed
from study import document, formulas, reading_rows, report, rows

import dpbi
from dpbi.audit import pages
from dpbi.ledger.claims import headings_of
from dpbi.report.tallies import summary
from pictures import FIGURES

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 240_000  # milliseconds, after which a page that does nothing is given up
without = pytest.mark.skipif(not CHROMIUM, reason="no chromium is installed to read the page in")
pytestmark = [pytest.mark.study, without]

REPORTS = Path(dpbi.__file__).parent.parent / "reports"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
WIDE = {"width": 1440, "height": 900}
HEADINGS = {heading for row in rows().values() for heading in headings_of(row)}
DRAFT = "drafts/notes.html"
GRAVE = summary(document(), {}).findings
CLAIM = next(f"claims/{f.claim}.html" for f in GRAVE if f.claim.startswith("notes."))
SOME = [
    "index.html",
    DRAFT,
    CLAIM,
    "graph.html",
    "pictures.html",
    "mechanisms/ehd.html",
    "explorer.html",
]
LANDINGS = random.Random(14).sample(list(reading_rows()), 25)
UNFOLD = "() => { for (const d of document.querySelectorAll('details')) d.open = true; }"

# Boxes whose content is wider than they are, and that give no way to see the rest.
CUT = """
() => [...document.querySelectorAll("main *")].filter((e) => {
  const style = getComputedStyle(e);
  return e.checkVisibility() && e.namespaceURI.endsWith("xhtml") && e.clientWidth > 0
    && e.scrollWidth > e.clientWidth + 1 && !["auto", "scroll"].includes(style.overflowX)
    && style.display !== "inline" && !e.closest(".scroll, .given, select, .skip");
}).map((e) => `${e.tagName}.${e.className} ${e.textContent.slice(0, 60)}`)
"""
NO_BAR = """
() => [...document.querySelectorAll(".scroll, .given")]
  .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth)
  .filter((e) => e.offsetHeight - e.clientHeight < 6 || e.tabIndex !== 0)
  .map((e) => e.textContent.slice(0, 60))
"""
SETTLED = "() => new Promise((r) => requestAnimationFrame(() => setTimeout(r, 50)))"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
IN_PRINT = """
() => [...document.querySelectorAll("main .scroll, main .given, main table")]
  .filter((e) => e.checkVisibility())
  .filter((e) => ["auto", "scroll", "hidden"].includes(getComputedStyle(e).overflowX)).length
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The report of today's ledger; measures that the committed one lacks are computed."""
    out = tmp_path_factory.mktemp("reports")
    results = Computed(json.loads((REPORTS / "measures.json").read_text(encoding="utf-8")))
    files = pages.for_people(document(), results, formulas(), figures=FIGURES)
    for name, text in files.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(text, encoding="utf-8")
    return out


@pytest.fixture(scope="module")
def browser():
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="the extra `test` installs playwright"
    )
    with sync_api.sync_playwright() as p:
        running = p.chromium.launch(
            executable_path=CHROMIUM, timeout=PATIENCE, ignore_default_args=["--hide-scrollbars"]
        )
        yield running
        running.close()


@pytest.fixture
def visit(browser, folder):
    """Open a page; what it asks for outside the report, and what it complains of, are errors."""
    contexts, asked, complaints = [], [], []

    def go(place=DRAFT, fragment="", **options):
        context = browser.new_context(**{"viewport": DESK, **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda r: asked.append(r.url))
        page.on("console", lambda m: complaints.append(m.text))
        page.on("pageerror", lambda e: complaints.append(str(e)))
        page.goto((folder / place).as_uri() + fragment)
        return page

    yield go
    for context in contexts:
        context.close()
    assert complaints == []
    assert {u for u in asked if not u.startswith(("data:", folder.as_uri()))} == set()


def tab_to(page, selector, limit=400):
    """Press Tab until the focus is there, as somebody without a mouse does."""
    for _ in range(limit):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"Tab never reaches {selector}")


def shown(page, selector="article.claim"):
    return page.locator(f"{selector}:visible").count()


def state(page):
    return unquote(urlparse(page.url).fragment)


def seen(page, selector):
    """Whether the top of an element is in the window, with nothing over it."""
    return page.locator(selector).first.evaluate(
        """e => {
          const box = e.getBoundingClientRect();
          const top = document.elementFromPoint(box.left + 12, box.top + 6);
          return box.top >= 0 && box.top + 12 < innerHeight && (e.contains(top) || top === e);
        }"""
    )


# from the index to a finding


@pytest.mark.parametrize("number", range(len(HEADINGS)))
def test_the_gravest_finding_of_each_draft_is_on_the_index_and_one_click_shows_its_card(
    visit, number
):
    page = visit("index.html")
    finding = page.locator("section.block").nth(number).locator(".findings li").first
    assert len(report().blocks) == len(HEADINGS)
    told = report().blocks[number].gravest[0].front
    for part in filter(None, [".told" if told.compared else None, ".fix" if told.fix else None]):
        assert finding.locator(part).is_visible()
    assert told.command in finding.inner_text()
    finding.locator("a").first.click()
    page.wait_for_selector("article.claim")
    assert seen(page, "article.claim h2")
    assert page.locator("dl.front code").inner_text() == told.command
    if told.compared:
        assert page.locator("dl.front .told").is_visible()


def test_counts_on_the_index_lead_to_those_claims(visit):
    page = visit("index.html")
    link = page.locator("#draft-short-a .counts a").first
    count = int(link.locator("data").inner_text())
    link.click()
    page.wait_for_selector("#filters:not([hidden])")
    assert shown(page) == count
    assert page.locator("[name=draft]").input_value() == "short-a"


def test_the_index_says_first_what_was_audited_and_needs_no_script(visit):
    page = visit("index.html", java_script_enabled=False)
    for selector in ("h1", ".lead", "section.block .counts"):
        assert page.locator(selector).first.bounding_box()["y"] < DESK["height"], selector
    assert page.locator("script").count() == 0


# reading


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("kept", ["draft", "own"])
def test_a_deep_link_lands_with_the_heading_in_sight(visit, folder, viewport, kept):
    views = {r.key: c for c in report().claims for r in c.readings}
    opened = {}
    for key in LANDINGS:
        claim = views[key]
        draft = f"drafts/{claim.section}.html"
        place = draft if kept == "draft" else f"claims/{claim.id}.html"
        page = opened.get(place) or visit(place, viewport=viewport)
        opened[place] = page
        for target in (key, claim.id):
            page.goto((folder / place).as_uri() + "#" + quote(target))
            page.wait_for_function("h => decodeURIComponent(location.hash) === '#' + h", arg=target)
            within = " > summary" if target == key else " > .where"
            assert seen(page, f"[id='{target}']{within}"), target


def test_formulas_are_laid_out_as_mathematics(visit):
    page = visit("drafts/short.html")  # which has roots
    page.evaluate(UNFOLD)
    root = page.locator("math msqrt").first
    fraction = page.locator("math mfrac").first.bounding_box()
    assert fraction["height"] > fraction["width"] / 8
    assert root.evaluate("e => getComputedStyle(e).display") == "block math"


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("place", SOME)
def test_what_is_wider_than_the_window_has_a_bar_that_is_seen(visit, place, viewport):
    page = visit(place, viewport=viewport)
    assert page.evaluate(OVERFLOW) <= 0
    page.evaluate(UNFOLD)
    page.evaluate(SETTLED)
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate(CUT) == []
    assert page.evaluate(NO_BAR) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", SOME)
def test_every_text_has_enough_contrast(visit, place, scheme):
    page = visit(place, color_scheme=scheme)
    page.evaluate(UNFOLD)
    found = page.evaluate(CONTRAST)
    assert found["seen"] > 30
    assert found["weak"] == []


def test_the_two_schemes_differ(visit):
    colours = {
        visit(color_scheme=s).evaluate("getComputedStyle(document.body).backgroundColor")
        for s in ("light", "dark")
    }
    assert len(colours) == 2


def test_the_pages_are_read_without_their_script(visit):
    page = visit(java_script_enabled=False)
    assert page.locator("#filters").is_hidden()
    assert page.locator("article.claim").count() == shown(page)
    fold = page.locator("details.readings").first
    assert fold.locator("details.reading").first.is_hidden()
    fold.locator(":scope > summary").click()
    assert fold.locator("details.reading").first.is_visible()


def test_print_shows_the_whole_claim_even_without_the_script_and_cuts_nothing(visit):
    page = visit(CLAIM, java_script_enabled=False)
    page.emulate_media(media="print")
    assert page.locator("details.reading dl").last.is_visible()
    assert page.locator(".skip").is_hidden()
    assert page.evaluate(IN_PRINT) == 0


def test_a_draft_prints_its_cards_and_what_is_open(visit):
    page = visit()
    page.locator("#expand").click()
    page.emulate_media(media="print")
    assert page.locator("details.reading dl").last.is_visible()
    assert page.locator("#filters").is_hidden()
    assert page.evaluate(IN_PRINT) == 0


@pytest.mark.parametrize("place", SOME)
def test_axe_finds_nothing(visit, place):
    pytest.importorskip("axe_playwright_python", reason="the extra `test` installs axe")
    page = visit(place)
    source = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    page.evaluate(source)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")
    assert [(v["id"], [n["html"][:120] for n in v["nodes"][:3]]) for v in found["violations"]] == []


# narrowing


def test_the_first_tab_skips_to_the_content(visit):
    page = visit()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.locator(".skip").bounding_box()["x"] >= 0
    assert page.locator(".skip").evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_claims_are_narrowed_by_keyboard_alone(visit):
    page = visit("drafts/short.html")
    every = shown(page)
    tab_to(page, "select[name=draft]")
    page.keyboard.type("short-a")
    tab_to(page, "select[name=verdict]")
    page.keyboard.type("fails")
    chosen = page.locator("article.claim:visible")
    assert 0 < chosen.count() < every
    for claim in chosen.all():
        assert "short-a" in claim.get_attribute("data-drafts").split()
        assert "fails" in claim.get_attribute("data-verdicts").split()
    assert page.locator("#count").inner_text().startswith(f"{chosen.count()} of {every} claims, ")
    assert state(page) == "draft=short-a&verdict=fails"
    tab_to(page, "#filters button")
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash === ''")
    assert shown(page) == every


def test_what_is_sought_is_found_marked_unfolded_and_remembered(visit):
    page = visit()
    every = shown(page)
    page.fill("[name=text]", "distance  SENSITIVITY")
    assert 0 < shown(page) < every
    for claim in page.locator("article.claim:visible").all():
        words = claim.evaluate("e => e.textContent").lower()
        assert "distance" in words
        assert "sensitivity" in words
    assert page.evaluate("CSS.highlights.get('found').size") > 0
    inside = """[...CSS.highlights.get('found')].every(
      (r) => r.startContainer.parentElement.checkVisibility())"""
    assert page.evaluate(inside)
    address = page.url
    page.reload()
    assert page.locator("[name=text]").input_value() == "distance  SENSITIVITY"
    assert "text=distance" in address


def test_what_nobody_claims_is_said_to_be_empty(visit):
    page = visit()
    assert page.locator("#empty").is_hidden()
    page.fill("[name=text]", "quicksilver")
    assert shown(page) == 0
    assert page.locator("#empty").is_visible()
    assert page.locator("#count").inner_text().startswith("0 of ")


@pytest.mark.parametrize("fragment", ["#%E0%A4%A", "#verdict=true", "#no.such.claim/reading"])
def test_a_link_that_means_nothing_shows_everything(visit, fragment):
    page = visit(DRAFT, fragment)
    assert shown(page) == page.locator("article.claim").count()
    assert page.locator("#empty").is_hidden()


def test_back_restores_what_was_chosen_unfolded_and_in_sight(visit):
    page = visit()
    page.select_option("[name=verdict]", "fails")
    card = page.locator("article.claim:visible").nth(3)
    card.locator("details.readings > summary").click()
    before, name = shown(page), card.get_attribute("id")
    card.locator(".where a").scroll_into_view_if_needed()  # as a click would, before it is kept
    top = page.evaluate("scrollY")
    card.locator(".where a").click()
    page.wait_for_selector("h1.quiet")
    page.go_back()
    page.wait_for_selector("#filters:not([hidden])")
    page.wait_for_function("top => Math.abs(scrollY - top) < 40", arg=top)
    assert shown(page) == before
    assert page.locator("[name=verdict]").input_value() == "fails"
    assert page.locator(f"[id='{name}'] > details.readings").get_attribute("open") is not None


def test_everything_is_unfolded_and_folded_by_one_button(visit):
    page = visit("drafts/lproof.html")
    page.locator("#expand").click()
    assert page.locator("details:not([open])").count() == 0
    page.locator("#expand").click()
    assert page.locator("details[open]").count() == 0


def test_readings_unfold_by_keyboard(visit):
    page = visit("drafts/lproof.html")
    tab_to(page, "details.readings > summary")
    page.keyboard.press("Enter")
    assert page.locator("details.readings[open]").count() == 1


# the graph


def test_a_box_of_the_graph_shows_what_depends_on_what_and_leads_to_its_claim(visit):
    page = visit("graph.html")
    box = page.locator("svg.graph").first.locator("a").last
    name = box.get_attribute("data-claim")
    box.focus()
    assert page.locator("#traced").inner_text().startswith(name)
    near = page.locator("svg.graph.tracing a.near")
    view = next(c for c in report().claims if c.id == name)
    traced = {a.get_attribute("data-claim") for a in near.all()}
    assert {name, *(u.id for u in view.uses)} <= traced
    page.keyboard.press("Enter")
    page.wait_for_selector("article.claim")
    assert unquote(urlparse(page.url).path).endswith(f"claims/{name}.html")


def test_the_graph_is_a_list_on_a_phone(visit):
    page = visit("graph.html", viewport=PHONE)
    assert page.locator("svg.graph").first.is_hidden()
    assert page.locator(".links li").first.is_visible()
    assert page.evaluate(OVERFLOW) <= 0


# the explorer


def told(page, section="#one"):
    """What the explorer says of what is chosen, and the command beneath."""
    answer = page.locator(f"{section} .answer")
    return answer.locator("p").inner_text(), answer.locator("pre").inner_text()


def cell(page, table, n, epsilon):
    """The number of a table of the page, as anybody reads it."""
    return page.evaluate(
        """([selector, n, epsilon]) => {
          const table = document.querySelector(selector);
          const column = [...table.tHead.rows[0].cells].findIndex((c) => c.textContent === epsilon);
          const row = [...table.tBodies[0].rows].find((r) => r.cells[0].textContent === n);
          return row.cells[column].textContent;
        }""",
        [table, n, epsilon],
    )


def test_the_explorer_shows_the_exact_number_its_verdict_and_its_command(visit):
    page = visit("explorer.html")
    said, command = told(page)
    assert command == "dpbi loss ehd --prior 1/100,1/100 --n 1 --epsilon 1"
    text = cell(page, "table.grid[data-name=ehd][data-prior='1/100,1/100']", "1", "1")
    assert text.startswith("beyond ")
    assert text.removeprefix("beyond ") in said
    assert "Not epsilon-private" in said
    charts = page.locator("#one svg[role=img]")
    assert charts.count() == 2
    assert "claimed at most 1" in charts.first.text_content()
    assert "1.06" in charts.first.get_attribute("aria-label")


def test_the_explorer_is_moved_by_keyboard_alone_and_remembers(visit):
    page = visit("explorer.html")
    tab_to(page, "#one select[name=mechanism]")
    page.keyboard.type("EHDS of short-a")
    tab_to(page, "#one select[name=prior]")
    page.keyboard.type("Beta(25")
    tab_to(page, "#one input[name=n]")
    page.keyboard.press("End")
    tab_to(page, "#one input[name=epsilon]")
    page.keyboard.press("ArrowRight")
    slider = page.locator("#one input[name=epsilon]")
    assert slider.get_attribute("aria-valuetext") == "2"
    said, command = told(page)
    assert command == "dpbi loss ehds --prior 25,1/1000 --n 200 --epsilon 2"
    assert cell(page, "table.grid[data-name=ehds][data-prior='25,1/1000']", "200", "2") in said
    assert "Epsilon-private here" in said
    assert state(page) == "mechanism=ehds&prior=25,1/1000&n=200&epsilon=2"
    page.reload()
    assert told(page) == (said, command)


def test_a_prior_of_three_categories_keeps_n_as_near_as_it_has(visit):
    page = visit("explorer.html", "#mechanism=mh&prior=1,1&n=200&epsilon=1/16")
    assert told(page)[1] == "dpbi loss mh --prior 1,1 --n 200 --epsilon 1/16"
    page.select_option("#one [name=prior]", "1,1,1")
    assert told(page)[1] == "dpbi loss mh --prior 1,1,1 --n 20 --epsilon 1/16"
    page.locator("#one table a").nth(8).click()  # EHD where it loses most
    page.wait_for_function("document.querySelector('#one pre').textContent.includes(' ehd ')")
    assert "Not epsilon-private" in told(page)[0]


@pytest.mark.parametrize("fragment", ["#mechanism=none", "#n=x&mechanism=ehd", "#%E0%A4%A", "#two"])
def test_an_address_that_names_no_setting_shows_the_first(visit, fragment):
    page = visit("explorer.html", fragment)
    assert told(page)[1] == "dpbi loss ehd --prior 1/100,1/100 --n 1 --epsilon 1"


def test_m_h_and_laplace_are_compared_by_keyboard(visit):
    page = visit("explorer.html")
    assert "Laplace 2/ε errs less" in told(page, "#two")[0]
    tab_to(page, "#two input[name=n]")
    page.keyboard.press("Home")
    said, command = told(page, "#two")
    assert "M_H (harmonic) errs less" in said
    assert command.endswith("--counts 2,2 --mean --digits 12 --against laplace")
    for name in ("mh", "laplace"):
        assert cell(page, f"table.grid[data-kind=error][data-name={name}]", "4", "1") in said


def test_the_explorer_without_script_has_every_number_in_tables(visit):
    page = visit("explorer.html", java_script_enabled=False)
    assert page.locator("form:visible").count() == 0
    assert "settings" in page.locator(".lead").inner_text()
    fold = page.locator("#numbers details").filter(has_text="True loss of EHDL").first
    fold.locator("summary").click()
    table = fold.locator("table.grid").first
    assert table.is_visible()
    assert "dpbi loss ehdl --prior 1,1 --n N --epsilon E" in table.inner_text()


def test_the_explorer_prints_what_is_chosen_and_cuts_nothing(visit):
    page = visit("explorer.html")
    page.locator("#numbers details > summary").first.click()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})  # of a sheet
    assert page.evaluate(OVERFLOW) <= 0
    assert page.locator("#one .answer pre").is_visible()
    assert page.locator("#one svg").first.is_visible()
    assert page.locator("form:visible").count() == 0
    assert page.evaluate(IN_PRINT) == 0


def test_the_page_of_a_mechanism_leads_to_the_explorer_with_it_chosen(visit):
    page = visit("mechanisms/mh-s.html")
    page.get_by_role("link", name="Explore it").click()
    page.wait_for_selector("#one .answer pre")
    assert told(page)[1].startswith("dpbi loss mh-s ")
    assert seen(page, "#one-title")


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_a_picture_says_what_it_finds_above_and_its_command_below(visit, viewport):
    page = visit("pictures.html", viewport=viewport)
    for figure in page.locator("figure.study").all()[:6]:
        tops = [figure.locator(s).first.bounding_box()["y"] for s in (".found", "svg", "pre")]
        assert tops == sorted(tops)
