"""The page of each mechanism: its law is the mechanism's own, its numbers are results."""

import re
from dataclasses import fields
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from urllib.parse import quote

import pytest
from measured import RESULTS, marks
from study import document, formulas

from dpbi.bayes.dirichlet import Dirichlet
from dpbi.fields import Balls
from dpbi.language import forall
from dpbi.language.expr import Variable
from dpbi.language.mathml import mathml
from dpbi.ledger.evaluate import Evaluation
from dpbi.mechanisms.registry import OF_THE_DRAFTS, find
from dpbi.report import html
from dpbi.report.addresses import page_of
from dpbi.report.figures import explorer
from dpbi.report.figures.base import ALL, EXPONENTIAL, FINITE, LAPLACE
from dpbi.report.mechanism_pages import (
    DEFINITIONS,
    MEANINGS,
    MEASURES,
    all_measures,
    concerning,
    view,
    views,
    written,
)
from dpbi.report.words import at
from pictures import FIGURES

pytestmark = pytest.mark.study

each = pytest.mark.parametrize("name", ALL)
VOID = {"meta", "link", "br", "input"}


@cache
def pages():
    return {place: html.mechanism(page) for place, page in views(document(), RESULTS).items()}


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
    option_of_another = {"mh-s-exp"}
    named = {m.name for m in OF_THE_DRAFTS} - option_of_another
    assert set(pages()) == {f"mechanisms/{name}.html" for name in named}


@each
def test_a_page_is_well_formed_and_asks_nothing_of_the_network(name):
    parser = Nested()
    parser.feed(pages()[f"mechanisms/{name}.html"])
    parser.close()
    assert parser.open == []
    assert "../index.html" in parser.links
    assert all(a.startswith(("#", "../", "data:")) for a in parser.links)


@each
def test_every_number_of_a_page_is_the_result_of_a_measure_that_is_listed(name):
    found = marks(pages()[f"mechanisms/{name}.html"])
    known = {m.key for m in MEASURES}
    assert len(found) >= 16
    for key, path, value, _ in found:
        assert key in known
        assert value == str(at(RESULTS[key], path))


def test_all_measures_are_those_of_figures_and_pages_each_once():
    found = all_measures(FIGURES)
    assert len(set(found)) == len(found)
    assert set(found) == {*MEASURES, *explorer.MEASURES, *(m for f in FIGURES for m in f.measures)}


def test_families_cover_every_mechanism():
    assert set(EXPONENTIAL) | set(LAPLACE) == set(FINITE)
    assert set(EXPONENTIAL) == {"ehd", "ehdl", "ehds", "ehds-4s", "mh", "mh-exp", "mh-s"}


@pytest.mark.parametrize("name", DEFINITIONS)
@pytest.mark.parametrize(("prior", "counts"), [((1, 1), (1, 3)), ((1, "1/2", 3), (2, 0, 1))])
def test_the_definitions_of_a_page_are_those_that_the_laws_are_made_with(name, prior, counts):
    alpha = Dirichlet(prior)
    env = {"prior": alpha, "x": counts, "n": sum(counts)}
    beta = Variable("beta", ("rational", "0", None, "()"))
    formula = forall(DEFINITIONS[name], where=[beta])
    F = Balls(192)
    with F.scope():
        numbers = {"gamma": Fraction(2, 3), "beta": Fraction(1, 7)}
        left, right = Evaluation(F).sides(formula, {**env, **numbers})
        apart = F.enclosure(left.approximate - right.approximate)
        assert apart.lo <= 0 <= apart.hi
        assert apart.width < Fraction(1, 10**40)
        assert F.less(F.rational(Fraction(1, 100)), left.approximate)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ehd", "GS LS"),
        ("ehdl", "LS"),
        ("mh", "LS S"),
        ("mh-exp", "LS Sexp"),
        ("mh-s", "LS S Sexp"),
        ("lshist", ""),
    ],
)
def test_a_page_defines_the_sensitivities_that_its_law_is_made_of_and_no_others(name, said):
    page_ = pages()[f"mechanisms/{name}.html"]
    for word, definition in DEFINITIONS.items():
        assert (mathml(definition) in page_) is (word in said.split())
    assert ("under Beta(1, 1)" in page_) is (name == "ehd")


@each
def test_every_parameter_is_explained(name):
    for f in fields(find(name)):
        assert f.name in MEANINGS
        assert f'<th scope="row">{f.name}</th>' in pages()[f"mechanisms/{name}.html"]


def test_claims_concern_the_mechanisms_that_their_formulas_name():
    claims = [
        {"id": "d.one", "drafts": ["d"], "readings": []},
        {"id": "d.two", "drafts": ["d"], "readings": []},
        {"id": "d.thm.mh", "drafts": ["d"], "readings": []},
        {"id": "lproof.three", "drafts": ["lproof"], "readings": []},
    ]
    said = {"d.one/a": ["le", ["loss", "mh-s", {}]], "d.two/a": ["P", "mh", {}]}
    ids = {n: [c["id"] for c in concerning(n, claims, written(said))] for n in ALL}
    assert ids["mh-s"] == ["d.one"]
    assert ids["mh"] == ["d.two", "d.thm.mh"]
    assert ids["laplace-2counts"] == ["lproof.three"]
    assert ids["ehd"] == []


def test_a_page_links_the_claims_of_the_ledger_that_name_its_mechanism():
    text = pages()["mechanisms/ehd.html"]
    assert 'href="../claims/short.thm-3.1.ehd.html#short.thm-3.1.ehd"' in text
    named = {
        k.partition("/")[0] for k, f in formulas().items() if '"ehd"' in str(f).replace("'", '"')
    }
    assert len(named) > 1
    assert all(f"../claims/{quote(page_of(c).partition('/')[2])}#" in text for c in named)


def test_the_continuous_mechanism_says_that_there_is_no_finite_audit_and_what_is_known():
    text = pages()["mechanisms/laplace-2counts.html"]
    assert "no finite law" in text
    row = r"<tr><th scope=\"row\">(rate|scale) reading, epsilon = (\S+)</th>(.*?)</tr>"
    found = re.findall(row, text)
    assert len(found) == 8, "four epsilons under each of two readings"
    for reading, epsilon, cells in found:
        epsilon = Fraction(epsilon)
        known = epsilon if reading == "rate" else 4 / epsilon
        assert Fraction(marks(cells)[0][2]) == known


def test_a_release_that_is_no_posterior_has_no_error():
    text = pages()["mechanisms/lszhang.html"]
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
    assert "0.123457" not in pages()[f"mechanisms/{name}.html"]
    after = view(name, document()["claims"], written(formulas()), changed)
    assert "0.123457" in html.mechanism(after)
