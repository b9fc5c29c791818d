"""Results say themselves in one line, and in a notebook as a small table."""

import math
import xml.etree.ElementTree as ET
from dataclasses import replace
from fractions import Fraction

import doors
import pytest

from dpbi.accuracy import error_law
from dpbi.fields import Bounds, Enclosure
from dpbi.laws.promise import Promise
from dpbi.ledger.outcomes import Outcome, Verdict
from dpbi.mechanisms import mechanism
from dpbi.privacy import compare_laws, decide, privacy_loss, privacy_profile, smallest_epsilon
from dpbi.privacy.results import Divergence, PrivacyLoss, Witness

LOSS = privacy_loss(mechanism("ehd", prior=(1, 1), n=4, epsilon="1"))
TIED = privacy_loss(mechanism("lshist", prior=(1, 1), n=4, epsilon="1/2"))
ERROR = error_law(mechanism("ehd", prior=(1, 1), n=4, epsilon="1"), (1, 3))
(DELTA,) = privacy_profile(mechanism("ehd", prior=(1, 1), n=4, epsilon="1"), ["1/8"])
INFINITE = PrivacyLoss(math.inf, math.inf, Witness("a<b", "c", "&"), ("support",))
SIDES = {"left": {"lo": "1/3", "hi": "1/3"}, "right": {"lo": "0.1", "hi": "0.2"}}
REFUTED = Outcome(
    Verdict.FAILS,
    "1 < 2 & 3 > 2",
    "1 <= n <= 3",
    12,
    witness={"n": 1, "prior": ["1", "1/2"], "x": [0, 1], "_sides": SIDES},
    worst={"n": 3},
    trusts=("ball", "symbolic"),
)
OPEN = Outcome(Verdict.UNDECIDED, "no constant")
HALF_OPEN = Divergence(Fraction(1, 3), math.inf, (0, 1), (1, 0), at=Fraction(2))
OPEN_AT_BOTH = Divergence(math.inf, math.inf, (0, 1), (1, 0), at=Fraction(2))
RESULTS = [
    LOSS,
    TIED,
    INFINITE,
    DELTA,
    ERROR,
    HALF_OPEN,
    OPEN_AT_BOTH,
    REFUTED,
    OPEN,
    Enclosure.exactly(2),
    Enclosure(Fraction(-1, 3), Fraction(10**40, 3)),
]


def rows(result):
    """The table of a result: {name: value}; it must be well formed."""
    tree = ET.fromstring(result._repr_html_())  # noqa: S314  (our own)
    return {row.find("th").text: row.find("td").text for row in tree.iter("tr")}


@pytest.mark.parametrize("result", RESULTS, ids=lambda r: type(r).__name__)
def test_results_are_said_in_one_short_line(result):
    for text in (repr(result), str(result)):
        assert "\n" not in text
        assert len(text) < 220
    assert repr(result).startswith(f"<{type(result).__name__} ")


@pytest.mark.parametrize("result", RESULTS, ids=lambda r: type(r).__name__)
def test_tables_have_no_colours_of_their_own_and_no_empty_rows(result):
    html = result._repr_html_()
    assert "style" not in html
    assert "color" not in html
    table = rows(result)
    assert table
    assert all(table.values())


def test_a_loss_shows_its_bounds_its_claim_and_where_it_is_attained():
    x, y, output = LOSS.witness
    text = repr(LOSS)
    for part in (str(LOSS), "1 is claimed", f"at {x} and {y}", f"output {output}"):
        assert part in text
    table = rows(LOSS)
    low, high = (Fraction(end) for end in table["true loss"].strip("[]").split(", "))
    assert low <= LOSS.lo <= LOSS.hi <= high
    assert table["claimed epsilon"] == "1"
    assert table["worst pair"] == f"{x} and {y}"
    assert table["rests on"] == ", ".join(LOSS.trusts)
    assert rows(TIED)["true loss"] == "epsilon = 1/2"


def test_an_infinite_loss_has_no_ratio_and_its_places_are_escaped():
    html = INFINITE._repr_html_()
    assert "a&lt;b" in html
    assert "loss / claim" not in html
    assert rows(INFINITE)["at output"] == "&"


