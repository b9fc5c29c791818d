"""`dpbi accuracy`, as a person and as a program use it."""

import json
import xml.etree.ElementTree as ET
from fractions import Fraction

import oracle
import pytest
from oracle import mp
from strategies import exact

from dpbi import error_law, mechanism
from dpbi.cli import BAD_INPUT, UNDECIDED

AT = ("--prior", "1,1", "--counts", "3,5", "--epsilon", "1")


def numbers(e):
    return Fraction(e["lo"]), Fraction(e["hi"])


def test_the_numbers_are_those_of_the_law_rounded_outward(run):
    code, out, err = run("accuracy", "ehds", *AT, "--json", "--within", "1/4", "--digits", "20")
    assert (code, err) == (0, "")
    document = json.loads(out)
    law = error_law(mechanism("ehds", prior=(1, 1), n=8, epsilon=1), (3, 5))
    for shown, value in [
        (document["mean"], law.mean),
        (document["exact"], law.exact),
        (document["quantiles"]["1/2"], law.quantile("1/2")),
        (document["quantiles"]["9/10"], law.quantile("9/10")),
        (document["within"]["1/4"], law.within("1/4")),
    ]:
        lo, hi = numbers(shown)
        assert lo <= value.lo <= value.hi <= hi
        assert hi - lo < Fraction(1, 10**18)
    assert document["mechanism"] == "ehds"
    assert document["parameters"]["counts"] == [3, 5]
    assert len(document["atoms"]) == 9


def test_a_person_sees_mean_truth_quantiles_and_the_nearest_distances(run):
    code, out, _ = run("accuracy", "lshist", *AT, "--quantiles", "3/4")
    assert code == 0
    law = oracle.lshist_law((3, 5), 1)
    truth = mp.nstr(law[(3, 5)], 12)
    near = mp.nstr(sum(law[c, 8 - c] for c in (2, 3, 4)), 9)
    assert f"the truth itself   [{truth}"[:30] in out
    assert f"within one record  [{near}"[:28] in out
    for word in ("expected distance", "within one record", "quantile 3/4", "so far", "(2, 6)"):
        assert word in out
    _, out, _ = run("accuracy", "lshist", "--prior", "1,1", "--counts", "20,20", "--epsilon", "1")
    assert " 9 more distances (--all shows them)" in out.replace("\n", " ")  # 21 less 12
    _, out, _ = run("accuracy", "lshist", *AT, "--all", "--mean")
    assert "truth" not in out


def test_a_large_law_is_shown_without_listing_all_of_it(run, monkeypatch):
    monkeypatch.setattr("dpbi.accuracy.listing._listed", None)  # what would list everything
    large = ("--prior", "1,1", "--counts", "1500,1500", "--epsilon", "1")
    code, out, _ = run("accuracy", "ehds", *large, "--within", "1/10")
    assert code == 0
    assert "many more distances (--all shows them)" in out
    assert "(1499, 1501)" in out


def test_the_better_of_two_is_named(run):
    pair = ("accuracy", "mh-exp", *AT, "--delta", "1e-8", "--against", "laplace-improved")
    code, out, _ = run(*pair)
    assert code == 0
    assert out.splitlines()[-1] == "smaller expected distance: laplace-improved"
    _, out, _ = run(*pair, "--json")
    document = json.loads(out)
    assert document["sign"] == 1
    assert numbers(document["against"]["mean"])[1] < numbers(document["mean"])[0]
    _, out, _ = run(*pair, "-q", "epsilon=1/1000", "--mean")
    assert out.splitlines()[-1] == "smaller expected distance: mh-exp"
    _, out, _ = run("accuracy", "lshist", *AT, "--against", "laplace-improved", "--mean")
    assert "equal, both have one law" in out.splitlines()[-1]


