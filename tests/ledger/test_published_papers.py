"""Two published papers as folders of claims: what is recorded is true a second way.

Their readings are test items of their own, which are decided beside these tests.  The oracle has
each statement in plain Python, at other scores, answers and budgets than the grids.
"""

from functools import cache
from pathlib import Path

import pytest
from oracle.papers import permute_and_flip, sparse_vector

from dpbi import kernel
from dpbi.language.words import ledger_of
from dpbi.ledger import recorded
from dpbi.ledger.claims import Verdict
from dpbi.ledger.deciding import of_the_kernel
from dpbi.ledger.headlines import Headline, headline_of

PAPERS = Path(__file__).parents[1] / "examples" / "papers"
STATEMENTS = {
    f"{paper}.{name}": statement
    for paper, oracle in (("permute_and_flip", permute_and_flip), ("sparse_vector", sparse_vector))
    for name, statement in oracle.STATEMENTS.items()
}
TRUE = (Verdict.HOLDS, Verdict.HOLDS_BOUNDED)


@cache
def claims(paper):
    sections = sorted((PAPERS / paper).glob("section_*.py"))
    return [claim for path in sections for claim in recorded.claims_alone(path)]


def readings(paper):
    return {recorded.key(c, r): r for c in claims(paper) for r in c.readings}


READINGS = {**readings("permute_and_flip"), **readings("sparse_vector")}
KNOWN = {
    **recorded.recorded(PAPERS / "permute_and_flip", "permute_and_flip"),
    **recorded.recorded(PAPERS / "sparse_vector", "sparse_vector"),
}


@pytest.mark.parametrize("name", READINGS)
def test_what_is_recorded_is_what_the_oracle_finds(name):
    assert (KNOWN[name].verdict in TRUE) is STATEMENTS[name]()


def test_every_reading_has_a_record_and_a_statement_of_the_oracle_and_nothing_else_has():
    assert READINGS.keys() == KNOWN.keys() == STATEMENTS.keys()


@pytest.mark.parametrize("paper", ["permute_and_flip", "sparse_vector"])
def test_a_paper_has_fifteen_claims_each_with_its_place_and_with_reasons(paper):
    found = claims(paper)
    assert len({c.id for c in found}) == len(found) >= 15
    for claim in found:
        assert claim.id.startswith(f"{paper}.")
        assert claim.place
        for r in claim.readings:
            assert r.why
            assert bool(r.why_false) is (KNOWN[recorded.key(claim, r)].verdict is Verdict.FAILS)


def test_the_one_sentence_that_is_wrong_as_printed_is_told_with_its_repair():
    found = {c.id: c for paper in ("permute_and_flip", "sparse_vector") for c in claims(paper)}
    heads = {
        name: headline_of(c, [KNOWN[recorded.key(c, r)] for r in c.readings])
        for name, c in found.items()
    }
    assert {name for name, h in heads.items() if h is not Headline.TRUE} == {
        "permute_and_flip.abstract.score"
    }
    assert heads["permute_and_flip.abstract.score"] is Headline.MISPRINTED


WITNESSED = [
    n for n, o in KNOWN.items() if o.witness is not None and of_the_kernel(READINGS[n].formula)
]


@pytest.mark.parametrize("name", WITNESSED)
def test_a_refutation_in_the_papers_own_definitions_is_checked_by_the_kernel_alone(name):
    claim, _, reading = name.partition("/")
    given = {k: v for k, v in KNOWN[name].witness.items() if not k.startswith("_")}
    document = {"schema": 1, "claim": claim, "reading": reading, "assignment": given}
    ledger = ledger_of({name: READINGS[name].formula})
    assert kernel.check({**document, "says": "conclusion false"}, ledger)
    with pytest.raises(kernel.Rejected):
        kernel.check({**document, "says": "conclusion true"}, ledger)
