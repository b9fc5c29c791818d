"""Annotated drafts and errata in a browser: no script, a phone, the dark, in print, by keys."""

import re
import shutil
from importlib import resources
from pathlib import Path

import pytest
from contrast import CONTRAST
from small_draft import CLAIMS, FORMULAS, LEMMA, LINES, TEXT, THEOREM
from study import FILES

import dpbi
from dpbi.ledger.passages import locate, recognised
from dpbi.ledger.shipped import formulas_shipped, shipped
from dpbi.report.drafts.annotate import page
from dpbi.report.drafts.errata import errata
from dpbi.report.drafts.placing import margin
from dpbi.report.drafts.writing import READABLE, as_markdown, as_page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 240_000  # milliseconds, after which a page that does nothing is given up
without = pytest.mark.skipif(not CHROMIUM, reason="no chromium is installed to read the page in")
pytestmark = [pytest.mark.study, without]
DRAFTS = Path(dpbi.__file__).parent.parent.parent / "shared" / "drafts"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
LONG = TEXT + "\n$$" + " + ".join(f"x_{{{i}}}" for i in range(120)) + "$$\n"
TERMS = " + ".join(f"x_{{{i}}}" for i in range(40))
TORN = r"\begin{split} \left( a & = " + " \\\\ & = ".join([TERMS[:150] + "}"] * 6)  # cut off
WIDE = LONG + f"\nhere ${TERMS}$ and *${TERMS}$*\n\n$${TORN}\n"
PAPER = {"width": 718, "height": 1046}  # A4 in pixels, without the margins of a browser
CUT = """() => [...document.querySelectorAll('main math')].filter((formula) => {
  const right = Math.max(...[formula, ...formula.querySelectorAll('*')]
    .map((e) => e.getBoundingClientRect().right));
  const box = formula.closest('.display') ?? formula;
  const hides = [formula, box].some((e) => getComputedStyle(e).overflowX !== 'visible');
  return right > document.documentElement.clientWidth + 1
    || (hides && right > box.getBoundingClientRect().right + 1);
}).map((formula) => formula.closest('.row').id)"""
OWN = {"heading-order"}  # the headings of a draft are its author's
UNFOLD = "() => { for (const d of document.querySelectorAll('details')) d.open = true; }"


@pytest.fixture(scope="module")
def browser():
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="the extra `test` installs playwright"
    )
    with sync_api.sync_playwright() as p:
        running = p.chromium.launch(executable_path=CHROMIUM, timeout=PATIENCE)
        yield running
        running.close()


@pytest.fixture
def visit(browser, tmp_path):
    """Open a page; what it asks for beside itself, and what it complains of, are errors."""
    contexts, asked, complaints = [], [], []

    def go(text, fragment="", **options):
        place = tmp_path / f"page{len(contexts)}.html"
        place.write_text(text, "utf-8")
        context = browser.new_context(**{"viewport": DESK, **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        opened = context.new_page()
        opened.on("request", lambda r: asked.append(r.url))
        opened.on("console", lambda m: complaints.append(m.text))
        opened.on("pageerror", lambda e: complaints.append(str(e)))
        opened.goto(place.as_uri() + fragment)
        return opened

    yield go
    for context in contexts:
        context.close()
    assert complaints == []
    assert not [url for url in asked if not url.startswith(("file:", "data:"))]


@pytest.fixture(scope="module")
def small():
    return page(margin(locate("short-b", LINES, LONG), LONG, CLAIMS, FORMULAS))


@pytest.fixture(scope="module")
def listed():
    return errata("short-b", CLAIMS, FORMULAS)


def box(opened, selector):
    return opened.locator(selector).first.bounding_box()


def test_a_card_stands_beside_its_line_and_below_it_on_a_phone(visit, small):
    desk = visit(small)
    line, card = box(desk, "#L18 .text"), box(desk, f"[id='{THEOREM}']")
    assert card["x"] > line["x"] + line["width"]
    assert abs(card["y"] - line["y"]) < 30
    phone = visit(small, viewport=PHONE)
    line, card = box(phone, "#L18 .text"), box(phone, f"[id='{THEOREM}']")
    assert line["y"] + line["height"] <= card["y"] < line["y"] + line["height"] + 60


@pytest.mark.parametrize("unfolded", [False, True])
@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_nothing_scrolls_sideways_but_a_long_formula_by_itself(visit, small, viewport, unfolded):
    opened = visit(small, viewport=viewport)
    if unfolded:
        opened.evaluate(UNFOLD)
    assert opened.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    long = opened.locator(".display").last
    assert long.evaluate("e => e.scrollWidth > e.clientWidth && e.tabIndex === 0")


def test_a_finding_leads_to_its_card_and_on_to_the_next_by_keys_without_script(visit, small):
    opened = visit(small, java_script_enabled=False)
    opened.keyboard.press("Tab")
    opened.keyboard.press("Tab")
    opened.keyboard.press("Enter")
    assert opened.url.endswith(f"#{THEOREM}")
    card = box(opened, f"[id='{THEOREM}']")
    assert 0 <= card["y"] < DESK["height"]
    opened.goto(opened.url.partition("#")[0] + f"#{LEMMA}")
    opened.locator(f"[id='{LEMMA}'] .next a").press("Enter")
    assert opened.url.endswith(f"#{THEOREM}")


def test_readings_are_folded_and_unfold_by_keys(visit, small):
    opened = visit(small)
    fold = opened.locator(f"[id='{LEMMA}'] details.readings")
    assert fold.locator("li").first.is_hidden()
    fold.locator("summary").press("Enter")
    assert fold.locator("li").first.is_visible()


def test_lines_without_a_claim_look_so(visit, small):
    opened = visit(small)
    style = "e => getComputedStyle(e).borderLeftStyle"
    assert opened.locator("#L9 .text").evaluate(style) == "dotted"
    assert opened.locator("#L18 .text").evaluate(style) == "solid"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_enough_contrast(visit, small, listed, scheme):
    for text in (small, as_page(listed)):
        opened = visit(text, color_scheme=scheme)
        opened.evaluate(UNFOLD)
        found = opened.evaluate(CONTRAST)
        assert found["seen"] > 15
        assert found["weak"] == []


def test_print_unfolds_everything_and_cuts_nothing(visit, small):
    opened = visit(small, java_script_enabled=False)
    opened.emulate_media(media="print")
    assert opened.locator(".readings li").last.is_visible()
    assert opened.locator(".next").first.is_hidden()


@pytest.fixture(scope="module", params=["wide", *FILES])
def whole(request):
    """The page of a draft of wide formulas, and of each draft that is beside the repository."""
    if request.param == "wide":
        return page(margin(locate("short-b", LINES, WIDE), WIDE, CLAIMS, FORMULAS))
    if not DRAFTS.is_dir():
        pytest.skip("the drafts are not beside the repository")
    text = (DRAFTS / FILES[request.param]).read_text("utf-8")
    copy = recognised(Path("copy"), text)
    return page(margin(copy, text, shipped()["claims"], formulas_shipped()["readings"]))


def test_print_cuts_no_formula(visit, whole):
    opened = visit(whole, viewport=PAPER)
    opened.emulate_media(media="print")
    assert opened.evaluate("document.documentElement.scrollWidth") <= PAPER["width"]
    assert opened.evaluate(CUT) == []


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1440, "height": 900}])
def test_axe_finds_nothing_in_an_annotated_draft(visit, whole, viewport):
    pytest.importorskip("axe_playwright_python", reason="the extra `test` installs axe")
    opened = visit(whole, viewport=viewport)
    source = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    opened.evaluate(source)
    found = opened.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")
    told = {v["id"]: [n["html"][:120] for n in v["nodes"]] for v in found["violations"]}
    assert {name: nodes for name, nodes in told.items() if name not in OWN} == {}


