"""What a file of claims calls by a wrong name: one sentence with the nearest name and the line."""

import pytest

from dpbi.ledger.folders.layout import BrokenFolder
from dpbi.ledger.recorded import claims_alone

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


def test_a_definition_that_calls_itself_has_no_name_yet_where_it_is_called(tmp_path):
    line = "again = define('again', 'a:N', again(var('a')))"
    assert "there is no word or definition 'again'" in str(refused(tmp_path, line))


def test_an_error_of_the_file_itself_stays_what_it_is(tmp_path):
    section = tmp_path / "paper" / "section_1.py"
    section.parent.mkdir()
    section.write_text("1 / 0\n", encoding="utf-8")
    with pytest.raises(ZeroDivisionError):
        claims_alone(section)
