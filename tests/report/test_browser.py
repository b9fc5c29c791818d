"""The report in a real browser: by keyboard, in the dark, on a phone, in print, without script.

Chromium as the system has it (Debian's package `chromium`), driven by playwright.
"""

import shutil
import sys
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

import dpbi
from dpbi.ledger.claims import headings_of
from dpbi.ledger.shipped import shipped
from dpbi.report import build, html
from dpbi.report.tree import summary

sync_api = pytest.importorskip("playwright.sync_api", reason="the extra `test` installs playwright")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 600_000  # milliseconds, after which a page that does nothing is given up
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="no chromium is installed to read the page in")

REPORTS = Path(dpbi.__file__).parent.parent / "reports"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
COMMITTED = REPORTS / "index.html"
FINDINGS = summary(shipped()).findings
PAGES = ["built now", *(["committed"] if COMMITTED.exists() else [])]
HEAVIEST = 3_000_000  # bytes

# Every visible text with less contrast than WCAG AA wants, colours and opacity resolved.
CONTRAST = """
() => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", {willReadFrequently: true});
  const known = new Map();
  const rgba = (css) => {
    if (!known.has(css)) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = css;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
      known.set(css, [r, g, b, a / 255]);
    }
    return known.get(css);
  };
  const over = (top, below, a) => [0, 1, 2].map((i) => top[i] * a + below[i] * (1 - a));
  const light = (c) => {
    const linear = (v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = c.map((v) => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const box = e.tagName === "a" && e.querySelector(":scope > rect");  // of the graph
      const style = getComputedStyle(box || e);
      const [r, g, b, a] = rgba(box ? style.fill : style.backgroundColor);
      if (a > 0) layers.push([[r, g, b], a]);
      if (a === 1) break;
    }
    return layers.reverse().reduce((below, [c, a]) => over(c, below, a), [255, 255, 255]);
  };
  const opacity = (element) => {
    let product = 1;
    for (let e = element; e; e = e.parentElement) product *= Number(getComputedStyle(e).opacity);
    return product;
  };
  const weak = [];
  let seen = 0;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    const hidden = !element.checkVisibility({visibilityProperty: true});
    const outside = element.closest(".skip, script, style, title, option, desc");
    if (!walk.currentNode.data.trim() || hidden || outside) continue;
    seen += 1;
    const style = getComputedStyle(element);
    const drawn = element.namespaceURI.endsWith("svg") ? style.fill : style.color;
    const back = behind(element), [r, g, b, a] = rgba(drawn);
    const front = over([r, g, b], back, a * opacity(element));
    const [low, high] = [light(front), light(back)].sort((p, q) => p - q);
    const ratio = (high + 0.05) / (low + 0.05);
    const said = walk.currentNode.data.trim().slice(0, 40);
    if (ratio < 4.5) weak.push(`${ratio.toFixed(2)} ${drawn} on ${back.map(Math.round)}: ${said}`);
  }
  return {seen, weak: [...new Set(weak)]};
}
"""
UNFOLD = "() => { for (const d of document.querySelectorAll('details')) d.open = true; }"


@pytest.fixture(scope="module", params=PAGES)
def place(request, tmp_path_factory):
    """The page in a folder with the certificates beside it."""
    if request.param == "committed":
        return COMMITTED
    folder = tmp_path_factory.mktemp("reports")
    shutil.copytree(REPORTS / "certificates", folder / "certificates")
    page = folder / "index.html"
    page.write_text(html.page(build(shipped())), encoding="utf-8")
    return page


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as p:
        running = p.chromium.launch(executable_path=CHROMIUM, timeout=PATIENCE)
        yield running
        running.close()


