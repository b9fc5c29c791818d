"""A folder of claims says what it is, or it goes without saying; what cannot be is refused."""

import ast
import json
from pathlib import Path

import pytest
from own_folder import own, section
from study import FOLDERS, LAYOUT, ROOT, STUDY

from dpbi.audit.tasks import readings
from dpbi.ledger import recorded
from dpbi.ledger.folders import finding
from dpbi.ledger.folders.layout import BrokenFolder, Draft, FolderLayout, Version, layout_of
from dpbi.ledger.shipped import NotRecorded, build


def test_a_folder_that_says_nothing_has_a_draft_for_itself_and_for_each_subfolder(tmp_path):
    own(tmp_path / "paper")
    own(tmp_path / "paper", below="appendix", claim="lemma-1")
    (tmp_path / "paper" / "figures").mkdir()
    layout = layout_of(tmp_path / "paper")
    assert layout.drafts == (Draft("paper", "paper", inside=False), Draft("appendix", "appendix"))
    found = recorded.all_claims(tmp_path / "paper")
    assert [(c.id, c.drafts) for c in found] == [("thm-1", ("paper",)), ("lemma-1", ("appendix",))]


def test_what_a_folder_says_is_said_in_its_order_and_what_it_does_not_name_comes_after(tmp_path):
    for name in ("a", "b", "c"):
        own(tmp_path, below=name, claim=f"{name}.one")
    said = 'title = "Three"\n[[draft]]\nname = "c"\ntitle = "The third"\n'
    (tmp_path / "ledger.toml").write_text(
        said + 'versions = [{ name = "c1" }, { name = "c2" }]', "utf-8"
    )
    layout = layout_of(tmp_path)
    assert [d.name for d in layout.drafts] == ["c", "a", "b"]
    assert (layout.title, layout.title_of("c"), layout.title_of("c2")) == (
        "Three",
        "The third",
        "c2",
    )
    assert layout.drafts[0].label == "c1 and c2"
    assert [c.drafts for c in recorded.all_claims(tmp_path)] == [("c1", "c2"), ("a",), ("b",)]


