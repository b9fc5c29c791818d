"""The page of each mechanism: its law is the mechanism's own, its numbers are results."""

import re
from dataclasses import fields
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from measured import RESULTS, marks

from dpbi import mechanism
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.fields import FLOATS
from dpbi.language import forall
from dpbi.language.expr import Variable
from dpbi.ledger.evaluate import Evaluation
from dpbi.ledger.shipped import formulas_shipped, shipped
from dpbi.mechanisms.registry import OF_THE_DRAFTS, find
from dpbi.report import html
from dpbi.report.figures import FIGURES
from dpbi.report.figures.base import ALL, EXPONENTIAL, FINITE, LAPLACE
from dpbi.report.marks import at
from dpbi.report.mechanism_pages import (
    MEANINGS,
    MEASURES,
    WEIGHTS,
    WEIGHTS_WITH,
    WITH_TRUE_GS,
    all_measures,
    concerning,
    view,
    views,
    written,
)

DOCUMENT = shipped()
PAGES = {place: html.mechanism(page) for place, page in views(DOCUMENT, RESULTS).items()}
each = pytest.mark.parametrize("name", ALL)
VOID = {"meta", "link", "br", "input"}


class Nested(HTMLParser):
    """Checks that what is opened is closed, and collects addresses."""

    def __init__(self):
        super().__init__()
        self.open, self.links = [], []

    def handle_starttag(self, tag, attrs):
        self.links += [v for k, v in attrs if k in ("href", "src")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_every_mechanism_has_a_page():
    assert set(PAGES) == {f"mechanisms/{m.name}.html" for m in OF_THE_DRAFTS}


@each
def test_a_page_is_well_formed_and_asks_nothing_of_the_network(name):
    parser = Nested()
    parser.feed(PAGES[f"mechanisms/{name}.html"])
    parser.close()
    assert parser.open == []
    assert "../index.html" in parser.links
    assert all(a.startswith(("#", "../index.html", "data:")) for a in parser.links)


@each
def test_every_number_of_a_page_is_the_result_of_a_measure_that_is_listed(name):
    found = marks(PAGES[f"mechanisms/{name}.html"])
    known = {m.key for m in MEASURES}
    assert len(found) >= 16
    for key, path, value, _ in found:
        assert key in known
        assert value == str(at(RESULTS[key], path))


def test_all_measures_are_those_of_figures_and_pages_each_once():
    found = all_measures()
    assert len(set(found)) == len(found)
    assert set(found) == {*MEASURES, *(m for f in FIGURES for m in f.measures)}


@pytest.mark.parametrize("name", [*EXPONENTIAL, "ehd-true"])
def test_the_printed_law_is_the_law_of_the_mechanism(name):
    options = {"gs": "true"} if name == "ehd-true" else {}
    options |= {"beta": "1/3"} if name == "mh-exp" else {}
    formula = WITH_TRUE_GS if options.get("gs") else WEIGHTS[name]
    m = mechanism(name.partition("-true")[0], prior=("1", "2"), n=4, epsilon="3/2", **options)
    gamma = getattr(m, "gamma", Fraction(1))
    x = (1, 3)
    law = {r: float(p) for r, p in m.law(x).items()}
    given = {"eps": m.epsilon, "gamma": gamma, "beta": Fraction(1, 3), "n": 4}
    weights = {}
    for r in law:
        env = {**given, "prior": Dirichlet(("1", "2")), "x": x, "r": r}
        weights[r] = value(formula, env)
    total = sum(weights.values())
    assert {r: w / total for r, w in weights.items()} == pytest.approx(law, rel=1e-9)


def value(expression, env):
    """A number at an assignment, in floats."""
    beta = Variable("beta", ("rational", "0", None, "()"))
    left, _ = Evaluation(FLOATS).sides(forall(expression <= 0, where=[beta]), env)
    return float(left.approximate)


def test_families_and_notations_cover_every_mechanism():
    assert set(EXPONENTIAL) | set(LAPLACE) == set(FINITE)
    assert set(WEIGHTS) == set(WEIGHTS_WITH) == set(EXPONENTIAL)
    for name in EXPONENTIAL:
        m = mechanism(name, prior=("1", "1"), n=1, epsilon="1")
        kind = type(m.calibration).__name__.lower()
        assert WEIGHTS_WITH[name] in kind


@each
def test_every_parameter_is_explained(name):
    for f in fields(find(name)):
        assert f.name in MEANINGS
        assert f'<th scope="row">{f.name}</th>' in PAGES[f"mechanisms/{name}.html"]


def test_claims_concern_the_mechanisms_that_their_formulas_name():
    claims = [
        {"id": "d.one", "drafts": ["d"], "readings": []},
        {"id": "d.two", "drafts": ["d"], "readings": []},
        {"id": "d.thm.mh", "drafts": ["d"], "readings": []},
        {"id": "lproof.three", "drafts": ["lproof"], "readings": []},
    ]
    formulas = {"d.one/a": ["le", ["loss", "mh-s", {}]], "d.two/a": ["P", "mh", {}]}
    ids = {n: [c["id"] for c in concerning(n, claims, written(formulas))] for n in ALL}
    assert ids["mh-s"] == ["d.one"]
    assert ids["mh"] == ["d.two", "d.thm.mh"]
    assert ids["laplace-2counts"] == ["lproof.three"]
    assert ids["ehd"] == []


def test_a_page_links_the_claims_of_the_ledger_that_name_its_mechanism():
    text = PAGES["mechanisms/ehd.html"]
    assert 'href="../index.html#short.thm-3.1.ehd"' in text
    named = {
        k.partition("/")[0]
        for k, f in formulas_shipped()["readings"].items()
        if '"ehd"' in str(f).replace("'", '"')
    }
    assert len(named) > 1
    assert all(f"../index.html#{c}" in text for c in named)


def test_the_continuous_mechanism_says_that_there_is_no_finite_audit_and_what_is_known():
    text = PAGES["mechanisms/laplace-2counts.html"]
    assert "no finite law" in text
    row = r"<tr><th scope=\"row\">(rate|scale) reading, epsilon = (\S+)</th>(.*?)</tr>"
    found = re.findall(row, text)
    assert len(found) == 8, "four epsilons under each of two readings"
    for reading, epsilon, cells in found:
        epsilon = Fraction(epsilon)
        known = epsilon if reading == "rate" else 4 / epsilon
        assert Fraction(marks(cells)[0][2]) == known


def test_a_release_that_is_no_posterior_has_no_error():
    text = PAGES["mechanisms/lszhang.html"]
    assert "no posterior" in text
    assert "E[H]" not in text
    assert all(not k.startswith("error") for k, *_ in marks(text))


def test_a_page_follows_its_results():
    name = "lshist"
    key = next(
        m.key for m in MEASURES if m.kind == "calibrated" and dict(m.arguments)["name"] == name
    )
    changed = {
        **RESULTS,
        key: {**RESULTS[key], "nominal": {"lo": "0.12345678", "hi": "0.12345679"}},
    }
    assert "0.123457" not in PAGES[f"mechanisms/{name}.html"]
    after = view(name, DOCUMENT["claims"], written(formulas_shipped()["readings"]), changed)
    assert "0.123457" in html.mechanism(after)