def test_an_undecided_comparison_says_so_and_exits_with_its_code(run, monkeypatch):
    monkeypatch.setattr("dpbi.accuracy.sign_of_difference", lambda *_: None)
    code, out, _ = run("accuracy", "mh", *AT, "--against", "laplace", "--mean")
    assert code == UNDECIDED
    assert out.splitlines()[-1] == "smaller expected distance: undecided"
    over = ("accuracy", "mh", "--prior", "1,1", "--epsilon", "1", "--against", "laplace")
    code, out, _ = run(*over, "--n-range", "4:6")
    assert code == UNDECIDED
    assert out.count("undecided") == 3


def test_the_order_over_n_changes_where_the_means_cross(run):
    over = ("accuracy", "mh-exp", "--prior", "1,1", "--epsilon", "1", "--against", "laplace")
    code, out, _ = run(*over, "--n-range", "150:250:50")
    assert code == 0
    assert "the order changes between 200 and 250" in out
    _, out, _ = run(*over, "--n-range", "150:250:50", "--json")
    document = json.loads(out)
    assert [row["sign"] for row in document["signs"]] == [1, 1, -1]
    assert document["changes"] == [[200, 250]]
    _, out, _ = run(*over, "--n-range", "2:4")
    assert "the order changes nowhere" in out


def test_the_picture_is_well_formed_and_holds_both_laws(run, tmp_path):
    target = tmp_path / "error.svg"
    code, _, err = run("accuracy", "mh", *AT, "--against", "lsdim", "--plot", str(target))
    assert code == 0
    assert "wrote" in err
    text = target.read_text(encoding="utf-8")
    ET.fromstring(text)  # noqa: S314 (our own file)
    mean = float(error_law(mechanism("mh", prior=(1, 1), n=8, epsilon=1), (3, 5)).mean)
    assert f"mh: mean {mean:.4g}" in text
    assert "lsdim: median" in text


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("ehd", "--prior", "1,1", "--epsilon", "1"), "--counts"),
        (("ehd", *AT, "--n-range", "1:2"), "--against"),
        (("ehd", *AT, "--against", "mh", "--n-range", "1:2"), "either"),
        (("ehd", *AT, "-q", "gamma=1"), "--against"),
        (("ehd", *AT, "--quantiles", "2"), "between 0 and 1"),
        (("ehd", *AT, "--within", "x"), "t = x"),
        (("ehd", *AT, "--digits", "0"), "--digits"),
        (("ehd", *AT, "--mean", "--plot", "a.svg"), "no distances"),
        (("lszhang", *AT), "releases no posterior"),
        (("laplace-2counts", *AT), "continuous"),
        (("ehd", *AT[:2], *AT[4:], "--against", "mh", "--n-range", "9:1"), "FIRST"),
        (("ehd", *AT[:2], *AT[4:], "--against", "mh", "--n-range", "9"), "FIRST:LAST:STEP"),
        (("ehd", *AT[:2], *AT[4:], "--against", "mh", "--n-range", "a:b"), "whole number"),
    ],
)
def test_bad_input_is_one_sentence_with_code_two(run, arguments, word):
    code, out, err = run("accuracy", *arguments)
    assert code == BAD_INPUT
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("dpbi: ")
    assert word in err


def test_help_has_an_example_that_works(run):
    _, out, _ = run("accuracy", "--help")
    lines = out.replace("\\\n", " ").splitlines()
    examples = [line.split()[1:] for line in lines if line.strip().startswith("dpbi ")]
    assert len(examples) == 3
    for line in examples:
        code, _, err = run(*line)
        assert (code, err) == (0, "")


def test_the_law_of_the_drafts_floor_is_shown_digit_by_digit(run):
    _, out, _ = run("accuracy", "laplace", *AT, "--json", "--digits", "40")
    lo, hi = numbers(json.loads(out)["exact"])
    assert lo <= exact(oracle.laplace_law((3, 5), 1)[(3, 5)]) <= hi
    assert hi - lo < Fraction(1, 10**38)
