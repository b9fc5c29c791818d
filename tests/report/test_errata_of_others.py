"""Errata of a folder of one's own: what depends on a meaning has a line; no counts."""

import pytest

from dpbi.language import forall
from dpbi.language.words import LS, H, eps, exp, r, x
from dpbi.ledger import shipped
from dpbi.ledger.claims import Claim, Grid, Reading, Severity, priors
from dpbi.ledger.deciding import outcome
from dpbi.ledger.folders.layout import Draft, FolderLayout
from dpbi.ledger.headlines import headline_of
from dpbi.report.drafts.errata import NOTATION, errata

LAYOUT = FolderLayout(drafts=(Draft("paper", "A paper"),))
GRID = Grid(n=2, priors=priors("1,1"), values={"eps": ("1", "2")})
TRUE, FALSE = forall(exp(eps) >= 2), forall(exp(eps) >= 3)
COUNTS = forall(H(x, r) <= LS(x) / 2)


def found(*formulas, severity=None):
    """The errata of one claim with these literal readings."""
    readings = [Reading(f"r{i}", f"sense {i}", f, GRID) for i, f in enumerate(formulas)]
    claim = Claim("paper.a", "lemma", "Lemma 1", "It is so.", tuple(readings), severity=severity)
    claim = Claim(**{**vars(claim), "drafts": ("paper",)})
    outcomes = [outcome(reading) for reading in readings]
    rows = [
        shipped.reading_row(claim, reading, o, None)
        for reading, o in zip(readings, outcomes, strict=True)
    ]
    row = shipped.claim_row(claim, headline_of(claim, outcomes), rows)
    ledger = {f"paper.a/{reading.id}": reading.formula.json() for reading in readings}
    return errata("paper", [row], ledger, layout=LAYOUT)


@pytest.mark.parametrize(
    ("severity", "said"),
    [(None, "in one sense not true"), (Severity.CONSTANT_WRONG, "at worst constant wrong")],
)
def test_what_depends_on_a_meaning_has_a_line_with_or_without_a_severity(severity, said):
    list_ = found(TRUE, FALSE, severity=severity)
    assert [entry.printed for entry in list_.depending] == [f"It is so. ({said})"]
    assert "1 more depends on what was meant" in list_.lead
    assert list_.entries == ()


def test_counts_are_spoken_of_where_a_counterexample_has_them():
    severity = Severity.THEOREM_FALSE
    assert NOTATION not in found(FALSE, severity=severity).lead
    assert NOTATION in found(COUNTS, severity=severity).lead


def test_what_is_true_in_all_senses_has_no_line():
    assert found(TRUE, TRUE).depending == ()
