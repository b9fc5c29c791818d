"""One rule each for drafts, verdict words, changes and outcomes; the others derive from it."""

import ast
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from study import FOLDERS, LAYOUT

import dpbi
from dpbi.audit.running import choose
from dpbi.audit.tasks import readings
from dpbi.cli.claims import VERDICTS as ASKED
from dpbi.ledger import recorded
from dpbi.ledger.claims import draft_names, headings_of
from dpbi.ledger.outcomes import Outcome, Verdict
from dpbi.ledger.shipped import shipped
from dpbi.privacy.finding import FAILS, HOLDS, UNDECIDED, overall
from dpbi.report import words

pytestmark = pytest.mark.study

ROOT = Path(dpbi.__file__).parent
VERIFY = ROOT.parent / "verify"


def test_a_claim_is_in_the_folder_and_of_the_drafts_that_its_id_names():
    rows = {c["id"]: c for c in shipped()["claims"]}
    for path in recorded.sections(VERIFY):
        for claim in recorded.claims_in(path):
            assert LAYOUT.folder_of(rows[claim.id]) == path.parent.name
            assert set(claim.drafts) <= set(LAYOUT.texts)
            if path.parent.name == "short":
                versions = set(re.findall(r"short-[ab]", claim.place))
                assert versions == set(claim.drafts), claim.id


def test_the_command_and_the_audit_choose_the_same_claims_of_a_draft():
    every = list(readings(VERIFY))
    for draft in ("short", "short-a", "short-b", "between", "notes", "tailoring"):
        here = {t.claim.id for t in choose(every, [draft], [], LAYOUT)}
        assert here == {c["id"] for c in shipped()["claims"] if draft in draft_names(c)}
        assert here


def test_a_contradiction_is_of_both_drafts_and_has_a_heading_of_its_own():
    rows = {c["id"]: c for c in shipped()["claims"]}
    both = ["short-a", "short-b"]
    assert (
        rows["between.short-a+short-b.good-set"]["drafts"]
        == rows["short.thm-3.1.ehd"]["drafts"]
        == both
    )
    assert headings_of(rows["between.short-a+short-b.good-set"]) == ("between",)
    assert headings_of(rows["short.thm-3.1.ehd"]) == ("short-a", "short-b")
    assert rows["short-a.thm-3.1.ehds"]["drafts"] == ["short-a"]
    assert LAYOUT.folder_of(rows["short-a.thm-3.1.ehds"]) == "short"


@pytest.mark.parametrize(
    ("verdict", "one", "several", "letter", "mark"),
    [
        ("holds", "holds", "hold", "H", "+"),
        ("holds_bounded", "holds up to a bound", "hold up to a bound", "B", "~"),
        ("fails", "fails", "fail", "F", "-"),
        ("vacuous", "is vacuous", "are vacuous", "V", "0"),
        ("ill_defined", "is ill-defined", "are ill-defined", "I", "/"),
        ("undecided", "is undecided", "are undecided", "U", "?"),
    ],
)
def test_a_verdict_has_one_set_of_words(verdict, one, several, letter, mark):
    v = Verdict(verdict)
    assert (v.said(), v.said(2), v.letter, v.mark) == (one, several, letter, mark)
    assert list(ASKED) == list(words.VERDICTS) == list(words.MEANINGS) == [w.value for w in Verdict]


def test_the_words_for_a_promise_are_verdicts_too_and_one_failure_decides():
    assert {HOLDS, FAILS, UNDECIDED} == {
        v.value for v in (Verdict.HOLDS, Verdict.FAILS, Verdict.UNDECIDED)
    }
    assert overall([HOLDS, UNDECIDED, FAILS]) == FAILS
    assert overall([HOLDS, UNDECIDED]) == UNDECIDED
    assert overall([HOLDS, HOLDS]) == HOLDS


def test_an_outcome_comes_back_from_its_json():
    for draft in FOLDERS:
        for name, outcome in recorded.recorded(VERIFY, draft).items():
            again = Outcome.read(json.loads(json.dumps(outcome.json())))
            assert again == outcome, name


def test_what_moved_is_said_in_one_way():
    known = Outcome(Verdict.FAILS, "", witness={"n": 1})
    assert recorded.change("a/b", known, known) is None
    elsewhere = replace(known, witness={"n": 2})
    assert recorded.change("a/b", known, elsewhere, same_witness=False) is None
    bounded = Outcome(Verdict.HOLDS_BOUNDED, "")
    for before, now, sentence in [
        (known, elsewhere, "a/b is fails at another witness than the recorded one"),
        (known, bounded, "a/b is holds_bounded, while fails is recorded"),
        (None, known, "a/b is fails and was never recorded"),
        (bounded, bounded, "a/b holds up to a bound, and no search is on record"),
    ]:
        assert str(recorded.change("a/b", before, now)) == sentence


WRITERS = {"write_text", "write_bytes", "mkstemp", "NamedTemporaryFile", "touch", "rename"}
WRITING = re.compile(r"[rtb]*[wax+][wartbx+]*")


def writes(node):
    """Whether a call writes a file: by a method that does, or by opening one in such a mode."""
    if not isinstance(node, ast.Call):
        return False
    name = ast.unparse(node.func).rpartition(".")[2]
    modes = [k.value for k in node.keywords if k.arg == "mode"] + node.args[:2]
    modes = [m.value for m in modes if isinstance(m, ast.Constant) and isinstance(m.value, str)]
    opens = name in ("open", "fdopen") and any(WRITING.fullmatch(m) for m in modes)
    return opens or name in WRITERS


def test_files_are_written_in_one_place():
    """The audit exchanges folders; a defect has a new file; worker and child open their
    streams, and one process at a time compiles proofs, which a lock says."""
    own = {"support/files.py", "audit/serving.py", "audit/writing.py"}
    own |= {"cli/__init__.py", "promises/child.py", "ledger/proving/coqc.py"}
    found = {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        if any(map(writes, ast.walk(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert found == own
    for call in ('p.open("w")', 'open(p, mode="a")', 'open(p, "x")', 'p.write_text("a")'):
        assert writes(ast.parse(call).body[0].value)
    for call in ("open(p)", 'p.open("rb")', 'open(p, encoding="ascii")', 'open("w.txt")'):
        assert not writes(ast.parse(call).body[0].value)
