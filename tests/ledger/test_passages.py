"""Passages are known by digests: unchanged ones are found wherever they are, no others are."""

import json
import random
from pathlib import Path

import pytest
from small_draft import EDITED, LINES, MOVED, TEXT, WRAPPED
from study import FILES, LAYOUT

import dpbi
from dpbi.ledger import passages
from dpbi.ledger.claims import Passage
from dpbi.ledger.passages import NotADraft, locate, recognised
from dpbi.ledger.recorded import all_claims

ROOT = Path(dpbi.__file__).parent.parent
DRAFTS = ROOT.parent / "shared" / "drafts"
beside = pytest.mark.skipif(not DRAFTS.is_dir(), reason="the drafts are not beside the repository")
SOURCE = TEXT.split("\n")


def where(text, lines):
    return locate("short-b", LINES, text).where(Passage.read(f"short-b:{lines}"))


def filled():
    return [n for n, line in enumerate(SOURCE, 1) if line.strip()]


def test_every_line_of_a_draft_is_found_in_it_at_its_own_place():
    for n in filled():
        found = where(TEXT, n)
        assert (found.first, found.last, found.intact) == (n, n, True)


def test_white_space_and_the_breaks_of_lines_change_nothing():
    assert where(WRAPPED, 11).intact
    assert (where(WRAPPED, 11).first, where(WRAPPED, 11).last) == (11, 12)
    assert where(TEXT.replace(" ", "  ").replace("\n", "\n \n"), "5-7").intact
    assert where("  ".join(TEXT.split()), "5-7").intact


def test_a_passage_that_moved_is_found_where_it_now_is():
    for n in filled():
        assert where(MOVED, n).first == n + 4
        assert where(MOVED, n).intact
    theorem = SOURCE[17]
    last = TEXT.replace(theorem, "") + "\n" + theorem + "\n"
    assert where(last, 18).first == last.split("\n").index(theorem) + 1
    assert where(last, 18).intact


@pytest.mark.parametrize("edited", [n for n in filled() if len(SOURCE[n - 1].split()) > 1])
def test_an_edited_line_is_changed_at_its_place_and_no_other_line_is(edited):
    words = SOURCE[edited - 1].split(" ")
    words[-1] += "!"
    lines = [*SOURCE[: edited - 1], " ".join(words), *SOURCE[edited:]]
    for n in filled():
        found = where("\n".join(lines), n)
        assert found.intact == (n != edited), n
        assert found.first == n


def test_a_passage_that_is_gone_or_has_words_put_into_it_is_not_as_it_was():
    gone = TEXT.replace(SOURCE[17], "")
    assert where(gone, 18).missing
    assert not where(gone, 18).intact
    put = TEXT.replace("*\n\n$$", "*\n\nnot always\n\n$$", 1)
    found = where(put, "5-7")
    assert (found.first, found.last, found.intact, found.missing) == (5, 9, False, False)
    assert where(put, 5).intact
    assert where(put, "11-14").intact


def test_lines_that_are_repeated_are_told_apart_by_their_neighbours():
    assert [n for n in filled() if SOURCE[n - 1] == "where"] == [9, 16]
    assert where(TEXT.replace("where\n\n**", "**"), 9).first == 9
    assert where(TEXT.replace("where\n\n**", "**"), 16).missing


def test_many_random_edits_are_never_taken_for_the_text():
    rng = random.Random(3)
    for _ in range(150):
        words = TEXT.split(" ")
        for _ in range(rng.randint(1, 4)):
            i = rng.randrange(len(words))
            words[i : i + rng.randint(0, 2)] = rng.choice([[], ["other"], ["where"], ["$n$"]])
        text = " ".join(words)
        copy = locate("short-b", LINES, text)
        lines = text.split("\n")
        for n in filled():
            found = copy.where(Passage("short-b", n, n))
            if found.intact:
                now = " ".join(" ".join(lines[found.first - 1 : found.last]).split())
                assert " ".join(SOURCE[n - 1].split()) in now


def test_an_edited_copy_knows_which_of_its_lines_are_new():
    assert locate("short-b", LINES, TEXT).new() == frozenset()
    assert locate("short-b", LINES, EDITED).new() == {7}


def test_a_draft_is_recognised_by_its_lines_and_another_file_is_refused(monkeypatch):
    others = tuple(passages.lines_of("One line of six words here.\nAnother line of the draft."))
    monkeypatch.setattr(passages, "known_lines", lambda *_: {"notes": others, "short-b": LINES})
    assert recognised(Path("any.name"), MOVED).draft == "short-b"
    for text in ("", "where\n\nwhere", "A text on something else.\n" * 40):
        with pytest.raises(NotADraft, match=r"x\.md is not a copy of any of the drafts"):
            recognised(Path("x.md"), text)


def test_digests_say_nothing_of_the_text_and_follow_from_the_lines():
    document = {"short-b": {str(n.number): f"{n.words} {n.opening} {n.digest}" for n in LINES}}
    assert json.loads(passages.as_text(document)) == document
    assert "Lemma" not in passages.as_text(document)
    one, two = (passages.passage_digest(Passage("short-b", 5, n), LINES) for n in (7, 9))
    assert one != two
    edited = tuple(passages.lines_of(EDITED))
    assert passages.passage_digest(Passage("short-b", 5, 7), edited) != one


@pytest.mark.study
def test_every_claim_has_its_lines_in_the_committed_digests():
    known = passages.known_lines()
    assert set(known) == set(FILES)
    for claim in all_claims(ROOT / "verify"):
        for passage in map(Passage.read, claim.lines):
            inside = [n for n in known[passage.draft] if passage.first <= n.number <= passage.last]
            assert inside, f"{claim.id}: {passage} has no line of the draft"


@pytest.mark.study
@beside
def test_the_committed_digests_are_those_of_the_drafts():
    written = (ROOT / "verify" / passages.PASSAGES).read_text("utf-8")
    assert written == passages.as_text(passages.computed(LAYOUT, DRAFTS))


@beside
@pytest.mark.study
@pytest.mark.parametrize("draft", FILES)
def test_every_claim_of_a_draft_is_found_at_its_lines(draft, tmp_path):
    copy = recognised(tmp_path / "renamed.md", (DRAFTS / FILES[draft]).read_text("utf-8"))
    assert (copy.draft, copy.share) == (draft, 1.0)
    for claim in all_claims(ROOT / "verify"):
        for passage in map(Passage.read, claim.lines):
            if passage.draft == draft:
                found = copy.where(passage)
                assert found.intact, f"{claim.id}: {passage}"
                assert passage.first <= found.first <= found.last <= passage.last
