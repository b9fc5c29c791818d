"""`dpbi claims`, `search`, `recheck` and `ledger`, as a person and as a program use them."""

import json
import shutil
from pathlib import Path

import pytest
from audited import READINGS, repository

import dpbi
from dpbi.cli import BAD_INPUT
from dpbi.ledger.chains import chain_of
from dpbi.ledger.shipped import shipped
from dpbi.report.drafts.cards import fix, telling

pytestmark = pytest.mark.study

ROOT = Path(dpbi.__file__).parent.parent
FILES = sorted((ROOT / "reports" / "certificates").rglob("*.json"))

REFUTED = "short.thm-3.1.ehd/gs-eq-sqrt-1-pi-4-constant-all-alphagt0"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((REFUTED, "--epsilon", "1"), "--epsilon = 1 is refused: a CLAIM is not a promise"),
        ((REFUTED, "--delta", "1/9"), "--delta = 1/9 is refused: a CLAIM is not a promise"),
        ((REFUTED, "--time-limit", "9"), "--seconds says how long to look into a CLAIM"),
        (("ehd", "--epsilon", "1", "--seconds", "3"), "all the values given for a TARGET are"),
        (("ehd", "--epsilon", "1", "--seed", "0"), "all the values given for a TARGET are"),
        (("ehd", "--epsilon", "1", "--tries", "7"), "all the values given for a TARGET are"),
    ],
)
def test_an_option_that_says_nothing_of_what_is_searched_is_refused(run, words, why):
    code, out, err = run("search", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert why in err


def test_claims_are_listed_by_draft_and_verdict_with_a_score(run):
    code, out, _ = run("claims", "--draft", "short", "--verdict", "fails")
    assert code == 0
    assert "short.thm-3.1.ehd" in out
    assert "tailoring." not in out
    (counted,) = (line for line in out.splitlines() if " claims, " in line)
    assert "fails" in counted
    assert "holds" not in counted
    assert any(line.startswith("headlines: ") for line in out.splitlines())
    _, out, _ = run("claims", "--json")
    document = json.loads(out)
    assert document["schema"] == 1
    assert len(document["claims"]) >= 57


def test_a_claim_is_shown_with_formula_witness_and_what_it_trusts(run):
    code, out, _ = run("claims", "show", "short.thm-3.1.ehd")
    assert code == 0
    for word in (
        "formula",
        "witness",
        "worst",
        "fix",
        "role",
        "trusts       kernel",
        "certificate",
    ):
        assert word in out
    _, out, _ = run("claims", "show", "short.thm-3.1.ehd", "--json")
    claim = json.loads(out)
    fields = {"id", "kind", "drafts", "location", "statement", "uses", "readings"}
    assert fields | {"headline", "severity", "lines"} <= set(claim)
    fields = {
        "id",
        "role",
        "catalogue",
        "statement",
        "verdict",
        "evidence",
        "domain",
        "instances",
        "tries",
    }
    fields |= {"witness", "worst", "repair", "certificate", "trusts"}
    assert all(fields <= set(r) for r in claim["readings"])


def test_claims_are_chosen_by_headline_severity_and_role(run):
    for option, word, key in (
        ("--headline", "misprinted", "true as intended, misprinted"),
        ("--severity", "theorem-false", "theorem false"),
    ):
        code, out, _ = run("claims", option, word, "--json")
        found = json.loads(out)["claims"]
        assert code == 0
        assert found
        assert {c[option[2:]] for c in found} == {key}
    _, out, _ = run("claims", "--role", "repair", "--json")
    assert {r["role"] for c in json.loads(out)["claims"] for r in c["readings"]} == {"repair"}


def test_the_chain_of_a_proof_marks_its_first_broken_step(run):
    document = json.loads(run("claims", "--json")[1])["claims"]
    broken = next(c for c in document if chain_of(c["id"], document).first_broken)
    chain = chain_of(broken["id"], document)
    code, out, _ = run("claims", "proof", broken["id"])
    assert code == 0
    assert chain.sentence in out
    (marked,) = (line for line in out.splitlines() if line.startswith(">>"))
    assert chain.steps[chain.first_broken - 1].id in marked
    _, out, _ = run("claims", "proof", broken["id"], "--json")
    assert json.loads(out)["first_broken"] == chain.first_broken


def test_the_search_finds_what_is_refuted_and_says_so_by_its_exit_code(run):
    code, out, _ = run("search", REFUTED, "--tries", "40", "--json")
    assert code == 1
    found = json.loads(out)[REFUTED]
    assert found["violated"]
    assert found["witness"]["n"] == 1
    code, out, _ = run("search", "short.thm-3.1.ehd/gs-eq-true-global-sensitivity", "--tries", "4")
    assert code == 3
    assert "proves nothing" in out


def test_recheck_accepts_the_certificates_and_names_what_it_rejects(run, tmp_path):
    code, out, _ = run("recheck", *map(str, FILES[:6]))
    assert code == 0
    assert "6 of 6 accepted" in out
    broken = json.loads(FILES[0].read_text(encoding="utf-8")) | {"claim": "nobody.claims.this"}
    (tmp_path / "bad.json").write_text(json.dumps(broken), encoding="utf-8")
    (tmp_path / "junk.json").write_text("{", encoding="utf-8")
    code, out, _ = run("recheck", str(tmp_path), str(FILES[0]))
    assert code == 1
    assert f'"{tmp_path / "bad.json"}": ' in out
    assert f'"{tmp_path / "junk.json"}": ' in out
    assert "1 of 3 accepted" in out


def test_recheck_never_adds_up_what_differs_in_kind(run, tmp_path):
    kinds = {}
    for file in FILES:
        says = json.loads(file.read_text(encoding="utf-8"))
        kinds.setdefault((says["says"], "assignments" in says), file)
    assert len(kinds) == 4  # false at an instance, true at one, true at some, holds
    link = tmp_path / "link.json"
    link.symlink_to(FILES[0])
    code, out, _ = run("recheck", "--json", *map(str, kinds.values()), str(tmp_path), str(FILES[0]))
    document = json.loads(out)
    assert code == 0
    assert document["rejected"] == {}
    assert {document[kind] for kind in ("refuted", "exists", "true", "proved")} == {1}
    assert next(line.split(": ")[1] for line in document["skipped"]) == "skipped, it is a link."
    assert document["checked"] == 4 + (FILES[0] not in kinds.values())
    _, out, _ = run("recheck", *map(str, kinds.values()))
    for words in (
        "1 refuted at an instance.",
        "1 existence shown.",
        "1 true at the listed instances, of readings that say more.",
        "1 proved on the whole of a finite domain.",
        "4 of 4 accepted",
    ):
        assert words in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("claims", "show"), "dpbi claims show ID"),
        (("claims", "show", "short.thm-3.1.edh"), "did you mean short.thm-3.1.ehd"),
        (("claims", "--verdict", "maybe"), "--verdict"),
        (("claims", "--headline", "fine"), "--headline"),
        (("claims", "proof", "short.thm-3.1.edh"), "did you mean short.thm-3.1.ehd"),
        (("claims", "show", "short.thm-3.1.ehd", "--role", "repair"), "go with the list"),
        (("search", "no.such.claim"), "no claim with a formula"),
        (("search", REFUTED, "--seconds", "0"), "> 0"),
        (("recheck", "nowhere"), "no such file"),
        (("ledger", "--root", "dpbi"), "no folder verify/"),
    ],
)
def test_bad_input_is_one_sentence(run, arguments, sentence, monkeypatch):
    monkeypatch.chdir(ROOT)
    code, out, err = run(*arguments)
    assert (code, out) == (BAD_INPUT, "")
    assert err.count("\n") == 1
    assert sentence in err