def test_the_texts_of_a_claim_follow_from_its_folder_and_its_id():
    versions = (Version("v1"), Version("v2"))
    layout = FolderLayout(
        drafts=(Draft("p", versions=versions), Draft("q")), contradictions=Draft("x")
    )
    assert layout.texts_of("p", "thm-1") == layout.texts_of("p", "p.thm") == ("v1", "v2")
    assert layout.texts_of("p", "v2.thm") == ("v2",)
    assert layout.texts_of("q", "v2.thm") == ("q",)
    assert layout.texts_of("x", "between.q+v1.topic") == ("q", "v1")
    assert layout.folder_of({"kind": "lemma", "drafts": ["v2"]}) == "p"
    assert layout.folder_of({"kind": "contradiction", "drafts": ["v2"]}) == "x"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("title =\n", "ledger.toml, line 1: it is not TOML"),
        ('title = "a"\n\ntitle = "b"\n', "ledger.toml, line 3: it is not TOML"),
        ("title = 1\n", "line 1: title must be a text"),
        ('x = 1\ntitel = "A"\n', "line 1: ledger.toml has no x; it may have about, clone"),
        ('[[draft]]\ntitle = "A"\n', "line 1: a draft needs a name, which is that of its folder"),
        ('[[draft]]\nname = "a/b"\n', "line 2: a draft needs a name, of letters, digits"),
        ('[[draft]]\nname = "a"\n[[draft]]\nname = "a"\n', "line 4: a is named twice"),
        ("draft = 1\n", "line 1: draft must be a list"),
        ("clone = 1\n", "line 1: clone must be true or false"),
        ("\nrenamed = 'none.json'\n", "line 2: there is no file none.json beside it"),
        ("contradictions = 1\n", "line 1: contradictions is a table with folder and title"),
    ],
)
def test_a_broken_ledger_is_refused_in_one_sentence_with_its_line(tmp_path, said, why):
    (tmp_path / "ledger.toml").write_text(said, "utf-8")
    with pytest.raises(BrokenFolder) as refused:
        layout_of(tmp_path)
    assert str(refused.value).startswith(str(tmp_path))
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_ledger_in_another_alphabet_is_refused(tmp_path):
    (tmp_path / "ledger.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BrokenFolder, match="it is not written in UTF-8"):
        layout_of(tmp_path)


def test_a_draft_whose_folder_is_called_otherwise_is_told_with_the_nearest(tmp_path):
    own(tmp_path, below="paper")
    (tmp_path / "ledger.toml").write_text('[[draft]]\nname = "papre"\n', "utf-8")
    with pytest.raises(BrokenFolder, match=r"line 2: there is no papre/; did you mean 'paper'\?"):
        layout_of(tmp_path)


@pytest.mark.parametrize("text", ["{", "[]", '{"thm": 1}', '{"thm": {"a": 1}}'])
def test_broken_names_are_refused(tmp_path, text):
    (tmp_path / "ledger.toml").write_text('renamed = "old.json"\n', "utf-8")
    (tmp_path / "old.json").write_text(text, "utf-8")
    with pytest.raises(BrokenFolder, match=r"old\.json: it (cannot be read|must have)"):
        layout_of(tmp_path)


def test_renamed_readings_stand_in_a_file_beside_it_as_json_or_toml(tmp_path):
    (tmp_path / "ledger.toml").write_text('renamed = "old.toml"\n', "utf-8")
    (tmp_path / "old.toml").write_text('["thm-1"]\nold = "new"\n', "utf-8")
    layout = layout_of(tmp_path)
    assert layout.current("thm-1/old") == "thm-1/new"
    assert layout.former("thm-1/new") == "thm-1/old"
    assert layout.current("thm-2/old") == "thm-2/old"


@pytest.mark.parametrize("second", ["section_2.py", "more/section_1.py"])
def test_two_claims_with_one_id_are_refused_with_both_places(tmp_path, second):
    own(tmp_path)
    (tmp_path / "more").mkdir()
    (tmp_path / second).write_text(f"\n\n{section()}", "utf-8")
    for read in (recorded.all_claims, lambda root: list(readings(root))):
        with pytest.raises(BrokenFolder) as refused:
            read(tmp_path)
        first = f"two claims have one id: thm-1 is in {tmp_path / 'section_1.py'}, line 7, too"
        assert str(refused.value) == f"{tmp_path / second}, line 9: {first}"


def test_two_claims_with_one_id_in_one_file_are_refused(tmp_path):
    text = section()
    twice = text + text[text.index("first = ") :].replace("first", "second")
    (tmp_path / "section_1.py").write_text(twice, "utf-8")
    with pytest.raises(BrokenFolder, match="thm-1 is in this file, too"):
        recorded.all_claims(tmp_path)


def test_a_reading_without_a_grid_is_refused_unless_its_variables_have_usual_values(tmp_path):
    own(tmp_path, grid="")
    with pytest.raises(BrokenFolder) as refused:
        recorded.all_claims(tmp_path)
    need = "thm-1/literal has no grid that says which n it is decided on"
    assert str(refused.value) == f"{tmp_path / 'section_1.py'}, line 13: {need}"
    text = section(grid="").replace("H(x, r) <= LS(x) / 2", "exp(eps) >= 1 + eps")
    text = text.replace("import H, LS, r, x", "import eps, exp")
    (tmp_path / "section_1.py").write_text(text, "utf-8")
    assert len(recorded.all_claims(tmp_path)) == 1


def test_a_contradiction_is_in_the_folder_of_contradictions_and_nothing_else_is(tmp_path):
    (tmp_path / "ledger.toml").write_text('[contradictions]\nfolder = "apart"\n', "utf-8")
    own(tmp_path, below="paper", claim="thm-1")
    assert len(recorded.all_claims(tmp_path)) == 1
    own(tmp_path, below="apart", claim="between.paper.signs")
    with pytest.raises(BrokenFolder, match=r"between\.paper\.signs is out of place"):
        recorded.all_claims(tmp_path)
    text = section("between.paper.signs").replace('"theorem"', '"contradiction"')
    (tmp_path / "apart" / "section_1.py").write_text(text, "utf-8")
    assert [c.drafts for c in recorded.all_claims(tmp_path)] == [("paper",), ("paper",)]


def test_what_was_never_recorded_is_not_written(tmp_path):
    with pytest.raises(NotRecorded, match="thm-1/literal was never recorded"):
        build(finding.Folder(own(tmp_path)))


# which folder is meant


def test_the_folder_that_a_project_names_is_found_from_below(tmp_path, monkeypatch):
    own(tmp_path / "claims")
    (tmp_path / "pyproject.toml").write_text('[tool.dpbi]\nclaims = "claims"\n', "utf-8")
    (tmp_path / "deep" / "er").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "deep" / "er")
    assert finding.usual().root == tmp_path / "claims"
    assert finding.folder_named(None).root == tmp_path / "claims"


