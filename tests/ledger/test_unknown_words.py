"""What a file of claims calls by a wrong name: one sentence with the nearest name and the line."""

import pytest

from dpbi.ledger.folders.layout import BrokenFolder
from dpbi.ledger.folders.naming import missing
from dpbi.ledger.recorded import all_claims, claims_alone, claims_in, recorded

HEAD = "from dpbi.language.words import *\nfrom dpbi.ledger.claims import Claim, Reading\n"


def refused(tmp_path, line, head=HEAD):
    section = tmp_path / "paper" / "section_1.py"
    section.parent.mkdir()
    section.write_text(f"{head}\n{line}\n", encoding="utf-8")
    with pytest.raises(BrokenFolder) as error:
        claims_alone(section)
    assert error.value.path == section
    assert "\n" not in str(error.value)
    return error.value


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "reading = forall(haming(x, y) <= 1)",
            "there is no word or definition 'haming'; did you mean 'hamming'?",
        ),
        ("top = 1\nf = tops(x)", "there is no word or definition 'tops'; did you mean 'top'?"),
        ("f = qqqqqqqq", "there is no word or definition 'qqqqqqqq'"),
        ("r = Reading('a', 'a', forall(loss('edhl') <= eps))", "did you mean ehdl?"),
        ("r = forall(at(x, 0))", "at is a number where a condition belongs"),
        ("r = (", "it is not Python: '(' was never closed"),
        ("f = forall(var('kk') <= 1)", "no domain is known for kk; did you mean k?"),
        ("c = Claim('a', 'b', 'c', 'd', (Reading('r', 's'),))", "a/r needs a formula, or a check"),
        ("half = define('half', 'a:Q1', var('a'))", "a:Q1 in half is of no kind"),
        ("f = forall(hamming(x, y) <= Half(1))", "there is no word or definition 'Half'"),
    ],
)
def test_a_wrong_name_is_told_with_its_line(tmp_path, line, sentence):
    error = refused(tmp_path, line)
    assert sentence in str(error)
    assert error.line == 4 + line.count("\n")


def test_a_word_that_cannot_be_imported_is_told_with_the_nearest(tmp_path):
    error = refused(tmp_path, "", "from dpbi.language.words import hammming\n")
    assert error.reason == "there is no word 'hammming'; did you mean 'hamming'?"
    assert error.line == 1


def test_a_word_that_is_not_imported_is_not_its_own_nearest_name(tmp_path):
    error = refused(tmp_path, "f = hamming", "")
    assert error.reason == "'hamming' is not imported: it is a word of dpbi.language.words"


@pytest.mark.parametrize(
    ("named", "nearest"),
    [
        ("mechanism.py:M", "; did you mean '../mechanism.py'?"),
        ("../mechanisms.py:M", "; did you mean '../mechanism.py'?"),
        ("mine.json", ""),
    ],
)
def test_a_file_of_a_mechanism_that_is_not_there_is_told_with_its_line(tmp_path, named, nearest):
    (tmp_path / "paper").mkdir()
    (tmp_path / "mechanism.py").write_text("M = 1\n", "utf-8")
    section = tmp_path / "paper" / "section_1.py"
    section.write_text(
        "from dpbi.language import forall\nfrom dpbi.language.words import loss\n"
        "from dpbi.ledger.claims import Claim, Reading\n"
        f"r = Reading('r', 's', forall(loss('{named}') <= 1))\n"
        "c = Claim('paper.x', 'lemma', 'L', 's', (r,))\n",
        "utf-8",
    )
    with pytest.raises(BrokenFolder) as error:
        claims_in(section, tmp_path)
    file = named.partition(":")[0]
    assert str(error.value) == f"{section}, line 4: there is no file {file}{nearest}"


def test_a_definition_that_calls_itself_has_no_value_where_it_is_called(tmp_path):
    line = "again = define('again', 'a:N', again(var('a')))"
    error = refused(tmp_path, line)
    need = "a definition calls only what is defined before it"
    assert (error.reason, error.line) == (f"'again' calls itself: {need}", 4)


