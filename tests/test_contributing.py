"""CONTRIBUTING: each place that it names is there, and each answer leads to what was asked for."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.study

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PLACES = sorted(set(re.findall(r"`((?:dpbi|tests|verify|\.ci)/[\w./-]+)`", TEXT)))
ANSWERS = {
    "Where is the law of EHDL?": r"^class EHDL\b",
    "What would I change to add a sensitivity?": r"^class Harmonic\b",
    "Where is the verdict of Lemma 5.6 made?": r"lemma-5\.6",
    "Where would a new kind of promise go?": r"^class Promise\b",
    'Which file prints "fails"?': r'^    FAILS = "fails"$',
    "Which option does `dpbi loss` take?": r"--profile",
    "What decides that two outputs are the same?": r"^def identity\b",
    "Where is it proved that the fast path does not err?": r"^# Why the numbers",
    "How does OpenDP's randomised response come in?": r"^class RandomizedResponse\b",
    "Which file would I read before I believe a certificate?": r"^def check\b",
}


@pytest.mark.parametrize("place", PLACES)
def test_each_place_that_is_named_is_there(place):
    assert (ROOT / place).exists()


def test_ten_questions_are_answered():
    asked = re.findall(r"^\| ([^|]*\?) \| ", TEXT, flags=re.MULTILINE)
    assert asked == list(ANSWERS)


@pytest.mark.parametrize("question", ANSWERS)
def test_the_first_place_in_an_answer_holds_what_was_asked_for(question):
    row = next(line for line in TEXT.splitlines() if line.startswith(f"| {question}"))
    first = re.search(r"`((?:dpbi|verify)/[^`]+)`", row.partition("? |")[2])[1]
    held = (ROOT / first).read_text(encoding="utf-8")
    assert re.search(ANSWERS[question], held, flags=re.MULTILINE)
