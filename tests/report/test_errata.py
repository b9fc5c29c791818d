"""Lists of corrections: in the draft's order, escaped for each format, on two sheets."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from small_draft import (
    CLAIMS,
    EDITED,
    FORMULAS,
    LAYOUT,
    LEMMA,
    LINES,
    MOVED,
    TEXT,
    THEOREM,
    claim,
    reading,
)
from study import FILES

from dpbi.errors import UnknownName
from dpbi.ledger.deciding import REFUTED
from dpbi.ledger.headlines import Headline
from dpbi.ledger.passages import locate
from dpbi.ledger.shipped import formulas_shipped, shipped
from dpbi.report.drafts.errata import HEAD, NOTATION, errata
from dpbi.report.drafts.writing import READABLE, SIZES, as_latex, as_markdown, as_page, size, tex

ATTACK = "<script>alert(1)</script> | \\input{x} $y$ %_&#~^{}[]`*\"'\u202e\u03b5\u2264\u4e2d\n- a"


def listed(claims=CLAIMS, text=None):
    copy = None if text is None else locate("short-b", LINES, text)
    return errata("short-b", claims, FORMULAS, copy, LAYOUT)


def odd(words, name="short-b.odd"):
    told = reading("r", verdict="fails", repair=words, why_false=words, witness={"n": words})
    return claim(name, ["short-b:9"], Headline.FALSE, told, severity="misprint") | {
        "statement": words
    }


def test_there_is_one_entry_for_each_finding_in_the_order_of_the_draft():
    found = listed(CLAIMS[::-1])
    assert [e.claim for e in found.entries] == [LEMMA, THEOREM]
    first = found.entries[0]
    assert first.place == "5\u20137"
    assert first.printed == "short-b.lemma is claimed with ε ≤ 1."
    assert first.should_be == "LS(x) in place of LS(x)/2"
    assert first.counterexample.startswith("n = 1, prior = (1, 1), x = (0, 1), r = (1, 0), where")
    assert (first.confidence, first.command) == ("certain", "dpbi explain short-b.lemma/all-x")
    assert found.lead == f"2 corrections, in the order of the draft (short-b). {NOTATION}"


def test_an_entry_says_why_it_fails_by_hand_else_by_both_sides_else_by_the_reason():
    def shown(**more):
        told = reading("r", verdict="fails", **more)
        row = claim("short-b.a", ["short-b:9", "short-b:12-14"], Headline.FALSE, told)
        (entry,) = listed([row]).entries
        assert entry.place == "9, 12\u201314"
        return entry.counterexample

    why = "for eps = 1 there is none"
    assert shown(witness={"n": 1}, why_false=why) == "n = 1: for ε = 1 there is none"
    assert shown(witness={"n": 1}) == "n = 1"
    assert shown(why_false=why) == "none: for ε = 1 there is none"
    assert shown(evidence="gamma is 0") == "none: \u03b3 is 0"
    assert shown(evidence=REFUTED) == "none: for every x: r"


@pytest.mark.parametrize(
    ("role", "verdict", "said"),
    [
        ("repair", "holds", ""),
        ("repair", "holds_bounded", "this fix holds up to a bound"),
        ("repair", "undecided", "this fix is not decided"),
        ("repair", "fails", "this fix does not hold"),
        ("intended", "holds", ""),
        ("literal", "undecided", "this fix is not decided"),
        ("comparison", "holds", "this fix was not checked"),
    ],
)
def test_an_entry_says_how_good_a_fix_is_where_it_does_not_hold_outright(role, verdict, said):
    fails = reading("r", verdict="fails", trusts=["kernel"], repair="half of it")
    row = claim("short-b.a", ["short-b:9"], Headline.FALSE, fails,
                reading("other", verdict=verdict, role=role))  # fmt: skip
    found = listed([row])
    (entry,) = found.entries
    assert (entry.should_be, entry.of_fix, entry.confidence) == ("half of it", said, "certain")
    for write in (as_markdown, as_latex, as_page):
        assert ("half of it (this fix" in write(found)) is bool(said)
        assert said in write(found)
    assert not listed([{**row, "no_repair": "it is beyond one"}]).entries[0].of_fix


def test_the_best_repair_stands_behind_a_fix_and_before_what_is_meant():
    fails = reading("r", verdict="fails", repair="half of it")
    verdicts = {"repair": "undecided", "intended": "holds"}
    others = [reading(role, verdict=v, role=role) for role, v in verdicts.items()]
    (entry,) = listed([claim("short-b.a", ["short-b:9"], Headline.FALSE, fails, *others)]).entries
    assert entry.of_fix == "this fix is not decided"
    others.append(reading("better", verdict="holds_bounded", role="repair"))
    (entry,) = listed([claim("short-b.a", ["short-b:9"], Headline.FALSE, fails, *others)]).entries
    assert entry.of_fix == "this fix holds up to a bound"


def test_of_a_copy_places_are_its_own_lines_and_what_changed_is_apart():
    assert [e.place for e in listed(text=MOVED).entries] == ["9\u201311", "22"]
    changed = listed(text=EDITED)
    assert [e.claim for e in changed.entries] == [THEOREM]
    assert changed.changed == (LEMMA,)
    for write in (as_markdown, as_latex, as_page):
        assert "Changed since" in write(changed)


def test_a_changed_passage_beside_the_first_is_said():
    fails = reading("same", verdict="fails")
    both = claim("short-b.two", ["short-b:18", "short-b:5-7"], Headline.FALSE, fails)
    assert [e.place for e in listed([both]).entries] == ["18, 5\u20137"]
    (entry,) = listed([both], EDITED).entries
    assert entry.place == "18 (another passage has changed since)"


def test_where_drafts_differ_is_kept_apart():
    name = "between.short-a+short-b.factor"
    fails = reading("same", verdict="fails")
    apart = claim(name, ["short-b:9"], Headline.DEPENDS_ON_MEANING, fails)
    found = listed([apart, *CLAIMS])
    assert [e.claim for e in found.between] == [name]
    assert [e.claim for e in found.entries] == [LEMMA, THEOREM]
    for write in (as_markdown, as_latex, as_page):
        text = write(found).replace(r"\allowbreak{}", "")
        heading = text.index("Where the drafts differ")
        assert text.index("theorem") < heading < text.index("between.short")  # the commands


def test_what_depends_on_a_meaning_is_apart_with_the_worst_it_can_be():
    other = reading("other", verdict="fails", witness={"n": 1}, repair="r in place of z")
    meant = claim("short-b.meant", ["short-b:9"], Headline.DEPENDS_ON_MEANING, reading("one"),
                  other, severity="privacy broken")  # fmt: skip
    found = listed([meant, *CLAIMS])
    assert [e.claim for e in found.entries] == [LEMMA, THEOREM]
    (entry,) = found.depending
    assert (entry.claim, entry.severity) == (meant["id"], "at worst privacy broken")
    assert entry.printed.endswith("(at worst privacy broken)")
    assert found.lead.startswith("2 corrections, in the order of the draft (short-b). 1 more dep")
    for write in (as_markdown, as_latex, as_page):
        text = write(found).replace(r"\allowbreak{}", "")
        heading = text.index("Depends on what was meant")
        assert text.index("theorem") < heading < text.index("b.meant", heading)
    chosen = {**meant, "headline": Headline.DEPENDS_ON_PARAMETERS.value, "severity": None}
    (entry,) = listed([chosen]).depending
    assert entry.printed.endswith("(in one sense not true)")
    fair = {**chosen, "readings": [reading("one")]}
    assert listed([fair]).depending == ()  # nothing is wrong in any sense that is fair


def test_a_name_that_is_no_draft_is_refused():
    with pytest.raises(UnknownName, match="there is no draft named 'short'"):
        errata("short", CLAIMS, FORMULAS)


def test_markdown_has_a_row_for_each_entry_and_takes_nothing_for_markup():
    markdown = as_markdown(listed([odd(ATTACK), *CLAIMS]))
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    assert sum(t.type == "tr_open" for t in tokens) == 1 + 3
    assert sum(t.type == "td_open" for t in tokens) == 3 * len(HEAD)
    assert {t.type for t in tokens} & {"html_block", "link_open", "bullet_list_open"} == set()
    inline = {c.type for t in tokens for c in t.children or ()}
    assert inline <= {"text", "code_inline", "text_special"}


def test_latex_escapes_every_character_that_means_something():
    assert tex("50% of $x_1$ & {y} # ~ ^ \\") == (
        r"50\% of \$x\_1\$ \& \{y\} \# \textasciitilde{} \textasciicircum{} \textbackslash{}"
    )
    assert tex("ε ≤ 10⁻³⁴ \u2013 “a”") == r"$\varepsilon$ $\le$ 10$^{-34}$ -- ``a''"
    assert tex("é\u4e2d") == "e[U+4E2D]"
    assert tex("a--b [c] 'd'") == r"a{-}{-}b {[}c{]} \textquotesingle{}d\textquotesingle{}"
    assert as_latex(listed([odd(ATTACK)])).isascii()


if shutil.which("pdflatex"):  # a large package of its own, which CI does not install

    @pytest.mark.parametrize("claims", [CLAIMS, [odd(ATTACK)], []])
    def test_latex_compiles(claims, tmp_path):
        compiles(as_latex(listed(claims)), tmp_path)

    @pytest.mark.parametrize("draft", FILES)
    def test_the_errata_of_each_draft_compile(draft, tmp_path):
        found = errata(draft, shipped()["claims"], formulas_shipped()["readings"])
        compiles(as_latex(found), tmp_path)


def compiles(text, folder):
    (folder / "errata.tex").write_text(text, "utf-8")
    command = ("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "errata.tex")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert (folder / "errata.pdf").exists()


def test_the_page_escapes_what_it_prints_and_holds_the_markdown_to_copy():
    page = as_page(listed([odd(ATTACK), *CLAIMS]))
    assert "<script>alert" not in page
    assert page.count("<script>") == 1
    assert 'hidden id="copy"' in page
    assert not re.search(r"(src|href)=\"(?!data:,)", page)


def test_a_longer_list_is_set_smaller():
    many = [odd("some words " * 30, f"short-b.a{i}") for i in range(60)]
    sizes = [size(listed(many[:n]))[0] for n in (1, 20, 40, 60)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == SIZES[0] > sizes[-1]
    assert [size(listed(many[:n]))[1] for n in (1, 60)] == [False, True]


def test_a_list_that_fits_two_sheets_only_when_set_small_is_set_small():
    many = [odd("some words " * 30, f"short-b.a{i}") for i in range(60)]
    points, dense = size(listed(many))
    assert SIZES[-1] < points < READABLE
    assert dense


def test_the_page_says_where_a_misprint_fails_however_long_the_list():
    many = [odd(f"words {i}", f"short-b.a{i}") for i in range(40)]
    page = as_page(listed(many))
    assert page.count("n = words") >= len(many)
    assert ">a misprint<" not in page


def test_nothing_of_the_draft_s_text_is_in_a_list():
    words = {line for line in TEXT.split("\n") if len(line.split()) > 3}
    for write in (as_markdown, as_latex, as_page):
        text = write(listed(text=TEXT))
        assert not any(line in text for line in words)


@pytest.mark.study
def test_every_finding_of_the_ledger_is_in_the_errata_of_its_drafts():
    claims, formulas = shipped()["claims"], formulas_shipped()["readings"]
    named = {e.claim for d in FILES for e in errata(d, claims, formulas).entries}
    findings = {h.value for h in Headline if h.is_finding}
    wanted = {c["id"] for c in claims if c["headline"] in findings}
    assert {name for name in wanted if not name.startswith("between.")} == named


def test_the_templates_are_in_the_package():
    import dpbi

    folder = Path(dpbi.__file__).parent / "report"
    assert {p.name for p in (folder / "drafts").glob("*.css")} == {"draft.css", "errata.css"}
