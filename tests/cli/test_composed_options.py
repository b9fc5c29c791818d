"""`dpbi loss --compose` and `--budget`."""

import json
from fractions import Fraction

import dpbi

EHDS = ("ehds", "--prior", "1,1", "--n", "4", "--epsilon", "1")


def test_many_releases_are_told_beside_one(run):
    code, out, err = run(
        "loss", *EHDS, "--compose", "30", "--profile", "1,2", "--at-delta", "1e-3", "--json"
    )
    assert (code, err) == (0, "")
    document = json.loads(out)
    composed = document["composed"]
    assert composed["releases"] == 30
    m = dpbi.mechanism("ehds", prior=(1, 1), n=4, epsilon=1)
    for row, found in zip(composed["profile"], dpbi.composed_profile(m, 30, [1, 2]), strict=True):
        assert row == {"epsilon": str(found.at), **found.json("delta")}
        assert 0 < Fraction(row["delta"]["lo"]) <= Fraction(row["delta"]["hi"])
    lo, hi = dpbi.composed_epsilon(m, 30, "1e-3")
    assert composed["epsilon_at_delta"]["lo"] == dpbi.Bounds(lo, hi).ends()["lo"]
    assert [row["epsilon"] for row in document["profile"]] == ["1", "2"]  # of one release
    assert "budget" not in document


def test_a_budget_says_how_many_releases_it_allows(run):
    _, out, _ = run("loss", *EHDS, "--budget", "2,1e-3", "--json")
    found = json.loads(out)["budget"]
    m = dpbi.mechanism("ehds", prior=(1, 1), n=4, epsilon=1)
    k = dpbi.releases_within(m, 2, "1e-3")
    assert found == {"epsilon": "2", "delta": "1e-3", "releases": k.ends()}
    assert found["releases"]["lo"] == found["releases"]["hi"]
    _, out, _ = run("loss", *EHDS, "--budget", "2,1e-3", "--compose", "9", "--profile", "1")
    assert f"releases allowed   {k.lo}   within epsilon 2, delta 1e-3" in out
    assert "delta(1) of all" in out
    assert "9, independent" in out


def test_foreign_mechanisms_are_composed_in_their_own_process(run, tmp_path):
    (tmp_path / "mine.py").write_text(
        "import dpbi\n"
        "def coin():\n"
        "    rows = {0: {'a': '3/4', 'b': '1/4'}, 1: {'a': '1/4', 'b': '3/4'}}\n"
        "    return dpbi.Table.of(rows)\n"
    )
    target = f"{tmp_path / 'mine.py'}:coin"
    code, out, _ = run("loss", target, "--compose", "2", "--profile", "ln(3)", "--json")
    assert code == 0
    (row,) = json.loads(out)["composed"]["profile"]
    assert Fraction(row["delta"]["lo"]) <= Fraction(3, 8) <= Fraction(row["delta"]["hi"])


def test_what_is_missing_or_too_much_is_refused(run):
    for words, said in (
        (("--compose", "5"), "say at which epsilons or delta"),
        (("--compose", "0", "--profile", "1"), "at least 1"),
        (("--compose", "9999999", "--profile", "1"), "at most 1,000,000 in all"),
        (("--budget", "5"), "write an epsilon and a delta"),
        (("--budget", "5,2"), "it must be below 1"),
    ):
        code, out, err = run("loss", *EHDS, *words)
        assert (code, out) == (2, "")
        assert said in err
        assert err.count("\n") == 1
