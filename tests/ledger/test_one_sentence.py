"""One sentence is read in one way, whichever draft has it and whoever restates it."""

import re
from pathlib import Path

import pytest
from study import FILES, claims, rows

import dpbi
from dpbi.ledger.claims import Passage, is_between

pytestmark = pytest.mark.study

ROOT = Path(dpbi.__file__).parent.parent
DRAFTS = ROOT.parent / "shared" / "drafts"

SHARED = {
    ("notes:51", "tailoring:196"): ["local-sensitivity-is-not-private"],
    ("notes:99", "tailoring:404"): ["signs-of-sensitivity-and-score"],
    ("notes:104", "tailoring:408"): ["ratio-of-a-contraction"],
    ("notes:106", "tailoring:410"): [
        "ratio-of-a-dilation", "event-of-a-small-log-ratio", "split-by-the-event",
    ],
    ("notes:165", "tailoring:809"): ["local-sensitivity-at-the-truth"],
    ("notes:182", "tailoring:814"): ["largest-difference-at-the-truth"],
    ("tailoring:250", "short-b:13"): ["hellinger-distance"],
}  # fmt: skip
"""Lines of two drafts with the same words, and the names of the sentences that they share."""

OWN = {
    "notes.lemma-2.2.neg.exponent": "the notes alone print z - e^l",
    "tailoring.lemma-5.4.old.exponent": "tailoring alone prints eps^l",
    "notes.lemma-2.2.G.probability": "each draft has a delta of its own",
    "tailoring.lemma-5.4.old.G.probability": "each draft has a delta of its own",
    "notes.ls-reduction": "line 165 prints the dataset in one term, line 805 the neighbour in both",
    "notes.fig1": "line 165 announces the figure, which is shared with tailoring's line 814",
    "notes.steps.dl555": "line 182 ends with the beginning of another sentence",
}
"""Claims about one of these lines that are not shared, each with the reason."""

EXPONENTIAL = "true in both, each for its own sensitivity"
SCORE = "the score is -H in the notes, and +H in tailoring"
APART = {
    ("notes:29", "tailoring:264"): SCORE,
    ("notes:29", "tailoring:277"): SCORE,
    ("notes:29", "tailoring:562"): SCORE,
    ("notes:29", "tailoring:570"): SCORE,
    ("notes:29", "tailoring:717"): SCORE,
    ("notes:31", "tailoring:188"): EXPONENTIAL,
    ("notes:33", "tailoring:178"): EXPONENTIAL,
    ("notes:33", "tailoring:190"): EXPONENTIAL,
    ("notes:43", "tailoring:188"): EXPONENTIAL,
    ("notes:45", "tailoring:178"): EXPONENTIAL,
    ("notes:45", "tailoring:190"): EXPONENTIAL,
    ("notes:59", "tailoring:236"): "the notes have R_B, and tailoring has the posteriors",
    ("notes:61", "tailoring:291"): "a definition, and the hypothesis of a lemma",
    ("notes:63", "tailoring:240"): "the formulas that follow differ (between, smooth-maximum)",
    ("notes:67", "tailoring:658"): "two smooth sensitivities",
    ("notes:71", "tailoring:291"): "half of a probability, and two equal ones",
    ("notes:118", "tailoring:486"): "the notes need the condition for -H, tailoring for +H",
    ("notes:118", "tailoring:510"): "what is to be shown, and what is said to be shown",
    ("notes:188", "tailoring:783"): "one distance, and all from c on",
    ("notes:257", "tailoring:885"): "a reference",
    ("notes:258", "tailoring:888"): "a reference",
    ("tailoring:894", "short-a:289"): "a reference",
}
"""Lines of two drafts that look alike, and what makes them two sentences."""

OTHERWISE = {
    "between.short-a+short-b.ehds-factor": "of two factors one is wrong; that a mechanism is not "
    "private with it is the finding of its theorem",
    "between.short-a+short-b.failure": "it asks only whether e^-eps is an e^O(eps)",
    "between.short-a+short-b.ratio-order": "it compares two orders, and neither with the mechanism",
    "between.tailoring.privacy-level": "it compares three levels, of which Lemma 5.5 is false",
    "between.tailoring.smooth-sensitivity": "each definition is right; they have one name",
    "between.tailoring.score-sign": "each line is right; they have one symbol",
    "between.tailoring.sliding-sign": "it is about the sign alone, which is meant as in the proof; "
    "the lemma lacks besides that the shifted distance is attained",
    "between.tailoring.noise-count": "the mechanism is private with one noise and with two",
    "between.short-a.lszhang-scale": "of two scales one is wrong; what else the theorem lacks does "
    "not matter here",
    "between.short-a+short-b.ehd-label": "the name is wrong; the bounds are findings of their own",
    "between.notes+tailoring.dilation-delta": "one change mends the contradiction, and not the "
    "step of tailoring, which needs a bound from below",
}
"""Contradictions with another headline or severity than what they restate, each with the reason."""


def about(line):
    """The claims about a line, contradictions left out."""
    passage = Passage.read(line)
    return [
        c
        for c in claims().values()
        for p in map(Passage.read, c.lines)
        if c.kind != "contradiction"
        and p.draft == passage.draft
        and p.first <= passage.first <= p.last
    ]


@pytest.mark.parametrize("lines", SHARED)
def test_lines_with_the_same_words_share_their_sentences(lines):
    for line in lines:
        found = about(line)
        assert set(SHARED[lines]) <= {c.shared for c in found}, line
        alone = [c.id for c in found if c.shared not in SHARED[lines] and c.id not in OWN]
        assert alone == [], line


def alike(most_words=3, enough=0.6):
    """Pairs of lines of two drafts that share most of their runs of three words."""
    lines = []
    for draft, name in FILES.items():
        text = (DRAFTS / name).read_text("utf-8").split("\n")
        lines += [(draft, i, runs(line, most_words)) for i, line in enumerate(text, 1)]
    long = [(draft, i, found) for draft, i, found in lines if len(found) >= 8]
    for k, (draft, i, first) in enumerate(long):
        for other, j, second in long[k + 1 :]:
            fewer, more = sorted((len(first), len(second)))
            versions = {draft, other} == {"short-a", "short-b"}
            if draft == other or versions or more > 3 * fewer:
                continue
            if len(first & second) >= enough * fewer:
                yield f"{draft}:{i}", f"{other}:{j}"


def runs(line, length):
    """The runs of so many words in a line; letters of a font are no words."""
    words = re.findall(r"[a-z]+|[0-9]+|\\[a-z]+", line.lower())
    words = [w for w in words if w not in (r"\mathbf", r"\mathsf", r"\mathcal")]
    return {tuple(words[i : i + length]) for i in range(len(words) - length + 1)}


@pytest.mark.skipif(not DRAFTS.is_dir(), reason="the drafts are not beside the repository")
def test_lines_that_look_alike_are_shared_or_said_to_differ():
    found = set(alike())
    assert found - {*SHARED, *APART} == set()
    assert set(APART) <= found


def test_a_contradiction_has_the_headline_and_severity_of_what_it_restates():
    for c in rows().values():
        if not is_between(c) or c["claims_nothing"]:
            continue
        graded = {(rows()[used]["headline"], rows()[used]["severity"]) for used in c["uses"]}
        agrees = (c["headline"], c["severity"]) in graded
        assert agrees != (c["id"] in OTHERWISE), c["id"]