def test_a_formula_wider_than_its_line_scrolls_by_keys(visit):
    text = page(margin(locate("short-b", LINES, WIDE), WIDE, CLAIMS, FORMULAS))
    opened = visit(text, viewport=PHONE)
    assert opened.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for formula in opened.locator("math.long").all():
        formula.press("ArrowRight")
        opened.wait_for_timeout(300)  # a page without scripts is not asked again and again
        assert formula.evaluate("e => e === document.activeElement && e.scrollLeft > 0")


def test_a_hostile_formula_runs_nothing(visit):
    attack = r"<img src=x onerror=document.title=1>"
    text = (
        TEXT + f"\n$\\text{{{attack}}}$ $\\href{{javascript:1}}{{x}}$ $`{attack}$\n\n$${attack}$$\n"
    )
    opened = visit(page(margin(locate("short-b", LINES, text), text, CLAIMS, FORMULAS)))
    assert opened.title().endswith(", annotated")
    assert opened.locator("img, script, iframe, math a").count() == 0


def test_the_errata_are_copied_by_a_button_that_is_there_with_a_script_alone(visit, listed):
    without = visit(as_page(listed), java_script_enabled=False)
    assert without.locator("#copy").is_hidden()
    opened = visit(as_page(listed), permissions=["clipboard-read", "clipboard-write"])
    opened.locator("#copy").press("Enter")
    opened.wait_for_function("document.getElementById('said').textContent === 'Copied.'")
    copied = opened.evaluate("navigator.clipboard.readText()")
    assert copied.replace("\r\n", "\n") == as_markdown(listed)


@pytest.mark.parametrize("draft", FILES)
def test_the_errata_of_a_draft_print_on_two_sheets_at_most_and_can_be_read(visit, draft):
    opened = visit(as_page(errata(draft, shipped()["claims"], formulas_shipped()["readings"])))
    printed = opened.pdf(prefer_css_page_size=True)
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 4  # on both sides of each
    opened.emulate_media(media="print")
    size = opened.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
    assert size * 72 / 96 >= READABLE - 0.01


@pytest.mark.skipif(not DRAFTS.is_dir(), reason="the drafts are not beside the repository")
@pytest.mark.parametrize("draft", FILES)
@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_an_annotated_draft_fits_its_window_and_shows_every_formula(visit, draft, viewport):
    text = (DRAFTS / FILES[draft]).read_text("utf-8")
    claims, formulas = shipped()["claims"], formulas_shipped()["readings"]
    copy = recognised(Path("copy"), text)
    opened = visit(page(margin(copy, text, claims, formulas)), viewport=viewport)
    assert opened.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    flat = "all => all.filter((m) => !(m.getBoundingClientRect().height > 2)).length"
    assert opened.eval_on_selector_all("main math", flat) == 0
    for name in ("h1", "#findings"):
        assert box(opened, name)["y"] < 2 * viewport["height"]
