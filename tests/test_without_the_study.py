"""The tool knows no draft: no module names one or imports the study, and tests do without it."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from house import PATHS, names_imported

import dpbi
from dpbi.ledger.folders.finding import Folder

PACKAGE = Path(dpbi.__file__).parent
ROOT = PACKAGE.parent
STUDIES = ("verify", "reports")
CITED = {
    "bayes/sensitivity.py",
    "privacy/definitions.py",
    "report/figures/base.py",
    "report/templates/explorer.html",
}
"""Where a definition, or a mechanism, is said to be of a draft; beside mechanisms/."""
QUICK = ("tests/ledger/test_siblings.py", "tests/ledger/test_folders.py")
"""What is run without the study; all other tests are only collected."""


def texts():
    """{place in the package: its text} of all that a reader or the command may see."""
    kinds = (".py", ".md", ".html", ".js", ".css", ".txt")
    files = (p for p in PACKAGE.rglob("*") if p.suffix in kinds)
    return {p.relative_to(PACKAGE).as_posix(): p.read_text("utf-8") for p in files}


@pytest.mark.study
def test_nothing_in_the_package_names_a_claim_of_a_draft():
    study = Folder(ROOT / "verify")
    claims = json.loads((study.report / "claims.json").read_text("utf-8"))["claims"]
    ids = {claim["id"] for claim in claims}
    assert "tailoring.lemma-5.6" in ids
    found = {place: {i for i in ids if i in text} for place, text in texts().items()}
    assert {place: names for place, names in found.items() if names} == {}


@pytest.mark.study
def test_a_draft_is_named_only_as_the_source_of_a_definition_or_of_a_mechanism():
    layout = Folder(ROOT / "verify").layout
    usual = {"short", "notes", "between"}  # these are words, too
    names = {*layout.texts, *(d.name for d in layout.folders)} - usual
    pattern = re.compile(rf"\b({'|'.join(sorted(names))})\b")
    found = {place for place, text in texts().items() if pattern.search(text)}
    assert found - {p for p in found if p.startswith("mechanisms/")} <= CITED


def modules_of_the_study():
    """The names by which sections import what is in the study."""
    folders = [p for p in (ROOT / "verify").glob("*/") if any(p.glob("*.py"))]  # none without it
    return {"verify", "statements", "pictures", *(p.name for p in folders)}


def test_no_module_imports_the_study():
    theirs = modules_of_the_study()
    for name, path in PATHS.items():
        tree = ast.parse(path.read_text("utf-8"))
        used = {
            n.partition(".")[0] for n in names_imported(ast.walk(tree), name.rpartition(".")[0])
        }
        assert used & theirs == set(), name


@pytest.fixture(scope="module")
def tool(tmp_path_factory):
    """A copy of the repository without the study."""
    place = tmp_path_factory.mktemp("tool")
    ours = shutil.ignore_patterns("__pycache__", ".*", *STUDIES)
    shutil.copytree(ROOT, place, ignore=ours, dirs_exist_ok=True)
    assert {"dpbi", "tests", "pyproject.toml"} <= {p.name for p in place.iterdir()}
    return place


def alone(tool, *words):
    """pytest in the copy, with the copy's dpbi."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "COVERAGE"))}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words],
        cwd=tool,
        env=kept | {"PYTHONPATH": str(tool)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.study
def test_without_the_study_every_other_test_is_found(tool):
    done = alone(tool, "--collect-only", "-n", "0", "tests")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    (found,) = re.findall(r"(\d+)(?:/\d+)? tests collected", done.stdout)
    assert int(found) > 5000


@pytest.mark.study
def test_without_the_study_folders_of_claims_are_as_promised(tool):
    done = alone(tool, *QUICK)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr


@pytest.mark.study
def test_a_clone_without_the_study_says_in_one_sentence_that_there_are_no_claims(tool):
    code = "import dpbi, sys; print(dpbi.__file__); sys.argv = ['dpbi', 'claims']\n"
    code += "from dpbi.cli import main; main()"
    where = os.environ | {"PYTHONPATH": str(tool)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tool, env=where, capture_output=True, text=True
    )
    assert Path(done.stdout.strip()).is_relative_to(tool)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "there are no claims here" in done.stderr
