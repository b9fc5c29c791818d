"""Annotated drafts: claims at their lines, every formula shown, nothing taken for markup."""

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest
from small_draft import (
    CLAIMS,
    EDITED,
    FORMULAS,
    LAST,
    LEMMA,
    LINES,
    MOVED,
    STEP,
    TEXT,
    THEOREM,
    claim,
    reading,
)
from study import FILES, of_drafts

import dpbi
from dpbi.ledger.claims import BETWEEN, Passage, is_between
from dpbi.ledger.headlines import Headline
from dpbi.ledger.passages import locate, recognised
from dpbi.ledger.shipped import formulas_shipped, shipped
from dpbi.report.drafts.annotate import drafts_in, page
from dpbi.report.drafts.cards import card, confidence, telling
from dpbi.report.drafts.errata import errata
from dpbi.report.drafts.placing import NO_CLAIM, margin
from dpbi.report.drafts.source import problems, rows
from dpbi.report.drafts.tex import DISPLAY, rendered

ROOT = Path(dpbi.__file__).parent.parent
DRAFTS = ROOT.parent / "shared" / "drafts"
beside = pytest.mark.skipif(not DRAFTS.is_dir(), reason="the drafts are not beside the repository")
BOTH = ("notes", "tailoring")
MEANT = claim(
    "short-b.meant", ["short-b:9"], Headline.DEPENDS_ON_MEANING, reading("one"),
    reading("other", verdict="fails", witness={"n": 1}), severity="privacy broken",
)  # fmt: skip
ATTACK = "<script>alert('1')</script>\"><img src=x onerror=alert(1)>{{7*7}}</math></style>"


def tree(markup):
    return ET.fromstring(markup)  # noqa: S314  (our own)


def annotated(text, claims=CLAIMS):
    return margin(locate("short-b", LINES, text), text, claims, FORMULAS)


