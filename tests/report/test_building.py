"""The report says what the ledger says: numbers traced, links resolved, the same bytes."""

import copy
import difflib
import json
import random
import re
import shlex
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest
from study import document, formulas, reading_rows, report

import dpbi
from dpbi.language import Formula
from dpbi.language.text import text as line
from dpbi.ledger import deciding
from dpbi.ledger.claims import Severity
from dpbi.ledger.headlines import Headline, graded
from dpbi.report import build, html, markdown
from dpbi.report.findings import findings
from dpbi.report.graph import HEIGHT, layered
from dpbi.report.tallies import summary
from dpbi.report.words import (
    EVIDENCE,
    VERDICTS,
    at,
    both_rounded,
    powers,
    rounded,
    said,
    typeset,
)

pytestmark = pytest.mark.study

ROOT = Path(dpbi.__file__).parent.parent
VOID = {"meta", "link", "br", "input"}


class Parsed(HTMLParser):
    """The page as a parser reads it: elements, marked numbers, and what is unbalanced."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.wrong, self.data = [], [], [], []
        self.reading = None
        self.feed(text)
        self.close()
        self.wrong += self.open

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "details" and dict(attrs).get("class") == "reading":
            self.reading = dict(attrs)["id"]  # the origin of numbers that name no other
        if tag == "data":
            self.data.append([{"data-key": self.reading, **dict(attrs)}, ""])

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, text):
        if "data" in self.open:
            self.data[-1][1] += text

    def all(self, tag):
        return [attrs for name, attrs in self.elements if name == tag]


@cache
def whole_page():
    return html.page(report())


@cache
def parsed():
    return Parsed(whole_page())


FALSE = "false under every fair reading"
SAID = {"fails": FALSE, "holds": "true", "undecided": "not decided"}


def claim(name, verdict="fails", uses=(), kind="theorem", severity=None, **reading):
    """A claim of one reading, as a ledger has it."""
    one = {
        "id": "literal",
        "role": "literal",
        "why": "the words leave no choice",
        "chosen": None,
        "certified": 0,
        "catalogue": f"{name}/literal",
        "statement": "as it stands",
        "formula": None,
        "verdict": verdict,
        "evidence": "an argument",
        "domain": "",
        "instances": 0,
        "witness": None,
        "worst": None,
        "repair": None,
        "note": None,
        "certificate": None,
        "proof": None,
        "trusts": ["argument"],
    }
    return {
        "id": name,
        "kind": kind,
        "drafts": [name.partition(".")[0]],
        "location": "notes line 1",
        "statement": f"{name} is so.",
        "lines": ["notes:1"],
        "headline": SAID[verdict],
        "severity": severity or ("theorem false" if verdict == "fails" else None),
        "uses": list(uses),
        "gaps": {},
        "repaired": [],
        "no_repair": None,
        "claims_nothing": None,
        "shared": None,
        "readings": [{**one, **reading}],
    }


def ledger(*claims):
    return {"schema": 1, "claims": list(claims)}


# what the page holds


def test_every_claim_and_every_reading_stands_on_the_page_once():
    ids = Counter(attrs["id"] for _, attrs in parsed().elements if "id" in attrs)
    assert max(ids.values()) == 1
    assert {c["id"] for c in document()["claims"]} | set(reading_rows()) <= set(ids)


def test_the_page_is_balanced_and_has_its_landmarks():
    assert parsed().wrong == []
    for landmark in ("header", "nav", "main", "footer", "h1"):
        assert len(parsed().all(landmark)) == 1
    levels = [int(tag[1]) for tag, _ in parsed().elements if re.fullmatch("h[1-6]", tag)]
    assert all(b <= a + 1 for a, b in pairwise(levels))


def test_every_link_leads_to_something():
    ids = {attrs["id"] for _, attrs in parsed().elements if "id" in attrs}
    links = {unquote(a["href"]) for a in parsed().all("a")}
    certificates = {link for link in links if link.startswith("certificates/")}
    assert {link[1:] for link in links if link.startswith("#")} <= ids
    own = {f"claims/{c.id}.html" for c in report().claims}
    outside = {link.partition("#")[0] for link in links if not link.startswith("#")}
    assert outside - certificates == own | {"index.html"}
    assert len(certificates) == sum(r["certificate"] is not None for r in reading_rows().values())
    assert all((ROOT / "reports" / place).is_file() for place in certificates)


def test_the_page_asks_the_network_for_nothing():
    outside = re.sub(r"http://www\.w3\.org/\S+", "", whole_page())
    assert not re.search(r"https?://|@import|url\(|\bsrc=", outside)


def test_every_formula_is_printed_as_mathematics():
    printed = {a["alttext"] for a in parsed().all("math")}
    stated = {
        r.key: r.formula for c in report().claims for r in c.readings if r.formula is not None
    }
    assert set(stated) == set(formulas())
    for key, formula in stated.items():
        reading = whole_page().split(f'id="{key}"')[1].split("</details>")[0]
        assert line(formula.conclusion) in {a["alttext"] for a in Parsed(reading).all("math")}, key
    assert "loss[ehd(gs: printed)](n) ≤ ε" in printed


def test_the_same_ledger_gives_the_same_bytes_in_every_process():
    code = (
        "import hashlib; from dpbi.ledger.shipped import shipped\n"
        "from dpbi.report import build, markdown, site\n"
        "r = build(shipped()); pages = site.site(r, {})\n"
        "text = ''.join([*pages, *pages.values(), markdown.page(r)])\n"
        "import sys; sys.stdout.write(hashlib.sha256(text.encode()).hexdigest())"
    )
    hashes = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(hashes) == 1


# numbers


def counted(path):
    """A number of the score, counted in another way than the report does."""
    if path in ("claims", "readings"):
        return len(document()["claims"]) if path == "claims" else len(reading_rows())
    draft, what = path.rsplit(".", 1)
    count = 0
    for c in document()["claims"]:
        mine = {"between"} if c["kind"] == "contradiction" else set(c["drafts"])
        severity = graded(c["headline"], c["severity"])
        count += draft in mine | {"all"} and what in (c["headline"], severity)
    return count


def test_every_number_is_the_one_that_its_mark_leads_to():
    assert len(parsed().data) > 1000
    for attrs, shown in parsed().data:
        key, path, value = attrs["data-key"], attrs["data-path"], attrs["value"]
        if key == "score":
            assert value == shown == str(counted(path))
            continue
        found = at(reading_rows()[key], path)
        if isinstance(found, list):
            assert value == shown == f"({', '.join(map(str, found))})"
            continue
        assert value == str(found)
        if shown.startswith("["):  # both ends, where they are not rounded alike
            assert powers(value) in shown[1:-1].split(", ")
        elif shown not in (value, powers(value)):
            assert abs(decimal(shown) / Fraction(value) - 1) <= Fraction(1, 10**5)


def decimal(shown):
    """A number as the page shows it, as an exact fraction."""
    digits, _, power = shown.partition("·10")
    return Fraction(digits) * Fraction(10) ** int(
        power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or "0"
    )


def test_fifty_numbers_at_random_are_computed_afresh():
    light = [
        (attrs["data-key"], attrs["data-path"], attrs["value"])
        for attrs, _ in parsed().data
        if "_sides" in attrs["data-path"] and attrs["data-key"] in formulas()
        if at(reading_rows()[attrs["data-key"]], attrs["data-path"].split(".")[0]).get("n", 1) <= 12
    ]
    for key, path, value in random.Random(7).sample(light, 50):
        column, rest = path.split(".", 1)
        instance = deciding.assignment(reading_rows()[key][column])
        again = deciding.shown(Formula.parse(formulas()[key]), instance)
        assert str(at(again, rest)) == value, f"{key} {path}"


def test_numbers_in_sentences_are_rounded_until_they_differ():
    def ends(text):
        return {"lo": text, "hi": text}

    assert rounded({"lo": "0.04978706836", "hi": "0.04978706837"}) == "0.0497871"
    left, right = both_rounded(ends("1.00000000123"), ends("1.00000000001"))
    assert (left, right) == ("1.00000000123", "1.00000000001")
    assert both_rounded(ends("8.31277802374"), ends("8")) == ("8.31278", "8")
    assert powers("1.71859e-145") == "1.71859·10⁻¹⁴⁵"


def test_powers_are_raised_wherever_they_stand():
    raised = "l &lt; e<sup>l</sup> and e<sup>(a+b) ε</sup>, n<sup>2</sup> e^(unbalanced"
    prose = html.templates().get_template("words.html").module.prose
    assert prose("l < e^l and e^((a+b) eps), n^2 e^(unbalanced") == raised


def test_symbols_are_typeset_and_words_are_left_alone():
    assert typeset("eps-private where gamma <= 1") == "ε-private where \u03b3 ≤ 1"
    assert typeset("the prior beta(7, 4) with lnGamma(alpha+t/2)") == (
        "the prior beta(7, 4) with lnGamma(\u03b1+t/2)"
    )
    assert typeset("alpha_i of a beta distribution, beta <= 1") == (
        "\u03b1_i of a beta distribution, β ≤ 1"
    )
    assert typeset("xi and eta_i, not xi2 or Delta(x)") == "ξ and η_i, not xi2 or Delta(x)"


def test_the_ledgers_phrases_are_said_in_plain_words():
    assert said("certified at every instance of the grid; S = LS") == (
        "verified for every case tested; S = LS"
    )
    assert said("an argument") == "an argument"
    every = {r["evidence"] for r in reading_rows().values()}
    assert all(any(e.startswith(phrase) for e in every) for phrase in EVIDENCE)


# the score and the findings


def test_the_score_adds_up():
    total = summary(document())
    assert sum(total.headlines.values()) == len(document()["claims"])
    assert sum(total.readings.values()) == len(reading_rows())
    assert list(total.headlines) == [h.value for h in Headline]
    found = [c for c in document()["claims"] if Headline(c["headline"]).is_finding]
    assert sum(total.severities.values()) == len(found)
    depending = [c for c in document()["claims"] if Headline(c["headline"]).depends]
    assert sum(total.at_worst.values()) == len([c for c in depending if c["severity"]])
    for score in report().scores:
        assert sum(int(n.value) for _, n in score.headlines) == score.claims


def test_findings_are_fair_readings_with_their_numbers_gravest_first():
    found = findings(document()["claims"], formulas())
    grave = [s.value for s in Severity]
    assert [grave.index(f.severity) for f in found] == sorted(
        grave.index(f.severity) for f in found
    )
    assert len({f.claim for f in found}) == len(found)
    definite = {c["id"] for c in document()["claims"] if Headline(c["headline"]).is_finding}
    depending = {f.claim: f for f in found if f.claim not in definite}
    assert definite == {f.claim for f in found} - set(depending)
    assert {f.severity for f in depending.values()} <= {"privacy broken"}
    assert all(f"” {f.headline}. " in f.sentence for f in depending.values())
    for f in found:
        reading = reading_rows()[f"{f.claim}/{f.reading}"]
        assert reading["verdict"] in ("fails", "ill_defined", "vacuous")
        assert reading["role"] in ("literal", "intended")
        assert f.sentence.endswith(".")
        for name in reading["witness"] or ():
            if not name.startswith("_"):
                assert f"{typeset(name)} = " in f.sentence


def test_the_gravest_findings_are_the_worst_ones_and_one_of_each_draft():
    found = findings(document()["claims"], formulas())
    shown = summary(document()).findings
    assert len(shown) == 8
    assert list(shown) == [f for f in found if f in shown]
    assert {d for f in shown for d in f.headings} == {d for f in found for d in f.headings}
    assert shown[0] == found[0]


def test_a_strained_reading_is_no_finding():
    strained = claim("notes.a", role="strained")
    strained["readings"].append({**claim("notes.a", "holds")["readings"][0], "id": "other"})
    strained["headline"], strained["severity"] = "true", None
    assert summary(ledger(strained)).findings == ()


def test_a_tie_is_not_told_as_one_number_below_itself():
    found = {f.claim: f.sentence for f in findings(document()["claims"], formulas())}
    assert any(sentence.endswith(" that is claimed.") for sentence in found.values())
    for sentence in found.values():
        numbers = re.search(r" is (\S+) where (?:at most|less than) (\S+) is claimed", sentence)
        assert numbers is None or numbers[1] != numbers[2]


def test_what_more_depends_on_comes_first_among_equally_severe():
    below = [claim("notes.a"), claim("notes.b")]
    above = [claim("notes.c", "holds", ["notes.b"]), claim("notes.d", "holds", ["notes.c"])]
    found = summary(ledger(*below, *above)).findings
    assert [(f.claim, f.dependents) for f in found] == [("notes.b", 2), ("notes.a", 0)]


def test_severity_comes_before_everything_else():
    slip = claim("notes.a", severity="misprint")
    broken = claim("notes.b", severity="privacy broken")
    above = claim("notes.c", "holds", ["notes.a"])
    found = summary(ledger(slip, broken, above)).findings
    assert [f.claim for f in found] == ["notes.b", "notes.a"]


# what rests on what


def test_a_claim_that_rests_on_a_failure_says_so_however_far_away_it_is():
    chain = [claim("notes.a"), claim("notes.b", "undecided", ["notes.a"])]
    chain += [claim("notes.c", "holds", ["notes.b"]), claim("notes.d", "holds", ["notes.c"])]
    views = {c.id: c for c in build(ledger(*chain)).claims}
    assert [views[f"notes.{x}"].shaken_by for x in "abcd"] == [(), ("notes.a",), ("notes.a",), ()]
    assert html.page(build(ledger(*chain))).count("It depends on a false statement") == 2


def test_a_part_of_the_ledger_can_be_reported_on():
    part = [c for c in document()["claims"] if c["id"] in ("short.thm-4.2", "short.thm-3.1.ehd")]
    whole = {"schema": 1, "claims": part}
    page = html.page(build(whole))
    inside = {c["id"] for c in part}
    outside = [u for c in part for u in c["uses"] if u not in inside]
    assert page.count("(not part of this audit)") == len(outside) > 0
    assert Parsed(html.page(build(ledger()))).wrong == []
    ids = {attrs["id"] for _, attrs in Parsed(page).elements if "id" in attrs}
    links = {unquote(a["href"]) for a in Parsed(page).all("a")}
    assert not {f"claims/{u}.html" for u in outside} & links
    assert {link[1:] for link in links if link.startswith("#")} <= ids


def test_the_graph_runs_from_left_to_right_and_its_boxes_keep_apart():
    for section in report().sections:
        keeps_apart(section.graph, {c.id for c in section.claims})


def keeps_apart(graph, inside):
    nodes = {n.id: n for n in graph.nodes}
    rows = [c for c in document()["claims"] if c["id"] in inside]
    uses = {(u, c["id"]) for c in rows for u in c["uses"] if u in inside}
    assert {(e.start, e.end) for e in graph.edges} == uses
    views = {c.id: c for c in report().claims}
    assert {n.id for n in graph.nodes if n.shaken} <= {c for c in inside if views[c].shaken_by}
    for start, end in uses:
        assert nodes[start].x + nodes[start].width < nodes[end].x
    for a in nodes.values():
        for b in nodes.values():
            assert a is b or a.x != b.x or abs(a.y - b.y) >= HEIGHT
    for e in graph.edges:  # a line passes no box
        for left, right, y in e.through:
            assert not any(
                n.x < right and n.x + n.width > left and n.y == y for n in nodes.values()
            )


def test_what_is_false_breaks_the_lines_to_what_uses_it_and_what_is_true_does_not():
    graph = layered(
        {"a": [], "b": ["a"], "c": ["b"], "d": ["e"], "e": [], "f": ["d"]},
        dict.fromkeys("abcf", "true") | {"a": FALSE, "d": "not decided", "e": "true"},
        {"b", "d", "f"},
    )
    assert {n.id for n in graph.nodes if n.shaken} == {"b", "d", "f"}
    assert {(e.start, e.end) for e in graph.edges if e.broken} == {("a", "b"), ("d", "f")}


# commands


@pytest.mark.parametrize(
    "key", ["notes.half/every-r-every-x", "between.short-a+short-b.ehds-factor/same-law"]
)
def test_the_commands_on_the_page_run_what_they_name(key):
    view = next(r for c in report().claims for r in c.readings if r.key == key)
    name, *arguments = shlex.split(view.rerun)
    assert (name, arguments) == ("dpbi", ["explain", key])
    run = [sys.executable, "-m", "dpbi", *arguments]
    told = subprocess.run(run, cwd=ROOT, capture_output=True, text=True)
    assert key.partition("/")[0] in told.stdout, told.stderr
    python, *arguments = shlex.split(view.recheck)
    assert python == "python"
    checked = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert (checked.returncode, "1 accepted" in checked.stdout) == (0, True)


# markdown


def test_the_markdown_has_every_claim_and_reading_and_their_certificates():
    lines = set(markdown.page(report()).splitlines())
    for c in document()["claims"]:
        assert f"### {c['id']}" in lines
    for r in reading_rows().values():
        assert f"#### {r['id']}: {VERDICTS[r['verdict']]}" in lines
        if r["certificate"]:
            assert f"- certificate: [{r['certificate']}]({r['certificate']})" in lines


def test_a_changed_outcome_changes_few_lines_of_the_markdown():
    changed = copy.deepcopy(document())
    reading = next(
        r for c in changed["claims"] for r in c["readings"] if r["verdict"] == "undecided"
    )
    reading |= {"verdict": "holds_bounded", "evidence": "certified"}
    before, after = (markdown.page(build(d)).splitlines() for d in (document(), changed))
    moved = [d for d in difflib.ndiff(before, after) if d[0] in "+-"]
    assert 4 <= len(moved) <= 12


def test_the_ledger_is_not_touched_by_reporting_on_it():
    before = json.dumps(document())
    html.page(build(document()))
    assert json.dumps(document()) == before
