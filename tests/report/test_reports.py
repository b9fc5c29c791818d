"""The committed report: the same bytes from the same results, and numbers that are computed again.

`DPBI_REPORT_SEED=7 pytest tests/report/test_reports.py` takes other numbers than the usual fifty.
"""

import json
import os
import random
import re
from collections import Counter
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from study import STUDY, document, formulas, reading_rows

import dpbi
from dpbi.audit import pages, tasks
from dpbi.audit.writing import OURS
from dpbi.ledger import deciding, earning
from dpbi.ledger.claims import headings_of
from dpbi.ledger.headlines import graded
from dpbi.report import quantities
from dpbi.support.files import as_lines

pytestmark = pytest.mark.study

ROOT = Path(dpbi.__file__).parent.parent
REPORTS = ROOT / "reports"
SEED = int(os.environ.get("DPBI_REPORT_SEED", "1"))
AGAIN = 50
VOID = {"meta", "link", "br", "hr", "img", "input", "col", "wbr"}


def load(name):
    return json.loads((REPORTS / name).read_text(encoding="utf-8"))


@cache
def of_verify():
    """{"claim/reading": the reading itself, with what is recorded of it}."""
    return {task.name: task for task in tasks.readings(ROOT / "verify")}


PAGES = sorted(REPORTS.rglob("*.html"))
STYLED = {"page.css", "page.js", "explorer.js"}
UNMARKED = ("graph", "explorer")  # the explorer has tests of its own


@dataclass(frozen=True)
class Printed:
    """A number as a page prints it, with what it says of where it is from."""

    key: str
    path: str
    value: str
    shown: str


class Page(HTMLParser):
    """The numbers of a page, and its text with the elements around it."""

    def __init__(self, path):
        super().__init__()
        self.open, self.numbers, self.texts = [], [], []
        self._mark, self._reading = None, None
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag == "data":
            origin = found.get("data-key", self._reading)
            self._mark = (origin, found["data-path"], found["value"])
            self.numbers.append("")
        if tag == "details" and found.get("class") == "reading":
            self._reading = found["id"]  # the origin of numbers that name no other
        if tag not in VOID:
            self.open.append((tag, found.get("class") or ""))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass
        if tag == "data":
            self.numbers[-1] = Printed(*self._mark, self.numbers[-1])
            self._mark = None

    def handle_data(self, text):
        if self._mark is not None:
            self.numbers[-1] += text
        else:
            self.texts.append((tuple(self.open), text))


@cache
def page(path):
    return Page(path)


def test_the_measures_are_those_that_the_report_needs():
    results = load("measures.json")
    assert set(results) == {task.name for task in pages.needed(pages.pictures(STUDY))}, (
        "run `dpbi audit`"
    )
    assert (REPORTS / "measures.json").read_text(encoding="utf-8") == as_lines(results)


def test_the_same_results_give_the_same_bytes():
    second = load("second_opinion.json")
    figures = pages.pictures(STUDY)
    results = load("measures.json")
    files = pages.for_people(document(), results, formulas(), second, figures=figures)
    for name, text in files.items():
        assert (REPORTS / name).read_bytes() == text.encode(), f"{name}: run `dpbi audit`"
    assert all(
        page(p).numbers for p in PAGES if p.parent.name != "claims" and p.stem not in UNMARKED
    )
    committed = {p.relative_to(REPORTS).as_posix() for p in PAGES} | {"claims.md"}
    assert committed | STYLED == set(files)


def test_nothing_else_lies_in_the_folder_of_the_report():
    assert {p.name for p in REPORTS.iterdir()} == {*OURS, "baseline.json"}  # which check keeps


def test_every_number_leads_to_what_it_says():
    results = load("measures.json")
    for path in PAGES:
        for number in set(page(path).numbers):
            if number.key in results:
                assert says(number, results[number.key])
            elif number.key in reading_rows():
                assert says(number, reading_rows()[number.key])
            else:
                assert number.key == "score"
            assert rounds(number), number


def test_the_score_is_a_count_of_the_ledger():
    counts = Counter()
    for claim in document()["claims"]:
        for scope in ("all", *headings_of(claim)):
            counts[f"{scope}.{claim['headline']}"] += 1
            counts[f"{scope}.{graded(claim['headline'], claim['severity'])}"] += 1
        counts["claims"] += 1
        counts["readings"] += len(claim["readings"])
    scores = {n for n in page(REPORTS / "index.html").numbers if n.key == "score"}
    assert len(scores) > 10
    for number in scores:
        assert number.value == number.shown == str(counts[number.path]), number


@cache
def chosen():
    """Some of the numbers that pages print, each from another place: the k-th is asked for by k."""
    printed = {n for path in PAGES for n in page(path).numbers if n.key != "score"}
    every = sorted(printed, key=lambda n: (n.key, n.path, n.shown))
    return random.Random(SEED).sample(every, AGAIN)


