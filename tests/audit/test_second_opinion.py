"""The audit asks mpmath about every answer, counts what it confirms, stops at a contradiction."""

import json
import os

import pytest
from audited import Here, repository, started
from checked import forked

from dpbi import report
from dpbi.audit import pages, serving, tasks
from dpbi.audit import pool as worker
from dpbi.audit.running import Cache, Work
from dpbi.errors import Disagreement
from dpbi.ledger.folders.finding import Folder
from dpbi.ledger.shipped import build, shipped
from dpbi.ledger.shipped import formulas as of_readings
from dpbi.report import markdown
from dpbi.report.quantities import Measure
from dpbi.report.site import site

PLANT = """

if "PLANTED" in os.environ:
    from dpbi.privacy import definitions

    definitions.Definitions.distance = lambda self, prior, x, r: self.mp.mpf(2)
"""


def done(root, cache=None):
    """The work of an audit of a small repository."""
    work = Work(list(tasks.readings(root / "verify")), cache)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serving, "Helper", Here)
        list(work.do(root / "verify", 0, full=False))
    return work


def planted(root, cache):
    """The audit of a repository that breaks the distances of its second opinion as it is read."""
    with (root / "verify" / "short" / "section_1.py").open("a", encoding="utf-8") as section:
        section.write(PLANT)

    def started_with_it():
        os.environ["PLANTED"] = "yes"
        started("--root", root, "--cache", cache.folder, "--jobs", 1)

    return forked(started_with_it)


def test_every_reading_with_a_formula_that_is_decided_is_confirmed_and_that_is_kept(tmp_path):
    root, cache = repository(tmp_path / "clone"), Cache(tmp_path / "kept")
    first = done(root, cache)
    assert {name for name, said in first.opinions.items() if said is None} == {
        "short.first/limit",  # a check of its own
        "short.second/nothing",  # it has no value
    }
    assert first.opinions["short.first/false"]["digits"] >= 11
    again = done(root, cache)
    assert (again.redone, again.opinions) == (0, first.opinions)


def test_a_contradiction_stops_the_audit_with_one_sentence_and_no_report(tmp_path):
    root, cache = repository(tmp_path / "clone"), Cache(tmp_path / "kept")
    found = planted(root, cache)
    assert found.returncode == 2, found.stderr
    assert found.stdout == ""
    (sentence,) = found.stderr.splitlines()
    assert "short.first/" in sentence
    assert "this is a defect of dpbi" in sentence
    assert not (root / "reports" / "index.html").exists()
    later = Work(list(tasks.readings(root / "verify")), cache)
    assert not {"short.first/bounded", "short.first/false"} & later.results.keys()


LOSS = Measure.of("loss", name="ehdl", prior=("1", "2"), n="4", epsilon="1")
PROFILE = Measure.of(
    "profile", levels=["0", "1/4"], name="mh", prior=("1", "2"), n="4", epsilon="1"
)
ERROR = Measure.of("error", name="lsdim", prior=("1", "1"), n="4", epsilon="1", x=("2", "2"))
LAW = Measure.of(
    "error_law", parts="10", name="mh", prior=("1", "1"), n="4", epsilon="1", x=("2", "2")
)
INFINITE = Measure.of("loss", name="laplace-2counts", prior=("1", "1"), n="3", epsilon="1")


@pytest.mark.parametrize("measure", [LOSS, PROFILE, ERROR, LAW], ids=lambda m: m.kind)
def test_a_number_of_the_report_is_confirmed_or_contradicted(measure):
    result = measure.compute()
    assert measure.confirm(result) >= 10
    text = json.dumps(result)
    with pytest.raises(Disagreement):
        measure.confirm(
            json.loads(text.replace('"lo": "0.', '"lo": "1.').replace('"hi": "0.', '"hi": "1.'))
        )


def test_a_number_without_a_second_computation_says_so():
    assert INFINITE.confirm(INFINITE.compute()) is None
    sensitivities = Measure.of("gaps", prior=("1", "1"), x=("1", "2"))
    assert sensitivities.confirm(sensitivities.compute()) is None


def test_a_worker_tells_a_contradiction_from_an_error(monkeypatch):
    task = tasks.MeasureTask(LOSS)
    request = {**task.request(), "digest": tasks.digest_of(task)}
    assert worker.answer(request, {})["second_opinion"] == {"digits": 11}

    def wrong(self, result):
        raise Disagreement("the loss", "1", "2")

    monkeypatch.setattr(Measure, "confirm", wrong)
    found = worker.answer(request, {})
    assert found["disagreement"] == ["the loss", "1", "2"]
    assert "result" not in found


GIVEN = {
    "a/one": {"instances": 2, "digits": 11},
    "a/two": {"instances": 4, "digits": None},
    "a/three": None,
    "loss(n=1)": {"digits": 50},
    "gaps(n=1)": None,
}


def test_what_is_confirmed_is_counted_for_the_report():
    found = pages.opinions(GIVEN, ["loss(n=1)", "gaps(n=1)"])
    assert found["readings"] == {
        "confirmed": 2,
        "fewest digits": 11,
        "truth": 1,
        "without": ["a/three"],
    }
    assert found["numbers"]["confirmed"] == 1
    assert found["numbers"]["without"] == ["gaps(n=1)"]


def pages_say_how_many_were_confirmed(document, **folder):
    second = pages.opinions(GIVEN, ["loss(n=1)", "gaps(n=1)"])
    whole = report.build(document, second=second, **folder)
    said = whole.second_opinion
    assert "2 of 3 readings" in said
    assert "1 of 2 numbers" in said
    assert "to 11 digits or more" in said
    assert said in site(whole, {})["index.html"]
    assert said in markdown.page(whole)
    silent = report.build(document, **folder)
    assert "Second opinion" not in site(silent, {})["index.html"] + markdown.page(silent)


def test_the_page_and_its_markdown_say_how_many_were_confirmed_to_how_many_digits(tmp_path):
    folder = Folder(repository(tmp_path) / "verify")
    known = of_readings([task.claim for task in tasks.readings(folder.root)])["readings"]
    pages_say_how_many_were_confirmed(build(folder), formulas=known, layout=folder.layout)


@pytest.mark.study
def test_the_page_of_the_study_says_how_many_were_confirmed_to_how_many_digits():
    pages_say_how_many_were_confirmed(shipped())


def test_the_file_of_the_report_lists_what_has_no_second_opinion():
    second = pages.opinions(GIVEN, ["loss(n=1)", "gaps(n=1)"])
    files = pages.for_programs(pages.Assembled({"schema": 1, "claims": []}, {}), {}, {}, second)
    assert json.loads(files["second_opinion.json"]) == second
    assert "second_opinion.json" not in pages.for_programs(pages.Assembled({}, {}), {}, {})
