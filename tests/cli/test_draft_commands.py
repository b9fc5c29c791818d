"""`dpbi annotate`, `errata` and `explain`, as a person and as a program use them."""

import json

import pytest
from small_draft import CLAIMS, EDITED, FORMULAS, LEDGER, LEMMA, LINES, TEXT, THEOREM

from dpbi.cli import BAD_INPUT, FAILS, HOLDS, UNDECIDED
from dpbi.ledger import passages, recorded, shipped


@pytest.fixture
def draft(monkeypatch, tmp_path):
    """A folder with a small draft in it, and its ledger in place of the real one."""
    monkeypatch.setattr(passages, "known_lines", lambda *_: {"short-b": LINES})
    monkeypatch.setattr(shipped, "shipped", lambda *_: {"schema": 1, "claims": CLAIMS})
    monkeypatch.setattr(shipped, "formulas_shipped", lambda *_: {"schema": 1, "readings": FORMULAS})
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ledger.toml").write_text(LEDGER, "utf-8")
    path = tmp_path / "renamed.md"
    path.write_text(TEXT, "utf-8")
    return path


# annotate


def test_annotate_writes_a_page_and_says_what_is_on_it(run, draft):
    code, out, err = run("annotate", "renamed.md")
    assert (code, err) == (0, "")
    assert out == "renamed.html: short-b, 4 claims, 2 findings, 0 changed since\n"
    assert "Smallest counterexample" in (draft.parent / "renamed.html").read_text("utf-8")
    draft.write_text(EDITED, "utf-8")
    code, out, _ = run("annotate", "renamed.md", "--out", "p.html", "--json")
    assert code == 0
    assert json.loads(out) == {
        "draft": "short-b",
        "page": "p.html",
        "claims": 4,
        "findings": [{"claim": THEOREM, "line": 18}],
        "changed": [{"claim": LEMMA, "line": 5}],
    }


def test_the_same_draft_gives_the_same_bytes(run, draft):
    for name in ("one.html", "two.html"):
        run("annotate", "renamed.md", "--out", name)
    one, two = ((draft.parent / n).read_bytes() for n in ("one.html", "two.html"))
    assert one == two


def test_a_draft_with_a_mark_of_its_order_of_bytes_and_other_ends_of_lines_is_read(run, draft):
    draft.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert run("annotate", "renamed.md")[1].endswith("2 findings, 0 changed since\n")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"Another text.\n", "is not a copy of any of the drafts"),
        (b"", "is not a copy of any of the drafts"),
        (b"\xff\xfe", "it is not text in UTF-8"),
        (b"x" * 2_000_001, "it has more than 2000000 bytes"),
        (None, "there is no such file"),
    ],
)
def test_what_is_no_draft_is_refused_in_one_sentence(run, draft, content, why):
    if content is None:
        draft.unlink()
    else:
        draft.write_bytes(content)
    code, out, err = run("annotate", "renamed.md")
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert why in err
    assert not (draft.parent / "renamed.html").exists()


def test_the_draft_itself_is_never_written_over(run, draft):
    code, _, err = run("annotate", "renamed.md", "--out", "renamed.md")
    assert code == BAD_INPUT
    assert "it is the draft itself" in err
    assert draft.read_text("utf-8") == TEXT


# errata


def test_errata_are_printed_or_written_in_three_formats(run, draft):
    code, out, err = run("errata", "short-b")
    assert (code, err) == (0, "")
    assert out.startswith("# Errata: ")
    for name, begins in (("latex", "\\documentclass"), ("html", "<!doctype html>")):
        code, out, _ = run("errata", "renamed.md", "--format", name, "--out", f"e.{name}")
        assert (code, out) == (
            0,
            f"e.{name}: 2 corrections, in the order of the draft (short-b).\n",
        )
        assert (draft.parent / f"e.{name}").read_text("utf-8").startswith(begins)


def test_errata_for_programs(run, draft):
    document = json.loads(run("errata", "short-b", "--json")[1])
    assert [e["claim"] for e in document["entries"]] == [LEMMA, THEOREM]
    assert document["draft"] == "short-b"


@pytest.mark.parametrize("name", ["short", "nothing.md", "tailorin"])
def test_a_name_that_is_neither_a_draft_nor_a_file_is_refused(run, draft, name):
    code, out, err = run("errata", name)
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert f"there is no draft named '{name}'" in err


# explain


@pytest.mark.study
def test_explain_prints_the_counterexample_step_by_step_and_what_the_kernel_says(run):
    code, out, err = run("explain", "tailoring.count-dirichlet")
    assert (code, err) == (FAILS, "")
    for words in (
        "false as written, true with a small change; constant wrong",
        "fails at      n = 1, k = 3",
        "step by step  n + 1 = 2",
        "right side    binomial(n + 1, k - 1) = 1",
        "today         fails, as recorded",
        "confidence    certain: ",
        "fix           C(n + m \u2212 1, m \u2212 1) in place of",
        "certificate   dpbi/kernel.py, now: it refutes the reading",
        "other readings, computed too",
    ):
        assert words in out, words


@pytest.mark.study
def test_explain_for_programs_has_the_row_of_claims_json_and_what_is_new(run):
    code, out, _ = run("explain", "tailoring.count-dirichlet/literal", "--json")
    assert code == FAILS
    document = json.loads(out)
    (row,) = document["readings"]
    assert row["witness"] == {
        "n": 1,
        "k": 3,
        "_sides": {"left": {"lo": "3", "hi": "3"}, "right": {"lo": "1", "hi": "1"}},
    }
    assert (row["computed"], row["as_recorded"], row["changed"]) == (True, True, None)
    assert row["certificate_checked"] == "it refutes the reading"
    assert row["steps"][0] == {"expression": "n + 1", "value": {"lo": "2", "hi": "2"}}


@pytest.mark.study
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("tailoring.count-dirichlet/meq2", HOLDS),
        ("tailoring.count-dirichlet/literal", FAILS),
        ("notes.ehdl.nondp/not-eps-dp-prior-beta-1-1", UNDECIDED),
        ("notes.ehdl.nondp/two-categories-some-multiple-of-eps-is-passed", FAILS),  # as it was
        ("short.thm-4.2/literal-gammaeqe-o-eps-ge1", FAILS),  # ill-defined
        ("tailoring.count", BAD_INPUT),
        ("tailoring.count-dirichlet/x", BAD_INPUT),
    ],
)
def test_the_exit_code_is_the_verdict_of_today(run, name, code):
    found, out, err = run("explain", name)
    assert found == code
    assert (out == "") == (code == BAD_INPUT)
    assert err.count("\n") == (code == BAD_INPUT)


def test_what_cannot_be_computed_without_verify_is_not_decided(run, draft, monkeypatch):
    monkeypatch.setattr(recorded, "in_order", lambda _: [])
    code, out, err = run("explain", f"{THEOREM}/private")
    assert code == UNDECIDED, err
    assert "as recorded: fails; to decide it again, run this where its section is" in out
    code, out, _ = run("explain", f"{LEMMA}/all-x")
    assert code == FAILS
    assert "it refutes the reading" in out
