"""The theorems of a folder of one's own: where they are, and what is said where there are none."""

import pytest
from own_folder import own

from dpbi.language.words import eps, exp, forall
from dpbi.ledger import shipped
from dpbi.ledger.claims import Reading
from dpbi.ledger.outcomes import Proof
from dpbi.ledger.proving import coqc, proofs
from dpbi.report import building


def test_a_folder_without_proofs_is_told_where_they_would_be(tmp_path):
    own(tmp_path)
    with pytest.raises(coqc.NoProofs) as refused:
        coqc.check(tmp_path)
    place = tmp_path / "proofs"
    assert str(refused.value) == f"there are no proofs in {tmp_path}: their place is {place}"


def test_the_proofs_of_a_folder_are_named_as_they_are_seen_from_its_report(tmp_path):
    mine = own(tmp_path / "mine")
    assert proofs.place(mine) == "proofs"
    (mine / "ledger.toml").write_text('report = "../reports"\n', "utf-8")
    assert proofs.place(mine) == "mine/proofs"
    shown = Proof("one", "Mine/Section1.v", 3, "reading", "0")
    formula = forall(exp(eps) >= 1 + eps)
    reading = Reading("r", "s", formula, proved=shown, proved_in=proofs.place(mine))
    row = shipped.proof_row(reading)
    assert row["file"] == "mine/proofs/Mine/Section1.v"
    for file in (row["file"], "proofs/Mine/Section1.v", "a/proofs/Mine/Section1.v"):
        assert building.source_of(file) == "Mine/Section1.v"
    assert building.source_of("proofs/Myproofs/Section1.v") == "Myproofs/Section1.v"
