"""Sections import the modules beside them, each folder its own."""

import sys

from dpbi.ledger.recorded import claims_alone

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