class Skeleton(HTMLParser):
    """The elements of a page, and what it links to."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.links, self.said, self.names, self.open = [], [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, sorted(name for name, _ in attributes)))
        self.links += [v for k, v in attributes if k in ("href", "src", "action", "srcset")]
        self.names += [v for k, v in attributes if k == "id"]

    def handle_data(self, text):
        self.said.append(text)


# formulas


def test_a_formula_is_mathml_with_its_tex_as_alternative():
    shown = rendered(r"\frac{\epsilon}{2} \leq \sqrt{x_1}", DISPLAY)
    root = tree(shown.markup)
    assert (root.tag, root.get("display")) == ("math", "block")
    assert root.get("alttext") == r"\frac{\epsilon}{2} \leq \sqrt{x_1}"
    assert {e.tag for e in root.iter()} >= {"mfrac", "msqrt", "msub"}
    assert not shown.problem


def test_letters_of_another_alphabet_are_those_letters_themselves():
    told = "".join(tree(rendered(r"\mathbf{x}\mathsf{B}\boldsymbol{\alpha}").markup).itertext())
    assert told == "\U0001d431\U0001d5a1\U0001d736"


@pytest.mark.parametrize(
    "tex",
    [
        r"\text{<script>alert(1)</script>}", r"\href{javascript:alert(1)}{x}", "<img src=x>",
        r"\class{a}{b}", r"\style{color:red}{x}", ATTACK, r"\text{" + ATTACK + "}", "&lt;b&gt;",
        r"\begin{array}{" + ATTACK + "}x\\end{array}", r"\color{red;x}{y}", r"\mathrm{]]>}",
    ],
)  # fmt: skip
def test_nothing_in_a_formula_is_taken_for_markup(tex):
    markup = rendered(tex).markup
    root = tree(markup)
    assert not {e.tag for e in root.iter()} & {"script", "img", "a", "b", "style"}
    kept = {name for e in root.iter() for name in e.attrib}
    assert not {n for n in kept if n.startswith("on")} | (kept & {"href", "style", "id"})


@pytest.mark.parametrize(
    "tex",
    [
        "{" * 5000 + "x" + "}" * 5000, r"\sqrt" * 3000 + "x", r"\frac" * 4000, "x^{" * 4000,
        "x^" * 3000, r"\left(" * 3000, r"\begin{a}" * 2000, r"\hat" * 4000 + "x", "'" * 15000,
        r"\text{" * 59 + "x" + "}" * 59, "}" * 9000, "\\", r"\begin{cases", r"\end{cases}", "{",
        r"\left(\frac{1}{2", r"a & b \\ c", "\x00", "x" * 30000, r"\undefined{x}", "^", "_", "%",
    ],
)  # fmt: skip
def test_wrong_tex_is_shown_and_listed_and_breaks_no_page(tex):
    shown = rendered(tex)
    clean = shown.markup.replace("\x00", "")
    root = tree(clean)
    assert root.tag in ("math", "code")
    if root.tag == "code":
        assert shown.problem.startswith("not rendered: ")
    (row,) = rows(f"before ${tex.replace('$', '')}$ after")
    assert "before" in row.markup
    assert "after" in row.markup


def test_a_formula_that_is_cut_off_is_closed_and_listed():
    shown = rendered(r"\begin{split} a &= \left(\frac{1}{\mathbf{x", DISPLAY)
    assert tree(shown.markup).tag == "math"
    assert "its TeX is broken" in shown.problem


def test_lines_of_a_formula_that_lost_its_environment_stay_lines():
    shown = rendered(r"\begin{split} a & = \left( b \\ & = c", DISPLAY)
    lines = ["".join(line.itertext()) for line in tree(shown.markup).iter("mtr")]
    assert [line.replace(" ", "") for line in lines] == ["a=(b", "=c"]


def test_a_formula_that_may_not_fit_a_line_is_reached_by_keys_and_no_other_in_a_line():
    short, long, display = rows("$x$\n\n$" + "x+" * 90 + "$\n\n$$" + "x+" * 90 + "$$")
    assert 'tabindex="0"' not in short.markup
    assert '<math class="long wide" tabindex="0"' in long.markup
    assert '<span class="display wide" tabindex="0" role="group"' in display.markup


# rows


def test_a_row_is_a_line_of_the_file_or_the_lines_of_a_formula():
    every = list(
        rows("# One\n\ntext $a\nb$ more\nnext\n\n$$x\n= y$$\n\n- item\n```\n  code $z$\n```\n---\n")
    )
    assert [(r.first, r.last, r.kind) for r in every] == [
        (1, 1, "heading"), (3, 4, "text"), (5, 5, "text"), (7, 8, "formula"), (10, 10, "item"),
        (12, 12, "code"), (14, 14, "rule"),
    ]  # fmt: skip
    assert [r.markup.count("<math") for r in every] == [0, 1, 0, 1, 0, 1, 0]


def test_emphasis_is_kept_and_links_and_pictures_stay_text():
    (row,) = rows(
        "**Lemma 1.** *is $x$* [a](http://b.c) ![p](http://d.e/f.png) 14<sup>th</sup> \\*"
    )
    assert "<strong>Lemma 1.</strong>" in row.markup
    assert re.search(r"<em>is <math.*</em>", row.markup)
    assert "<sup>th</sup> *" in row.markup
    assert not re.search("<(a|img)", row.markup)
    assert "[a](http://b.c)" in row.markup


@pytest.mark.parametrize("mark", ["&#xe000;{}&#xE001;", "&#57344;{}&#057345;", "\ue000{}\ue001"])
def test_no_text_of_a_draft_stands_for_a_formula_of_another_place(mark):
    (row,) = rows(f"$a$ {mark.format(0)} {mark.format(9)}")
    assert row.markup.count("<math") == 1
    assert row.markup.endswith("</math> \ufffd0\ufffd \ufffd9\ufffd")


def test_a_formula_that_never_ends_ends_with_its_paragraph():
    one, two = rows("$$x = \\frac{1}{2}\n\nnot a formula\n")
    assert one.markup.count("<math") == 1
    assert two.markup == "not a formula"


def test_commands_outside_of_dollars_are_formulas_too():
    (row,) = rows(r"the set \mathcal{R}_B of distributions, and a price of 5 \$")
    assert row.markup.count("<math") == 1
    assert row.markup.endswith("a price of 5 $")


# the margin


def test_each_claim_has_its_card_at_its_line_and_lines_without_one_say_so():
    found = annotated(TEXT)
    assert {n.card.claim: n.line for n in found.notes} == {
        LEMMA: 5,
        STEP: 13,
        THEOREM: 18,
        LAST: 25,
    }
    by_line = {r.row.first: r for r in found.rows}
    assert [by_line[n].status for n in (5, 7, 18)] == ["false_as_written"] * 2 + ["false"]
    assert by_line[9].status == NO_CLAIM == by_line[3].status
    assert [a.claim for a in by_line[11].again] == [STEP]
    assert not any(r.fresh for r in found.rows)
    assert [n.card.claim for n in found.findings] == [THEOREM, LEMMA]


def test_an_edited_formula_is_changed_at_its_place_and_nowhere_else():
    found = annotated(EDITED)
    (note,) = (n for n in found.notes if n.changed)
    assert (note.card.claim, note.line) == (LEMMA, 5)
    assert found.changed == ((LEMMA, 5),)
    assert [r.row.first for r in found.rows if r.fresh] == [7]
    assert {n.card.claim: n.relies_on for n in found.notes if n.relies_on} == {THEOREM: (LEMMA,)}
    assert [n.card.claim for n in found.findings] == [THEOREM]
    whole = page(found)
    assert whole.count("this passage has changed since it was checked") == 1
    assert "relies on short-b.lemma, whose passage has changed since" in whole


def test_a_further_passage_that_changed_says_so_at_its_own_place():
    text = TEXT.replace("of the same size", "of any size")
    found = annotated(text)
    assert found.changed == ((STEP, 11),)
    assert not any(n.changed for n in found.notes)
    again = [(r.row.first, a.claim, a.changed) for r in found.rows for a in r.again]
    assert again == [(11, STEP, True)]


def test_a_passage_that_moved_keeps_its_verdict_and_tells_its_old_line():
    found = annotated(MOVED)
    assert {n.card.claim: n.line for n in found.notes} == {
        LEMMA: 9,
        STEP: 17,
        THEOREM: 22,
        LAST: 29,
    }
    assert found.changed == ()
    assert page(found).count("when it was checked") == 4


def test_a_passage_that_is_gone_is_said_to_be_gone():
    found = annotated(TEXT.replace(TEXT.split("\n")[17], ""))
    (note,) = (n for n in found.notes if n.changed)
    assert (note.card.claim, note.missing) == (THEOREM, True)
    assert "this passage is gone" in page(found)


def test_a_card_shows_the_counterexample_the_fix_how_sure_it_is_and_the_command():
    whole = page(annotated(TEXT))
    text = " ".join("".join(Skeleton(whole).said).split())
    for words in (
        "Smallest counterexample n = 1, prior = (1, 1), x = (0, 1), r = (1, 0), where H(x, r) is",
        "Fix LS(x) in place of LS(x)/2",
        "Confidence certain: one small program, dpbi/kernel.py, has checked it by itself",
        "Why the largest distance is LS(x) itself",
        "dpbi explain short-b.lemma/all-x",
        "dpbi explain short-b.lemma/mended",
        "Fix none: the weights are not the ones it needs",
        "Confidence argued",
        "Confidence open: neither shown nor refuted",
    ):
        assert words in text, words


def test_a_claim_without_lines_is_listed_apart():
    loose = claim("short-b.loose", [], Headline.TRUE, reading("somewhere"))
    found = annotated(TEXT, [*CLAIMS, loose])
    assert [c.claim for c in found.unplaced] == ["short-b.loose"]
    assert "short-b.loose" in page(found)


def test_confidence_is_a_plain_word_that_follows_from_what_a_verdict_rests_on():
    cases = {
        "proved": reading("a", trusts=["coq"]),
        "certain": reading("b", verdict="fails", trusts=["kernel"]),
        "tested": reading("c", verdict="holds_bounded", trusts=["ball"], tries=9),
        "argued": reading("d", trusts=["argument", "ball"], certified=3),
        "computed": reading("e", trusts=["ball"]),
        "open": reading("f", verdict="undecided", trusts=[]),
        "evident": reading("g", verdict="ill_defined", trusts=[]),
    }
    for word, row in cases.items():
        assert confidence(row).word == word
    assert confidence(cases["tested"]).reason == "certified in 6 cases, and in 9 cases beyond them"


def test_a_claim_is_told_by_the_fair_reading_that_shows_it_best():
    row = claim(
        "short-b.x", ["short-b:5"], Headline.FALSE,
        reading("fine"), reading("odd", "strained", "fails", trusts=["kernel"]),
        reading("wrong", "intended", "fails"), severity="misprint",
    )  # fmt: skip
    assert telling(row)["id"] == "wrong"
    assert card(row, {}).command == "dpbi explain short-b.x/wrong"


def test_what_depends_on_a_meaning_is_listed_by_the_worst_it_can_be_and_its_card_is_open():
    found = annotated(TEXT, [*CLAIMS, MEANT])
    assert [n.card.claim for n in found.findings] == [THEOREM, LEMMA]
    assert [(n.card.claim, n.card.grade) for n in found.at_worst] == [
        (MEANT["id"], "at worst privacy broken")
    ]
    assert [heading for heading, _ in found.graded] == [
        "privacy broken", "at worst privacy broken", "constant wrong",
    ]  # fmt: skip
    whole = page(found)
    said = " ".join("".join(Skeleton(whole).said).split())
    assert "2 need a correction; 1 more may, depending on what was meant" in said
    own = whole.partition(f'id="{MEANT["id"]}"')[2].partition("</article>")[0]
    before = own.partition("<details")[0]
    assert "at worst privacy broken" in before
    assert "<b>Smallest counterexample</b> n = 1" in before
    assert "<b>Read as</b> for every x: other" in before


def test_a_line_that_depends_on_a_meaning_and_has_a_finding_has_the_colour_of_the_finding():
    meant = {**MEANT, "lines": ["short-b:5-7"]}
    found = annotated(TEXT, [*CLAIMS, meant])
    assert [r.status for r in found.rows if r.row.first == 5] == ["false_as_written"]


def test_where_drafts_differ_is_neither_a_colour_nor_a_finding_and_names_the_draft_to_change():
    repair = "r in place of z in short-a"
    told = reading("one", verdict="fails", repair=repair)
    differs = claim("between.short-a+short-b.candidate", ["short-b:11-13", "short-b:9"],
                    Headline.FALSE_AS_WRITTEN, told, severity="proof broken")  # fmt: skip
    found = annotated(TEXT, [*CLAIMS, differs])
    assert [n.card.claim for n in found.between] == [differs["id"]]
    assert [n.card.claim for n in found.findings] == [THEOREM, LEMMA]
    assert len(found.own) == len(CLAIMS) == len(found.notes) - 1
    by_line = {r.row.first: r.status for r in found.rows}
    assert (by_line[9], by_line[11], by_line[13]) == (BETWEEN, "true", "true")
    assert [n.card.claim for _, group in found.graded for n in group] == [THEOREM, LEMMA]
    said = " ".join("".join(Skeleton(page(found)).said).split())
    assert "4 claims of this draft were checked; 2 need a correction." in said
    start = said.index("Where the drafts differ")
    assert repair in said[start : said.index("The text", start)]
    assert said.count("To change: short-a, not this draft") == 2


@pytest.mark.parametrize(("fix", "named"), [
    ("r in place of z in tailoring", ("tailoring",)), ("r in the notes, z in tailoring", BOTH),
    ("r in both", BOTH), ("r in 4.4 (notes) and 6.2 (tailoring)", BOTH), ("r for z", ()),
    ("the contrary is true, as tailoring says", ("notes",)),
])  # fmt: skip
def test_the_draft_to_change_is_the_one_that_the_fix_names(fix, named):
    told = reading("one", verdict="fails", repair=fix)
    between = claim("between.notes+tailoring.a", [], Headline.FALSE_AS_WRITTEN, told)
    assert card(between, {}).to_change == named
    assert card({**between, **of_drafts("between.notes.a")}, {}).to_change == ("notes",)
    assert card({**between, "kind": "lemma"}, {}).to_change == ()


def test_of_two_versions_of_a_draft_both_change_unless_the_fix_names_one():
    told = reading("one", verdict="fails", repair="r for z")
    between = claim("between.short-a+short-b.a", [], Headline.FALSE_AS_WRITTEN, told)
    assert card(between, {}, {("short-a", "short-b")}).to_change == ("short-a", "short-b")
    assert card(between, {}).to_change == ()
    apart = claim("between.notes+tailoring.a", ["short-b:9"], Headline.FALSE_AS_WRITTEN, told)
    said = " ".join("".join(Skeleton(page(annotated(TEXT, [apart]))).said).split())
    assert said.count("Drafts that differ: notes, tailoring") == 2


def test_each_severity_is_one_heading_and_the_list_has_the_fix():
    told = reading("r", verdict="fails", repair="r in place of z")
    more = [
        claim(f"short-b.{h.name}", ["short-b:9"], h, told, severity="proof broken")
        for h in (Headline.FALSE, Headline.FALSE_AS_WRITTEN, Headline.ILL_FORMED)
    ]
    found = annotated(TEXT, [*CLAIMS, *more])
    whole = page(found).partition('id="findings"')[2].partition("</section>")[0]
    headings = re.findall("<h3>(.*?)</h3>", whole)
    assert headings == ["privacy broken", "proof broken", "constant wrong"]
    assert whole.count("<b>Fix</b> r in place of z") == 3


# the page


def test_the_page_needs_nothing_but_itself_and_has_no_script():
    found = Skeleton(page(annotated(TEXT)))
    assert "script" not in {tag for tag, _ in found.tags}
    assert {link for link in found.links if link[0] != "#"} == {"data:,"}
    assert len(found.names) == len(set(found.names))
    inside = {f"#{name}" for name in found.names}
    assert {link for link in found.links if link[0] == "#"} <= inside


def test_whatever_the_draft_or_the_ledger_says_arrives_as_text():
    def whole(words, spare):
        lines = (
            TEXT.replace("a candidate", f"a {words} candidate")
            + f"\n# {words}\n\n```\n{words}\n```\n"
        )
        lines += f"\n- {words} <sup>{spare}</sup>\n\n$x {spare}$ \\{spare}{{x}} [a]({words})\n"
        rows_ = [
            {**c, "statement": words, "location": words, "no_repair": words} for c in CLAIMS[2:]
        ]
        told = reading(f"r{spare}", verdict="fails", repair=words, why=words, statement=words,
                       why_false=words, note=words,
                       witness={"n": words, spare: [words]})  # fmt: skip
        odd = claim("short-b.odd", ["short-b:5"], Headline.FALSE, told, severity="misprint")
        return page(annotated(lines, [*rows_, odd]))

    hostile, tame = whole(ATTACK, "<b>"), whole("words", "tame")
    body = [t for t in Skeleton(hostile).tags if t[0] not in MATHML]
    assert body == [t for t in Skeleton(tame).tags if t[0] not in MATHML]
    assert ATTACK in "".join(Skeleton(hostile).said)


MATHML = {"math", "mrow", "mi", "mo", "mn", "sup", "mtext", "span", "details", "summary", "pre",
          "section", "h2", "ul", "li", "a", "code"}  # fmt: skip  # a strange formula is listed


# the five drafts


@beside
@pytest.mark.study
@pytest.mark.parametrize("draft", FILES)
def test_every_formula_of_a_draft_is_rendered_or_listed(draft):
    text = (DRAFTS / FILES[draft]).read_text("utf-8")
    every = list(rows(text))
    math = sum(r.markup.count("<math") for r in every)
    assert math >= len(re.findall(r"\$\$.+?\$\$|\$[^$]+\$", text, re.DOTALL))
    plain = [re.sub(r"<math.*?</math>", "", r.markup, flags=re.DOTALL) for r in every]
    assert not any("$" in line or 'class="tex"' in line for line in plain)
    listed = {"notes": [141], "tailoring": [67, 67, 362, 364, 372, 388, 550, 564, 568, 572]}
    assert [line for line, _, _ in problems(every)] == listed.get(draft, [])


@beside
@pytest.mark.study
@pytest.mark.parametrize("draft", FILES)
def test_a_draft_is_annotated_with_each_of_its_claims_at_its_line(draft):
    text = (DRAFTS / FILES[draft]).read_text("utf-8")
    claims, formulas = shipped()["claims"], formulas_shipped()["readings"]
    found = margin(recognised(Path("copy"), text), text, claims, formulas)
    expected = {c["id"] for c in claims if any(p.startswith(f"{draft}:") for p in c["lines"])}
    assert {n.card.claim for n in found.notes} == expected
    own = [c for c in claims if not is_between(c) and c["id"] in expected]
    assert len(found.own) == len(own)
    corrected = errata(draft, claims, formulas)
    assert len(found.findings) == len(corrected.entries)
    assert len(found.at_worst) == len(corrected.depending)
    assert len(found.between) == len(corrected.between)
    for note in found.notes:
        passage = next(p for p in map(Passage.read, note.card.lines) if p.draft == draft)
        assert passage.first <= note.line <= passage.last
        assert not note.moved
    assert found.changed == ()
    assert len(page(found)) < 2_000_000


@beside
@pytest.mark.study
@pytest.mark.parametrize(("draft", "before", "after"), [
    ("tailoring", r"\binom{n+1}{m-1}", r"\binom{n+m-1}{m-1}"),
    ("short-b", r"{4 \cdot S(\mathbf{x})}", r"{2 \cdot S(\mathbf{x})}"),
])  # fmt: skip
def test_a_copy_of_a_draft_with_one_formula_edited_says_so_there_and_nowhere_else(
    draft, before, after
):
    text = (DRAFTS / FILES[draft]).read_text("utf-8")
    assert before in text
    line = text[: text.index(before)].count("\n") + 1
    edited = text.replace(before, after, 1)
    claims, formulas = shipped()["claims"], formulas_shipped()["readings"]
    found = margin(recognised(Path("copy"), edited), edited, claims, formulas)
    covering = {
        c["id"]
        for c in claims
        for d, _, span in (p.partition(":") for p in c["lines"])
        if d == draft and int(span.partition("-")[0]) <= line <= int(span.rpartition("-")[2])
    }
    assert {name for name, _ in found.changed} == covering
    assert [r.row.first for r in found.rows if r.fresh] == [line]


@pytest.mark.study
@beside
def test_the_drafts_in_a_folder_are_found_whatever_they_are_called(tmp_path):
    for i, name in enumerate(FILES.values()):
        (tmp_path / f"{i}.md").write_text((DRAFTS / name).read_text("utf-8"), "utf-8")
    (tmp_path / "other.md").write_text("something else\n", "utf-8")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    assert set(drafts_in(tmp_path)) == set(FILES)