def test_a_divergence_shows_what_was_asked_and_its_bounds():
    table = rows(DELTA)
    assert table["at"] == "1/8"
    low, high = (Fraction(end) for end in table["largest value"].strip("[]").split(", "))
    assert low <= DELTA.lo <= DELTA.hi <= high
    assert table["between"] == f"{DELTA.x} and {DELTA.y}"
    assert "at least 0.333333333333" in str(HALF_OPEN)
    assert str(OPEN_AT_BOTH).startswith("infinite")


def test_an_error_law_shows_its_mean_its_quartiles_and_the_chance_of_no_error():
    assert repr(ERROR).startswith("<ErrorLaw of ehd at (1, 3): mean error [")
    table = rows(ERROR)
    assert table["mean error"] == str(ERROR.mean)
    assert table["Pr[no error]"] == str(ERROR.exact)
    assert table["median of the error"] == str(ERROR.quantile("1/2"))
    assert table["distances"] == "5"


def test_an_outcome_shows_verdict_witness_both_sides_and_what_it_rests_on():
    where = "n = 1, prior = (1, 1/2), x = (0, 1), left side 1/3, right side in [0.1, 0.2]"
    assert str(REFUTED) == f"fails at {where}: 1 < 2 & 3 > 2"
    assert repr(REFUTED) == f"<Outcome fails at {where}, resting on ball, symbolic>"
    assert rows(REFUTED) == {
        "verdict": f"fails: {Verdict.FAILS.sentence}",
        "evidence": "1 < 2 & 3 > 2",
        "domain": "1 <= n <= 3 (12 instances)",
        "witness": where,
        "worst": "n = 3",
        "rests on": "ball, symbolic",
    }
    assert set(rows(OPEN)) == {"verdict", "evidence"}
    assert repr(OPEN) == "<Outcome undecided>"


SMALLEST = smallest_epsilon(mechanism("ehd", prior=(1, 1), n=4, epsilon="1"), "1/100")
FINDING = decide(mechanism("ehd", prior=(1, 1), n=4, epsilon="1"), Promise.epsilon(1))
COMPARED = compare_laws(doors.Response(), doors.Response()).log_ratio


@pytest.mark.parametrize(
    "answer", [LOSS, INFINITE, DELTA, HALF_OPEN, SMALLEST, FINDING, COMPARED], ids=repr
)
def test_every_answer_is_bounds_that_say_how_wide_they_are(answer):
    assert isinstance(answer, Bounds)
    lo, hi = answer
    assert (lo, hi) == (answer.lo, answer.hi)
    assert lo in answer
    assert hi in answer
    assert hi + 1 not in answer or hi == math.inf
    assert answer.width == (0 if lo == math.inf else hi - lo)
    shown = answer.ends(5)
    low, high = (math.inf if text == "inf" else Fraction(text) for text in shown.values())
    assert low <= lo <= hi <= high
    narrow, wide = (replace(answer, asked=asked) for asked in (answer.width, Fraction(-1)))
    assert (narrow.reached, narrow.wide, narrow.missed()) == (True, False, {})
    assert (wide.reached, wide.wide) == (False, True)
    assert set(wide.missed()["missed"]) == {"asked", "width"}


def test_no_name_of_a_dataset_or_an_output_reaches_the_terminal_as_a_command():
    bell = "\x07\x1b[31m"
    infinite = PrivacyLoss(math.inf, math.inf, Witness(bell, "c", bell), ("support",))
    split = Divergence(math.inf, math.inf, bell, "c", ("support",), at=Fraction(1))
    finite = replace(LOSS, witness=Witness(bell, bell, bell))
    for answer in (infinite, split, finite, replace(DELTA, x=bell, y=bell)):
        for text in (str(answer), repr(answer)):
            assert text.isprintable()
        assert r"\x07\x1b[31m" in repr(answer)


def test_a_finding_shows_what_it_prints():
    table = rows(FINDING)
    assert table["finding"] == repr(FINDING).removeprefix("<Finding ").removesuffix(">")
    for name, value in table.items():
        assert name == "finding" or f"{name or '':<20} {value}" in str(FINDING)


def test_an_enclosure_shows_both_ends_rounded_outward():
    e = RESULTS[-1]
    table = rows(e)
    assert Fraction(table["at least"]) <= e.lo
    assert e.hi <= Fraction(table["at most"])
    assert e.width <= Fraction(table["left open"])
    assert rows(Enclosure.exactly(2)) == {"at least": "2", "at most": "2", "left open": "0"}