def test_what_is_defined_too_late_is_told_with_its_line(tmp_path):
    error = refused(
        tmp_path, "f = forall(half(eps) >= 0)\nhalf = define('half', 'a:N', var('a') / 2)"
    )
    assert (error.reason, error.line) == ("'half' is used before line 5, which defines it", 4)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("int('one')", "ValueError: invalid literal for int() with base 10: 'one'"),
        ("raise RuntimeError('a\\nb')", "RuntimeError: a b"),
        ("raise KeyError", "KeyError"),
    ],
)
def test_an_error_of_the_file_itself_is_told_with_its_line(tmp_path, line, sentence):
    error = refused(tmp_path, line)
    assert (error.reason, error.line) == (sentence, 4)
    assert error.__cause__ is not None


@pytest.mark.parametrize(
    ("module", "sentence"),
    [
        ("\n1 / 0", "words.py, line 2: ZeroDivisionError: division by zero"),
        ("x = (", "words.py, line 1: it is not Python: '(' was never closed"),
        ("othr = 1", "section_1.py, line 1: there is no 'other' in words; did you mean 'othr'?"),
    ],
)
def test_an_error_of_a_module_beside_it_is_told_there(tmp_path, module, sentence):
    section = tmp_path / "section_1.py"
    section.write_text("from words import other\n", "utf-8")
    (tmp_path / "words.py").write_text(module, "utf-8")
    with pytest.raises(BrokenFolder) as error:
        claims_alone(section, tmp_path)
    assert str(error.value) == f"{tmp_path}/{sentence}"


@pytest.mark.parametrize(
    "made", ["globals()['M'] = 1", "from other import *", "M = 1", "def M(): 1"]
)
def test_a_mechanism_that_its_file_may_define_is_not_refused_before_it_is_run(tmp_path, made):
    (tmp_path / "mechanism.py").write_text(made, "utf-8")
    section = tmp_path / "section_1.py"
    assert missing("mechanism.py:M", section, tmp_path) == ""
    assert bool(missing("mechanism.py:N", section, tmp_path)) == (made == "M = 1" or "def" in made)


CLAIM = """Claim("paper.{0}", "theorem", "p", "s", (Reading("r", "r", forall({1}), Grid()),))"""
LEDGER = HEAD.replace("Reading", "Grid, Reading")


@pytest.mark.parametrize("line", ["c = {0}\nc = {1}", "c = [{0}]\nd = {1}", "{0}\nd = {1}"])
def test_a_claim_for_which_no_name_stands_is_told_and_not_passed_over(tmp_path, line):
    """A copied line keeps its name, and the claim before it would never be decided."""
    one, two = CLAIM.format("one", "eps < 1"), CLAIM.format("two", "eps < 2")
    error = refused(tmp_path, line.format(one, two), LEDGER)
    assert error.reason.startswith("paper.one is lost: no name of the file stands for it")
    assert error.line == LEDGER.count("\n") + 2


def test_claims_of_a_module_that_another_section_has_are_not_lost(tmp_path):
    both = f"one = {CLAIM.format('one', 'eps < 1')}\ntwo = {CLAIM.format('two', 'eps < 2')}\n"
    (tmp_path / "shared.py").write_text(LEDGER + both, "utf-8")
    (tmp_path / "section_1.py").write_text("from shared import one\n", "utf-8")
    assert [c.id for c in claims_alone(tmp_path / "section_1.py", tmp_path)] == ["paper.one"]


def test_two_definitions_of_one_name_are_told_with_both_places(tmp_path):
    for i, value in enumerate(("var('a')", "var('a') + 1"), 1):
        define = f"f = define('half', 'a:N', {value})\n"
        claim = f"c = {CLAIM.format(i, 'f(eps) < 1')}\n"
        (tmp_path / f"section_{i}.py").write_text(LEDGER + define + claim, "utf-8")
    with pytest.raises(BrokenFolder) as error:
        all_claims(tmp_path)
    assert (error.value.path.name, error.value.line) == ("section_2.py", 3)
    assert "two different definitions are called 'half'" in error.value.reason
    assert "section_1.py, line 3" in error.value.reason


def test_a_record_that_is_no_record_is_told_with_its_file(tmp_path):
    (tmp_path / "recorded").mkdir()
    for text in ('{"a": \n', "[]", '{"a": {"verdict": "hold"}}', '{"a": {}}'):
        (tmp_path / "recorded" / "paper.json").write_text(text, "utf-8")
        with pytest.raises(BrokenFolder, match="this is no record of outcomes: take it"):
            recorded(tmp_path, "paper")
