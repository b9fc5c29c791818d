"""The command on a card, run as it is printed there, gives the numbers of the card.

Fifty cards of the committed pages are tried, from every draft and with every headline; all of them
by `DPBI_CARDS=all pytest -n 2 tests/report/test_cards.py`.
"""

import os
import random
import re
import shlex
from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner
from study import STUDY, rows

from dpbi.cli import dpbi as command_line
from dpbi.ledger.claims import headings_of
from dpbi.report.fronts import CERTAINTY

pytestmark = pytest.mark.study

CLAIMS = STUDY.report / "claims"
SAMPLE = 50
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
SIDE = re.compile(r"(?: = | in \[)(?P<lo>[^ ,\]]+)(?:, (?P<hi>[^ \]]+)\])?$")


@dataclass
class Card:
    """What the front of a card says."""

    claim: str
    drafts: str
    headline: str = ""
    severity: str = ""
    certainty: str = ""
    command: str = ""
    wrong: bool = False
    numbers: list = field(default_factory=list)  # (path, as shown)


class Fronts(HTMLParser):
    """The cards of a page."""

    def __init__(self, text):
        super().__init__()
        self.cards, self._into, self._path, self._term = [], "", "", ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag == "article" and found.get("class") == "claim":
            self.cards.append(Card(found["id"], found["data-drafts"]))
        inside = found.get("class") or ""
        if tag == "p" and inside == "fate":
            self._into = "fate"
        elif tag == "dl" and inside == "front":
            self._into = "front"
        elif tag == "span" and self._into == "fate" and inside in ("word", "severity"):
            self._term = inside
        elif tag in ("dt", "code") and self._into == "front":
            self._term = tag
        elif tag == "data" and self._into == "front":
            self._path = found["data-path"]
            self.cards[-1].numbers.append((self._path, ""))

    def handle_endtag(self, tag):
        if tag in ("dl", "p"):
            self._into = self._term = ""
        if tag == "data":
            self._path = ""
        if tag in ("dd", "code", "span"):
            self._term = ""

    def handle_data(self, text):
        if not self._into:
            return
        card = self.cards[-1]
        if self._path:
            card.numbers[-1] = (self._path, card.numbers[-1][1] + text)
        elif self._term == "word":
            card.headline += text
        elif self._term == "severity":
            card.severity += text
        elif self._term == "code":
            card.command += text
        elif self._term == "dt":
            card.wrong |= text == "Counterexample"
            self._term = "Confidence" if text == "Confidence" else ""
        elif self._term == "Confidence":
            card.certainty += text.strip()


def chosen():
    """Some claims, each of another draft or with another headline than the one before; or all."""
    every = sorted(rows(), key=lambda name: f"{name}.html")
    if os.environ.get("DPBI_CARDS") == "all":
        return every
    kinds = defaultdict(list)
    for name in random.Random(1).sample(every, len(every)):
        kinds[" ".join(headings_of(rows()[name])), rows()[name]["headline"]].append(name)
    layers = max(map(len, kinds.values()))
    spread = [kinds[k][i] for i in range(layers) for k in sorted(kinds) if i < len(kinds[k])]
    return spread[:SAMPLE]


@cache
def card_of(claim):
    """The one card of the page of a claim."""
    (card,) = Fronts((CLAIMS / f"{claim}.html").read_text("utf-8")).cards
    assert card.claim == claim
    return card


def printed(command):
    """What a card's command prints: its lines, and what stands at each label."""
    name, *arguments = shlex.split(command)
    assert name == "dpbi"
    done = CliRunner().invoke(command_line, arguments)
    assert done.exit_code in (0, 1, 3), done.output
    lines = done.stdout.splitlines()
    return lines, {line[4:17].strip(): line[18:] for line in lines if line.startswith("    ")}


def differences(card, lines, told):
    """What the card says and its command does not."""
    fate = "; ".join(filter(None, (card.headline, card.severity)))
    wrong = [] if lines[2].strip() == fate else [("headline", lines[2], fate)]
    if not told["today"].endswith("as recorded"):
        wrong.append(("today", told["today"]))
    word = told["confidence"].partition(":")[0]
    if card.wrong and CERTAINTY[word] != card.certainty:
        wrong.append(("confidence", word, card.certainty))
    at = told.get("fails at", told.get("for example", ""))
    for path, shown in card.numbers:
        side = re.fullmatch(r"witness\._sides\.(left|right)\.lo", path)
        if side is None:
            same = f", {path.removeprefix('witness.')} = {shown}, " in f", {at}, "
        else:
            same = is_within(shown, told.get(f"{side[1]} side", ""))
        wrong += [] if same else [(path, shown, at, told.get("left side"), told.get("right side"))]
    return wrong


def is_within(shown, line):
    """Whether a number of a card is one of a line's two ends, rounded."""
    found = SIDE.search(line)
    if found is None:
        return False
    ends = {found["lo"], found["hi"] or found["lo"]}
    if shown.startswith("["):
        return {number(end) for end in shown[1:-1].split(", ")} == set(map(number, ends))
    last = Fraction(1, 10 ** len(shown.partition("·")[0].partition(".")[2])) * power(shown)
    return all(abs(number(end) - number(shown)) <= last / 2 for end in ends)


def number(text):
    mantissa = re.split("·|e", text, flags=re.IGNORECASE)[0]
    return Fraction(mantissa) * power(text)


def power(text):
    """The power of ten of a number, as the page or the terminal writes it."""
    found = re.search(r"(?:·10|e)([-+\d]+)$", text.translate(RAISED), re.IGNORECASE)
    return Fraction(10) ** int(found[1]) if found else Fraction(1)


def test_the_sample_is_of_every_draft_and_of_cards_that_hold_and_fail():
    cards = [card_of(claim) for claim in chosen()]
    assert {d for card in cards for d in card.drafts.split()} == {
        "between", "lproof", "notes", "short-a", "short-b", "tailoring"
    }  # fmt: skip
    assert len({card.headline for card in cards}) > 6
    assert sum(len(card.numbers) > 0 for card in cards) > 10
    assert all(card.command and card.certainty for card in cards)


@pytest.mark.parametrize("claim", chosen())
def test_the_command_on_a_card_gives_the_numbers_of_the_card(claim):
    card = card_of(claim)
    assert differences(card, *printed(card.command)) == []


def test_a_number_that_was_altered_is_seen():
    card = card_of("notes.lemma-2.2.h")
    said = printed(card.command)
    assert differences(card, *said) == []
    for i, (path, shown) in enumerate(card.numbers):
        digit = re.search(r"\d(?=\D*$)", shown)[0]  # the last one
        altered = shown[::-1].replace(digit, str((int(digit) + 1) % 10), 1)[::-1]
        numbers = [*card.numbers[:i], (path, altered), *card.numbers[i + 1 :]]
        changed = Card(**{**vars(card), "numbers": numbers})
        assert [d[0] for d in differences(changed, *said)] == [path]