@pytest.fixture
def visit(browser, place):
    """Open the page; what it asks for beside itself, and what it complains of, are errors."""
    contexts, asked, complaints = [], [], []

    def go(fragment="", **options):
        context = browser.new_context(**{"viewport": DESK, **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda r: asked.append(r.url))
        page.on("console", lambda m: complaints.append(m.text))
        page.on("pageerror", lambda e: complaints.append(str(e)))
        page.goto(place.as_uri() + fragment)
        return page

    yield go
    for context in contexts:
        context.close()
    assert complaints == []
    own = {place.as_uri()}
    assert {url.partition("#")[0] for url in asked if not url.startswith("data:")} <= own


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


# reading


def test_the_page_says_first_what_was_audited_and_what_is_wrong(visit):
    page = visit()
    for selector in ("h1", ".lead", ".score .total", ".findings li"):
        box = page.locator(selector).first.bounding_box()
        assert box["y"] < DESK["height"], selector
    assert page.locator(".findings li").count() == len(FINDINGS)


def test_formulas_are_laid_out_as_mathematics(visit):
    page = visit()
    page.evaluate(UNFOLD)
    root = page.locator("math msqrt").first
    fraction = page.locator("math mfrac").first.bounding_box()
    assert fraction["height"] > fraction["width"] / 4
    assert root.evaluate("e => getComputedStyle(e).display") == "block math"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_enough_contrast(visit, scheme):
    page = visit(color_scheme=scheme)
    page.evaluate(UNFOLD)
    found = page.evaluate(CONTRAST)
    assert found["seen"] > 3000
    assert found["weak"] == []


def test_the_two_schemes_differ(visit):
    colours = {
        visit(color_scheme=s).evaluate("getComputedStyle(document.body).backgroundColor")
        for s in ("light", "dark")
    }
    assert len(colours) == 2


@pytest.mark.parametrize("unfolded", [False, True])
def test_nothing_scrolls_sideways_on_a_phone(visit, unfolded):
    page = visit(viewport=PHONE)
    if unfolded:
        page.evaluate(UNFOLD)
        page.add_style_tag(content="*{content-visibility:visible!important}")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_the_page_is_read_without_its_script(visit):
    page = visit(java_script_enabled=False)
    assert page.locator("#filters").is_hidden()
    assert page.locator("article.claim").count() == shown(page)
    reading = page.locator("details.reading").first
    assert reading.locator("dl").is_hidden()
    reading.locator("summary").click()
    assert reading.locator("dl").is_visible()


def test_print_unfolds_everything_even_without_the_script(visit):
    page = visit(java_script_enabled=False)
    page.emulate_media(media="print")
    assert page.locator("details.reading dl").last.is_visible()
    assert page.locator("nav").is_hidden()


def test_certificates_that_are_linked_are_there(visit):
    page = visit()
    links = page.eval_on_selector_all("a[href^=certificates]", "all => all.map(a => a.href)")
    assert len(links) > 200
    missing = [link for link in links if not Path(unquote(urlparse(link).path)).is_file()]
    assert missing == []


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
    page = visit()
    every = shown(page)
    tab_to(page, "select[name=draft]")
    page.keyboard.type("notes")
    tab_to(page, "select[name=verdict]")
    page.keyboard.type("fails")
    chosen = page.locator("article.claim:visible")
    assert 0 < chosen.count() < every
    for claim in chosen.all():
        assert "notes" in claim.get_attribute("data-drafts").split()
        assert "fails" in claim.get_attribute("data-verdicts").split()
    visible = page.locator("details.reading:visible")
    assert {r.get_attribute("data-verdict") for r in visible.all()} == {"fails"}
    count = page.locator("#count").inner_text()
    assert count.startswith(f"{chosen.count()} of {every} claims, {visible.count()} of ")
    assert state(page) == "draft=notes&verdict=fails"
    tab_to(page, "#filters button")
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash === ''")
    assert shown(page) == every


def test_kinds_and_words_narrow_too(visit):
    page = visit()
    page.select_option("[name=kind]", "lemma")
    lemmas = shown(page)
    page.fill("[name=text]", "multiplicity  SLIDING")
    assert 0 < shown(page) < lemmas
    for claim in page.locator("article.claim:visible").all():
        words = claim.evaluate("e => e.textContent").lower()
        assert "multiplicity" in words
        assert "sliding" in words


def test_what_nobody_claims_is_said_to_be_empty(visit):
    page = visit()
    assert page.locator("#empty").is_hidden()
    page.fill("[name=text]", "quicksilver")
    assert shown(page) == 0
    assert shown(page, "section.draft") == 0
    assert page.locator("#empty").is_visible()
    assert page.locator("#count").inner_text().startswith("0 of ")


def test_a_link_keeps_what_was_chosen(visit):
    page = visit("#verdict=undecided&text=prior")
    assert page.locator("[name=verdict]").input_value() == "undecided"
    assert page.locator("[name=text]").input_value() == "prior"
    assert 0 <= page.locator("#count").bounding_box()["y"] < DESK["height"]
    assert 0 < shown(page) < page.locator("article.claim").count()


@pytest.mark.parametrize("fragment", ["#%E0%A4%A", "#verdict=true", "#no.such.claim/reading"])
def test_a_link_that_means_nothing_shows_everything(visit, fragment):
    page = visit(fragment)
    assert shown(page) == page.locator("article.claim").count()
    assert page.locator("#empty").is_hidden()


def test_a_link_to_a_reading_opens_it_even_if_it_was_hidden(visit):
    first = FINDINGS[0]
    name = f"{first.claim}/{first.reading}"
    elsewhere = next(d for d in ("lproof", "notes") if d not in headings_of(first.claim))
    page = visit(f"#draft={elsewhere}")
    target = page.locator(f"[id='{name}']")
    assert target.is_hidden()
    page.locator(f".findings a[href='#{name}']").click()
    target.locator("dl").wait_for(state="visible")
    assert 0 <= target.bounding_box()["y"] < DESK["height"]
    assert state(page) == name


def test_readings_unfold_by_keyboard(visit):
    page = visit("#short.thm-3.1.ehd")
    page.locator("[id='short.thm-3.1.ehd'] .where a").focus()
    tab_to(page, "details.reading > summary")
    page.keyboard.press("Enter")
    assert page.locator("[id='short.thm-3.1.ehd'] details[open]").count() == 1


def test_boxes_of_the_graph_lead_to_their_claims(visit):
    page = visit("#graph")
    box = page.locator("svg.graph a").first
    name = unquote(box.get_attribute("href"))[1:]
    box.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("name => decodeURIComponent(location.hash) === '#' + name", arg=name)
    assert 0 <= page.locator(f"[id='{name}']").bounding_box()["y"] < DESK["height"]


# weight


def test_the_page_is_light(visit, place, record_property):
    page = visit()
    page.wait_for_load_state("load")
    timing = "performance.getEntriesByType('navigation')[0].loadEventEnd"
    page.wait_for_function(f"{timing} > 0")
    milliseconds, size = page.evaluate(timing), place.stat().st_size
    record_property("opens in ms", milliseconds)
    sys.stdout.write(f"{place.name}: {size / 1e6:.2f} MB, opens in {milliseconds:.0f} ms\n")
    assert size < HEAVIEST