@pytest.mark.parametrize("k", range(AGAIN))
def test_a_number_taken_at_random_is_computed_again(k):
    number = chosen()[k]
    result = (
        outcome_again(number)
        if number.key in of_verify()
        else quantities.parse(number.key).compute()
    )
    assert says(number, result), number
    assert rounds(number), number


def outcome_again(number):
    """The outcome of a reading, decided now; a witness with both sides enclosed afresh."""
    task = of_verify()[number.key]
    formula, known = task.reading.formula, task.known
    if number.path == "tries":
        return earning.today(task.reading, None, name=number.key).json()
    if formula is None or known.witness is None or number.path == "instances":
        return deciding.outcome(task.reading).json()
    found = deciding.recertified(task.reading, known)
    return {
        name: instance and deciding.shown(formula, deciding.assignment(instance))
        for name, instance in (("witness", found.witness), ("worst", found.worst))
    }


def at(result, path):
    """The value at a dotted path."""
    for step in path.split("."):
        result = result[int(step)] if isinstance(result, (list, tuple)) else result[step]
    return result


def says(number, result):
    """Whether the value that a page keeps is the one at the path that it names."""
    return text_of(at(result, number.path)) == round_brackets(number.value)


def text_of(value):
    """A value as people write it."""
    if isinstance(value, (list, tuple)):
        return f"({', '.join(map(text_of, value))})"
    return str(value)


def round_brackets(text):
    """A vector as people write it, also where a page keeps it as JSON."""
    return text.replace("[", "(").replace("]", ")")


def rounds(number):
    """Whether what is shown is the value: as it is, to two digits or more, or its enclosure."""
    shown, value = plain(number.shown), plain(number.value)
    if shown == round_brackets(value):
        return True
    if shown.startswith("["):
        return value in shown[1:-1].split(", ")
    if value == "inf":
        return shown == "infinite"
    if not re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", shown):
        return False
    exact = Fraction(value)
    ends = Decimal(exact.numerator), Decimal(exact.denominator)
    return any(Context(prec=d).divide(*ends) == Decimal(shown) for d in range(2, 20))


def plain(text):
    """A number in the digits of programs."""
    raised = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    return re.sub(r"·10(?=[⁻⁰¹²³⁴⁵⁶⁷⁸⁹])", "e", text).translate(raised)


@pytest.mark.parametrize(
    ("value", "shown", "right"),
    [
        ("0.31963", "0.32", True),
        ("0.31963", "0.31", False),
        ("1.999999", "2", True),
        ("1.7", "2", False),
        ("1.23e-8", "1.23·10⁻⁸", True),
        ("1.23e-8", "1.24·10⁻⁸", False),
        ("1/3", "0.3333", True),
        ("inf", "infinite", True),
        ("0.1", "[0.1, 0.2]", True),
        ("0.3", "[0.1, 0.2]", False),
        ("(1, 2)", "(1, 3)", False),
    ],
)
def test_a_rounding_that_is_wrong_is_seen(value, shown, right):
    assert rounds(Printed("", "", value, shown)) is right


QUOTED = {"code", "a", "math", "svg", "style", "script", "title", "th", "option"}
"""Elements whose decimals are names, formulas, axes and settings, not results."""
DECIMAL = re.compile(r"(?<![\w.])(?<!Python )\d+\.\d+(?!\w|\.\w)")


def said_by_claims():
    """The decimals in what claims, readings and their arguments say themselves."""
    fields = ("statement", "formula", "evidence", "domain", "why_false", "repair", "note")
    texts = [f"{c['statement']} {c['location']}" for c in document()["claims"]]
    texts += [r.get(field) or "" for r in reading_rows().values() for field in fields]
    return {found for text in texts for found in DECIMAL.findall(text)}


def on_axes(found):
    """The decimals on the axes of a page's plots: words may name them."""
    drawn = [text for elements, text in found.texts if "svg" in {tag for tag, _ in elements}]
    return {decimal for text in drawn for decimal in DECIMAL.findall(text)}


COMPARED = [p for p in PAGES if p.stem != "explorer"]
"""All numbers of the explorer stand in tables that test_explorer.py compares with the results."""


@pytest.mark.parametrize("path", COMPARED, ids=lambda p: p.stem)
def test_a_decimal_that_no_claim_says_itself_is_marked_with_its_origin(path):
    said, places = said_by_claims(), {c["location"] for c in document()["claims"]}
    said |= on_axes(page(path))
    for elements, text in page(path).texts:
        if QUOTED & {tag for tag, _ in elements}:
            continue
        for place in places:
            text = text.replace(place, "").replace(place[0].upper() + place[1:], "")
        unmarked = set(DECIMAL.findall(text)) - said
        assert not unmarked, f"{unmarked} in {text!r}, within {elements[-3:]}"