def test_an_empty_folder_has_nothing_to_recheck(run, tmp_path):
    code, _, err = run("recheck", str(tmp_path))
    assert code == BAD_INPUT
    assert "no certificate" in err


def test_the_ledger_of_a_small_folder_is_rebuilt_in_place(run, tmp_path):
    root = repository(tmp_path)
    code, out, _ = run("ledger", "--root", str(root))
    assert (code, out) == (
        0,
        f"2 claims, {READINGS} readings\n3 certificates, each accepted by the kernel\n",
    )
    document = json.loads((root / "reports" / "ledger.json").read_text(encoding="utf-8"))
    assert set(document["readings"]) == {
        f"short.{name}" for name in ("first/bounded", "first/false", "first/some", "second/nothing")
    }
    assert len([*(root / "reports" / "certificates").rglob("*.json")]) == 3


def test_the_ledger_is_rebuilt_in_place(run, tmp_path):
    shutil.copytree(ROOT / "verify", tmp_path / "verify")
    code, out, _ = run("ledger", "--root", str(tmp_path))
    assert code == 0
    assert "each accepted by the kernel" in out
    assert (tmp_path / "reports" / "ledger.json").exists()


def test_a_file_that_is_no_json_is_refused_as_input(run, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("{", encoding="utf-8")
    code, out, err = run("recheck", str(path))
    assert (code, out) == (2, "")
    assert "it is not a certificate in JSON" in err


@pytest.mark.parametrize("name", ["short.thm-4.2", "tailoring.full-proof", "notes.lemma-2.3.U"])
def test_explain_gives_the_fix_of_the_card_wherever_the_claim_has_it(run, name):
    claim = next(c for c in shipped()["claims"] if c["id"] == name)
    card = fix(claim, telling(claim))
    assert card
    _, out, _ = run("explain", name)
    assert f"    fix           {card}\n" in out


def test_explain_wants_a_reading_after_a_slash(run):
    code, out, err = run("explain", "tailoring.full-proof/")
    assert (code, out) == (2, "")
    assert err == "dpbi: reading is missing: name one after the /, or leave the / out\n"
