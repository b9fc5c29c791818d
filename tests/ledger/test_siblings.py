"""Sections import the modules beside them and those of the folder of all claims."""

import os
import sys

import pytest

from dpbi.audit import pages
from dpbi.audit.tasks import readings
from dpbi.ledger.folders.finding import Folder
from dpbi.ledger.folders.layout import BrokenFolder
from dpbi.ledger.folders.running import defined_by
from dpbi.ledger.recorded import all_claims, claims_alone

SECTION = """
from dpbi.language.words import eps, forall
from dpbi.ledger.claims import Claim, Reading
from words import STATEMENT

claim = Claim("a.b", "remark", "line 1", STATEMENT, (Reading("literal", "", forall(eps > 0)),))
"""


def statement_in(folder, said):
    folder.mkdir()
    (folder / "words.py").write_text(f"STATEMENT = {said!r}")
    (folder / "section_1.py").write_text(SECTION)
    (claim,) = claims_alone(folder / "section_1.py")
    return claim.statement


def test_a_section_imports_what_is_beside_it_and_two_folders_may_use_one_name(tmp_path):
    assert statement_in(tmp_path / "one", "first") == "first"
    assert statement_in(tmp_path / "two", "second") == "second"


def test_nothing_of_a_folder_is_left_behind(tmp_path):
    path, modules = list(sys.path), set(sys.modules)
    statement_in(tmp_path / "one", "first")
    assert sys.path == path
    assert "words" not in set(sys.modules) - modules


def test_a_module_of_that_name_that_was_there_before_is_there_again(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "words", sys)
    assert statement_in(tmp_path / "one", "first") == "first"
    assert sys.modules["words"] is sys


SHARED = """
from dpbi.ledger.claims import Claim, Reading
from dpbi.language.words import eps, forall
from shared.tails import STATEMENT

claim = Claim("a.{0}", "remark", "line 1", STATEMENT, (Reading("r", "", forall(eps > 0)),))
"""


def folder_with_a_package(root, said="in common"):
    """Two drafts that use one package of their folder, which says how often it was run."""
    (root / "shared").mkdir(parents=True)
    (root / "shared" / "__init__.py").touch()
    (root / "shared" / "tails.py").write_text(f"import counted\nSTATEMENT = {said!r}\n")
    (root / "counted.py").write_text("import sys\nsys.ran = getattr(sys, 'ran', 0) + 1\n")
    for name in ("a", "b"):
        (root / name).mkdir()
        for number in (1, 2):
            place = root / name / f"section_{number}.py"
            place.write_text(SHARED.format(f"{name}{number}"))
    return root


@pytest.fixture(autouse=True)
def _forget():
    yield
    vars(sys).pop("ran", None)


def test_all_drafts_of_a_folder_share_its_modules_and_packages_wherever_it_lies(tmp_path):
    folder = folder_with_a_package(tmp_path / "claims")
    assert {c.statement for c in all_claims(folder)} == {"in common"}
    moved = folder.rename(tmp_path / "elsewhere")
    assert len(all_claims(moved)) == 4
    assert "shared" not in sys.modules
    assert "shared.tails" not in sys.modules


def test_what_is_beside_a_section_is_found_before_what_is_in_the_folder_of_all(tmp_path):
    folder = folder_with_a_package(tmp_path / "claims")
    (folder / "b" / "shared").mkdir()
    (folder / "b" / "shared" / "__init__.py").touch()
    (folder / "b" / "shared" / "tails.py").write_text("STATEMENT = 'its own'\n")
    assert [c.statement for c in all_claims(folder)] == ["in common"] * 2 + ["its own"] * 2


def test_a_module_is_run_once_for_all_sections_of_a_draft_and_again_when_it_changed(tmp_path):
    folder = folder_with_a_package(tmp_path / "claims")
    first, second = folder / "a" / "section_1.py", folder / "a" / "section_2.py"
    for path in (first, second, first):
        assert defined_by(path, folder)["claim"].statement == "in common"
    assert sys.ran == 1
    tails = folder / "shared" / "tails.py"
    times = tails.stat().st_atime_ns, tails.stat().st_mtime_ns
    tails.write_text(tails.read_text().replace("in common", "another"))
    os.utime(tails, ns=times)  # no clock says that it is another text
    assert defined_by(first, folder)["claim"].statement == "another"


def test_a_mechanism_that_a_shared_module_names_lies_beside_that_module(tmp_path):
    folder = folder_with_a_package(tmp_path / "claims")
    code = "from dpbi.language.words import loss\nSTATEMENT = repr(loss('m.py:M').json())\n"
    (folder / "shared" / "tails.py").write_text(code)
    (found,) = {c.statement for c in all_claims(folder)}
    assert "'shared/m.py:M'" in found


def test_a_module_of_a_folder_never_hides_dpbi_or_the_standard_library(tmp_path):
    folder = folder_with_a_package(tmp_path / "claims")
    for name in ("dpbi", "json"):
        (folder / f"{name}.py").write_text("raise RuntimeError('it was taken')\n")
    assert len(all_claims(folder)) == 4


def test_an_answer_that_a_shared_module_gives_is_computed_again_when_that_changed(tmp_path):
    folder = folder_with_a_package(tmp_path / "claims")
    check = SHARED.replace("forall(eps > 0)", "check=lambda: STATEMENT")
    (folder / "a" / "section_1.py").write_text(check)

    def questions():
        return [task.question for task in readings(folder)]

    before = questions()
    tails = folder / "shared" / "tails.py"
    tails.write_text(tails.read_text() + "\n# changed\n")
    after = questions()
    assert before[0] != after[0]
    assert before[1:] == after[1:]  # formulas, which say all themselves


def test_the_pictures_of_a_report_are_a_module_of_the_folder_and_a_wrong_name_is_one_sentence(
    tmp_path,
):
    folder = folder_with_a_package(tmp_path / "claims")
    assert pages.pictures(Folder(folder)) == ()
    for said, module, why in (
        ("drawn", "FIGURES = ()", None),
        ("drawn", "FIGURES = (1,)", "drawn has no FIGURES, a tuple of figures"),
        ("drawn", "", "drawn has no FIGURES, a tuple of figures"),
        ("nowhere", "", "there is no module nowhere beside it"),
    ):
        (folder / "ledger.toml").write_text(f'pictures = "{said}"\n')
        (folder / "drawn.py").write_text(module)
        if why is None:
            assert pages.pictures(Folder(folder)) == ()
        else:
            with pytest.raises(BrokenFolder, match=why):
                pages.pictures(Folder(folder))
