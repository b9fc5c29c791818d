"""No displayed formula of the drafts is unread: verify/formulas.json names the claims that read it.

The list is data of this repository; it is held to the drafts where these are beside the repository.
"""

import json
from pathlib import Path

import pytest
from study import claims

import dpbi
from dpbi.ledger.claims import Passage

pytestmark = pytest.mark.study

ROOT = Path(dpbi.__file__).parent.parent
SHARED = ROOT.parent / "shared"
LIST = json.loads((ROOT / "verify" / "formulas.json").read_text("utf-8"))
FILES = {
    "short-a": "000_f8f41153981b375e.txt",
    "notes": "001_e4035a1182772560.txt",
    "lproof": "002_3f54d0c41c0cd99d.txt",
    "tailoring": "003_d2a24f2ea53ee1f7.txt",
    "short-b": "004_c024fa12fdbadaa2.txt",
}


def opened(text):
    """The lines on which a displayed formula begins, one entry for each formula."""
    lines, inside = [], False
    for number, line in enumerate(text.split("\n"), 1):
        for _ in range(line.count("$$")):
            if not inside:
                lines.append(number)
            inside = not inside
    return lines


def test_a_formula_is_found_where_its_first_dollars_are():
    assert opened("a\n$$\nx\n$$\n$$y$$ and $$\nz$$\n") == [2, 5, 5]


def test_every_displayed_formula_is_read_by_a_claim_that_is_about_its_line():
    for draft, formulas in LIST.items():
        for line, names in formulas.items():
            assert names, f"{draft} line {line} is unread"
            for name in names:
                passages = [Passage.read(text) for text in claims()[name].lines]
                assert any(p.draft == draft and p.first <= int(line) <= p.last for p in passages)


def test_the_list_names_every_claim_that_reads_a_displayed_formula():
    for draft, formulas in LIST.items():
        for line, names in formulas.items():
            about = [
                c.id
                for c in claims().values()
                for p in map(Passage.read, c.lines)
                if c.kind != "contradiction" and p.draft == draft and p.first <= int(line) <= p.last
            ]
            assert names == sorted(set(about)), f"{draft} line {line}"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the drafts are not beside the repository")
@pytest.mark.parametrize("draft", FILES)
def test_the_list_has_every_displayed_formula_of_the_draft(draft):
    text = (SHARED / "drafts" / FILES[draft]).read_text("utf-8")
    assert list(map(int, LIST[draft])) == sorted(set(opened(text)))
