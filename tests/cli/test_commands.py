"""The command, as a person and as a program use it."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest
from libraries import needs_filter
from strategies import FINITE

from dpbi.cli import BAD_INPUT, COMMANDS, INTERRUPTED, dpbi


def law(name, counts, prior, *more):
    return ("law", name, "--prior", prior, "--counts", counts, "--epsilon", "1", *more)


@pytest.mark.parametrize("name", FINITE)
@pytest.mark.parametrize(("counts", "prior"), [("49,49", "1,1"), ("3,4,2", "1,1/2,7/5")])
def test_law_in_json_is_narrow_and_sums_to_one(run, name, counts, prior):
    code, out, err = run(*law(name, counts, prior, "--json"))
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert document["mechanism"] == name
    assert document["parameters"]["epsilon"] == "1"
    ends = [[Fraction(row["p"][end]) for row in document["law"]] for end in ("lo", "hi")]
    assert sum(ends[0]) <= 1 <= sum(ends[1])
    assert all(0 <= hi - lo < Fraction(1, 10**15) for lo, hi in zip(*ends, strict=True))
    assert all(isinstance(c, int) for row in document["law"] for c in row["output"])


def test_more_digits_on_request(run):
    _, out, _ = run(*law("ehd", "2,3", "1,1", "--json", "--digits", "60"))
    p = json.loads(out)["law"][0]["p"]
    assert Fraction(p["hi"]) - Fraction(p["lo"]) < Fraction(1, 10**58)


def test_law_for_people_shows_outputs_posteriors_and_the_total(run):
    code, out, _ = run(*law("ehds", "3,5", "1,1"))
    assert code == 0
    assert "Beta(4, 6)" in out
    assert "█" in out
    assert "enclosed to within" in out


def test_a_long_law_is_cut_to_its_most_probable_outputs_unless_all_are_asked_for(run):
    _, short, _ = run(*law("ehds", "50,50", "1,1"))
    _, full, _ = run(*law("ehds", "50,50", "1,1", "--all"))
    assert "61 more outputs, together" in short
    assert "(50, 50)" in short
    assert full.count("Beta(") == 102


def test_the_continuous_mechanism_prints_its_density_and_loss(run):
    _, out, _ = run(*law("laplace-2counts", "3,5", "1,1"))
    assert "b = 2" in out
    assert "2/b = 1" in out
    _, out, _ = run(*law("laplace-2counts", "3,5", "1,1", "--json", "-p", "reading=scale"))
    assert json.loads(out)["privacy_loss"] == {"lo": "4", "hi": "4"}


def test_lszhang_says_that_its_output_is_no_posterior(run):
    _, out, _ = run(*law("lszhang", "1,1", "1,1"))
    assert "none (a parameter is 0)" in out


@pytest.mark.parametrize("name", ["ehds", "lszhang", "lshist"])
def test_a_picture_is_well_formed_svg_with_words_for_those_who_listen(run, tmp_path, name):
    target = tmp_path / "law.svg"
    counts, prior = ("3,5", "1,1") if name == "ehds" else ("2,1,1", "1,1,1")
    code, _, err = run(*law(name, counts, prior, "--plot", str(target)))
    assert code == 0
    assert "wrote" in err
    root = ET.fromstring(target.read_text(encoding="utf-8"))  # noqa: S314  (our own file)
    names = [child.tag.rpartition("}")[2] for child in root]
    assert names[:2] == ["title", "desc"]
    bars = [c for c in root if c.get("class", "").startswith("bar")]
    assert len(bars) == {"ehds": 9, "lszhang": 25, "lshist": 25}[name]
    assert all(0 <= float(b.get("height")) <= 380 for b in bars)


def test_list_names_every_mechanism(run):
    _, out, _ = run("list")
    assert all(name in out for name in FINITE)
    _, out, _ = run("list", "--json")
    assert {row["name"] for row in json.loads(out)["mechanisms"]} >= set(FINITE)


def test_release_draws_and_a_seed_is_announced_as_not_private(run):
    arguments = ("release", "ehds", "--prior", "1,1", "--counts", "7,13", "--epsilon", "1")
    code, out, err = run(*arguments, "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    (released,) = document["releases"]
    assert document["private"] is True
    assert sum(released["output"]) == 20
    assert [Fraction(p) for p in released["posterior"]] == [c + 1 for c in released["output"]]
    seeded = [run(*arguments, "--seed", "5", "--draws", "3") for _ in range(2)]
    assert seeded[0] == seeded[1]
    assert "NOT private" in seeded[0][2]
    assert seeded[0][1].count("counts") == 3


@pytest.mark.parametrize("command", ["law", "release", "accuracy"])
def test_the_number_of_records_may_be_said_beside_the_counts_and_must_agree(command, run):
    words = (command, "ehds", "--prior", "1,1", "--counts", "7,13", "--epsilon", "1", "--json")
    (code, out, _), (same, with_n, _) = run(*words), run(*words, "--n", "20")
    assert (code, same) == (0, 0)
    if command != "release":
        assert out == with_n
    code, out, err = run(*words, "--n", "21")
    assert (code, out) == (2, "")
    assert "they sum to 20, but the mechanism is for n = 21 records" in err


def audit_of(command, name, n, *more, prior="1,1"):
    return (command, name, "--prior", prior, "--n", str(n), "--epsilon", "1", *more)


@needs_filter
def test_loss_in_json_has_the_shape_that_others_rely_on(run):
    code, out, err = run(
        *audit_of("loss", "ehds", 20, "--profile", "0,1/4", "--digits", "30", "--json")
    )
    assert (code, err) == (0, "")
    d = json.loads(out)
    lo, hi = Fraction(d["loss"]["lo"]), Fraction(d["loss"]["hi"])
    assert 0 < hi - lo <= Fraction(1, 10**29)
    assert d["exact"] is None
    assert Fraction(d["ratio"]["lo"]) <= lo <= hi <= Fraction(d["ratio"]["hi"])
    assert sum(d["witness"]["x"]) == sum(d["witness"]["y"]) == sum(d["witness"]["output"]) == 20
    assert [p["epsilon"] for p in d["profile"]] == ["0", "1/4"]
    assert all(set(p["witness"]) == {"x", "y"} for p in d["profile"])
    assert d["trusts"] == ["ball"]


def test_loss_of_lshist_is_epsilon_itself(run):
    _, out, _ = run(*audit_of("loss", "lshist", 9))
    assert "epsilon = 1" in out
    assert "epsilon-DP at every epsilon > 0" in out
    _, out, _ = run(*audit_of("loss", "lshist", 9, "--json"))
    d = json.loads(out)
    assert d["exact"] == "epsilon"
    assert d["loss"] == {"lo": "1", "hi": "1"}
    assert d["for_every_epsilon"] is True


def test_loss_prints_what_else_is_asked_for(run):
    more = ("--renyi", "2", "--zcdp", "--at-delta", "1/100", "--profile", "0,9")
    _, out, _ = run(*audit_of("loss", "ehds", 6, *more))
    for line in (
        "true loss",
        "worst pair",
        "rests on",
        "delta(0)",
        "delta(9)",
        "renyi 2",
        "zcdp rho",
    ):
        assert line in out


def test_loss_of_the_continuous_mechanism_is_exact(run):
    _, out, _ = run(*audit_of("loss", "laplace-2counts", 4, "-p", "reading=scale"))
    assert "the loss is exactly 4" in out
    _, out, _ = run(*audit_of("loss", "laplace-2counts", 4, "--json"))
    assert json.loads(out)["loss"] == {"lo": "1", "hi": "1"}


@pytest.mark.parametrize("name", ["ehds", "lsdim"])
@pytest.mark.parametrize(("n", "prior"), [(12, "1,1"), (4, "1,2,1"), (250, "1,1")])
def test_the_picture_of_a_loss_has_both_charts(run, tmp_path, name, n, prior):
    target = tmp_path / "loss.svg"
    code, _, _ = run(*audit_of("loss", name, n, "--plot", str(target), prior=prior))
    assert code == 0
    root = ET.fromstring(target.read_text(encoding="utf-8"))  # noqa: S314
    charts = [c for c in root if c.tag.endswith("svg")]
    assert len(charts) == 2
    ids = [c.get("id") for c in root.iter() if c.get("id")]
    assert len(ids) == len(set(ids))


def test_calibrate_certifies_its_answer(run, tmp_path):
    target = tmp_path / "calibrate.svg"
    code, out, _ = run(*audit_of("calibrate", "ehds", 8, "--json", "--plot", str(target)))
    assert code == 0
    d = json.loads(out)
    assert Fraction(d["nominal"]) > 1
    assert Fraction(d["loss"]["hi"]) <= 1
    before, after = (Fraction(d["expected_distance"][k]["lo"]) for k in ("before", "after"))
    assert after < before
    assert target.exists()
    _, out, _ = run(*audit_of("calibrate", "lszhang", 4))
    assert "nominal epsilon    4 = 4" in out
    assert "expected distance" not in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (audit_of("loss", "ehds", 0), "n >= 1"),
        (audit_of("loss", "ehds", "2.5"), "whole number"),
        (audit_of("loss", "ehds", 5, "--digits", "0"), "between 1 and"),
        (audit_of("loss", "ehds", 5, "--profile", "x"), "write an integer"),
        (audit_of("loss", "ehds", 5, "--renyi=-1"), "must be >= 0"),
        (audit_of("loss", "ehds", 5, "--at-delta", "0"), "must be > 0"),
        (audit_of("loss", "ehds", 10**7, prior="1,1,1"), "fewer records"),
        (audit_of("calibrate", "laplace-2counts", 5), "continuous"),
        (audit_of("calibrate", "ehds", 5, "--counts", "1,1"), "they sum to 2"),
        (("law", "ehsd", "--prior", "1,1", "--counts", "1,1", "--epsilon", "1"), "did you mean"),
        (law("ehd", "1,1", "0,1"), "must be > 0"),
        (law("ehd", "1,1", "1,-1"), "must be > 0"),
        (law("ehd", "1,1", "1,,1"), "write an integer"),
        (law("ehd", "1,1", "nan,1"), "write an integer"),
        (law("ehd", "1", "1"), "k >= 2"),
        (law("ehd", "0,0", "1,1"), "at least one record"),
        (law("ehd", "1,-1", "1,1"), "cannot be negative"),
        (law("ehd", "1.5,1", "1,1"), "whole number"),
        (law("ehd", "1,1,1", "1,1"), "2 parameters"),
        (law("ehd", "1,1", "1,1", "--gamma", "1"), "it takes prior, n, epsilon, gs, not gamma"),
        (law("ehds", "1,1", "1,1", "--gamma", "-1"), "must be >= 0"),
        (law("ehd", "1,1", "1,1", "-p", "gs"), "NAME=VALUE"),
        (law("ehd", "1,1", "1,1", "--digits", "0"), "between 1 and 1000"),
        (law("ehd", "1,1", "1,1", "--plot", "law.png"), "SVG"),
        (law("ehd", "1,1", "1,1", "--plot", "pyproject.toml/law.svg"), "Not a directory"),
        (law("ehds", "30000,30000,1", "1,1,1"), "fewer records"),
        (("law", "ehd", "--prior", "1,1", "--counts", "1,1", "--epsilon", "0"), "must be > 0"),
        (("law", "ehd", "--prior", "1,1", "--counts", "1,1"), "--epsilon"),
        (("law",), "TARGET"),
        (("lwa",), "did you mean law"),
        (("law", "--nonsense"), "--nonsense"),
        (
            (
                "release",
                "ehd",
                "--prior",
                "1,1",
                "--counts",
                "1,1",
                "--epsilon",
                "1",
                "--draws",
                "0",
            ),
            "at least 1",
        ),
    ],
)
def test_bad_input_is_one_sentence_on_stderr_and_exit_code_two(run, arguments, sentence):
    code, out, err = run(*arguments)
    assert code == BAD_INPUT
    assert out == ""
    assert err.startswith("dpbi: ")
    assert err.count("\n") == 1
    assert sentence in err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_an_example(run, name):
    code, out, _ = run(name, "--help")
    assert code == 0
    assert f"dpbi {name}" in out.split("Example", 1)[1]
    assert "--json" in out


def test_ctrl_c_ends_quietly(run, monkeypatch):
    def interrupted(**_):
        raise KeyboardInterrupt

    monkeypatch.setattr(dpbi, "main", interrupted)
    assert run("list") == (INTERRUPTED, "", "stopped\n")


def test_the_installed_command_works_from_anywhere(tmp_path):
    code = "from dpbi.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *law("lshist", "1,2", "1,1")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={"COLUMNS": "40", "PATH": ""},
    )
    assert max(map(len, done.stdout.splitlines())) <= 40