def test_a_folder_with_a_ledger_is_meant_by_whoever_works_in_it(tmp_path, monkeypatch):
    own(tmp_path, below="paper")
    (tmp_path / "ledger.toml").touch()
    monkeypatch.chdir(tmp_path / "paper")
    assert finding.usual().root == tmp_path
    assert finding.usual().report == tmp_path / "report"


def test_without_a_folder_of_claims_one_sentence_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(finding, "PACKAGE", tmp_path / "elsewhere" / "dpbi")
    assert finding.usual() is None
    with pytest.raises(finding.NoFolder) as refused:
        finding.folder_named(None)
    assert "`dpbi init FOLDER` begins one" in str(refused.value)


def test_a_project_that_does_not_name_a_folder_as_a_text_is_refused(tmp_path):
    (tmp_path / "pyproject.toml").write_text("[tool.dpbi]\nclaims = 1\n", "utf-8")
    with pytest.raises(BrokenFolder, match=r"\[tool\.dpbi\] claims must be the name of a folder"):
        finding.usual(tmp_path)


# the five drafts are one folder among others


@pytest.mark.study
def test_the_study_is_configured_and_found():
    assert finding.usual(ROOT).root == STUDY.root
    assert (STUDY.report, STUDY.formulas) == (ROOT / "reports", ROOT / "reports" / "ledger.json")
    assert FOLDERS == ("lproof", "notes", "tailoring", "short", "between")
    assert {p.stem for p in (STUDY.root / "recorded").glob("*.json")} == set(FOLDERS)
    assert json.loads((STUDY.root / "renamed.json").read_text("utf-8")) == LAYOUT.renamed


MAY_NAME = {"mechanisms/laplace.py"}
"""The place of a mechanism."""


def test_no_module_names_the_drafts():
    names = {*FOLDERS, *LAYOUT.texts} - {"short", "between", "notes"}  # these are words, too
    found = {}
    for path in Path(finding.PACKAGE).rglob("*.py"):
        place = path.relative_to(finding.PACKAGE).as_posix()
        texts = {n.value for n in ast.walk(ast.parse(path.read_text("utf-8"))) if is_text(n)}
        if names & texts:
            found[place] = names & texts
    assert set(found) <= MAY_NAME, found


def is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_a_named_draft_may_have_its_sections_beside_the_ledger_toml(tmp_path):
    (tmp_path / "section_1.py").write_text("", encoding="utf-8")
    (tmp_path / "ledger.toml").write_text('[[draft]]\nname = "paper"\ntitle = "T"\n', "utf-8")
    (draft,) = layout_of(tmp_path).drafts
    assert (draft.name, draft.title, draft.inside) == ("paper", "T", False)
    (tmp_path / "ledger.toml").write_text('[[draft]]\nname = "a"\n[[draft]]\nname = "b"\n', "utf-8")
    with pytest.raises(BrokenFolder, match=r"line 4: there are no sections in b/"):
        layout_of(tmp_path)
