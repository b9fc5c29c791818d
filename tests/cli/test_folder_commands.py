"""Every command on a folder of one's own: begun by `dpbi init`, named by --claims or configured."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from own_folder import own, section

import dpbi
from dpbi import kernel
from dpbi.cli import BAD_INPUT, COMMANDS, FAILS, HOLDS
from dpbi.ledger.folders import finding

FALSE = "paper.cor-2"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder as `dpbi init` begins it, with its report."""
    folder = tmp_path_factory.mktemp("somewhere") / "mine"
    for words in (("init", folder), ("audit", "--claims", folder)):
        done = outside(folder.parent, "-m", "dpbi", *words)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def mine(made, tmp_path, monkeypatch):
    """A copy of it, seen from outside."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(made, tmp_path / "mine")
    return tmp_path / "mine"


def outside(place, *words):
    """A command of its own, run elsewhere."""
    return subprocess.run(
        [sys.executable, *map(str, words)], cwd=place, capture_output=True, text=True, check=False
    )


def test_what_init_begins_is_green_and_its_false_claim_has_a_certificate(mine):
    done = outside(mine.parent, "-m", "pytest", "-p", "no:cacheprovider", "mine")
    assert done.returncode == 0, done.stdout
    assert "paper      2 holds, 1 fails" in done.stdout
    document = json.loads((mine / "report" / "claims.json").read_text("utf-8"))
    assert [(c["id"], c["headline"]) for c in document["claims"]] == [
        ("paper.thm-1", "true"),
        (FALSE, "false as written, true with a small change"),
    ]
    alone = Path(kernel.__file__)
    checked = outside(mine, "-I", alone, "report/certificates")
    assert checked.returncode == 0, checked.stdout
    assert checked.stdout.startswith("1 refuted at an instance.")
    assert f"report/certificates/{FALSE}/literal.json" in (
        mine / "report" / "claims" / f"{FALSE}.html"
    ).read_text("utf-8")


def test_a_folder_that_is_not_empty_is_left_as_it_is(run, mine):
    before = sorted(mine.rglob("*"))
    code, out, err = run("init", "mine")
    assert (code, out) == (BAD_INPUT, "")
    assert (
        err == "dpbi: FOLDER = mine is refused: it is not empty; name one that is, or a new one\n"
    )
    assert sorted(mine.rglob("*")) == before


def test_the_report_of_a_folder_is_of_its_claims_alone(mine):
    index = (mine / "report" / "index.html").read_text("utf-8")
    assert "<h1>What the paper claims, and what is true</h1>" in index
    assert "2</data> claims about randomised response. Words" in index
    assert "Bayesian" not in index
    assert "dpbi explain paper.cor-2/literal" in index
    assert not (mine / "report" / "mechanisms").exists()
    assert "short" not in (mine / "report" / "claims.md").read_text("utf-8").replace("shortest", "")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("claims",), HOLDS, "2 claims, 3 readings: 2 holds, 1 fails"),
        (("claims", "--draft", "paper"), HOLDS, FALSE),
        (("claims", "show", FALSE), HOLDS, "why it fails"),
        (("claims", "proof", FALSE), HOLDS, "the statement is false"),
        (("explain", FALSE), FAILS, "fails, as recorded"),
        (("search", f"{FALSE}/literal", "--tries", "2"), FAILS, "literal: violated at eps = 1"),
        (("errata", "paper"), HOLDS, "One correction, in the order of the draft (paper)"),
        (("ledger",), HOLDS, "3 certificates, each accepted by the kernel"),
        (("audit", "--draft", "paper"), HOLDS, "Every outcome is the recorded one"),
    ],
)
@pytest.mark.parametrize("how", ["named", "configured", "inside"])
def test_every_command_knows_the_folder(run, mine, monkeypatch, how, words, code, said):
    if how == "configured":
        (mine.parent / "pyproject.toml").write_text('[tool.dpbi]\nclaims = "mine"\n', "utf-8")
    if how == "inside":
        monkeypatch.chdir(mine / "paper")
    found, out, err = run(*words, *(["--claims", "mine"] if how == "named" else []))
    assert found == code, err
    assert said.lower() in out.lower()


def test_certificates_are_checked_by_the_formulas_of_the_folder_that_they_are_in(run, mine):
    code, out, err = run("recheck", "mine/report/certificates")
    assert code == HOLDS, err
    assert "3 of 3 accepted" in out
    code, out, _ = run("recheck", "mine/report/certificates", "--claims", "mine")
    assert "3 of 3 accepted" in out


def test_a_draft_of_the_folder_is_annotated_once_its_lines_are_known(run, mine):
    text = "# A paper\n\nCorollary 2. Telling the truth with probability 3/4 is eps-private.\n"
    Path("paper.txt").write_text(text, "utf-8")
    code, _, err = run("annotate", "paper.txt", "--claims", "mine")
    assert (code, "`dpbi ledger --drafts FOLDER` makes it know some" in err) == (BAD_INPUT, True)
    assert run("ledger", "--drafts", ".", "--claims", "mine")[0] == HOLDS
    code, out, err = run("annotate", "paper.txt", "--claims", "mine")
    assert code == HOLDS, err
    assert out == "paper.html: paper, 0 claims, 0 findings, 0 changed since\n"
    assert "<title>The paper" in Path("paper.html").read_text("utf-8")


def test_without_a_report_one_sentence_says_what_writes_it(run, mine):
    shutil.rmtree(mine / "report")
    code, out, err = run("claims", "--claims", "mine")
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert "claims.json is missing: `dpbi audit` writes it" in err
    assert run("explain", FALSE, "--claims", "mine")[0] == FAILS
    assert run("search", f"{FALSE}/literal", "--tries", "2", "--claims", "mine")[0] == FAILS


ON_CLAIMS = {
    "claims": (),
    "explain": ("a.b",),
    "annotate": ("draft.txt",),
    "errata": ("paper",),
    "recheck": ("certificate.json",),
    "audit": (),
    "ledger": (),
    "proofs": (),
}


@pytest.mark.parametrize("verb", ON_CLAIMS)
def test_without_any_claims_one_sentence_says_what_to_do(run, tmp_path, monkeypatch, verb):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(finding, "PACKAGE", tmp_path / "site-packages" / "dpbi")
    for name in ("draft.txt", "certificate.json"):
        Path(name).write_text("{}", "utf-8")
    code, out, err = run(verb, *ON_CLAIMS[verb])
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert "there are no claims here: name their folder with --claims FOLDER" in err


def test_without_any_claims_a_mechanism_is_searched_and_anything_else_is_unknown(
    run, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(finding, "PACKAGE", tmp_path / "site-packages" / "dpbi")
    code, _, err = run("search", "thm-1")
    assert (code, "no folder of claims here" in err) == (BAD_INPUT, True)
    assert run("search", "ehd", "--n", "1", "--prior", "1,1", "-p", "epsilon=1")[0] in (1, 3)


@pytest.mark.parametrize("verb", COMMANDS)
def test_the_help_of_every_verb_needs_no_claims(run, tmp_path, monkeypatch, verb):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(finding, "PACKAGE", tmp_path / "site-packages" / "dpbi")
    code, out, err = run(verb, "--help")
    assert (code, err) == (HOLDS, "")
    assert out.startswith(f"Usage: dpbi {verb}")


def test_a_name_that_is_no_folder_of_claims_is_refused(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    for name, why in (("none", "there is no such folder"), ("empty", "no section_*.py in it")):
        code, out, err = run("claims", "--claims", name)
        assert (code, out) == (BAD_INPUT, "")
        assert why in err


def test_what_is_broken_is_one_sentence_with_its_place(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    own(tmp_path / "mine")
    (tmp_path / "mine" / "section_2.py").write_text(section(), "utf-8")
    code, out, err = run("audit", "--claims", "mine")
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert "section_2.py, line 7: two claims have one id: thm-1 is in" in err


def test_proofs_of_a_folder_without_any_say_where_they_would_be(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    own(tmp_path / "mine")
    code, out, err = run("proofs", "--claims", "mine")
    assert (code, out) == (BAD_INPUT, "")
    mine = tmp_path / "mine"
    assert err == f"dpbi: there are no proofs in {mine}: their place is {mine / 'proofs'}\n"


ASKED = {**ON_CLAIMS, "search": ("a.b",)}


@pytest.mark.parametrize("verb", ASKED)
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("none", "--claims = none is refused: there is no such folder"),
        ("empty", "--claims = empty is refused: there is no ledger.toml and no section_*.py in it"),
        ("file", "'--claims': Directory 'file' is a file"),
        ("broken", "ledger.toml, line 1: it is not TOML: Invalid value"),
    ],
)
def test_every_command_refuses_what_is_no_folder_of_claims(
    run, tmp_path, monkeypatch, verb, name, why
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "60")
    own(tmp_path / "broken")
    Path("broken", "ledger.toml").write_text("title =\n", "utf-8")
    Path("empty").mkdir()
    for file in ("file", "draft.txt", "certificate.json"):
        Path(file).write_text("{}", "utf-8")
    code, out, err = run(verb, *ASKED[verb], "--claims", name)
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert why in err


def test_pytest_says_what_is_wrong_with_a_ledger_in_one_sentence(tmp_path):
    own(tmp_path / "broken")
    (tmp_path / "broken" / "ledger.toml").write_text("title =\n", "utf-8")
    done = outside(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", "broken")
    assert done.returncode == pytest.ExitCode.INTERRUPTED
    assert "ledger.toml, line 1: it is not TOML: Invalid value\n" in done.stdout
    assert " in <module>" not in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.parametrize(
    ("name", "why"), [("file", "there is a file of that name"), ("full", "it is not empty")]
)
def test_init_refuses_a_place_that_is_taken(run, tmp_path, monkeypatch, name, why):
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    own(tmp_path / "full")
    code, out, err = run("init", name)
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert f"FOLDER = {name} is refused: {why}" in err


def test_the_package_has_no_more_verbs_on_claims_than_these():
    takes = {verb for verb in COMMANDS if "--claims" in _options(verb)}
    assert takes == {*ON_CLAIMS, "search"}


def _options(verb):
    from importlib import import_module

    return {o for p in import_module(f"dpbi.cli.{verb}").command.params for o in p.opts}


def test_dpbi_is_where_it_is_thought_to_be():
    assert Path(dpbi.__file__).parent == finding.PACKAGE


def test_every_command_says_the_same_of_severities_whoever_gave_them(run, tmp_path, monkeypatch):
    """A claim that is true has none, and a false one that has none is not called a misprint."""
    monkeypatch.chdir(tmp_path)
    folder = own(tmp_path / "mine", below="paper")
    path = folder / "paper" / "section_1.py"
    false = path.read_text("utf-8").replace("severity=Severity.THEOREM_FALSE", "severity=None")
    true = section("true").replace("LS(x) / 2", "2").replace("first = ", "second = ")
    path.write_text(false + true, "utf-8")
    assert run("audit", "--claims", "mine")[0] in (0, 1)
    audited = run("audit", "--claims", "mine")[1]
    assert "1. not graded: " in audited
    assert "Findings" not in audited
    told = run("claims", "--claims", "mine")[1]
    assert "findings" not in told
    assert "theorem false" not in told
    chosen = run("claims", "--severity", "theorem-false", "--claims", "mine")[1]
    assert chosen.startswith("0 claims")
